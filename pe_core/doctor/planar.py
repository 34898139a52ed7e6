"""The answer for a table of a grid."""

import numpy as np
import numpy.typing as npt

from pe_core.conventions import Convention
from pe_core.doctor.grids import GridFound, fit_grid, grid_names
from pe_core.doctor.hints import Hints
from pe_core.doctor.precision import Precision
from pe_core.doctor.report import finding
from pe_core.doctor.result import Diagnosis

__all__ = ["planar"]

FloatArray = npt.NDArray[np.float64]

_JOIN = {
    "blocks": "one block of columns per axis",
    "halves": "all sines, then all cosines",
    "pairs": "the pairs of the axes in turn",
}


def planar(
    matrix: FloatArray,
    hints: Hints,
    tiers: tuple[Precision, ...],
    expect: Convention | None,
    notes: tuple[str, ...],
) -> Diagnosis | None:
    """Return the answer if ``matrix`` (cells, columns) is a 2-D table, else None."""
    for precision in tiers:
        found = fit_grid(matrix, hints, precision)
        if found is not None:
            if expect is not None and expect.grid is not None:
                wrong = _swapped(matrix, found, expect, precision, notes)
                if wrong is not None:
                    return wrong
            return _known(matrix, found, precision, notes)
    return None


def _known(
    matrix: FloatArray, found: GridFound, precision: Precision, notes: tuple[str, ...]
) -> Diagnosis:
    called = grid_names(found, matrix.shape[1])
    sinusoid = found.outer.sinusoid
    axes = " before ".join("yx"[axis] for axis in found.grid.axes)
    height, width = found.shape
    error = float(np.abs(matrix - found.expected).max())
    columns = matrix.shape[1]
    agreement = f"{columns} of {columns} columns agree to {error:.0e}".replace("e-0", "e-")
    title = f"This is the {called[0]} layout" if called else "This is a table of a grid"
    words = (
        f"{title}: a grid of {height} rows x {width} columns, {axes}, {_JOIN[found.grid.join]}, "
        f"base {sinusoid.base:.7g}, positions from {found.outer.start:g} in steps of "
        f"{found.outer.step:g}. {agreement}."
    )
    doubts = (
        f"A grid of {width} x {height} read column by column, with the axes exchanged, gives the "
        "same numbers.",
    )
    if found.first_row:
        notes = (*notes, f"Rows of zeros at the start (class tokens): {found.first_row}.")
    return Diagnosis(
        "known",
        words,
        matrix,
        names=called,
        undecided=doubts,
        sinusoid=sinusoid,
        step=found.outer.step,
        expected=found.expected,
        difference=matrix - found.expected,
        residual=np.abs(matrix - found.expected).max(axis=1),
        agreement=agreement,
        precision=precision.name,
        notes=notes,
        shape=found.shape,
        zero_rows=tuple(range(found.first_row)),
    )


def _swapped(
    matrix: FloatArray,
    found: GridFound,
    expect: Convention,
    precision: Precision,
    notes: tuple[str, ...],
) -> Diagnosis | None:
    """Return the finding if the axes are not those of the expected convention."""
    base = found.outer.sinusoid.base
    table = expect.table(found.shape, matrix.shape[1], base=base)
    expected = np.vstack([np.zeros((found.first_row, matrix.shape[1])), table])
    difference = matrix - expected
    loose = 4 * precision.coarse + 1e-6
    wrong = np.argwhere(np.abs(difference) > loose)
    if not len(wrong):
        return None
    assert expect.grid is not None
    other = found.grid.axes != expect.grid.axes and found.grid.join == expect.grid.join
    cell = int(wrong[0, 0]), int(wrong[0, 1])
    what = finding("B22" if other else "mismatch", matrix, expected, cell)
    agree = int((np.abs(difference) <= loose).all(axis=0).sum())
    return Diagnosis(
        "bug",
        f"{'B22: ' if other else ''}{what.title}.",
        matrix,
        bug=what,
        sinusoid=found.outer.sinusoid,
        step=found.outer.step,
        expected=expected,
        difference=difference,
        residual=np.abs(difference).max(axis=1),
        agreement=f"{agree} of {matrix.shape[1]} columns agree",
        precision=precision.name,
        notes=notes,
        shape=found.shape,
    )
