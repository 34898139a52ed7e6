"""A matrix that somebody brought, the table it should be, what is between them, and its waves."""

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.heatmap import round_ticks
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, log_axis
from pe_core.figures.theme import Theme, scale
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
    cells = _cells(drawn, row_names, rows, look)
    cells |= {"name": what, "zmin": -limit, "zmax": limit}
    return Chart(
        name=name,
        spec=figure_spec(look, [cells], height=height, margin={"t": 12}, **_axes(drawn, rows)),
        alt=_alt(drawn, what),
        data=drawn.values,
        columns=tuple(f"column {c}" for c in drawn.columns),
        index=tuple(row_names),
        index_name=rows,
    )


def _cells(drawn: Picture, row_names: list[str], rows: str, look: Theme) -> Part:
    """Return the trace of the values, with hover texts that say what a cell stands for."""
    of = "" if drawn.whole else ("mean of " if drawn.kind == "mean" else "largest in ")
    return {
        "type": "heatmap",
        "z": drawn.values,
        "x": [str(c) for c in drawn.columns],
        "y": row_names,
        "colorscale": scale(look),
        "colorbar": colour_bar("value"),
        "hovertemplate": f"{of}{rows} %{{y}}, column %{{x}}: %{{z:.5g}}<extra></extra>",
    }


def _axes(drawn: Picture, rows: str) -> Part:
    """Return the axes, with round tick numbers on both; row 0 is on top."""
    down, across = round_ticks(drawn.starts), round_ticks(drawn.columns)
    blocks = {"mean": " (averages)", "extreme": " (largest of each block)"}[drawn.kind]
    named = {"type": "category", "showgrid": False}
    return {
        "xaxis": axis("column", tickvals=across[0], ticktext=across[1], tickangle=0, **named),
        "yaxis": axis(
            rows + (blocks if drawn.block > 1 else ""),
            tickvals=down[0],
            ticktext=down[1],
            autorange="reversed",
            **named,
        ),
    }


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
    line = {"mode": "lines", "line": {"color": look.third, "width": 2}}
    ring = {"color": look.accent, "size": 7, "symbol": "circle-open", "line": {"width": 2}}
    traces = (
        _by_pair("expected", pairs, curve) | line,
        _by_pair("measured in yours", pairs, fitted) | {"mode": "markers", "marker": ring},
    )
    return Chart(
        name=name,
        spec=figure_spec(
            look,
            traces,
            height=380,
            xaxis=axis("pair"),
            yaxis=log_axis("frequency (rad per row)"),
        ),
        alt=_fit_alt(pairs, fitted, curve),
        data=np.stack([fitted, curve], axis=1),
        columns=("measured", "expected"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def _by_pair(title: str, pairs: npt.NDArray[np.intp], frequencies: FloatArray) -> Part:
    """Return the trace of one frequency a pair, without its looks."""
    return {
        "type": "scatter",
        "name": title,
        "x": pairs,
        "y": np.where(frequencies > 0, frequencies, np.nan),
        "hovertemplate": f"pair %{{x}}, {title}: %{{y:.6g}} rad per row<extra></extra>",
    }


def _fit_alt(pairs: npt.NDArray[np.intp], fitted: FloatArray, curve: FloatArray) -> str:
    count = len(pairs)
    off = int((np.abs(fitted - curve) > 0.01 * np.maximum(curve, 1e-12)).sum())
    told = f"{off} of {count} are off by more than 1 %" if off else "all lie within 1 % of it"
    return (
        f"Measured frequencies of {count} {'pair' if count == 1 else 'pairs'} over the expected "
        f"curve, which falls from {short(float(curve[0]))} to {float(curve[-1]):.3g} rad per row; "
        f"{told}."
    )
