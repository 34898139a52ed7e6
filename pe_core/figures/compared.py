"""Libraries beside the paper: their wavelengths, and their own tables."""

import numpy as np

from pe_core.conventions import convention
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, log_axis
from pe_core.figures.theme import Theme, scale
from pe_core.sinusoid import Sinusoid

__all__ = ["library_heatmap", "spacing_curves"]

LIBRARY_ROWS, LIBRARY_COLUMNS = 16, 64


def spacing_curves(left: Sinusoid, right: Sinusoid, names: tuple[str, str], look: Theme) -> Chart:
    """Draw the wavelengths of two encodings of the same dim, pair by pair."""
    pairs = np.arange(len(left.wavelengths))
    styles = ((look.accent, "circle"), (look.third, "x-thin-open"))
    traces: list[Part] = [
        {
            "type": "scatter",
            "x": pairs,
            "y": made.wavelengths,
            "mode": "markers",
            "name": name,
            "marker": {"color": colour, "symbol": symbol, "size": 8, "line": {"width": 2}},
            "hovertemplate": f"{name}, pair %{{x}}: wavelength %{{y:,.6g}}<extra></extra>",
        }
        for made, name, (colour, symbol) in zip((left, right), names, styles, strict=True)
    ]
    spec = figure_spec(
        look,
        traces,
        height=420,
        xaxis=axis("pair i"),
        yaxis=log_axis("wavelength (positions)"),
    )
    ends = [f"{made.wavelengths[-1]:,.0f}" for made in (left, right)]
    return Chart(
        name="spacings",
        spec=spec,
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
    cells = {
        "type": "heatmap",
        "z": table.astype(np.float32),
        "zmin": -1,
        "zmax": 1,
        "colorscale": scale(look),
        "colorbar": colour_bar("value"),
        "hovertemplate": "row %{y}, column %{x}: %{z:.4f}<extra></extra>",
        "name": name,
    }
    spec = figure_spec(
        look,
        [cells],
        height=460,
        xaxis=axis("column", showgrid=False),
        yaxis=axis("row", autorange="reversed", showgrid=False),
    )
    zero = np.flatnonzero(~table.any(axis=1)).tolist()
    return Chart(
        name="library",
        spec=spec,
        alt=(
            f"The first {len(table)} rows and {table.shape[1]} columns of the table of {name}, "
            f"from {table.min():.2f} to {table.max():.2f}; rows of zeros: {zero or 'none'}."
        ),
        data=table,
        columns=tuple(f"column {c}" for c in range(table.shape[1])),
        index=tuple(map(str, range(len(table)))),
        index_name="row",
    )
