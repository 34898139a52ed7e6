"""Bugs that no right encoding explains: generate the suspect's matrix and compare.

A suspect must reproduce every sampled cell to the precision of the input before it is named. It
is tried upright and on its side, with and without rows of zeros, at every base in use and at the
base its own fastest columns tell, and with whatever amplitude fits best.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.hypotheses import HYPOTHESES, Bug, waves_at
from pe_core.doctor.phases import measure_single, regress, round_amplitude, spread_rows
from pe_core.doctor.precision import Precision
from pe_core.doctor.score import Model
from pe_core.doctor.shape import Sheet
from pe_core.sinusoid import Sinusoid

__all__ = ["Suspect", "suspect"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]
#: About how many bugs, bases and first positions are tried, in bits.
_TRIED = 9.0
#: Bits beyond those with which few cells are believed: one in a hundred by chance.
_MORE = 6.6


@dataclass(frozen=True)
class Suspect:
    """Hold the class of bug and the right table: its encoding and the position of each row."""

    bug: str
    right: Model
    positions: FloatArray
    sheet: Sheet


def suspect(sheet: Sheet) -> Suspect | None:
    """Return the bug whose matrix this is, or None."""
    hints, shown = sheet.hints, sheet.matrix.shape[1]
    dim = hints.dim or shown
    if hints.cropped and hints.dim is None:
        return None
    if not shown <= dim <= 8192 or not sheet.matrix[sheet.rows].any():
        return None
    columns = np.arange(min(dim, shown))
    if hints.columns is not None and len(hints.columns) == shown and max(hints.columns) < dim:
        columns = np.array(hints.columns, dtype=np.intp)
    few = spread_rows(len(sheet.rows), 48)
    # The rows that say most come first: a wrong suspect is ruled out by one or two.
    first = np.unique([min(1, len(sheet.rows) - 1), len(sheet.rows) - 1])
    starts = _starts(sheet)
    for base in (*hints.bases, *_own_bases(sheet, dim)):
        for bug, form, sinusoid in _suspects(dim, base, hints.base is not None):
            for start in starts:
                look = _Look(bug, form, sinusoid, columns, start, sheet)
                if look.agrees(first) and look.agrees(few) and look.telling(few):
                    return look.found()
    return None


def _own_bases(sheet: Sheet, dim: int) -> list[float]:
    """Return the bases that the sines of every second column tell: j/dim or 2j/dim in column j.

    A column's own frequency follows from three rows, x[r - 1] + x[r + 1] = 2 cos ω · x[r].
    """
    if sheet.hints.base is not None or sheet.hints.columns is not None:
        return []
    matrix, _, precision = sheet.run
    sines = matrix[:, ::2]
    size = float(np.abs(matrix[:64]).max())
    waves = measure_single(sines / size, 1.0, False, precision.cut(columns=np.array([0])))
    line = regress(waves) if waves is not None else None
    if line is None or not 1e-3 < line.slope * dim / 2 < 27:
        return []
    out = []
    for factor in (1, 2):
        base = float(np.exp(line.slope * dim / 2 / factor))
        error = 4 * line.error * dim / 2 / factor + 1e-12
        digits = (d for d in range(1, 12) if abs(float(f"{base:.{d}g}") / base - 1) < error)
        out.append(float(f"{base:.{next(digits, 12)}g}"))
    return out


def _suspects(dim: int, base: float, given: bool) -> Iterator[tuple[Bug, Bug, Sinusoid]]:
    """Yield the bug, its form and the right encoding, the commonest first."""
    for bug in HYPOTHESES:
        if (
            not bug.id
            or bug.id in ("B10", "B21")
            or (bug.cells is None and bug.waves is None and not bug.variants)
        ):
            continue
        for layout in bug.layouts:
            for spacing in bug.spacings if dim > 3 else ("paper",):
                right = Sinusoid(dim, base=base, layout=layout, spacing=spacing)
                for form in (bug, *bug.variants):
                    if form.cells is not None or form.waves is not None:
                        yield bug, form, right


def _starts(sheet: Sheet) -> list[float]:
    """Return positions that rank 0 may have: known, or those whose sine is in place."""
    if sheet.hints.position is not None:
        return [float(sheet.hints.position)]
    matrix, rank = sheet.matrix, float(sheet.ranks[0])
    pool = np.arange(0.0, 4097.0)
    size = float(np.abs(matrix[sheet.rows[:64]]).max())
    near: list[float] = []
    half = (matrix.shape[1] + 1) // 2
    for amplitude in dict.fromkeys((1.0, size)):
        cells = matrix[sheet.rows[0]] / amplitude
        for column in {0, min(1, matrix.shape[1] - 1), min(half, matrix.shape[1] - 1)}:
            hits = pool[np.abs(np.sin(pool) - cells[column]) < 2e-3]
            near += (hits[:4] - rank).tolist()
    return list(dict.fromkeys([0.0, 1.0, 2.0, *near, -rank]))


@dataclass(frozen=True)
class _Look:
    """One form of a bug at one encoding and first position, held against a sheet."""

    bug: Bug
    form: Bug
    sinusoid: Sinusoid
    columns: IntArray
    start: float
    sheet: Sheet

    def values(self, picked: IntArray) -> tuple[FloatArray, FloatArray, FloatArray, Precision]:
        """Return prediction, cells, positions and precision of some rows."""
        cells, ranks, precision = self.sheet.part(picked)
        positions = self.start + ranks
        if self.form.waves is not None:
            speeds, cosine = self.form.waves(self.sinusoid)
            made = waves_at((speeds[self.columns], cosine[self.columns]), positions)
        elif self.bug.sparse:
            made = self.sinusoid.encode(positions)[:, self.columns]
        else:
            made = self.form.make(self.sinusoid, positions)[:, self.columns]
        return made, cells, positions, precision

    def agrees(self, picked: IntArray) -> bool:
        """Return whether some rows are as predicted, times one amplitude."""
        made, cells, positions, precision = self.values(picked)
        if made.shape != cells.shape or not np.isfinite(made).all():
            return False
        kept = cells != 0 if self.bug.sparse else np.ones(cells.shape, dtype=bool)
        amplitude = self.amplitude(made, cells, kept, precision)
        if amplitude is None:
            return False
        speeds = np.ones(len(self.columns))
        values = made * amplitude
        allowed = precision.tolerance(values, positions, speeds, amplitude)
        return bool((np.abs(values - cells) <= allowed + 1e-12)[kept].all())

    def amplitude(
        self,
        made: FloatArray,
        cells: FloatArray,
        kept: npt.NDArray[np.bool_],
        precision: Precision,
    ) -> float | None:
        """Return the amplitude that fits best; one in use if it is near; None for nonsense."""
        power = float((made[kept] ** 2).sum())
        amplitude = float((made * cells)[kept].sum()) / max(power, 1e-300)
        if not 1e-9 < amplitude < 1e9:
            return None
        if self.bug.sparse:
            zeros = 1 - float(kept.mean())
            return amplitude if 0.005 < zeros < 0.95 else None
        return round_amplitude(amplitude, self.sinusoid.dim, 4 * precision.coarse + 1e-6)

    def telling(self, picked: IntArray) -> bool:
        """Return whether the bug shows: the right table does not agree, and many cells do."""
        made, cells, positions, precision = self.values(picked)
        right = self.sinusoid.encode(positions)[:, self.columns]
        allowed = precision.tolerance(right, positions, np.ones(right.shape[1]))
        if (np.abs(right - cells) <= allowed).all():
            return False
        if len(made) > 2:
            return True
        chance = np.clip(2 * precision.coarse / np.clip(np.abs(made), 1e-2, 1), 1e-17, 1)
        few = np.sort(chance.reshape(-1))[: (chance.size + 1) // 2]
        return -float(np.log2(few).sum()) > _TRIED + _MORE

    def found(self) -> Suspect:
        """Return what was found, with the position of every row."""
        every = spread_rows(len(self.sheet.rows), 48)
        made, cells, _, precision = self.values(every)
        kept = cells != 0 if self.bug.sparse else np.ones(cells.shape, dtype=bool)
        amplitude = self.amplitude(made, cells, kept, precision) or 1.0
        if self.bug.sparse:
            amplitude = 1.0
        right = Model(replace(self.sinusoid, amplitude=amplitude), self.columns)
        return Suspect(self.bug.id, right, self.start + self.sheet.ranks, self.sheet)
