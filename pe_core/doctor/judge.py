"""A right formula can be the wrong one: signs in the fitted numbers, and broken expectations."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import effective_base
from pe_core.doctor.fitted import Found
from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import Hints
from pe_core.sinusoid import SPACINGS, Sinusoid

__all__ = ["Verdict", "against", "off_base", "suspicious"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Verdict:
    """Hold a class of bug (or "mismatch"), the right rows, and words for a mismatch."""

    bug: str
    right: Guess
    words: str = ""


def suspicious(found: Found, rows: int, hints: Hints) -> Verdict | None:
    """Return the bug that the fitted numbers alone show, or None.

    ``rows`` is the number of rows. A base is suspect only if it is the square of the one given,
    or of 10000 where none was given.
    """
    guess, sinusoid = found.guess, found.guess.sinusoid
    last = guess.start + guess.step * (rows - 1)
    if rows > 1 and guess.step == 0:
        return Verdict("B14", replace(guess, step=1.0))
    if (
        rows > 2
        and abs(guess.step) < 1
        and 0 <= min(guess.start, last) <= max(guess.start, last) <= 1 + 1e-4
    ):
        return Verdict("B11", replace(guess, start=0.0, step=1.0))
    if guess.step == -1 and guess.start in (4999, 5000) and rows <= guess.start:
        return Verdict("B23", replace(guess, start=float(rows // 2)))
    usual = hints.bases[0]
    pairs = len(sinusoid.frequencies)
    square = abs(effective_base(sinusoid) / usual**2 - 1) < 1e-3
    library = sinusoid.spacing == "endpoint" and sinusoid.base == usual
    if pairs > 1 and square and not (library and sinusoid.layout != "interleaved"):
        right = replace(sinusoid, base=usual, spacing="paper")
        return Verdict("B3", replace(guess, sinusoid=right))
    if found.rank >= 4 and pairs > 1 and abs(guess.step) not in (0, 1):
        ratio = float(sinusoid.frequencies[0] / sinusoid.frequencies[-1])
        if abs(ratio * abs(guess.step) / usual - 1) < 1e-3:
            right = replace(sinusoid, base=usual, spacing="endpoint")
            return Verdict("B12", replace(guess, sinusoid=right, step=1.0))
    for factor in (np.sqrt(sinusoid.dim), float(sinusoid.dim)):
        if sinusoid.dim > 1 and abs(sinusoid.amplitude / factor - 1) < 1e-3:
            return Verdict("B17", replace(guess, sinusoid=replace(sinusoid, amplitude=1.0)))
    return None


def off_base(found: Found, hints: Hints) -> Verdict | None:
    """Return a mismatch if the base is not the one the reader gave, nor its square (a bug)."""
    sinusoid = found.guess.sinusoid
    if hints.base is None or len(sinusoid.frequencies) < 2:
        return None
    told = effective_base(sinusoid)
    # A given base may be meant for either spacing; its square is a bug with a name.
    meant = [effective_base(replace(sinusoid, base=hints.base, spacing=s)) for s in SPACINGS]
    if any(abs(told / base - 1) < 1e-3 for base in (*meant, hints.base**2)):
        return None
    right = replace(found.guess, sinusoid=replace(sinusoid, base=hints.base))
    words = f"the base is {sinusoid.base:.6g}, not {hints.base:.6g}"
    return Verdict("mismatch", right, words)


def against(
    guess: Guess, expected: Sinusoid, hints: Hints, *, order: str = "ascending"
) -> Verdict | None:
    """Return how the explanation breaks the expectation, or None where it keeps it.

    ``expected`` has the dim of the table; ``order`` is that of its rows.
    """
    mine = guess.sinusoid
    right = replace(guess, sinusoid=replace(expected, origin=0))
    if not _close(mine.amplitude, expected.amplitude, 1e-3):
        return Verdict("B17", right)
    if not _equal(mine.frequencies, expected.frequencies):
        return _other_frequencies(guess, expected, right)
    if not _same_columns(guess, expected):
        return Verdict(
            "B10" if "interleaved" not in (mine.layout, expected.layout) else "B7", right
        )
    start = expected.origin if hints.position is None else hints.position
    if (order == "ascending" and guess.step == -1) or (order != "ascending" and guess.step == 1):
        return Verdict("B23", replace(right, step=-guess.step))
    if order == "ascending" and hints.column is None and not _close(guess.start, start, 1e-6):
        return Verdict("B18", replace(right, start=start))
    return None


def _other_frequencies(guess: Guess, expected: Sinusoid, right: Guess) -> Verdict:
    mine = guess.sinusoid
    other = "endpoint" if expected.spacing == "paper" else "paper"
    if _equal(mine.frequencies, replace(expected, spacing=other).frequencies):
        return Verdict("B9", right)
    if _close(effective_base(mine), effective_base(expected) ** 2, 1e-3):
        return Verdict("B3", right)
    words = f"the base is {effective_base(mine):.6g} in the paper's spacing, not "
    return Verdict("mismatch", right, words + f"{effective_base(expected):.6g}")


def _same_columns(guess: Guess, expected: Sinusoid) -> bool:
    """Return whether each column shown holds the same wave in both."""
    mine, theirs = replace(guess, start=1.0), replace(guess, start=1.0, sinusoid=expected)
    once = np.zeros(1)
    return bool(np.allclose(mine.values(once), theirs.values(once), atol=1e-9)) and bool(
        np.allclose(mine.angles(once), theirs.angles(once), rtol=1e-9)
    )


def _equal(left: FloatArray, right: FloatArray) -> bool:
    return len(left) == len(right) and bool(np.allclose(left, right, rtol=1e-3, atol=0))


def _close(left: float, right: float, error: float) -> bool:
    return abs(left - right) <= error * max(1.0, abs(right))
