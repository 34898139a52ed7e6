"""Frequencies that fall geometrically, correctly rounded.

At position 1,000,000 an error in the last bit of a frequency is a million times larger in the
angle, so the usual ``base ** (-2i/d)`` in float64 (off by up to a dozen units in the last place
for a large base) would spoil every value after it. Forty decimal digits cost a millisecond.
"""

from decimal import Context, Decimal
from functools import lru_cache
from itertools import accumulate, repeat

import numpy as np
import numpy.typing as npt

__all__ = ["damping", "geometric_frequencies"]

_DIGITS = Context(prec=40)


@lru_cache(maxsize=256)
def geometric_frequencies(
    base: float, count: int, numerator: int, denominator: int
) -> npt.NDArray[np.float64]:
    """Return base^(-i · numerator/denominator) for i = 0 … count - 1, in rad per position.

    ``base`` is a positive number; the others are integers, ``denominator`` at least 1. Returns
    read-only float64 of shape (count,), each value the float64 nearest to the true one.

    Source: Vaswani et al. (2017), section 3.5 (numerator 2, denominator d_model).

    >>> geometric_frequencies(10_000.0, 3, 2, 4).tolist()
    [1.0, 0.01, 0.0001]
    """
    exponent = _DIGITS.divide(Decimal(-numerator), Decimal(denominator))
    ratio = _DIGITS.exp(_DIGITS.multiply(_DIGITS.ln(Decimal(base)), exponent))
    powers = accumulate(repeat(ratio, count - 1), _DIGITS.multiply, initial=Decimal(1))
    frequencies = np.fromiter(map(float, powers), dtype=np.float64) if count else np.empty(0)
    frequencies.setflags(write=False)
    return frequencies


def damping(frequencies: npt.ArrayLike, sizes: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the factor by which averaging over neighbouring positions shrinks each wave.

    ``frequencies`` (rad per position) and ``sizes`` (numbers of positions averaged, from 1 up)
    have shapes that broadcast; the result has their common shape. The mean of sin ω(p + k) over
    k = 0 … m - 1 is this factor times sin ω(p + (m - 1)/2), and likewise for the cosine.

    Formula: sin(mω/2) / (m sin(ω/2)), the Dirichlet kernel.

    >>> damping([np.pi], 2).round(12).tolist()
    [0.0]
    """
    half, size = np.broadcast_arrays(np.asarray(frequencies) / 2, np.asarray(sizes, dtype=float))
    below = size * np.sin(half)
    out = np.ones(half.shape)
    np.divide(np.sin(size * half), below, out=out, where=below != 0)
    return out
