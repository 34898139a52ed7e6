"""A lesson: steps of one picture and one question each, with the answer worked out by the core.

The reader predicts first, by choosing or by typing a number, and sees the answer and the reason
afterwards. ``pose`` turns a step into what one student gets: numbers of their own, the question
with those numbers, the computed answer, and the reason.
"""

import math
from dataclasses import dataclass

from pe_core.lessons.fill import fill, number_text
from pe_core.lessons.registry import compute
from pe_core.lessons.scene import Scene, check_keys, link_name, read_scene
from pe_core.lessons.settings import Value, choose
from pe_core.lessons.source import Block, Entry, LessonError, read_source

__all__ = ["Lesson", "Posed", "judge", "pose", "read_lesson"]

_STEP_KEYS = ("kind", "answer", "tolerance", "unit", "digits")
MAX_OPTIONS = 4


@dataclass(frozen=True)
class Lesson:
    """Hold one lesson; ``name`` stands in links, ``minutes`` is how long it takes."""

    file: str
    name: str
    title: str
    minutes: int
    order: int
    intro: str
    steps: tuple[Scene, ...]


@dataclass(frozen=True)
class Posed:
    """Hold one step as one student gets it.

    ``options`` are the texts to choose from and ``right`` the number of the right one, from 1;
    both are empty and 0 where a number is asked for: then it is ``answer``, give or take
    ``tolerance``, in ``unit``. ``allowance`` says the tolerance as the file does, since "5%" gives
    less away than a number; ``answer_text`` is the answer as it is shown.
    """

    number: int
    heading: str
    picture: str
    after: str
    settings: dict[str, Value]
    question: str
    options: tuple[str, ...]
    right: int
    answer: float
    tolerance: float
    allowance: str
    unit: str
    answer_text: str
    why: str


def read_lesson(file: str, text: str) -> Lesson:
    """Return the lesson of one file; every step has been posed once, so it is known to work.

    Raises :class:`LessonError` that names the file, the line and the reason.
    """
    source = read_source(file, text)
    known = {"id", "title", "minutes", "order"}
    check_keys(file, source.header, known, needed=known)
    lesson = Lesson(
        file=file,
        name=link_name(source),
        title=source.header["title"].value,
        minutes=_whole(file, source.header["minutes"], 1, 240),
        order=_whole(file, source.header["order"], 0, 999),
        intro=source.intro,
        steps=tuple(_step(file, block) for block in source.blocks),
    )
    for number in range(1, len(lesson.steps) + 1):
        pose(lesson, number, 0)
    return lesson


def _whole(file: str, entry: Entry, low: int, high: int) -> int:
    """Return a whole number out of a header."""
    if not (entry.value.isascii() and entry.value.isdigit() and low <= int(entry.value) <= high):
        rule = f"the value must be a whole number from {low} to {high}"
        raise LessonError(file, entry.line, f"{rule}; got {entry.value[:60]!r}")
    return int(entry.value)


def _step(file: str, block: Block) -> Scene:
    """Return one step, with its keys checked."""
    scene = read_scene(file, block, more=(*_STEP_KEYS, "option"))
    check_keys(file, block.entries, set(block.entries), needed={"kind", "answer"}, line=block.line)
    kind = block.entries["kind"]
    options = sum(key.startswith("option ") for key in block.entries)
    if kind.value not in ("choice", "number"):
        rule = "kind must be choice or number"
        raise LessonError(file, kind.line, f"{rule}; got {kind.value[:60]!r}")
    if kind.value == "choice" and not 2 <= options <= MAX_OPTIONS:
        rule = f"a choice must have 2 to {MAX_OPTIONS} lines of the form option name: text"
        raise LessonError(file, kind.line, f"{rule}; got {options}")
    if kind.value == "number" and ("tolerance" not in block.entries or options):
        raise LessonError(file, kind.line, "a number must have a tolerance and no options")
    if not block.text:
        raise LessonError(file, block.line, "the step must have a question")
    if set(block.parts) != {"Why"} or not block.parts["Why"]:
        raise LessonError(file, block.line, "the step must have one part ### Why, and no other")
    return scene


def pose(lesson: Lesson, number: int, student: int) -> Posed:
    """Return a step (``number`` counts from 1) as a student gets it; student 0 is the class.

    Raises :class:`LessonError` where a computation refuses the student's numbers.
    """
    scene = lesson.steps[number - 1]
    block, entries = scene.block, scene.block.entries
    settings = choose(scene.allowed, lesson=lesson.name, step=number, student=student)
    values = scene.values(settings)
    answer = scene.at(entries["answer"].line, compute, entries["answer"].value, values)
    unit = entries["unit"].value if "unit" in entries else ""
    options: tuple[str, ...] = ()
    right, tolerance, size = 0, 0.0, 0.0
    if entries["kind"].value == "choice":
        options, right = _options(scene, values, answer)
        text = options[right - 1]
    else:
        size, tolerance = _number(scene, answer)
        form = entries["digits"].value if "digits" in entries else None
        text = number_text(size, form)
    values["answer"] = text
    return Posed(
        number=number,
        heading=block.heading,
        picture=scene.picture,
        after=scene.after,
        settings=settings,
        question=scene.at(block.line, fill, block.text, values),
        options=options,
        right=right,
        answer=size,
        tolerance=tolerance,
        allowance="" if right else entries["tolerance"].value.replace("%", " %"),
        unit=unit,
        answer_text=f"{text} {unit}".strip(),
        why=scene.at(block.line, fill, block.parts["Why"], values),
    )


def _options(scene: Scene, values: dict[str, Value], answer: Value) -> tuple[tuple[str, ...], int]:
    """Return the texts of the options, and the number of the one that the answer names."""
    entries = scene.block.entries
    lines = {k.partition(" ")[2]: e for k, e in entries.items() if k.startswith("option ")}
    if answer not in lines:
        rule = f"the answer must be one of the options {', '.join(lines)}"
        raise LessonError(scene.file, entries["answer"].line, f"{rule}; it is {answer!r}")
    texts = tuple(scene.at(entry.line, fill, entry.value, values) for entry in lines.values())
    return texts, list(lines).index(str(answer)) + 1


def _number(scene: Scene, answer: Value) -> tuple[float, float]:
    """Return the answer as a number, and how far a prediction may be off."""
    entries = scene.block.entries
    if isinstance(answer, str) or not math.isfinite(answer):
        reason = f"the answer must be a finite number; it is {answer!r}"
        raise LessonError(scene.file, entries["answer"].line, reason)
    entry = entries["tolerance"]
    percent = entry.value.endswith("%")
    try:
        size = float(entry.value.removesuffix("%"))
    except ValueError:
        size = math.nan
    if not 0 <= size < 1e12:
        rule = "tolerance must be a number from 0, or a number and %"
        raise LessonError(scene.file, entry.line, f"{rule}; got {entry.value[:60]!r}")
    # A hair more, so that an answer typed as it is printed is never off by a rounding.
    return float(answer), (abs(answer) * size / 100 if percent else size) * (1 + 1e-9)


def judge(posed: Posed, given: str) -> bool:
    """Return whether a prediction is right: the number of an option, or a number.

    Raises ``ValueError`` for a text that is no number.
    """
    number = float(given)
    if posed.right:
        return number == posed.right
    return abs(number - posed.answer) <= posed.tolerance
