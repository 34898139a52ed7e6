"""Encodings printed on a page, checked against the formula.

A table in a tutorial is believed because it is printed. One widely read script shows encodings
next to its code that the code does not give; this module holds them, and finds what is wrong.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, real
from pe_core.sinusoid import Sinusoid

__all__ = ["PRINTED_D6", "PrintedComparison", "compare_printed"]

FloatArray = npt.NDArray[np.float64]

#: The "illustrative" encodings that the tutorial prints beside its script (4 positions, d = 6,
#: base 10000). Only the first two columns follow the formula, and no base gives the others.
PRINTED_D6: tuple[tuple[float, ...], ...] = (
    (0.0, 1.0, 0.0, 1.0, 0.0, 1.0),
    (0.84147098, 0.54030231, 0.2171651, 0.97613297, 0.04642049, 0.99892228),
    (0.90929743, -0.41614684, 0.42481076, 0.9052784, 0.09259899, 0.99569976),
    (0.14112001, -0.9899925, 0.6137753, 0.789471, 0.13830076, 0.99039312),
)


@dataclass(frozen=True, eq=False)
class PrintedComparison:
    """Hold printed numbers beside the right ones: all of shape (n, dim).

    ``wrong`` marks the cells that differ by more than the tolerance; ``wrong_columns`` lists the
    dimensions that hold one, counted from 0.
    """

    right: FloatArray
    difference: FloatArray
    wrong: npt.NDArray[np.bool_]
    wrong_columns: tuple[int, ...]


def compare_printed(
    printed: npt.ArrayLike, sinusoid: Sinusoid, *, tolerance: float = 1e-8
) -> PrintedComparison:
    """Compare printed encodings (rows from the origin on) with those of ``sinusoid``.

    ``printed`` has shape (n, dim); ``tolerance`` is at least 0; the default is one unit of the
    eighth decimal, the last that NumPy prints.

    Raises ``ValueError`` for another shape.

    >>> compare_printed(PRINTED_D6, Sinusoid(dim=6)).wrong_columns
    (2, 3, 4, 5)
    """
    array = finite_array("printed", printed, ndim=2)
    if array.shape[1] != sinusoid.dim:
        raise ValueError(f"printed must have {sinusoid.dim} columns; got {array.shape[1]}")
    tolerance = real("tolerance", tolerance, 0, 1)
    right = sinusoid.table(len(array))
    difference = array - right
    wrong = np.abs(difference) > tolerance
    columns = tuple(int(column) for column in np.flatnonzero(wrong.any(0)))
    return PrintedComparison(right, difference, wrong, columns)
