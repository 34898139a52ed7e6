"""From segments of lines to blocks of rows: headers, pages side by side, and broken rows.

A row that is broken (too short, or with a word for a number) is refused with its place; lines of
words above and below the table are left out.
"""

import re
from itertools import pairwise

from pe_core.doctor.reading.blocks import Block
from pe_core.doctor.reading.labels import column_numbers, counting
from pe_core.doctor.reading.limits import UnreadableInput
from pe_core.doctor.reading.lines import Line, Segment, segments_of
from pe_core.doctor.reading.numbers import Row, kind, place, refuse_word

__all__ = ["lined"]

_R_VECTOR = re.compile(r"\[ {0,9}(\d{1,9})\]")


def lined(text: str) -> tuple[list[Block], list[str]]:
    """Return the blocks of rows that lines make, and notes on the lines left out.

    Raises ``UnreadableInput`` with line, column and word where a row is broken.
    """
    segments, words, factor, stopped = segments_of(text)
    notes = [f"Read the first rows only, to line {stopped}."] if stopped else []
    vector = _r_vector([line.row for segment in segments for line in segment.lines])
    if vector is not None:
        return [Block([vector])], notes
    segments = _with_headers(segments)
    pages = _pages(segments)
    if pages is not None:
        notes.append(f"Put the {len(pages)} pages of the print side by side.")
        blocks = [_side_by_side(pages)]
    else:
        best = max(segments, key=lambda segment: segment.numbers)
        _refuse_broken(segments, words, best, text)
        notes += _left_out(segments, words, best)
        blocks = _blocks([segment for segment in segments if segment.make == best.make])
    if factor:
        notes.append(f"Multiplied by {factor}, the factor above the print.")
        for block in blocks:
            _scale(block.rows, int(re.split("[eE]", factor)[1]))
    return blocks, notes


def _with_headers(segments: list[Segment]) -> list[Segment]:
    """Give segments the line above as names of their columns, where it is one."""
    out: list[Segment] = []
    for segment, following in zip(segments, [*segments[1:], None], strict=True):
        alone = len(segment.lines) == 1 and not segment.joined
        under = following if following is not None and following.joined else None
        if alone and under and _numbers_columns(segment.lines[0], under, out):
            under.above, under.joined = segment.lines[0], segment.joined
            under.page = segment.page if under.page is None else under.page
            continue
        segment.header = _header(segment)
        out.append(segment)
    return out


def _numbers_columns(line: Line, segment: Segment, before: list[Segment]) -> bool:
    """Return whether a line of whole numbers counts the columns of the segment under it."""
    bare = [cell for cell, sign in zip(line.row.cells, line.kinds, strict=True) if sign in "nd"]
    missing = segment.make[0] - len(line.kinds)
    # The last page of a frame may have one column.
    last = len(bare) == 1 and bare[0].isdigit() and missing == 1
    fractional = any("." in cell for cell in segment.lines[0].row.cells)
    full = counting(bare) and (missing == 1 or (missing == 0 and fractional))
    return full or (last and bool(before and before[-1].header))


def _header(segment: Segment) -> list[str]:
    """Return a name for each column from the line above, or nothing."""
    if segment.above is None:
        return []
    cells = [cell for cell in segment.above.row.cells if cell != "\\"]
    width = segment.make[0]
    if 0 <= width - len(cells) <= 1:
        return [""] * (width - len(cells)) + cells
    whole = re.findall(r"(?<![\d.])\d{1,9}(?![\d.])", " ".join(cells))
    words = len(segment.make[1])
    return [""] * words + whole if len(whole) == width - words else []


def _pages(segments: list[Segment]) -> list[Segment] | None:
    """Return the segments that are pages of one table: their columns go on counting."""
    pages = [segment for segment in segments if segment.page is not None]
    if len(pages) < 2:
        pages = [segment for segment in segments if segment.header]
        numbers = [column_numbers(_own_names(page)) for page in pages]
        going_on = all(a and b and a[-1] < b[0] for a, b in pairwise(numbers))
        open_ends = all(page.above and page.above.ends_open for page in pages[:-1])
        if len(pages) < 2 or not (going_on or open_ends):
            return None
    return pages if len({len(page.lines) for page in pages}) == 1 else None


def _own_names(segment: Segment) -> list[str]:
    """Return the names of the columns that are no labels."""
    return [name for name in segment.header if name]


