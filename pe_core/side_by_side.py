"""Two named conventions as their libraries build them, row by row and column by column.

:func:`pe_core.conventions.compare` holds two Sinusoids against each other. A library's own table
is a little more: some count down, some have a row of zeros, some lay out a grid. Here the tables
themselves are compared, and the columns are matched by what each one is (which axis, which
frequency, sine or cosine), so that "only the order differs" is a proof and not a guess.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer
from pe_core.conventions import COMPARED_POSITIONS, Convention, effective_base
from pe_core.sinusoid import MAX_DIM

__all__ = ["GRID_SHAPES", "SideBySide", "common_dim", "side_by_side"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
#: The grid on which a table of one, two or three axes is drawn: 512 cells each.
GRID_SHAPES: dict[int, tuple[int, ...]] = {2: (16, 32), 3: (8, 8, 8)}
GRID_CELLS = 512
#: Fewer rows would not tell one frequency from another: row 0 holds zeros and ones only.
MIN_ROWS = 16
MAX_ROWS, MAX_COMPARED = 2_000, 2**21
DOT_ROWS = 64
#: Two ways to round the same angle differ by less.
SAME = 1e-11
#: The last of 40 doubled frequencies is 2**39; a Sinusoid's base goes no further.
MAX_OCTAVES_DIM = 80


@dataclass(frozen=True)
class SideBySide:
    """Hold two tables of the same shape and where they part.

    ``left`` and ``right`` have shape (rows, dim), ``difference`` = left - right; ``by_row``
    (rows,) is its largest magnitude per row. ``largest_at`` pairs each of COMPARED_POSITIONS with
    the largest difference in that row, or None beyond the table. ``permutation`` (dim,) is the
    left column that each right column repeats, or None; ``after`` is the largest difference once
    the columns are reordered. ``dot_gap`` is the largest difference between the dot products of
    at most 64 rows with each other. The bases are effective bases, None without one.
    """

    left: FloatArray
    right: FloatArray
    difference: FloatArray
    by_row: FloatArray
    largest_at: tuple[tuple[int, float | None], ...]
    permutation: IntArray | None
    after: float | None
    dot_gap: float
    bases: tuple[float | None, float | None]
    shapes: tuple[tuple[int, ...], tuple[int, ...]]


def common_dim(left: Convention, right: Convention, dim: int) -> int:
    """Return ``dim``, or a smaller one that both accept where one of the two refuses it.

    Some refuse an odd dim (the even one below is returned, 2 at least); frequencies that double
    from pair to pair go up to dim 80.

    >>> from pe_core.conventions import convention
    >>> common_dim(convention("paper"), convention("mlx"), 7)
    6
    """
    dim = integer("dim", dim, 1, MAX_DIM)
    if left.octaves or right.octaves:
        dim = min(dim, MAX_OCTAVES_DIM)
    refused = any(entry.tail == "error" and not entry.grid for entry in (left, right))
    return max(2, dim - 1) if refused and dim % 2 else dim


def side_by_side(
    left: Convention, right: Convention, dim: int, *, length: int = 512, base: float | None = None
) -> SideBySide:
    """Build the tables of two conventions and compare them.

    ``dim`` is an integer from 1 to 4096 that both accept (see :func:`common_dim`), ``length`` the
    wanted number of rows, from 16 to 2,000, and less for a large dim; with a grid convention there
    are 512 rows, the cells of a small grid. ``base`` replaces that of both, but not of one whose
    frequencies double.

    Raises ``ValueError`` for other values.

    >>> from pe_core.conventions import convention
    >>> side_by_side(convention("paper"), convention("marian"), 4).permutation.tolist()
    [0, 2, 1, 3]
    """
    dim = integer("dim", dim, 1, 4096)
    length = min(integer("length", length, 1, 10**9), MAX_ROWS, max(512, MAX_COMPARED // dim))
    length = GRID_CELLS if left.grid or right.grid else max(length, MIN_ROWS)
    bases = tuple(None if entry.octaves else base for entry in (left, right))
    shapes = tuple(_shape(entry, length) for entry in (left, right))
    first = left.table(shapes[0] if left.grid else length, dim, base=bases[0])
    second = right.table(shapes[1] if right.grid else length, dim, base=bases[1])
    difference = first - second
    by_row = np.abs(difference).max(axis=1)
    permutation, after = _matched(left, right, first, second, bases)
    few = [table[:: max(1, length // DOT_ROWS)] for table in (first, second)]
    return SideBySide(
        first,
        second,
        difference,
        by_row,
        _largest_at((left, right), by_row, dim, bases),
        permutation,
        after,
        float(np.abs(few[0] @ few[0].T - few[1] @ few[1].T).max()),
        (_effective(left, dim, base), _effective(right, dim, base)),
        (shapes[0], shapes[1]),
    )


def _shape(entry: Convention, length: int) -> tuple[int, ...]:
    return GRID_SHAPES[len(entry.grid.axes)] if entry.grid else (length,)


def _effective(entry: Convention, dim: int, base: float | None) -> float | None:
    """Return the base that gives these frequencies with the paper's spacing."""
    if entry.octaves:
        return None
    return effective_base(entry.sinusoid(entry.filled or dim, base=base))


