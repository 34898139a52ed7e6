"""ALiBi: no table and no rotation, but a penalty on the score that grows with the distance.

Each head has a slope; a key that stands k positions back loses slope · k. Steep heads look at
their neighbours, flat ones far away. Nothing is learned, and nothing ends at the length of
training, which is why it was made.

The softmax does not see a constant added to a row, so libraries add different numbers that mean
the same: -slope · |i - j|, or slope · j alone.
"""

import math

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, choice, integer

__all__ = ["ALIBI_FORMS", "MAX_HEADS", "SLOPE_RULES", "alibi_bias", "alibi_slopes"]

FloatArray = npt.NDArray[np.float64]

MAX_HEADS = 4096
#: The authors' rule, and a common mistake.
SLOPE_RULES = ("press", "naive")
ALIBI_FORMS = ("symmetric", "key", "last_key", "inverted", "causal")


def alibi_slopes(heads: int, *, rule: str = "press") -> FloatArray:
    """Return the slope of each head, steepest first within each run, shape (heads,).

    ``heads`` is an integer from 1 to 4096. Formula: 2^(-8i/n), i = 1 … n, for n a power of two.
    For other numbers ``"press"`` takes the slopes of the power of two below, then every second
    slope of the one above. (MPT takes every second slope of the power of two above, from the
    second on, then those left out: the same numbers.) ``"naive"`` uses 2^(-8i/n) for any n,
    which no reference does.

    Source: Press et al., "Train Short, Test Long" (2021), and their code
    (attention_with_linear_biases, fairseq/models/transformer.py); transformers 5.24.0, bloom, mpt.

    >>> alibi_slopes(6).tolist()
    [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]
    """
    heads = integer("heads", heads, 1, MAX_HEADS)
    choice("rule", rule, SLOPE_RULES)
    below = 2 ** int(math.log2(heads))
    if rule == "naive" or below == heads:
        return _geometric(heads)
    above = _geometric(2 * below)
    return np.concatenate([_geometric(below), above[::2]])[:heads]


def alibi_bias(
    heads: int,
    queries: int,
    keys: int | None = None,
    *,
    form: str = "symmetric",
    rule: str = "press",
) -> FloatArray:
    """Return the bias on the scores, shape (heads, queries, keys).

    ``keys`` is ``queries`` unless given; fewer queries than keys are the last ones. ``form``:
    ``"symmetric"`` -slope·|i - j| (x-transformers 2.31.10); ``"key"`` slope·j (transformers
    5.24.0, bloom); ``"last_key"`` slope·(j - last), the same in every row (MPT, keras-hub
    0.32.0); ``"inverted"`` slope·(keys - 1 - |i - j|) (curated-transformers 2.0.1); ``"causal"``
    slope·(1 + j) up to the query and slope·(1 + i) after it (labml-nn 0.5.1). Behind a causal
    mask all five give the same attention.

    Raises ``ValueError`` for other values, and for more than 2**29 cells.

    >>> alibi_bias(1, 2).tolist()
    [[[-0.0, -0.00390625], [-0.00390625, -0.0]]]
    """
    slopes = alibi_slopes(heads, rule=rule)
    queries = integer("queries", queries, 1, MAX_CELLS)
    keys = integer("keys", queries if keys is None else keys, queries, MAX_CELLS)
    if heads * queries * keys > MAX_CELLS:
        raise ValueError(f"heads times queries times keys must be at most {MAX_CELLS}")
    choice("form", form, ALIBI_FORMS)
    query = np.arange(keys - queries, keys, dtype=np.float64)[:, None]
    key = np.arange(keys, dtype=np.float64)[None]
    shape = {
        "symmetric": -np.abs(query - key),
        "key": key + 0 * query,
        "last_key": key - (keys - 1) + 0 * query,
        "inverted": keys - 1 - np.abs(query - key),
        "causal": 1 + np.minimum(key, query),
    }[form]
    return np.asarray(slopes[:, None, None] * shape)


def _geometric(heads: int) -> FloatArray:
    return np.asarray(2.0 ** (-8 * np.arange(1, heads + 1) / heads))
