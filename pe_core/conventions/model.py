"""What a named convention is: the numbers of a Sinusoid, a name and a source.

Most conventions are one :class:`~pe_core.sinusoid.Sinusoid` whose rows count up. A few are not,
and three small additions cover them: an order of positions (relative encodings count down), rows
of zeros (padding), and a grid (vision tables put one Sinusoid per axis side by side).
"""

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, integer
from pe_core.sinusoid import MAX_DIM, Sinusoid

__all__ = ["Convention", "Grid", "Source"]

FloatArray = npt.NDArray[np.float64]
#: Frequencies that double 39 times reach 2^39; a base below 1e-12 is refused.
MAX_OCTAVES_DIM = 80


@dataclass(frozen=True)
class Source:
    """Name where numbers were read: a library, its version or commit, and the file or function.

    ``odd`` says what this library does with an odd dim, where it differs from its entry.
    """

    library: str
    version: str
    file: str
    odd: str = ""

    def __str__(self) -> str:
        return f"{self.library} {self.version}, {self.file}"


@dataclass(frozen=True)
class Grid:
    """Say how a grid table is put together from one encoding per axis.

    ``axes`` is the axis that each block of columns encodes (0 = rows, y; 1 = columns, x);
    ``join`` is ``"blocks"`` (one axis after the other), ``"halves"`` (all sines of all axes, then
    all cosines) or ``"pairs"`` (sine and cosine of each axis in turn); ``unit`` is what one step
    counts: ``"1"``, ``"16/size"`` (a grid stretched to 16 cells) or ``"turn"`` (the last cell is
    one full turn, 2π).
    """

    axes: tuple[int, ...] = (0, 1)
    join: str = "blocks"
    unit: str = "1"

    def positions(self, shape: tuple[int, ...], origin: float) -> list[FloatArray]:
        """Return the coordinate of every cell along each axis, in row-major order."""
        grid = np.meshgrid(*self.steps(shape, origin), indexing="ij")
        return [axis.reshape(-1) for axis in grid]

    def steps(self, shape: tuple[int, ...], origin: float) -> list[FloatArray]:
        """Return the coordinates along each axis, an array of its size for each."""
        return [self._steps(size, origin) for size in shape]

    def _steps(self, size: int, origin: float) -> FloatArray:
        steps: FloatArray = np.arange(size, dtype=np.float64) + origin
        if self.unit == "16/size":
            steps *= 16 / size
        if self.unit == "turn":
            # DETR divides by the last coordinate, the size, plus 1e-6 against an empty mask.
            steps *= 2 * np.pi / (size + 1e-6)
        return steps

    def combine(self, blocks: list[FloatArray]) -> FloatArray:
        """Put the blocks of the axes, each (cells, width), into the columns of one table."""
        ordered = [blocks[axis] for axis in self.axes]
        width = ordered[0].shape[1]
        if self.join == "halves":
            half = width // 2
            return np.hstack([b[:, :half] for b in ordered] + [b[:, half:] for b in ordered])
        if self.join == "pairs":
            pairs = [b.reshape(len(b), width // 2, 2) for b in ordered]
            return np.stack(pairs, axis=2).reshape(len(pairs[0]), -1)
        return np.hstack(ordered)


@dataclass(frozen=True)
class Convention:
    """Hold the numbers of one library's table, its name and its sources.

    The fields from ``base`` to ``tail`` are those of :class:`~pe_core.sinusoid.Sinusoid`.
    ``amplitude_per_dim`` k replaces the amplitude by sqrt(k / dim); ``octaves`` makes each
    frequency twice the one before. ``order`` is ``"ascending"`` from ``origin``,
    ``"descending"`` to 0, or ``"centred"``: descending from half the length, through 0.
    ``zero_rows`` are overwritten with zeros (padding); ``grid`` makes it a table of a grid.
    """

    name: str
    title: str
    source: Source
    also_known_as: tuple[Source, ...] = ()
    note: str = ""
    base: float = 10_000.0
    spacing: str = "paper"
    layout: str = "interleaved"
    origin: float = 0.0
    amplitude: float = 1.0
    tail: str = "sine"
    amplitude_per_dim: float | None = None
    octaves: bool = False
    order: str = "ascending"
    zero_rows: tuple[int, ...] = ()
    filled: int | None = None
    grid: Grid | None = field(default=None)

    def sinusoid(self, dim: int, *, base: float | None = None) -> Sinusoid:
        """Return the encoding of ``dim`` columns; of one axis and its share, for a grid.

        ``base`` replaces the convention's own. Raises ``ValueError`` for values that
        :class:`~pe_core.sinusoid.Sinusoid` refuses.

        >>> Convention("x", "X", Source("x", "1", "x.py"), base=100).sinusoid(4).base
        100.0
        """
        amplitude = self.amplitude
        if self.amplitude_per_dim is not None:
            amplitude = math.sqrt(self.amplitude_per_dim / integer("dim", dim, 1, MAX_DIM))
        width = self.axis_width(dim) if self.grid else dim
        if base is None and self.octaves:
            integer("dim", dim, 1, MAX_OCTAVES_DIM)
        if base is None:
            base = 2.0 ** -(max(width // 2, 1) - 1) if self.octaves else self.base
        return Sinusoid(
            dim=width,
            base=base,
            spacing=self.spacing,
            layout=self.layout,
            origin=self.origin,
            amplitude=amplitude,
            tail=self.tail,
        )

    def axis_width(self, dim: int) -> int:
        """Return how many of ``dim`` columns each axis of the grid gets (rounded up to even)."""
        axes = len(self.grid.axes) if self.grid else 1
        return 2 * math.ceil(integer("dim", dim, 1, MAX_DIM) / (2 * axes))

    def positions(self, length: int) -> FloatArray:
        """Return the position that each of ``length`` rows encodes, shape (length,).

        >>> Convention("x", "X", Source("x", "1", "x.py"), order="centred").positions(4).tolist()
        [2.0, 1.0, 0.0, -1.0]
        """
        length = integer("length", length, 0, MAX_CELLS)
        rows = np.arange(length, dtype=np.float64)
        if self.order == "descending":
            return length - 1 - rows
        return length // 2 - rows if self.order == "centred" else self.origin + rows

    def table(
        self, length: int | tuple[int, ...], dim: int, *, base: float | None = None
    ) -> FloatArray:
        """Build the table as the library would, float64, shape (rows, dim).

        ``length`` is the number of rows, or the shape of the grid (height, width): its cells are
        the rows, in row-major order. Raises ``ValueError`` for other values, and for more than
        2**29 cells.

        >>> convention = Convention("x", "X", Source("x", "1", "x.py"), zero_rows=(0,))
        >>> convention.table(2, 2).round(4).tolist()
        [[0.0, 0.0], [0.8415, 0.5403]]
        """
        dim = integer("dim", dim, 1, MAX_DIM)
        if self.grid:
            return self._grid_table(self.grid, length, dim, base)
        if isinstance(length, tuple | list | np.ndarray):
            raise ValueError(f"length must be one integer for {self.name}; got several")
        length = integer("length", length, 0, MAX_CELLS)
        _check_cells(length, dim)
        sinusoid = self.sinusoid(self.filled or dim, base=base)
        if self.order == "ascending":
            table = sinusoid.table(length)
        else:
            table = sinusoid.encode(self.positions(length))
        table[[row for row in self.zero_rows if row < length]] = 0
        if self.filled:
            table = np.pad(table[:, :dim], ((0, 0), (0, max(0, dim - self.filled))))
        return table

    def _grid_table(
        self, grid: Grid, shape: int | tuple[int, ...], dim: int, base: float | None
    ) -> FloatArray:
        rule = f"length must be a shape of {len(grid.axes)} sizes for {self.name}"
        if not isinstance(shape, tuple | list | np.ndarray):
            one = isinstance(shape, int | float | np.integer) and abs(shape) < 1e18
            raise ValueError(f"{rule}; got {shape if one else type(shape).__name__}")
        if getattr(shape, "ndim", 1) != 1 or len(shape) != len(grid.axes):
            raise ValueError(f"{rule}; got another shape")
        sizes = tuple(integer("length", size, 1, MAX_CELLS) for size in shape)
        _check_cells(math.prod(sizes), dim)
        sinusoid = self.sinusoid(dim, base=base)
        cells = grid.positions(sizes, self.origin)
        return grid.combine([sinusoid.encode(axis) for axis in cells])[:, :dim]


def _check_cells(rows: int, dim: int) -> None:
    if rows * dim > MAX_CELLS:
        raise ValueError(f"length times dim must be at most {MAX_CELLS} cells; got {rows * dim}")
