"""Biases known from papers: formulas with learned numbers, drawn here with examples of them.

No library holds trained values of these, so every parameter below has an *example* as its
default. Curves drawn with them show the shape that a formula can take, and no model.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, finite_array, integer, real
from pe_core.sinusoid import Sinusoid

__all__ = ["EXAMPLE_NOTE", "fire_bias", "kerple_bias", "sandwich_bias"]

FloatArray = npt.NDArray[np.float64]

#: What a chart of these says about its numbers.
EXAMPLE_NOTE = "Example parameters: the model would learn them."


def kerple_bias(
    offsets: npt.ArrayLike, *, kind: str = "log", scale: float = 1.0, shape: float = 1.0
) -> FloatArray:
    """Return KERPLE's bias at each offset, shape (n,); scale and shape are examples.

    ``"log"``: -scale · ln(1 + shape · |Δ|); ``"power"``: -scale · |Δ|^shape, shape in (0, 2].
    With power 1 it is ALiBi. Source: Chi et al., "KERPLE" (2022), section 4.

    >>> kerple_bias([-2], kind="power").tolist()
    [-2.0]
    """
    distance = np.abs(finite_array("offsets", offsets, ndim=1))
    choice("kind", kind, ("log", "power"))
    scale = real("scale", scale, 0, 1e6)
    if kind == "log":
        return np.asarray(-scale * np.log1p(real("shape", shape, 0, 1e6) * distance))
    return np.asarray(-scale * distance ** real("shape", shape, 1e-9, 2))


def fire_bias(
    query: int,
    keys: npt.ArrayLike,
    *,
    threshold: float = 64.0,
    curvature: float = 0.1,
    slope: float = -8.0,
) -> FloatArray:
    """Return FIRE's bias of a query at each earlier key; all three numbers are examples.

    Formula: f(ψ(i - j) / ψ(max(L, i))), ψ(x) = ln(c x + 1), with the line f(y) = slope · y in
    place of the small network that a model learns. ``query`` i is a position, ``keys`` j (n,) are
    positions up to i. Source: Li et al., "Functional Interpolation for Relative Positions" (2023).

    >>> fire_bias(64, [64, 0]).round(2).tolist()
    [-0.0, -8.0]
    """
    place = integer("query", query, 0, 10**9)
    array = finite_array("keys", keys, ndim=1)
    if (array > place).any():
        raise ValueError(f"keys must not be after the query, {place}; got {array.max():g}")
    curve = real("curvature", curvature, 1e-9, 1e6)
    whole = np.log1p(curve * max(real("threshold", threshold, 1, 1e9), place))
    return np.asarray(real("slope", slope, -1e6, 1e6) * np.log1p(curve * (place - array)) / whole)


def sandwich_bias(
    offsets: npt.ArrayLike, *, dim: int = 128, base: float = 10_000.0, ratio: float = 1.0
) -> FloatArray:
    """Return Sandwich's bias: the dot product of two sinusoidal encodings, by offset, (n,).

    Formula: ratio · (Σ cos(ω_i Δ) - d/2), 0 at offset 0; ``dim`` and ``ratio`` (one number per
    head, which grows from head to head) are examples. It is the offset curve of
    :func:`pe_core.similarity.offset_similarity`. Source: Chi et al., "Dissecting Transformer
    Length Extrapolation via the Lens of Receptive Field Analysis" (2023).

    >>> sandwich_bias([0]).tolist()
    [0.0]
    """
    array = finite_array("offsets", offsets, ndim=1)
    frequencies = Sinusoid(dim, base=base).frequencies
    curve = np.cos(array[:, None] * frequencies).sum(axis=1) - len(frequencies)
    return np.asarray(real("ratio", ratio, 0, 1e6) * curve)
