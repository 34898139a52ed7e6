"""Tables of positions as pictures: a layer, a learned table, and how alike its rows are."""

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.layer import LayerTraining
from pe_core.learned import cosine_similarities

__all__ = ["layer_heatmap", "shared_limit", "similarity_matrix", "table_heatmap"]

FloatArray = npt.NDArray[np.float64]


def layer_heatmap(
    layer: LayerTraining, look: Theme, *, seen: int, padding: bool, trainable: bool
) -> Chart:
    """Draw a layer's matrix after training on texts of ``seen`` words; tokens count from 1.

    ``padding`` draws the row of zeros that stands for padding on top, as row 0.
    """
    kind = "trainable" if trainable else "frozen"
    rows = np.arange(0 if padding else 1, len(layer.after) + 1)
    zeros = np.zeros((int(padding), layer.after.shape[1]))
    values = np.vstack([zeros, layer.after])
    moved = np.concatenate([np.zeros(int(padding)), layer.moved])
    figure = _heatmap(values, rows, look, height=330, limit=max(1.0, float(np.abs(values).max())))
    figure.data[0].update(
        customdata=np.repeat(moved[:, None], values.shape[1], axis=1),
        hovertemplate=(
            "row %{y}, dimension %{x}: %{z:.4f}<br>training moved this row by %{customdata:.3f}"
            "<extra></extra>"
        ),
    )
    figure.update_yaxes(title="row = token number", dtick=1)
    _seam(figure, look, seen + 0.5)
    return Chart(
        name=f"{kind}-layer",
        figure=figure,
        alt=(
            f"A {kind} layer of {values.shape[0]} rows and {values.shape[1]} columns after "
            f"training: rows 1 to {seen} moved by {layer.moved[:seen].min():.3f} to "
            f"{layer.moved[:seen].max():.3f}, the others by {layer.moved[seen:].max():.3f}."
        ),
        data=values,
        columns=tuple(f"dimension {c}" for c in range(values.shape[1])),
        index=tuple(map(str, rows)),
        index_name="row",
    )


def shared_limit(*tables: FloatArray) -> float:
    """Return the value at the ends of the colours that fits all tables: at least 1."""
    return max(1.0, *(float(np.abs(table).max()) for table in tables))


def table_heatmap(table: FloatArray, seen: int, look: Theme, *, kind: str, limit: float) -> Chart:
    """Draw a position table with a line below the last position seen in training.

    ``kind`` is the word for the table; ``limit`` the value at the ends of the colours.
    """
    positions = np.arange(len(table))
    figure = _heatmap(table.astype(np.float32), positions, look, height=480, limit=limit)
    figure.update_yaxes(title="position")
    _seam(figure, look, seen - 0.5, text="never seen below")
    below = np.abs(table[seen:])
    return Chart(
        name=f"{kind}-table",
        figure=figure,
        alt=(
            f"The {kind} table, {len(table)} positions by {table.shape[1]} dimensions. Seen "
            f"positions hold values up to {np.abs(table[:seen]).max():.2f}, positions never seen "
            f"up to {below.max():.2f}."
        ),
        data=table,
        columns=tuple(f"dimension {c}" for c in range(table.shape[1])),
        index=tuple(map(str, positions)),
        index_name="position",
    )


def similarity_matrix(table: FloatArray, seen: int, look: Theme, *, kind: str) -> Chart:
    """Draw the cosine similarity of every two positions of a table."""
    values = cosine_similarities(table).astype(np.float32)
    positions = np.arange(len(table))
    figure = _heatmap(values, positions, look, height=440, limit=1.0)
    figure.data[0].update(
        hovertemplate="position %{y} · position %{x}: %{z:.3f}<extra></extra>",
        colorbar={"title": {"text": "cosine"}, "thickness": 12, "outlinewidth": 0},
    )
    figure.update_xaxes(title="position", constrain="domain")
    figure.update_yaxes(title="position", scaleanchor="x", constrain="domain")
    line = {"color": look.cross, "width": 1.5}
    figure.add_hline(y=seen - 0.5, line=line)
    figure.add_vline(x=seen - 0.5, line=line)
    off = values[seen:, :seen]
    return Chart(
        name=f"{kind}-similarity",
        figure=figure,
        alt=(
            f"Cosine similarities of the {kind} table, {len(table)} by {len(table)} positions; "
            f"between seen positions and positions never seen they run from {off.min():.2f} to "
            f"{off.max():.2f}."
        ),
        data=values,
        columns=tuple(f"position {p}" for p in positions),
        index=tuple(map(str, positions)),
        index_name="position",
    )


def _heatmap(
    values: npt.NDArray[np.floating],
    rows: npt.NDArray[np.int_],
    look: Theme,
    *,
    height: int,
    limit: float,
) -> go.Figure:
    """Return a figure of a signed matrix with its first row on top."""
    figure = base_figure(look, height=height, margin_t=12)
    figure.add_trace(
        go.Heatmap(
            z=values,
            x=list(range(values.shape[1])),
            y=rows,
            zmin=-limit,
            zmax=limit,
            colorscale=scale(look),
            colorbar={"title": {"text": "value"}, "thickness": 12, "outlinewidth": 0},
            hovertemplate="position %{y}, dimension %{x}: %{z:.4f}<extra></extra>",
            name="table",
        )
    )
    figure.update_xaxes(title="dimension", showgrid=False)
    return figure.update_yaxes(autorange="reversed", showgrid=False)


def _seam(figure: go.Figure, look: Theme, level: float, *, text: str = "") -> None:
    """Draw a line between what training saw, above it, and what it did not."""
    for colour, width in ((look.cross_halo, 4), (look.cross, 1.5)):
        figure.add_hline(y=level, line={"color": colour, "width": width})
    if text:
        figure.add_annotation(
            x=0.01,
            xref="paper",
            y=level,
            text=text,
            showarrow=False,
            yanchor="top",
            yshift=-6,
            font={"color": look.cross, "size": 13},
            bgcolor=look.cross_halo,
        )
