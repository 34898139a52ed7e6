"""The sinusoid as a smooth binary counter.

Count in binary and look at the columns: the lowest digit flips at every step, the next at every
second step, the one after at every fourth. Each column is a square wave with twice the wavelength
of the column before. Replace the square waves by sines and the result is a sinusoidal encoding,
whose base sets by how much the wavelength grows from column to column.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer
from pe_core.sinusoid import Sinusoid

__all__ = ["MAX_LENGTH", "binary_columns", "counter_sinusoid", "smooth_bits", "smooth_digits"]

FloatArray = npt.NDArray[np.float64]

MAX_LENGTH = 4096
#: 2**bits is the base of the matching sinusoid, which is at most 1e12.
MAX_BITS = 39


def binary_columns(length: int, *, bits: int | None = None) -> FloatArray:
    """Return the binary digits of 0 … length - 1, lowest digit first, shape (length, bits).

    ``length`` is an integer from 1 to 4096; ``bits`` from 1 to 39, by default as many as the last
    position needs. With fewer bits the count starts again from zero.

    >>> binary_columns(4).tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    length = integer("length", length, 1, MAX_LENGTH)
    if bits is None:
        bits = max(1, (length - 1).bit_length())
    bits = integer("bits", bits, 1, MAX_BITS)
    return (np.arange(length)[:, None] >> np.arange(bits) & 1).astype(np.float64)


def counter_sinusoid(bits: int) -> Sinusoid:
    """Return the encoding whose pairs double their wavelength, as binary digits do.

    ``bits`` is an integer from 1 to 39. Pair j has the wavelength 2π·2^j; at π times the position
    it is that of digit j, 2^(j + 1) positions.

    >>> (counter_sinusoid(3).wavelengths / np.pi).tolist()
    [2.0, 4.0, 8.0]
    """
    bits = integer("bits", bits, 1, MAX_BITS)
    return Sinusoid(dim=2 * bits, base=2**bits)


def smooth_bits(length: int, bits: int) -> FloatArray:
    """Return the digits of 0 … length - 1 as smooth waves from 0 to 1, shape (length, bits).

    ``length`` is an integer from 1 to 4096, ``bits`` from 1 to 39. Rounded to 0 or 1 they are
    :func:`binary_columns`: a digit is a sine wave that has lost everything but its sign.

    Formula: digit j of p is 1 where sin(π (p + 1/2) / 2^j) < 0, and the smooth digit is
    (1 - sin(π (p + 1/2) / 2^j)) / 2.

    >>> smooth_bits(4, 2).round().tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    length = integer("length", length, 1, MAX_LENGTH)
    return smooth_digits(np.arange(length), bits)


def smooth_digits(positions: npt.ArrayLike, bits: int) -> FloatArray:
    """Return :func:`smooth_bits` at any real positions, shape (n, bits).

    ``positions`` has shape (n,), at most 1e12 in magnitude; ``bits`` is from 1 to 39.

    Raises ``ValueError`` for other values.

    >>> smooth_digits([0.5, 1.5], 1).round(9).tolist()
    [[0.5], [0.5]]
    """
    array = finite_array("positions", positions, ndim=1, limit=1e12)
    sinusoid = counter_sinusoid(bits)
    waves = sinusoid.encode(np.pi * (array + 0.5))
    return (1 - waves[:, sinusoid.sine_columns]) / 2
