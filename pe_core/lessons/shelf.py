"""All lessons, or all questions, of a folder; a broken file does not take the others with it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pe_core.lessons.lesson import Lesson, read_lesson
from pe_core.lessons.question import Question, read_question
from pe_core.lessons.source import LessonError

__all__ = ["LESSONS", "QUESTIONS", "Shelf", "load_lessons", "load_questions"]

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
LESSONS, QUESTIONS = _ASSETS / "lessons", _ASSETS / "questions"
MAX_BYTES = 1_000_000

Item = TypeVar("Item", Lesson, Question)


@dataclass(frozen=True)
class Shelf(Generic[Item]):
    """Hold what could be read, in order, and the error of each file that could not."""

    items: tuple[Item, ...]
    errors: tuple[LessonError, ...]

    def find(self, name: str | None) -> Item | None:
        """Return the item of a name, or None."""
        return next((item for item in self.items if item.name == name), None)


def load_lessons(folder: Path = LESSONS) -> Shelf[Lesson]:
    """Read every lesson (``*.md``) of a folder.

    >>> load_lessons().errors
    ()
    """
    return _load(folder, read_lesson)


def load_questions(folder: Path = QUESTIONS) -> Shelf[Question]:
    """Read every question (``*.md``) of a folder.

    >>> load_questions().errors
    ()
    """
    return _load(folder, read_question)


def _load(folder: Path, read: Callable[[str, str], Item]) -> Shelf[Item]:
    """Read each file by itself, and refuse an id that is taken."""
    items: dict[str, Item] = {}
    errors = []
    for path in sorted(folder.glob("*.md")):
        try:
            item = read(path.name, _text(path))
            if item.name in items:
                other = items[item.name].file
                raise LessonError(path.name, 1, f"the id {item.name} is that of {other} too")
            items[item.name] = item
        except LessonError as error:
            errors.append(error)
    return Shelf(
        tuple(sorted(items.values(), key=lambda item: (item.order, item.name))), tuple(errors)
    )


def _text(path: Path) -> str:
    """Read one file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise LessonError(path.name, 1, f"the file must have at most {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LessonError(path.name, 1, "the file must be UTF-8 text") from None
    except OSError as error:
        raise LessonError(path.name, 1, f"the file cannot be read ({error.strerror})") from None
