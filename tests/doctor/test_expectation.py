"""An expectation is kept exactly where the numbers are equal, whatever the names."""

import numpy as np
import pytest

from pe_core import CONVENTIONS
from pe_core.doctor import diagnose

DIM, ROWS = 12, 12
SHAPES = {2: (3, 4), 3: (2, 3, 2)}
TABLES = {
    name: entry.table(SHAPES[len(entry.grid.axes)] if entry.grid else ROWS, DIM)
    for name, entry in CONVENTIONS.items()
}


@pytest.mark.parametrize("name", TABLES)
def test_every_convention_against_every_other(name):
    table = TABLES[name]
    for expected, other in TABLES.items():
        told = diagnose(table, expect=expected)
        equal = np.abs(table - other).max() < 1e-12
        assert (told.status == "known") == equal, (expected, told.verdict)
        assert equal or told.status == "bug", (expected, told.verdict)


@pytest.mark.parametrize(
    ("name", "expect", "words"),
    [
        ("paper", "tensor2tensor", ("the paper's spacing", "alternating columns")),
        ("marian", "musicgen", ("the paper's spacing", "sine half first")),
        ("mlx", "tensor2tensor", ("the amplitude is",)),
        ("xlnet", "marian", ("count",)),
        ("nerf", "paper", ("the base is",)),
        ("tatp22_3d", "mae", ("a grid of 2 x 3 x 2",)),
        ("mae", "timm_2d", ("one block of columns per axis instead of all sines",)),
    ],
)
def test_the_difference_is_named(name, expect, words):
    told = diagnose(TABLES[name], expect=expect)
    assert all(word in told.verdict for word in words), told.verdict


def test_layout_and_spacing_are_both_told():
    told = diagnose(TABLES["paper"], expect="tensor2tensor")
    assert {told.bug.id, *told.bug.further} == {"B7", "B9"}
    assert "Reorder the columns" in told.bug.fix
    assert "half" in told.bug.fix or "dim / 2" in told.bug.fix


@pytest.mark.parametrize("name", [n for n, e in CONVENTIONS.items() if e.grid])
@pytest.mark.parametrize("dim", [8, 12])
def test_a_grid_is_named(name, dim):
    entry = CONVENTIONS[name]
    for shape in ((2, 2), (3, 5)) if len(entry.grid.axes) == 2 else ((2, 3, 2),):
        told = diagnose(entry.table(shape, dim))
        assert name in told.names, (shape, told.verdict)
        assert told.shape == shape
