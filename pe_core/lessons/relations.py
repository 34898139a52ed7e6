"""Computations about how positions relate: similarity, shift, and comparing two numbers."""

from functools import lru_cache

import numpy as np

from pe_core.checks import choice, integer, real
from pe_core.extrapolation import Uniqueness, closest_positions, extrapolate
from pe_core.lessons.encoding import frequency_at
from pe_core.lessons.registry import computation
from pe_core.shift import rotation_angles, shift_matrix, shift_residuals, sine_alone
from pe_core.similarity import first_rise as rise_of
from pe_core.similarity import offset_profile, offset_similarity, similarity
from pe_core.sinusoid import Sinusoid

#: Offsets that are searched for the first rise.
SEARCHED = 4_096
#: Columns up to which a whole shift matrix is built.
MATRIX_DIM = 512


@computation
def similarity_at(d: int, base: float, offset: float) -> float:
    """Return the dot product of two positions that are ``offset`` apart."""
    return float(offset_similarity(Sinusoid(d, base), [offset])[0])


@computation
def similarity_of(d: int, base: float, position: float, other: float) -> float:
    """Return the dot product of two positions."""
    return float(similarity(Sinusoid(d, base), [position], [other])[0, 0])


@computation
def relative_similarity(d: int, base: float, offset: float) -> float:
    """Return the dot product at an offset, divided by that at offset 0."""
    at, top = offset_similarity(Sinusoid(d, base), [offset, 0])
    return float(at / top)


@computation
def first_rise(d: int, base: float) -> float:
    """Return the offset at which the similarity is first above that of the offset before."""
    rise = rise_of(offset_profile(Sinusoid(d, base), SEARCHED))
    if rise is None:
        raise ValueError(f"offset must be searched beyond {SEARCHED} to find a rise")
    return float(rise)


@computation
def before_rise(d: int, base: float) -> float:
    """Return the offset just before the first rise."""
    return first_rise(d, base) - 1


@computation
def rise_sentence(d: int, base: float) -> str:
    """Say in a sentence where the similarity first rises again, if it does."""
    rise = rise_of(offset_profile(Sinusoid(d, base), SEARCHED))
    if rise is None:
        return f"Within the first {SEARCHED:,} offsets it never rises again with these settings."
    return f"It first rises again from offset **{rise - 1:,} to {rise:,}**."


@computation
def shrinking_sentence(d: int, base: float) -> str:
    """Say in a sentence where the distance of two positions first shrinks again, if it does."""
    rise = rise_of(offset_profile(Sinusoid(d, base), SEARCHED))
    if rise is None:
        return f"Within the first {SEARCHED:,} offsets it only grows with these settings."
    return f"From offset **{rise - 1:,} to {rise:,}** the distance shrinks again."


@computation
def steadily(d: int, base: float) -> str:
    """Return whether the similarity only falls over the first 4,096 offsets ("yes", "no")."""
    return "yes" if rise_of(offset_profile(Sinusoid(d, base), SEARCHED)) is None else "no"


@computation
def turn(d: int, base: float, pair: int, offset: float) -> float:
    """Return by how many radians a pair turns when one moves by ``offset``."""
    return frequency_at(Sinusoid(d, base), pair) * offset


@computation
def turn_degrees(d: int, base: float, pair: int, offset: float) -> float:
    """Return by how many degrees a pair turns when one moves by ``offset``."""
    return float(np.degrees(turn(d, base, pair, offset)))


