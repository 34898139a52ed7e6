"""Recognise rotary tables and Fourier features of images: one row a cell of a grid."""

from collections.abc import Iterator

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
    rows, columns = np.divmod(np.arange(len(single)), width)
    for words, along in _coordinates(height, width):
        cells = [along[0][rows], along[1][columns]]
        for frequency_words, frequencies in _frequencies(half, words):
            for order in ((0, 1), (1, 0)):
                angles = np.hstack([cells[axis][:, None] * frequencies for axis in order])
                for wave, name in ((np.cos, "cosine"), (np.sin, "sine"), (np.positive, "angles")):
                    made = wave(angles)
                    if np.abs(made[:2] - single[:2]).max() > 1e-2:
                        continue
                    table = doubled(made, pairing)
                    size = np.abs(doubled(angles, pairing)) + 1
                    allowed = 6e-7 * size + 0.6 * np.asarray(given.resolution)
                    off = agrees(given, table, allowed)
                    if off is not None:
                        axes = "rows, then columns" if order == (0, 1) else "columns, then rows"
                        kind = "rotary table" if pairing else "Fourier features"
                        parts = [name, f"grid {height} x {width}", axes, words, frequency_words]
                        said = f"This is a table of two axes: {', '.join(parts)}" + (
                            f"; each pair twice, in {pairing}." if pairing else "."
                        )
                        details = {"grid": (height, width), "axes": order, "pairing": pairing}
                        return Recognised(kind, said, table, off, details)
    return None


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
