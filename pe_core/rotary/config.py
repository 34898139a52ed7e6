"""Read a model's configuration file: what it asks for, and what is odd about it.

Three generations of files are in use. The oldest has ``rope_theta`` and a ``rope_scaling`` whose
rule is called ``type``; then the rule became ``rope_type``; now ``rope_parameters`` holds it all,
once for the model or once per kind of layer. Keys that are missing, unknown or contradict each
other become findings that name the key: a file is only refused if it has no meaning at all.
"""

from dataclasses import dataclass
from typing import Any

from pe_core.rotary.config_checks import layer_findings
from pe_core.rotary.config_values import (
    MAX_CONFIG_BYTES,
    Values,
    head_width,
    parsed,
    rotary_width,
    theta_of,
)
from pe_core.rotary.families import Family, family
from pe_core.rotary.finding import Finding
from pe_core.rotary.layers import FULL, SLIDING, kind_named
from pe_core.rotary.rules import yarn_mscale
from pe_core.rotary.settings import RopeSettings

__all__ = ["MAX_CONFIG_BYTES", "RopeConfig", "read_config"]

#: Where multimodal models keep the configuration of their language part.
_TEXT_PARTS = ("text_config", "language_config", "llm_config")
_SECTION_KEYS = ("mrope_section", "xdrope_section")


@dataclass(frozen=True)
class RopeConfig:
    """Hold what a file says: the settings of each kind of layer, and what was noticed.

    ``nested`` says that the file has one set of parameters per kind of layer. ``softmax_factor``
    is what YaRN adds to the softmax scale in models that keep it there (DeepSeek), else 1.
    ``silent_layers`` counts the layers whose queries and keys do not turn.
    """

    model_type: str
    layers: tuple[RopeSettings, ...]
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    nested: bool = False
    softmax_factor: float = 1.0
    silent_layers: int = 0

    def chosen(self, layer: str | None = None) -> tuple[RopeSettings, ...]:
        """Return the settings of one kind of layer, or of all kinds without a name.

        Raises ``ValueError`` that lists the kinds, if there is none of that name.
        """
        if layer is None:
            return self.layers
        wanted = kind_named(layer)
        found = tuple(one for one in self.layers if one.layer in ("", wanted))
        if not found:
            kinds = ", ".join(one.layer for one in self.layers)
            raise ValueError(f"layer must be one of {kinds}; got {layer[:40]!r}")
        return found


def read_config(source: str | bytes | dict[str, Any]) -> RopeConfig:
    """Read a configuration: JSON as text or bytes (at most 2 MB), or a dict.

    Raises ``ValueError`` with one sentence for what is no JSON object, for an unknown rule, and
    for numbers that mean nothing (a factor of 0, a negative base).

    >>> read_config('{"head_dim": 64, "rope_theta": 1e4}').layers[0].rotary_dim
    64
    """
    whole = source if isinstance(source, dict) else parsed(source)
    top = Values(whole)
    for name in _TEXT_PARTS:
        inner = whole.get(name)
        if isinstance(inner, dict):
            # What the part leaves out stands outside.
            top = Values({**{k: v for k, v in whole.items() if k != name}, **inner})
            break
    model_type = top.text("model_type") or ""
    return _Reader(top, model_type, family(model_type)).read()


