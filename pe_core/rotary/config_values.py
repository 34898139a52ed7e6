"""Values out of JSON: of the right kind and in range, or one sentence that names the key."""

import json
from collections.abc import Callable
from typing import Any

from pe_core.checks import integer, real
from pe_core.rotary.families import Family
from pe_core.rotary.layers import FULL
from pe_core.rotary.rules.rule import MAX_FACTOR, MAX_LENGTH
from pe_core.rotary.settings import RULES

__all__ = [
    "MAX_CONFIG_BYTES",
    "Add",
    "Values",
    "head_width",
    "parsed",
    "rotary_width",
    "theta_of",
]

MAX_CONFIG_BYTES = 2 * 10**6
MAX_HEAD_DIM = 16_384
_ASSUMED_HEAD = 128
#: How a reading adds a finding: id, title, evidence, fix, settled.
Add = Callable[..., None]

_ALIASES = {
    "mrope": "default",
    "xdrope": "default",
    "axial": "default",
    "su": "longrope",
    "deepseek_yarn": "yarn",
}
_THETA_KEYS = ("rope_theta", "rotary_emb_base", "global_rope_theta", "theta")


def parsed(source: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a text, at most 2 MB of it.

    >>> parsed("{}")
    {}
    """
    if not isinstance(source, str | bytes):
        raise ValueError(f"the configuration must be JSON; got {type(source).__name__}")
    if len(source) > MAX_CONFIG_BYTES:
        raise ValueError(
            f"the configuration must be at most {MAX_CONFIG_BYTES // 10**6} MB; "
            f"got at least {len(source) / 1e6:.1f} MB"
        )
    try:
        value = json.loads(source)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise ValueError(f"the configuration must be JSON; this is none{where}") from None
    except (RecursionError, ValueError):
        raise ValueError(
            "the configuration must be JSON; this is nested or long beyond sense"
        ) from None
    if not isinstance(value, dict):
        raise ValueError(f"the configuration must be a JSON object; got a {_kind(value)}")
    return value


class Values:
    """Give the values of one JSON object by key, checked."""

    def __init__(self, data: dict[str, Any], where: str = "") -> None:
        self.data = data
        self.where = f"{where}." if where else ""

    def has(self, key: str) -> bool:
        """Return whether the key is there with a value."""
        return self.data.get(key) is not None

    def text(self, key: str) -> str | None:
        """Return a string, or None if the key is missing."""
        value = self.data.get(key)
        if value is None or isinstance(value, str):
            return value
        raise ValueError(f"{self.where}{key} must be a string; got a {_kind(value)}")

    def mapping(self, key: str) -> "Values | None":
        """Return an object, or None if the key is missing or null."""
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, dict):
            return Values(value)
        raise ValueError(f"{self.where}{key} must be a JSON object; got a {_kind(value)}")

    def number(self, key: str, low: float, high: float) -> float | None:
        """Return a number in range, or None if the key is missing or null."""
        value = self.data.get(key)
        return None if value is None else real(f"{self.where}{key}", value, low, high)

    def integer(self, *keys: str) -> int | None:
        """Return the first integer from 1 up among the keys, or None."""
        for key in keys:
            if self.has(key):
                return integer(f"{self.where}{key}", self.data[key], 1, MAX_LENGTH)
        return None

    def flag(self, key: str) -> bool | None:
        """Return true or false, or None if the key is missing or null."""
        value = self.data.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise ValueError(f"{self.where}{key} must be true or false; got a {_kind(value)}")

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return a list of positive numbers; empty if the key is missing."""
        return tuple(real(f"{key}[{i}]", x, 1e-9, MAX_FACTOR) for i, x in self._listed(key))

    def integers(self, *keys: str) -> tuple[int, ...]:
        """Return a list of integers from 0 up under the first of the keys; empty without one."""
        for key in keys:
            if self.has(key):
                listed = self._listed(key)
                return tuple(integer(f"{key}[{i}]", x, 0, MAX_HEAD_DIM) for i, x in listed)
        return ()

    def _listed(self, key: str) -> list[tuple[int, Any]]:
        value = self.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise ValueError(f"{self.where}{key} must be a list; got a {_kind(value)}")
        if len(value) > MAX_HEAD_DIM:
            raise ValueError(f"{self.where}{key} must have at most {MAX_HEAD_DIM} entries")
        return list(enumerate(value))

    def rule(self, model_type: str, add: Add) -> str:
        """Return the name of the rule, and add a finding where two names differ."""
        names = [self.text(key) for key in ("rope_type", "type")]
        rules = [_rule_named(name, model_type) for name in names if name is not None]
        if len(set(rules)) > 1:
            add(
                "contradiction",
                f"rope_type is {names[0]!r} and type is {names[1]!r}",
                f"Readers that take rope_type apply {rules[0]}, readers that take type {rules[1]}.",
                "Keep rope_type alone.",
            )
        if not rules and any(self.has(key) for key in ("factor", "long_factor")):
            add(
                "missing-key",
                "rope_type is missing beside a factor",
                "Without the name of a rule, readers apply none.",
                "Write the rule as rope_type.",
            )
        return rules[0] if rules else "default"


def _rule_named(name: str, model_type: str) -> str:
    rule = _ALIASES.get(name, name)
    if model_type.startswith("phi3") and rule == "yarn":
        return "longrope"  # what Phi-3's class makes of the old name
    if rule not in RULES:
        known = ", ".join(RULES)
        raise ValueError(f"rope_type must be one of {known}; got {name[:40]!r}")
    return rule


def head_width(top: Values, kind: str, rule: str, add: Add) -> int:
    """Return how many dimensions a head has, or its rotary part where it is kept apart."""
    if kind == FULL and top.has("global_head_dim"):
        return integer("global_head_dim", top.data["global_head_dim"], 2, MAX_HEAD_DIM)
    for key in ("qk_rope_head_dim", "head_dim", "attention_head_dim"):
        if top.has(key):
            return integer(key, top.data[key], 2, MAX_HEAD_DIM)
    hidden, heads = (
        top.integer("hidden_size", "n_embd"),
        top.integer("num_attention_heads", "n_head"),
    )
    if hidden is None or heads is None:
        add(
            "missing-key",
            "head_dim is missing, and so is hidden_size or num_attention_heads",
            f"Without them nobody knows how many pairs there are; {_ASSUMED_HEAD} is assumed here.",
            "Write head_dim.",
            "inv_freq",
        )
        return _ASSUMED_HEAD
    if "head_dim" in top.data and rule in ("yarn", "dynamic", "longrope"):
        add(
            "missing-key",
            "head_dim is null",
            f"transformers 5.24.0 computes with it for {rule} and stops with a TypeError.",
            f"Write head_dim: {hidden // heads}, or leave the key out.",
        )
    return integer("hidden_size / num_attention_heads", hidden // heads, 2, MAX_HEAD_DIM)


def rotary_width(width: int, partial: float) -> int:
    """Return how many dimensions turn: the whole part of width · partial."""
    rotary = int(width * partial + 1e-9)
    if rotary < 2 or rotary % 2:
        raise ValueError(
            f"partial_rotary_factor must leave an even number of dimensions from 2 up; "
            f"got {partial:g} of {width}, which is {rotary}"
        )
    return rotary


def theta_of(top: Values, inner: Values, known: Family, add: Add, model_type: str) -> float:
    """Return the base θ, and add a finding where it is missing or told twice."""
    inside = inner.number("rope_theta", 1e-12, 1e12)
    outside = next((top.number(key, 1e-12, 1e12) for key in _THETA_KEYS if top.has(key)), None)
    if inside is not None and outside is not None and inside != outside and not inner.where:
        add(
            "contradiction",
            f"rope_theta is {inside:g} inside and {outside:g} outside",
            "Which of them counts depends on the reader.",
            "Keep one of them, or make them equal.",
            "inv_freq",
        )
    if inside is None and outside is None:
        add(
            "missing-key",
            "rope_theta is missing",
            f"A reader takes the default of its own class: {known.base:g} for "
            f"{model_type or 'most models'}.",
            "Write rope_theta.",
            "inv_freq",
        )
        return known.base
    return inside if inside is not None else outside or known.base


def _kind(value: Any) -> str:
    names = {bool: "true or false", str: "string", list: "list", dict: "JSON object"}
    return names.get(type(value), "number" if isinstance(value, int | float) else "null")
