"""Lessons and questions: content as data, answers from the core.

A lesson is a Markdown file that names pictures and computations; nothing in it is run as code.
Importing this package registers all computations that a file may name.
"""

from pe_core.lessons import encoding, model, relations
from pe_core.lessons.lesson import Lesson, Posed, judge, pose, read_lesson
from pe_core.lessons.pictures import PICTURES
from pe_core.lessons.question import Asked, Question, ask, read_question
from pe_core.lessons.registry import COMPUTATIONS, compute
from pe_core.lessons.settings import MAX_STUDENT
from pe_core.lessons.shelf import LESSONS, QUESTIONS, Shelf, load_lessons, load_questions
from pe_core.lessons.source import LessonError

__all__ = [
    "COMPUTATIONS",
    "LESSONS",
    "MAX_STUDENT",
    "PICTURES",
    "QUESTIONS",
    "Asked",
    "Lesson",
    "LessonError",
    "Posed",
    "Question",
    "Shelf",
    "ask",
    "compute",
    "encoding",
    "judge",
    "load_lessons",
    "load_questions",
    "model",
    "pose",
    "read_lesson",
    "read_question",
    "relations",
]
