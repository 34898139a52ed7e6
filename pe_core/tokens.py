"""From a sentence to what the first layer of a transformer is given, one matrix at a time.

A sentence is cut into tokens, each distinct token gets an index, the index picks a row of the
embedding matrix, the position picks a row of the encoding, and the two are added. The defaults
repeat the small script found in many tutorials: "Transformers use positional encoding", six
columns, ``np.random.seed(42)`` and ``np.random.rand``, so every number can be checked there.

Sources: Vaswani et al. (2017), sections 3.4 and 3.5; NumPy's legacy generator (RandomState).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real
from pe_core.derivation import CellFormula, cell_formula
from pe_core.sinusoid import Sinusoid
from pe_core.words import Words

__all__ = [
    "SOURCE_SENTENCE",
    "Balance",
    "CellSum",
    "TokenSteps",
    "balance",
    "embed_words",
    "explain_cell",
    "position_shares",
]

FloatArray = npt.NDArray[np.float64]

SOURCE_SENTENCE = "Transformers use positional encoding"
#: Cells of one matrix: 5,000 tokens × 800 columns; 32 MB of float64.
MAX_TOKEN_CELLS = 4_000_000


@dataclass(frozen=True, eq=False)
class TokenSteps:
    """Hold every step from words to input vectors; n tokens, v distinct ones, d columns.

    ``indices`` (n,) point into ``vocabulary`` (v words) and the rows of ``weights`` (v, d), the
    seeded matrix before scaling. ``embedded`` = factor × weights[indices], ``encoding`` and
    ``total`` = embedded + encoding have shape (n, d); ``positions`` (n,) count from the origin.
    """

    words: Words
    vocabulary: tuple[str, ...]
    indices: npt.NDArray[np.intp]
    weights: FloatArray
    factor: float
    embedded: FloatArray
    sinusoid: Sinusoid
    positions: FloatArray
    encoding: FloatArray
    total: FloatArray

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the name and the shape of each array, in the order in which they arise."""
        names = ("indices", "weights", "embedded", "encoding", "total")
        return {name: getattr(self, name).shape for name in names}


def embed_words(
    words: Words,
    sinusoid: Sinusoid,
    *,
    seed: int = 42,
    scale: float = 1.0,
    multiply_by_root: bool = False,
) -> TokenSteps:
    """Return the matrices from words to the sum of embedding and encoding.

    The vocabulary lists the distinct tokens by first appearance. Its vectors are uniform in
    [0, 1): row by row what ``np.random.seed(seed)`` and ``np.random.rand(v, d)`` give. ``scale``
    (0 to 1e6) multiplies them, and so does sqrt(d) where ``multiply_by_root`` is set, as the
    paper does. The first position is ``sinusoid.origin``.

    Raises ``ValueError`` for other values, and for more than 4,000,000 cells (tokens × dim).

    Source: Vaswani et al. (2017), sections 3.4 (sqrt(d)) and 3.5 (the sum).

    >>> embed_words(Words(("a", "b"), 2), Sinusoid(dim=2)).total.round(4).tolist()
    [[0.3745, 1.9507], [1.5735, 1.139]]
    """
    seed = integer("seed", seed, 0, 2**32 - 1)
    factor = real("scale", scale, 0, 1e6) * (float(np.sqrt(sinusoid.dim)) ** multiply_by_root)
    count = len(words.tokens)
    if count * sinusoid.dim > MAX_TOKEN_CELLS:
        rule = f"tokens times dim must be at most {MAX_TOKEN_CELLS}"
        raise ValueError(f"{rule}; got {count} x {sinusoid.dim}")
    vocabulary = tuple(dict.fromkeys(words.tokens))
    index = {token: row for row, token in enumerate(vocabulary)}
    indices = np.array([index[token] for token in words.tokens], dtype=np.intp)
    weights = np.random.RandomState(seed).rand(len(vocabulary), sinusoid.dim)
    embedded = factor * weights[indices]
    encoding = sinusoid.table(count)
    return TokenSteps(
        words=words,
        vocabulary=vocabulary,
        indices=indices,
        weights=weights,
        factor=factor,
        embedded=embedded,
        sinusoid=sinusoid,
        positions=sinusoid.origin + np.arange(count, dtype=np.float64),
        encoding=encoding,
        total=embedded + encoding,
    )


