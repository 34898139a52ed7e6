"""What the doctor is given: a file, pasted text or a sample, and what its owner knows already.

Numbers and names live in the link, as everywhere. A file does not fit into a link: it lives as
long as its field is on the screen. Pasted text is kept while the reader looks at other pages.
"""

import threading
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.parts import state
from pages.parts.encoding import BY_TITLE
from pe_core import CONVENTIONS
from pe_core.doctor.reading import MAX_BYTES
from pe_core.examined import Examined, examine, examined
from pe_core.gallery import ask, puzzle
from pe_core.samples import SAMPLES
from pe_core.sinusoid import MAX_DIM, Sinusoid

NUMBERS = ["npy", "npz", "safetensors", "csv", "tsv", "txt", "md", "tex", "json"]
#: Pickles are taken to be told how to save them right; they are never opened.
ENDINGS = [*NUMBERS, "pt", "pth", "pkl"]
LONGEST_PASTE = 2_000_000
#: Answers that a server keeps for all readers; each takes a few hundred kilobytes.
KEPT = 48
#: A large table takes its memory several times over, so a server examines one after the other.
LARGE, _ONE_AT_A_TIME = 2_000_000, threading.Lock()
PASTE = "pasted text"
NO_EXPECTATION = "nothing in particular"


@dataclass(frozen=True)
class Intake:
    """Hold what is to be examined, where it is from, and what is known about it."""

    data: bytes
    origin: str
    name: str
    embedding: bytes
    hints: dict[str, Any]


def taken() -> Intake:
    """Draw the fields for a file, text and samples, and return what is to be examined."""
    sample = SAMPLES[state.get("sample")]
    if state.bare():
        return Intake(sample.make(), "sample", sample.file, b"", _hints())
    with st.container(border=True):
        left, right = st.columns(2, gap="medium")
        with left:
            file = st.file_uploader(
                "A file: .npy, .npz, .safetensors, .csv, .tsv, .txt or .json, at most 50 MB",
                ENDINGS,
                key="doctor:file",
                max_upload_size=MAX_BYTES // 10**6,
                on_change=_from,
                args=("file", "doctor:file"),
            )
        with right:
            text = _paste()
        _samples()
        with st.expander("What you know already (optional)"):
            embedding = _known()
    source = st.session_state.get("doctor source", "sample")
    if source == "file" and file is not None:
        return Intake(file.getvalue(), "file", file.name, embedding, _hints())
    if source == "paste" and text.strip():
        return Intake(text.encode("utf-8", "replace"), "paste", "", embedding, _hints())
    return Intake(sample.make(), "sample", sample.file, embedding, _hints())


def _from(source: str, widget: str) -> None:
    """Examine what was just given, or a sample again where it was taken away."""
    given = st.session_state[widget]
    if source == "paste":
        st.session_state[PASTE] = given
        given = given.strip()
    st.session_state["doctor source"] = source if given else "sample"


def _paste() -> str:
    if "doctor:text" not in st.session_state:
        st.session_state["doctor:text"] = st.session_state.get(PASTE, "")
    return st.text_area(
        "Or paste what a console prints, or rows of numbers",
        key="doctor:text",
        height=104,
        max_chars=LONGEST_PASTE,
        placeholder="tensor([[ 0.0000,  1.0000,  0.0000,  ...\n\nThen press Ctrl + Enter.",
        on_change=_from,
        args=("paste", "doctor:text"),
    )


def _samples() -> None:
    """Draw a button for each sample."""

    def take(name: str) -> None:
        st.session_state["doctor source"] = "sample"
        state.put(sample=name)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("Or try:", width="content")
        for name, sample in SAMPLES.items():
            st.button(sample.title, key=f"sample:{name}", on_click=take, args=(name,))


def _known() -> bytes:
    """Draw the optional fields; return the embeddings if they were given."""
    columns = st.columns(4, gap="medium")
    with columns[0]:
        _number("wide", "d of the whole table", 1, MAX_DIM, whole=True)
    with columns[1]:
        _number("begins", "Position of the first row", -1e12, 1e12)
    with columns[2]:
        _number("known", "base", 1e-12, 1e12)
    with columns[3]:
        _expected()
    file = st.file_uploader(
        "The embeddings, if yours is embedding + encoding (same shape)",
        ENDINGS,
        key="doctor:embedding",
        max_upload_size=MAX_BYTES // 10**6,
    )
    return b"" if file is None else file.getvalue()


def _number(key: str, label: str, low: float, high: float, *, whole: bool = False) -> None:
    """Draw a field for a number that may be left out."""
    widget = f"{key}:field"
    if st.session_state.get(widget) != state.get(key):
        st.session_state[widget] = state.get(key)

    def take() -> None:
        state.put(**{key: st.session_state[widget]})

    st.number_input(
        label,
        int(low) if whole else low,
        int(high) if whole else high,
        value=None,
        step=1 if whole else 1.0,
        format=None if whole else "%.10g",
        key=widget,
        placeholder="not known",
        on_change=take,
    )


def _expected() -> None:
    """Draw the choice of the convention that the table should be."""
    name = state.get("expect")
    title = CONVENTIONS[name].title if name else NO_EXPECTATION
    if st.session_state.get("expect:box") != title:
        st.session_state["expect:box"] = title

    def take() -> None:
        chosen = BY_TITLE.get(st.session_state["expect:box"])
        state.put(expect=chosen.name if chosen else None)

    st.selectbox(
        "It should be",
        [NO_EXPECTATION, *BY_TITLE],
        key="expect:box",
        on_change=take,
        help="Some mistakes are another library's right table: only you know which you want.",
    )


def _hints() -> dict[str, Any]:
    names = {"dim": "wide", "position": "begins", "base": "known", "expect": "expect"}
    return {name: state.get(key) for name, key in names.items()}


@st.cache_data(show_spinner="Reading and fitting …", max_entries=KEPT)
def answer(data: bytes, name: str, embedding: bytes, hints: dict[str, Any]) -> Examined:
    """Return the finding for what was given; raises ``ValueError`` for unreadable input."""
    if len(data) < LARGE:
        return examine(data, name=name, embedding=embedding, **hints)
    with _ONE_AT_A_TIME:
        return examine(data, name=name, embedding=embedding, **hints)


@st.cache_data(show_spinner="Asking the Doctor …", max_entries=KEPT)
def finding(number: int, sinusoid: Sinusoid, length: int) -> tuple[Examined, dict[str, Any]]:
    """Return the doctor's finding for a puzzle of the gallery, and what it was told."""
    diagnosis, told = ask(puzzle(number, sinusoid, length))
    return examined(diagnosis), told
