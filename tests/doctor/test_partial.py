"""The doctor sees parts of tables, and says what a part cannot tell."""

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import diagnose

T2T = Sinusoid(64, layout="sin_cos", spacing="endpoint")
PAPER = Sinusoid(64)
MARIAN = Sinusoid(64, layout="sin_cos")

#: what is shown, hints, a name it must have, (layout or None, spacing, dim, origin)
PARTS = {
    "a few rows": (T2T.table(3, 5), {}, "tensor2tensor", ("sin_cos", "endpoint", 64, 5)),
    "one row": (T2T.table(1, 9), {}, "tensor2tensor", ("sin_cos", "endpoint", 64, 9)),
    "one flat row": (PAPER.encode([4])[0], {}, "paper", ("interleaved", "paper", 64, 4)),
    "first columns": (
        PAPER.table(1, 3)[:, :10], {"dim": 64, "position": 3}, "paper",
        ("interleaved", "paper", 64, 3),
    ),
    "first columns, position unknown": (
        PAPER.table(1, 3)[:, :10], {"dim": 64}, "paper", ("interleaved", "paper", 64, 3),
    ),
    "first columns, dim unknown": (
        PAPER.table(5)[:, :10], {}, "paper", ("interleaved", "paper", 64, 0),
    ),
    "first columns of halves": (
        T2T.table(4, 2)[:, :10], {"dim": 64}, "tensor2tensor", (None, "endpoint", 64, 2),
    ),
    "sine half": (T2T.table(9)[:, :32], {}, "tensor2tensor", (None, "endpoint", 64, 0)),
    "cosine half": (T2T.table(9)[:, 32:], {}, "tensor2tensor", (None, "endpoint", 64, 0)),
    "sine half, paper": (MARIAN.table(9)[:, :32], {}, "marian", (None, "paper", 64, 0)),
    "cosine half, later": (MARIAN.table(9, 4)[:, 32:], {}, "marian", (None, "paper", 64, 4)),
    "a block": (
        T2T.table(3, 23)[:, 47:50], {"dim": 64, "column": 47}, "tensor2tensor",
        ("sin_cos", "endpoint", 64, 23),
    ),
    "a block somewhere": (
        PAPER.table(4, 11)[:, 13:21], {"dim": 64}, "paper", ("interleaved", "paper", 64, 11),
    ),
    "on its side": (T2T.table(20).T, {}, "tensor2tensor", ("sin_cos", "endpoint", 64, 0)),
    "1 x L x d": (PAPER.table(6)[None], {}, "paper", ("interleaved", "paper", 64, 0)),
    "L x 1 x d": (PAPER.table(6)[:, None], {}, "paper", ("interleaved", "paper", 64, 0)),
    "a batch of equals": (
        np.stack([PAPER.table(6)] * 3), {}, "paper", ("interleaved", "paper", 64, 0),
    ),
    "an eighth apart": (
        PAPER.encode(np.arange(0, 90, 10)), {}, "paper", ("interleaved", "paper", 64, 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_enough(part):
    matrix, hints, name, (layout, spacing, dim, origin) = PARTS[part]
    told = diagnose(matrix, **hints)
    assert told.status == "known", told.verdict
    assert name in told.names
    found = told.sinusoid
    assert layout is None or found.layout == layout
    assert (found.spacing, found.dim, found.base, found.origin) == (spacing, dim, 10_000, origin)
    np.testing.assert_allclose(told.expected, told.matrix, atol=1e-12)


def test_what_was_done_to_the_input_is_told():
    assert "lies on its side" in " ".join(diagnose(PAPER.table(9).T).notes)
    assert "1 x 6 x 64" in " ".join(diagnose(PAPER.table(6)[None]).notes)
    assert "columns 0 to 9 of 64" in diagnose(PAPER.table(5)[:, :10]).verdict


@pytest.mark.parametrize("factor", [1.0, 8.0], ids=["plain", "times sqrt(dim)"])
def test_the_embedding_is_taken_away(factor):
    words = np.random.default_rng(5).standard_normal((20, 64)).astype(np.float32)
    summed = (factor * words + PAPER.table(20)).astype(np.float32)
    told = diagnose(summed, embedding=words)
    assert told.status == "known"
    assert "paper" in told.names
    assert any(("sqrt" in note) == (factor != 1) for note in told.notes if "Took" in note)


def test_an_embedding_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"embedding must have the shape of the matrix \(4, 64\)"):
        diagnose(PAPER.table(4), embedding=np.zeros((4, 32)))


def test_a_lost_embedding_stays_unknown():
    words = np.random.default_rng(5).standard_normal((20, 64))
    assert diagnose(words, embedding=np.zeros((20, 64))).status == "unknown"


# What cannot be told must be said, and every match must be named.


def test_position_zero_alone_tells_the_layout_only():
    told = diagnose(PAPER.table(1))
    assert told.names[0] == "paper"
    assert any("Row 0 is the same for every base" in s for s in told.undecided)
    halves = diagnose(MARIAN.table(1))
    assert {"marian", "tensor2tensor"} <= set(halves.names)


def test_two_columns_fit_every_frequency_rule():
    told = diagnose(Sinusoid(2).table(6))
    assert {"paper", "tensor2tensor", "marian"} <= set(told.names)
    assert any("every base and spacing" in s for s in told.undecided)


def test_dim_four_is_endpoint_spacing_or_the_doubled_exponent():
    halves = Sinusoid(4, layout="sin_cos", base=1e8).table(8)
    assert diagnose(halves).names[0] == "tensor2tensor"
    pairs = diagnose(Sinusoid(4, base=1e8).table(8))
    assert pairs.status == "known"
    assert "endpoint spacing, base 10000" in pairs.verdict
    assert "Or B3" in pairs.verdict
    # where the base is known, one reading is left
    assert diagnose(Sinusoid(16, base=1e8).table(8), base=10_000).bug.id == "B3"


def test_slow_columns_do_not_tell_the_base():
    # at dim 2048 five rows at three decimals: both spacings round to the same digits
    rows = Sinusoid(2048, layout="sin_cos").table(5).round(2)
    told = diagnose(rows, digits=2)
    assert {"marian", "tensor2tensor"} <= set(told.names) | {
        w for s in told.undecided for w in (["tensor2tensor"] if "Endpoint" in s else [])
    }
    assert told.undecided


def test_detr_s_row_is_the_paper_s_next():
    told = diagnose(PAPER.table(5, 1))
    assert any("as DETR's do" in s for s in told.undecided)


def test_the_dim_of_a_beginning_is_a_guess():
    told = diagnose(PAPER.table(5)[:, :10])
    assert any("The dim is a guess" in s for s in told.undecided)


def test_too_little_is_not_named():
    # two digits of one pair fit some position by chance
    told = diagnose(np.array([[0.37, 0.93]]), digits=2)
    assert told.status == "unknown"
    assert "cannot tell" in told.verdict
    assert told.undecided


@pytest.mark.parametrize(
    ("matrix", "hints", "match"),
    [
        (PAPER.table(3), {"dim": 32}, "dim must be at least the number of columns, 64; got 32"),
        (PAPER.table(3), {"dim": 0}, "dim must be an integer from 1"),
        (PAPER.table(3), {"base": -1}, "base must be a number from"),
        (PAPER.table(3), {"position": "x"}, "position must be a number"),
        (PAPER.table(3), {"column": -1}, "column must be an integer from 0"),
        (PAPER.table(3), {"expect": "papper"}, "convention must be one of"),
        ([[1, 2], [3]], {}, "matrix must be an array of numbers; got ragged rows"),
        ([["a"]], {}, "got text"),
        ([[1j]], {}, "got complex numbers"),
        ([[np.nan, 1]], {}, r"must be finite; got nan at index \(0, 0\)"),
        (np.zeros((2, 2, 2, 2)), {}, "1 to 3 dimensions"),
        (np.zeros((0, 2)), {}, "must have 1 to"),
    ],
    ids=lambda v: str(v)[:24] if isinstance(v, dict | str) else "",
)
def test_wrong_input_is_named(matrix, hints, match):
    with pytest.raises(ValueError, match=match):
        diagnose(matrix, **hints)


def test_the_fitted_frequencies_are_returned():
    told = diagnose(T2T.table(50))
    np.testing.assert_allclose(told.fitted, T2T.frequencies, rtol=1e-9)
    np.testing.assert_allclose(told.curve, T2T.frequencies, rtol=1e-12)
    assert told.pairs.tolist() == list(range(32))


@pytest.mark.parametrize("name", ["tensor2tensor", "paper"])
def test_a_large_table_stays_within_memory(name):
    import tracemalloc

    table = CONVENTIONS[name].table(10_000, 1024).astype(np.float32)
    tracemalloc.start()
    told = diagnose(table)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told.names[0] == name
    assert peak + table.nbytes < 500e6


def test_a_table_filled_with_zero_columns():
    table = CONVENTIONS["tensor2tensor_fixed"].table(9, 48)
    told = diagnose(table)
    assert told.names == ("tensor2tensor_fixed",)
    units = np.full(table.shape, 1e-8)
    assert diagnose(table.round(8), resolution=units).names == ("tensor2tensor_fixed",)
