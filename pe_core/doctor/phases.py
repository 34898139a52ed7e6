"""Columns to phasors, phasors to frequencies and phases.

Two columns that share a frequency, one a sine and one a cosine, are a point on a circle. Its
radius is the amplitude, its angle the phase, and its turn from row to row the frequency: all
three can be read off without knowing the base.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.doctor.precision import Precision

__all__ = ["Line", "Waves", "measure", "measure_single", "regress", "round_amplitude", "turning"]

FloatArray = npt.NDArray[np.float64]
ComplexArray = npt.NDArray[np.complex128]
IntArray = npt.NDArray[np.intp]


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


@dataclass(frozen=True)
class Line:
    """Hold the line ln ω = intercept - slope · pair and the standard error of its slope."""

    slope: float
    intercept: float
    error: float


def measure(
    matrix: FloatArray, sines: IntArray, cosines: IntArray, pairs: IntArray, precision: Precision
) -> Waves | None:
    """Measure every pair of consecutive rows, or return None where they are not on a circle.

    Pair i has its sine in column ``sines[i]``, its cosine in ``cosines[i]`` and the number
    ``pairs[i]``.
    """
    few = matrix[spread_rows(len(matrix), 16)]
    squares = few[:, sines] ** 2 + few[:, cosines] ** 2
    if not squares.size or not (mean := float(np.median(squares))) > 0:
        return None
    amplitude = float(np.sqrt(mean))
    # 4: both squares may be off by twice the rounding; 1e-6: float32 builders.
    off = 4 * (precision.relative + precision.absolute)
    off += 4 * float(np.max(precision.resolution, initial=0)) / amplitude + 1e-6
    if np.abs(squares / mean - 1).max() > off:
        return None
    return _waves(matrix, (sines, cosines, pairs), precision, amplitude)


def turning(
    matrix: FloatArray, sines: IntArray, cosines: IntArray, precision: Precision
) -> FloatArray:
    """Return the mean turn of each pair from row to row, in rad, whether on a circle or not."""
    if len(matrix) < 2 or not len(sines):
        return np.empty(0)
    found = _waves(matrix, (sines, cosines, sines), precision, 1.0).frequencies
    return np.empty(0) if found is None else found


def _waves(
    matrix: FloatArray,
    arrangement: tuple[IntArray, IntArray, IntArray],
    precision: Precision,
    amplitude: float,
) -> Waves:
    sines, cosines, pairs = arrangement

    def phasors(rows: IntArray | slice) -> ComplexArray:
        part = matrix[rows]
        out: ComplexArray = part[:, cosines] + 1j * part[:, sines]
        return out

    length = len(matrix)
    frequencies = None
    if length > 1:
        first = phasors(slice(0, min(length, 65)))
        frequencies = np.angle((first[1:] * first[:-1].conj()).sum(axis=0))
        lag = 2
        while lag < length:
            starts = spread_rows(length - lag, 32)
            turns = (phasors(starts + lag) * phasors(starts).conj()).sum(axis=0)
            frequencies += np.angle(turns * np.exp(-1j * frequencies * lag)) / lag
            lag = min(2 * lag, length - 1) if lag < length - 1 else length
    ends = np.angle(phasors(np.array([0, length - 1])))
    errors = phase_errors(ends, precision, amplitude)
    drift = errors.sum(axis=0) / max(1, length - 1)
    return Waves(frequencies, ends[0], pairs, amplitude, errors[0], drift)


def phase_errors(phases: FloatArray, precision: Precision, amplitude: float) -> FloatArray:
    """Return the error to allow for each phase: half as much again as rounding makes."""
    blur = float(np.max(precision.resolution, initial=0)) / amplitude
    mixed = 2 * precision.relative * np.abs(np.sin(phases) * np.cos(phases))
    errors: FloatArray = 1.5 * (mixed + precision.absolute + blur) + 1e-15
    return errors


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


def regress(waves: Waves) -> Line | None:
    """Fit a line to the logarithms of the frequencies, weighted by what each pair knows.

    Pairs that turn too little to tell, and fast ones that contradict the slower ones (they went
    round more than half a turn per row), are left out. Returns None with fewer than two left.
    """
    if waves.frequencies is None:
        return None
    speed = np.abs(waves.frequencies)
    usable = np.flatnonzero((speed > 8 * waves.drift) & (speed < 3.1))
    while len(usable) >= 2:
        x, y = waves.pairs[usable].astype(float), np.log(speed[usable])
        weight = speed[usable] / waves.drift[usable]
        design = np.stack([np.ones_like(x), -x], axis=1)
        solution = np.linalg.lstsq(design * weight[:, None], y * weight, rcond=None)[0]
        off = np.abs(design @ solution - y) * weight
        covariance = np.linalg.pinv((design * weight[:, None]).T @ (design * weight[:, None]))
        if off.max() <= 20 or len(usable) == 2:
            error = float(np.sqrt(covariance[1, 1])) * max(1.0, float(off.max()))
            return Line(float(solution[1]), float(solution[0]), error)
        usable = usable[max(1, len(usable) // 16) :]
    return None


def round_amplitude(amplitude: float, dim: int, error: float) -> float:
    """Return the amplitude, or one in use if it is within the relative ``error`` of it.

    In use are 1, those of MLX and x-transformers, and those of scaling bugs.
    """
    return next((u for u in usual_amplitudes(dim) if abs(amplitude / u - 1) < error), amplitude)


def usual_amplitudes(dim: int) -> tuple[float, ...]:
    """Return the amplitudes in use."""
    return 1.0, (2 / dim) ** 0.5, (1 / dim) ** 0.5, dim**0.5, float(dim)


def spread_rows(length: int, count: int) -> IntArray:
    """Return at most ``count`` rows, spread over the length, the first and last among them."""
    return np.unique(np.linspace(0, length - 1, min(count, length)).astype(np.intp))
