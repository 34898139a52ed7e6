"""A chart as bytes on its way to a browser: a small JSON head and the raw arrays behind it.

Arrays as JSON text are three times as large as their bytes and slow to read. So a message is
the length of its head (four bytes, little-endian), the head, and the arrays, each at a multiple
of eight bytes. In a head ``{"@": [type, offset, far, shape]}`` stands for an array, ``{"→":
[first, step, count]}`` for whole numbers in equal steps, and ``{"#": n}`` for the n-th long list
of words. What is large, and what was there the time before, is far: it goes into a message of its
own. That one stays the same to the last bit while only a position moves, so it is not sent again.
``assets/widget/wire.js`` reads both.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart

__all__ = ["ALIGNED", "Packed", "pack", "pack_table"]

ALIGNED = 8
#: Bytes of arrays that are worth a message of their own.
LARGE = 12_000
#: Words of a list that is put aside.
LONG_LIST = 16
#: Bytes of a table that is sent with a picture that does not hold it.
SMALL_TABLE = 1_000
INT32_END = 2**31


@dataclass(frozen=True)
class Packed:
    """Hold a chart as bytes: ``chart`` is its own message, ``numbers`` what seldom changes.

    ``digests`` tell the arrays apart, for the ``known`` of the next time.
    """

    chart: bytes
    numbers: bytes | None
    digests: frozenset[bytes]


@dataclass
class _Parts:
    """Collect the arrays and lists of a chart: near ones go with it, far ones before it.

    An array or a list is far if ``known`` holds its digest; None stands for all.
    """

    known: frozenset[bytes] | None = None
    near: list[bytes] = field(default_factory=list)
    far: list[bytes] = field(default_factory=list)
    places: dict[tuple[str, bytes], list[Any]] = field(default_factory=dict)
    digests: set[bytes] = field(default_factory=set)
    lists: dict[tuple[str, ...], int] = field(default_factory=dict)

    def place(self, kind: str, raw: bytes) -> list[Any]:
        """Return type, offset and distance of an array, kept once however often it is used."""
        if (kind, raw) not in self.places:
            far = self._lasting(raw)
            area = self.far if far else self.near
            self.places[kind, raw] = [kind, sum(map(len, area)), int(far)]
            area.append(raw + bytes(-len(raw) % ALIGNED))
        return self.places[kind, raw]

    def words_in_place(self, words: tuple[str, ...]) -> Any:
        """Return a list of words, or the reference to it if it stays."""
        if len(words) < LONG_LIST or not self._lasting("\n".join(words).encode()):
            return list(words)
        return {"#": self.lists.setdefault(words, len(self.lists))}

    def _lasting(self, raw: bytes) -> bool:
        """Return whether something is far, and remember it for the next time."""
        digest = blake2b(raw, digest_size=8).digest()
        self.digests.add(digest)
        return self.known is None or digest in self.known

    @property
    def words(self) -> list[list[str]]:
        """Return all lists in the order of their numbers."""
        return [list(words) for words in self.lists]


def pack(chart: Chart, known: frozenset[bytes] = frozenset(), **more: Any) -> Packed:
    """Return a chart as bytes; ``more`` goes into the head as it is.

    Large charts put all arrays into the message that seldom changes. Others put those there that
    are ``known`` from the time before, so that what stays while a position moves is sent once.
    The chart's look, the template that all charts of a page share, is left out.

    >>> from pe_core.figures.frequencies import frequency_curve
    >>> from pe_core.figures.theme import LIGHT
    >>> from pe_core.sinusoid import Sinusoid
    >>> pack(frequency_curve(Sinusoid(dim=6), LIGHT)).numbers is None
    True
    """
    parts = _Parts()
    head = _head(chart, parts, more)
    if sum(map(len, parts.far)) < LARGE:
        parts = _Parts(known)
        head = _head(chart, parts, more)
    digests = frozenset(parts.digests)
    if not parts.far and not parts.lists:
        return Packed(_message(head | {"lists": []}, parts.near), None, digests)
    far = _message({"lists": parts.words}, parts.far)
    name = blake2b(far, digest_size=8).hexdigest()
    far = _message({"id": name, "lists": parts.words}, parts.far)
    return Packed(_message(head | {"numbers": name}, parts.near), far, digests)


def pack_table(chart: Chart) -> bytes:
    """Return the numbers of a chart as a message, for a picture that holds fewer of them."""
    parts = _Parts(frozenset())
    data = _array(chart.data, parts)
    return _message({"table of": chart.name, "lists": [], "data": data}, parts.near)


def _head(chart: Chart, parts: _Parts, more: dict[str, Any]) -> dict[str, Any]:
    """Return a chart as JSON with its arrays and long lists put aside."""
    layout = {key: value for key, value in chart.spec["layout"].items() if key != "template"}
    # First the picture: the table refers to its arrays.
    spec = _put(chart.spec | {"layout": layout}, parts)
    data, turned = _table(chart, parts)
    return {
        "name": chart.name,
        "alt": chart.alt,
        "live": chart.live,
        "spec": spec,
        "table": {
            "data": data,
            "turned": turned,
            "shape": list(chart.data.shape),
            "columns": _words(chart.columns, parts),
            "index": _words(chart.index, parts),
            "indexName": chart.index_name,
        },
        **{key: _put(value, parts) for key, value in more.items()},
    }


def _put(thing: Any, parts: _Parts) -> Any:
    """Return a piece of a figure with its arrays and long lists put aside."""
    if isinstance(thing, dict):
        return {key: _put(value, parts) for key, value in thing.items()}
    if isinstance(thing, np.ndarray):
        return _array(thing, parts)
    if isinstance(thing, list):
        if len(thing) >= LONG_LIST and all(isinstance(item, str) for item in thing):
            return parts.words_in_place(tuple(thing))
        return [_put(item, parts) for item in thing]
    return thing


def _array(values: npt.NDArray[Any], parts: _Parts) -> dict[str, Any]:
    """Return the reference to an array of numbers; whole ones take half the room."""
    if (steps := _arithmetic(values)) is not None:
        return {"→": steps}
    if values.dtype.kind in "iu" or _whole(values):
        small = not values.size or -INT32_END <= values.min() <= values.max() < INT32_END
        values = values.astype(np.int32 if small else np.float64)
    elif values.dtype.kind == "b":
        values = values.astype(np.uint8)
    return {"@": [*parts.place(values.dtype.str[1:], values.tobytes()), list(values.shape)]}


def _arithmetic(values: npt.NDArray[Any]) -> list[int] | None:
    """Return first, step and count of whole numbers in equal steps, such as those of an axis."""
    if values.ndim != 1 or len(values) < LONG_LIST or abs(values[0]) >= INT32_END:
        return None
    if values.dtype.kind not in "iu" and not _whole(values[:2]):
        return None
    first, step = int(values[0]), int(values[1]) - int(values[0])
    same = bool(np.array_equal(values, first + step * np.arange(len(values))))
    return [first, step, len(values)] if same and _signed_right(values) else None


def _signed_right(values: npt.NDArray[Any]) -> bool:
    """Return whether there is no minus zero."""
    return values.dtype.kind != "f" or not np.signbit(values[values == 0]).any()


def _whole(values: npt.NDArray[Any]) -> bool:
    """Return whether an array of 64-bit floats holds whole numbers alone, and no minus zero."""
    if values.dtype != np.float64 or not np.isfinite(values).all():
        return False
    return bool((values == np.rint(values)).all()) and _signed_right(values)


def _table(chart: Chart, parts: _Parts) -> tuple[Any, bool]:
    """Return the chart's numbers, by column if these are few, and whether they lie on their side.

    What the picture has already is not sent again. A large table that the picture does not hold
    is None: it is sent when somebody wants to save it.
    """
    data = chart.data
    kind = data.dtype.str[1:]
    for shape, turned, raw in ((data.shape, False, data), (data.shape[::-1], True, data.T)):
        place = parts.places.get((kind, raw.tobytes()))
        if place is not None:
            return {"@": [*place, list(shape)]}, turned
    if data.shape[1] > LONG_LIST:
        return (_array(data, parts) if data.nbytes <= SMALL_TABLE else None), False
    columns = [np.ascontiguousarray(column) for column in data.T]
    new = sum(len(c.tobytes()) for c in columns if not _held(c, parts))
    if new > SMALL_TABLE:
        return None, False
    return {"by column": [_array(column, parts) for column in columns]}, False


def _held(values: npt.NDArray[Any], parts: _Parts) -> bool:
    """Return whether the picture has a column already, or needs no bytes for it."""
    if _arithmetic(values) is not None:
        return True
    return (values.dtype.str[1:], values.tobytes()) in parts.places


def _words(words: tuple[str, ...], parts: _Parts) -> Any:
    """Return names of rows or columns; whole numbers go as an array."""
    if len(words) < LONG_LIST:
        return list(words)
    if all(word.isdecimal() and word.isascii() and len(word) < 10 for word in words):
        numbers = [int(word) for word in words]
        if all(str(n) == word for n, word in zip(numbers, words, strict=True)):
            return _array(np.array(numbers, dtype=np.int32), parts)
    return parts.words_in_place(words)


def _message(head: dict[str, Any], arrays: Sequence[bytes]) -> bytes:
    """Return a head and its arrays as one message."""
    text = json.dumps(head, allow_nan=False, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-(4 + len(text)) % ALIGNED)
    return b"".join((len(text).to_bytes(4, "little"), text, *arrays))
