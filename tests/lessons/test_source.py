"""The form of a lesson's file, and what is said where it is broken."""

import pytest

from pe_core.lessons import LessonError
from pe_core.lessons.source import MAX_BLOCKS, MAX_CHARACTERS, Entry, read_source

GOOD = """---
id: a
title: A title: with a colon
---
Before the steps.

## One
d: 4
option no: No

Text, 1.
More.

### Why
Because.

## Two

Text, 2.
"""


def test_every_part_is_found_with_its_line():
    source = read_source("a.md", GOOD)
    assert source.header == {"id": Entry("a", 2), "title": Entry("A title: with a colon", 3)}
    assert source.intro == "Before the steps."
    one, two = source.blocks
    assert (one.heading, one.line) == ("One", 7)
    assert one.entries == {"d": Entry("4", 8), "option no": Entry("No", 9)}
    assert (one.text, one.parts) == ("Text, 1.\nMore.", {"Why": "Because."})
    assert (two.heading, two.entries, two.text, two.parts) == ("Two", {}, "Text, 2.", {})


def test_windows_line_ends_and_a_byte_order_mark_are_read():
    assert read_source("a.md", "\ufeff" + GOOD.replace("\n", "\r\n")) == read_source("a.md", GOOD)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "must begin with a header"),
        ("id: a\n", 1, "must begin with a header"),
        ("---\nid: a\n", 1, "must end with a line of three dashes"),
        ("---\nid a\n---\n## One\n", 2, "must read key: value; got 'id a'"),
        ("---\nid: a\nid: b\n---\n## One\n", 3, "id must be given once"),
        ("---\nid:\n---\n## One\n", 2, "id must have a value"),
        ("---\nid: a\n---\nText", 3, "1 to 24 headings that begin with ##; got 0"),
        ("---\nid: a\n---\n" + "## One\n\nx\n" * (MAX_BLOCKS + 1), 3, "got 25"),
        ("---\nid: a\n---\n## \n", 4, "must have words after ##"),
        ("---\nid: a\n---\n## One\nthis is text\n", 5, "must read key: value"),
        ("---\nid: a\n---\n## One\n\nx\n### Why\ny\n### Why\n", 9, "'Why' must have a name"),
        ("x" * (MAX_CHARACTERS + 1), 1, "at most 100,000 characters"),
    ],
)
def test_a_mistake_is_named_with_its_line(text, line, reason):
    with pytest.raises(LessonError, match=reason) as caught:
        read_source("my file.md", text)
    assert (caught.value.file, caught.value.line) == ("my file.md", line)
    assert str(caught.value).startswith(f"my file.md, line {line}: ")
