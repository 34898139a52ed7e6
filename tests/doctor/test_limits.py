"""What the doctor says at the edges: huge and constant values, wrong arguments, few values."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import diagnose, read_pasted

TABLE = Sinusoid(4).table(3)
NOISE = np.random.default_rng(0).standard_normal((20, 8))


@pytest.mark.parametrize("size", [1e16, 1e154, 1e300])
@pytest.mark.parametrize("matrix", [TABLE, NOISE, TABLE[:1], np.round(9 * NOISE)])
def test_huge_values_are_refused(matrix, size):
    with pytest.raises(ValueError, match=r"matrix must hold numbers up to 1e\+15 in magnitude"):
        diagnose(matrix * size)


def test_a_huge_embedding_is_refused():
    with pytest.raises(ValueError, match=r"embedding must hold numbers up to 1e\+15"):
        diagnose(TABLE, embedding=TABLE * 1e300)


@pytest.mark.parametrize("matrix", [TABLE, TABLE[:, :1], TABLE[:1], NOISE])
@pytest.mark.parametrize("size", [1e10, 1e14])
def test_large_values_get_an_answer(matrix, size):
    answer = diagnose(matrix * size)
    assert answer.status == "unknown"
    assert "are in no encoding that I know" in answer.verdict


@pytest.mark.parametrize("rows", [3, 70_000])
def test_equal_rows_that_are_no_encoding(rows):
    answer = diagnose(np.tile([0.1, 0.2, 0.3, 0.4], (rows, 1)))
    assert answer.verdict == "Every row is the same, so the rows say nothing about positions."


def test_rows_beyond_float16_are_examined():
    # float16 ends at 65504: positions in it are no reading of a table of 70,000 rows
    noise = np.random.default_rng(0).standard_normal((70_000, 4))
    assert "look random" in diagnose(noise).verdict


@pytest.mark.parametrize(
    "hints",
    [{"position": 1e12, "base": 1e12}, {"base": 1e-12}, {"base": 1e-12, "dim": 64, "column": 40}],
)
def test_hints_at_their_bounds(hints):
    assert diagnose(NOISE, **hints).status == "unknown"


WRONG = {
    "expect bool": ({"expect": True}, "expect must be the name of a convention"),
    "expect number": ({"expect": 1.5}, "expect must be the name of a convention"),
    "expect list": ({"expect": []}, "expect must be the name of a convention"),
    "expect bytes": ({"expect": b"x"}, "expect must be the name of a convention"),
    "dtype list": ({"dtype": ["float32"]}, "dtype must be one of float64, float32"),
    "dtype unknown": ({"dtype": "f32"}, "dtype must be one of float64, float32"),
    "resolution negative": ({"resolution": -1}, "resolution must be a positive number.*; got -1"),
    "resolution zero": ({"resolution": 0}, "resolution must be a positive number.*; got 0"),
    "resolution nan": ({"resolution": np.nan}, "resolution must be a positive number.*; got nan"),
    "resolution dict": ({"resolution": {}}, "resolution must be a positive number.*; got dict"),
    "resolution huge": ({"resolution": 10**400}, "resolution must be a positive number.*; got int"),
    "resolution ragged": ({"resolution": [1, [2]]}, "resolution must be a positive number"),
    "resolution shape": ({"resolution": np.ones((9, 9))}, r"got shape \(9, 9\)"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_arguments_are_named(kind):
    arguments, match = WRONG[kind]
    with pytest.raises(ValueError, match=match):
        diagnose(TABLE, **arguments)


def test_finer_digits_than_float64_has_are_taken():
    assert diagnose(TABLE, resolution=1e-300).status == "known"
    assert diagnose(TABLE, digits=40).status == "known"


def told(text):
    reading = read_pasted(text)
    return diagnose(reading.matrix, **reading.arguments())


@pytest.mark.parametrize("text", ["0 1 0 1", "0.0 1.0 0.0 1.0 0.0 1.0"])
def test_position_0_alone_claims_no_base(text):
    answer = told(text)
    assert answer.verdict.startswith(
        "This is the paper layout; position 0 tells the layout only: sine and cosine in turn, "
        "first row is position 0."
    )
    assert "base" not in answer.verdict


def test_one_wrong_row_says_as_what_it_was_read():
    answer = told("0.8415 0.9999 0.0001 1.0")
    assert answer.bug.id == "B2"
    assert "Read as position 1 with d = 4 and base 10000." in answer.undecided


@pytest.mark.parametrize(
    ("text", "precision"),
    [
        ("0.8415 0.9999 0.0001 1.0", "4 decimals"),
        ("0.0 1.0", "1 decimal"),
        ("0 1", "whole numbers"),
    ],
)
def test_typed_digits_are_as_exact_as_typed(text, precision):
    assert told(text).precision == precision
