"""Linear scaling, or position interpolation: all frequencies divided by one factor.

Dividing the frequencies is the same as squeezing the positions of a longer text into the length
of training. It slows the fast pairs too, which tell neighbours apart.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import real
from pe_core.rotary.rules.rule import MAX_FACTOR, Rule, frozen

__all__ = ["Linear"]


@dataclass(frozen=True)
class Linear(Rule):
    """Divide every frequency: ω_i / factor; ``factor`` from 1e-6 to 1e6.

    Source: Chen et al., "Extending Context Window of Large Language Models via Positional
    Interpolation" (2023); transformers 5.24.0, modeling_rope_utils.py.

    >>> Linear(4).frequencies(10_000.0, 4).tolist()
    [0.25, 0.0025]
    """

    factor: float

    def __post_init__(self) -> None:
        """Check the factor."""
        object.__setattr__(self, "factor", real("factor", self.factor, 1e-6, MAX_FACTOR))

    def frequencies(self, base: float, rotary_dim: int) -> npt.NDArray[np.float64]:
        """Return ω_i / factor in rad per position, shape (rotary_dim / 2,)."""
        return frozen(super().frequencies(base, rotary_dim) / self.factor)
