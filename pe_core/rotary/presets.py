"""Models' own settings, as configuration files, each with where it was read.

They are facts of published configurations or of the class defaults in transformers 5.24.0, in
the keys that the model's file uses; what does not concern positions is left out. :func:`forms`
writes one in every generation of the file format.
"""

from dataclasses import dataclass
from typing import Any

from pe_core.rotary.config import RopeConfig, read_config
from pe_core.rotary.layers import FULL, SLIDING

__all__ = ["PRESETS", "VARIANTS", "RopePreset", "forms", "preset"]

Config = dict[str, Any]


@dataclass(frozen=True)
class RopePreset:
    """Hold a model's settings: its name, its configuration in the newest form, its source.

    ``layers`` says how many layers there are and which of them differ.
    """

    name: str
    title: str
    config: Config
    source: str
    layers: str

    def read(self) -> RopeConfig:
        """Return the configuration, read."""
        return read_config(self.config)


def preset(name: str) -> RopePreset:
    """Return the preset called ``name``; ``ValueError`` that lists the names without one.

    >>> preset("llama_2_7b").config["max_position_embeddings"]
    4096
    """
    for entry in (*PRESETS, *VARIANTS):
        if entry.name == name:
            return entry
    names = ", ".join(entry.name for entry in (*PRESETS, *VARIANTS))
    raise ValueError(f"preset must be one of {names}; got {name[:40]!r}")


def forms(entry: RopePreset) -> dict[str, Config]:
    """Return the configuration in each generation of the format that can hold it.

    >>> sorted(forms(preset("gemma_4")))
    ['nested', 'nested, inside text_config']
    """
    inner = entry.config["rope_parameters"]
    rest = {key: value for key, value in entry.config.items() if key != "rope_parameters"}
    if FULL in inner:
        out = {"nested": entry.config, "nested, inside text_config": _inside(entry.config)}
        return out | _two_bases(rest, inner)
    out = {
        "rope_parameters": entry.config,
        "rope_parameters, inside text_config": _inside(entry.config),
        "rope_parameters by kind of layer": {**rest, "rope_parameters": {FULL: inner}},
    }
    return out | _old(rest, inner)


def _inside(config: Config) -> Config:
    return {"model_type": config["model_type"], "text_config": config}


def _old(rest: Config, inner: Config) -> dict[str, Config]:
    """Return the two older forms: θ and the part outside, the rule in rope_scaling."""
    outside: Config = {k: inner[k] for k in ("rope_theta", "partial_rotary_factor") if k in inner}
    scaling = {k: v for k, v in inner.items() if k not in outside}
    flat: Config = {**rest, **outside}
    if scaling == {"rope_type": "default"}:
        empty: Config = {**flat, "rope_scaling": None}
        return {"rope_theta": flat, "rope_scaling null": empty}
    named: Config = {**flat, "rope_scaling": scaling}
    rule = scaling["rope_type"]
    plain = {k: v for k, v in scaling.items() if k != "rope_type"}
    old_name = "mrope" if "mrope_section" in scaling else rule
    return {
        "rope_scaling with rope_type": named,
        "rope_scaling with type": {**flat, "rope_scaling": {**plain, "type": old_name}},
    }


def _two_bases(rest: Config, inner: Config) -> dict[str, Config]:
    """Return the older forms of the models with two bases."""
    if "global_head_dim" in rest:
        return {}  # newer than those forms
    full, local = inner[FULL], inner[SLIDING]["rope_theta"]
    if rest["model_type"] == "modernbert":
        bases: Config = {"global_rope_theta": full["rope_theta"], "local_rope_theta": local}
        return {"two thetas": {**rest, **bases}}
    out = _old({**rest, "rope_local_base_freq": local}, full)
    return {f"{name}, local base": config for name, config in out.items()}


def _model(kind: str, length: int | None, rope: Config, **more: Any) -> Config:
    config: Config = {"model_type": kind, "rope_parameters": rope, **more}
    if length is not None:
        config["max_position_embeddings"] = length
    return config


def _rope(theta: float, rule: str = "default", **more: Any) -> Config:
    return {"rope_type": rule, "rope_theta": theta, **more}


def _original(length: int) -> Config:
    return {"original_max_position_embeddings": length}


