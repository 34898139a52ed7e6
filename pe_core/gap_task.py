"""A small job that cannot be done without positions: guess a hidden word from its neighbours.

Picture a text whose topic drifts slowly. One word is hidden; its topic is to be guessed as a
weighted mean of all the other words, each of which shows its topic through some noise. Which
words to listen to depends on nothing but how near they are, and the weights are those of
attention: the softmax of gain × (vector of the hidden position · vector of the other position).
If all positions look alike, all the weights are alike, and the guess is poor.

The mean squared error over all such texts has a closed form, so no text needs to be drawn and
nothing here is random. A guess that ignores the text has the error 1.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real

__all__ = ["GapTask", "attention_weights", "best_errors", "chance_errors", "gap_errors"]

FloatArray = npt.NDArray[np.float64]

MAX_LENGTH = 256


@dataclass(frozen=True)
class GapTask:
    """Describe the texts: the topic at distance k correlates by exp(-k / reach).

    Parameters
    ----------
    seen : positions 0 … seen - 1 occur in training; an integer from 4 to 128.
    length : positions of the longer text it is tested on; from seen + 1 to 256.
    reach : how far a topic lasts, in positions; from 1 to 64.
    noise : variance of the noise on each visible word (the topic itself has 1); from 0 to 4.

    Raises
    ------
    ValueError : a field breaks its rule.

    >>> GapTask(seen=32, length=64).reach
    8.0
    """

    seen: int = 48
    length: int = 96
    reach: float = 8.0
    noise: float = 0.5

    def __post_init__(self) -> None:
        """Check every field."""
        put = object.__setattr__
        put(self, "seen", integer("seen", self.seen, 4, 128))
        put(self, "length", integer("length", self.length, self.seen + 1, MAX_LENGTH))
        put(self, "reach", real("reach", self.reach, 1, 64))
        put(self, "noise", real("noise", self.noise, 0, 4))

    def covariance(self, count: int) -> FloatArray:
        """Return how the topics of ``count`` positions correlate, shape (count, count)."""
        positions = np.arange(count)
        return np.asarray(np.exp(-np.abs(positions[:, None] - positions) / self.reach))


def attention_weights(table: npt.ArrayLike, gain: float) -> FloatArray:
    """Return how much each position listens to each other one, shape (n, n); rows sum to 1.

    ``table`` has shape (n, dim) with n from 2 to 256. The diagonal is zero: a hidden word cannot
    listen to itself.

    Raises ``ValueError`` for another shape.

    >>> attention_weights([[0.0], [0.0], [0.0]], 1).tolist()
    [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5], [0.5, 0.5, 0.0]]
    """
    array = finite_array("table", table, ndim=2, limit=1e100)
    integer("rows of the table", len(array), 2, MAX_LENGTH)
    scores = gain * (array @ array.T)
    np.fill_diagonal(scores, -np.inf)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(weights / weights.sum(1, keepdims=True))


def gap_errors(table: npt.ArrayLike, gain: float, task: GapTask) -> FloatArray:
    """Return the mean squared error of the guess at each position of the table, shape (n,).

    Formula: 1 - 2 Σ_q a_pq C_pq + Σ_qr a_pq (C + noise·I)_qr a_pr, with the weights a of
    :func:`attention_weights` and the covariance C of the task.

    >>> gap_errors([[0.0], [0.0]], 1, GapTask(noise=0)).round(4).tolist()
    [0.235, 0.235]
    """
    weights = attention_weights(table, gain)
    covariance = task.covariance(len(weights))
    return _errors(weights, covariance, task.noise)[1]


def _errors(
    weights: FloatArray, covariance: FloatArray, noise: float
) -> tuple[FloatArray, FloatArray]:
    """Return weights · (C + noise·I), which the gradient needs too, and the errors."""
    heard = weights @ covariance + noise * weights
    return heard, 1 - 2 * (weights * covariance).sum(1) + (weights * heard).sum(1)


def gap_gradient(table: FloatArray, gain: float, task: GapTask) -> tuple[float, FloatArray, float]:
    """Return the mean error and its derivatives by the table, shape (n, dim), and by the gain."""
    weights = attention_weights(table, gain)
    covariance = task.covariance(len(table))
    heard, errors = _errors(weights, covariance, task.noise)
    slopes = 2 * (heard - covariance)
    by_score = weights * (slopes - (weights * slopes).sum(1, keepdims=True)) / len(table)
    by_table = gain * (by_score + by_score.T) @ table
    return float(errors.mean()), by_table, float((by_score * (table @ table.T)).sum())


@lru_cache(maxsize=64)
def chance_errors(task: GapTask) -> FloatArray:
    """Return the errors when every position looks the same, shape (length,), read-only.

    >>> bool((chance_errors(GapTask()) > 0.5).all())
    True
    """
    return _read_only(gap_errors(np.zeros((task.length, 1)), 1.0, task))


@lru_cache(maxsize=64)
def best_errors(task: GapTask) -> FloatArray:
    """Return the smallest errors that any weights (of any sign and sum) reach, shape (length,).

    The array is read-only.

    Formula: 1 - c (C + noise·I)^-1 c over the other positions, c being their covariance with the
    hidden one; taken from the inverse of the whole matrix (Schur complement): with
    D = (C + noise·I)^-1, the error of guessing the noisy word is 1/D_pp, that of its topic
    1/D_pp - noise.

    >>> bool((best_errors(GapTask()) < chance_errors(GapTask())).all())
    True
    """
    observed = task.covariance(task.length) + task.noise * np.eye(task.length)
    return _read_only(1 / np.diagonal(np.linalg.inv(observed)) - task.noise)


def _read_only(array: FloatArray) -> FloatArray:
    """Return the array so that who shares it cannot change it."""
    array.setflags(write=False)
    return array
