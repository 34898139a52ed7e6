"""Moving by k positions: one matrix for all positions, and why sine and cosine are needed."""

import streamlit as st

from pages.parts import controls, encoding, frame, state, words_shift
from pages.parts.chart import look, show
from pe_core.figures import shift as figures
from pe_core.figures.clocks import drawn_pairs
from pe_core.overview import pairs_of_columns
from pe_core.shift import sine_alone

given = frame.start("pages/shift.py")


@frame.body
def page() -> None:
    """Draw the clocks and the matrix of a shift, and why a sine alone cannot do it."""
    sinusoid = words_shift.even(given)
    length = state.get("length")

    frame.lead(
        "To move from one position to the one k further on, every pair turns by its own fixed "
        "angle, **wherever it stands**: $PE(pos + k) = M_k \\cdot PE(pos)$. So “three words back” "
        "means the same at the start and at the end of a text."
    )
    if sinusoid is not given:
        with frame.beside():
            st.info(words_shift.odd_shift(given, sinusoid))
    count = len(sinusoid.frequencies)
    left, right = controls.panel(2)
    with left:
        offset = controls.whole("k", "Offset k", -100, 100, play=True)
        position = controls.whole("position", "Start from position", 0, length - 1)
    with right:
        shown = controls.whole("pairs", "Pairs drawn, from fast to slow", 1, min(count, 64))
        pair = controls.whole("pair", "Pair for the sine alone", 0, count - 1)
    pairs = drawn_pairs(sinusoid, shown)
    live = encoding.live(sinusoid, "position", "k", "pairs") | {"pairs": shown}

    frame.section("Each pair is a clock")
    show(
        "clocks",
        lambda: figures.turning_clocks(sinusoid, position, offset, pairs, look()),
        "Sine to the right, cosine upwards: position 0 is twelve o'clock. The dotted hand is the "
        "start, the thick one is k later. Press play beside the offset: the clocks turn.",
        live=live,
        picks={"pair": ("", pairs)},
    )

    frame.section("All turns together: the matrix $M_k$")
    with frame.beside():
        st.markdown(words_shift.rotation_text(sinusoid, position, offset, pair))
        for formula in words_shift.rotation_latex(sinusoid, offset, pair, look()):
            st.latex(formula)
        paired = False
        controls.layout(sinusoid.layout)
        if sinusoid.layout != "interleaved":
            paired = controls.switch("paired", "Put each cosine behind its sine: blocks again")
    shown_dimensions = figures.drawn_dimensions(sinusoid, pairs, paired=paired)
    show(
        "shift-matrix",
        lambda: figures.shift_heatmap(sinusoid, offset, pairs, look(), paired=paired),
        words_shift.matrix_shape(sinusoid, pairs, paired),
        live=live,
        picks={"pair": ("x", pairs_of_columns(sinusoid)[shown_dimensions])},
    )

    @frame.fold("exact", "Is it exact, at every position?", "shift-residuals")
    def _() -> None:
        show(
            "shift-residuals",
            lambda: figures.residual_curve(sinusoid, offset, length, look()),
            words_shift.residual_text(sinusoid, offset, length),
        )
        frame.lead(words_shift.no_table_text(sinusoid, length))

    @frame.fold("one-sine", "Why sine and cosine: one sine alone cannot do it", "one-sine")
    def _() -> None:
        alone = sine_alone(sinusoid, pair, offset, min(max(length, 2), 65_536))
        frame.lead(words_shift.alone_text(alone))
        show(
            "one-sine",
            lambda: figures.lone_sine(alone, pair, length, look()),
            "Each point is a position. If one factor could move the sine, all points would lie on "
            "a line.",
        )

    @frame.fold("paths", "The path of a few pairs", "paths")
    def _() -> None:
        show(
            "paths",
            lambda: figures.pair_paths(sinusoid, pairs, length, look()),
            words_shift.paths_caption(length),
        )
