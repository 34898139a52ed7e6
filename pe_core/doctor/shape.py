"""How the numbers lie: upright or on their side, with rows of zeros, whole or in part.

A sheet is the matrix turned upright, with the rows that carry an encoding. A view says how its
columns can sit in a table: as all of it, as its beginning, as one half, as a block.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.case import Hints
from pe_core.doctor.hypotheses import RIGHT
from pe_core.doctor.phases import spread_rows
from pe_core.doctor.precision import Precision
from pe_core.doctor.score import Model, Sample
from pe_core.sinusoid import LAYOUTS, MAX_DIM, Sinusoid

__all__ = ["Sheet", "longest_run", "sheets", "views"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Sheet:
    """Hold a matrix upright, the ``rows`` of it that carry an encoding, and their ``ranks``.

    A rank counts the rows of the table from the first one on. ``hints`` are turned with the
    matrix; ``shift`` was taken from every value.
    """

    matrix: FloatArray
    rows: IntArray
    ranks: FloatArray
    precision: Precision
    hints: Hints
    turned: bool = False
    shift: float = 0.0

    @property
    def sample(self) -> Sample:
        """Return at most 120 rows: the first 40, and others spread over the length."""
        count = len(self.rows)
        picked = np.unique(np.r_[0 : min(count, 40), spread_rows(count, 80)])
        return self.part(picked)

    def part(self, picked: IntArray) -> Sample:
        """Return some of the rows with their ranks and their precision."""
        rows = self.rows[picked]
        return self.matrix[rows], self.ranks[picked], self.precision.cut(rows)

    @property
    def run(self) -> Sample:
        """Return the longest run of neighbouring rows."""
        return self.part(longest_run(self.ranks))

    def only(self, rows: IntArray) -> "Sheet":
        """Return the sheet with some of its rows, by their number in the matrix."""
        kept = np.isin(self.rows, rows)
        return replace(self, rows=self.rows[kept], ranks=self.ranks[kept])


def longest_run(ranks: FloatArray) -> IntArray:
    """Return the places of the longest run of ranks that count up by one.

    >>> longest_run(np.array([0.0, 1.0, 5.0, 6.0, 7.0])).tolist()
    [2, 3, 4]
    """
    cuts = np.flatnonzero(np.diff(ranks) != 1) + 1
    return max(np.split(np.arange(len(ranks)), cuts), key=len)


def sheets(matrix: FloatArray, hints: Hints, precision: Precision) -> Iterator[Sheet]:
    """Yield the matrix upright and on its side, with all rows and without those of zeros."""
    for turned in (False, True):
        if turned and (matrix.shape == (1, 1) or len(matrix) < 2):
            return
        upright = matrix.T if turned else matrix
        if upright.shape[1] > 32_768:
            continue
        known = replace(hints, rows=hints.columns, columns=hints.rows) if turned else hints
        if known.dim is not None and known.dim < upright.shape[1]:
            continue
        fine = precision.turned() if turned else precision
        every = np.arange(len(upright))
        ranks = every.astype(np.float64)
        if known.rows is not None and len(known.rows) == len(upright):
            # Labels may count from another number than the first position.
            ranks = np.array(known.rows, dtype=np.float64) - known.rows[0]
        yield Sheet(upright, every, ranks, fine, known, turned)
        full = np.flatnonzero(upright.any(axis=1))
        if 0 < len(full) < len(upright):
            yield Sheet(upright, full, ranks[full], fine, known, turned)
            if full[-1] - full[0] >= len(full):
                # Padding may not count: tokens go on where they stopped.
                dense = ranks[full[0]] + np.arange(len(full), dtype=np.float64)
                yield Sheet(upright, full, dense, fine, replace(known, position=None), turned)


def views(sheet: Sheet) -> Iterator[Model]:
    """Yield the ways in which the columns can sit in a table, likeliest first, without numbers."""
    hints, shown = sheet.hints, sheet.matrix.shape[1]
    dim = hints.dim if hints.dim is not None else shown
    if hints.columns is not None and len(hints.columns) == shown:
        columns = np.array(hints.columns, dtype=np.intp)
        least = int(columns.max()) + 1
        whole = hints.dim is None and (columns == np.arange(shown)).all() and not hints.cropped
        if not whole:
            yield from _placed(max(hints.dim or least, least), columns)
            return
    if dim < shown or (hints.cropped and hints.dim is None):
        return
    if dim == shown:
        yield from _whole(sheet.matrix)
    else:
        yield from _placed(dim, np.arange(shown))
        if dim % 2 == 0 and shown == dim // 2:
            yield from _halves(shown)
    if hints.dim is None and 2 * shown <= MAX_DIM:
        yield from _halves(shown)


def _whole(matrix: FloatArray) -> Iterator[Model]:
    dim = matrix.shape[1]
    tails = ["sine", "truncate"] if dim % 2 else ["sine"]
    if dim % 2 and not matrix[:, -1].any():
        tails.insert(0, "zero")
    columns = np.arange(dim)
    for tail in tails:
        for layout in RIGHT.layouts:
            yield Model(Sinusoid(dim, layout=layout, tail=tail), columns)
    fixed = np.flatnonzero(matrix.any(axis=0))
    count = len(fixed)
    if dim % 2 == 0 and 2 <= count < dim - 1 and fixed[-1] == count - 1 and count % 2 == 0:
        for layout in LAYOUTS:
            yield Model(Sinusoid(count, layout=layout), columns[:count], "filled")


def _placed(dim: int, columns: IntArray) -> Iterator[Model]:
    for tail in ("sine", "zero", "truncate") if dim % 2 else ("sine",):
        for layout in LAYOUTS:
            kind = "whole" if len(columns) == dim else "crop"
            yield Model(Sinusoid(dim, layout=layout, tail=tail), columns, kind)


def _halves(shown: int) -> Iterator[Model]:
    template = Sinusoid(2 * shown, layout="sin_cos")
    yield Model(template, np.arange(shown), "sine half")
    yield Model(template, np.arange(shown, 2 * shown), "cosine half")
