"""The wrong rows of each class of bug, from the right encoding and the positions.

Every function takes the encoding that was meant and absolute positions (n,), and returns what the
bug makes of them, (n, dim).
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS
from pe_core.doctor.rounding import round_bfloat16
from pe_core.sinusoid import Sinusoid

FloatArray = npt.NDArray[np.float64]


def place(sinusoid: Sinusoid, sines: FloatArray, cosines: FloatArray) -> FloatArray:
    """Put sines (n, pairs) and cosines into the columns of the layout, times the amplitude."""
    out = np.zeros((len(sines), sinusoid.dim))
    out[:, sinusoid.sine_columns] = sines
    out[:, sinusoid.cosine_columns] = cosines[:, : len(sinusoid.cosine_columns)]
    return out * sinusoid.amplitude


def at(sinusoid: Sinusoid, angles: FloatArray) -> FloatArray:
    """Return sines and cosines of angles (n, pairs), in the columns of the layout."""
    return place(sinusoid, np.sin(angles), np.cos(angles))


def columnwise(sinusoid: Sinusoid, positions: FloatArray, base: float, factor: int) -> FloatArray:
    """Give each column j its own exponent factor·j/dim, sine on even ones, cosine on odd ones."""
    columns = np.arange(sinusoid.dim)
    angles = positions[:, None] * base ** (-factor * columns / sinusoid.dim)
    waves: FloatArray = np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
    return sinusoid.amplitude * waves


def unpaired(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Forget j // 2: column j gets the exponent 2j/dim (B2, B4)."""
    return columnwise(sinusoid, positions, sinusoid.base, 2)


def base_1000(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Run the exponent on through the cosines, with base 1000 (B5)."""
    return columnwise(sinusoid, positions, 1000.0, 1)


def squared(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Double an index that already steps by 2: the exponent is 4i/dim (B3)."""
    return at(sinusoid, positions[:, None] * sinusoid.frequencies**2)


def power_of_quotient(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Take the power of position/base, with sine and cosine swapped (B6)."""
    pairs = np.arange(len(sinusoid.frequencies))
    scaled = np.maximum(positions, 0)[:, None] / sinusoid.base
    angles = scaled ** (2 * pairs / sinusoid.dim)
    return place(sinusoid, np.cos(angles), np.sin(angles))


def other_layout(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Put halves where alternating columns belong, or the reverse (B7, B8)."""
    other = "sin_cos" if sinusoid.layout == "interleaved" else "interleaved"
    return replace(sinusoid, layout=other).encode(positions)


def other_spacing(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Divide by half_dim - 1 instead of half_dim, or the reverse (B9)."""
    other = "endpoint" if sinusoid.spacing == "paper" else "paper"
    return replace(sinusoid, spacing=other).encode(positions)


def swapped(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Put cosines where sines belong (B10)."""
    angles = positions[:, None] * sinusoid.frequencies
    return place(sinusoid, np.cos(angles), np.sin(angles))


def unit_time(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Encode times from 0 to 1 instead of positions (B11)."""
    return sinusoid.encode(np.linspace(0, 1, len(positions)))


def multiplied_timescale(
    sinusoid: Sinusoid, positions: FloatArray, shortest: float = 2.0
) -> FloatArray:
    """Multiply by the shortest timescale instead of dividing by it (B12)."""
    count = len(sinusoid.frequencies)
    run = np.arange(count) / max(count - 1, 1)
    return at(sinusoid, positions[:, None] * shortest * (shortest / sinusoid.base) ** run)


def one_row(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Give every row the first position (B14)."""
    return sinusoid.encode(np.full(len(positions), positions[0]))


def clamped(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Stop at the middle position: later rows repeat it (B15)."""
    return sinusoid.encode(np.minimum(positions, positions[len(positions) // 2]))


def scaled(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Multiply by sqrt(dim), as embeddings are (B17)."""
    return sinusoid.encode(positions) * float(np.sqrt(sinusoid.dim))


def padded(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Start two positions late, as behind padding_idx 1 (B18)."""
    return sinusoid.encode(positions + 2)


def rounded(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Keep positions in bfloat16 (B19)."""
    return sinusoid.encode(round_bfloat16(positions))


def in_place(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Take the cosine of values that are sines already (B20)."""
    sines = np.sin(positions[:, None] * sinusoid.frequencies)
    return place(sinusoid, sines, np.cos(sines))


def random(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Return a table of normal noise (B21)."""
    return np.random.default_rng(0).standard_normal((len(positions), sinusoid.dim))


def symmetric(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Encode the distance |k| to the middle row instead of k (B23)."""
    return sinusoid.encode(np.abs(len(positions) // 2 - np.arange(len(positions), dtype=float)))


def axes_swapped(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Put the block of x where that of y belongs (B22)."""
    shape = grid_shape(len(positions))
    return CONVENTIONS["mae_x_first"].table(shape, sinusoid.dim, base=sinusoid.base)


def right(sinusoid: Sinusoid, positions: FloatArray) -> FloatArray:
    """Return the right rows."""
    return sinusoid.encode(positions)


def grid_shape(length: int) -> tuple[int, int]:
    """Return a grid of about ``length`` cells that is no square."""
    height = max(2, int(np.sqrt(length / 2)))
    return height, max(height + 1, length // height)
