"""Sinusoids of the offset: Transformer-XL's way, between adding a table and turning.

The table holds no positions but offsets, from the farthest key back to the query itself. A layer
projects it and adds its product with the query to the score. XLNet goes on to offsets below
zero, since its queries also look ahead.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer
from pe_core.sinusoid import Sinusoid

__all__ = ["relative_sinusoid"]

FloatArray = npt.NDArray[np.float64]


def relative_sinusoid(
    length: int, dim: int, *, ahead: bool = False, base: float = 10_000.0, layout: str = "sin_cos"
) -> FloatArray:
    """Return the encodings of the offsets length - 1 … 0, or … 1 - length with ``ahead``.

    Shape (length, dim), or (2·length - 1, dim). Source: Dai et al., "Transformer-XL" (2019),
    equation in section 3.3; ESPnet's RelPositionalEncoding for ``ahead``.

    >>> relative_sinusoid(2, 2, ahead=True).round(4).tolist()
    [[0.8415, 0.5403], [0.0, 1.0], [-0.8415, 0.5403]]
    """
    length = integer("length", length, 1, 2**24)
    choice("layout", layout, ("interleaved", "sin_cos", "cos_sin"))
    last = -length if ahead else -1
    offsets = np.arange(length - 1, last, -1, dtype=np.float64)
    return Sinusoid(dim, base=base, layout=layout).encode(offsets)
