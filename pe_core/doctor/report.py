"""Put an answer together: the verdict, the nearest right table and where the matrix leaves it."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.bugs import BUGS
from pe_core.doctor.doubts import undecided
from pe_core.doctor.explain import Explanation
from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import Hints
from pe_core.doctor.judge import Verdict
from pe_core.doctor.naming import names
from pe_core.doctor.precision import Precision
from pe_core.doctor.result import BugFinding, Diagnosis
from pe_core.doctor.views import View
from pe_core.doctor.waves import turning
from pe_core.doctor.words import Check, check, described, known_sentence
from pe_core.sinusoid import Sinusoid

__all__ = ["bug_report", "finding", "known_report", "unknown_report"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]

MISMATCH_FIX = "Use the numbers of the expected convention, or expect the one found."


def finding(
    bug: str, matrix: FloatArray, expected: FloatArray, cell: tuple[int, int]
) -> BugFinding:
    """Return the finding of a bug class (or "mismatch") at the first cell that differs."""
    row, column = cell
    known = BUGS.get(bug)
    return BugFinding(
        bug,
        known.title if known else "a right table, but not the expected one",
        row,
        column,
        float(matrix[row, column]),
        float(expected[row, column]),
        known.fix if known else MISMATCH_FIX,
        known.same_matrix if known else (),
    )


def first_cell(matrix: FloatArray, expected: FloatArray, held: Check) -> tuple[int, int]:
    """Return the first cell beyond tolerance, or else the one with the largest difference."""
    if held.first is not None:
        return held.first
    worst = int(np.abs(held.difference).argmax())
    row, column = np.unravel_index(worst, matrix.shape)
    return int(row), int(column)


def known_report(
    explanation: Explanation, held: Check, notes: tuple[str, ...], hints: Hints
) -> Diagnosis:
    """Return the answer for an encoding that shows no sign of a bug."""
    best = explanation.found[0]
    guess = best.guess
    matrix, ranks = explanation.matrix, explanation.ranks
    zero_rows = _zero_rows(explanation)
    called = names(
        guess,
        rows=len(matrix),
        zero_rows=zero_rows,
        kind=best.kind,
        either_half=hints.column is None,
    )
    doubts = undecided(
        explanation.found,
        matrix[explanation.rows],
        ranks,
        explanation.precision.rows(explanation.rows),
        dim_given=hints.dim is not None,
        column_given=hints.column is not None,
    )
    if explanation.shift:
        notes = (*notes, f"Every value is shifted by {explanation.shift:.6g}.")
    if explanation.transposed:
        notes = (*notes, "The table lies on its side: its rows are the dimensions.")
    if zero_rows:
        told = ", ".join(map(str, zero_rows[:8])) + (", …" if len(zero_rows) > 8 else "")
        notes = (*notes, f"Rows of zeros (padding or a class token): {told}.")
    return Diagnosis(
        status="known",
        verdict=known_sentence(
            called,
            guess,
            best.kind,
            held.agreement,
            only_zero=len(guess.sinusoid.frequencies) > 1 and not guess.positions(ranks).any(),
        ),
        names=called,
        undecided=tuple(doubts),
        zero_rows=zero_rows,
        **_common(explanation.matrix, guess, held, explanation.precision, notes),
    )


def bug_report(
    bug: str,
    matrix: FloatArray,
    right: Guess,
    held: Check,
    precision: Precision,
    notes: tuple[str, ...],
    *,
    words: str = "",
    found: str = "",
    doubts: tuple[str, ...] = (),
) -> Diagnosis:
    """Return the answer for a recognised bug; ``found`` describes what the matrix is."""
    what = finding(bug, matrix, held.expected, first_cell(matrix, held.expected, held))
    if bug == "mismatch":
        verdict = f"This is a right table, but not the expected one: {words or found}."
    else:
        verdict = f"{bug}: {what.title}."
        if what.also:
            verdict = f"{bug} (or {', '.join(what.also)}, the same matrix): {what.title}."
    if found and bug != "mismatch":
        notes = (*notes, f"The matrix itself: {found}.")
    return Diagnosis(
        status="bug",
        verdict=verdict,
        undecided=doubts,
        bug=what,
        **_common(matrix, right, held, precision, notes),
    )


def unknown_report(
    matrix: FloatArray,
    verdict: str,
    notes: tuple[str, ...],
    doubts: tuple[str, ...] = (),
    near: tuple[Guess, Check, Precision] | None = None,
) -> Diagnosis:
    """Return the answer where nothing can be told, with the nearest right table if there is one."""
    if near is None:
        return Diagnosis("unknown", verdict, matrix, undecided=doubts, notes=notes)
    guess, held, precision = near
    common = _common(matrix, guess, held, precision, notes)
    common["sinusoid"] = None
    return Diagnosis("unknown", verdict, undecided=doubts, **common)


def _common(
    matrix: FloatArray, guess: Guess, held: Check, precision: Precision, notes: tuple[str, ...]
) -> dict[str, Any]:
    view = View(guess.sinusoid, guess.columns, "")
    measured = turning(_longest_run(matrix), view.arrangement, precision)
    pairs: IntArray = view.pairs if len(measured) else np.empty(0, dtype=np.intp)
    return {
        "matrix": matrix,
        "sinusoid": _placed(guess),
        "step": guess.step,
        "expected": held.expected,
        "difference": held.difference,
        "residual": held.residual,
        "agreement": held.agreement,
        "precision": precision.name,
        "notes": notes,
        "pairs": pairs,
        "fitted": np.abs(measured),
        "curve": np.abs(guess.sinusoid.frequencies[pairs] * guess.step),
    }


def _placed(guess: Guess) -> Sinusoid:
    return replace(guess.sinusoid, origin=float(np.clip(guess.start, -1e12, 1e12)))


def _zero_rows(explanation: Explanation) -> tuple[int, ...]:
    empty = np.setdiff1d(np.arange(len(explanation.matrix)), explanation.rows)
    return tuple(int(row) for row in empty)


def _longest_run(matrix: FloatArray) -> FloatArray:
    """Return the longest run of rows that are not all zero."""
    full = np.flatnonzero(matrix.any(axis=1))
    if not len(full):
        return matrix[:0]
    if len(full) == len(matrix):
        return matrix
    run = max(np.split(full, np.flatnonzero(np.diff(full) > 1) + 1), key=len)
    return matrix[run]


def held_against(explanation: Explanation, guess: Guess | None = None) -> Check:
    """Hold an explained matrix against its best explanation, or against another guess."""
    guess = guess or explanation.found[0].guess
    positions = guess.positions(explanation.ranks)
    return check(explanation.matrix, guess, positions, explanation.rows, explanation.precision)


def of_verdict(explanation: Explanation, verdict: Verdict, notes: tuple[str, ...]) -> Diagnosis:
    """Return the answer for an explanation that shows a bug or breaks an expectation."""
    best = explanation.found[0]
    held = held_against(explanation, verdict.right)
    doubts: tuple[str, ...] = ()
    if verdict.bug == "B3" and len(best.guess.sinusoid.frequencies) == 2:
        doubts = (
            "With two frequencies, endpoint spacing gives the same numbers: if that is meant, "
            "the table is right.",
        )
    return bug_report(
        verdict.bug,
        explanation.matrix,
        verdict.right,
        held,
        explanation.precision,
        notes,
        words=verdict.words,
        found=described(best.guess, best.kind),
        doubts=doubts,
    )
