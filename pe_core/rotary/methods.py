"""The encodings side by side: what each adds to a score by offset, and what to know of each.

All curves are over the same offsets, key minus query, and are divided so that one axis serves:
those with a maximum have it at 1. A bias is not such a curve; it is added to a score and has no
scale of its own, so biases are returned as they are.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.bias.alibi import alibi_slopes
from pe_core.bias.buckets import t5_bucket
from pe_core.checks import choice, finite_array, integer
from pe_core.rotary.decay import self_score
from pe_core.rotary.encoding import Rotary
from pe_core.similarity import offset_similarity
from pe_core.sinusoid import Sinusoid

__all__ = ["METHODS", "Method", "contribution", "contribution_matrix", "learned_scores"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Method:
    """Hold what to know of one encoding, each in a few words."""

    name: str
    title: str
    what: str
    enters: str
    parameters: str
    beyond: str
    used_by: str


METHODS: tuple[Method, ...] = (
    Method(
        "sinusoid",
        "Sinusoidal",
        "absolute; dot products depend on the offset",
        "added to the word vectors",
        "none",
        "defined for any position; models do poorly there",
        "the first Transformer, Marian, Whisper's encoder",
    ),
    Method(
        "learned",
        "Learned",
        "absolute",
        "added to the word vectors",
        "length times d_model",
        "there is no row",
        "BERT, GPT-2, OPT",
    ),
    Method(
        "rotary",
        "Rotary",
        "turns by position; scores depend on the offset",
        "queries and keys, in every layer",
        "none",
        "new angles in slow pairs; needs a rule of extension",
        "Llama, Qwen, Gemma, DeepSeek, gpt-oss",
    ),
    Method(
        "alibi",
        "ALiBi",
        "relative",
        "added to the score, in every layer",
        "none; one slope per head is set",
        "goes on; far keys hardly count",
        "BLOOM, MPT, some Falcon models",
    ),
    Method(
        "t5",
        "T5 buckets",
        "relative",
        "added to the score",
        "buckets times heads",
        "one bucket for all far offsets",
        "T5, mT5, MPNet",
    ),
)


def contribution(
    method: str,
    offsets: npt.ArrayLike,
    *,
    dim: int = 128,
    base: float = 10_000.0,
    head: int = 0,
    heads: int = 8,
) -> FloatArray:
    """Return what a method contributes to the score by offset (key minus query), shape (n,).

    ``"sinusoid"``: the dot product of two encodings over its maximum; ``"rotary"``: the score of
    q = k over its maximum; ``"alibi"``: the bias of one ``head`` of ``heads``; ``"t5"``: minus
    the distance of the bucket from the query's own, as an example of learned numbers: real ones
    are learned per head. ``dim`` is even, from 2 to 4096; ``base`` is that of the first two.

    >>> contribution("alibi", [0, -4], head=1).tolist()
    [-0.0, -1.0]
    """
    choice("method", method, ("sinusoid", "rotary", "alibi", "t5"))
    array = finite_array("offsets", offsets, ndim=1)
    size = integer("dim", dim, 2, 4096)
    if method == "rotary":
        return self_score(Rotary(size, base=base), array)
    if method == "alibi":
        slopes = alibi_slopes(heads)
        slope = slopes[integer("head", head, 0, len(slopes) - 1)]
        return np.asarray(-slope * np.abs(array))
    if method == "t5":
        bucket = t5_bucket(-np.abs(array))
        return np.asarray(-bucket / 15.0)
    return np.asarray(offset_similarity(Sinusoid(size, base=base), array) / (size / 2))


def learned_scores(length: int, *, dim: int = 128, seed: int = 0) -> FloatArray:
    """Return the dot products of an untrained learned table, over their mean square, (n, n).

    Rows are normal numbers, as a table starts; ``length`` is from 1 to 2048. Off the diagonal
    there is no order before training; after the last row there is nothing.

    >>> learned_scores(3, dim=8).shape
    (3, 3)
    """
    length, size = integer("length", length, 1, 2048), integer("dim", dim, 1, 4096)
    generator = np.random.default_rng(integer("seed", seed, 0, 2**32 - 1))
    table = generator.standard_normal((length, size))
    return np.asarray(table @ table.T / size)


def contribution_matrix(
    method: str,
    first: int,
    count: int,
    *,
    trained: int,
    dim: int = 128,
    base: float = 10_000.0,
    head: int = 0,
) -> FloatArray:
    """Return what a method contributes for ``count`` queries and keys from ``first`` on, (n, n).

    Rows are queries. ``method`` is one of :func:`contribution` or ``"learned"``, whose table is
    not there (NaN) from position ``trained`` on. ``count`` is from 1 to 2048.

    >>> contribution_matrix("learned", 0, 3, trained=2)[2].tolist()
    [nan, nan, nan]
    """
    count = integer("count", count, 1, 2048)
    first = integer("first", first, 0, 10**9)
    if method == "learned":
        values = np.full((count, count), np.nan)
        seen = min(max(trained - first, 0), count)
        if seen:
            values[:seen, :seen] = learned_scores(seen, dim=dim)
        return values
    curve = contribution(method, np.arange(1 - count, count), dim=dim, base=base, head=head)
    places = np.arange(count)
    return np.asarray(curve[places[None] - places[:, None] + count - 1])
