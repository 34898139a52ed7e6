"""Sentences of the doctor's page and of the gallery: each number comes from the core."""

from typing import Any

from pages.parts.plain import plain
from pages.parts.words import ordinal
from pe_core.doctor import UnreadableInput
from pe_core.examined import Examined
from pe_core.figures.doctor import FAINT
from pe_core.gallery import MAX_GALLERY_DIM, MAX_GALLERY_LENGTH, Puzzle
from pe_core.picture import Picture
from pe_core.samples import Sample

LEAD = (
    "Your table of positional encodings gives other numbers than somebody else's? Bring it here. "
    "A whole table will do, or a few rows, one row, a half, or what a console printed. The Doctor "
    "**fits** the numbers: it measures the waves in your columns, and says which library has them, "
    "or which mistake made them. Nothing in a file is ever executed."
)
GALLERY = (
    "Each picture below comes from a program with one of the classic mistakes, all of them found "
    "in public code. Look at the picture first: row 0 is on top. Then guess. The Doctor says "
    "afterwards what it finds from the numbers alone."
)
EXPECTED = {
    "known": "The table it should be.",
    "bug": "The table it should be.",
    "unknown": "The nearest right table; it does not fit.",
}
GRID_CODE = "In NumPy; other frameworks take the array."
NO_ZERO_ROWS = " It does not set the rows of zeros."


def origin(source: str, sample: Sample, given: Examined) -> str:
    """Say what was examined."""
    rows, columns = ("" if count == 1 else "s" for count in (given.rows, given.columns))
    shape = f"{given.rows:,} row{rows} × {given.columns:,} column{columns}"
    told = {
        "file": "Your file",
        "paste": "Your text",
        "sample": f"A sample, until you bring your own: {sample.says}",
    }[source]
    precise = f", as exact as {given.precision}" if given.precision else ""
    return f"{told}. Read: {shape}{precise}."


def refused(error: ValueError) -> str:
    """Say why nothing can be said about what was given."""
    verb = "read" if isinstance(error, UnreadableInput) else "examined"
    return f"This cannot be {verb}: {plain(str(error))}. Nothing is lost: mend it and try again."


def bullets(sentences: tuple[str, ...]) -> str:
    """Return sentences as a list, each shown as it is."""
    return "\n".join(f"- {plain(sentence)}" for sentence in sentences)


def cell(given: Examined) -> dict[str, list[str]]:
    """Return the first cell that differs as a table of one row."""
    bug = given.bug
    if bug is None:
        return {}
    return {
        "row": [f"{bug.row:,}"],
        "column": [f"{bug.column:,}"],
        "yours": [f"{bug.value:.8g}"],
        "expected": [f"{bug.expected:.8g}"],
    }


def caption(drawn: Picture, what: str) -> str:
    """Say what a picture shows and what it leaves out."""
    height, width = drawn.shape
    text = what
    if drawn.block > 1:
        told = "mean" if drawn.kind == "mean" else "largest difference"
        text += f" {height:,} rows: each drawn row is the {told} of {drawn.block:,}."
    if len(drawn.columns) < width and drawn.kind == "mean":
        step = -(-width // 256)
        text += f" Every {ordinal(step)} pair of columns is drawn, of {width:,} columns."
    return text


def difference_caption(drawn: Picture, what: str = "Yours minus expected") -> str:
    """Say how large the differences are."""
    if drawn.largest == 0:
        return f"{what}: no cell differs."
    if drawn.largest < FAINT:
        faint = f"the largest difference is {drawn.largest:.1e}, which is white at this scale."
        return caption(drawn, f"{what}: {faint}")
    return caption(drawn, f"{what}; the largest difference is {drawn.largest:.4g}.")


def fit_caption(given: Examined) -> str:
    """Say what the measured frequencies show."""
    text = (
        "Dots: how fast each pair of columns turns, measured from neighbouring rows. Line: how "
        "fast it should turn."
    )
    if given.sinusoid is not None and len(given.pairs) < len(given.sinusoid.frequencies):
        text += f" {len(given.pairs)} of {len(given.sinusoid.frequencies):,} pairs are drawn."
    if given.status == "bug":
        text += " Where dots leave the line, the frequencies are wrong; where they stay on it, the "
        text += "mistake is elsewhere."
    return text


def code_note(given: Examined) -> str:
    """Say what the code builds where that is not exactly the table that was read."""
    parts = []
    made = given.sinusoid
    if made is None:
        return ""
    if given.shape:
        parts.append("A grid has one such table for each axis; this is that of the outer one.")
    elif made.dim != given.columns:
        parts.append(
            f"It builds all {made.dim:,} columns of the table; yours shows {given.columns:,}."
        )
    if given.zero_rows:
        parts.append(NO_ZERO_ROWS.strip())
    return " ".join(parts)


def settings(made: Puzzle, dim: int, length: int) -> str:
    """Say at which settings a puzzle is drawn, if they are not the reader's."""
    rows, columns = made.matrix.shape
    if rows == length and columns == dim:
        return ""
    many = "column" if columns == 1 else "columns"
    text = f"Drawn with {rows:,} rows and {columns:,} {many}."
    if dim > MAX_GALLERY_DIM or length > MAX_GALLERY_LENGTH:
        text += f" The gallery goes up to d = {MAX_GALLERY_DIM}, and {MAX_GALLERY_LENGTH} rows"
        text += " unless a mistake shows later."
    return text


def guessed(made: Puzzle, guess: str) -> str:
    """Say whether the guess was right, and what the class is."""
    name = f"**{made.bug.id}: {plain(made.bug.title)}**"
    if guess == "x":
        return f"It is {name}."
    if made.right(guess):
        return f"Right. It is {name}."
    return f"Not this one. It is {name}."


def told(made: Puzzle, given: Examined, known: dict[str, Any]) -> str:
    """Say what the doctor finds, what it was told before, and whether that is the class."""
    text = f"The Doctor says: {plain(given.verdict)}"
    facts = []
    if "expect" in known:
        facts.append("which encoding to expect")
    if "base" in known:
        facts.append(f"that the base is {known['base']:g}")
    if "dim" in known:
        facts.append(f"that d should be {known['dim']}")
    if facts:
        text += f" It was told {' and '.join(facts)}; without that, the numbers do not say it."
    if not made.visible:
        text += " With these settings the mistake changes no number, so nobody can see it."
    elif given.bug is None:
        text += " At these settings the numbers do not say more; try a larger d or length."
    elif not made.right(given.bug.id):
        text += " With these settings that mistake looks like this one; try a larger d or length."
    return text
