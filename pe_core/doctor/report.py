"""The words of an answer, and the matrix held against the table it should be, cell by cell."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS, effective_base
from pe_core.doctor.fit import base_known
from pe_core.doctor.hypotheses import BUGS, RIGHT
from pe_core.doctor.names import one_kind
from pe_core.doctor.phases import spread_rows, turning
from pe_core.doctor.positions import Placed, described_positions
from pe_core.doctor.result import BugFinding, Diagnosis
from pe_core.doctor.score import Fit, Model, score
from pe_core.doctor.shape import Sheet, longest_run

__all__ = [
    "Held",
    "bug_report",
    "described",
    "finding",
    "held_against",
    "known_sentence",
    "measured",
    "placed_rows",
    "undecided",
]

FloatArray = npt.NDArray[np.float64]
_CHUNK = 2**20
MISMATCH = "a right table, but not the expected one"
MISMATCH_FIX = "Use the numbers of the expected convention, or expect the one found."
LAYOUT = {
    "interleaved": "sine and cosine in turn",
    "sin_cos": "sine half first",
    "cos_sin": "cosine half first",
}
SPACING = {"paper": "the paper's spacing", "endpoint": "endpoint spacing"}


@dataclass(frozen=True)
class Held:
    """Hold a matrix held against a table: both, and where they part.

    ``first`` is the first (row, column) beyond the tolerance, or None; ``columns`` how many
    columns agree in every row, ``rows`` how many rows in every column; ``error`` is the largest
    difference in those columns.
    """

    expected: FloatArray
    difference: FloatArray
    residual: FloatArray
    columns: int
    rows: int
    error: float
    first: tuple[int, int] | None
    good: npt.NDArray[np.bool_]

    @property
    def agreement(self) -> str:
        """Return how many columns agree, and to what."""
        total = self.expected.shape[1]
        to = f" to {self.error:.0e}".replace("e-0", "e-") if self.error else " exactly"
        return f"{self.columns} of {total} columns agree{to if self.columns else ''}"


def held_against(sheet: Sheet, model: Model, positions: FloatArray) -> Held:
    """Hold every cell against the model; rows that carry no encoding must be zero.

    ``positions`` are those of the sheet's rows. Works in chunks of rows, so that memory stays near
    that of the matrix itself.
    """
    matrix, shown = sheet.matrix, len(model.columns)
    expected = np.zeros(matrix.shape)
    agree = np.ones(matrix.shape[1], dtype=bool)
    good = np.ones(len(matrix), dtype=bool)
    first: tuple[int, int] | None = None
    step = max(1, _CHUNK // max(1, shown))
    for low in range(0, len(sheet.rows), step):
        part, where = sheet.rows[low : low + step], positions[low : low + step]
        values = _values(model, where)
        expected[part, :shown] = values
        fine = sheet.precision.cut(part, slice(0, shown))
        allowed = fine.tolerance(values, where, model.speeds, model.sinusoid.amplitude)
        wrong = np.abs(matrix[part, :shown] - values) > allowed
        if wrong.any():
            agree[:shown] &= ~wrong.any(axis=0)
            good[part] &= ~wrong.any(axis=1)
            if first is None:
                row, column = np.argwhere(wrong)[0]
                first = int(part[row]), int(column)
    difference = matrix - expected
    residual = np.maximum(difference.max(axis=1), -difference.min(axis=1))
    error = residual if agree.all() else np.abs(difference[:, agree])
    return Held(
        expected,
        difference,
        residual,
        int(agree.sum()),
        int(good.sum()),
        float(error.max(initial=0)),
        first,
        good,
    )


def _values(model: Model, positions: FloatArray) -> FloatArray:
    """Return the rows at ``positions``, by the fast path where they count up by one."""
    sinusoid = model.sinusoid
    whole = len(model.columns) == sinusoid.dim and (np.diff(model.columns) == 1).all()
    if model.rule is RIGHT and whole and len(positions) > 64 and (np.diff(positions) == 1).all():
        return replace(sinusoid, origin=0.0).table(len(positions), float(positions[0]))
    return model.values(positions)


def placed_rows(sheet: Sheet, positions: FloatArray) -> Placed:
    """Return the position of every row of the sheet, rows of zeros included, described."""
    values = np.full(len(sheet.matrix), np.nan)
    values[sheet.rows] = positions
    return described_positions(values)


def finding(
    bug: str, matrix: FloatArray, expected: FloatArray, first: tuple[int, int] | None
) -> BugFinding:
    """Return the finding of a bug class (or "mismatch") at the first cell that differs."""
    if first is None:
        worst = int(np.abs(matrix - expected).argmax())
        row, column = (int(i) for i in np.unravel_index(worst, matrix.shape))
    else:
        row, column = first
    known = BUGS.get(bug)
    return BugFinding(
        bug,
        known.title if known else MISMATCH,
        row,
        column,
        float(matrix[row, column]),
        float(expected[row, column]),
        known.fix if known else MISMATCH_FIX,
        known.same_matrix if known else (),
    )


def bug_report(
    bug: str,
    sheet: Sheet,
    right: Model,
    positions: FloatArray,
    notes: tuple[str, ...],
    *,
    words: str = "",
    found: str = "",
    placed: Placed | None = None,
    **more: Any,
) -> Diagnosis:
    """Return the answer for a bug or a mismatch.

    ``right`` at ``positions`` (of the sheet's rows) is the table meant; ``found`` describes what
    the matrix is.
    """
    held = held_against(sheet, right, positions)
    what = finding(bug, sheet.matrix, held.expected, held.first)
    if bug == "mismatch":
        verdict = f"This is a right table, but not the expected one: {words or found}."
    else:
        verdict = f"{bug}: {what.title}."
        if what.also:
            verdict = f"{bug} (or {', '.join(what.also)}, the same matrix): {what.title}."
        if words:
            verdict += f" {words}"
    if found and bug != "mismatch":
        notes = (*notes, f"The matrix itself: {found}.")
    return Diagnosis(
        "bug",
        verdict,
        bug=what,
        positions=placed,
        **measured(sheet, right, positions, held, notes),
        **more,
    )


def measured(
    sheet: Sheet, model: Model, positions: FloatArray, held: Held, notes: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of a diagnosis that hold numbers: table, difference, frequencies."""
    sines, cosines, speeds = model.pairs
    run = sheet.rows[longest_run(sheet.ranks)] if len(sheet.rows) else sheet.rows
    turns = turning(sheet.matrix[run], sines, cosines, sheet.precision)
    count = len(turns)
    start, step = _line(sheet, positions)
    pairs = np.arange(len(speeds))
    if model.rule is RIGHT and count:
        place = np.zeros(model.sinusoid.dim, dtype=np.intp)
        place[model.sinusoid.sine_columns] = np.arange(len(model.sinusoid.sine_columns))
        pairs = place[model.columns[sines]]
    order = np.argsort(pairs, kind="stable")[:count]
    notes = _noticed(sheet, notes)
    if sheet.turned and held.first is not None:
        notes = (*notes, "Rows and columns are counted in the table turned upright.")
    return {
        "matrix": sheet.matrix,
        "sinusoid": replace(model.sinusoid, origin=float(np.clip(start, -1e12, 1e12))),
        "step": step,
        "expected": held.expected,
        "difference": held.difference,
        "residual": held.residual,
        "agreement": held.agreement,
        "precision": sheet.precision.name,
        "notes": notes,
        "pairs": pairs[order] if count else np.empty(0, dtype=np.intp),
        "fitted": np.abs(turns)[order] if count else np.empty(0),
        "curve": np.abs(speeds * (step if np.isfinite(step) else 1.0))[order]
        if count
        else np.empty(0),
    }


def _line(sheet: Sheet, positions: FloatArray) -> tuple[float, float]:
    """Return first position (of rank 0) and step; NaN for no equal steps."""
    if len(positions) < 2:
        return float(positions[0] - sheet.ranks[0]) if len(positions) else 0.0, 1.0
    step = float((positions[-1] - positions[0]) / (sheet.ranks[-1] - sheet.ranks[0]))
    start = float(positions[0] - step * sheet.ranks[0])
    if np.abs(positions - start - step * sheet.ranks).max() > 1e-9 * (1 + abs(start)):
        return float(positions[0]), float("nan")
    return start, step


def _noticed(sheet: Sheet, notes: tuple[str, ...]) -> tuple[str, ...]:
    if sheet.shift:
        notes = (*notes, f"Every value is shifted by {sheet.shift:.6g}.")
    if sheet.turned:
        notes = (*notes, "The table lies on its side: its rows are the dimensions.")
    empty = np.setdiff1d(np.arange(len(sheet.matrix)), sheet.rows)
    if len(empty):
        told = ", ".join(map(str, empty[:8])) + (", …" if len(empty) > 8 else "")
        notes = (*notes, f"Rows of zeros (padding or a class token): {told}.")
    return notes


# ---- words


def described(fit: Fit, *, frequencies: bool = True) -> str:
    """Return the numbers of a fit in words; ``frequencies`` False leaves those out."""
    model, sinusoid = fit.model, fit.sinusoid
    order = LAYOUT[sinusoid.layout]
    if model.kind.endswith("half"):
        order = f"the {model.kind.split(maxsplit=1)[0]} half only"
    parts = [order]
    if frequencies and len(sinusoid.frequencies) > 1:
        parts += [SPACING[sinusoid.spacing], f"base {sinusoid.base:.7g}"]
    if abs(sinusoid.amplitude - 1) > 1e-9:
        parts.append(f"amplitude {sinusoid.amplitude:.6g}")
    parts.append(f"first row is position {fit.start:.9g}")
    if fit.step == -1:
        parts.append("positions count down")
    elif np.isnan(fit.step):
        parts.append("rows in no equal steps")
    elif fit.step != 1:
        parts.append(f"{fit.step:.6g} positions per row")
    if model.kind in ("crop", "block"):
        parts.append(f"columns {_ranges(model.columns)} of {sinusoid.dim}")
    return ", ".join(parts)


def _ranges(columns: npt.NDArray[np.intp]) -> str:
    """Return column numbers as ranges.

    >>> _ranges(np.array([0, 1, 2, 6]))
    '0 to 2, 6'
    """
    runs = np.split(columns, np.flatnonzero(np.diff(columns) != 1) + 1)
    return ", ".join(f"{r[0]} to {r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def known_sentence(called: tuple[str, ...], fit: Fit, agreement: str) -> str:
    """Return the verdict on a table without a sign of a bug."""
    sinusoid = fit.sinusoid
    words = f"{described(fit)}. {agreement}."
    if len(sinusoid.frequencies) < 2 and len(fit.model.columns) == 2:
        return f"This is a sine and a cosine of one frequency, as every layout has: {words}"
    if not called:
        return f"This is a sinusoidal encoding that no library listed here uses: {words}"
    title = CONVENTIONS[called[0]].name
    if len(sinusoid.frequencies) > 1 and not fit.positions.any():
        # Position 0 alone looks alike at every frequency.
        words = f"{described(fit, frequencies=False)}. {agreement}."
        return f"This is the {title} layout; position 0 tells the layout only: {words}"
    return f"This is the {title} layout: {words}"


def undecided(
    found: tuple[Fit, ...], sheet: Sheet, *, column_given: bool = False
) -> tuple[list[str], list[str]]:
    """Return what the input cannot decide about the first fit, and the other readings of it."""
    fit, hints = found[0], sheet.hints
    sinusoid, kind = fit.sinusoid, fit.model.kind
    pairs = len(sinusoid.frequencies)
    if pairs < 2:
        return [
            "With one frequency, every base and spacing gives the same numbers.",
            "With one frequency, the position is known modulo 2π only.",
        ], []
    if not fit.positions.any():
        return ["Row 0 is the same for every base and spacing; it tells the layout only."], []
    out = []
    if kind == "crop" and hints.dim is None:
        out.append(
            "The dim is a guess: the first columns tell base^(-2/dim) only, and half the dim with "
            "the square root of the base gives the same numbers."
        )
    texts = (_alternative(fit, other) for other in found[1:])
    others = list(dict.fromkeys(text for text in texts if text))[:4]
    if not others or kind == "whole":
        out += _base_doubt(fit, sheet)
    if sinusoid.spacing == "endpoint":
        base = effective_base(sinusoid)
        out.append(f"The paper's spacing with base {base:.6g} gives the same numbers.")
    elif sinusoid.base != 10_000.0 or pairs == 2:
        base = sinusoid.base ** ((pairs - 1) * 2 / max(sinusoid.columns, 1))
        out.append(f"Endpoint spacing with base {base:.6g} gives the same numbers.")
    if sinusoid.layout == "interleaved" and fit.step == 1 and fit.start == 1:
        out.append(
            "Rows from position 1: the paper's table without row 0, or a table that counts "
            "from 1, as DETR's do."
        )
    if one_kind(fit.model) and not column_given:
        out.append("Only one half is shown, which does not say which half comes first.")
    if (
        kind == "whole"
        and not base_known(fit, hints)
        and sinusoid.layout == "interleaved"
        and hints.dim is None
    ):
        out.append("Should there be more columns than shown, base and dim cannot be told apart.")
    return out, others


def _alternative(fit: Fit, other: Fit) -> str | None:
    """Return a sentence on another fit, if it is another one."""
    mine, that = fit.sinusoid, other.sinusoid
    same = (mine.spacing, mine.base, mine.layout, mine.dim)
    if (that.spacing, that.base, that.layout, that.dim) == same:
        if abs(other.start - fit.start) > 1e-6:
            return f"The first row may be position {other.start:g} as well."
        return None
    close = len(that.frequencies) == len(mine.frequencies) and np.allclose(
        that.frequencies, mine.frequencies, rtol=1e-9
    )
    if close and that.layout == mine.layout and that.dim == mine.dim:
        return None
    where = "" if that.dim == mine.dim else f", dim {that.dim}"
    spacing = SPACING[that.spacing]
    return (
        f"{spacing[0].upper() + spacing[1:]} with base {that.base:g}, {LAYOUT[that.layout]}"
        f"{where}, fits this input as well."
    )


def _base_doubt(fit: Fit, sheet: Sheet) -> list[str]:
    """Say so if a base a tenth larger or smaller would fit as well."""
    model = fit.model
    few = spread_rows(len(sheet.rows), 60)
    matrix, _, precision = sheet.part(few)
    shown = slice(0, len(model.columns))
    sample = matrix[:, shown], fit.positions[few], precision.cut(columns=shown)
    for factor in (1.1, 1 / 1.1):
        base = float(np.clip(model.sinusoid.base * factor, 1e-12, 1e12))
        other = replace(model, sinusoid=replace(model.sinusoid, base=base))
        if score(other, sample) > 1:
            return []
    return [
        "These rows and digits are too few to tell the base: one a tenth larger or smaller fits."
    ]
