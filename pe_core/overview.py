"""What a picture of a table shows when the table has more cells than the screen has pixels.

A million positions do not fit into six hundred pixels. Taking every n-th row would draw waves
that are not there (aliasing), so each drawn row is the exact average of the positions that it
covers. Columns are not averaged, since a sine and a cosine side by side would cancel: where there
are too many, whole pairs are left out evenly, and the picture says so.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer
from pe_core.sinusoid import Sinusoid

__all__ = ["Overview", "overview", "pairs_of_columns", "wave_names"]

MAX_COLUMNS = 512
MAX_CELLS = 140_000
#: A chart is about 560 pixels high: more rows would be drawn over one another.
MAX_ROWS = 560


@dataclass(frozen=True)
class Overview:
    """Hold the cells of a picture and what each row and column of it stands for.

    ``values`` has shape (rows, columns), float32. Row r stands for the positions
    ``starts[r]`` … ``stops[r]`` (inclusive, relative to row 0 of the table, exact if equal);
    column c for the dimension ``dimensions[c]``. ``block`` is the number of positions a row,
    ``pairs_step`` says that every n-th pair is drawn, ``blurred`` lists the drawn dimensions that
    turn more than once in two rows, ``cells`` is the most that were allowed.
    """

    values: npt.NDArray[np.float32]
    starts: npt.NDArray[np.int64]
    stops: npt.NDArray[np.int64]
    dimensions: npt.NDArray[np.int64]
    block: int
    pairs_step: int
    blurred: npt.NDArray[np.int64]
    cells: int = MAX_CELLS

    def row_of(self, position: int) -> int | None:
        """Return the row that covers a position, or None if it is outside."""
        inside = np.flatnonzero((self.starts <= position) & (position <= self.stops))
        return int(inside[0]) if len(inside) else None

    def column_of(self, dimension: int) -> int | None:
        """Return the column that shows a dimension, or None if it was left out."""
        inside = np.flatnonzero(self.dimensions == dimension)
        return int(inside[0]) if len(inside) else None


def overview(
    sinusoid: Sinusoid, first: int, last: int, *, keep: int | None = None, cells: int = MAX_CELLS
) -> Overview:
    """Return a picture of the rows ``first`` … ``last`` (inclusive) of at most ``cells`` cells.

    ``first`` and ``last`` are integers from 0 to 1e12, ``keep`` is a dimension whose pair must be
    drawn even if its neighbours are left out. At most 512 columns and 560 rows are drawn.

    Raises ``ValueError`` for other values or ``last < first``.

    >>> overview(Sinusoid(dim=128), 0, 9999).block
    18
    """
    first = integer("first", first, 0, 10**12)
    last = integer("last", last, first, 10**12)
    cells = integer("cells", cells, 1, MAX_CELLS)
    if keep is not None:
        keep = integer("keep", keep, 0, sinusoid.dim - 1)
    dimensions, pairs_step = _dimensions(sinusoid, keep)
    length = last - first + 1
    rows = max(1, min(MAX_ROWS, cells // len(dimensions)))
    block = max(1, math.ceil(length / rows))
    if block == 1:
        values = sinusoid.table(length, start=first)
    else:
        values = sinusoid.block_means(length, block, start=first)
    starts = first + np.arange(len(values)) * block
    per_row = np.full(sinusoid.dim, np.inf)
    per_row[sinusoid.sine_columns] = sinusoid.wavelengths
    per_row[sinusoid.cosine_columns] = sinusoid.wavelengths[: len(sinusoid.cosine_columns)]
    return Overview(
        values=values[:, dimensions].astype(np.float32),
        starts=starts,
        stops=np.minimum(starts + block - 1, last),
        dimensions=dimensions,
        block=block,
        pairs_step=pairs_step,
        blurred=dimensions[per_row[dimensions] < 2 * block] if block > 1 else dimensions[:0],
        cells=cells,
    )


def _dimensions(sinusoid: Sinusoid, keep: int | None) -> tuple[npt.NDArray[np.int64], int]:
    """Return the dimensions to draw, in column order, and the step between their pairs."""
    step = math.ceil(sinusoid.dim / MAX_COLUMNS)
    if step == 1:
        return np.arange(sinusoid.dim), 1
    pair_of = pairs_of_columns(sinusoid)
    drawn = pair_of % step == 0
    if keep is not None:
        drawn |= pair_of == pair_of[keep]
    return np.flatnonzero(drawn), step


def pairs_of_columns(sinusoid: Sinusoid) -> npt.NDArray[np.int64]:
    """Return the number of the pair that each column belongs to, -1 for a column of zeros, (dim,).

    >>> pairs_of_columns(Sinusoid(dim=4, layout="sin_cos")).tolist()
    [0, 1, 0, 1]
    """
    pairs = np.full(sinusoid.dim, -1, dtype=np.int64)
    pairs[sinusoid.sine_columns] = np.arange(len(sinusoid.sine_columns))
    pairs[sinusoid.cosine_columns] = np.arange(len(sinusoid.cosine_columns))
    return pairs


def wave_names(sinusoid: Sinusoid, dimensions: npt.NDArray[np.int64]) -> list[str]:
    """Return "6 (sine, wavelength 19.9)" for each dimension of an array of column numbers.

    >>> wave_names(Sinusoid(dim=2), np.array([0, 1]))
    ['0 (sine, wavelength 6.28)', '1 (cosine, wavelength 6.28)']
    """
    # NumPy's own numbers are slow to look up and to write.
    names = {column: f"{column} (zero)" for column in dimensions.tolist()}
    wavelengths = sinusoid.wavelengths.tolist()
    for wave, columns in (("sine", sinusoid.sine_columns), ("cosine", sinusoid.cosine_columns)):
        for column, wavelength in zip(columns.tolist(), wavelengths, strict=False):
            if column in names:
                names[column] = f"{column} ({wave}, wavelength {short(wavelength)})"
    return [names[column] for column in dimensions.tolist()]


def short(number: float) -> str:
    """Return a number with three to six significant digits and thousands marked.

    >>> short(62831.853), short(6.2831853)
    ('62,832', '6.28')
    """
    if not math.isfinite(number):
        return "∞"
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
