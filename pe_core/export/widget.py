"""Charts for an article: one HTML file each, with its own sliders and no server behind it.

An article outlives the server of the app. So a widget carries the formula itself, in the small
JavaScript module ``assets/widget/encoding.js``, and answers in the reader's browser. A file holds
that module, the looks of a figure of ``pe_core.figures`` and the script that computes its numbers,
and either the tag that loads Plotly from its content network (as Plotly itself writes it, with
version and integrity hash) or, offline, the whole of Plotly. The same arguments give the same
bytes, so that a docs build stays stable.
"""

import html
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from pe_core.checks import choice, integer, real
from pe_core.export.embed import checked_address, checked_title, iframe
from pe_core.export.pieces import (
    compact,
    modules,
    plotly_script,
    script_json,
    style_sheet,
    template,
)
from pe_core.export.widget_kinds import KINDS, looks
from pe_core.sinusoid import Sinusoid

__all__ = [
    "KINDS",
    "MAX_WIDGET_DIM",
    "MAX_WIDGET_LENGTH",
    "Widget",
    "notebook_snippet",
    "widget_fragment",
    "widget_height",
    "widget_html",
]

THEMES = ("auto", "light", "dark")
#: Where the switches stand at first.
SWITCHES = {"log": True, "matrix": False}
#: Sliders end here, so that the largest picture still follows a drag.
MAX_WIDGET_DIM = 512
MAX_WIDGET_LENGTH = 4096


@dataclass(frozen=True)
class Widget:
    """Describe one widget: the kind of chart, where its sliders start, and its looks.

    Parameters
    ----------
    kind : ``"wave"``, ``"heatmap"``, ``"frequencies"``, ``"similarity"`` or ``"shift"``.
    dim : columns, an integer from 1 to 512. An even ``dim`` gives a slider of even numbers.
    length : positions, an integer from 1 to 4096.
    base : from 1 to 1e12.
    position : absolute position, from ``origin`` to ``origin + length - 1``; by default 20, or
        the last one.
    offset : the k of a shift, an integer from 0 to length - 1.
    title : text above the chart, at most 120 characters; by default that of the kind.
    theme : ``"auto"`` (as the reader's system), ``"light"`` or ``"dark"``.
    explorer : http(s) address of a page of the app, for a link to it with the widget's settings.
    spacing, layout, origin, amplitude, tail : as in :class:`pe_core.Sinusoid`.

    Raises
    ------
    ValueError : a field breaks its rule.

    >>> Widget("wave", length=10).position
    9
    """

    kind: str
    dim: int = 128
    length: int = 1000
    base: float = 10_000.0
    position: float | None = None
    offset: int | None = None
    title: str | None = None
    theme: str = "auto"
    explorer: str | None = None
    spacing: str = "paper"
    layout: str = "interleaved"
    origin: float = 0.0
    amplitude: float = 1.0
    tail: str = "sine"

    def __post_init__(self) -> None:
        """Check every field, so that no other method has to."""
        put = object.__setattr__
        choice("kind", self.kind, KINDS)
        choice("theme", self.theme, THEMES)
        put(self, "dim", integer("dim", self.dim, 1, MAX_WIDGET_DIM))
        put(self, "length", integer("length", self.length, 1, MAX_WIDGET_LENGTH))
        put(self, "base", real("base", self.base, 1, 1e12))
        sinusoid = self.sinusoid  # checks the other numbers
        if not sinusoid.columns:
            raise ValueError("dim must be at least 2 when tail is zero; got 1")
        first, last = sinusoid.origin, sinusoid.origin + self.length - 1
        position = min(first + 20, last) if self.position is None else self.position
        offset = min(5, self.length - 1) if self.offset is None else self.offset
        put(self, "position", _plain(real("position", position, first, last)))
        put(self, "offset", integer("offset", offset, 0, self.length - 1))
        title = KINDS[self.kind].title if self.title is None else self.title
        put(self, "title", checked_title(title))
        if self.explorer is not None:
            checked_address("explorer", self.explorer)

    @property
    def sinusoid(self) -> Sinusoid:
        """Return the encoding where the sliders start."""
        return Sinusoid(
            self.dim,
            self.base,
            self.spacing,
            self.layout,
            self.origin,
            self.amplitude,
            self.tail,
        )

    def fragment(self, *, plotly: str = "cdn") -> str:
        """Return the widget as a piece of HTML for the body of a page.

        ``plotly`` is ``"cdn"``, ``"inline"`` or ``"none"``, for a page that has it already.
        Several fragments on one page leave each other alone.

        Raises ``ValueError`` for another word, or where a file of the widget is missing.
        """
        choice("plotly", plotly, ("cdn", "inline", "none"))
        return self._fragment(plotly, page=False)

    def page(self, *, offline: bool = False, plotly: str | None = None) -> str:
        """Return the widget as a whole HTML page; ``offline`` puts all of Plotly into it.

        ``plotly`` is the address of a Plotly of your own, such as "/static/plotly.min.js".

        Raises ``ValueError`` where a file of the widget is missing.
        """
        fragment = self._fragment(plotly or ("inline" if offline else "cdn"), page=True)
        return template("page.html").substitute(
            title=html.escape(str(self.title)), fragment=fragment
        )

    def _fragment(self, plotly: str, *, page: bool) -> str:
        """Fill the template; ``page`` lets the address of the page set theme and sliders."""
        charts = looks(self.kind, self.sinusoid, self.length)
        settings = script_json(self._settings(page) | charts)
        key = sha256(f"{self.kind} {self.title} {settings}".encode()).hexdigest()[:8]
        pictures = ",".join(dict.fromkeys(chart["live"]["kind"] for chart in charts["charts"]))
        own = ("pictures/" + self.kind, "words/" + self.kind, "widget")
        sources = modules(*(f"widget/{name}.js" for name in own))
        return template("fragment.html").substitute(
            key=key,
            theme=self.theme,
            title=html.escape(str(self.title)),
            height=widget_height(self.kind),
            style=style_sheet(),
            plotly=plotly_script(plotly),
            script="\n".join(map(compact, sources)),
            settings=f'"{key}", {settings}, {{{pictures}}}, words',
        )

    def _settings(self, page: bool) -> dict[str, Any]:
        """Return what the script needs to know, in the words of the address bar."""
        state: dict[str, Any] = {"d": self.dim, "length": self.length, "base": self.base}
        state |= {"position": self.position, "offset": self.offset}
        state |= {key: on for key, on in SWITCHES.items() if key in KINDS[self.kind].controls}
        sinusoid = asdict(self.sinusoid)
        del sinusoid["dim"], sinusoid["base"]
        return {
            "state": state,
            "sinusoid": sinusoid,
            "explorer": self.explorer,
            "page": page,
            "maxDim": MAX_WIDGET_DIM,
            "maxLength": MAX_WIDGET_LENGTH,
            "controls": KINDS[self.kind].controls,
        }


