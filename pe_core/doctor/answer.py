"""The order in which readings are tried, the plainest first, and the answer that comes of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import Convention
from pe_core.doctor.blocks import beginnings, blocks, wider
from pe_core.doctor.case import Hints
from pe_core.doctor.fit import base_known, fitted_base, sure, uneven, usual_base
from pe_core.doctor.grid_answer import on_grid
from pe_core.doctor.grids import grid_table
from pe_core.doctor.hypotheses import BUGS
from pe_core.doctor.judge import Case, Verdict, Wanted, against, bug_readings, off_base, suspicious
from pe_core.doctor.names import names
from pe_core.doctor.others import looks_random, nearest, rotary, unlike
from pe_core.doctor.positions import Placed
from pe_core.doctor.precision import Precision
from pe_core.doctor.report import (
    MISMATCH_FIX,
    SPACING,
    Held,
    bug_report,
    described,
    held_against,
    known_sentence,
    measured,
    placed_rows,
    undecided,
)
from pe_core.doctor.result import Diagnosis
from pe_core.doctor.score import Fit, Model
from pe_core.doctor.shape import Sheet, sheets
from pe_core.doctor.suspects import suspect
from pe_core.sinusoid import Sinusoid

__all__ = ["answer"]

FloatArray = npt.NDArray[np.float64]
Tiers = tuple[Precision, ...]
#: Above this no reading is tried: an amplitude in use is sqrt(dim) or so.
MOST = 1e9


@dataclass(frozen=True)
class Explained:
    """Hold what explains a sheet, cheapest first; ``possible`` is too little evidence."""

    sheet: Sheet
    found: tuple[Fit, ...]
    possible: tuple[Fit, ...] = ()


def answer(
    matrix: FloatArray, hints: Hints, tiers: Tiers, wanted: Wanted, notes: tuple[str, ...]
) -> Diagnosis:
    """Try the readings from the plainest to the rarest."""
    case = Case(matrix, tiers, hints, wanted, notes)
    highest = np.abs(matrix).max()
    whole = (matrix == np.round(matrix)).all() and highest > 1
    if (matrix.size > 1 and (whole or np.ptp(matrix) == 0)) or highest > MOST:
        return nothing(case, None)
    told = _rounded_dim(case)
    if told is not None:
        return told
    first = explain(case, (usual_base, fitted_base))
    if first is not None and first.found:
        return judged(case, first)
    if first is not None and _few(first):
        return nothing(case, first)
    for attempt in (_identical_rows, _elsewhere, on_grid, _rotary, _unevenly, _suspected, _rare):
        told = attempt(case)
        if told is not None:
            return told
    return nothing(case, first)


def _few(first: Explained) -> bool:
    """Return whether what fits is too little for any other reading: at most two rows."""
    return bool(first.possible) and len(first.sheet.rows) <= 2


def explain(case: Case, stages: Iterable[Callable[[Sheet], list[Fit]]]) -> Explained | None:
    """Return what explains the matrix: each stage in every precision before the next stage."""
    possible: list[tuple[Sheet, list[Fit]]] = []
    for stage in stages:
        for precision in case.tiers:
            for sheet in sheets(case.matrix, case.hints, precision):
                found = stage(sheet)
                surely = tuple(fit for fit in found if sure(fit, sheet))
                if surely:
                    return Explained(sheet, surely)
                if found:
                    possible.append((sheet, found))
    if not possible:
        return None
    sheet, _ = min(possible, key=lambda both: both[1][0].cost)
    fits = [fit for other, found in possible if other.turned == sheet.turned for fit in found]
    return Explained(sheet, (), tuple(sorted(fits, key=lambda fit: fit.cost)[:4]))


# ---- an explained matrix: known, suspicious, or not as expected


def judged(case: Case, explained: Explained) -> Diagnosis:
    """Return the answer for an explained matrix."""
    explained = _widened(explained, case.hints)
    sheet, fit = explained.sheet, explained.found[0]
    held = held_against(sheet, fit.model, fit.positions)
    if held.first is not None:
        return _partly(case, explained, held)
    placed = placed_rows(sheet, fit.positions)
    if case.wanted.given:
        broken = _unexpected(case, explained, placed)
        return broken or _known(case, explained, held, placed)
    other = off_base(fit, sheet.hints)
    if other is not None:
        return bug_report(
            "mismatch", sheet, other[0], fit.positions, case.notes, words=other[1], placed=placed
        )
    signs = suspicious(explained.found, sheet, placed)
    if signs is not None and not sheet.shift:
        return _of_verdict(case, explained, signs, placed)
    return _known(case, explained, held, placed)


def _unexpected(case: Case, explained: Explained, placed: Placed) -> Diagnosis | None:
    sheet, fit = explained.sheet, explained.found[0]
    entry = case.wanted.convention
    if entry is not None and entry.grid is not None:
        return _one_axis(case, explained, entry)
    broken = against(fit, sheet, case.wanted, _zero_rows(sheet))
    return None if broken is None else _of_verdict(case, explained, broken, placed)


def _one_axis(case: Case, explained: Explained, entry: Convention) -> Diagnosis | None:
    """Return the mismatch of rows along one axis where a grid is expected; None if equal."""
    sheet, fit = explained.sheet, explained.found[0]
    for shape in _shapes(len(sheet.matrix), len(entry.grid.axes) if entry.grid else 2):
        every = np.arange(len(sheet.matrix))
        table, at, speeds = grid_table(entry, shape, sheet.matrix.shape[1], case.hints.base, every)
        allowed = sheet.precision.tolerance(table, at, speeds)
        if (np.abs(table - sheet.matrix) <= allowed).all():
            return None
    words = f"its rows run along one axis; {entry.name} is a table of a grid"
    placed = placed_rows(sheet, fit.positions)
    return bug_report(
        "mismatch", sheet, fit.model, fit.positions, case.notes, words=words, placed=placed
    )


def _shapes(count: int, axes: int) -> list[tuple[int, ...]]:
    if axes == 1:
        return [(count,)]
    sizes = [n for n in range(1, count + 1) if count % n == 0]
    return [(n, *rest) for n in sizes for rest in _shapes(count // n, axes - 1)]


def _of_verdict(case: Case, explained: Explained, verdict: Verdict, placed: Placed) -> Diagnosis:
    sheet, fit = explained.sheet, explained.found[0]
    # Two frequencies have one ratio, and some base makes any of them a right table's.
    if verdict.bug == "B33" and len(fit.sinusoid.frequencies) <= 2 and not case.wanted.given:
        return nothing(case, explained)
    others: tuple[str, ...] = ()
    if verdict.bug in ("B3", "B33", "B35") and not case.wanted.given:
        others = _right_readings(fit)
    told = bug_report(
        verdict.bug,
        sheet,
        verdict.right,
        verdict.positions,
        case.notes,
        words=verdict.words,
        found=described(fit),
        placed=placed,
        alternatives=others,
    )
    if verdict.further and told.bug is not None:
        listed = " and ".join(dict.fromkeys((verdict.bug, *verdict.further)))
        bug = replace(told.bug, further=verdict.further)
        fixes = [BUGS[name].fix if name in BUGS else MISMATCH_FIX for name in verdict.further]
        bug = replace(bug, fix=" ".join(dict.fromkeys((bug.fix, *fixes))))
        sentence = f"{listed}: {verdict.words}." if verdict.bug != "mismatch" else told.verdict
        told = replace(told, bug=bug, verdict=sentence)
    return told


def _right_readings(fit: Fit) -> tuple[str, ...]:
    """Return the right tables with the same numbers."""
    sinusoid = fit.sinusoid
    pairs, columns = len(sinusoid.frequencies), max(sinusoid.columns, 1)
    ratio = float(sinusoid.frequencies[0] / sinusoid.frequencies[1])
    bases = {"paper": ratio ** (columns / 2), "endpoint": ratio ** (pairs - 1)}
    return tuple(
        f"a right table with {SPACING[spacing]} and base {base:.6g}: the numbers are the same."
        for spacing, base in bases.items()
    )


def _known(case: Case, explained: Explained, held: Held, placed: Placed) -> Diagnosis:
    """Return the answer for an encoding that shows no sign of a bug."""
    sheet, fit = explained.sheet, explained.found[0]
    zero_rows = _zero_rows(sheet)
    given = sheet.hints.columns is not None
    called = names(fit, placed, zero_rows=zero_rows, either_half=not given)
    doubts, others = undecided(explained.found, sheet, column_given=given)
    readings = () if case.wanted.given or not fit.positions.any() else bug_readings(fit, sheet)
    verdict = known_sentence(called, fit, held.agreement)
    for reading in readings:
        title = BUGS[reading.bug].title
        others.insert(0, f"{reading.bug} at base {reading.right.sinusoid.base:.6g}: {title}.")
        verdict += f" Or {reading.bug}, {title}: the numbers are the same."
    return Diagnosis(
        "known",
        verdict,
        names=called,
        undecided=(*others[len(readings) :], *doubts),
        alternatives=tuple(others),
        zero_rows=zero_rows,
        positions=placed,
        **measured(sheet, fit.model, fit.positions, held, case.notes),
    )


def _zero_rows(sheet: Sheet) -> tuple[int, ...]:
    return tuple(int(row) for row in np.setdiff1d(np.arange(len(sheet.matrix)), sheet.rows))


def _partly(case: Case, explained: Explained, held: Held) -> Diagnosis:
    """Return the answer where sampled rows fit in equal steps and others do not."""
    for attempt in (_unevenly, _suspected):
        told = attempt(case)
        if told is not None:
            return told
    sheet, fit = explained.sheet, explained.found[0]
    verdict = (
        f"Most rows are an encoding ({described(fit)}), but only {held.rows} of "
        f"{len(sheet.matrix)} rows agree."
    )
    common = measured(sheet, fit.model, fit.positions, held, case.notes)
    return Diagnosis("unknown", verdict, **common | {"sinusoid": None})


def _widened(explained: Explained, hints: Hints) -> Explained:
    """Add the reading as the first columns of a wider table; put it first if the base is odd."""
    fit = explained.found[0]
    if hints.dim is not None or fit.sinusoid.base == hints.bases[0] or np.isnan(fit.step):
        return explained
    more = tuple(wider(fit, explained.sheet, hints.bases[0]))
    sinusoid = fit.sinusoid
    small = sinusoid.base < 20 and sinusoid.base not in hints.bases
    small |= hints.base is not None
    small |= (
        sinusoid.spacing == "endpoint"
        and sinusoid.layout == "interleaved"
        and (sinusoid.base != hints.bases[0])
    )
    order = (*more, *explained.found) if small else (*explained.found, *more)
    return replace(explained, found=order)


# ---- the other readings


def _rounded_dim(case: Case) -> Diagnosis | None:
    """Return the finding for a table of an even dim where an odd one was asked for."""
    asked, shown = case.hints.dim, case.matrix.shape[1]
    if asked is None or case.hints.columns is not None:
        return None
    smaller = asked % 2 and asked + 1 == shown
    larger = asked % 2 and asked == shown + 1
    if not (smaller or larger):
        return None
    found = explain(replace(case, hints=replace(case.hints, dim=None)), (usual_base, fitted_base))
    if found is None or not found.found or found.sheet.turned:
        return None
    fit, sheet = found.found[0], found.sheet
    if fit.model.kind != "whole":
        return None
    if larger and (fit.sinusoid.base not in case.hints.bases[:1] or len(sheet.rows) < 2):
        return None
    table = replace(fit.sinusoid, dim=asked, tail="sine")
    right = Model(table, np.arange(min(asked, shown)))
    note = f"The matrix has {shown} columns; dim {asked} was asked for."
    return bug_report(
        "B1",
        sheet,
        right,
        fit.positions,
        (*case.notes, note),
        found=described(fit),
        placed=placed_rows(sheet, fit.positions),
    )


def _identical_rows(case: Case) -> Diagnosis | None:
    """Return the finding where every row is the same row of an encoding, or of none."""
    matrix = case.matrix
    if len(matrix) < 2 or not (matrix == matrix[0]).all():
        return None
    if matrix.shape[1] > 1:
        tiers = tuple(tier.cut(slice(0, 1)) for tier in case.tiers)
        single = explain(replace(case, matrix=matrix[:1], tiers=tiers), (usual_base, fitted_base))
        if single is not None and single.found:
            fit = single.found[0]
            every = np.arange(len(matrix))
            sheet = Sheet(matrix, every, every.astype(float), case.tiers[-1], case.hints)
            placed = placed_rows(sheet, np.full(len(matrix), fit.start))
            return bug_report(
                "B14", sheet, fit.model, fit.start + sheet.ranks, case.notes, placed=placed
            )
    return nothing(case, None) if len(matrix) > 2 else None


def _unevenly(case: Case) -> Diagnosis | None:
    explained = explain(case, (uneven,))
    if explained is None or not explained.found:
        return None
    held = held_against(explained.sheet, explained.found[0].model, explained.found[0].positions)
    return judged(case, explained) if held.first is None else None


def _rotary(case: Case) -> Diagnosis | None:
    """Read cosine before sine in each pair: a rotary table, or swapped columns (B10)."""
    if case.hints.columns is not None or min(case.matrix.shape) < 2:
        return None
    for side in (False, True):
        matrix = case.matrix.T if side else case.matrix
        columns = matrix.shape[1]
        order = np.arange(columns - columns % 2).reshape(-1, 2)[:, ::-1].ravel()
        tiers = tuple((t.turned() if side else t).cut(columns=order) for t in case.tiers)
        hints = case.hints
        if columns % 2:  # the last sine, made a cosine, has no partner
            hints = replace(hints, dim=columns, columns=tuple(range(columns - 1)))
        swapped = replace(case, matrix=matrix[:, order], tiers=tiers, hints=hints)
        explained = explain(swapped, (usual_base, fitted_base, uneven))
        if explained is None or not explained.found or explained.sheet.turned:
            continue
        sheet, fit = explained.sheet, explained.found[0]
        whole = fit.model.kind in ("whole", "crop") and fit.sinusoid.dim == columns
        single = len(fit.sinusoid.frequencies) < 2 and len(fit.positions) < 3
        if fit.sinusoid.layout == "interleaved" and whole and not single:
            tier = case.tiers[[t.name for t in case.tiers].index(sheet.precision.name)]
            upright = replace(
                sheet,
                matrix=matrix,
                turned=side,
                hints=case.hints,
                precision=tier.turned() if side else tier,
            )
            fit = replace(fit, model=Model(fit.sinusoid, np.arange(columns)))
            told = _swapped(case, upright, fit)
            if told is not None:
                return told
    return None


def _swapped(case: Case, sheet: Sheet, fit: Fit) -> Diagnosis | None:
    """Return the answer for cosines where sines are expected, if every cell bears it out."""
    made = replace(fit.model, rule=BUGS["B10"])
    held = held_against(sheet, made, fit.positions)
    if held.first is not None:
        return None
    placed = placed_rows(sheet, fit.positions)
    even = len(fit.model.columns) % 2 == 0
    if case.wanted.given or not even or fit.sinusoid.amplitude != 1 or _zero_rows(sheet):
        return bug_report("B10", sheet, fit.model, fit.positions, case.notes, placed=placed)
    verdict = (
        "This looks like a rotary (RoPE) table: cosine and sine of each pair in turn, as in "
        f"freqs_cis, {described(fit).split(', ', 1)[1]}. {held.agreement}. If the sine was to come "
        f"first, this is B10: {BUGS['B10'].title}."
    )
    return Diagnosis(
        "unknown",
        verdict,
        alternatives=(f"B10: {BUGS['B10'].title}, if the sine was to come first.",),
        positions=placed,
        **measured(sheet, made, fit.positions, held, case.notes) | {"sinusoid": None},
    )


def _suspected(case: Case) -> Diagnosis | None:
    """Return the finding for a bug that no right encoding explains."""
    for precision in case.tiers[-1:] if len(case.tiers) < 3 else case.tiers[1:]:
        for sheet in sheets(case.matrix, case.hints, precision):
            if min(sheet.matrix.shape) < 2 and sheet.turned:
                continue
            seen = suspect(sheet)
            if seen is not None:
                right = seen.right.sinusoid
                doubts: tuple[str, ...] = ()
                if len(case.matrix) < 3:
                    first = float(seen.positions[0] - sheet.ranks[0])
                    doubts = (
                        f"Read as position {first:.9g} with d = {right.dim} and base "
                        f"{right.base:.7g}.",
                    )
                told = bug_report(
                    seen.bug,
                    sheet,
                    seen.right,
                    seen.positions,
                    case.notes,
                    undecided=doubts,
                    placed=placed_rows(sheet, seen.positions),
                )
                return _also_unpaired(told, right)
    return None


def _also_unpaired(told: Diagnosis, right: Sinusoid) -> Diagnosis:
    """Add that a column's own exponent j/dim is 2j/dim at the root of the base."""
    if told.bug is None or told.bug.id != "B5":
        return told
    other = f"B2 at base {right.base**0.5:.6g}: {BUGS['B2'].title}."
    return replace(told, bug=replace(told.bug, also=("B2", "B4")), alternatives=(other,))


