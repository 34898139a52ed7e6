"""What a picture of any matrix shows, when the matrix has more cells than the screen has pixels.

A table that somebody brings is known by its cells alone, so there is no closed form to average
it with, as there is for a Sinusoid. Rows are averaged in blocks, and whole pairs of neighbouring
columns are left out evenly. A difference is treated otherwise: of each block its largest
difference is drawn, so that one wrong cell in a million still shows.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, finite_array, integer

__all__ = ["Picture", "picture"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
MAX_COLUMNS = 256
MAX_ROWS = 400
MAX_CELLS = 100_000
#: The sum of 2**25 such values is still finite in float64.
HUGE = 1e300
FLOAT32_END = float(np.finfo(np.float32).max)


@dataclass(frozen=True)
class Picture:
    """Hold the cells of a picture and what each row and column of it stands for.

    ``values`` has shape (rows, columns), float32. Row r stands for the matrix rows ``starts[r]``
    … ``stops[r]`` (inclusive), column c for ``columns[c]``; for ``kind`` "extreme" it stands for
    the columns up to the next drawn one too. ``shape`` is that of the matrix, ``largest`` its
    largest magnitude.
    """

    values: npt.NDArray[np.float32]
    starts: IntArray
    stops: IntArray
    columns: IntArray
    shape: tuple[int, int]
    largest: float
    kind: str

    @property
    def block(self) -> int:
        """Return how many matrix rows one drawn row stands for (the last may be fewer)."""
        return int(self.stops[0] - self.starts[0]) + 1

    @property
    def whole(self) -> bool:
        """Return whether each cell of the matrix is a cell of the picture."""
        return self.values.shape == self.shape


def picture(matrix: npt.ArrayLike, *, kind: str = "mean", cells: int = 20_000) -> Picture:
    """Return a picture of ``matrix`` with at most about ``cells`` cells.

    ``matrix`` is a finite array (rows, columns) of at least one cell; ``kind`` is ``"mean"`` or
    ``"extreme"`` (the value of largest magnitude); ``cells`` is an integer from 512 to 100,000.
    At most 256 columns and 400 rows are drawn.

    Raises ``ValueError`` for other values.

    >>> picture(np.eye(1000), kind="extreme").values.max().item()
    1.0
    """
    values = finite_array("matrix", matrix, ndim=2, limit=float(np.finfo(np.float64).max))
    kind = choice("kind", kind, ("mean", "extreme"))
    cells = integer("cells", cells, 512, MAX_CELLS)
    if not values.size:
        raise ValueError(f"matrix must have at least one cell; got shape {values.shape}")
    height, width = values.shape
    pairs_step = math.ceil(width / MAX_COLUMNS)
    columns = np.flatnonzero((np.arange(width) // 2) % pairs_step == 0)
    rows = max(1, min(MAX_ROWS, cells // len(columns)))
    block = math.ceil(height / rows)
    largest = float(max(values.max(), -values.min()))
    if largest > HUGE:
        values = np.clip(values, -HUGE, HUGE)
    starts = np.arange(0, height, block)
    stops = np.minimum(starts + block, height) - 1
    if kind == "mean":
        drawn = np.add.reduceat(values[:, columns], starts) / (stops - starts + 1)[:, None]
    else:
        drawn = _extreme(values, starts, columns)
    drawn = np.clip(drawn, -FLOAT32_END, FLOAT32_END).astype(np.float32)
    return Picture(drawn, starts, stops, columns, (height, width), largest, kind)


def _extreme(values: FloatArray, starts: IntArray, columns: IntArray) -> FloatArray:
    """Return the value of largest magnitude of each block."""
    high: FloatArray = np.maximum.reduceat(np.maximum.reduceat(values, starts), columns, axis=1)
    low: FloatArray = np.minimum.reduceat(np.minimum.reduceat(values, starts), columns, axis=1)
    chosen: FloatArray = np.where(high >= -low, high, low)
    return chosen
