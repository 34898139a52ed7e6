"""From a sentence to the sum, one matrix a picture, and where the sum enters the model.

Tokens come from a reader, and Plotly reads ``<b>`` in a label as a command: every token is
escaped here before it becomes part of a figure.
"""

import html
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec
from pe_core.figures.theme import Theme, scale
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
    cells = {"hovertemplate": "word %{y}, dimension %{x}: weight %{z:.8f}<extra></extra>"}
    cell = (int(steps.indices[row]), column)
    return _matrix(
        "embedding-matrix", steps.weights, labels, "index and word", look, cell, 1.0, cells
    )


def embedded_tokens(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw the embedding of each token: rows of the matrix, in the order of the sentence."""
    cells = {"hovertemplate": "token %{y}, dimension %{x}: embedding %{z:.8f}<extra></extra>"}
    return _of_tokens("embeddings", steps, steps.embedded, look, (row, column), cells)


def token_encoding(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw the encoding of each position of the sentence."""
    names = wave_names(steps.sinusoid, np.arange(steps.sinusoid.dim))
    cells = {
        "customdata": [names] * len(steps.encoding),
        "hovertemplate": (
            "position of %{y}, dimension %{customdata}: encoding %{z:.8f}<extra></extra>"
        ),
    }
    return _of_tokens("encoding", steps, steps.encoding, look, (row, column), cells)


def token_sum(steps: TokenSteps, look: Theme, *, row: int, column: int) -> Chart:
    """Draw embedding plus encoding: what the first layer is given."""
    cells = {
        "customdata": np.stack([steps.embedded, steps.encoding], axis=2),
        "hovertemplate": (
            "token %{y}, dimension %{x}:<br>%{customdata[0]:.8f} (embedding) + "
            "%{customdata[1]:.8f} (encoding) = %{z:.8f}<extra></extra>"
        ),
    }
    return _of_tokens("sum", steps, steps.total, look, (row, column), cells)


def _of_tokens(
    name: str,
    steps: TokenSteps,
    values: FloatArray,
    look: Theme,
    cell: tuple[int, int],
    cells: Part,
) -> Chart:
    """Draw a matrix with a row for each token; the three share their colours, and compare."""
    labels = _labels([f"{position:g}" for position in steps.positions], steps.words.tokens)
    arrays = (steps.embedded, steps.encoding, steps.total)
    limit = max(1.0, *(float(np.abs(array).max(initial=0)) for array in arrays))
    return _matrix(name, values, labels, "position and token", look, cell, limit, cells)


def _labels(numbers: Iterable[object], tokens: Sequence[str]) -> list[str]:
    """Return number and token for each row; the number keeps equal tokens apart."""
    return [f"{n} {visible(token, width=13)}" for n, token in zip(numbers, tokens, strict=True)]


def _matrix(
    name: str,
    values: FloatArray,
    labels: list[str],
    rows: str,
    look: Theme,
    cell: tuple[int, int],
    limit: float,
    cells: Part,
) -> Chart:
    """Draw a matrix with a frame around one cell and, where there is room, its numbers.

    ``rows`` says what the labels are, ``cells`` how a cell is read.
    """
    count, dim = values.shape
    shown = [html.escape(label) for label in labels]
    traces = [_cells(name, values, shown, look, limit) | cells]
    if count <= NUMBERED_ROWS and dim <= NUMBERED_COLUMNS:
        traces.append(_numbers(values, shown, limit))
    spec = figure_spec(
        look,
        traces,
        height=min(620, 110 + 30 * count),
        margin={"t": 12},
        shapes=_frame(look, *cell),
        xaxis=axis("dimension", showgrid=False, **({"dtick": 1} if dim <= 12 else {})),
        yaxis=_row_axis(rows.rpartition(" ")[2], shown),
    )
    return Chart(
        name=name,
        spec=spec,
        alt=(
            f"Matrix of {count} rows and {dim} columns, from {values.min():.4g} to "
            f"{values.max():.4g}. The framed cell, row {labels[cell[0]]}, dimension {cell[1]}, "
            f"holds {values[cell]:.8f}."
        ),
        data=values,
        columns=tuple(f"dimension {c}" for c in range(dim)),
        index=tuple(labels),
        index_name=rows,
    )


def _cells(name: str, values: FloatArray, labels: list[str], look: Theme, limit: float) -> Part:
    """Return the cells; ``limit`` is the value at the ends of the colours."""
    return {
        "type": "heatmap",
        "z": values,
        "x": np.arange(values.shape[1]),
        "y": labels,
        "zmin": -limit,
        "zmax": limit,
        "colorscale": scale(look),
        "showscale": False,
        "name": name,
    }


def _row_axis(title: str, labels: list[str]) -> Part:
    """Return the axis of the rows, the first on top; of many rows every n-th is named."""
    ticks = list(range(0, len(labels), -(-len(labels) // MOST_LABELS)))
    named = {"tickvals": ticks, "ticktext": [labels[tick] for tick in ticks]}
    return axis(title, type="category", autorange="reversed", showgrid=False, **named)


def _numbers(values: FloatArray, labels: list[str], limit: float) -> Part:
    """Return the numbers to write into the cells, dark on light cells and light on dark ones."""
    dim = values.shape[1]
    decimals = 3 if limit < 10 else 2 if limit < 100 else 0
    inks = ["#000000" if abs(v) < 0.74 * limit else "#ffffff" for v in values.flat]
    return {
        "type": "scatter",
        "x": list(range(dim)) * len(labels),
        "y": [label for label in labels for _ in range(dim)],
        "mode": "text",
        "text": [f"{value:.{decimals}f}" for value in values.flat],
        "textfont": {"size": 12, "color": inks},
        "hoverinfo": "skip",
        "showlegend": False,
        "name": "numbers",
    }


def _frame(look: Theme, row: int, column: int) -> list[Part]:
    """Return a frame around one cell."""
    cell = {"x0": column - 0.5, "x1": column + 0.5, "y0": row - 0.5, "y1": row + 0.5}
    strokes = ((look.cross_halo, 5), (look.cross, 2))
    return [{"type": "rect", "line": {"color": c, "width": w}, **cell} for c, w in strokes]
