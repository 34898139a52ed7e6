"""Recognise a vector: inverse frequencies by their rule, or the slopes of ALiBi.

The fast pairs of every rule show the base, and the ratios of the others to it show the rule: a
constant (linear), a ramp that is straight in the pair's number (YaRN) or in the frequency
(Llama 3), zeros at the end (proportional), round divisors (LongRoPE).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.bias.alibi import SLOPE_RULES, alibi_slopes
from pe_core.frequencies import geometric_frequencies
from pe_core.rotary.measured import Measured
from pe_core.rotary.recognise.model import KNOWN_BASES, Recognised, agrees, nice_base
from pe_core.rotary.rules import Linear, Llama3, LongRope, Proportional, Rule, Yarn

__all__ = ["frequencies_of", "recognise_vector"]

FloatArray = npt.NDArray[np.float64]
#: A rule that explains frequencies: in words, the values, the parameters.
Explained = tuple[str, FloatArray, dict[str, Any]]

_ORIGINALS = (1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072)
_BETAS = ((32.0, 1.0), (64.0, 2.0), (64.0, 1.0), (32.0, 2.0), (16.0, 1.0))


def recognise_vector(given: Measured) -> Recognised | None:
    """Return what a vector of at least two numbers is, or None."""
    flat = given.values.reshape(-1)
    if len(flat) < 2 or len(flat) > 8192 or (flat < 0).any():
        return None
    for rule in SLOPE_RULES:
        slopes = alibi_slopes(len(flat), rule=rule) if len(flat) <= 4096 else flat * np.nan
        relative = 2.0**-8 if given.stored_as() == "bfloat16" else 4e-7
        values = slopes.reshape(given.values.shape)
        off = agrees(given, values, relative * values + 0.6 * given.resolution)
        if off is not None:
            return _slopes(rule, values, off)
    for words, right, details in frequencies_of(flat):
        values = right.reshape(given.values.shape)
        off = agrees(given, values, given.frequency_tolerance(values))
        if off is not None:
            said = f"These are the inverse frequencies of a rotary encoding: {words}."
            return Recognised("inverse frequencies", said, values, off, details)
    return None


def _slopes(rule: str, values: FloatArray, off: float) -> Recognised:
    names = {
        "press": "the authors' rule",
        "naive": "2^(-8i/n) for a number of heads that is no power of two, which no model uses",
    }
    said = f"These are the slopes of ALiBi for {values.size} heads: {names[rule]}."
    details = {"heads": values.size, "rule": rule}
    return Recognised("ALiBi slopes", said, values, off, details)


def frequencies_of(values: FloatArray) -> Iterator[Explained]:
    """Yield the rules that may explain a vector of frequencies, the plainest first."""
    if (values < 0).any() or values[0] <= 0 or (np.diff(values) > 1e-6 * values[:-1]).any():
        return
    for base in KNOWN_BASES if values[0] > 0.9 else ():
        plain = geometric_frequencies(base, len(values), 2, 2 * len(values))
        yield _base_words(base, len(values)), plain, {"rule": "default", "base": base}
    turning = int((values > 0).sum())
    if turning < 2 or (values[:turning] == 0).any():
        return
    if turning < len(values):
        yield from _proportional(values, turning)
        return
    yield from _geometric(values)
    for base in _bases(values):
        plain = geometric_frequencies(base, len(values), 2, 2 * len(values))
        ratio = values / plain
        if ratio.max() > 1.0001 or ratio.min() <= 0:
            continue
        yield from _llama3(ratio, plain, base)
        yield from _yarn(ratio, plain, base)
        yield from _longrope(ratio, base)


def _bases(values: FloatArray) -> Iterator[float]:
    """Yield the bases that the first pairs suggest, and the published ones."""
    seen = []
    count = len(values)
    for pair in (1, 2, 3):
        if pair < count and values[pair] > 0:
            base = float((values[pair] / values[0]) ** (-count / pair))
            if 1 < base < 1e12:
                seen.append(nice_base(base))
    yield from dict.fromkeys([*seen, *KNOWN_BASES])


def _geometric(values: FloatArray) -> Iterator[Explained]:
    """Yield the default rule and the linear one: a straight line in the logarithm."""
    count = len(values)
    index = np.arange(count)
    slope, start = np.polyfit(index, np.log(values), 1)
    exact = float(np.exp(-slope * count))
    first = float(np.exp(start))
    if not 1e-9 < exact < 1e12:
        return
    for base in dict.fromkeys((nice_base(exact), nice_base(exact, tolerance=0), exact)):
        plain = geometric_frequencies(base, count, 2, 2 * count)
        if abs(first - 1) < 1e-5:
            yield _base_words(base, count), plain, {"rule": "default", "base": base}
            continue
        factor = 1 / first
        power = factor ** ((count - 1) / count) if count > 1 else factor
        whole = max(round(power), 1)
        if abs(power / whole - 1) < 1e-5 and abs(factor / round(factor) - 1) > 1e-5:
            exact_factor = whole ** (count / (count - 1))
            words = (
                f"base {base:g}, every frequency divided by {factor:.5g} = {whole}^(d/(d-2)), as "
                f"keras-hub 0.32.0 does for its dynamic rule with factor {whole}"
            )
            yield words, plain / exact_factor, {"rule": "keras-hub dynamic", "base": base}
        near = round(factor) if abs(factor / max(round(factor), 1) - 1) < 1e-5 else factor
        words = f"base {base:g}, linear with factor {near:g}"
        details = {"rule": "linear", "base": base, "factor": float(near)}
        if near >= 1e-6:
            yield words, Linear(near).frequencies(base, 2 * count), details


def _base_words(base: float, count: int) -> str:
    """Return a base in words, with the NTK-aware factor that makes it of a published base."""
    told = f"base {base:g} over {2 * count} dimensions, no scaling"
    if base in KNOWN_BASES or count < 2:
        return told
    for known in KNOWN_BASES:
        factor = (base / known) ** ((count - 1) / count)
        if 1.5 < factor < 65 and abs(factor / round(factor) - 1) < 1e-4:
            return (
                f"base {base:g} over {2 * count} dimensions, which is {known:g} scaled NTK-aware "
                f"by {round(factor)} (also what the dynamic rule gives for a longer text)"
            )
    return told


def _proportional(values: FloatArray, turning: int) -> Iterator[Explained]:
    count = len(values)
    for base in _bases(values):
        share = turning / count
        words = f"base {base:g}, proportional {share:g}: {turning} of {count} pairs turn"
        details = {"rule": "proportional", "base": base, "proportion": share}
        yield words, Proportional(share).frequencies(base, 2 * count), details


def _llama3(ratio: FloatArray, plain: FloatArray, base: float) -> Iterator[Explained]:
    """Yield the Llama 3 rule: what is kept is straight in the frequency."""
    factor = _whole(1 / float(ratio[-1]))
    if factor is None or factor <= 1:
        return
    kept = (ratio - 1 / factor) / (1 - 1 / factor)
    inside = (kept > 1e-3) & (kept < 1 - 1e-3)
    if not inside.any():
        yield from _step(kept, plain, base, factor)
    if inside.sum() < 2:
        return
    slope, start = np.polyfit(plain[inside], kept[inside], 1)
    if slope <= 0 or start >= 0:
        return
    # With low_freq_factor 1: start = -1 / (high - 1), slope = original / (2π (high - 1)).
    band = -1 / start
    original = round(float(slope) * 2 * np.pi * band)
    high = round(1 + band, 2)
    if not 1 <= original <= 10**8 or not 1 < high < 1e6:
        return
    rule = Llama3(factor, original, 1.0, high)
    words = (
        f"base {base:g}, llama3 with factor {factor:g}, original length {original:,}, "
        f"bands 1 and {high:g}"
    )
    yield words, rule.frequencies(base, 2 * len(plain)), _details(rule, base)


def _step(kept: FloatArray, plain: FloatArray, base: float, factor: float) -> Iterator[Explained]:
    """Yield the Llama 3 rule with equal bands: a step between two pairs, at a known length."""
    for original in _ORIGINALS:
        rule = Llama3(factor, original, 1.0, 1.0)
        if np.array_equal(rule.kept(base, 2 * len(plain)), np.round(kept)):
            words = (
                f"base {base:g}, llama3 with factor {factor:g}, original length {original:,}, "
                f"bands 1 and 1 (a step)"
            )
            yield words, rule.frequencies(base, 2 * len(plain)), _details(rule, base)


def _yarn(ratio: FloatArray, plain: FloatArray, base: float) -> Iterator[Explained]:
    """Yield YaRN: the ramp is straight in the pair's number."""
    factor = _whole(1 / float(ratio[-1]))
    if factor is None or factor <= 1:
        return
    dim = 2 * len(plain)
    for original in _ORIGINALS:
        for fast, slow in _BETAS:
            for truncate in (True, False):
                rule = Yarn(factor, original, fast, slow, truncate)
                vector = rule.frequencies(base, dim)
                if np.abs(vector / plain - ratio).max() < 1e-4:
                    words = (
                        f"base {base:g}, yarn with factor {factor:g}, original length "
                        f"{original:,}, beta {fast:g} and {slow:g}"
                        + ("" if truncate else ", bounds not rounded")
                        + " (or twice the length and twice both betas)"
                    )
                    yield words, vector, _details(rule, base)


def _longrope(ratio: FloatArray, base: float) -> Iterator[Explained]:
    """Yield LongRoPE: divisors with two decimals that never fall."""
    divisors = np.round(1 / ratio, 2)
    close = np.abs(divisors * ratio - 1).max() < 5e-6
    if not close or len(set(divisors.tolist())) < 3 or (np.diff(divisors) < 0).any():
        return
    rule = LongRope(tuple(divisors.tolist()), tuple(divisors.tolist()), 4096, 1.0)
    words = (
        f"base {base:g}, longrope with divisors {divisors[0]:g} … {divisors[-1]:g}, one per pair"
    )
    details = {"rule": "longrope", "base": base, "divisors": divisors.tolist()}
    yield words, rule.frequencies(base, 2 * len(ratio)), details


def _whole(factor: float) -> float | None:
    """Return a factor that is a multiple of a quarter, to 1e-4."""
    near = round(4 * factor) / 4
    return near if near > 0 and abs(factor / near - 1) < 1e-4 else None


def _details(rule: Rule, base: float) -> dict[str, Any]:
    return {"rule": rule.name, "base": base, **vars(rule)}