def _elsewhere(case: Case) -> Diagnosis | None:
    """Return the finding for rows of other positions than the one given (B18)."""
    if case.hints.position is None:
        return None
    hints = replace(case.hints, position=None)
    found = explain(replace(case, hints=hints), (usual_base, fitted_base))
    if found is None or not found.found:
        return None
    sheet, fit = found.sheet, found.found[0]
    meant = case.hints.position + sheet.ranks
    return bug_report(
        "B18",
        sheet,
        fit.model,
        meant,
        case.notes,
        found=described(fit),
        placed=placed_rows(sheet, fit.positions),
    )


def _rare(case: Case) -> Diagnosis | None:
    """Try what is rare: blocks out of a larger table, beginnings of one, shifted tables."""
    for stage in (blocks, beginnings, _shifted):
        for precision in case.tiers:
            sheet = next(iter(sheets(case.matrix, case.hints, precision)), None)
            if sheet is None:
                continue
            moved = stage(sheet)
            if moved is None:
                continue
            sheet, found = moved
            found = sorted(found, key=lambda fit: fit.cost)[:64]
            surely = tuple(fit for fit in found if sure(fit, sheet))
            if surely and _unanimous(surely):
                return judged(case, Explained(sheet, surely))
            if found:
                return nothing(case, Explained(sheet, (), tuple(found[:4])))
    return None


