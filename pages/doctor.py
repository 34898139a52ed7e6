"""Bring your own table: which encoding it is, or what is wrong with it."""

import streamlit as st

from pages.parts import findings, frame, intake, state
from pages.parts import words_doctor as say
from pe_core.samples import SAMPLES

frame.start("pages/doctor.py")


@frame.body
def page() -> None:
    """Take a table, and say what it is or what is wrong with it."""
    frame.lead(say.LEAD)
    given = intake.taken()
    try:
        found = intake.answer(given.data, given.name, given.embedding, given.hints)
    except ValueError as error:
        found = None
        if not state.chart_only():
            st.error(say.refused(error), icon=":material/block:")

    if found is not None:
        if not state.chart_only():
            sample = SAMPLES[state.get("sample")]
            st.caption(say.origin(given.origin, sample, found))
            if given.origin == "sample" and sample.printed:
                st.code(given.data.decode(), language=None)
            findings.verdict(found)
            findings.names(found)
            findings.bug(found)
        findings.pictures(found)
        findings.code(found, given.hints["expect"])
