"""What is in a table but no value of it: labels of rows and columns, and dots for what is left out.

A column of words, or of whole numbers that count the rows, labels the rows, wherever it stands. A
row of whole numbers labels the columns. Where "..." stands the print left something out: what is
before it is kept, since places after it are not known.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from pe_core.doctor.reading.limits import UnreadableInput
from pe_core.doctor.reading.numbers import DOTS, Row, kind, place

__all__ = ["Labelled", "column_numbers", "counting", "without_labels"]

_BARE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
_ONE_NUMBER = re.compile(r"[^\d.]{0,40}(\d{1,9})(?:\D{0,40})", re.ASCII)
_R_ROW = re.compile(r"\[ {0,9}(\d{1,9}) {0,9},? ?\]")
_POSITION = re.compile(
    r"(?:pos(?:ition)?s?|idx|index|rows?|steps?|time ?steps?|times?|tokens?|#|no\.?|id|[iklmnpst])",
    re.IGNORECASE,
)
#: What the label of a single row must say for its number to be the row's.
_PLACE = re.compile(r"pos|row|step|time|index", re.IGNORECASE)
_ORDINALS = ("first", "second", "third")


@dataclass
class Labelled:
    """Hold the rows without labels, what the labels say, and what was left out."""

    rows: list[Row]
    header: list[str] = field(default_factory=list)
    row_numbers: tuple[int, ...] | None = None
    column_numbers: tuple[int, ...] | None = None
    notes: list[str] = field(default_factory=list)
    cropped: bool = False
    shortened: bool = False


def counting(cells: list[str]) -> bool:
    """Return whether cells are bare whole numbers that grow, with or without dots between.

    >>> counting(["0", "1", "...", "62", "63"]), counting(["0.0", "1.0"])
    (True, False)
    """
    numbers = [cell for cell in cells if kind(cell) != "d"]
    if len(numbers) < 2 or not all(cell.isascii() and cell.isdigit() for cell in numbers):
        return False
    whole = [int(cell[:12]) for cell in numbers]
    return all(b > a for a, b in pairwise(whole))


def column_numbers(names: list[str]) -> tuple[int, ...] | None:
    """Return the index in each name of a column, if each has one and they grow.

    Names with letters often count from 1 (V1, V2): then 1 is taken off; bare numbers are indexes.

    >>> column_numbers(["d0 (sin)", "d1 (cos)", "d6 (sin)"]), column_numbers(["V1", "V2"])
    ((0, 1, 6), (0, 1))
    """
    matches = [_ONE_NUMBER.fullmatch(name) for name in names]
    found = tuple(int(match[1]) for match in matches if match)
    if not found or len(found) < len(names):
        return None
    if any(b <= a for a, b in pairwise(found)):
        return None
    lettered = not all(name.strip().isdigit() for name in names)
    return tuple(n - 1 for n in found) if lettered and found[0] == 1 else found


def without_labels(rows: list[Row], header: list[str], source: str) -> Labelled:
    """Take labels and elisions away; raises ``UnreadableInput`` for a table with none left."""
    table = Labelled(rows, header)
    _leave_out_rows(table)
    _leave_out_columns(table)
    _same_length(table.rows, source)
    _word_columns(table)
    _numbered_columns(table)
    _numbered_rows(table)
    labels = [row.label for row in table.rows]
    if table.row_numbers is None:
        table.row_numbers = _from_labels(labels)
    shown = [label for label in labels if re.search(r"\w", label)]
    if 2 * len(shown) > len(labels):
        first = shown[0].strip(" |,:=\t")
        table.notes.append(f"Left out what stands in front of the rows ({first[:30]!r} and so on).")
    if table.header:
        table.column_numbers = column_numbers(table.header)
    return table


def _leave_out_rows(table: Labelled) -> None:
    """Keep the rows before the first that is dots."""
    dotted = [_all_dots(row) for row in table.rows]
    while table.rows and dotted and dotted[0] and not all(dotted):
        table.rows, dotted = table.rows[1:], dotted[1:]
        table.notes.append("Rows before the first are left out in the print.")
    if not any(dotted):
        return
    cut = dotted.index(True)
    table.rows, table.shortened = table.rows[:cut], True
    table.notes.append(f"Rows after row {cut - 1} are left out in the print; read {cut} rows.")


def _all_dots(row: Row) -> bool:
    return all(cell in DOTS or not cell for cell in row.cells)


def _leave_out_columns(table: Labelled) -> None:
    """Keep the columns before the first dots of any row."""
    places = [index for row in table.rows for index, cell in enumerate(row.cells) if cell in DOTS]
    if not places:
        return
    place = min(places)
    for row in table.rows:
        row.cells = row.cells[:place]
    table.header = table.header[:place]
    table.cropped = True


def _same_length(rows: list[Row], source: str) -> None:
    if not rows or not rows[0].cells:
        raise UnreadableInput("a row must start with numbers; it starts with ...")
    width = len(rows[0].cells)
    for number, row in enumerate(rows):
        if len(row.cells) != width:
            where = place(source, row.line, row.cells[0]) if row.cells else ""
            raise UnreadableInput(
                f"rows must have the same number of columns; row 0 has {width}, "
                f"row {number} has {len(row.cells)}{where}"
            )


def _word_columns(table: Labelled) -> None:
    """Leave out columns that hold words or nothing in every row."""
    out = []
    for index, first in enumerate(table.rows[0].cells):
        column = [row.cells[index] for row in table.rows]
        if kind(first) in ("w", "") and all(kind(cell) in ("w", "") for cell in column):
            out.append(index)
            if all(cell in ("+", "-") for cell in column):
                continue  # signs apart from their numbers
            if len({re.sub(r"\d+", "", cell) for cell in column}) == 1:
                table.row_numbers = _from_labels(column)
            shown = ", ".join(repr(cell[:20]) for cell in column[:3] if cell)
            if shown:
                more = ", …" if len(column) > 3 else ""
                table.notes.append(
                    f"Left out the {_ordinal(index)} column: it holds words ({shown}{more})."
                )
    _drop(table, out)


def _ordinal(index: int) -> str:
    return _ORDINALS[index] if index < 3 else f"{index + 1}th"


def _drop(table: Labelled, columns: list[int]) -> None:
    if len(columns) == len(table.rows[0].cells):
        return
    for index in reversed(columns):
        for row in table.rows:
            row.cells = row.cells[:index] + row.cells[index + 1 :]
        table.header = table.header[:index] + table.header[index + 1 :]


def _numbered_rows(table: Labelled) -> None:
    """Leave out a first row that numbers the columns."""
    rows = table.rows
    if len(rows) > 2 and counting(rows[0].cells) and any("." in cell for cell in rows[1].cells):
        table.column_numbers = tuple(int(cell) for cell in rows[0].cells)
        table.rows = rows[1:]
        if table.row_numbers is not None:
            table.row_numbers = table.row_numbers[1:]
        table.notes.append("Left out the first row: it numbers the columns.")


def _numbered_columns(table: Labelled) -> None:
    """Leave out a column of whole numbers that number the rows."""
    width = len(table.rows[0].cells)
    order = dict.fromkeys([0, width - 1, *range(width)])
    fractional = any("." in cell.rstrip(".") for row in table.rows for cell in row.cells)
    index = next((index for index in order if _numbers_rows(table, index, fractional)), None)
    if index is None or width < 2:
        return
    numbers = [row.cells[index] for row in table.rows]
    table.row_numbers = tuple(int(cell.removesuffix(".")) for cell in numbers)
    _drop(table, [index])
    table.notes.append(
        f"Left out the {_ordinal(index)} column: it numbers the rows from {table.row_numbers[0]}."
    )


def _numbers_rows(table: Labelled, index: int, fractional: bool) -> bool:
    """Return whether a column numbers the rows: by its name, or because it counts.

    ``fractional`` says that the table holds fractions: among whole numbers a count is no label.
    """
    rows = table.rows
    column = [row.cells[index] for row in rows]
    if not all(_BARE.fullmatch(cell) for cell in column):
        # The numbers of a list in Markdown: "1." and "2.".
        listed = [cell[:-1] for cell in column]
        ends = all(cell.endswith(".") for cell in column) and counting(listed)
        return (
            ends and len(rows) > 2 and fractional and int(listed[-1]) - int(listed[0]) < len(rows)
        )
    numbers = [int(cell) for cell in column]
    name = table.header[index].strip("*`$ ") if len(table.header) > index else None
    steps = {b - a for a, b in pairwise(numbers)}
    monotonic = bool(steps) and (min(steps) > 0 or max(steps) < 0)
    if name is not None and (_POSITION.fullmatch(name) or (not name and index == 0)):
        return monotonic or len(rows) == 1
    return (
        len(rows) > 2 and monotonic and fractional and (steps == {1} or max(map(abs, numbers)) > 1)
    )


def _from_labels(labels: list[str]) -> tuple[int, ...] | None:
    """Return the number in each row's label, if each has one and no two are equal."""
    found = []
    for label in labels:
        in_r = _R_ROW.fullmatch(label)
        numbers = re.findall(r"(?<![\w.])\d{1,9}(?![\d.])|(?<=[A-Za-z_])\d{1,9}(?![\d.])", label)
        if not in_r and len(numbers) != 1:
            return None
        found.append(int(in_r[1]) - 1 if in_r else int(numbers[0]))
    if len(found) == 1 and not _PLACE.search(labels[0]):
        return None
    return tuple(found) if found and len(set(found)) == len(found) else None
