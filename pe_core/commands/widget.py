"""Write a chart with its own sliders as one HTML file, for an article or a notebook.

Prints the line of HTML that shows the file in an article. The file needs no server, and the same
arguments give the same bytes.

Example: python -m pe_core widget wave --out wave.html --title "Position 20"
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from pe_core.commands.snippet import add_encoding, read_encoding
from pe_core.export.embed import iframe_snippet
from pe_core.export.widget import KINDS, THEMES, Widget, widget_height

HELP = "write a chart with its own sliders as one HTML file"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("kind", choices=tuple(KINDS), help="which chart")
    add("--out", type=Path, required=True, metavar="FILE", help="the HTML file to write")
    add("--offline", action="store_true", help="put Plotly into the file: 5 MB, no network needed")
    add("--length", type=int, default=1000, help="number of positions (1000)")
    add("--position", type=float, help="position that is shown first (20)")
    add("--offset", type=int, help="offset k that a shift starts with (5)")
    add("--title", help="text above the chart (what the chart shows)")
    add("--theme", choices=THEMES, default="auto", help="colours (auto: as the reader's system)")
    add("--explorer", metavar="ADDRESS", help="page of the app that the chart links to")
    add_encoding(parser)


def run(args: argparse.Namespace) -> int:
    """Write the file and print its iframe; ``ValueError`` for values out of range."""
    names = ("kind", "length", "position", "offset", "title", "theme", "explorer")
    fields = {name: getattr(args, name) for name in names} | asdict(read_encoding(args))
    widget = Widget(**fields)
    page = widget.page(offline=args.offline)
    try:
        args.out.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        told = f"{str(args.out)!r}: {error.strerror or error}"
        raise ValueError(f"out must be a file that can be written; got {told}") from None
    title, height = str(widget.title), widget_height(widget.kind)
    print(iframe_snippet(args.out.name, title=title, height=height))
    return 0
