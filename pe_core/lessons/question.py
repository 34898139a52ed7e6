"""A question that people keep asking, with a short answer, a live picture, and what is not so.

The numbers in the text are worked out for the reader's own settings, so the answer speaks about
the picture below it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pe_core.lessons.fill import fill
from pe_core.lessons.scene import Scene, check_keys, link_name, read_scene
from pe_core.lessons.settings import Value
from pe_core.lessons.source import LessonError, read_source

__all__ = ["Asked", "Question", "ask", "read_question"]

KINDS = ("question", "claim")
_PARTS = {"Look", "Not so"}


@dataclass(frozen=True)
class Question:
    """Hold one question; a *claim* is a statement found in public that is wrong."""

    file: str
    name: str
    kind: str
    order: int
    heading: str
    scene: Scene


@dataclass(frozen=True)
class Asked:
    """Hold a question as one reader sees it: the short answer, where to look, and what is not so.

    ``settings`` are those of the picture.
    """

    heading: str
    picture: str
    settings: dict[str, Value]
    answer: str
    look: str
    not_so: str


def read_question(file: str, text: str) -> Question:
    """Return the question of one file; it has been answered once, so it is known to work.

    Raises :class:`~pe_core.lessons.source.LessonError` for a file with a mistake.
    """
    source = read_source(file, text)
    known = {"id", "order", "kind"}
    check_keys(file, source.header, known, needed=known)
    kind, order = source.header["kind"], source.header["order"]
    if kind.value not in KINDS:
        raise LessonError(file, kind.line, f"kind must be one of {', '.join(KINDS)}")
    if not (order.value.isascii() and order.value.isdigit()):
        raise LessonError(file, order.line, "order must be a whole number from 0")
    if len(source.blocks) != 1:
        line = source.blocks[1].line
        raise LessonError(file, line, "a file must hold one question, so one heading with ##")
    block = source.blocks[0]
    if not block.text or not set(block.parts) <= _PARTS:
        reason = "the question must have an answer, and no other parts than ### Look and ### Not so"
        raise LessonError(file, block.line, reason)
    scene = read_scene(file, block)
    question = Question(file, link_name(source), kind.value, int(order.value), block.heading, scene)
    ask(question, {})
    return question


def ask(question: Question, view: Mapping[str, Value]) -> Asked:
    """Return a question as a reader sees it whose settings are ``view`` (d, length, base …).

    What the file itself sets comes first; the rest is the reader's.

    Raises ``ValueError`` where a computation refuses the reader's settings.
    """
    scene, block = question.scene, question.scene.block
    settings = {key: allowed[0] for key, allowed in scene.allowed.items()}
    settings |= {key: value for key, value in view.items() if key not in block.entries}
    values = scene.values(settings)
    return Asked(
        heading=block.heading,
        picture=scene.picture,
        settings=settings,
        answer=scene.at(block.line, fill, block.text, values),
        look=scene.at(block.line, fill, block.parts.get("Look", ""), values),
        not_so=scene.at(block.line, fill, block.parts.get("Not so", ""), values),
    )
