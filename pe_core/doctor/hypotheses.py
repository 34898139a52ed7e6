"""Everything a table can be, in one list: right encodings and the classic bugs.

An entry says in words what the mistake is, and predicts what it makes of the right encoding. It
does so in one of four ways, whichever is shortest:

``numbers``    another encoding and a factor on the positions (a doubled exponent is another base);
``positions``  other positions in the rows (clamped, rounded, all the same);
``waves``      another frequency, or sine for cosine, in some columns;
``cells``      anything else, cell by cell.

The doctor finds the positions of the rows of the first three kinds from the phases, and tries a
few first positions for the last. A new bug is one entry here and one test.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.rounding import round_bfloat16, round_float16
from pe_core.sinusoid import LAYOUTS, Sinusoid

__all__ = ["BUGS", "HYPOTHESES", "RIGHT", "Bug", "column_waves"]

FloatArray = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Waves = tuple[FloatArray, Mask]
BOTH, ONE = ("paper", "endpoint"), ("paper",)
INTERLEAVED = ("interleaved",)


@dataclass(frozen=True)
class Bug:
    """Describe a hypothesis: its sign in the matrix, the fix in one line, and what it predicts.

    ``same_matrix`` lists classes with the same numbers. ``layouts`` and ``spacings`` are those of
    the right encodings that it is tried on. ``variants`` are further forms of ``waves`` or
    ``cells`` under the same name. ``sparse`` leaves cells out: where one is zero, any may have been
    there. An empty id stands for the right table.
    """

    id: str
    title: str
    sign: str
    fix: str
    numbers: Callable[[Sinusoid], tuple[Sinusoid, float]] | None = None
    positions: Callable[[FloatArray], FloatArray] | None = None
    waves: Callable[[Sinusoid], Waves] | None = None
    cells: Callable[[Sinusoid, FloatArray], FloatArray] | None = None
    variants: tuple["Bug", ...] = ()
    same_matrix: tuple[str, ...] = ()
    sparse: bool = False
    layouts: tuple[str, ...] = INTERLEAVED
    spacings: tuple[str, ...] = ONE

    def make(self, sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
        """Return the rows at absolute ``positions`` (n,) as the bug makes them, (n, dim)."""
        if self.cells is not None:
            return self.cells(sinusoid, positions)
        if self.numbers is not None:
            sinusoid, factor = self.numbers(sinusoid)
            positions = positions * factor
        if self.positions is not None:
            positions = self.positions(positions)
        if self.waves is None:
            return sinusoid.encode(positions)
        return waves_at(self.waves(sinusoid), positions) * sinusoid.amplitude


def column_waves(sinusoid: Sinusoid) -> Waves:
    """Return the frequency of each column, 0 for a zero column, and where a cosine is."""
    return spread(sinusoid, sinusoid.frequencies)


def spread(sinusoid: Sinusoid, frequencies: FloatArray) -> Waves:
    """Give the pairs of the layout other ``frequencies`` (pairs,)."""
    speeds = np.zeros(sinusoid.dim)
    cosine = np.zeros(sinusoid.dim, dtype=bool)
    speeds[sinusoid.sine_columns] = frequencies
    speeds[sinusoid.cosine_columns] = frequencies[: len(sinusoid.cosine_columns)]
    cosine[sinusoid.cosine_columns] = True
    return speeds, cosine


def waves_at(waves: Waves, positions: FloatArray) -> FloatArray:
    """Return sin or cos of position times frequency, shape (positions, columns)."""
    speeds, cosine = waves
    angles = positions[:, None] * speeds
    if not np.isfinite(angles).all():
        return np.full(angles.shape, np.nan)
    out: FloatArray = np.where(cosine, np.cos(angles), np.sin(angles))
    return out


def _columnwise(factor: int) -> Callable[[Sinusoid], Waves]:
    """Give each column j its own exponent factor·j/dim, sine on even ones, cosine on odd ones."""

    def waves(sinusoid: Sinusoid) -> Waves:
        columns = np.arange(sinusoid.dim)
        speeds = sinusoid.base ** (-factor * columns / sinusoid.dim)
        return speeds, columns % 2 == 1

    return waves


def _other_layout(sinusoid: Sinusoid) -> tuple[Sinusoid, float]:
    other = "sin_cos" if sinusoid.layout == "interleaved" else "interleaved"
    return replace(sinusoid, layout=other), 1.0


def _other_spacing(sinusoid: Sinusoid) -> tuple[Sinusoid, float]:
    other = "endpoint" if sinusoid.spacing == "paper" else "paper"
    return replace(sinusoid, spacing=other), 1.0


def _base(change: Callable[[float], float]) -> Callable[[Sinusoid], tuple[Sinusoid, float]]:
    def numbers(sinusoid: Sinusoid) -> tuple[Sinusoid, float]:
        return replace(sinusoid, base=min(max(change(sinusoid.base), 1e-12), 1e12)), 1.0

    return numbers


def _one_pair_late(sinusoid: Sinusoid) -> tuple[Sinusoid, float]:
    """Count pairs from 1, not 0: every frequency is that of the next pair."""
    frequencies = sinusoid.frequencies
    return sinusoid, float(frequencies[1] / frequencies[0]) if len(frequencies) > 1 else 0.5


def _multiplied(sinusoid: Sinusoid, shortest: float = 2.0) -> tuple[Sinusoid, float]:
    base = sinusoid.base / shortest
    return replace(sinusoid, base=max(base, 1e-12), spacing="endpoint"), shortest


def _swapped(sinusoid: Sinusoid) -> Waves:
    speeds, cosine = column_waves(sinusoid)
    return speeds, ~cosine


def _whole_exponents(sinusoid: Sinusoid) -> Waves:
    """Divide whole numbers: the exponent 2·(j/dim) is 0 below the middle and 1 from there on."""
    pairs = np.arange(len(sinusoid.frequencies))
    whole = (4.0 * pairs // sinusoid.dim).astype(np.float64)
    return spread(sinusoid, np.power(sinusoid.base, -whole))


def _low_frequencies(
    rounding: Callable[[FloatArray], FloatArray],
) -> Callable[[Sinusoid], Waves]:
    def waves(sinusoid: Sinusoid) -> Waves:
        return spread(sinusoid, rounding(sinusoid.frequencies))

    return waves


def _low_angles(
    rounding: Callable[[FloatArray], FloatArray],
) -> Callable[[Sinusoid, FloatArray], FloatArray]:
    def cells(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore"):  # 0 times what float16 takes for infinite
            angles = rounding(positions)[:, None] * rounding(sinusoid.frequencies)
        return _at(sinusoid, rounding(angles))

    return cells


def _at(sinusoid: Sinusoid, angles: FloatArray) -> FloatArray:
    """Return sines and cosines of angles (n, pairs) in their columns; NaN beyond float16."""
    if not np.isfinite(angles).all():
        return np.full((len(angles), sinusoid.dim), np.nan)
    return _placed(sinusoid, np.sin(angles), np.cos(angles))


def _placed(sinusoid: Sinusoid, sines: FloatArray, cosines: FloatArray) -> FloatArray:
    out = np.zeros((len(sines), sinusoid.dim))
    out[:, sinusoid.sine_columns] = sines
    out[:, sinusoid.cosine_columns] = cosines[:, : len(sinusoid.cosine_columns)]
    return out * sinusoid.amplitude


def _quotient(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Take the power of position/base."""
    powers = 2 * np.arange(len(sinusoid.frequencies)) / sinusoid.dim
    angles: FloatArray = (np.maximum(positions, 0)[:, None] / sinusoid.base) ** powers
    return angles