# fmt: off
_PHI_SHORT = [
    1.0, 1.02, 1.03, 1.03, *[1.05] * 5, 1.07, 1.10, 1.11, 1.16, 1.16, 1.17, 1.29, 1.34, 1.68,
    1.79, 1.82, 1.85, 1.88, 1.91, 1.94, 1.99, *[2.02] * 6, *[2.03] * 9, 2.08, 2.09, 2.19, 2.22,
    2.59, 2.73, 2.75, 2.84,
]
_PHI_LONG = [
    1.08, 1.11, 1.14, 1.34, 1.59, 1.60, 1.62, 2.62, 3.23, 3.23, 4.79, 7.40, 7.70, 9.09, 12.20,
    17.67, 24.46, 28.57, 30.42, 30.84, 32.59, 32.93, 42.32, 44.96, 50.34, 50.45, 57.55, 57.93,
    58.21, 60.14, 62.61, 62.62, 62.71, 63.14, 63.14, 63.77, 63.93, 63.96, 63.97, 64.03, 64.07,
    64.08, 64.12, 64.41, 64.48, 64.51, 64.53, 64.84,
]
# fmt: on

_CLASS = "class defaults of transformers 5.24.0"
_COPY = "a public copy of the model's config.json"
_FIXTURE = "a configuration in a public test suite"

