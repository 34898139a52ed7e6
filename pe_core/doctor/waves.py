"""Columns to phasors, phasors to frequencies and phases.

Two columns that share a frequency, one a sine and one a cosine, are a point on a circle. Its
radius is the amplitude, its angle the phase, and its turn from row to row the frequency: all
three can be read off without knowing the base.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.doctor.precision import Precision

__all__ = ["ARRANGEMENTS", "Arrangement", "Waves", "measure", "measure_single", "paired", "turning"]

FloatArray = npt.NDArray[np.float64]
ComplexArray = npt.NDArray[np.complex128]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Arrangement:
    """Pair up columns: pair i has its sine in column ``sines[i]``, its cosine in ``cosines[i]``."""

    layout: str
    sines: IntArray
    cosines: IntArray


@dataclass(frozen=True)
class Waves:
    """Hold what was measured of each pair.

    ``frequencies`` in rad per row (signed, modulo 2π; None for a single row), ``phases`` in rad at
    row 0, ``pairs`` the number of each pair, ``amplitude`` the common radius. ``spread`` is the
    error to allow for each phase, ``drift`` for each frequency, both in rad.
    """

    frequencies: FloatArray | None
    phases: FloatArray
    pairs: IntArray
    amplitude: float
    spread: FloatArray
    drift: FloatArray


#: The layouts a whole table can have; "swapped" is cosine before sine in each pair.
ARRANGEMENTS = ("interleaved", "sin_cos", "cos_sin", "swapped")


def paired(layout: str, columns: int) -> Arrangement:
    """Return the complete pairs that a layout makes of so many columns.

    An odd number leaves out the last sine. Any layout of :data:`ARRANGEMENTS`.

    >>> paired("sin_cos", 4).cosines.tolist()
    [2, 3]
    """
    half = columns // 2
    pairs = np.arange(half)
    extra = columns - half
    both = {
        "interleaved": (2 * pairs, 2 * pairs + 1),
        "swapped": (2 * pairs + 1, 2 * pairs),
        "sin_cos": (pairs, pairs + extra),
        "cos_sin": (pairs + half, pairs),
    }[layout]
    return Arrangement(layout, *both)


def measure(matrix: FloatArray, arrangement: Arrangement, precision: Precision) -> Waves | None:
    """Measure every pair of consecutive rows, or return None where they are not on a circle."""
    few = matrix[_spread_rows(len(matrix), 16)]
    squares = few[:, arrangement.sines] ** 2 + few[:, arrangement.cosines] ** 2
    if not squares.size or not (mean := float(np.median(squares))) > 0:
        return None
    amplitude = float(np.sqrt(mean))
    # 4: both squares may be off by twice the rounding; 1e-6: float32 builders.
    off = 4 * (precision.relative + precision.absolute)
    off += 4 * float(np.max(precision.resolution, initial=0)) / amplitude + 1e-6
    if np.abs(squares / mean - 1).max() > off:
        return None
    return _waves(matrix, arrangement, precision, amplitude)


def turning(matrix: FloatArray, arrangement: Arrangement, precision: Precision) -> FloatArray:
    """Return the mean turn of each pair from row to row, in rad, whether on a circle or not."""
    if len(matrix) < 2 or not len(arrangement.sines):
        return np.empty(0)
    frequencies = _waves(matrix, arrangement, precision, 1.0).frequencies
    return np.empty(0) if frequencies is None else frequencies


def _waves(
    matrix: FloatArray, arrangement: Arrangement, precision: Precision, amplitude: float
) -> Waves:
    def phasors(rows: IntArray | slice) -> ComplexArray:
        part = matrix[rows]
        out: ComplexArray = part[:, arrangement.cosines] + 1j * part[:, arrangement.sines]
        return out

    length = len(matrix)
    frequencies = None
    if length > 1:
        first = phasors(slice(0, min(length, 65)))
        frequencies = np.angle((first[1:] * first[:-1].conj()).sum(axis=0))
        lag = 2
        while lag < length:
            starts = _spread_rows(length - lag, 32)
            turns = (phasors(starts + lag) * phasors(starts).conj()).sum(axis=0)
            frequencies += np.angle(turns * np.exp(-1j * frequencies * lag)) / lag
            lag = min(2 * lag, length - 1) if lag < length - 1 else length
    ends = np.angle(phasors(np.array([0, length - 1])))
    blur = float(np.max(precision.resolution, initial=0)) / amplitude
    mixed = 2 * precision.relative * np.abs(np.sin(ends) * np.cos(ends))
    errors = 1.5 * (mixed + precision.absolute + blur) + 1e-15
    phases, spread = ends[0], errors[0]
    drift = errors.sum(axis=0) / max(1, length - 1)
    pairs = np.arange(len(phases))
    return Waves(frequencies, phases, pairs, amplitude, spread, drift)


def measure_single(
    matrix: FloatArray, amplitude: float, cosine: bool, precision: Precision
) -> Waves | None:
    """Measure columns that have no partner (one half of a table), from at least three rows.

    x[r - 1] + x[r + 1] = 2 cos ω · x[r] gives the frequency where a column turns enough to tell.
    """
    if len(matrix) < 3:
        return None
    middle = matrix[1:-1]
    power = (middle**2).sum(axis=0)
    sums = (middle * (matrix[:-2] + matrix[2:])).sum(axis=0)
    ratio = np.clip(sums / np.maximum(2 * power, 1e-300), -1, 1)
    frequencies = np.arccos(ratio)
    noise = precision.coarse * 4 / np.sqrt(np.maximum(power, 1e-300))
    drift = noise / np.maximum(np.sin(frequencies), np.sqrt(noise))
    usable = np.flatnonzero((drift < 0.05 * frequencies) & (power > 0))
    if not len(usable):
        return None
    value = np.clip(matrix[0, usable] / amplitude, -1, 1)
    phases = np.arccos(value) if cosine else np.arcsin(value)
    wide = np.full(len(usable), np.pi)
    return Waves(frequencies[usable], phases, usable, amplitude, wide, drift[usable])


def _spread_rows(length: int, count: int) -> IntArray:
    """Return at most ``count`` rows, spread over the length, the first and last among them."""
    return np.unique(np.linspace(0, length - 1, min(count, length)).astype(np.intp))
