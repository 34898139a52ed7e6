"""Which position is each row, and what are the positions?

With the frequencies known, a row is a clock with many hands: the slowest pair says roughly where
it stands, each faster pair sharpens that. So rows need not be in equal steps: packed sequences,
padding, a sampler's time steps and a cache that restarts are read as they are, and described.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.phases import Waves, phase_errors
from pe_core.doctor.precision import Precision
from pe_core.doctor.rounding import round_bfloat16, round_float16
from pe_core.doctor.score import Model

__all__ = ["Placed", "described_positions", "each_position", "real_starts", "whole_starts"]

FloatArray = npt.NDArray[np.float64]
_NEAR = np.arange(-600.0, 6001.0)
_FAR = np.concatenate([np.arange(6001.0, 131_073.0), np.arange(-20_000.0, -600.0)])
_NEAR, _FAR = (a[np.lexsort((a < 0, np.abs(a)))] for a in (_NEAR, _FAR))
_UNIT = {
    (len(pool), cosine): (np.cos if cosine else np.sin)(pool)
    for pool in (_NEAR, _FAR)
    for cosine in (False, True)
}
#: Pairs looked at, and readings of one row kept on the way.
_HANDS, _KEPT = 24, 48
#: Errors are bounds, not deviations: beyond this many of them a pair contradicts.
_ODD = 8.0


def whole_starts(
    model: Model, row: FloatArray, precision: Precision, position: float | None, near: bool = False
) -> FloatArray:
    """Return the whole positions at which every cell of ``row`` is as it is, nearest to 0 first.

    At most 8, from -20,000 to 131,072. A known ``position`` is the only one; ``near`` leaves out
    those before -600 and beyond 6000.
    """
    pools = (_NEAR,) if near else (_NEAR, _FAR)
    if position is not None:
        pools = (np.array([float(position)]),)
    for pool in pools:
        kept = _fitting(model, row, precision, pool)
        if len(kept):
            return kept[:8]
    return np.empty(0)


def _fitting(model: Model, row: FloatArray, precision: Precision, pool: FloatArray) -> FloatArray:
    """Return the positions of the pool that fit a row: each column rules out most of the rest."""
    amplitude = model.sinusoid.amplitude
    speeds, cosine = model.waves
    count = len(speeds)
    kept = pool
    for index in np.unique(np.linspace(0, count - 1, min(count, 48)).astype(np.intp)):
        speed, fine = speeds[[index]], precision.cut(columns=np.array([index]))
        if kept is pool and (len(pool), bool(cosine[index])) in _UNIT and speed[0] == 1:
            # The fastest wave of nearly every table: what it rules out needs no new sine.
            most = fine.tolerance(np.ones((1, 1)), pool[-1:], speed)[0, 0] * amplitude
            most += float(np.max(fine.resolution, initial=0))
            wave = _UNIT[len(pool), bool(cosine[index])]
            kept = pool[np.abs(wave - row[index] / amplitude) <= 1.5 * most / amplitude]
        angles = kept * speed[0]
        values = amplitude * (np.cos(angles) if cosine[index] else np.sin(angles))
        allowed = fine.tolerance(values[:, None], kept, speed, amplitude)[:, 0]
        # Half as much again: a start that is off by less is sharpened afterwards.
        kept = kept[np.abs(values - row[index]) <= 1.5 * allowed]
        if not len(kept):
            break
    return kept


def real_starts(waves: Waves, speeds: FloatArray) -> FloatArray:
    """Return positions (any real number) that explain the phases of one row, nearest to 0 first."""
    readings, odd, _ = _clock(waves.phases[None], waves.spread[None], speeds)
    kept: FloatArray = readings[0][odd[0] < _ODD]
    return kept[np.argsort(np.abs(kept))][:8]


def each_position(
    model: Model, matrix: FloatArray, precision: Precision, *, whole: bool
) -> FloatArray | None:
    """Return the position of each row (rows,), or None where a row has none.

    ``whole`` asks for whole numbers; without it they are as exact as the cells allow.
    """
    out = np.empty(len(matrix))
    if len(matrix) > 16 * 2048:
        return None
    for low in range(0, len(matrix), 2048):
        part = slice(low, low + 2048)
        at = _each(model, matrix[part], precision.cut(part), whole)
        if at is None:
            return None
        out[part] = at
    return out


def _each(model: Model, matrix: FloatArray, precision: Precision, whole: bool) -> FloatArray | None:
    sines, cosines, speeds = model.pairs
    if not len(sines):
        return _looked_up(model, matrix, precision) if whole else None
    phases = np.arctan2(matrix[:, sines], matrix[:, cosines])
    errors = phase_errors(phases, precision, model.sinusoid.amplitude)
    readings, odd, spread = _clock(phases, errors, speeds)
    far = np.abs(readings) + 0.25 * (readings < 0)
    wrong = odd >= _ODD
    if whole:
        # Positions far from 0 are blurred by the frequencies' own errors.
        blur = 4 * spread + (precision.angle * 40 + 1e-14) * np.abs(readings) + 1e-12
        wrong |= np.abs(readings - np.round(readings)) > np.minimum(blur, 0.5)
    far = np.where(wrong, np.inf, far)
    best = far.argmin(axis=1)
    at: FloatArray = np.take_along_axis(readings, best[:, None], axis=1)[:, 0]
    if not np.isfinite(np.take_along_axis(far, best[:, None], axis=1)).all():
        return None
    return np.round(at) + 0.0 if whole else _sharpened(model, matrix, precision, at)


def _clock(
    phases: FloatArray, errors: FloatArray, speeds: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Read positions off phases (rows, pairs) in rad, slowest pair first.

    Returns readings (rows, kept), the largest contradiction met by each, in units of the errors
    allowed, and the error of each reading.
    """
    order = np.argsort(speeds)
    order = order[np.unique(np.linspace(0, len(order) - 1, min(_HANDS, len(order))).astype(int))]
    first = order[0]
    most = int(min(64, np.ceil(131_072 * speeds[first] / (2 * np.pi))))
    turns = np.array(sorted(range(-min(most, 8), most + 1), key=abs), dtype=np.float64)
    at = (phases[:, [first]] + 2 * np.pi * turns) / speeds[first]
    variance = np.broadcast_to((errors[:, [first]] / speeds[first]) ** 2, at.shape).copy()
    odd = np.zeros(at.shape)
    for pair in order[1:]:
        speed, error = speeds[pair], errors[:, [pair]]
        miss = phases[:, [pair]] - speed * at
        miss -= 2 * np.pi * np.round(miss / (2 * np.pi))
        blur = 3 * speed * float(np.sqrt(variance.max()))
        around = min(int(np.ceil((blur - np.pi) / (2 * np.pi))), 8) if blur > np.pi else 0
        if around:
            more = 2 * np.pi * np.arange(-around, around + 1)
            miss = (miss[:, :, None] + more).reshape(len(at), -1)
            at, variance, odd = (np.repeat(a, len(more), axis=1) for a in (at, variance, odd))
        total = speed * speed * variance + error * error
        odd = np.maximum(odd, np.abs(miss) / np.sqrt(total))
        gain = variance * speed / total
        at = at + gain * miss
        variance = variance * (1 - gain * speed)
        if at.shape[1] > 2 * _KEPT:
            far = np.where(odd < _ODD, np.abs(at), np.inf)
            picked = np.argsort(far, axis=1)[:, :_KEPT]
            at, variance, odd = (np.take_along_axis(a, picked, axis=1) for a in (at, variance, odd))
    return at, odd, np.sqrt(variance)


