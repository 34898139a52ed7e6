"""Home: what this is, a live picture of it, and the way to each page."""

import streamlit as st

from pages.parts import encoding, frame, state, words
from pages.parts.chart import look, show
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.overview import overview

sinusoid = frame.start("app.py")


@frame.body
def page() -> None:
    """Draw the table with the present settings, the formula, and a card for each page."""
    length = state.get("length")
    frame.lead(
        "A transformer reads all tokens at once, so it has to be told their order. "
        "Each position gets a vector of sines and cosines, from fast to slow, and this explorer "
        "shows what those vectors look like, where they come from and what can be read off them. "
        "**Drag a slider at the side and watch the picture.**"
    )
    show(
        "heatmap",
        lambda: encoding_heatmap(
            sinusoid, overview(sinusoid, 0, length - 1, cells=40_000), look(), height=400
        ),
        f"{length:,} positions down, {sinusoid.dim:,} dimensions across. Fast waves are on the "
        "left, slow ones on the right.",
        live=encoding.live(sinusoid),
    )
    with frame.beside():
        st.latex(words.rule_latex(sinusoid, look()))
        st.markdown(words.rule_text(sinusoid))
        frame.cards()
