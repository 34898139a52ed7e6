"""How so many columns can sit in a table: as all of it, as its beginning, as one half, as a block.

A view is a table without numbers (its dim, layout and tail) and the columns that are shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.doctor.hints import Hints
from pe_core.doctor.waves import Arrangement
from pe_core.sinusoid import LAYOUTS, MAX_DIM, Sinusoid

__all__ = ["View", "views"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class View:
    """Say which ``columns`` of a table like ``template`` are shown; ``kind`` names the case."""

    template: Sinusoid
    columns: IntArray
    kind: str

    @property
    def arrangement(self) -> Arrangement:
        """Return the complete pairs among the columns shown (indexes into those shown)."""
        place = np.full(self.template.dim, -1)
        place[self.columns] = np.arange(len(self.columns))
        count = len(self.template.cosine_columns)
        sines = place[self.template.sine_columns[:count]]
        cosines = place[self.template.cosine_columns]
        both = (sines >= 0) & (cosines >= 0)
        return Arrangement(self.template.layout, sines[both], cosines[both])

    @property
    def pairs(self) -> IntArray:
        """Return the number in the table of each pair of :attr:`arrangement`."""
        count = len(self.template.cosine_columns)
        shown = np.isin(self.template.sine_columns[:count], self.columns)
        return np.flatnonzero(shown & np.isin(self.template.cosine_columns, self.columns))


def views(matrix: FloatArray, hints: Hints) -> Iterator[View]:
    """Yield the ways in which the columns of ``matrix`` can sit in a table, likeliest first."""
    shown = matrix.shape[1]
    dim = hints.dim if hints.dim is not None else shown
    if dim < shown or (hints.cropped and hints.dim is None):
        return
    if dim == shown:
        yield from _whole(matrix)
    elif hints.column is not None:
        if hints.column + shown <= dim:
            yield from _crops(dim, hints.column, shown)
    else:
        yield from _crops(dim, 0, shown)
        if dim % 2 == 0 and shown == dim // 2:
            yield from _halves(shown)
    if hints.dim is None and 2 * shown <= MAX_DIM:
        yield from _halves(shown)


def _whole(matrix: FloatArray) -> Iterator[View]:
    dim = matrix.shape[1]
    tails = ["sine", "truncate"] if dim % 2 else ["sine"]
    if dim % 2 and not matrix[:, -1].any():
        tails.insert(0, "zero")
    columns = np.arange(dim)
    for tail in tails:
        for layout in LAYOUTS:
            yield View(Sinusoid(dim, layout=layout, tail=tail), columns, "whole")
    fixed = np.flatnonzero(matrix.any(axis=0))
    if dim % 2 == 0 and 2 <= len(fixed) < dim - 1 and fixed[-1] == len(fixed) - 1:
        for layout in LAYOUTS:
            if len(fixed) % 2 == 0:
                yield View(Sinusoid(len(fixed), layout=layout), columns[: len(fixed)], "filled")


def _crops(dim: int, first: int, shown: int) -> Iterator[View]:
    columns = np.arange(first, first + shown)
    for tail in ("sine", "zero", "truncate") if dim % 2 else ("sine",):
        for layout in LAYOUTS:
            yield View(Sinusoid(dim, layout=layout, tail=tail), columns, "crop")


def _halves(shown: int) -> Iterator[View]:
    template = Sinusoid(2 * shown, layout="sin_cos")
    yield View(template, np.arange(shown), "sine half")
    yield View(template, np.arange(shown, 2 * shown), "cosine half")
