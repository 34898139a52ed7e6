"""Half precision without a half-precision framework: round float64 values to bfloat16 or float16.

bfloat16 keeps 8 significant bits, so whole numbers are exact to 256 only; float16 keeps 11, exact
to 2048. NumPy has no bfloat16, but it is the upper half of a float32.
"""

import numpy as np
import numpy.typing as npt

__all__ = ["round_bfloat16", "round_float16"]

FloatArray = npt.NDArray[np.float64]


def round_bfloat16(values: npt.ArrayLike) -> FloatArray:
    """Return finite ``values`` rounded to the nearest bfloat16, ties to even, as float64.

    >>> round_bfloat16([256.0, 257.0, 259.0]).tolist()
    [256.0, 256.0, 260.0]
    """
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    even = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    return (even & np.uint32(0xFFFF0000)).view(np.float32).astype(np.float64)


def round_float16(values: npt.ArrayLike) -> FloatArray:
    """Return ``values`` rounded to the nearest float16, as float64; from 65,520 on, infinity.

    >>> round_float16([2048.0, 2049.0, 65520.0]).tolist()
    [2048.0, 2048.0, inf]
    """
    with np.errstate(over="ignore"):
        rounded = np.asarray(values, dtype=np.float64).astype(np.float16)
    return rounded.astype(np.float64)
