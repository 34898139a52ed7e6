"""Where in a larger table do a few columns come from?

A few columns out of the middle have no fast pair to start from. With the dim known, every
position and every place in the row can be tried at once: the first cell rules out most, each
further cell most of the rest. Without it, the usual dims are tried for the beginning of a row.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.case import COMMON_DIMS, USUAL_BASE
from pe_core.doctor.fit import usual_base
from pe_core.doctor.phases import spread_rows
from pe_core.doctor.score import Fit, Model, score
from pe_core.doctor.shape import Sheet
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid

__all__ = ["beginnings", "blocks", "wider"]

FloatArray = npt.NDArray[np.float64]
_CELLS = 2**22


def _wide(sheet: Sheet) -> bool:
    return sheet.matrix.shape[1] <= 2048 and len(sheet.matrix) <= 4096


def blocks(sheet: Sheet) -> tuple[Sheet, list[Fit]] | None:
    """Return where in a table of ``hints.dim`` columns the block can come from.

    Tries the base given or 10000, both spacings, all layouts, and positions 0 … 4095 (fewer for
    wide tables). More than one answer means that the block is too small to tell.
    """
    hints = sheet.hints
    dim, shown = hints.dim, sheet.matrix.shape[1]
    if not _wide(sheet) or dim is None or shown >= dim:
        return None
    if hints.columns is not None and hints.columns != tuple(
        range(hints.columns[0], hints.columns[0] + shown)
    ):
        return None
    most = int(min(4096, _CELLS // dim))
    at = np.arange(most, dtype=np.float64)
    if hints.position is not None:
        at = np.array([float(hints.position)])
    out: list[Fit] = []
    for layout in LAYOUTS:
        for spacing in SPACINGS if dim > 3 else ("paper",):
            sinusoid = Sinusoid(dim, base=hints.bases[0], spacing=spacing, layout=layout)
            out += _search(sheet, sinusoid, at)
    return (sheet, out) if 0 < len(out) <= 64 else None


def _search(sheet: Sheet, sinusoid: Sinusoid, at: FloatArray) -> list[Fit]:
    matrix, hints = sheet.matrix, sheet.hints
    shown = matrix.shape[1]
    whole = Model(sinusoid, np.arange(sinusoid.dim))
    fine = sheet.precision.cut(slice(0, 1))
    plain = replace(fine, resolution=float(np.max(fine.resolution, initial=0)))
    values = whole.values(at)
    allowed = plain.tolerance(values, at, whole.speeds)
    near = [np.abs(values - cell) <= allowed for cell in matrix[0, : min(shown, 6)]]
    places = sinusoid.dim - shown + 1
    kept = np.ones((len(at), places), dtype=bool)
    for index, hit in enumerate(near):
        kept &= hit[:, index : index + places]
    if hints.columns is not None:
        kept[:, np.arange(places) != hints.columns[0]] = False
    out = []
    for index, first in np.argwhere(kept)[:256]:
        model = Model(sinusoid, np.arange(first, first + shown), "block")
        for step in (1.0, -1.0) if len(matrix) > 1 else (1.0,):
            start = float(at[index])
            positions = start + step * (sheet.ranks - sheet.ranks[0])
            value = score(model, (matrix, positions, sheet.precision))
            if value <= 1:
                out.append(Fit(model, positions, start, step, value, 0.0))
    return out


def beginnings(sheet: Sheet) -> tuple[Sheet, list[Fit]] | None:
    """Return the usual dims of whose rows these columns can be the beginning."""
    hints, shown = sheet.hints, sheet.matrix.shape[1]
    if not _wide(sheet) or hints.dim is not None or np.abs(sheet.matrix).max() > 1.01:
        return None
    if hints.columns is not None and hints.columns[0] != 0:
        return None
    out: list[Fit] = []
    base = hints.base or USUAL_BASE
    for dim in COMMON_DIMS:
        if dim > shown:
            columns = hints.columns or tuple(range(shown))
            if max(columns) >= dim:
                continue
            known = replace(hints, dim=dim, columns=columns, base=base, cropped=True)
            out += [
                fit for fit in usual_base(replace(sheet, hints=known)) if fit.sinusoid.base == base
            ]
    return (sheet, out) if out else None


def wider(found: Fit, sheet: Sheet, base: float = USUAL_BASE) -> list[Fit]:
    """Return the tables of a ``base`` of whose rows these columns are the beginning.

    The ratio of neighbouring frequencies is base^(-2/dim): a small base over few columns and a
    large base over many are the same numbers.
    """
    sinusoid = found.sinusoid
    frequencies = sinusoid.frequencies
    if (
        found.model.kind != "whole"
        or sinusoid.layout != "interleaved"
        or len(frequencies) < 2
        or sheet.hints.columns is not None
    ):
        return []
    ratio = float(np.log(frequencies[0] / frequencies[1]))
    if not ratio > 0:
        return []
    turns = float(np.log(base)) / ratio
    few = spread_rows(len(sheet.rows), 80)
    matrix, _, precision = sheet.part(few)
    out = []
    for spacing, pairs in (("paper", turns), ("endpoint", turns + 1)):
        dim = 2 * round(pairs)
        if sinusoid.dim < dim <= 16_384:
            table = replace(sinusoid, dim=dim, base=base, spacing=spacing, tail="sine")
            model = replace(found.model, sinusoid=table, kind="crop")
            value = score(model, (matrix, found.positions[few], precision))
            if value <= 1:
                out.append(replace(found, model=model, score=value))
    return out
