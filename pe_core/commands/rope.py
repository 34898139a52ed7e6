"""Check the rotary settings of a model: its config.json, its frequencies, its cos/sin table.

CONFIG alone: what the rule is, what is contradictory or risky, which libraries read it otherwise.
With a file of numbers (.npy, .npz, .csv, .txt, .json or what a console printed): is it the one
that CONFIG asks for, and if not, which fault made it. Exit codes: 0 right, 1 a finding or
unknown, 2 unreadable input.

Example: python -m pe_core rope config.json --inv-freq inv_freq.npy
"""

import argparse
import json
import sys

from pe_core.doctor import Reading, read_bytes
from pe_core.doctor.reading import MAX_BYTES
from pe_core.rotary.check import check_rope
from pe_core.rotary.config_values import MAX_CONFIG_BYTES
from pe_core.rotary.readers import readers_markdown

HELP = "check a model's rotary settings: config.json, frequencies, cos/sin table"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("config", metavar="CONFIG", nargs="?", help="a model's config.json; - for stdin")
    add("--inv-freq", metavar="FILE", help="inverse frequencies, as the model holds them")
    add("--cos-sin", metavar="FILE", help="table of cosine, of sine, or of both stacked")
    add("--layer", metavar="KIND", help="kind of layer: full_attention, sliding_attention, …")
    add("--seq-len", type=int, metavar="N", help="length of the text, in positions")
    add("--json", action="store_true", help="print one JSON object")
    add("--readers", action="store_true", help="print which library reads which model right")


def run(args: argparse.Namespace) -> int:
    """Check, print the answer, and return 0 for right, 1 for a finding or unknown.

    Unreadable input raises ``ValueError``, which ends the program with 2.
    """
    if args.readers:
        print(readers_markdown(), end="")
        return 0
    if args.config is None:
        raise ValueError("CONFIG must be a file, or - for standard input; got nothing")
    config = _bytes(args.config, MAX_CONFIG_BYTES)
    answer = check_rope(config, _read(args.inv_freq), _read(args.cos_sin), args.layer, args.seq_len)
    if args.json:
        print(json.dumps(answer.summary(), indent=2, allow_nan=False))
    else:
        print("\n".join(answer.lines()))
    return 0 if answer.verdict == "right" else 1


def _read(path: str | None) -> Reading | None:
    """Return the numbers in a file through the Doctor's reader."""
    return None if path is None else read_bytes(_bytes(path, MAX_BYTES), path)


def _bytes(path: str, most: int) -> bytes:
    """Read a file or standard input, one byte more than the limit at most."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(most + 1)
        with open(path, "rb") as stream:
            return stream.read(most + 1)
    except ValueError:  # such as a null character
        raise ValueError(f"cannot read {path!r}: this is no file name") from None
    except OSError as error:
        raise ValueError(f"cannot read {path!r}: {error.strerror or error}") from None
