"""Parts of a figure as plain data: what Plotly draws is a dict, and a dict costs nothing to build.

Plotly's own graph objects check every property when it is set; that took most of a page's time.
Here a figure is its JSON with NumPy arrays in it, and the tests check it once, through
``Chart.figure``. All looks that charts share stand in one template for each theme.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from pe_core.figures.theme import Theme

__all__ = [
    "Part",
    "Spec",
    "axis",
    "colour_bar",
    "figure_spec",
    "level_marks",
    "line_across",
    "line_down",
    "log_axis",
    "note",
    "template",
]

Spec = dict[str, Any]
#: A piece of a figure: a trace, an axis, a shape or an annotation.
Part = dict[str, Any]


def figure_spec(
    look: Theme,
    traces: Iterable[Part],
    *,
    height: int,
    shapes: Sequence[Part] = (),
    annotations: Sequence[Part] = (),
    **layout: Any,
) -> Spec:
    """Return a figure: its traces, its height in pixels, and the template of the look.

    Further keywords go to the layout as they are: write ``margin={"t": 12}``, not ``margin_t``.

    >>> from pe_core.figures.theme import LIGHT
    >>> figure_spec(LIGHT, [], height=300)["layout"]["height"]
    300
    """
    made: Part = {"template": template(look), "height": height, **layout}
    if shapes:
        made["shapes"] = list(shapes)
    if annotations:
        made["annotations"] = list(annotations)
    return {"data": list(traces), "layout": made}


@lru_cache(maxsize=16)
def template(look: Theme) -> Part:
    """Return what all charts of a look share, in Plotly's form; never change it."""
    line = {"gridcolor": look.grid, "zerolinecolor": look.grid, "linecolor": look.grid}
    straight: Part = {**line, "automargin": True, "showline": True, "ticks": ""}
    straight |= {"zerolinewidth": 2, "title": {"standoff": 15}, "tickfont": {"color": look.muted}}
    deep: Part = {"gridcolor": look.grid, "backgroundcolor": look.paper, "color": look.muted}
    deep |= {"showbackground": True, "gridwidth": 2, "ticks": "", "zerolinecolor": look.grid}
    bar = {"colorbar": {"thickness": 12, "outlinewidth": 0, "ticks": ""}}
    return {
        "layout": {
            "paper_bgcolor": look.paper,
            "plot_bgcolor": look.paper,
            "font": {"family": look.font, "size": look.size, "color": look.text},
            "margin": {"l": 8, "r": 8, "t": 36, "b": 8},
            "hoverlabel": {"font": {"size": look.size}, "align": "left"},
            "legend": {
                "orientation": "h",
                "x": 0,
                "xanchor": "left",
                "y": 1.02,
                "yanchor": "bottom",
                "title": {"text": ""},
            },
            "hovermode": "closest",
            "dragmode": "zoom",
            "autotypenumbers": "strict",
            "xaxis": straight,
            "yaxis": straight,
            "scene": {"xaxis": deep, "yaxis": deep, "zaxis": deep},
            "annotationdefaults": {"arrowcolor": look.text, "arrowhead": 0, "arrowwidth": 1},
        },
        "data": {"heatmap": [{"type": "heatmap", **bar}]},
    }


def axis(title: str = "", **properties: Any) -> Part:
    """Return an axis with a title, and further properties as Plotly names them.

    >>> axis("pair i", dtick=1)
    {'title': {'text': 'pair i'}, 'dtick': 1}
    """
    return {"title": {"text": title}, **properties} if title else properties


def log_axis(title: str, **properties: Any) -> Part:
    """Return a logarithmic axis with a tick at each power of ten."""
    return axis(title, type="log", exponentformat="power", dtick=1, **properties)


def colour_bar(title: str, *, above: bool = False, **properties: Any) -> Part:
    """Return the scale of a heatmap; ``above`` the picture it takes no width on a phone."""
    if not above:
        return {"title": {"text": title}, **properties}
    place = {"orientation": "h", "x": 0.5, "y": 1.02, "yanchor": "bottom"}
    return {"title": {"text": title, "side": "top"}, **place, **properties}


def line_across(y: float, *, axis: str = "x", **line: Any) -> Part:
    """Return a line at a height, over the whole width of the axis; ``line`` is its stroke."""
    ends = {"x0": 0, "x1": 1, "y0": y, "y1": y}
    return {"type": "line", "xref": f"{axis} domain", "yref": axis.replace("x", "y"), **ends} | {
        "line": line
    }


def line_down(x: float, *, axis: str = "x", **line: Any) -> Part:
    """Return a line at a place on the x axis, over the whole height; ``line`` is its stroke."""
    ends = {"x0": x, "x1": x, "y0": 0, "y1": 1}
    return {"type": "line", "xref": axis, "yref": f"{axis.replace('x', 'y')} domain", **ends} | {
        "line": line
    }


def note(text: str, x: float, y: float, **properties: Any) -> Part:
    """Return a text in the picture without an arrow.

    >>> note("here", 1, 2, xref="paper")["showarrow"]
    False
    """
    return {"text": text, "x": x, "y": y, "showarrow": False, **properties}


def level_marks(look: Theme, levels: Iterable[tuple[float, str]]) -> tuple[list[Part], list[Part]]:
    """Return dashed lines across a logarithmic y axis, and a text at the right end of each.

    ``levels`` holds pairs of a value above 0 and its text; the result holds shapes, annotations.

    >>> from pe_core.figures.theme import LIGHT
    >>> _, texts = level_marks(LIGHT, [(100.0, "hundred")])
    >>> texts[0]["y"]
    2.0
    """
    lines, texts = [], []
    for level, text in levels:
        lines.append(line_across(level, color=look.text, width=1, dash="dash"))
        # A log axis places annotations by the exponent.
        place = {"xref": "paper", "xanchor": "right", "yanchor": "bottom"}
        texts.append(note(text, 1, float(np.log10(level)), **place))
    return lines, texts
