"""Sentences of the page on longer contexts, made from what the core computed."""

from pages.parts.written import size
from pe_core.rotary.beside import Lengths, RuleBeside
from pe_core.rotary.config import RopeConfig
from pe_core.rotary.extension import Extension
from pe_core.rotary.readers import READERS, ReaderDifference, readers_of
from pe_core.rotary.settings import RopeSettings

LEAD = (
    "A model that was trained on short texts is to read long ones. Its fast pairs have been "
    "round many times and know every angle. Its **slow pairs** have not: in a longer text they "
    "reach angles that were never seen. A rule slows them down, so that the longer text ends "
    "where the training text did. Pick a model, or paste its config.json: "
    "it says everything that counts here, so d and base at the left do nothing."
)
RATIOS = (
    "1: the pair turns as before. On the thin line: slowed by the full factor. The other rules "
    "get the same base, factor and length of training."
)
PARTING = (
    "Each line is another reading of the same model. Above the dashed line some pair is off by "
    "more than half a radian: from there on, scores are made of other angles."
)
CHECK = (
    "The same check as `python -m pe_core rope config.json`: what the file asks for, what in it "
    "is contradictory or risky, and which libraries read it otherwise."
)
TABLE = (
    "As far as the source of each library says: the code that its models share, at the version "
    "named. Whether a library has the model at all was not looked up. A dash: an image model, "
    "which that code does not read."
)
NAMES = {
    "default": "no rule",
    "linear": "linear",
    "ntk": "NTK-aware",
    "dynamic": "dynamic",
    "yarn": "YaRN",
    "longrope": "LongRoPE",
    "llama3": "Llama 3",
    "proportional": "proportional",
}
RULES = {
    "default": "The file asks for no rule: every pair turns as its base says.",
    "linear": "Linear: all pairs are slowed alike, also those that tell neighbours apart.",
    "ntk": "NTK-aware: a larger base, which slows slow pairs more than fast ones.",
    "dynamic": "Dynamic: the base grows with the text, so that short texts are read as before.",
    "yarn": "YaRN: fast pairs stay, slow pairs are slowed fully, a ramp lies between.",
    "longrope": "LongRoPE: a searched list of divisors, one for short texts, one for long ones.",
    "llama3": "Llama 3: fast pairs stay, slow pairs are slowed fully, a band is blended.",
    "proportional": "Proportional: only the fast pairs turn; the others stand still.",
}


def kinds_text(settings: RopeSettings, made: Extension) -> str:
    """Say what the rule does to how many pairs."""
    counts = [f"**{count} {kind}**" for kind, count in made.counts().items() if count]
    return f"{RULES[settings.rule]} Of {len(made.ratio)} pairs: {', '.join(counts)}." + (
        " This is a grid; each axis has its own pairs." if settings.axes else ""
    )


def factor_text(config: RopeConfig, made: Extension) -> str:
    """Say what is multiplied beside the angles: two things with one name, kept apart."""
    factor = made.attention_factor
    told = (
        "**Attention factor**: cosine and sine are left as they are."
        if factor == 1
        else f"**Attention factor**: cosine and sine are multiplied by {factor:.6g}, so every "
        f"score by its square, {factor**2:.6g}: attention becomes sharper."
    )
    if config.softmax_factor != 1:
        told += (
            f" Another factor, {config.softmax_factor:.6g}, is on the softmax scale: it acts on "
            "the whole score, also on the dimensions that do not turn."
        )
    return told


def waves_text(made: Extension, lengths: Lengths) -> str:
    """Say how many pairs never came round in training, and how many do not in the longer text."""
    slow = made.wavelengths_before > lengths.trained
    known = made.before * (lengths.trained - 1)
    fresh = slow & (made.after * (lengths.full - 1) > known * (1 + 1e-4))
    return (
        f"{int(slow.sum())} of {len(slow)} pairs do not come round once in {lengths.trained:,} "
        f"positions, so a longer text would take them to new angles. In {lengths.full:,} "
        f"positions, read as the file asks, {int(fresh.sum())} of them get there."
    )


def apart(
    beside: tuple[RuleBeside, ...], readers: tuple[ReaderDifference, ...]
) -> list[tuple[str, float]]:
    """Return the name of each reading that differs, and by how many rad per position at most."""
    rules = [(rule.name, rule.apart) for rule in beside]
    return rules + [(f"{r.reader} {r.version}", r.apart) for r in readers if r.apart > 0]


def parting_rows(
    beside: tuple[RuleBeside, ...], readers: tuple[ReaderDifference, ...], lengths: Lengths
) -> list[dict[str, str]]:
    """Return each other reading with the position where it parts, as rows of a table."""
    told = [(rule.name, rule.parts_at, rule.apart) for rule in beside]
    told += [(f"{r.reader} {r.version}", r.parts_at, r.apart) for r in readers]
    return [
        {
            "read as": name,
            "more than 0.5 rad off from position": _place(position),
            "rad off at the end": size(speed * (lengths.full - 1)),
        }
        for name, position, speed in told
    ]


def _place(position: int | None) -> str:
    return "never" if position is None else f"{position:,}"


def reader_rows(config: RopeConfig) -> list[dict[str, str]]:
    """Return how each known library reads a configuration, as rows of a table."""
    return [
        {"library": reader.name, "version": reader.version, "reads it": told}
        for reader, told in zip(READERS, readers_of(config), strict=True)
    ]
