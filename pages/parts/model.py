"""Whose rotary settings are looked at: a known model, or a config.json that was pasted.

A short file lives in the link. A longer one does not fit there, and lives as long as the session;
so do pasted frequencies.
"""

import json

import streamlit as st

from pages.parts import state
from pe_core.doctor import read_pasted
from pe_core.rotary.answer import RopeCheck
from pe_core.rotary.check import check_rope
from pe_core.rotary.config import RopeConfig, read_config
from pe_core.rotary.presets import PRESETS, VARIANTS, preset
from pe_core.rotary.readers import READERS, readers_of

LONGEST_PASTE = 2_000_000
#: Answers that a server keeps for all readers.
KEPT = 48
PASTE = "pasted config"
TITLES = {entry.name: entry.title for entry in (*PRESETS, *VARIANTS)}


def taken() -> str:
    """Draw the choice of a model and the field for its file; return the file's text."""
    pasted = state.get("config") or st.session_state.get(PASTE) or ""
    known = json.dumps(preset(state.get("model")).config, indent=2)
    if state.bare():
        return pasted or known
    with st.container(border=True):
        left, right = st.columns(2, gap="medium")
        with left:
            _choice()
            st.caption(
                "The pasted file is shown; take the text away to see the model."
                if pasted.strip()
                else f"Source: {preset(state.get('model')).source}."
            )
        with right:
            pasted = _field(pasted)
    return pasted if pasted.strip() else known


def _choice() -> None:
    if st.session_state.get("model:box") != state.get("model"):
        st.session_state["model:box"] = state.get("model")

    def take() -> None:
        st.session_state[PASTE] = ""
        state.put(model=st.session_state["model:box"], config=None, kind=0)

    st.selectbox(
        "Model",
        state.MODELS,
        key="model:box",
        format_func=TITLES.__getitem__,
        on_change=take,
    )


def _field(pasted: str) -> str:
    if st.session_state.get("config:text") != pasted:
        st.session_state["config:text"] = pasted

    def take() -> None:
        given = st.session_state["config:text"]
        short = given if len(given) <= state.LONGEST_TEXT else ""
        st.session_state[PASTE] = "" if short else given
        state.put(config=short if short.strip() else None, kind=0)

    return st.text_area(
        "Or paste a config.json",
        key="config:text",
        height=104,
        max_chars=LONGEST_PASTE,
        placeholder='{"head_dim": 128, "rope_theta": 10000, ...}\n\nThen press Ctrl + Enter.',
        on_change=take,
    )


def vector() -> str:
    """Draw the field for the frequencies that a model holds, and return its text."""
    if state.bare():
        return ""
    with st.expander("Check the frequencies that your model holds (optional)"):
        return st.text_area(
            "inv_freq as a console prints it, or rows of numbers",
            key="vector:text",
            height=104,
            max_chars=LONGEST_PASTE,
            placeholder="tensor([1.0000e+00, 8.1463e-01, ...\n\nThen press Ctrl + Enter.",
        )


@st.cache_data(show_spinner="Reading …", max_entries=KEPT)
def read(text: str) -> RopeConfig:
    """Return what a file says; raises ``ValueError`` with one sentence if nothing."""
    return read_config(text.encode("utf-8", "replace"))


@st.cache_data(show_spinner="Checking …", max_entries=KEPT)
def checked(text: str, numbers: str) -> RopeCheck:
    """Return the check's answer; raises ``ValueError`` with one sentence for unreadable input."""
    return check_rope(read(text), read_pasted(numbers) if numbers.strip() else None)


@st.cache_data(show_spinner="Reading every model with every library …", max_entries=1)
def all_readers() -> list[dict[str, str]]:
    """Return which library reads which known model right, as rows of a table."""
    names = [f"{reader.name} {reader.version}" for reader in READERS]
    return [
        {"model": entry.title, **dict(zip(names, readers_of(entry.read()), strict=True))}
        for entry in (*PRESETS, *VARIANTS)
    ]
