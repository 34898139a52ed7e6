"""A slider and a play button inside a chart, which move in the browser without asking a server."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from pe_core.figures.theme import Theme

__all__ = ["add_scrubber"]


def add_scrubber(
    figure: go.Figure,
    look: Theme,
    *,
    labels: Sequence[str],
    frames: Sequence[Sequence[dict[str, Any]]],
    traces: Sequence[int],
    active: int = 0,
    prefix: str = "",
    redraw: bool = False,
    milliseconds: int = 120,
) -> None:
    """Add frames to a figure, with a slider and buttons below it.

    ``labels`` are the distinct names of the frames; ``frames`` holds for each of them the changed
    properties of the traces numbered in ``traces``. ``redraw`` is needed for 3-D and heatmap
    traces. Leaves 160 pixels below the plot; the x axis title stays above the slider.
    """
    figure.frames = [
        go.Frame(name=label, data=list(data), traces=list(traces))
        for label, data in zip(labels, frames, strict=True)
    ]
    still: dict[str, Any] = {
        "frame": {"duration": 0, "redraw": redraw},
        "transition": {"duration": 0},
    }
    still |= {"mode": "immediate"}
    play = still | {"frame": {"duration": milliseconds, "redraw": redraw}, "fromcurrent": True}
    ink = {"color": look.text, "size": 13}
    steps = [{"label": t, "method": "animate", "args": [[t], still]} for t in labels]
    slider = {"steps": steps, "active": active, "x": 0, "len": 1, "y": 0, "pad": {"t": 92}}
    slider |= {"currentvalue": {"prefix": prefix, "font": ink}, "ticklen": 0, "minorticklen": 0}
    # The step labels would be drawn over one another: hide them in the colour of the page.
    slider |= {"font": {"color": look.paper, "size": 1}, "activebgcolor": look.accent}
    slider |= {"bgcolor": look.grid, "bordercolor": look.grid}
    buttons = [
        {"method": "animate", "args": [None, play], "label": "▶ play"},
        {"method": "animate", "args": [[None], still], "label": "❚❚ stop"},
    ]
    menu = {"type": "buttons", "direction": "left", "buttons": buttons, "showactive": False}
    menu |= {"x": 0, "xanchor": "left", "y": 0, "yanchor": "top", "pad": {"t": 48}}
    menu |= {"bgcolor": look.paper, "bordercolor": look.grid, "font": ink}
    figure.update_layout(sliders=[slider], updatemenus=[menu], margin_b=160)
