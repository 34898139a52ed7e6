"""The table of encodings as a picture: positions down, dimensions across."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.overview import Overview, short, wave_names
from pe_core.sinusoid import Sinusoid

__all__ = ["encoding_heatmap", "round_ticks"]


def encoding_heatmap(
    sinusoid: Sinusoid,
    view: Overview,
    look: Theme,
    *,
    position: int | None = None,
    dimension: int | None = None,
    turned: bool = False,
    height: int = 600,
) -> Chart:
    """Draw an :class:`Overview` of a sinusoid, with a cross-hair at a position and dimension.

    ``turned`` puts positions across and dimensions down. ``height`` is in pixels.
    """
    origin = sinusoid.origin
    rows = [_span(a + origin, b + origin) for a, b in zip(view.starts, view.stops, strict=True)]
    columns = wave_names(sinusoid, view.dimensions)
    mean = "mean of positions" if view.block > 1 else "position"
    figure = base_figure(look, height=height)
    figure.add_trace(_cells(sinusoid, view, look, rows, columns, mean, turned))
    figure.add_trace(_wave_strip(sinusoid, view, look, columns, turned))
    _axes(figure, view, rows, columns, origin, turned)
    _cross(figure, view, look, position, dimension, turned)
    return Chart(
        name="heatmap",
        figure=figure,
        alt=_alt(sinusoid, view, rows),
        data=view.values,
        columns=tuple(f"dimension {c}" for c in view.dimensions),
        index=tuple(rows),
        index_name=mean,
    )


def _span(first: float, last: float) -> str:
    """Return "20" or "20–39"."""
    return f"{first:.15g}" if first == last else f"{first:.15g}–{last:.15g}"


def _cells(
    sinusoid: Sinusoid,
    view: Overview,
    look: Theme,
    rows: list[str],
    columns: list[str],
    mean: str,
    turned: bool,
) -> go.Heatmap:
    """Return the trace of the values, with hover texts that read as a sentence."""
    row, column = ("x", "y") if turned else ("y", "x")
    return go.Heatmap(
        z=view.values.T if turned else view.values,
        x=rows if turned else columns,
        y=columns if turned else rows,
        zmin=-sinusoid.amplitude,
        zmax=sinusoid.amplitude,
        colorscale=scale(look),
        colorbar={"title": {"text": "value"}, "thickness": 12, "len": 0.9, "outlinewidth": 0},
        hovertemplate=f"{mean} %{{{row}}}, dimension %{{{column}}}: %{{z:.4f}}<extra></extra>",
        name="encoding",
    )


def _wave_strip(
    sinusoid: Sinusoid, view: Overview, look: Theme, columns: list[str], turned: bool
) -> go.Heatmap:
    """Return a thin strip that marks each column as a sine (one colour) or a cosine."""
    cosine = np.isin(view.dimensions, sinusoid.cosine_columns).astype(np.float32)
    return go.Heatmap(
        z=cosine[:, None] if turned else cosine[None, :],
        x=[""] if turned else columns,
        y=columns if turned else [""],
        xaxis="x2" if turned else "x",
        yaxis="y" if turned else "y2",
        zmin=0,
        zmax=1,
        colorscale=[[0, look.sine], [1, look.cosine]],
        showscale=False,
        hovertemplate=f"dimension %{{{'y' if turned else 'x'}}}<extra></extra>",
        name="waves",
    )


def _axes(
    figure: go.Figure,
    view: Overview,
    rows: list[str],
    columns: list[str],
    origin: float,
    turned: bool,
) -> None:
    """Put titles and round tick numbers on both axes; row 0 stays on top."""
    down, across = ("x", "y") if turned else ("y", "x")
    down_ticks = round_ticks(view.starts + origin)
    across_ticks = round_ticks(view.dimensions)
    axes: dict[str, dict[str, Any]] = {
        down: {"title": "position" + (" (rows are averages)" if view.block > 1 else "")},
        across: {"title": "dimension"},
    }
    for key, ticks in ((down, down_ticks), (across, across_ticks)):
        axes[key] |= {"type": "category", "tickvals": ticks[0], "ticktext": ticks[1]}
        axes[key] |= {"showgrid": False, "tickangle": 0}
    axes["y"] |= {"autorange": "reversed"}
    strip = {"type": "category", "showticklabels": False, "showgrid": False, "fixedrange": True}
    if turned:
        axes["x"] |= {"domain": [0.012, 1]}
        axes["x2"] = strip | {"domain": [0, 0.01], "anchor": "y"}
    else:
        axes["y"] |= {"domain": [0, 0.975]}
        axes["y2"] = strip | {"domain": [0.982, 1], "anchor": "x"}
    figure.update_layout({f"{k[0]}axis{k[1:]}": v for k, v in axes.items()})


def round_ticks(values: np.ndarray) -> tuple[list[int], list[str]]:
    """Return about ten indices of the cells that hold round numbers, and those numbers."""
    span = float(values[-1] - values[0])
    if span <= 0:
        return [0], [short(float(values[0]))]
    step = 10.0 ** np.floor(np.log10(span / 4))
    step = max(1.0, step * next(f for f in (1, 2, 5, 10) if span / (step * f) <= 12))
    wanted = np.arange(np.ceil(values[0] / step) * step, values[-1] + 1, step)
    indices = np.searchsorted(values, wanted, side="right") - 1
    return [int(i) for i in indices], [f"{number:,.15g}" for number in wanted]


def _cross(
    figure: go.Figure,
    view: Overview,
    look: Theme,
    position: int | None,
    dimension: int | None,
    turned: bool,
) -> None:
    """Draw a line through the selected row and one through the selected column."""
    row = None if position is None else view.row_of(position)
    column = None if dimension is None else view.column_of(dimension)
    halo = {"color": look.cross_halo, "width": 4}
    line = {"color": look.cross, "width": 1.5}
    for stroke in (halo, line):
        for index, across in ((row, not turned), (column, turned)):
            if index is None:
                continue
            along, cross = ("x", "y") if across else ("y", "x")
            figure.add_shape(
                {"type": "line", f"{along}ref": f"{along} domain", "line": stroke}
                | {f"{along}0": 0, f"{along}1": 1, f"{cross}0": index, f"{cross}1": index}
            )


def _alt(sinusoid: Sinusoid, view: Overview, rows: list[str]) -> str:
    """Return a sentence or three that say what the picture shows."""
    first, last = rows[0].split("–")[0], rows[-1].split("–")[-1]
    text = (
        f"Heatmap of positional encodings: positions {first} to {last} down, "
        f"{len(view.dimensions)} of {sinusoid.dim} dimensions across, base {sinusoid.base:g}. "
        f"Values run from {view.values.min():.2f} to {view.values.max():.2f}."
    )
    if view.block > 1:
        text += f" Each row is the mean of {view.block} positions."
    return text
