"""The causal mask and order: one layer without positions cannot tell how earlier tokens stood.

Behind a causal mask a token sees itself and what came before. Its output is a weighted mean of
those, and a mean does not know their order: reorder the earlier tokens, and the last output is
the same. With a second layer it is not. The second layer reads the outputs of the first, and
there each token has seen what *it* had before it, so that the mask has let the order in. Without
a mask no number of layers helps: every token sees the same set.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer

__all__ = ["OrderSeen", "causal_attention", "order_seen"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OrderSeen:
    """Hold the last token's output for two orders of the tokens before it.

    ``order`` (length,) is the second order, as places in the first; ``first`` and ``second``
    (dim,) are the outputs of the last token; ``difference`` is the largest between them.
    """

    order: npt.NDArray[np.intp]
    first: FloatArray
    second: FloatArray

    @property
    def difference(self) -> float:
        """Return the largest difference between the two outputs."""
        return float(np.abs(self.first - self.second).max())


def causal_attention(
    vectors: npt.ArrayLike,
    query: npt.ArrayLike,
    key: npt.ArrayLike,
    value: npt.ArrayLike,
    *,
    mask: bool = True,
) -> FloatArray:
    """Return one layer of attention, X + softmax(XQ (XK)ᵀ / √d, masked) XV, shape (n, d).

    ``vectors`` X is (n, d); the weights are (d, d). With ``mask`` a row sees itself and the rows
    before it. X is added back, as in a transformer.

    >>> causal_attention([[1.0], [3.0]], [[0.0]], [[0.0]], [[1.0]]).tolist()
    [[2.0], [5.0]]
    """
    rows = finite_array("vectors", vectors, ndim=2, limit=1e100)
    weights = [
        finite_array(name, given, ndim=2, limit=1e100)
        for name, given in (("query", query), ("key", key), ("value", value))
    ]
    if any(weight.shape != (rows.shape[1], rows.shape[1]) for weight in weights):
        raise ValueError(f"weights must have shape ({rows.shape[1]}, {rows.shape[1]})")
    queries, keys, values = (rows @ weight for weight in weights)
    scores = queries @ keys.T / np.sqrt(rows.shape[1])
    if mask:
        scores = np.where(np.tri(len(rows), dtype=bool), scores, -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(rows + shares / shares.sum(axis=1, keepdims=True) @ values)


def order_seen(
    *, length: int = 6, dim: int = 16, layers: int = 1, mask: bool = True, seed: int = 0
) -> OrderSeen:
    """Run random tokens through random layers in two orders, the last token in its place.

    ``length`` from 3 to 256 tokens, ``dim`` from 1 to 512, ``layers`` from 1 to 8; the same
    ``seed`` gives the same tokens, weights and order. No positions are added anywhere.

    >>> order_seen().difference < 1e-14, order_seen(layers=2).difference > 1e-3
    (True, True)
    """
    length, dim = integer("length", length, 3, 256), integer("dim", dim, 1, 512)
    layers = integer("layers", layers, 1, 8)
    generator = np.random.default_rng(integer("seed", seed, 0, 2**32 - 1))
    tokens = generator.standard_normal((length, dim))
    weights = generator.standard_normal((layers, 3, dim, dim)) / np.sqrt(dim)
    # Turned around and not shuffled: a shuffle may come out as the first order again.
    order = np.append(np.arange(length - 2, -1, -1), length - 1)
    outputs = []
    for rows in (tokens, tokens[order]):
        for query, key, value in weights:
            rows = causal_attention(rows, query, key, value, mask=mask)
        outputs.append(rows[-1])
    return OrderSeen(order, *outputs)
