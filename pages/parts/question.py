"""A question on a page: which one, and its answer for the reader's settings."""

import streamlit as st

from pages.parts import state
from pages.parts.chart import look
from pages.parts.lesson import stamp
from pe_core.figures.lesson import draw
from pe_core.lessons import QUESTIONS, Asked, LessonError, Question, Shelf, ask, load_questions

#: Positions that an answer is worked out for at most; more would take seconds.
LONGEST = 100_000
KINDS = {"question": "", "claim": "Wrong: "}
REFUTED = {"question": "Not so", "claim": "What is true"}


@st.cache_resource(show_spinner=False, max_entries=1)
def _read(files: tuple[tuple[str, int, int], ...]) -> Shelf[Question]:
    """Read the folder; the cache keeps it for as long as its ``files`` are the same."""
    return load_questions(QUESTIONS)


def shelf() -> Shelf[Question]:
    """Return all questions; they are read again when a file has changed."""
    return _read(stamp(QUESTIONS))


def _take() -> None:
    state.put(question=st.session_state["question:box"])


def _go(name: str) -> None:
    state.put(question=name)


def chooser(questions: Shelf[Question], chosen: Question) -> None:
    """Draw the choice of the question."""
    names = {q.name: f"{KINDS[q.kind]}{q.heading}" for q in questions.items}
    if st.session_state.get("question:box") != chosen.name:
        st.session_state["question:box"] = chosen.name
    st.selectbox(
        "Question",
        list(names),
        key="question:box",
        format_func=lambda name: f"{list(names).index(name) + 1}. {names[name]}",
        on_change=_take,
        help="Questions from question sites and issue trackers, and statements that are wrong.",
    )


def asked(question: Question, layout: str) -> tuple[Asked, str]:
    """Return a question for the reader's settings, and a note where they could not be used."""
    view = {key: state.get(key) for key in ("d", "length", "base")} | {"layout": layout}
    note = ""
    if view["length"] > LONGEST:
        view["length"] = LONGEST
        note = f"*The answer is worked out for {LONGEST:,} positions at most.*"
    try:
        made = ask(question, view)
        draw(made.picture, made.settings, look())
    except ValueError as error:
        reason = error.reason if isinstance(error, LessonError) else str(error)
        usual = ask(question, {})
        return usual, f"*With your settings: {reason}. The answer is for the usual ones.*"
    return made, note


def moves(questions: Shelf[Question], chosen: Question) -> None:
    """Draw the way to the question before and after, by click or arrow key."""
    names = [item.name for item in questions.items]
    index = names.index(chosen.name)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        st.button(
            "Back",
            key="back",
            shortcut="Left",
            disabled=not index,
            on_click=_go,
            args=(names[max(0, index - 1)],),
        )
        st.button(
            "Next",
            key="next",
            shortcut="Right",
            disabled=index == len(names) - 1,
            on_click=_go,
            args=(names[min(index + 1, len(names) - 1)],),
        )
