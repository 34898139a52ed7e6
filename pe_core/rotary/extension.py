"""What a rule does to each pair, and where two readings of one file part.

A pair whose wave is much shorter than the text of training has been seen at every angle; a pair
whose wave is longer has not. Rules that extend the context keep the first, stretch the second and
blend those between, and each draws the lines elsewhere. Two readings that differ in one pair agree
on short texts, and part at the position where that pair is off by half a radian or so.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, real
from pe_core.rotary.encoding import Rotary

__all__ = ["Extension", "extension", "parting_position"]

FloatArray = npt.NDArray[np.float64]

_SAME = 1e-9


@dataclass(frozen=True)
class Extension:
    """Hold what a rule does to each pair; all arrays have one entry per pair.

    ``before`` and ``after`` are frequencies in rad per position, ``ratio`` is after / before;
    ``kind`` is ``"kept"``, ``"blended"``, ``"stretched"`` (by the full factor) or ``"still"``.
    ``attention_factor`` multiplies cosine and sine.
    """

    before: FloatArray
    after: FloatArray
    ratio: FloatArray
    kind: tuple[str, ...]
    attention_factor: float

    @property
    def wavelengths_before(self) -> FloatArray:
        """Return 2π/ω before the rule, in positions."""
        return np.asarray(2 * np.pi / self.before)

    @property
    def wavelengths_after(self) -> FloatArray:
        """Return 2π/ω after the rule, in positions; infinite where ω is 0."""
        out = np.full(self.after.shape, np.inf)
        np.divide(2 * np.pi, self.after, out=out, where=self.after > 0)
        return out

    def counts(self) -> dict[str, int]:
        """Return how many pairs are of each kind."""
        names = ("kept", "blended", "stretched", "still")
        return {name: self.kind.count(name) for name in names}


def extension(rotary: Rotary) -> Extension:
    """Return what the rule of an encoding does to the plain frequencies of its base.

    A pair is stretched if its ratio is the smallest one of all that turn, and that is below 1.

    >>> from pe_core.rotary.rules import Llama3
    >>> extension(Rotary(128, base=5e5, rule=Llama3(8, 8192))).counts()
    {'kept': 29, 'blended': 6, 'stretched': 29, 'still': 0}
    """
    before = Rotary(rotary.head_dim, rotary.width, rotary.base).frequencies
    after = rotary.frequencies
    ratio = after / before
    turning = ratio[ratio > 0]
    least = float(turning.min()) if len(turning) else 1.0
    kinds = []
    for value in ratio.tolist():
        if value == 0:
            kinds.append("still")
        elif abs(value - 1) <= _SAME:
            kinds.append("kept")
        else:
            kinds.append("stretched" if value <= least * (1 + _SAME) else "blended")
    return Extension(before, after, ratio, tuple(kinds), rotary.table_factor)


def parting_position(
    left: npt.ArrayLike, right: npt.ArrayLike, *, threshold: float = 0.5
) -> int | None:
    """Return the first position where two vectors of frequencies part by more than a threshold.

    ``left`` and ``right`` have shape (pairs,), in rad per position; ``threshold`` is in rad, from
    1e-9 to 1000. None if they are equal, or part beyond position 1e15.

    >>> parting_position([1.0, 0.01], [1.0, 0.011])
    501
    """
    one = finite_array("left", left, ndim=1)
    other = finite_array("right", right, ndim=1)
    if one.shape != other.shape:
        raise ValueError(f"right must have {len(one)} frequencies, as left has; got {len(other)}")
    limit = real("threshold", threshold, 1e-9, 1e3)
    off = float(np.abs(one - other).max(initial=0))
    if off * 1e15 <= limit:
        return None
    # Not the quotient itself: there the difference is the threshold, and not more.
    return math.floor(limit / off * (1 + 1e-12)) + 1
