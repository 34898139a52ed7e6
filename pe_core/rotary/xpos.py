"""xPos: a rotary encoding whose scores also fade with the offset.

Queries are multiplied by ζ^(p/512) and keys by ζ^(-p/512), with ζ a little below 1 and smallest
for the fast pairs. The product of both is ζ^(offset/512), so distant keys count less, and most
where the angle tells least. Positions are counted from the middle, to keep the powers near 1.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real

__all__ = ["xpos_bases", "xpos_scale"]

FloatArray = npt.NDArray[np.float64]


def xpos_bases(dim: int) -> FloatArray:
    """Return ζ of each pair, (2i + 0.4·dim) / (1.4·dim), shape (dim / 2,).

    Source: Sun et al., "A Length-Extrapolatable Transformer" (2022); x-transformers 2.31.10.

    >>> xpos_bases(4).round(4).tolist()
    [0.2857, 0.6429]
    """
    dim = integer("dim", dim, 2, 65_536)
    return np.asarray((np.arange(0, dim - dim % 2, 2) + 0.4 * dim) / (1.4 * dim), dtype=np.float64)


def xpos_scale(
    positions: npt.ArrayLike, dim: int, *, centre: float = 0.0, scale_base: float = 512.0
) -> FloatArray:
    """Return the factor on each pair of a query, shape (n, dim / 2); keys get its inverse.

    Formula: ζ_i^((p - centre) / scale_base). ``positions`` has shape (n,). Libraries take half
    the length as the centre: rounded down (x-transformers) or up (torchscale).

    >>> xpos_scale([0, 512], 2).round(4).tolist()
    [[1.0], [0.2857]]
    """
    array = finite_array("positions", positions, ndim=1, limit=1e6)
    power = (array - real("centre", centre, -1e6, 1e6)) / real("scale_base", scale_base, 1, 1e9)
    return np.asarray(xpos_bases(dim) ** power[:, None])
