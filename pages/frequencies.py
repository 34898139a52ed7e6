"""How fast each pair of dimensions turns."""

import pandas as pd
import streamlit as st

from pages.parts import controls, encoding, frame, state, words
from pages.parts.chart import look, show
from pe_core.derivation import exponents
from pe_core.figures.frequencies import exponent_line, frequency_curve, wavelength_curve
from pe_core.spectrum import turns

sinusoid = frame.start("pages/frequencies.py")


@frame.body
def page() -> None:
    """Draw exponents, inverse frequencies and wavelengths, and list every pair."""
    length = state.get("length")

    frame.lead(
        "Dimensions come in pairs, a sine and a cosine of the same inverse frequency. Pair 0 "
        "turns by 1 rad per position; each further pair turns slower by the same factor."
    )
    with frame.beside():
        st.latex(words.rule_latex(sinusoid, look()))
        st.markdown(words.rule_text(sinusoid))
    log = controls.switch("log", "Logarithmic axis for the inverse frequencies")
    linked = {"live": encoding.live(sinusoid), "picks": {"pair": ("x", None)}}
    left, right = frame.columns(2)
    with left:
        show(
            "exponents",
            lambda: exponent_line(sinusoid, look()),
            "The exponent rises in equal steps from 0 to almost 1: this is what 2i/d does.",
            **linked,
        )
    with right:
        show(
            "frequencies",
            lambda: frequency_curve(sinusoid, look(), log=log),
            "Equal steps in the exponent are equal factors here: a straight line on the "
            "logarithmic axis.",
            **linked,
        )

    made = turns(sinusoid, length)
    show(
        "wavelengths",
        lambda: wavelength_curve(sinusoid, length, look()),
        words.turns_caption(made, length),
        **linked,
    )

    with frame.beside():
        st.subheader("Every pair")
        st.dataframe(
            pd.DataFrame(
                {
                    "pair i": range(len(sinusoid.frequencies)),
                    "exponent": exponents(sinusoid),
                    "inverse frequency (rad per position)": sinusoid.frequencies,
                    "wavelength (positions)": sinusoid.wavelengths,
                    f"turns in {length:,} positions": made.turns,
                }
            ),
            hide_index=True,
            height=320,
        )
