"""The answer for a table of a grid."""

import numpy as np

from pe_core.conventions import Convention
from pe_core.doctor.grids import GridFit, fit_grid, grid_table
from pe_core.doctor.judge import Case
from pe_core.doctor.report import LAYOUT, SPACING, finding
from pe_core.doctor.result import Diagnosis
from pe_core.sinusoid import Sinusoid

__all__ = ["on_grid"]


def on_grid(case: Case) -> Diagnosis | None:
    """Return the answer if the matrix (cells, columns) is a table of a grid, else None."""
    found = fit_grid(case.matrix, case.hints, case.tiers)
    if found is None:
        return None
    if case.wanted.given:
        wrong = _other_grid(case, found)
        if wrong is not None:
            return wrong
    return _grid_known(case, found)


_JOIN = {
    "blocks": "one block of columns per axis",
    "halves": "all sines, then all cosines",
    "pairs": "the pairs of the axes in turn",
}


def _grid_words(found: GridFit) -> str:
    axes = " before ".join("zyx"[axis + 3 - len(found.shape)] for axis in found.grid.axes)
    sizes = " x ".join(map(str, found.shape))
    if len(found.shape) == 2:
        sizes = f"{found.shape[0]} rows x {found.shape[1]} columns"
    return (
        f"a grid of {sizes}, {axes}, {_JOIN[found.grid.join]}, base {found.sinusoid.base:.7g}, "
        f"positions from {found.start:g} in steps of {found.step:g}"
    )


def _grid_known(case: Case, found: GridFit) -> Diagnosis:
    error = float(np.abs(case.matrix - found.expected).max())
    columns = found.expected.shape[0 if found.turned else 1]
    agreement = f"{columns} of {columns} columns agree to {error:.0e}".replace("e-0", "e-")
    title = f"This is the {found.names[0]} layout" if found.names else "This is a table of a grid"
    doubts = (
        f"A grid of {' x '.join(map(str, found.shape[::-1]))} read column by column, with the "
        "axes exchanged, gives the same numbers.",
    )
    notes = case.notes
    if found.skipped:
        notes = (*notes, f"Rows of zeros at the start (class tokens): {found.skipped}.")
    if found.turned:
        notes = (*notes, "The table lies on its side: its rows are the dimensions.")
    difference = case.matrix - found.expected
    return Diagnosis(
        "known",
        f"{title}: {_grid_words(found)}. {agreement}.",
        case.matrix,
        names=found.names,
        undecided=doubts,
        sinusoid=found.sinusoid,
        step=found.step,
        expected=found.expected,
        difference=difference,
        residual=np.abs(difference).max(axis=1),
        agreement=agreement,
        precision=found.precision.name,
        notes=notes,
        shape=found.shape,
        zero_rows=tuple(range(found.skipped)),
    )


def _other_grid(case: Case, found: GridFit) -> Diagnosis | None:
    """Return the finding if the table is not that of the expected convention."""
    entry, matrix = case.wanted.convention, case.matrix
    if entry is not None and entry.name in found.names:
        return None
    dim = matrix.shape[1]
    name = "mismatch"
    if entry is not None and entry.grid is not None and len(entry.grid.axes) == len(found.shape):
        rows = np.arange(int(np.prod(found.shape)))
        table, _, _ = grid_table(entry, found.shape, dim, found.sinusoid.base, rows)
        expected = np.vstack([np.zeros((found.skipped, dim)), table])
        words = _grid_difference(entry, found)
        if words == "the axes are exchanged":
            name = "B22"
    else:
        length = len(matrix)
        right = case.wanted.sinusoid or Sinusoid(dim)
        expected = (
            entry.table(length, dim)
            if entry is not None and entry.grid is None and (dim % 2 == 0 or entry.tail != "error")
            else right.table(length)
            if right.dim == dim
            else found.expected
        )
        axes = f"{len(found.shape)} axes" if entry is not None and entry.grid else "one axis"
        words = f"it is {_grid_words(found)}, not a table of {axes}"
    difference = matrix - expected
    loose = 4 * found.precision.coarse + 1e-6
    wrong = np.argwhere(np.abs(difference) > loose)
    first = (int(wrong[0, 0]), int(wrong[0, 1])) if len(wrong) else None
    what = finding(name, matrix, expected, first)
    agree = int((np.abs(difference) <= loose).all(axis=0).sum())
    title = (
        f"B22: {what.title}."
        if name == "B22"
        else (f"This is a right table, but not the expected one: {words}.")
    )
    return Diagnosis(
        "bug",
        title,
        matrix,
        bug=what,
        sinusoid=found.sinusoid,
        step=found.step,
        expected=expected,
        difference=difference,
        residual=np.abs(difference).max(axis=1),
        agreement=f"{agree} of {dim} columns agree",
        precision=found.precision.name,
        notes=case.notes,
        shape=found.shape,
    )


def _grid_difference(entry: Convention, found: GridFit) -> str:
    """Return in words how the grid found differs from the convention's."""
    assert entry.grid is not None
    mine, theirs = found.grid, entry.grid
    out = []
    if mine.axes != theirs.axes:
        out.append("the axes are exchanged")
    if mine.join != theirs.join:
        out.append(f"{_JOIN[mine.join]} instead of {_JOIN[theirs.join]}")
    if found.sinusoid.layout != entry.layout:
        out.append(f"{LAYOUT[found.sinusoid.layout]} instead of {LAYOUT[entry.layout]}")
    if found.sinusoid.spacing != entry.spacing:
        out.append(f"{SPACING[found.sinusoid.spacing]} instead of {SPACING[entry.spacing]}")
    steps = theirs.steps(found.shape, entry.origin)[0]
    if abs(steps[0] - found.start) > 1e-6 or abs(steps[1] - steps[0] - found.step) > 1e-6:
        out.append(
            f"positions from {found.start:g} in steps of {found.step:g} instead of from "
            f"{steps[0]:g} in steps of {steps[1] - steps[0]:g}"
        )
    return "; ".join(out) or "the numbers differ"
