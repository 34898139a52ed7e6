"""Sliders, fields and switches that read and change one parameter of the view each.

A number has a slider and a field for exact typing; both show the same parameter, so moving one
moves the other. The sliders are our own: charts follow them in the browser while they move, and
the server is asked once, when they are let go.
"""

import math
import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import streamlit as st

from pages.parts import host, state

#: Pixels of a field for exact typing: room for 1000000 and no more.
FIELD_WIDTH = 112
#: Shares of the sidebar's width for d, length and base.
SHARED_WIDTHS = (62, 88, 84)

PRESETS = (
    ("Article", "128 × 1000", {"d": 128, "length": 1000}),
    ("Paper", "512 × 1000", {"d": 512, "length": 1000}),
    ("Tiny", "6 × 4", {"d": 6, "length": 4}),
    ("Small table", "30 × 10", {"d": 30, "length": 10}),
)


#: What a preset sets beside d and length.
PLAIN = {"base": 10_000.0, "convention": "paper", "layout": None, "from": 0, "to": None}


def panel(columns: int) -> list[AbstractContextManager]:
    """Return columns in a frame for controls; where only a chart is shown they draw nothing."""
    if state.bare():
        return [nullcontext() for _ in range(columns)]
    return list(st.container(border=True).columns(columns, gap="medium"))


def _row() -> AbstractContextManager:
    """Return a row that stays a row on a phone."""
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def _show(key: str, value: object) -> None:
    """Give a widget its value, but only if it shows another one: else typing would stutter."""
    if st.session_state.get(key) != value:
        if key in st.session_state:
            overtaken = st.session_state.get("overtaken", {})
            st.session_state["overtaken"] = overtaken | {key: st.session_state[key]}
        st.session_state[key] = value


def _heard(widget: str, parameter: str) -> None:
    """Note it where a widget only repeats what it showed before the server changed it."""
    if st.session_state.get("overtaken", {}).get(widget) == st.session_state[widget]:
        state.echo(parameter)


def _take(widget: str, parameter: str) -> None:
    """Take a widget's value over into the view."""
    _heard(widget, parameter)
    state.put(**{parameter: st.session_state[widget]})


