"""Say in words what a vector of frequencies looks like beside the plain ones of a base.

Rules leave their mark in the ratios to base^(-2i/d): a constant, a straight line in the
logarithm, a step, a ramp. Saying which is honest where no known fault fits, and it is usually
what finds the cause.
"""

import numpy as np
import numpy.typing as npt

__all__ = ["fitted_base", "look", "pairs_apart"]

FloatArray = npt.NDArray[np.float64]


def fitted_base(values: FloatArray, *, tolerance: float = 1e-5) -> float | None:
    """Return the base B for which the values are B^(-i/n), n of them, or None.

    >>> fitted_base(np.array([1.0, 0.1, 0.01, 0.001]))
    10000.0
    """
    count = len(values)
    if count < 2 or (values <= 1e-30).any() or abs(values[0] - 1) > tolerance:
        return None
    logarithms = np.log(values)
    index = np.arange(count)
    slope = float((index * logarithms).sum() / (index * index).sum())
    if np.abs(logarithms - slope * index).max() > tolerance * max(1.0, abs(slope) * count):
        return None
    return float(f"{np.exp(-slope * count):.6g}")


def look(values: FloatArray, plain: FloatArray) -> str:
    """Return a sentence on the values beside the plain frequencies of the configuration.

    >>> look(np.array([0.5, 0.05]), np.array([1.0, 0.1]))
    'Every frequency is 0.5 times the plain one.'
    """
    if len(values) != len(plain):
        base = fitted_base(values)
        told = (
            f"; they are those of base {base:g} over {2 * len(values)} dimensions" if base else ""
        )
        return f"There are {len(values)} values where {len(plain)} are asked for{told}."
    if (values < 0).any():
        return f"{int((values < 0).sum())} of {len(values)} values are negative: no frequencies."
    base = fitted_base(values)
    if base:
        return f"The values are the plain frequencies of base {base:g} over {2 * len(values)}."
    ratio = values / np.where(plain > 0, plain, 1)
    if np.ptp(ratio) <= 1e-5 * abs(ratio[0]):
        return f"Every frequency is {ratio[0]:.5g} times the plain one."
    if (np.diff(values) > 0).sum() > len(values) // 4:
        return "The values do not fall from pair to pair, as frequencies of a rotary encoding do."
    return f"The ratios to the plain frequencies {_shape(ratio)}."


def _shape(ratio: FloatArray) -> str:
    close = 1e-5 * max(float(np.abs(ratio).max()), 1e-30)
    first = int(np.argmin(np.abs(ratio - ratio[0]) <= close))
    last = len(ratio) - int(np.argmin(np.abs(ratio[::-1] - ratio[-1]) <= close))
    ends = f"{ratio[0]:.5g} … {ratio[-1]:.5g}"
    steps = np.diff(ratio[max(first - 1, 0) : last + 1])
    if last <= first:
        return f"step from {ratio[0]:.5g} to {ratio[-1]:.5g} at pair {first}"
    if (steps <= close).all():
        return f"fall ({ends}), between pair {first} and pair {last}"
    if (steps >= -close).all():
        return f"rise ({ends}), between pair {first} and pair {last}"
    return f"neither rise nor fall throughout ({ends})"


def pairs_apart(values: FloatArray, right: FloatArray, allowed: FloatArray) -> str:
    """Return which pairs differ and by how much, as the end of a sentence.

    >>> pairs_apart(np.array([1.0, 0.5]), np.array([1.0, 0.1]), np.array([1e-6, 1e-6]))
    '1 of 2 pairs differs, 1; most at pair 1: 0.5, not 0.1 (5 times)'
    """
    off = np.abs(values - right)
    apart = np.flatnonzero(off > allowed)
    if not len(apart):
        return f"none of {len(right)} pairs differs"
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(right > 0, values / right, np.inf)
        size = np.abs(np.log(np.maximum(ratio[apart], 1e-300)))
    worst = int(apart[int(np.argmax(size))])
    span = f"{apart[0]}" if len(apart) == 1 else f"{apart[0]} … {apart[-1]}"
    verb = "differs" if len(apart) == 1 else "differ"
    times = f" ({ratio[worst]:.4g} times)" if right[worst] > 0 else ""
    return (
        f"{len(apart)} of {len(right)} pairs {verb}, {span}; most at pair {worst}: "
        f"{values[worst]:.6g}, not {right[worst]:.6g}{times}"
    )
