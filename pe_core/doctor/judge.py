"""A right formula can be the wrong one: signs in the fitted numbers, and broken expectations.

The numbers of many bugs are the numbers of another right table. So a bug is named only where no
base in use explains the same cells, and otherwise it is told as a further reading.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import Convention, effective_base
from pe_core.doctor.case import Hints, in_a_library
from pe_core.doctor.hypotheses import BUGS, HYPOTHESES, Bug
from pe_core.doctor.positions import Placed
from pe_core.doctor.precision import Precision
from pe_core.doctor.report import SPACING, described
from pe_core.doctor.score import Fit, Model, Sample, score
from pe_core.doctor.shape import Sheet
from pe_core.sinusoid import SPACINGS, Sinusoid

__all__ = ["Case", "Verdict", "Wanted", "against", "bug_readings", "off_base", "suspicious"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Wanted:
    """Hold the expectation: an encoding with the order of its rows, or a convention."""

    sinusoid: Sinusoid | None = None
    convention: Convention | None = None

    @property
    def given(self) -> bool:
        """Return whether anything is expected."""
        return self.sinusoid is not None or self.convention is not None


@dataclass(frozen=True)
class Case:
    """Hold what is examined: the matrix, its precisions, what is known, expected and noted."""

    matrix: FloatArray
    tiers: tuple[Precision, ...]
    hints: Hints
    wanted: Wanted
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """Hold a class of bug (or "mismatch"), the right rows, and words that come with it."""

    bug: str
    right: Model
    positions: FloatArray
    words: str = ""
    further: tuple[str, ...] = ()


def suspicious(found: tuple[Fit, ...], sheet: Sheet, placed: Placed) -> Verdict | None:
    """Return the bug that positions or numbers alone show, or None."""
    fit, hints = found[0], sheet.hints
    plain = fit.model, sheet.ranks + 0.0
    last = float(fit.positions[-1])
    late = _numbers(BUGS["B37"], fit, sheet)
    if late is not None and hints.position is None:
        return late
    if placed.bug == "B14" and len(fit.positions) > 1:
        return Verdict("B14", fit.model, fit.start + sheet.ranks)
    unit = len(fit.positions) > 2 and abs(fit.step) < 1
    if placed.bug == "B11" or (unit and 0 <= min(fit.start, last) <= max(fit.start, last) < 1.0001):
        return Verdict("B11", *plain)
    if fit.step == -1 and fit.start in (4999, 5000) and len(fit.positions) <= fit.start:
        return Verdict("B23", fit.model, len(fit.positions) // 2 - sheet.ranks)
    if placed.bug and placed.right is not None:
        return Verdict(placed.bug, fit.model, placed.right)
    readings = bug_readings(fit, sheet)
    if readings and not any(_believed(other, sheet) for other in found):
        return readings[0]
    for factor in (np.sqrt(fit.sinusoid.dim), float(fit.sinusoid.dim)):
        # The amplitude was rounded to those in use when it was measured.
        if fit.sinusoid.dim > 1 and fit.sinusoid.amplitude == factor:
            right = replace(fit.model, sinusoid=replace(fit.sinusoid, amplitude=1.0))
            return Verdict("B17", right, fit.positions)
    return None


def _believed(fit: Fit, sheet: Sheet) -> bool:
    """Return whether a right reading stands against a bug with the same numbers.

    Its base must be in use; and where no library has its layout with its spacing, every pair must
    show its frequency: of two unusual readings of a few digits the known mistake is likelier.
    """
    if fit.sinusoid.base not in sheet.hints.bases:
        return False
    if in_a_library(fit.sinusoid):
        return True
    moved = np.ptp(fit.positions) * fit.model.speeds.min() * fit.sinusoid.amplitude
    finest = float(np.min(sheet.precision.resolution)) + sheet.precision.absolute
    return bool(moved > 4 * finest)


def bug_readings(fit: Fit, sheet: Sheet) -> list[Verdict]:
    """Return the bugs whose numbers are these numbers: the base given or in use, made wrong."""
    out = []
    for bug in HYPOTHESES:
        if bug.id in ("B3", "B12", "B33", "B35"):
            reading = _numbers(bug, fit, sheet)
            if reading is not None:
                out.append(reading)
    return out


def _numbers(bug: Bug, fit: Fit, sheet: Sheet) -> Verdict | None:
    """Return the reading as a bug that changes the numbers of the encoding."""
    sinusoid, hints = fit.sinusoid, sheet.hints
    if bug.numbers is None or len(sinusoid.frequencies) < 2 or np.isnan(fit.step):
        return None
    bases = hints.bases if bug.id in ("B33", "B35") else hints.bases[:1]
    bases = (sinusoid.base,) if bug.id == "B37" else bases
    spacings = (sinusoid.spacing,) if bug.id == "B37" else SPACINGS
    for base in bases:
        for spacing in spacings:
            right = replace(sinusoid, base=base, spacing=spacing)
            made, factor = bug.numbers(right)
            if bug.id == "B12":
                # Whatever the shortest timescale was, the step shows it.
                factor = abs(fit.step) or 1.0
                made = replace(right, base=max(base / factor, 1e-12), spacing="endpoint")
                right = replace(right, spacing="endpoint")
            if (factor == 1) == (bug.id in ("B12", "B37")):
                continue
            if factor != 1 and abs(abs(fit.step) / factor - 1) > 1e-6:
                continue
            meant = np.round(fit.positions / factor)
            if np.abs(meant * factor - fit.positions).max() > 1e-6 * (1 + np.abs(meant).max()):
                continue
            model = replace(fit.model, sinusoid=made)
            if score(model, _sample(model, meant * factor, sheet)) <= 1:
                return Verdict(bug.id, replace(fit.model, sinusoid=right), meant)
    return None


def _sample(model: Model, positions: FloatArray, sheet: Sheet) -> Sample:
    shown = slice(0, len(model.columns))
    few = np.unique(np.linspace(0, len(positions) - 1, min(80, len(positions))).astype(np.intp))
    matrix, _, precision = sheet.part(few)
    return matrix[:, shown], positions[few], precision.cut(columns=shown)


def off_base(fit: Fit, hints: Hints) -> tuple[Model, str] | None:
    """Return the right table and words if the base is not the one given, nor its square (a bug)."""
    sinusoid = fit.sinusoid
    if hints.base is None or len(sinusoid.frequencies) < 2 or sinusoid.base == hints.base:
        return None
    told = effective_base(sinusoid)
    # A given base may be meant for either spacing; its square is a bug with a name.
    meant = [effective_base(replace(sinusoid, base=hints.base, spacing=s)) for s in SPACINGS]
    wrong = [
        effective_base(bug.numbers(replace(sinusoid, base=hints.base, spacing="paper"))[0])
        for bug in HYPOTHESES
        if bug.numbers is not None and bug.id in ("B3", "B33", "B35")
    ]
    if any(abs(told / base - 1) < 1e-6 for base in (*meant, *wrong)):
        return None
    right = replace(fit.model, sinusoid=replace(sinusoid, base=hints.base))
    return right, f"the base is {sinusoid.base:.6g}, not {hints.base:.6g}"


def against(fit: Fit, sheet: Sheet, wanted: Wanted, zero_rows: tuple[int, ...]) -> Verdict | None:
    """Return how a fit breaks the expectation, or None where the cells keep it."""
    expected, entry = wanted.sinusoid, wanted.convention
    assert expected is not None
    hints, rows = sheet.hints, len(sheet.matrix)
    order = entry.order if entry is not None else "ascending"
    first = expected.origin if hints.position is None else hints.position
    right = replace(fit.model, sinusoid=replace(expected, origin=0.0), kind="whole")
    if len(right.columns) > expected.dim or right.columns.max() >= expected.dim:
        right = replace(right, columns=np.arange(min(expected.dim, len(right.columns))))
    if order == "ascending":
        meant = first + sheet.ranks
    else:
        assert entry is not None
        meant = entry.positions(rows)[sheet.rows] if rows > 1 else fit.positions
    if hints.columns is not None and order == "ascending" and hints.position is None:
        meant = fit.positions  # a block may come from any row
    zeros = entry.zero_rows if entry is not None and rows > 1 else ()
    odd = sorted(set(zero_rows) ^ {row for row in zeros if row < rows})
    sample = sheet.matrix[sheet.rows], meant, sheet.precision.cut(sheet.rows)
    if not odd and len(right.columns) == sheet.matrix.shape[1] and score(right, sample) <= 1:
        return None
    told = []
    if fit.model.kind in ("whole", "filled") or expected.dim == fit.sinusoid.dim:
        told = _differences(fit, expected, order, meant, sheet)
    if odd:
        told.append(("mismatch", f"row {odd[0]} is {'not ' if odd[0] in zeros else ''}zero"))
    if not told and len(right.columns) == sheet.matrix.shape[1]:
        told.append(("mismatch", described(fit)))
    if told:
        bugs = [bug for bug, _ in told]
        return Verdict(bugs[0], right, meant, "; ".join(w for _, w in told), tuple(bugs[1:]))
    return None


def _differences(
    fit: Fit, expected: Sinusoid, order: str, meant: FloatArray, sheet: Sheet
) -> list[tuple[str, str]]:
    """Return each way in which the numbers differ: a class of bug and words."""
    mine, out = fit.sinusoid, []
    if abs(mine.amplitude / expected.amplitude - 1) > 1e-6 + 4 * sheet.precision.coarse:
        words = f"the amplitude is {mine.amplitude:.6g}, not {expected.amplitude:.6g}"
        out.append(("B17", words))
    speeds, cosine = _waves(fit.model, mine)
    theirs, kinds = _waves(fit.model, expected)
    used = speeds[speeds > 0] if mine.dim == expected.dim else speeds
    if not _equal(np.unique(used), np.unique(theirs[theirs > 0])):
        out.append(_other_frequencies(mine, expected))
    plain = replace(mine, base=expected.base, spacing=expected.spacing, amplitude=1.0)
    if _order_differs(fit.model, plain, expected) or (
        not out and not (np.array_equal(cosine, kinds) and np.allclose(speeds, theirs, rtol=1e-6))
    ):
        out.append(_other_order(mine, expected))
    if not np.allclose(fit.positions, meant, rtol=1e-9, atol=1e-6):
        out.append(_other_rows(fit, order, meant))
    return out


def _waves(model: Model, sinusoid: Sinusoid) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    columns = model.columns[model.columns < sinusoid.dim]
    if model.kind == "filled" or sinusoid.dim > model.sinusoid.dim:
        columns = np.arange(sinusoid.dim)
    return replace(model, sinusoid=sinusoid, columns=columns).waves


def _order_differs(model: Model, mine: Sinusoid, expected: Sinusoid) -> bool:
    """Return whether the columns differ in kind where the frequencies are made the same."""
    if mine.dim != expected.dim:
        return True
    left = replace(model, sinusoid=mine).waves
    right = replace(model, sinusoid=expected).waves
    return not (np.array_equal(left[1], right[1]) and np.allclose(left[0], right[0], rtol=1e-9))


def _other_frequencies(mine: Sinusoid, expected: Sinusoid) -> tuple[str, str]:
    other = "endpoint" if expected.spacing == "paper" else "paper"
    same = replace(expected, spacing=other, layout=mine.layout, dim=mine.dim, tail=mine.tail)
    if _equal(mine.frequencies, same.frequencies):
        return "B9", f"{SPACING[other]} instead of {SPACING[expected.spacing]}"
    base = effective_base(mine)
    if abs(base / effective_base(expected) ** 2 - 1) < 1e-6:
        return "B3", "the exponent is doubled"
    words = f"the base is {base:.6g} in the paper's spacing, not {effective_base(expected):.6g}"
    if mine.dim != expected.dim:
        words = f"{mine.dim} columns carry waves, not {expected.dim}"
    return "mismatch", words


def _other_order(mine: Sinusoid, expected: Sinusoid) -> tuple[str, str]:
    if mine.dim != expected.dim:
        return "mismatch", f"{mine.dim} columns carry waves, not {expected.dim}"
    if mine.layout == expected.layout:
        return "mismatch", f"the odd column is made by the rule {mine.tail}, not {expected.tail}"
    names = {"interleaved": "alternating columns", "sin_cos": "sine half first",
             "cos_sin": "cosine half first"}  # fmt: skip
    swapped = "interleaved" not in (mine.layout, expected.layout)
    words = f"{names[mine.layout]} instead of {names[expected.layout]}"
    return "B10" if swapped else "B7", words


def _other_rows(fit: Fit, order: str, meant: FloatArray) -> tuple[str, str]:
    down = order != "ascending"
    if len(meant) > 1 and (fit.step == -1) != down:
        return "B23", f"rows count {'up' if down else 'down'}"
    words = f"the first row is position {fit.positions[0]:.9g}, not {meant[0]:.9g}"
    if np.isnan(fit.step) or abs(fit.step) != 1:
        return "mismatch", f"rows are not at neighbouring positions; {words}"
    return "B18", words


def _equal(left: FloatArray, right: FloatArray) -> bool:
    return len(left) == len(right) and bool(np.allclose(left, right, rtol=1e-6, atol=0))
