"""Read a matrix from JSON: nested lists, or an object that holds one."""

import json
import re
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.last_digit import power_of_ten, unit
from pe_core.doctor.unreadable import UnreadableInput

__all__ = ["read_json"]

_NUMBER = re.compile(r"-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?")


def read_json(
    text: str,
) -> tuple[npt.NDArray[np.float64], Any, tuple[str, ...], str | None] | None:
    """Return (matrix, resolution, notes, dtype), or None if ``text`` is no JSON.

    Raises ``UnreadableInput`` for JSON that holds no matrix of numbers.
    """
    try:
        value = json.loads(text, parse_int=float, parse_constant=_constant)
    except (json.JSONDecodeError, RecursionError):
        return None
    notes: tuple[str, ...] = ()
    if isinstance(value, dict):
        key = next((k for k, v in value.items() if isinstance(v, list) and v), None)
        if key is None:
            raise UnreadableInput("the JSON object must hold a list of rows; it holds none")
        value, notes = value[key], (f"Read the list {key[:40]!r} of the JSON object.",)
    if not isinstance(value, list) or not value:
        raise UnreadableInput("the JSON must hold a list of rows of numbers")
    _check(value)
    try:
        matrix = np.array(value, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        raise UnreadableInput("rows must have the same number of columns; these differ") from None
    return matrix, None if _exact(text) else _unit(text), notes, None


def _constant(name: str) -> float:
    return {"NaN": float("nan")}.get(name, float(name.replace("Infinity", "inf")))


def _check(value: list[Any], depth: int = 0) -> None:
    if depth > 3:
        raise UnreadableInput("the JSON must be nested at most 3 lists deep")
    for item in value:
        if isinstance(item, list):
            _check(item, depth + 1)
        elif isinstance(item, bool) or not isinstance(item, float):
            raise UnreadableInput(f"the JSON must hold numbers only; got {str(item)[:40]!r}")


def _exact(text: str) -> bool:
    """Return whether numbers are printed in full, as repr does (16 digits or so)."""
    return any(len(match.group(1) or "") >= 14 for match in _NUMBER.finditer(text[:20_000]))


def _unit(text: str) -> float:
    """Return the unit of the last digit of the most exact number."""
    units = [
        len(match.group(1) or "") - power_of_ten(match.group(2) or "")
        for match in _NUMBER.finditer(text)
    ]
    return unit(-max(units, default=0))