def _sharpened(
    model: Model, matrix: FloatArray, precision: Precision, at: FloatArray
) -> FloatArray:
    """Move each position to where all cells of its row fit best: two Newton steps."""
    speeds, cosine = model.waves
    amplitude = model.sinusoid.amplitude
    for _ in range(2):
        values = model.values(at)
        angles = at[:, None] * speeds
        slopes = amplitude * speeds * np.where(cosine, -np.sin(angles), np.cos(angles))
        allowed = precision.tolerance(np.maximum(np.abs(values), 0.1 * amplitude), at, speeds)
        weights = (slopes / allowed) / allowed
        power = (weights * slopes).sum(axis=1)
        at = at + (weights * (matrix - values)).sum(axis=1) / np.maximum(power, 1e-300)
    return at


def _looked_up(model: Model, matrix: FloatArray, precision: Precision) -> FloatArray | None:
    """Return whole positions of columns without partners: every near one is tried."""
    if len(matrix) > 256:
        return None
    out = np.empty(len(matrix))
    for row in range(len(matrix)):
        found = _fitting(model, matrix[row], precision.cut(slice(row, row + 1)), _NEAR)
        if not len(found):
            return None
        out[row] = found[0]
    return out


@dataclass(frozen=True)
class Placed:
    """Hold the position of each row (NaN for a row of zeros) and what they are, in sentences.

    ``bug`` is the class of mistake that the positions alone show, or an empty text; ``right`` are
    the positions meant.
    """

    values: FloatArray
    sentences: tuple[str, ...]
    bug: str = ""
    right: FloatArray | None = None

    def summary(self) -> dict[str, object]:
        """Return what fits into JSON: at most 1000 positions, None for rows of zeros."""
        shown = [None if np.isnan(v) else float(v) for v in self.values[:1000]]
        return {"text": list(self.sentences), "values": shown, "rows": len(self.values)}


