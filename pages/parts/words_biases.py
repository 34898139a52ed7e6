"""Sentences of the page that holds encodings side by side, made from what the core computed."""

import numpy as np

from pe_core.bias.alibi import alibi_slopes
from pe_core.figures.methods import HEADS
from pe_core.rotary.methods import METHODS, contribution

LEAD = (
    "There are several ways to tell a model where words stand. Some add a vector to the word, "
    "some turn queries and keys, some add a number to the score. Here they are on one axis: "
    "**what each contributes to the score** of a query with a key that stands further and "
    "further back."
)
HEATMAPS = (
    "The same for every two positions, all with one scale from −1 to 1; ALiBi goes on below it. "
    "The lines are the end of training."
)
LEARNED = (
    "learned: an untrained table, so noise with a bright diagonal. Beyond its last row there is "
    "nothing at all."
)
CAPTIONS = {
    "sinusoid": "sinusoidal: the dot product of two encodings, over its maximum.",
    "rotary": "rotary, for a query equal to its key: the same picture.",
    "t5": "T5: steps that widen. Real steps are learned for each head; these are an example.",
    "learned": LEARNED,
}


def even(dim: int) -> int:
    """Return d, or one more where it is odd: pairs are drawn."""
    return max(2, dim + dim % 2)


def alibi_caption(head: int) -> str:
    """Say what the chosen head of ALiBi does."""
    return f"ALiBi, head {head + 1} of {HEADS}: −{alibi_slopes(HEADS)[head]:g} for each position."


def curves_text(dim: int, base: float, head: int) -> str:
    """Say what to see in the curves, with their numbers."""
    offsets = -np.arange(1_000.0)
    pair = (contribution(name, offsets, dim=dim, base=base) for name in ("sinusoid", "rotary"))
    off = float(np.abs(np.subtract(*pair)).max())
    same = "lie on one another" if off < 1e-12 else f"differ by up to {off:.2g}"
    steps = contribution("t5", offsets)
    last = int(np.argmax(steps == steps.min()))
    slope = float(alibi_slopes(HEADS)[head])
    return (
        f"The sinusoidal and the rotary curve {same}: they are the same cosines, once added to "
        "words and once turned into queries and keys. "
        f"**ALiBi** is a straight line; head {head + 1} has lost 1 after {1 / slope:,.0f} "
        f"positions. **T5** has one step for all offsets from {last} on. A **learned** table "
        "ends with training."
    )


def rows() -> list[dict[str, str]]:
    """Return what to know of each method, as rows of a table."""
    return [
        {
            "encoding": method.title,
            "absolute or relative": method.what,
            "where it enters": method.enters,
            "numbers to learn": method.parameters,
            "beyond training": method.beyond,
            "used by": method.used_by,
        }
        for method in METHODS
    ]
