"""Sentences of the page on the rotary encoding, made from what the core computed."""

from pages.parts.written import power
from pe_core.figures.rotary import LEAST_RISE, LINKED, curve_offsets
from pe_core.rotary import Rotary
from pe_core.rotary.decay import rises, self_score
from pe_core.rotary.example import Drift, mixed_score, paired_score, turned_score
from pe_core.sinusoid import Sinusoid

LEAD = (
    "Most of today's language models add no table to the words. They **turn** queries and keys: "
    "each pair of dimensions is an arrow, and a word at position p turns it by ω·p, with the ω of "
    "the sinusoid. The dot product of two arrows sees only the angle between them, and that "
    "depends on **how far apart the words are**, not on where they stand."
)
ONLY_Q_AND_K = (
    "**Why only queries and keys?** Scores are made of queries and keys, and there the offset "
    "must come in. Values are what is read out once the scores are known. A turned value would "
    "say where it was read, and sums of values from different places would mix differently "
    "turned arrows. So values stay as they are, and the turning is done anew in every layer."
)
DECAY = (
    "One often reads that rotary scores fade with distance. **They need not.** For a key equal to "
    "its query the score is a mean of cosines: it falls at first, then swings and rises again."
)
RANDOM = (
    "For a random query and key, nothing even starts high. What a head does at a distance is "
    "learned in its weights. (What does fall is an average of bounds in the paper, not a score.)"
)


def rotary_of(sinusoid: Sinusoid, pairing: str = "halves") -> Rotary:
    """Return one head of the view's d (made even) and base."""
    return Rotary(max(2, sinusoid.dim + sinusoid.dim % 2), base=sinusoid.base, pairing=pairing)


def head_text(given: Sinusoid, rotary: Rotary) -> str:
    """Say what d means on this page, and that it was made even where it was."""
    even = (
        f" As dimensions turn in pairs, d = {rotary.head_dim:,} is used." if given.dim % 2 else ""
    )
    return f"On this page d is the width of one attention head; most models have 64 or 128.{even}"


def score_text(rotary: Rotary, position: int, other: int) -> str:
    """Say what the two positions give, and what the same offset gives elsewhere."""
    here = float(turned_score(rotary, [position], [other])[0])
    return (
        f"Query at {position:,}, key at {other:,}: offset {other - position:,}, score "
        f"**{here:.6f}**. Move both together: both arrows turn, the angles stay, and the score "
        "stays."
    ).replace("-", "−")


def drift_text(made: Drift) -> str:
    """Say how exact the score keeps, and what rounded positions do to it."""
    kept = "below 10⁻¹²" if made.spread <= 1e-12 else "rounding of large angles"
    return (
        f"Moved by 0 … {made.shifts[-1]:,.0f} positions, the score changes by "
        f"{power(made.spread)} at most: {kept}. In {made.dtype}, which keeps few whole numbers "
        f"apart, positions themselves are rounded, and the score is off by up to **{made.worst:.3f}"
        "**."
    )


def pairing_text(rotary: Rotary, position: int, other: int) -> str:
    """Say that both pairings are the same numbers in another order, and what mixing them does."""
    one, two = (paired_score(rotary, position, other, name) for name in ("adjacent", "halves"))
    same = "the same" if one == two else "not the same"
    mixed = mixed_score(rotary, position, other)
    first, second, wrong = (f"{s:.6f}".replace("-", "−") for s in (one, two, mixed))
    return (
        "Which two dimensions form a pair? Llama's own code and GPT-J take neighbours "
        "(**adjacent**); the Hugging Face library and most models take one of each half "
        f"(**halves**). It is the same encoding with its dimensions in another order: the score "
        f"is {first} in the one, {second} in the other, {same}. But weights made for one and "
        f"turned in the other give **{wrong}**: no error message, only a bad model. Converters "
        "permute the rows of the query and key weights."
    )


def pairing_caption(rotary: Rotary) -> str:
    """Say what is drawn of the pairings."""
    part = f" Drawn for {LINKED} dimensions." if rotary.width > LINKED else ""
    return f"Left: neighbours turn together. Right: one of each half.{part}"


def rises_text(rotary: Rotary, length: int) -> str:
    """Say how often the curve rises, and its largest rise."""
    offsets = curve_offsets(length)
    found = rises(offsets, self_score(rotary, offsets), least=LEAST_RISE)
    if not found:
        return f"No rise of more than {LEAST_RISE:g} up to offset {offsets[-1]:,.0f}."
    best = max(found, key=lambda rise: rise.high - rise.low)
    return (
        f"Up to offset {offsets[-1]:,.0f} the curve rises {len(found):,} times by more than "
        f"{LEAST_RISE:g}; the largest rise is from {best.low:.3f} at offset {best.start:,.0f} to "
        f"{best.high:.3f} at {best.end:,.0f}."
    ).replace("-", "−")
