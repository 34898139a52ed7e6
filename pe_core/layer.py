"""The position table as a layer of a network: frozen, or free to be trained.

Frameworks keep a position table where they keep word vectors, in an embedding layer: a matrix
whose rows are looked up by number. Frozen, it is a constant; trainable, each step of training
moves the rows that were looked up. Libraries that number real tokens from 1 keep row 0 for
padding and fill it with zeros.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real
from pe_core.gap_task import GapTask
from pe_core.learned import train_fully
from pe_core.sinusoid import Sinusoid

__all__ = [
    "SOURCE_LENGTH",
    "SOURCE_SINUSOID",
    "LayerTraining",
    "layer_step",
    "layer_table",
    "look_up",
    "train_layer",
    "trainable_count",
]

FloatArray = npt.NDArray[np.float64]

#: A table that tutorials show: d = 30, ten positions, tokens numbered from 1.
SOURCE_SINUSOID, SOURCE_LENGTH = Sinusoid(dim=30, origin=1), 10
#: Cells of the matrix in the layer; 32 MB of float64.
MAX_LAYER_CELLS = 2**22


def layer_table(sinusoid: Sinusoid, length: int, *, padding: bool = False) -> FloatArray:
    """Return the matrix of a layer for ``length`` positions from ``sinusoid.origin`` on.

    ``length`` is an integer from 1 with length × dim at most 4,194,304. With ``padding`` a row
    of zeros comes first, so that row k holds token k of a sentence numbered from 1. Returns
    float64 of shape (length, dim), or (length + 1, dim) with padding.

    Raises ``ValueError`` for another length.

    >>> layer_table(Sinusoid(dim=30), 10).shape, layer_table(Sinusoid(dim=2), 1, padding=True)
    ((10, 30), array([[0., 0.],
           [0., 1.]]))
    """
    length = integer("length", length, 1, MAX_LAYER_CELLS // sinusoid.dim)
    table = sinusoid.table(length)
    return np.vstack([np.zeros((1, sinusoid.dim)), table]) if padding else table


def look_up(table: npt.ArrayLike, rows: npt.ArrayLike) -> FloatArray:
    """Return the given rows of a layer's matrix, shape (n, dim).

    ``rows`` are whole numbers. A layer has only the rows it was built with: a longer sentence
    fails here, where the formula would simply give the next row.

    Raises ``ValueError`` for a row that the layer does not have.

    >>> look_up([[0, 1], [2, 3]], [1, 1]).tolist()
    [[2.0, 3.0], [2.0, 3.0]]
    """
    array = finite_array("table", table, ndim=2)
    return array[_rows(array, rows)]


def layer_step(
    table: npt.ArrayLike,
    rows: npt.ArrayLike,
    gradients: npt.ArrayLike,
    *,
    rate: float = 0.1,
    trainable: bool = True,
) -> FloatArray:
    """Return the matrix after one step of gradient descent on the rows that were looked up.

    ``gradients`` has shape (n, dim), one for each entry of ``rows``; a row looked up twice moves
    twice. ``rate`` is from 0 to 1e6. A frozen layer (``trainable`` false) comes back unchanged.

    Raises ``ValueError`` for other values.

    >>> layer_step([[0.0], [1.0]], [1], [[2.0]], rate=0.5).tolist()
    [[0.0], [0.0]]
    """
    array = finite_array("table", table, ndim=2).copy()
    chosen, slopes = _rows(array, rows), finite_array("gradients", gradients, ndim=2)
    if slopes.shape != (len(chosen), array.shape[1]):
        rule = f"gradients must have shape {(len(chosen), array.shape[1])}"
        raise ValueError(f"{rule}; got {slopes.shape}")
    rate = real("rate", rate, 0, 1e6)
    if trainable:
        np.subtract.at(array, chosen, rate * slopes)
    return array


def trainable_count(table: npt.ArrayLike, *, trainable: bool) -> int:
    """Return how many numbers of a layer training may change: all cells, or none if frozen.

    >>> trainable_count(layer_table(Sinusoid(dim=30), 10), trainable=True)
    300
    """
    return finite_array("table", table, ndim=2).size if trainable else 0


@dataclass(frozen=True, eq=False)
class LayerTraining:
    """Hold a layer's matrix before and after training, both of shape (length, dim).

    ``moved`` (length,) is how far each row went: the length of the difference of the two.
    ``numbers`` is how many numbers training was free to change.
    """

    before: FloatArray
    after: FloatArray
    moved: FloatArray
    numbers: int


def train_layer(
    sinusoid: Sinusoid, length: int, *, seen: int, trainable: bool, steps: int = 100
) -> LayerTraining:
    """Start a layer from the formula and train it, or hold it frozen, on texts of ``seen`` words.

    ``length`` is an integer from 5 to 256, ``seen`` from 4 to length - 1 and at most 128, and
    ``steps`` from 1 to 5,000; the dim is at most 128. The training is that of
    :mod:`pe_core.learned`, so the rows behind ``seen`` are never looked up and stay.

    Raises ``ValueError`` for other values.

    >>> train_layer(Sinusoid(dim=30, origin=1), 10, seen=6, trainable=False).moved.max()
    np.float64(0.0)
    """
    task = GapTask(seen=seen, length=length)
    before = layer_table(sinusoid, task.length)
    after = train_fully(before, task, trainable=trainable, steps=steps).table
    moved = np.linalg.norm(after - before, axis=1)
    return LayerTraining(before, after, moved, trainable_count(before, trainable=trainable))


def _rows(table: FloatArray, rows: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """Return row numbers as an index, or say which one the layer lacks."""
    numbers = finite_array("rows", rows, ndim=1)
    bad = (numbers < 0) | (numbers >= len(table)) | (numbers != np.floor(numbers))
    if bad.any():
        rule = f"rows must be integers from 0 to {len(table) - 1}"
        raise ValueError(f"{rule}; got {numbers[bad][0]:g}")
    return numbers.astype(np.intp)
