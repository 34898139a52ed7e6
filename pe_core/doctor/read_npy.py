"""Read a .npy file without trusting its header, and without ever opening a pickle."""

import io
import math
import tokenize
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.unreadable import UnreadableInput

__all__ = ["read_npy"]

#: What NumPy lets through while it reads the text of a header.
_BAD_HEADER = (
    ValueError,
    TypeError,
    SyntaxError,
    OverflowError,
    EOFError,
    MemoryError,
    RecursionError,
    KeyError,
    AttributeError,
    tokenize.TokenError,
)


def read_npy(data: bytes) -> tuple[npt.NDArray[Any], tuple[str, ...]]:
    """Return the array in ``data`` and notes.

    The size that the header claims is held against the bytes that are there before anything of
    that size is made. Raises ``UnreadableInput``.
    """
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        if version == (1, 0):
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
        elif version == (2, 0):
            shape, fortran, dtype = np.lib.format.read_array_header_2_0(stream)
        else:
            raise UnreadableInput(f"the .npy file has the unknown version {version}")
    except UnreadableInput:
        raise
    except _BAD_HEADER:
        raise UnreadableInput("the header of the .npy file is damaged") from None
    if not all(type(size) is int and size >= 0 for size in shape):
        raise UnreadableInput("the header of the .npy file is damaged: its shape is no shape")
    if len(shape) > 3:
        raise UnreadableInput(f"the array must have 1 to 3 dimensions; it has {len(shape)}")
    _check_dtype(dtype)
    there = len(data) - stream.tell()
    claimed = math.prod(shape) * dtype.itemsize
    if claimed > there:
        told = claimed if claimed < 10**18 else "more than 10^18"
        raise UnreadableInput(
            f"the header of the .npy file claims {told} bytes, but only {there} are there"
        )
    if claimed == 0:
        raise UnreadableInput(f"the array is empty: its shape is {_shape(shape)}")
    flat = np.frombuffer(data, dtype=dtype, count=claimed // dtype.itemsize, offset=stream.tell())
    array = flat.reshape(shape, order="F" if fortran else "C")
    return array.astype(dtype.newbyteorder("="), copy=False), ()


def _shape(shape: tuple[int, ...]) -> str:
    text = str(shape)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _check_dtype(dtype: Any) -> None:
    if dtype.hasobject:
        raise UnreadableInput("the .npy file holds Python objects (a pickle), which are not opened")
    if dtype.kind == "c":
        raise UnreadableInput("the array must hold real numbers; got complex numbers")
    if dtype.kind not in "iufb" or dtype.itemsize > 8:
        raise UnreadableInput(f"the array must hold real numbers of up to 64 bits; got {dtype}")