def _side_by_side(pages: list[Segment]) -> Block:
    """Return one block of the pages; only the first keeps its column of labels."""
    rows = [Row(list(line.row.cells), line.row.line, line.row.label) for line in pages[0].lines]
    header = list(pages[0].header)
    for page in pages[1:]:
        first = int(bool(page.header) and page.header[0] == "")
        for row, line in zip(rows, page.lines, strict=True):
            row.cells += line.row.cells[first:]
        header += page.header[first:]
    return Block(rows, header)


def _refuse_broken(segments: list[Segment], words: list[Line], best: Segment, text: str) -> None:
    """Refuse rows that should belong to the table: too short or long, or with a word."""
    width, places, _ = best.make
    before = 0
    for segment, following in zip(segments, [*segments[1:], None], strict=True):
        near = segment.joined or (following is not None and following.joined)
        line = segment.lines[0]
        if segment.make == best.make:
            before += len(segment.lines)
        elif near and len(line.kinds) == width:
            raise _wrong_word(line, places, text)
        elif near and "w" not in line.kinds and not line.dotted:
            first, second = (width, len(line.kinds)) if before else (len(line.kinds), width)
            raise UnreadableInput(
                f"rows must have the same number of columns; row 0 has {first}, "
                f"row {before or len(segment.lines)} has {second}"
                f"{place(text, line.row.line, line.row.cells[0])}"
            )
    names = segments[0].above.row.cells if segments[0].above else []
    for line in words:
        row = "n" in line.kinds or (line.cut and line.under and line.row.cells != names)
        if row and width > 1 and len(line.kinds) == width and "w" in line.kinds:
            raise _wrong_word(line, places, text)


def _wrong_word(line: Line, places: tuple[int, ...], text: str) -> UnreadableInput:
    for index, (cell, sign) in enumerate(zip(line.row.cells, line.kinds, strict=True)):
        if index not in places and sign == "w":
            return refuse_word(text, line.row.line, cell)
    number = line.row.line
    return UnreadableInput(f"the rows must hold numbers only; line {number} has an empty cell")


def _left_out(segments: list[Segment], words: list[Line], best: Segment) -> list[str]:
    """Return notes on lines that are no rows, from the table's first row on."""
    start = best.lines[0].row.line
    started = [segment.lines[0] for segment in segments if segment.make != best.make]
    notes = [
        f"Left out line {line.row.line}: {' '.join(line.row.cells)[:40]!r}."
        for line in started
        if "w" in line.kinds
    ]
    notes += [
        f"Left out line {line.row.line}: {' '.join(line.row.cells)[:40]!r}."
        for line in words
        if line.row.line > start
        and not any(line is segment.above and segment.header for segment in segments)
    ]
    notes += [
        f"Left out {len(segment.lines)} other rows of {segment.make[0]} values."
        for segment in segments
        if segment.make != best.make and "w" not in segment.lines[0].kinds
    ]
    more = [f"Left out {len(notes) - 2} more such lines."] if len(notes) > 3 else []
    return notes[: 2 if more else 3] + more


def _blocks(segments: list[Segment]) -> list[Block]:
    """Return the blocks of segments of one make; parts of unequal length are one table."""
    rows = [[line.row for line in segment.lines] for segment in segments]
    header = segments[0].header
    if len({len(part) for part in rows}) > 1:
        return [Block([row for part in rows for row in part], header)]
    titled = [segment.above is not None and not segment.sliced for segment in segments]
    return [Block(part, header, index if any(titled[1:]) else 1) for index, part in enumerate(rows)]


def _r_vector(rows: list[Row]) -> Row | None:
    """Return one row of what R prints of a vector: [1] …, and [9] … on the next line."""
    starts = [_R_VECTOR.fullmatch(row.label) for row in rows]
    cells: list[str] = []
    for start, row in zip(starts, rows, strict=True):
        if start is None or int(start[1]) != len(cells) + 1:
            return None
        cells += row.cells
    return Row(cells, rows[0].line)


def _scale(rows: list[Row], power: int) -> None:
    """Multiply the numbers by a power of ten, in their text."""
    for row in rows:
        for index, cell in enumerate(row.cells):
            if kind(cell) == "n" and cell.strip("+-0."):
                mantissa, _, exponent = cell.lower().partition("e")
                row.cells[index] = f"{mantissa}e{int(exponent or 0) + power}"
