"""Sentences of the page on longer texts, made from what the core computed."""

import math

from pages.parts.written import size
from pe_core.extrapolation import Extrapolation
from pe_core.figures.order import spans_text
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid

#: Positions × dimensions of the longest text compared at once: about a fifth of a second.
LONGEST_CELLS = 2**25
CLOCKS_CAPTION = (
    "Each circle is a pair, from fast to slow: the part of it that training has shown, and the "
    "part that only the longer text enters. Below it, how much of the circle was passed, in "
    "training and in the longer text."
)


def lengths(sinusoid: Sinusoid, length: int, trained: int) -> tuple[int, int]:
    """Return the longer and the trained length within what can be compared at once."""
    longer = min(max(length, 3), LONGEST_CELLS // sinusoid.dim)
    return longer, min(max(trained, 2), longer - 1)


def lengths_text(trained: int, longer: int) -> str:
    """Say which two lengths are compared."""
    return (
        f"Longer text: **{longer:,} positions**, {short(longer / trained)} times as long. "
        "It is the length in the side menu; or set it to a multiple here:"
    )


def notes(given: Sinusoid, sinusoid: Sinusoid, length: int, used: int) -> list[str]:
    """Say what is not as the reader has set it."""
    said = []
    if sinusoid is not given:
        said.append(
            f"With an odd d = {given.dim:,} the last sine has no cosine, so its distances depend "
            f"on the place. This page goes on with d = {sinusoid.dim:,}."
        )
    if used < length:
        said.append(
            f"With d = {sinusoid.dim:,} texts of up to {used:,} positions are compared here."
        )
    if used > length:
        said.append(f"The longer text needs at least {used} positions.")
    return said


def verdicts(made: Extrapolation, sinusoid: Sinusoid) -> str:
    """Say in four points what is the same beyond training and what is new."""
    trained, longer = made.trained, made.longer
    pairs, columns = made.new_pairs, made.new_columns
    closest = (
        f"stays **{size(longer.smallest_distance)}**"
        if math.isclose(longer.smallest_distance, trained.smallest_distance, rel_tol=1e-9)
        else f"goes from {size(trained.smallest_distance)} to **{size(longer.smallest_distance)}**"
    )
    low, high = made.longer_ranges.min(), made.longer_ranges.max()
    fresh = (
        f"**But not all is familiar: {len(pairs)} of {len(made.trained_coverage)} pairs** enter "
        f"phases never seen in training: pairs {pairs[0]} to {pairs[-1]}, the slow ones, "
        f"dimensions {spans_text(_columns(sinusoid, pairs))}. {len(columns)} dimensions take "
        "values outside their trained range by more than a thousandth. What a network makes of "
        "them, the formula cannot say."
        if pairs
        else "**No phase is new:** each pair has been all round its circle in training."
    )
    return (
        "- **There is a row for every position.** The formula needs no training and has no end.\n"
        f"- **The values stay bounded:** from {low:.3f} to {high:.3f} at {longer.length:,} "
        "positions.\n"
        "- **Positions stay distinct:** the smallest distance of any two vectors "
        f"{closest}, found {longer.offset:,} apart.{_confusion(made)}\n"
        f"- {fresh}\n"
    ).replace(" -1", " −1")


def distance_text(made: Extrapolation) -> str:
    """Say what the smallest distance means, and that it is not zero."""
    return (
        "How different two vectors are, by how far apart they stand; the marks are the smallest "
        f"distances. Over {made.longer.length:,} positions it never falls below "
        f"{size(made.longer.smallest_distance)}, so no two of them are alike. It depends on the "
        "offset alone, in training and beyond."
    )


def _confusion(made: Extrapolation) -> str:
    """Say where two far positions come nearer than neighbours, if they do."""
    first = made.longer.first_confusion
    if first is None:
        return " No two are nearer than neighbours are."
    where = "already in" if first < made.trained.length else "only beyond"
    return f" From {first:,} apart on, some are nearer than neighbours are, {where} training."


def _columns(sinusoid: Sinusoid, pairs: tuple[int, ...]) -> list[int]:
    """Return the dimensions of some pairs, ascending."""
    chosen = list(pairs)
    columns = [*sinusoid.sine_columns[chosen], *sinusoid.cosine_columns[chosen]]
    return sorted(int(column) for column in columns)
