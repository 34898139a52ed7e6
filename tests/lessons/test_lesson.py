"""Lessons: every file of the project, every variant of it, and what a broken file says."""

import itertools
import re
from dataclasses import replace

import pytest

from pe_core.figures.lesson import DRAWINGS, draw
from pe_core.figures.theme import LIGHT
from pe_core.lessons import LESSONS, PICTURES, LessonError, judge, load_lessons, pose, read_lesson
from pe_core.lessons.shelf import MAX_BYTES

SHELF = load_lessons()
EVERY = pytest.mark.parametrize("lesson", SHELF.items, ids=lambda lesson: lesson.name)
GOOD = """---
id: mine
title: Mine
minutes: 5
order: 1
---
Hello.

## First
picture: heatmap
d: one of 16, 32
length: 40
let whole: cells
kind: number
tolerance: 1%
unit: numbers
digits: 1
answer: {whole}

How many numbers for d = {d}?

### Why
{answer} of them.

## Second
picture: profile
after: row
position: 3
let near: similarity_at offset=1
kind: choice
option less: Less
option more: More than {near:0}
answer: compare left={near} right=0

Positive or not?

### Why
It is {near:2}.
"""


def test_the_files_of_the_project_can_be_read():
    assert [str(error) for error in SHELF.errors] == []
    assert len(SHELF.items) == len(list(LESSONS.glob("*.md"))) == 8
    assert [lesson.order for lesson in SHELF.items] == list(range(1, 9))
    assert all(5 <= len(lesson.steps) <= 8 for lesson in SHELF.items)


@EVERY
def test_every_variant_of_every_step_has_an_answer(lesson):
    """All combinations of all values, so that no student meets one that was never tried."""
    for number, scene in enumerate(lesson.steps, 1):
        for values in itertools.product(*scene.allowed.values()):
            settings = dict(zip(scene.allowed, values, strict=True))
            posed = _pose_with(lesson, number, settings)
            assert "{" not in posed.question + posed.why
            assert posed.answer_text
            given = str(posed.right) if posed.right else repr(posed.answer)
            assert judge(posed, given)
            wrong = (
                str(posed.right + 1) if posed.right else repr(posed.answer + posed.tolerance + 1)
            )
            assert not judge(posed, wrong)


def _pose_with(lesson, number, settings):
    """Pose a step with given settings, in place of those of a student."""
    scene = lesson.steps[number - 1]
    fixed = replace(scene, allowed={key: (value,) for key, value in settings.items()})
    steps = (*lesson.steps[: number - 1], fixed, *lesson.steps[number:])
    return pose(replace(lesson, steps=steps), number, 0)


@EVERY
def test_every_picture_of_a_few_students_can_be_drawn(lesson):
    for number, student in itertools.product(range(1, len(lesson.steps) + 1), (0, 17)):
        posed = pose(lesson, number, student)
        for name in {posed.picture, posed.after}:
            chart = draw(name, posed.settings, LIGHT, height=400)
            assert chart.figure.layout.height == 400
            assert len(chart.alt) > 30
            assert not chart.figure.layout.sliders


def test_every_picture_has_a_drawing():
    assert set(DRAWINGS) == set(PICTURES)


@EVERY
def test_answers_are_not_typed_in(lesson):
    """No file holds its answer as a number: each names a computation, or a value of one."""
    text = (LESSONS / lesson.file).read_text(encoding="utf-8")
    for answer in re.findall(r"^answer: (.*)$", text, re.MULTILINE):
        assert not re.match(r"[-\d.]", answer), answer


def test_students_get_numbers_of_their_own():
    for lesson in SHELF.items:
        steps = range(1, len(lesson.steps) + 1)
        sheets = {
            student: tuple(str(pose(lesson, number, student).settings) for number in steps)
            for student in range(1, 11)
        }
        assert len(set(sheets.values())) > 5, lesson.name
        assert sheets[3] == tuple(str(pose(lesson, number, 3).settings) for number in steps)


def test_a_step_as_it_is_posed():
    lesson = read_lesson("mine.md", GOOD)
    first, second = (pose(lesson, number, 0) for number in (1, 2))
    assert (first.answer, first.answer_text) == (640, "640.0 numbers")
    assert (first.question, first.why) == ("How many numbers for d = 16?", "640.0 of them.")
    assert (first.allowance, first.picture, first.after) == ("1 %", "heatmap", "heatmap")
    assert second.options == ("Less", "More than 62")
    assert (second.right, second.answer_text, second.after) == (2, "More than 62", "row")


