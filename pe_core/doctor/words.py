"""The sentences of a verdict, and the numbers in them."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS
from pe_core.doctor.guess import Guess
from pe_core.doctor.precision import Precision

__all__ = ["Check", "check", "described", "known_sentence"]

FloatArray = npt.NDArray[np.float64]
_CHUNK = 2**20

_LAYOUT = {
    "interleaved": "sine and cosine in turn",
    "sin_cos": "sine half first",
    "cos_sin": "cosine half first",
}
_SPACING = {"paper": "the paper's spacing", "endpoint": "endpoint spacing"}


@dataclass(frozen=True)
class Check:
    """Hold a matrix held against a table: both, and where they part.

    ``first`` is the first (row, column) beyond the tolerance, or None; ``columns`` how many
    columns agree in every row; ``error`` the largest difference in those.
    """

    expected: FloatArray
    difference: FloatArray
    residual: FloatArray
    columns: int
    rows: int
    error: float
    first: tuple[int, int] | None

    @property
    def agreement(self) -> str:
        """Return how many columns agree, and to what."""
        total = self.expected.shape[1]
        to = f" to {self.error:.0e}".replace("e-0", "e-") if self.error else " exactly"
        to = to if self.columns else ""
        return f"{self.columns} of {total} columns agree{to}"


def check(
    matrix: FloatArray,
    guess: Guess,
    positions: FloatArray,
    rows: npt.NDArray[np.intp],
    precision: Precision,
) -> Check:
    """Hold every cell of ``matrix`` against the guess; rows not in ``rows`` must be zero.

    ``positions`` are those of ``rows``. Works in chunks of rows, so that memory stays near that
    of the matrix itself.
    """
    shown = len(guess.columns)
    expected = np.zeros_like(matrix)
    agree = np.ones(matrix.shape[1], dtype=bool)
    good = np.ones(len(matrix), dtype=bool)
    first: tuple[int, int] | None = None
    at = Guess(guess.sinusoid, guess.columns, 0.0, 1.0)
    amplitude = guess.sinusoid.amplitude
    step = max(1, _CHUNK // max(1, shown))
    for low in range(0, len(rows), step):
        part = rows[low : low + step]
        where = positions[low : low + step]
        values = _values(at, where)
        expected[part, :shown] = values
        allowed = (
            precision.rows(part)
            .columns(slice(0, shown))
            .tolerance(values, at.angles(where), amplitude)
        )
        ratio = np.abs(matrix[part, :shown] - values) / np.maximum(allowed, 1e-300)
        wrong = ratio > 1
        if wrong.any():
            agree[:shown] &= ~wrong.any(axis=0)
            good[part] &= ~wrong.any(axis=1)
            if first is None:
                row, column = np.argwhere(wrong)[0]
                first = int(part[row]), int(column)
    difference = matrix - expected
    residual = np.maximum(difference.max(axis=1), -difference.min(axis=1))
    error = (
        float(np.abs(difference[:, agree]).max(initial=0))
        if not agree.all()
        else float(residual.max(initial=0))
    )
    return Check(expected, difference, residual, int(agree.sum()), int(good.sum()), error, first)


def _values(at: Guess, positions: FloatArray) -> FloatArray:
    """Return the rows at ``positions``, by the fast path where they count up by one."""
    sinusoid = at.sinusoid
    whole = len(at.columns) == sinusoid.dim and (np.diff(at.columns) == 1).all()
    if whole and len(positions) > 64 and (np.diff(positions) == 1).all():
        return replace(sinusoid, origin=0.0).table(len(positions), float(positions[0]))
    return at.values(positions)


def described(guess: Guess, kind: str, *, frequencies: bool = True) -> str:
    """Return the numbers of an explanation in words; ``frequencies`` False leaves those out."""
    sinusoid = guess.sinusoid
    order = _LAYOUT[sinusoid.layout]
    if kind.endswith("half"):
        order = f"the {kind.split(maxsplit=1)[0]} half only"
    parts = [order]
    if frequencies and len(sinusoid.frequencies) > 1:
        parts += [_SPACING[sinusoid.spacing], f"base {sinusoid.base:.7g}"]
    if abs(sinusoid.amplitude - 1) > 1e-9:
        parts.append(f"amplitude {sinusoid.amplitude:.6g}")
    parts.append(f"first row is position {guess.start:.9g}")
    if guess.step == -1:
        parts.append("positions count down")
    elif guess.step != 1:
        parts.append(f"{guess.step:.6g} positions per row")
    if kind in ("crop", "block"):
        first, last = int(guess.columns[0]), int(guess.columns[-1])
        parts.append(f"columns {first} to {last} of {sinusoid.dim}")
    return ", ".join(parts)


def known_sentence(
    names: tuple[str, ...], guess: Guess, kind: str, agreement: str, *, only_zero: bool = False
) -> str:
    """Return the verdict on a table without a sign of a bug.

    ``only_zero`` says that position 0 alone is shown, which looks alike at every frequency.
    """
    words = f"{described(guess, kind)}. {agreement}."
    if len(guess.sinusoid.frequencies) < 2 and len(guess.columns) == 2:
        return f"This is a sine and a cosine of one frequency, as every layout has: {words}"
    if not names:
        return f"This is a sinusoidal encoding that no library listed here uses: {words}"
    title = CONVENTIONS[names[0]].name
    if only_zero:
        words = f"{described(guess, kind, frequencies=False)}. {agreement}."
        return f"This is the {title} layout; position 0 tells the layout only: {words}"
    return f"This is the {title} layout: {words}"
