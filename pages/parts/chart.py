"""A chart on a page: the picture, what it says, and its numbers to take away."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.parts import host, state
from pe_core.export.wire import pack, pack_table
from pe_core.figures.chart import Chart
from pe_core.figures.spec import template
from pe_core.figures.theme import Theme, projected, theme

#: Pixels of a chart that fits a projector of 720 lines with its title and its caption.
PROJECTED_HEIGHT = 520

Build = Callable[[], Chart]


def look() -> Theme:
    """Return the look that fits the reader's light or dark page."""
    chosen = theme(st.context.theme.type)
    return projected(chosen) if state.presenting() else chosen


def wanted(name: str) -> bool:
    """Return whether a chart is drawn: always, but where the link asks for one chart alone."""
    if not state.chart_only():
        return True
    asked = state.get("chart")
    if st.session_state.get("drawn") or (asked and asked != name):
        return False
    st.session_state["drawn"] = True
    return True


def show(
    name: str,
    build: Build,
    caption: str,
    *,
    height: int | None = None,
    picks: dict[str, tuple[str, Any]] | None = None,
    selects: bool = False,
    live: dict[str, Any] | None = None,
) -> None:
    """Draw a chart with its caption and downloads; alone if the link asks for one chart.

    ``build`` makes the chart, and is called only if it is drawn. ``height`` in pixels replaces
    the chart's own. ``picks`` says what a place in the picture stands for: the name of a
    parameter, the axis it runs along, and its values if they are not the axis's own numbers; with
    ``selects`` a click sets these parameters. ``live`` adds to what the browser knows about the
    picture, such as the parameters that it follows.
    """
    if not wanted(name):
        return
    chart = build()
    height = height or chart.height
    if state.presenting():
        height = min(height, PROJECTED_HEIGHT)
    more: dict[str, Any] = {"height": height, "plotly": host.plotly(), "look": _look_sent()}
    more |= {"fill": state.chart_only(), "projected": state.presenting()}
    if picks:
        more["picks"] = [[key, axis, values] for key, (axis, values) in picks.items()]
        more["selects"] = selects
    if live and chart.live:
        more["live"] = chart.live | live
    sent = st.session_state.setdefault("sent", {})
    packed = pack(chart, sent.get(name, frozenset()), **more)
    sent[name] = packed.digests
    if packed.numbers:
        host.mount("numbers", packed.numbers, key=f"numbers-{name}")
    key = f"chart-{name}"

    def picked() -> None:
        state.pick(host.event(key, "picked"))

    def want() -> None:
        st.session_state["table wanted"] = name

    host.mount("chart", packed.chart, key=key, picked=picked, wanted=want)
    if st.session_state.get("table wanted") == name:
        del st.session_state["table wanted"]
        host.mount("numbers", pack_table(chart), key=f"numbers-table-{name}")
    if caption and not state.chart_only():
        st.caption(caption)


def _look_sent() -> str:
    """Send what all charts of the page share, once a run; return its name."""
    now = look()
    name = f"{now.name}-{now.size}"
    if st.session_state["look sent"] != name:
        st.session_state["look sent"] = name
        key = f"looks-{st.session_state['body']}"
        looks = {"name": name, "template": template(now)}
        host.mount("looks", looks, key=key, switched=_switch)
    return name


def _switch() -> None:
    """Have the whole page drawn anew: the reader's page turned dark or light."""
    st.session_state["switched"] = True
