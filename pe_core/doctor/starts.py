"""Which position is the first row?

With the frequencies known, one row is a clock with many hands: the fast pair says the position
modulo 2π, the slow ones how often it went round. Whole positions are tried first, all of them at
once; a position that is no whole number comes from the phases, slowest hand first.
"""

import numpy as np
import numpy.typing as npt

from pe_core.doctor.precision import Precision
from pe_core.doctor.waves import Waves

__all__ = ["real_starts", "whole_starts"]

FloatArray = npt.NDArray[np.float64]

_NEAR = np.arange(-600.0, 6001.0)
_FAR = np.concatenate([np.arange(6001.0, 131_073.0), np.arange(-20_000.0, -600.0)])
_NEAR, _FAR = (a[np.lexsort((a < 0, np.abs(a)))] for a in (_NEAR, _FAR))

#: The fastest wave of nearly every table, at every position of a pool.
_UNIT = {
    (len(pool), cosine): (np.cos if cosine else np.sin)(pool)
    for pool in (_NEAR, _FAR)
    for cosine in (False, True)
}


def whole_starts(
    row: FloatArray,
    frequencies: FloatArray,
    cosine: npt.NDArray[np.bool_],
    precision: Precision,
    amplitude: float = 1.0,
    position: float | None = None,
    near: bool = False,
) -> FloatArray:
    """Return the positions at which every cell of ``row`` is as it is, nearest to 0 first.

    ``row``, ``frequencies`` (rad per position) and ``cosine`` have shape (columns,); at most 8
    whole positions from -20,000 to 131,072 are returned. A known ``position`` is the only one;
    ``near`` leaves out those before -600 and beyond 6000.
    """
    pools = (_NEAR,) if near else (_NEAR, _FAR)
    if position is not None:
        pools = (np.array([float(position)]),)
    unit = precision.resolution
    cells = np.broadcast_to(unit if isinstance(unit, float) else unit.reshape(-1), row.shape)
    for pool in pools:
        kept = pool
        for index in _telling(frequencies):
            angles = kept * frequencies[index]
            whole = kept is pool and len(pool) > 1 and frequencies[index] == 1
            wave = _UNIT[len(pool), bool(cosine[index])] if whole else None
            if wave is None:
                wave = np.cos(angles) if cosine[index] else np.sin(angles)
            values = amplitude * wave
            allowed = precision.relative * np.abs(values) + amplitude * precision.absolute
            slow = 3 - np.log(np.clip(frequencies[index], 1e-9, 1))
            allowed += amplitude * precision.angle * slow * np.abs(angles) + cells[index]
            kept = kept[np.abs(values - row[index]) <= 1.5 * allowed]
            if not len(kept):
                break
        if len(kept):
            return kept[:8]
    return np.empty(0)


def _telling(frequencies: FloatArray) -> npt.NDArray[np.intp]:
    """Return up to 48 columns in an order that rules out positions fast."""
    count = len(frequencies)
    order = np.unique(np.linspace(0, count - 1, min(count, 48)).astype(np.intp))
    return order


def real_starts(waves: Waves, frequencies: FloatArray, position: float | None) -> FloatArray:
    """Return positions (any real number) that explain the phases at ``frequencies``.

    Starts from the slowest pair, several turns of it, and lets each faster pair sharpen the
    estimate. ``waves`` holds phases and their spreads, ``frequencies`` has the same shape.
    """
    if position is not None:
        return np.array([float(position)])
    order = np.argsort(frequencies)
    slow = order[0]
    turns = np.array(sorted(range(-3, 64), key=abs), dtype=np.float64)
    estimate = (waves.phases[slow] + 2 * np.pi * turns) / frequencies[slow]
    variance = np.full(len(turns), (waves.spread[slow] / frequencies[slow]) ** 2)
    odd = np.zeros(len(turns))
    for pair in order[1:]:
        w, spread = frequencies[pair], waves.spread[pair]
        miss = waves.phases[pair] - w * estimate
        miss -= 2 * np.pi * np.round(miss / (2 * np.pi))
        total = w * w * variance + spread * spread
        odd = np.maximum(odd, np.abs(miss) / np.sqrt(total))
        gain = variance * w / total
        estimate = estimate + gain * miss
        variance = variance * (1 - gain * w)
    kept: FloatArray = estimate[odd < 8][:8]
    return kept
