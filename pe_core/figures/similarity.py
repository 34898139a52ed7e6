"""Dot products of positions: the matrix, its one profile, and one row of it."""

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure
from pe_core.similarity import first_rise, offset_profile, offset_similarity, similarity
from pe_core.sinusoid import Sinusoid

__all__ = ["similarity_heatmap", "similarity_profile", "similarity_row"]

#: Rows and columns of a drawn matrix.
MATRIX_SIDE = 256
#: Offsets that are searched for the first rise.
SEARCHED = 4_096
CURVE_POINTS = 1_500


def spread(first: int, last: int, count: int) -> npt.NDArray[np.int64]:
    """Return all integers from ``first`` to ``last``, or about ``count`` evenly spread ones.

    >>> spread(0, 9, 4).tolist()
    [0, 3, 6, 9]
    """
    return first + np.arange(0, last - first + 1, max(1, -(-(last - first + 1) // count)))


def similarity_heatmap(
    sinusoid: Sinusoid, first: int, last: int, look: Theme, *, position: int | None = None
) -> Chart:
    """Draw the dot products of the positions ``first`` … ``last``, at most 256 a side."""
    places = spread(first, last, MATRIX_SIDE)
    absolute = places + sinusoid.origin
    values = similarity(sinusoid, absolute, absolute).astype(np.float32)
    figure = base_figure(look, height=600)
    figure.add_trace(
        go.Heatmap(
            z=values,
            x=absolute,
            y=absolute,
            colorscale=look.magnitude,
            colorbar={
                "title": {"text": "dot product", "side": "top"},
                "orientation": "h",
                "thickness": 12,
                "outlinewidth": 0,
                "y": 1.02,
                "yanchor": "bottom",
                "x": 0.5,
            },
            hovertemplate="position %{y} · position %{x}: %{z:.3f}<extra></extra>",
            name="similarity",
        )
    )
    figure.update_xaxes(title="position", showgrid=False, constrain="domain")
    figure.update_yaxes(
        title="position",
        showgrid=False,
        autorange="reversed",
        scaleanchor="x",
        constrain="domain",
        constraintoward="top",
    )
    if position is not None and first <= position <= last:
        line = {"color": "#ffffff", "width": 1.5, "dash": "dot"}
        figure.add_hline(y=position + sinusoid.origin, line=line)
    step = int(places[1] - places[0]) if len(places) > 1 else 1
    return Chart(
        name="similarity",
        figure=figure,
        alt=(
            f"Matrix of dot products of positions {absolute[0]:.15g} to {absolute[-1]:.15g}"
            f"{f', one of every {step}' if step > 1 else ''}: brightest on the diagonal "
            f"({values.max():.1f}), lowest {values.min():.1f}."
        ),
        data=values,
        columns=tuple(f"position {p:.15g}" for p in absolute),
        index=tuple(f"{p:.15g}" for p in absolute),
        index_name="position",
    )


def similarity_profile(sinusoid: Sinusoid, length: int, look: Theme) -> Chart:
    """Draw the dot product against the offset, raw (left axis) and by its maximum (right)."""
    last = length - 1
    near = np.arange(min(length, CURVE_POINTS // 2))
    offsets = np.unique(np.concatenate([near, spread(0, last, CURVE_POINTS // 2)]))
    values = offset_similarity(sinusoid, offsets)
    rise = first_rise(offset_profile(sinusoid, min(length, SEARCHED)))
    top = float(values[0])
    figure = base_figure(look, height=400)
    figure.add_trace(
        go.Scatter(
            x=offsets,
            y=values,
            customdata=values / top,
            mode="lines",
            line={"color": look.accent, "width": 2},
            name="dot product",
            hovertemplate="offset %{x}: %{y:.3f}, or %{customdata:.4f} of the most<extra></extra>",
        )
    )
    low = min(0.0, float(values.min()))
    reach = [low - 0.05 * (top - low), top + 0.05 * (top - low)]
    figure.update_layout(
        yaxis={"title": "dot product", "range": reach},
        yaxis2={
            "title": "divided by its maximum",
            "range": [r / top for r in reach],
            "overlaying": "y",
            "tick0": 0,
            "dtick": 0.25,
            "side": "right",
            "showgrid": False,
            "automargin": True,
            "tickfont": {"color": look.muted},
        },
        showlegend=False,
    )
    figure.add_trace(
        go.Scatter(
            x=[0], y=[1], yaxis="y2", mode="markers", marker={"opacity": 0}, hoverinfo="skip"
        )
    )
    figure.update_xaxes(title="offset (positions)")
    if rise is not None:
        figure.add_annotation(
            x=rise,
            y=float(offset_similarity(sinusoid, [rise])[0]),
            text=f"rises again: {rise - 1} → {rise}",
            ax=60,
            ay=-50,
            arrowcolor=look.text,
        )
    tail = f" First rise from offset {rise - 1} to {rise}." if rise is not None else ""
    return Chart(
        name="profile",
        figure=figure,
        alt=(
            f"Dot product by offset: {top:.4g} at offset 0, lowest {values.min():.4g} "
            f"within {length} positions.{tail}"
        ),
        data=np.stack([values, values / top], axis=1),
        columns=("dot product", "divided by its maximum"),
        index=tuple(map(str, offsets)),
        index_name="offset",
    )


def similarity_row(sinusoid: Sinusoid, position: int, first: int, last: int, look: Theme) -> Chart:
    """Draw the dot products of one position with the positions ``first`` … ``last``."""
    places = np.unique(np.append(spread(first, last, CURVE_POINTS), position))
    places = places[(places >= first) & (places <= last)]
    absolute = places + sinusoid.origin
    values = similarity(sinusoid, [position + sinusoid.origin], absolute)[0]
    figure = base_figure(look, height=300)
    figure.add_trace(
        go.Scatter(
            x=absolute,
            y=values,
            mode="lines",
            line={"color": look.accent, "width": 2},
            name="dot product",
            hovertemplate=(
                f"position {position + sinusoid.origin:.15g} · position %{{x}}: %{{y:.3f}}"
                "<extra></extra>"
            ),
        )
    )
    figure.add_vline(
        x=position + sinusoid.origin, line={"color": look.muted, "width": 1, "dash": "dot"}
    )
    figure.update_xaxes(title="position")
    figure.update_yaxes(title="dot product")
    return Chart(
        name="row",
        figure=figure,
        alt=(
            f"Dot products of position {position + sinusoid.origin:.15g} with positions "
            f"{absolute[0]:.15g} to {absolute[-1]:.15g}: a peak of {values.max():.4g} at itself."
        ),
        data=values[:, None],
        columns=("dot product",),
        index=tuple(f"{p:.15g}" for p in absolute),
        index_name="position",
    )
