"""Recognise rotary tables and Fourier features of images: one row a cell of a grid."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.frequencies import geometric_frequencies
from pe_core.rotary.measured import Measured
from pe_core.rotary.recognise.model import Recognised, agrees, doubled

__all__ = ["recognise_features", "recognise_grid"]

FloatArray = npt.NDArray[np.float64]

_MAX_ROWS = 4096
_MAX_COLUMNS = 512
_BASES = (10_000.0, 100.0, 2000.0)
_AXES = {(0, 1): "rows, then columns", (1, 0): "columns, then rows"}
_RESOLUTIONS = (10, 16, 20, 32, 64, 112, 128, 224, 256)


def recognise_grid(given: Measured) -> Recognised | None:
    """Return the table of two axes that a matrix is, or None."""
    values = given.values
    if values.ndim != 2 or not 4 <= len(values) <= _MAX_ROWS:
        return None
    if not 4 <= values.shape[1] <= _MAX_COLUMNS:
        return None
    for pairing, single in _singles(values):
        for height, width in _shapes(len(values)):
            found = _on_grid(given, single, pairing, height, width)
            if found is not None:
                return found
    return None


def _singles(values: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    half = values.shape[1] // 2
    if values.shape[1] % 2:
        return
    if np.array_equal(values[:, :half], values[:, half:]):
        yield "halves", values[:, :half]
    elif np.array_equal(values[:, ::2], values[:, 1::2]):
        yield "adjacent", values[:, ::2]
    else:
        yield "", values


def _shapes(cells: int) -> list[tuple[int, int]]:
    """Return the grids of that many cells, the squarest first."""
    sizes = [(h, cells // h) for h in range(2, cells // 2 + 1) if cells % h == 0]
    return sorted(sizes, key=lambda size: abs(size[0] - size[1]))


def _on_grid(
    given: Measured, single: FloatArray, pairing: str, height: int, width: int
) -> Recognised | None:
    half = single.shape[1] // 2
    if single.shape[1] % 2 or half < 1:
        return None
    some = np.unique([0, 1, width, len(single) - 1])
    for words, along in _coordinates(height, width):
        for frequency_words, frequencies in _frequencies(half, words):
            for order in ((0, 1), (1, 0)):
                few = _grid_angles(along, width, frequencies, order, some)
                for wave, name in ((np.cos, "cosine"), (np.sin, "sine"), (np.positive, "angles")):
                    if np.abs(wave(few) - single[some]).max() > 1e-2:
                        continue
                    every = np.arange(len(single))
                    angles = _grid_angles(along, width, frequencies, order, every)
                    parts = [name, f"grid {height} x {width}", _AXES[order], words, frequency_words]
                    found = _grid_told(given, wave(angles), angles, pairing, parts)
                    if found is not None:
                        details = {"grid": (height, width), "axes": order, "pairing": pairing}
                        return replace(found, details=details)
    return None


def _grid_angles(
    along: list[FloatArray],
    width: int,
    frequencies: FloatArray,
    order: tuple[int, int],
    cells: npt.NDArray[np.intp],
) -> FloatArray:
    """Return the angles of some cells, one axis after the other, (cells, 2 · frequencies)."""
    places = [axis[at] for axis, at in zip(along, np.divmod(cells, width), strict=True)]
    return np.hstack([places[axis][:, None] * frequencies for axis in order])


def _grid_told(
    given: Measured, made: FloatArray, angles: FloatArray, pairing: str, parts: list[str]
) -> Recognised | None:
    """Return the finding if the whole table agrees, else None."""
    table = doubled(made, pairing)
    allowed = 6e-7 * (np.abs(doubled(angles, pairing)) + 1) + 0.6 * np.asarray(given.resolution)
    off = agrees(given, table, allowed)
    if off is None:
        return None
    kind = "rotary table" if pairing else "Fourier features"
    twice = f"; each pair twice, in {pairing}" if pairing else ""
    said = f"This is a table of two axes: {', '.join(parts)}{twice}."
    return Recognised(kind, said, table, off)


def _coordinates(height: int, width: int) -> Iterator[tuple[str, list[FloatArray]]]:
    sizes = (height, width)
    yield "counting cells", [np.arange(size, dtype=np.float64) for size in sizes]
    yield "from -1 to 1", [np.linspace(-1, 1, size) for size in sizes]
    middles = [2 * (np.arange(size) + 0.5) / size - 1 for size in sizes]
    yield "middles of cells in -1 … 1", middles


def _frequencies(count: int, coordinates: str) -> Iterator[tuple[str, FloatArray]]:
    for base in _BASES:
        plain = geometric_frequencies(base, count, 1, count)
        if coordinates == "counting cells":
            yield f"base {base:g}", plain
        else:
            yield f"2π times base {base:g}", 2 * np.pi * plain
    if coordinates == "counting cells":
        return
    for top in _RESOLUTIONS:
        yield f"π times 1 … {top // 2} in equal steps", np.pi * np.linspace(1, top / 2, count)
        yield f"π times 1 … {top // 2} in equal ratios", np.pi * np.geomspace(1, top / 2, count)


def recognise_features(given: Measured) -> Recognised | None:
    """Return Perceiver's features of a line, or random features of a grid, or None."""
    return _perceiver(given) or _random(given)


