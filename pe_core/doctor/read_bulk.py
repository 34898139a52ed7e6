"""Read megabytes of plain rows: a string per number would take ten times the memory of the file."""

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pe_core.doctor.unreadable import UnreadableInput

__all__ = ["BULK", "read_bulk"]

FloatArray = npt.NDArray[np.float64]
#: Characters above which rows are turned into numbers one by one.
BULK = 2**22


def read_bulk(body: str) -> tuple[FloatArray, float]:
    """Return the matrix and the unit of the last digit of long plain text.

    Rows are lines or innermost lists of numbers; one line of column names may come first.
    Raises ``UnreadableInput``.
    """
    rows: list[FloatArray] = []
    digits = 0
    for number, text in enumerate(_rows(body)):
        tokens = re.sub(r"[,;|\t]", " ", text).split()
        if not tokens:
            continue
        try:
            row = np.array(tokens, dtype=np.float64)
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
    return np.stack(rows), float(10.0 ** -min(digits, 17))


def _rows(body: str) -> Iterator[str]:
    if "[" in body:
        return (match.group(1) for match in re.finditer(r"\[([^\[\]]*)\]", body))
    return (match.group() for match in re.finditer(r"[^\r\n]+", body))


def _decimals(token: str) -> int:
    mantissa, _, power = token.lower().partition("e")
    return len(mantissa.partition(".")[2]) - int(power or 0)
