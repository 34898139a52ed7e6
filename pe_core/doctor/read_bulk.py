"""Read megabytes of plain rows: a string per number would take ten times the memory of the file."""

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pe_core.doctor.last_digit import MAX_NUMBER, power_of_ten, unit
from pe_core.doctor.unreadable import UnreadableInput

__all__ = ["BULK", "MAX_DEPTH", "read_bulk"]

FloatArray = npt.NDArray[np.float64]
#: Characters above which rows are turned into numbers one by one.
BULK = 2**22
#: Brackets within brackets; a print of a table has three at most.
MAX_DEPTH = 16


def read_bulk(body: str) -> tuple[FloatArray, float]:
    """Return the matrix and the unit of the last digit of long plain text.

    Rows are lines or innermost lists of numbers; one line of column names may come first.
    Raises ``UnreadableInput``.
    """
    if "[" in body or "]" in body:
        _check_brackets(body)
    rows: list[FloatArray] = []
    digits = 0
    for number, text in enumerate(_rows(body)):
        tokens = re.sub(r"[,;|\t]", " ", text).split()
        if not tokens:
            continue
        if max(map(len, tokens)) > MAX_NUMBER:
            raise UnreadableInput(
                f"a number must have at most {MAX_NUMBER} characters; row {number} has a longer one"
            )
        try:
            row = _numbers(tokens)
        except ValueError:
            if number == 0:
                continue
            raise UnreadableInput(
                f"row {number} must hold numbers only; got {text.strip()[:40]!r}"
            ) from None
        if rows and len(row) != len(rows[0]):
            raise UnreadableInput(
                f"rows must have the same number of columns; row 0 has {len(rows[0])}, "
                f"row {len(rows)} has {len(row)}"
            )
        if len(rows) < 50:
            digits = max(digits, *(_decimals(token) for token in tokens))
        rows.append(row)
    if not rows:
        raise UnreadableInput("the text must hold rows of numbers; it holds none")
    return np.stack(rows), unit(-digits)


def _rows(body: str) -> Iterator[str]:
    if "[" in body:
        # A list that the end of a print cut off is a row like any other.
        return (match.group(1) for match in re.finditer(r"\[([^\[\]]*)(?:\]|\Z)", body))
    return (match.group() for match in re.finditer(r"[^\r\n]+", body))


def _numbers(tokens: list[str]) -> FloatArray:
    if any("_" in token for token in tokens):  # Python reads 1_0 as 10, a table does not mean it
        raise ValueError("a number holds an underscore")
    return np.array(tokens, dtype=np.float64)


def _check_brackets(body: str) -> None:
    """Refuse brackets that do not match, empty lists, deep nesting and numbers between lists."""
    ascii_codes = np.frombuffer(body.encode("ascii", "replace"), dtype=np.uint8)
    brackets = ascii_codes[(ascii_codes == ord("[")) | (ascii_codes == ord("]"))]
    steps = np.where(brackets == ord("["), np.int8(1), np.int8(-1))
    depth = np.cumsum(steps, dtype=np.int32)
    if depth.min() < 0:
        raise UnreadableInput("the brackets do not match: there is a ] without its [")
    if depth.max() > MAX_DEPTH:
        raise UnreadableInput(f"the brackets are nested more than {MAX_DEPTH} deep")
    if re.search(r"\[\s*+\]", body):
        raise UnreadableInput("rows must be lists of numbers; got an empty list")
    if re.search(r"\d", re.sub(r"\[[^\[\]]*(?:\]|\Z)", "", body)):
        raise UnreadableInput("rows must be lists of numbers; got numbers between lists")


def _decimals(token: str) -> int:
    mantissa, _, power = token.lower().partition("e")
    return len(mantissa.partition(".")[2]) - power_of_ten(power)
