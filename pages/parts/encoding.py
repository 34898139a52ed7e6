"""Which encoding the pages show: a named convention, with d and base of the reader's choice."""

import re
from dataclasses import replace

import streamlit as st

from pages.parts import state
from pe_core import CONVENTIONS, Sinusoid
from pe_core.conventions import Convention


def _short_names() -> dict[str, Convention]:
    """Return the conventions by the first words of their titles, or all of them where needed."""
    entries = list(CONVENTIONS.values())
    short = [re.split(r"[,(]", entry.title)[0].strip() for entry in entries]
    return {
        name if short.count(name) == 1 else entry.title: entry
        for name, entry in zip(short, entries, strict=True)
    }


#: Conventions by their titles, for boxes that have room.
BY_TITLE = {entry.title: entry for entry in CONVENTIONS.values()}
#: What a narrow sidebar shows of each convention.
BY_NAME = _short_names()
NAMES = {entry.name: shown for shown, entry in BY_NAME.items()}


def chosen() -> Sinusoid:
    """Return the encoding of the present view; the paper's where a convention cannot have it."""
    try:
        sinusoid = _asked()
    except ValueError:
        sinusoid = Sinusoid(state.get("d"), base=state.get("base"))
    layout = state.get("layout")
    return replace(sinusoid, layout=layout) if layout else sinusoid


def _asked() -> Sinusoid:
    """Return the chosen convention's encoding; raises ValueError where there is none."""
    entry = CONVENTIONS[state.get("convention")]
    return entry.sinusoid(state.get("d"), base=None if entry.octaves else state.get("base"))


def refusals() -> list[str]:
    """Return a note if the chosen convention cannot have the chosen numbers."""
    try:
        _asked()
    except ValueError as error:
        title = CONVENTIONS[state.get("convention")].title
        return [f"{title} cannot be drawn: {error}. The paper's encoding is shown."]
    return []


def live(sinusoid: Sinusoid, *more: str) -> dict[str, object]:
    """Return what a chart needs to follow the sliders of d, base and length, and ``more`` ones.

    Where a convention changes its other numbers with d, a chart waits for the server at each step
    of d, and where it has a base of its own, at each of base.
    """
    entry = CONVENTIONS[state.get("convention")]
    follows = ["length", *more]
    if not entry.octaves:
        follows.append("base")
    try:
        wider = entry.sinusoid(sinusoid.dim + 2, base=sinusoid.base)
    except ValueError:
        return {"follows": follows, "length": state.get("length")}
    if replace(wider, layout=sinusoid.layout) == replace(sinusoid, dim=sinusoid.dim + 2):
        follows.append("d")
    return {"follows": follows, "length": state.get("length")}


def drawn_as(entry: Convention) -> str:
    """Say what the pages draw of a convention, where that is not its whole table."""
    if entry.grid:
        return "A table of a grid: the pages draw the part of one axis."
    if entry.order != "ascending":
        return "Its rows count down; the pages draw the same positions counting up."
    if entry.filled:
        return f"The library fills {entry.filled} columns at most; the pages draw them all."
    if entry.zero_rows:
        return "Its padding row is zero; the pages draw the row without padding."
    return ""


def numbers(sinusoid: Sinusoid) -> str:
    """Say in a line what tells this encoding from others."""
    layout = {"interleaved": "interleaved", "sin_cos": "sines first", "cos_sin": "cosines first"}
    parts = [layout[sinusoid.layout]]
    parts.append("exponent 2i/d" if sinusoid.spacing == "paper" else "exponent i/(n − 1)")
    if sinusoid.origin:
        parts.append(f"row 0 is position {sinusoid.origin:g}")
    if sinusoid.amplitude != 1:
        parts.append(f"values × {sinusoid.amplitude:.4g}")
    return ", ".join(parts)


def control(sinusoid: Sinusoid) -> None:
    """Draw the choice of the convention, with its numbers below."""
    entry = CONVENTIONS[state.get("convention")]
    if st.session_state.get("convention:box") != NAMES[entry.name]:
        st.session_state["convention:box"] = NAMES[entry.name]
    st.selectbox(
        "Convention",
        list(BY_NAME),
        key="convention:box",
        on_change=_take,
        args=("convention:box", "convention"),
        help="Whose numbers: libraries order, space and scale the columns differently.",
    )
    st.caption(f"{entry.title}: {numbers(sinusoid)}. {drawn_as(entry)}")


def pick(key: str, label: str) -> Convention:
    """Draw the choice of a convention for a parameter, and return the chosen one."""
    entry = CONVENTIONS[state.get(key)]
    if not state.bare():
        widget = f"{key}:pick"
        if st.session_state.get(widget) != entry.title:
            st.session_state[widget] = entry.title
        st.selectbox(label, list(BY_TITLE), key=widget, on_change=_take, args=(widget, key))
    return entry


def _take(widget: str, key: str) -> None:
    """Take a chosen convention; that of all pages comes with its own base and column order."""
    entry = (BY_TITLE | BY_NAME)[st.session_state[widget]]
    values: dict[str, object] = {key: entry.name}
    if key == "convention":
        values["layout"] = None
        if not entry.octaves:
            values["base"] = entry.base
    state.put(**values)
