"""Faults met in public, as generators of the wrong frequencies: R1 … R17 and a few more.

Each fault says when it can happen, what frequencies it makes of the right settings, and how it is
mended. The check compares a file with these; a page can show them. R1 to R4, on factors, are in
:mod:`pe_core.rotary.factors`; R16 and R17, on rounding, pairing and positions, in
:mod:`pe_core.rotary.check`: they are about files and not about settings.

Sources: the issues and pull requests of vllm, transformers, mlx-lm, llama.cpp and others that
``docs/rope-check.md`` names for each.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.rotary.layers import FULL, SLIDING
from pe_core.rotary.rules import Default
from pe_core.rotary.rules.ntk import ntk_base
from pe_core.rotary.settings import RopeSettings

__all__ = ["FAULTS", "TITLES", "Context", "Fault", "Wrong", "wrong_vectors"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Wrong:
    """Hold what a fault makes: frequencies, a sentence on how, and the settings it came to."""

    fault: "Fault"
    how: str
    frequencies: FloatArray
    settings: RopeSettings | None = None


@dataclass(frozen=True)
class Context:
    """Hold what a fault may need beside the settings.

    ``others`` are the settings of the model's other kinds of layers; ``class_base`` is the
    default θ of the model's class; ``seq_len`` the length of the text, if it is known.
    """

    others: tuple[RopeSettings, ...] = ()
    class_base: float = 10_000.0
    seq_len: int | None = None


Made = tuple[str, FloatArray | RopeSettings]


@dataclass(frozen=True)
class Fault:
    """Hold one fault: its id, a title, the way to mend it, and what it makes of settings."""

    id: str
    title: str
    fix: str
    make: Callable[[RopeSettings, Context], Iterator[Made]]


def wrong_vectors(settings: RopeSettings, context: Context) -> list[Wrong]:
    """Return what every fault makes of the settings, likelier ones first.

    A fault that cannot happen to these settings makes nothing, and neither does one whose
    numbers are out of range.
    """
    found = []
    for fault in FAULTS:
        for how, made in fault.make(settings, context):
            try:
                vector, after = _frequencies(made, context)
            except ValueError:
                continue
            found.append(Wrong(fault, how, vector, after))
    return found


def _frequencies(
    made: FloatArray | RopeSettings, context: Context
) -> tuple[FloatArray, RopeSettings | None]:
    if isinstance(made, RopeSettings):
        return made.readings(context.seq_len)[0].frequencies, made
    return made, None


def _plain(settings: RopeSettings) -> FloatArray:
    return Default().frequencies(settings.base, settings.rotary_dim)


def _ratio_of_lengths(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule in ("yarn", "longrope") and s.factor and s.length and s.original_length:
        ratio = s.length / s.original_length
        if s.rule == "yarn" and abs(ratio / s.factor - 1) > 1e-6:
            lengths = f"{s.length:,} / {s.original_length:,}"
            how = f"the factor used is {lengths} = {ratio:g}, not {s.factor:g}"
            yield how, s.replaced(factor=ratio)


def _truncated(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule == "yarn":
        state = "rounded to whole pairs" if not s.truncate else "not rounded to whole pairs"
        yield f"the bounds of the ramp are {state}", s.replaced(truncate=not s.truncate)


def _extended_original(s: RopeSettings, _: Context) -> Iterator[Made]:
    lengths = s.length, s.original_length
    if s.rule in ("yarn", "llama3") and all(lengths) and s.length != s.original_length:
        how = f"the original length used is {s.length:,}, not {s.original_length:,}"
        yield how, s.replaced(original_length=s.length, factor=s.scaling)


def _inside_power(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule in ("linear", "yarn", "llama3", "dynamic", "ntk") and s.scaling != 1:
        base = s.base * s.scaling
        how = f"the effective base is {s.scaling:g} · {s.base:g} = {base:g}"
        yield how, s.replaced(base=base, rule="default")


def _default_base(s: RopeSettings, context: Context) -> Iterator[Made]:
    for base in dict.fromkeys((10_000.0, context.class_base)):
        if base != s.base:
            yield f"the base used is {base:g}, not {s.base:g}", s.replaced(base=base)
            if s.rule != "default":
                how = f"the base used is {base:g}, not {s.base:g}, and no rule is applied"
                yield how, s.replaced(base=base, rule="default")


def _rule_lost(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule == "llama3":
        yield "the ratio to base^(-2i/d) is 1 for every pair", s.replaced(rule="default")


def _smoothing(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule != "llama3" or s.high_freq_factor <= s.low_freq_factor:
        return
    plain, factor, length = _plain(s), s.scaling, s.trained_length
    waves = 2 * np.pi / plain
    short, long = length / s.high_freq_factor, length / s.low_freq_factor
    share = np.clip((waves - short) / (long - short), 0, 1)
    inside = (waves > short) & (waves < long)
    outer = np.where(waves <= short, plain, plain / factor)
    kept = np.clip(
        (length / waves - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor), 0, 1
    )
    yield (
        "between the bounds the ratios rise: wavelengths are blended, and the wrong way round",
        np.where(inside, plain / (factor * (1 - share) + share), outer),
    )
    yield (
        "between the bounds the ratios rise: the blend is the wrong way round",
        np.where(inside, plain * (1 - kept) + plain / factor * kept, outer),
    )
    yield (
        "between the bounds wavelengths are blended in place of frequencies",
        np.where(inside, plain / (factor * share + 1 - share), outer),
    )


def _global_factor(s: RopeSettings, context: Context) -> Iterator[Made]:
    if s.layer == FULL and s.rule == "linear" and context.others:
        yield f"the factor {s.scaling:g} is not applied", s.replaced(rule="default")
    for other in context.others:
        if s.layer == SLIDING and s.rule == "default" and other.rule == "linear":
            factor = other.scaling
            how = f"the factor {factor:g} of the full layers is applied to the sliding ones too"
            yield how, s.replaced(rule="linear", factor=factor)


def _other_layer(s: RopeSettings, context: Context) -> Iterator[Made]:
    for other in context.others:
        yield f"these are the frequencies of the {other.layer} layers", other
        if other.base != s.base and other.head_dim == s.head_dim:
            how = f"the base used is {other.base:g}, that of the {other.layer} layers"
            yield how, s.replaced(base=other.base)


def _exponent(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rotary_dim < s.head_dim and not s.axes and s.rule != "longrope":
        whole = s.replaced(rotary_dim=s.head_dim).reading().frequencies[: s.rotary_dim // 2]
        base = s.base ** (s.rotary_dim / s.head_dim)
        how = f"the exponent is divided by {s.head_dim}, not {s.rotary_dim}"
        yield f"{how}: an effective base of {base:.2f}", whole


def _proportional(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule == "proportional":
        right = s.reading().frequencies
        turning = int(s.proportion * s.rotary_dim) // 2
        if 0 < turning < len(right):
            yield (
                f"only the {turning} pairs that turn are there, without the zeros",
                right[:turning],
            )
            partial = Default().frequencies(s.base, 2 * turning)
            how = f"the exponent is divided by {2 * turning}, as for a partial encoding"
            yield how, partial
            yield how + ", with zeros after it", np.pad(partial, (0, len(right) - turning))
            yield "all pairs turn, and none stands still", _plain(s)
    elif s.rule == "default" and s.rotary_dim < s.head_dim and not s.axes:
        whole = Default().frequencies(s.base, s.head_dim)
        turning = s.rotary_dim // 2
        how = "the exponent is divided by head_dim, and zeros follow, as in the proportional rule"
        yield how, np.where(np.arange(len(whole)) < turning, whole, 0)


def _list_chosen(s: RopeSettings, context: Context) -> Iterator[Made]:
    if s.rule == "longrope" and context.seq_len is not None:
        long = context.seq_len <= s.trained_length
        name = "long_factor" if long else "short_factor"
        how = f"{name} is used for a text of {context.seq_len:,} positions"
        yield how, s.reading(long=long).frequencies


def _dynamic(s: RopeSettings, context: Context) -> Iterator[Made]:
    if s.rule == "dynamic":
        power = s.scaling ** (s.rotary_dim / max(s.rotary_dim - 2, 1))
        how = f"every frequency is divided by {power:.4g}, and the base is not changed"
        yield how, _plain(s) / power
        base = ntk_base(s.base, s.scaling, s.rotary_dim)
        yield (
            f"the base is fixed at {base:.6g}, whatever the length",
            s.replaced(rule="default", base=base),
        )
        grown = ntk_base(s.base, s.scaling**2 - s.scaling + 1, s.rotary_dim)
        yield (
            f"the base is fixed at {grown:.6g}, that of the longest text",
            s.replaced(rule="default", base=grown),
        )


def _unscaled(s: RopeSettings, _: Context) -> Iterator[Made]:
    if s.rule in ("linear", "yarn", "longrope", "ntk"):
        yield f"the {s.rule} rule is not applied: every ratio is 1", s.replaced(rule="default")


#: Every fault on frequencies; where two make the same numbers, the first is named.
FAULTS: tuple[Fault, ...] = (
    Fault(
        "R12",
        "the linear factor belongs to the full layers alone",
        "Apply the factor to the full_attention layers, and to no sliding ones.",
        _global_factor,
    ),
    Fault(
        "R10",
        "the llama3 rule was not applied",
        "Apply rope_type llama3; older files call the key type.",
        _rule_lost,
    ),
    Fault(
        "R5",
        "YaRN's factor was replaced by the ratio of the lengths",
        "Update transformers to a release after August 2025, or set max_position_embeddings to "
        "original · factor.",
        _ratio_of_lengths,
    ),
    Fault(
        "R6",
        "YaRN's truncate was ignored",
        "Pass truncate on to the code that computes the bounds of the ramp.",
        _truncated,
    ),
    Fault(
        "R7",
        "the original length was lost",
        "Pass original_max_position_embeddings on; newer files keep it in rope_parameters.",
        _extended_original,
    ),
    Fault(
        "R11",
        "the llama3 rule blends wrongly",
        "Blend frequencies: (1 - s) ω/factor + s ω with s = (L/λ - low) / (high - low).",
        _smoothing,
    ),
    Fault(
        "R8",
        "the factor is inside the power",
        "Divide the frequency by the factor, not the base: 1 / (factor · base^(2i/d)).",
        _inside_power,
    ),
    Fault(
        "R13",
        "the exponent is divided by head_dim",
        "Divide 2i by rotary_dim, the number of dimensions that turn.",
        _exponent,
    ),
    Fault(
        "R14",
        "proportional and partial were mixed up",
        "Proportional: d/2 frequencies base^(-2i/head_dim), zeros at the end, pairs (i, i + d/2). "
        "Partial: rotary_dim/2 frequencies base^(-2i/rotary_dim).",
        _proportional,
    ),
    Fault(
        "R15",
        "the wrong one of LongRoPE's two lists",
        "Choose the list by the length of the text, and not by the memory set aside; do not "
        "switch within a text whose keys are cached.",
        _list_chosen,
    ),
    Fault(
        "R9",
        "a default base was used",
        "Read rope_theta from where the file has it: newer files keep it in rope_parameters.",
        _default_base,
    ),
    Fault(
        "dynamic",
        "the dynamic rule does not follow the length",
        "Compute the base anew when the length changes, and go back for a short text.",
        _dynamic,
    ),
    Fault(
        "layer",
        "the frequencies of another kind of layer",
        "Build one encoding per kind of layer.",
        _other_layer,
    ),
    Fault(
        "unscaled",
        "the rule of the configuration was not applied",
        "Apply the rule that rope_type names.",
        _unscaled,
    ),
)

#: What each id means, in a line; the ones that are not about frequencies too.
TITLES: dict[str, str] = {
    "R1": "YaRN's mscale pair was read wrongly",
    "R2": "the explicit attention_factor was not used",
    "R3": "attn_factor is not attention_factor",
    "R4": "the softmax scale lacks YaRN's mscale²",
    **{fault.id: fault.title for fault in FAULTS},
    "R16": "the frequencies were rounded to bfloat16",
    "R17": "pairs or positions are mixed up",
    "sections": "M-RoPE's sections are laid out another way",
}
