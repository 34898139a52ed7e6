"""Each class of bug is generated and must be found by its name."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import BUGS, bug_example, diagnose

SIZES = (8, 16, 64, 512)


@pytest.mark.parametrize("layout", ["interleaved", "sin_cos"])
@pytest.mark.parametrize("dim", SIZES)
@pytest.mark.parametrize("name", BUGS)
def test_a_bug_is_named(name, dim, layout):
    example = bug_example(name, Sinusoid(dim, layout=layout), 40)
    told = diagnose(example.matrix, **example.hints)
    assert told.status == "bug", told.verdict
    assert name in (told.bug.id, *told.bug.also)
    assert told.bug.fix == BUGS[told.bug.id].fix


@pytest.mark.parametrize("name", BUGS)
def test_a_bug_is_named_in_float32(name):
    example = bug_example(name, Sinusoid(32), 40)
    told = diagnose(example.matrix.astype(np.float32), **example.hints)
    assert told.status == "bug", told.verdict
    assert name in (told.bug.id, *told.bug.also)


#: Where the right table is not in doubt, the first cell that differs is the real one.
SURE = ("B2", "B3", "B5", "B6", "B7", "B9", "B10", "B15", "B17", "B18", "B19", "B20")


@pytest.mark.parametrize("name", SURE)
def test_the_first_difference_is_the_real_one(name):
    example = bug_example(name, Sinusoid(16), 40)
    found = diagnose(example.matrix, **example.hints).bug
    differs = np.argwhere(np.abs(example.matrix - example.expected) > 1e-9)
    assert [found.row, found.column] == differs[0].tolist()
    assert found.value == pytest.approx(example.matrix[found.row, found.column])
    assert found.expected == pytest.approx(example.expected[found.row, found.column])


#: Rows of position 1 at dim 8, as printed in public threads on these bugs (six decimals).
PRINTED = {
    "B3": ([0.841471, 0.540302, 0.01, 0.99995, 0.0001, 1, 0.000001, 1], "B3"),
    "B2": ([0.841471, 0.995004, 0.01, 1, 0.0001, 1, 0.000001, 1], "B2"),
    "B5 with base 10000": (
        [0.841471, 0.950415, 0.099833, 0.9995, 0.01, 0.999995, 0.001, 1],
        "B5",
    ),
    "B20": ([0.841471, 0.666367, 0.099833, 0.995021, 0.01, 0.99995, 0.001, 1], "B20"),
    "B20 in halves": (
        [0.841471, 0.099833, 0.01, 0.001, 0.995021, 1, 0.99995, 1],
        "B20",
    ),
}


@pytest.mark.parametrize(("row", "name"), PRINTED.values(), ids=PRINTED)
def test_one_printed_row_is_enough(row, name):
    told = diagnose(np.array([row]), position=1, digits=6)
    assert told.status == "bug"
    assert told.bug.id == name


#: Half precision in other places: what is rounded, from which row on it shows.
def _low(rounding, what):
    sinusoid = Sinusoid(64)
    positions = np.arange(700.0)[:, None]
    if what == "frequencies":
        angles = positions * rounding(sinusoid.frequencies)
    else:
        angles = rounding(rounding(positions) * rounding(sinusoid.frequencies))
    out = np.empty((700, 64))
    out[:, ::2], out[:, 1::2] = np.sin(angles), np.cos(angles)
    return out


def _half(values):
    return values.astype(np.float16).astype(np.float64)


@pytest.mark.parametrize("what", ["frequencies", "angles"])
def test_half_precision_inside_is_named(what):
    told = diagnose(_low(_half, what))
    assert told.bug.id == "B19"


def test_a_table_rounded_at_the_end_only_is_no_bug():
    assert diagnose(Sinusoid(64).table(700).astype(np.float16)).status == "known"


def test_a_batch_axis_in_the_place_of_the_sequence():
    rows = Sinusoid(16).table(3)
    told = diagnose(np.repeat(rows[:, None], 5, axis=1))
    # the same array is right as position x batch: both readings are told
    assert told.status == "known"
    assert any("B14" in note for note in told.notes)
    told = diagnose(np.repeat(rows[1:2], 5, axis=0))
    assert told.bug.id == "B14"


@pytest.mark.parametrize(
    ("table", "expect", "bug"),
    [
        (Sinusoid(16, layout="sin_cos"), "paper", "B7"),
        (Sinusoid(16), "marian", "B7"),
        (Sinusoid(16, layout="cos_sin"), "marian", "B10"),
        (Sinusoid(16, layout="sin_cos"), "tensor2tensor", "B9"),
        (Sinusoid(16, base=1e8), "paper", "B3"),
        (Sinusoid(16, origin=2), "paper", "B18"),
        (Sinusoid(16, amplitude=4.0), "paper", "B17"),
        (Sinusoid(16, base=500.0), "paper", "mismatch"),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_a_right_table_that_is_not_the_expected_one(table, expect, bug):
    told = diagnose(table.table(12), expect=expect)
    assert told.status == "bug"
    assert told.bug.id == bug
    right = diagnose(table.table(12))
    assert right.status == ("known" if bug not in ("B3", "B17") else "bug")


def test_a_kept_expectation_is_no_bug():
    table = Sinusoid(16, layout="sin_cos", spacing="endpoint").table(12)
    told = diagnose(table, expect="tensor2tensor")
    assert told.status == "known"
    assert "tensor2tensor" in told.names


def test_reversed_slice_of_a_long_relative_table():
    told = diagnose(Sinusoid(16).encode(np.arange(5000.0, 4990, -1)))
    assert told.bug.id == "B23"


def test_given_position_is_wrong():
    told = diagnose(Sinusoid(16).table(4, 7), position=3)
    assert told.bug.id == "B18"
    assert any("position 7" in note for note in told.notes)


@pytest.mark.parametrize(
    ("name", "length", "match"),
    [("B99", 8, "bug must be one of B1, B2"), ("B2", 3, "length must be an integer from 4")],
)
def test_bug_example_refuses(name, length, match):
    with pytest.raises(ValueError, match=match):
        bug_example(name, Sinusoid(8), length)
