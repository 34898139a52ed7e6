"""Libraries beside the paper: their wavelengths, and their own tables."""

import numpy as np
import plotly.graph_objects as go

from pe_core.conventions import convention
from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.sinusoid import Sinusoid

__all__ = ["library_heatmap", "spacing_curves"]

LIBRARY_ROWS, LIBRARY_COLUMNS = 16, 64


def spacing_curves(left: Sinusoid, right: Sinusoid, names: tuple[str, str], look: Theme) -> Chart:
    """Draw the wavelengths of two encodings of the same dim, pair by pair."""
    figure = base_figure(look, height=420)
    pairs = np.arange(len(left.wavelengths))
    styles = ((look.accent, "circle"), (look.third, "x-thin-open"))
    for made, name, (colour, symbol) in zip((left, right), names, styles, strict=True):
        figure.add_trace(
            go.Scatter(
                x=pairs[: len(made.wavelengths)],
                y=made.wavelengths,
                mode="markers",
                name=name,
                marker={"color": colour, "symbol": symbol, "size": 8, "line": {"width": 2}},
                hovertemplate=f"{name}, pair %{{x}}: wavelength %{{y:,.6g}}<extra></extra>",
            )
        )
    figure.update_xaxes(title="pair i")
    figure.update_yaxes(title="wavelength (positions)", type="log", exponentformat="power", dtick=1)
    ends = [f"{made.wavelengths[-1]:,.0f}" for made in (left, right)]
    return Chart(
        name="spacings",
        figure=figure,
        alt=(
            f"Wavelengths of {len(pairs)} pairs for {names[0]} and {names[1]}: both start at "
            f"{left.wavelengths[0]:.4g} positions; the slowest need {ends[0]} and {ends[1]}."
        ),
        data=np.stack([left.wavelengths, right.wavelengths], axis=1),
        columns=names,
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def library_heatmap(name: str, dim: int, base: float, look: Theme) -> Chart:
    """Draw the first rows and columns of a library's own table."""
    table = convention(name).table(LIBRARY_ROWS, dim, base=base)[:, :LIBRARY_COLUMNS]
    figure = base_figure(look, height=460)
    figure.add_trace(
        go.Heatmap(
            z=table.astype(np.float32),
            zmin=-1,
            zmax=1,
            colorscale=scale(look),
            colorbar={"title": {"text": "value"}, "thickness": 12, "outlinewidth": 0},
            hovertemplate="row %{y}, column %{x}: %{z:.4f}<extra></extra>",
            name=name,
        )
    )
    figure.update_xaxes(title="column", showgrid=False)
    figure.update_yaxes(title="row", autorange="reversed", showgrid=False)
    zero = np.flatnonzero(~table.any(axis=1)).tolist()
    return Chart(
        name="library",
        figure=figure,
        alt=(
            f"The first {len(table)} rows and {table.shape[1]} columns of the table of {name}, "
            f"from {table.min():.2f} to {table.max():.2f}; rows of zeros: {zero or 'none'}."
        ),
        data=table,
        columns=tuple(f"column {c}" for c in range(table.shape[1])),
        index=tuple(map(str, range(len(table)))),
        index_name="row",
    )
