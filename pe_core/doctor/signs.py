"""Recognise a bug by its numbers: generate the suspect's matrix and compare.

Only what no right encoding explains comes here, so a suspect must reproduce every cell to the
precision of the input before it is named.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.bug_rows import place
from pe_core.doctor.bugs import BUGS, Maker
from pe_core.doctor.explain import explain
from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import Hints
from pe_core.doctor.precision import Precision
from pe_core.doctor.rounding import round_bfloat16, round_float16
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid

__all__ = ["Recognised", "recognise"]

FloatArray = npt.NDArray[np.float64]
#: About how many bugs and first positions are tried.
_SUSPECTS = 500


@dataclass(frozen=True)
class Recognised:
    """Hold the class of bug and the right table: its encoding and the position of each row."""

    bug: str
    right: Guess
    positions: FloatArray


def recognise(matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...]) -> Recognised | None:
    """Return the bug whose matrix this is, or None."""
    precision = tiers[-1]
    for found in (_repeated_end, _mirrored):
        result = found(matrix, hints, tiers)
        if result is not None:
            return result
    dim = hints.dim or matrix.shape[1]
    if not matrix.shape[1] <= dim <= 16_384:
        return None
    ranks = np.unique(np.linspace(0, len(matrix) - 1, min(len(matrix), 48)).astype(np.intp))
    first = hints.column or 0
    columns = np.arange(first, min(dim, first + matrix.shape[1]))
    sample = matrix[ranks], ranks.astype(np.float64), precision.rows(ranks)
    starts = _starts(matrix, hints)
    for bug, make, sinusoid in _suspects(dim, hints):
        for start in starts:
            positions = start + sample[1]
            values = make(sinusoid, positions)[:, columns]
            right = sinusoid.encode(positions)[:, columns]
            if (
                _same(values, sample, positions)
                and _telling(values, precision)
                and not _same(right, sample, positions)
            ):
                guess = Guess(sinusoid, columns, float(start))
                return Recognised(bug, guess, start + np.arange(len(matrix), dtype=float))
    return None


def _same(
    values: FloatArray, sample: tuple[FloatArray, FloatArray, Precision], positions: FloatArray
) -> bool:
    matrix, _, precision = sample
    if values.shape != matrix.shape:
        return False
    angles = np.broadcast_to(np.abs(positions)[:, None], values.shape)
    amplitude = max(1.0, float(np.abs(values).max(initial=0)))
    allowed = precision.tolerance(values, angles, amplitude) + 1e-12
    return bool((np.abs(values - matrix) <= allowed).all())


def _telling(values: FloatArray, precision: Precision) -> bool:
    """Return whether so many cells could hardly agree by chance with one of so many suspects."""
    if len(values) > 2:
        return True
    chance = np.clip(2 * precision.coarse / np.clip(np.abs(values), 1e-2, 1), 0, 1)
    few = np.sort(chance.reshape(-1))[: (chance.size + 1) // 2]
    return float(few.prod()) * _SUSPECTS < 0.01


def _starts(matrix: FloatArray, hints: Hints) -> list[float]:
    """Return positions that the first row may have: known, or those whose sine is in place."""
    if hints.position is not None:
        return [float(hints.position)]
    pool = np.arange(0.0, 4097.0)
    near: list[float] = []
    half = (matrix.shape[1] + 1) // 2
    for column in {0, min(1, matrix.shape[1] - 1), min(half, matrix.shape[1] - 1)}:
        hits = pool[np.abs(np.sin(pool) - matrix[0, column]) < 2e-3]
        near += hits[:4].tolist()
    return list(dict.fromkeys([0.0, 1.0, 2.0, *near]))


def _suspects(dim: int, hints: Hints) -> Iterator[tuple[str, Maker, Sinusoid]]:
    """Yield the bug, its generator and the right encoding, the commonest first."""
    usual = hints.bases[0]
    paper = Sinusoid(dim, base=usual)
    yield "B2", BUGS["B2"].make, paper
    yield "B5", BUGS["B5"].make, paper
    for base in dict.fromkeys((usual, 10_000.0, 1000.0)):
        yield "B5", _one_further, replace(paper, base=base)
    yield "B10", BUGS["B10"].make, paper
    for layout in LAYOUTS:
        yield "B6", BUGS["B6"].make, replace(paper, layout=layout)
        yield "B6", _power_unswapped, replace(paper, layout=layout)
        for spacing in SPACINGS if dim > 3 else ("paper",):
            right = replace(paper, layout=layout, spacing=spacing)
            yield "B20", BUGS["B20"].make, right
            if dim % 4 == 0 and layout == "sin_cos":
                yield "B20", _in_place_halves, right
            if dim >= 4 and layout == "interleaved":
                yield "B10", BUGS["B10"].make, right
            for rounded in _ROUNDED:
                yield "B19", rounded, right


def _one_further(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    columns = np.arange(sinusoid.dim)
    angles = positions[:, None] * sinusoid.base ** (-columns / sinusoid.dim)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def _power_unswapped(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    pairs = np.arange(len(sinusoid.frequencies))
    angles = (np.maximum(positions, 0)[:, None] / sinusoid.base) ** (2 * pairs / sinusoid.dim)
    return place(sinusoid, np.sin(angles), np.cos(angles))


def _in_place_halves(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Overwrite the left half with sines, then take cosines of every second column of it all."""
    half = sinusoid.dim // 2
    angles = positions[:, None] * np.repeat(sinusoid.frequencies, 2)
    work = angles.copy()
    work[:, :half] = np.sin(angles[:, ::2])
    return np.hstack([work[:, :half], np.cos(work[:, 1::2])])


