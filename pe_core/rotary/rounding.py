"""The four types that models compute in, and rounding to them with NumPy alone.

NumPy has no bfloat16, which is a float32 without its last 16 bits: eight bits of precision, so
above 256 not every whole number can be held. float16 has eleven bits, and every whole number up
to 2,048.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice

__all__ = ["DTYPES", "HALF_STEP", "is_bfloat16", "round_to"]

FloatArray = npt.NDArray[np.float64]

DTYPES = ("float64", "float32", "float16", "bfloat16")
#: The largest relative error of rounding to each type.
HALF_STEP = {"float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}


def round_to(values: npt.ArrayLike, dtype: str) -> FloatArray:
    """Round to the nearest number of a type, ties to even, and return float64 of that shape.

    What is too large for the type becomes infinite, as it does there.

    >>> round_to([257, 258, 0.1], "bfloat16").tolist()
    [256.0, 258.0, 0.10009765625]
    """
    choice("dtype", dtype, DTYPES)
    array = np.asarray(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        if dtype == "float64":
            return array.copy()
        if dtype == "float16":
            return array.astype(np.float16).astype(np.float64)
        single = np.atleast_1d(array.astype(np.float32))
        if dtype == "bfloat16":
            bits = single.view(np.uint32).astype(np.uint64)
            bits += 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))
            rounded = (bits & np.uint64(0xFFFF0000)).astype(np.uint32).view(np.float32)
            single = np.where(np.isfinite(single), rounded, single)
    return single.astype(np.float64).reshape(array.shape)


def is_bfloat16(values: npt.ArrayLike) -> bool:
    """Return whether every value is one that bfloat16 can hold.

    >>> is_bfloat16([0.5, 0.10009765625]), is_bfloat16([0.1])
    (True, False)
    """
    array = np.asarray(values, dtype=np.float64)
    return bool((round_to(array, "bfloat16") == array).all())