def described_positions(values: FloatArray) -> Placed:
    """Describe the position of each row (rows,); NaN stands for a row of zeros.

    >>> described_positions(np.array([0.0, 1, 2, 0, 1, 0, 1])).sentences[0]
    'Rows are positions 0–2, 0–1, 0–1: packed sequences.'
    """
    rows = np.flatnonzero(~np.isnan(values))
    at = values[rows]
    if not len(at):
        return Placed(values, ())
    for pattern in (_steps, _half_precision, _clamped, _mirrored, _unit, _periodic, _runs):
        found = pattern(at, rows)
        if found is not None:
            return replace(found, values=values)
    return Placed(values, _uneven(at))


def _told(position: float) -> str:
    return f"{position:.7g}"


def _steps(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """Equal steps, counted in rows of the matrix or in rows that are not zero."""
    if len(at) == 1:
        return Placed(at, (f"The row is position {_told(at[0])}.",))
    step = float((at[-1] - at[0]) / (rows[-1] - rows[0]))
    if np.abs(at - at[0] - step * (rows - rows[0])).max() > 1e-9 * (1 + np.abs(at).max()):
        return None
    ends = f"{_told(at[0])} to {_told(at[-1])}"
    if step == 0:
        return Placed(at, (f"Every row is position {_told(at[0])}.",), bug="B14")
    if step == 1:
        return Placed(at, (f"Rows are positions {ends}.",))
    way = "upwards" if step > 0 else "downwards"
    return Placed(at, (f"Rows are positions {ends}, in steps of {_told(abs(step))} {way}.",))


def _half_precision(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """Whole positions beyond 256 (or 2048) that only half precision holds, and repeat."""
    if len(at) < 3 or at[0] != round(at[0]):
        return None
    for step in (1.0, -1.0):
        meant = at[0] + step * (rows - rows[0])
        # The first row may be rounded itself.
        for first in (0.0, 1.0, -1.0, 2.0, -2.0):
            for name, rounding in (("bfloat16", round_bfloat16), ("float16", round_float16)):
                if np.array_equal(rounding(meant + first), at):
                    text = f"Positions are rounded to {name}: {_told(meant[0] + first)} to "
                    text += f"{_told(meant[-1] + first)} give {len(np.unique(at))} positions."
                    return Placed(at, (text,), bug="B19", right=meant + first)
    return None


def _clamped(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """Steps of one between two bounds at which positions stop."""
    low, high = at.min(), at.max()
    for step in (1.0, -1.0):
        inside = np.flatnonzero((at > low) & (at < high))
        if not len(inside):
            return None
        meant = at[inside[0]] + step * (rows - rows[inside[0]])
        if not np.allclose(np.clip(meant, low, high), at, rtol=0, atol=1e-9):
            continue
        late, early = bool((meant > high).any()), bool((meant < low).any())
        if step == 1 and late and not early:
            text = f"Rows are positions {_told(at[0])} to {_told(high)}; the last one repeats."
            return Placed(at, (text,), bug="B15", right=meant)
        bounds = f"between {_told(low)} and {_told(high)}"
        return Placed(at, (f"Positions are clamped: they stay {bounds}.",), right=meant)
    return None


def _mirrored(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """The distance to the middle row instead of the offset."""
    middle = int(at.argmin())
    if len(at) < 5 or at[middle] != 0 or middle in (0, len(at) - 1):
        return None
    meant = (middle - np.arange(len(at))).astype(np.float64)
    if not np.array_equal(np.abs(meant), at):
        return None
    text = f"Rows are positions {_told(at[0])} down to 0 and up again to {_told(at[-1])}."
    return Placed(at, (text,), bug="B23", right=meant)


def _unit(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """Times from 0 to 1, in any order."""
    whole = (at == np.round(at)).all()
    if len(at) < 3 or whole or at.min() < 0 or at.max() > 1 + 1e-4:
        return None
    text = f"Rows are times between {at.min():.4g} and {at.max():.4g}, in no equal steps."
    return Placed(at, (text,), bug="B11")


def _periodic(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """The same positions over and over."""
    for period in np.flatnonzero(at[1:] == at[0]) + 1:
        if 2 * period <= len(at) and np.array_equal(at[period:], at[:-period]):
            if not (np.diff(at[:period]) == 1).all() or period == 1:
                return None
            ends = f"{_told(at[0])}–{_told(at[period - 1])}"
            return Placed(at, (f"Positions repeat every {period} rows: {ends}.",))
    return None


def _runs(at: FloatArray, rows: npt.NDArray[np.intp]) -> Placed | None:
    """Runs of neighbouring positions: packed sequences, a restart, a jump, one that repeats."""
    cuts = np.flatnonzero(np.diff(at) != 1) + 1
    runs = np.split(at, cuts)
    if len(runs) == 1:
        return Placed(at, (f"Rows are positions {_ends(at)}; rows of zeros do not count.",))
    if len(at) < 3 or len(runs) > max(2, len(at) // 2):
        return None
    told = ", ".join(_ends(run) for run in runs[:12]) + (", …" if len(runs) > 12 else "")
    firsts = {float(run[0]) for run in runs}
    if len(firsts) == 1 and min(map(len, runs)) > 1:
        row = int(rows[cuts[0]])
        again = f"Row {row} repeats position {_told(at[cuts[0]])} (row {int(rows[0])})."
        kind = "packed sequences" if len(runs) > 2 else "packed sequences, or a cache that restarts"
        return Placed(at, (f"Rows are positions {told}: {kind}.", again))
    out = [f"Rows are positions {told}."]
    for cut in cuts[:8]:
        row, before, now = int(rows[cut]), at[cut - 1], at[cut]
        if now in at[:cut]:
            first = int(rows[np.flatnonzero(at[:cut] == now)[0]])
            out.append(f"Row {row} repeats position {_told(now)} (row {first}).")
        else:
            word = "jump" if now > before else "go back"
            out.append(f"At row {row} positions {word} from {_told(before)} to {_told(now)}.")
    return Placed(at, tuple(out))


def _ends(run: FloatArray) -> str:
    return _told(run[0]) if len(run) == 1 else f"{_told(run[0])}–{_told(run[-1])}"


def _uneven(at: FloatArray) -> tuple[str, ...]:
    """Words for what has no pattern."""
    steps = np.diff(at)
    kind = "whole positions" if (at == np.round(at)).all() else "positions"
    ends = f"{_told(at[0])} to {_told(at[-1])}"
    if (steps > 0).all():
        return (f"Rows are {kind} from {ends}, upwards in uneven steps.",)
    if (steps < 0).all():
        return (f"Rows are {kind} from {ends}, downwards in uneven steps.",)
    few = ", ".join(_told(p) for p in at[:8]) + (", …" if len(at) > 8 else "")
    return (f"Rows are {kind} between {_told(at.min())} and {_told(at.max())}: {few}.",)
