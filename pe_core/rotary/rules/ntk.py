"""NTK-aware scaling: a larger base, so that slow pairs slow down and the fastest does not.

The base is chosen so that the slowest pair is slowed by exactly the factor. The dynamic rule does
the same with a factor that grows with the text, and must go back when a short text follows.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.rotary.rules.rule import MAX_FACTOR, MAX_LENGTH, Rule

__all__ = ["Dynamic", "NtkAware", "ntk_base"]

FloatArray = npt.NDArray[np.float64]


def ntk_base(base: float, factor: float, rotary_dim: int) -> float:
    """Return the base whose slowest pair is ``factor`` times as slow.

    Formula: base · factor^(d / (d - 2)), d = rotary_dim; with one pair nothing can be slowed and
    the base is returned as it is. Source: bloc97's "NTK-aware scaled RoPE" (2023), as in
    x-transformers 2.31.10 (base_rescale_factor).

    >>> round(ntk_base(10_000.0, 8, 128), 1)
    82684.6
    """
    if rotary_dim <= 2:
        return base
    return float(base * factor ** (rotary_dim / (rotary_dim - 2)))


@dataclass(frozen=True)
class NtkAware(Rule):
    """Raise the base by a fixed ``factor`` from 1e-6 to 1e6; see :func:`ntk_base`.

    >>> NtkAware(4).frequencies(10_000.0, 4).tolist()
    [1.0, 0.0025]
    """

    factor: float

    def __post_init__(self) -> None:
        """Check the factor."""
        object.__setattr__(self, "factor", real("factor", self.factor, 1e-6, MAX_FACTOR))

    @property
    def name(self) -> str:
        """Return "ntk"."""
        return "ntk"

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the frequencies of the raised base, shape (rotary_dim / 2,)."""
        return super().frequencies(ntk_base(base, self.factor, rotary_dim), rotary_dim)


@dataclass(frozen=True)
class Dynamic(Rule):
    """Raise the base by a factor that grows with the length L of the text.

    ``factor`` from 1 to 1e6, ``trained_length`` and ``length`` in positions. Up to the trained
    length nothing changes; after it the factor is factor·L/trained - (factor - 1).

    Source: transformers 5.24.0, modeling_rope_utils.py (_compute_dynamic_ntk_parameters).

    >>> Dynamic(2, 2048, 2048).frequencies(10_000.0, 4).tolist()
    [1.0, 0.01]
    """

    factor: float
    trained_length: int
    length: int

    def __post_init__(self) -> None:
        """Check the three numbers."""
        put = object.__setattr__
        put(self, "factor", real("factor", self.factor, 1, MAX_FACTOR))
        put(self, "trained_length", integer("trained_length", self.trained_length, 1, MAX_LENGTH))
        put(self, "length", integer("length", self.length, 1, MAX_LENGTH))

    @property
    def growth(self) -> float:
        """Return by how much the slowest pair is slowed at this length."""
        length = max(self.length, self.trained_length)
        return self.factor * length / self.trained_length - (self.factor - 1)

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the frequencies at this length, shape (rotary_dim / 2,)."""
        return super().frequencies(ntk_base(base, self.growth, rotary_dim), rotary_dim)
