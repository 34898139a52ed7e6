"""The pieces that a widget's file is made of: templates, scripts, colours, and Plotly.

The sources under ``assets/widget`` are used as they are, without a build step; only comment lines
and indentation are left out, as a reader's browser has no use for them.
"""

import html
import json
import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import plotly.graph_objects as go
from plotly import __version__ as plotly_version
from plotly.offline import get_plotlyjs

from pe_core.figures.theme import DARK, LIGHT, Theme

__all__ = [
    "compact",
    "plotly_address",
    "plotly_bundle",
    "plotly_script",
    "script_json",
    "style_sheet",
    "template",
]

_ASSETS = Path(__file__).resolve().parents[2] / "assets" / "widget"


def script_json(value: Any) -> str:
    """Return JSON that can stand inside a script element, whatever text it holds."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)  # ASCII: no U+2028
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _asset(name: str) -> str:
    """Read one file of the widget."""
    try:
        return (_ASSETS / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(
            f"widgets need the file assets/widget/{name} of the project; it is missing"
        ) from None


def template(name: str) -> Template:
    """Return one of the HTML files with places to fill."""
    return Template(_asset(name))


def compact(name: str) -> str:
    """Return a source without comment lines, indentation and the module's imports and export."""
    lines = (line.strip() for line in _asset(name).splitlines())
    kept = (line for line in lines if line and not line.startswith(("//", "import ", "export {")))
    return "\n".join(kept)


def style_sheet() -> str:
    """Return the style sheet, with the colours of the app's own theme in both looks."""
    rules = re.sub(r" (?=[{}])|(?<=[{};,]) |(?<=[a-z]:) ", "", compact("widget.css"))
    dark = _variables(DARK)
    return (
        f".pe-w{{{_variables(LIGHT)}}}\n.pe-w[data-theme=dark]{{{dark}}}\n"
        f"@media(prefers-color-scheme:dark){{.pe-w[data-theme=auto]{{{dark}}}}}\n{rules}"
    )


def _variables(look: Theme) -> str:
    """Return the colours of one look as variables of a style sheet."""
    names = ("paper", "text", "muted", "grid", "sine", "cosine", "accent")
    colours = "".join(f"--{name}:{getattr(look, name)};" for name in names)
    return f"{colours}--diverging:{' '.join(look.diverging)};color-scheme:{look.name}"


@cache
def _plotly_tag() -> str:
    """Return the script element that loads Plotly, as Plotly itself writes it."""
    page = go.Figure().to_html(include_plotlyjs="cdn", full_html=False)
    tags = re.findall(r'<script\b[^>]*\bsrc="[^"]+"[^>]*></script>', page)
    if len(tags) != 1:
        raise ValueError(f"Plotly must write one script element with an address; got {len(tags)}")
    return str(tags[0])


def plotly_address() -> str:
    """Return the address of Plotly on its content network, from Plotly's own script element."""
    return str(re.findall(r'\bsrc="([^"]+)"', _plotly_tag())[0])


def plotly_bundle() -> tuple[str, str]:
    """Return a file name with the version of the installed Plotly, and its script."""
    return f"plotly-{plotly_version}.min.js", get_plotlyjs()


def plotly_script(source: str) -> str:
    """Return what brings Plotly: for "cdn" its tag, for "inline" all of it, for "none" nothing.

    Anything else is the address of a Plotly of one's own.
    """
    if source == "inline":
        return f"<script>{get_plotlyjs()}</script>"
    if source == "none":
        return ""
    return _plotly_tag() if source == "cdn" else f'<script src="{html.escape(source)}"></script>'
