"""The proportional rule: the fast pairs of the whole head turn, the slow ones stand still.

It looks like a partial rotary encoding and is another one. Partial: a smaller head turns, with
all its frequencies, and pairs (i, i + rotary_dim/2). Proportional: the head keeps its width and
its pairs (i, i + head_dim/2), and the frequencies of the slow pairs are zero.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import real
from pe_core.rotary.rules.rule import MAX_FACTOR, Rule, frozen

__all__ = ["Proportional"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Proportional(Rule):
    """Keep int(proportion · d) // 2 frequencies, divided by ``factor``; zeros up to d / 2.

    ``proportion`` from 0 to 1, ``factor`` from 1e-6 to 1e6.
    Formula: ω_i = base^(-2i/d) / factor for i < int(proportion · d) // 2, else 0.
    Source: transformers 5.24.0, modeling_rope_utils.py (_compute_proportional_rope_parameters).

    >>> Proportional(0.5).frequencies(10_000.0, 8).tolist()
    [1.0, 0.1, 0.0, 0.0]
    """

    proportion: float
    factor: float = 1.0

    def __post_init__(self) -> None:
        """Check both numbers."""
        put = object.__setattr__
        put(self, "proportion", real("proportion", self.proportion, 0, 1))
        put(self, "factor", real("factor", self.factor, 1e-6, MAX_FACTOR))

    def turning(self, rotary_dim: int) -> int:
        """Return how many pairs turn."""
        return int(self.proportion * rotary_dim) // 2

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the frequencies in rad per position, shape (rotary_dim / 2,)."""
        out = super().frequencies(base, rotary_dim) / self.factor
        out[self.turning(rotary_dim) :] = 0
        return frozen(out)
