"""Two conventions side by side: how far apart, and is it only the order of the columns?

Spacings that look like different formulas are the same formula with another *effective base*:
endpoint spacing with base B over n pairs equals the paper's spacing with base B^(n/(n - 1)).
And two tables that differ by a permutation of columns have identical dot products.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer
from pe_core.sinusoid import Sinusoid

__all__ = ["COMPARED_POSITIONS", "Comparison", "compare", "effective_base"]

FloatArray = npt.NDArray[np.float64]
#: The rows at which the largest difference is told.
COMPARED_POSITIONS = (1, 10, 100, 500)


@dataclass(frozen=True)
class Comparison:
    """Hold what two encodings have in common and where they part.

    ``permutation`` (dim,) holds for each column of the right table the column of the left one
    with the same numbers, or None; ``difference`` (length, dim) is left - right;
    ``by_position`` (length,) its largest magnitude per row; ``largest_at`` pairs each of
    COMPARED_POSITIONS with it; ``dot_product_gap`` is the largest difference between their
    position-by-position dot products; the bases are effective bases.
    """

    permutation: npt.NDArray[np.intp] | None
    difference: FloatArray
    by_position: FloatArray
    largest_at: tuple[tuple[int, float], ...]
    dot_product_gap: float
    left_base: float
    right_base: float


def effective_base(sinusoid: Sinusoid) -> float:
    """Return the base with which the paper's spacing gives the same frequencies.

    Formula: B for the paper's spacing, B^(n/(n - 1)) for endpoint spacing over n pairs; with one
    pair the base has no effect and is returned as it is.

    >>> round(effective_base(Sinusoid(dim=512, spacing="endpoint")), 1)
    10367.8
    """
    count = len(sinusoid.frequencies)
    if sinusoid.spacing == "paper" or count < 2:
        return sinusoid.base
    return float(sinusoid.base ** (sinusoid.columns / 2 / (count - 1)))


def compare(left: Sinusoid, right: Sinusoid, *, length: int = 512) -> Comparison:
    """Compare the tables of two encodings of the same dim, rows 0 … length - 1 of each.

    ``length`` is an integer from 1 to 16,384. Raises ``ValueError`` for other lengths and for
    different dims.

    >>> compare(Sinusoid(dim=4), Sinusoid(dim=4, layout="sin_cos")).permutation.tolist()
    [0, 2, 1, 3]
    """
    length = integer("length", length, 1, 16_384)
    if left.dim != right.dim:
        raise ValueError(f"dim must be the same for both; got {left.dim} and {right.dim}")
    tables = left.table(length), right.table(length)
    difference = tables[0] - tables[1]
    by_position = np.abs(difference).max(axis=1, initial=0)
    at = [
        (position, float(np.abs(left.table(1, position) - right.table(1, position)).max()))
        for position in COMPARED_POSITIONS
    ]
    few = [table[:: max(1, length // 64)] for table in tables]
    gap = float(np.abs(few[0] @ few[0].T - few[1] @ few[1].T).max())
    bases = effective_base(left), effective_base(right)
    return Comparison(_permutation(left, right), difference, by_position, tuple(at), gap, *bases)


def _permutation(left: Sinusoid, right: Sinusoid) -> npt.NDArray[np.intp] | None:
    """Return which left column each right column is, if they share every wave, else None."""
    same = (
        left.origin == right.origin
        and left.amplitude == right.amplitude
        and left.columns == right.columns
        and np.allclose(left.frequencies, right.frequencies, rtol=1e-12, atol=0)
    )
    if not same:
        return None
    permutation = np.arange(left.dim)
    permutation[right.sine_columns] = left.sine_columns
    permutation[right.cosine_columns] = left.cosine_columns
    return permutation
