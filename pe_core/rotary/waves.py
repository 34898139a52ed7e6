"""Read a table of cosine and sine: in which of the usual ways it is stored, and what it holds.

Libraries store the table once or twice per pair, cosine alone or with the sine, side by side or
stacked. All of these are taken apart into one column per pair.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.rotary.measured import Measured

__all__ = [
    "WaveFit",
    "Waves",
    "first_break",
    "fit_waves",
    "on_circle",
    "recovered_positions",
    "waves_of",
]

FloatArray = npt.NDArray[np.float64]

#: Rows that are looked at of a long table: enough to see any fault on frequencies.
MAX_ROWS = 192


@dataclass(frozen=True)
class Waves:
    """Hold one way to read a table: cosine, sine or both, each (rows, pairs).

    ``pairing`` is how the columns were doubled, None if they were not; ``layout`` says in words
    how the table is stored; ``alone`` is False where cosine and sine share the rows of one
    matrix, as they also do in a sinusoidal table.
    """

    cosine: FloatArray | None
    sine: FloatArray | None
    pairing: str | None
    layout: str
    alone: bool = True

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        table = self.cosine if self.cosine is not None else self.sine
        return 0 if table is None else len(table)

    def take(self, rows: slice | npt.NDArray[np.intp]) -> "Waves":
        """Return some of the rows."""
        parts = [None if part is None else part[rows] for part in (self.cosine, self.sine)]
        return replace(self, cosine=parts[0], sine=parts[1])

    def columns(self) -> FloatArray:
        """Return all columns side by side, cosine first, (rows, pairs or 2·pairs)."""
        return np.hstack([part for part in (self.cosine, self.sine) if part is not None])

    def wave(self, angles: FloatArray) -> FloatArray:
        """Return what the columns should be at these angles, before the factor."""
        parts = []
        if self.cosine is not None:
            parts.append(np.cos(angles))
        if self.sine is not None:
            parts.append(np.sin(angles))
        return np.hstack(parts)

    def doubled_angles(self, angles: FloatArray) -> FloatArray:
        """Return the angle behind each column."""
        both = self.cosine is not None and self.sine is not None
        return np.hstack([angles, angles]) if both else angles


def waves_of(values: FloatArray, pairs: int) -> list[Waves]:
    """Return the ways in which an array of 2 or 3 dimensions can hold ``pairs`` pairs.

    >>> [w.layout for w in waves_of(np.ones((3, 4)), 2)][0]
    'cosine, in two equal halves'
    """
    if values.ndim == 3 and values.shape[0] == 1:
        values = values[0]
    if values.ndim == 1:
        values = values[None]
    if values.ndim == 3:
        return _stacked(values, pairs)
    if values.ndim != 2:
        return []
    if values.shape[1] == pairs:
        return [
            Waves(values, None, None, "cosine, once per pair"),
            Waves(None, values, None, "sine, once per pair"),
        ]
    if values.shape[1] != 2 * pairs:
        return []
    found = _doubled(values, pairs)
    left, right = values[:, :pairs], values[:, pairs:]
    if not found or pairs == 1:
        found.append(Waves(left, right, None, "cosine and sine side by side", False))
        found.append(Waves(right, left, None, "sine and cosine side by side", False))
    return found


def on_circle(waves: Waves) -> bool:
    """Return whether cosine and sine lie on one circle, to a percent, in the first rows."""
    some = waves.take(slice(0, 256))
    if some.cosine is None or some.sine is None:
        return True
    power = some.cosine**2 + some.sine**2
    return bool(np.ptp(power) <= 0.02 * power.mean())


def _doubled(values: FloatArray, pairs: int) -> list[Waves]:
    found: list[Waves] = []
    ways = (
        ("halves", "in two equal halves", values[:, :pairs], values[:, pairs:]),
        ("adjacent", "with equal neighbours", values[:, ::2], values[:, 1::2]),
    )
    for pairing, words, left, right in ways:
        if np.array_equal(left, right):
            known = pairing if pairs > 1 else None
            found.append(Waves(left, None, known, f"cosine, {words}"))
            found.append(Waves(None, left, known, f"sine, {words}"))
    return found


def _stacked(values: FloatArray, pairs: int) -> list[Waves]:
    """Return the ways of a stack: (2, rows, columns) or (rows, pairs, 2)."""
    found: list[Waves] = []
    if values.shape[0] == 2 and values.shape[2] in (pairs, 2 * pairs):
        first, second = values
        pairing = None
        words = "stacked, once per pair"
        if values.shape[2] == 2 * pairs:
            halves = [np.array_equal(t[:, :pairs], t[:, pairs:]) for t in values]
            near = [np.array_equal(t[:, ::2], t[:, 1::2]) for t in values]
            if all(halves):
                pairing, words = "halves", "stacked, in two equal halves"
                first, second = first[:, :pairs], second[:, :pairs]
            elif all(near):
                pairing, words = "adjacent", "stacked, with equal neighbours"
                first, second = first[:, ::2], second[:, ::2]
            else:
                return found
        found.append(Waves(first, second, pairing, f"cosine and sine {words}"))
        found.append(Waves(second, first, pairing, f"sine and cosine {words}"))
    if values.shape[1:] == (pairs, 2):
        found.append(
            Waves(values[..., 0], values[..., 1], None, "cosine and sine of each pair together")
        )
    return found


@dataclass(frozen=True)
class WaveFit:
    """Hold how well frequencies explain a table: the factor and the positions, if they do."""

    waves: Waves
    factor: float
    start: float


def fit_waves(
    table: Measured, waves: Waves, frequencies: FloatArray, stored: str, starts: list[float]
) -> WaveFit | None:
    """Return the fit of rows start, start + 1, … for the first start that explains all, or None.

    The factor is the one of least squares; a table is explained if every cell agrees to the
    precision of its type.
    """
    rows = _sampled(waves.rows)
    columns = waves.take(rows).columns()
    for start in starts:
        angles = (rows + start)[:, None] * frequencies
        fit = _agrees(table, waves, columns, angles, stored)
        if fit is not None:
            return WaveFit(waves, fit, start)
    return None


def _agrees(
    table: Measured, waves: Waves, columns: FloatArray, angles: FloatArray, stored: str
) -> float | None:
    """Return the factor for which the columns are the waves of these angles, or None."""
    wave = waves.wave(angles)
    exact = table.table_tolerance(waves.doubled_angles(angles), 1.0, stored)
    # Slow columns and early rows are the exact ones, and they decide on the factor.
    weight = wave / exact**2
    power = float((weight * wave).sum())
    if float((wave * wave).sum()) <= 1e-12:
        return None
    factor = float((weight * columns).sum()) / power
    if not 1e-3 < factor < 1e3:
        return None
    allowed = factor * exact if not table.printed else exact
    return factor if (np.abs(columns - factor * wave) <= allowed).all() else None


def _sampled(count: int) -> npt.NDArray[np.intp]:
    """Return all rows of a short table; the first, the last and rows between of a long one."""
    if count <= MAX_ROWS:
        return np.arange(count)
    third = MAX_ROWS // 3
    spread = np.linspace(third, count - third - 1, third).astype(np.intp)
    return np.concatenate([np.arange(third), spread, np.arange(count - third, count)])


def recovered_positions(
    table: Measured,
    waves: Waves,
    frequencies: FloatArray,
    factor: float,
    *,
    limit: int = 8192,
    columns: npt.NDArray[np.intp] | None = None,
) -> FloatArray | None:
    """Return the position of each of the first 64 rows, from 0 to limit - 1, or None.

    ``columns`` picks pairs. A row that no position explains makes it None; where several
    positions do, the one after the row before is taken, or the smallest.
    """
    chosen = np.arange(len(frequencies)) if columns is None else columns
    few = np.unique(np.linspace(0, len(chosen) - 1, 6).astype(np.intp))
    rows = _columns_of(waves, chosen, 64) / factor
    coarse_rows = _columns_of(waves, chosen[few], 64) / factor
    stored = table.stored_as()
    angles = np.arange(float(limit))[:, None] * frequencies[chosen[few]]
    coarse = waves.wave(angles)
    # The largest tolerance at any of these positions, so that no position is lost here.
    ends = angles[[0, -1]]
    near = table.table_tolerance(waves.doubled_angles(ends), 1.0, stored).max(axis=0)
    found = np.empty(len(rows))
    before = -1.0
    for index, row in enumerate(rows):
        likely = np.flatnonzero((np.abs(coarse - coarse_rows[index]) <= near).all(axis=1))
        wave, allowed = _expected(table, waves, likely, frequencies[chosen], stored)
        fitting = likely[(np.abs(wave - row) <= allowed).all(axis=1)]
        if not len(fitting):
            return None
        before = before + 1 if before + 1 in fitting else float(fitting[0])
        found[index] = before
    return found


def first_break(
    table: Measured, waves: Waves, frequencies: FloatArray, factor: float, start: float
) -> int | None:
    """Return the first row that is not position start + row, judged by a few pairs, or None."""
    few = np.unique(np.linspace(0, len(frequencies) - 1, 6).astype(np.intp))
    rows = _columns_of(waves, few, waves.rows) / factor
    places = np.arange(waves.rows) + int(start)
    wave, allowed = _expected(table, waves, places, frequencies[few], table.stored_as())
    off = (np.abs(wave - rows) > allowed).any(axis=1)
    return int(np.argmax(off)) if off.any() else None


def _columns_of(waves: Waves, pairs: npt.NDArray[np.intp], rows: int) -> FloatArray:
    """Return the columns of some pairs in the first rows, cosine first."""
    parts = (waves.cosine, waves.sine)
    return np.hstack([part[:rows][:, pairs] for part in parts if part is not None])


def _expected(
    table: Measured,
    waves: Waves,
    positions: npt.NDArray[np.intp],
    frequencies: FloatArray,
    stored: str,
) -> tuple[FloatArray, FloatArray]:
    """Return what the columns are at positions, and their largest allowed errors."""
    angles = positions[:, None] * frequencies
    return waves.wave(angles), table.table_tolerance(waves.doubled_angles(angles), 1.0, stored)
