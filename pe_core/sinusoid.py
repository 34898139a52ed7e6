"""The sinusoidal positional encoding, as one small object.

Self-attention sees a set: without help it cannot tell the first token from the last. The
sinusoidal encoding gives each position a vector of sines and cosines whose frequencies fall
geometrically from fast to slow, like the digits of a smooth counter. Every variant met in real
libraries differs in a few numbers only, and they are the fields of :class:`Sinusoid`.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.5.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, choice, finite_array, integer, real
from pe_core.frequencies import damping, geometric_frequencies
from pe_core.phasors import write_rows

__all__ = ["LAYOUTS", "MAX_DIM", "SPACINGS", "TAILS", "Sinusoid"]

FloatArray = npt.NDArray[np.float64]

MAX_DIM = 65_536
SPACINGS = ("paper", "endpoint")
LAYOUTS = ("interleaved", "sin_cos", "cos_sin")
TAILS = ("sine", "zero", "truncate", "error")
#: A position is exact in float64 far beyond this; the bound keeps ``ω·position`` finite.
MAX_POSITION = 1e15


@dataclass(frozen=True)
class Sinusoid:
    """Describe one sinusoidal encoding by the seven numbers in which libraries differ.

    Parameters
    ----------
    dim : number of columns, ``d_model`` in the paper; an integer from 1 to 65,536.
    base : ratio of the slowest to the fastest wavelength (before spacing); from 1e-12 to 1e12.
        10000 in the paper. Below 1 the frequencies grow instead, as in NeRF.
    spacing : how the exponent runs over the ``n`` pairs. ``"paper"``: 2i/dim.
        ``"endpoint"``: i/(n - 1), so that the last frequency is exactly 1/base.
    layout : order of the columns. ``"interleaved"``: s c s c …; ``"sin_cos"``: all sines, then
        all cosines; ``"cos_sin"``: the reverse.
    origin : position of row 0; any real number up to 1e12 in magnitude.
    amplitude : factor on every value; from 1e-12 to 1e12.
    tail : what an odd ``dim`` does. ``"sine"``: one more sine than cosines; ``"zero"``: the table
        of dim - 1 and a column of zeros; ``"truncate"``: the table of dim + 1 without its last
        column; ``"error"``: an odd dim is refused.

    Raises
    ------
    ValueError : a field breaks its rule.

    Formula
    -------
    PE(p, 2i) = sin(p · base^(-2i/dim)), PE(p, 2i + 1) = cos(p · base^(-2i/dim))

    Source: Vaswani et al. (2017), section 3.5; the other spacings and layouts from the libraries
    named in :mod:`pe_core.conventions`.

    >>> Sinusoid(dim=4).table(2).round(4).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.8415, 0.5403, 0.01, 1.0]]
    """

    dim: int
    base: float = 10_000.0
    spacing: str = "paper"
    layout: str = "interleaved"
    origin: float = 0.0
    amplitude: float = 1.0
    tail: str = "sine"

    def __post_init__(self) -> None:
        """Check every field, so that no other method has to."""
        put = object.__setattr__
        put(self, "dim", integer("dim", self.dim, 1, MAX_DIM))
        put(self, "base", real("base", self.base, 1e-12, 1e12))
        choice("spacing", self.spacing, SPACINGS)
        choice("layout", self.layout, LAYOUTS)
        put(self, "origin", real("origin", self.origin, -1e12, 1e12))
        put(self, "amplitude", real("amplitude", self.amplitude, 1e-12, 1e12))
        choice("tail", self.tail, TAILS)
        if self.tail == "error" and self.dim % 2:
            raise ValueError(f"dim must be even when tail is error; got {self.dim}")

    @property
    def columns(self) -> int:
        """Return how many columns carry a wave: ``dim``, less one where the tail is a zero."""
        return self.dim - 1 if self.tail == "zero" and self.dim % 2 else self.dim

    @property
    def unpaired(self) -> bool:
        """Return whether the last sine has no cosine beside it (an odd number of waves)."""
        return bool(self.columns % 2)

    @cached_property
    def frequencies(self) -> FloatArray:
        """Return the angular frequency of each pair, fastest first, in rad per position.

        Shape ``((columns + 1) // 2,)``, float64, correctly rounded, read-only.
        Formula: ω_i = base^(-2i/dim), or base^(-i/(n - 1)) with endpoint spacing.
        Source: Vaswani et al. (2017), section 3.5; tensor2tensor, common_attention.py.

        >>> Sinusoid(dim=6).frequencies.round(6).tolist()
        [1.0, 0.046416, 0.002154]
        """
        count = (self.columns + 1) // 2
        if self.spacing == "endpoint":
            return geometric_frequencies(self.base, count, 1, max(count - 1, 1))
        divisor = self.dim + 1 if self.tail == "truncate" and self.dim % 2 else self.columns
        return geometric_frequencies(self.base, count, 2, max(divisor, 1))

    @property
    def wavelengths(self) -> FloatArray:
        """Return how many positions each pair needs for a full turn: 2π/ω, shape as frequencies.

        >>> Sinusoid(dim=2).wavelengths.round(4).tolist()
        [6.2832]
        """
        return 2 * np.pi / self.frequencies

    @cached_property
    def sine_columns(self) -> npt.NDArray[np.intp]:
        """Return the column of each pair's sine, shape ``((columns + 1) // 2,)``.

        >>> Sinusoid(dim=6, layout="sin_cos").sine_columns.tolist()
        [0, 1, 2]
        """
        return _constant(np.arange(self.dim)[self._slices()[0]])

    @cached_property
    def cosine_columns(self) -> npt.NDArray[np.intp]:
        """Return the column of each pair's cosine, shape ``(columns // 2,)``.

        >>> Sinusoid(dim=6, layout="sin_cos").cosine_columns.tolist()
        [3, 4, 5]
        """
        return _constant(np.arange(self.dim)[self._slices()[1]])

    def encode(self, positions: npt.ArrayLike) -> FloatArray:
        """Encode any real positions, fractional and negative ones too.

        ``positions`` has shape (n,), in positions, at most 1e15 in magnitude; they are absolute:
        ``origin`` is not added. Returns float64 of shape (n, dim), with an error of at most
        4·eps·(1 + ω·|position|) times the amplitude.

        Raises ``ValueError`` for anything else than a list of finite numbers, and for results
        of more than 2**29 cells.

        >>> Sinusoid(dim=2).encode([0.5]).round(6).tolist()
        [[0.479426, 0.877583]]
        """
        array = finite_array("positions", positions, ndim=1, limit=MAX_POSITION)
        self._bounded(len(array))
        angles = array[:, None] * self.frequencies
        out = np.zeros((len(array), self.dim))
        out[:, self.sine_columns] = np.sin(angles)
        out[:, self.cosine_columns] = np.cos(angles[:, : self.columns // 2])
        if self.amplitude != 1:
            out *= self.amplitude
        return out

    def table(self, length: int, start: float = 0) -> FloatArray:
        """Build the rows of positions ``origin + start`` … ``origin + start + length - 1``.

        ``length`` is an integer from 0 up, ``start`` any real number of positions. Returns float64
        of shape (length, dim) with the same error bound as :meth:`encode`, but in a fraction of
        the time: position aB + b is the phasor of aB times the phasor of b, so only about
        2·sqrt(length) rows need a sine and a cosine.

        Raises ``ValueError`` for other values, and for more than 2**29 cells.

        >>> Sinusoid(dim=2).table(2, start=1).round(6).tolist()
        [[0.841471, 0.540302], [0.909297, -0.416147]]
        """
        length = integer("length", length, 0, MAX_CELLS)
        first = self.origin + real("start", start, -MAX_POSITION, MAX_POSITION)
        self._bounded(length)
        out = np.empty((length, self.dim))
        if self.columns < self.dim:
            out[:, self.columns :] = 0
        write_rows(out, first, self.frequencies, self._slices(), self.amplitude)
        return out

    def block_means(self, length: int, block: int, start: float = 0) -> FloatArray:
        """Average the table over blocks of ``block`` rows, without building the table.

        ``length`` and ``start`` as in :meth:`table`; ``block`` is an integer from 1 up. Returns
        float64 of shape (ceil(length / block), dim): row r is the exact mean of the rows
        r·block … of the table; the last block may be shorter.

        Formula: the mean of sin ω(p + k) over k = 0 … m - 1 is
        sin ω(p + (m - 1)/2) · sin(mω/2) / (m sin(ω/2)), and likewise for the cosine
        (the Dirichlet kernel; Abramowitz & Stegun 4.3.17 summed).

        Raises ``ValueError`` for other values.

        >>> s = Sinusoid(dim=4)
        >>> bool(abs(s.block_means(10, 5)[1] - s.table(10)[5:].mean(0)).max() < 1e-15)
        True
        """
        length = integer("length", length, 0, 2**53)
        block = integer("block", block, 1, 2**53)
        first = self.origin + real("start", start, -MAX_POSITION, MAX_POSITION)
        self._bounded(-(-length // block))
        full, rest = divmod(length, block)
        out = np.zeros((full + (rest > 0), self.dim))
        # The middles of full blocks are a table whose unit is a block.
        middle = (first + (block - 1) / 2) / block
        write_rows(out[:full], middle, self.frequencies * block, self._slices(), self.amplitude)
        if rest:
            out[full] = self.encode([first + full * block + (rest - 1) / 2])[0]
        sines, cosines = self._slices()
        for rows, size in ((out[:full], block), (out[full:], rest)):
            if len(rows):
                shrink = damping(self.frequencies, float(size))
                rows[:, sines] *= shrink
                rows[:, cosines] *= shrink[: self.columns // 2]
        return out

    def _slices(self) -> tuple[slice, slice]:
        """Return the columns of the sines and those of the cosines, as slices."""
        sines, cosines = (self.columns + 1) // 2, self.columns // 2
        if self.layout == "interleaved":
            return slice(0, self.columns, 2), slice(1, self.columns, 2)
        if self.layout == "sin_cos":
            return slice(0, sines), slice(sines, self.columns)
        return slice(cosines, self.columns), slice(0, cosines)

    def _bounded(self, rows: int) -> None:
        """Refuse a result that would not fit into a few gigabytes."""
        if rows * self.dim > MAX_CELLS:
            raise ValueError(
                f"length times dim must be at most {MAX_CELLS} cells; got {rows} x {self.dim}"
            )


def _constant(columns: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return an array that is kept, protected from being changed."""
    columns.setflags(write=False)
    return columns
