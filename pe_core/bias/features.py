"""Fourier features: sines of coordinates at growing frequencies, for points and pixels.

Where a sentence counts positions, a scene has coordinates between -1 and 1, and the question is
not how far the encoding reaches but how fine a detail it can tell. So frequencies grow, by octaves
(NeRF) or in equal steps up to half the resolution (Perceiver), or are drawn at random.
"""

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real

__all__ = ["fourier_features", "nerf_features", "random_features"]

FloatArray = npt.NDArray[np.float64]


def nerf_features(values: npt.ArrayLike, octaves: int, *, include_input: bool = True) -> FloatArray:
    """Return NeRF's features of points (n, axes): the input, then sin and cos of each octave.

    Shape (n, axes · (1 + 2·octaves)); the octaves 2^0, 2^1, … have no factor π, on purpose.
    ``octaves`` is an integer from 1 to 40. Source: Mildenhall et al. (2020); bmild/nerf,
    run_nerf_helpers.py (Embedder).

    >>> nerf_features([[0.0]], 2).tolist()
    [[0.0, 0.0, 1.0, 0.0, 1.0]]
    """
    points = finite_array("values", values, ndim=2, limit=1e6)
    blocks = [points] if include_input else []
    for octave in range(integer("octaves", octaves, 1, 40)):
        blocks += [np.sin(2.0**octave * points), np.cos(2.0**octave * points)]
    return np.hstack(blocks)


def fourier_features(
    values: npt.ArrayLike,
    bands: int,
    max_resolution: float,
    *,
    include_input: bool = True,
    spacing: str = "linear",
) -> FloatArray:
    """Return Perceiver's features of a line of values (n,): the value, sines, cosines.

    Frequencies are π times numbers from 1 to max_resolution / 2: ``"linear"`` in equal steps
    (Perceiver), ``"log"`` in equal ratios (timm's pixel bands). Shape (n, 1 + 2·bands).

    Source: Jaegle et al., "Perceiver" (2021); transformers 5.24.0, perceiver
    (generate_fourier_features); timm 1.0.31, pos_embed_sincos.py.

    >>> fourier_features([0.5], 1, 20).round(4).tolist()
    [[0.5, 1.0, 0.0]]
    """
    line = finite_array("values", values, ndim=1, limit=1e6)
    count = integer("bands", bands, 1, 4096)
    top = real("max_resolution", max_resolution, 2, 1e9) / 2
    steps = np.geomspace(1, top, count) if spacing == "log" else np.linspace(1, top, count)
    angles = np.pi * line[:, None] * steps
    blocks = [np.sin(angles), np.cos(angles)]
    return np.hstack([line[:, None], *blocks] if include_input else blocks)


def random_features(points: npt.ArrayLike, matrix: npt.ArrayLike) -> FloatArray:
    """Return sin and cos of 2π · points · matrix; points (n, axes), matrix (axes, d / 2).

    With a matrix of normal numbers these are random Fourier features, as the prompt encoder of
    Segment Anything has them. Source: Tancik et al. (2020); segment-anything 1.0.

    >>> random_features([[0.25]], [[1.0]]).round(4).tolist()
    [[1.0, 0.0]]
    """
    given = finite_array("points", points, ndim=2, limit=1e6)
    weights = finite_array("matrix", matrix, ndim=2, limit=1e6)
    if given.shape[1] != weights.shape[0]:
        raise ValueError(
            f"matrix must have one row per axis, {given.shape[1]}; got {weights.shape[0]}"
        )
    angles = 2 * np.pi * (given @ weights)
    return np.hstack([np.sin(angles), np.cos(angles)])
