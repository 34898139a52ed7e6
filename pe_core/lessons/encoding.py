"""Computations about the encoding itself, by the names that lessons use.

Each is a few words around the core: settings in, one number or one word out.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer
from pe_core.derivation import cell_formula, exponents
from pe_core.lessons.registry import computation
from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import turns

#: Rows over which a mean is taken; more would say the same.
MEAN_ROWS = 1_000


def frequency_at(sinusoid: Sinusoid, pair: int) -> float:
    """Return the frequency of one pair, if there is such a pair."""
    return float(sinusoid.frequencies[integer("pair", pair, 0, len(sinusoid.frequencies) - 1)])


@computation
def cell(
    d: int, base: float, position: float, dimension: int, layout: str = "interleaved"
) -> float:
    """Return one value of the table."""
    return cell_formula(Sinusoid(d, base, layout=layout), position, dimension).value


@computation
def cells(d: int, length: int) -> float:
    """Return how many numbers the table holds."""
    return float(d * length)


@computation
def columns_of(d: int, wave: str) -> float:
    """Return how many columns are sines, or cosines ("sine", "cosine")."""
    sinusoid = Sinusoid(d)
    choice("wave", wave, ("sine", "cosine"))
    return float(len(sinusoid.sine_columns if wave == "sine" else sinusoid.cosine_columns))


@computation
def squared_length(d: int, base: float, position: float) -> float:
    """Return the sum of the squares of one row."""
    return float(np.square(Sinusoid(d, base).encode([position])).sum())


@computation
def pair_square(d: int, base: float, position: float, pair: int) -> float:
    """Return sin² + cos² of one pair at one position."""
    row = Sinusoid(d, base).encode([position])[0]
    pair = integer("pair", pair, 0, d // 2 - 1)
    return float(row[2 * pair] ** 2 + row[2 * pair + 1] ** 2)


@computation
def pair_of(d: int, dimension: int, layout: str = "interleaved") -> float:
    """Return the pair that a dimension belongs to."""
    return float(cell_formula(Sinusoid(d, layout=layout), 0, dimension).pair)


@computation
def wave_of(d: int, dimension: int, layout: str = "interleaved") -> str:
    """Return "sin" or "cos"."""
    return cell_formula(Sinusoid(d, layout=layout), 0, dimension).wave


@computation
def exponent(d: int, pair: int) -> float:
    """Return the exponent 2i/d of a pair."""
    sinusoid = Sinusoid(d)
    frequency_at(sinusoid, pair)
    return float(exponents(sinusoid)[pair])


@computation
def frequency(d: int, base: float, pair: int) -> float:
    """Return by how many radians a pair turns from one position to the next."""
    return frequency_at(Sinusoid(d, base), pair)


@computation
def frequency_of(d: int, base: float, dimension: int) -> float:
    """Return the frequency of a dimension, in rad per position."""
    return cell_formula(Sinusoid(d, base), 0, dimension).frequency


@computation
def frequency_step(d: int, base: float) -> float:
    """Return the factor from the frequency of a pair to that of the pair before it."""
    first, second = frequency_at(Sinusoid(d, base), 0), frequency_at(Sinusoid(d, base), 1)
    return first / second


@computation
def wavelength(d: int, base: float, pair: int) -> float:
    """Return how many positions a pair needs for a full turn."""
    return float(2 * np.pi / frequency_at(Sinusoid(d, base), pair))


@computation
def wavelength_of(d: int, base: float, dimension: int) -> float:
    """Return how many positions a dimension needs for a full turn."""
    return cell_formula(Sinusoid(d, base), 0, dimension).wavelength


@computation
def slowest_wavelength(d: int, base: float) -> float:
    """Return how many positions the slowest pair needs for a full turn."""
    return float(Sinusoid(d, base).wavelengths[-1])


@computation
def quarter(d: int, base: float, pair: int) -> float:
    """Return a quarter of a wavelength: how far the cosine is ahead of the sine."""
    return wavelength(d, base, pair) / 4


@computation
def angle(d: int, base: float, position: float, pair: int) -> float:
    """Return the angle of a pair at a position, in rad: frequency × position."""
    return position * frequency_at(Sinusoid(d, base), pair)


@computation
def turns_of(d: int, base: float, length: int, pair: int) -> float:
    """Return how many turns a pair makes over a text."""
    sinusoid = Sinusoid(d, base)
    frequency_at(sinusoid, pair)
    return float(turns(sinusoid, length).turns[pair])


@computation
def slowest_turns(d: int, base: float, length: int) -> float:
    """Return how many turns the slowest pair makes over a text."""
    return float(turns(Sinusoid(d, base), length).turns[-1])


@computation
def complete_pairs(d: int, base: float, length: int) -> float:
    """Return how many pairs turn at least once over a text."""
    return float(turns(Sinusoid(d, base), length).complete)


@computation
def pairs(d: int) -> float:
    """Return how many pairs there are; a lone sine counts as one."""
    return float(len(Sinusoid(d).frequencies))


@computation
def still_share(d: int, base: float, length: int) -> float:
    """Return which part of the pairs turns less than a hundredth over a text, from 0 to 1."""
    made = turns(Sinusoid(d, base), length)
    return made.barely / len(made.turns)


@computation
def pairs_below(d: int, base: float, length: int) -> float:
    """Return how many pairs need at most ``length`` positions for a turn."""
    return float((Sinusoid(d, base).wavelengths <= length).sum())


@computation
def mean_change(d: int, base: float, length: int, half: str) -> float:
    """Return by how much values change from one row to the next, as a mean over half a table."""
    choice("half", half, ("left", "right"))
    integer("d", d, 2, 4096)
    integer("length", length, 2, 10**6)
    changes = _column_changes(d, base, min(length, MEAN_ROWS))
    return float(np.mean(changes[: d // 2] if half == "left" else changes[d // 2 :]))


@lru_cache(maxsize=16)
def _column_changes(d: int, base: float, length: int) -> npt.NDArray[np.float64]:
    """Return the mean change of each column from one row to the next."""
    changes = np.abs(np.diff(Sinusoid(d, base).table(length), axis=0))
    return np.asarray(changes.mean(axis=0))


@computation
def at_least(d: int, low: int) -> float:
    """Return d, if it is at least ``low``: for answers that need so many dimensions."""
    if d < low:
        raise ValueError(f"d must be at least {low} here; got {d}")
    return float(d)


@computation
def unpaired_square(d: int, base: float, position: float) -> float:
    """Return sin² + cos² of dimensions 0 and 1, if both had a frequency of their own (2j/d)."""
    return float(np.sin(position) ** 2 + np.cos(position * base ** (-2 / d)) ** 2)


@computation
def logarithm_gap(d: int, base: float, single: bool = False) -> float:
    """Return the largest relative difference of exp(−2i · ln(base)/d) to base^(−2i/d).

    ``single`` works in float32.
    """
    kind = np.float32 if single else np.float64
    steps = np.arange(0, d, 2).astype(kind)
    factor = -np.log(np.array(base, dtype=kind)) / np.array(d, dtype=kind)
    made = np.exp(steps * factor)
    right = Sinusoid(d, base).frequencies
    return float(np.abs(made / right - 1).max())


@computation
def sign(d: int, base: float, position: float, dimension: int) -> str:
    """Return whether a value is "positive", "negative" or "zero"."""
    value = cell(d, base, position, dimension)
    return "zero" if abs(value) < 1e-9 else "positive" if value > 0 else "negative"
