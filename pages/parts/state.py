"""The one place where the view lives: what the URL says, checked, and nothing else.

Each parameter has a name, a default and a rule. ``load`` reads the query string when it was
changed from outside (a link, a reload, the back button) and writes it back in its shortest form;
controls change a parameter with ``put``. So a link is a saved view, on every page, and a value
that breaks its rule falls back to its default with a note.

Streamlit's ``bind="query-params"`` is not used, since with native pages it drops the bound values
of the page that one leaves.
"""

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pe_core import CONVENTIONS
from pe_core.doctor import BUGS
from pe_core.lessons import MAX_STUDENT
from pe_core.lessons.source import MAX_BLOCKS as MOST_STEPS
from pe_core.order import LEFT_SENTENCE, RIGHT_SENTENCE
from pe_core.rotary.presets import PRESETS, VARIANTS
from pe_core.samples import SAMPLES
from pe_core.sinusoid import LAYOUTS, MAX_DIM
from pe_core.timesteps import SCHEDULE_STEPS
from pe_core.tokens import SOURCE_SENTENCE


@dataclass(frozen=True)
class Parameter:
    """Hold the default of a parameter and the functions between its value and its text."""

    default: Any
    parse: Callable[[str], Any]
    write: Callable[[Any], str] = str


def number(default: float, low: float, high: float, *, whole: bool = False) -> Parameter:
    """Return a parameter for a number within bounds."""

    def parse(text: str) -> float:
        value = float(text[:60])
        if not (math.isfinite(value) and low <= value <= high and (value % 1 == 0 or not whole)):
            kind = "a whole number" if whole else "a number"
            raise ValueError(f"must be {kind} from {low:,.15g} to {high:,.15g}")
        return int(value) if whole else value

    return Parameter(default, parse, lambda value: f"{value:.15g}")


def optional(parameter: Parameter) -> Parameter:
    """Return the parameter with nothing for a default, written as an absent key."""
    return Parameter(None, parameter.parse, parameter.write)


def option(*options: str) -> Parameter:
    """Return a parameter for one of some words; the first is the default."""

    def parse(text: str) -> str:
        if text not in options:
            raise ValueError(f"must be one of {', '.join(options)}")
        return text

    return Parameter(options[0], parse)


def flag(default: bool = False) -> Parameter:
    """Return a parameter for yes or no."""

    def parse(text: str) -> bool:
        if text not in ("true", "false"):
            raise ValueError("must be true or false")
        return text == "true"

    return Parameter(default, parse, lambda value: str(value).lower())


def numbers(*default: int, high: int, most: int) -> Parameter:
    """Return a parameter for a list of at most ``most`` whole numbers from 0 to ``high``."""
    one = number(0, 0, high, whole=True)

    def parse(text: str) -> tuple[int, ...]:
        parts = [part for part in text[:1_000].split(",") if part.strip()]
        if len(parts) > most:
            raise ValueError(f"must have at most {most} numbers")
        return tuple(dict.fromkeys(one.parse(part) for part in parts))

    return Parameter(default, parse, lambda values: ",".join(map(str, values)))


def text(default: str, most: int) -> Parameter:
    """Return a parameter for free text of at most ``most`` characters."""

    def parse(given: str) -> str:
        if len(given) > most:
            raise ValueError(f"must have at most {most:,} characters")
        return given

    return Parameter(default, parse)


def words(*known: str) -> Parameter:
    """Return a parameter for a list of some of the known words."""

    def parse(given: str) -> tuple[str, ...]:
        parts = tuple(dict.fromkeys(part for part in given[:1_000].split(",") if part))
        if not set(parts) <= set(known):
            raise ValueError(f"must be some of {', '.join(known)}")
        return parts

    return Parameter((), parse, ",".join)


def predictions(most: int) -> Parameter:
    """Return a parameter for what was predicted in each step of a lesson.

    A step holds nothing, a number (of an option, or the prediction itself), or "x" where the
    answer was looked at without one.
    """

    def one(part: str) -> str:
        return part if part in ("", "x") else f"{number(0, -1e15, 1e15).parse(part):.10g}"

    def parse(given: str) -> tuple[str, ...]:
        parts = given[:2_000].split("~")
        if len(parts) > most:
            raise ValueError(f"must have at most {most} predictions")
        return tuple(one(part) for part in parts)

    return Parameter((), parse, "~".join)


