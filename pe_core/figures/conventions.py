"""Two conventions against each other: how far apart their rows are."""

import numpy as np
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure
from pe_core.side_by_side import SideBySide

__all__ = ["difference_curve"]


def difference_curve(
    made: SideBySide, names: tuple[str, str], look: Theme, *, rows: str = "position"
) -> Chart:
    """Draw the largest difference of each row, with a mark at the rows that are told.

    ``names`` are those of the two conventions, ``rows`` what a row is.
    """
    figure = base_figure(look, height=330, showlegend=False)
    at = np.arange(len(made.by_row))
    figure.add_trace(
        go.Scatter(
            x=at,
            y=made.by_row.astype(np.float32),
            mode="lines" if len(at) > 1 else "markers",
            line={"color": look.accent, "width": 1.5},
            marker={"color": look.accent, "size": 9},
            hovertemplate=f"{rows} %{{x}}: largest difference %{{y:.5g}}<extra></extra>",
            name="largest difference",
        )
    )
    told = [(row, value) for row, value in made.largest_at if value is not None and row < len(at)]
    figure.add_trace(
        go.Scatter(
            x=[row for row, _ in told],
            y=[value for _, value in told],
            mode="markers",
            marker={"color": look.cosine, "size": 9},
            hovertemplate=f"{rows} %{{x}}: largest difference %{{y:.5g}}<extra></extra>",
            name="told below",
        )
    )
    figure.update_xaxes(title=rows)
    figure.update_yaxes(title="largest difference", rangemode="tozero")
    if not made.by_row.any():
        figure.update_yaxes(range=[0, 1])
    return Chart(
        name="difference-by-row",
        figure=figure,
        alt=_alt(made, names, rows),
        data=made.by_row[:, None],
        columns=("largest difference",),
        index=tuple(map(str, at)),
        index_name=rows,
    )


def _alt(made: SideBySide, names: tuple[str, str], rows: str) -> str:
    text = f"Largest difference between {names[0]} and {names[1]} in each of {len(made.by_row)} "
    if not made.by_row.any():
        return f"{text}rows: none, the two tables are equal."
    worst = int(made.by_row.argmax())
    return (
        f"{text}rows: {made.by_row[0]:.3g} in the first, at most {made.by_row[worst]:.3g} "
        f"({rows} {worst})."
    )
