"""A model of a table, and the one rule by which it is judged.

A model says which wave each shown column holds; with the positions of the rows it predicts every
cell. It is borne out if no cell is further from its prediction than the precision of the input
allows: a score of at most 1. Of several that are borne out the cheapest comes first, in bits: those
that its free numbers take to write down, and those that its tolerance leaves open.
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pe_core.conventions import Grid
from pe_core.derivation import exponents
from pe_core.doctor.case import USUAL_BASE, USUAL_BASES, Hints, in_a_library
from pe_core.doctor.hypotheses import RIGHT, Bug, column_waves, spread
from pe_core.doctor.precision import Precision
from pe_core.sinusoid import Sinusoid

__all__ = ["Fit", "Model", "Sample", "polish", "score"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
#: Some rows of the matrix, their ranks or positions, and their precision.
Sample = tuple[FloatArray, FloatArray, Precision]
#: Bits of one decimal digit.
DIGIT = math.log2(10)


@dataclass(frozen=True)
class Model:
    """Say which ``columns`` of ``sinusoid``, as ``rule`` makes them of it, a matrix shows.

    ``kind`` names how they sit in the table: whole, filled, crop, sine half, cosine half, block.
    ``fast`` takes frequencies by a power in float64, good to a dozen last places.
    """

    sinusoid: Sinusoid
    columns: IntArray
    kind: str = "whole"
    rule: Bug = RIGHT
    fast: bool = False

    @cached_property
    def waves(self) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Return the frequency of each shown column in rad per position, and where cosines are."""
        if self.fast and self.rule is RIGHT:
            speeds, cosine = spread(self.sinusoid, self.sinusoid.base ** -exponents(self.sinusoid))
        else:
            assert self.rule.waves is not None
            speeds, cosine = self.rule.waves(self.sinusoid)
        return speeds[self.columns], cosine[self.columns]

    @property
    def speeds(self) -> FloatArray:
        """Return the frequency of each shown column, in rad per position."""
        return self.waves[0]

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray, FloatArray]:
        """Return sine and cosine column of each complete pair shown, and its frequency."""
        speeds, cosine = self.waves
        sines: list[int] = []
        cosines: list[int] = []
        waiting: dict[tuple[float, bool], list[int]] = {}
        for column, (speed, kind) in enumerate(zip(speeds.tolist(), cosine.tolist(), strict=True)):
            other = waiting.get((speed, not kind))
            if other and speed:
                partner = other.pop(0)
                sines.append(partner if kind else column)
                cosines.append(column if kind else partner)
            else:
                waiting.setdefault((speed, kind), []).append(column)
        left, right = np.array(sines, dtype=np.intp), np.array(cosines, dtype=np.intp)
        return left, right, speeds[left]

    def values(self, positions: FloatArray) -> FloatArray:
        """Return the predicted cells, shape (positions, columns)."""
        speeds, cosine = self.waves
        angles = positions[:, None] * speeds
        out = np.empty_like(angles)
        out[:, ~cosine] = np.sin(angles[:, ~cosine])
        out[:, cosine] = np.cos(angles[:, cosine])
        out *= self.sinusoid.amplitude
        return out

    def ratio(self, matrix: FloatArray, positions: FloatArray, precision: Precision) -> FloatArray:
        """Return (matrix - value) / tolerance for each cell."""
        values = self.values(positions)
        amplitude = self.sinusoid.amplitude
        allowed = precision.tolerance(values, positions, self.speeds, amplitude)
        out: FloatArray = (matrix - values) / allowed
        return out

    def vague(self, positions: FloatArray, precision: Precision) -> float:
        """Return the largest tolerance as a part of the amplitude."""
        amplitude = self.sinusoid.amplitude
        some = positions[[int(np.abs(positions).argmax())]]
        plain = replace(precision, resolution=float(np.max(precision.resolution, initial=0)))
        allowed = plain.tolerance(np.full((1, 1), amplitude), some, self.speeds, amplitude)
        return float(allowed.max()) / amplitude


@dataclass(frozen=True)
class Fit:
    """Hold a model that is borne out, the position of each row, its score and its cost in bits.

    ``positions`` belong to the rows that carry an encoding; ``start`` and ``step`` describe them
    where they are in equal steps, else ``step`` is NaN.
    """

    model: Model
    positions: FloatArray
    start: float
    step: float
    score: float
    cost: float

    @property
    def sinusoid(self) -> Sinusoid:
        """Return the numbers of the encoding."""
        return self.model.sinusoid


def score(model: Model, sample: Sample) -> float:
    """Return the largest error in units of what is allowed; at most 1 means borne out."""
    return float(np.abs(model.ratio(*sample)).max(initial=0))


def number_bits(sinusoid: Sinusoid, hints: Hints) -> float:
    """Return the bits of layout, spacing, base and amplitude: none for what is expected."""
    bits = 0.0 if in_a_library(sinusoid) else 7.0
    if hints.layout is not None:
        bits += (sinusoid.layout != hints.layout) + (sinusoid.spacing != hints.spacing)
    if len(sinusoid.frequencies) > 1:
        bits += base_bits(sinusoid, hints)
    return bits


