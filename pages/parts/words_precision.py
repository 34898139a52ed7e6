"""Sentences of the page on precision, made from what the core computed."""

import numpy as np

from pages.parts.written import power, size
from pe_core.figures.precision import SHORT_TYPES, TABLE_POSITIONS
from pe_core.rotary import Rotary
from pe_core.rotary.precision import distinct_positions, phase_errors, table_error

LEAD = (
    "Models compute in 16 bits to save memory. Words bear that; **positions do not**. An angle "
    "is a position times a frequency, and the fastest pair multiplies by one: whatever rounding "
    "takes from a position, it takes from the angle."
)
ADVICE = (
    "**What to do:** keep positions, frequencies and their product in float32, and round the "
    "finished cosines and sines if you must. Beware of `model.to(bfloat16)`: it also casts the "
    "buffer of frequencies."
)


def collision_text(length: int) -> str:
    """Say how many positions each short type keeps apart."""
    told = [
        f"Of the positions 0 … {end - 1:,}, bfloat16 keeps "
        f"**{distinct_positions(end, 'bfloat16'):,}** apart and float16 "
        f"**{distinct_positions(end, 'float16'):,}**"
        for end in dict.fromkeys((4_096, length))
    ]
    return (
        ". ".join(told) + ". On a flat step several positions have become one: the model cannot "
        "tell them apart. bfloat16 holds every whole number up to 256, float16 up to 2,048, "
        "float32 up to 16,777,216."
    )


def growth_text(rotary: Rotary, length: int, what: str) -> str:
    """Say how far off the angle is at the end of the text, in each short type."""
    if length < 2:
        return "At position 0 nothing turns, so nothing is off."
    told = []
    for dtype in SHORT_TYPES:
        error = float(phase_errors(rotary, [length], dtype, what).by_length[-1])
        if not np.isfinite(error):
            told.append(f"without bound in {dtype}, which ends at 65,504")
        else:
            told.append(f"by {size(error)} rad in {dtype}" if error else f"not at all in {dtype}")
    return (
        f"With rounded {what}, the worst pair is off {', '.join(told)} within {length:,} "
        "positions. Half a radian is a different angle; 6.28 is a whole turn, and all is lost."
    )


def columns_text(rotary: Rotary, length: int, dtype: str) -> str:
    """Say which pairs suffer most, for each thing that is rounded."""
    pairs = len(rotary.frequencies)
    span = max(1, min(length, TABLE_POSITIONS, 2**22 // pairs))
    worst = {
        what: table_error(rotary, span, dtype, what)
        for what in ("positions", "frequencies", "table")
    }
    told = ", ".join(
        f"{what} {size(float(errors.max()))} (pair {int(np.argmax(errors))})"
        if errors.max() > 0
        else f"{what} 0"
        for what, errors in worst.items()
    )
    return (
        f"The largest error in {span:,} positions by what is rounded to {dtype}: {told}. Errors "
        "of positions and frequencies grow with the text and hit fast pairs; an error of the "
        "table does not grow."
    )


def buffer_text(rotary: Rotary) -> str:
    """Say what casting the buffer of frequencies costs, pair by pair."""
    made = phase_errors(rotary, [4_096], "bfloat16")
    kept = int((made.by_pair == 0).sum())
    return (
        f"**The cast buffer.** Rounded to bfloat16, {len(made.by_pair) - kept} of "
        f"{len(made.by_pair)} frequencies change, by up to one part in 256. That is nothing at "
        f"the first word, and up to {made.by_length[-1]:.1f} rad at position 4,095, in pair "
        f"{int(np.argmax(made.by_pair))}; the slowest pair is off by {power(made.by_pair[-1])} "
        "rad."
    )
