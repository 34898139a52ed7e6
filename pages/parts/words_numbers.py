"""Sentences of the page on plain numbers, made from what the core computed."""

from pages.parts.written import span
from pe_core.baselines import Beyond, SimilarityBand
from pe_core.counter import MAX_LENGTH
from pe_core.figures.baselines import BASELINE_NAMES, DRAWN_ROWS
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid

#: Cells of a table that is read once for each of 64 offsets: about a tenth of a second.
BAND_CELLS = 2**18


def lengths(sinusoid: Sinusoid, length: int, trained: int) -> tuple[int, int]:
    """Return the longer and the trained length within what the four tables can hold."""
    longest = min(MAX_LENGTH, 2**20 // sinusoid.dim)
    longer = min(max(length, 3), longest)
    return longer, min(max(trained, 2), longer - 1)


def note(sinusoid: Sinusoid, length: int, used: int) -> str:
    """Say why another length than the reader's is used; empty if it is the reader's."""
    if used == length:
        return ""
    if length < used:
        return f"A longer and a shorter text are compared: at least {used} positions are needed."
    return (
        f"This page works out whole tables: with d = {sinusoid.dim:,} the first {used:,} of "
        f"{length:,} positions are used."
    )


def band_rows(sinusoid: Sinusoid, length: int) -> int:
    """Return over how many positions the similarity by offset is taken."""
    return max(2, min(length, BAND_CELLS // sinusoid.dim))


def tables_caption(length: int, trained: int) -> str:
    """Say how to read the four tables, and where the short text ends."""
    rows = min(length, DRAWN_ROWS)
    end = " The dashed line is where the short text ends." if trained < rows else ""
    return (
        f"The first {rows} rows of each table, position 0 on top. 0…1 hardly changes here, since "
        f"it must reach 1 only after {length:,} positions. Binary: the left digit flips at each "
        f"step, the next at each second one. The sinusoid does the same, but smoothly.{end}"
    )


def verdicts(compared: tuple[Beyond, ...], bands: dict[str, SimilarityBand]) -> str:
    """Say what is wrong with each plain way, and what the sinusoid does instead."""
    whole, scaled, binary, wave = compared
    trained, longer = whole.trained, whole.longer
    spread = bands["integers"].highest[0] - bands["integers"].lowest[0]
    digits = (
        f"The longer text needs **{binary.new_columns} more** digits, columns that never held a 1 "
        "before."
        if binary.new_columns
        else "Here the longer text needs no further digit, but some day one will."
    )
    even = wave.longer.columns % 2 == 0
    size = span(wave.longer.shortest_step, wave.longer.longest_step)
    return (
        f"- **1…n** grows without end. In training no value was above {trained.highest:,.0f}; now "
        f"they run to **{longer.highest:,.0f}**. Added to a word vector with values around 1, they "
        "drown it. And they favour late words: a position's dot product with itself differs by up "
        f"to {spread:,.0f}.\n"
        f"- **0…1** stays small, but one step is {short(scaled.trained.longest_step)} in the "
        f"short text and **{short(scaled.longer.longest_step)}** in the long one: “the next word” "
        f"has no fixed size, and one and the same position moves by up to {scaled.moved:.2f}.\n"
        f"- **Binary** is bounded, and its step does not depend on the text. But some neighbours "
        f"are {short(binary.longer.shortest_step)} apart and others "
        f"{short(binary.longer.longest_step)}, as many digits flip at once. {digits}\n"
        f"- **The sinusoid** stays between −1 and 1, "
        + (f"every step has the same size ({size})" if even else f"a step measures {size}")
        + ", and no position moves when the text grows."
    )


def rows(compared: tuple[Beyond, ...]) -> list[dict[str, str]]:
    """Return a row for each way to number positions, with what was measured."""
    trained, longer = compared[0].trained.length, compared[0].longer.length
    return [
        {
            "numbering": BASELINE_NAMES[b.trained.name],
            f"values, {trained:,} positions": span(b.trained.lowest, b.trained.highest),
            f"values, {longer:,} positions": span(b.longer.lowest, b.longer.highest),
            f"step, {trained:,} positions": span(b.trained.shortest_step, b.trained.longest_step),
            f"step, {longer:,} positions": span(b.longer.shortest_step, b.longer.longest_step),
            "same position moves by": f"{b.moved:.3g}" if b.moved > 1e-9 else "0",
            "new columns": str(b.new_columns),
        }
        for b in compared
    ]


def bands_caption(rows: int) -> str:
    """Say how to read the similarity by offset of the four ways."""
    return (
        f"Taken over {rows:,} positions. A band says that the dot product depends on where one "
        "stands as well as on the distance; a mere line says that the distance alone counts."
    )


def odd_numbering(sinusoid: Sinusoid) -> str:
    """Say why the sinusoid's step and similarity vary where d is odd."""
    return (
        f"With an odd d = {sinusoid.dim:,} the last sine has no cosine beside it, so steps and "
        "similarities vary a little from place to place. An even d has none of this."
    )


def growth_text(sinusoid: Sinusoid) -> str:
    """Say by which factor the wavelength grows from pair to pair."""
    waves = sinusoid.wavelengths
    counter = (
        "Count in binary: the lowest digit flips at every step, the next at every second step, and "
        "so on. Each digit is a wave **twice** as slow as the one before it. "
    )
    if len(waves) < 2:
        return counter
    return (
        f"{counter}In your encoding "
        f"(d = {sinusoid.dim:,}, base {sinusoid.base:,.10g}) each pair is "
        f"**{waves[1] / waves[0]:.4g} times** as slow: the base and d set this factor."
    )