def _unanimous(found: tuple[Fit, ...]) -> bool:
    """Return whether all fits of a block agree on numbers and place."""
    return len({(f.sinusoid.spacing, f.sinusoid.dim, f.start, f.step) for f in found}) == 1


def _shifted(sheet: Sheet) -> tuple[Sheet, list[Fit]] | None:
    centre = _centre(sheet.matrix)
    if centre is None:
        return None
    moved = replace(sheet, matrix=sheet.matrix - centre, shift=centre)
    found = usual_base(moved) or fitted_base(moved)
    return (moved, found) if found else None


def _centre(matrix: FloatArray) -> float | None:
    """Return the value around which the first pair turns, if it turns around one at all.

    Fits x² + y² = 2ax + 2by + c to the first pair of each layout; a and b must agree.
    """
    if len(matrix) < 8 or matrix.shape[1] < 2:
        return None
    for other in (1, (matrix.shape[1] + 1) // 2):
        x, y = matrix[:, 0], matrix[:, other]
        design = np.stack([2 * x, 2 * y, np.ones_like(x)], axis=1)
        circle = x**2 + y**2
        solution = np.linalg.lstsq(design, circle, rcond=None)[0]
        a, b = float(solution[0]), float(solution[1])
        size = float(np.abs(circle).max())
        off = np.abs(design @ solution - circle).max()
        if size > 0 and off < 1e-4 * size and abs(a - b) < 1e-4 * np.sqrt(size) < abs(a) * 10:
            return (a + b) / 2
    return None


# ---- no reading holds


def nothing(case: Case, tried: Explained | None) -> Diagnosis:
    """Return the answer where no reading holds: what it could be, and the nearest right table."""
    every = np.arange(len(case.matrix))
    ranks = every.astype(np.float64)
    if case.hints.rows is not None and len(case.hints.rows) == len(every):
        ranks = np.array(case.hints.rows, dtype=np.float64) - case.hints.rows[0]
    sheet = Sheet(case.matrix, every, ranks, case.tiers[-1], case.hints)
    model, positions, held = nearest(sheet)
    if case.wanted.given and looks_random(case.matrix):
        return bug_report("B21", sheet, model, positions, case.notes)
    possible = tried.possible if tried is not None else ()
    doubts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    seen = unlike(case.matrix) or rotary(case.matrix)
    if possible and tried is not None:
        told = tuple(dict.fromkeys(described(fit) for fit in possible))
        doubts, others = told, told[1:]
        verdict = (
            "I cannot tell: these few values fit more than one place."
            if len(doubts) > 1
            else "I cannot tell: these few values fit, but could do so by chance."
        )
        if not base_known(possible[0], case.hints):
            verdict = _would_fit(case, tried, held, model)
    elif seen is not None:
        verdict = seen
    elif held.columns > 1:
        fit = Fit(model, positions, float(positions[0]), 1.0, 1.0, 0.0)
        verdict = (
            f"This is no sinusoidal table that I know: {held.agreement} with the nearest one "
            f"({described(fit)}), and no base gives the others."
        )
    elif looks_random(case.matrix):
        verdict = (
            f"No sinusoid fits; the values look random (mean {case.matrix.mean():.2g}, standard "
            f"deviation {case.matrix.std():.2g}), as learned or re-initialised embeddings do."
        )
    else:
        verdict = "I cannot tell what this is: no sinusoidal encoding fits it."
    common = measured(sheet, model, positions, held, case.notes)
    return Diagnosis(
        "unknown", verdict, undecided=doubts, alternatives=others, **common | {"sinusoid": None}
    )


def _would_fit(case: Case, tried: Explained, held: Held, model: Model) -> str:
    """Say what fits, that other numbers would as well, and which cell speaks against the usual."""
    text = f"This fits {described(tried.possible[0])}, but so few digits would fit nearly any base"
    if held.first is None:
        return f"{text}."
    row, column = held.first
    return (
        f"{text}; with base {model.sinusoid.base:g}, row {row}, column {column} would be "
        f"{held.expected[row, column]:.4g}, and it is {case.matrix[row, column]:.4g}."
    )
