"""Rotary encodings of images: the pairs of a head are shared out among the axes of a grid.

Four models, four ways. Qwen2-VL's vision tower gives each axis all frequencies of half a head.
Pixtral deals the frequencies of a whole head out in turn. DINOv3 counts in fractions of the image
and not in patches, so a larger image is no longer one. FLUX gives its axes (text or time, height,
width) different widths.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, finite_array, integer, real
from pe_core.frequencies import geometric_frequencies
from pe_core.rotary.pairing import spread

__all__ = [
    "axial_cos_sin",
    "axis_frequencies",
    "axis_frequencies_of",
    "dinov3_angles",
    "dinov3_frequencies",
    "flux_angles",
    "grid_cells",
    "pixtral_angles",
    "qwen2_vl_angles",
]

FloatArray = npt.NDArray[np.float64]


def grid_cells(height: int, width: int) -> FloatArray:
    """Return (row, column) of every cell of a grid, row by row, shape (height · width, 2).

    >>> grid_cells(1, 2).tolist()
    [[0.0, 0.0], [0.0, 1.0]]
    """
    height, width = integer("height", height, 1, 2**15), integer("width", width, 1, 2**15)
    if height * width > MAX_CELLS // 64:
        raise ValueError(f"height times width must be at most {MAX_CELLS // 64} cells")
    rows, columns = np.divmod(np.arange(height * width, dtype=np.float64), width)
    return np.stack([rows, columns], axis=1)


def axis_frequencies(dim: int, base: float = 10_000.0) -> FloatArray:
    """Return the frequencies of one axis that gets ``dim`` dimensions, shape (dim / 2,).

    Formula: base^(-2k/dim), in rad per cell.

    >>> axis_frequencies(4).tolist()
    [1.0, 0.01]
    """
    dim = integer("dim", dim, 2, 65_536)
    return geometric_frequencies(real("base", base, 1e-12, 1e12), dim // 2, 2, dim)


def qwen2_vl_angles(height: int, width: int, head_dim: int, base: float = 10_000.0) -> FloatArray:
    """Return the angles of Qwen2-VL's vision tower: (cells, head_dim / 2), rows then columns.

    Each axis gets the frequencies of head_dim / 2 dimensions; the table is these, twice.
    Source: transformers 5.24.0, qwen2_vl (VisionRotaryEmbedding).

    >>> qwen2_vl_angles(1, 2, 8)[1].tolist()
    [0.0, 0.0, 1.0, 0.01]
    """
    cells = grid_cells(height, width)
    frequencies = axis_frequencies(_quarters(head_dim) // 2, base)
    return np.hstack([cells[:, axis, None] * frequencies for axis in (0, 1)])


def pixtral_angles(height: int, width: int, head_dim: int, base: float = 10_000.0) -> FloatArray:
    """Return Pixtral's angles: (cells, head_dim / 2), rows then columns.

    The frequencies are those of the whole head, dealt out: 0, 2, 4, … to the rows, 1, 3, 5, … to
    the columns. Source: transformers 5.24.0, pixtral (PixtralRotaryEmbedding).

    >>> pixtral_angles(2, 2, 8)[3].round(3).tolist()
    [1.0, 0.01, 0.1, 0.001]
    """
    cells = grid_cells(height, width)
    frequencies = axis_frequencies(_quarters(head_dim), base)
    return np.hstack([cells[:, axis, None] * frequencies[axis::2] for axis in (0, 1)])


def dinov3_frequencies(head_dim: int, base: float = 100.0) -> FloatArray:
    """Return DINOv3's numbers base^(-4k/head_dim), shape (head_dim / 4,), in turns per unit.

    >>> dinov3_frequencies(8).tolist()
    [1.0, 0.1]
    """
    return axis_frequencies(_quarters(head_dim) // 2, base)


def dinov3_angles(height: int, width: int, head_dim: int, base: float = 100.0) -> FloatArray:
    """Return DINOv3's angles: (cells, head_dim / 2), rows then columns.

    Coordinates are the middles of the cells in an image that reaches from -1 to 1; the angle is
    2π · coordinate · base^(-4k/head_dim). In training the coordinates are also shifted, jittered
    and rescaled; not here. Source: transformers 5.24.0, dinov3_vit.

    >>> dinov3_angles(1, 1, 4).tolist()
    [[0.0, 0.0]]
    """
    cells = grid_cells(height, width)
    coordinates = 2 * (cells + 0.5) / np.array([height, width]) - 1
    frequencies = 2 * np.pi * dinov3_frequencies(head_dim, base)
    return np.hstack([coordinates[:, axis, None] * frequencies for axis in (0, 1)])


def axis_frequencies_of(axes: Sequence[int], base: float = 10_000.0) -> FloatArray:
    """Return the frequencies of several axes, one after the other, shape (sum of axes / 2,).

    >>> axis_frequencies_of((2, 4)).tolist()
    [1.0, 1.0, 0.01]
    """
    if not 0 < len(axes) <= 16:
        raise ValueError(f"axes must be 1 to 16 widths; got {len(axes)}")
    return np.hstack([axis_frequencies(width, base) for width in axes])


def flux_angles(
    positions: npt.ArrayLike, axes: Sequence[int] = (16, 56, 56), base: float = 10_000.0
) -> FloatArray:
    """Return the angles of FLUX: ``positions`` (n, axes) to (n, sum of axes / 2).

    FLUX.1: axes 16, 56, 56 and base 10,000; FLUX.2: 32, 32, 32, 32 and base 2,000. Adjacent
    pairs, computed in float64. Source: diffusers 0.42.1, embeddings.py (FluxPosEmbed).

    >>> flux_angles([[0, 3, 5]], (2, 2, 2)).tolist()
    [[0.0, 3.0, 5.0]]
    """
    array = finite_array("positions", positions, ndim=2)
    if array.shape[1] != len(axes):
        raise ValueError(f"positions must have {len(axes)} columns; got {array.shape[1]}")
    per_pair = np.repeat(np.arange(len(axes)), [width // 2 for width in axes])
    return array[:, per_pair] * axis_frequencies_of(axes, base)


def axial_cos_sin(angles: FloatArray, pairing: str = "halves") -> tuple[FloatArray, FloatArray]:
    """Return cosine and sine of angles (n, d / 2), each (n, d) in the order of the pairing."""
    return spread(np.cos(angles), pairing), spread(np.sin(angles), pairing)


def _quarters(head_dim: int) -> int:
    size = integer("head_dim", head_dim, 4, 65_536)
    if size % 4:
        raise ValueError(f"head_dim must be a multiple of 4 for two axes; got {size}")
    return size
