"""What a model's type says and its file may leave out: pairing, defaults, kinds of layers.

A configuration file names a ``model_type``. Its class in transformers has defaults for keys that
the file leaves out, and its code decides which dimensions form a pair. Both are facts about the
class, read in transformers 5.24.0, and not about one checkpoint: SmolLM3's class has θ 2,000,000,
its published checkpoint 5,000,000.
"""

from dataclasses import dataclass

__all__ = ["FAMILIES", "Family", "family"]


@dataclass(frozen=True)
class Family:
    """Hold what is known of a model type.

    ``base``: the class's own θ; ``local_base``: that of its sliding layers, if they have one;
    ``partial``: the part of a head that turns; ``pairing``: None where tables of both orders
    are in use for it. ``arrangement``: how M-RoPE's sections are laid out.
    """

    base: float = 10_000.0
    local_base: float | None = None
    partial: float = 1.0
    pairing: str | None = "halves"
    arrangement: str = "blocked"


FAMILIES: dict[str, Family] = {
    "llama": Family(),
    "mistral": Family(),
    "mixtral": Family(1e6),
    "qwen2": Family(),
    "qwen3": Family(),
    "qwen3_moe": Family(),
    "phi3": Family(),
    "phi": Family(partial=0.5),
    "gemma": Family(),
    "gemma2": Family(),
    "gemma3": Family(1e6, 10_000.0),
    "gemma3_text": Family(1e6, 10_000.0),
    "gemma4": Family(1e6, 10_000.0),
    "gemma4_text": Family(1e6, 10_000.0),
    "modernbert": Family(160_000.0, 10_000.0),
    "gptj": Family(pairing="adjacent"),
    "gpt_neox": Family(partial=0.25),
    "gpt_oss": Family(150_000.0),
    "cohere": Family(pairing="adjacent"),
    "cohere2": Family(pairing="adjacent"),
    "llama4": Family(500_000.0, pairing="adjacent"),
    "llama4_text": Family(500_000.0, pairing="adjacent"),
    # Interleaved input, table in halves: libraries store either order.
    "deepseek_v2": Family(pairing=None),
    "deepseek_v3": Family(pairing=None),
    "ministral3": Family(1e6),
    "smollm3": Family(2e6),
    "minimax_m2": Family(5e6),
    "glm": Family(partial=0.5, pairing="adjacent"),
    "glm4": Family(partial=0.5, pairing="adjacent"),
    "qwen2_vl": Family(1e6),
    "qwen2_vl_text": Family(1e6),
    "qwen2_5_vl": Family(1e6),
    "qwen3_vl": Family(5e6, arrangement="interleaved"),
    "qwen3_vl_text": Family(5e6, arrangement="interleaved"),
    "qwen3_vl_moe": Family(5e6, arrangement="interleaved"),
    "ernie4_5_vl_moe": Family(500_000.0, pairing="adjacent", arrangement="stacked"),
    "dinov3_vit": Family(100.0),
    "flux": Family(pairing="adjacent"),
    "flux2": Family(2_000.0, pairing="adjacent"),
}
_UNKNOWN = Family(pairing=None)


def family(model_type: object) -> Family:
    """Return what is known of a model type; for an unknown one, no pairing and θ 10,000.

    >>> family("gptj").pairing
    'adjacent'
    """
    return FAMILIES.get(model_type, _UNKNOWN) if isinstance(model_type, str) else _UNKNOWN
