"""From the bytes of a file, or pasted text, to a matrix: nothing is executed, nothing is trusted.

What a file is shows in its first bytes, not in its name. Sizes are checked against what is really
there before memory is taken for them, and pickles are never opened.
"""

import io
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.read_json import read_json
from pe_core.doctor.read_npy import read_npy
from pe_core.doctor.read_text import read_text
from pe_core.doctor.unreadable import MAX_BYTES, UnreadableInput

__all__ = ["MAX_BYTES", "Reading", "UnreadableInput", "read_bytes", "read_pasted"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Reading:
    """Hold the numbers that were read and what was noticed about them.

    ``matrix`` has 1 to 3 dimensions; ``dtype`` names the type it was stored or printed with, if
    that is known; ``resolution`` is the unit of the last printed digit, one number or one per
    cell, or None for binary data. ``notes`` are sentences for the reader; ``cropped`` says that
    the print left out columns at the end.
    """

    matrix: npt.NDArray[Any]
    dtype: str | None = None
    resolution: FloatArray | float | None = None
    notes: tuple[str, ...] = ()
    cropped: bool = False

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments that tell ``diagnose`` how exact the numbers are."""
        return {"dtype": self.dtype, "resolution": self.resolution, "cropped": self.cropped}


def read_bytes(data: bytes, name: str = "") -> Reading:
    """Read an uploaded file: .npy, .npz, .csv, .tsv, .txt, .json or a console print.

    ``name`` is used for notes only: the content decides. At most 50 MB.

    Raises ``UnreadableInput`` (a ValueError) with one sentence for everything that is no table
    of finite real numbers.

    >>> read_bytes(b"0 1\\n0.84 0.54").matrix.tolist()
    [[0.0, 1.0], [0.84, 0.54]]
    """
    if len(data) > MAX_BYTES:
        raise UnreadableInput(
            f"the file must be at most {MAX_BYTES // 10**6} MB; got {len(data) / 1e6:.1f} MB"
        )
    if not data.strip():
        raise UnreadableInput("the file is empty")
    notes = _misnamed(data, name)
    if data.startswith(b"\x93NUMPY"):
        array, more = read_npy(data)
    elif data.startswith(b"PK"):
        array, more = _npz(data)
    else:
        return _text(data, notes)
    _finite(array)
    return Reading(array, None, None, (*notes, *more))


def read_pasted(text: str) -> Reading:
    """Read what was pasted: rows of numbers or what a console prints. See :func:`read_bytes`.

    >>> read_pasted("tensor([[0., 1.], [0.8415, 0.5403]])").resolution
    0.0001
    """
    if not isinstance(text, str):
        raise UnreadableInput(f"the text must be a string; got a {type(text).__name__}")
    return read_bytes(text.encode("utf-8", "surrogatepass"), "")


def _misnamed(data: bytes, name: str) -> tuple[str, ...]:
    ending = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    real = "npy" if data.startswith(b"\x93NUMPY") else "npz" if data.startswith(b"PK") else "text"
    if ending in ("npy", "npz") and ending != real:
        return (f"The name ends in .{ending}, but the content is {real}.",)
    if ending in ("csv", "tsv", "txt", "json") and real != "text":
        return (f"The name ends in .{ending}, but the content is {real}.",)
    return ()


def _text(data: bytes, notes: tuple[str, ...]) -> Reading:
    if data.startswith(b"\x80") and data.rstrip().endswith(b"."):
        raise UnreadableInput("the file is a Python pickle, which is never opened")
    text = _decoded(data)
    stripped = text.lstrip()
    parsed = read_json(stripped) if stripped[:1] in "[{" else None
    matrix, resolution, more, dtype = parsed or read_text(text)
    _finite(matrix)
    cropped = any(note.startswith("Columns after") for note in more)
    return Reading(matrix, dtype, resolution, (*notes, *more), cropped)


def _finite(array: npt.NDArray[Any]) -> None:
    """Refuse NaN and infinity, and say where."""
    if array.dtype.kind != "f":
        return
    finite = np.isfinite(array)
    if not finite.all():
        first = np.argwhere(~finite)[0]
        where = ", ".join(str(int(i)) for i in first)
        count = int(finite.size - finite.sum())
        raise UnreadableInput(
            f"the numbers must be finite; got {array[tuple(first)]} at index ({where}), "
            f"and {count} such in all"
        )


def _decoded(data: bytes) -> str:
    """Return the text of UTF-8 or, with a byte order mark, UTF-16."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableInput("the file is neither a NumPy array nor text in UTF-8") from None
    if "\x00" in text:
        raise UnreadableInput("the file is neither a NumPy array nor text in UTF-8")
    return text


def _npz(data: bytes) -> tuple[npt.NDArray[Any], tuple[str, ...]]:
    """Read the first array of an archive, in bounded steps."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = [entry for entry in archive.infolist() if entry.filename.endswith(".npy")]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise UnreadableInput("the .npz archive is damaged") from None
    if not entries:
        raise UnreadableInput("the archive must hold a .npy array; it holds none")
    first = entries[0]
    if first.file_size > MAX_BYTES:
        raise UnreadableInput(_too_large(first.filename, first.file_size))
    content = _unpacked(archive, first)
    notes = [f"Read the array {first.filename[:-4][:40]!r} of the archive."]
    if len(entries) > 1:
        others = ", ".join(repr(entry.filename[:-4][:40]) for entry in entries[1:6])
        notes.append(f"The archive holds other arrays too: {others}.")
    if not content.startswith(b"\x93NUMPY"):
        raise UnreadableInput(f"{first.filename[:40]!r} in the archive is no .npy array")
    array, more = read_npy(content)
    return array, (*notes, *more)


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
    except Exception as error:
        # zlib.error and lzma.LZMAError share no base class with the above.
        if type(error).__module__ in ("zlib", "_lzma", "lzma"):
            raise UnreadableInput("the .npz archive is damaged") from None
        raise
    return bytes(out)


def _too_large(name: str, size: int) -> str:
    return (
        f"{name[:40]!r} in the archive must unpack to at most {MAX_BYTES // 10**6} MB; "
        f"got {size / 1e6:.0f} MB"
    )
