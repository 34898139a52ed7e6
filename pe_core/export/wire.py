"""A chart as bytes on its way to a browser: a small JSON head and the raw arrays behind it.

Arrays as JSON text are three times as large as their bytes and slow to read. So a message is
the length of its head (four bytes, little-endian), the head, and the arrays, each at a multiple
of eight bytes. In a head ``{"@": [type, offset, shape]}`` stands for an array and ``{"#": n}``
for the n-th long list of words. Long lists go into a message of their own, and so do the arrays
if they are large. It stays the same to the last bit while only a position or a colour changes, so
it is not sent again.
``assets/widget/wire.js`` reads both.
"""

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart

__all__ = ["ALIGNED", "Packed", "pack"]

ALIGNED = 8
#: Bytes of arrays that are worth a message of their own, and letters of lists that are.
LARGE, WORDY = 12_000, 1_500
#: Words of a list that is put aside.
LONG_LIST = 16
INT32_END = 2**31


@dataclass(frozen=True)
class Packed:
    """Hold a chart as bytes: ``chart`` is its own message, ``numbers`` what seldom changes."""

    chart: bytes
    numbers: bytes | None


@dataclass
class _Part:
    """Collect the arrays and the lists of one message."""

    arrays: list[bytes] = field(default_factory=list)
    size: int = 0
    places: dict[tuple[str, bytes], int] = field(default_factory=dict)
    lists: list[list[str]] = field(default_factory=list)
    numbers: dict[tuple[str, ...], int] = field(default_factory=dict)

    def place(self, kind: str, raw: bytes) -> int:
        """Return the offset of an array, which is kept once however often it is used."""
        key = (kind, raw)
        if key not in self.places:
            self.places[key] = self.size
            padded = raw + bytes(-len(raw) % ALIGNED)
            self.arrays.append(padded)
            self.size += len(padded)
        return self.places[key]

    def number(self, words: tuple[str, ...]) -> int:
        """Return the number of a list of words."""
        if words not in self.numbers:
            self.numbers[words] = len(self.lists)
            self.lists.append(list(words))
        return self.numbers[words]


def pack(chart: Chart, **more: Any) -> Packed:
    """Return a chart as bytes; ``more`` goes into the head as it is.

    >>> from pe_core.figures.frequencies import frequency_curve
    >>> from pe_core.figures.theme import LIGHT
    >>> from pe_core.sinusoid import Sinusoid
    >>> pack(frequency_curve(Sinusoid(dim=6), LIGHT)).numbers is None
    True
    """
    part = _Part()
    head = _head(chart, part) | more
    arrays = part.arrays if part.size >= LARGE else []
    if not arrays and sum(len(word) for words in part.lists for word in words) < WORDY:
        return Packed(_message(head | {"lists": part.lists}, part.arrays), None)
    name = blake2b(b"".join(arrays) + repr(part.lists).encode(), digest_size=8).hexdigest()
    head |= {"numbers": name, "near": not arrays}
    own = [] if arrays else part.arrays
    return Packed(_message(head, own), _message({"id": name, "lists": part.lists}, arrays))


def _head(chart: Chart, part: _Part) -> dict[str, Any]:
    """Return a chart as JSON with its arrays and long lists put aside."""
    spec = _put(chart.spec, part)  # first: the table refers to arrays of the picture
    data, turned = _table(chart, part)
    return {
        "name": chart.name,
        "alt": chart.alt,
        "live": chart.live,
        "spec": spec,
        "table": {
            "data": data,
            "turned": turned,
            "shape": list(chart.data.shape),
            "columns": _words(chart.columns, part),
            "index": _words(chart.index, part),
            "indexName": chart.index_name,
        },
    }


def _put(thing: Any, part: _Part) -> Any:
    """Return a piece of a figure with its arrays and long lists put aside."""
    if isinstance(thing, dict):
        return {key: _put(value, part) for key, value in thing.items()}
    if isinstance(thing, np.ndarray):
        return _array(thing, part)
    if isinstance(thing, list):
        if len(thing) >= LONG_LIST and all(isinstance(item, str) for item in thing):
            return {"#": part.number(tuple(thing))}
        return [_put(item, part) for item in thing]
    return thing


def _array(values: npt.NDArray[Any], part: _Part) -> dict[str, Any]:
    """Return the reference to an array of numbers; whole ones take half the room."""
    if values.dtype.kind in "iu" or _whole(values):
        small = not values.size or -INT32_END <= values.min() <= values.max() < INT32_END
        values = values.astype(np.int32 if small else np.float64)
    elif values.dtype.kind == "b":
        values = values.astype(np.uint8)
    kind = values.dtype.str[1:]
    return {"@": [kind, part.place(kind, values.tobytes()), list(values.shape)]}


def _whole(values: npt.NDArray[Any]) -> bool:
    """Return whether an array of 64-bit floats holds whole numbers alone, and no minus zero."""
    if values.dtype != np.float64 or not np.isfinite(values).all():
        return False
    return bool((values == np.rint(values)).all() and not np.signbit(values[values == 0]).any())


def _table(chart: Chart, part: _Part) -> tuple[Any, bool]:
    """Return the chart's numbers, by column if these are few, and whether they lie on their side.

    What the picture has already is not sent again.
    """
    data = chart.data
    kind = data.dtype.str[1:]
    for shape, turned, raw in ((data.shape, False, data), (data.shape[::-1], True, data.T)):
        place = part.places.get((kind, raw.tobytes()))
        if place is not None:
            return {"@": [kind, place, list(shape)]}, turned
    if data.shape[1] <= LONG_LIST:
        return {"by column": [_array(column, part) for column in data.T]}, False
    return _array(data, part), False


def _words(words: tuple[str, ...], part: _Part) -> Any:
    """Return names of rows or columns; whole numbers go as an array."""
    if len(words) < LONG_LIST:
        return list(words)
    if all(word.isdecimal() and word.isascii() and len(word) < 10 for word in words):
        numbers = [int(word) for word in words]
        if all(str(n) == word for n, word in zip(numbers, words, strict=True)):
            return _array(np.array(numbers, dtype=np.int32), part)
    return {"#": part.number(words)}


def _message(head: dict[str, Any], arrays: list[bytes]) -> bytes:
    """Return a head and its arrays as one message."""
    text = json.dumps(head, allow_nan=False, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-(4 + len(text)) % ALIGNED)
    return b"".join((len(text).to_bytes(4, "little"), text, *arrays))