def _low_positions(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    return sinusoid.encode(round_bfloat16(positions))


def _low_positions16(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    rounded = round_float16(positions)
    if not np.isfinite(rounded).all():
        return _no_numbers(sinusoid, positions)
    return sinusoid.encode(rounded)


def _product(positions: FloatArray, speeds: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore"):  # 0 times a number that float16 takes for infinite
        angles: FloatArray = positions[:, None] * speeds
    return angles


def _low_frequencies(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    return _angles(sinusoid, positions[:, None] * round_bfloat16(sinusoid.frequencies))


def _low_frequencies16(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    return _angles(sinusoid, _product(positions, round_float16(sinusoid.frequencies)))


def _no_numbers(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Return what float16 makes of numbers beyond its range: no table that could be handed in."""
    return np.full((len(positions), sinusoid.dim), np.nan)


def _low_angles(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    speeds = round_bfloat16(sinusoid.frequencies)
    return _angles(sinusoid, round_bfloat16(round_bfloat16(positions)[:, None] * speeds))


def _low_angles16(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    speeds = round_float16(sinusoid.frequencies)
    return _angles(sinusoid, round_float16(_product(round_float16(positions), speeds)))


def _angles(sinusoid: Sinusoid, angles: FloatArray) -> FloatArray:
    if not np.isfinite(angles).all():
        return _no_numbers(sinusoid, angles)
    return place(sinusoid, np.sin(angles), np.cos(angles))


_ROUNDED: tuple[Maker, ...] = (
    _low_positions,
    _low_positions16,
    _low_frequencies,
    _low_frequencies16,
    _low_angles,
    _low_angles16,
)


def _repeated_end(
    matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...]
) -> Recognised | None:
    """Recognise rows that repeat the last valid one to the end of the matrix."""
    same = (matrix == matrix[-1]).all(axis=1)
    kept = int(np.flatnonzero(~same)[-1]) + 2 if not same.all() else 0
    if not 3 <= kept < len(matrix):
        return None
    start = tuple(tier.rows(slice(0, kept)) for tier in tiers)
    before = explain(matrix[:kept], hints, start)
    if before is None or not before.found or before.transposed:
        return None
    guess = before.found[0].guess
    return Recognised("B15", guess, guess.positions(np.arange(len(matrix), dtype=float)))


def _mirrored(matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...]) -> Recognised | None:
    """Recognise relative encodings whose vectors for +k and -k are identical."""
    length = len(matrix)
    middle = length // 2
    if length < 5:
        return None
    tail = matrix[middle : 2 * middle + 1]
    if not np.array_equal(tail[1:], matrix[middle - len(tail) + 1 : middle][::-1]):
        return None
    upper = tuple(tier.rows(slice(0, middle + 1)) for tier in tiers)
    found = explain(matrix[: middle + 1], replace(hints, position=None), upper)
    if found is None or not found.found or found.found[0].guess.step != -1:
        return None
    guess = found.found[0].guess
    return Recognised("B23", guess, guess.positions(np.arange(length, dtype=float)))
