"""The classic bugs as examples: the wrong matrix at a reader's settings, and the right one.

Every class here was reported in public more than once and leaves a sign in the numbers. Classes
that only crash or change nothing that can be seen (B13, B16) have no generator.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer
from pe_core.conventions import CONVENTIONS
from pe_core.doctor.hypotheses import BUGS, Bug
from pe_core.sinusoid import Sinusoid

__all__ = ["BUGS", "Bug", "BugExample", "bug_example"]

FloatArray = npt.NDArray[np.float64]

#: Classes that are right tables of another convention: only an expectation makes them wrong.
NEED_EXPECTATION = ("B7", "B8", "B9", "B10", "B18", "B21")


@dataclass(frozen=True)
class BugExample:
    """Hold a wrong matrix, the right one, and what ``diagnose`` must be told to name the bug."""

    bug: Bug
    matrix: FloatArray
    expected: FloatArray
    hints: dict[str, Any] = field(default_factory=dict)


def bug_example(name: str, sinusoid: Sinusoid, length: int) -> BugExample:
    """Build the wrong matrix of a bug class at the reader's settings, and the right one.

    ``name`` is a key of :data:`BUGS`, ``length`` an integer from 4 to 16,384 (some classes need
    more rows to show and take them). ``hints`` are the arguments with which ``diagnose`` can name
    the bug: without them some classes are right tables of another convention.

    Raises ``ValueError`` for other values.

    >>> bug_example("B10", Sinusoid(dim=2), 4).matrix[0].tolist()
    [1.0, 0.0]
    """
    bug = BUGS[choice("bug", name, BUGS)]
    length = integer("length", length, 4, 16_384)
    if name == "B22":
        return _grid_example(bug, sinusoid, length)
    if name == "B19":
        # bfloat16 holds whole numbers up to 256 exactly; the sign comes after that.
        length = max(length, 640 - int(min(sinusoid.origin, 256)))
    if name == "B1":
        odd = sinusoid.dim if sinusoid.dim % 2 else sinusoid.dim + 1
        even = replace(sinusoid, dim=max(odd - 1, 2))
        right = replace(sinusoid, dim=even.dim + 1, tail="sine").table(length)
        return BugExample(bug, even.table(length), right, {"dim": even.dim + 1})
    positions = sinusoid.origin + np.arange(length, dtype=np.float64)
    hints: dict[str, Any] = {}
    # Squared exponents at dim 4 and 8 are endpoint spacing with a base in use.
    if name in NEED_EXPECTATION or (name == "B3" and sinusoid.dim in (4, 8, 9)):
        hints["expect"] = sinusoid
    if name == "B23":
        positions = length // 2 - np.arange(length, dtype=np.float64)
    return BugExample(bug, bug.make(sinusoid, positions), sinusoid.encode(positions), hints)


def _grid_example(bug: Bug, sinusoid: Sinusoid, length: int) -> BugExample:
    dim = max(4, sinusoid.dim - sinusoid.dim % 4)
    height = max(2, int(np.sqrt(length / 2)))
    shape = height, max(height + 1, length // height)
    wrong = CONVENTIONS["mae_x_first"].table(shape, dim, base=sinusoid.base)
    right = CONVENTIONS["mae"].table(shape, dim, base=sinusoid.base)
    return BugExample(bug, wrong, right, {"expect": "mae"})
