"""Read .npy and .npz without trusting their headers, and without ever opening a pickle.

Sizes are checked against what is really there before memory is taken for them.
"""

import io
import lzma
import math
import re
import tokenize
import zipfile
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.limits import MAX_BYTES, UnreadableInput

__all__ = ["read_npy", "read_npz"]

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


#: What unpackers raise beside the errors of zipfile; they share no base class with those.
_UNPACKING = (zlib.error, lzma.LZMAError)


def read_npy(data: bytes) -> npt.NDArray[Any]:
    """Return the array in the bytes of a .npy file.

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
    return array.astype(dtype.newbyteorder("="), copy=False)


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


def read_npz(data: bytes, key: str | None) -> tuple[npt.NDArray[Any], list[str]]:
    """Return an array of a .npz archive and notes: the one named ``key``, or the first table.

    Unpacks in bounded steps. Raises ``UnreadableInput``, for PyTorch's archives with the line
    that saves them right.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise UnreadableInput("the .npz archive is damaged") from None
    _refuse_others([entry.filename for entry in entries])
    arrays = {entry.filename[:-4]: entry for entry in entries if entry.filename.endswith(".npy")}
    if not arrays:
        raise UnreadableInput("the archive must hold a .npy array; it holds none")
    names = ", ".join(repr(name[:40]) for name in list(arrays)[:6])
    if key is not None and key not in arrays:
        raise UnreadableInput(f"key must name an array of the archive ({names}); got {key[:40]!r}")
    name = key if key is not None else _first_table(archive, arrays)
    entry = arrays[name]
    if entry.file_size > MAX_BYTES:
        raise UnreadableInput(_too_large(entry.filename, entry.file_size))
    content = _unpacked(archive, entry)
    if not content.startswith(b"\x93NUMPY"):
        raise UnreadableInput(f"{entry.filename[:40]!r} in the archive is no .npy array")
    notes = [f"Read the array {name[:40]!r} of the archive."]
    if len(arrays) > 1:
        others = ", ".join(repr(other[:40]) for other in [*arrays][:6] if other != name)
        notes.append(f"The archive holds other arrays too: {others}.")
    return read_npy(content), notes


def _refuse_others(names: list[str]) -> None:
    """Refuse archives of other programs, with a way out."""
    if any(name.endswith("data.pkl") for name in names):
        raise UnreadableInput(
            "this is a PyTorch file, which holds a pickle and is never opened; save the tensor "
            'with np.save("pe.npy", t.numpy())'
        )
    if any(name.startswith("xl/") for name in names):
        raise UnreadableInput("this is an Excel workbook; save the sheet as CSV")


def _first_table(archive: zipfile.ZipFile, arrays: dict[str, zipfile.ZipInfo]) -> str:
    """Return the name of the first array with rows and columns, among the first 32."""
    for name, entry in list(arrays.items())[:32]:
        try:
            with archive.open(entry) as stream:
                head = stream.read(512)
        except (zipfile.BadZipFile, OSError, RuntimeError, ValueError, EOFError, *_UNPACKING):
            continue
        if re.search(rb"'shape': \([0-9L ]+, *[0-9L ]+", head):
            return name
    return next(iter(arrays))


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    out = bytearray()
    try:
        with archive.open(entry) as stream:
            while chunk := stream.read(2**20):
                out += chunk
                if len(out) > MAX_BYTES:
                    raise UnreadableInput(_too_large(entry.filename, len(out)))
    except UnreadableInput:
        raise
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError, EOFError, NotImplementedError):
        raise UnreadableInput("the .npz archive is damaged or encrypted") from None
    except _UNPACKING:
        raise UnreadableInput("the .npz archive is damaged") from None
    return bytes(out)


def _too_large(name: str, size: int) -> str:
    return (
        f"{name[:40]!r} in the archive must unpack to at most {MAX_BYTES // 10**6} MB; "
        f"got {size / 1e6:.0f} MB"
    )
