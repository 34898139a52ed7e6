"""Plain ways to number positions, beside the sinusoid: why not just write 1, 2, 3 …?

Integers grow without bound and soon drown the word vectors. Scaled to 0 … 1 they stay small, but
the step between neighbours then depends on the length of the sentence. Binary digits are bounded
and have a fixed scale, but neighbours are sometimes one flipped digit apart and sometimes many,
and a longer text needs a digit that was never used. A sinusoid keeps the idea of the binary
counter, with fast columns and slow columns, and makes it smooth.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, finite_array, integer
from pe_core.counter import MAX_LENGTH, binary_columns
from pe_core.sinusoid import Sinusoid

__all__ = [
    "BASELINES",
    "Beyond",
    "Measures",
    "SimilarityBand",
    "baseline_table",
    "beyond",
    "integer_positions",
    "measure",
    "scaled_positions",
    "similarity_by_offset",
]

FloatArray = npt.NDArray[np.float64]

BASELINES = ("integers", "scaled", "binary", "sinusoid")
#: Cells of one table; it is also read once for each offset of a similarity band.
MAX_CELLS = 2**22


def integer_positions(length: int) -> FloatArray:
    """Return 1, 2, …, ``length`` as one column, shape (length, 1); length from 1 to 4096.

    >>> integer_positions(3).ravel().tolist()
    [1.0, 2.0, 3.0]
    """
    return np.arange(1.0, integer("length", length, 1, MAX_LENGTH) + 1)[:, None]


def scaled_positions(length: int) -> FloatArray:
    """Return 0 to 1 in equal steps as one column, shape (length, 1); length from 1 to 4096.

    >>> scaled_positions(3).ravel().tolist()
    [0.0, 0.5, 1.0]
    """
    return np.linspace(0, 1, integer("length", length, 1, MAX_LENGTH))[:, None]


def baseline_table(name: str, length: int, sinusoid: Sinusoid) -> FloatArray:
    """Return the table of one way to number ``length`` positions, one row a position.

    ``name`` is one of ``BASELINES``; only ``"sinusoid"`` uses ``sinusoid``. ``length`` is an
    integer from 1 to 4096, and length × columns at most 4,194,304.

    Raises ``ValueError`` for other values.

    >>> baseline_table("scaled", 2, Sinusoid(dim=4)).tolist()
    [[0.0], [1.0]]
    """
    choice("baseline", name, BASELINES)
    length = integer("length", length, 1, MAX_LENGTH)
    if length * sinusoid.dim > MAX_CELLS:
        rule = f"length times dim must be at most {MAX_CELLS}"
        raise ValueError(f"{rule}; got {length} x {sinusoid.dim}")
    tables: dict[str, Callable[[int], FloatArray]] = {
        "integers": integer_positions,
        "scaled": scaled_positions,
        "binary": binary_columns,
        "sinusoid": sinusoid.table,
    }
    return tables[name](length)


@dataclass(frozen=True)
class Measures:
    """Hold what can be read off one table.

    ``lowest`` and ``highest`` value; ``shortest_step`` and ``longest_step``: the Euclidean
    distances between neighbouring rows (0 where there is one row only).
    """

    name: str
    length: int
    columns: int
    lowest: float
    highest: float
    shortest_step: float
    longest_step: float


def measure(name: str, length: int, sinusoid: Sinusoid) -> Measures:
    """Return range and steps of one way to number positions; arguments as baseline_table.

    >>> measure("scaled", 11, Sinusoid(dim=4)).highest
    1.0
    """
    table = baseline_table(name, length, sinusoid)
    steps = np.linalg.norm(np.diff(table, axis=0), axis=1)
    return Measures(
        name=name,
        length=len(table),
        columns=table.shape[1],
        lowest=float(table.min()),
        highest=float(table.max()),
        shortest_step=float(steps.min()) if len(steps) else 0.0,
        longest_step=float(steps.max()) if len(steps) else 0.0,
    )


@dataclass(frozen=True)
class Beyond:
    """Hold what happens to one way to number positions when the sentence outgrows training.

    ``moved``: by how much the value of one and the same position changes, at most.
    ``overshoot``: how far the values leave the trained range, as a multiple of its width.
    ``new_columns``: how many columns the longer table has more than the trained one.
    """

    trained: Measures
    longer: Measures
    moved: float
    overshoot: float
    new_columns: int


def beyond(name: str, trained: int, longer: int, sinusoid: Sinusoid) -> Beyond:
    """Compare the table of the ``trained`` length with that of a ``longer`` one.

    Both are integers from 2 to 4096 with trained < longer; the rest as :func:`baseline_table`.

    Raises ``ValueError`` for other values.

    >>> b = beyond("integers", 10, 100, Sinusoid(dim=4))
    >>> b.moved, b.overshoot, b.longer.highest
    (0.0, 10.0, 100.0)
    """
    longer = integer("longer", longer, 3, MAX_LENGTH)
    trained = integer("trained", trained, 2, longer - 1)
    short, long = (baseline_table(name, length, sinusoid) for length in (trained, longer))
    shared = short.shape[1]
    leap = max(long.max() - short.max(), short.min() - long.min(), 0.0)
    return Beyond(
        trained=measure(name, trained, sinusoid),
        longer=measure(name, longer, sinusoid),
        moved=float(np.abs(long[:trained, :shared] - short).max()),
        overshoot=float(leap / np.ptp(short)),
        new_columns=long.shape[1] - shared,
    )


@dataclass(frozen=True, eq=False)
class SimilarityBand:
    """Hold the dot products of rows at each offset: lowest, mean and highest, shape (count,).

    A band that is a single line says that similarity depends on the offset alone.
    """

    offsets: npt.NDArray[np.int64]
    lowest: FloatArray
    mean: FloatArray
    highest: FloatArray


def similarity_by_offset(table: npt.ArrayLike, *, count: int = 64) -> SimilarityBand:
    """Return the dot products of row p and row p + offset, over all p, by offset.

    ``table`` has shape (n, columns) with n from 1 to 4096; offsets run from 0 to
    min(count, n) - 1, and ``count`` is an integer from 1 to 512.

    Raises ``ValueError`` for other values.

    >>> similarity_by_offset(integer_positions(3)).highest.tolist()
    [9.0, 6.0, 3.0]
    """
    array = finite_array("table", table, ndim=2)
    if not (1 <= len(array) <= MAX_LENGTH and array.size <= MAX_CELLS):
        rule = f"table must have 1 to {MAX_LENGTH} rows and at most {MAX_CELLS} cells"
        raise ValueError(f"{rule}; got shape {array.shape}")
    offsets = np.arange(min(integer("count", count, 1, 512), len(array)))
    products = [
        np.einsum("ij,ij->i", array[: len(array) - offset], array[offset:]) for offset in offsets
    ]
    low, mean, high = (
        np.array([reduce(part) for part in products]) for reduce in (np.min, np.mean, np.max)
    )
    return SimilarityBand(offsets, low, mean, high)
