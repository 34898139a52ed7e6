"""``python -m pe_core conventions``: list the named conventions, their numbers and sources."""

import argparse
import json
from typing import Any

from pe_core.conventions import CONVENTIONS, Convention

HELP = "list the named conventions with their numbers and sources"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print one JSON array")


def run(args: argparse.Namespace) -> int:
    """Print one line per convention, or all of them as JSON; return 0."""
    if args.json:
        entries = [_entry(convention) for convention in CONVENTIONS.values()]
        print(json.dumps(entries, indent=2, allow_nan=False))
        return 0
    for convention in CONVENTIONS.values():
        print(f"{convention.name}: {convention.title}")
        print(f"    {_numbers(convention)}")
        print(f"    {convention.source}")
        if convention.also_known_as:
            libraries = dict.fromkeys(source.library for source in convention.also_known_as)
            print(f"    also: {', '.join(libraries)}")
    return 0


def _numbers(convention: Convention) -> str:
    base = "2 per octave" if convention.octaves else f"base {convention.base:g}"
    amplitude = f"amplitude {convention.amplitude:g}"
    if convention.amplitude_per_dim is not None:
        amplitude = f"amplitude sqrt({convention.amplitude_per_dim:g}/dim)"
    order = "" if convention.order == "ascending" else f", {convention.order} positions"
    zeros = f", zero rows {list(convention.zero_rows)}" if convention.zero_rows else ""
    grid = ""
    if convention.grid:
        axes = "".join("zyx"[-len(convention.grid.axes) :][axis] for axis in convention.grid.axes)
        grid = f", grid axes {axes} in {convention.grid.join}, unit {convention.grid.unit}"
    return (
        f"{convention.layout}, {convention.spacing} spacing, {base}, origin "
        f"{convention.origin:g}, {amplitude}, odd dim: {convention.tail}{order}{zeros}{grid}"
    )


def _entry(convention: Convention) -> dict[str, Any]:
    """Return a convention as plain data."""
    names = ("name", "title", "note", "spacing", "layout", "base", "origin", "amplitude", "tail")
    entry: dict[str, Any] = {name: getattr(convention, name) for name in names}
    entry["base"] = None if convention.octaves else convention.base
    entry["amplitude_per_dim"] = convention.amplitude_per_dim
    entry["order"] = convention.order
    entry["zero_rows"] = list(convention.zero_rows)
    sources = (convention.source, *convention.also_known_as)
    entry["sources"] = [vars(source) for source in sources]
    entry["grid"] = None
    if convention.grid:
        entry["grid"] = {**vars(convention.grid), "axes": list(convention.grid.axes)}
    return entry
