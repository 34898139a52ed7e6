"""Diagnosis is the inverse of building a table: a matrix in, the numbers that made it out."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.conventions import Convention, convention
from pe_core.doctor.answer import answer
from pe_core.doctor.hints import USUAL_BASE, Hints
from pe_core.doctor.nothing import Wanted
from pe_core.doctor.precision import Precision, precisions
from pe_core.doctor.prepare import prepare, without_embedding
from pe_core.doctor.result import Diagnosis
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
        digit, or the type they were stored in ("bfloat16" too).
    cropped : the table has more columns than are shown, without saying how many.

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
    hints, wanted = _hints(dim, position, base, column, expect, prepared.matrix.shape[1])
    hints = replace(hints, cropped=cropped)
    options: list[tuple[FloatArray, tuple[str, ...], tuple[Precision, ...]]] = []
    if embedding is None:
        tiers = precisions(
            prepared.matrix, dtype=dtype or prepared.dtype, digits=digits, resolution=resolution
        )
        options.append((prepared.matrix, prepared.notes, _kept(tiers, prepared.matrix)))
    else:
        for rest, note, error in without_embedding(prepared, embedding):
            tiers = precisions(rest, dtype="float32", resolution=error)
            options.append((rest, (*prepared.notes, note), tiers[-1:]))
    answers = []
    for rest, notes, tiers in options:
        told = answer(rest, hints, tiers, wanted, notes)
        if told.status != "unknown":
            return told
        answers.append(told)
    return answers[0]


def _hints(
    dim: int | None,
    position: float | None,
    base: float | None,
    column: int | None,
    expect: Expectation | None,
    shown: int,
) -> tuple[Hints, Wanted]:
    """Check the arguments and return them as hints and expectation."""
    if dim is not None:
        dim = integer("dim", dim, 1, MAX_DIM)
        if dim < shown and not (dim % 2 and dim + 1 == shown):
            raise ValueError(f"dim must be at least the number of columns, {shown}; got {dim}")
    if position is not None:
        position = real("position", position, -1e12, 1e12)
    if base is not None:
        base = real("base", base, 1e-12, 1e12)
    if column is not None:
        column = integer("column", column, 0, MAX_DIM - 1)
    wanted = _wanted(expect, dim or shown, base)
    hints = Hints(dim, position, base, column)
    if wanted.sinusoid is not None:
        sinusoid = wanted.sinusoid
        if base is None and sinusoid.base != USUAL_BASE:
            base = sinusoid.base
        hints = Hints(dim, position, base, column, sinusoid.spacing, sinusoid.layout)
    return hints, wanted


def _wanted(expect: Expectation | None, dim: int, base: float | None) -> Wanted:
    if expect is None:
        return Wanted()
    if isinstance(expect, Sinusoid):
        return Wanted(replace(expect, dim=dim))
    entry = convention(expect) if isinstance(expect, str) else expect
    if not isinstance(entry, Convention):
        raise ValueError(
            "expect must be the name of a convention, a Convention or a Sinusoid; "
            f"got an object of type {type(expect).__name__}"
        )
    if entry.grid is not None:
        return Wanted(None, entry)
    return Wanted(entry.sinusoid(dim, base=base), entry, entry.order)


def _kept(tiers: tuple[Precision, ...], matrix: FloatArray) -> tuple[Precision, ...]:
    """Return the tiers with one resolution per cell where rows or columns were dropped."""
    shape = matrix.shape
    return tuple(
        replace(tier, resolution=np.broadcast_to(np.atleast_2d(tier.resolution), shape))
        if isinstance(tier.resolution, np.ndarray)
        else tier
        for tier in tiers
    )
