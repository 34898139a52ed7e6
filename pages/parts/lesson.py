"""A lesson on a page: the way through its steps, the prediction, and the answer."""

from pathlib import Path

import streamlit as st

from pages.parts import state
from pages.parts.chart import look, show
from pe_core.export.worksheet import answer_key_html, worksheet_html
from pe_core.figures.lesson import draw
from pe_core.lessons import (
    LESSONS,
    MAX_STUDENT,
    Lesson,
    LessonError,
    Posed,
    Shelf,
    judge,
    load_lessons,
    pose,
)

#: Students in a class's key, beside the one that is chosen.
CLASS = range(1, 41)
SEEN = "x"


def stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what tells whether a file of a folder has changed."""
    facts = [(path.name, path.stat()) for path in sorted(folder.glob("*.md"))]
    return tuple((name, fact.st_mtime_ns, fact.st_size) for name, fact in facts)


@st.cache_resource(show_spinner=False, max_entries=1)
def _read(files: tuple[tuple[str, int, int], ...]) -> Shelf[Lesson]:
    """Read the folder; the cache keeps it for as long as its ``files`` are the same."""
    return load_lessons(LESSONS)


def shelf() -> Shelf[Lesson]:
    """Return all lessons; they are read again when a file has changed."""
    return _read(stamp(LESSONS))


def errors(broken: tuple[LessonError, ...]) -> None:
    """Say which files cannot be read, and why; the others are not affected."""
    for error in broken:
        st.info("A file of lessons or questions has a mistake and is left out:")
        st.code(str(error), language=None, wrap_lines=True)


def given(step: int) -> str:
    """Return what was predicted in a step; nothing if it is still open."""
    answers = state.get("given")
    return answers[step - 1] if step <= len(answers) else ""


def answer(step: int, text: str) -> None:
    """Keep a prediction, or "" to open the step again; for callbacks."""
    answers = [*state.get("given"), *[""] * step]
    answers[step - 1] = text
    while answers and not answers[-1]:
        answers.pop()
    state.put(given=tuple(answers))


def _go(step: int) -> None:
    state.put(at=step)


def _take_lesson() -> None:
    state.put(lesson=st.session_state["lesson:box"], at=1, given=())


def _take_student() -> None:
    state.put(student=st.session_state["student:field"] or 0, given=())


def found(lessons: Shelf[Lesson]) -> Lesson | None:
    """Return the lesson that the link asks for, by its name or its number in the list."""
    given = state.get("lesson") or ""
    if given.isascii() and given.isdigit() and 0 < int(given) <= len(lessons.items):
        return lessons.items[int(given) - 1]
    return lessons.find(given)


def chooser(lessons: Shelf[Lesson], lesson: Lesson) -> None:
    """Draw the choice of the lesson, the student's number, and the teacher's papers."""
    left, middle, right = st.columns([4, 2, 2], vertical_alignment="bottom")
    values = {"lesson:box": lesson.name, "student:field": state.get("student")}
    for key, value in values.items():
        if st.session_state.get(key) != value:
            st.session_state[key] = value
    titles = {item.name: f"{n}. {item.title}" for n, item in enumerate(lessons.items, 1)}
    minutes = {item.name: item.minutes for item in lessons.items}
    left.selectbox(
        "Lesson",
        list(titles),
        key="lesson:box",
        format_func=lambda name: f"{titles[name]} ({minutes[name]} minutes)",
        on_change=_take_lesson,
    )
    middle.number_input(
        "Student number",
        0,
        MAX_STUDENT,
        step=1,
        key="student:field",
        on_change=_take_student,
        help="Each student number gets its own numbers, in the steps that have any. It stands in "
        "the address (student=17), so each student can be given a link. 0 is the whole class.",
    )
    with right.popover("Print", icon=":material/print:", width="stretch"):
        _papers(lesson, state.get("student"))


def _papers(lesson: Lesson, student: int) -> None:
    """Offer the worksheet and the key; each is made when its button is pressed."""
    who = f"student {student}" if student else "the class"
    st.caption("One HTML page each; print it from the browser.")
    st.download_button(
        f"Worksheet for {who}",
        data=lambda: worksheet_html(lesson, student).encode(),
        file_name=f"{lesson.name}-{student}.html",
        mime="text/html",
        key="worksheet",
        on_click="ignore",
        width="stretch",
    )
    students = [student, *(number for number in CLASS if number != student)]
    st.download_button(
        f"Answer key: {who}, and students 1 to {CLASS[-1]}",
        data=lambda: answer_key_html(lesson, students).encode(),
        file_name=f"{lesson.name}-{student}-key.html",
        mime="text/html",
        key="key",
        on_click="ignore",
        width="stretch",
    )


def steps(lesson: Lesson, current: int) -> None:
    """Draw a button for each step; its address is then that of the step, to be kept or sent.

    A page link to the page that is open would not change the address (Streamlit 1.67).
    """
    with st.container(horizontal=True, gap="small"):
        for number, scene in enumerate(lesson.steps, 1):
            st.button(
                f"{number} ✓" if given(number) else str(number),
                key=f"step:{number}",
                type="primary" if number == current else "secondary",
                help=scene.block.heading,
                on_click=_go,
                args=(number,),
            )


def picture(posed: Posed) -> None:
    """Draw the picture of a step; with the answer, another one may take its place."""
    name = posed.after if given(posed.number) else posed.picture
    height = 500 if state.presenting() else 420
    show(name, lambda: draw(name, posed.settings, look()), "", height=height)


def question(posed: Posed) -> None:
    """Draw the question with its options or its field, and below it the answer if it was given."""
    st.markdown(posed.question)
    said = given(posed.number)
    if said:
        _verdict(posed, said)
    elif posed.options:
        for number, option in enumerate(posed.options, 1):
            st.button(
                option,
                key=f"option:{posed.number}:{number}",
                shortcut=str(number),
                on_click=answer,
                args=(posed.number, str(number)),
                width="stretch",
                wrap=True,
            )
    else:
        _field(posed)
    if not said:
        st.button(
            "Show the answer",
            key=f"show:{posed.number}",
            shortcut="S",
            type="tertiary",
            on_click=answer,
            args=(posed.number, SEEN),
        )


def _field(posed: Posed) -> None:
    """Draw the field for a number; Enter takes it."""
    key = f"number:{posed.number}"

    def take() -> None:
        if st.session_state[key] is not None:
            answer(posed.number, f"{st.session_state[key]:.10g}")

    unit = f", in {posed.unit}" if posed.unit else ""
    within = f" (right within {posed.allowance})" if posed.tolerance else ""
    with st.form(f"form:{posed.number}", border=False):
        st.number_input(
            f"Your prediction{unit}{within}",
            min_value=-1e15,
            max_value=1e15,
            value=None,
            step=1.0,
            format="%.10g",
            key=key,
            placeholder="type a number",
        )
        st.form_submit_button("Predict", on_click=take, type="primary", width="stretch")


def _verdict(posed: Posed, said: str) -> None:
    """Say whether the prediction was right, what the answer is, and why."""
    if said == SEEN:
        st.info(f"The answer: **{posed.answer_text}**")
    elif judge(posed, said):
        st.success(f"Right: **{posed.answer_text}**", icon=":material/check:")
    else:
        st.warning(
            f"You predicted {_said(posed, said)}. The answer: **{posed.answer_text}**",
            icon=":material/lightbulb:",
        )
    st.markdown(posed.why)


def _said(posed: Posed, said: str) -> str:
    """Return a prediction as it was shown."""
    if not posed.options:
        return f"{said} {posed.unit}".strip()
    number = int(float(said)) if said.isdigit() else 0
    return posed.options[number - 1] if 1 <= number <= len(posed.options) else "something else"


def moves(lesson: Lesson, current: int) -> None:
    """Draw the way back and on, by click or arrow key."""
    last = len(lesson.steps)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        st.button(
            "Back",
            key="back",
            shortcut="Left",
            disabled=current == 1,
            on_click=_go,
            args=(current - 1,),
        )
        if given(current):
            st.button(
                "Predict again", key="again", type="tertiary", on_click=answer, args=(current, "")
            )
        st.button(
            "Next",
            key="next",
            shortcut="Right",
            type="primary" if given(current) else "secondary",
            disabled=current == last,
            on_click=_go,
            args=(current + 1,),
        )


def score(lesson: Lesson, student: int) -> None:
    """At the end, say how many predictions were right."""
    answers = [given(number) for number in range(1, len(lesson.steps) + 1)]
    if not all(answers):
        return
    right = sum(
        said != SEEN and judge(pose(lesson, number, student), said)
        for number, said in enumerate(answers, 1)
    )
    st.markdown(f"**The end of this lesson:** {right} of {len(answers)} predictions were right.")
