"""Where in a larger table does a block come from?

A few columns out of the middle have no fast pair to start from. With the dim known, every
position and every place in the row can be tried at once: the first cell rules out most, each
further cell most of the rest. Without it, the usual dims are tried for the beginning of a row.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.fit import fit
from pe_core.doctor.fitted import Found
from pe_core.doctor.guess import Guess, score
from pe_core.doctor.hints import COMMON_DIMS, USUAL_BASE, Hints
from pe_core.doctor.precision import Precision
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid

__all__ = ["beginnings", "blocks", "wider"]

FloatArray = npt.NDArray[np.float64]
_CELLS = 2**22


def blocks(matrix: FloatArray, hints: Hints, precision: Precision) -> list[Found]:
    """Return where in a table of ``hints.dim`` columns the block can come from.

    Tries the base given or 10000, both spacings, all layouts, and positions 0 … 4095 (fewer for
    wide tables). More than one answer means that the block is too small to tell.
    """
    dim = hints.dim or matrix.shape[1]
    most = int(min(4096, _CELLS // dim))
    at = np.arange(most, dtype=np.float64)
    if hints.position is not None:
        at = np.array([float(hints.position)])
    out: list[Found] = []
    for layout in LAYOUTS:
        for spacing in SPACINGS if dim > 3 else ("paper",):
            sinusoid = Sinusoid(dim, base=hints.bases[0], spacing=spacing, layout=layout)
            out += _search(matrix, sinusoid, at, hints, precision)
    return out if len(out) <= 64 else []


def _search(
    matrix: FloatArray, sinusoid: Sinusoid, at: FloatArray, hints: Hints, precision: Precision
) -> list[Found]:
    shown = matrix.shape[1]
    row, fine = matrix[0], precision.rows(slice(0, 1))
    whole = Guess(sinusoid, np.arange(sinusoid.dim), 0.0)
    angles = whole.angles(at)
    values = whole.values(at)
    plain = replace(fine, resolution=float(np.max(fine.resolution, initial=0)))
    allowed = plain.tolerance(values, angles, 1.0)
    near = [np.abs(values - cell) <= allowed for cell in row[: min(shown, 6)]]
    places = sinusoid.dim - shown + 1
    kept = np.ones((len(at), places), dtype=bool)
    for index, hit in enumerate(near):
        kept &= hit[:, index : index + places]
    if hints.column is not None:
        kept[:, np.arange(places) != hints.column] = False
    out = []
    for index, first in np.argwhere(kept)[:256]:
        guess = Guess(sinusoid, np.arange(first, first + shown), float(at[index]))
        for step in (1.0, -1.0) if len(matrix) > 1 else (1.0,):
            one = replace(guess, step=step)
            value = score(one, matrix, np.arange(len(matrix), dtype=float), precision)
            if value <= 1:
                out.append(Found(one, value, 2, "block"))
    return out


def beginnings(matrix: FloatArray, hints: Hints, precision: Precision) -> list[Found]:
    """Return the usual dims of whose rows these columns can be the beginning."""
    out: list[Found] = []
    for dim in COMMON_DIMS:
        if dim > matrix.shape[1]:
            narrowed = replace(hints, dim=dim, column=0, base=hints.base or USUAL_BASE, near=True)
            out += [replace(f, rank=f.rank + 1) for f in fit(matrix, narrowed, precision)]
    return [found for found in out if found.guess.sinusoid.base == (hints.base or USUAL_BASE)]


def wider(
    found: Found,
    matrix: FloatArray,
    ranks: FloatArray,
    precision: Precision,
    base: float = USUAL_BASE,
) -> list[Found]:
    """Return the tables of a ``base`` of whose rows these columns are the beginning.

    The ratio of neighbouring frequencies is base^(-2/dim): a small base over few columns and a
    large base over many are the same numbers.
    """
    sinusoid = found.guess.sinusoid
    frequencies = sinusoid.frequencies
    if found.kind != "whole" or sinusoid.layout != "interleaved" or len(frequencies) < 2:
        return []
    ratio = float(np.log(frequencies[0] / frequencies[1]))
    if not ratio > 0:
        return []
    turns = float(np.log(base)) / ratio
    out = []
    for spacing, pairs in (("paper", turns), ("endpoint", turns + 1)):
        dim = 2 * round(pairs)
        if sinusoid.dim < dim <= 16_384 and abs(pairs - round(pairs)) < 0.02 * max(1, pairs / 20):
            table = replace(sinusoid, dim=dim, base=base, spacing=spacing, tail="sine")
            guess = replace(found.guess, sinusoid=table)
            value = score(guess, matrix, ranks, precision)
            if value <= 1:
                out.append(Found(guess, value, 2, "crop"))
    return out
