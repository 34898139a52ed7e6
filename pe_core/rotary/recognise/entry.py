"""The order in which things are looked for: what is told apart most surely comes first."""

from typing import Any

import numpy as np

from pe_core.rotary.measured import Measured, measured
from pe_core.rotary.recognise.biases import recognise_bias, recognise_buckets
from pe_core.rotary.recognise.grids import recognise_features, recognise_grid
from pe_core.rotary.recognise.model import Recognised
from pe_core.rotary.recognise.rotated import recognise_rotated
from pe_core.rotary.recognise.tables import recognise_angles, recognise_table, recognise_xpos
from pe_core.rotary.recognise.vectors import recognise_vector

__all__ = ["recognise"]

#: Nothing that is looked for has larger numbers, or smaller ones beside 0.
_LARGEST = 1e6
_SMALLEST = 1e-30


def recognise(matrix: Any, resolution: Any = None, dtype: str | None = None) -> Recognised | None:
    """Return what a matrix is that is no sinusoidal table, or None.

    ``matrix`` has 1 to 3 dimensions; ``resolution`` is the unit of the last printed digit (one
    number, one per cell, or None for binary data), ``dtype`` the type it was stored in, if that
    is known. Raises ``ValueError`` for what holds no finite real numbers.

    >>> recognise([0.5, 0.25, 0.125, 0.0625, 2**-5, 2**-6, 2**-7, 2**-8]).kind
    'ALiBi slopes'
    """
    given = measured(matrix)
    unit = 0.0 if resolution is None else np.asarray(resolution, dtype=np.float64)
    if isinstance(unit, np.ndarray) and unit.shape != given.values.shape:
        unit = float(unit.max())
    given = Measured(given.values, unit, dtype)
    size = np.abs(given.values)
    if size.max() > _LARGEST or np.ptp(given.values) == 0:
        return None
    if ((size > 0) & (size < _SMALLEST)).any():
        return None
    lone = sum(size > 1 for size in given.values.shape) == 1
    if lone:
        found = recognise_vector(given)
        if found is not None:
            return found
    if given.values.ndim == 1:
        return None
    for look in (
        recognise_buckets,
        recognise_bias,
        recognise_angles,
        recognise_xpos,
        recognise_table,
        recognise_grid,
        recognise_features,
        recognise_rotated,
    ):
        found = look(given)
        if found is not None:
            return found
    return None
