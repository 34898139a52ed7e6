"""Rows in brackets of any kind: lists, arrays, tuples, initialisers, dictionaries with numbers.

Each innermost pair of brackets is a row, or several with semicolons between them. What stands
directly in front of a row is its label; a pair that is only an index (``pe[4]``, ``sin(0)``,
``Out[5]``) is no row.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from pe_core.doctor.reading.blocks import Block
from pe_core.doctor.reading.limits import MAX_DEPTH, MAX_NUMBERS, MAX_ROWS, UnreadableInput
from pe_core.doctor.reading.numbers import NUMBER, Row, kind, place, plain
from pe_core.doctor.reading.surroundings import ROW_END

__all__ = ["bracketed"]

_BRACKET = re.compile(r"[\[\](){}]")
_DIGITS = "0123456789"
_DOTS = re.compile(r"\.\.\.|[…⋮⋯]")
_KEY = re.compile(r"(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|(?<![\w.])[\w.]{1,80})\s{0,9}(?::(?!:)|=>)")
_INDEX = re.compile(rf"\s*(?:{NUMBER}|-?\d*\s*(?:[:,]\s*-?\d*\s*){{0,4}})\s*", re.ASCII)
#: Characters of numbers that are looked at; a number and its separator take about 8.
_MOST = 8 * MAX_NUMBERS
_EMPTY = "rows must be lists of numbers; got an empty list"


@dataclass
class _Open:
    """Hold an open bracket: its number and place, where its label begins, if it holds others."""

    number: int
    at: int
    lead: int
    holds: bool = False


@dataclass(frozen=True)
class _List:
    """Hold an innermost pair of brackets and where it is: in which others, at which character."""

    within: int
    parent: int
    at: int
    content: str
    lead: int
    before: str
    elided: bool
    index: bool


@dataclass
class _Found:
    """Hold the innermost lists of a text, and where numbers stand between lists (by list)."""

    lists: list[_List] = field(default_factory=list)
    loose: dict[int, int] = field(default_factory=dict)
    stopped: bool = False
    cut: bool = False


def bracketed(
    text: str, comments: dict[int, str], *, surely: bool = True
) -> tuple[list[Block], list[str]] | None:
    """Return the blocks of rows in brackets, and notes; None if the numbers are not in brackets.

    Most digits must be, or, unless ``surely``, there must be two lists of two numbers at least.

    Raises ``UnreadableInput`` for brackets that do not match, empty lists and deep nesting.
    """
    found = _found(text)
    rows_at = [item for item in found.lists if not item.index and re.search(r"\d", item.content)]
    if not rows_at:
        # An index of nothing is a list after all: c(0.5, 1), Vector[0, 1, 0].
        rows_at = [i for i in found.lists if len(re.findall(r"\d+", i.content)) > 1]
    several = sum(len(re.findall(r"\.\d", item.content)) > 1 for item in rows_at) > 1
    inside = sum(item.content.count(digit) for item in rows_at for digit in _DIGITS)
    most = found.stopped or 2 * inside >= sum(map(text.count, _DIGITS))
    if not inside or not (most or (several and not surely)):
        return None
    blocks = _blocks(text, rows_at, comments, found)
    for within in blocks:
        if within in found.loose:
            where = place(text, *_line_and_word(text, found.loose[within]))
            raise UnreadableInput(
                f"rows must be lists of numbers; got numbers between lists{where}"
            )
    notes = ["The text ends within a row, which was left out."] if found.cut else []
    if found.stopped:
        notes.append(f"Read the first {sum(len(b.rows) for b in blocks.values())} rows only.")
    return list(blocks.values()), notes


def _found(text: str) -> _Found:
    found = _Found()
    stack: list[_Open] = []
    count = size = 0
    last, lead, index_end, elided = 0, 0, -1, False
    for match in _BRACKET.finditer(text):
        at, sign = match.start(), match.group()
        between = text[last:at]
        if sign in "[({":
            if stack:
                stack[-1].holds = True
            _note_loose(text, stack, last, at, found)
            elided = elided or bool(_DOTS.search(between))
            count += 1
            stack.append(_Open(count, at, lead))
            if len(stack) > MAX_DEPTH:
                raise UnreadableInput(f"the brackets are nested more than {MAX_DEPTH} deep")
        elif stack:
            if stack[-1].holds:
                _note_loose(text, stack, last, at, found)
                elided = elided or bool(_DOTS.search(between))
                stack.pop()
            else:
                item = _list(text, stack, at, elided, index_end)
                found.lists.append(item)
                size += at - item.at
                if item.index:
                    # An index is part of the label: pe[0] = [...].
                    last, lead, index_end = at + 1, item.lead, at + 1
                    continue
                elided = False
        elif sign == "]":
            line, word = _line_and_word(text, at)
            raise UnreadableInput(
                f"the brackets do not match: there is a ] without its [{place(text, line, word)}"
            )
        last = lead = at + 1
        if len(found.lists) >= MAX_ROWS or size > _MOST:
            found.stopped = True
            return found
    _cut_off(text, stack, elided, found)
    return found


def _note_loose(text: str, stack: list[_Open], start: int, end: int, found: _Found) -> None:
    """Remember numbers that stand beside lists in square brackets."""
    if stack and text[stack[-1].at] == "[" and stack[-1].number not in found.loose:
        match = re.search(r"(?<![\w.])[+-]?\.?\d", _KEY.sub(_blank, text[start:end]))
        if match:
            found.loose[stack[-1].number] = start + match.start()


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _list(text: str, stack: list[_Open], end: int, elided: bool, index_end: int) -> _List:
    """Take the innermost list that ends here from the stack."""
    opened = stack.pop()
    content = text[opened.at + 1 : end]
    touches = bool(re.match(r"\w", text[opened.at - 1 : opened.at])) or opened.at == index_end
    single = text[opened.at] == "(" and re.fullmatch(r"\s*\d+\s*", content) is not None
    index = single or (touches and _INDEX.fullmatch(content) is not None)
    if not content.strip() and re.match(r"(?:\[\]){0,3}[A-Za-z]", text[end + 1 : end + 12]):
        index = True  # the brackets of a type, as in [][]float64
    if not content.strip() and not index and text[opened.at] == "[":
        raise UnreadableInput(_EMPTY + place(text, *_line_and_word(text, opened.at)))
    within = stack[-1].number if stack else 0
    parent = stack[-2].number if len(stack) > 1 else 0
    before = text[opened.lead : opened.at].rpartition("\n")[2]
    return _List(within, parent, opened.at, content, opened.lead, before, elided, index)


def _cut_off(text: str, stack: list[_Open], elided: bool, found: _Found) -> None:
    """Look at a list that the end of the text cuts off: only if it is the one row, it counts."""
    if not stack or stack[-1].holds:
        return
    rows = [item for item in found.lists if not item.index]
    if rows:
        found.cut = bool(re.search(r"\d", text[stack[-1].at :]))
    elif text[stack[-1].at] == "[":
        found.lists.append(_list(text, stack, len(text), elided, -1))


def _line_and_word(text: str, at: int) -> tuple[int, str]:
    return text.count("\n", 0, at) + 1, text[at : at + 12].partition("\n")[0]


def _blocks(
    text: str, lists: list[_List], comments: dict[int, str], found: _Found
) -> dict[int, Block]:
    """Return the rows of each list that holds some, by its number."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    rows: dict[int, list[Row]] = {}
    parents: dict[int, int] = {}
    for item in lists:
        line = bisect_right(starts, item.at)
        if item.elided and rows:
            # Dots between two lists, or between the blocks that hold them.
            rows.setdefault(item.within, []).append(Row(["..."], line))
        label = item.before if re.search(r"\d", item.before) else comments.get(line, "")
        rows.setdefault(item.within, []).extend(_rows(item, line, label, text))
        # Lists side by side in no other are separate tables.
        parents[item.within] = item.parent or -item.within
    if sum(len(block) for block in rows.values()) > MAX_ROWS:
        found.stopped = True
    return {
        within: Block(block[:MAX_ROWS], within=parents[within]) for within, block in rows.items()
    }


def _rows(item: _List, line: int, label: str, text: str) -> list[Row]:
    """Return the rows of a list: one, or one a semicolon, or one a line of MATLAB."""
    content = _KEY.sub(" ", item.content) if ":" in item.content or "=>" in item.content else ""
    content = content or item.content
    parts = re.split(f"[;{ROW_END}]", content)
    if len(parts) == 1 and "," not in content and re.search(r"=\s*$", item.before):
        lines = [part for part in content.split("\n") if part.strip()]
        equal = len({len(part.split()) for part in lines}) == 1
        parts = lines if equal and len(lines) > 1 else parts
    rows = []
    for part in parts:
        cells = [_cell(cell) for cell in part.replace(",", " ").split()]
        if cells:
            rows.append(Row(cells, line + _lines_before(content, part), label))
    return rows


def _lines_before(content: str, part: str) -> int:
    """Return how many lines of the list stand before the first cell of a part."""
    at = content.find(part) + len(part) - len(part.lstrip())
    return content.count("\n", 0, at)


def _cell(cell: str) -> str:
    return cell if kind(cell) == "n" else plain(cell)
