"""A grid of clocks, one for each pair: the sine to the right, the cosine upwards.

Position 0 is sine 0 and cosine 1, so a hand starts at twelve o'clock and turns the usual way
round as the position grows.
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pe_core.figures.spec import Part
from pe_core.figures.theme import Theme
from pe_core.sinusoid import Sinusoid

__all__ = [
    "FEW",
    "arcs",
    "centres",
    "clock_axes",
    "clock_height",
    "dials",
    "drawn_pairs",
    "hands",
    "spaced",
]

FloatArray = npt.NDArray[np.float64]
#: Width and height of one clock's field; the face has radius 1.
FIELD = (2.5, 3.1)
#: Up to this many clocks stand four in a row, with room for two lines of text below each.
FEW = 24
#: Steps of a drawn circle.
ROUND = 40


def drawn_pairs(sinusoid: Sinusoid, count: int) -> npt.NDArray[np.intp]:
    """Return ``count`` pairs evenly spread from the fastest to the slowest, or all there are.

    >>> drawn_pairs(Sinusoid(dim=128), 3).tolist()
    [0, 32, 63]
    """
    complete = sinusoid.columns // 2
    spread = np.linspace(0, complete - 1, max(1, min(count, complete)))
    return np.unique(spread.round().astype(np.intp))


def centres(count: int) -> FloatArray:
    """Return the middle of each clock, four in a row or eight if there are many, (count, 2)."""
    across = 4 if count <= FEW else 8
    index = np.arange(count)
    return np.column_stack([index % across * FIELD[0], -(index // across) * FIELD[1]])


def spaced(parts: Sequence[FloatArray]) -> FloatArray:
    """Return several lines as one, with a gap (NaN) after each, shape (points, 2)."""
    gap = np.full((1, 2), np.nan)
    return np.concatenate([np.empty((0, 2)), *(p for part in parts for p in (part, gap))])


def hands(middles: FloatArray, angles: FloatArray) -> FloatArray:
    """Return the line of one hand for each clock, as :func:`spaced` does; angles in rad."""
    tips = middles + np.column_stack([np.sin(angles), np.cos(angles)])
    return spaced([np.stack([m, t]) for m, t in zip(middles, tips, strict=True)])


def arcs(middles: FloatArray, starts: FloatArray, stops: FloatArray, radius: float) -> FloatArray:
    """Return an arc for each clock from one angle to another, a full circle at most."""
    lines = []
    for middle, start, stop in zip(middles, starts, stops, strict=True):
        stop = min(stop, start + 2 * math.pi)
        count = max(2, math.ceil(ROUND * (stop - start) / (2 * math.pi)) + 1)
        angles = np.linspace(start, stop, count)
        lines.append(middle + radius * np.column_stack([np.sin(angles), np.cos(angles)]))
    return spaced(lines)


def dials(middles: FloatArray, look: Theme) -> Part:
    """Return the faces of the clocks as one trace."""
    zero = np.zeros(len(middles))
    line = arcs(middles, zero, zero + 2 * math.pi, 1.0).astype(np.float32)
    return {
        "type": "scatter",
        "x": line[:, 0],
        "y": line[:, 1],
        "mode": "lines",
        "line": {"color": look.grid, "width": 2, "simplify": False},
        "hoverinfo": "skip",
        "showlegend": False,
        "name": "faces",
    }


def clock_axes(middles: FloatArray) -> tuple[Part, Part]:
    """Return hidden axes that keep circles round and show the whole grid with its captions."""
    hidden = {"visible": False, "fixedrange": True}
    across, down = float(middles[:, 0].max()), float(middles[:, 1].min())
    return (
        {**hidden, "range": [-FIELD[0] / 2, across + FIELD[0] / 2]},
        {**hidden, "range": [down - 1.95, 1.15], "scaleanchor": "x"},
    )


def clock_height(count: int) -> int:
    """Return a height in pixels that fits the rows of clocks."""
    return 190 * math.ceil(count / 4) if count <= FEW else 120 * math.ceil(count / 8)
