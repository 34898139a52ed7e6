"""Two conventions against each other: how far apart their rows are."""

import numpy as np

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec
from pe_core.figures.theme import Theme
from pe_core.side_by_side import SideBySide

__all__ = ["difference_curve"]


def difference_curve(
    made: SideBySide, names: tuple[str, str], look: Theme, *, rows: str = "position"
) -> Chart:
    """Draw the largest difference of each row, with a mark at the rows that are told.

    ``names`` are those of the two conventions, ``rows`` what a row is.
    """
    reach: Part = {} if made.by_row.any() else {"range": [0, 1]}
    return Chart(
        name="difference-by-row",
        spec=figure_spec(
            look,
            _traces(made, look, rows),
            height=330,
            xaxis=axis(rows),
            yaxis=axis("largest difference", rangemode="tozero", **reach),
            showlegend=False,
        ),
        alt=_alt(made, names, rows),
        data=made.by_row[:, None],
        columns=("largest difference",),
        index=tuple(map(str, range(len(made.by_row)))),
        index_name=rows,
    )


def _traces(made: SideBySide, look: Theme, rows: str) -> list[Part]:
    """Return the curve and the marks of the rows that are told."""
    count = len(made.by_row)
    told = [(row, value) for row, value in made.largest_at if value is not None and row < count]
    line: Part = {"name": "largest difference", "x": np.arange(count), "y": made.by_row}
    line |= {"mode": "lines" if count > 1 else "markers"}
    line |= {"line": {"color": look.accent, "width": 1.5}}
    line |= {"marker": {"color": look.accent, "size": 9}}
    marks: Part = {"name": "told below", "x": [row for row, _ in told]}
    marks |= {"y": [value for _, value in told], "mode": "markers"}
    marks |= {"marker": {"color": look.cosine, "size": 9}}
    hover = f"{rows} %{{x}}: largest difference %{{y:.5g}}<extra></extra>"
    return [{"type": "scatter", "hovertemplate": hover} | trace for trace in (line, marks)]


def _alt(made: SideBySide, names: tuple[str, str], rows: str) -> str:
    text = f"Largest difference between {names[0]} and {names[1]} in each of {len(made.by_row)} "
    if not made.by_row.any():
        return f"{text}rows: none, the two tables are equal."
    worst = int(made.by_row.argmax())
    return (
        f"{text}rows: {made.by_row[0]:.3g} in the first, at most {made.by_row[worst]:.3g} "
        f"({rows} {worst})."
    )
