"""The pieces that a widget's file is made of: templates, scripts, colours, and Plotly.

The sources under ``assets`` are used as they are, without a build step; only comment lines, blanks
and line breaks are left out where a reader's browser has no use for them.
"""

import html
import json
import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from string import Template
from typing import Any

import plotly.graph_objects as go
from plotly import __version__ as plotly_version
from plotly.offline import get_plotlyjs

from pe_core.figures.theme import DARK, LIGHT, Theme

__all__ = [
    "VARIABLES",
    "bundle",
    "compact",
    "modules",
    "plotly_address",
    "plotly_bundle",
    "plotly_script",
    "script_json",
    "style_sheet",
    "template",
]

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
#: What the light and the dark look have apart.
_APART = tuple(
    field.name
    for field in fields(Theme)
    if field.name != "name" and getattr(LIGHT, field.name) != getattr(DARK, field.name)
)
_NAMES: dict[str, Any] = {name: f"--{name}" for name in (*_APART, "font")}
#: A look whose colours and font are the names of variables in a widget's style sheet.
VARIABLES = replace(LIGHT, **_NAMES, size=12)


def script_json(value: Any) -> str:
    """Return JSON that can stand inside a script element, whatever text it holds."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)  # ASCII: no U+2028
    return text.replace("<", "\\u003c")


def _asset(name: str) -> str:
    """Read one file of the app or of the widgets."""
    try:
        return (_ASSETS / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(
            f"widgets need the file assets/{name} of the project; it is missing"
        ) from None


def template(name: str) -> Template:
    """Return one of the HTML files with places to fill."""
    return Template(_asset(f"widget/{name}"))


def modules(*names: str) -> list[str]:
    """Return modules and all that they import, each behind what it uses."""
    found = []
    for name in names:
        used = re.findall(r'^import \{.*\} from "(.*)";$', _asset(name), flags=re.MULTILINE)
        found += modules(*(normpath(join(dirname(name), path)) for path in used))
        found.append(name)
    return list(dict.fromkeys(found))


def _bare(name: str) -> str:
    """Return a source without comment lines, indentation and the module's imports and export."""
    lines = (line.strip() for line in _asset(name).splitlines())
    kept = (line for line in lines if line and not line.startswith(("//", "import ", "export {")))
    return "\n".join(kept)


def compact(name: str) -> str:
    """Return a module as a part of a longer script, without what a browser has no use for.

    Comments must stand in lines of their own.
    """
    script = "\n".join(map(_squeezed, _bare(name).split("\n")))
    return re.sub(r"(?<=[{(\[,;])\n|\n(?=[})\],;?:])", "", script)


def _squeezed(line: str) -> str:
    """Return a line of a script without the blanks around signs that mean nothing."""
    if line.count('"') % 2 or line.count("`") > 2 or "'" in line:
        return line  # text in text
    parts = re.split(r'("[^"]*"|`[^`]*`)', line)
    for place, part in enumerate(parts):
        if place % 2 == 0:
            part = re.sub(r" ?([=<>(){}\[\],;:?*&|]) ?", r"\1", part)
            parts[place] = re.sub(r"(?<=[\w)\]]) ([-+/%]) (?=[\w(])", r"\1", part)
    return "".join(parts)


def _module(name: str) -> str:
    """Return a module as a piece of a longer script: what it exports, as constants.

    Its other names stay its own, so that modules can have the same ones.
    """
    return f"const {_exports(name)} = {_closed(_bare(name), name)};"


def _closed(script: str, name: str) -> str:
    """Return a script as an expression: an object of what the module ``name`` exports."""
    return f"(() => {{\n{script}\nreturn {_exports(name)};\n}})()"


def _exports(name: str) -> str:
    """Return the names that a module exports, in braces."""
    return " ".join(re.findall(r"^export (\{.*\});$", _asset(name), flags=re.MULTILINE))


def bundle() -> str:
    """Return the whole app as an expression, for a server that can serve no files.

    Each of the app's parts brings it, and the first one makes it for all.
    """
    *parts, app = modules("app/app.js")
    sheet = f"{{ textContent: {script_json(_asset('app/app.css'))} }}"
    style = f'document.head.append(Object.assign(document.createElement("style"), {sheet}));'
    script = "\n".join((*map(_module, parts), style, _bare(app)))
    return f"(window.positionalEncodings ||= {_closed(script, app)})"


def style_sheet() -> str:
    """Return the style sheet, with the colours of the app's own theme in both looks."""
    rules = re.sub(r";? (?=})| (?={)|(?<=[{};,]) |(?<=[a-z]:) |\n", "", _bare("widget/widget.css"))
    dark = _variables(DARK)
    return (
        f".pe-w{{{_variables(LIGHT)}}}\n.pe-w[data-theme=dark]{{{dark}}}\n"
        f"@media(prefers-color-scheme:dark){{.pe-w[data-theme=auto]{{{dark}}}}}\n{rules}"
    )


def _variables(look: Theme) -> str:
    """Return the colours of one look as variables of a style sheet."""
    colours = "".join(f"--{name}:{getattr(look, name)};" for name in _APART)
    return f"{colours}color-scheme:{look.name}"


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