def base_bits(sinusoid: Sinusoid, hints: Hints) -> float:
    """Return the bits of the base: one of a short list, or as many digits as it takes."""
    base = sinusoid.base
    if base == (hints.base or USUAL_BASE):
        return 0.0
    if base in USUAL_BASES:
        return math.log2(len(USUAL_BASES)) + 1
    return 10 + DIGIT * digits_of(base)


def column_table(
    grid: Grid, sinusoid: Sinusoid, at: list[FloatArray], dim: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the cells at coordinates ``at`` (one array (rows,) per axis) of a table of a grid.

    With them come the largest coordinate of each row and the frequency of each column.
    """
    table = grid.combine([sinusoid.encode(axis) for axis in at])[:, :dim]
    speeds = grid.combine([column_waves(sinusoid)[0][None]] * len(at))[0, :dim]
    return table, np.abs(np.stack(at)).max(axis=0), speeds


def digits_of(number: float) -> int:
    """Return how many significant digits a number has, 17 at most.

    >>> digits_of(14200.0), digits_of(0.25)
    (3, 2)
    """
    for digits in range(1, 17):
        if float(f"{number:.{digits - 1}e}") == number:
            return digits
    return 17


def position_bits(start: float, step: float, vague: float, rows: int) -> float:
    """Return the bits of a first position and a step."""
    bits = math.log2(1 + abs(start)) + (start < 0)
    if start != round(start):
        bits += min(2 + DIGIT * decimals_of(start), -math.log2(max(vague, 1e-17)))
    if rows > 1 and step != 1:
        bits += 1 if step == -1 else 6 + math.log2(1 + abs(step))
        if step != round(step):
            bits += min(DIGIT * decimals_of(step), -math.log2(max(vague, 1e-17)))
    return bits + math.log2(max(vague, 1e-17))


def decimals_of(number: float) -> int:
    """Return how many decimals a number has, 17 at most.

    >>> decimals_of(2.5), decimals_of(981.0)
    (1, 0)
    """
    return next((d for d in range(17) if round(number, d) == number), 17)


def polish(
    model: Model, start: float, step: float, sample: Sample, free: tuple[str, ...]
) -> tuple[Model, float, float]:
    """Move the ``free`` numbers (base, start, step, amplitude) to fit best, by Gauss-Newton.

    ``sample`` holds ranks. Floating point allows cells near zero next to nothing: where a wave
    crosses zero, its angle is known best. From afar such a cell would rule alone, so its weight
    grows as the fit comes near.
    """
    matrix, ranks, precision = sample
    state = replace(model, fast=True), start, step
    for floor in (0.1, 1e-2, 1e-3, 1e-4):
        at = state[1] + state[2] * ranks
        amplitude = state[0].sinusoid.amplitude
        allowed = precision.tolerance(state[0].values(at), at, state[0].speeds, amplitude)
        least = max(floor * float(allowed.max(initial=0)), 1e-300)
        state = _descend(state, matrix, ranks, 1 / np.maximum(allowed, least), free)
    return replace(state[0], fast=False), state[1], state[2]


State = tuple[Model, float, float]


def _descend(
    best: State, matrix: FloatArray, ranks: FloatArray, weights: FloatArray, free: tuple[str, ...]
) -> State:
    """Take Gauss-Newton steps with fixed weights for as long as they help, three at most."""

    def values(state: State) -> FloatArray:
        return state[0].values(state[1] + state[2] * ranks)

    here = values(best)
    off = (matrix - here) * weights
    for _ in range(3):
        moved = [values(_nudge(best, name, 1e-6)) for name in free]
        slopes = [((m - here) * weights).reshape(-1) / 1e-6 for m in moved]
        steps = np.linalg.lstsq(np.stack(slopes, axis=1), off.reshape(-1), rcond=None)[0]
        try:
            nearer = best
            for name, step in zip(free, steps, strict=True):
                nearer = _nudge(nearer, name, float(step))
        except (ValueError, OverflowError):
            return best
        here = values(nearer)
        now = (matrix - here) * weights
        if not float((now**2).sum()) < float((off**2).sum()):
            return best
        best, off = nearer, now
    return best


def _nudge(state: State, name: str, step: float) -> State:
    """Return the state with one number moved: base and amplitude by a factor e^step."""
    model, start, pace = state
    if name in ("base", "amplitude"):
        value = getattr(model.sinusoid, name) * math.exp(step)
        return replace(model, sinusoid=replace(model.sinusoid, **{name: value})), start, pace
    if not abs(start) + abs(pace) + abs(step) < 1e12:
        raise ValueError(f"{name} ran away in the fit")
    return (model, start + step, pace) if name == "start" else (model, start, pace + step)
