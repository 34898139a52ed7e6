"""Lessons and questions as text: Markdown with a small header, and how it is taken apart.

A teacher should be able to add a lesson with any text editor and no programming. So a file is a
header of ``key: value`` lines between two lines of ``---``, and then blocks. Each block has a
heading, ``key: value`` lines, an empty line, a text, and named parts of it (``### Why``).
Everything keeps the number of its line, so that a mistake can be pointed at.
"""

import re
from dataclasses import dataclass

__all__ = ["Block", "Entry", "LessonError", "Source", "read_source"]

#: A lesson is a few pages; more is a wrong file.
MAX_CHARACTERS = 100_000
MAX_BLOCKS = 24
_ENTRY = re.compile(r"([a-z]+(?: [a-z][a-z0-9_]*)?):(?:\s+(.*))?")


class LessonError(ValueError):
    """Say what is wrong with a file of a lesson or a question, and in which line."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        """Take the name of the file, the number of the line (from 1) and the reason."""
        super().__init__(f"{file}, line {line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


@dataclass(frozen=True)
class Entry:
    """Hold one ``key: value`` line and its number."""

    value: str
    line: int


@dataclass(frozen=True)
class Block:
    """Hold what stands under one heading: keys, the text, and its parts by their headings."""

    heading: str
    line: int
    entries: dict[str, Entry]
    text: str
    parts: dict[str, str]


@dataclass(frozen=True)
class Source:
    """Hold one file: its name, the keys of its header, the text before the blocks, the blocks."""

    file: str
    header: dict[str, Entry]
    intro: str
    blocks: tuple[Block, ...]


def read_source(file: str, text: str) -> Source:
    """Take a file apart; ``file`` is its name for errors, ``text`` its content.

    Raises :class:`LessonError` for a text that does not have the form above.

    >>> source = read_source("a.md", "---\\nid: a\\n---\\nHello.\\n\\n## One\\nd: 4\\n\\nWhy?")
    >>> source.header["id"].value, source.blocks[0].entries["d"], source.blocks[0].text
    ('a', Entry(value='4', line=7), 'Why?')
    """
    if len(text) > MAX_CHARACTERS:
        raise LessonError(file, 1, f"the file must have at most {MAX_CHARACTERS:,} characters")
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != "---":
        raise LessonError(file, 1, "the file must begin with a header: a line of three dashes")
    ends = [number for number, line in enumerate(lines) if number and line.strip() == "---"]
    if not ends:
        raise LessonError(file, 1, "the header must end with a line of three dashes")
    end = ends[0]
    header = _entries(file, lines[1:end], 2)
    heads = [n for n, line in enumerate(lines) if n > end and line.startswith("## ")]
    if not 1 <= len(heads) <= MAX_BLOCKS:
        rule = f"there must be 1 to {MAX_BLOCKS} headings that begin with ##"
        raise LessonError(file, end + 1, f"{rule}; got {len(heads)}")
    blocks = [
        _block(file, lines[a:b], a + 1) for a, b in zip(heads, [*heads[1:], None], strict=True)
    ]
    return Source(file, header, "\n".join(lines[end + 1 : heads[0]]).strip(), tuple(blocks))


def _entries(file: str, lines: list[str], first: int) -> dict[str, Entry]:
    """Read ``key: value`` lines, of which the first has the number ``first``."""
    entries: dict[str, Entry] = {}
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        found = _ENTRY.fullmatch(line.strip())
        if not found:
            raise LessonError(file, number, f"a line here must read key: value; got {line[:60]!r}")
        key, value = found[1], (found[2] or "").strip()
        if key in entries:
            raise LessonError(file, number, f"{key} must be given once; it is given twice")
        if not value:
            raise LessonError(file, number, f"{key} must have a value")
        entries[key] = Entry(value, number)
    return entries


def _block(file: str, lines: list[str], first: int) -> Block:
    """Read the lines of one block, from its heading on; ``first`` is the heading's number."""
    heading = lines[0][3:].strip()
    if not heading:
        raise LessonError(file, first, "a heading must have words after ##")
    stop = next((n for n, line in enumerate(lines) if n and not line.strip()), len(lines))
    entries = _entries(file, lines[1:stop], first + 1)
    texts, name = {"": []}, ""  # type: dict[str, list[str]], str
    for number, line in enumerate(lines[stop:], first + stop):
        if line.startswith("### "):
            name = line[4:].strip()
            if not name or name in texts:
                raise LessonError(file, number, f"the part {name!r} must have a name of its own")
            texts[name] = []
        else:
            texts[name].append(line)
    parts = {key: "\n".join(rows).strip() for key, rows in texts.items()}
    return Block(heading, first, entries, parts.pop(""), parts)
