"""What the check answers: a verdict, findings, and what the configuration asks for."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.rotary.finding import Finding
from pe_core.rotary.readers import ReaderDifference
from pe_core.rotary.settings import RopeSettings

__all__ = ["RopeCheck", "rule_in_words"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RopeCheck:
    """Hold the answer of one check.

    ``verdict`` is ``"right"``, ``"finding"`` or ``"unknown"``; ``said`` is one sentence on it;
    ``rule`` says in words what the configuration asks for, of ``settings``; ``frequencies``
    (d / 2,) in rad per position and ``attention_factor`` are what it asks for. ``readers`` are
    the libraries that read the configuration otherwise.
    """

    verdict: str
    said: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    rule: str
    settings: RopeSettings
    frequencies: FloatArray
    attention_factor: float
    readers: tuple[ReaderDifference, ...] = ()

    def summary(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return {
            "verdict": self.verdict,
            "said": self.said,
            "findings": [finding.summary() for finding in self.findings],
            "rule": self.rule,
            "frequencies": self.frequencies.tolist(),
            "attention_factor": self.attention_factor,
            "notes": list(self.notes),
            "readers": [difference.line() for difference in self.readers],
        }

    def lines(self) -> list[str]:
        """Return the answer as lines of text."""
        told = [self.said, f"CONFIG asks for: {self.rule}.", self._frequencies_told()]
        for finding in self.findings:
            told += [f"{finding.id}: {finding.title}.", f"    {finding.evidence}"]
            told.append(f"    Fix: {finding.fix}")
        told += [f"Note: {note}" for note in self.notes]
        told += [f"Reads otherwise: {difference.line()}" for difference in self.readers]
        return told

    def _frequencies_told(self) -> str:
        """Return the number, the ends and the factor of the frequencies, in one line."""
        values = self.frequencies
        where = f" ({self.settings.layer})" if self.settings.layer else ""
        return (
            f"Frequencies{where}: {len(values)} pairs, {values[0]:.6g} … {values[-1]:.6g} rad per "
            f"position; cosine and sine times {self.attention_factor:.6g}."
        )


def rule_in_words(settings: RopeSettings) -> str:
    """Return what settings ask for, in one line.

    >>> rule_in_words(RopeSettings(64, 64, 5e5, rule="linear", factor=4.0))
    'base 500,000, linear with factor 4, 64 of 64 dimensions turn, halves'
    """
    parts = [f"base {settings.base:,.10g}", _rule(settings)]
    if settings.axes:
        parts.append(f"axes of {', '.join(map(str, settings.axes))} dimensions")
    elif settings.rule == "proportional":
        turning = 2 * (int(settings.proportion * settings.rotary_dim) // 2)
        parts.append(f"{turning} of {settings.rotary_dim} dimensions turn, the fast pairs")
    else:
        parts.append(f"{settings.rotary_dim} of {settings.head_dim} dimensions turn")
    if settings.sections:
        parts.append(f"M-RoPE {list(settings.sections)} {settings.arrangement}")
    if settings.pairing:
        parts.append("adjacent pairs" if settings.pairing == "adjacent" else "halves")
    where = f"{settings.layer}: " if settings.layer else ""
    return where + ", ".join(parts)


def _rule(s: RopeSettings) -> str:
    original = f"original length {s.trained_length:,}"
    factor = f"factor {s.scaling:g}"
    if s.rule in ("linear", "ntk"):
        return f"{s.rule} with {factor}"
    if s.rule == "dynamic":
        return f"dynamic with {factor}, {original}"
    if s.rule == "yarn":
        bounds = "" if s.truncate else ", bounds not rounded"
        betas = f"beta {s.beta_fast:g} and {s.beta_slow:g}"
        return f"yarn with {factor}, {original}, {betas}{bounds}"
    if s.rule == "llama3":
        bands = f"bands {s.low_freq_factor:g} and {s.high_freq_factor:g}"
        return f"llama3 with {factor}, {original}, {bands}"
    if s.rule == "longrope":
        return f"longrope, {original}"
    if s.rule == "proportional":
        return f"proportional {s.proportion:g}"
    return "no scaling"
