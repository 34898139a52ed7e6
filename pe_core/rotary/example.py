"""One made-up query and key, the same for every reader, to watch them turn.

In every pair both are arrows of the same length. The query points up in all of them; the key
points elsewhere in each pair, by the golden angle more from one to the next, so that no two pairs
look alike. Both vectors have length 1: their dot product is the mean of the pairs' cosines.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.pairing import PAIRINGS, pair_columns, pairing_permutation
from pe_core.rotary.precision import drifting_scores

__all__ = ["Drift", "drift", "example_key", "example_query", "key_angles", "turned_score"]
__all__ += ["mixed_score", "paired_score"]

FloatArray = npt.NDArray[np.float64]

#: The golden ratio less one: how many turns the key's arrow goes on from pair to pair.
_STEP = (5**0.5 - 1) / 2


@dataclass(frozen=True)
class Drift:
    """Hold the scores of one offset while query and key move together.

    ``shifts`` (n,) in positions; ``exact`` (n,) with positions as they are, from turned vectors;
    ``rounded`` (n,) with both positions rounded to ``dtype``. Before any move the query stands at
    ``position`` and the key at ``other``.
    """

    rotary: Rotary
    position: int
    other: int
    shifts: FloatArray
    exact: FloatArray
    rounded: FloatArray
    dtype: str

    @property
    def spread(self) -> float:
        """Return how far the exact scores lie apart: rounding of float64 and nothing else."""
        return float(np.ptp(self.exact))

    @property
    def worst(self) -> float:
        """Return how far a rounded score lies from the exact one at most."""
        return float(np.abs(self.rounded - self.exact).max())


def key_angles(pairs: int) -> FloatArray:
    """Return the angle from the query's arrow to the key's in each pair, in rad, (pairs,).

    >>> key_angles(2).round(4).tolist()
    [0.0, 3.8832]
    """
    return np.asarray(2 * np.pi * np.mod(np.arange(pairs) * _STEP, 1.0))


def example_query(rotary: Rotary) -> FloatArray:
    """Return the query before it turns: (1, 0) in each pair, over √pairs, (head_dim,).

    >>> example_query(Rotary(2)).tolist()
    [1.0, 0.0]
    """
    return _arrows(rotary, np.zeros(rotary.width // 2))


def example_key(rotary: Rotary) -> FloatArray:
    """Return the key before it turns: (cos φ, sin φ) in each pair, over √pairs, (head_dim,).

    >>> example_key(Rotary(2)).tolist()
    [1.0, 0.0]
    """
    return _arrows(rotary, key_angles(rotary.width // 2))


def _arrows(rotary: Rotary, angles: FloatArray) -> FloatArray:
    out = np.zeros(rotary.head_dim)
    first, second = pair_columns(rotary.width, rotary.pairing)
    out[first], out[second] = np.cos(angles), np.sin(angles)
    return np.asarray(out / np.sqrt(len(angles)))


def turned_score(rotary: Rotary, position: npt.ArrayLike, other: npt.ArrayLike) -> FloatArray:
    """Return the dot product of the turned query and the turned key, (n,).

    ``position`` and ``other`` hold the positions of query and key, each of shape (n,). Both
    vectors are really turned, each by its own position.

    >>> turned_score(Rotary(2), [0, 5], [0, 5]).round(12).tolist()
    [1.0, 1.0]
    """
    places = [np.atleast_1d(np.asarray(p, dtype=np.float64)) for p in (position, other)]
    made = example_query(rotary), example_key(rotary)
    turned = [
        rotary.rotate(np.broadcast_to(vector, (len(p), rotary.head_dim)), p)
        for vector, p in zip(made, places, strict=True)
    ]
    return np.asarray(np.einsum("nd,nd->n", *turned))


def drift(
    rotary: Rotary, position: int, other: int, shifts: npt.ArrayLike, dtype: str = "bfloat16"
) -> Drift:
    """Move query and key together by each shift, (n,), and return both kinds of scores.

    >>> drift(Rotary(2), 0, 1, [0, 256]).rounded.round(2).tolist()
    [0.54, 1.0]
    """
    moves = np.asarray(shifts, dtype=np.float64)
    made = example_query(rotary), example_key(rotary)
    rounded = drifting_scores(rotary, *made, other - position, position + moves, dtype)
    exact = turned_score(rotary, position + moves, other + moves)
    return Drift(rotary, position, other, moves, exact, rounded, dtype)


def paired_score(rotary: Rotary, position: int, other: int, pairing: str) -> float:
    """Return the score where vectors and rotation are both put into a pairing.

    >>> paired_score(Rotary(8), 3, 5, "halves") == paired_score(Rotary(8), 3, 5, "adjacent")
    True
    """
    choice("pairing", pairing, PAIRINGS)
    made = Rotary(rotary.head_dim, rotary.width, rotary.base, pairing, rotary.rule)
    return float(np.round(turned_score(made, [position], [other])[0], 12))


def mixed_score(rotary: Rotary, position: int, other: int) -> float:
    """Return the score where vectors are laid out in one pairing and turned in the other.

    >>> mixed_score(Rotary(8), 0, 0) == paired_score(Rotary(8), 0, 0, "halves")
    True
    """
    back = "adjacent" if rotary.pairing == "halves" else "halves"
    order = np.arange(rotary.head_dim)
    order[: rotary.width] = pairing_permutation(rotary.width, to=back)
    query, key = (
        rotary.rotate(vector[order][None], [p])[0]
        for vector, p in ((example_query(rotary), position), (example_key(rotary), other))
    )
    return float(np.round(query @ key, 12))
