"""The fit itself, for a base that nobody listed: slope, position and step from the data alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.guess import Guess, polish, score
from pe_core.doctor.hints import Hints, in_a_library
from pe_core.doctor.precision import Precision
from pe_core.doctor.starts import whole_starts
from pe_core.doctor.views import View
from pe_core.doctor.waves import Waves
from pe_core.sinusoid import Sinusoid

__all__ = ["Found", "Sample", "Slope", "fitted", "regress", "round_amplitude", "usual_amplitudes"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
#: Some rows of the matrix, their ranks, and their precision.
Sample = tuple[FloatArray, FloatArray, Precision]


@dataclass(frozen=True)
class Found:
    """Hold an explanation, its score (at most 1) and its rank (0 is the likeliest kind)."""

    guess: Guess
    score: float
    rank: int
    kind: str


@dataclass(frozen=True)
class Slope:
    """Hold the line ln ω = intercept - slope · pair and the standard error of its slope."""

    slope: float
    intercept: float
    error: float


def regress(waves: Waves) -> Slope | None:
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
            return Slope(float(solution[1]), float(solution[0]), error)
        usable = usable[max(1, len(usable) // 16) :]
    return None


def round_amplitude(amplitude: float, dim: int, error: float) -> float:
    """Return the amplitude, or one in use if it is within the relative ``error`` of it."""
    for usual in usual_amplitudes(dim):
        if abs(amplitude / usual - 1) < error:
            return usual
    return amplitude


def usual_amplitudes(dim: int) -> tuple[float, ...]:
    """Return the amplitudes in use: 1, those of MLX and x-transformers, and of scaling bugs."""
    return 1.0, float(np.sqrt(2 / dim)), float(np.sqrt(1 / dim)), float(np.sqrt(dim)), float(dim)


def fitted(
    view: View, waves: Waves | None, line: Slope, sample: Sample, hints: Hints
) -> list[Found]:
    """Return the explanation by the fitted ratio itself, where no base in use holds."""
    pairs = len(view.template.frequencies)
    if waves is None or pairs < 2 or not -7 < line.slope * view.template.dim / 200 < 7:
        return []
    odd_up = view.template.tail == "truncate" and view.template.dim % 2
    exponent = line.slope * (view.template.dim + 1 if odd_up else view.template.columns) / 2
    if not -27 < exponent < 27:
        return []
    amplitude = round_amplitude(
        waves.amplitude, view.template.dim, 4 * sample[2].coarse / waves.amplitude
    )
    sinusoid = replace(view.template, base=float(np.exp(exponent)), amplitude=amplitude)
    alone = not len(view.arrangement.sines)
    if alone and hints.dim is None:
        return []  # part of a half would fit as well, so a base would be made up
    # Without a partner a phase is known up to its mirror image only: try the usual beginnings.
    known = [hints.position] if hints.position is not None else [0.0, 1.0, 2.0]
    starts = known if alone else _joint_starts(waves, line, hints)
    if not alone and hints.position is None:
        starts += _whole(sinusoid, view, sample, line)
    for start in starts:
        for guess in _around(Guess(sinusoid, view.columns, start), waves, line):
            free = ("base",) if hints.position is not None else ("base", "start")
            free = free if abs(guess.step) == 1 else (*free, "step")
            if float(np.abs(guess.values(sample[1]) - sample[0]).mean()) > 0.2 * amplitude:
                continue
            best = polish(guess, *sample, free)
            whole = replace(best, start=float(np.round(best.start)))
            whole = polish(whole, *sample, ("base",))
            for one in (whole, best):
                value = score(one, *sample)
                if value <= 1.5 and _sure(one, len(waves.pairs)):
                    tidy = _tidy(one, sample)
                    rank = 4 if in_a_library(tidy.sinusoid) else 5
                    return [Found(tidy, min(value, 1.0), rank, view.kind)]
    return []


def _sure(guess: Guess, pairs: int) -> bool:
    """Return whether the pairs outnumber what was fitted: a base, and a position if not whole."""
    if guess.start == round(guess.start):
        return True
    return pairs >= 5 or (guess.step > 0 and abs(guess.start) < 7)


def _whole(sinusoid: Sinusoid, view: View, sample: Sample, line: Slope) -> list[float]:
    """Return whole first positions, with the error of the slope added to that of the angles."""
    matrix, _, precision = sample
    loose = replace(precision.rows(slice(0, 1)), angle=precision.angle + 4 * line.error)
    guess = Guess(sinusoid, view.columns, 1.0)
    cosine = np.isin(view.columns, sinusoid.cosine_columns)
    speeds = guess.angles(np.zeros(1))[0]
    return [float(s) for s in whole_starts(matrix[0], speeds, cosine, loose, sinusoid.amplitude)]


def _around(guess: Guess, waves: Waves, line: Slope) -> Iterator[Guess]:
    turns = np.zeros(1) if waves.frequencies is None else waves.frequencies
    sign = float(np.sign(np.median(np.sign(turns))) or 1)
    step = float(np.exp(line.intercept))
    yield replace(guess, step=sign)
    if abs(step - 1) > 1e-4:
        yield replace(guess, step=sign * step)


def _joint_starts(waves: Waves, line: Slope, hints: Hints) -> list[float]:
    """Return first positions and let the slope bend with them, slowest pair first.

    A slope known to one part in a million still blurs the phase of position 100,000, so position
    and slope are estimated together (a Kalman filter of two numbers over the pairs).
    """
    if hints.position is not None:
        return [float(hints.position)]
    order = np.argsort(-waves.pairs if line.slope > 0 else waves.pairs)
    return [
        start
        for turn in sorted(range(-3, 40), key=abs)
        if (start := _joint_start(waves, line, order, turn)) is not None
    ][:6]


def _joint_start(waves: Waves, line: Slope, order: IntArray, turn: int) -> float | None:
    """Follow one number of turns of the slowest pair; None where the pairs contradict it."""
    speed = float(np.exp(-line.slope * waves.pairs[order[0]]))
    state = np.array([(waves.phases[order[0]] + 2 * np.pi * turn) / speed, line.slope])
    spread = np.diag([(waves.spread[order[0]] / speed) ** 2, line.error**2])
    spread[0, 0] += (state[0] * waves.pairs[order[0]] * line.error) ** 2
    for pair in order[1:]:
        speed = float(np.exp(-state[1] * waves.pairs[pair]))
        miss = waves.phases[pair] - state[0] * speed
        miss -= 2 * np.pi * np.round(miss / (2 * np.pi))
        row = np.array([speed, -state[0] * waves.pairs[pair] * speed])
        total = row @ spread @ row + waves.spread[pair] ** 2
        if miss * miss > 100 * total:
            return None
        gain = spread @ row / total
        state = state + gain * miss
        spread = spread - np.outer(gain, row @ spread)
    return float(state[0])


def _tidy(guess: Guess, sample: Sample) -> Guess:
    """Return the guess with the shortest base that fits as well, in either spacing."""
    limit = 1.02 * score(guess, *sample) + 1e-3
    sinusoid = replace(guess.sinusoid, spacing="paper")
    pairs, columns = len(sinusoid.frequencies), sinusoid.columns
    shorter = sinusoid.base ** (2 * (pairs - 1) / columns)
    both = [sinusoid]
    if 1e-12 < shorter < 1e12 and sinusoid.tail != "truncate":
        both.append(replace(sinusoid, spacing="endpoint", base=float(shorter)))
    for digits in range(1, 13):
        for one in both:
            base = float(f"{one.base:.{digits - 1}e}")
            start = guess.start + 0.0  # turns -0.0 into 0.0
            short = replace(guess, sinusoid=replace(one, base=base), start=start)
            if score(short, *sample) <= limit:
                return short
    return guess
