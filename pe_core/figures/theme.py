"""All looks in one file: colours, fonts and margins, light and dark.

Sine and cosine keep their colours wherever they appear. Signed values use purple–green with white
at zero, which stays readable with the common colour-vision deficiencies.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

__all__ = ["DARK", "LIGHT", "Theme", "base_figure", "mark_levels", "projected", "theme"]


@dataclass(frozen=True)
class Theme:
    """Hold the colours of one look, as hex strings, and the size of its letters in pixels."""

    name: str
    paper: str
    text: str
    muted: str
    grid: str
    sine: str
    cosine: str
    accent: str
    third: str
    cross: str
    cross_halo: str
    diverging: tuple[str, ...]
    magnitude: str = "Viridis"
    size: int = 14


# PRGn as published by ColorBrewer (Brewer & Harrower), its eleven classes.
_PRGN = (
    "#40004b",
    "#762a83",
    "#9970ab",
    "#c2a5cf",
    "#e7d4e8",
    "#f7f7f7",
    "#d9f0d3",
    "#a6dba0",
    "#5aae61",
    "#1b7837",
    "#00441b",
)
LIGHT = Theme(
    name="light",
    paper="#ffffff",
    text="#24292f",
    muted="#57606a",
    grid="#e6e8eb",
    sine="#0072b2",
    cosine="#d55e00",
    accent="#6b3fa0",
    third="#1b7837",
    cross="#111111",
    cross_halo="#ffffff",
    diverging=_PRGN,
)
DARK = Theme(
    name="dark",
    paper="#14161a",
    text="#e6e8eb",
    muted="#a3abb5",
    grid="#2b3038",
    sine="#56b4e9",
    cosine="#ff8f3f",
    accent="#c29bf0",
    third="#7ed08a",
    cross="#111111",
    cross_halo="#ffffff",
    diverging=_PRGN,
)


def theme(name: str | None) -> Theme:
    """Return the look called "dark", or the light one for any other name.

    >>> theme("dark").name
    'dark'
    """
    return DARK if name == "dark" else LIGHT


def projected(look: Theme) -> Theme:
    """Return a look for a projector: large letters, black on white or white on black.

    >>> projected(LIGHT).size, projected(LIGHT).text
    (20, '#000000')
    """
    ink, paper = ("#ffffff", "#000000") if look.name == "dark" else ("#000000", "#ffffff")
    return replace(look, text=ink, muted=ink, paper=paper, size=20)


def scale(look: Theme) -> list[list[float | str]]:
    """Return the diverging colour scale in Plotly's form: [[0, colour], …, [1, colour]].

    >>> scale(LIGHT)[5]
    [0.5, '#f7f7f7']
    """
    last = len(look.diverging) - 1
    return [[i / last, colour] for i, colour in enumerate(look.diverging)]


def base_figure(look: Theme, *, height: int, **layout: Any) -> go.Figure:
    """Return an empty figure with the look's fonts, margins and axes.

    ``height`` is in pixels; further keywords go to the layout.

    >>> base_figure(LIGHT, height=300).layout.height
    300
    """
    figure = go.Figure()
    axis = {
        "gridcolor": look.grid,
        "zerolinecolor": look.grid,
        "linecolor": look.grid,
        "automargin": True,
        "title": {"standoff": 8},
        "tickfont": {"color": look.muted},
    }
    figure.update_layout(
        height=height,
        paper_bgcolor=look.paper,
        plot_bgcolor=look.paper,
        font={
            "family": "Source Sans, Source Sans Pro, system-ui, sans-serif",
            "size": look.size,
            "color": look.text,
        },
        margin={"l": 8, "r": 8, "t": 36, "b": 8},
        hoverlabel={"font": {"size": look.size}, "align": "left"},
        legend={
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1.02,
            "yanchor": "bottom",
            "title": {"text": ""},
        },
        hovermode="closest",
        dragmode="zoom",
    )
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    return figure.update_layout(**layout)


def mark_levels(figure: go.Figure, look: Theme, levels: Iterable[tuple[float, str]]) -> None:
    """Draw dashed lines across a logarithmic y axis, with a text at the right end of each.

    ``levels`` holds pairs of a value above 0 and its text.

    >>> figure = base_figure(LIGHT, height=300)
    >>> mark_levels(figure, LIGHT, [(100.0, "hundred")])
    >>> float(figure.layout.annotations[0].y)
    2.0
    """
    for level, text in levels:
        figure.add_hline(y=level, line={"color": look.text, "width": 1, "dash": "dash"})
        figure.add_annotation(
            x=1,
            xref="paper",
            y=np.log10(level),  # a log axis places annotations by the exponent
            text=text,
            showarrow=False,
            xanchor="right",
            yanchor="bottom",
        )
