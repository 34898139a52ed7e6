"""Hold a vector of inverse frequencies against what a configuration asks for."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.rotary.faults import FAULTS, Context, Wrong, wrong_vectors
from pe_core.rotary.finding import Finding
from pe_core.rotary.look import fitted_base, look, pairs_apart
from pe_core.rotary.measured import Measured
from pe_core.rotary.rounding import round_to
from pe_core.rotary.rules import Default
from pe_core.rotary.settings import RightReading, RopeSettings

__all__ = ["Outcome", "check_vector", "evidence_of", "rounded_finding"]

FloatArray = npt.NDArray[np.float64]

#: In rad per position; a right one is at most 1, or a few where a factor is below 1.
_LARGEST = 1e6


@dataclass(frozen=True)
class Outcome:
    """Hold what was found about one file: whether it is right, findings, notes, what it looks like.

    ``reading`` is the right reading that fits; ``seen`` says what the numbers look like where
    nothing fits.
    """

    right: bool
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    reading: RightReading | None = None
    settings: RopeSettings | None = None
    seen: str = ""


def check_vector(
    given: Measured, layers: tuple[RopeSettings, ...], contexts: tuple[Context, ...]
) -> Outcome:
    """Return what a vector is: a right reading of one of the layers, a known fault, or neither."""
    vector, notes = _one_vector(given, max(len(_plain(s)) for s in layers))
    if vector is None:
        return Outcome(False, notes=notes, seen="The file holds no vector of frequencies.")
    largest = float(np.abs(vector.values).max())
    if largest > _LARGEST:
        seen = f"Values as large as {largest:.4g} rad per position are no frequencies."
        return Outcome(False, notes=notes, seen=seen)
    for settings, context in zip(layers, contexts, strict=True):
        found = _right(vector, settings, context)
        if found is not None:
            reading, more = found
            told = [*notes, *more]
            if reading.condition:
                told.append(f"These are the frequencies {reading.condition}.")
            if len(layers) > 1:
                told.append(f"These are the frequencies of the {settings.layer} layers.")
            return Outcome(True, (), tuple(told), reading, settings)
    for settings, context in zip(layers, contexts, strict=True):
        findings = _faulty(vector, settings, context)
        if findings:
            return Outcome(False, tuple(findings), notes, settings=settings)
    return Outcome(False, (), notes, seen=_seen(vector.values, layers))


def _plain(settings: RopeSettings) -> FloatArray:
    return settings.reading().frequencies


def _one_vector(given: Measured, pairs: int) -> tuple[Measured | None, tuple[str, ...]]:
    """Return the numbers as one vector of frequencies, and notes on how they were stored."""
    squeezed = np.squeeze(given.values)
    if squeezed.ndim > 1 or not squeezed.size:
        return None, ()
    values = np.atleast_1d(squeezed)
    unit = given.resolution
    if isinstance(unit, np.ndarray) and unit.size == values.size:
        unit = unit.reshape(-1)
    elif isinstance(unit, np.ndarray):
        unit = float(unit.max())
    notes: list[str] = []
    half = len(values) // 2
    if len(values) == 2 * pairs and np.array_equal(values[:half], values[half:]):
        values = values[:half]
        unit = unit[:half] if isinstance(unit, np.ndarray) else unit
        notes.append("Each frequency is there twice, in two equal halves.")
    vector = Measured(values, unit, given.dtype)
    periods = len(values) > 1 and values.min() >= 0.999 and values.max() > 1.5
    if periods and not vector.printed:
        # The inverse of a bfloat16 number is none; the type must be told before.
        stored = vector.dtype or vector.stored_as()
        vector = Measured(1 / values, 0.0, stored)
        notes.append("The file holds 1/frequency, as MLX keeps it.")
    return vector, tuple(notes)


def _right(
    vector: Measured, settings: RopeSettings, context: Context
) -> tuple[RightReading, list[str]] | None:
    readings = list(settings.readings(context.seq_len))
    if settings.rule == "dynamic" and context.seq_len is None:
        grown = _dynamic_length(vector.values, settings)
        if grown is not None:
            told = f"for a text of {grown:,} positions"
            readings.append(settings.reading(told, length=grown))
    for reading in readings:
        if len(vector.values) != len(reading.frequencies):
            continue
        off = np.abs(vector.values - reading.frequencies)
        if (off <= vector.frequency_tolerance(reading.frequencies)).all():
            return reading, _small_notes(vector)
        stored = vector.stored_as()
        if stored == "float16":
            allowed = vector.frequency_tolerance(reading.frequencies, stored)
            if (off <= allowed).all():
                return reading, ["The values are rounded to float16."]
    return None


def _small_notes(vector: Measured) -> list[str]:
    if len(vector.values) == 1:
        return ["One pair has the frequency 1 whatever the base: this file can show little."]
    return []


def _dynamic_length(values: FloatArray, settings: RopeSettings) -> int | None:
    """Return the length of text for which the dynamic rule gives these values, if there is one."""
    base = fitted_base(values)
    dim = settings.rotary_dim
    if base is None or dim <= 2 or len(values) != dim // 2 or base <= settings.base:
        return None
    growth = (base / settings.base) ** ((dim - 2) / dim)
    trained, factor = settings.trained_length, settings.scaling
    length = round((growth + factor - 1) * trained / factor)
    return length if trained < length <= 64 * factor * trained else None


def _faulty(vector: Measured, settings: RopeSettings, context: Context) -> list[Finding]:
    """Return the findings of the faults that explain the vector, rounded or not."""
    rights = settings.readings(context.seq_len)
    rounded = vector.stored_as() == "bfloat16" and len(vector.values) > 1
    for reading in rights:
        if rounded and _agrees_rounded(vector, reading.frequencies):
            return [rounded_finding(vector.values, reading.frequencies, settings)]
    found = _other_length(vector, settings, context)
    for wrong in wrong_vectors(settings, context):
        if found:
            # Only one fault is named; others with the same numbers are mentioned.
            if _agrees(vector, wrong.frequencies) and wrong.fault.id not in (f.id for f in found):
                found[0] = _mentioned(found[0], wrong)
        elif _agrees(vector, wrong.frequencies):
            found = [_finding(vector, wrong, rights[0], settings)]
        elif rounded and _agrees_rounded(vector, wrong.frequencies):
            first = _finding(vector, wrong, rights[0], settings)
            found = [first, rounded_finding(vector.values, wrong.frequencies, settings)]
    return found


def _other_length(vector: Measured, settings: RopeSettings, context: Context) -> list[Finding]:
    """Return the finding for the dynamic rule's frequencies of a text of another length."""
    if settings.rule != "dynamic" or context.seq_len is None:
        return []
    trained = settings.trained_length
    length = _dynamic_length(vector.values, settings)
    if length is None and _agrees(vector, settings.reading(length=trained).frequencies):
        length = trained
    right = settings.readings(context.seq_len)[0]
    if length is None or not _agrees(vector, settings.reading(length=length).frequencies):
        return []
    fault = next(fault for fault in FAULTS if fault.id == "dynamic")
    told = f"These are the frequencies for {length:,} positions; the text has {context.seq_len:,}. "
    told += evidence_of(vector, right.frequencies, settings)
    return [Finding(fault.id, fault.title, told, fault.fix)]


