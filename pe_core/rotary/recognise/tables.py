"""Recognise a rotary table: cosine, sine or angles by row, one row a position.

Three neighbouring rows give a frequency whatever the factor is, since
x(p - 1) + x(p + 1) = 2 cos ω · x(p). The two fastest pairs give the base and the linear factor;
the factor on the table tells YaRN's. From these a whole table is computed and compared.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pe_core.frequencies import geometric_frequencies
from pe_core.rotary.measured import Measured
from pe_core.rotary.recognise.model import Recognised, agrees, doubled, nice_base
from pe_core.rotary.recognise.vectors import frequencies_of
from pe_core.rotary.rules import Llama3, Yarn
from pe_core.rotary.waves import (
    WaveFit,
    Waves,
    fit_waves,
    on_circle,
    recovered_positions,
    waves_of,
)
from pe_core.rotary.xpos import xpos_scale

__all__ = ["recognise_angles", "recognise_table", "recognise_xpos"]

FloatArray = npt.NDArray[np.float64]

_ORIGINALS = (2048, 4096, 8192, 16_384, 32_768)


def recognise_table(given: Measured) -> Recognised | None:
    """Return the rotary table that a matrix is, or None."""
    values = given.values
    if values.ndim not in (2, 3) or min(values.shape) < 1 or values.size > 2**24:
        return None
    if np.abs(values).max() > 4 or np.ptp(values) == 0:
        return None
    stored = given.stored_as()
    for waves in _ways(values):
        if waves.rows < 4 or not on_circle(waves):
            continue
        if not waves.alone and abs(_amplitude(waves, 1.0) - 1) < 1e-3:
            continue  # a sinusoidal table has the same numbers
        starts: list[float] = []
        for scaled, words, frequencies in _candidates(waves):
            if not waves.alone and not scaled:
                continue  # cosine beside sine, nothing scaled: a sinusoidal table
            starts = starts or _starts(given, waves, frequencies)
            fit = fit_waves(given, waves, frequencies, stored, starts)
            if fit is not None:
                return _told(given, fit, frequencies, words)
    return None


def _ways(values: FloatArray) -> list[Waves]:
    """Return the ways to read the matrix that leave at least two pairs."""
    columns = values.shape[-1]
    found: list[Waves] = []
    if values.ndim == 3 and columns == 2:
        return [w for w in waves_of(values, values.shape[1]) if values.shape[1] >= 2]
    if columns % 2 == 0 and columns >= 4:
        found = waves_of(values, columns // 2)
    if not found or not found[0].pairing:
        found += waves_of(values, columns) if columns >= 2 else []
    return found


def _candidates(waves: Waves) -> Iterator[tuple[bool, str, FloatArray]]:
    """Yield whether a rule scales them, words and frequencies that the fastest pairs suggest."""
    fastest = [_frequency(waves, pair) for pair in (0, 1)]
    table = waves.cosine if waves.cosine is not None else waves.sine
    count = 0 if table is None else table.shape[1]
    first, second = fastest
    if first is None or second is None or not 0 < second <= first:
        return
    linear = 1 / first
    near = round(linear) if abs(linear / max(round(linear), 1) - 1) < 1e-3 else linear
    base = (first / second) ** count
    if not 1.01 < base < 1e12:
        return
    for exact in dict.fromkeys((nice_base(base, tolerance=0.02), float(base))):
        plain = geometric_frequencies(exact, count, 2, 2 * count)
        scaled = "" if near == 1 else f", linear with factor {near:g}"
        yield False, f"base {exact:g}{scaled}", plain / near
        if near == 1:
            for words, frequencies in _scaled(waves, plain, exact):
                yield True, words, frequencies


def _scaled(waves: Waves, plain: FloatArray, base: float) -> Iterator[tuple[str, FloatArray]]:
    """Yield YaRN with the factor that the table shows, and Llama 3's published numbers."""
    dim = 2 * len(plain)
    factor = _amplitude(waves, float(plain[0]))
    shown = math.exp((factor - 1) * 10) if 1 < factor < 2.5 else 0.0
    sizes = [round(shown)] if shown > 1.5 else [4, 8, 16, 32, 40]
    for size in sizes:
        for original in _ORIGINALS:
            for truncate in (True, False):
                rule = Yarn(size, original, truncate=truncate)
                told = "" if truncate else ", bounds not rounded"
                yield (
                    f"base {base:g}, yarn with factor {size:g}, original length {original:,}{told}",
                    rule.frequencies(base, dim),
                )
    for size in (8, 16, 32):
        words = f"base {base:g}, llama3 with factor {size}, original length 8,192"
        yield words, Llama3(size, 8192).frequencies(base, dim)


def _amplitude(waves: Waves, frequency: float) -> float:
    """Return the factor of the fastest pair: from three rows, x² sin² ω + … = A² sin² ω."""
    if waves.cosine is not None and waves.sine is not None:
        head = waves.take(slice(0, 256))
        return float(np.sqrt(2 * np.mean(head.columns() ** 2)))
    column = _column(waves, 0)
    angles = np.arange(len(column)) * frequency
    basis = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    parts = np.linalg.lstsq(basis, column, rcond=None)[0]
    return float(np.hypot(*parts))


def _frequency(waves: Waves, pair: int) -> float | None:
    """Return the frequency of a column from the sum of its neighbours, in rad, or None."""
    column = _column(waves, pair)
    middle, around = column[1:-1], column[:-2] + column[2:]
    power = float(middle @ middle)
    if power < 1e-12:
        return None
    cosine = float(middle @ around) / (2 * power)
    return math.acos(cosine) if -1 < cosine < 1 else None


