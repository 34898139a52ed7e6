"""From the bytes of a file, or pasted text, to a reading: nothing is executed, nothing is trusted.

What a file is shows in its first bytes, not in its name. Pickles are never opened.
"""

import codecs
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.arrays import read_npy, read_npz
from pe_core.doctor.reading.json_tables import read_json
from pe_core.doctor.reading.limits import MAX_BYTES, MAX_CHARACTERS, UnreadableInput
from pe_core.doctor.reading.record import Reading
from pe_core.doctor.reading.safetensors import is_safetensors, read_safetensors
from pe_core.doctor.reading.text import read_text

__all__ = ["read_bytes", "read_pasted"]

_SAVE = 'save the array with np.save("pe.npy", t.numpy())'
#: First bytes of files that other programs read, and what to do with them.
_OTHERS = {
    b"\x89HDF": f"this is an HDF5 file, which is not read; {_SAVE}",
    b"PAR1": "this is a Parquet file, which is not read; save the table as CSV",
    b"ARROW1": "this is an Arrow file, which is not read; save the table as CSV",
    b"MATLAB 5.0": "this is a MATLAB file, which is not read; save the matrix with writematrix",
    b"\x1f\x8b": "this is a gzip archive, which is not opened; unpack it first",
    b"\x89PNG": "this is a picture; only numbers can be read",
    b"\xff\xd8\xff": "this is a picture; only numbers can be read",
    b"%PDF": "this is a PDF; copy the numbers out of it",
}
#: Old files of torch.save begin with a pickle of this number.
_TORCH = b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."


def read_bytes(data: bytes, name: str = "", *, key: str | None = None) -> Reading:
    """Read an uploaded file: .npy, .npz, .safetensors, .csv, .tsv, .txt, .json or a console print.

    ``name`` is used for notes only: the content decides. ``key`` names the array, tensor or list
    to read, where the file holds several. At most 50 MB, of which a few thousand rows of text.

    Raises ``UnreadableInput`` (a ValueError) with one sentence for everything that is no table
    of finite real numbers.

    >>> read_bytes(b"0 1\\n0.84 0.54").matrix.tolist()
    [[0.0, 1.0], [0.84, 0.54]]
    """
    if len(data) > MAX_BYTES:
        raise UnreadableInput(
            f"the file must be at most {MAX_BYTES // 10**6} MB; got {len(data) / 1e6:.1f} MB"
        )
    if not data[:4096].strip() and not data.strip():
        raise UnreadableInput("the file is empty")
    for start, sentence in _OTHERS.items():
        if data.startswith(start):
            raise UnreadableInput(sentence)
    kind = _kind(data)
    reading = _text(data, key) if kind == "text" else _binary(kind, data, key)
    misnamed = _misnamed(kind, name)
    return replace(reading, notes=(*misnamed, *reading.notes))


def read_pasted(text: str, *, key: str | None = None) -> Reading:
    """Read what was pasted: rows of numbers or what a console prints. See :func:`read_bytes`.

    >>> read_pasted("tensor([[0., 1.], [0.8415, 0.5403]])").resolution
    0.0001
    """
    if not isinstance(text, str):
        raise UnreadableInput(f"the text must be a string; got a {type(text).__name__}")
    return read_bytes(text.encode("utf-8", "surrogatepass"), "", key=key)


def _kind(data: bytes) -> str:
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    if data.startswith(b"PK"):
        return "npz"
    return "safetensors" if is_safetensors(data) else "text"


def _misnamed(kind: str, name: str) -> tuple[str, ...]:
    ending = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    binary, text = ("npy", "npz", "safetensors"), ("csv", "tsv", "txt", "json")
    wrong = (ending in binary and ending != kind) or (ending in text and kind != "text")
    return (f"The name ends in .{ending}, but the content is {kind}.",) if wrong else ()


def _binary(kind: str, data: bytes, key: str | None) -> Reading:
    dtype, notes = None, list[str]()
    if kind == "npz":
        array, notes = read_npz(data, key)
    elif kind == "safetensors":
        array, dtype, notes = read_safetensors(data, key)
    else:
        _no_key(key)
        array = read_npy(data)
    _finite(array)
    return Reading(array, dtype, None, tuple(notes))


def _no_key(key: str | None) -> None:
    if key is not None:
        raise UnreadableInput(f"key must be left out: the input names no arrays; got {key[:40]!r}")


def _text(data: bytes, key: str | None) -> Reading:
    if data.startswith(b"\x80") and (data.rstrip().endswith(b".") or _TORCH in data[:32]):
        whose = "a PyTorch file, which is a pickle" if _TORCH in data[:32] else "a Python pickle"
        raise UnreadableInput(f"this is {whose}, which is never opened; {_SAVE}")
    text = _decoded(data)
    stripped = text[: MAX_CHARACTERS + 1].lstrip()
    if stripped[:1] in ("[", "{") and len(stripped) <= MAX_CHARACTERS:
        reading = read_json(stripped, key)
        if reading is not None:
            return reading
    _no_key(key)
    return read_text(text)


def _decoded(data: bytes) -> str:
    """Return the text of UTF-8 or, with a byte order mark, UTF-16, with one sign per line end."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    # No more is decoded than is read: a character takes up to four bytes.
    start = data[: 4 * (MAX_CHARACTERS + 1)]
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(start, len(start) == len(data))
    except UnicodeDecodeError:
        raise UnreadableInput("the file is neither a NumPy array nor text in UTF-8") from None
    if "\x00" in text:
        raise UnreadableInput("the file is neither a NumPy array nor text in UTF-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