def _largest_at(
    entries: tuple[Convention, Convention],
    by_row: FloatArray,
    dim: int,
    bases: tuple[float | None, ...],
) -> tuple[tuple[int, float | None], ...]:
    """Return the largest difference in each compared row.

    Rows beyond the table are computed too, where a row does not depend on the table's length.
    """
    fixed = all(entry.order == "ascending" and not entry.grid for entry in entries)
    out: list[tuple[int, float | None]] = []
    for row in COMPARED_POSITIONS:
        if row < len(by_row):
            out.append((row, float(by_row[row])))
        elif fixed:
            left, right = (
                replace(entry, origin=entry.origin + row, zero_rows=()).table(1, dim, base=base)
                for entry, base in zip(entries, bases, strict=True)
            )
            out.append((row, float(np.abs(left - right).max())))
        else:
            out.append((row, None))
    return tuple(out)


def _matched(
    left: Convention,
    right: Convention,
    first: FloatArray,
    second: FloatArray,
    bases: tuple[float | None, ...],
) -> tuple[IntArray | None, float | None]:
    """Return which left column each right column repeats, and what differs once reordered.

    Columns are matched by what they are; then the numbers have the last word.
    """
    dim = first.shape[1]
    names = [
        _column_names(entry, dim, base) for entry, base in zip((left, right), bases, strict=True)
    ]
    places = {name: column for column, name in enumerate(names[0])}
    if len(places) < dim or set(places) != set(names[1]):
        return None, None
    permutation = np.array([places[name] for name in names[1]], dtype=np.intp)
    after = float(np.abs(first[:, permutation] - second).max())
    return (permutation, after) if after <= SAME * max(1.0, np.abs(first).max()) else (None, None)


def _column_names(entry: Convention, dim: int, base: float | None) -> list[tuple[float, ...]]:
    """Return what each column is: its axis, 1 for a cosine, and its frequency.

    Columns of zeros are counted, so that each name is there once.
    """
    sinusoid = entry.sinusoid(entry.filled or dim, base=base)
    own = np.full((3, sinusoid.dim), -1.0)
    for kind, columns in enumerate((sinusoid.sine_columns, sinusoid.cosine_columns)):
        own[1, columns] = kind
        own[2, columns] = sinusoid.frequencies[: len(columns)]
    if not entry.grid:
        waves = [tuple(column) for column in own.T.tolist()][:dim]
        return waves + [(-1.0, -1.0, float(column)) for column in range(len(waves), dim)]
    blocks = [own.copy() for _ in range(max(entry.grid.axes) + 1)]
    for axis, block in enumerate(blocks):
        block[0] = axis
    return [tuple(column) for column in entry.grid.combine(blocks)[:, :dim].T.tolist()]
