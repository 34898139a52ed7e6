"""A guess about a matrix, and how well the matrix bears it out.

A guess is an encoding, the columns of it that the matrix shows, and the positions of its rows.
Everything the doctor accepts (a whole table, one row, the first columns, one half, a block out
of the middle, rows that count down) is one of these.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.derivation import exponents
from pe_core.doctor.precision import Precision
from pe_core.sinusoid import Sinusoid

__all__ = ["Guess", "polish", "score"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Guess:
    """Say: row r shows ``columns`` of ``sinusoid`` at position ``start + step·r``.

    ``fast`` takes frequencies by a power in float64, good to a dozen last places, not exact ones.
    """

    sinusoid: Sinusoid
    columns: IntArray
    start: float
    step: float = 1.0
    fast: bool = False

    def positions(self, ranks: FloatArray) -> FloatArray:
        """Return the position of each row, given its rank."""
        return self.start + self.step * ranks

    def angles(self, ranks: FloatArray) -> FloatArray:
        """Return the angle of each cell in rad, shape (ranks, columns); 0 for a zero column."""
        return self.positions(ranks)[:, None] * self._frequencies

    def values(self, ranks: FloatArray) -> FloatArray:
        """Return the value of each cell, shape (ranks, columns)."""
        return self._waves(self.angles(ranks))

    @property
    def _frequencies(self) -> FloatArray:
        whole = np.zeros(self.sinusoid.dim)
        sinusoid = self.sinusoid
        speeds = sinusoid.base ** -exponents(sinusoid) if self.fast else sinusoid.frequencies
        whole[sinusoid.sine_columns] = speeds
        whole[sinusoid.cosine_columns] = speeds[: len(sinusoid.cosine_columns)]
        return whole[self.columns]

    def _waves(self, angles: FloatArray) -> FloatArray:
        cosine = np.isin(self.columns, self.sinusoid.cosine_columns)
        out = np.empty_like(angles)
        out[:, ~cosine] = np.sin(angles[:, ~cosine])
        out[:, cosine] = np.cos(angles[:, cosine])
        out *= self.sinusoid.amplitude
        return out

    @property
    def speeds(self) -> FloatArray:
        """Return the frequency of each column, shape (columns,), in rad per position."""
        return self._frequencies

    def ratio(self, matrix: FloatArray, ranks: FloatArray, precision: Precision) -> FloatArray:
        """Return (matrix - value) / tolerance for each cell."""
        angles = self.angles(ranks)
        values = self._waves(angles)
        allowed = precision.tolerance(values, angles, self.sinusoid.amplitude)
        return (matrix - values) / np.maximum(allowed, 1e-300)


def score(guess: Guess, matrix: FloatArray, ranks: FloatArray, precision: Precision) -> float:
    """Return the largest error in units of what is allowed; at most 1 means borne out."""
    return float(np.abs(guess.ratio(matrix, ranks, precision)).max(initial=0))


def polish(
    guess: Guess,
    matrix: FloatArray,
    ranks: FloatArray,
    precision: Precision,
    free: tuple[str, ...],
) -> Guess:
    """Move the ``free`` numbers (base, start, step, amplitude) to fit best, by Gauss-Newton.

    Floating point allows cells near zero next to nothing: where a wave crosses zero, its angle is
    known best. From afar such a cell would rule alone, so its weight grows as the fit comes near.
    """
    best = replace(guess, fast=True)
    for floor in (0.1, 1e-2, 1e-3, 1e-4):
        values = best.values(ranks)
        allowed = precision.tolerance(values, best.angles(ranks), best.sinusoid.amplitude)
        least = max(floor * float(allowed.max(initial=0)), 1e-300)
        best = _descend(best, matrix, ranks, 1 / np.maximum(allowed, least), free)
    return replace(best, fast=False)


def _descend(
    best: Guess, matrix: FloatArray, ranks: FloatArray, weights: FloatArray, free: tuple[str, ...]
) -> Guess:
    """Take Gauss-Newton steps with fixed weights for as long as they help, three at most."""
    values = best.values(ranks)
    off = (matrix - values) * weights
    for _ in range(3):
        moved = [_nudge(best, name, 1e-6).values(ranks) for name in free]
        slopes = [((m - values) * weights).reshape(-1) / 1e-6 for m in moved]
        steps = np.linalg.lstsq(np.stack(slopes, axis=1), off.reshape(-1), rcond=None)[0]
        try:
            nearer = best
            for name, step in zip(free, steps, strict=True):
                nearer = _nudge(nearer, name, float(step))
        except (ValueError, OverflowError):
            return best
        values = nearer.values(ranks)
        now = (matrix - values) * weights
        if not float((now**2).sum()) < float((off**2).sum()):
            return best
        best, off = nearer, now
    return best


def _nudge(guess: Guess, name: str, step: float) -> Guess:
    """Return the guess with one number moved: base and amplitude by a factor e^step."""
    sinusoid = guess.sinusoid
    if name in ("base", "amplitude"):
        value = getattr(sinusoid, name) * math.exp(step)
        return replace(guess, sinusoid=replace(sinusoid, **{name: value}))
    moved = getattr(guess, name) + step
    if not abs(moved) < 1e12:
        raise ValueError(f"{name} ran away in the fit")
    return replace(guess, **{name: moved})
