"""What the doctor is given: one matrix of rows and columns, and what is known about it.

Two spacings and any base are the same family of numbers, so a fit alone never says "base 10000":
it says "this ratio". The bases people use are few, and they are tried first.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS
from pe_core.sinusoid import Sinusoid

__all__ = [
    "COMMON_DIMS",
    "MAX_INPUT_CELLS",
    "USUAL_BASE",
    "USUAL_BASES",
    "Hints",
    "Prepared",
    "in_a_library",
    "prepare",
    "without_embedding",
]

FloatArray = npt.NDArray[np.float64]
USUAL_BASE = 10_000.0
#: 10000, and bases met in libraries: DETR variants, ViT heads, LLaMA 3, long contexts, tests.
USUAL_BASES = (USUAL_BASE, 100.0, 1000.0, 20.0, 5e5, 1e6, 500.0, 5e4, 1e5)
#: Widths tried when a row is only the beginning of a longer one.
COMMON_DIMS = (512, 768, 1024, 256, 128, 64, 32, 16, 2048, 4096, 384, 192, 96, 48, 24, 12, 8, 6, 4)
#: 50 MB of float16, the largest upload, is 25 million cells.
MAX_INPUT_CELLS = 2**25
#: Far beyond any encoding; an amplitude fitted to larger numbers would break its own rule.
MAX_VALUE = 1e15
_EITHER_AXIS = (
    "Rows differ along the first axis only: right if that is the position, B14 (batch and sequence "
    "mixed up) if it is the batch."
)


_USED = {(c.layout, c.spacing, c.tail) for c in CONVENTIONS.values() if not c.octaves}
_USED_EVEN = {(layout, spacing) for layout, spacing, _ in _USED}


def in_a_library(sinusoid: Sinusoid) -> bool:
    """Return whether a library uses this layout with this spacing (and this odd tail)."""
    if sinusoid.dim % 2:
        return (sinusoid.layout, sinusoid.spacing, sinusoid.tail) in _USED
    return (sinusoid.layout, sinusoid.spacing) in _USED_EVEN


@dataclass(frozen=True)
class Hints:
    """Hold what is known: each is None where it is not.

    ``dim`` columns of the whole table, ``position`` of the first row, ``base``, ``columns`` and
    ``rows``: which of the table are shown. ``spacing`` and ``layout`` come from an expectation
    and break ties only. ``cropped`` says that there are more columns than shown.
    """

    dim: int | None = None
    position: float | None = None
    base: float | None = None
    columns: tuple[int, ...] | None = None
    rows: tuple[int, ...] | None = None
    spacing: str | None = None
    layout: str | None = None
    cropped: bool = False

    @property
    def bases(self) -> tuple[float, ...]:
        """Return the bases to try, the likeliest first."""
        if self.base is not None:
            return (self.base, USUAL_BASE) if self.base != USUAL_BASE else (USUAL_BASE,)
        return USUAL_BASES


@dataclass(frozen=True)
class Prepared:
    """Hold the matrix, its type if that is half precision, and notes on what was done."""

    matrix: FloatArray
    dtype: str | None
    notes: tuple[str, ...] = ()


def prepare(matrix: Any, *, name: str = "matrix") -> Prepared:
    """Return ``matrix`` as float64 rows × columns.

    Accepts one row (n,), a table (L, d), (1, L, d), (L, 1, d), and a batch (B, L, d) of equal
    samples. Raises ``ValueError`` for everything else: text, complex numbers, NaN, infinity,
    magnitudes above 1e15, other shapes, and more than 2**25 cells.
    """
    try:
        array = np.asarray(matrix)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of numbers; got ragged rows") from None
    if array.dtype.kind not in "iufb":
        kinds = {"c": "complex numbers", "O": "objects", "U": "text", "S": "text"}
        got = kinds.get(array.dtype.kind, f"dtype {array.dtype}")
        raise ValueError(f"{name} must be an array of real numbers; got {got}")
    if not 0 < array.size <= MAX_INPUT_CELLS:
        raise ValueError(f"{name} must have 1 to {MAX_INPUT_CELLS} cells; got {array.size}")
    dtype = "float16" if array.dtype == np.float16 else None
    _finite(name, array)
    table, notes = _flattened(name, array)
    return Prepared(table.astype(np.float64, copy=False), dtype, notes)


def _finite(name: str, array: npt.NDArray[Any]) -> None:
    if array.dtype.kind in "iu" and not array.dtype.itemsize < 8:
        _not_too_large(name, array)
    if array.dtype.kind != "f":
        return
    finite = np.isfinite(array)
    if not finite.all():
        bad = np.argwhere(~finite)
        where = tuple(int(i) for i in bad[0])
        raise ValueError(
            f"{name} must be finite; got {array[where]} at index {where} "
            f"({len(bad)} such {'cell' if len(bad) == 1 else 'cells'})"
        )
    _not_too_large(name, array)


def _not_too_large(name: str, array: npt.NDArray[Any]) -> None:
    """Refuse numbers whose squares and sums would leave float64."""
    highest = max(float(array.max()), -float(array.min()))
    if highest > MAX_VALUE:
        raise ValueError(
            f"{name} must hold numbers up to {MAX_VALUE:g} in magnitude; got {highest:g}"
        )


def _flattened(name: str, array: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], tuple[str, ...]]:
    if array.ndim == 1:
        return array[None], ()
    if array.ndim == 2:
        return array, ()
    if array.ndim != 3:
        raise ValueError(f"{name} must have 1 to 3 dimensions; got shape {array.shape}")
    shape = " x ".join(map(str, array.shape))
    if array.shape[0] == 1:
        return array[0], (f"Read the {shape} array as batch, position, column.",)
    if array.shape[1] == 1:
        return array[:, 0], (f"Read the {shape} array as position, batch, column.",)
    if array.shape[2] == 2 and array.shape[1] > 2:
        note = f"Read the {shape} array as position, pair, (first, second) of each pair."
        return array.reshape(len(array), -1), (note,)
    if (array == array[:1]).all():
        return array[0], (f"All {array.shape[0]} samples of the batch are equal.",)
    if (array == array[:, :1]).all():
        return array[:, 0], (_EITHER_AXIS,)
    raise ValueError(f"{name} must be one table or a batch of equal ones; got shape {shape}")


def without_embedding(prepared: Prepared, embedding: Any) -> list[tuple[FloatArray, str, float]]:
    """Return what is left of the matrix without the embedding, for each factor in use.

    Each entry is (matrix, note, error): float32 sums lose digits to the size of the embedding.
    Raises ``ValueError`` for an embedding of another shape.
    """
    other = prepare(embedding, name="embedding").matrix
    matrix = prepared.matrix
    if other.shape != matrix.shape:
        raise ValueError(
            f"embedding must have the shape of the matrix {matrix.shape}; got {other.shape}"
        )
    root = float(np.sqrt(matrix.shape[1]))
    unit = 2.0**-11 if prepared.dtype == "float16" else 2.0**-24
    out = []
    for factor, text in ((1.0, "the embedding"), (root, "the embedding times sqrt(dim)")):
        error = 2 * unit * (factor * float(np.abs(other).max()) + 2)
        out.append((matrix - factor * other, f"Took away {text}.", error))
    return out
