"""Read what the app sends to its chart host, as the browser does: a figure from bytes."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Message", "assemble", "open_message", "table_of"]


@dataclass(frozen=True)
class Message:
    """Hold the head of a message and the bytes of its arrays."""

    head: dict[str, Any]
    arrays: bytes


def open_message(data: bytes) -> Message:
    """Return a message taken apart: four bytes of length, the head, the arrays."""
    length = int.from_bytes(data[:4], "little")
    assert (4 + length) % 8 == 0, "arrays begin at a multiple of eight bytes"
    return Message(json.loads(data[4 : 4 + length]), data[4 + length :])


def assemble(chart: Message, numbers: dict[str, Message]) -> dict[str, Any]:
    """Return the head of a chart with its arrays and lists in their places."""
    name = chart.head.get("numbers")
    far = numbers[name] if name else chart
    areas = (chart.arrays, far.arrays)
    return {key: _fill(value, far.head["lists"], areas) for key, value in chart.head.items()}


def _fill(thing: Any, lists: list[list[str]], arrays: tuple[bytes, bytes]) -> Any:
    if isinstance(thing, list):
        return [_fill(item, lists, arrays) for item in thing]
    if not isinstance(thing, dict):
        return thing
    if "@" in thing:
        kind, offset, far, shape = thing["@"]
        count = int(np.prod(shape, dtype=int))
        return np.frombuffer(arrays[far], f"<{kind}", count=count, offset=offset).reshape(shape)
    if "→" in thing:
        first, step, count = thing["→"]
        return first + step * np.arange(count)
    if "#" in thing:
        return lists[thing["#"]]
    return {key: _fill(value, lists, arrays) for key, value in thing.items()}


def table_of(head: dict[str, Any]) -> np.ndarray:
    """Return the numbers of a chart as they are saved, shape (rows, columns)."""
    data = head["table"]["data"]
    if isinstance(data, dict):
        columns = data["by column"]
        data = np.stack(columns, axis=1) if columns else np.empty(head["table"]["shape"])
    data = data.T if head["table"]["turned"] else data
    return data.astype(np.float64) if data.dtype.kind == "i" else data
