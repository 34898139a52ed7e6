"""Hold a table of cosine and sine against what a configuration asks for.

Four things can be wrong in a table, and they are looked at in turn: the frequencies (as in a
vector of them), the factor, the order of the columns, and the positions of the rows. With M-RoPE
each row has three positions, and which pairs follow which is a fifth.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.rotary.factors import wrong_factors
from pe_core.rotary.faults import Context, Wrong, wrong_vectors
from pe_core.rotary.finding import Finding
from pe_core.rotary.look import pairs_apart
from pe_core.rotary.measured import Measured
from pe_core.rotary.multimodal import pair_axes
from pe_core.rotary.rounding import HALF_STEP, round_to
from pe_core.rotary.settings import RightReading, RopeSettings
from pe_core.rotary.vector import Outcome, phase_told, rounded_finding
from pe_core.rotary.waves import (
    WaveFit,
    Waves,
    first_break,
    fit_waves,
    on_circle,
    recovered_positions,
    waves_of,
)
from pe_core.sinusoid import Sinusoid

__all__ = ["check_table"]

FloatArray = npt.NDArray[np.float64]

_STARTS = [0.0, 1.0]
#: Positions that rows are looked for at.
_REACH = 2**15
#: No factor makes a cosine larger.
_LARGEST = 1e3


def check_table(
    given: Measured, layers: tuple[RopeSettings, ...], contexts: tuple[Context, ...]
) -> Outcome:
    """Return what a table is: right, with known faults, or neither."""
    if np.abs(given.values).max() > _LARGEST:
        return Outcome(False, seen=_shape_told(given, layers[0]))
    found = [_against(given, s, context) for s, context in zip(layers, contexts, strict=True)]
    for settings, outcome in zip(layers, found, strict=True):
        if outcome is not None and outcome.right:
            notes = outcome.notes
            if len(layers) > 1:
                notes = (*notes, f"This is the table of the {settings.layer} layers.")
            return replace(outcome, notes=notes)
    for outcome in found:
        if outcome is not None:
            return outcome
    seen = _sinusoid_told(given)
    if seen:
        return Outcome(False, seen=seen)
    for settings, context in zip(layers, contexts, strict=True):
        outcome = _faulty(given, settings, context)
        if outcome is not None:
            return outcome
    return Outcome(False, seen=_shape_told(given, layers[0]))


def _against(given: Measured, settings: RopeSettings, context: Context) -> Outcome | None:
    """Return the outcome where the right frequencies explain the table, or None."""
    stored = given.stored_as()
    for reading in settings.readings(context.seq_len):
        ways = [w for w in waves_of(given.values, len(reading.frequencies)) if on_circle(w)]
        for waves in ways:
            fit = _fitted(given, waves, reading, stored)
            if fit is not None:
                return _judged(given, fit, reading, settings)
        for waves in ways:
            outcome = _positions_told(given, waves, reading, settings)
            if outcome is not None:
                return outcome
    return None


def _fitted(
    given: Measured, waves: Waves, reading: RightReading, stored: str, reach: int = _REACH
) -> WaveFit | None:
    """Return the fit of rows that count up from 0, 1 or the position of the first row."""
    fit = fit_waves(given, waves, reading.frequencies, stored, _STARTS)
    if fit is not None:
        return fit
    head = waves.take(slice(0, 4))
    for factor in _factors(waves, reading.attention_factor):
        found = recovered_positions(given, head, reading.frequencies, factor, limit=reach)
        if found is not None:
            return fit_waves(given, waves, reading.frequencies, stored, [float(found[0])])
    return None


def _factors(waves: Waves, right: float) -> list[float]:
    """Return the factors that a table may have: what shows, or the right one and 1."""
    if waves.cosine is not None and waves.sine is not None:
        some = waves.take(slice(0, 256)).columns()
        return [float(np.sqrt(2 * np.mean(some**2))) or 1.0]
    return list(dict.fromkeys([right, 1.0]))


def _judged(
    given: Measured, fit: WaveFit, reading: RightReading, settings: RopeSettings
) -> Outcome:
    """Return the outcome for a table of the right frequencies: factor and pairing."""
    notes = [f"The table holds {fit.waves.layout}."]
    if fit.start not in _STARTS[:1]:
        notes.append(f"Its first row is position {fit.start:g}.")
    if fit.waves.rows == 1 and fit.start == 0:
        notes.append("At position 0 nothing turns: this table can show the factor and no more.")
    if reading.condition:
        notes.append(f"It is right {reading.condition}.")
    findings = [
        *_factor_findings(given, fit.factor, reading, settings),
        *_pairing_findings(fit.waves, settings),
    ]
    unknown = [finding for finding in findings if not finding.id]
    if unknown:
        return Outcome(False, (), tuple(notes), reading, settings, unknown[0].evidence)
    return Outcome(not findings, tuple(findings), tuple(notes), reading, settings)


def _factor_findings(
    given: Measured, factor: float, reading: RightReading, settings: RopeSettings
) -> list[Finding]:
    right = reading.attention_factor
    close = _close(given)
    if abs(factor / right - 1) <= close:
        return []
    evidence = (
        f"cos² + sin² is {factor:.6g}² where CONFIG asks for {right:.6g}²; scores are multiplied "
        f"by {(factor / right) ** 2:.5g}."
    )
    for name, title, value, fix in wrong_factors(settings):
        if abs(factor / value - 1) <= close:
            return [Finding(name, title, evidence, fix)]
    return [Finding("", "", evidence, "")]


def _pairing_findings(waves: Waves, settings: RopeSettings) -> list[Finding]:
    if waves.pairing is None or settings.pairing in (None, waves.pairing):
        return []
    orders = {"halves": "c0 c1 … c0 c1 …", "adjacent": "c0 c0 c1 c1 …"}
    evidence = (
        f"The columns are {orders[waves.pairing]} ({waves.pairing}); this model pairs "
        f"{orders[settings.pairing]} ({settings.pairing}). Position 0 hides it: nothing turns."
    )
    fix = "Turn the pairs that the model was trained with, or permute its query and key weights."
    return [Finding("R17", "the pairing is another one", evidence, fix)]


def _positions_told(
    given: Measured, waves: Waves, reading: RightReading, settings: RopeSettings
) -> Outcome | None:
    """Return the outcome where each row is right for some position, but they do not count up."""
    head = waves.take(slice(0, 64)).columns()
    if waves.rows < 2 or not waves.alone or not head.any():
        return None
    stuck = bool((head == head[0]).all())
    if settings.sections and not stuck:
        return _axes_told(given, waves, reading, settings)
    if len(reading.frequencies) < 2:
        return None
    for factor in _factors(waves, reading.attention_factor):
        told = _break_told(given, waves, reading.frequencies, factor)
        if told is None:
            continue
        fix = "Count positions on: each new token's is the number of tokens before it."
        findings = [
            Finding("R17", "the positions do not count up", told, fix),
            *_pairing_findings(waves, settings),
            *_factor_findings(given, factor, reading, settings),
        ]
        named = tuple(finding for finding in findings if finding.id)
        return Outcome(False, named, (f"The table holds {waves.layout}.",), reading, settings)
    return None


def _break_told(
    given: Measured, waves: Waves, frequencies: FloatArray, factor: float
) -> str | None:
    """Return where the rows' positions stop to count up, in sentences, or None."""
    first, reach = 0, _REACH
    found = recovered_positions(given, waves, frequencies, factor, limit=reach)
    if found is None:
        return None
    if (np.diff(found) == 1).all():
        late = first_break(given, waves, frequencies, factor, float(found[0]))
        if late is None:
            return None
        first, reach = late - 1, max(_REACH, min(waves.rows + int(found[0]) + 64, 2**17))
        rest = waves.take(slice(first, first + 64))
        found = recovered_positions(given, rest, frequencies, factor, limit=reach)
        if found is None or (np.diff(found) == 1).all():
            return None
    steps = np.diff(found)
    odd = int(np.flatnonzero(steps != 1)[0])
    shown = ", ".join(f"{position:g}" for position in found[:8])
    if (steps == 0).all():
        how = "every row is the same position"
    else:
        how = f"after row {first + odd} comes position {found[odd + 1]:g}, not {found[odd] + 1:g}"
    more = " …" if len(found) > 8 else ""
    return f"From row {first} on, the rows are right for the positions {shown}{more}: {how}."


