"""Every name under which the same numbers are known.

Names are found by comparing numbers, not labels: with two columns all spacings coincide, a half
block does not say which half came first, and fairseq is tensor2tensor from position 2 on.
"""

from dataclasses import replace

import numpy as np

from pe_core.conventions import CONVENTIONS, Convention
from pe_core.doctor.positions import Placed
from pe_core.doctor.score import Fit, Model
from pe_core.sinusoid import Sinusoid

__all__ = ["names", "one_kind"]


def names(
    fit: Fit, placed: Placed, *, zero_rows: tuple[int, ...] = (), either_half: bool = False
) -> tuple[str, ...]:
    """Return the conventions with the same numbers in the columns shown, best match first.

    A convention whose rows start later than the matrix is left out; one that starts at the very
    position of row 0 comes first, and so does one with its own base. ``either_half``: of one half
    it is not known which it is.
    """
    model = fit.model
    still = not fit.positions.any()
    found = [
        entry
        for entry in CONVENTIONS.values()
        if entry.grid is None
        and (entry.filled is not None) == (model.kind == "filled")
        and _same_rows(entry, fit, placed, zero_rows)
        and any(_same_waves(model, other, still) for other in _variants(entry, model))
    ]
    ordered = [entry for entry in found if entry.order != "ascending"]
    if ordered and len(fit.positions) > 1 and fit.step == -1:
        found = ordered + [e for e in found if e not in ordered and fit.positions[-1] > 0]
    if either_half and one_kind(model) and model.sinusoid.dim % 2 == 0:
        other = names(replace(fit, model=_mirrored(model)), placed, zero_rows=zero_rows)
        found += [CONVENTIONS[name] for name in other if CONVENTIONS[name] not in found]
    found.sort(
        key=lambda entry: (
            entry.order == "ascending" if fit.step == -1 else entry.order != "ascending",
            entry.order == "ascending" and entry.origin != fit.start,
            not _same_waves(model, entry.sinusoid(entry.filled or model.sinusoid.dim), still)
            if not entry.octaves and model.sinusoid.dim < 2**15
            else False,
        )
    )
    return tuple(entry.name for entry in found)


def _same_rows(entry: Convention, fit: Fit, placed: Placed, zero_rows: tuple[int, ...]) -> bool:
    """Return whether a convention's rows can be at these positions."""
    rows = len(placed.values)
    if entry.zero_rows and entry.zero_rows != zero_rows[:1]:
        return False
    if entry.order == "ascending":
        return float(fit.positions.min()) >= entry.origin or rows == 1
    if rows == 1:
        return True
    if fit.step != -1:
        return False
    last = fit.start - (rows - 1)
    if entry.order == "centred":
        return fit.start == rows // 2 or last > 0
    return last >= 0


def _variants(entry: Convention, model: Model) -> list[Sinusoid]:
    """Return the convention at the model's dim, with its own base and with the model's."""
    dim = model.sinusoid.dim
    if (entry.tail == "error" and dim % 2) or (entry.octaves and dim > 78) or dim >= 2**15:
        return []
    own = [entry.sinusoid(entry.filled or dim)]
    if not entry.octaves and entry.spacing == model.sinusoid.spacing:
        own.append(entry.sinusoid(entry.filled or dim, base=model.sinusoid.base))
    return own


def _same_waves(model: Model, other: Sinusoid, still: bool) -> bool:
    """Return whether the columns shown hold the same waves; ``still``: at position 0 only."""
    mine = model.sinusoid
    if other.dim != mine.dim or abs(other.amplitude / mine.amplitude - 1) > 1e-6:
        return False
    theirs = replace(model, sinusoid=other)
    if not np.array_equal(model.waves[1], theirs.waves[1]) and not still:
        return False
    if still:
        at = np.zeros(1)
        return bool(np.allclose(model.values(at), theirs.values(at), rtol=1e-9, atol=1e-15))
    return bool(np.allclose(model.speeds, theirs.speeds, rtol=1e-9, atol=0))


def one_kind(model: Model) -> bool:
    """Return whether the columns shown are all sines or all cosines."""
    cosine = model.waves[1]
    if model.sinusoid.layout == "interleaved" or len(cosine) < 2:
        return False
    return bool(cosine.all() or not cosine.any())


def _mirrored(model: Model) -> Model:
    """Return the same columns in the table that has its halves the other way round."""
    sinusoid = model.sinusoid
    other = "cos_sin" if sinusoid.layout == "sin_cos" else "sin_cos"
    columns = (model.columns + sinusoid.dim // 2) % sinusoid.dim
    return replace(model, sinusoid=replace(sinusoid, layout=other), columns=columns)
