"""A table of positions that is learned instead of computed.

Many models (BERT, GPT-2) do not use a formula: their position table starts as noise and is
trained with everything else. It then fits its job, often better than the formula; but a row is
only trained where a text was long enough to use it, and the row of a position never seen stays
the noise it was. The formula needs no training and has a row for every position.

Here such a table is really trained, on the job of :mod:`pe_core.gap_task`. A table can be held
frozen instead: then only the gain, one number, is trained, as for the sinusoid.

Sources: Gehring et al., "Convolutional Sequence to Sequence Learning" (2017), section 3.1;
Vaswani et al. (2017), section 3.5, which finds both kinds about equal; the optimiser is Adam,
Kingma and Ba (2015), algorithm 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real
from pe_core.gap_task import GapTask, attention_weights, gap_errors, gap_gradient

__all__ = [
    "Assessment",
    "Training",
    "assess",
    "cosine_profile",
    "cosine_similarities",
    "noise_table",
    "train",
    "train_fully",
]

FloatArray = npt.NDArray[np.float64]

MAX_DIM = 128
MAX_STEPS = 5_000


def noise_table(length: int, dim: int, *, seed: int = 42, spread: float = 0.02) -> FloatArray:
    """Return a table as it is before training: seeded normal noise, shape (length, dim).

    ``length`` is an integer from 2 to 256, ``dim`` from 1 to 128, ``seed`` from 0 to 2**32 - 1;
    ``spread`` is the standard deviation, from 0 to 10; 0.02 is that of BERT and GPT-2.

    Raises ``ValueError`` for other values.

    >>> noise_table(4, 2).shape
    (4, 2)
    """
    length, dim = integer("length", length, 2, 256), integer("dim", dim, 1, MAX_DIM)
    spread = real("spread", spread, 0, 10)
    generator = np.random.RandomState(integer("seed", seed, 0, 2**32 - 1))
    return spread * generator.standard_normal((length, dim))


@dataclass(frozen=True, eq=False)
class Training:
    """Hold the state after ``step`` of ``steps``: table (length, dim), gain, mean error so far.

    ``errors`` (step + 1,) are the mean errors on the seen positions, from before the first step.
    """

    step: int
    steps: int
    table: FloatArray
    gain: float
    errors: tuple[float, ...]


def train(
    table: npt.ArrayLike,
    task: GapTask,
    *,
    trainable: bool = True,
    steps: int = 400,
    rate: float = 0.02,
    every: int = 20,
) -> Iterator[Training]:
    """Train a position table on the task, and yield the state every few steps and at the end.

    ``table`` has shape (task.length, dim), and stays as it is: each state holds a copy. With
    ``trainable`` false the table is frozen and only the gain is trained. ``steps`` is an integer
    from 1 to 5,000, ``rate`` the learning rate from 1e-6 to 1, ``every`` an integer from 1. The
    rows from task.seen on get no gradient, as no training text is that long. To cancel, stop
    iterating.

    Raises ``ValueError`` for other values, at the call and not at the first step.

    >>> task = GapTask(seen=8, length=12)
    >>> [state.step for state in train(noise_table(12, 4), task, steps=50)]
    [0, 20, 40, 50]
    """
    array = finite_array("table", table, ndim=2, limit=1e6)
    integer("dim", array.shape[1], 1, MAX_DIM)
    if len(array) != task.length:
        raise ValueError(f"table must have {task.length} rows; got {len(array)}")
    steps, every = integer("steps", steps, 1, MAX_STEPS), integer("every", every, 1, MAX_STEPS)
    return _steps(array.copy(), task, bool(trainable), steps, real("rate", rate, 1e-6, 1), every)


def _steps(
    table: FloatArray, task: GapTask, trainable: bool, steps: int, rate: float, every: int
) -> Iterator[Training]:
    """Run the training of :func:`train`, whose arguments are checked by now."""
    rows = table[: task.seen]
    gain = np.array(1 / np.sqrt(table.shape[1]))
    step_rows, step_gain = _Adam(rows, rate), _Adam(gain, rate)
    error, by_table, by_gain = gap_gradient(rows, float(gain), task)
    errors = [error]
    yield Training(0, steps, table.copy(), float(gain), tuple(errors))
    for step in range(1, steps + 1):
        if trainable:
            step_rows.move(by_table)
        step_gain.move(np.array(by_gain))
        error, by_table, by_gain = gap_gradient(rows, float(gain), task)
        errors.append(error)
        if step % every == 0 or step == steps:
            yield Training(step, steps, table.copy(), float(gain), tuple(errors))


class _Adam:
    """Move an array against its gradients, in place, by Adam with its usual constants."""

    def __init__(self, values: FloatArray, rate: float) -> None:
        self.values, self.rate, self.count = values, rate, 0
        self.mean, self.square = np.zeros_like(values), np.zeros_like(values)

    def move(self, gradient: FloatArray) -> None:
        """Take one step."""
        self.count += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean = self.mean / (1 - 0.9**self.count)
        square = self.square / (1 - 0.999**self.count)
        self.values -= self.rate * mean / (np.sqrt(square) + 1e-8)


def train_fully(
    table: npt.ArrayLike,
    task: GapTask,
    *,
    trainable: bool = True,
    steps: int = 400,
    rate: float = 0.02,
) -> Training:
    """Return the last state of :func:`train`.

    >>> train_fully(noise_table(12, 4), GapTask(seen=8, length=12), steps=5).step
    5
    """
    *_, last = train(table, task, trainable=trainable, steps=steps, rate=rate, every=steps)
    return last


@dataclass(frozen=True, eq=False)
class Assessment:
    """Hold how a trained table does on a text of the task's full length.

    ``errors`` (length,) are the mean squared errors by position. A *hit* is a position that
    listens most to one of its two direct neighbours; ``seen_hits`` and ``unseen_hits`` are shares
    from 0 to 1. ``seen_error`` and ``unseen_error`` are means over positions 0 … seen - 1 and the
    rest.
    """

    errors: FloatArray
    seen_error: float
    unseen_error: float
    seen_hits: float
    unseen_hits: float


def assess(table: npt.ArrayLike, gain: float, task: GapTask) -> Assessment:
    """Return how ``table`` (task.length, dim) with this ``gain`` does, seen and unseen apart.

    Raises ``ValueError`` for another number of rows.

    >>> assess(noise_table(96, 4), 1.0, GapTask()).errors.shape
    (96,)
    """
    array = finite_array("table", table, ndim=2)
    if len(array) != task.length:
        raise ValueError(f"table must have {task.length} rows; got {len(array)}")
    errors = gap_errors(array, gain, task)
    choices = attention_weights(array, gain).argmax(1)
    hits = np.abs(choices - np.arange(task.length)) == 1
    return Assessment(
        errors=errors,
        seen_error=float(errors[: task.seen].mean()),
        unseen_error=float(errors[task.seen :].mean()),
        seen_hits=float(hits[: task.seen].mean()),
        unseen_hits=float(hits[task.seen :].mean()),
    )


def cosine_similarities(table: npt.ArrayLike) -> FloatArray:
    """Return the cosine of the angle between every two rows, shape (n, n); n up to 256.

    A row of zeros has the similarity 0 to everything.

    Raises ``ValueError`` for more rows or another shape.

    >>> cosine_similarities([[1, 0], [0, 2]]).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    array = finite_array("table", table, ndim=2)
    integer("rows of the table", len(array), 1, 256)
    norms = np.linalg.norm(array, axis=1, keepdims=True)
    unit = array / np.where(norms > 0, norms, 1)
    return unit @ unit.T


def cosine_profile(table: npt.ArrayLike) -> FloatArray:
    """Return the mean cosine similarity of rows at offsets 0, 1, …, n - 1, shape (n,).

    >>> cosine_profile([[1, 0], [0, 2]]).tolist()
    [1.0, 0.0]
    """
    matrix = cosine_similarities(table)
    return np.array([np.diagonal(matrix, offset).mean() for offset in range(len(matrix))])
