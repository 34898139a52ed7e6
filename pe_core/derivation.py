"""One encoding vector, step by step.

The formula looks like one leap; it is four small ones. For each pair: the exponent 2i/d, the
inverse frequency base^(-2i/d), the angle (frequency × position), and at last sine and cosine.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.sinusoid import MAX_POSITION, Sinusoid

__all__ = ["CellFormula", "Derivation", "cell_formula", "derive"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Derivation:
    """Hold the steps from pair number to value for one position, each of shape (pairs,).

    ``exponents`` run from 0 to 1; ``frequencies`` are in rad per position, ``angles`` in rad;
    ``vector`` has shape (dim,) and is the row of the encoding in its layout.
    """

    position: float
    exponents: FloatArray
    frequencies: FloatArray
    angles: FloatArray
    sines: FloatArray
    cosines: FloatArray
    vector: FloatArray


def exponents(sinusoid: Sinusoid) -> FloatArray:
    """Return the exponent of each pair: 2i/dim, or i/(n - 1) with endpoint spacing.

    Shape as ``sinusoid.frequencies``, which are base ** -exponents.

    >>> exponents(Sinusoid(dim=4)).tolist()
    [0.0, 0.5]
    """
    count = len(sinusoid.frequencies)
    if sinusoid.spacing == "endpoint":
        return np.arange(count) / max(count - 1, 1)
    odd_up = sinusoid.tail == "truncate" and sinusoid.dim % 2
    return 2 * np.arange(count) / (sinusoid.dim + 1 if odd_up else max(sinusoid.columns, 1))


def derive(sinusoid: Sinusoid, position: float) -> Derivation:
    """Return the four steps for one absolute ``position`` (any real number up to 1e15).

    Formula: 2i/dim → base^(-2i/dim) → × position → sine and cosine.
    Source: Vaswani et al. (2017), section 3.5.

    Raises ``ValueError`` for another position.

    >>> derive(Sinusoid(dim=2), 1).vector.round(4).tolist()
    [0.8415, 0.5403]
    """
    position = real("position", position, -MAX_POSITION, MAX_POSITION)
    angles = position * sinusoid.frequencies
    waves = sinusoid.amplitude * np.sin(angles), sinusoid.amplitude * np.cos(angles)
    return Derivation(
        position=position,
        exponents=exponents(sinusoid),
        frequencies=sinusoid.frequencies,
        angles=angles,
        sines=waves[0],
        cosines=waves[1],
        vector=sinusoid.encode([position])[0],
    )


@dataclass(frozen=True)
class CellFormula:
    """Hold what makes up one cell: its wave ("sin", "cos" or "zero"), pair, numbers and value."""

    position: float
    dimension: int
    wave: str
    pair: int
    exponent: float
    frequency: float
    wavelength: float
    angle: float
    value: float


def cell_formula(sinusoid: Sinusoid, position: float, dimension: int) -> CellFormula:
    """Return how the value at an absolute ``position`` and a column ``dimension`` comes about.

    ``dimension`` is an integer from 0 to dim - 1. A zero tail has pair -1 and frequency 0.

    Raises ``ValueError`` for values out of range.

    >>> cell_formula(Sinusoid(dim=6), 1, 2).wave
    'sin'
    """
    position = real("position", position, -MAX_POSITION, MAX_POSITION)
    dimension = integer("dimension", dimension, 0, sinusoid.dim - 1)
    value = float(sinusoid.encode([position])[0, dimension])
    for wave, columns in (("sin", sinusoid.sine_columns), ("cos", sinusoid.cosine_columns)):
        for pair in np.flatnonzero(columns == dimension):
            frequency = float(sinusoid.frequencies[pair])
            return CellFormula(
                position=position,
                dimension=dimension,
                wave=wave,
                pair=int(pair),
                exponent=float(exponents(sinusoid)[pair]),
                frequency=frequency,
                wavelength=float(2 * np.pi / frequency),
                angle=position * frequency,
                value=value,
            )
    return CellFormula(position, dimension, "zero", -1, 0.0, 0.0, float("inf"), 0.0, value)
