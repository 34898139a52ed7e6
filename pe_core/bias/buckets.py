"""Buckets: offsets that share one learned number.

T5 learns one bias per head and bucket. Near offsets have a bucket each; farther ones share
buckets that widen in proportion, and everything beyond a distance is one bucket. Swin, for
windows of an image, has one number per offset in both directions.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, finite_array, integer

__all__ = ["deberta_bucket", "swin_index", "t5_bucket"]

IntArray = npt.NDArray[np.int64]


def t5_bucket(
    offsets: npt.ArrayLike,
    *,
    bidirectional: bool = True,
    num_buckets: int = 32,
    max_distance: int = 128,
) -> IntArray:
    """Return the bucket of each offset (key minus query), int64, shape (n,).

    Both ways: half of the buckets for keys after the query. One way: all for keys before it, and
    bucket 0 for those after it. The first half has one offset each, the rest grow in proportion
    up to ``max_distance``. ``num_buckets`` from 4 to 65,536, even.

    Formula: exact + ⌊ln(n/exact) / ln(max_distance/exact) · (buckets - exact)⌋ for n ≥ exact, in
    float32, as the library computes it. Source: Raffel et al. (2020); transformers 5.24.0, t5
    (_relative_position_bucket).

    >>> t5_bucket([-128, -8, 0, 8]).tolist()
    [15, 8, 0, 24]
    """
    array = finite_array("offsets", offsets, ndim=1)
    buckets = integer("num_buckets", num_buckets, 4, 65_536)
    out = np.zeros(array.shape, dtype=np.int64)
    if bidirectional:
        buckets //= 2
        out += np.where(array > 0, buckets, 0)
        distance = np.abs(array)
    else:
        distance = np.maximum(-array, 0)
    exact = buckets // 2
    farthest = integer("max_distance", max_distance, exact + 1, 10**9)
    near = distance.astype(np.int64)
    # float32 as in the library: at the edge of a bucket the last bit decides.
    ratio = np.log(np.maximum(distance, 1).astype(np.float32) / np.float32(exact))
    steps = ratio / np.float32(np.log(farthest / exact)) * np.float32(buckets - exact)
    far = np.minimum(exact + steps.astype(np.int64), buckets - 1)
    return out + np.where(near < exact, near, far)


def deberta_bucket(
    offsets: npt.ArrayLike, *, num_buckets: int = 32, max_distance: int = 128
) -> IntArray:
    """Return DeBERTa's signed bucket of each offset (query minus key), int64, shape (n,).

    Offsets up to half of ``num_buckets`` are their own; beyond, buckets grow in proportion and
    go on past ``max_distance``. Source: transformers 5.24.0, deberta_v2
    (make_log_bucket_position).

    >>> deberta_bucket([-300, -3, 16, 128]).tolist()
    [-38, -3, 16, 32]
    """
    array = finite_array("offsets", offsets, ndim=1)
    middle = integer("num_buckets", num_buckets, 4, 65_536) // 2
    farthest = integer("max_distance", max_distance, middle + 2, 10**9)
    size = np.maximum(np.abs(array), middle)
    grown = np.log(size / middle) / np.log((farthest - 1) / middle) * (middle - 1)
    far = (np.ceil(grown) + middle) * np.sign(array)
    return np.where(np.abs(array) <= middle, array, far).astype(np.int64)


def swin_index(window: int) -> IntArray:
    """Return which of the (2·window - 1)² numbers each pair of cells uses, (window², window²).

    Formula: (Δrow + window - 1)(2·window - 1) + Δcolumn + window - 1. ``window`` from 1 to 64.
    Source: Liu et al., "Swin Transformer" (2021); transformers 5.24.0, swin.

    >>> swin_index(2)[0].tolist()
    [4, 3, 1, 0]
    """
    window = integer("window", window, 1, 64)
    if window**4 > MAX_CELLS:
        raise ValueError(f"window must be at most 64; got {window}")
    rows, columns = np.divmod(np.arange(window**2), window)
    down = rows[:, None] - rows[None] + window - 1
    right = columns[:, None] - columns[None] + window - 1
    return np.asarray(down * (2 * window - 1) + right, dtype=np.int64)
