"""The classic bugs of positional encodings, each as a generator of its wrong matrix.

Every class here was reported in public more than once and leaves a sign in the numbers. The
doctor generates a suspect's matrix and compares; tests and the gallery use the same generators.
Classes that only crash or change nothing that can be seen (B13, B16) have no generator.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer
from pe_core.conventions import CONVENTIONS
from pe_core.doctor import bug_rows
from pe_core.sinusoid import Sinusoid

__all__ = ["BUGS", "Bug", "BugExample", "bug_example"]

FloatArray = npt.NDArray[np.float64]
Maker = Callable[[Sinusoid, FloatArray], FloatArray]


@dataclass(frozen=True)
class Bug:
    """Describe a class of bug: its sign in the matrix and the fix in one line.

    ``same_matrix`` lists classes with the same numbers; ``make`` builds the wrong rows from the
    right encoding and the absolute positions.
    """

    id: str
    title: str
    sign: str
    fix: str
    make: Maker
    same_matrix: tuple[str, ...] = ()


@dataclass(frozen=True)
class BugExample:
    """Hold a wrong matrix, the right one, and what ``diagnose`` must be told to name the bug."""

    bug: Bug
    matrix: FloatArray
    expected: FloatArray
    hints: dict[str, Any] = field(default_factory=dict)


_ALL = (
    Bug(
        "B1",
        "an odd dim was rounded to an even one",
        "one column less (or more) than asked, exponents of the even dim",
        "Refuse an odd dim, or add the missing sine: frequencies[: (dim + 1) // 2].",
        bug_rows.right,
    ),
    Bug(
        "B2",
        "each column has its own exponent 2j/dim (j // 2 forgotten)",
        "neighbouring columns share no frequency: sin² + cos² is not 1",
        "Let two columns share one exponent: base ** (-2 * (column // 2) / dim).",
        bug_rows.unpaired,
        ("B4",),
    ),
    Bug(
        "B3",
        "the exponent is doubled: 4i/dim, because i already steps by 2",
        "pairs are on the circle, but the fitted base is the square of the base",
        "With i = 0, 2, 4, … the exponent is i/dim; with i = 0, 1, 2, … it is 2i/dim.",
        bug_rows.squared,
    ),
    Bug(
        "B4",
        "the cosine takes 2(i + 1)/dim, the sine 2i/dim, with i stepping by 2",
        "the matrix of B2",
        "Compute the angles once and take sine and cosine of the same array.",
        bug_rows.unpaired,
        ("B2",),
    ),
    Bug(
        "B5",
        "the cosine's exponent is one column further than the sine's",
        "each cosine is slower than its sine; the fitted base is 1000 in the known case",
        "Use the sine's exponent for the cosine too, and base 10000.",
        bug_rows.base_1000,
    ),
    Bug(
        "B6",
        "the power is taken of position/base instead of the base alone",
        "columns are no sinusoids of the position; column 0 is constant",
        "Divide the position by base ** (2i/dim): parentheses around the power only.",
        bug_rows.power_of_quotient,
    ),
    Bug(
        "B7",
        "halves were read as alternating columns, or the reverse",
        "exact match after a permutation of columns",
        "Reorder the columns: table[:, permutation], or use the layout of the other side.",
        bug_rows.other_layout,
        ("B8",),
    ),
    Bug(
        "B8",
        "the library changed its column order between releases",
        "the matrix of B7",
        "Pin the version, or reorder the columns: table[:, permutation].",
        bug_rows.other_layout,
        ("B7",),
    ),
    Bug(
        "B9",
        "half_dim - 1 instead of half_dim (or the reverse) in the exponent",
        "the effective base is off a little; the error grows with the position",
        "Divide by dim / 2 for the paper's spacing, by dim / 2 - 1 for the endpoint spacing.",
        bug_rows.other_spacing,
    ),
    Bug(
        "B10",
        "sines and cosines are swapped",
        "row 0 has ones where zeros belong",
        "Swap them back: sine first in each pair (or half).",
        bug_rows.swapped,
    ),
    Bug(
        "B11",
        "times from 0 to 1 were fed to frequencies made for whole positions",
        "the matrix hardly changes from row to row but in its first columns",
        "Scale the time to steps first: t * 1000 (or choose a base near 1).",
        bug_rows.unit_time,
    ),
    Bug(
        "B12",
        "min_timescale multiplies the frequencies instead of dividing them",
        "the first frequency is min_timescale, and the ratio does not reach max_timescale",
        "Use exp(-log_increment * i) / min_timescale.",
        bug_rows.multiplied_timescale,
    ),
    Bug(
        "B14",
        "batch and sequence axes are mixed up: every row is the same position",
        "all rows are identical",
        "Index the sequence axis: x + pe[: x.shape[1]] for batch-first input.",
        bug_rows.one_row,
    ),
    Bug(
        "B15",
        "positions beyond the table's length were clamped to its last row",
        "the last row repeats",
        "Build the table for the longest sequence (max_len), or refuse longer ones.",
        bug_rows.clamped,
    ),
    Bug(
        "B17",
        "the embedding's factor sqrt(dim) was applied to the encoding as well",
        "values reach sqrt(dim) instead of 1",
        "Scale the embedding alone: embedding * sqrt(dim) + encoding.",
        bug_rows.scaled,
    ),
    Bug(
        "B18",
        "positions are off by padding_idx + 1",
        "row k is the right row of another position",
        "Subtract the offset (padding_idx + 1), or compare with the table from that row on.",
        bug_rows.padded,
    ),
    Bug(
        "B19",
        "positions or frequencies were rounded to half precision",
        "neighbouring rows repeat, or the error grows with the position",
        "Compute positions, frequencies and angles in float32 or better; cast the result last.",
        bug_rows.rounded,
    ),
    Bug(
        "B20",
        "the cosine was taken of values already overwritten by the sine",
        "a cosine is never below cos(1) = 0.5403",
        "Keep the angles in their own array: write sines and cosines to another one.",
        bug_rows.in_place,
    ),
    Bug(
        "B21",
        "the table was lost: re-initialised at random, or never filled",
        "no sinusoid fits; values look like noise",
        "Fill the table after weights are initialised, and keep it out of the random init.",
        bug_rows.random,
    ),
    Bug(
        "B22",
        "the two axes of a 2-D table are swapped",
        "halves of the columns are exchanged, or the rows run along the other axis",
        'Check the axis order: meshgrid(y, x, indexing="ij"), and which block comes first.',
        bug_rows.axes_swapped,
    ),
    Bug(
        "B23",
        "the sign or the order of relative positions is lost",
        "rows for +k and -k are identical, or rows start far beyond the window",
        "Negate the sine for negative offsets; take the middle 2T - 1 rows of the table.",
        bug_rows.symmetric,
    ),
)

#: Every bug class with a numeric sign, by its id.
BUGS: dict[str, Bug] = {bug.id: bug for bug in _ALL}

#: Classes that are right tables of another convention: only an expectation makes them wrong.
NEED_EXPECTATION = ("B7", "B8", "B9", "B18", "B21")


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
    halves = sinusoid.layout != "interleaved"
    # Swapped halves are guided-diffusion's; squared exponents at dim 4 are tensor2tensor's.
    library = halves and (name == "B10" or (name == "B3" and sinusoid.dim == 4))
    if name in NEED_EXPECTATION or library:
        hints["expect"] = sinusoid
    if name == "B23":
        positions = length // 2 - np.arange(length, dtype=np.float64)
    return BugExample(bug, bug.make(sinusoid, positions), sinusoid.encode(positions), hints)


def _grid_example(bug: Bug, sinusoid: Sinusoid, length: int) -> BugExample:
    dim = max(4, sinusoid.dim - sinusoid.dim % 4)
    shape = bug_rows.grid_shape(length)
    wrong = CONVENTIONS["mae_x_first"].table(shape, dim, base=sinusoid.base)
    right = CONVENTIONS["mae"].table(shape, dim, base=sinusoid.base)
    return BugExample(bug, wrong, right, {"expect": "mae"})
