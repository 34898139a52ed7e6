"""Find the table in JSON: nested lists, typed arrays, records, figures, objects with several lists.

Numbers stay the text they are, so that their digits count as in any print.
"""

import base64
import binascii
import json
import math
from typing import Any

import numpy as np

from pe_core.doctor.reading.blocks import Block, count_numbers
from pe_core.doctor.reading.limits import MAX_DEPTH, UnreadableInput
from pe_core.doctor.reading.numbers import Row
from pe_core.doctor.reading.record import Reading
from pe_core.doctor.reading.surroundings import Said
from pe_core.doctor.reading.text import assembled

__all__ = ["read_json"]

_TYPED = {"f4", "f8", "i1", "i2", "i4", "u1", "u2", "u4"}


def read_json(text: str, key: str | None = None) -> Reading | None:
    """Return the reading of the table in ``text``, or None if that is no JSON.

    ``key`` names the list to read, where an object holds several. Raises ``UnreadableInput`` for
    JSON that holds no table of finite numbers.
    """
    try:
        value = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (json.JSONDecodeError, RecursionError):
        return None
    blocks: list[Block] = []
    _collect(value, "", 0, blocks, 0)
    numeric = [block for block in blocks if count_numbers(block)]
    if not numeric:
        word = next((cell for block in blocks for row in block.rows for cell in row.cells), None)
        told = "it holds none" if word is None else f"got {word[:40]!r}"
        raise UnreadableInput(f"the JSON must hold a list of rows of numbers; {told}")
    return assembled(numeric, Said(), [], "", key)


def _collect(value: Any, name: str, within: int, blocks: list[Block], depth: int) -> None:
    """Add every list of rows in ``value``, with the key it stands under."""
    if depth > MAX_DEPTH:
        raise UnreadableInput(f"the JSON is nested more than {MAX_DEPTH} deep")
    block = _block(value, name, within)
    if block is not None:
        blocks.append(block)
    elif isinstance(value, list):
        for item in value:
            _collect(item, name, id(value), blocks, depth + 1)
    elif isinstance(value, dict):
        for inner, item in value.items():
            _collect(item, inner, id(value), blocks, depth + 1)


def _block(value: Any, name: str, within: int) -> Block | None:
    """Return the rows that a list or object is, or None if it only holds such."""
    row = _row(value)
    if row is not None:
        return Block([Row(row)], [], within, name)
    if isinstance(value, dict):
        return (
            _encoded(value, name, within)
            or _flat(value, name, within)
            or _of_columns(value, name, within)
        )
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(item, dict) and _row(item) is None for item in value):
        return _of_records(value, name, within)
    rows = [_row(item) for item in value]
    whole = [Row(row) for row in rows if row is not None]
    return Block(whole, [], within, name) if len(whole) == len(rows) else None


def _row(value: Any) -> list[str] | None:
    """Return the cells of a list of scalars, or of a typed array: {"0": 0.0, "1": 0.84}."""
    if isinstance(value, dict):
        if list(value) != [str(index) for index in range(len(value))]:
            return None
        value = list(value.values())
    if not isinstance(value, list) or not value:
        return None
    if any(isinstance(item, list | dict) for item in value):
        return None
    return [item if isinstance(item, str) else json.dumps(item) for item in value]


def _of_records(value: list[dict[str, Any]], name: str, within: int) -> Block | None:
    """Return the rows of a list of objects with the same keys and a scalar under each."""
    keys = list(value[0])
    if not keys or any(list(item) != keys for item in value):
        return None
    rows = [_row(list(item.values())) for item in value]
    whole = [Row(row) for row in rows if row is not None]
    return Block(whole, keys, within, name) if len(whole) == len(rows) else None


def _of_columns(value: dict[str, Any], name: str, within: int) -> Block | None:
    """Return the table of an object of columns: {"d0": {"0": 0.0, "1": 0.84}, …}, or of lists."""
    inner = list(value.values())
    if len(inner) > 1 and all(isinstance(item, dict) and item for item in inner):
        columns = [_row(list(item.values())) for item in inner]
        same = all(list(item) == list(inner[0]) for item in inner)
        if same and all(column is not None for column in columns):
            cells = zip(*(column for column in columns if column is not None), strict=True)
            rows = [Row(list(row), 0, label) for row, label in zip(cells, inner[0], strict=True)]
            return Block(rows, list(value), within, name)
    lists = {key: _row(item) for key, item in value.items()}
    fractions = [
        Row(row, 0, key) for key, row in lists.items() if row and any("." in c for c in row)
    ]
    if len(fractions) > 1 and len({len(row.cells) for row in fractions}) == 1:
        return Block(fractions, [], within, name)
    return None


def _flat(value: dict[str, Any], name: str, within: int) -> Block | None:
    """Return the rows of an object that has its numbers in one list and their shape in another."""
    shape = next((value[key] for key in ("shape", "dims", "size") if key in value), None)
    row = next((_row(value[key]) for key in ("data", "values") if key in value), None)
    if not isinstance(shape, list) or not row or len(shape) < 2:
        return None
    if not all(isinstance(size, str) and size.isdigit() and len(size) < 9 for size in shape):
        return None
    width = int(shape[-1])
    if math.prod(int(size) for size in shape) != len(row):
        return None
    return Block([Row(row[at : at + width]) for at in range(0, len(row), width)], [], within, name)


def _encoded(value: dict[str, Any], name: str, within: int) -> Block | None:
    """Return the rows of a Plotly typed array: its bytes in base64, its type and its shape."""
    coded, code = value.get("bdata"), value.get("dtype")
    if not isinstance(coded, str) or code not in _TYPED:
        return None
    try:
        array = np.frombuffer(base64.b64decode(coded, validate=True), dtype=f"<{code}")
        sizes = [int(size[:9]) for size in str(value.get("shape", len(array))).split(",")]
    except (binascii.Error, ValueError):
        raise UnreadableInput(f"the typed array {name[:40]!r} of the JSON is damaged") from None
    if not len(array) or math.prod(sizes) != len(array) or len(sizes) > 2:
        raise UnreadableInput(f"the typed array {name[:40]!r} of the JSON is damaged")
    rows = array.astype(np.float64).reshape(-1, sizes[-1]).tolist()
    return Block([Row([repr(cell) for cell in row]) for row in rows], [], within, name)
