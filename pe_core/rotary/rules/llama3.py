"""Llama 3's rule: short waves stay, long waves are slowed, those between are blended."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.rotary.rules.rule import MAX_FACTOR, MAX_LENGTH, Rule, frozen

__all__ = ["Llama3"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Llama3(Rule):
    """Slow a pair by how many waves fit into ``original_length``.

    More than ``high_freq_factor`` waves: as it is; fewer than ``low_freq_factor``: divided by
    ``factor``; between them, blended in the number of waves. Both numbers may be equal (Llama 4
    Scout: 1 and 1): then there is a step and nothing to blend. ``factor`` from 1e-6 to 1e6.

    Formula: n = original · ω / (2π), s = (n - low) / (high - low),
    ω' = (1 - s) ω / factor + s ω. Source: llama-models' reference code; transformers 5.24.0,
    modeling_rope_utils.py (_compute_llama3_parameters).

    >>> (Llama3(8, 8192).frequencies(5e5, 128)[28:31] / Llama3(1, 8192).frequencies(5e5, 128)[28:31]
    ... ).round(4).tolist()
    [1.0, 0.8282, 0.6437]
    """

    factor: float
    original_length: int
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0

    def __post_init__(self) -> None:
        """Check every number."""
        put = object.__setattr__
        put(self, "factor", real("factor", self.factor, 1e-6, MAX_FACTOR))
        length = integer("original_length", self.original_length, 1, MAX_LENGTH)
        put(self, "original_length", length)
        put(self, "low_freq_factor", real("low_freq_factor", self.low_freq_factor, 1e-6, 1e6))
        high = real("high_freq_factor", self.high_freq_factor, 1e-6, 1e6)
        put(self, "high_freq_factor", high)
        if self.high_freq_factor < self.low_freq_factor:
            raise ValueError(
                f"high_freq_factor must be at least low_freq_factor, {self.low_freq_factor:g}; "
                f"got {self.high_freq_factor:g}"
            )

    def kept(self, base: float, rotary_dim: int) -> FloatArray:
        """Return how much of each pair's own frequency is kept, from 0 to 1, shape (d / 2,)."""
        waves = self.original_length * super().frequencies(base, rotary_dim) / (2 * np.pi)
        low, high = self.low_freq_factor, self.high_freq_factor
        if low == high:
            return np.asarray(waves >= low, dtype=np.float64)
        return np.clip((waves - low) / (high - low), 0.0, 1.0)

    def frequencies(self, base: float, rotary_dim: int) -> FloatArray:
        """Return the blended frequencies in rad per position, shape (rotary_dim / 2,)."""
        plain = super().frequencies(base, rotary_dim)
        kept = self.kept(base, rotary_dim)
        return frozen((1 - kept) * plain / self.factor + kept * plain)