def _perceiver(given: Measured) -> Recognised | None:
    values = given.values
    if values.ndim != 2 or len(values) < 3 or values.shape[1] % 2 == 0 or values.shape[1] < 3:
        return None
    length, bands = len(values), values.shape[1] // 2
    line = np.linspace(-1, 1, length)
    if bands > _MAX_COLUMNS or np.abs(values[:, 0] - line).max() > 1e-3:
        return None
    for top in range(2, 1025):
        angles = np.pi * line[:, None] * np.linspace(1, top / 2, bands)
        if np.abs(np.sin(angles[0]) - values[0, 1 : bands + 1]).max() > 1e-2:
            continue
        table = np.hstack([line[:, None], np.sin(angles), np.cos(angles)])
        size = np.hstack([line[:, None] * 0, angles, angles])
        off = agrees(given, table, 4e-7 * (np.abs(size) + 1) + 0.6 * np.asarray(given.resolution))
        if off is not None:
            said = (
                f"These are Fourier features of a line from -1 to 1: the input, then sines and "
                f"cosines of {bands} bands up to half of {top} (Perceiver)."
            )
            details = {"bands": bands, "max_resolution": top}
            return Recognised("Fourier features", said, table, off, details)
    return None


def _random(given: Measured) -> Recognised | None:
    """Return sin and cos of angles that are linear in the cells of a grid, whatever the slopes."""
    values = given.values
    if values.ndim != 2 or values.shape[1] % 2 or values.shape[1] < 4:
        return None
    if not 9 <= len(values) <= _MAX_ROWS or values.shape[1] > _MAX_COLUMNS:
        return None
    half = values.shape[1] // 2
    points = values[:, half:] + 1j * values[:, :half]
    if np.abs(np.abs(points) - 1).max() > 1e-4 + float(np.max(given.resolution)):
        return None
    for height, width in _shapes(len(values)):
        if min(height, width) < 3:
            continue
        grid = points.reshape(height, width, half)
        down, right = grid[1, 0] / grid[0, 0], grid[0, 1] / grid[0, 0]
        steps = down[None, None] ** np.arange(height)[:, None, None]
        steps = steps * right[None, None] ** np.arange(width)[None, :, None]
        made = (grid[0, 0] * steps).reshape(len(values), half)
        table = np.hstack([made.imag, made.real])
        off = agrees(given, table, 2e-6 * (height + width) + 2 * float(np.max(given.resolution)))
        if off is None or _regular(down) or _regular(right):
            continue
        said = (
            f"These are random Fourier features of a grid {height} x {width}: sine and cosine of "
            f"angles that are linear in row and column, with frequencies that follow no rule."
        )
        return Recognised("Fourier features", said, table, off, {"grid": (height, width)})
    return None


def _regular(step: npt.NDArray[np.complex128]) -> bool:
    """Return whether the frequencies fall in order, as those of a rule do, or are all zero."""
    angles = np.abs(np.angle(step))
    return bool((np.diff(angles) <= 1e-6).all() or (np.diff(angles) >= -1e-6).all())
