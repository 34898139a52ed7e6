"""A chart on a page: the picture, what it says, and its numbers to take away."""

import io
from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from pages.parts import state
from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, projected, theme

#: Pixels of a chart that fits a projector of 720 lines with its title and its caption.
PROJECTED_HEIGHT = 520
CONFIG = {
    "displaylogo": False,
    "responsive": True,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}


def look() -> Theme:
    """Return the look that fits the reader's light or dark page."""
    chosen = theme(st.context.theme.type)
    return projected(chosen) if state.presenting() else chosen


def show(chart: Chart, caption: str, *, height: int | None = None) -> None:
    """Draw a chart with its caption and downloads; alone if the link asks for one chart.

    ``height`` in pixels replaces the chart's own.
    """
    if state.chart_only():
        wanted = state.get("chart")
        if st.session_state.get("drawn") or (wanted and wanted != chart.name):
            return
        st.session_state["drawn"] = True
    if state.presenting():
        height = min(height or chart.figure.layout.height, PROJECTED_HEIGHT)
    if height is not None:
        chart.figure.update_layout(height=height)
    image = state.get("image")
    st.plotly_chart(
        chart.figure,
        theme=None,
        alt=chart.alt,
        config=CONFIG
        | {"toImageButtonOptions": {"filename": chart.name, "format": image, "scale": 2}},
        key=f"chart:{chart.name}",
    )
    if state.chart_only():
        return
    if state.presenting() or not chart.data.size:
        st.caption(caption)
        return
    left, right = st.columns([6, 1], vertical_alignment="top")
    left.caption(caption)
    with right.popover("Data", icon=":material/download:", width="stretch"):
        st.caption(f"The numbers of this picture: {chart.data.shape[0]} × {chart.data.shape[1]}.")
        _download(chart, "CSV", "text/csv", csv)
        _download(chart, "NPY", "application/octet-stream", npy)
        _picture(chart)


def _download(chart: Chart, kind: str, mime: str, write: Callable[[Chart], bytes]) -> None:
    """Draw a button that makes the file when it is pressed, and not before."""
    st.download_button(
        kind,
        data=lambda: write(chart),
        file_name=f"{chart.name}.{kind.lower()}",
        mime=mime,
        key=f"{chart.name}:{kind}",
        on_click="ignore",
        width="stretch",
    )


def _picture(chart: Chart) -> None:
    """Draw the choice of the format in which the chart's camera saves a picture."""
    key, value = f"image:{chart.name}", state.get("image")
    if st.session_state.get(key) != value:
        st.session_state[key] = value

    def take() -> None:
        state.put(image=st.session_state[key] or value)

    st.segmented_control(
        "The camera on the chart saves",
        ["png", "svg"],
        key=key,
        format_func=str.upper,
        on_change=take,
    )


def csv(chart: Chart) -> bytes:
    """Return the chart's numbers as CSV, a line for each row of its data."""
    frame = pd.DataFrame(chart.data, columns=list(chart.columns))
    frame.insert(0, chart.index_name, list(chart.index))
    return frame.to_csv(index=False).encode()


def npy(chart: Chart) -> bytes:
    """Return the chart's numbers in NumPy's own format."""
    buffer = io.BytesIO()
    np.save(buffer, chart.data, allow_pickle=False)
    return buffer.getvalue()
