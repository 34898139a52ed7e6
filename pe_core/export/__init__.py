"""What a reader takes along: a chart as one HTML file, the code of its numbers, a citation."""

from pe_core.export.citation import app_bibtex, paper_bibtex
from pe_core.export.embed import iframe_snippet
from pe_core.export.snippets import FRAMEWORKS, snippet
from pe_core.export.widget import (
    KINDS,
    Widget,
    notebook_snippet,
    widget_fragment,
    widget_height,
    widget_html,
)

__all__ = [
    "FRAMEWORKS",
    "KINDS",
    "Widget",
    "app_bibtex",
    "iframe_snippet",
    "notebook_snippet",
    "paper_bibtex",
    "snippet",
    "widget_fragment",
    "widget_height",
    "widget_html",
]
