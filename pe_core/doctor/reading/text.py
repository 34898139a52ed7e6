"""From a text to a reading: clear what surrounds the numbers, find the table, take off its labels.

The steps are one module each: ``surroundings``, ``brackets`` or ``lines`` and ``pages``, ``blocks``
(which of several lists), ``labels`` (and elisions), ``digits`` (how exact each cell is).
"""

import re

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.blocks import Block, table_of
from pe_core.doctor.reading.brackets import bracketed
from pe_core.doctor.reading.digits import named_in_float32, printed_unit, stored_as_float16
from pe_core.doctor.reading.labels import Labelled, without_labels
from pe_core.doctor.reading.limits import (
    MAX_CHARACTERS,
    MAX_COLUMNS,
    MAX_NUMBERS,
    MAX_ROWS,
    UnreadableInput,
)
from pe_core.doctor.reading.numbers import values
from pe_core.doctor.reading.pages import lined
from pe_core.doctor.reading.record import Reading
from pe_core.doctor.reading.surroundings import Said, cleared

__all__ = ["assembled", "read_text", "shortened"]

FloatArray = npt.NDArray[np.float64]


def read_text(text: str) -> Reading:
    """Read printed numbers: consoles, tables, Markdown, LaTeX, CSV, code.

    Raises ``UnreadableInput`` for text that is no table of finite real numbers.

    >>> read_text("| a | b |\\n|---|---|\\n| 0,5 | 1,0 |").matrix.tolist()
    [[0.5, 1.0]]
    """
    text, notes = shortened(text)
    body, said = cleared(text)
    body, commas = _decimal_commas(body)
    blocks, more = _found(body, said)
    return assembled(blocks, said, [*notes, *commas, *more], body)


def _found(body: str, said: Said) -> tuple[list[Block], list[str]]:
    """Return the blocks of rows in brackets or lines: in brackets too if lines make no sense."""
    found = bracketed(body, said.comments)
    if found is not None:
        return found
    try:
        return lined(body)
    except UnreadableInput:
        found = bracketed(body, said.comments, surely=False)
        if found is None:
            raise
        return found


def shortened(text: str) -> tuple[str, list[str]]:
    """Return as much of a long text as is read, up to the end of a line or number."""
    if len(text) <= MAX_CHARACTERS:
        return text, []
    cut = max(text.rfind("\n", 0, MAX_CHARACTERS), 0)
    if cut < MAX_CHARACTERS // 2:
        cut = max((text.rfind(sign, 0, MAX_CHARACTERS) for sign in ", \t;\n"), default=0)
    kept = cut if cut > 0 else MAX_CHARACTERS
    return text[:kept], [
        f"Read the first {kept / 1e6:.1f} million characters only: a few thousand rows are enough."
    ]


def _decimal_commas(body: str) -> tuple[str, list[str]]:
    """Turn decimal commas into points, where commas cannot be separators."""
    comma = re.search(r"\d,\d", body)
    if comma and not re.search(r"\d\.\d", body) and "[" not in body and "{" not in body:
        separated = ";" in body or "\t" in body or "|" in body or "&" in body
        spaced = not re.search(r"\d,\d+,", body) and re.search(r"\d,\d+\s+[+-]?\d+,\d", body)
        if separated or spaced:
            return re.sub(r"(?<=\d),(?=\d)", ".", body), ["Read commas as decimal points."]
    return body, []


def assembled(
    blocks: list[Block], said: Said, notes: list[str], source: str, key: str | None = None
) -> Reading:
    """Return the reading of the block that is the table; ``source`` is the text, for places."""
    block, more = table_of(blocks, key)
    _bounded(block, more)
    table = without_labels(block.rows, block.header, source)
    matrix = values(table.rows, source)
    dtype, resolution = said.dtype, printed_unit(table.rows, matrix)
    if dtype in (None, "float16"):
        halves = stored_as_float16(table.rows, matrix, dtype is not None)
        if halves is not None:
            dtype, resolution, matrix = "float16", None, halves
            more.append("Every number is a float16 in full: read as stored in float16.")
        elif dtype is None and resolution is not None and named_in_float32(table.rows, matrix):
            dtype = "float32"
    dim, length = _whole(said.shape, matrix.shape, table)
    if table.cropped:
        told = f" of {dim}" if dim else ""
        more.append(f"Columns after column {matrix.shape[1] - 1} are left out in the print{told}.")
    notes = [*notes, *more, *table.notes]
    rows, columns = table.row_numbers, table.column_numbers
    return Reading(
        matrix, dtype, resolution, tuple(notes), table.cropped, rows, columns, dim, length
    )


def _bounded(block: Block, notes: list[str]) -> None:
    """Keep the rows that a diagnosis needs; refuse rows that are far too long."""
    width = max(1, *(len(row.cells) for row in block.rows[:9]))
    if width > MAX_COLUMNS:
        raise UnreadableInput(f"a row must have at most {MAX_COLUMNS} numbers; got one of {width}")
    most = min(MAX_ROWS, max(1, MAX_NUMBERS // width))
    if len(block.rows) > most:
        notes.append(f"Read the first {most} of {len(block.rows)} rows.")
        del block.rows[most:]


def _whole(
    shape: tuple[int, ...], shown: tuple[int, ...], table: Labelled
) -> tuple[int | None, int | None]:
    """Return columns and rows of the whole table from a printed shape, if that can be it."""
    if len(shape) < 2:
        return None, None
    columns = shape[-1]
    rows = next((size for size in reversed(shape[:-1]) if size > 1), shape[-2])
    fits_columns = columns >= shown[1] if table.cropped else columns == shown[1]
    fits_rows = rows >= shown[0]
    return (columns, rows) if fits_columns and fits_rows else (None, None)
