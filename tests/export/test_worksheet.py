"""Worksheets and keys on paper: what they hold, and that nothing in them is taken for HTML."""

import base64
import re
import zlib
from html.parser import HTMLParser

import numpy as np
import plotly.graph_objects as go
import pytest

from pe_core.export.svg import svg_picture
from pe_core.export.worksheet import answer_key_html, plain_html, worksheet_html
from pe_core.figures.lesson import draw
from pe_core.figures.theme import LIGHT
from pe_core.lessons import ask, load_lessons, load_questions, pose, read_lesson

LESSONS = load_lessons().items
EVERY = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
EVIL = """<script>alert(1)</script>"quoted' & <b>bold</b> <img src=x onerror=alert(1)>"""
HOSTILE = f"""---
id: evil
title: {EVIL}
minutes: 5
order: 1
---
{EVIL}

## {EVIL}
picture: products
left: one {EVIL} two
right: {EVIL}
side: left
placed: no
kind: choice
option yes: {EVIL}
option no: no
answer: same_bag

{EVIL}

### Why
{EVIL}
"""


class Reading(HTMLParser):
    """Collect the tags of a page, and see that they are closed in order."""

    VOID = frozenset(("meta", "br", "img", "hr"))

    def __init__(self, page):
        super().__init__()
        self.tags, self.open, self.attributes = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [key for key, _ in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [key for key, _ in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@EVERY
def test_a_worksheet_holds_each_question_and_no_answer(lesson):
    page = worksheet_html(lesson, 17)
    reading = Reading(page)
    assert reading.open == []
    assert reading.tags.count("section") == reading.tags.count("svg") == len(lesson.steps)
    assert "Student 17" in page
    for number in range(1, len(lesson.steps) + 1):
        posed = pose(lesson, number, 17)
        assert plain_html(posed.question) in page
        assert plain_html(posed.why) not in page


@EVERY
def test_a_key_holds_every_answer_of_every_student(lesson):
    page = answer_key_html(lesson, [17, 3])
    assert Reading(page).open == []
    rows = re.findall(r"<tr><th>(\w+)</th>(.*?)</tr>", page)
    assert [student for student, _ in rows] == ["17", "3"]
    for (student, row), number in ((r, n) for r in rows for n in range(len(lesson.steps))):
        posed = pose(lesson, number + 1, int(student))
        cells = re.findall(r"<td>(.*?)</td>", row)
        assert cells[number] == plain_html(posed.answer_text)[3:-4]
    assert plain_html(pose(lesson, 1, 17).why) in page


def test_papers_are_the_same_each_time_and_differ_by_student():
    lesson = LESSONS[1]
    assert worksheet_html(lesson, 5) == worksheet_html(lesson, 5)
    assert worksheet_html(lesson, 5) != worksheet_html(lesson, 6)
    assert worksheet_html(lesson) == worksheet_html(lesson, 0)


@EVERY
def test_papers_load_nothing(lesson):
    for page in (worksheet_html(lesson, 1), answer_key_html(lesson, [1])):
        links = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s]+)""", page)
        assert all(link.startswith("data:image/png;base64,") for link in links)
        assert "script" not in Reading(page).tags


@pytest.mark.parametrize("make", [worksheet_html, lambda lesson: answer_key_html(lesson, [0])])
def test_text_of_a_file_stays_text(make):
    page = make(read_lesson("evil.md", HOSTILE))
    reading = Reading(page)
    assert reading.open == []
    assert not {"script", "img"} & set(reading.tags)
    assert not [name for name in reading.attributes if name.startswith("on")]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: worksheet_html(LESSONS[0], -1), "student must be an integer from 0 to 999999"),
        (lambda: answer_key_html(LESSONS[0], []), "students must be 1 to 200; got 0"),
        (lambda: answer_key_html(LESSONS[0], range(201)), "students must be 1 to 200; got 201"),
        (lambda: answer_key_html(LESSONS[0], ["x"]), "student must be an integer"),
    ],
)
def test_other_students_are_refused(call, reason):
    with pytest.raises(ValueError, match=reason):
        call()


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\nline.\n\nTwo.", "<p>One\nline.</p><p>Two.</p>"),
        (
            "- *a*\n- `b*c*`\n  more",
            "<ul><li><em>a</em></li><li><code>b*c*</code>\n  more</li></ul>",
        ),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("", ""),
    ],
)
def test_the_little_markdown(text, html):
    assert plain_html(text) == html


def test_a_line_lies_where_its_numbers_say():
    figure = go.Figure(go.Scatter(x=[0, 10], y=[0, 1], mode="lines", line={"color": "#123456"}))
    figure.update_xaxes(range=[0, 10]).update_yaxes(range=[0, 2])
    svg = svg_picture(figure, width=568, height=244)
    # Margins of 56 and 12 leave 500 pixels across, those of 10 and 34 leave 200 down.
    assert 'points="56.0,210.0 556.0,110.0" fill="none" stroke="#123456"' in svg


def test_a_log_axis_and_a_gap():
    figure = go.Figure(go.Scatter(x=[0, 1, 2, 3], y=[1, 10, None, 100], mode="lines"))
    figure.update_xaxes(range=[0, 3]).update_yaxes(type="log", range=[0, 2])
    svg = svg_picture(figure, width=368, height=244)
    assert 'points="56.0,210.0 156.0,110.0"' in svg
    assert 'points="356.0,10.0"' in svg
    assert all(f">{text}<" in svg for text in ("1", "10", "100"))


def test_a_heatmap_has_row_0_where_the_figure_has_it():
    z = np.array([[0.0, 1.0], [1.0, 1.0], [0.5, 0.5]])
    figure = go.Figure(go.Heatmap(z=z, colorscale=[[0, "#000000"], [1, "#ffffff"]]))
    for reverse in (False, True):
        figure.update_yaxes(autorange="reversed" if reverse else True)
        data = re.search(r"base64,([^\"]+)", svg_picture(figure))[1]
        png = base64.b64decode(data)
        start = png.index(b"IDAT") + 4
        rows = zlib.decompressobj().decompress(png[start:])
        pixels = np.frombuffer(rows, dtype=np.uint8).reshape(3, 7)[:, 1:].reshape(3, 2, 3)[..., 0]
        wanted = (255 * z).round().astype(np.uint8)
        np.testing.assert_array_equal(pixels if reverse else pixels[::-1], wanted)


def test_labels_are_escaped_once():
    figure = go.Figure(go.Scatter(x=["&lt;b&gt;", "a"], y=[1, 2], name="<b>x</b> & y"))
    figure.add_scatter(x=["a"], y=[1], name="z")
    figure.update_layout(title=None, yaxis_title='"t" <i>')
    svg = svg_picture(figure, alt='<title>"&')
    assert "&lt;b&gt;" in svg
    assert "&amp;lt;" not in svg
    assert "<b>" not in svg
    assert "&lt;title&gt;&quot;&amp;" in svg


def test_every_picture_of_the_questions_can_be_printed():
    for question in load_questions().items:
        asked = ask(question, {})
        chart = draw(asked.picture, asked.settings, LIGHT)
        svg = svg_picture(chart.figure, alt=chart.alt)
        assert Reading(svg).open == []
        assert "nan" not in re.sub(r'href="[^"]+"', "", svg)
