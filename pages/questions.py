"""Questions that people keep asking, each with a short answer and a live picture."""

import streamlit as st

from pages.parts import frame, lesson, question, state
from pages.parts.chart import look, show
from pe_core.figures.lesson import draw

sinusoid = frame.start("pages/questions.py")


@frame.body
def page() -> None:
    """Answer a question with a live picture."""
    questions = question.shelf()
    chosen = questions.find(state.get("question")) or next(iter(questions.items), None)

    with frame.beside():
        lesson.errors(questions.errors)
        if state.get("question") and not questions.find(state.get("question")):
            st.info("There is no question of the name in the link; this is the first one.")
    if not chosen:
        frame.lead("There is no question that can be read.")
        return
    with frame.beside():
        question.chooser(questions, chosen)

    asked, note = question.asked(chosen, sinusoid.layout)
    frame.section(asked.heading)
    if note:
        frame.lead(note)
    left, right = frame.columns(2)
    with left:
        frame.lead(asked.answer)
        frame.lead(f"**{question.REFUTED[chosen.kind]}**\n\n{asked.not_so}")
    with right:
        show(
            asked.picture,
            lambda: draw(asked.picture, asked.settings, look()),
            asked.look,
            height=420,
        )
    if not state.chart_only():
        question.moves(questions, chosen)
