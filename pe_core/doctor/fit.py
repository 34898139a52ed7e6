"""From a sheet to the right encodings that explain it, cheapest first.

Bases in use are held against the measured frequencies first, then the fitted one stands where
none of them holds, and where rows are in no equal steps each one is placed by its own phases.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.case import USUAL_BASES, Hints, in_a_library
from pe_core.doctor.hypotheses import HYPOTHESES
from pe_core.doctor.phases import (
    Line,
    Waves,
    measure,
    measure_single,
    regress,
    round_amplitude,
    spread_rows,
    usual_amplitudes,
)
from pe_core.doctor.positions import each_position, real_starts, whole_starts
from pe_core.doctor.precision import Precision
from pe_core.doctor.score import (
    Fit,
    Model,
    Sample,
    decimals_of,
    number_bits,
    polish,
    position_bits,
    score,
)
from pe_core.doctor.shape import Sheet, longest_run, views
from pe_core.sinusoid import SPACINGS, Sinusoid

__all__ = ["fitted_base", "information", "sure", "uneven", "usual_base"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
_BASES = np.geomspace(1.5, 1e7, 3000)
#: Bits for the views that are less usual than a whole table.
_VIEW_BITS = {"whole": 0.0, "filled": 0.0, "crop": 2.0}
#: Bits by which the evidence must exceed what was chosen to fit: one in a thousand by chance.
SURE = 10.0
#: An error of this part of the amplitude is no agreement.
BLUR = 1e-2
#: About how many layouts, spacings and bases are tried on a row, in bits.
_MODELS = 5.3


def usual_base(sheet: Sheet) -> list[Fit]:
    """Return the encodings with a base in use whose rows are in equal steps."""
    found: list[Fit] = []
    for view, waves, line in _measured(sheet):
        if found and view.kind.endswith("half"):
            break
        for model in _usual(view, waves, line, sheet):
            if not (found and model.sinusoid.base < 1):
                found += _stepped(model, waves, sheet)
    return sorted(found, key=lambda fit: fit.cost)


def _measured(sheet: Sheet) -> Iterator[tuple[Model, Waves | None, Line | None]]:
    """Yield each view with the waves measured in the longest run of rows."""
    matrix, _, precision = sheet.run
    for view in views(sheet):
        shown = slice(0, len(view.columns))
        waves = None
        sines, cosines, _ = view.pairs
        fine = precision.cut(columns=shown)
        if len(sines):
            waves = measure(matrix[:, shown], sines, cosines, _numbers(view), fine)
            if waves is None:
                continue
        elif view.kind.endswith("half"):
            few = slice(0, 256)
            waves = measure_single(
                matrix[few, shown], 1.0, view.kind == "cosine half", fine.cut(few)
            )
        yield view, waves, regress(waves) if waves is not None else None


def _numbers(view: Model) -> IntArray:
    """Return the number in the table of each pair of the view."""
    place = np.zeros(view.sinusoid.dim, dtype=np.intp)
    place[view.sinusoid.sine_columns] = np.arange(len(view.sinusoid.sine_columns))
    return place[view.columns[view.pairs[0]]]


def _usual(view: Model, waves: Waves | None, line: Line | None, sheet: Sheet) -> Iterator[Model]:
    """Yield the models of a view with bases in use, as far as the measured slope allows."""
    hints, template = sheet.hints, view.sinusoid
    amplitude = 1.0
    if waves is not None:
        error = 4 * sheet.precision.coarse / waves.amplitude
        amplitude = round_amplitude(waves.amplitude, template.dim, error)
    template = replace(template, amplitude=amplitude)
    pairs = len(template.frequencies)
    spacings = ("paper", "endpoint") if pairs > 1 else ("paper",)
    models = [replace(template, base=b, spacing=s) for b in hints.bases for s in spacings]
    if view.kind in ("whole", "crop") and len(view.pairs[0]):
        models += _mistaken(replace(template, base=hints.bases[0]), hints.bases)
    octaves = 2.0 ** -(pairs - 1)
    if pairs > 1 and octaves >= 1e-12 and hints.base is None and waves is not None:
        models.append(replace(template, base=octaves, spacing="endpoint"))
    for sinusoid in models:
        # Frequencies that grow turn more than once a row, so their slope cannot be measured.
        if line is None or sinusoid.base < 1 or _near(_ratio(sinusoid), line):
            yield replace(view, sinusoid=sinusoid)


def _mistaken(usual: Sinusoid, bases: tuple[float, ...]) -> list[Sinusoid]:
    """Return the encodings that bugs in the base make of one with a base in use."""
    out = []
    spacings = SPACINGS if len(usual.frequencies) > 1 else SPACINGS[:1]
    for bug in HYPOTHESES:
        for base in bases if bug.numbers is not None else ():
            for spacing in spacings:
                right = replace(usual, base=base, spacing=spacing)
                made, _ = bug.numbers(right) if bug.numbers is not None else (right, 1.0)
                # The square of a base in use may be another one: only the first is suspected.
                if made.base != base and (base == bases[0] or made.base < 1 or bug.id == "B35"):
                    out.append(replace(made, layout=usual.layout, amplitude=usual.amplitude))
    return list(dict.fromkeys(out))


def _ratio(sinusoid: Sinusoid) -> float:
    """Return ln(ω_i / ω_{i+1})."""
    frequencies = sinusoid.frequencies
    return float(np.log(frequencies[0] / frequencies[1])) if len(frequencies) > 1 else 0.0


def _near(ratio: float, line: Line) -> bool:
    return abs(ratio - line.slope) <= 20 * line.error + 1e-5 * abs(line.slope) + 1e-9


def _stepped(model: Model, waves: Waves | None, sheet: Sheet) -> list[Fit]:
    """Return the fits of one model: its steps and its first positions."""
    sample = _columns(sheet.sample, model)
    run = longest_run(sheet.ranks)
    first = run[0]
    row, ranks, fine = _columns(sheet.part(run[:1]), model)
    paired = bool(len(model.pairs[0]))
    hint = sheet.hints.position
    steps: tuple[float, ...] = (1.0, -1.0)
    if waves is not None and paired:
        steps = _steps(waves, model.pairs[2])
    near = not paired or sheet.hints.cropped
    starts = np.empty(0)
    if hint is None:
        starts = whole_starts(model, row[0], fine, None, near)
        if waves is not None and paired and not (len(starts) and starts[0] in (0, 1)):
            starts = np.concatenate([starts, real_starts(waves, model.pairs[2])])
    out = []
    for step in steps if len(sheet.rows) > 1 else (1.0,):
        if hint is not None:
            starts = whole_starts(model, row[0], fine, hint + step * ranks[0], near)
        for start in starts:
            fit = _held(model, float(start - step * sheet.ranks[first]), step, sample, sheet)
            if fit is not None and not _blurred(fit, sheet):
                out.append(fit)
    return out


def _blurred(fit: Fit, sheet: Sheet) -> bool:
    """Return whether growing frequencies turn so far that their error is a part of the wave.

    Anything fits then; a frequency of 1 is as blurred only beyond position 100,000.
    """
    turned = sheet.precision.angle * np.abs(fit.positions[:40]).max() * fit.model.speeds.max()
    return fit.sinusoid.base < 1 and float(turned) * 10 > BLUR


def _held(model: Model, start: float, step: float, sample: Sample, sheet: Sheet) -> Fit | None:
    """Return the fit if the sampled rows bear it out, its first position sharpened if need be."""
    value = _value(model, start, step, sample)
    if start != round(start) and 0.5 < value <= 4:
        # A phase is read off one row; all rows together know the position better.
        _, start, _ = polish(model, start, step, sample, ("start",))
        value = _value(model, start, step, sample)
    if start != round(start) and value <= 1:
        start, value = _short(model, start, step, sample, value)
    return _fit(model, start, step, value, sheet) if value <= 1 else None


def _short(
    model: Model, start: float, step: float, sample: Sample, value: float
) -> tuple[float, float]:
    """Return the first position with as few decimals as fit as well."""
    for digits in range(1, 7):
        short = round(start, digits)
        if (now := _value(model, short, step, sample)) <= max(value, 0.9):
            return short, now
    return start, value


def _value(model: Model, start: float, step: float, sample: Sample) -> float:
    return score(model, (sample[0], start + step * sample[1], sample[2]))


def _fit(model: Model, start: float, step: float, value: float, sheet: Sheet) -> Fit:
    positions = start + step * sheet.ranks
    vague = model.vague(positions[:1], _cut_columns(sheet.precision.cut(sheet.rows[:1]), model))
    bits = number_bits(model.sinusoid, sheet.hints) + _VIEW_BITS.get(model.kind, 6.0)
    bits += position_bits(start, step, vague, len(sheet.rows)) + (value > 0.8)
    return Fit(model, positions, start + 0.0, step, value, bits)


def _columns(sample: Sample, model: Model) -> Sample:
    shown = slice(0, len(model.columns))
    return sample[0][:, shown], sample[1], sample[2].cut(columns=shown)


def _cut_columns(precision: Precision, model: Model) -> Precision:
    return precision.cut(columns=slice(0, len(model.columns)))


def _steps(waves: Waves, speeds: FloatArray) -> tuple[float, ...]:
    """Return how many positions one row may be, from the pairs that turn least but enough."""
    if waves.frequencies is None:
        return (1.0,)
    usable = np.flatnonzero(np.abs(waves.frequencies) > 8 * waves.drift)
    if not len(usable):
        return (1.0, 0.0)
    slow = usable[np.argsort(speeds[usable])][: max(1, (len(usable) + 1) // 2)]
    ratios = waves.frequencies[slow] / speeds[slow]
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
    short = float(np.round(step, 3))
    near += [t for t in (tidy, short) if t and abs(t - step) <= 5 * error + 1e-6]
    return tuple(dict.fromkeys((1.0, -1.0, *near, step)))


# ---- a base that nobody listed


def fitted_base(sheet: Sheet) -> list[Fit]:
    """Return the encodings by the fitted ratio itself, rows in equal steps."""
    if len(sheet.rows) > 1 and len(longest_run(sheet.ranks)) < 2:
        return []
    found: list[Fit] = []
    for view, waves, line in _measured(sheet):
        if found and view.kind.endswith("half"):
            break
        if waves is not None and line is not None:
            found += _by_ratio(view, waves, line, sheet)
        elif waves is not None:
            found += _lone_sine(view, waves, sheet)
    return sorted(found, key=lambda fit: fit.cost)


def _by_ratio(view: Model, waves: Waves, line: Line, sheet: Sheet) -> list[Fit]:
    template, hints = view.sinusoid, sheet.hints
    if len(template.frequencies) < 2 or not -7 < line.slope * template.dim / 200 < 7:
        return []
    odd_up = template.tail == "truncate" and template.dim % 2
    exponent = line.slope * (template.dim + 1 if odd_up else template.columns) / 2
    if not -27 < exponent < 27:
        return []
    error = 4 * sheet.precision.coarse / waves.amplitude
    amplitude = round_amplitude(waves.amplitude, template.dim, error)
    sinusoid = replace(template, base=float(np.exp(exponent)), amplitude=amplitude)
    model = replace(view, sinusoid=sinusoid)
    alone = not len(view.pairs[0])
    if alone and hints.dim is None:
        return []  # part of a half would fit as well, so a base would be made up
    # Without a partner a phase is known up to its mirror image only: try the usual beginnings.
    known = [hints.position] if hints.position is not None else [0.0, 1.0, 2.0]
    starts = known if alone else _joint_starts(waves, line, hints)
    if not alone and hints.position is None:
        starts = [*_loose_starts(model, sheet, line), *starts]
    return _polished(model, starts, waves, line, sheet)


def _polished(
    model: Model, starts: list[float], waves: Waves, line: Line, sheet: Sheet
) -> list[Fit]:
    """Return the cheapest fit from some first positions of the longest run, as a list."""
    sample = _columns(sheet.sample, model)
    rank = float(sheet.ranks[longest_run(sheet.ranks)[0]])
    out: list[Fit] = []
    for start in starts:
        for step in _paces(waves, line):
            begin = start - step * rank
            rough = np.abs(model.values(begin + step * sample[1]) - sample[0]).mean()
            if float(rough) > 0.2 * model.sinusoid.amplitude:
                continue
            free = ("base",) if sheet.hints.position is not None else ("base", "start")
            free = free if abs(step) == 1 else (*free, "step")
            best = polish(model, begin, step, sample, free)
            whole = float(np.round(best[1]))
            for state in (polish(best[0], whole, best[2], sample, ("base",)), best):
                value = _value(*state, sample)
                if value <= 1 and _overdetermined(state[1], state[2], len(waves.pairs)):
                    out.append(_fit(*_tidied(*state, sample), value, sheet))
                    break
        if out:
            break
    return out


def _overdetermined(start: float, step: float, pairs: int) -> bool:
    """Return whether the pairs outnumber what was fitted: a base, and a position if not whole."""
    return start == round(start) or pairs >= 5 or (step > 0 and abs(start) < 7)


def _loose_starts(model: Model, sheet: Sheet, line: Line) -> list[float]:
    """Return whole first positions, with the error of the slope added to that of the angles."""
    row, _, precision = _columns(sheet.part(longest_run(sheet.ranks)[:1]), model)
    loose = replace(precision, angle=precision.angle + 4 * line.error)
    return [float(s) for s in whole_starts(model, row[0], loose, None)]


def _paces(waves: Waves, line: Line) -> Iterator[float]:
    turns = np.zeros(1) if waves.frequencies is None else waves.frequencies
    sign = float(np.sign(np.median(np.sign(turns))) or 1)
    step = float(np.exp(line.intercept))
    yield sign
    if abs(step - 1) > 1e-4:
        yield sign * step


def _joint_starts(waves: Waves, line: Line, hints: Hints) -> list[float]:
    """Return first positions and let the slope bend with them, slowest pair first.

    A slope known to one part in a million still blurs the phase of position 100,000, so position
    and slope are estimated together (a Kalman filter of two numbers over the pairs).
    """
    if hints.position is not None:
        return [float(hints.position)]
    order = np.argsort(-waves.pairs if line.slope > 0 else waves.pairs)
    readings = (_joint_start(waves, line, order, turn) for turn in sorted(range(-3, 40), key=abs))
    return [start for start in readings if start is not None][:6]


def _joint_start(waves: Waves, line: Line, order: IntArray, turn: int) -> float | None:
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


def _tidied(model: Model, start: float, step: float, sample: Sample) -> tuple[Model, float, float]:
    """Return the model with the shortest base that fits as well, in either spacing."""
    limit = min(1.0, 1.02 * _value(model, start, step, sample) + 1e-3)
    sinusoid = replace(model.sinusoid, spacing="paper")
    pairs, columns = len(sinusoid.frequencies), sinusoid.columns
    shorter = sinusoid.base ** (2 * (pairs - 1) / columns)
    both = [sinusoid]
    if 1e-12 < shorter < 1e12 and sinusoid.tail != "truncate":
        both.append(replace(sinusoid, spacing="endpoint", base=float(shorter)))
    for digits in range(1, 13):
        for one in sorted(both, key=lambda s: not in_a_library(s)):
            base = float(f"{one.base:.{digits - 1}e}")
            short = replace(model, sinusoid=replace(one, base=base))
            if _value(short, start, step, sample) <= limit:
                return short, start, step
    return model, start, step


def _lone_sine(view: Model, waves: Waves, sheet: Sheet) -> list[Fit]:
    """Return the fit of three columns: one pair, and a sine alone that knows the base.

    The pair gives step and position, a search over bases the rest.
    """
    template = view.sinusoid
    if not template.unpaired or len(template.frequencies) != 2 or waves.frequencies is None:
        return []
    if len(view.columns) < 3:
        return []  # the sine that would know is not shown
    amplitude = round_amplitude(waves.amplitude, template.dim, 4 * sheet.precision.coarse)
    view = replace(view, sinusoid=replace(template, amplitude=amplitude))
    sample = _columns(sheet.sample, view)
    row, _, fine = _columns(sheet.part(longest_run(sheet.ranks)[:1]), view)
    ends = np.sort(np.concatenate(view.pairs[:2]))
    alone = int(np.setdiff1d(np.arange(len(view.columns)), ends)[0])
    pair = replace(view, columns=view.columns[ends])
    starts = whole_starts(pair, row[0, ends], fine.cut(columns=ends), sheet.hints.position)
    if not len(starts):
        starts = real_starts(waves, np.ones(1))[:2]
    exponent = 2 / (template.dim + 1 if template.tail == "truncate" else template.columns)
    step = float(np.sign(waves.frequencies[0]))
    for start in starts:
        begin = float(start - step * sheet.ranks[longest_run(sheet.ranks)[0]])
        angles = (begin + step * sample[1])[:, None] * _BASES**-exponent
        gaps = np.abs(amplitude * np.sin(angles) - sample[0][:, alone, None]).mean(axis=0)
        found = replace(view, sinusoid=replace(view.sinusoid, base=float(_BASES[gaps.argmin()])))
        model, *_ = polish(found, begin, step, sample, ("base",))
        if (value := _value(model, begin, step, sample)) <= 1:
            return [_fit(*_tidied(model, begin, step, sample), value, sheet)]
    return []


# ---- rows in no equal steps


def uneven(sheet: Sheet) -> list[Fit]:
    """Return the encodings whose rows are in no equal steps, each row placed by its phases."""
    if len(sheet.rows) < 2 or sheet.matrix.shape[1] < 3:
        return []
    found: list[Fit] = []
    few = spread_rows(len(sheet.rows), 12)
    matrix, _, precision = sheet.part(few)
    for view in views(sheet):
        if view.kind.endswith("half") or not len(view.pairs[0]):
            continue
        shown = slice(0, len(view.columns))
        fine = precision.cut(columns=shown)
        sines, cosines, _ = view.pairs
        waves = measure(matrix[:, shown], sines, cosines, _numbers(view), fine)
        if waves is None or len(waves.pairs) < 2:
            continue
        lines = _crossed(matrix[:, shown], view, fine)
        models = list(_usual(view, replace(waves, frequencies=None), None, sheet))
        models = [m for m in models if any(_near(_ratio(m.sinusoid), line) for line in lines)] or (
            models if not lines else _off_list(models[0], lines, matrix[:, shown], fine)
        )
        for model in models:
            fit = _placed(model, sheet, few)
            found += [fit] if fit is not None else []
    return sorted(found, key=lambda fit: fit.cost)


def _crossed(matrix: FloatArray, view: Model, precision: Precision) -> list[Line]:
    """Return the slope of the frequencies as each of some pairs of rows tells it."""
    sines, cosines, _ = view.pairs
    out = []
    for first in range(len(matrix) - 1):
        rows = np.array([first, first + 1])
        waves = measure(matrix[rows], sines, cosines, _numbers(view), precision.cut(rows))
        line = regress(waves) if waves is not None else None
        if line is not None:
            out.append(line)
    return sorted(out, key=lambda line: line.error)[:3]


def _off_list(
    model: Model, lines: list[Line], matrix: FloatArray, precision: Precision
) -> list[Model]:
    """Return the model with the base that the best of the slopes tells."""
    exponent = lines[0].slope * model.sinusoid.columns / 2
    if not -27 < exponent < 27:
        return []
    sinusoid = replace(model.sinusoid, base=float(np.exp(exponent)), spacing="paper")
    model = replace(model, sinusoid=sinusoid)
    # Positions by a rough base, a base by those positions, and once more.
    at = np.zeros(len(matrix))
    for _ in range(3):
        placed = each_position(model, matrix, precision, whole=False)
        if placed is None:
            return []
        at, near = placed, np.round(placed)
        at = np.where(np.abs(at - near) < 0.2, near, at)
        model, *_ = polish(model, 0.0, 1.0, (matrix, at, precision), ("base",))
    short = [_tidied(model, 0.0, 1.0, (matrix, at, precision))[0]]
    return [*short, model]


def _placed(model: Model, sheet: Sheet, few: IntArray) -> Fit | None:
    """Return the fit with a position for every row: whole ones, or as exact as the cells."""
    for whole in (True, False):
        matrix, _, precision = _columns(sheet.part(few), model)
        at = each_position(model, matrix, precision, whole=whole)
        if at is None or score(model, (matrix, at, precision)) > 1:
            continue
        matrix, _, precision = _columns(sheet.part(np.arange(len(sheet.rows))), model)
        at = each_position(model, matrix, precision, whole=whole)
        if at is None:
            continue
        if not whole:
            at = _rounded(model, at, (matrix, at, precision))
        value = score(model, (matrix, at, precision))
        if sheet.hints.position is not None and abs(at[0] - sheet.hints.position) > 1e-6:
            return None
        if value <= 1 and _placed_surely(model, at, (matrix, at, precision)):
            vague = model.vague(at, precision)
            bits = number_bits(model.sinusoid, sheet.hints) + _VIEW_BITS.get(model.kind, 6.0)
            bits += float(np.mean([position_bits(p, 1, vague, 1) for p in at[:200]]))
            return Fit(model, at, float(at[0]), float("nan"), value, bits)
    return None


def _rounded(model: Model, at: FloatArray, sample: Sample) -> FloatArray:
    """Return the positions with as few decimals as fit."""
    for digits in range(1, 8):
        short = np.round(at, digits)
        if score(model, (sample[0], short, sample[2])) <= 1:
            return short
    return at


def _placed_surely(model: Model, at: FloatArray, sample: Sample) -> bool:
    """Return whether the rows know more than their positions, which were chosen to fit."""
    told = information(model, sample)
    whole = (at == np.round(at)).all()
    allowed = sample[2].tolerance(model.values(at), at, model.speeds, model.sinusoid.amplitude)
    sharp = (allowed / np.maximum(model.speeds, 1e-12)).min(axis=1) / model.sinusoid.amplitude
    chosen = np.log2(2 * np.abs(at) + 2) - (0 if whole else np.log2(np.minimum(sharp, 1)))
    return float((told - chosen).sum()) > SURE + _MODELS


def information(model: Model, sample: Sample) -> FloatArray:
    """Return how many bits each row says about the waves: those by which it could have missed.

    The sine and the cosine of a pair know the same phase, so a frequency counts once per row.
    """
    matrix, positions, precision = sample
    values = model.values(positions)
    amplitude = model.sinusoid.amplitude
    angles = np.abs(positions[:, None] * model.speeds)
    allowed = precision.tolerance(values, positions, model.speeds, amplitude) / amplitude
    chance = np.clip(2 * allowed / np.clip(angles, 1e-12, 1), 1e-17, 1)
    bits = np.zeros(len(matrix))
    for speed in np.unique(model.speeds):
        bits -= np.log2(chance[:, model.speeds == speed].min(axis=1))
    return bits


def sure(fit: Fit, sheet: Sheet) -> bool:
    """Return whether the rows say more than what was chosen to fit them.

    Chosen are the position of the first row, and the base if it is none in use. One number alone
    fits something always, and so does a far position whose allowed error, which grows with the
    position, is a part of the wave itself.
    """
    if sheet.matrix.size < 2:
        return False
    model, hints = fit.model, sheet.hints
    matrix, ranks, precision = _columns(sheet.sample, model)
    at = fit.start + fit.step * ranks if np.isfinite(fit.step) else fit.positions[: len(matrix)]
    told = information(model, (matrix, at, precision))
    if not base_known(fit, hints):
        slow = replace(model, columns=model.columns[model.speeds < model.speeds.max()])
        cut = np.flatnonzero(model.speeds < model.speeds.max())
        rest = information(slow, (matrix[:, cut], at, precision.cut(columns=cut)))
        if float(rest.sum() - rest.max()) < SURE:
            return False
    if fit.start == 0 and len(np.unique(model.speeds)) > 0 and len(matrix) > 0:
        return _usual_amplitude(model) or len(np.unique(model.speeds)) > 1 or len(matrix) > 2
    if hints.position is not None:
        return _usual_amplitude(model) or len(np.unique(model.speeds)) > 1
    chosen = np.log2(2 * abs(fit.start) + 1) if decimals_of(fit.start) == 0 else 30.0
    if len(matrix) > 2:
        return float(told.max()) - chosen > 3.0
    if len(np.unique(model.speeds)) < 2 and not _usual_amplitude(model):
        return False
    return float(told.sum()) - chosen - _MODELS > SURE


def _usual_amplitude(model: Model) -> bool:
    return model.sinusoid.amplitude in usual_amplitudes(model.sinusoid.dim)


def base_known(fit: Fit, hints: Hints) -> bool:
    """Return whether the base is given, in use, or has no effect."""
    sinusoid = fit.sinusoid
    if len(np.unique(fit.model.speeds)) < 2:
        return True
    pairs = len(sinusoid.frequencies)
    known: Iterable[float] = (*USUAL_BASES, *hints.bases, hints.bases[0] ** 2, 2.0 ** -(pairs - 1))
    return sinusoid.base in known
