"""One printed number: what is one, what is none, and where in the text it stands.

Lines and columns are those of an editor: both count from 1, and a column is a character.
"""

import re

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.limits import UnreadableInput

__all__ = ["DOTS", "MAX_NUMBER", "NUMBER", "Row", "kind", "place", "plain", "refuse_word", "values"]

FloatArray = npt.NDArray[np.float64]
#: Characters of the longest number: the smallest float64 written out in full takes about 340.
MAX_NUMBER = 400
#: Possessive (++): digits are never given back, or a long run of them would take hours.
NUMBER = r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?"
_NUMBER = re.compile(NUMBER, re.ASCII)
_NOT_REAL = re.compile(rf"[+-]?(?:nan|inf|infinity)|(?:{NUMBER})+\*?[ji]", re.ASCII | re.IGNORECASE)
#: Two dots are pandas' mark for rows left out.
DOTS = frozenset(("...", "..", "…", "⋯", "⋮", "⋱", "⋰", "︙", "⁝"))
#: What surrounds a number without changing it: emphasis, code marks, quotes, mathematics.
_DECORATION = "*`$~≈\"'_ \t"


class Row:
    """Hold the cells of one row as text, its line (0 if unknown) and the label in front of it."""

    __slots__ = ("cells", "label", "line")

    def __init__(self, cells: list[str], line: int = 0, label: str = "") -> None:
        self.cells, self.line, self.label = cells, line, label


def kind(cell: str) -> str:
    """Return what a cell holds: "n" a number, "d" dots, "w" a word, or "" nothing.

    What only looks like a number (nan, a complex one) counts as one; ``values`` refuses it.

    >>> [kind(cell) for cell in ("-.5e-3", "...", "cat", "nan", "")]
    ['n', 'd', 'w', 'n', '']
    """
    if _NUMBER.fullmatch(cell):
        return "n"
    if not cell or len(cell) > MAX_NUMBER:
        return cell and "w"
    if cell in DOTS:
        return "d"
    return "n" if _NOT_REAL.fullmatch(cell) else "w"


def plain(cell: str) -> str:
    """Return a cell without quotes, emphasis and dollar signs around it."""
    return cell.strip(_DECORATION)


def place(source: str, line: int, word: str) -> str:
    """Return where a word stands, such as ``" in line 3, column 7"``; "" if that is not known."""
    if line < 1:
        return ""
    lines = source.split("\n", line)
    column = lines[line - 1].find(word[:40]) + 1 if len(lines) >= line else 0
    return f" in line {line}" + (f", column {column}" if column else "")


def refuse_word(source: str, line: int, word: str) -> UnreadableInput:
    """Return the error for a word where a number should be."""
    return _word(word, place(source, line, word))


def _word(word: str, where: str) -> UnreadableInput:
    """Return the error for a word, which is shown without the brackets of HTML."""
    shown = re.sub("[<>]", " ", word[:40]).strip()
    return UnreadableInput(f"the rows must hold numbers only; got the word {shown!r}{where}")


def values(rows: list[Row], source: str) -> FloatArray:
    """Return the numbers of rows of equal length; raises ``UnreadableInput`` with the place."""
    for number, row in enumerate(rows):
        for index, cell in enumerate(row.cells):
            if len(cell) > MAX_NUMBER or not _NUMBER.fullmatch(cell):
                raise _no_number(cell, _where(source, row, number, index))
    matrix = np.array([row.cells for row in rows], dtype=np.float64)
    bad = np.argwhere(~np.isfinite(matrix))
    if len(bad):
        number, index = (int(i) for i in bad[0])
        where = _where(source, rows[number], number, index)
        raise UnreadableInput(
            f"the numbers must be finite; {rows[number].cells[index][:40]} is too large{where}"
        )
    return matrix


def _where(source: str, row: Row, number: int, index: int) -> str:
    """Return the place of a cell in the text, or in the table where there are no lines."""
    return place(source, row.line, row.cells[index]) or f" at index ({number}, {index})"


def _no_number(cell: str, where: str) -> UnreadableInput:
    if len(cell) > MAX_NUMBER:
        return UnreadableInput(
            f"a number must have at most {MAX_NUMBER} characters; got one of {len(cell)}{where}"
        )
    if not _NOT_REAL.fullmatch(cell):
        return _word(cell, where)
    if cell[-1] in "jiJI":
        return UnreadableInput(f"the numbers must be real; got the complex {cell[:40]}{where}")
    return UnreadableInput(f"the numbers must be finite; got {cell}{where}")
