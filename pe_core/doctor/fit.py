"""From a matrix to the encodings that explain it, best first.

The frequencies are fitted, not looked up: the slope of ln ω over the pair number gives the ratio
of the family, phases give the position of the first row, and the first ratio the step. Then the
bases in use are held against the fit, and the fit itself stands where none of them holds.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.fitted import Found, Sample, Slope, fitted, regress, round_amplitude
from pe_core.doctor.guess import Guess, polish, score
from pe_core.doctor.hints import USUAL_BASE, Hints, in_a_library
from pe_core.doctor.lone import lone_sine
from pe_core.doctor.precision import Precision
from pe_core.doctor.starts import real_starts, whole_starts
from pe_core.doctor.views import View, views
from pe_core.doctor.waves import Waves, measure, measure_single
from pe_core.sinusoid import Sinusoid

__all__ = ["Found", "Slope", "fit", "regress"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]


def fit(matrix: FloatArray, hints: Hints, precision: Precision) -> list[Found]:
    """Return the explanations of consecutive rows, shape (rows, columns), best first."""
    ranks = np.unique(np.r_[0 : min(len(matrix), 40), _spread(len(matrix), 80)])
    sample = matrix[ranks], ranks.astype(np.float64), precision.rows(ranks)
    found: list[Found] = []
    measured = []
    for view in views(matrix, hints):
        if found and view.kind.endswith("half"):
            break
        shown = matrix[:, : len(view.columns)]
        waves = _measured(view, shown, precision)
        if waves is None and len(view.arrangement.sines) and len(view.columns) > 1:
            continue
        line = regress(waves) if waves is not None else None
        measured.append((view, waves, line))
        found += _explain(view, shown, (waves, line), _cut(sample, view), hints, precision)
    if not found:
        for view, waves, line in measured:
            if waves is not None and line is not None:
                found += fitted(view, waves, line, _cut(sample, view), hints)
            elif waves is not None:
                found += lone_sine(view, waves, _cut(sample, view), hints)
    return sorted(found, key=_likelihood)


def _likelihood(found: Found) -> tuple[float, ...]:
    """Return what to sort by: usual numbers first, counting up, whole positions, near to 0."""
    guess = found.guess
    odd_step = (abs(guess.step) != 1) + (guess.step < 0) / 2
    whole = guess.start == round(guess.start)
    return found.rank, odd_step, not whole, found.score > 0.8, abs(guess.start), found.score


def _cut(sample: Sample, view: View) -> Sample:
    shown = slice(0, len(view.columns))
    return sample[0][:, shown], sample[1], sample[2].columns(shown)


def _explain(
    view: View,
    shown: FloatArray,
    measured: tuple[Waves | None, Slope | None],
    sample: Sample,
    hints: Hints,
    precision: Precision,
) -> list[Found]:
    waves, line = measured
    out = []
    for sinusoid, rank in _models(view.template, hints, line, waves, precision):
        for guess in _guesses(view, sinusoid, shown, waves, hints, precision):
            value = score(guess, *sample)
            if guess.start != round(guess.start) and 0.5 < value <= 4:
                guess, value = _sharpened(guess, sample)
            if value <= 1:
                out.append(Found(guess, value, rank, view.kind))
    return out


def _sharpened(guess: Guess, sample: Sample) -> tuple[Guess, float]:
    """Return the guess with a first position that fits all rows, rounded if that fits too."""
    best = polish(guess, *sample, ("start",))
    value = score(best, *sample)
    for digits in (1, 2, 3):
        short = replace(best, start=round(best.start, digits))
        if (now := score(short, *sample)) <= max(value, 0.9):
            return short, now
    return best, value


def _measured(view: View, shown: FloatArray, precision: Precision) -> Waves | None:
    arrangement = view.arrangement
    if len(arrangement.sines):
        waves = measure(shown, arrangement, precision)
        return None if waves is None else replace(waves, pairs=view.pairs)
    if view.kind in ("sine half", "cosine half"):
        return measure_single(shown, 1.0, view.kind == "cosine half", precision)
    return None


def _models(
    template: Sinusoid, hints: Hints, line: Slope | None, waves: Waves | None, precision: Precision
) -> Iterator[tuple[Sinusoid, int]]:
    """Yield the encodings to hold against the fit, with their rank."""
    amplitude = 1.0
    if waves is not None:
        error = 4 * precision.coarse / waves.amplitude
        amplitude = round_amplitude(waves.amplitude, template.dim, error)
    template = replace(template, amplitude=amplitude)
    pairs = len(template.frequencies)
    for base in hints.bases:
        for spacing in ("paper", "endpoint") if pairs > 1 else ("paper",):
            sinusoid = replace(template, base=base, spacing=spacing)
            if line is None or _near(_ratio(sinusoid), line):
                yield sinusoid, _rank(sinusoid, hints)
    square = (hints.bases[0]) ** 2
    if 1e-12 <= square <= 1e12 and (
        line is None or _near(_ratio(replace(template, base=square)), line)
    ):
        yield replace(template, base=square), 3
    octaves = 2.0 ** -(pairs - 1)
    if pairs > 1 and octaves >= 1e-12 and hints.base is None and waves is not None:
        yield replace(template, base=octaves, spacing="endpoint"), 3


def _rank(sinusoid: Sinusoid, hints: Hints) -> int:
    if not in_a_library(sinusoid):
        return 3
    if sinusoid.base != (USUAL_BASE if hints.base is None else hints.base):
        return 2
    if hints.spacing is not None and hints.layout is not None:
        return int(sinusoid.spacing != hints.spacing) + int(sinusoid.layout != hints.layout)
    return 0


def _ratio(sinusoid: Sinusoid) -> float:
    """Return ln(ω_i / ω_{i+1})."""
    frequencies = sinusoid.frequencies
    if len(frequencies) < 2:
        return 0.0
    return float(np.log(frequencies[0] / frequencies[1]))


def _near(ratio: float, line: Slope) -> bool:
    return abs(ratio - line.slope) <= 20 * line.error + 1e-5 * abs(line.slope) + 1e-9


def _guesses(
    view: View,
    sinusoid: Sinusoid,
    shown: FloatArray,
    waves: Waves | None,
    hints: Hints,
    precision: Precision,
) -> Iterator[Guess]:
    """Yield the hypotheses of one encoding: its steps and first positions."""
    base = Guess(sinusoid, view.columns, 0.0)
    frequencies = replace(base, start=1.0).angles(np.zeros(1))[0]
    cosine = np.isin(view.columns, sinusoid.cosine_columns)
    row, fine = shown[0], precision.rows(slice(0, 1)).columns(slice(0, len(view.columns)))
    near = hints.near or not len(view.arrangement.sines)
    starts = whole_starts(row, frequencies, cosine, fine, sinusoid.amplitude, hints.position, near)
    steps: tuple[float, ...] = (1.0, -1.0)
    if waves is not None and len(view.arrangement.sines):
        steps = _steps(waves, sinusoid)
        if hints.position is None and (not len(starts) or len(waves.pairs) == 1):
            more = real_starts(waves, sinusoid.frequencies[waves.pairs], None)
            starts = np.concatenate([starts, more])
    for start in starts:
        for step in steps if len(shown) > 1 else (1.0,):
            yield replace(base, start=float(start), step=step)


def _steps(waves: Waves, sinusoid: Sinusoid) -> tuple[float, ...]:
    """Return how many positions one row may be, from the pairs that turn least but enough."""
    if waves.frequencies is None:
        return (1.0,)
    expected = sinusoid.frequencies[waves.pairs]
    usable = np.flatnonzero(np.abs(waves.frequencies) > 8 * waves.drift)
    if not len(usable):
        return (1.0, 0.0)
    slow = usable[np.argsort(expected[usable])][: max(1, (len(usable) + 1) // 2)]
    ratios = waves.frequencies[slow] / expected[slow]
    weights = np.abs(waves.frequencies[slow]) / waves.drift[slow]
    step = float((ratios * weights).sum() / weights.sum())
    error = 3 * float(np.abs(ratios).max() / weights.max()) + 1e-9
    # Without a slow pair a step and its neighbours 2π away look the same; ±1 are likeliest.
    out = [s for s in (1.0, -1.0) if abs(s - step) <= 20 * error + 1e-3]
    if out:
        return tuple(out)
    whole = float(np.round(step))
    near = [whole] if whole and abs(whole - step) <= 20 * error + 1e-3 * abs(step) else []
    tidy = 1 / np.round(1 / step) if step and abs(step) < 1 else step
    near += [tidy] if abs(tidy - step) <= 5 * error + 1e-6 else []
    return (1.0, -1.0, *near, step)


def _spread(length: int, count: int) -> IntArray:
    return np.unique(np.linspace(0, length - 1, min(count, length)).astype(np.intp))