def _axes_told(
    given: Measured, waves: Waves, reading: RightReading, settings: RopeSettings
) -> Outcome | None:
    """Return the outcome for a table whose rows have a position on each of three axes."""
    layouts = [settings.arrangement]
    layouts += [other for other in ("blocked", "interleaved") if other != settings.arrangement]
    for layout in layouts:
        if not _axes_fit(given, waves, reading, settings.sections, layout):
            continue
        notes = (f"The table holds {waves.layout}.", f"Rows have three positions each, {layout}.")
        if layout == settings.arrangement:
            findings = tuple(_pairing_findings(waves, settings))
            return Outcome(not findings, findings, notes, reading, settings)
        evidence = (
            f"The pairs follow time, height and width {layout}; sections {list(settings.sections)} "
            f"of this model are {settings.arrangement}. Text alone does not show it."
        )
        fix = f"Lay the sections out {settings.arrangement}."
        title = "M-RoPE's sections are laid out another way"
        finding = Finding("sections", title, evidence, fix)
        return Outcome(False, (finding,), notes[:1], reading, settings)
    return None


def _axes_fit(
    given: Measured, waves: Waves, reading: RightReading, sections: tuple[int, ...], layout: str
) -> bool:
    try:
        axes = pair_axes(sections, layout, len(reading.frequencies))
    except ValueError:
        return False
    for axis in range(3):
        pairs = np.flatnonzero(axes == axis)
        if not len(pairs):
            continue
        frequencies, factor = reading.frequencies, reading.attention_factor
        if (
            recovered_positions(given, waves, frequencies, factor, limit=4096, columns=pairs)
            is None
        ):
            return False
    return True


