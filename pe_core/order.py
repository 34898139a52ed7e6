"""The same words in another order: what self-attention sees, with positions and without.

"The cat chased the dog" and "The dog chased the cat" hold the same words. Self-attention compares
every word with every word and takes weighted means; nowhere does a place in the sentence enter.
So, without positions, each word gets exactly the same output in both sentences. Adding the
encoding to the word vectors first is what makes the two sentences differ.

The word vectors here are made up: a fixed random direction for each distinct word, as long as an
encoding is, so that neither drowns the other. The attention has no weights to learn (queries,
keys and values are the vectors themselves), since order is lost for any weights.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer
from pe_core.sinusoid import Sinusoid
from pe_core.words import Words, split_words

__all__ = [
    "LEFT_SENTENCE",
    "MAX_WORDS",
    "RIGHT_SENTENCE",
    "OrderComparison",
    "bag",
    "compare_order",
    "match_words",
    "pairwise_products",
    "self_attention",
    "token_vectors",
]

FloatArray = npt.NDArray[np.float64]

LEFT_SENTENCE = "The cat chased the dog"
RIGHT_SENTENCE = "The dog chased the cat"
#: Every word is compared with every word, and each pair is a cell that someone has to see.
MAX_WORDS = 64
MAX_WORD_DIM = 4096


def bag(tokens: Iterable[str]) -> dict[str, int]:
    """Return how often each token occurs, in alphabetical order: all that is left without order.

    >>> bag(["the", "cat", "chased", "the", "dog"])
    {'cat': 1, 'chased': 1, 'dog': 1, 'the': 2}
    """
    return dict(sorted(Counter(tokens).items()))


def token_vectors(tokens: Sequence[str], dim: int) -> FloatArray:
    """Return a vector for each token, the same for the same word, shape (n, dim), float64.

    ``dim`` is an integer from 1 to 4096. The direction is random, drawn with a hash of the word
    as the seed, so it depends on nothing else; the length is sqrt(dim/2), that of an encoding.

    Raises ``ValueError`` for another dim.

    >>> bool((token_vectors(["a", "b"], 4)[1] == token_vectors(["b"], 4)[0]).all())
    True
    """
    dim = integer("dim", dim, 1, MAX_WORD_DIM)
    directions = {token: _direction(token, dim) for token in dict.fromkeys(tokens)}
    return np.array([directions[token] for token in tokens]).reshape(len(tokens), dim)


def _direction(token: str, dim: int) -> FloatArray:
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
    vector = np.random.default_rng(int.from_bytes(digest[:8], "big")).standard_normal(dim)
    return np.asarray(vector * (np.sqrt(dim / 2) / np.linalg.norm(vector)))


def pairwise_products(vectors: npt.ArrayLike) -> FloatArray:
    """Return the dot product of every row with every row, shape (n, n), float64.

    Raises ``ValueError`` for anything else than a matrix of finite numbers.

    >>> pairwise_products([[1, 0], [1, 2]]).tolist()
    [[1.0, 1.0], [1.0, 5.0]]
    """
    array = finite_array("vectors", vectors, ndim=2)
    return array @ array.T


def self_attention(vectors: npt.ArrayLike) -> FloatArray:
    """Return softmax(X Xᵀ / sqrt(d)) X: each row becomes a weighted mean of all rows.

    ``vectors`` has shape (n, d). Returns float64 of the same shape. Rows in another order give
    the same outputs in that order.

    Raises ``ValueError`` for anything else than a matrix of finite numbers.

    Source: Vaswani et al. (2017), equation 1, with Q = K = V = X.

    >>> self_attention([[1.0, 0.0], [1.0, 0.0]]).tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    """
    array = finite_array("vectors", vectors, ndim=2, limit=1e100)
    scores = pairwise_products(array) / np.sqrt(max(array.shape[1], 1))
    weights = np.exp(scores - scores.max(1, keepdims=True, initial=-np.inf))
    return np.asarray((weights / weights.sum(1, keepdims=True)) @ array)


def match_words(left: Sequence[str], right: Sequence[str]) -> npt.NDArray[np.intp]:
    """Return where each left token stands on the right, shape (left,); -1 where it is missing.

    The first occurrence of a word is matched with its first occurrence, the second with the
    second, and so on.

    >>> match_words(["a", "b", "a"], ["a", "a", "c"]).tolist()
    [0, -1, 1]
    """
    places: dict[str, list[int]] = {}
    for index in reversed(range(len(right))):
        places.setdefault(right[index], []).append(index)
    found = [places[token].pop() if places.get(token) else -1 for token in left]
    return np.array(found, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class OrderComparison:
    """Hold two sentences side by side; n words on the left, m on the right.

    ``same_bag``: the two hold the same words equally often. ``matches`` (n,) as from
    :func:`match_words`. ``plain_left`` (n, n) and ``plain_right`` (m, m) are the dot products of
    the word vectors, ``placed_left`` and ``placed_right`` those with the encoding added.
    ``plain_change`` and ``placed_change`` (n,) are how much the attention output of each left
    word differs from that of the same word on the right, as the largest difference of any
    dimension; NaN for a word that the right sentence lacks.
    """

    left: Words
    right: Words
    same_bag: bool
    matches: npt.NDArray[np.intp]
    plain_left: FloatArray
    plain_right: FloatArray
    placed_left: FloatArray
    placed_right: FloatArray
    plain_change: FloatArray
    placed_change: FloatArray

    @property
    def product_changes(self) -> tuple[float, float]:
        """Return by how much the dot product of the same two words differs at most.

        The first number is without positions, the second with; only words of both sentences
        count, and 0 stands for none.
        """
        rows = np.flatnonzero(self.matches >= 0)
        columns = self.matches[rows]
        pairs = ((self.plain_left, self.plain_right), (self.placed_left, self.placed_right))
        plain, placed = (
            float(np.abs(a[np.ix_(rows, rows)] - b[np.ix_(columns, columns)]).max(initial=0))
            for a, b in pairs
        )
        return plain, placed

    @property
    def largest_plain_change(self) -> float:
        """Return the largest change of any word without positions; 0 if no word is shared."""
        return float(np.nanmax(self.plain_change, initial=0))

    @property
    def largest_placed_change(self) -> float:
        """Return the largest change of any word with positions; 0 if no word is shared."""
        return float(np.nanmax(self.placed_change, initial=0))


def compare_order(left: str, right: str, sinusoid: Sinusoid) -> OrderComparison:
    """Compare two sentences as self-attention sees them, without positions and with them.

    Case does not count and punctuation marks are words of their own, so that moving a word to
    the front or to the end does not make it another word. At most 64 words of each are used.

    Raises ``ValueError`` for anything else than two strings, and for a ``dim`` above 4096.

    >>> c = compare_order(LEFT_SENTENCE, RIGHT_SENTENCE, Sinusoid(dim=16))
    >>> c.same_bag, c.largest_plain_change < 1e-14, c.largest_placed_change > 0.1
    (True, True, True)
    """
    words = [
        split_words(text, lowercase=True, punctuation="separate", limit=MAX_WORDS)
        for text in (left, right)
    ]
    plain = [token_vectors(side.tokens, sinusoid.dim) for side in words]
    placed = [vectors + sinusoid.table(len(vectors)) for vectors in plain]
    matches = match_words(words[0].tokens, words[1].tokens)
    return OrderComparison(
        left=words[0],
        right=words[1],
        same_bag=bag(words[0].tokens) == bag(words[1].tokens),
        matches=matches,
        plain_left=pairwise_products(plain[0]),
        plain_right=pairwise_products(plain[1]),
        placed_left=pairwise_products(placed[0]),
        placed_right=pairwise_products(placed[1]),
        plain_change=_changes(plain, matches),
        placed_change=_changes(placed, matches),
    )


def _changes(vectors: Sequence[FloatArray], matches: npt.NDArray[np.intp]) -> FloatArray:
    """Return the largest difference of each left output from its match; NaN without one."""
    left, right = (self_attention(side) for side in vectors)
    changes = np.full(len(left), np.nan)
    shared = np.flatnonzero(matches >= 0)
    changes[shared] = np.abs(left[shared] - right[matches[shared]]).max(1, initial=0)
    return changes
