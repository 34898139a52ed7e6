"""The kinds of widgets: which figure each shows, with which sliders, and its looks as JSON.

A figure is drawn twice, but its looks are written once: here is the spec of the Python figure
without its numbers, and ``assets/widget/pictures`` computes these in the reader's browser.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from pe_core.export.pieces import VARIABLES
from pe_core.figures.chart import Chart
from pe_core.figures.clocks import drawn_pairs
from pe_core.figures.frequencies import frequency_curve
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.shift import turning_clocks
from pe_core.figures.similarity import similarity_heatmap, similarity_profile
from pe_core.figures.spec import Part
from pe_core.figures.theme import Theme
from pe_core.figures.waves import position_vector
from pe_core.overview import overview
from pe_core.sinusoid import Sinusoid

__all__ = ["KINDS", "Kind", "looks"]

#: Clocks that fit an article: three rows of four.
CLOCKS = 12
#: Numbers of a picture that the widget's script sets by its sliders and its size.
MOVED = {"sinusoid", "first", "last", "position", "k", "cells", "pairs"}


class Kind(NamedTuple):
    """Hold a kind's title, the height in pixels that suits it, its sliders, and its figures.

    ``draw`` returns one chart, or two for a switch; their numbers do not matter, since the file
    ``pictures/<kind>.js`` computes these.
    """

    title: str
    height: int
    controls: tuple[str, ...]
    draw: Callable[[Sinusoid, int, Theme], list[Chart]]


def _shift(sinusoid: Sinusoid, look: Theme) -> Chart:
    even = replace(sinusoid, dim=sinusoid.dim + sinusoid.unpaired)
    return turning_clocks(even, 0, 0, drawn_pairs(even, CLOCKS), look)


_SIZE = ("d", "length", "base")
KINDS = {
    "wave": Kind(
        "The encoding of one position",
        480,
        ("position", *_SIZE),
        lambda s, n, look: [position_vector(s, 0, None, look)],
    ),
    "heatmap": Kind(
        "Positional encodings",
        680,
        _SIZE,
        lambda s, n, look: [encoding_heatmap(s, overview(s, 0, n - 1), look)],
    ),
    "frequencies": Kind(
        "How fast each pair of dimensions turns",
        500,
        (*_SIZE, "log"),
        lambda s, n, look: [frequency_curve(s, look, log=log, length=n) for log in (False, True)],
    ),
    "similarity": Kind(
        "How alike two positions look",
        520,
        (*_SIZE, "matrix"),
        lambda s, n, look: [similarity_profile(s, n, look), similarity_heatmap(s, 0, n - 1, look)],
    ),
    "shift": Kind(
        "Moving by k positions is a rotation",
        560,
        ("offset", "position", "d", "base"),
        lambda s, n, look: [_shift(s, look)],
    ),
}


def looks(kind: str, sinusoid: Sinusoid, length: int) -> dict[str, Any]:
    """Return a kind's charts as JSON without their numbers, and the template that they share.

    >>> looks("wave", Sinusoid(dim=6), 10)["charts"][0]["live"]["kind"]
    'wave'
    """
    charts = []
    for chart in KINDS[kind].draw(sinusoid, length, VARIABLES):
        live = {key: value for key, value in (chart.live or {}).items() if key not in MOVED}
        spec = _without_numbers(chart.spec)
        shared = spec["layout"].pop("template")
        del spec["layout"]["height"]
        charts.append({"spec": spec, "live": live})
    return {"charts": charts, "template": {**shared, "layout": _still(shared["layout"])}}


def _still(layout: Part) -> Part:
    """Return the layout of a template for articles: a swipe over a chart scrolls the page."""
    axis = layout["xaxis"] | {"fixedrange": True, "title": {"standoff": 8}}
    legend = layout["legend"] | {"itemclick": False, "itemdoubleclick": False}
    still = {"xaxis": axis, "yaxis": axis, "legend": legend, "dragmode": False}
    return {key: value for key, value in (layout | still).items() if key not in ("margin", "scene")}


def _without_numbers(part: Any) -> Any:
    """Return a piece of a figure without arrays and lists longer than a range, which are None."""
    if isinstance(part, dict):
        kept = {key: _without_numbers(value) for key, value in part.items()}
        return {key: value for key, value in kept.items() if value is not None}
    if isinstance(part, list) and (len(part) <= 2 or isinstance(part[0], dict | list)):
        return [_without_numbers(item) for item in part]
    return None if isinstance(part, list | np.ndarray) else part
