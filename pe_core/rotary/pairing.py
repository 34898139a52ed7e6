"""Which two dimensions turn together: neighbours, or one of each half.

Both pairings hold the same numbers in another order. A model trained with one and run with the
other is right at position 0, where nothing turns, and nowhere else. Converting a checkpoint means
permuting the rows of its query and key weights, which is what the converters for Llama do.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer

__all__ = ["PAIRINGS", "pair_columns", "pairing_permutation", "spread"]

IntArray = npt.NDArray[np.intp]
FloatArray = npt.NDArray[np.float64]

PAIRINGS = ("adjacent", "halves")


def pair_columns(rotary_dim: int, pairing: str) -> tuple[IntArray, IntArray]:
    """Return the first and the second dimension of each pair, two arrays (rotary_dim / 2,).

    ``"adjacent"``: (2i, 2i + 1); ``"halves"``: (i, i + rotary_dim / 2). Source: the table in
    :mod:`pe_core.rotary.presets` says which model uses which.

    >>> [half.tolist() for half in pair_columns(4, "halves")]
    [[0, 1], [2, 3]]
    """
    choice("pairing", pairing, PAIRINGS)
    half = np.arange(rotary_dim // 2)
    if pairing == "adjacent":
        return 2 * half, 2 * half + 1
    return half, half + rotary_dim // 2


def pairing_permutation(rotary_dim: int, *, to: str) -> IntArray:
    """Return the order of dimensions that changes one pairing into the other.

    ``x[pairing_permutation(d, to="halves")]`` takes a vector with adjacent pairs and puts it into
    halves; ``to="adjacent"`` goes back. ``rotary_dim`` is an even integer up to 65,536.

    Source: transformers 5.24.0, the Llama converter: view(n, d/2, 2) and transpose.

    >>> pairing_permutation(6, to="halves").tolist()
    [0, 2, 4, 1, 3, 5]
    """
    rotary_dim = 2 * (integer("rotary_dim", rotary_dim, 2, 65_536) // 2)
    choice("to", to, PAIRINGS)
    order = np.arange(rotary_dim)
    if to == "halves":
        return order.reshape(-1, 2).T.reshape(-1)
    return order.reshape(2, -1).T.reshape(-1)


def spread(values: FloatArray, pairing: str) -> FloatArray:
    """Give each pair's value (…, d/2) to both of its dimensions: (…, d) in the pairing's order.

    >>> spread(np.array([1.0, 2.0]), "adjacent").tolist()
    [1.0, 1.0, 2.0, 2.0]
    """
    choice("pairing", pairing, PAIRINGS)
    if pairing == "adjacent":
        return np.repeat(values, 2, axis=-1)
    return np.concatenate([values, values], axis=-1)
