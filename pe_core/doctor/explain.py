"""Find what a matrix is after undoing what often was done to it.

A table may lie on its side, have rows of zeros (padding, a class token), or be shifted as a whole.
Each is tried in turn, the plain reading first and the finest precision first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.block import beginnings, blocks
from pe_core.doctor.fit import fit
from pe_core.doctor.fitted import Found, usual_amplitudes
from pe_core.doctor.guess import score
from pe_core.doctor.hints import Hints
from pe_core.doctor.precision import Precision

__all__ = ["Explanation", "explain", "explain_rare"]

#: From this position on, an error of this part of the amplitude is no agreement.
FAR, VAGUE = 10_000, 1e-2

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
#: About how many bases, spacings and layouts are tried on one row.
_MODELS = 40


@dataclass(frozen=True)
class Explanation:
    """Hold what explains a matrix, best first, and what was undone to see it.

    ``matrix`` is the matrix as it was read (upright, shifted back); ``rows`` are the rows that
    carry an encoding and ``ranks`` their place in it; ``possible`` are explanations for which one
    row is too little evidence.
    """

    found: tuple[Found, ...]
    matrix: FloatArray
    precision: Precision
    rows: IntArray
    ranks: FloatArray
    transposed: bool = False
    shift: float = 0.0
    possible: tuple[Found, ...] = ()


def explain(matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...]) -> Explanation | None:
    """Return the explanation of ``matrix`` (rows, columns), upright or on its side, or None."""
    possible: Explanation | None = None
    for precision in tiers:
        for upright, flipped, turned in _orientations(matrix, precision):
            result = _read(upright, hints, turned)
            if result is not None and result.found:
                return replace(result, transposed=flipped)
            possible = possible or result
    return possible


def explain_rare(
    matrix: FloatArray, hints: Hints, tiers: tuple[Precision, ...]
) -> Explanation | None:
    """Try what is rare: blocks out of a larger table, beginnings of one, shifted tables."""
    possible: Explanation | None = None
    for precision in tiers:
        result = _rare(matrix, hints, precision)
        if result is not None and result.found:
            return result
        possible = possible or result
    return possible


def _orientations(
    matrix: FloatArray, precision: Precision
) -> Iterator[tuple[FloatArray, bool, Precision]]:
    """Yield the matrix upright and on its side."""
    yield matrix, False, precision
    if matrix.shape[1] > 0 and matrix.shape != (1, 1) and len(matrix) > 1:
        turned = precision
        if isinstance(precision.resolution, np.ndarray):
            turned = replace(precision, resolution=precision.resolution.T)
        yield np.ascontiguousarray(matrix.T), True, turned


def _read(matrix: FloatArray, hints: Hints, precision: Precision) -> Explanation | None:
    """Read all rows, then those that are not all zero."""
    if matrix.shape[1] > 32_768:
        return None
    every = np.arange(len(matrix))
    found = fit(matrix, hints, precision)
    if found:
        sure = tuple(f for f in found if not _coincidence(f, matrix, hints, precision))
        unsure = tuple(found) if not sure else ()
        return Explanation(sure, matrix, precision, every, every.astype(float), possible=unsure)
    full = np.flatnonzero(matrix.any(axis=1))
    if not 0 < len(full) < len(matrix):
        return None
    return _between_zeros(matrix, full, hints, precision)


def _between_zeros(
    matrix: FloatArray, full: IntArray, hints: Hints, precision: Precision
) -> Explanation | None:
    """Fit the longest run of rows without a zero row, then place the other rows by it."""
    cuts = np.flatnonzero(np.diff(full) > 1) + 1
    run = max(np.split(full, cuts), key=len)
    found = fit(matrix[run], replace(hints, position=None), precision.rows(run))
    first = int(np.searchsorted(full, run[0]))
    placings = (full - run[0], np.arange(len(full)) - first)
    for ranks, offset in zip(placings, (int(run[0]), first), strict=True):
        good = [
            Found(replace(f.guess, start=f.guess.start - f.guess.step * offset), *rest)
            for f in found
            for rest in [(f.score, f.rank, f.kind)]
            if score(f.guess, matrix[full], ranks.astype(float), precision.rows(full)) <= 1
        ]
        good = [f for f in good if not _coincidence(f, matrix[run], hints, precision)]
        if good:
            placed = ranks.astype(float) + offset
            return Explanation(tuple(good), matrix, precision, full, placed)
    return None


def _coincidence(found: Found, matrix: FloatArray, hints: Hints, precision: Precision) -> bool:
    """Return whether the rows could fit by chance: many positions were tried on few columns.

    One number alone fits something always, and so does a far position whose allowed error, which
    grows with the position, is a part of the wave itself.
    """
    if matrix.size < 2:
        return True
    if len(matrix) > 2:
        return _far_and_vague(found, hints, precision)
    speeds = np.unique(found.guess.speeds)
    start = abs(found.guess.start)
    sinusoid = found.guess.sinusoid
    usual = any(abs(sinusoid.amplitude / a - 1) < 1e-9 for a in usual_amplitudes(sinusoid.dim))
    if len(speeds) < 2 and not usual:
        return True
    tried = 1.0 if hints.position is not None else 2 * start + 1
    if start != round(start) and hints.position is None:
        tried = 1e9
    ranks = np.arange(len(matrix), dtype=np.float64)
    values, angles = found.guess.values(ranks), np.abs(found.guess.angles(ranks))
    shown = precision.columns(slice(0, values.shape[1]))
    allowed = shown.tolerance(values, angles, 1.0)
    chance = np.clip(2 * allowed / np.clip(angles, 1e-12, 1), 0, 1)
    # The sine and the cosine of a pair know the same thing, so a frequency counts once per row.
    evidence = tried * _MODELS
    for speed in speeds:
        evidence *= float(chance[:, found.guess.speeds == speed].min(axis=1).prod())
    return evidence > 1e-3 and start > 0


def _far_and_vague(found: Found, hints: Hints, precision: Precision) -> bool:
    """Return whether rows far from 0, at no stated position, may be off by a part of the wave."""
    if hints.position is not None or abs(found.guess.start) < FAR:
        return False
    first = np.zeros(1)
    values, angles = found.guess.values(first), np.abs(found.guess.angles(first))
    allowed = precision.columns(slice(0, values.shape[1])).tolerance(values, angles, 1.0)
    return bool(np.max(allowed) > VAGUE * found.guess.sinusoid.amplitude)


def _rare(matrix: FloatArray, hints: Hints, precision: Precision) -> Explanation | None:
    every = np.arange(len(matrix))
    wide = matrix.shape[1] <= 2048 and len(matrix) <= 4096
    if wide and hints.dim is not None and matrix.shape[1] < hints.dim:
        found = blocks(matrix, hints, precision)
    elif wide and hints.dim is None and np.abs(matrix).max(initial=0) <= 1.01:
        found = beginnings(matrix, hints, precision)
    else:
        found = []
    if found:
        sure = [f for f in found if not _coincidence(f, matrix, hints, precision)]
        return Explanation(
            tuple(sure), matrix, precision, every, every.astype(float), possible=tuple(found)
        )
    centre = _centre(matrix)
    if centre is not None:
        shifted = matrix - centre
        found = fit(shifted, hints, precision)
        if found:
            return Explanation(
                tuple(found), shifted, precision, every, every.astype(float), shift=centre
            )
    return None


def _centre(matrix: FloatArray) -> float | None:
    """Return the value around which the first pair turns, if it turns around one at all.

    Fits x² + y² = 2ax + 2by + c to the first pair of each layout; a and b must agree.
    """
    if len(matrix) < 8 or matrix.shape[1] < 2:
        return None
    for other in (1, (matrix.shape[1] + 1) // 2):
        x, y = matrix[:, 0], matrix[:, other]
        design = np.stack([2 * x, 2 * y, np.ones_like(x)], axis=1)
        circle = x**2 + y**2
        solution = np.linalg.lstsq(design, circle, rcond=None)[0]
        a, b = float(solution[0]), float(solution[1])
        size = float(np.abs(circle).max())
        off = np.abs(design @ solution - circle).max()
        if size > 0 and off < 1e-4 * size and abs(a - b) < 1e-4 * np.sqrt(size) < abs(a) * 10:
            return (a + b) / 2
    return None
