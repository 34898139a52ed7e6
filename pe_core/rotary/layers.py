"""Which layer turns how: two bases in one model, and layers without positions.

Long-context models give most layers a short window with a small base, and let every few layers
see everything with a large base (Gemma 3, ModernBERT). Others leave positions out of every fourth
layer altogether (Llama 4, SmolLM3): "NoPE".
"""

from pe_core.checks import integer

__all__ = ["FULL", "NOPE", "SLIDING", "kind_named", "layer_kinds", "rotating_layers"]

FULL = "full_attention"
SLIDING = "sliding_attention"
NOPE = "no_position"
#: What people call the kinds.
_NAMES = {
    FULL: FULL,
    "full": FULL,
    "global": FULL,
    SLIDING: SLIDING,
    "sliding": SLIDING,
    "local": SLIDING,
    "local_attention": SLIDING,
    "global_attention": FULL,
}


def kind_named(name: str) -> str:
    """Return the kind of layer that a name means; an unknown name is returned as it is.

    >>> kind_named("global")
    'full_attention'
    """
    return _NAMES.get(name, name)


def layer_kinds(
    count: int, every: int, *, first: bool = False, last_full: bool = False
) -> tuple[str, ...]:
    """Return the kind of each of ``count`` layers, where every ``every``-th sees everything.

    ``first`` False: layer l (from 0) is full iff (l + 1) is a multiple (Gemma 3, every 6th);
    True: iff l is (ModernBERT, every 3rd). ``last_full`` makes the last layer full whatever its
    number (Gemma 4). Source: transformers 5.24.0, configurations of gemma3, modernbert, gemma4.

    >>> layer_kinds(4, 2)
    ('sliding_attention', 'full_attention', 'sliding_attention', 'full_attention')
    """
    count, every = integer("count", count, 0, 10_000), integer("every", every, 1, 10_000)
    shift = 0 if first else 1
    kinds = [FULL if (layer + shift) % every == 0 else SLIDING for layer in range(count)]
    if last_full and kinds:
        kinds[-1] = FULL
    return tuple(kinds)


def rotating_layers(count: int, interval: int = 4) -> tuple[bool, ...]:
    """Return for each layer whether its queries and keys turn: iff (l + 1) % interval is not 0.

    Source: transformers 5.24.0, configurations of llama4, smollm3 (no_rope_layers).

    >>> rotating_layers(4)
    (True, True, True, False)
    """
    count, interval = integer("count", count, 0, 10_000), integer("interval", interval, 1, 10_000)
    return tuple((layer + 1) % interval != 0 for layer in range(count))