def _faulty(given: Measured, settings: RopeSettings, context: Context) -> Outcome | None:
    """Return the outcome where a known fault's frequencies explain the table, or None."""
    stored = given.stored_as()
    rights = settings.readings(context.seq_len)
    for reading in rights:
        rounded = round_to(reading.frequencies, "bfloat16")
        for waves in waves_of(given.values, len(rounded)):
            if waves.alone and fit_waves(given, waves, rounded, stored, _STARTS):
                finding = rounded_finding(rounded, reading.frequencies, settings)
                return Outcome(False, (finding,), settings=settings)
    for wrong in wrong_vectors(settings, context):
        for waves in waves_of(given.values, len(wrong.frequencies)):
            made = RightReading("", wrong.frequencies, rights[0].attention_factor)
            fit = _fitted(given, waves, made, stored, _REACH // 8)
            if fit is None:
                continue
            return Outcome(
                False, tuple(_named(given, fit, wrong, rights[0], settings)), settings=settings
            )
    return None


def _named(
    given: Measured, fit: WaveFit, wrong: Wrong, right: RightReading, settings: RopeSettings
) -> list[Finding]:
    """Return the finding of a fault, and one on the factor if the fault does not bring it."""
    told = f"{wrong.how[0].upper()}{wrong.how[1:]}. "
    if len(wrong.frequencies) == len(right.frequencies):
        allowed = given.frequency_tolerance(right.frequencies) * 4
        apart = pairs_apart(wrong.frequencies, right.frequencies, allowed)
        off = float(np.abs(wrong.frequencies - right.frequencies).max())
        told += f"{apart[0].upper()}{apart[1:]}." + phase_told(off, settings)
    found = [Finding(wrong.fault.id, wrong.fault.title, told, wrong.fault.fix)]
    asked = right.attention_factor
    after = wrong.settings.reading().attention_factor if wrong.settings else asked
    if abs(fit.factor / after - 1) > _close(given):
        more = _factor_findings(given, fit.factor, right, settings)
        found += [finding for finding in more if finding.id]
    return found


def _close(given: Measured) -> float:
    """Return how far apart two equal factors may be, relatively."""
    return max(2e-6, 1.1 * HALF_STEP[given.stored_as()]) + float(np.max(given.resolution))


def _sinusoid_told(given: Measured) -> str:
    """Return a sentence if the matrix is a sinusoidal table with the paper's base, else "".

    A cache with cosine beside sine has the same numbers as such a table, so a base of 10,000
    there proves no fault.
    """
    values = given.values
    if values.ndim != 2 or values.shape[1] < 4 or values.shape[1] % 2:
        return ""
    rows = values[:64] / max(float(np.sqrt(2 * np.mean(values[:64] ** 2))), 1e-12)
    for layout in ("sin_cos", "cos_sin", "interleaved"):
        for spacing in ("paper", "endpoint"):
            table = Sinusoid(values.shape[1], spacing=spacing, layout=layout)
            for start in (0, 1, 2):
                if np.abs(rows - table.table(len(rows), start)).max() < 1e-4:
                    return (
                        f"These are the numbers of a sinusoidal table ({layout}, {spacing} "
                        f"spacing, base 10,000). For a rotary cache with cosine and sine side by "
                        f"side, give the cosine alone."
                    )
    return ""


def _shape_told(given: Measured, settings: RopeSettings) -> str:
    pairs = len(settings.reading().frequencies)
    shape = " x ".join(str(size) for size in given.values.shape)
    if not waves_of(given.values, pairs):
        wanted = f"{pairs} or {2 * pairs} columns"
        return f"The table is {shape}; CONFIG asks for {pairs} pairs, so {wanted}."
    if np.abs(given.values).max() > 4:
        return f"Values as large as {np.abs(given.values).max():.4g} are no cosines and sines."
    return "The columns are no cosines or sines of the frequencies that CONFIG asks for."
