"""The table of encodings as a picture: positions down, dimensions across."""

from dataclasses import asdict

import numpy as np

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, line_across, line_down
from pe_core.figures.theme import Theme, scale
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
    ends = ((each + origin).tolist() for each in (view.starts, view.stops))
    rows = [_span(first, last) for first, last in zip(*ends, strict=True)]
    columns = wave_names(sinusoid, view.dimensions)
    mean = "mean of positions" if view.block > 1 else "position"
    spec = figure_spec(
        look,
        (
            _cells(sinusoid, view, look, rows, columns, mean, turned),
            _wave_strip(sinusoid, view, look, columns, turned),
        ),
        height=height,
        shapes=_cross(view, look, position, dimension, turned),
        **_axes(view, rows, columns, origin, turned),
    )
    return Chart(
        name="heatmap",
        spec=spec,
        alt=_alt(sinusoid, view, rows),
        data=view.values,
        columns=tuple(f"dimension {c}" for c in view.dimensions),
        index=tuple(rows),
        index_name=mean,
        live={
            "kind": "heatmap",
            "sinusoid": asdict(sinusoid),
            "first": int(view.starts[0]),
            "last": int(view.stops[-1]),
            "position": position,
            "dimension": dimension,
            "turned": turned,
            "cells": view.cells,
        },
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
) -> Part:
    """Return the trace of the values, with hover texts that read as a sentence."""
    row, column = ("x", "y") if turned else ("y", "x")
    return {
        "type": "heatmap",
        "name": "encoding",
        "z": view.values.T if turned else view.values,
        "x": rows if turned else columns,
        "y": columns if turned else rows,
        "zmin": -sinusoid.amplitude,
        "zmax": sinusoid.amplitude,
        "colorscale": scale(look),
        "colorbar": colour_bar("value", len=0.9),
        "hovertemplate": f"{mean} %{{{row}}}, dimension %{{{column}}}: %{{z:.4f}}<extra></extra>",
    }


def _wave_strip(
    sinusoid: Sinusoid, view: Overview, look: Theme, columns: list[str], turned: bool
) -> Part:
    """Return a thin strip that marks each column as a sine (one colour) or a cosine."""
    cosine = np.isin(view.dimensions, sinusoid.cosine_columns).astype(np.float32)
    return {
        "type": "heatmap",
        "name": "waves",
        "z": cosine[:, None] if turned else cosine[None, :],
        "x": [""] if turned else columns,
        "y": columns if turned else [""],
        "xaxis": "x2" if turned else "x",
        "yaxis": "y" if turned else "y2",
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, look.sine], [1, look.cosine]],
        "showscale": False,
        "hovertemplate": f"dimension %{{{'y' if turned else 'x'}}}<extra></extra>",
    }


def _axes(view: Overview, rows: list[str], columns: list[str], origin: float, turned: bool) -> Part:
    """Return the axes, with round tick numbers on both; row 0 stays on top."""
    down, across = ("xaxis", "yaxis") if turned else ("yaxis", "xaxis")
    titles = {down: "position" + (" (rows are averages)" if view.block > 1 else "")}
    titles[across] = "dimension"
    ticks = {down: round_ticks(view.starts + origin), across: round_ticks(view.dimensions)}
    axes: Part = {
        key: axis(
            titles[key],
            type="category",
            tickvals=ticks[key][0],
            ticktext=ticks[key][1],
            showgrid=False,
            tickangle=0,
        )
        for key in ("xaxis", "yaxis")
    }
    axes["yaxis"]["autorange"] = "reversed"
    strip = {"type": "category", "showticklabels": False, "showgrid": False, "fixedrange": True}
    strip["showline"] = False
    if turned:
        axes["xaxis"]["domain"] = [0.012, 1]
        axes["xaxis2"] = strip | {"domain": [0, 0.01], "anchor": "y"}
    else:
        axes["yaxis"]["domain"] = [0, 0.975]
        axes["yaxis2"] = strip | {"domain": [0.982, 1], "anchor": "x"}
    return axes


def round_ticks(values: np.ndarray) -> tuple[list[int], list[str]]:
    """Return about ten indices of the cells that hold round numbers, and those numbers."""
    span = float(values[-1] - values[0])
    if span <= 0:
        return [0], [short(float(values[0]))]
    step = 10.0 ** np.floor(np.log10(span / 4))
    step = max(1.0, step * next(f for f in (1, 2, 5, 10) if span / (step * f) <= 12))
    wanted = np.arange(np.ceil(values[0] / step) * step, values[-1] + 1, step)
    indices = np.searchsorted(values, wanted, side="right") - 1
    return [int(i) for i in indices], [f"{number + 0.0:,.15g}" for number in wanted]  # no -0


def _cross(
    view: Overview, look: Theme, position: int | None, dimension: int | None, turned: bool
) -> list[Part]:
    """Return a line through the selected row and one through the selected column."""
    row = None if position is None else view.row_of(position)
    column = None if dimension is None else view.column_of(dimension)
    lines = []
    for colour, width in ((look.cross_halo, 4), (look.cross, 1.5)):
        if row is not None:
            lines.append((line_down if turned else line_across)(row, color=colour, width=width))
        if column is not None:
            lines.append((line_across if turned else line_down)(column, color=colour, width=width))
    return lines


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
