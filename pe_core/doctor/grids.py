"""Tables of grids: generate what each convention would give, and compare.

Flattened row by row, the columns of the last axis repeat after each run of its size, and those of
the other axes stand still within a run. That leaves few sizes; every convention is then held
against the cells, with the bases in use, or with the base that the first run is fitted to.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS, Convention, Grid
from pe_core.doctor.case import Hints
from pe_core.doctor.fit import fitted_base, sure, usual_base
from pe_core.doctor.phases import spread_rows
from pe_core.doctor.precision import Precision
from pe_core.doctor.score import column_table
from pe_core.doctor.shape import sheets
from pe_core.sinusoid import MAX_DIM, Sinusoid

__all__ = ["GridFit", "fit_grid", "grid_shapes", "grid_table"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
#: Cells of a grid that are looked at before all of them are.
_SAMPLE = 8


@dataclass(frozen=True)
class GridFit:
    """Hold a grid, its shape, the encoding of an axis with its start and step, and all names.

    ``skipped`` rows of zeros come first; ``expected`` is the whole table, rows of zeros included.
    """

    grid: Grid
    shape: tuple[int, ...]
    sinusoid: Sinusoid
    start: float
    step: float
    names: tuple[str, ...]
    skipped: int
    expected: FloatArray
    precision: Precision
    turned: bool = False


def fit_grid(matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...]) -> GridFit | None:
    """Return the table of a grid that ``matrix`` (cells, columns) is, or None."""
    for turned in (False, True):
        upright = matrix.T if turned else matrix
        if not 4 <= upright.shape[1] <= 8192 or len(upright) < 4 or not upright.any():
            continue
        if hints.dim is not None and hints.dim != upright.shape[1]:
            continue
        skipped = int(np.argmax(upright.any(axis=1)))
        cells = upright[skipped:]
        for precision in tiers:
            fine = (precision.turned() if turned else precision).cut(slice(skipped, None))
            found = _by_convention(cells, hints, fine) or _by_fit(cells, hints, fine)
            if found is not None:
                table = np.vstack([np.zeros((skipped, cells.shape[1])), found.expected])
                table = table.T if turned else table
                return replace(
                    found, skipped=skipped, expected=table, precision=precision, turned=turned
                )
    return None


def grid_shapes(cells: FloatArray, precision: Precision, axes: int) -> Iterator[tuple[int, ...]]:
    """Yield the shapes of so many axes that the first rows allow, the most even ones first."""
    count = len(cells)
    loose = 2 * precision.coarse + 1e-6
    still = np.abs(cells[1] - cells[0]) <= loose
    sizes = [n for n in range(2, count // 2 + 1) if count % n == 0]
    for size in sorted(sizes, key=lambda n: abs(n * n - count)):
        if (still | (np.abs(cells[size] - cells[0]) <= loose)).all():
            if axes == 2:
                yield count // size, size
                continue
            rest = count // size
            for middle in range(2, rest // 2 + 1):
                if rest % middle == 0:
                    yield rest // middle, middle, size


def grid_table(
    entry: Convention, shape: tuple[int, ...], dim: int, base: float | None, rows: IntArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return some rows of a convention's table, the largest coordinate of each, and the speeds."""
    assert entry.grid is not None
    sinusoid = entry.sinusoid(dim, base=base)
    steps = entry.grid.steps(shape, entry.origin)
    at = [axis[index] for axis, index in zip(steps, np.unravel_index(rows, shape), strict=True)]
    return column_table(entry.grid, sinusoid, at, dim)


def _by_convention(cells: FloatArray, hints: Hints, precision: Precision) -> GridFit | None:
    few = spread_rows(len(cells), _SAMPLE)
    few = np.unique(np.r_[few, [1, len(cells) - 2]])
    for base in hints.bases:
        for entry in _entries():
            assert entry.grid is not None
            for shape in grid_shapes(cells, precision, len(entry.grid.axes)):
                if _fits(entry, shape, cells, base, few, precision):
                    every = np.arange(len(cells))
                    if _fits(entry, shape, cells, base, every, precision):
                        return _named(entry, shape, cells, base, precision)
    return None


def _entries() -> list[Convention]:
    return [entry for entry in CONVENTIONS.values() if entry.grid is not None]


def _fits(
    entry: Convention,
    shape: tuple[int, ...],
    cells: FloatArray,
    base: float,
    rows: IntArray,
    precision: Precision,
) -> bool:
    table, at, speeds = grid_table(entry, shape, cells.shape[1], base, rows)
    allowed = precision.cut(rows).tolerance(table, at, speeds)
    return bool((np.abs(table - cells[rows]) <= allowed).all())


