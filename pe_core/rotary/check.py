"""The check: is a file of frequencies, or a table, the one that a configuration asks for?

A fault is named only if no right reading fits, and only if its own numbers explain the file to
the precision of its type. Where neither does, the answer says what the numbers look like.
"""

from typing import Any

from pe_core.checks import integer
from pe_core.rotary.answer import RopeCheck, rule_in_words
from pe_core.rotary.config import RopeConfig, read_config
from pe_core.rotary.families import family
from pe_core.rotary.faults import Context
from pe_core.rotary.finding import Finding
from pe_core.rotary.measured import measured
from pe_core.rotary.readers import compare_readers
from pe_core.rotary.rules.rule import MAX_LENGTH
from pe_core.rotary.settings import RopeSettings
from pe_core.rotary.table_check import check_table
from pe_core.rotary.vector import Outcome, check_vector

__all__ = ["check_rope"]


def check_rope(
    config: str | bytes | dict[str, Any] | RopeConfig,
    inv_freq: Any = None,
    cos_sin: Any = None,
    layer: str | None = None,
    seq_len: int | None = None,
) -> RopeCheck:
    """Check a configuration, and a vector or a table against it.

    ``config`` is JSON, a dict, or what :func:`~pe_core.rotary.config.read_config` returned.
    ``inv_freq`` is an array of frequencies in rad per position, (d / 2,); ``cos_sin`` a table of
    cosine, sine or both in any of the usual ways, (rows, …); both may also be what
    ``pe_core.doctor.read_bytes`` returns, which knows the precision of printed digits. ``layer``
    names a kind of layer ("full_attention", "sliding", …), ``seq_len`` the length of the text.

    Raises ``ValueError`` with one sentence for what cannot be read.

    >>> check_rope({"head_dim": 4, "rope_theta": 1e4}, [1.0, 0.01]).verdict
    'right'
    """
    read = config if isinstance(config, RopeConfig) else read_config(config)
    if seq_len is not None:
        seq_len = integer("seq_len", seq_len, 1, MAX_LENGTH)
    layers = read.chosen(layer)
    contexts = tuple(_context(read, settings, seq_len) for settings in layers)
    outcomes: list[tuple[str, Outcome]] = []
    if inv_freq is not None:
        outcomes.append(("inv_freq", check_vector(measured(inv_freq), layers, contexts)))
    if cos_sin is not None:
        outcomes.append(("cos_sin", check_table(measured(cos_sin), layers, contexts)))
    return _answer(read, layers, outcomes, seq_len)


def _context(config: RopeConfig, settings: RopeSettings, seq_len: int | None) -> Context:
    others = tuple(other for other in config.layers if other is not settings)
    return Context(others, family(config.model_type).base, seq_len)


def _answer(
    config: RopeConfig,
    layers: tuple[RopeSettings, ...],
    outcomes: list[tuple[str, Outcome]],
    seq_len: int | None,
) -> RopeCheck:
    """Put the outcomes of the files and the findings of the configuration together."""
    proven = {name for name, outcome in outcomes if outcome.right}
    if "cos_sin" in proven:
        proven.add("inv_freq")  # the table shows the frequencies too
    kept, notes = _settled(config.findings, proven)
    findings = [finding for _, outcome in outcomes for finding in outcome.findings]
    findings += [finding for finding in kept if finding.id not in {f.id for f in findings}]
    for _, outcome in outcomes:
        notes += outcome.notes
    unknown = [outcome for _, outcome in outcomes if not outcome.right and not outcome.findings]
    settings = next((o.settings for _, o in outcomes if o.settings is not None), layers[0])
    readings = settings.readings(seq_len)
    reading = next((o.reading for _, o in outcomes if o.reading is not None), readings[0])
    if not outcomes and len(readings) > 1:
        conditions = " or ".join(one.condition for one in readings)
        notes.append(f"Several readings are right: {conditions}.")
    verdict = "unknown" if unknown else "finding" if findings else "right"
    return RopeCheck(
        verdict,
        _said(verdict, findings, unknown, outcomes, layers),
        tuple(findings),
        tuple(dict.fromkeys([*config.notes, *notes])),
        _rule(layers, settings, outcomes),
        settings,
        reading.frequencies,
        reading.attention_factor,
        tuple(compare_readers(config, layers)),
    )


def _rule(
    layers: tuple[RopeSettings, ...],
    settings: RopeSettings,
    outcomes: list[tuple[str, Outcome]],
) -> str:
    """Return what is asked for: of all kinds of layers, or of the one that a file belongs to."""
    if any(outcome.settings is not None for _, outcome in outcomes):
        return rule_in_words(settings)
    return "; ".join(rule_in_words(one) for one in layers)


def _settled(findings: tuple[Finding, ...], proven: set[str]) -> tuple[list[Finding], list[str]]:
    """Return the findings that stay, and notes on those that a right file has settled."""
    kept = [finding for finding in findings if finding.settled not in proven]
    gone = [finding for finding in findings if finding.settled in proven]
    return kept, [f"{f.title}; the file shows that it was read rightly." for f in gone]


def _said(
    verdict: str,
    findings: list[Finding],
    unknown: list[Outcome],
    outcomes: list[tuple[str, Outcome]],
    layers: tuple[RopeSettings, ...],
) -> str:
    """Return the verdict in one sentence."""
    if verdict == "unknown":
        return f"Not what CONFIG asks for, and no known fault. {unknown[0].seen}"
    if verdict == "finding":
        ids = ", ".join(dict.fromkeys(finding.id for finding in findings))
        return f"{len(findings)} finding{'s' if len(findings) > 1 else ''}: {ids}."
    names = {"inv_freq": "the frequencies are", "cos_sin": "the table is"}
    told = " and ".join(names[name] for name, _ in outcomes)
    if told:
        return f"Right: {told} what CONFIG asks for."
    return "Nothing in CONFIG contradicts itself."
