"""What one kind of layer of one model asks for, as plain settings, and the encodings they mean.

A configuration file is read into these settings once. Everything else, what is right, what a
library makes of the file, what a known fault makes of it, is these settings with a few of them
replaced. A setting may have several right readings: LongRoPE has one list of divisors for short
texts and one for long ones, the dynamic rule depends on the length.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.rotary.axial import axis_frequencies_of
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.rules import (
    Default,
    Dynamic,
    Linear,
    Llama3,
    LongRope,
    NtkAware,
    Proportional,
    Rule,
    Yarn,
)

__all__ = ["RULES", "RightReading", "RopeSettings"]

FloatArray = npt.NDArray[np.float64]

RULES = ("default", "linear", "ntk", "dynamic", "yarn", "longrope", "llama3", "proportional")


@dataclass(frozen=True)
class RightReading:
    """Hold one right reading: the encoding, its frequencies, and when it holds ("" for always)."""

    condition: str
    frequencies: FloatArray
    attention_factor: float


@dataclass(frozen=True)
class RopeSettings:
    """Hold what a configuration says about the rotary encoding of one kind of layer.

    ``layer`` names the kind ("" if all are alike); ``rotary_dim`` counts the dimensions that the
    exponent divides by; ``pairing`` is None where the model is not known; ``length`` is
    max_position_embeddings, ``original_length`` the length of training. ``attn_factor`` is the
    key that vLLM and DeepSeek multiply by. ``sections`` and ``arrangement`` belong to M-RoPE,
    ``axes`` to grids. The rest are the numbers of the rules; see :mod:`pe_core.rotary.rules`.
    """

    head_dim: int
    rotary_dim: int
    base: float
    rule: str = "default"
    layer: str = ""
    pairing: str | None = "halves"
    length: int | None = None
    original_length: int | None = None
    factor: float | None = None
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    truncate: bool = True
    mscale: float | None = None
    mscale_all_dim: float | None = None
    attention_factor: float | None = None
    attn_factor: float | None = None
    short_factor: tuple[float, ...] = ()
    long_factor: tuple[float, ...] = ()
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    proportion: float = 1.0
    sections: tuple[int, ...] = ()
    arrangement: str = ""
    axes: tuple[int, ...] = ()

    @property
    def scaling(self) -> float:
        """Return the factor of the rule; the ratio of the lengths where it is not given."""
        if self.factor is not None:
            return self.factor
        if self.length and self.original_length:
            return self.length / self.original_length
        return 1.0

    @property
    def trained_length(self) -> int:
        """Return the length of training, or the only length there is, or 2048."""
        return self.original_length or self.length or 2048

    def make_rule(self, *, length: int | None = None, long: bool = False) -> Rule:
        """Return the rule object; ``length`` for the dynamic rule, ``long`` for LongRoPE."""
        factor, trained = self.scaling, self.trained_length
        if self.rule == "linear":
            return Linear(factor)
        if self.rule == "ntk":
            return NtkAware(factor)
        if self.rule == "dynamic":
            return Dynamic(factor, trained, length or trained)
        if self.rule == "yarn":
            names = ("beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim")
            given = {name: getattr(self, name) for name in names}
            return Yarn(factor, trained, attention_factor=self.attention_factor, **given)
        if self.rule == "longrope":
            lists = self.short_factor, self.long_factor
            return LongRope(*lists, trained, factor, long, self.attention_factor)
        if self.rule == "llama3":
            return Llama3(factor, trained, self.low_freq_factor, self.high_freq_factor)
        if self.rule == "proportional":
            return Proportional(self.proportion, self.factor or 1.0)
        return Default()

    def rotary(self, *, length: int | None = None, long: bool = False) -> Rotary:
        """Return the encoding. Raises ``ValueError`` for numbers out of range."""
        rule = self.make_rule(length=length, long=long)
        factor = rule.table_factor
        if self.attn_factor is not None and self.attention_factor is None:
            factor *= self.attn_factor
        pairing = self.pairing or "halves"
        head_dim = max(self.head_dim, self.rotary_dim)
        return Rotary(head_dim, self.rotary_dim, self.base, pairing, rule, factor)

    def reading(self, condition: str = "", **how: object) -> RightReading:
        """Return one reading; ``how`` as in :meth:`rotary`."""
        length, long = how.get("length"), bool(how.get("long"))
        rotary = self.rotary(length=length if isinstance(length, int) else None, long=long)
        frequencies = rotary.frequencies
        if self.axes:
            frequencies = axis_frequencies_of(self.axes, self.base)
        return RightReading(condition, frequencies, rotary.table_factor)

    def readings(self, seq_len: int | None = None) -> tuple[RightReading, ...]:
        """Return the right readings, for texts of ``seq_len`` positions if that is given.

        >>> [r.condition for r in RopeSettings(4, 4, 1e4).readings()]
        ['']
        """
        trained = self.trained_length
        if self.rule == "longrope":
            up_to = f"for texts of up to {trained:,} positions"
            beyond = f"for texts of more than {trained:,} positions"
            both = (self.reading(up_to), self.reading(beyond, long=True))
            return both if seq_len is None else (both[int(seq_len > trained)],)
        if self.rule == "dynamic":
            told = f"for texts of up to {trained:,} positions"
            if seq_len is not None and seq_len > trained:
                told = f"for a text of {seq_len:,} positions"
            return (self.reading(told, length=max(seq_len or trained, trained)),)
        return (self.reading(),)

    def replaced(self, **changes: object) -> "RopeSettings":
        """Return these settings with some of them replaced.

        >>> RopeSettings(4, 4, 1e4).replaced(base=5e5).base
        500000.0
        """
        return replace(self, **changes)  # type: ignore[arg-type]
