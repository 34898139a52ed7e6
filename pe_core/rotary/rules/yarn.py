"""YaRN: fast pairs stay, slow pairs are interpolated, a ramp of pairs lies between.

A pair that turns many times within the length of training has seen every angle, and is left
alone. A pair that turns less than once would meet new angles in a longer text, and is slowed by
the factor. Cosine and sine are multiplied by a number a little above 1, which sharpens attention.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.rotary.rules.rule import MAX_FACTOR, MAX_LENGTH, Rule, frozen

__all__ = ["Yarn", "yarn_mscale"]

FloatArray = npt.NDArray[np.float64]


def yarn_mscale(factor: float, mscale: float = 1.0) -> float:
    """Return 0.1 · mscale · ln(factor) + 1, or 1 for a factor up to 1.

    Source: Peng et al., "YaRN" (2023), equation 22 (its square root of 1/t).

    >>> round(yarn_mscale(16), 5)
    1.27726
    """
    return 1.0 if factor <= 1 else 0.1 * mscale * math.log(factor) + 1.0


@dataclass(frozen=True)
class Yarn(Rule):
    """Blend ω_i and ω_i / factor by how often a pair turns within ``original_length``.

    ``factor`` from 1e-6 to 1e6; ``original_length`` in positions; pairs that turn more than
    ``beta_fast`` times stay, those that turn less than ``beta_slow`` times are slowed fully.
    ``truncate`` rounds the two bounds outwards to whole pairs. The factor on cosine and sine is
    ``attention_factor`` if given; else the ratio of :func:`yarn_mscale` for ``mscale`` and
    ``mscale_all_dim`` if both are given and not 0 (a lone one is ignored); else yarn_mscale.

    Formula: bound(r) = d ln(original / (2πr)) / (2 ln base), clamped to 0 … d - 1;
    ramp_i = clip((i - low) / (high - low), 0, 1); ω_i (1 - ramp_i) + ω_i / factor · ramp_i.
    Source: Peng et al., "YaRN" (2023), section 3.2; transformers 5.24.0, modeling_rope_utils.py.

    >>> Yarn(16, 4096).bounds(10_000.0, 128)
    (20.0, 46.0)
    """

    factor: float
    original_length: int
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    truncate: bool = True
    mscale: float | None = None
    mscale_all_dim: float | None = None
    attention_factor: float | None = None

    def __post_init__(self) -> None:
        """Check every number."""
        put = object.__setattr__
        put(self, "factor", real("factor", self.factor, 1e-6, MAX_FACTOR))
        length = integer("original_length", self.original_length, 1, MAX_LENGTH)
        put(self, "original_length", length)
        put(self, "beta_fast", real("beta_fast", self.beta_fast, 1e-6, 1e6))
        put(self, "beta_slow", real("beta_slow", self.beta_slow, 1e-6, 1e6))
        for name in ("mscale", "mscale_all_dim", "attention_factor"):
            if getattr(self, name) is not None:
                put(self, name, real(name, getattr(self, name), 0, 1e3))

    @property
    def table_factor(self) -> float:
        """Return the factor on cosine and sine."""
        if self.attention_factor is not None:
            return self.attention_factor
        if self.mscale and self.mscale_all_dim:
            above = yarn_mscale(self.factor, self.mscale)
            return above / yarn_mscale(self.factor, self.mscale_all_dim)
        return yarn_mscale(self.factor)

    def bounds(self, base: float, rotary_dim: int) -> tuple[float, float]:
        """Return the pair where the ramp begins and the one where it ends."""
        if base <= 1:
            raise ValueError(f"base must be above 1 for YaRN; got {base:g}")
        low, high = (
            rotary_dim
            * math.log(self.original_length / (turns * 2 * math.pi))
            / (2 * math.log(base))
            for turns in (self.beta_fast, self.beta_slow)
        )
        if self.truncate:
            low, high = float(math.floor(low)), float(math.ceil(high))
        return max(low, 0.0), min(high, rotary_dim - 1.0)

    def ramp(self, base: float, rotary_dim: int) -> FloatArray:
        """Return how far each pair is slowed, from 0 (kept) to 1 (fully), shape (d / 2,)."""
        low, high = self.bounds(base, rotary_dim)
        if low == high:
            high += 0.001  # as the library does, against a division by zero
        return np.clip((np.arange(rotary_dim // 2) - low) / (high - low), 0.0, 1.0)

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the blended frequencies in rad per position, shape (rotary_dim / 2,)."""
        plain = super().frequencies(base, rotary_dim)
        ramp = self.ramp(base, rotary_dim)
        return frozen(plain / self.factor * ramp + plain * (1 - ramp))
