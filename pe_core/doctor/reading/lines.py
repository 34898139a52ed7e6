"""Rows that are lines: CSV, Markdown, LaTeX, data frames, and what R, MATLAB and C++ print.

Lines are cut into cells; neighbouring lines of one make (as many cells, words at the same places)
are a segment. Then segments are put together: a line of names or numbers above one is its header,
pages go side by side (``Columns 5 through 8``, wrapped data frames), the rest are blocks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pe_core.doctor.reading.limits import MAX_COLUMNS, MAX_NUMBERS, MAX_ROWS, UnreadableInput
from pe_core.doctor.reading.numbers import NUMBER, Row, kind, plain, refuse_word
from pe_core.doctor.reading.surroundings import ROW_END

__all__ = ["Line", "Segment", "segments_of"]

_RULE = re.compile(r"[\s|:+=_*─━═╌┄╴╶┌┐└┘├┤┬┴┼╞╡╪╭╮╰╯╤╧╠╣╦╩╬╔╗╚╝╟╢┝┥┿-]+")
_PAGE = re.compile(
    r"[ \t]*Columns? (?P<first>\d{1,6})(?: (?:through|thru|to|and) \d{1,6}:?|:)?(?P<rest>.*)"
)
_FACTOR = re.compile(r"[ \t]*(?P<factor>1(?:\.0*)?[eE][+-]?\d{1,3})[ \t]*\*[ \t]*")
_SLICE = re.compile(
    r"[ \t]*(?:, , .{1,40}|\(\d+,\.,\.\) ?=?|\w*\(:,:,\d+\) ?=|\[:, :, \d+\] ?=)\s*"
)
#: What stands in front of a row: "[1,]" in R, else words or a number that end with a sign.
_LABEL = re.compile(
    rf"[ \t]*(?P<label>\[ {{0,9}}\d{{1,9}},? ?\]|[^\s|&;,\t][^|&;,\t]{{0,60}}?[ \t]?(?::|=>?|->|→))"
    rf"[ \t]+(?=(?:{NUMBER}|\.\.\.|…)(?![^\s,]*:))",
    re.ASCII,
)
_QUOTED = re.compile(r'"[^"\n]{0,200}"')
_R_COLUMN = re.compile(r"\[,(\d{1,9})\]")


@dataclass(frozen=True)
class Line:
    """Hold the cells of a line as a row, and the kind of each in one string ("_" is empty)."""

    row: Row
    kinds: str
    ends_open: bool = False  # with the "\" of a wrapped data frame
    cut: bool = False  # into cells by a sign such as a comma, not by blanks
    under: bool = False  # directly under a row

    @property
    def make(self) -> tuple[int, tuple[int, ...], bool]:
        """What lines of one table have in common: cells, places of words, and a label or none."""
        words = tuple(i for i, sign in enumerate(self.kinds) if sign in "w_")
        return len(self.kinds), words, bool(self.row.label)

    @property
    def dotted(self) -> bool:
        """Whether the line says that rows are left out."""
        return "d" in self.kinds and not self.kinds.strip("d_")

    @property
    def holds_numbers(self) -> bool:
        """Whether this is a row, not a sentence with a number in it."""
        numbers, words = self.kinds.count("n"), self.kinds.count("w")
        return numbers > 0 and (words == 0 or numbers >= max(2, words))


@dataclass
class Segment:
    """Hold neighbouring lines of one make, the line of words above them, and what parts them."""

    lines: list[Line]
    above: Line | None = None
    page: int | None = None
    joined: bool = False  # directly under the segment before
    sliced: bool = False  # a slice of an array
    header: list[str] = field(default_factory=list)

    @property
    def make(self) -> tuple[int, tuple[int, ...], bool]:
        """The make of its lines."""
        return next((line.make for line in self.lines if not line.dotted), self.lines[0].make)

    @property
    def numbers(self) -> int:
        """How many numbers it holds."""
        return sum(line.kinds.count("n") for line in self.lines)


@dataclass
class _Found:
    segments: list[Segment] = field(default_factory=list)
    words: list[Line] = field(default_factory=list)
    factor: str = ""
    stopped: int = 0
    # What came since the last row.
    above: Line | None = None
    page: int | None = None
    sliced: bool = False
    gap: bool = True


def segments_of(text: str) -> tuple[list[Segment], list[Line], str, int]:
    """Return the segments, the lines of words, a factor, and the line where reading stopped (0).

    Raises ``UnreadableInput`` if no line holds numbers, or one holds far too many.
    """
    found = _Found()
    separator = _separator(text)
    total = rows = 0
    for number, part in _parts(text):
        if not _special(part, found):
            page = _PAGE.fullmatch(part)
            if page:
                found.page, found.above, found.gap = int(page["first"]), None, True
                part = page["rest"]
            if not part.strip():
                continue
            line = _line(part, separator, number)
            if len(line.kinds) > MAX_COLUMNS:
                raise UnreadableInput(
                    f"a row must have at most {MAX_COLUMNS} numbers; line {number} has "
                    f"{len(line.kinds)}"
                )
            _take(line, found)
            total, rows = total + len(line.kinds), rows + 1
        if total > MAX_NUMBERS or rows >= MAX_ROWS:
            found.stopped = number
            break
    if not any(segment.numbers for segment in found.segments):
        raise _nothing(text)
    return found.segments, found.words, found.factor, found.stopped


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Give the rows of the text with the number of their line."""
    for number, line in enumerate(text.split("\n"), 1):
        if ROW_END not in line:
            yield number, line
            continue
        for part in line.split(ROW_END):
            if part.strip():
                yield number, part


