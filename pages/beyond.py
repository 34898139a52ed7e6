"""What happens in a text longer than any that was seen in training."""

import streamlit as st

from pages.parts import controls, frame, state, words_beyond
from pages.parts.chart import look, show
from pages.parts.words_shift import even
from pe_core.extrapolation import extrapolate
from pe_core.figures import beyond as figures

given = frame.start("pages/beyond.py")


@frame.body
def page() -> None:
    """Draw what a longer text keeps and what is new in it."""
    sinusoid = even(given)
    longer, trained = words_beyond.lengths(sinusoid, state.get("length"), state.get("trained"))

    frame.lead(
        "A model was trained on short texts and now meets a longer one. The formula goes on: but "
        "has the network seen such vectors before? **Look for what stays the same and for what is "
        "new.**"
    )
    left, right = controls.panel(2)
    with left:
        trained = controls.whole("trained", "Trained length", 2, longer - 1)
    with right, frame.beside():
        st.markdown(words_beyond.lengths_text(trained, longer))
        with st.container(horizontal=True):
            for times in (2, 10, 100):
                wanted = min(trained * times, state.MAX_LENGTH)
                st.button(f"{times}×", on_click=state.put, kwargs={"length": wanted})
    with frame.beside():
        for note in words_beyond.notes(given, sinusoid, state.get("length"), longer):
            st.info(note)

    made = extrapolate(sinusoid, trained, longer)
    frame.lead(words_beyond.verdicts(made, sinusoid))
    show(
        "phases",
        lambda: figures.phase_clocks(sinusoid, made, look()),
        words_beyond.CLOCKS_CAPTION,
    )

    left, right = frame.columns(2)
    with left:
        show(
            "phase-shares",
            lambda: figures.phase_shares(sinusoid, made, look()),
            "Fast pairs have been all round in training. Between the two curves lies what is new.",
        )
    with right:
        show(
            "value-bands",
            lambda: figures.range_bands(sinusoid, made, look()),
            "Filled: values met in training. Dotted: values in the longer text. No column leaves "
            "−1 … 1, but slow ones leave the range that training has shown.",
        )

    frame.section("Can two positions be confused?")
    show(
        "distances",
        lambda: figures.distance_curve(sinusoid, made, look()),
        words_beyond.distance_text(made),
    )
