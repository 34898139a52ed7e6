"""What a rule is: a way from a base and a width to one frequency per pair.

Each rule also says by which factor it wants cosine and sine multiplied (1 for most). That factor
is one of two things called "attention factor"; the other one, on the softmax scale, is in
:mod:`pe_core.rotary.attention_scale`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.frequencies import geometric_frequencies

__all__ = ["MAX_FACTOR", "MAX_LENGTH", "Default", "Rule", "frozen"]

FloatArray = npt.NDArray[np.float64]

#: Bounds of what a configuration may ask for; real ones stay far below.
MAX_FACTOR = 1e6
MAX_LENGTH = 10**8


@dataclass(frozen=True)
class Rule:
    """Stand for any rule; the subclasses hold the formulas."""

    @property
    def name(self) -> str:
        """Return the name that configurations use for the rule."""
        return type(self).__name__.lower()

    @property
    def table_factor(self) -> float:
        """Return the factor on cosine and sine that the rule asks for."""
        return 1.0

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the frequency of each pair in rad per position, shape (rotary_dim / 2,)."""
        return geometric_frequencies(base, rotary_dim // 2, 2, rotary_dim)


@dataclass(frozen=True)
class Default(Rule):
    """Leave the frequencies as they are: ω_i = base^(-2i/d), d = rotary_dim.

    Source: Su et al., "RoFormer" (2021), equation 15.

    >>> Default().frequencies(10_000.0, 4).tolist()
    [1.0, 0.01]
    """


def frozen(values: FloatArray) -> FloatArray:
    """Return an array that is kept, protected from being changed."""
    values.setflags(write=False)
    return values
