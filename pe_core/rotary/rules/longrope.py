"""LongRoPE: one divisor per pair, found by search; one list for short texts, one for long ones."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real
from pe_core.rotary.rules.rule import MAX_FACTOR, MAX_LENGTH, Rule, frozen

__all__ = ["LongRope"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LongRope(Rule):
    """Divide each frequency by its own number: ω_i / divisor_i.

    ``short_factor`` and ``long_factor`` hold one positive number per pair; ``long`` says which
    list is used: the long one for texts longer than ``original_length``. ``factor`` is how many
    times longer the texts may be. The factor on cosine and sine is ``attention_factor`` if given,
    else sqrt(1 + ln(factor) / ln(original_length)), and 1 for a factor up to 1: the same for
    both lists.

    Source: Ding et al., "LongRoPE" (2024); transformers 5.24.0, modeling_rope_utils.py.

    >>> round(LongRope((1.0,), (2.0,), 4096, 32, long=True).table_factor, 6)
    1.190238
    """

    short_factor: tuple[float, ...]
    long_factor: tuple[float, ...]
    original_length: int
    factor: float
    long: bool = False
    attention_factor: float | None = None

    def __post_init__(self) -> None:
        """Check every number."""
        put = object.__setattr__
        for name in ("short_factor", "long_factor"):
            values = finite_array(name, getattr(self, name), ndim=1, limit=MAX_FACTOR)
            if not (values > 0).all():
                raise ValueError(f"{name} must hold positive numbers; got {values.min():g}")
            put(self, name, tuple(values.tolist()))
        length = integer("original_length", self.original_length, 1, MAX_LENGTH)
        put(self, "original_length", length)
        put(self, "factor", real("factor", self.factor, 1e-6, MAX_FACTOR))
        if self.attention_factor is not None:
            given = real("attention_factor", self.attention_factor, 0, 1e3)
            put(self, "attention_factor", given)

    @property
    def table_factor(self) -> float:
        """Return the factor on cosine and sine."""
        if self.attention_factor is not None:
            return self.attention_factor
        if self.factor <= 1 or self.original_length <= 1:
            return 1.0
        return math.sqrt(1 + math.log(self.factor) / math.log(self.original_length))

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the divided frequencies in rad per position, shape (rotary_dim / 2,).

        Raises ``ValueError`` if the list does not have one number per pair.
        """
        name = "long_factor" if self.long else "short_factor"
        divisors = np.asarray(getattr(self, name))
        if len(divisors) != rotary_dim // 2:
            raise ValueError(
                f"{name} must have one number per pair, {rotary_dim // 2}; got {len(divisors)}"
            )
        return frozen(super().frequencies(base, rotary_dim) / divisors)
