"""Tables of positions as pictures: a layer, a learned table, and how alike its rows are."""

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, line_across, line_down, note
from pe_core.figures.theme import Theme, scale
from pe_core.layer import LayerTraining
from pe_core.learned import cosine_similarities

__all__ = ["layer_heatmap", "shared_limit", "similarity_matrix", "table_heatmap"]

FloatArray = npt.NDArray[np.float64]
MARGIN = {"t": 12}
#: The y axis of a matrix: its first row on top.
DOWN = {"autorange": "reversed", "showgrid": False}


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
    cells = _cells(values, rows, look, limit=shared_limit(values)) | {
        "customdata": np.repeat(moved[:, None], values.shape[1], axis=1),
        "hovertemplate": (
            "row %{y}, dimension %{x}: %{z:.4f}<br>training moved this row by %{customdata:.3f}"
            "<extra></extra>"
        ),
    }
    spec = figure_spec(
        look,
        [cells],
        height=330,
        margin=MARGIN,
        xaxis=axis("dimension", showgrid=False),
        yaxis=axis("row = token number", **DOWN, dtick=1),
        shapes=_seam(look, seen + 0.5),
    )
    return Chart(
        name=f"{kind}-layer",
        spec=spec,
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
    paint = {"font": {"color": look.cross, "size": 13}, "bgcolor": look.cross_halo}
    place = {"xref": "paper", "yanchor": "top", "yshift": -6}
    spec = figure_spec(
        look,
        [_cells(table.astype(np.float32), positions, look, limit=limit)],
        height=480,
        margin=MARGIN,
        xaxis=axis("dimension", showgrid=False),
        yaxis=axis("position", **DOWN),
        shapes=_seam(look, seen - 0.5),
        annotations=[note("never seen below", 0.01, seen - 0.5, **place, **paint)],
    )
    below = np.abs(table[seen:])
    return Chart(
        name=f"{kind}-table",
        spec=spec,
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
    cells = _cells(values, positions, look, limit=1.0) | {
        "hovertemplate": "position %{y} · position %{x}: %{z:.3f}<extra></extra>",
        "colorbar": colour_bar("cosine"),
    }
    stroke: Part = {"color": look.cross, "width": 1.5}
    spec = figure_spec(
        look,
        [cells],
        height=440,
        margin=MARGIN,
        xaxis=axis("position", showgrid=False, constrain="domain"),
        yaxis=axis("position", **DOWN, scaleanchor="x", constrain="domain"),
        shapes=[line_across(seen - 0.5, **stroke), line_down(seen - 0.5, **stroke)],
    )
    off = values[seen:, :seen]
    return Chart(
        name=f"{kind}-similarity",
        spec=spec,
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


def _cells(
    values: npt.NDArray[np.floating], rows: npt.NDArray[np.int_], look: Theme, *, limit: float
) -> Part:
    """Return the cells of a signed matrix; ``limit`` is the value at the ends of the colours."""
    return {
        "type": "heatmap",
        "z": values,
        "x": np.arange(values.shape[1]),
        "y": rows,
        "zmin": -limit,
        "zmax": limit,
        "colorscale": scale(look),
        "colorbar": colour_bar("value"),
        "hovertemplate": "position %{y}, dimension %{x}: %{z:.4f}<extra></extra>",
        "name": "table",
    }


def _seam(look: Theme, level: float) -> list[Part]:
    """Return a line between what training saw, above it, and what it did not."""
    strokes = ((look.cross_halo, 4), (look.cross, 1.5))
    return [line_across(level, color=colour, width=width) for colour, width in strokes]
