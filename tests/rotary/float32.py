"""Frequencies as libraries compute them: in float32, written again from the papers.

The faults are made here a second time, without the code that is tested.
"""

import math

import numpy as np

__all__ = ["dynamic", "llama3", "plain", "table", "yarn", "yarn_bounds"]


def plain(dim, base, pairs=None):
    """Return base^(-2i/dim) in float32, as torch and NumPy give it."""
    exponents = np.arange(0, dim, 2, dtype=np.float32) / np.float32(dim)
    return (np.float32(1) / np.float32(base) ** exponents)[:pairs].astype(np.float32)


def yarn_bounds(dim, base, original, fast, slow, truncate):
    low, high = (
        dim * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))
        for turns in (fast, slow)
    )
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0), min(high, dim - 1)


def yarn(dim, base, factor, original, fast=32, slow=1, truncate=True):
    low, high = yarn_bounds(dim, base, original, fast, slow, truncate)
    ramp = np.clip((np.arange(dim // 2) - low) / max(high - low, 0.001), 0, 1)
    ramp = ramp.astype(np.float32)
    inv = plain(dim, base)
    return inv / np.float32(factor) * ramp + inv * (1 - ramp)


def llama3(dim, base, factor, low, high, original):
    out = []
    for value in plain(dim, base).tolist():
        wavelength = 2 * math.pi / value
        if wavelength < original / high:
            out.append(value)
        elif wavelength > original / low:
            out.append(value / factor)
        else:
            smooth = (original / wavelength - low) / (high - low)
            out.append((1 - smooth) * value / factor + smooth * value)
    return np.array(out, dtype=np.float32)


def dynamic(dim, base, factor, trained, length):
    growth = factor * length / trained - (factor - 1)
    return plain(dim, base * growth ** (dim / (dim - 2)))


def table(frequencies, positions, factor=1.0, layout="halves", wave=np.cos):
    """Return a table in float32: halves, adjacent or once per pair."""
    angles = np.asarray(positions, dtype=np.float32)[:, None] * frequencies.astype(np.float32)
    values = (wave(angles) * np.float32(factor)).astype(np.float32)
    if layout == "halves":
        return np.hstack([values, values])
    return np.repeat(values, 2, axis=1) if layout == "adjacent" else values