@computation
def turn_between(d: int, base: float, pair: int, position: float, offset: float) -> float:
    """Return the angle from a position to one ``offset`` further, measured on their vectors."""
    sinusoid = Sinusoid(d, base)
    rotation_angles(sinusoid, offset)
    pair = integer("pair", pair, 0, d // 2 - 1)
    here, there = sinusoid.encode([position, position + offset])[:, 2 * pair : 2 * pair + 2]
    cosine, sine = here @ there, there[0] * here[1] - here[0] * there[1]
    return float(np.arctan2(sine, cosine) % (2 * np.pi))


@computation
def shift_entries(d: int, base: float, offset: float) -> float:
    """Return how many entries of the shift matrix are not zero."""
    return float(np.count_nonzero(shift_matrix(_small(d, base), offset)))


@computation
def shift_cells(d: int) -> float:
    """Return how many entries the shift matrix has."""
    return float(d * d)


@computation
def repeated_offset(d: int, base: float, offset: int, times: int) -> float:
    """Return which offset it is, to move by ``offset`` several times over."""
    times = integer("times", times, 1, 8)
    wanted = np.linalg.matrix_power(shift_matrix(_small(d, base), offset), times)
    return _offset_of(_small(d, base), wanted, reach=abs(offset) * times + 4)


@computation
def undoing_offset(d: int, base: float, offset: int) -> float:
    """Return which offset undoes a move by ``offset``: that of the inverse matrix."""
    matrix = shift_matrix(_small(d, base), offset)
    return _offset_of(_small(d, base), np.linalg.inv(matrix), reach=abs(offset) + 4)


def _small(d: int, base: float) -> Sinusoid:
    """Return an encoding whose matrix is small enough to be built."""
    return Sinusoid(integer("d", d, 1, MATRIX_DIM), base)


def _offset_of(sinusoid: Sinusoid, matrix: np.ndarray, *, reach: int) -> float:
    """Return the offset whose shift matrix is nearest to a given one."""
    offsets = np.arange(-integer("offset", reach, 0, 200), reach + 1)
    gaps = [float(np.abs(shift_matrix(sinusoid, float(k)) - matrix).max()) for k in offsets]
    return float(offsets[int(np.argmin(gaps))])


@computation
def shift_error(d: int, base: float, offset: float, length: int) -> float:
    """Return the largest |PE(p + offset) − M · PE(p)| over the first positions of a text."""
    length = min(integer("length", length, 1, 10**6), 4_096, 2**22 // max(d, 1))
    return float(shift_residuals(Sinusoid(d, base), offset, length).max())


@computation
def sine_alone_error(d: int, base: float, pair: int, offset: float) -> float:
    """Return how far the best single factor for one sine column is off, at most."""
    return float(np.abs(sine_alone(Sinusoid(d, base), pair, offset, 512).residuals).max())


@lru_cache(maxsize=16)
def _closest(d: int, base: float, length: int) -> Uniqueness:
    """Keep the last results: for a million positions one takes half a second."""
    return closest_positions(Sinusoid(d, base), length)


@computation
def closest_offset(d: int, base: float, length: int) -> float:
    """Return how far apart the two positions of a text are that look most alike."""
    return float(_closest(d, base, length).offset)


@computation
def smallest_distance(d: int, base: float, length: int) -> float:
    """Return the distance of the two positions of a text that look most alike."""
    return _closest(d, base, length).smallest_distance


@computation
def new_columns(d: int, base: float, trained: int, length: int) -> float:
    """Return how many dimensions take values, in a longer text, that training never showed."""
    length = integer("length", length, trained + 1, 2**20)
    return float(len(extrapolate(Sinusoid(d, base), trained, length).new_columns))


@computation
def compare(left: float, right: float, tolerance: float = 1e-9) -> str:
    """Return "less", "same" or "more": how the left number stands to the right one."""
    gap = left - right
    return (
        "same"
        if abs(gap) <= real("tolerance", tolerance, 0, 1e15)
        else ("less" if gap < 0 else "more")
    )


@computation
def differs(what: str) -> str:
    """Return "same" or "different" for the outcome of a comparison."""
    return "same" if choice("what", what, ("less", "same", "more")) == "same" else "different"


@computation
def largest(a: float, b: float, c: float = -1e15) -> str:
    """Return "a", "b" or "c": which of the numbers is the largest."""
    numbers = {"a": a, "b": b, "c": c}
    return max(numbers, key=numbers.__getitem__)


@computation
def divide(left: float, right: float) -> float:
    """Return left / right."""
    if not right:
        raise ValueError("right must not be zero; got 0")
    return left / right


@computation
def times(left: float, right: float) -> float:
    """Return left · right."""
    return left * right


@computation
def less(left: float, right: float) -> float:
    """Return left − right."""
    return left - right