def _power(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    angles = _quotient(sinusoid, positions)
    return _placed(sinusoid, np.sin(angles), np.cos(angles))


def _power_swapped(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    angles = _quotient(sinusoid, positions)
    return _placed(sinusoid, np.cos(angles), np.sin(angles))


def _in_place(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    sines = np.sin(positions[:, None] * sinusoid.frequencies)
    return _placed(sinusoid, sines, np.cos(sines))


def _in_place_halves(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Overwrite the left half with sines, then take cosines of every second column of it all."""
    half = sinusoid.dim // 2
    if sinusoid.dim % 4 or sinusoid.layout != "sin_cos":
        return np.full((len(positions), sinusoid.dim), np.nan)
    work = positions[:, None] * np.repeat(sinusoid.frequencies, 2)
    work[:, :half] = np.sin(work[:, ::2])
    return np.hstack([work[:, :half], np.cos(work[:, 1::2])]) * sinusoid.amplitude


def _by_row(single: bool) -> Callable[[Sinusoid, FloatArray], FloatArray]:
    """Take the sine of every even row and the cosine of every odd one, in all columns."""

    def cells(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
        speeds = column_waves(sinusoid)[0]
        if single:
            speeds = sinusoid.base ** (-np.arange(sinusoid.dim) / sinusoid.dim)
        angles = positions[:, None] * speeds
        even = np.mod(np.round(positions), 2)[:, None] == 0
        waves: FloatArray = np.where(even, np.sin(angles), np.cos(angles))
        waves *= sinusoid.amplitude
        return waves

    return cells


def _dropped(sinusoid: Sinusoid, positions: FloatArray, rate: float = 0.1) -> FloatArray:
    """Set a tenth of the cells to zero and divide the rest by nine tenths."""
    table = sinusoid.encode(positions)
    kept = np.random.default_rng(0).random(table.shape) >= rate
    dropped: FloatArray = table * kept / (1 - rate)
    return dropped


def _noise(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    return np.random.default_rng(0).standard_normal((len(positions), sinusoid.dim))


def _clamped(positions: FloatArray) -> FloatArray:
    clamped: FloatArray = np.minimum(positions, positions[len(positions) // 2])
    return clamped


def _same_numbers(sinusoid: Sinusoid) -> tuple[Sinusoid, float]:
    return sinusoid, 1.0


#: The right table; what it predicts needs no words.
RIGHT = Bug("", "", "", "", waves=column_waves, layouts=LAYOUTS, spacings=BOTH)

_SWAP = "Swap them back: sine first in each pair (or half)."
_LOW_FIX = "Compute positions, frequencies and angles in float32 or better; cast the result last."


def _variant(**form: object) -> Bug:
    """Return a further form of a bug; its words are those of the entry it belongs to."""
    return replace(RIGHT, **{"waves": None, **form})  # type: ignore[arg-type]


_ALL = (
    Bug(
        "B1",
        "an odd dim was rounded to an even one",
        "one column less (or more) than asked, exponents of the even dim",
        "Refuse an odd dim, or add the missing sine: frequencies[: (dim + 1) // 2].",
        numbers=_same_numbers,
    ),
    Bug(
        "B2",
        "each column has its own exponent 2j/dim (j // 2 forgotten)",
        "neighbouring columns share no frequency: sin² + cos² is not 1",
        "Let two columns share one exponent: base ** (-2 * (column // 2) / dim).",
        waves=_columnwise(2),
        same_matrix=("B4",),
    ),
    Bug(
        "B3",
        "the exponent is doubled: 4i/dim, because i already steps by 2",
        "pairs are on the circle, but the fitted base is the square of the base",
        "With i = 0, 2, 4, … the exponent is i/dim; with i = 0, 1, 2, … it is 2i/dim.",
        numbers=_base(lambda base: base**2),
    ),
    Bug(
        "B4",
        "the cosine takes 2(i + 1)/dim, the sine 2i/dim, with i stepping by 2",
        "the matrix of B2",
        "Compute the angles once and take sine and cosine of the same array.",
        waves=_columnwise(2),
        same_matrix=("B2",),
    ),
    Bug(
        "B5",
        "the cosine's exponent is one column further than the sine's",
        "each cosine is slower than its sine; the fitted base is 1000 in the known case",
        "Use the sine's exponent for the cosine too, and base 10000.",
        waves=_columnwise(1),
    ),
    Bug(
        "B6",
        "the power is taken of position/base instead of the base alone",
        "columns are no sinusoids of the position; column 0 is constant",
        "Divide the position by base ** (2i/dim): parentheses around the power only.",
        cells=_power_swapped,
        variants=(_variant(cells=_power),),
        layouts=LAYOUTS,
    ),
    Bug(
        "B7",
        "halves were read as alternating columns, or the reverse",
        "exact match after a permutation of columns",
        "Reorder the columns: table[:, permutation], or use the layout of the other side.",
        numbers=_other_layout,
        same_matrix=("B8",),
    ),
    Bug(
        "B8",
        "the library changed its column order between releases",
        "the matrix of B7",
        "Pin the version, or reorder the columns: table[:, permutation].",
        numbers=_other_layout,
        same_matrix=("B7",),
    ),
    Bug(
        "B9",
        "half_dim - 1 instead of half_dim (or the reverse) in the exponent",
        "the effective base is off a little; the error grows with the position",
        "Divide by dim / 2 for the paper's spacing, by dim / 2 - 1 for the endpoint spacing.",
        numbers=_other_spacing,
    ),
    Bug(
        "B10",
        "sines and cosines are swapped",
        "row 0 has ones where zeros belong",
        _SWAP,
        waves=_swapped,
    ),
    Bug(
        "B11",
        "times from 0 to 1 were fed to frequencies made for whole positions",
        "the matrix hardly changes from row to row but in its first columns",
        "Scale the time to steps first: t * 1000 (or choose a base near 1).",
        positions=lambda positions: np.linspace(0, 1, len(positions)),
    ),
    Bug(
        "B12",
        "min_timescale multiplies the frequencies instead of dividing them",
        "the first frequency is min_timescale, and the ratio does not reach max_timescale",
        "Use exp(-log_increment * i) / min_timescale.",
        numbers=_multiplied,
    ),
    Bug(
        "B14",
        "batch and sequence axes are mixed up: every row is the same position",
        "all rows are identical",
        "Index the sequence axis: x + pe[: x.shape[1]] for batch-first input.",
        positions=lambda positions: np.full(len(positions), positions[0]),
    ),
    Bug(
        "B15",
        "positions beyond the table's length were clamped to its last row",
        "the last row repeats",
        "Build the table for the longest sequence (max_len), or refuse longer ones.",
        positions=_clamped,
    ),
    Bug(
        "B17",
        "the embedding's factor sqrt(dim) was applied to the encoding as well",
        "values reach sqrt(dim) instead of 1",
        "Scale the embedding alone: embedding * sqrt(dim) + encoding.",
        numbers=lambda s: (replace(s, amplitude=s.amplitude * math.sqrt(s.dim)), 1.0),
    ),
    Bug(
        "B18",
        "positions are off by padding_idx + 1",
        "row k is the right row of another position",
        "Subtract the offset (padding_idx + 1), or compare with the table from that row on.",
        positions=lambda positions: positions + 2,
    ),
    Bug(
        "B19",
        "positions or frequencies were rounded to half precision",
        "neighbouring rows repeat, or the error grows with the position",
        _LOW_FIX,
        positions=round_bfloat16,
        variants=(
            _variant(waves=_low_frequencies(round_bfloat16)),
            _variant(waves=_low_frequencies(round_float16)),
            _variant(cells=_low_angles(round_bfloat16)),
            _variant(cells=_low_angles(round_float16)),
        ),
        layouts=LAYOUTS,
        spacings=BOTH,
    ),
    Bug(
        "B20",
        "the cosine was taken of values already overwritten by the sine",
        "a cosine is never below cos(1) = 0.5403",
        "Keep the angles in their own array: write sines and cosines to another one.",
        cells=_in_place,
        variants=(_variant(cells=_in_place_halves),),
        layouts=LAYOUTS,
        spacings=BOTH,
    ),
    Bug(
        "B21",
        "the table was lost: re-initialised at random, or never filled",
        "no sinusoid fits; values look like noise",
        "Fill the table after weights are initialised, and keep it out of the random init.",
        cells=_noise,
    ),
    Bug(
        "B22",
        "the two axes of a 2-D table are swapped",
        "halves of the columns are exchanged, or the rows run along the other axis",
        'Check the axis order: meshgrid(y, x, indexing="ij"), and which block comes first.',
        numbers=_same_numbers,
    ),
    Bug(
        "B23",
        "the sign or the order of relative positions is lost",
        "rows for +k and -k are identical, or rows start far beyond the window",
        "Negate the sine for negative offsets; take the middle 2T - 1 rows of the table.",
        positions=np.abs,
    ),
    Bug(
        "B33",
        "frequencies grow: the sign of the exponent is missing",
        "the second pair turns faster than the first, the last one thousands of times",
        "Negate the exponent: base ** (-2i/dim), or exp(-arange * ln(base) / dim).",
        numbers=_base(lambda base: 1 / base),
    ),
    Bug(
        "B34",
        "the exponent was divided as whole numbers: it is 0 or 1",
        "the columns hold two frequencies only, 1 and 1/base",
        "Divide as floating point: 2.0 * i / dim.",
        waves=_whole_exponents,
        layouts=LAYOUTS,
    ),
    Bug(
        "B35",
        "natural and decimal logarithm are mixed: the base is 10^ln(base)",
        "the fitted base is 1.62e9 where 10000 was meant",
        "Use one of them in both places: exp with log, or 10 ** with log10.",
        numbers=_base(lambda base: 10.0 ** math.log(base)),
    ),
    Bug(
        "B36",
        "sines and cosines were written to alternating rows instead of columns",
        "every even row holds sines only, every odd row cosines only",
        "Index the columns: table[:, 0::2] = sin(angles), table[:, 1::2] = cos(angles).",
        cells=_by_row(False),
        variants=(_variant(cells=_by_row(True)),),
        layouts=LAYOUTS,
        spacings=BOTH,
    ),
    Bug(
        "B37",
        "the exponent is one pair too far: pairs are counted from 1",
        "the first frequency is base^(-2/dim), not 1",
        "Count pairs from 0: the first exponent is 0, the first frequency 1.",
        numbers=_one_pair_late,
    ),
    Bug(
        "B38",
        "dropout was applied to the table",
        "cells are zero at random, the others too large by 1 / (1 - rate)",
        "Look at the table in evaluation mode, or before the dropout layer.",
        cells=_dropped,
        sparse=True,
        layouts=LAYOUTS,
        spacings=BOTH,
    ),
)

#: Every bug class with a numeric sign, by its id.
BUGS: dict[str, Bug] = {bug.id: bug for bug in _ALL}

#: The one list: the right table, then the bugs in the order of their numbers.
HYPOTHESES: tuple[Bug, ...] = (RIGHT, *_ALL)
