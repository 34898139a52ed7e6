"""Matrices printed on public pages: right ones are named, wrong ones are caught."""

import json
from pathlib import Path

import numpy as np
import pytest

from pe_core.doctor import diagnose, read_pasted

DATA = Path(__file__).parents[1] / "data" / "printed_cases.json"
CASES = {c["id"]: c for c in json.loads(DATA.read_text(encoding="utf-8"))["cases"]}
#: What the page states beside dim, position and base.
MORE = {
    "three-decimals-d6": {"position": 1},
    "timestep-shift1": {"position": 23, "column": 47},
    "timestep-shift0-flip": {"position": 23, "column": 47},
}
#: id: status, bug, (layout, spacing, base, dim, origin)
EXPECTED = {
    "interleaved-base100": ("known", None, ("interleaved", "paper", 100, 4, 0)),
    "sci-notation-d16-row": ("known", None, ("interleaved", "paper", 10_000, 16, 1)),
    "three-decimals-d6": ("known", None, ("interleaved", "paper", 10_000, 6, 1)),
    "single-row-d4": ("known", None, ("interleaved", "paper", 10_000, 4, 3)),
    "timestep-shift1": ("known", None, ("sin_cos", "endpoint", 10_000, 64, 23)),
    "timestep-shift0-flip": ("known", None, ("cos_sin", "paper", 10_000, 64, 23)),
    "keras-d6-row3": ("known", None, ("interleaved", "paper", 10_000, 6, 3)),
    "odd-d3": ("known", None, ("interleaved", "paper", 10_000, 3, 0)),
    "odd-d7": ("known", None, ("interleaved", "paper", 10_000, 7, 1)),
    "book-pos2-d512": ("bug", "B3", None),
    "unit-test-d4-unpaired": ("bug", "B2", None),
    "seed-illustrative-d6": ("unknown", None, None),
    "t5-bucket": ("unknown", None, None),
}


def told(name):
    case = CASES[name]
    hints = {k: v for k, v in case["stated"].items() if k in ("dim", "position", "base")}
    reading = read_pasted(case["text"])
    return diagnose(reading.matrix, **{**hints, **MORE.get(name, {})}, **reading.arguments())


def test_every_case_is_expected():
    assert set(EXPECTED) == set(CASES)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_printed_matrix_is_judged_as_stated(name):
    status, bug, numbers = EXPECTED[name]
    answer = told(name)
    assert answer.status == status
    assert (answer.bug.id if answer.bug else None) == bug
    if numbers:
        s = answer.sinusoid
        assert (s.layout, s.spacing, s.base, s.dim, s.origin) == numbers


def test_the_book_s_row_is_put_right():
    answer = told("book-pos2-d512")
    right = [0.93641474, -0.35089519, 0.95814438, -0.28628544, 0.97488818, -0.22269492]
    np.testing.assert_allclose(answer.expected[0, 2:], right, atol=5e-9)
    assert (answer.bug.row, answer.bug.column) == (0, 2)
    assert answer.bug.value == 0.958144367


def test_the_unit_test_s_row_is_put_right():
    answer = told("unit-test-d4-unpaired")
    right = [0.84147098, 0.54030231, 0.00999983, 0.99995]
    np.testing.assert_allclose(answer.expected[0], right, atol=5e-9)
    assert answer.bug.also == ("B4",)


def test_only_the_first_pair_of_the_illustration_is_right():
    answer = told("seed-illustrative-d6")
    assert answer.agreement.startswith("2 of 6 columns agree")
    assert "no base gives the others" in answer.verdict
    right = [0.14112001, -0.9899925, 0.1387981, 0.9903207, 0.00646326, 0.99997911]
    np.testing.assert_allclose(answer.expected[3], right, atol=5e-9)