class _Reader:
    """Gather the settings, findings and notes of one file."""

    def __init__(self, top: Values, model_type: str, known: Family) -> None:
        self.top, self.model_type, self.known = top, model_type, known
        self.findings: list[Finding] = []
        self.notes: list[str] = []

    def read(self) -> RopeConfig:
        """Return everything that the file says."""
        kinds, nested = self._kinds()
        layers = tuple(self._layer(kind, inner) for kind, inner in kinds)
        for settings in layers:
            self._check_runs(settings)
        unique = list(dict.fromkeys(self.findings))
        silent = self._silent_layers()
        if silent:
            self.notes.append(f"{silent} layers have no positions: nothing turns in them.")
        self._temperature()
        softmax = self._softmax_factor(layers[0])
        notes = tuple(dict.fromkeys(self.notes))
        return RopeConfig(self.model_type, layers, tuple(unique), notes, nested, softmax, silent)

    def _kinds(self) -> tuple[list[tuple[str, Values]], bool]:
        """Return each kind of layer with its parameters, and whether the file nests them."""
        new = self.top.mapping("rope_parameters")
        old = self.top.mapping("rope_scaling")
        inner = new if new is not None else old
        if new is not None and old is not None and new.data != old.data:
            self._add(
                "contradiction",
                "rope_parameters and rope_scaling are both there and differ",
                "Some readers take one of them, some the other.",
                "Keep rope_parameters alone.",
            )
        given = inner.data if inner is not None else {}
        nested = {k: v for k, v in given.items() if isinstance(v, dict)}
        if nested:
            beside = sorted(set(given) - set(nested))
            for key in beside:
                self._unknown(key, "beside the kinds of layers in rope_parameters")
            return [(kind_named(kind), Values(v, kind)) for kind, v in nested.items()], True
        values = inner if inner is not None else Values({})
        local = self._local_base()
        if local is None:
            return [("", values)], False
        sliding = Values({"rope_theta": local, "rope_type": "default"}, SLIDING)
        return [(FULL, values), (SLIDING, sliding)], False

    def _local_base(self) -> float | None:
        for key in ("rope_local_base_freq", "local_rope_theta"):
            if self.top.has(key):
                return self.top.number(key, 1e-12, 1e12)
        return self.known.local_base

    def _layer(self, kind: str, inner: Values) -> RopeSettings:
        """Return the settings of one kind of layer."""
        rule = inner.rule(self.model_type, self._add)
        if "axial" in (inner.data.get("rope_type"), inner.data.get("type")):
            self.notes.append("rope_type axial: the frequencies told are those of one axis.")
        width = head_width(self.top, kind, rule, self._add)
        partial = self._partial(inner, width)
        rotary = width if rule == "proportional" else rotary_width(width, partial)
        base = theta_of(self.top, inner, self.known, self._add, self.model_type)
        sections = inner.integers(*_SECTION_KEYS)
        interleaved = inner.flag("mrope_interleaved")
        arrangement = self.known.arrangement
        if interleaved is not None and arrangement != "stacked":
            arrangement = "interleaved" if interleaved else "blocked"
        axes = self.top.integers("axes_dims_rope") or self._vision_axes(width)
        settings = RopeSettings(
            head_dim=width,
            rotary_dim=sum(axes) if self.top.has("axes_dims_rope") else rotary,
            base=base,
            rule=rule,
            layer=kind,
            pairing=self._pairing(),
            proportion=partial if rule == "proportional" else 1.0,
            sections=sections,
            arrangement=arrangement if sections else "",
            axes=axes,
        ).replaced(**self._numbers(inner))
        self.findings += layer_findings(settings, inner, self.top)
        return self._without_odd_lists(settings)

    def _without_odd_lists(self, settings: RopeSettings) -> RopeSettings:
        """Return settings that can be computed with: no LongRoPE without one number per pair."""
        pairs = settings.rotary_dim // 2
        lists = {len(settings.short_factor), len(settings.long_factor)}
        if settings.rule == "longrope" and lists != {pairs}:
            self.notes.append("The lists do not fit: the frequencies told are those without them.")
            return settings.replaced(rule="default")
        return settings

    def _numbers(self, inner: Values) -> dict[str, object]:
        """Return the lengths and the numbers of the rules, by the names of the settings."""
        original = "original_max_position_embeddings"
        return {
            "length": self.top.integer("max_position_embeddings", "n_positions"),
            "original_length": inner.integer(original) or self.top.integer(original),
            "factor": inner.number("factor", 1e-6, 1e6),
            "beta_fast": inner.number("beta_fast", 0, 1e6) or 32.0,
            "beta_slow": inner.number("beta_slow", 0, 1e6) or 1.0,
            "truncate": inner.flag("truncate") is not False,
            "mscale": inner.number("mscale", 0, 1e3),
            "mscale_all_dim": inner.number("mscale_all_dim", 0, 1e3),
            "attention_factor": inner.number("attention_factor", 0, 1e3),
            "attn_factor": inner.number("attn_factor", 0, 1e3),
            "low_freq_factor": inner.number("low_freq_factor", 0, 1e6) or 1.0,
            "high_freq_factor": inner.number("high_freq_factor", 0, 1e6) or 4.0,
            "short_factor": inner.numbers("short_factor"),
            "long_factor": inner.numbers("long_factor"),
        }

    def _vision_axes(self, width: int) -> tuple[int, ...]:
        return (width // 2,) if self.model_type == "dinov3_vit" else ()

    def _partial(self, inner: Values, width: int) -> float:
        """Return which part of the head turns."""
        for values in (inner, self.top):
            for key in ("partial_rotary_factor", "rotary_pct"):
                part = values.number(key, 0, 1)
                if part is not None:
                    return part
        given = self.top.integer("rotary_dim")
        return given / width if given else self.known.partial

    def _pairing(self) -> str | None:
        for key in ("rope_interleave", "rope_interleaved", "rope_traditional"):
            flag = self.top.flag(key)
            if flag is not None and not self.model_type.startswith("deepseek"):
                return "adjacent" if flag else "halves"
        return self.known.pairing

    def _check_runs(self, settings: RopeSettings) -> None:
        """Try the settings once, so that a number out of range is told now."""
        where = f" ({settings.layer})" if settings.layer else ""
        try:
            settings.readings()
        except ValueError as error:
            raise ValueError(f"the configuration has no meaning{where}: {error}") from None

    def _silent_layers(self) -> int:
        flags = self.top.data.get("no_rope_layers")
        if isinstance(flags, list) and flags and all(flag in (0, 1) for flag in flags):
            return sum(1 for flag in flags if not flag)
        every = self.top.integer("no_rope_layer_interval")
        return (self.top.integer("num_hidden_layers") or 0) // every if every else 0

    def _temperature(self) -> None:
        if self.top.flag("attn_temperature_tuning") or self.top.data.get("llama_4_scaling_beta"):
            self.notes.append("Queries are also multiplied by a factor that grows with position.")

    def _softmax_factor(self, settings: RopeSettings) -> float:
        """Return what YaRN puts on the softmax scale: DeepSeek's mscale², else 1."""
        if not self.top.has("qk_rope_head_dim") or not settings.mscale_all_dim:
            return 1.0
        factor = yarn_mscale(settings.scaling, settings.mscale_all_dim) ** 2
        self.notes.append(
            f"The softmax scale is multiplied by {factor:.5f} (mscale_all_dim, squared); this is "
            f"not the factor on cosine and sine. Left out, attention is too flat (R4)."
        )
        return factor

    def _unknown(self, key: str, where: str) -> None:
        self._add(
            "unknown-key",
            f"unknown key {key[:40]!r} {where}",
            "Readers ignore keys that they do not know, without an error.",
            f"Remove {key[:40]!r}, or write the key that was meant.",
        )

    def _add(self, name: str, title: str, evidence: str, fix: str, settled: str = "") -> None:
        self.findings.append(Finding(name, title, evidence, fix, settled))
