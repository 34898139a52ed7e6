"""The nearest right table for a matrix that nothing explains: which columns still agree?"""

import numpy as np
import numpy.typing as npt

from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import Hints
from pe_core.doctor.precision import Precision
from pe_core.doctor.words import Check, check
from pe_core.sinusoid import Sinusoid

__all__ = ["nearest"]

FloatArray = npt.NDArray[np.float64]

_CANDIDATES = (
    ("interleaved", "paper"),
    ("sin_cos", "paper"),
    ("sin_cos", "endpoint"),
    ("cos_sin", "paper"),
    ("cos_sin", "endpoint"),
)


def nearest(
    matrix: FloatArray, hints: Hints, precision: Precision
) -> tuple[Guess, Check, Precision]:
    """Return the usual table with the most columns in agreement, and the comparison."""
    dim = max(hints.dim or 0, matrix.shape[1])
    first = min(hints.column or 0, dim - matrix.shape[1])
    columns = np.arange(first, first + matrix.shape[1])
    starts = [float(hints.position)] if hints.position is not None else [0.0, 1.0, 2.0]
    some = np.unique(np.linspace(0, len(matrix) - 1, min(64, len(matrix))).astype(np.intp))
    best: tuple[tuple[int, float], Guess] | None = None
    for layout, spacing in _CANDIDATES:
        if dim < 4 and spacing == "endpoint":
            continue
        sinusoid = Sinusoid(dim, base=hints.bases[0], layout=layout, spacing=spacing)
        for start in starts:
            guess = Guess(sinusoid, columns, start)
            ratio = np.abs(guess.ratio(matrix[some], some.astype(float), precision.rows(some)))
            gap = float(np.abs(matrix[some] - guess.values(some.astype(float))).mean())
            rank = (int((ratio <= 1).all(axis=0).sum()), -gap)
            if best is None or rank > best[0]:
                best = rank, guess
    guess = best[1] if best else Guess(Sinusoid(dim), columns, 0.0)
    every = np.arange(len(matrix))
    held = check(matrix, guess, guess.positions(every.astype(float)), every, precision)
    return guess, held, precision
