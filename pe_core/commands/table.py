"""Print the table of encodings, or write it to a file.

Example: python -m pe_core table --dim 6 --length 4
"""

import argparse
import csv
import io
import json
import sys
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from pe_core.conventions import convention
from pe_core.sinusoid import LAYOUTS, SPACINGS, TAILS, Sinusoid

HELP = "print or save a table of encodings"
DEFAULTS = {"base": 10_000.0, "spacing": "paper", "layout": "interleaved", "origin": 0.0}
DEFAULTS |= {"amplitude": 1.0, "tail": "sine"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("--dim", type=int, required=True, help="columns, d_model")
    add("--length", type=_length, required=True, help="rows; 2x3 for a convention of a grid")
    add("--start", type=float, default=0, help="first row, counted from the origin (0)")
    add("--base", type=float, help="base of the wavelengths (10000)")
    add("--spacing", choices=SPACINGS, help="exponent rule (paper: 2i/d)")
    add("--layout", choices=LAYOUTS, help="column order (interleaved)")
    add("--origin", type=float, help="position of row 0 (0)")
    add("--amplitude", type=float, help="factor on every value (1)")
    add("--tail", choices=TAILS, help="what an odd dim does (sine)")
    add("--convention", metavar="NAME", help="a named convention instead; see `conventions`")
    add("--format", choices=("csv", "json", "npy"), default="csv", help="csv unless given")
    add("--out", type=Path, metavar="FILE", help="write here, not to the screen")


def _length(text: str) -> int | tuple[int, ...]:
    """Read a number of rows, or the sizes of a grid joined by x."""
    try:
        sizes = tuple(int(size) for size in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"length must be an integer, or sizes such as 2x3; got {text[:40]!r}"
        ) from None
    return sizes if len(sizes) > 1 else sizes[0]


def run(arguments: argparse.Namespace) -> int:
    """Write the table that the arguments ask for."""
    given = {k: getattr(arguments, k) for k in DEFAULTS if getattr(arguments, k) is not None}
    if arguments.convention is None and isinstance(arguments.length, tuple):
        raise ValueError("length must be one integer without a convention of a grid; got several")
    if arguments.convention is None:
        table = Sinusoid(arguments.dim, **given).table(arguments.length, start=arguments.start)
    else:
        table = _convention_table(arguments, given)
    if arguments.out is None:
        sys.stdout.flush()
        _write(table, arguments.format, sys.stdout.buffer)
    else:
        with arguments.out.open("wb") as stream:
            _write(table, arguments.format, stream)
    return 0


def _convention_table(
    arguments: argparse.Namespace, given: dict[str, object]
) -> npt.NDArray[np.float64]:
    """Return the table of a named convention; of the other numbers it takes the base alone."""
    entry = convention(arguments.convention)
    fixed = sorted(set(given) - {"base"})
    if fixed or arguments.start:
        names = ", ".join(fixed) or "start"
        raise ValueError(f"convention fixes {names}; leave it out")
    return entry.table(arguments.length, arguments.dim, base=arguments.base)


def _write(table: npt.NDArray[np.float64], kind: str, stream: IO[bytes]) -> None:
    """Write a table row by row: as text it takes several times its memory."""
    if kind == "npy":
        np.lib.format.write_array(_Forward(stream), table, allow_pickle=False)
    elif kind == "json":
        for number, row in enumerate(table):
            stream.write((", " if number else "[").encode() + json.dumps(row.tolist()).encode())
        stream.write(b"]\n" if len(table) else b"[]\n")
    else:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
        csv.writer(text, lineterminator="\n").writerows(row.tolist() for row in table)
        text.detach()
    stream.flush()


class _Forward:
    """Pass bytes on to a stream that cannot say where it is, as a pipe cannot."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(self, content: bytes) -> int:
        return self._stream.write(content)
