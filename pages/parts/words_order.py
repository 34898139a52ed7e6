"""Sentences of the page on order, made from what the core computed."""

import unicodedata

from pages.parts.written import power, turned
from pe_core.causal import OrderSeen
from pe_core.figures.order import ROLE_NAMES, spans_text
from pe_core.order import OrderComparison, bag
from pe_core.place import Places
from pe_core.words import visible

MASK = (
    "Models that write text hide what comes later: a token sees itself and what came before. Does "
    "that mask tell the order, without any positions? Six made-up tokens go through layers of "
    "attention twice. The second time the five before the last are turned around; the last one "
    "stays in its place. Look at what comes out at the last one."
)


def mask_text(seen: OrderSeen, mask: bool) -> str:
    """Say whether the last token saw the order of those before it, and why."""
    told = f"The two outputs differ by {power(seen.difference)} at most"
    if seen.difference > 1e-9:
        return (
            f"{told}: **the order is seen**. In the first layer each token has taken in what stood "
            "before it and no more. The next layer reads that: the mask has let the order in."
        )
    why = (
        "The last token sees all tokens, and a weighted mean does not know their order. Add a "
        "layer."
        if mask
        else "Without a mask every token sees the same set, in every layer."
    )
    rounding = " (what is left is rounding)" if seen.difference else ""
    return f"{told}{rounding}: **the order is not seen**. {why}"


def bag_rows(comparison: OrderComparison) -> list[dict[str, object]]:
    """Return how often each word occurs in both sentences, in alphabetical order."""
    left, right = bag(comparison.left.tokens), bag(comparison.right.tokens)
    return [
        {"word": visible(word), "left": left.get(word, 0), "right": right.get(word, 0)}
        for word in sorted({*left, *right})
    ]


def in_order(tokens: tuple[str, ...]) -> str:
    """Return the words of a sentence in a row, numbered, as plain text."""
    words = (f"{i + 1}:{_isolated(visible(token))}" for i, token in enumerate(tokens))
    return "  ".join(words) or "(no words)"


def _isolated(token: str) -> str:
    """Keep a right-to-left word from turning the numbers beside it around."""
    turning = any(unicodedata.bidirectional(character) in ("R", "AL") for character in token)
    return f"\u2068{token}\u2069" if turning else token


def bag_verdict(comparison: OrderComparison) -> str:
    """Say whether the two sentences hold the same words, as computed."""
    left, right = comparison.left.tokens, comparison.right.tokens
    if not left or not right:
        return "Type a sentence on both sides to compare them."
    if left == right:
        return "The two sentences are **the same, word for word**: change the order of one."
    if comparison.same_bag:
        return (
            f"**The same bag:** both hold the same {len(left)} words, "
            f"{len(set(left))} of them different, each equally often. Only the order is not the "
            "same, and a bag has no order."
        )
    shared = int((comparison.matches >= 0).sum())
    return (
        f"**Not the same bag:** of the {len(left)} words on the left, {shared} are also on the "
        f"right, which has {len(right)}. Use the same words in another order to see the point."
    )


def products_text(comparison: OrderComparison, placed: bool) -> str:
    """Say how far the dot products of the same two words differ between the sentences."""
    change = comparison.product_changes[placed]
    if not (comparison.matches >= 0).any():
        return "The two sentences share no word, so there is nothing to compare."
    if change >= 1e-9:
        return (
            f"The same two words now differ by up to **{change:.1f}** between left and right: "
            "their places have entered the numbers."
        )
    if comparison.same_bag and not placed:
        return (
            "Compare the same two words left and right: every number is **the same**. From these "
            "numbers nobody can tell which sentence it was."
        )
    return "Words that stand in both sentences have **the same** numbers left and right."


def change_text(comparison: OrderComparison) -> str:
    """Say what self-attention makes of the two sentences."""
    plain, placed = comparison.largest_plain_change, comparison.largest_placed_change
    missing = bool((comparison.matches < 0).any())
    how = "nothing but rounding" if plain < 1e-9 else "since the words around them differ"
    return (
        f"Without positions the output of a word changes by at most {power(plain)} ({how}). "
        f"With the encoding it changes by up to {placed:.2f}."
        + (" Words that the right sentence lacks have no mark." if missing else "")
    )


def place_rows(made: Places) -> list[dict[str, str]]:
    """Return for each role its dimensions and how far they turn."""
    rows = []
    for role, name in ROLE_NAMES.items():
        pairs = [i for i, r in enumerate(made.roles) if r == role]
        rows.append(
            {
                "tells": name,
                "dimensions": spans_text(made.columns(role)),
                "turn to the next position": _angles([made.steps[i] for i in pairs]),
                "turn over the whole text": _angles([made.sweeps[i] for i in pairs]),
            }
        )
    return rows


def _angles(angles: list[float]) -> str:
    """Return the range of some angles in degrees or turns, or a dash for none."""
    if not angles:
        return "–"
    low, high = (turned(value) for value in (min(angles), max(angles)))
    return low if low == high else f"{low} to {high}"
