"""A lesson on paper: a worksheet for a student, and the key that a teacher keeps.

Both are one HTML file each, without script and without anything to load, and print on A4. The
pictures are SVG. Each student number has its own numbers, so each has its own worksheet and its
own answers; the key lists as many students as are wanted.
"""

import html
import re
from collections.abc import Iterable, Sequence

from pe_core.checks import integer
from pe_core.export.svg import svg_picture
from pe_core.figures.lesson import draw
from pe_core.figures.theme import LIGHT
from pe_core.lessons import MAX_STUDENT, Lesson, Posed, pose

__all__ = ["MOST_STUDENTS", "answer_key_html", "worksheet_html"]

#: Students in one key: a class, with room.
MOST_STUDENTS = 200
#: The Markdown within a line that is kept: code, bold and italics, in one reading.
MARKS = re.compile(r"`([^`]+)`|\*\*(\S(?:[^*]*[^*\s])?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*")
TAGS = ("code", "strong", "em")
STYLE = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.35 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto;
  max-width: 182mm; overflow-wrap: break-word; }
header { border-bottom: 1.5pt solid #111; margin-bottom: 3mm; padding-bottom: 2mm; }
h1 { font-size: 15pt; margin: 0 0 1mm; } h2 { font-size: 12pt; margin: 0 0 1mm; }
p { margin: 0 0 1.5mm; } ul, ol { margin: 0 0 1.5mm; padding-left: 6mm; }
.line { display: flex; gap: 6mm; } .line span { flex: 1; border-bottom: 0.5pt solid #555; }
section { break-inside: avoid; margin-bottom: 5mm; }
svg { display: block; width: 100%; height: auto; max-height: 58mm; margin: 0 0 1mm; }
.box { display: inline-block; width: 4mm; height: 4mm; border: 0.8pt solid #111; margin-right: 2mm;
  vertical-align: -0.6mm; }
.options { list-style: none; padding: 0; }
.blank { display: inline-block; min-width: 38mm; border-bottom: 0.8pt solid #111; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 8.5pt; }
th, td { border: 0.5pt solid #777; padding: 0.8mm 1.2mm; text-align: left; vertical-align: top; }
thead { display: table-header-group; } tr { break-inside: avoid; }
.student { width: 16mm; }
"""


def worksheet_html(lesson: Lesson, student: int = 0) -> str:
    """Return the worksheet of a lesson for one student, as one HTML page.

    ``student`` is an integer from 0 to 999,999; 0 is the class as a whole.

    Raises ``ValueError`` for another student.
    """
    student = integer("student", student, 0, MAX_STUDENT)
    steps = [pose(lesson, number, student) for number in range(1, len(lesson.steps) + 1)]
    who = f"Student {student}" if student else "The class"
    body = (
        f"<header><h1>{html.escape(lesson.title)}</h1>{plain_html(lesson.intro)}"
        f'<div class="line"><b>{who}</b> Name: <span></span> Date: <span></span></div></header>'
        + "".join(map(_step, steps))
    )
    return _page(f"{lesson.title}, worksheet, {who.lower()}", body)


def answer_key_html(lesson: Lesson, students: Iterable[int] = (0,)) -> str:
    """Return the answers of a lesson for some students, and the reasons for the first of them.

    ``students`` are at most 200 integers from 0 to 999,999.

    Raises ``ValueError`` for other students.
    """
    numbers = [integer("student", number, 0, MAX_STUDENT) for number in students]
    if not 1 <= len(numbers) <= MOST_STUDENTS:
        raise ValueError(f"students must be 1 to {MOST_STUDENTS}; got {len(numbers)}")
    steps = range(1, len(lesson.steps) + 1)
    rows = [[pose(lesson, step, student) for step in steps] for student in numbers]
    body = (
        f"<header><h1>{html.escape(lesson.title)}: answer key</h1>"
        "<p>For the teacher. Each student number has its own numbers.</p></header>"
        + _table(lesson, numbers, rows)
        + f"<h2>Why ({_who(numbers[0])})</h2>"
        + "".join(map(_reason, rows[0]))
    )
    return _page(f"{lesson.title}, answer key", body)


def _who(student: int) -> str:
    """Return how a student is called."""
    return f"student {student}" if student else "the class"


def _page(title: str, body: str) -> str:
    """Return a whole HTML page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>"
        f"<body>\n{body}\n</body></html>\n"
    )


def _step(posed: Posed) -> str:
    """Return one step with its picture and room for the prediction."""
    chart = draw(posed.picture, posed.settings, LIGHT)
    picture = svg_picture(chart.figure, alt=chart.alt)
    if posed.options:
        boxes = "".join(
            f'<li><span class="box"></span>{_inline(option)}</li>' for option in posed.options
        )
        answer = f'<ul class="options">{boxes}</ul>'
    else:
        within = f" (right within {html.escape(posed.allowance)})" if posed.tolerance else ""
        unit = html.escape(posed.unit)
        answer = f'<p>My prediction: <span class="blank">&nbsp;</span> {unit}{within}</p>'
    return (
        f"<section><h2>{posed.number}. {html.escape(posed.heading)}</h2>{picture}"
        f"{plain_html(posed.question)}{answer}</section>\n"
    )


def _table(lesson: Lesson, students: Sequence[int], rows: Sequence[Sequence[Posed]]) -> str:
    """Return the answers as a table, a row for each student."""
    head = "".join(f"<th>{n}. {html.escape(s.block.heading)}</th>" for n, s in _counted(lesson))
    lines = "".join(
        f"<tr><th>{number or 'class'}</th>"
        + "".join(f"<td>{_inline(posed.answer_text)}</td>" for posed in row)
        + "</tr>"
        for number, row in zip(students, rows, strict=True)
    )
    return (
        f'<table><thead><tr><th class="student">student</th>{head}</tr></thead>'
        f"<tbody>{lines}</tbody></table>\n"
    )


def _counted(lesson: Lesson) -> enumerate:  # type: ignore[type-arg]
    return enumerate(lesson.steps, 1)


def _reason(posed: Posed) -> str:
    """Return the question, the answer and the reason of one step."""
    return (
        f"<section><h2>{posed.number}. {html.escape(posed.heading)}</h2>"
        f"{plain_html(posed.question)}<p><b>Answer: {_inline(posed.answer_text)}</b></p>"
        f"{plain_html(posed.why)}</section>\n"
    )


def plain_html(text: str) -> str:
    """Return the little Markdown that lessons use as HTML: paragraphs, lists, bold, italics, code.

    Everything else, tags above all, is shown as it is written.

    >>> plain_html("**a** <b>")
    '<p><strong>a</strong> &lt;b&gt;</p>'
    """
    out = []
    for part in re.split(r"\n\s*\n", text.strip()):
        if part.lstrip().startswith("- "):
            items = re.split(r"(?:^|\n)- ", part.strip())[1:]
            out.append("<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + "</ul>")
        elif part:
            out.append(f"<p>{_inline(part)}</p>")
    return "".join(out)


def _inline(text: str) -> str:
    """Escape a text, then mark bold, italics and code."""

    def marked(found: re.Match[str]) -> str:
        number = int(found.lastindex or 1)
        return f"<{TAGS[number - 1]}>{found[number]}</{TAGS[number - 1]}>"

    return MARKS.sub(marked, html.escape(text))
