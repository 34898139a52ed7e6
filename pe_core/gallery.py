"""The gallery of classic bugs: a picture first, the reader's guess, and then the finding.

Each bug class is generated at the reader's own settings, as far as a picture goes. The order
gives nothing away, and is the same for everybody, so that a class can talk about "number 7".
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer
from pe_core.doctor import BUGS, Bug, BugExample, Diagnosis, bug_example, diagnose
from pe_core.sinusoid import Sinusoid

__all__ = ["MAX_GALLERY_DIM", "MAX_GALLERY_LENGTH", "Puzzle", "ask", "puzzle"]

FloatArray = npt.NDArray[np.float64]
MAX_GALLERY_DIM, MAX_GALLERY_LENGTH = 512, 256
#: Some bugs need a few rows to be more than one number.
MIN_GALLERY_LENGTH = 4
OPTIONS = 4
#: 7 and 25 share no factor, so that this is a permutation of the numbers below 25. Classes that
#: were added later come last, so that a puzzle keeps its number.
_ORDER = sorted(BUGS, key=lambda name: (int(name[1:]) >= 25, int(name[1:]) * 7 % 25))


@dataclass(frozen=True)
class Puzzle:
    """Hold a wrong table, the right one, and what to guess from.

    ``matrix`` and ``expected`` are (rows, columns); ``options`` are the ids of four bug classes,
    one of them right; ``knowledge`` is what the doctor may be told, least first, each a set of
    keyword arguments of ``diagnose``; ``visible`` says whether the bug changes any number at
    these settings.
    """

    bug: Bug
    matrix: FloatArray
    expected: FloatArray
    options: tuple[str, ...]
    knowledge: tuple[dict[str, Any], ...]
    visible: bool

    def right(self, guess: str) -> bool:
        """Return whether a guess names the class, or one that has the same matrix."""
        return guess == self.bug.id or guess in self.bug.same_matrix


def puzzle(number: int, sinusoid: Sinusoid, length: int) -> Puzzle:
    """Return a puzzle of the gallery at the reader's settings.

    ``number`` is an integer from 1 to the number of bug classes. The encoding is drawn with at
    most 512 columns, and with 4 to 256 rows unless a class needs more to show.

    Raises ``ValueError`` for other values.

    >>> puzzle(1, Sinusoid(dim=8), 16).bug.id in BUGS
    True
    """
    number = integer("number", number, 1, len(BUGS))
    length = integer("length", length, 1, 10**9)
    shown = replace(sinusoid, dim=min(sinusoid.dim, MAX_GALLERY_DIM))
    rows = min(max(length, MIN_GALLERY_LENGTH), MAX_GALLERY_LENGTH)
    made = bug_example(_ORDER[number - 1], shown, rows)
    same = made.matrix.shape == made.expected.shape
    visible = not same or bool(np.abs(made.matrix - made.expected).max() > 1e-9)
    knowledge = _knowledge(made, shown)
    return Puzzle(made.bug, made.matrix, made.expected, _options(number), knowledge, visible)


def ask(made: Puzzle) -> tuple[Diagnosis, dict[str, Any]]:
    """Return the doctor's diagnosis of a puzzle, and what it was told.

    It is told as little as it needs to name the class; if nothing suffices, the least it can be
    told.

    >>> ask(puzzle(1, Sinusoid(dim=8), 16))[0].status
    'bug'
    """
    first = diagnose(made.matrix, **made.knowledge[0])
    if first.bug is not None and made.right(first.bug.id):
        return first, made.knowledge[0]
    for told in made.knowledge[1:]:
        answer = diagnose(made.matrix, **told)
        if answer.bug is not None and made.right(answer.bug.id):
            return answer, told
    return first, made.knowledge[0]


def _knowledge(made: BugExample, sinusoid: Sinusoid) -> tuple[dict[str, Any], ...]:
    """Return what the doctor may be told: what the class needs, the base, the whole encoding."""
    out = [made.hints, made.hints | {"base": sinusoid.base}]
    if made.bug.id not in ("B1", "B22"):
        out.append(made.hints | {"expect": sinusoid})
    return tuple(out)


def _options(number: int) -> tuple[str, ...]:
    """Return the right class among three others with other matrices, in a fixed mixed order."""
    right = _ORDER[number - 1]
    other = [name for name in _ORDER if name != right and name not in BUGS[right].same_matrix]
    mixed = np.random.default_rng(number).permutation(len(other))
    chosen: list[str] = []
    for place in mixed:
        if len(chosen) < OPTIONS - 1 and not set(BUGS[other[place]].same_matrix) & set(chosen):
            chosen.append(other[place])
    return tuple(sorted([*chosen, right], key=lambda name: int(name[1:])))