def _named(
    entry: Convention,
    shape: tuple[int, ...],
    cells: FloatArray,
    base: float,
    precision: Precision,
) -> GridFit:
    every = np.arange(len(cells))
    names = [
        other.name
        for other in _entries()
        if other.grid is not None
        and len(other.grid.axes) == len(shape)
        and _fits(other, shape, cells, base, every, precision)
    ]
    assert entry.grid is not None
    names.sort(key=lambda name: name != entry.name)
    table, _, _ = grid_table(entry, shape, cells.shape[1], base, every)
    sinusoid = entry.sinusoid(cells.shape[1], base=base)
    steps = entry.grid.steps(shape, entry.origin)[0]
    pace = float(steps[1] - steps[0])
    return GridFit(
        entry.grid, shape, sinusoid, float(steps[0]), pace, tuple(names), 0, table, precision
    )


def _by_fit(cells: FloatArray, hints: Hints, precision: Precision) -> GridFit | None:
    """Fit the base, first position and step of the last axis, and hold the others against it."""
    dim = cells.shape[1]
    if dim > MAX_DIM // 2 or not isinstance(precision.resolution, float):
        return None
    ways = [
        (Grid(axes, join), 2) for join in ("blocks", "halves", "pairs") for axes in ((0, 1), (1, 0))
    ]
    for shape in grid_shapes(cells, precision, 2):
        for grid, axes in ways:
            width = 2 * -(-dim // (2 * axes))
            marks = [np.full((1, width), axis) for axis in range(axes)]
            columns = np.flatnonzero(grid.combine(marks)[0, :dim] == axes - 1)
            parts = cells[: shape[-1], columns], cells[:: shape[-1], _others(grid, width, dim)]
            if not all(_even_power(part, precision) for part in parts):
                continue
            inner = _line(parts[0], hints, precision)
            outer = _line(parts[1], hints, precision) if inner is not None else None
            if inner is None or outer is None:
                continue
            found = _composed(grid, shape, cells, inner, outer, precision)
            if found is not None:
                return found
    return None


def _even_power(part: FloatArray, precision: Precision) -> bool:
    """Return whether every row has the same sum of squares, as sines with their cosines have."""
    powers = (part**2).sum(axis=1)
    loose = part.shape[1] * (8 * precision.coarse + 1e-6)
    return bool(np.ptp(powers) <= loose * max(1.0, float(powers.max())) and np.ptp(part) > 0)


def _others(grid: Grid, width: int, dim: int) -> IntArray:
    marks = [np.full((1, width), axis) for axis in range(2)]
    return np.flatnonzero(grid.combine(marks)[0, :dim] == 0)


Axis = tuple[Sinusoid, float, float]


def _line(matrix: FloatArray, hints: Hints, precision: Precision) -> Axis | None:
    """Return the encoding of one axis with its first position and step."""
    for stage in (usual_base, fitted_base):
        for sheet in sheets(matrix, Hints(matrix.shape[1], base=hints.base), precision):
            if sheet.turned:
                break
            for fit in stage(sheet):
                if fit.model.kind == "whole" and sure(fit, sheet):
                    return fit.sinusoid, fit.start, fit.step
    return None


def _composed(
    grid: Grid,
    shape: tuple[int, ...],
    cells: FloatArray,
    inner: Axis,
    outer: Axis,
    precision: Precision,
) -> GridFit | None:
    """Return the fit if the encoding of one axis holds for both."""
    width = 2 * -(-cells.shape[1] // 4)
    places = np.unravel_index(np.arange(len(cells)), shape)
    rows, columns = (place.astype(np.float64) for place in places)
    at = [outer[1] + outer[2] * rows, inner[1] + inner[2] * columns]
    for sinusoid in dict.fromkeys((inner[0], outer[0])):
        if sinusoid.dim != width:
            continue
        table, far, speeds = column_table(grid, sinusoid, at, cells.shape[1])
        if (np.abs(table - cells) <= precision.tolerance(table, far, speeds)).all():
            names = tuple(
                entry.name
                for entry in _entries()
                if entry.grid is not None
                and len(entry.grid.axes) == 2
                and np.abs(
                    grid_table(entry, shape, cells.shape[1], sinusoid.base, np.arange(len(cells)))[
                        0
                    ]
                    - table
                ).max()
                < 1e-9
            )
            return GridFit(grid, shape, sinusoid, outer[1], outer[2], names, 0, table, precision)
    return None
