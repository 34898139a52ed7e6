"""The order in which readings are tried: the plainest first, bugs before rarities."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.block import wider
from pe_core.doctor.explain import Explanation, explain, explain_rare
from pe_core.doctor.guess import Guess, polish
from pe_core.doctor.hints import Hints
from pe_core.doctor.judge import against, off_base, suspicious
from pe_core.doctor.nothing import Wanted, nothing
from pe_core.doctor.planar import planar
from pe_core.doctor.precision import Precision
from pe_core.doctor.report import bug_report, held_against, known_report, of_verdict
from pe_core.doctor.result import Diagnosis
from pe_core.doctor.signs import recognise
from pe_core.doctor.special import identical_rows, moved, partly, rounded_dim
from pe_core.doctor.words import check

__all__ = ["answer"]

FloatArray = npt.NDArray[np.float64]
#: Above this no reading is tried: an amplitude in use is sqrt(dim) or so.
MOST = 1e9


def answer(
    matrix: FloatArray,
    hints: Hints,
    tiers: tuple[Precision, ...],
    wanted: Wanted,
    notes: tuple[str, ...],
) -> Diagnosis:
    """Try the readings from the plainest to the rarest."""
    highest = np.abs(matrix).max()
    whole = (matrix == np.round(matrix)).all() and highest > 1
    if (matrix.size > 1 and (whole or np.ptp(matrix) == 0)) or highest > MOST:
        return nothing(matrix, hints, tiers, wanted, notes, None)
    if hints.dim is not None and hints.dim < matrix.shape[1]:
        return rounded_dim(matrix, hints, tiers, notes)
    if hints.dim is not None and hints.dim % 2 and hints.dim == matrix.shape[1] + 1:
        even = rounded_dim(matrix, hints, tiers, notes)
        if even.status == "bug":
            return even
    first = explain(matrix, hints, tiers)
    if first is not None and first.found:
        return _judged(first, hints, wanted, notes)
    if first is not None and first.possible:
        return nothing(matrix, hints, tiers, wanted, notes, first)
    identical = identical_rows(matrix, hints, tiers, notes)
    if identical is not None:
        return identical
    if len(matrix) > 2 and (matrix == matrix[0]).all():
        return nothing(matrix, hints, tiers, wanted, notes, None)
    grid = planar(matrix, hints, tiers, wanted.convention, notes)
    if grid is not None:
        return grid
    return _late(matrix, hints, tiers, wanted, notes)


def _late(
    matrix: FloatArray,
    hints: Hints,
    tiers: tuple[Precision, ...],
    wanted: Wanted,
    notes: tuple[str, ...],
) -> Diagnosis:
    seen = recognise(matrix, hints, tiers)
    if seen is not None:
        every = np.arange(len(matrix))
        held = check(matrix, seen.right, seen.positions, every, tiers[-1])
        doubts = _assumed(seen.right) if len(matrix) < 3 else ()
        return bug_report(seen.bug, matrix, seen.right, held, tiers[-1], notes, doubts=doubts)
    if hints.position is not None:
        elsewhere = explain(matrix, replace(hints, position=None), tiers)
        if elsewhere is not None and elsewhere.found:
            return moved(elsewhere, hints, notes)
    rare = explain_rare(matrix, hints, tiers)
    if rare is not None and rare.found and _unanimous(rare):
        return _judged(rare, hints, wanted, notes)
    return nothing(matrix, hints, tiers, wanted, notes, rare)


def _assumed(right: Guess) -> tuple[str, ...]:
    """Return as what so few rows were read: with other numbers they may be another table."""
    sinusoid = right.sinusoid
    return (
        f"Read as position {right.start:.9g} with d = {sinusoid.dim} and base {sinusoid.base:.7g}.",
    )


def _judged(
    explanation: Explanation, hints: Hints, wanted: Wanted, notes: tuple[str, ...]
) -> Diagnosis:
    """Return the answer for an explained matrix: known, suspicious, or not as expected."""
    explanation = _widened(explanation, hints)
    best = explanation.found[0]
    held = held_against(explanation)
    if held.first is not None and best.guess.start != round(best.guess.start):
        explanation = _sharper(explanation)
        best, held = explanation.found[0], held_against(explanation)
    if held.first is not None:
        return partly(explanation, hints, wanted, notes)
    if wanted.sinusoid is not None and wanted.sinusoid.dim == best.guess.sinusoid.dim:
        broken = against(best.guess, wanted.sinusoid, hints, order=wanted.order)
        if broken is not None:
            return of_verdict(explanation, broken, notes)
        return known_report(explanation, held, notes, hints)
    other = off_base(best, hints)
    if other is not None:
        return of_verdict(explanation, other, notes)
    signs = suspicious(best, len(explanation.matrix), hints)
    if signs is not None and not explanation.shift:
        return of_verdict(explanation, signs, notes)
    return known_report(explanation, held, notes, hints)


def _sharper(explanation: Explanation) -> Explanation:
    """Fit a first position that is no whole number to many more rows."""
    rows = explanation.rows
    picked = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), 1000)).astype(np.intp))
    best = explanation.found[0]
    guess = polish(
        best.guess,
        explanation.matrix[rows[picked]][:, : len(best.guess.columns)],
        explanation.ranks[picked],
        explanation.precision.rows(rows[picked]),
        ("start",),
    )
    return replace(explanation, found=(replace(best, guess=guess), *explanation.found[1:]))


def _widened(explanation: Explanation, hints: Hints) -> Explanation:
    """Add the reading as the first columns of a wider table; put it first if the base is odd."""
    best, rows = explanation.found[0], explanation.rows
    if hints.dim is not None or best.rank < 2:
        return explanation
    picked = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), 80)).astype(np.intp))
    few = explanation.matrix[rows[picked]], explanation.ranks[picked]
    precision = explanation.precision.rows(rows[picked])
    more = tuple(wider(best, *few, precision, hints.bases[0]))
    sinusoid = best.guess.sinusoid
    small = sinusoid.base < 20 and best.rank >= 4
    small |= hints.base is not None
    small |= sinusoid.spacing == "endpoint" and sinusoid.layout == "interleaved"
    order = (*more, *explanation.found) if small else (*explanation.found, *more)
    return replace(explanation, found=order)


def _unanimous(explanation: Explanation) -> bool:
    """Return whether all explanations of a block agree on numbers and place."""
    told = {
        (f.guess.sinusoid.spacing, f.guess.sinusoid.dim, f.guess.start, f.guess.step)
        for f in explanation.found
    }
    return len(told) == 1