@pytest.mark.parametrize(
    ("given", "right"),
    [("640", True), ("646.4", True), ("633.6", True), ("647", False), ("633", False)],
)
def test_a_number_is_right_within_its_tolerance(given, right):
    assert judge(pose(read_lesson("mine.md", GOOD), 1, 0), given) is right


@pytest.mark.parametrize(
    ("given", "right"), [("2", True), ("1", False), ("0", False), ("9", False)]
)
def test_a_choice_is_right_by_its_number(given, right):
    assert judge(pose(read_lesson("mine.md", GOOD), 2, 0), given) is right


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("id: mine", "id: My Lesson", 2, "id must be small letters"),
        ("id: mine\n", "", 1, "id is missing"),
        ("minutes: 5", "minutes: five", 4, "whole number from 1 to 240; got 'five'"),
        ("order: 1", "order: -1", 5, "whole number from 0 to 999"),
        ("order: 1\n", "order: 1\ncolour: red\n", 6, "colour is not a key here"),
        ("picture: heatmap", "picture: photo", 10, "picture must be one of heatmap, .*'photo'"),
        ("picture: heatmap", "picture: row", 10, "the picture row needs position"),
        ("after: row", "after: film", 27, "picture must be one of"),
        ("position: 3", "other: 3", 27, "the picture row needs position"),
        ("d: one of 16, 32", "d: one of 16, 0", 11, "d must be an integer from 1 to 4096; got 0"),
        ("length: 40", "size: 40", 12, "size is not a setting"),
        ("let whole: cells", "let whole: cell", 13, "cell must be given position"),
        ("let whole: cells", "let d: cells", 13, "d has a meaning of its own"),
        ("let whole: cells", "let whole: __import__", 13, "__import__ is not a computation"),
        ("kind: number", "kind: essay", 14, "kind must be choice or number; got 'essay'"),
        ("kind: number\n", "", 9, "kind is missing"),
        ("tolerance: 1%\n", "", 14, "a number must have a tolerance"),
        ("tolerance: 1%", "tolerance: some", 15, "tolerance must be a number from 0"),
        ("answer: {whole}", "answer: {hole}", 18, "must be one of the known names"),
        ("answer: {whole}", "answer: rise_sentence", 18, "must be a finite number"),
        ("{answer} of them.", "{answer.real} of them.", 9, "must be one of the known names"),
        ("How many numbers for d = {d}?", "", 9, "the step must have a question"),
        ("### Why\n{answer}", "### Because\n{answer}", 9, "one part ### Why"),
        ("option less: Less\n", "", 30, "a choice must have 2 to 4 lines"),
        ("option more:", "option other:", 33, "one of the options less, other; it is 'more'"),
    ],
)
def test_a_broken_lesson_is_named_with_line_and_reason(old, new, line, reason):
    assert GOOD.count(old) >= 1
    with pytest.raises(LessonError, match=reason) as caught:
        read_lesson("mine.md", GOOD.replace(old, new, 1))
    assert (caught.value.file, caught.value.line) == ("mine.md", line)


def test_one_broken_file_leaves_the_others(tmp_path):
    (tmp_path / "good.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "twin.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.md").write_text(GOOD.replace("cells", "shells"), encoding="utf-8")
    (tmp_path / "latin.md").write_bytes(GOOD.replace("Hello", "H\xe4llo").encode("latin-1"))
    (tmp_path / "large.md").write_bytes(b"x" * (MAX_BYTES + 1))
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "notes.txt").write_text("not a lesson", encoding="utf-8")
    shelf = load_lessons(tmp_path)
    assert [lesson.file for lesson in shelf.items] == ["good.md"]
    assert shelf.find("mine") is shelf.items[0]
    assert shelf.find("other") is None
    assert shelf.find(None) is None
    found = {error.file: error.reason for error in shelf.errors}
    assert set(found) == {"bad.md", "folder.md", "large.md", "latin.md", "twin.md"}
    assert "shells is not a computation" in found["bad.md"]
    assert "UTF-8" in found["latin.md"]
    assert "at most 1,000,000 bytes" in found["large.md"]
    assert "that of good.md too" in found["twin.md"]


def test_a_folder_that_is_not_there_is_empty(tmp_path):
    assert load_lessons(tmp_path / "none").items == ()


def test_the_example_of_the_guide_works():
    guide = (LESSONS.parents[1] / "docs" / "lessons.md").read_text(encoding="utf-8")
    lesson = read_lesson("guide.md", re.search(r"````markdown\n(.*?)````", guide, re.DOTALL)[1])
    assert [pose(lesson, number, 0).answer_text for number in (1, 2)] == ["8", "Dimension 0"]