#: Characters of a sentence; a link with more would not fit into every browser's address.
LONGEST_TEXT = 2_000
MAX_LENGTH = 1_000_000
MAX_D = 4_096
#: Tokens and dimensions that the page on tokens draws, and seeds to choose from.
MOST_TOKENS, MOST_TOKEN_D, MAX_SEED = 100, 64, 999
#: Positions that a query and a key can be moved by together.
MOST_BOTH = 4_096
#: Parts of long pages that are closed at first.
FOLDS = ("exact", "one-sine", "paths", "layer", "offsets", "choice", "balance", "model", "printed")
FOLDS += ("similarity", "counter", "readers")
#: What a convention is held against at first.
OTHER = "tensor2tensor"
#: Layers of attention behind a causal mask.
LAYERS = ("1", "2", "3")
#: Types that tables are kept in.
PRECISIONS = ("bfloat16", "float16", "float32", "float64")
#: Models whose rotary settings are known, and the one that is shown at first.
MODELS, FIRST_MODEL = tuple(entry.name for entry in (*PRESETS, *VARIANTS)), "llama_3_1_8b"
place = number(0, 0, MAX_LENGTH - 1, whole=True)

PARAMETERS: dict[str, Parameter] = {
    "d": number(128, 1, MAX_D, whole=True),
    "length": number(1_000, 1, MAX_LENGTH, whole=True),
    "base": number(10_000.0, 2, 1e9),
    "convention": option(*CONVENTIONS),
    "layout": optional(option(*LAYOUTS)),
    "position": number(20, 0, MAX_LENGTH - 1, whole=True),
    "other": number(100, 0, MAX_LENGTH - 1, whole=True),
    "dimension": number(6, 0, MAX_D - 1, whole=True),
    "from": place,
    "to": optional(place),
    "dims": numbers(0, 4, 16, 64, high=MAX_D - 1, most=12),
    "turned": flag(),
    "log": flag(),
    "left": text(LEFT_SENTENCE, LONGEST_TEXT),
    "right": text(RIGHT_SENTENCE, LONGEST_TEXT),
    "bag": flag(default=True),
    "mask": flag(default=True),
    "layers": option(*LAYERS),
    "trained": number(100, 2, MAX_LENGTH - 1, whole=True),
    "bits": number(5, 1, 8, whole=True),
    "k": number(5, -100, 100, whole=True),
    "pairs": number(8, 1, 64, whole=True),
    "pair": number(0, 0, MAX_D // 2 - 1, whole=True),
    "paired": flag(),
    "both": number(0, 0, MOST_BOTH, whole=True),
    "sentence": text(SOURCE_SENTENCE, LONGEST_TEXT),
    "td": number(6, 1, MOST_TOKEN_D, whole=True),
    "first": option("0", "1"),
    "scale": number(1.0, 0, 1_000),
    "root": flag(),
    "seed": number(42, 0, MAX_SEED, whole=True),
    "row": number(1, 0, MOST_TOKENS - 1, whole=True),
    "column": number(2, 0, MOST_TOKEN_D - 1, whole=True),
    "words": number(6, 4, 9, whole=True),
    "padding": flag(default=True),
    "seen": number(48, 8, 64, whole=True),
    "ld": option("16", "32", "64"),
    "steps": number(400, 10, 1_000, whole=True),
    "step": number(500, 0, SCHEDULE_STEPS - 1, whole=True),
    "count": number(50, 1, SCHEDULE_STEPS, whole=True),
    "lesson": optional(text("", 40)),
    "at": number(1, 1, MOST_STEPS, whole=True),
    "student": number(0, 0, MAX_STUDENT, whole=True),
    "given": predictions(MOST_STEPS),
    "question": optional(text("", 40)),
    "against": option(OTHER, *(name for name in CONVENTIONS if name != OTHER)),
    "sample": option(*SAMPLES),
    "expect": optional(option(*CONVENTIONS)),
    "wide": optional(number(1, 1, MAX_DIM, whole=True)),
    "begins": optional(number(0, -1e12, 1e12)),
    "known": optional(number(1, 1e-12, 1e12)),
    "puzzle": number(1, 1, len(BUGS), whole=True),
    "guess": optional(option(*BUGS, "x")),
    "beside": flag(),
    "rounded": option("frequencies", "positions"),
    "dtype": option(*PRECISIONS),
    "head": number(2, 1, 8, whole=True),
    "model": option(FIRST_MODEL, *(m for m in MODELS if m != FIRST_MODEL)),
    "config": optional(text("", LONGEST_TEXT)),
    "kind": number(0, 0, 15, whole=True),
    "stretch": number(4, 1, 64, whole=True),
    "open": words(*FOLDS),
    "present": flag(),
    "view": option("page", "chart"),
    "chart": optional(text("", 40)),
}
#: Keys that Streamlit itself reads.
RESERVED = ("embed", "embed_options")


def load() -> None:
    """Take over the query string if it was changed from outside, and write it back tidied."""
    raw = {k: v for k, v in st.query_params.to_dict().items() if k not in RESERVED}
    _drop_echoes()
    # Right after a control was used, the browser's address may still be the one before.
    put_just_now = st.session_state.pop("put", False)
    outside = raw != st.session_state.get("url") and not put_just_now
    if outside or "view" not in st.session_state:
        st.session_state["view"], st.session_state["notes"] = _parsed(raw)
    tidy = url()
    if tidy != raw:
        st.query_params.from_dict(tidy)
    st.session_state["url"] = tidy


def echo(parameter: str) -> None:
    """Remember that a field has what it showed before the server changed it.

    A slider's message that leaves before the field heard of the last one brings the field's old
    number along, and Streamlit takes that for typing.
    """
    before = (parameter, st.session_state["view"][parameter])
    st.session_state["echoes"] = [*st.session_state.get("echoes", []), before]


def _drop_echoes() -> None:
    """Take back what fields seemed to say while it was a slider that moved."""
    echoes = st.session_state.pop("echoes", [])
    slid = st.session_state.pop("slid", None)
    if slid is not None:
        old = {key: value for key, value in reversed(echoes) if key not in slid}
        st.session_state["view"] = st.session_state["view"] | old


def _parsed(raw: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the values of a query string, and a note for each that was not usable."""
    values = {key: parameter.default for key, parameter in PARAMETERS.items()}
    notes = []
    for key, text in raw.items():
        if key not in PARAMETERS:
            notes.append(f"The link has an unknown setting {_quoted(key)}; it was left out.")
            continue
        try:
            values[key] = PARAMETERS[key].parse(text)
        except ValueError as error:
            rule = str(error) if str(error).startswith("must") else "must be a number"
            default = PARAMETERS[key].default
            shown = "nothing" if default is None else PARAMETERS[key].write(default)
            notes.append(f"{key} {rule}; the link has {_quoted(text)}, so {shown} is used.")
    return values, notes


def _quoted(text: str) -> str:
    """Return a short text from a link, safe to show among Markdown."""
    short = text if len(text) <= 40 else text[:39] + "…"
    plain = "".join(c if c.isprintable() and c not in "`\\" else " " for c in short)
    return f"`{plain}`" if plain.strip() else "nothing"


def url(**changes: Any) -> dict[str, str]:
    """Return the query of the present view (or of a changed one): all that is not default."""
    values = st.session_state["view"] | changes
    return {
        key: parameter.write(values[key])
        for key, parameter in PARAMETERS.items()
        if values[key] != parameter.default and values[key] is not None
    }


def get(key: str) -> Any:
    """Return the present value of a parameter."""
    return st.session_state["view"][key]


def chart_only() -> bool:
    """Return whether the page is to show one chart and nothing else."""
    return get("view") == "chart"


def presenting() -> bool:
    """Return whether the page is to be projected: large, and without controls."""
    return get("present") and not chart_only()


def bare() -> bool:
    """Return whether controls are left out: in a view of one chart, and when presenting."""
    return chart_only() or presenting()


def put(**values: Any) -> None:
    """Change parameters; for the callbacks of controls."""
    st.session_state["view"] = st.session_state["view"] | values
    st.session_state["notes"] = []
    st.session_state["put"] = True


def take(moved: Any, seen: dict[str, int]) -> None:
    """Take over where a slider was let go; what comes from a browser is checked like a link.

    ``seen`` is told the number of the message, so that the slider knows that it was heard.
    """
    if not isinstance(moved, dict):
        return
    values, number = moved.get("values"), moved.get("n")
    if type(number) is int:
        seen["n"] = number
    if isinstance(values, dict):
        _put_checked(values)
        st.session_state["slid"] = set(values)


def pick(chosen: Any) -> None:
    """Take over what a click on a chart selects."""
    if isinstance(chosen, dict):
        _put_checked(chosen)


def _put_checked(values: dict[Any, Any]) -> None:
    """Change parameters to numbers from a browser, as far as they obey their rules."""
    fine = {}
    for key, value in values.items():
        if key in PARAMETERS and type(value) in (int, float):
            # A whole number may have any number of digits, and a float holds only some of them.
            with contextlib.suppress(ValueError, OverflowError):
                parsed = PARAMETERS[key].parse(f"{value:.15g}")
                if type(parsed) in (int, float):
                    fine[key] = parsed
    if fine:
        put(**fine)


def note(text: str) -> None:
    """Add a sentence to the notes above the page, once."""
    if text not in st.session_state["notes"]:
        st.session_state["notes"] = [*st.session_state["notes"], text]


def drop(key: str, why: str) -> None:
    """Return one parameter to its default, with a note that says why."""
    st.session_state["view"] = st.session_state["view"] | {key: PARAMETERS[key].default}
    note(why)


def reset() -> None:
    """Return every parameter to its default, but stay in the same kind of view."""
    put(**{k: p.default for k, p in PARAMETERS.items() if k not in ("view", "chart")})
