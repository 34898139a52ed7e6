"""Diagnosis is the inverse of building a table: a matrix in, the numbers that made it out."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.conventions import Convention, convention
from pe_core.doctor.answer import answer
from pe_core.doctor.case import USUAL_BASE, Hints, prepare, without_embedding
from pe_core.doctor.judge import Wanted
from pe_core.doctor.precision import precisions
from pe_core.doctor.result import Diagnosis
from pe_core.rotary.recognise import recognise
from pe_core.sinusoid import MAX_DIM, Sinusoid

__all__ = ["diagnose"]

FloatArray = npt.NDArray[np.float64]
Expectation = str | Convention | Sinusoid


def diagnose(
    matrix: Any,
    *,
    dim: int | None = None,
    position: float | None = None,
    base: float | None = None,
    column: int | None = None,
    expect: Expectation | None = None,
    embedding: Any = None,
    digits: int | None = None,
    resolution: FloatArray | float | None = None,
    dtype: str | None = None,
    cropped: bool = False,
    rows: tuple[int, ...] | None = None,
    columns: tuple[int, ...] | None = None,
) -> Diagnosis:
    """Say which encoding ``matrix`` is, or which bug made it, or that neither can be told.

    Parameters
    ----------
    matrix : a table (L, d), (1, L, d) or (L, 1, d); a few rows, one row, the first columns of a
        row, one half, a block, or a table on its side. At most 2**25 finite real numbers.
    dim, position, base : what is known: columns of the whole table, position of the first row,
        base of the frequencies.
    column : index in the table of the first column shown, for a block.
    expect : the convention it should be: a name of CONVENTIONS, a convention or a Sinusoid.
    embedding : the embeddings, same shape, if ``matrix`` is embedding + encoding.
    digits, resolution, dtype : how exact the values are: printed decimals, the unit of the last
        digit (a number or one per cell), or the type they were stored in ("bfloat16" too).
    cropped : the table has more columns than are shown, without saying how many.
    rows, columns : which rows and columns of the table are shown, where a print left some out.

    Returns
    -------
    Diagnosis : see there. A known encoding has status "known".

    Raises
    ------
    ValueError : the matrix is no finite real array, or an argument breaks its rule.

    >>> diagnose(Sinusoid(dim=8, layout="sin_cos", spacing="endpoint").table(4)).names
    ('tensor2tensor',)
    """
    prepared = prepare(matrix)
    shape = prepared.matrix.shape
    hints = _hints(dim, position, base, shape)
    hints = replace(
        hints,
        cropped=cropped,
        rows=_shown("rows", rows, shape[0]),
        columns=_shown("columns", columns, shape[1]),
    )
    if column is not None:
        first = integer("column", column, 0, MAX_DIM - 1)
        hints = replace(hints, columns=tuple(range(first, first + shape[1])))
    hints, wanted = _expecting(expect, hints, shape[1])
    if embedding is None:
        tiers = precisions(
            prepared.matrix, dtype=dtype or prepared.dtype, digits=digits, resolution=resolution
        )
        told = answer(prepared.matrix, hints, tiers, wanted, prepared.notes)
        if told.status == "unknown":
            return _named_otherwise(told, resolution, dtype or prepared.dtype)
        return told
    answers = []
    for rest, note, error in without_embedding(prepared, embedding):
        unit = _coarser(error, digits, resolution)
        tiers = precisions(rest, dtype="float32", resolution=unit)[:2]
        told = answer(rest, hints, tiers[-1:], wanted, (*prepared.notes, note))
        if told.status != "unknown":
            return told
        answers.append(told)
    return answers[0]


#: What to do with inverse frequencies and cos/sin tables.
_CHECK = (
    "Whether they are those of a model's configuration: python -m pe_core rope CONFIG.json "
    "--inv-freq FILE (or --cos-sin FILE)."
)
_CHECKED = ("inverse frequencies", "rotary table")


def _named_otherwise(
    told: Diagnosis, resolution: FloatArray | float | None, dtype: str | None
) -> Diagnosis:
    """Name what is no sinusoidal table, but numbers of a rotary encoding or of a bias."""
    found = recognise(told.matrix, resolution, dtype)
    if found is None:
        return told
    notes = (*told.notes, _CHECK) if found.kind in _CHECKED else told.notes
    return replace(told, verdict=found.said, undecided=(), alternatives=(), notes=notes)


def _coarser(
    error: float, digits: int | None, resolution: FloatArray | float | None
) -> FloatArray | float:
    """Return the larger of the error of a sum and the unit of what was printed."""
    if digits is not None:
        resolution = 10.0 ** -integer("digits", digits, 0, 40)
    if resolution is None:
        return error
    unit = np.asarray(resolution)
    if unit.dtype.kind not in "iuf":
        return resolution  # refused where precisions are checked
    larger: FloatArray = np.maximum(unit, error)
    return larger


def _hints(
    dim: int | None, position: float | None, base: float | None, shape: tuple[int, ...]
) -> Hints:
    """Check the arguments and return them as hints."""
    rows, shown = shape
    if dim is not None:
        dim = integer("dim", dim, 1, MAX_DIM)
        # A table on its side has its columns in the rows; an odd dim may have been made even.
        if dim < shown and dim != rows and not (dim % 2 and dim + 1 == shown):
            raise ValueError(f"dim must be at least the number of columns, {shown}; got {dim}")
    if position is not None:
        position = real("position", position, -1e12, 1e12)
    if base is not None:
        base = real("base", base, 1e-12, 1e12)
    return Hints(dim, position, base)


def _shown(name: str, given: tuple[int, ...] | None, count: int) -> tuple[int, ...] | None:
    """Return which rows or columns are shown, if there are as many as the matrix has."""
    if given is None:
        return None
    if len(given) != count:
        raise ValueError(f"{name} must have one index for each of {count}; got {len(given)}")
    return tuple(integer(name, index, 0, 2**53) for index in given)


def _expecting(expect: Expectation | None, hints: Hints, shown: int) -> tuple[Hints, Wanted]:
    """Return the expectation, and hints with what it tells: base, spacing and layout."""
    if expect is None:
        return hints, Wanted()
    dim = hints.dim or shown
    if isinstance(expect, Sinusoid):
        wanted = Wanted(_of_dim(expect, dim))
    else:
        entry = convention(expect) if isinstance(expect, str) else expect
        if not isinstance(entry, Convention):
            raise ValueError(
                "expect must be the name of a convention, a Convention or a Sinusoid; "
                f"got an object of type {type(expect).__name__}"
            )
        if entry.grid is not None:
            return hints, Wanted(None, entry)
        wanted = Wanted(
            _of_dim(
                entry.sinusoid(entry.filled or dim + dim % 2, base=hints.base), entry.filled or dim
            ),
            entry,
        )
    sinusoid = wanted.sinusoid
    if sinusoid is None:
        return hints, wanted
    base = hints.base
    if base is None and sinusoid.base != USUAL_BASE and sinusoid.base >= 1:
        base = sinusoid.base
    return replace(hints, base=base, spacing=sinusoid.spacing, layout=sinusoid.layout), wanted


def _of_dim(sinusoid: Sinusoid, dim: int) -> Sinusoid:
    """Return the encoding at a dim; a library that refuses odd ones is held to the sine."""
    if sinusoid.tail == "error" and dim % 2:
        return replace(sinusoid, dim=dim, tail="sine")
    return replace(sinusoid, dim=dim)