def _special(part: str, found: _Found) -> bool:
    """Take a line that holds no cells: blank, a rule, a slice's name, a factor."""
    if not part.strip():
        found.gap = True
    elif _RULE.fullmatch(part):
        pass
    elif _SLICE.fullmatch(part):
        found.sliced, found.gap, found.above = True, True, None
    elif factor := _FACTOR.fullmatch(part):
        found.factor = factor["factor"]
    else:
        return False
    return True


def _take(line: Line, found: _Found) -> None:
    """Put a line where it belongs: to the last segment, to a new one, or to the words."""
    last = found.segments[-1] if found.segments else None
    if last is not None:
        line = _with_dots(line, last.lines[0])
    if last is not None and (line.dotted or (not found.gap and line.make == last.make)):
        last.lines.append(line)
    elif line.holds_numbers or line.dotted:
        joined = last is not None and not found.gap
        found.segments.append(Segment([line], found.above, found.page, joined, found.sliced))
        found.above, found.page, found.sliced = None, None, False
    else:
        found.words.append(replace(line, under=last is not None and not found.gap))
        found.above, found.gap = line, True
        return
    found.gap = False


def _with_dots(line: Line, first: Line) -> Line:
    """Put dots where the first row of the segment has them: Julia prints them only there."""
    at = first.kinds.find("d")
    if at < 0 or "d" in line.kinds or len(line.kinds) != len(first.kinds) - 1:
        return line
    cells = [*line.row.cells[:at], "...", *line.row.cells[at:]]
    row = Row(cells, line.row.line, line.row.label)
    return replace(line, row=row, kinds=line.kinds[:at] + "d" + line.kinds[at:])


def _separator(text: str) -> str | None:
    """Return the sign between cells that half of the lines with digits have; None for blanks."""
    sample = [line.strip() for line in text[: 2**18].split("\n")[:400]]
    sample = [re.sub(r"[,;\s]+$|\[\d*,\d*\]", "", line) for line in sample]
    sample = [line for line in sample if re.search(r"\d", line)]
    for sign in "|&\t;,":
        if sample and 2 * sum(sign in line for line in sample) >= len(sample):
            return sign
    return None


def _line(part: str, separator: str | None, number: int) -> Line:
    label = ""
    if match := _LABEL.match(part):
        label, part = match["label"], part[match.end() :]
        if "=" in label and not re.search(r"\d", label):
            label = ""  # the name of the table: PE =
    part = _R_COLUMN.sub(r"V\1", part.strip())
    ends_open = part.endswith("\\")
    part = part.rstrip("\\ \t") if separator == "|" else part.rstrip("\\ \t,;")
    if separator == "|":
        part = part.removeprefix("|").removesuffix("|")
    if separator and '"' in part:
        part = _QUOTED.sub(lambda match: match.group().replace(separator, " "), part)
    cells = part.split(separator) if separator else re.split(r"[\s,]+", part)
    out: list[str] = []
    signs: list[str] = []
    for cell in cells:
        _add(cell, out, signs)
    if separator is None:
        out, signs = _one_label(out, signs)
    return Line(Row(out, number, label), "".join(signs), ends_open, separator is not None)


def _add(cell: str, out: list[str], signs: list[str]) -> None:
    """Add a cell, or the numbers in it if blanks part them."""
    sign = kind(cell)
    if sign in ("w", ""):
        cell = plain(cell)
        sign = kind(cell)
        inner = cell.split()
        if sign == "w" and len(inner) > 1 and all(kind(word) in ("n", "d") for word in inner):
            out.extend(inner)
            signs.extend(kind(word) for word in inner)
            return
    out.append(cell)
    signs.append(sign or "_")


def _one_label(cells: list[str], signs: list[str]) -> tuple[list[str], list[str]]:
    """Make one cell of the words in front of numbers: "the cat 0.1 0.2" has one label."""
    lead = next((i for i, sign in enumerate(signs) if sign != "w"), 0)
    if lead < 2:
        return cells, signs
    return [" ".join(cells[:lead]), *cells[lead:]], ["w", *signs[lead:]]


def _nothing(text: str) -> UnreadableInput:
    for number, line in enumerate(text[: 2**16].split("\n"), 1):
        word = re.search(r"[^\s,;|&]+", line)
        if word:
            return refuse_word(text, number, word.group())
    return UnreadableInput("the text must hold rows of numbers; it holds none")
