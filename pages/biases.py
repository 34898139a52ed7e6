"""Encodings side by side: what each contributes to a score, near and far, and what to know."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts import controls, frame, state
from pages.parts import words_biases as say
from pages.parts.chart import look, show
from pe_core.figures import methods as figures

given = frame.start("pages/biases.py")


@frame.body
def page() -> None:
    """Draw the contributions by offset, then for every two positions, then the table."""
    dim, base, length = say.even(given.dim), given.base, state.get("length")
    frame.lead(say.LEAD)
    left, right = controls.panel(2)
    with left:
        trained = controls.whole("trained", "Length of training", 2, figures.MOST_OFFSETS)
        log = controls.switch("log", "Near offsets wide, far ones narrow (logarithmic)")
    with right:
        head = controls.whole("head", "Head of ALiBi", 1, figures.HEADS) - 1
    show(
        "contributions",
        lambda: figures.contribution_curves(dim, base, length, trained, head, look(), log=log),
        say.curves_text(dim, base, head),
    )

    frame.section("Every two positions")
    frame.lead(say.HEATMAPS)
    captions = say.CAPTIONS | {"alibi": say.alibi_caption(head)}
    for pair in (("sinusoid", "rotary"), ("alibi", "t5"), ("learned",)):
        for column, method in zip(frame.columns(2), pair, strict=False):
            with column:
                show(
                    f"{method}-scores",
                    partial(figures.contribution_heatmap, method, dim, base, trained, head, look()),
                    captions[method],
                )

    frame.section("What to know of each")
    with frame.beside():
        st.table(pd.DataFrame(say.rows()).set_index("encoding"))
