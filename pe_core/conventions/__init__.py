"""Named conventions: whose numbers are these?

Libraries agree on "sinusoidal positional encoding" and disagree on the numbers: the order of the
columns, the spacing of the frequencies, the position of row 0, a factor, what an odd dim does.
Each distinct table has one entry here, with the library, version and file it was read from, and
with every other library that gives the same numbers.
"""

from pe_core.conventions.compare import COMPARED_POSITIONS, Comparison, compare, effective_base
from pe_core.conventions.grid import GRID_CONVENTIONS
from pe_core.conventions.line import LINE_CONVENTIONS
from pe_core.conventions.model import Convention, Grid, Source

__all__ = [
    "COMPARED_POSITIONS",
    "CONVENTIONS",
    "Comparison",
    "Convention",
    "Grid",
    "Source",
    "compare",
    "convention",
    "effective_base",
]

#: Every convention by its name, one-dimensional ones first.
CONVENTIONS: dict[str, Convention] = {
    entry.name: entry for entry in (*LINE_CONVENTIONS, *GRID_CONVENTIONS)
}


def convention(name: str) -> Convention:
    """Return the convention called ``name``.

    Raises ``ValueError`` that lists the names, if there is none.

    >>> convention("musicgen").layout
    'cos_sin'
    """
    if name not in CONVENTIONS:
        raise ValueError(f"convention must be one of {', '.join(CONVENTIONS)}; got {name!r}")
    return CONVENTIONS[name]
