"""What a matrix is if it is no sinusoidal table, as far as that can be told."""

import numpy as np
import numpy.typing as npt

from pe_core.doctor.report import Held, held_against
from pe_core.doctor.score import Model
from pe_core.doctor.shape import Sheet
from pe_core.sinusoid import Sinusoid

__all__ = ["looks_random", "nearest", "rotary", "unlike"]

FloatArray = npt.NDArray[np.float64]
_CANDIDATES = (
    ("interleaved", "paper"),
    ("sin_cos", "paper"),
    ("sin_cos", "endpoint"),
    ("cos_sin", "paper"),
    ("cos_sin", "endpoint"),
)


def nearest(sheet: Sheet) -> tuple[Model, FloatArray, Held]:
    """Return the usual table with the most columns in agreement, its positions, the comparison."""
    hints, matrix = sheet.hints, sheet.matrix
    dim = max(hints.dim or 0, matrix.shape[1])
    columns = np.arange(matrix.shape[1])
    if hints.columns is not None and len(hints.columns) == len(columns):
        columns = np.array(hints.columns, dtype=np.intp)
        dim = max(dim, int(columns.max()) + 1)
    starts = [float(hints.position)] if hints.position is not None else [0.0, 1.0, 2.0]
    some = np.unique(np.linspace(0, len(matrix) - 1, min(64, len(matrix))).astype(np.intp))
    cells, ranks, precision = sheet.part(some)
    best: tuple[tuple[int, float], Model, float] | None = None
    for layout, spacing in _CANDIDATES:
        if dim < 4 and spacing == "endpoint":
            continue
        model = Model(Sinusoid(dim, base=hints.bases[0], layout=layout, spacing=spacing), columns)
        for start in starts:
            ratio = np.abs(model.ratio(cells, start + ranks, precision))
            gap = float(np.abs(cells - model.values(start + ranks)).mean())
            rank = (int((ratio <= 1).all(axis=0).sum()), -gap)
            if best is None or rank > best[0]:
                best = rank, model, start
    model, start = best[1:] if best else (Model(Sinusoid(dim), columns), 0.0)
    positions = start + sheet.ranks
    return model, positions, held_against(sheet, model, positions)


def unlike(matrix: FloatArray) -> str | None:
    """Return one sentence on what ``matrix`` (rows, columns) looks like instead, or None.

    >>> unlike(np.zeros((2, 2)))
    'Every value is zero: this is no encoding, or one that was never filled.'
    """
    if not matrix.any():
        return "Every value is zero: this is no encoding, or one that was never filled."
    if np.ptp(matrix) == 0:
        return f"Every value is {matrix.flat[0]:.6g}: a constant says nothing about positions."
    if len(matrix) > 2 and (matrix == matrix[0]).all():
        return "Every row is the same, so the rows say nothing about positions."
    highest = float(np.abs(matrix).max())
    if highest > 1e9:
        return f"Values as large as {highest:.6g} are in no encoding that I know."
    if _linear(matrix):
        return "The rows are straight lines: a linear bias such as ALiBi's, no sinusoids."
    if (matrix == np.round(matrix)).all() and matrix.size > 2:
        return (
            "These are whole numbers: bucket indexes such as T5's relative positions, or token "
            "numbers, not a sinusoidal table."
        )
    return None


def looks_random(matrix: FloatArray) -> bool:
    """Return whether neighbouring rows and columns have nothing to do with each other."""
    if matrix.size < 64 or min(matrix.shape) < 2 or matrix.std() == 0:
        return False
    if len(np.unique(np.abs(matrix))) < 0.9 * matrix.size:
        return False
    centred = matrix - matrix.mean()
    power = float((centred**2).mean())
    noise = 4 / np.sqrt(matrix.size)
    lags = (centred[1:] * centred[:-1], centred[:, 1:] * centred[:, :-1])
    return all(abs(float(product.mean())) / power < noise for product in lags)


def _linear(matrix: FloatArray) -> bool:
    if matrix.shape[1] < 8:
        return False
    bends = np.abs(np.diff(matrix, 2, axis=1))
    straight = (bends < 1e-5 * np.abs(matrix).max()).mean()
    # A bias on |i - j| bends once per row, and a padded one once at its start.
    return bool(straight >= 1 - 2.5 / bends.shape[1])


def rotary(matrix: FloatArray) -> str | None:
    """Recognise tables of rotary encodings: each frequency twice, all sine or all cosine.

    This is the one place that names what belongs to rotary encodings without being a sinusoidal
    table.
    """
    columns = matrix.shape[1]
    if columns % 2 or columns < 4 or np.abs(matrix).max() > 1.5:
        return None
    half = columns // 2
    ways = {
        "two equal halves (as rotate_half wants)": (matrix[:, :half], matrix[:, half:]),
        "equal neighbours (adjacent pairs)": (matrix[:, ::2], matrix[:, 1::2]),
    }
    for way, (left, right) in ways.items():
        if np.array_equal(left, right):
            return f"Each column appears twice, in {way}: this looks like a rotary (RoPE) table."
    return None
