"""Long tables as products of short ones.

A sine and the cosine of the same frequency are a phasor: ``i·exp(-iωp)`` has the real part
``sin ωp`` and the imaginary part ``cos ωp``. Multiplying it by ``exp(-iωk)`` moves it by k
positions. So position aB + b is the coarse phasor of aB times the fine turn of b, a table of L
rows needs only about 2·sqrt(L) rows of sines and cosines, and the rest is multiplication. And a
complex table viewed as floats *is* the interleaved encoding.
"""

import math

import numpy as np
import numpy.typing as npt

__all__ = ["write_rows"]

FloatArray = npt.NDArray[np.float64]
ComplexArray = npt.NDArray[np.complex128]
Places = tuple[slice, slice]

#: Phasors multiplied at a time where they must be rearranged; 256 kB stay in the cache.
SCRATCH_CELLS = 2**14
#: Length of an inner loop from which more brings little.
INNER_CELLS = 512


def write_rows(
    out: FloatArray, first: float, frequencies: FloatArray, places: Places, amplitude: float
) -> None:
    """Write the encodings of the positions ``first``, ``first + 1``, … into the rows of ``out``.

    ``out`` has shape (rows, dim) and is contiguous; ``frequencies`` are in rad per position;
    ``places`` are the columns of the sines and of the cosines, as slices. The error of a value is
    at most 4·eps·(1 + ω·|position|) times the amplitude.

    >>> out = np.empty((2, 2))
    >>> write_rows(out, 1.0, np.ones(1), (slice(0, 2, 2), slice(1, 2, 2)), 1.0)
    >>> out.round(4).tolist()
    [[0.8415, 0.5403], [0.9093, -0.4161]]
    """
    # Going out from zero keeps every coarse step below |position|, and the error with it.
    below = min(len(out), max(0, math.ceil(-first)))
    if below:
        mirrored = np.empty((below, out.shape[1]))
        _write(mirrored, -(first + (below - 1)), frequencies, places, amplitude)
        out[:below, places[0]] = -mirrored[::-1, places[0]]
        out[:below, places[1]] = mirrored[::-1, places[1]]
    _write(out[below:], first + below, frequencies, places, amplitude)


def _write(
    out: FloatArray, first: float, frequencies: FloatArray, places: Places, amplitude: float
) -> None:
    """Do the work of :func:`write_rows` for positions from zero up."""
    if not out.size or not len(frequencies):
        return
    length, pairs = len(out), len(frequencies)
    repeat = max(1, INNER_CELLS // pairs)
    block = -(-(math.isqrt(length - 1) + 1) // repeat) * repeat
    coarse, fine = _steps(first, block, -(-length // block), frequencies)
    if amplitude != 1:
        coarse *= amplitude
    if places[0].step == 2 and out.shape[1] == 2 * pairs:
        cells, full = out.view(np.complex128), length // block
        # Several rows at a time, since NumPy's inner loop is quick only when it is long.
        whole = cells[: full * block].reshape(full, block // repeat, repeat * pairs)
        far = np.tile(coarse[:full], repeat)[:, None]
        np.multiply(far, fine.reshape(block // repeat, repeat * pairs), out=whole)
        np.multiply(coarse[full:], fine[: length - full * block], out=cells[full * block :])
        return
    group = max(1, SCRATCH_CELLS // fine.size)
    scratch = np.empty((group, *fine.shape), dtype=np.complex128)
    for index in range(0, len(coarse), group):
        part = coarse[index : index + group, None]
        product = np.multiply(part, fine, out=scratch[: len(part)]).reshape(-1, fine.shape[1])
        rows = out[index * block : (index + group) * block]
        _place(rows, product[: len(rows)], places)


def _place(rows: FloatArray, phasors: ComplexArray, places: Places) -> None:
    """Copy sines (real parts) and cosines (imaginary parts) to their columns."""
    sines, cosines = rows[:, places[0]], rows[:, places[1]]
    sines[:] = phasors.real
    cosines[:] = phasors.imag[:, : cosines.shape[1]]


def _steps(
    first: float, block: int, blocks: int, frequencies: FloatArray
) -> tuple[ComplexArray, ComplexArray]:
    """Return the phasors of every ``block``-th position and the turns of 0 … block - 1.

    Each of the two is a product of two again, and all four share one call of sine and cosine. A
    further level would be no faster, and each costs an eps or two of precision.
    """
    inner, outer = math.isqrt(block - 1) + 1, math.isqrt(blocks - 1) + 1
    far, middle = np.arange(-(-blocks // outer)), np.arange(outer)
    near, last = np.arange(-(-block // inner)), np.arange(inner)
    steps = np.concatenate([first + block * outer * far, block * middle, inner * near, last])
    phasors = _phasors(steps, frequencies)
    one, two = len(far), len(far) + len(middle)
    phasors[one:] *= -1j  # a turn by ωk is cos ωk - i·sin ωk
    three = two + len(near)
    coarse = phasors[:one, None] * phasors[one:two]
    fine = phasors[two:three, None] * phasors[three:]
    count = len(frequencies)
    return coarse.reshape(-1, count)[:blocks], fine.reshape(-1, count)[:block]


def _phasors(positions: FloatArray, frequencies: FloatArray) -> ComplexArray:
    """Return sin ωp + i·cos ωp, shape (positions, pairs)."""
    angles = positions[:, None] * frequencies
    out = np.empty(angles.shape, dtype=np.complex128)
    np.sin(angles, out=out.real)
    np.cos(angles, out=out.imag)
    return out
