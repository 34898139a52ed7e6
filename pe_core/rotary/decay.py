"""Does attention fade with distance under a rotary encoding? Not by itself.

For a query equal to its key the score falls from the offset 0, and then swings: it is a sum of
cosines, and it rises again. For a random query and key it has no reason to fall at all. What is
bounded is an average: the paper's own bound, the mean size of the partial sums, falls.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer
from pe_core.rotary.encoding import Rotary

__all__ = ["Rise", "mean_partial_sum", "random_scores", "rises", "self_score"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rise:
    """Hold one stretch of offsets over which a curve rises, and the values at its ends."""

    start: float
    end: float
    low: float
    high: float


def self_score(rotary: Rotary, offsets: npt.ArrayLike) -> FloatArray:
    """Return the mean score for q = k with pairs of equal length: mean of cos(ω_i·offset).

    ``offsets`` has shape (n,); so has the result, which is 1 at offset 0 and counts the pairs
    that turn. This is the dot product curve of a sinusoidal encoding, divided by d / 2.

    >>> self_score(Rotary(2), [0, 1]).round(4).tolist()
    [1.0, 0.5403]
    """
    return np.asarray(np.cos(rotary.angles(offsets)).mean(axis=1))


def random_scores(
    rotary: Rotary, offsets: npt.ArrayLike, *, seed: int = 0, draws: int = 8
) -> FloatArray:
    """Return the scores of random queries and keys by offset, shape (draws, n).

    Entries are normal, and each score is divided by sqrt(head_dim), as attention does. The
    same ``seed``, from 0 to 2**32 - 1, gives the same curves. ``draws`` is from 1 to 256.

    >>> random_scores(Rotary(8), [0, 1], draws=2).shape
    (2, 2)
    """
    draws = integer("draws", draws, 1, 256)
    generator = np.random.default_rng(integer("seed", seed, 0, 2**32 - 1))
    vectors = generator.standard_normal((draws, 2, rotary.head_dim))
    curves = [rotary.score(query, key, offsets) for query, key in vectors]
    return np.asarray(np.array(curves) / np.sqrt(rotary.head_dim))


def rises(offsets: npt.ArrayLike, curve: npt.ArrayLike, *, least: float = 0.0) -> list[Rise]:
    """Return the stretches where a curve rises by more than ``least``, in order of offset.

    >>> rises([0, 1, 2, 3], [3.0, 1.0, 2.0, 0.0])
    [Rise(start=1.0, end=2.0, low=1.0, high=2.0)]
    """
    places = finite_array("offsets", offsets, ndim=1)
    values = finite_array("curve", curve, ndim=1, limit=1e300)
    if places.shape != values.shape:
        raise ValueError(f"curve must have one value per offset, {len(places)}; got {len(values)}")
    up = np.concatenate([[False], np.diff(values) > 0, [False]])
    edges = np.flatnonzero(np.diff(up.astype(np.int8)))
    found = []
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if values[end] - values[start] > least:
            ends = (places[start], places[end], values[start], values[end])
            found.append(Rise(*map(float, ends)))
    return found


def mean_partial_sum(rotary: Rotary, offsets: npt.ArrayLike) -> FloatArray:
    """Return the bound that the paper draws: the mean over j of |Σ_{i≤j} exp(iω_i·offset)|.

    ``offsets`` has shape (n,), so has the result. It falls on the whole, but it is a bound on
    scores and not a score. Source: Su et al. (2021), section 3.4.3.

    >>> mean_partial_sum(Rotary(4), [0]).tolist()
    [1.5]
    """
    sums = np.cumsum(np.exp(1j * rotary.angles(offsets)), axis=1)
    return np.asarray(np.abs(sums).mean(axis=1))
