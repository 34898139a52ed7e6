"""The whole table as a picture: positions down, dimensions across."""

import streamlit as st

from pages.parts import controls, encoding, frame, state, words
from pages.parts.chart import look, show
from pe_core.derivation import cell_formula
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.overview import overview

sinusoid = frame.start("pages/heatmap.py")


@frame.body
def page() -> None:
    """Draw the table and write out the selected cell."""
    length = state.get("length")
    frame.lead(
        "Each row is the vector of one position. **Look at the left edge:** its columns change "
        "from row to row, so they tell neighbours apart. **Look further right:** the waves get "
        "longer; they tell the coarse place. Click a cell to select it."
    )
    left, right = controls.panel(2)
    with left:
        position = controls.whole("position", "Selected position", 0, length - 1)
        dimension = controls.whole("dimension", "Selected dimension", 0, sinusoid.dim - 1)
    with right:
        first, last = controls.window(length)
        controls.layout(sinusoid.layout)
        controls.switch("turned", "Turn the picture", help="Positions across, dimensions down.")

    view = overview(sinusoid, first, last, keep=dimension)
    turned = state.get("turned")
    down, across = ("x", "y") if turned else ("y", "x")
    show(
        "heatmap",
        lambda: encoding_heatmap(
            sinusoid, view, look(), position=position, dimension=dimension, turned=turned
        ),
        words.heatmap_caption(sinusoid, view),
        picks={"position": (down, view.starts), "dimension": (across, view.dimensions)},
        selects=True,
        live=encoding.live(sinusoid, "position", "dimension"),
    )

    with frame.beside():
        cell = cell_formula(sinusoid, position + sinusoid.origin, dimension)
        st.subheader("The selected cell")
        st.markdown(words.cell_text(cell))
        st.latex(words.cell_latex(cell, sinusoid, look()))
