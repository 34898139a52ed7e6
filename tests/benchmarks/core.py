"""Speed of the core: tables against the textbook's function, similarity against ``pe @ pe.T``."""

import tracemalloc

import numpy as np

from pe_core import Sinusoid
from pe_core.similarity import similarity_matrix
from tests.benchmarks._timing import medians

#: Length, dim, rounds, and calls a round.
SIZES = ((1_000, 128, 20, 20), (10_000, 512, 10, 2), (100_000, 512, 5, 1))


def textbook(length: int, dim: int, base: float = 10_000.0) -> np.ndarray:
    """Build a table as tutorials do: zeros, then sines and cosines of every cell."""
    table = np.zeros((length, dim))
    position = np.arange(length)[:, None]
    division = np.exp(np.arange(0, dim, 2) * -(np.log(base) / dim))
    table[:, 0::2] = np.sin(position * division)
    table[:, 1::2] = np.cos(position * division)
    return table


def main() -> None:
    """Print the ratios."""
    print("table                 textbook      ours    faster   halves faster   ours / copy")
    for length, dim, rounds, batch in SIZES:
        ready = Sinusoid(dim).table(length)
        slow, fast, halves, copy = medians(
            rounds,
            lambda length=length, dim=dim: textbook(length, dim),
            lambda length=length, dim=dim: Sinusoid(dim).table(length),
            lambda length=length, dim=dim: Sinusoid(dim, layout="sin_cos").table(length),
            ready.copy,
            batch=batch,
        )
        print(
            f"{length:>7,} x {dim:<4} {slow * 1e3:>12.2f} ms {fast * 1e3:>6.2f} ms"
            f" {slow / fast:>8.1f}x {slow / halves:>12.1f}x {fast / copy:>12.2f}"
        )
    sinusoid = Sinusoid(512)
    table = sinusoid.table(4_096)
    product, ours = medians(5, lambda: table @ table.T, lambda: similarity_matrix(sinusoid, 4_096))
    tracemalloc.start()
    matrix = similarity_matrix(sinusoid, 4_096)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(
        f"similarity 4096, d 512: pe @ pe.T {product * 1e3:.1f} ms, ours {ours * 1e3:.2f} ms, "
        f"{product / ours:.0f}x faster; peak {peak / 1e6:.1f} MB for a {matrix.nbytes / 1e6:.0f} MB"
        " matrix (a view)"
    )
