"""Sentences of the pages on order, plain numbers, shift and long texts, from computed numbers."""

from pe_core.figures.order import ROLE_NAMES, spans_text
from pe_core.order import OrderComparison, bag
from pe_core.overview import short
from pe_core.place import Places
from pe_core.words import visible


def bag_rows(comparison: OrderComparison) -> list[dict[str, object]]:
    """Return how often each word occurs in both sentences, in alphabetical order."""
    left, right = bag(comparison.left.tokens), bag(comparison.right.tokens)
    return [
        {"word": visible(word), "left": left.get(word, 0), "right": right.get(word, 0)}
        for word in sorted({*left, *right})
    ]


def in_order(tokens: tuple[str, ...]) -> str:
    """Return the words of a sentence in a row, numbered, as plain text."""
    return "  ".join(f"{i + 1}:{visible(token)}" for i, token in enumerate(tokens)) or "(no words)"


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
    if change < 1e-9:
        return (
            "Compare the same two words left and right: every number is **the same**. From these "
            "numbers nobody can tell which sentence it was."
        )
    return (
        f"The same two words now differ by up to **{change:.1f}** between left and right: "
        + (
            "their places have entered the numbers."
            if placed
            else "the sentences hold other words."
        )
    )


def change_text(comparison: OrderComparison) -> str:
    """Say what self-attention makes of the two sentences."""
    plain, placed = comparison.largest_plain_change, comparison.largest_placed_change
    how = "nothing but rounding" if plain < 1e-9 else "since the words around them differ"
    return (
        f"Without positions the output of a word changes by at most {plain:.1g} ({how}). With the "
        f"encoding it changes by up to {placed:.2f}."
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
                "turn to the next position": _degrees([made.steps[i] for i in pairs]),
                "turn over the whole text": _degrees([made.sweeps[i] for i in pairs]),
            }
        )
    return rows


def _degrees(angles: list[float]) -> str:
    """Return the range of some angles in degrees, or a dash for none."""
    if not angles:
        return "–"
    low, high = (short(value * 57.29577951308232) for value in (min(angles), max(angles)))
    return f"{low}°" if low == high else f"{low}° to {high}°"
