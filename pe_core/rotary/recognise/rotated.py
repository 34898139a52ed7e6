"""Recognise rows that were turned: queries or keys after a rotary encoding.

Turned rows show what turned them only if something is known of the rows before. Two things are
common in tests: all rows were the same vector, or their entries were short binary fractions.
Turning back with the right encoding restores either, and with no other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.rotary.encoding import Rotary
from pe_core.rotary.measured import Measured
from pe_core.rotary.pairing import PAIRINGS, pair_columns
from pe_core.rotary.recognise.model import KNOWN_BASES, Recognised
from pe_core.rotary.recognise.vectors import frequencies_of
from pe_core.rotary.rules import Default, Linear
from pe_core.rotary.xpos import xpos_scale

__all__ = ["recognise_rotated"]

FloatArray = npt.NDArray[np.float64]

_MAX_ROWS = 256
_MAX_DIM = 512
#: Entries before turning are looked for among multiples of this.
_STEP = 1 / 64
_CLOSE = 4e-6


@dataclass(frozen=True)
class _Trial:
    """Hold one encoding to turn back with."""

    words: str
    rotary: Rotary
    scale: FloatArray | None = None


def recognise_rotated(given: Measured) -> Recognised | None:
    """Return how rows of positions 0, 1, 2, … were turned, or None."""
    values = given.values
    if values.ndim != 2 or not 3 <= len(values) <= _MAX_ROWS or given.printed:
        return None
    if not 2 <= values.shape[1] <= _MAX_DIM or np.ptp(values) == 0:
        return None
    found = _one_vector(values)
    if found is not None:
        return found
    if _on_steps(values).all():
        return None  # nothing turned
    for trial in _trials(values):
        # Two rows decide in nearly every case.
        if _restored(values[:2], trial) is None:
            continue
        rounded = _restored(values, trial)
        if rounded is None or np.ptp(rounded, axis=0).max() == 0:
            continue  # the same vector in all rows, not seen above: a sinusoidal table
        return _told(values, trial, rounded)
    return None


def _restored(values: FloatArray, trial: _Trial) -> FloatArray | None:
    """Return the first rows turned back, if every entry is a short binary fraction then."""
    before = _turned_back(values, trial)
    rounded: FloatArray = np.round(before / _STEP) * _STEP
    close = _CLOSE * max(1.0, float(np.abs(values).max()))
    return rounded if (np.abs(before - rounded) <= close).all() else None


def _on_steps(values: FloatArray) -> npt.NDArray[np.bool_]:
    steps = values / _STEP
    off: FloatArray = np.abs(steps - np.round(steps)) * _STEP
    return np.asarray(off <= 1e-7, dtype=np.bool_)


def _trials(values: FloatArray) -> Iterator[_Trial]:
    """Yield encodings to try: by how many columns turn, pairing, base, factor, scale."""
    length, dim = values.shape
    still = np.atleast_1d(_on_steps(values).all(axis=0))
    widest = dim - int(np.argmin(still[::-1])) if not still.all() else 0
    turning = widest + widest % 2
    if turning < 2 or turning > dim:
        return
    first_plain = bool(_on_steps(values[:1]).all())
    widths = dict.fromkeys((turning, *(dim // part for part in (1, 2, 4))))
    for width in widths:
        if width < turning or width % 2:
            continue
        for pairing in PAIRINGS:
            for base in KNOWN_BASES if first_plain else (10_000.0,):
                yield from _scaled(dim, width, base, pairing, length, first_plain)


def _scaled(
    dim: int, width: int, base: float, pairing: str, length: int, plain: bool
) -> Iterator[_Trial]:
    if plain:
        for factor in (1, 2, 4, 8):
            rule = Default() if factor == 1 else Linear(factor)
            told = "" if factor == 1 else f", linear with factor {factor}"
            yield _Trial(f"base {base:g}{told}", Rotary(dim, width, base, pairing, rule))
        return
    rotary = Rotary(dim, width, base, pairing)
    for centre in dict.fromkeys((length // 2, (length + 1) // 2)):
        scale = xpos_scale(np.arange(length), width, centre=centre)
        for power, who in ((1, "query"), (-1, "key")):
            words = f"base {base:g}, scaled as a {who} of xPos, centred at {centre}"
            yield _Trial(words, rotary, scale**power)


def _turn(values: FloatArray, trial: _Trial, sign: float) -> FloatArray:
    positions = sign * np.arange(len(values))
    return trial.rotary.rotate(values, positions)


def _scaled_columns(values: FloatArray, trial: _Trial, power: int) -> FloatArray:
    if trial.scale is None:
        return values
    first, second = pair_columns(trial.rotary.width, trial.rotary.pairing)
    out = values.copy()
    scale = trial.scale[: len(values)] ** power
    out[:, first] *= scale
    out[:, second] *= scale
    return out


def _turned_back(values: FloatArray, trial: _Trial) -> FloatArray:
    return _turn(_scaled_columns(values, trial, -1), trial, -1.0)


def _told(values: FloatArray, trial: _Trial, before: FloatArray) -> Recognised:
    rotary = trial.rotary
    after = _scaled_columns(_turn(before, trial, 1.0), trial, 1)
    pairs = "adjacent pairs" if rotary.pairing == "adjacent" else "pairs in halves"
    said = (
        f"These are rotated rows: {trial.words}, {rotary.width} of {rotary.head_dim} dimensions "
        f"turn, {pairs}, positions from 0. Turned back, every entry is a short binary fraction."
    )
    off = float(np.abs(after - values).max())
    details = {"pairing": rotary.pairing, "rotary_dim": rotary.width, "base": rotary.base}
    return Recognised("rotated rows", said, after, off, details)


def _alike(start: FloatArray) -> bool:
    """Return whether all pairs start in one direction, and not along an axis."""
    off_axis = np.abs(np.mod(start + 1e-5, np.pi / 2)) > 1e-4
    return bool(np.ptp(start) < 1e-5 and off_axis.all())


def _one_vector(values: FloatArray) -> Recognised | None:
    """Return the finding for one vector at positions 0, 1, 2, …: each pair turns evenly."""
    still = int(np.argmax((np.ptp(values, axis=0) > 1e-7)[::-1]))
    width = values.shape[1] - still
    if width < 4 or width % 2:
        return None
    for pairing in PAIRINGS:
        first, second = pair_columns(width, pairing)
        points = values[:, first] + 1j * values[:, second]
        size = np.abs(points)
        if size.min() < 1e-3 or (np.ptp(size, axis=0) > 1e-5 * size.max()).any():
            continue
        start = np.angle(points[0])
        if np.ptp(size) <= 1e-5 * size.max() and not _alike(start):
            continue  # pairs of one length at one position: a sinusoidal table
        step = np.angle((points[1:] / points[:-1]).mean(axis=0))
        last = np.unwrap(np.angle(points / points[0]), axis=0)[-1] / (len(points) - 1)
        frequencies = np.where(np.abs(step) < 1, last, step)
        for words, right, details in frequencies_of(frequencies):
            made = points[0] * np.exp(1j * np.arange(len(values))[:, None] * right)
            out = values.copy()
            out[:, first], out[:, second] = made.real, made.imag
            off = float(np.abs(out - values).max())
            if off <= 2e-6 * max(1.0, float(size.max())) * (1 + len(values) / 50):
                pairs = "adjacent pairs" if pairing == "adjacent" else "pairs in halves"
                said = (
                    f"These are rotated rows: one vector at positions 0 … {len(values) - 1}, "
                    f"{words}, {width} of {values.shape[1]} dimensions turn, {pairs}."
                )
                told = {**details, "pairing": pairing, "rotary_dim": width}
                return Recognised("rotated rows", said, out, off, told)
    return None
