"""What a configuration alone gives away: unknown keys, contradictions, missing and risky values."""

import math

from pe_core.rotary.config_values import Values
from pe_core.rotary.finding import Finding
from pe_core.rotary.rules import yarn_mscale
from pe_core.rotary.settings import RopeSettings

__all__ = ["layer_findings"]

#: Keys that some reader knows, whatever the rule.
_EVERYWHERE = {
    "rope_type",
    "type",
    "rope_theta",
    "partial_rotary_factor",
    "mrope_section",
    "xdrope_section",
    "mrope_interleaved",
}
_LENGTH = "original_max_position_embeddings"
_TEMPERATURE = {"llama_4_scaling_beta"}
_KEYS = {
    "default": set(),
    "linear": {"factor"},
    "ntk": {"factor"},
    "dynamic": {"factor", _LENGTH},
    "yarn": {
        "factor",
        _LENGTH,
        "beta_fast",
        "beta_slow",
        "truncate",
        "mscale",
        "mscale_all_dim",
        "attention_factor",
        "attn_factor",
        *_TEMPERATURE,
    },
    "longrope": {
        "factor",
        _LENGTH,
        "short_factor",
        "long_factor",
        "attention_factor",
        "short_mscale",
        "long_mscale",
    },
    "llama3": {"factor", _LENGTH, "low_freq_factor", "high_freq_factor"},
    "proportional": {"factor"},
}
_NEEDED = {
    "linear": ("factor",),
    "ntk": ("factor",),
    "dynamic": ("factor",),
    "llama3": ("factor", _LENGTH),
    "longrope": ("short_factor", "long_factor"),
}


def layer_findings(settings: RopeSettings, inner: Values, top: Values) -> list[Finding]:
    """Return the findings on one kind of layer."""
    found = [*_unknown_keys(settings, inner), *_missing(settings, inner, top)]
    for check in (_attn_factor, _lengths, _order, _lists, _sections):
        found += check(settings)
    return found


def _unknown_keys(settings: RopeSettings, inner: Values) -> list[Finding]:
    found: list[Finding] = []
    for key in sorted(set(inner.data) - _EVERYWHERE - _KEYS[settings.rule]):
        if inner.data[key] is None:
            continue
        if key == "max_position_embeddings":
            evidence = "Readers look for this key outside, beside hidden_size."
        else:
            evidence = f"No reader of the {settings.rule} rule knows it, and none complains."
        title = f"unknown key {inner.where}{key[:40]!r}"
        fix = f"Remove {key[:40]!r}, or write the key that was meant."
        found.append(Finding("unknown-key", title, evidence, fix))
    return found


def _missing(settings: RopeSettings, inner: Values, top: Values) -> list[Finding]:
    found: list[Finding] = []
    for key in _NEEDED.get(settings.rule, ()):
        if inner.has(key) or (key == _LENGTH and top.has(key)):
            continue
        title = f"{key} is missing for the {settings.rule} rule"
        found.append(
            Finding("missing-key", title, _without(settings, key), f"Write {key}.", "inv_freq")
        )
    if settings.rule in ("yarn", "longrope") and settings.original_length is None:
        evidence = "Readers then take max_position_embeddings, which is the extended length (R7)."
        title = f"{_LENGTH} is missing for the {settings.rule} rule"
        found.append(Finding("missing-key", title, evidence, f"Write {_LENGTH}.", "inv_freq"))
    if settings.rule == "yarn" and not inner.has("factor") and settings.length is None:
        title = "factor is missing for the yarn rule"
        evidence = "Without max_position_embeddings it cannot be computed either."
        found.append(Finding("missing-key", title, evidence, "Write factor.", "inv_freq"))
    return found


def _without(settings: RopeSettings, key: str) -> str:
    if key == _LENGTH:
        return "Readers stop, or take the extended length in its place."
    return f"Without it the {settings.rule} rule changes nothing, or a reader stops."


def _attn_factor(settings: RopeSettings) -> list[Finding]:
    """Return R3: attn_factor multiplies, attention_factor replaces."""
    given = settings.attn_factor
    if given is None or settings.rule != "yarn":
        return []
    plain = yarn_mscale(settings.scaling)
    product = given * plain
    exact = ", which is 1: the two cancel" if abs(product - 1) < 1e-6 else ""
    evidence = (
        f"attn_factor {given:.9g} times 0.1·ln({settings.scaling:g}) + 1 is {product:.6g}{exact}. "
        f"A reader that ignores the key multiplies cosine and sine by {plain:.6g}, and scores by "
        f"{(plain / product) ** 2 if product else math.inf:.4g} too much."
    )
    return [
        Finding(
            "R3",
            "attn_factor is not attention_factor",
            evidence,
            f"Write attention_factor: {product:.9g} in its place.",
            "cos_sin",
        )
    ]


def _lengths(settings: RopeSettings) -> list[Finding]:
    original, length = settings.original_length, settings.length
    found: list[Finding] = []
    if original is None or length is None:
        return found
    if settings.rule in ("yarn", "longrope") and settings.factor is not None:
        ratio = length / original
        if abs(settings.factor / ratio - 1) > 1e-6:
            evidence = (
                f"factor is {settings.factor:g}, but {length:,} / {original:,} is {ratio:g}. "
                f"transformers took the ratio of the lengths before August 2025 (R5)."
            )
            wanted = round(original * settings.factor)
            fix = f"Write max_position_embeddings: {wanted}, or the factor {ratio:g}."
            found.append(
                Finding(
                    "factor", "factor is not the ratio of the lengths", evidence, fix, "inv_freq"
                )
            )
    if settings.rule in ("llama3", "yarn", "longrope") and original >= length:
        title = f"{_LENGTH} is not below max_position_embeddings"
        evidence = f"{original:,} against {length:,}: nothing was extended."
        found.append(
            Finding("original", title, evidence, "Write the length of training.", "inv_freq")
        )
    return found


def _order(settings: RopeSettings) -> list[Finding]:
    if settings.rule == "yarn" and settings.beta_fast < settings.beta_slow:
        evidence = f"beta_fast {settings.beta_fast:g} is below beta_slow {settings.beta_slow:g}."
        title = "beta_fast and beta_slow are in the wrong order"
        return [Finding("betas", title, evidence, "Exchange the two.")]
    return []


def _lists(settings: RopeSettings) -> list[Finding]:
    found: list[Finding] = []
    if settings.rule != "longrope":
        return found
    for key in ("short_factor", "long_factor"):
        count, pairs = len(getattr(settings, key)), settings.rotary_dim // 2
        if count not in (0, pairs):
            title = f"{key} has {count} entries for {pairs} pairs"
            evidence = f"rotary_dim is {settings.rotary_dim}, and each pair needs one number."
            fix = f"Write {pairs} numbers, or set partial_rotary_factor."
            found.append(Finding("longrope-list", title, evidence, fix))
    return found


def _sections(settings: RopeSettings) -> list[Finding]:
    pairs = settings.rotary_dim // 2
    if not settings.sections or sum(settings.sections) == pairs:
        return []
    title = f"mrope_section adds up to {sum(settings.sections)}, not to {pairs} pairs"
    evidence = f"Each of the {pairs} pairs follows one axis, so the sections must add up."
    return [Finding("sections", title, evidence, f"Write sections that add up to {pairs}.")]
