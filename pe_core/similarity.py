"""How alike two positions look: the dot product of their encodings.

For every complete pair sin a·sin b + cos a·cos b = cos(a - b), so the dot product of two
positions depends on their offset alone: one curve holds the whole positions × positions matrix,
which is Toeplitz. And since PE(aB + b) · PE(0) = PE(-aB) · PE(b), that curve is itself one small
matrix product. Only the lone last sine of an odd ``dim`` breaks the rule.
"""

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from pe_core.checks import MAX_CELLS, finite_array, integer
from pe_core.sinusoid import Sinusoid

__all__ = [
    "by_offset",
    "first_rise",
    "offset_profile",
    "offset_similarity",
    "similarity",
    "similarity_matrix",
]

FloatArray = npt.NDArray[np.float64]
Number = TypeVar("Number", bound=np.generic)
#: A rise counts only above the rounding of the sum, as a part of the maximum.
RISE_NOISE = float(64 * np.finfo(float).eps)
MAX_LENGTH = 2**24


def offset_similarity(sinusoid: Sinusoid, offsets: npt.ArrayLike) -> FloatArray:
    """Return PE(p) · PE(p + offset) for each offset (in positions), shape (n,), float64.

    An odd number of waves leaves a lone sine, whose share depends on p as well; its mean over
    all positions, cos(ω·offset)/2, is taken for it.

    Raises ``ValueError`` for anything else than a list of finite numbers.

    Formula: amplitude² · Σ_i cos(ω_i · offset). Source: follows from Vaswani et al. (2017),
    section 3.5, by cos(a - b) = cos a cos b + sin a sin b.

    >>> offset_similarity(Sinusoid(dim=4), [0, 1]).round(4).tolist()
    [2.0, 1.5403]
    """
    array = finite_array("offsets", offsets, ndim=1)
    weights = np.full(len(sinusoid.frequencies), sinusoid.amplitude**2)
    if sinusoid.unpaired:
        weights[-1] /= 2
    out = np.empty(len(array))
    step = max(1, 2**20 // max(1, len(weights)))
    for low in range(0, len(array), step):
        out[low : low + step] = (
            np.cos(array[low : low + step, None] * sinusoid.frequencies) @ weights
        )
    return out


def offset_profile(sinusoid: Sinusoid, length: int) -> FloatArray:
    """Return :func:`offset_similarity` of the offsets 0 … length - 1, by one small product.

    ``length`` is an integer from 1 to 2**24. Returns float64 of shape (length,). Offset aB + b
    needs only the phasors of aB and of b: about 2·sqrt(length) rows of sines and cosines.

    Raises ``ValueError`` for another length.

    >>> offset_profile(Sinusoid(dim=4), 2).round(4).tolist()
    [2.0, 1.5403]
    """
    length = integer("length", length, 1, MAX_LENGTH)
    # A table is cheap and arbitrary positions are not: few coarse rows, many fine ones.
    block = math.ceil(length ** (2 / 3))
    steps = np.arange(-(-length // block), dtype=np.float64) * block
    far, near = sinusoid.encode(-steps), replace(sinusoid, origin=0).table(block)
    if sinusoid.unpaired:
        far[:, sinusoid.sine_columns[-1]] = 0
    profile = (far @ near.T).reshape(-1)[:length]
    if sinusoid.unpaired:
        angles = sinusoid.frequencies[-1] * np.arange(length)
        profile += sinusoid.amplitude**2 / 2 * np.cos(angles)
    return profile


def similarity_matrix(sinusoid: Sinusoid, length: int) -> FloatArray:
    """Return the dot products of the positions 0 … length - 1, shape (length, length).

    ``length`` is an integer from 1 to 2**24. The result is a read-only strided view of one vector
    of 2·length - 1 numbers: entry [i, j] is the similarity at offset |i - j|. For an odd number
    of waves it holds the mean over positions, as :func:`offset_similarity` does.

    Raises ``ValueError`` for another length.

    >>> similarity_matrix(Sinusoid(dim=2), 2).round(4).tolist()
    [[1.0, 0.5403], [0.5403, 1.0]]
    """
    return by_offset(offset_profile(sinusoid, length))


def by_offset(profile: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the square matrix whose entry [i, j] is ``profile[|i - j|]``, as a read-only view.

    ``profile`` has shape (n,), the result (n, n).

    >>> by_offset(np.array([9, 5, 1])).tolist()
    [[9, 5, 1], [5, 9, 5], [1, 5, 9]]
    """
    both_sides = np.concatenate([profile[:0:-1], profile])
    return sliding_window_view(both_sides, len(profile))[::-1]


def similarity(sinusoid: Sinusoid, left: npt.ArrayLike, right: npt.ArrayLike) -> FloatArray:
    """Return the exact dot products of two lists of absolute positions, shape (left, right).

    Unlike :func:`similarity_matrix` it takes any real positions and keeps the share of a lone
    sine, so it holds for an odd ``dim`` too.

    Raises ``ValueError`` for anything else than lists of finite numbers, and for results of more
    than 2**29 cells.

    >>> similarity(Sinusoid(dim=1), [1], [1]).round(4).tolist()
    [[0.7081]]
    """
    left = finite_array("left", left, ndim=1)
    right = finite_array("right", right, ndim=1)
    rows, columns = len(left), len(right)
    if rows * columns > MAX_CELLS:
        raise ValueError(
            f"similarity must have at most {MAX_CELLS} cells; got {rows} x {columns} positions"
        )
    return sinusoid.encode(left) @ sinusoid.encode(right).T


def first_rise(profile: npt.ArrayLike) -> int | None:
    """Return the first offset whose similarity is above that of the offset before, or None.

    ``profile`` is the similarity at offsets 0, 1, 2, …, shape (n,). With it one sees that
    similarity does not fall steadily with distance. Differences below the rounding of the sum
    (n·eps of the maximum) do not count.

    >>> first_rise(offset_profile(Sinusoid(dim=64), 100))
    6
    """
    array = finite_array("profile", profile, ndim=1)
    noise = RISE_NOISE * np.abs(array).max(initial=0)
    rises = np.flatnonzero(np.diff(array) > noise)
    return int(rises[0]) + 1 if len(rises) else None
