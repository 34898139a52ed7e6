"""A heatmap on paper: a picture with a pixel for each cell, stretched, and its numbers."""

import base64
import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.export.svg_axis import Axis

__all__ = ["cells"]

FloatArray = npt.NDArray[np.float64]


def cells(trace: Any, across: Axis, down: Axis) -> str:
    """Draw a heatmap as one picture of a pixel for each cell, stretched, with its numbers."""
    z = np.atleast_2d(np.asarray(trace.z, dtype=np.float64))
    low = float(trace.zmin if trace.zmin is not None else z.min())
    high = float(trace.zmax if trace.zmax is not None else z.max())
    share = np.clip((z - low) / ((high - low) or 1), 0, 1)
    stops = [float(stop) for stop, _ in trace.colorscale]
    shades = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for _, c in trace.colorscale])
    pixels = np.stack([np.interp(share, stops, shades[:, i]) for i in range(3)], axis=-1)
    flip_x, flip_y = across.backwards, not down.backwards
    pixels = pixels[:: -1 if flip_y else 1, :: -1 if flip_x else 1].round().astype(np.uint8)
    x, y, width, height = across.start, down.start, across.size, down.size
    image = (
        f'<image x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'preserveAspectRatio="none" style="image-rendering:pixelated" href="{_png(pixels)}"/>'
    )
    if not trace.texttemplate or z.size > 80:
        return image
    columns, rows = across.cells(z.shape[1]), down.cells(z.shape[0])
    texts = [
        f'<text x="{a:.1f}" y="{b + 4:.1f}" text-anchor="middle" '
        f'fill="{"#ffffff" if pixels_mean < 110 else "#111111"}">{value:.2f}</text>'
        for b, line, shade in zip(rows, z, _means(pixels, flip_x, flip_y), strict=True)
        for a, value, pixels_mean in zip(columns, line, shade, strict=True)
    ]
    return image + "".join(texts)


def _means(pixels: npt.NDArray[np.uint8], flip_x: bool, flip_y: bool) -> FloatArray:
    """Return how bright each cell is, in the order of the numbers."""
    back = pixels[:: -1 if flip_y else 1, :: -1 if flip_x else 1]
    return np.asarray(back.mean(axis=2))


def _png(pixels: npt.NDArray[np.uint8]) -> str:
    """Return an RGB picture (rows, columns, 3) as a data address; PNG, ISO/IEC 15948."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in np.ascontiguousarray(pixels))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    data += chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"
