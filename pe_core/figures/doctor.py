"""A matrix that somebody brought, the table it should be, what is between them, and its waves."""

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.heatmap import round_ticks
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.overview import short
from pe_core.picture import Picture

__all__ = ["colour_limit", "frequency_fit", "matrix_heatmap"]

FloatArray = npt.NDArray[np.float64]
#: Differences below this stay white: a picture of rounding errors would look like a bug.
FAINT = 0.01


def colour_limit(*pictures: Picture | None) -> float:
    """Return the value at the ends of the colours: 1, unless the values are much smaller or larger.

    >>> colour_limit(None)
    1.0
    """
    largest = max((drawn.largest for drawn in pictures if drawn is not None), default=1.0)
    largest = min(largest, 1e38)
    return 1.0 if 0.5 <= largest <= 1 + 1e-6 or largest == 0 else largest


def matrix_heatmap(
    drawn: Picture,
    look: Theme,
    *,
    name: str,
    what: str,
    limit: float | None = None,
    rows: str = "row",
    height: int = 420,
) -> Chart:
    """Draw a matrix as it is written, row 0 on top.

    ``name`` is that of the chart, ``what`` says in words what the matrix is, ``limit`` is the
    value at the ends of the colours (by default that of the values, or 0.01 for a difference
    smaller than that), ``rows`` what a row is.
    """
    if limit is None:
        limit = max(drawn.largest, FAINT) if drawn.kind == "extreme" else colour_limit(drawn)
    row_names = [
        str(a) if a == b else f"{a}–{b}" for a, b in zip(drawn.starts, drawn.stops, strict=True)
    ]
    columns = [str(c) for c in drawn.columns]
    of = "" if drawn.whole else ("mean of " if drawn.kind == "mean" else "largest in ")
    figure = base_figure(look, height=height, margin_t=12)
    figure.add_trace(
        go.Heatmap(
            z=drawn.values,
            x=columns,
            y=row_names,
            zmin=-limit,
            zmax=limit,
            colorscale=scale(look),
            colorbar={"title": {"text": "value"}, "thickness": 12, "outlinewidth": 0},
            hovertemplate=f"{of}{rows} %{{y}}, column %{{x}}: %{{z:.5g}}<extra></extra>",
            name=what,
        )
    )
    _axes(figure, drawn, rows)
    return Chart(
        name=name,
        figure=figure,
        alt=_alt(drawn, what),
        data=drawn.values,
        columns=tuple(f"column {c}" for c in columns),
        index=tuple(row_names),
        index_name=rows,
    )


def _axes(figure: go.Figure, drawn: Picture, rows: str) -> None:
    """Put round tick numbers on both axes."""
    down, across = round_ticks(drawn.starts), round_ticks(drawn.columns)
    blocks = {"mean": " (averages)", "extreme": " (largest of each block)"}[drawn.kind]
    figure.update_xaxes(
        title="column", type="category", tickvals=across[0], ticktext=across[1], tickangle=0
    )
    figure.update_yaxes(
        title=rows + (blocks if drawn.block > 1 else ""),
        type="category",
        tickvals=down[0],
        ticktext=down[1],
        autorange="reversed",
    )
    figure.update_xaxes(showgrid=False)
    figure.update_yaxes(showgrid=False)


def _alt(drawn: Picture, what: str) -> str:
    height, width = drawn.shape
    text = (
        f"Heatmap of {what}: {height:,} rows down, {width:,} columns across; "
        f"the largest magnitude is {drawn.largest:.3g}."
    )
    if not drawn.whole:
        told = "the mean" if drawn.kind == "mean" else "the largest value"
        text += f" Each drawn row is {told} of {drawn.block:,} rows; "
        text += f"{len(drawn.columns)} columns are drawn."
    return text


def frequency_fit(
    pairs: npt.NDArray[np.intp],
    fitted: FloatArray,
    curve: FloatArray,
    look: Theme,
    *,
    name: str = "fitted",
) -> Chart:
    """Draw the measured frequency of each pair over the curve where it should be.

    All three have shape (n,), n from 1 up; frequencies in rad per row. A frequency of zero, a
    pair that does not turn, cannot be drawn on the logarithmic axis and is left out.
    """
    figure = base_figure(look, height=380)
    shown = [np.where(values > 0, values, np.nan) for values in (curve, fitted)]
    for values, title, style in (
        (shown[0], "expected", {"mode": "lines", "line": {"color": look.third, "width": 2}}),
        (shown[1], "measured in yours", {"mode": "markers", "marker": _marker(look)}),
    ):
        figure.add_trace(
            go.Scatter(
                x=pairs,
                y=values,
                name=title,
                hovertemplate=f"pair %{{x}}, {title}: %{{y:.6g}} rad per row<extra></extra>",
                **style,
            )
        )
    figure.update_xaxes(title="pair")
    figure.update_yaxes(
        title="frequency (rad per row)", type="log", exponentformat="power", dtick=1
    )
    return Chart(
        name=name,
        figure=figure,
        alt=_fit_alt(pairs, fitted, curve),
        data=np.stack([fitted, curve], axis=1),
        columns=("measured", "expected"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def _marker(look: Theme) -> dict[str, object]:
    return {"color": look.accent, "size": 7, "symbol": "circle-open", "line": {"width": 2}}


def _fit_alt(pairs: npt.NDArray[np.intp], fitted: FloatArray, curve: FloatArray) -> str:
    count = len(pairs)
    off = int((np.abs(fitted - curve) > 0.01 * np.maximum(curve, 1e-12)).sum())
    told = f"{off} of {count} are off by more than 1 %" if off else "all lie within 1 % of it"
    return (
        f"Measured frequencies of {count} {'pair' if count == 1 else 'pairs'} over the expected "
        f"curve, which falls from {short(float(curve[0]))} to {float(curve[-1]):.3g} rad per row; "
        f"{told}."
    )
