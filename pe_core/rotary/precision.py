"""What rounding does to positions and angles: which positions collide, which columns suffer.

An angle is a position times a frequency, and the fast pairs multiply it by one: an error of a
rounded position, or of a rounded frequency, is an error of the angle that grows with the length.
Rounding the finished table instead costs one part in 256 and no more. So positions, frequencies
and their product belong into float32; only the table may be bfloat16.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.rounding import DTYPES, round_to

__all__ = [
    "ROUNDED",
    "PhaseErrors",
    "cast_buffer",
    "distinct_positions",
    "drifting_scores",
    "phase_error",
    "phase_errors",
    "table_error",
]

FloatArray = npt.NDArray[np.float64]

#: What may be rounded: the positions, the frequencies, or the finished table.
ROUNDED = ("positions", "frequencies", "table")
_MAX_CELLS = 2**24


@dataclass(frozen=True)
class PhaseErrors:
    """Hold the largest error of the angle, in rad, up to each length and in each pair.

    ``lengths`` (n,), ``by_length`` (n,) over all pairs, ``by_pair`` (d / 2,) up to the last.
    """

    lengths: npt.NDArray[np.intp]
    by_length: FloatArray
    by_pair: FloatArray


def distinct_positions(length: int, dtype: str) -> int:
    """Return how many of the positions 0 … length - 1 a type keeps apart.

    ``length`` is an integer from 1 to 10,000,000.

    >>> distinct_positions(4096, "bfloat16"), distinct_positions(4096, "float16")
    (769, 3073)
    """
    length = integer("length", length, 1, 10_000_000)
    return len(np.unique(round_to(np.arange(length), dtype)))


def cast_buffer(rotary: Rotary, dtype: str = "bfloat16") -> FloatArray:
    """Return the frequencies as they are after their buffer was cast to a type, (d / 2,).

    >>> cast_buffer(Rotary(4)).tolist()
    [1.0, 0.010009765625]
    """
    return round_to(rotary.frequencies, dtype)


def phase_error(rotary: Rotary, positions: npt.ArrayLike, dtype: str, what: str) -> FloatArray:
    """Return the error of each angle in rad, (n, d / 2), if ``what`` is rounded to a type.

    ``what`` is ``"positions"`` or ``"frequencies"``; signs are kept. Positions have shape (n,).

    >>> phase_error(Rotary(2), [257], "bfloat16", "positions").tolist()
    [[-1.0]]
    """
    choice("what", what, ROUNDED[:2])
    exact = rotary.angles(positions)
    array = np.asarray(positions, dtype=np.float64)
    if what == "positions":
        return np.asarray(rotary.angles(round_to(array, dtype)) - exact)
    return np.asarray(array[:, None] * cast_buffer(rotary, dtype) - exact)


def phase_errors(
    rotary: Rotary, lengths: npt.ArrayLike, dtype: str, what: str = "frequencies"
) -> PhaseErrors:
    """Return the largest phase error below each length, and in each pair below the last.

    ``lengths`` are integers from 1 to 10,000,000 that rise, at most 10,000 of them.

    >>> phase_errors(Rotary(128), [4097], "bfloat16").by_length.round(1).tolist()
    [5.0]
    """
    choice("what", what, ROUNDED[:2])
    choice("dtype", dtype, DTYPES)
    ends = [integer("lengths", end, 1, 10_000_000) for end in np.asarray(lengths).tolist()]
    if not 0 < len(ends) <= 10_000 or ends != sorted(ends):
        raise ValueError(f"lengths must be 1 to 10000 rising integers; got {len(ends)}")
    if what == "frequencies":
        off = np.abs(cast_buffer(rotary, dtype) - rotary.frequencies)
        last = np.array(ends, dtype=np.float64) - 1
        return PhaseErrors(np.array(ends), last * off.max(), last[-1] * off)
    positions = np.arange(ends[-1], dtype=np.float64)
    off = np.maximum.accumulate(np.abs(round_to(positions, dtype) - positions))
    largest = off[np.array(ends) - 1]
    frequencies = rotary.frequencies
    return PhaseErrors(np.array(ends), largest * frequencies.max(), largest[-1] * frequencies)


def table_error(rotary: Rotary, length: int, dtype: str, what: str) -> FloatArray:
    """Return the largest error of cosine and sine in each pair over 0 … length - 1, (d / 2,).

    ``what`` of :data:`ROUNDED` is rounded. ``length`` times pairs is at most 2**24.

    >>> table_error(Rotary(2), 300, "bfloat16", "table").max() < 0.002
    np.True_
    """
    choice("what", what, ROUNDED)
    length = integer("length", length, 1, max(1, _MAX_CELLS // len(rotary.frequencies)))
    positions = np.arange(length, dtype=np.float64)
    exact = rotary.angles(positions)
    if what == "table":
        pairs = [(wave(exact), round_to(wave(exact), dtype)) for wave in (np.cos, np.sin)]
    else:
        moved = exact + phase_error(rotary, positions, dtype, what)
        pairs = [(wave(exact), wave(moved)) for wave in (np.cos, np.sin)]
    off = [np.abs(right - wrong).max(axis=0) for right, wrong in pairs]
    return np.asarray(np.maximum(*off))


def drifting_scores(
    rotary: Rotary,
    query: npt.ArrayLike,
    key: npt.ArrayLike,
    offset: float,
    positions: npt.ArrayLike,
    dtype: str,
) -> FloatArray:
    """Return the scores of one offset at different query positions, positions rounded, (n,).

    In exact arithmetic they are all equal: the score depends on the offset alone.

    >>> drifting_scores(Rotary(2), [1, 0], [1, 0], 1, [0, 256], "bfloat16").round(2).tolist()
    [0.54, 1.0]
    """
    starts = np.asarray(positions, dtype=np.float64)
    ends = round_to(starts + offset, dtype)
    return rotary.score(query, key, ends - round_to(starts, dtype))
