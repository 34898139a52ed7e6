"""What was recognised, and the one test that it has to pass."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.rotary.measured import Measured
from pe_core.rotary.pairing import spread

__all__ = ["KNOWN_BASES", "Recognised", "agrees", "doubled", "nice_base"]

FloatArray = npt.NDArray[np.float64]

#: Bases of published models: a fitted base this near to one of them is it.
KNOWN_BASES = (100.0, 2e3, 1e4, 1.5e5, 1.6e5, 2.5e5, 5e5, 1e6, 2e6, 5e6, 8e6, 1e7)


@dataclass(frozen=True)
class Recognised:
    """Hold what a matrix is.

    ``kind`` is a short name ("inverse frequencies", "rotary table", "rotary angles",
    "ALiBi slopes", "ALiBi bias", "relative buckets", "rotated rows", "xPos scale",
    "Fourier features"); ``said`` is one sentence; ``values`` are the numbers of the formula, of
    the matrix' shape (of its first rows, for more than 8 million cells); ``difference`` is the
    largest difference between the two; ``details`` hold the parameters by name.
    """

    kind: str
    said: str
    values: FloatArray
    difference: float
    details: dict[str, Any] = field(default_factory=dict)


def agrees(given: Measured, values: FloatArray, allowed: FloatArray | float) -> float | None:
    """Return the largest difference if every cell is within ``allowed``, else None."""
    if values.shape != given.values.shape:
        return None
    off = np.abs(given.values - values)
    return float(off.max()) if (off <= allowed).all() else None


def doubled(table: FloatArray, pairing: str | None) -> FloatArray:
    """Give each column to both dimensions of its pair; without a pairing, leave it alone.

    >>> doubled(np.array([[1.0, 2.0]]), "halves").tolist()
    [[1.0, 2.0, 1.0, 2.0]]
    """
    return spread(table, pairing) if pairing else table


def nice_base(base: float, *, tolerance: float = 2e-4) -> float:
    """Return the published base next to a fitted one, or the fitted one to six digits.

    >>> nice_base(10000.3), nice_base(31083.2137)
    (10000.0, 31083.2)
    """
    for known in KNOWN_BASES:
        if abs(base / known - 1) < tolerance:
            return known
    return float(f"{base:.6g}")