def widget_html(kind: str, *, offline: bool = False, **fields: Any) -> str:
    """Return a widget as one HTML page: 20 kB and a tag for Plotly, or 5 MB when ``offline``.

    ``fields`` are those of :class:`Widget`: ``dim``, ``length``, ``base``, ``position``,
    ``title``, ``theme``, ``explorer`` and so on. The same arguments give the same bytes.

    Raises ``ValueError`` for a field that breaks its rule.

    >>> "<title>A &amp; B</title>" in widget_html("wave", title="A & B")
    True
    """
    return Widget(kind, **fields).page(offline=offline)


def widget_fragment(kind: str, *, plotly: str = "cdn", **fields: Any) -> str:
    """Return a widget as a piece of HTML for a page of your own; see :meth:`Widget.fragment`.

    Raises ``ValueError`` for a field that breaks its rule.

    >>> "<html" in widget_fragment("wave", plotly="none")
    False
    """
    return Widget(kind, **fields).fragment(plotly=plotly)


def widget_height(kind: str) -> int:
    """Return the height in pixels that suits an iframe with this kind of widget.

    Raises ``ValueError`` for another kind.

    >>> widget_height("wave")
    480
    """
    return KINDS[choice("kind", kind, KINDS)].height


def notebook_snippet(kind: str, **fields: Any) -> str:
    """Return a widget as an iframe that holds the page itself, for ``IPython.display.HTML``.

    Nothing of the notebook's own styles and scripts reaches into it.

    Raises ``ValueError`` for a field that breaks its rule.

    >>> notebook_snippet("wave").startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    True
    """
    widget = Widget(kind, **fields)
    return iframe("srcdoc", widget.page(), str(widget.title), widget_height(kind))


def _plain(number: float) -> float:
    """Return a whole number as an int, so that an address says 20 and not 20.0."""
    return int(number) if number.is_integer() else number
