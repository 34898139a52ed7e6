"""The rotary encoding, as one small object: query and key pairs turn with their position.

A sinusoidal table is added to the words; a rotary encoding turns them. Each pair of a query and
of a key is an arrow that turns by ω times its position. The dot product of two arrows depends on
the angle between them alone, and that is ω times the offset: absolute positions go in, only the
offset comes out. Values are not turned, since what is read should not depend on where it stands.

It is the same rotation that moves a sinusoidal encoding (:mod:`pe_core.shift`).

Source: Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding" (2021).
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, choice, finite_array, integer, real
from pe_core.rotary.pairing import PAIRINGS, pair_columns, spread
from pe_core.rotary.rules import Default, Rule
from pe_core.sinusoid import MAX_DIM, MAX_POSITION, Sinusoid

__all__ = ["Rotary"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rotary:
    """Describe one rotary encoding of one attention head.

    Parameters
    ----------
    head_dim : dimensions of a query or key; an integer from 2 to 65,536.
    rotary_dim : how many of them turn, the first ones; even, from 2 to head_dim. None: all.
    base : θ, from 1e-12 to 1e12; ω_i = base^(-2i/rotary_dim) before the rule.
    pairing : ``"adjacent"`` or ``"halves"``; see :mod:`pe_core.rotary.pairing`.
    rule : how a longer context changes the frequencies; see :mod:`pe_core.rotary.rules`.
    attention_factor : factor on cosine and sine, from 0 to 1000. None: what the rule asks for.
        Scores get its square. The factor on the softmax scale is another thing:
        :mod:`pe_core.rotary.attention_scale`.

    Raises
    ------
    ValueError : a field breaks its rule.

    >>> Rotary(head_dim=4).rotate([[1.0, 0.0, 0.0, 0.0]], [1]).round(4).tolist()
    [[0.5403, 0.0, 0.8415, 0.0]]
    """

    head_dim: int
    rotary_dim: int | None = None
    base: float = 10_000.0
    pairing: str = "halves"
    rule: Rule = field(default_factory=Default)
    attention_factor: float | None = None

    def __post_init__(self) -> None:
        """Check every field, so that no other method has to."""
        put = object.__setattr__
        put(self, "head_dim", integer("head_dim", self.head_dim, 2, MAX_DIM))
        given = self.head_dim if self.rotary_dim is None else self.rotary_dim
        rotary_dim = integer("rotary_dim", given, 2, self.head_dim)
        if rotary_dim % 2:
            raise ValueError(f"rotary_dim must be even, as dimensions turn in pairs; got {given}")
        put(self, "rotary_dim", rotary_dim)
        put(self, "base", real("base", self.base, 1e-12, 1e12))
        choice("pairing", self.pairing, PAIRINGS)
        if not isinstance(self.rule, Rule):
            raise ValueError(f"rule must be a Rule; got {type(self.rule).__name__}")
        factor = self.rule.table_factor if self.attention_factor is None else self.attention_factor
        put(self, "attention_factor", real("attention_factor", factor, 0, 1e3))
        _ = self.frequencies

    @property
    def width(self) -> int:
        """Return how many dimensions turn, ``rotary_dim`` as a plain integer."""
        return self.rotary_dim or self.head_dim

    @property
    def table_factor(self) -> float:
        """Return the factor on cosine and sine, ``attention_factor`` as a plain number."""
        return 1.0 if self.attention_factor is None else self.attention_factor

    @cached_property
    def frequencies(self) -> FloatArray:
        """Return the frequency of each pair, in rad per position, shape (rotary_dim / 2,).

        >>> Rotary(head_dim=4).frequencies.tolist()
        [1.0, 0.01]
        """
        return self.rule.frequencies(self.base, self.width)

    @property
    def wavelengths(self) -> FloatArray:
        """Return how many positions each pair needs for a turn: 2π/ω; infinite where ω is 0.

        >>> Rotary(head_dim=2).wavelengths.round(4).tolist()
        [6.2832]
        """
        out = np.full(self.frequencies.shape, np.inf)
        np.divide(2 * np.pi, self.frequencies, out=out, where=self.frequencies > 0)
        return out

    @property
    def sinusoid(self) -> Sinusoid:
        """Return the sinusoidal encoding with the same pairs, for the default rule.

        Its shift matrix by -p turns what ``rotate`` turns by position p (adjacent pairs, sine in
        the first dimension of each). Raises ``ValueError`` for another rule.

        >>> Rotary(head_dim=4).sinusoid.layout
        'sin_cos'
        """
        if not isinstance(self.rule, Default):
            raise ValueError(f"rule must be default for a sinusoid; got {self.rule.name}")
        layout = "interleaved" if self.pairing == "adjacent" else "sin_cos"
        return Sinusoid(self.width, base=self.base, layout=layout)

    def angles(self, positions: npt.ArrayLike) -> FloatArray:
        """Return the angle of each pair at each position: p · ω_i, in rad, not reduced.

        ``positions`` has shape (n,), any real positions up to 1e15; the result is (n, d / 2).
        Raises ``ValueError`` for anything else, and for more than 2**29 cells.

        >>> Rotary(head_dim=4).angles([2]).tolist()
        [[2.0, 0.02]]
        """
        array = finite_array("positions", positions, ndim=1, limit=MAX_POSITION)
        if len(array) * self.width > MAX_CELLS:
            raise ValueError(
                f"positions times rotary_dim must be at most {MAX_CELLS} cells; got "
                f"{len(array)} x {self.width}"
            )
        return array[:, None] * self.frequencies

    def cos_sin(self, positions: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return the tables of cosine and sine, each (n, rotary_dim), times the factor.

        Columns follow the pairing: c0 c0 c1 c1 … or c0 c1 … c0 c1 …, as libraries store them.

        >>> Rotary(head_dim=4).cos_sin([0])[0].tolist()
        [[1.0, 1.0, 1.0, 1.0]]
        """
        angles = self.angles(positions)
        cosine, sine = (spread(wave(angles), self.pairing) for wave in (np.cos, np.sin))
        return cosine * self.table_factor, sine * self.table_factor

    def rotate(self, vectors: npt.ArrayLike, positions: npt.ArrayLike) -> FloatArray:
        """Turn each vector by its position; ``vectors`` (n, head_dim), ``positions`` (n,).

        Formula, for a pair (a, b) at angle t: (a cos t - b sin t, a sin t + b cos t), times the
        attention factor. Dimensions from rotary_dim on stay as they are.
        Raises ``ValueError`` for other shapes.

        >>> Rotary(head_dim=2).rotate([[1.0, 0.0]], [0]).tolist()
        [[1.0, 0.0]]
        """
        array = finite_array("vectors", vectors, ndim=2, limit=1e100)
        angles = self.angles(positions)
        if array.shape != (len(angles), self.head_dim):
            raise ValueError(
                f"vectors must have shape ({len(angles)}, {self.head_dim}); got {array.shape}"
            )
        cosine, sine = np.cos(angles) * self.table_factor, np.sin(angles) * self.table_factor
        first, second = pair_columns(self.width, self.pairing)
        out = array.copy()
        out[:, first] = array[:, first] * cosine - array[:, second] * sine
        out[:, second] = array[:, first] * sine + array[:, second] * cosine
        return out

    def score(self, query: npt.ArrayLike, key: npt.ArrayLike, offset: npt.ArrayLike) -> FloatArray:
        """Return the dot product of a query with a key that stands ``offset`` positions away.

        ``query`` and ``key`` have shape (head_dim,); ``offset`` is key position minus query
        position, shape (n,), of any real numbers; the result is (n,). It is computed from the
        offset alone: A² Σ |q_i||k_i| cos(ω_i·offset + φ_i) plus the part that does not turn.

        >>> Rotary(head_dim=2).score([1.0, 0.0], [1.0, 0.0], [0, 1]).round(4).tolist()
        [1.0, 0.5403]
        """
        q = finite_array("query", query, ndim=1, limit=1e100)
        k = finite_array("key", key, ndim=1, limit=1e100)
        if q.shape != (self.head_dim,) or k.shape != (self.head_dim,):
            raise ValueError(
                f"query and key must have shape ({self.head_dim},); got {q.shape} and {k.shape}"
            )
        angles = self.angles(offset)
        first, second = pair_columns(self.width, self.pairing)
        even = q[first] * k[first] + q[second] * k[second]
        odd = q[second] * k[first] - q[first] * k[second]
        turned = np.cos(angles) @ even + np.sin(angles) @ odd
        return turned * self.table_factor**2 + float(q[self.width :] @ k[self.width :])
