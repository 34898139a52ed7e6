"""Why positions are not simply numbered: integers, 0 … 1 and binary beside the sinusoid."""

import pandas as pd
import streamlit as st

from pages.parts import controls, frame, state, words_numbers
from pages.parts.chart import look, show
from pe_core.baselines import BASELINES, baseline_table, beyond, similarity_by_offset
from pe_core.figures import baselines as figures

sinusoid = frame.start("pages/numbers.py")


@frame.body
def page() -> None:
    """Draw four numberings side by side."""
    length, trained = words_numbers.lengths(sinusoid, state.get("length"), state.get("trained"))

    frame.lead(
        "Why not just write 1, 2, 3 …? A good numbering keeps its **values small**, has the "
        "**same step** between neighbours in every text, and still makes sense **past the "
        "training length**. Four ways, side by side."
    )
    with frame.beside():
        note = words_numbers.note(sinusoid, state.get("length"), length)
        if note:
            st.info(note)
    (panel,) = controls.panel(1)
    with panel:
        if length > 3:
            trained = controls.whole(
                "trained",
                f"Short text, as in training (the long one has {length:,})",
                2,
                length - 1,
            )
    show(
        "numberings",
        lambda: figures.baseline_tables(length, trained, sinusoid, look()),
        words_numbers.tables_caption(length, trained),
    )

    frame.section("Range and step, in a short text and in a long one")
    compared = tuple(beyond(name, trained, length, sinusoid) for name in BASELINES)
    rows = words_numbers.band_rows(sinusoid, length)
    bands = {
        name: similarity_by_offset(baseline_table(name, rows, sinusoid), count=64)
        for name in BASELINES
    }
    frame.lead(words_numbers.verdicts(compared, bands))
    if sinusoid.unpaired:
        frame.lead(words_numbers.odd_numbering(sinusoid))
    left, right = frame.columns(2)
    with left:
        show(
            "value-ranges",
            lambda: figures.value_ranges(compared, look()),
            "Only 1…n leaves its range, and how far depends on the text.",
        )
    with right:
        show(
            "neighbour-steps",
            lambda: figures.neighbour_steps(compared, look()),
            "How far a position is from the next. The step of 0…1 shrinks as the text grows.",
        )
    with frame.beside():
        st.dataframe(pd.DataFrame(words_numbers.rows(compared)), hide_index=True)

    @frame.fold("similarity", "Similarity by offset", "numbering-similarity")
    def _() -> None:
        show(
            "numbering-similarity",
            lambda: figures.similarity_bands(bands, look()),
            words_numbers.bands_caption(rows),
        )

    @frame.fold("counter", "The sinusoid is a smooth binary counter", "counter")
    def _() -> None:
        frame.lead(words_numbers.growth_text(sinusoid))
        (panel,) = controls.panel(1)
        with panel:
            bits = controls.whole("bits", "Binary digits", 1, 8)
        show(
            "counter",
            lambda: figures.smooth_counter(bits, look()),
            "Each digit is a sine that keeps nothing but whether it is above or below one half. "
            "The sines move a little at every step instead of jumping at some.",
        )