def _mentioned(finding: Finding, other: Wrong) -> Finding:
    """Return a finding that mentions another fault with the same numbers."""
    told = f"The same numbers: {other.fault.id} ({other.fault.title})."
    if told in finding.evidence:
        return finding
    return replace(finding, evidence=f"{finding.evidence} {told}")


def _agrees(vector: Measured, wrong: FloatArray) -> bool:
    if len(vector.values) != len(wrong):
        return False
    return bool((np.abs(vector.values - wrong) <= vector.frequency_tolerance(wrong)).all())


def _agrees_rounded(vector: Measured, exact: FloatArray) -> bool:
    """Return whether the vector is these frequencies in bfloat16, computed in float32 before."""
    if len(vector.values) != len(exact):
        return False
    computed = vector.frequency_tolerance(exact)
    below, above = (round_to(exact + sign * computed, "bfloat16") for sign in (-1, 1))
    shown = 0.6 * np.asarray(vector.resolution)
    off = np.minimum(np.abs(vector.values - below), np.abs(vector.values - above))
    return bool((off <= shown).all())


def _finding(
    vector: Measured, wrong: Wrong, right: RightReading, settings: RopeSettings
) -> Finding:
    evidence = f"{wrong.how[0].upper()}{wrong.how[1:]}. " + evidence_of(
        vector, right.frequencies, settings
    )
    return Finding(wrong.fault.id, wrong.fault.title, evidence, wrong.fault.fix)


def evidence_of(vector: Measured, right: FloatArray, settings: RopeSettings) -> str:
    """Return the pairs that differ, the ratios and the phase error, in sentences."""
    values = vector.values
    if len(values) != len(right):
        return f"The file has {len(values)} values; CONFIG asks for {len(right)}."
    told = pairs_apart(values, right, vector.frequency_tolerance(right))
    told = f"{told[0].upper()}{told[1:]}."
    told += _ratio_told(values, right, settings)
    return told + phase_told(np.abs(values - right).max(), settings)


def _ratio_told(values: FloatArray, right: FloatArray, settings: RopeSettings) -> str:
    """Return the ratios to the plain frequencies at the pair that is farthest off."""
    if settings.axes or len(values) != settings.rotary_dim // 2:
        return ""
    plain = Default().frequencies(settings.base, settings.rotary_dim)
    ratios = values / plain, right / plain
    worst = int(np.argmax(np.abs(ratios[0] - ratios[1])))
    here, there = (float(ratio[worst]) for ratio in ratios)
    return f" Ratio to base^(-2i/d) at pair {worst}: {here:.5g}, not {there:.5g}."


def phase_told(off: float, settings: RopeSettings) -> str:
    """Return the largest phase error at the end of each length, as a sentence.

    >>> phase_told(0.01, RopeSettings(4, 4, 1e4, length=101))
    ' Phase error: up to 1 rad at position 100.'
    """
    lengths = sorted({n for n in (settings.original_length, settings.length) if n})
    if not lengths:
        return ""
    parts = [f"{off * (n - 1):.3g} rad at position {n - 1:,}" for n in lengths]
    return f" Phase error: up to {' and '.join(parts)}."


def rounded_finding(values: FloatArray, exact: FloatArray, settings: RopeSettings) -> Finding:
    """Return R16 for frequencies that were rounded to bfloat16."""
    off = np.abs(values - exact)
    relative = float((off / np.where(exact > 0, exact, 1)).max())
    evidence = (
        f"The low 16 bits of every value are 0 as a float32; the largest relative error is "
        f"{relative:.2g}." + phase_told(float(off.max()), settings)
    )
    fix = (
        "Keep the frequencies in float32: leave the buffer out of model.to(bfloat16), or compute "
        "them anew. Casting back later does not help."
    )
    return Finding("R16", "the frequencies were rounded to bfloat16", evidence, fix)


def _seen(values: FloatArray, layers: tuple[RopeSettings, ...]) -> str:
    first = layers[0]
    plain = _plain(first)
    if not first.axes and len(plain) == first.rotary_dim // 2:
        plain = Default().frequencies(first.base, first.rotary_dim)
    return look(values, plain)
