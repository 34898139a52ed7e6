"""A slider and a play button inside a chart, which move in the browser without asking a server."""

from collections.abc import Sequence

from pe_core.figures.spec import Part
from pe_core.figures.theme import Theme

__all__ = ["ROOM_BELOW", "scrubber"]

#: Pixels that the slider and its buttons take below the plot, as the figure's bottom margin.
ROOM_BELOW = 160
#: How long the player shows a frame, in milliseconds.
FRAME_TIME = 120


def scrubber(
    look: Theme,
    *,
    labels: Sequence[str],
    frames: Sequence[Sequence[Part]],
    traces: Sequence[int],
    active: int = 0,
    prefix: str = "",
) -> tuple[list[Part], Part]:
    """Return the frames of a figure, and what its layout needs for a slider and two buttons.

    ``labels`` are the distinct names of the frames; ``frames`` holds for each of them the changed
    properties of the traces numbered in ``traces``; ``active`` is the frame shown at first.
    """
    named = [
        {"name": label, "data": list(data), "traces": list(traces)}
        for label, data in zip(labels, frames, strict=True)
    ]
    still = _pace(0)
    ink = {"color": look.text, "size": 13}
    steps = [{"label": t, "method": "animate", "args": [[t], still]} for t in labels]
    slider: Part = {"steps": steps, "active": active, "x": 0, "len": 1, "y": 0, "pad": {"t": 92}}
    slider |= {"currentvalue": {"prefix": prefix, "font": ink}, "ticklen": 0, "minorticklen": 0}
    # The step labels would be drawn over one another: hide them in the colour of the page.
    slider |= {"font": {"color": look.paper, "size": 1}, "activebgcolor": look.accent}
    slider |= {"bgcolor": look.grid, "bordercolor": look.grid}
    play = _pace(FRAME_TIME) | {"fromcurrent": True}
    buttons = [
        {"method": "animate", "args": [None, play], "label": "▶ play"},
        {"method": "animate", "args": [[None], still], "label": "❚❚ stop"},
    ]
    menu: Part = {"type": "buttons", "direction": "left", "buttons": buttons, "showactive": False}
    menu |= {"x": 0, "xanchor": "left", "y": 0, "yanchor": "top", "pad": {"t": 48}}
    menu |= {"bgcolor": look.paper, "bordercolor": look.grid, "font": ink}
    return named, {"sliders": [slider], "updatemenus": [menu]}


def _pace(milliseconds: int) -> Part:
    """Return how long the browser shows a frame; it cuts from one to the next."""
    frame = {"duration": milliseconds, "redraw": False}
    return {"frame": frame, "transition": {"duration": 0}, "mode": "immediate"}