PRESETS: tuple[RopePreset, ...] = (
    RopePreset(
        "gpt_j_6b",
        "GPT-J-6B",
        _model("gptj", 2048, _rope(1e4), n_embd=4096, n_head=16, rotary_dim=64),
        _CLASS,
        "28",
    ),
    RopePreset(
        "gpt_neox_20b",
        "GPT-NeoX-20B",
        _model(
            "gpt_neox",
            2048,
            _rope(1e4, partial_rotary_factor=0.25),
            hidden_size=6144,
            num_attention_heads=64,
        ),
        f"{_CLASS}; {_FIXTURE} (rotary_pct 0.25)",
        "44",
    ),
    RopePreset(
        "llama_2_7b",
        "Llama 2 7B",
        _model("llama", 4096, _rope(1e4), hidden_size=4096, num_attention_heads=32),
        _CLASS,
        "32",
    ),
    RopePreset(
        "llama_3_1_8b",
        "Llama 3.1 8B",
        _model(
            "llama",
            131_072,
            _rope(
                5e5,
                "llama3",
                factor=8.0,
                low_freq_factor=1.0,
                high_freq_factor=4.0,
                **_original(8192),
            ),
            hidden_size=4096,
            num_attention_heads=32,
        ),
        _COPY,
        "32",
    ),
    RopePreset(
        "llama_3_2_3b",
        "Llama 3.2 3B",
        _model(
            "llama",
            131_072,
            _rope(
                5e5,
                "llama3",
                factor=32.0,
                low_freq_factor=1.0,
                high_freq_factor=4.0,
                **_original(8192),
            ),
            head_dim=128,
        ),
        _COPY,
        "28",
    ),
    RopePreset(
        "llama_4_scout",
        "Llama 4 Scout",
        _model(
            "llama4_text",
            10_485_760,
            _rope(
                5e5,
                "llama3",
                factor=16.0,
                low_freq_factor=1.0,
                high_freq_factor=1.0,
                **_original(8192),
            ),
            head_dim=128,
            num_hidden_layers=48,
            no_rope_layer_interval=4,
            attn_temperature_tuning=True,
        ),
        f"{_FIXTURE}; {_CLASS}",
        "48, every 4th without positions",
    ),
    RopePreset(
        "qwen3_8b",
        "Qwen3-8B",
        _model("qwen3", 40_960, _rope(1e6), head_dim=128),
        _FIXTURE,
        "36",
    ),
    RopePreset(
        "gemma_3_12b",
        "Gemma 3 12B",
        _model(
            "gemma3_text",
            131_072,
            {FULL: _rope(1e6, "linear", factor=8.0), SLIDING: _rope(1e4)},
            head_dim=256,
        ),
        _FIXTURE,
        "48, every 6th full",
    ),
    RopePreset(
        "gemma_4",
        "Gemma 4",
        _model(
            "gemma4_text",
            131_072,
            {
                FULL: _rope(1e6, "proportional", partial_rotary_factor=0.25),
                SLIDING: _rope(1e4),
            },
            head_dim=256,
            global_head_dim=512,
        ),
        _CLASS,
        "30, every 6th full and the last",
    ),
    RopePreset(
        "gpt_oss_20b",
        "gpt-oss-20b",
        _model(
            "gpt_oss",
            131_072,
            _rope(
                150_000.0,
                "yarn",
                factor=32.0,
                beta_fast=32.0,
                beta_slow=1.0,
                truncate=False,
                **_original(4096),
            ),
            head_dim=64,
        ),
        f"{_FIXTURE}; {_CLASS}",
        "24",
    ),
    RopePreset(
        "deepseek_v3",
        "DeepSeek-V3",
        _model(
            "deepseek_v3",
            163_840,
            _rope(
                1e4,
                "yarn",
                factor=40.0,
                beta_fast=32.0,
                beta_slow=1.0,
                mscale=1.0,
                mscale_all_dim=1.0,
                **_original(4096),
            ),
            qk_rope_head_dim=64,
            qk_nope_head_dim=128,
        ),
        "five public copies of the model's config.json",
        "61",
    ),
    RopePreset(
        "phi_3_5_mini",
        "Phi-3.5-mini",
        _model(
            "phi3",
            131_072,
            _rope(1e4, "longrope", short_factor=_PHI_SHORT, long_factor=_PHI_LONG),
            hidden_size=3072,
            num_attention_heads=32,
            **_original(4096),
        ),
        _FIXTURE,
        "32",
    ),
    RopePreset(
        "qwen3_vl_32b",
        "Qwen3-VL-32B",
        _model(
            "qwen3_vl_text",
            262_144,
            _rope(5e6, mrope_section=[24, 20, 20], mrope_interleaved=True),
            head_dim=128,
        ),
        _COPY,
        "64",
    ),
    RopePreset(
        "qwen2_vl",
        "Qwen2-VL",
        _model("qwen2_vl", 32_768, _rope(1e6, mrope_section=[16, 24, 24]), head_dim=128),
        _CLASS,
        "",
    ),
    RopePreset(
        "ministral_3",
        "Ministral 3",
        _model(
            "ministral3",
            262_144,
            _rope(
                1e6,
                "yarn",
                factor=16.0,
                beta_fast=32.0,
                beta_slow=1.0,
                mscale=1.0,
                mscale_all_dim=1.0,
                llama_4_scaling_beta=0.1,
                **_original(16_384),
            ),
            head_dim=128,
        ),
        _CLASS,
        "34",
    ),
    RopePreset(
        "smollm3_3b",
        "SmolLM3-3B",
        _model(
            "smollm3",
            65_536,
            _rope(5e6),
            hidden_size=2048,
            num_attention_heads=16,
            num_hidden_layers=36,
            no_rope_layer_interval=4,
        ),
        f"{_FIXTURE} (the class default of θ is 2,000,000)",
        "36, every 4th without positions",
    ),
    RopePreset(
        "modernbert_base",
        "ModernBERT-base",
        _model(
            "modernbert",
            8192,
            {FULL: _rope(160_000.0), SLIDING: _rope(1e4)},
            hidden_size=768,
            num_attention_heads=12,
        ),
        f"{_FIXTURE}; {_CLASS}",
        "22, every 3rd full",
    ),
    RopePreset(
        "dinov3_vit_s",
        "DINOv3 ViT-S",
        _model("dinov3_vit", None, _rope(100.0), hidden_size=384, num_attention_heads=6),
        _CLASS,
        "12",
    ),
    RopePreset(
        "flux_1",
        "FLUX.1",
        _model("flux", None, _rope(1e4), attention_head_dim=128, axes_dims_rope=[16, 56, 56]),
        "class defaults of diffusers 0.42.1",
        "19 + 38",
    ),
    RopePreset(
        "flux_2",
        "FLUX.2",
        _model("flux2", None, _rope(2e3), attention_head_dim=128, axes_dims_rope=[32] * 4),
        "class defaults of diffusers 0.42.1",
        "8 + 24",
    ),
    RopePreset(
        "minimax_m2",
        "MiniMax-M2",
        _model("minimax_m2", 196_608, _rope(5e6), head_dim=128, rotary_dim=64),
        _FIXTURE,
        "62",
    ),
)

#: Settings that a model's maker recommends beside its file, and that have a finding.
VARIANTS: tuple[RopePreset, ...] = (
    RopePreset(
        "qwen3_8b_yarn",
        "Qwen3-8B, YaRN asked for",
        _model("qwen3", 40_960, _rope(1e6, "yarn", factor=4.0, **_original(32_768)), head_dim=128),
        "transformers issue 38224",
        "36",
    ),
    RopePreset(
        "deepseek_r1_qwen3_8b",
        "DeepSeek-R1-0528-Qwen3-8B",
        _model(
            "qwen3",
            131_072,
            _rope(1e6, "yarn", factor=4.0, attn_factor=0.8782488562869419, **_original(32_768)),
            head_dim=128,
        ),
        "DeepSeek-R1 issue 684",
        "36",
    ),
)
