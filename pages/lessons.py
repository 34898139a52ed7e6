"""Lessons: predict first, then see the computed answer and the reason."""

import streamlit as st

from pages.parts import frame, lesson, state
from pe_core.lessons import LessonError, pose

frame.start("pages/lessons.py")


@frame.body
def page() -> None:
    """Draw the step of the lesson that the address names."""
    lessons = lesson.shelf()
    wanted = lesson.found(lessons)
    chosen = wanted or next(iter(lessons.items), None)
    student = state.get("student")

    with frame.beside():
        lesson.errors(lessons.errors)
        if state.get("lesson") and not wanted:
            st.info("There is no lesson of the name in the link; this is the first one.")
        if chosen:
            lesson.chooser(lessons, chosen)
    if not chosen:
        frame.lead("There is no lesson that can be read.")
        return

    at = min(state.get("at"), len(chosen.steps))
    try:
        posed = pose(chosen, at, student)
    except LessonError as error:
        lesson.errors((error,))
        return

    if state.chart_only():
        lesson.picture(posed)
        return
    if at == 1 and not state.presenting():
        st.markdown(chosen.intro)
    lesson.steps(chosen, at)
    st.subheader(f"{at}. {posed.heading}")
    left, right = st.columns([3, 2], gap="large")
    with left:
        lesson.picture(posed)
    with right:
        lesson.question(posed)
        if at == len(chosen.steps):
            lesson.score(chosen, student)
        lesson.moves(chosen, at)
    with frame.beside():
        st.caption(
            "Keys: 1 to 4 choose, S shows the answer, ← and → go back and on. A lesson has its own "
            "settings: the sliders at the side do not change its questions."
        )
