"""Computations about the encoding at work: word order, tokens, learned tables, other libraries."""

import math
from collections import Counter
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pe_core.baselines import BASELINES, measure
from pe_core.checks import choice, integer
from pe_core.conventions import compare as compare_conventions
from pe_core.conventions import convention as named
from pe_core.conventions import effective_base
from pe_core.gap_task import GapTask, chance_errors
from pe_core.learned import Assessment, assess, noise_table, train_fully
from pe_core.lessons.registry import computation
from pe_core.order import OrderComparison, compare_order, token_vectors
from pe_core.sinusoid import Sinusoid
from pe_core.tokens import TokenSteps, balance, embed_words, explain_cell
from pe_core.words import split_words

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]

#: The smallest table on which the formula can do the small job of pe_core.gap_task.
LEARNED_DIM = 16


@lru_cache(maxsize=64)
def _order(left: str, right: str, d: int, base: float) -> OrderComparison:
    return compare_order(left, right, Sinusoid(d, base))


@computation
def same_bag(left: str, right: str) -> str:
    """Return whether two sentences hold the same words equally often ("yes", "no")."""
    return "yes" if _order(left, right, 2, 10_000.0).same_bag else "no"


@computation
def bag_orders(left: str) -> float:
    """Return in how many different orders the words of a sentence can stand."""
    tokens = _order(left, left, 2, 10_000.0).left.tokens
    if not 1 <= len(tokens) <= 20:
        raise ValueError(f"left must have 1 to 20 words; got {len(tokens)}")
    repeats = math.prod(math.factorial(count) for count in Counter(tokens).values())
    return float(math.factorial(len(tokens)) // repeats)


@computation
def word_product(
    left: str, right: str, d: int, base: float, side: str, placed: bool, one: str, two: str
) -> float:
    """Return the dot product of two words (the first of their kind) in one of two sentences."""
    choice("side", side, ("left", "right"))
    made = _order(left, right, d, base)
    tokens = getattr(made, side).tokens
    for word in (one, two):
        if word not in tokens:
            raise ValueError(f"word must be one of {', '.join(tokens)}; got {word!r}")
    products = getattr(made, f"{'placed' if placed else 'plain'}_{side}")
    return float(products[tokens.index(one), tokens.index(two)])


@computation
def word_change(left: str, right: str, d: int, base: float, word: str, placed: bool) -> float:
    """Return how much the attention output of a word differs between two sentences."""
    made = _order(left, right, d, base)
    if word not in made.left.tokens:
        raise ValueError(f"word must be one of {', '.join(made.left.tokens)}; got {word!r}")
    changes = made.placed_change if placed else made.plain_change
    return float(changes[made.left.tokens.index(word)])


@computation
def most_changed(left: str, right: str, d: int, base: float) -> str:
    """Return the word whose attention output differs most, with positions."""
    made = _order(left, right, d, base)
    return str(made.left.tokens[int(np.nanargmax(made.placed_change))])


@computation
def plain_step(baseline: str, length: int) -> float:
    """Return the longest distance of neighbours if positions are numbered in a plain way."""
    choice("baseline", baseline, BASELINES)
    return measure(baseline, length, Sinusoid(2)).longest_step


@computation
def plain_highest(baseline: str, length: int) -> float:
    """Return the largest value if positions are numbered in a plain way."""
    choice("baseline", baseline, BASELINES)
    return measure(baseline, length, Sinusoid(2)).highest


@lru_cache(maxsize=32)
def _tokens(sentence: str, d: int, base: float, scale: float, root: bool) -> TokenSteps:
    words = split_words(sentence, limit=64)
    return embed_words(words, Sinusoid(d, base), scale=scale, multiply_by_root=root)


@computation
def token_part(
    sentence: str, d: int, base: float, position: int, dimension: int, part: str
) -> float:
    """Return one cell of the "embedding", the "encoding" or their "sum"."""
    choice("part", part, ("embedding", "encoding", "sum"))
    made = explain_cell(_tokens(sentence, d, base, 1.0, False), position, dimension)
    parts = {"embedding": made.weight, "encoding": made.formula.value, "sum": made.value}
    return parts[part]


@computation
def row_gap(sentence: str, d: int, base: float, position: int, other: int, part: str) -> float:
    """Return how far two rows of the "embedding" or the "sum" are apart in any dimension."""
    choice("part", part, ("embedding", "sum"))
    made = _tokens(sentence, d, base, 1.0, False)
    rows = made.embedded if part == "embedding" else made.total
    last = len(rows) - 1
    first, second = integer("position", position, 0, last), integer("other", other, 0, last)
    return float(np.abs(rows[first] - rows[second]).max())


@computation
def position_share(sentence: str, d: int, base: float, root: bool = False) -> float:
    """Return which part of the sum's spread is due to the position, from 0 to 1.

    ``root`` multiplies the word vectors by sqrt(d), as the paper does.
    """
    return balance(_tokens(sentence, d, base, 1.0, root)).position_share


@lru_cache(maxsize=4)
def assessments(learned: bool) -> Assessment:
    """Return how a learned table, or the formula, does the small job with its usual numbers."""
    task = GapTask()
    start = (
        noise_table(task.length, LEARNED_DIM)
        if learned
        else Sinusoid(LEARNED_DIM).table(task.length)
    )
    made = train_fully(start, task, trainable=learned)
    return assess(made.table, made.gain, task)


@computation
def gap_error(table: str, part: str) -> float:
    """Return the error of the small job: ``table`` "learned" or "formula", ``part`` of the text.

    ``part`` is "seen" for the positions that training reached, "unseen" for those behind.
    """
    choice("table", table, ("learned", "formula"))
    choice("part", part, ("seen", "unseen"))
    made = assessments(table == "learned")
    return made.seen_error if part == "seen" else made.unseen_error


@computation
def gap_chance() -> float:
    """Return the error of the small job without any positions, behind the seen ones."""
    task = GapTask()
    return float(np.mean(chance_errors(task)[task.seen :]))


@computation
def convention_cell(convention: str, d: int, base: float, position: int, dimension: int) -> float:
    """Return one value of a library's table, row ``position`` (counted from 0)."""
    rows = integer("position", position, 0, 10_000) + 1
    table = named(convention).table(rows, d, base=base)
    return float(table[-1, integer("dimension", dimension, 0, d - 1)])


@computation
def convention_base(convention: str, d: int, base: float) -> float:
    """Return the base with which the paper's spacing has a library's frequencies."""
    return effective_base(named(convention).sinusoid(d, base=base))


@computation
def convention_gap(convention: str, d: int, base: float, what: str) -> float:
    """Return the largest difference to the paper's table: of "values" or of "products"."""
    choice("what", what, ("values", "products"))
    made = compare_conventions(
        Sinusoid(d, base), named(convention).sinusoid(d, base=base), length=256
    )
    return made.dot_product_gap if what == "products" else float(np.abs(made.difference).max())


@computation
def cosine_column(convention: str, d: int, pair: int) -> float:
    """Return the column in which a library keeps the cosine of a pair."""
    columns = named(convention).sinusoid(d).cosine_columns
    return float(columns[integer("pair", pair, 0, len(columns) - 1)])


@computation
def convention_slowest(convention: str, d: int, base: float) -> float:
    """Return how many positions the slowest pair of a library needs for a full turn."""
    integer("d", d, 2, 4096)
    return float(named(convention).sinusoid(d, base=base).wavelengths[-1])


@computation
def rotary_gap(d: int, base: float, permuted: bool) -> float:
    """Return how far rotary scores by halves are from those by neighbouring pairs.

    ``permuted`` puts the columns of query and key into the other order first, as the conversion
    of weights does. The query stands at position 3, the key at 10; both are seeded noise.
    """
    if d % 2 or not 4 <= d <= 4096:
        raise ValueError(f"d must be even and from 4 to 4096 for rotary encodings; got {d}")
    angles = Sinusoid(d, base).frequencies
    query, key = np.random.RandomState(0).standard_normal((2, d))
    pairs = np.stack([np.arange(0, d, 2), np.arange(1, d, 2)])
    halves = np.arange(d).reshape(2, d // 2)
    order = pairs.reshape(-1) if permuted else np.arange(d)
    scores = [
        _rotated(query[q], 3 * angles, columns) @ _rotated(key[q], 10 * angles, columns)
        for columns, q in ((pairs, np.arange(d)), (halves, order))
    ]
    return float(abs(scores[0] - scores[1]))


def _rotated(vector: FloatArray, angles: FloatArray, columns: IntArray) -> FloatArray:
    """Turn each pair of columns of a vector by its angle."""
    first, second = vector[columns[0]], vector[columns[1]]
    out = np.empty_like(vector)
    out[columns[0]] = first * np.cos(angles) - second * np.sin(angles)
    out[columns[1]] = first * np.sin(angles) + second * np.cos(angles)
    return out


@computation
def word_overlap(d: int) -> float:
    """Return the mean |cosine| of the angles between made-up word vectors and encodings."""
    words = token_vectors([f"word {n}" for n in range(64)], d)
    rows = Sinusoid(d).table(64)
    norms = np.linalg.norm(words, axis=1)[:, None] * np.linalg.norm(rows, axis=1)
    return float(np.mean(np.abs(np.divide(words @ rows.T, norms, where=norms > 0, out=norms * 0))))
