"""Moving by k positions is one fixed matrix: PE(p + k) = M_k · PE(p), whatever p is.

Each pair turns by the angle ω·k, so M_k is made of 2 × 2 rotations. That is what the paper means
by "for any fixed offset k, PE(pos + k) can be represented as a linear function of PE(pos)", and
it needs the sine *and* the cosine: a sine alone does not say which way it is going. No table has
to be stored to move.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer, real
from pe_core.sinusoid import MAX_POSITION, Sinusoid

__all__ = [
    "SineAlone",
    "pair_path",
    "paired_order",
    "residual_bound",
    "rotation_angles",
    "shift_matrix",
    "shift_residuals",
    "sine_alone",
]

FloatArray = npt.NDArray[np.float64]

#: Cells of the table that the residuals are taken over; about half a second of sines.
MAX_RESIDUAL_CELLS = 2**24
MAX_PATH_POINTS = 4096
#: Points on one turn of a drawn path, from which a polygon looks round.
POINTS_PER_TURN = 24


def shift_matrix(
    sinusoid: Sinusoid, offset: float, *, dimensions: npt.ArrayLike | None = None
) -> FloatArray:
    """Return M with PE(p + offset) = M · PE(p) for every position p, shape (dim, dim).

    ``offset`` is any real number of positions up to 1e15 in magnitude. Columns and rows follow
    the layout: 2 × 2 blocks on the diagonal when interleaved, four diagonals for the halves.
    ``dimensions``, distinct integers from 0 to dim - 1, shape (n,), asks for these rows and
    columns alone, in this order; the result is (n, n).

    Formula: for a pair (sine column s, cosine column c) and a = ω·offset,
    M[s, s] = cos a, M[s, c] = sin a, M[c, s] = -sin a, M[c, c] = cos a.
    Source: Vaswani et al. (2017), section 3.5.

    Raises ``ValueError`` for another offset, for an encoding with a lone sine (which no matrix
    can shift), for other dimensions, and for a ``dim`` above 4096.

    >>> shift_matrix(Sinusoid(dim=2), 1).round(4).tolist()
    [[0.5403, 0.8415], [-0.8415, 0.5403]]
    """
    angles = rotation_angles(sinusoid, offset)
    if sinusoid.dim > 4096:
        raise ValueError(f"dim must be at most 4096 for a shift matrix; got {sinusoid.dim}")
    wanted = np.arange(sinusoid.dim) if dimensions is None else _distinct(dimensions, sinusoid.dim)
    place = np.full(sinusoid.dim, -1)
    place[wanted] = np.arange(len(wanted))
    sine, cosine = place[sinusoid.sine_columns], place[sinusoid.cosine_columns]
    matrix = np.zeros((len(wanted), len(wanted)))
    for row, column, values in (
        (sine, sine, np.cos(angles)),
        (sine, cosine, np.sin(angles)),
        (cosine, sine, -np.sin(angles)),
        (cosine, cosine, np.cos(angles)),
    ):
        inside = (row >= 0) & (column >= 0)
        matrix[row[inside], column[inside]] = values[inside]
    return matrix


def _distinct(dimensions: npt.ArrayLike, dim: int) -> npt.NDArray[np.intp]:
    """Return a list of distinct dimensions as an array, or refuse it."""
    array = np.asarray(dimensions)
    whole = array.ndim == 1 and (array.dtype.kind in "iu" or not array.size)
    if not whole or ((array < 0) | (array >= dim)).any() or len(set(array.tolist())) < len(array):
        raise ValueError(f"dimensions must be distinct integers from 0 to {dim - 1}; got {array}")
    return array.astype(np.intp)


def rotation_angles(sinusoid: Sinusoid, offset: float) -> FloatArray:
    """Return by how many radians each pair turns when moved by ``offset``, shape (pairs,).

    Formula: ω_i · offset; not reduced to one turn.

    Raises ``ValueError`` for an offset beyond 1e15, and for an encoding with a lone sine.

    >>> rotation_angles(Sinusoid(dim=4), 2).tolist()
    [2.0, 0.02]
    """
    offset = real("offset", offset, -MAX_POSITION, MAX_POSITION)
    if sinusoid.unpaired:
        raise ValueError(
            f"dim must be even, as a lone sine has no shift matrix; got {sinusoid.dim}"
        )
    return sinusoid.frequencies * offset


def paired_order(sinusoid: Sinusoid) -> npt.NDArray[np.intp]:
    """Return the order of the dimensions that puts each cosine behind its sine, shape (dim,).

    Taken in this order (rows and columns alike), the shift matrix of any layout is made of
    2 × 2 blocks on the diagonal. A lone sine and a zero column stay at the end.

    >>> paired_order(Sinusoid(dim=6, layout="sin_cos")).tolist()
    [0, 3, 1, 4, 2, 5]
    """
    order = np.arange(sinusoid.dim)
    order[0 : sinusoid.columns : 2] = sinusoid.sine_columns
    order[1 : sinusoid.columns : 2] = sinusoid.cosine_columns
    return order


def shift_residuals(
    sinusoid: Sinusoid, offset: float, length: int, *, start: float = 0
) -> FloatArray:
    """Return max |PE(p + offset) - M · PE(p)| for each of ``length`` positions, shape (length,).

    The positions are origin + start, origin + start + 1, …; ``start`` is any real number, and
    ``length`` an integer from 1 with length × dim at most 16,777,216. In exact arithmetic every
    residual is zero; what is left is rounding, which grows with the position and stays below
    :func:`residual_bound`. With a base of at least 1, that is at most 1e-12 while |p| + |offset| is
    below 2,900; measured, it is so up to 4,096 and more.

    Raises ``ValueError`` for other values, and for an encoding with a lone sine.

    >>> bool(shift_residuals(Sinusoid(dim=64), 3, 1000).max() < 1e-12)
    True
    """
    angles = rotation_angles(sinusoid, offset)
    length = integer("length", length, 1, MAX_RESIDUAL_CELLS)
    if length * sinusoid.dim > MAX_RESIDUAL_CELLS:
        rule = f"length times dim must be at most {MAX_RESIDUAL_CELLS}"
        raise ValueError(f"{rule}; got {length} x {sinusoid.dim}")
    first = sinusoid.origin + real("start", start, -MAX_POSITION, MAX_POSITION)
    cosine, sine = np.cos(angles), np.sin(angles)
    residuals = np.empty(length)
    block = max(1, 2**18 // sinusoid.dim)
    for low in range(0, length, block):
        positions = first + np.arange(low, min(low + block, length))
        here, there = sinusoid.encode(positions), sinusoid.encode(positions + offset)
        s, c = here[:, sinusoid.sine_columns], here[:, sinusoid.cosine_columns]
        sine_error = np.abs(there[:, sinusoid.sine_columns] - (cosine * s + sine * c))
        cosine_error = np.abs(there[:, sinusoid.cosine_columns] - (cosine * c - sine * s))
        residuals[low : low + block] = np.maximum(sine_error, cosine_error).max(1, initial=0)
    return residuals


def residual_bound(sinusoid: Sinusoid, offset: float, position: float) -> float:
    """Return what rounding alone can make of the residual at an absolute ``position``.

    An angle ω·p is rounded to 53 bits, so its error grows with p: that, and not the identity, is
    what limits the residual.

    Formula: amplitude · u · (ω_max · (|p| + |offset| + 2·|p + offset|) + 8) with u = 2^-53: one
    rounding for each of the three angles, one for p + offset, and a few for sine, cosine and
    their products.

    >>> residual_bound(Sinusoid(dim=64), 1, 1000) < 1e-12
    True
    """
    fastest = float(sinusoid.frequencies.max(initial=0))
    reach = abs(position) + abs(offset) + 2 * abs(position + offset)
    return sinusoid.amplitude * 2.0**-53 * (fastest * reach + 8)


@dataclass(frozen=True, eq=False)
class SineAlone:
    """Hold why one sine cannot be shifted by one factor; everything for one frequency.

    ``factor`` m minimises the squares of sin ω(p + offset) - m · sin ωp over the positions
    0 … n - 1; ``residuals`` (n,) are what it leaves. ``twins`` are two positions with the same
    sine, ``sine``, whose sines after the move, ``moved``, are not the same: no function of the
    sine alone, linear or not, can be right for both.
    """

    frequency: float
    offset: float
    factor: float
    residuals: FloatArray
    twins: tuple[float, float]
    sine: float
    moved: tuple[float, float]


def sine_alone(sinusoid: Sinusoid, pair: int, offset: float, length: int) -> SineAlone:
    """Return the best single factor for the sine of one pair, and where it must fail.

    ``pair`` is an integer from 0 to pairs - 1; ``offset`` any real number up to 1e6; ``length``
    an integer from 2 to 65,536. The twins stand symmetrically about the crest of the sine, a
    quarter of a turn (in all) apart; they are real numbers, as whole positions never meet twice.

    Raises ``ValueError`` for other values.

    >>> alone = sine_alone(Sinusoid(dim=2), 0, 1, 100)
    >>> round(alone.factor, 1), bool(abs(alone.residuals).max() > 0.8)
    (0.5, True)
    """
    pair = integer("pair", pair, 0, len(sinusoid.frequencies) - 1)
    offset = real("offset", offset, -1e6, 1e6)
    length = integer("length", length, 2, 2**16)
    frequency = float(sinusoid.frequencies[pair])
    positions = np.arange(length)
    here, there = np.sin(frequency * positions), np.sin(frequency * (positions + offset))
    factor = float(here @ there / (here @ here))
    crest, aside = math.pi / 2 / frequency, math.pi / 4 / frequency
    twins = crest - aside, crest + aside
    return SineAlone(
        frequency=frequency,
        offset=offset,
        factor=factor,
        residuals=there - factor * here,
        twins=twins,
        sine=math.sin(frequency * twins[0]),
        moved=(
            math.sin(frequency * (twins[0] + offset)),
            math.sin(frequency * (twins[1] + offset)),
        ),
    )


def pair_path(sinusoid: Sinusoid, pair: int, length: int) -> FloatArray:
    """Return the path of one pair as points (cosine, sine, position), shape (n, 3), float64.

    ``pair`` is an integer from 0 to pairs - 1 (a lone sine does not count); ``length`` an integer
    from 1 to 1,000,000. The path runs over the positions origin … origin + length - 1, finely
    enough to look round, but has at most 4096 points: that of a fast pair over a long range
    ends early, and its last position says where.

    Raises ``ValueError`` for other values.

    >>> pair_path(Sinusoid(dim=2), 0, 1).tolist()
    [[1.0, 0.0, 0.0]]
    """
    pair = integer("pair", pair, 0, sinusoid.columns // 2 - 1)
    length = integer("length", length, 1, 10**6)
    frequency = float(sinusoid.frequencies[pair])
    step = 2 * math.pi / POINTS_PER_TURN / frequency
    span = min(length - 1.0, step * (MAX_PATH_POINTS - 1))
    count = max(math.ceil(span / step) + 1, length)
    positions = np.linspace(0, span, min(count, MAX_PATH_POINTS))
    angles = frequency * (sinusoid.origin + positions)
    waves = sinusoid.amplitude * np.cos(angles), sinusoid.amplitude * np.sin(angles)
    return np.column_stack([*waves, sinusoid.origin + positions])