@dataclass(frozen=True)
class CellSum:
    """Hold what one cell of the sum is made of: value = factor × weight + formula.value."""

    token: str
    index: int
    weight: float
    factor: float
    formula: CellFormula
    value: float


def explain_cell(steps: TokenSteps, row: int, dimension: int) -> CellSum:
    """Return how the sum at token number ``row`` and column ``dimension`` comes about.

    ``row`` is an integer from 0 to n - 1, ``dimension`` from 0 to dim - 1. ``formula.position``
    is the position, which counts from the origin.

    Raises ``ValueError`` for other values, and where there are no tokens.

    >>> steps = embed_words(Words(("Transformers", "use"), 2), Sinusoid(dim=6))
    >>> round(explain_cell(steps, 0, 0).value, 8)
    0.37454012
    """
    if not steps.words.tokens:
        raise ValueError("words must hold at least one token; got none")
    row = integer("row", row, 0, len(steps.words.tokens) - 1)
    dimension = integer("dimension", dimension, 0, steps.sinusoid.dim - 1)
    index = int(steps.indices[row])
    return CellSum(
        token=steps.words.tokens[row],
        index=index,
        weight=float(steps.weights[index, dimension]),
        factor=steps.factor,
        formula=cell_formula(steps.sinusoid, float(steps.positions[row]), dimension),
        value=float(steps.total[row, dimension]),
    )


@dataclass(frozen=True, eq=False)
class Balance:
    """Hold how strong meaning and position are in the sum.

    The norms have shape (n,). A part that is the same in every row tells nothing apart, so the
    spreads are root mean square distances of the rows from their mean. ``position_share`` is
    position_spread² / (position_spread² + word_spread²); NaN where both are zero.
    """

    embedding_norms: FloatArray
    position_norms: FloatArray
    word_spread: float
    position_spread: float
    position_share: float


def balance(steps: TokenSteps) -> Balance:
    """Return the norms and spreads of the embeddings and of the encoding.

    >>> balance(embed_words(Words(("a", "b"), 2), Sinusoid(dim=6), scale=0)).position_share
    1.0
    """
    words, place = _spread(steps.embedded), _spread(steps.encoding)
    both = words**2 + place**2
    return Balance(
        embedding_norms=np.linalg.norm(steps.embedded, axis=1),
        position_norms=np.linalg.norm(steps.encoding, axis=1),
        word_spread=words,
        position_spread=place,
        position_share=place**2 / both if both else float("nan"),
    )


def position_shares(steps: TokenSteps, factors: npt.ArrayLike) -> FloatArray:
    """Return the ``position_share`` that each factor on the weights would give, shape (n,).

    ``factors`` are numbers from 0 to 1e9 in magnitude, and stand in for ``steps.factor``.

    Raises ``ValueError`` for anything else.

    >>> steps = embed_words(Words(("a", "b"), 2), Sinusoid(dim=6))
    >>> position_shares(steps, [0, 1e6]).round(4).tolist()
    [1.0, 0.0]
    """
    array = finite_array("factors", factors, ndim=1, limit=1e9)
    words, place = _spread(steps.weights[steps.indices]), _spread(steps.encoding)
    both = np.square(array * words) + place**2
    shares: FloatArray = np.full(len(array), np.nan)
    return np.divide(place**2, both, out=shares, where=both > 0)


def _spread(rows: FloatArray) -> float:
    """Return the root mean square distance of the rows from their mean."""
    return float(np.sqrt(np.square(rows - rows.mean(0)).sum(1).mean())) if len(rows) else 0.0
