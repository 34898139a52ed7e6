"""Every name under which the same numbers are known.

Names are found by comparing numbers, not labels: with two columns all spacings coincide, a half
block does not say which half came first, and fairseq is tensor2tensor from position 2 on.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import CONVENTIONS, Convention
from pe_core.doctor.guess import Guess
from pe_core.doctor.hints import COMMON_BASES, USUAL_BASE
from pe_core.sinusoid import Sinusoid

__all__ = ["names", "one_kind"]

FloatArray = npt.NDArray[np.float64]


def names(
    guess: Guess,
    *,
    rows: int,
    zero_rows: tuple[int, ...] = (),
    kind: str = "whole",
    either_half: bool = False,
) -> tuple[str, ...]:
    """Return the conventions with the same numbers in the columns shown, best match first.

    A convention whose rows start later than the matrix is left out; one that starts at the very
    position of row 0 comes first. ``either_half``: of one half it is not known which it is.
    """
    found = []
    still = guess.start == 0 and (rows == 1 or guess.step == 0)
    for convention in CONVENTIONS.values():
        if convention.grid or (convention.filled is not None) != (kind == "filled"):
            continue
        if not _same_order(convention, guess, rows, zero_rows):
            continue
        if any(_same_waves(guess, other, still) for other in _variants(convention, guess)):
            found.append(convention)
    if either_half and one_kind(guess) and guess.sinusoid.dim % 2 == 0:
        other = names(_mirrored(guess), rows=rows, zero_rows=zero_rows, kind=kind)
        found += [CONVENTIONS[name] for name in other if CONVENTIONS[name] not in found]
    found.sort(key=lambda c: (guess.step >= 0 and c.order != "ascending", _late(c, guess)))
    return tuple(c.name for c in found)


def _late(convention: Convention, guess: Guess) -> bool:
    return convention.order == "ascending" and convention.origin != guess.start


def _same_order(
    convention: Convention, guess: Guess, rows: int, zero_rows: tuple[int, ...]
) -> bool:
    if convention.zero_rows and not zero_rows:
        return False
    if convention.order == "ascending":
        return (guess.step >= 0 and convention.origin <= guess.start) or rows == 1
    if rows == 1:
        return True
    if guess.step != -1:
        return False
    last = guess.start - (rows - 1)
    if convention.order == "centred":
        return guess.start == rows // 2 or last > 0
    return last >= 0


def _variants(convention: Convention, guess: Guess) -> list[Sinusoid]:
    """Return the convention at the guess's dim, with its own base and with the guess's."""
    dim = guess.sinusoid.dim
    if (convention.tail == "error" and dim % 2) or (convention.octaves and dim > 78):
        return []
    own = [convention.sinusoid(convention.filled or dim)] if dim < 2**15 else []
    base = guess.sinusoid.base
    if convention.octaves or dim >= 2**15:
        return own
    if convention.spacing == guess.sinusoid.spacing:
        return [*own, convention.sinusoid(dim, base=base)]
    pairs, columns = len(guess.sinusoid.frequencies), max(guess.sinusoid.columns, 1)
    power = 2 * (pairs - 1) / columns
    if pairs > 1 and convention.tail != "truncate":
        other = base ** (power if convention.spacing == "endpoint" else 1 / power)
        if 1e-12 < other < 1e12 and (not _usual(base) or _usual(other)):
            own.append(convention.sinusoid(dim, base=other))
    return own


def _usual(base: float) -> bool:
    return any(abs(base / usual - 1) < 1e-9 for usual in (USUAL_BASE, *COMMON_BASES))


def _same_waves(guess: Guess, other: Sinusoid, still: bool) -> bool:
    """Return whether the columns shown hold the same waves; ``still``: at position 0 only."""
    mine, theirs = guess.sinusoid, replace(guess, sinusoid=other, start=1.0)
    if other.dim != mine.dim or abs(other.amplitude / mine.amplitude - 1) > 1e-6:
        return False
    ones = np.zeros(1)
    ours = replace(guess, start=1.0)
    if still:
        ours, theirs = replace(ours, start=0.0), replace(theirs, start=0.0)
    elif not np.allclose(ours.angles(ones), theirs.angles(ones), rtol=1e-9, atol=0):
        return False
    return bool(np.allclose(ours.values(ones), theirs.values(ones), rtol=1e-9, atol=1e-15))


def one_kind(guess: Guess) -> bool:
    """Return whether the columns shown are all sines or all cosines."""
    if guess.sinusoid.layout == "interleaved" or len(guess.columns) < 2:
        return False
    cosine = np.isin(guess.columns, guess.sinusoid.cosine_columns)
    return bool(cosine.all() or not cosine.any())


def _mirrored(guess: Guess) -> Guess:
    """Return the same columns in the table that has its halves the other way round."""
    sinusoid = guess.sinusoid
    other = "cos_sin" if sinusoid.layout == "sin_cos" else "sin_cos"
    half = sinusoid.dim // 2
    columns = (guess.columns + half) % sinusoid.dim
    return replace(guess, sinusoid=replace(sinusoid, layout=other), columns=columns)
