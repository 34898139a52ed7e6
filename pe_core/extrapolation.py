"""Beyond the training length: what is new in a text longer than any seen before?

The formula gives a row for any position, and its values never leave [-1, 1]. That is not the
whole story. A slow pair may have shown only a small part of its circle in training; further on it
enters phases, and its columns take values, that no part of the network has ever met. Whether two
positions could be confused is another question: it depends on the smallest distance between any
two rows, and that depends on their offset alone.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer
from pe_core.similarity import offset_profile
from pe_core.sinusoid import Sinusoid

__all__ = [
    "Extrapolation",
    "Uniqueness",
    "closest_positions",
    "column_ranges",
    "extrapolate",
    "offset_distances",
    "phase_coverage",
]

FloatArray = npt.NDArray[np.float64]

#: Longer texts are refused; one similarity for each offset is worked out.
MAX_LENGTH = 2**20
#: Offsets whose distance is worked out again without the rounding of the fast kernel.
_CANDIDATES = 32


def offset_distances(sinusoid: Sinusoid, offsets: npt.ArrayLike) -> FloatArray:
    """Return the distance |PE(p + offset) - PE(p)| for each offset, shape (n,), float64.

    It is the same at every p. A lone sine, for which it is not, is left out, so for an odd number
    of waves it is the smallest distance possible. Small distances are exact to a few roundings.

    Raises ``ValueError`` for anything else than a list of finite numbers.

    Formula: 2 · amplitude · sqrt(Σ_i sin²(ω_i · offset / 2)), which is
    sqrt(2·K(0) - 2·K(offset)) for the dot product K by offset, but without its cancellation.

    >>> offset_distances(Sinusoid(dim=2), [0, 1]).round(4).tolist()
    [0.0, 0.9589]
    """
    array = finite_array("offsets", offsets, ndim=1)
    halves = _paired(sinusoid) / 2
    squares = np.empty(len(array))
    step = max(1, 2**20 // max(1, len(halves)))
    for low in range(0, len(array), step):
        waves = np.sin(array[low : low + step, None] * halves)
        squares[low : low + step] = np.square(waves).sum(1)
    return 2 * sinusoid.amplitude * np.sqrt(squares)


def _paired(sinusoid: Sinusoid) -> FloatArray:
    """Return the frequencies of the complete pairs."""
    return sinusoid.frequencies[: sinusoid.columns // 2]


@dataclass(frozen=True)
class Uniqueness:
    """Hold which positions of a text are hardest to tell apart.

    ``smallest_distance`` is that of any two positions, and ``offset`` how far apart those stand;
    ``neighbour_distance`` is that of offset 1. ``first_confusion`` is the first offset above 1 at
    which two positions are more alike than neighbours are; None if there is none.
    """

    length: int
    smallest_distance: float
    offset: int
    neighbour_distance: float
    first_confusion: int | None


def closest_positions(sinusoid: Sinusoid, length: int) -> Uniqueness:
    """Return which offset within ``length`` positions has the smallest distance.

    ``length`` is an integer from 2 to 1,048,576. All offsets are compared by the fast kernel, and
    the best of them again by :func:`offset_distances`.

    Raises ``ValueError`` for another length, and for an encoding without a complete pair.

    >>> closest_positions(Sinusoid(dim=2), 100).offset
    44
    """
    length = integer("length", length, 2, MAX_LENGTH)
    if not len(_paired(sinusoid)):
        raise ValueError(f"dim must be at least 2 to tell positions apart; got {sinusoid.dim}")
    profile = offset_profile(sinusoid, length)
    if sinusoid.unpaired:
        angles = sinusoid.frequencies[-1] * np.arange(length)
        profile = profile - sinusoid.amplitude**2 / 2 * np.cos(angles)
    count = min(_CANDIDATES, length - 1)
    likely = np.argpartition(-profile[1:], count - 1)[:count] + 1
    candidates = np.unique(np.append(likely, 1))
    distances = offset_distances(sinusoid, candidates)
    best = int(distances.argmin())
    # Rounding of a sum of cosines: offsets as near as this to a neighbour's are not counted.
    noise = 64 * np.finfo(float).eps * profile[0]
    confused = np.flatnonzero(profile[2:] > profile[1] + noise)
    return Uniqueness(
        length=length,
        smallest_distance=float(distances[best]),
        offset=int(candidates[best]),
        neighbour_distance=float(distances[0]),
        first_confusion=int(confused[0]) + 2 if len(confused) else None,
    )


def phase_coverage(sinusoid: Sinusoid, length: int) -> FloatArray:
    """Return the share of its circle that each pair passes in ``length`` positions, (pairs,).

    ``length`` is an integer from 1 to 1,048,576. The shares run from 0 to 1; a pair with the
    share 1 has completed a turn and shows nothing new afterwards.

    Formula: min(1, ω_i · (length - 1) / 2π).

    Raises ``ValueError`` for another length.

    >>> phase_coverage(Sinusoid(dim=4), 101).round(4).tolist()
    [1.0, 0.1592]
    """
    length = integer("length", length, 1, MAX_LENGTH)
    return np.minimum(1.0, sinusoid.frequencies * (length - 1) / (2 * np.pi))


def column_ranges(sinusoid: Sinusoid, length: int) -> FloatArray:
    """Return the lowest and the highest value of each column, shape (dim, 2), float64.

    ``length`` is an integer from 1 to 1,048,576, counted from the origin. The wave is taken as
    running through all real positions from the first to the last, so a whole position may come a
    little short of a crest.

    Raises ``ValueError`` for another length.

    >>> column_ranges(Sinusoid(dim=4), 11).round(4).tolist()[2:]
    [[0.0, 0.0998], [0.995, 1.0]]
    """
    length = integer("length", length, 1, MAX_LENGTH)
    first = sinusoid.frequencies * sinusoid.origin
    last = sinusoid.frequencies * (sinusoid.origin + length - 1)
    ranges = np.zeros((sinusoid.dim, 2))
    cosines = sinusoid.columns // 2
    ranges[sinusoid.sine_columns] = _cosine_range(first - np.pi / 2, last - np.pi / 2)
    ranges[sinusoid.cosine_columns] = _cosine_range(first[:cosines], last[:cosines])
    return sinusoid.amplitude * ranges


def _cosine_range(first: FloatArray, last: FloatArray) -> FloatArray:
    """Return the lowest and highest cosine of the angles from ``first`` to ``last``, (n, 2)."""
    ends = np.cos(first), np.cos(last)
    turn = 2 * np.pi
    crest = np.floor(last / turn) >= np.ceil(first / turn)
    trough = np.floor((last - np.pi) / turn) >= np.ceil((first - np.pi) / turn)
    low = np.where(trough, -1.0, np.minimum(*ends))
    return np.column_stack([low, np.where(crest, 1.0, np.maximum(*ends))])


@dataclass(frozen=True, eq=False)
class Extrapolation:
    """Hold a trained length and a longer one side by side.

    ``trained`` and ``longer`` tell how far positions stand apart. The coverages (pairs,) are
    those of :func:`phase_coverage`, the ranges (dim, 2) those of :func:`column_ranges`.
    ``new_pairs`` lists the pairs that enter phases never seen, ``new_columns`` the dimensions
    that take values outside their trained range by more than a thousandth of the amplitude.
    """

    trained: Uniqueness
    longer: Uniqueness
    trained_coverage: FloatArray
    longer_coverage: FloatArray
    trained_ranges: FloatArray
    longer_ranges: FloatArray
    new_pairs: tuple[int, ...]
    new_columns: tuple[int, ...]


def extrapolate(sinusoid: Sinusoid, trained: int, longer: int) -> Extrapolation:
    """Compare a text of the ``trained`` length with a ``longer`` one.

    Both are integers, 2 ≤ trained < longer ≤ 1,048,576.

    Raises ``ValueError`` for other lengths, and for an encoding without a complete pair.

    >>> extrapolate(Sinusoid(dim=6), 50, 500).new_pairs
    (1, 2)
    """
    longer = integer("longer", longer, 3, MAX_LENGTH)
    trained = integer("trained", trained, 2, longer - 1)
    coverages = [phase_coverage(sinusoid, length) for length in (trained, longer)]
    ranges = [column_ranges(sinusoid, length) for length in (trained, longer)]
    excess = np.maximum(ranges[0][:, 0] - ranges[1][:, 0], ranges[1][:, 1] - ranges[0][:, 1])
    new_columns = np.flatnonzero(excess > 1e-3 * sinusoid.amplitude)
    return Extrapolation(
        trained=closest_positions(sinusoid, trained),
        longer=closest_positions(sinusoid, longer),
        trained_coverage=coverages[0],
        longer_coverage=coverages[1],
        trained_ranges=ranges[0],
        longer_ranges=ranges[1],
        new_pairs=tuple(int(pair) for pair in np.flatnonzero(coverages[1] > coverages[0])),
        new_columns=tuple(int(column) for column in new_columns),
    )