def _column(waves: Waves, pair: int) -> FloatArray:
    """Return one column of the first rows, of the cosine if it is there."""
    table = waves.cosine if waves.cosine is not None else waves.sine
    return np.zeros(1) if table is None else table[:4096, pair]


def _starts(given: Measured, waves: Waves, frequencies: FloatArray) -> list[float]:
    """Return the positions that the first row may have: 0, 1, or what its fast pairs say."""
    parts = [None if part is None else part[:8] for part in (waves.cosine, waves.sine)]
    head = Waves(parts[0], parts[1], waves.pairing, waves.layout)
    factor = _amplitude(waves, float(frequencies[0]))
    fast = np.arange(min(3, len(frequencies)))
    found = recovered_positions(given, head, frequencies, factor, limit=4096, columns=fast)
    if found is None:
        return [0.0, 1.0]
    # A lone row may fit several positions; most rows agree on where the first one is.
    first, counts = np.unique(found - np.arange(len(found)), return_counts=True)
    return list(dict.fromkeys([0.0, 1.0, float(first[np.argmax(counts)])]))


def _told(given: Measured, fit: WaveFit, frequencies: FloatArray, words: str) -> Recognised | None:
    waves = fit.waves
    angles = (np.arange(waves.rows) + fit.start)[:, None] * frequencies
    table = _rebuilt(given.values, waves, fit.factor * waves.wave(angles))
    off = float(np.abs(table - given.values).max())
    size = 2 * len(frequencies)
    parts = [f"This is a rotary table, {waves.layout}: {words}, {size} dimensions turn"]
    if waves.pairing:
        pairs = "adjacent pairs" if waves.pairing == "adjacent" else "halves"
        parts.append(f"pairing in {pairs}")
    if fit.start:
        parts.append(f"the first row is position {fit.start:g}")
    factor = 1.0 if abs(fit.factor - 1) < 1e-3 else fit.factor
    if factor != 1:
        parts.append(f"attention factor {factor:.5g}")
    said = "; ".join(parts) + "."
    details = {
        "frequencies": frequencies.tolist(),
        "pairing": waves.pairing,
        "attention_factor": factor,
        "start": fit.start,
        "rule": words,
    }
    return Recognised("rotary table", said, table, off, details)


def _rebuilt(values: FloatArray, waves: Waves, columns: FloatArray) -> FloatArray:
    """Put computed columns back into the form of the matrix."""
    half = columns.shape[1] // 2
    both = waves.cosine is not None and waves.sine is not None
    if values.ndim == 3 and both:
        parts = [columns[:, :half], columns[:, half:]]
        if waves.layout.startswith("sine"):
            parts.reverse()
        if values.shape[-1] == 2 and values.shape[1] == half:
            return np.stack(parts, axis=-1)
        return np.stack([doubled(part, waves.pairing) for part in parts])
    if both:
        sides = [columns[:, :half], columns[:, half:]]
        if waves.layout.startswith("sine"):
            sides.reverse()
        return np.hstack(sides)
    return doubled(columns, waves.pairing).reshape(values.shape)


def recognise_angles(given: Measured) -> Recognised | None:
    """Return the table of angles p · ω that a matrix is, doubled or not, or None."""
    values = given.values
    if values.ndim != 2 or values.shape[0] < 3 or values.shape[1] < 2 or values[0].any():
        return None
    columns = values.shape[1]
    half = columns // 2
    ways: list[tuple[str, FloatArray, str | None]] = [("once per pair", values, None)]
    if columns % 2 == 0:
        ways = [
            ("in two equal halves", values[:, :half], "halves"),
            ("with equal neighbours", values[:, ::2], "adjacent"),
            *ways,
        ]
    for words, single, pairing in ways:
        if single.shape[1] < 2 or not np.array_equal(doubled(single, pairing), values):
            continue
        last = len(single) - 1
        for rule, frequencies, details in frequencies_of(single[-1] / last):
            whole = doubled(np.arange(last + 1.0)[:, None] * frequencies, pairing)
            off = agrees(given, whole, 2e-6 * np.abs(whole) + 0.6 * given.resolution)
            if off is not None:
                said = f"These are rotary angles, not their cosine, {words}: {rule}."
                return Recognised(
                    "rotary angles", said, whole, off, {**details, "pairing": pairing}
                )
    return None


def recognise_xpos(given: Measured) -> Recognised | None:
    """Return the scale of xPos that a matrix is, or None."""
    values = given.values
    if values.ndim != 2 or len(values) < 2 or values.shape[1] < 4 or values.shape[1] % 2:
        return None
    if (
        (values <= 0).any()
        or np.ptp(values) == 0
        or not np.array_equal(values[:, ::2], values[:, 1::2])
    ):
        return None
    length, dim = values.shape
    for centre in dict.fromkeys((length // 2, (length + 1) // 2, 0)):
        scale = xpos_scale(np.arange(length), dim, centre=centre)
        table = np.repeat(scale, 2, axis=1)
        off = agrees(given, table, 2e-6 * table + 0.6 * given.resolution)
        if off is not None:
            said = f"This is the scale of xPos on queries, scale base 512, centred at {centre}."
            return Recognised("xPos scale", said, table, off, {"centre": centre, "dim": dim})
    return None
