"""Single dimensions as waves along the positions, without the rest of the table."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pe_core.checks import MAX_CELLS, finite_array, integer
from pe_core.frequencies import damping
from pe_core.sinusoid import MAX_POSITION, Sinusoid

__all__ = ["dimension_values"]


def dimension_values(
    sinusoid: Sinusoid,
    dimensions: Sequence[int],
    positions: npt.ArrayLike,
    *,
    blocks: npt.ArrayLike | None = None,
) -> npt.NDArray[np.float64]:
    """Return some columns of the encoding at absolute positions, shape (positions, dimensions).

    ``dimensions`` are integers from 0 to dim - 1. With ``blocks``, numbers from 1 up of the same
    shape as ``positions``, each value is the exact mean over that many positions from the given
    one on.

    Raises ``ValueError`` for other values, and for results of more than 2**29 cells.

    >>> dimension_values(Sinusoid(dim=128), [1], [0, 1]).round(4).tolist()
    [[1.0], [0.5403]]
    """
    places = finite_array("positions", positions, ndim=1, limit=MAX_POSITION)
    columns = [integer("dimension", c, 0, sinusoid.dim - 1) for c in dimensions]
    sizes = np.ones(len(places)) if blocks is None else finite_array("blocks", blocks, ndim=1)
    if len(sizes) != len(places) or (sizes < 1).any():
        raise ValueError(f"blocks must hold a number from 1 up for each position; got {blocks!r}")
    if len(places) * len(columns) > MAX_CELLS:
        raise ValueError(
            f"positions times dimensions must be at most {MAX_CELLS}; "
            f"got {len(places)} x {len(columns)}"
        )
    pair = {int(c): i for i, c in enumerate(sinusoid.sine_columns)}
    pair |= {int(c): i for i, c in enumerate(sinusoid.cosine_columns)}
    cosines = {int(c) for c in sinusoid.cosine_columns}
    out = np.zeros((len(places), len(columns)))
    for number, column in enumerate(columns):
        if column not in pair:
            continue
        frequency = sinusoid.frequencies[pair[column]]
        angles = frequency * (places + (sizes - 1) / 2)
        wave = np.cos(angles) if column in cosines else np.sin(angles)
        out[:, number] = sinusoid.amplitude * damping(frequency, sizes) * wave
    return out
