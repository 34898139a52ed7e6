"""Answers for special cases: a dim made even, one row repeated, rows elsewhere, a break."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.explain import Explanation, explain
from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import Hints
from pe_core.doctor.nothing import Wanted, nothing
from pe_core.doctor.precision import Precision
from pe_core.doctor.report import bug_report, held_against, known_report, unknown_report
from pe_core.doctor.result import Diagnosis
from pe_core.doctor.signs import recognise
from pe_core.doctor.words import check, described

__all__ = ["identical_rows", "moved", "partly", "rounded_dim"]

FloatArray = npt.NDArray[np.float64]


def rounded_dim(
    matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...], notes: tuple[str, ...]
) -> Diagnosis:
    """Return the finding for a table of an even dim where an odd one was asked for."""
    found = explain(matrix, replace(hints, dim=None), tiers)
    asked = hints.dim or matrix.shape[1]
    if found is None or not found.found or found.found[0].kind != "whole":
        return nothing(matrix, replace(hints, dim=None), tiers, Wanted(), notes, None)
    if asked > matrix.shape[1] and (found.found[0].rank > 1 or len(matrix) < 2):
        return known_report(found, held_against(found), notes, hints)
    best = found.found[0]
    table = replace(best.guess.sinusoid, dim=asked, tail="sine")
    shown = min(asked, matrix.shape[1])
    right = Guess(table, np.arange(shown), best.guess.start, best.guess.step)
    held = check(found.matrix, right, right.positions(found.ranks), found.rows, found.precision)
    note = f"The matrix has {matrix.shape[1]} columns; dim {asked} was asked for."
    return bug_report(
        "B1",
        found.matrix,
        right,
        held,
        found.precision,
        (*notes, note),
        found=described(best.guess, best.kind),
    )


def identical_rows(
    matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...], notes: tuple[str, ...]
) -> Diagnosis | None:
    """Return the finding where every row is the same row of an encoding."""
    if len(matrix) < 2 or matrix.shape[1] < 2 or not (matrix == matrix[0]).all():
        return None
    single = explain(matrix[:1], hints, tuple(t.rows(slice(0, 1)) for t in tiers))
    if single is None or not single.found or np.ptp(matrix) == 0:
        return None
    guess = single.found[0].guess
    every = np.arange(len(matrix))
    held = check(matrix, guess, guess.positions(every.astype(float)), every, tiers[-1])
    return bug_report("B14", matrix, guess, held, tiers[-1], notes)


def partly(
    explanation: Explanation, hints: Hints, wanted: Wanted, notes: tuple[str, ...]
) -> Diagnosis:
    """Return the answer where sampled rows fit and others do not."""
    matrix, precision = explanation.matrix, explanation.precision
    seen = recognise(matrix, hints, (precision,))
    guess = explanation.found[0].guess
    if seen is not None:
        every = np.arange(len(matrix))
        held = check(matrix, seen.right, seen.positions, every, precision)
        return bug_report(seen.bug, matrix, seen.right, held, precision, notes)
    held = held_against(explanation)
    verdict = (
        f"Most rows are an encoding ({described(guess, explanation.found[0].kind)}), but only "
        f"{held.rows} of {len(matrix)} rows agree."
    )
    return unknown_report(matrix, verdict, notes, (), (guess, held, precision))


def moved(explanation: Explanation, hints: Hints, notes: tuple[str, ...]) -> Diagnosis:
    """Return the answer for rows of other positions than the one given."""
    best = explanation.found[0]
    right = replace(best.guess, start=float(hints.position or 0))
    held = held_against(explanation, right)
    return bug_report(
        "B18",
        explanation.matrix,
        right,
        held,
        explanation.precision,
        notes,
        found=described(best.guess, best.kind),
    )
