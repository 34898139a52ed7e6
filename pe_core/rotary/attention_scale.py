"""Factors on the attention score that have to do with length, and are not in cosine and sine.

"Attention factor" is two things. One multiplies cosine and sine, so it enters the score squared
and only for the dimensions that turn: ``Rotary.attention_factor``. The other multiplies the scale
of the softmax, so it also reaches the dimensions that do not turn: DeepSeek keeps the first at 1
and puts YaRN's number, squared, into the second. A third kind, the temperature of a query, grows
with the position of the query.
"""

import math

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real
from pe_core.rotary.rules.yarn import yarn_mscale

__all__ = ["llama4_temperature", "ministral3_temperature", "softmax_scale"]

FloatArray = npt.NDArray[np.float64]


def softmax_scale(head_dim: int, factor: float = 1.0, mscale_all_dim: float = 0.0) -> float:
    """Return what scores are multiplied by before the softmax: head_dim^-1/2 · mscale².

    ``head_dim`` counts all dimensions of a query (DeepSeek-V3: 128 plain + 64 rotary = 192).
    Without ``mscale_all_dim`` it is the usual 1 / sqrt(head_dim).

    Source: transformers 5.24.0, deepseek_v3 (DeepseekV3Attention).

    >>> round(softmax_scale(192, 40, 1) * 192**0.5, 5)
    1.87385
    """
    size = integer("head_dim", head_dim, 1, 2**20)
    given = real("mscale_all_dim", mscale_all_dim, 0, 1e3)
    mscale = yarn_mscale(real("factor", factor, 1e-6, 1e6), given) if given else 1.0
    return mscale**2 / math.sqrt(size)


def llama4_temperature(
    positions: npt.ArrayLike, *, scale: float = 0.1, floor_scale: float = 8192
) -> FloatArray:
    """Return the factor on each query of a Llama 4 layer without positions, shape as positions.

    Formula: 1 + scale · ln(1 + ⌊(p + 1) / floor_scale⌋). Source: transformers 5.24.0, llama4.

    >>> llama4_temperature([8190, 8191]).round(4).tolist()
    [1.0, 1.0693]
    """
    return _temperature(positions, 1.0, scale, floor_scale)


def ministral3_temperature(
    positions: npt.ArrayLike, *, scale: float = 0.1, original_length: float = 16_384
) -> FloatArray:
    """Return the factor on each query of Ministral 3, in all layers, shape as positions.

    Formula: 1 + scale · ln(1 + ⌊p / original_length⌋): p, where Llama 4 has p + 1.
    Source: transformers 5.24.0, ministral3.

    >>> ministral3_temperature([16_383, 16_384]).round(4).tolist()
    [1.0, 1.0693]
    """
    return _temperature(positions, 0.0, scale, original_length)


def _temperature(positions: npt.ArrayLike, shift: float, scale: float, step: float) -> FloatArray:
    array = finite_array("positions", positions, ndim=1)
    if (array < 0).any():
        raise ValueError(f"positions must be at least 0; got {array.min():g}")
    scale = real("scale", scale, 0, 1e3)
    return 1 + scale * np.log1p(np.floor((array + shift) / real("step", step, 1, 1e12)))
