"""The questions: all are there, and their numbers follow the reader's settings."""

import re

import pytest

from pe_core.figures.lesson import draw
from pe_core.figures.theme import LIGHT
from pe_core.lessons import QUESTIONS, LessonError, ask, load_questions, read_question

SHELF = load_questions()
EVERY = pytest.mark.parametrize("question", SHELF.items, ids=lambda question: question.name)
VIEWS = (
    {"d": 1, "length": 1},
    {"d": 2, "length": 2},
    {"d": 3, "length": 50, "layout": "sin_cos"},
    {"d": 127, "length": 200, "layout": "cos_sin"},
    {"d": 512, "length": 20_000, "base": 1e9},
    {"d": 64, "length": 1_000, "base": 2.0},
    {"d": 4096, "length": 3_000},
)
GOOD = """---
id: mine
order: 3
kind: question
---

## Why?
picture: profile
let rise: first_rise

It rises at {rise}.

### Look
Left.

### Not so
- Never.
"""


def test_the_files_of_the_project_can_be_read():
    assert [str(error) for error in SHELF.errors] == []
    assert [question.order for question in SHELF.items] == list(range(1, 23))
    assert [q.kind for q in SHELF.items] == ["question"] * 19 + ["claim"] * 3
    assert len(list(QUESTIONS.glob("*.md"))) == 22


@EVERY
def test_each_has_an_answer_a_picture_and_what_is_not_so(question):
    asked = ask(question, {})
    assert all((asked.answer, asked.look, asked.not_so))
    assert asked.not_so.startswith("- ")
    assert re.search(r"\d", asked.answer), "an answer holds a number that was computed"
    assert draw(asked.picture, asked.settings, LIGHT).alt


@EVERY
@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_at_any_settings_it_answers_or_says_why_not(question, view):
    view = {"base": 10_000.0, "layout": "interleaved"} | view
    try:
        asked = ask(question, view)
        chart = draw(asked.picture, asked.settings, LIGHT)
    except ValueError as error:
        assert re.search(r"must (be|not)", str(error))  # noqa: PT017
        return
    for text in (asked.answer, asked.look, asked.not_so, chart.alt):
        assert not re.search(r"nan|undefined|None", text), text


def test_numbers_follow_the_reader():
    steadily = SHELF.find("steadily")
    for d, wanted in ((64, "5 to 6"), (512, "43 to 44")):
        assert wanted in ask(steadily, {"d": d}).answer


def test_the_wrong_statements_are_refuted_at_many_settings():
    """Both halves of a table, whatever d, length and base: the lower one changes more."""
    for d in (8, 64, 512):
        for base in (2.0, 100.0, 10_000.0, 1e9):
            asked = ask(SHELF.find("claim-reversed"), {"d": d, "base": base})
            lower, higher = re.findall(r"by (\d[\d.]*\d)", asked.answer)
            assert float(lower) > float(higher)
            assert asked.settings["layout"] == "interleaved"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("kind: question", "kind: rumour", 4, "kind must be one of question, claim"),
        ("order: 3", "order: third", 3, "order must be a whole number"),
        ("order: 3\n", "", 1, "order is missing"),
        ("It rises at {rise}.", "", 7, "must have an answer"),
        ("### Look", "### See", 7, "no other parts than ### Look and ### Not so"),
        ("{rise}.", "{fall}.", 7, "must be one of the known names"),
        ("- Never.", "- Never.\n\n## Two\n\nb", 19, "must hold one question"),
        ("picture: profile\n", "", 7, "picture is missing"),
    ],
)
def test_a_broken_question_is_named_with_line_and_reason(old, new, line, reason):
    assert old in GOOD
    with pytest.raises(LessonError, match=reason) as caught:
        read_question("mine.md", GOOD.replace(old, new, 1))
    assert caught.value.line == line
