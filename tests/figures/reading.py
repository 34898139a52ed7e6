"""Read a figure as a person does: the sentence under the pointer, the weight on the wire."""

import re

import numpy as np
import plotly.graph_objects as go

__all__ = ["axis_titles", "hover", "kinds", "weight"]


def kinds(figure: go.Figure) -> list[str]:
    """Return the trace types in order."""
    return [trace.type for trace in figure.data]


def axis_titles(figure: go.Figure) -> dict[str, str]:
    """Return the title of each axis that has one."""
    axes = {k: v for k, v in figure.layout.to_plotly_json().items() if re.match("[xy]axis", k)}
    titles = {k: v.get("title", {}).get("text") for k, v in axes.items()}
    return {k: v for k, v in titles.items() if v}


def hover(trace: go.Scatter | go.Heatmap, **point: object) -> str:
    """Return a trace's hover text at a point, as plotly.js would fill its template."""

    def fill(match: re.Match[str]) -> str:
        name, index, form = match[1], match[2], match[3]
        value = point[name]
        if index is not None:
            value = np.asarray(value)[int(index)]
        return format(value, form or "")

    template = re.sub(r"<extra>.*?</extra>", "", trace.hovertemplate)
    return re.sub(r"%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}", fill, template)


def weight(figure: go.Figure) -> int:
    """Return how many bytes of JSON the figure takes."""
    return len(figure.to_json().encode())