def nice_steps(low: float, high: float, per_decade: Sequence[float]) -> list[float]:
    """Return round numbers from ``low`` to ``high`` that grow by about the same factor."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = {round(step * 10.0**decade, 6) for decade in decades for step in per_decade}
    return sorted({low, high, *(step for step in steps if low <= step <= high)})


D_STEPS = sorted(
    {*range(1, 17), *(2 * round(2 ** (k / 4) / 2) for k in range(16, 49)), 30, state.MAX_D}
)
LENGTH_STEPS = [
    int(s) for s in nice_steps(1, state.MAX_LENGTH, (1, 1.5, 2, 3, 4, 5, 6, 8)) if s % 1 == 0
]
BASE_STEPS = nice_steps(2.0, 1e9, (1, 2, 3, 5))
SCALE_STEPS = [0.0, *nice_steps(0.01, 1_000.0, (1, 2, 3, 5))]


def _sliders(name: str, *items: dict[str, Any]) -> None:
    """Draw sliders as one part of the page; what they bring is checked like a link."""
    key = f"sliders-{name}"
    seen = st.session_state.setdefault("seen", {})
    # Where another process goes on, the browser asks again for what was never heard.
    session = st.session_state.setdefault("session", secrets.token_hex(4))

    def moved() -> None:
        state.take(host.event(key, "moved"), seen)

    data = {"items": items, "seen": seen.get("n", 0), "session": session}
    host.mount("sliders", data, key=key, moved=moved)


def slider(key: str, label: str, **scale: Any) -> dict[str, Any]:
    """Return what a slider needs: its scale is ``steps``, or ``low`` and ``high``."""
    default = state.PARAMETERS[key].default
    return {"key": key, "label": label, "value": state.get(key), "default": default, **scale}


def field(key: str, label: str, low: float, high: float, **looks: Any) -> None:
    """Draw a field for exact typing of a number within bounds."""
    widget = f"{key}:field"
    whole = isinstance(low, int)
    value = min(max(state.get(key), low), high)
    _show(widget, value)
    st.number_input(
        label,
        low,
        high,
        step=1 if whole else 1.0,
        format=None if whole else "%.10g",
        key=widget,
        on_change=_take,
        args=(widget, key),
        **looks,
    )


def whole(
    key: str, label: str, low: int, high: int, *, help: str | None = None, play: bool = False
) -> int:
    """Draw a linear slider beside a field for a whole number; a stored value is kept in bounds.

    ``play`` adds a button that counts the number up in the browser.
    """
    value = min(max(state.get(key), low), high)
    if state.bare():
        return value
    if low == high:
        st.markdown(f"{label}: {low}")
        return value
    with _row():
        item = slider(key, label, low=low, high=high, help=help, play=play)
        _sliders(key, item | {"value": value})
        field(key, f"{label}, exact", low, high, label_visibility="collapsed", width=FIELD_WIDTH)
    return value


def stepped(key: str, label: str, steps: Sequence[float], *, help: str | None = None) -> float:
    """Draw a logarithmic slider beside a field for any value between its ends."""
    if not state.bare():
        with _row():
            _sliders(key, slider(key, label, steps=steps, help=help))
            looks = {"label_visibility": "collapsed", "width": FIELD_WIDTH}
            field(key, f"{label}, exact", steps[0], steps[-1], **looks)
    return state.get(key)


def choice(key: str, label: str, names: dict[str, str], *, help: str | None = None) -> str:
    """Draw a row of options of which one is chosen; ``names`` maps values to what they show."""
    value = state.get(key)
    if state.bare():
        return value
    widget = f"{key}:choice"
    _show(widget, value)

    def take() -> None:
        state.put(**{key: st.session_state[widget] or value})

    st.segmented_control(
        label,
        list(names),
        key=widget,
        format_func=names.__getitem__,
        on_change=take,
        help=help,
    )
    return value


def switch(key: str, label: str, *, help: str | None = None) -> bool:
    """Draw a switch for a yes-or-no parameter."""
    if state.bare():
        return state.get(key)
    widget = f"{key}:switch"
    _show(widget, state.get(key))
    st.toggle(label, key=widget, on_change=_take, args=(widget, key), help=help)
    return state.get(key)


def sentence(key: str, label: str, *, help: str | None = None) -> str:
    """Draw a field for free text and return it."""
    value = state.get(key)
    if state.bare():
        return value
    widget = f"{key}:text"
    _show(widget, value)
    st.text_input(
        label,
        key=widget,
        on_change=_take,
        args=(widget, key),
        max_chars=state.LONGEST_TEXT,
        help=help,
    )
    return value


def dimensions(d: int) -> list[int]:
    """Draw a field for a list of dimensions below ``d`` and return the list."""
    chosen = [c for c in state.get("dims") if c < d] or [0]
    if state.bare():
        return chosen
    known = {0, 1, 2, 3, *(2**k for k in range(13)), *(2**k + 1 for k in range(13)), d - 2, d - 1}
    options = [str(c) for c in sorted({*known, *chosen}) if 0 <= c < d]
    widget = "dims:chosen"
    _show(widget, [str(c) for c in chosen])

    def take() -> None:
        numbers = [int(t) for t in st.session_state[widget] if t.isdecimal() and len(t) < 6]
        state.put(dims=tuple(dict.fromkeys(n for n in numbers if n < d))[:12])

    st.multiselect(
        "Dimensions",
        options,
        key=widget,
        on_change=take,
        accept_new_options=True,
        max_selections=12,
        help=f"Choose up to 12, or type a number from 0 to {d - 1}.",
    )
    return chosen


def window(length: int) -> tuple[int, int]:
    """Draw two fields for the first and the last position of a picture, and return them."""
    last = length - 1
    first, to = min(state.get("from"), last), state.get("to")
    stop = last if to is None else max(first, min(to, last))
    if state.bare():
        return first, stop
    _show("from:field", first)
    _show("to:field", stop)

    def take() -> None:
        for key in ("from", "to"):
            _heard(f"{key}:field", key)
        low, high = st.session_state["from:field"], st.session_state["to:field"]
        state.put(**{"from": low, "to": None if high >= last else max(low, high)})

    with _row():
        st.number_input("From position", 0, last, step=1, key="from:field", on_change=take)
        st.number_input("to position", 0, last, step=1, key="to:field", on_change=take)
        st.button("All", on_click=state.put, kwargs={"from": 0, "to": None})
    return first, stop


LAYOUT_NAMES = {
    "interleaved": "interleaved",
    "sin_cos": "sines | cosines",
    "cos_sin": "cosines | sines",
}


def layout(present: str) -> None:
    """Draw the choice of the column order; ``present`` is the one that is drawn."""
    if state.bare():
        return
    _show("layout:choice", present)

    def take() -> None:
        state.put(layout=st.session_state["layout:choice"] or present)

    st.segmented_control(
        "Column order: interleaved or in halves",
        list(LAYOUT_NAMES),
        key="layout:choice",
        format_func=LAYOUT_NAMES.__getitem__,
        on_change=take,
    )


SHARED = (
    ("d", "d (dimensions)", D_STEPS, "Columns of the table: d_model."),
    ("length", "length (positions)", LENGTH_STEPS, "Positions in the table."),
    (
        "base",
        "base",
        BASE_STEPS,
        "10000 in the paper; a larger base makes the slow waves slower.",
    ),
)


def shared() -> None:
    """Draw the controls that every page has: d, length, base, presets and reset."""
    items = (slider(key, label, steps=steps, help=help) for key, label, steps, help in SHARED)
    _sliders("shared", *items)
    for place, (key, _, steps, _) in zip(
        st.columns(SHARED_WIDTHS, gap="xsmall"), SHARED, strict=True
    ):
        with place:
            field(key, f"{key} =", steps[0], steps[-1])
    left, right = st.columns(2)
    presets = left.popover(
        "Presets", icon=":material/bookmark:", width="stretch", on_change="rerun", key="presets"
    )
    if presets.open:
        for name, size, values in PRESETS:
            presets.button(
                f"{name}: {size}",
                key=f"preset:{name}",
                on_click=state.put,
                kwargs=PLAIN | values,
                width="stretch",
            )
    right.button(
        "Reset", key="reset", icon=":material/restart_alt:", on_click=state.reset, width="stretch"
    )
