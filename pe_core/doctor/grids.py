"""Tables of grids: find the two axes, then fit one encoding to each.

Flattened row by row, the block of the outer axis holds runs of equal rows and that of the inner
axis repeats after each run. The length of the run is the size of the inner axis.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS, Convention, Grid
from pe_core.doctor.fit import fit
from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import Hints
from pe_core.doctor.precision import Precision

__all__ = ["GridFound", "fit_grid", "grid_names"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class GridFound:
    """Hold the grid, its shape, the encoding of the outer and of the inner axis, and the table."""

    grid: Grid
    shape: tuple[int, int]
    outer: Guess
    inner: Guess
    first_row: int
    expected: FloatArray


def fit_grid(matrix: FloatArray, hints: Hints, precision: Precision) -> GridFound | None:
    """Return the 2-D table that ``matrix`` (cells, columns) is, or None.

    Rows of zeros at the start (class tokens) are skipped.
    """
    columns = matrix.shape[1]
    if columns % 4 or columns < 4 or not matrix.any():
        return None
    skipped = int(np.argmax(matrix.any(axis=1)))
    cells = matrix[skipped:]
    for join, blocks in _joins(columns).items():
        for axes in ((0, 1), (1, 0)):
            outer, inner = (cells[:, blocks[axes.index(axis)]] for axis in (0, 1))
            width = _run(outer, precision)
            if not 2 <= width < len(cells) or len(cells) % width:
                continue
            found = _fit_axes(outer[::width], inner[:width], hints, precision)
            if found is None:
                continue
            grid = Grid(axes, join)
            height = len(cells) // width
            values = [
                np.repeat(found[0].values(np.arange(height, dtype=float)), width, axis=0),
                np.tile(found[1].values(np.arange(width, dtype=float)), (height, 1)),
            ]
            table = grid.combine(values)
            loose = 4 * precision.coarse + 1e-6
            if np.abs(table - cells).max() <= loose:
                table = np.vstack([np.zeros((skipped, columns)), table])
                return GridFound(grid, (height, width), *found, skipped, table)
    return None


def _fit_axes(
    outer: FloatArray, inner: FloatArray, hints: Hints, precision: Precision
) -> tuple[Guess, Guess] | None:
    """Fit one encoding to both axes: the longer axis decides, the other must agree."""
    plain = Hints(base=hints.base)
    if isinstance(precision.resolution, np.ndarray):
        return None
    both = [fit(outer, plain, precision), fit(inner, plain, precision)]
    for first in both[0]:
        for second in both[1]:
            same = all(
                getattr(first.guess.sinusoid, name) == getattr(second.guess.sinusoid, name)
                for name in ("base", "spacing", "layout", "tail", "amplitude")
            )
            if same:
                return first.guess, second.guess
    return None


def _joins(columns: int) -> dict[str, tuple[IntArray, IntArray]]:
    """Return the columns of the first and of the second block for each way to join them."""
    every = np.arange(columns)
    half, quarter = columns // 2, columns // 4
    return {
        "blocks": (every[:half], every[half:]),
        "halves": (
            np.r_[every[:quarter], every[half : half + quarter]],
            np.r_[every[quarter:half], every[half + quarter :]],
        ),
        "pairs": (every[every % 4 < 2], every[every % 4 >= 2]),
    }


def _run(block: FloatArray, precision: Precision) -> int:
    """Return after how many rows the block changes first."""
    loose = 4 * precision.coarse + 1e-7
    moved = (np.abs(block - block[0]) > loose).any(axis=1)
    return int(np.argmax(moved)) if moved.any() else len(block)


def grid_names(found: GridFound, dim: int) -> tuple[str, ...]:
    """Return the grid conventions that give this table, up to the base."""
    return tuple(
        convention.name
        for convention in CONVENTIONS.values()
        if convention.grid and _same_grid(convention, convention.grid, found, dim)
    )


def _same_grid(convention: Convention, grid: Grid, found: GridFound, dim: int) -> bool:
    if len(grid.axes) != 2 or grid.join != found.grid.join:
        return False
    base = found.outer.sinusoid.base
    if convention.spacing != found.outer.sinusoid.spacing:
        return False
    table = convention.table(found.shape, dim, base=base)
    return bool(np.abs(table - found.expected[found.first_row :]).max() < 1e-5)
