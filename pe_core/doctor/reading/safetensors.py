"""Read a .safetensors file: eight bytes that give the length of a JSON head, the head, raw numbers.

The head names each tensor, its type, its shape and the bytes it takes. Nothing in the format can
run. Source: the format's description in the README of Hugging Face's safetensors, version 0.4.
"""

import json
import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.limits import UnreadableInput

__all__ = ["is_safetensors", "read_safetensors"]

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"} | {
    f"{sign}{bits}": f"<{sign.lower()}{bits // 8}" for sign in "IU" for bits in (8, 16, 32, 64)
}
_MOST_HEAD = 5 * 10**6
_LIKELY_NAME = re.compile(r"pos|sinus|rotary|freq|time|(?:^|[._])pe(?:$|[._])", re.IGNORECASE)
_DAMAGED = "the head of the .safetensors file is damaged"


@dataclass(frozen=True)
class _Tensor:
    """Hold what the head says of a tensor, checked against the bytes that are there."""

    name: str
    type: str
    shape: tuple[int, ...]
    content: bytes | memoryview

    @property
    def told(self) -> str:
        """Its name, type and shape for a note."""
        return f"{self.name[:40]!r} ({self.type[:12]}, {' x '.join(map(str, self.shape[:6]))})"

    def array(self) -> npt.NDArray[Any]:
        """Return the numbers; bfloat16 as float32, which holds all of them."""
        flat = np.frombuffer(self.content, dtype=_TYPES[self.type]).reshape(self.shape)
        if self.type == "BF16":
            return (flat.astype(np.uint32) << np.uint32(16)).view(np.float32)
        return flat.astype(flat.dtype.newbyteorder("="), copy=False)


def is_safetensors(data: bytes) -> bool:
    """Return whether the bytes begin as a .safetensors file does."""
    return data[8:9] == b"{" and int.from_bytes(data[:8], "little") <= len(data) - 8


def read_safetensors(
    data: bytes, key: str | None
) -> tuple[npt.NDArray[Any], str | None, list[str]]:
    """Return an array, its type if NumPy has none such, and notes: what the file holds.

    The tensor is the one named ``key``, or the one that looks most like a table of encodings.
    Raises ``UnreadableInput``.
    """
    tensors = _tensors(data)
    shown = ", ".join(tensor.told for tensor in tensors[:6])
    more = f" and {len(tensors) - 6} more" if len(tensors) > 6 else ""
    named = [tensor for tensor in tensors if tensor.name == key]
    if key is not None and not named:
        names = ", ".join(repr(tensor.name[:40]) for tensor in tensors[:6])
        raise UnreadableInput(f"key must name a tensor of the file ({names}); got {key[:40]!r}")
    chosen = named[0] if named else max(tensors, key=_likeness)
    if chosen.type not in _TYPES:
        raise UnreadableInput(
            f"the tensor must hold numbers of 8 to 64 bits; {chosen.name[:40]!r} holds "
            f"{chosen.type[:12]!r}"
        )
    if not math.prod(chosen.shape):
        raise UnreadableInput(f"the tensor {chosen.name[:40]!r} is empty")
    array = chosen.array()
    if array.ndim > 3 or array.ndim == 0:
        array = np.atleast_1d(array.squeeze())
    if array.ndim > 3:
        raise UnreadableInput(f"the tensor must have 1 to 3 dimensions; it has {array.ndim}")
    notes = [f"Read the tensor {chosen.name[:40]!r}; the file holds {shown}{more}."]
    return array, "bfloat16" if chosen.type == "BF16" else None, notes


def _tensors(data: bytes) -> list[_Tensor]:
    length = int.from_bytes(data[:8], "little")
    if length > _MOST_HEAD:
        raise UnreadableInput(
            f"the head of the .safetensors file must have at most {_MOST_HEAD} bytes; "
            f"it has {length}"
        )
    try:
        head = json.loads(data[8 : 8 + length])
    except (ValueError, RecursionError):
        raise UnreadableInput(_DAMAGED) from None
    head.pop("__metadata__", None)
    if not head:
        raise UnreadableInput("the .safetensors file must hold a tensor; it holds none")
    content = memoryview(data)[8 + length :]
    return [_tensor(name, entry, content) for name, entry in head.items()]


def _tensor(name: str, entry: Any, content: memoryview) -> _Tensor:
    try:
        kind, shape, (start, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
        sizes = [*shape, start, end]
    except (TypeError, KeyError, ValueError):
        raise UnreadableInput(_DAMAGED) from None
    if not isinstance(kind, str) or not all(type(n) is int and 0 <= n < 2**62 for n in sizes):
        raise UnreadableInput(_DAMAGED)
    if not start <= end <= len(content):
        raise UnreadableInput(
            f"the head of the .safetensors file claims bytes {start} to {end} for {name[:40]!r}, "
            f"but only {len(content)} are there"
        )
    if kind in _TYPES and math.prod(shape) * np.dtype(_TYPES[kind]).itemsize != end - start:
        raise UnreadableInput(_DAMAGED + f": {name[:40]!r} has another size than its shape")
    return _Tensor(name, kind, tuple(shape), content[start:end])


def _likeness(tensor: _Tensor) -> tuple[bool, bool, bool, bool]:
    """Return how much a tensor is like a table of encodings: type, shape, name, size of values."""
    if tensor.type not in ("F64", "F32", "F16", "BF16") or not math.prod(tensor.shape):
        return False, False, False, False
    axes = sum(size > 1 for size in tensor.shape)
    sample = tensor.array().reshape(-1)[:4096].astype(np.float64)
    largest = float(np.abs(sample).max())
    return True, axes == 2, bool(_LIKELY_NAME.search(tensor.name)), 0.5 < largest < 1.01
