"""From a sentence to the sum, one matrix a picture, and where the sum enters the model.

Tokens come from a reader, and Plotly reads ``<b>`` in a label as a command: every token is
escaped here before it becomes part of a figure.
"""

import html
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.overview import wave_names
from pe_core.tokens import TokenSteps
from pe_core.words import visible

__all__ = ["embedded_tokens", "embedding_matrix", "token_encoding", "token_sum"]

FloatArray = npt.NDArray[np.float64]

#: Rows and columns up to which each cell has room for its number.
NUMBERED_ROWS, NUMBERED_COLUMNS = 24, 8
#: Labels of rows that can be read; of more rows, every n-th is named.
MOST_LABELS = 30


def embedding_matrix(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw the matrix of word vectors, a row for each word of the vocabulary.

    ``row`` is the number of the selected token, ``column`` the selected dimension.
    """
    labels = _labels(range(len(steps.vocabulary)), steps.vocabulary)
    chosen = int(steps.indices[row])
    hover = "word %{y}, dimension %{x}: weight %{z:.8f}<extra></extra>"
    return _matrix(
        "embedding-matrix",
        steps.weights,
        labels,
        look,
        1.0,
        hover,
        chosen,
        column,
        "index and word",
    )


def embedded_tokens(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw the embedding of each token: rows of the matrix, in the order of the sentence."""
    hover = "token %{y}, dimension %{x}: embedding %{z:.8f}<extra></extra>"
    return _matrix(
        "embeddings", steps.embedded, _tokens(steps), look, _limit(steps), hover, row, column
    )


def token_encoding(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw the encoding of each position of the sentence."""
    hover = "position of %{y}, dimension %{customdata}: encoding %{z:.8f}<extra></extra>"
    chart = _matrix(
        "encoding", steps.encoding, _tokens(steps), look, _limit(steps), hover, row, column
    )
    names = wave_names(steps.sinusoid, np.arange(steps.sinusoid.dim))
    chart.figure.data[0].customdata = [names] * len(steps.encoding)
    return chart


def token_sum(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw embedding plus encoding: what the first layer is given."""
    hover = (
        "token %{y}, dimension %{x}:<br>%{customdata[0]:.8f} (embedding) + "
        "%{customdata[1]:.8f} (encoding) = %{z:.8f}<extra></extra>"
    )
    chart = _matrix("sum", steps.total, _tokens(steps), look, _limit(steps), hover, row, column)
    chart.figure.data[0].customdata = np.stack([steps.embedded, steps.encoding], axis=2)
    return chart


def _tokens(steps: TokenSteps) -> list[str]:
    """Return "0 Transformers" for each token, the number being its position."""
    return _labels([f"{position:g}" for position in steps.positions], steps.words.tokens)


def _labels(numbers: Iterable[object], tokens: Sequence[str]) -> list[str]:
    """Return number and token for each row; the number keeps equal tokens apart."""
    return [f"{n} {visible(token, width=13)}" for n, token in zip(numbers, tokens, strict=True)]


def _limit(steps: TokenSteps) -> float:
    """Return one end of the colours for embedding, encoding and sum, so that they compare."""
    arrays = (steps.embedded, steps.encoding, steps.total)
    return max(1.0, *(float(np.abs(array).max(initial=0)) for array in arrays))


def _matrix(
    name: str,
    values: FloatArray,
    labels: list[str],
    look: Theme,
    limit: float,
    hover: str,
    row: int,
    column: int,
    axis: str = "position and token",
) -> Chart:
    """Draw a matrix with a frame around one cell and, where there is room, its numbers."""
    count, dim = values.shape
    shown = [html.escape(label) for label in labels]
    figure = base_figure(look, height=min(620, 110 + 30 * count), margin_t=12)
    figure.add_trace(
        go.Heatmap(
            z=values,
            x=list(range(dim)),
            y=shown,
            zmin=-limit,
            zmax=limit,
            colorscale=scale(look),
            showscale=False,
            hovertemplate=hover,
            name=name,
        )
    )
    if count <= NUMBERED_ROWS and dim <= NUMBERED_COLUMNS:
        figure.add_trace(_numbers(values, shown, limit))
    ticks = list(range(0, count, -(-count // MOST_LABELS)))
    figure.update_xaxes(title="dimension", showgrid=False, dtick=1 if dim <= 12 else None)
    figure.update_yaxes(type="category", autorange="reversed", showgrid=False)
    figure.update_yaxes(title=axis.rpartition(" ")[2])
    figure.update_yaxes(tickvals=ticks, ticktext=[shown[tick] for tick in ticks])
    _frame(figure, look, row, column)
    return Chart(
        name=name,
        figure=figure,
        alt=(
            f"Matrix of {count} rows and {dim} columns, from {values.min():.4g} to "
            f"{values.max():.4g}. The framed cell, row {labels[row]}, dimension {column}, holds "
            f"{values[row, column]:.8f}."
        ),
        data=values,
        columns=tuple(f"dimension {c}" for c in range(dim)),
        index=tuple(labels),
        index_name=axis,
    )


def _numbers(values: FloatArray, labels: list[str], limit: float) -> go.Scatter:
    """Return the numbers to write into the cells, dark on light cells and light on dark ones."""
    dim = values.shape[1]
    decimals = 3 if limit < 10 else 2 if limit < 100 else 0
    return go.Scatter(
        x=list(range(dim)) * len(labels),
        y=[label for label in labels for _ in range(dim)],
        mode="text",
        text=[f"{value:.{decimals}f}" for value in values.flat],
        textfont={
            "size": 12,
            "color": ["#000000" if abs(v) < 0.74 * limit else "#ffffff" for v in values.flat],
        },
        hoverinfo="skip",
        showlegend=False,
        name="numbers",
    )


def _frame(figure: go.Figure, look: Theme, row: int, column: int) -> None:
    """Draw a frame around one cell."""
    cell = {"x0": column - 0.5, "x1": column + 0.5, "y0": row - 0.5, "y1": row + 0.5}
    for colour, width in ((look.cross_halo, 5), (look.cross, 2)):
        figure.add_shape(type="rect", line={"color": colour, "width": width}, **cell)
