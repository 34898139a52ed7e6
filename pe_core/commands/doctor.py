"""``python -m pe_core doctor FILE``: name the encoding in a file, or the bug in it."""

import argparse
import json
import sys

from pe_core.checks import choice
from pe_core.conventions import CONVENTIONS
from pe_core.doctor.diagnose import diagnose
from pe_core.doctor.reading import MAX_BYTES, UnreadableInput, read_bytes

HELP = "say whose numbers a table holds, or which bug made it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    kinds = ".npy, .npz, .safetensors, .csv, .json, text; - for stdin"
    parser.add_argument("file", metavar="FILE", help=kinds)
    parser.add_argument("--key", metavar="NAME", help="the array, tensor or list to read")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--dim", type=int, metavar="D", help="columns of the whole table")
    parser.add_argument("--position", type=float, metavar="P", help="position of the first row")
    parser.add_argument("--base", type=float, metavar="B", help="base of the frequencies")
    parser.add_argument("--column", type=int, metavar="C", help="index of the first column shown")
    parser.add_argument("--expect", metavar="NAME", help="the convention it should be")


def run(args: argparse.Namespace) -> int:
    """Read and diagnose; return 0 for a known encoding, 1 for a bug or an unknown table.

    Unreadable input raises ``ValueError``, which ends the program with 2.
    """
    if args.expect is not None:
        choice("expect", args.expect, CONVENTIONS)
    reading = read_bytes(_bytes(args.file), "" if args.file == "-" else args.file, key=args.key)
    given = {k: getattr(args, k) for k in ("dim", "position", "base", "column", "expect")}
    known = reading.arguments() | {k: v for k, v in given.items() if v is not None}
    answer = diagnose(reading.matrix, **known)
    if args.json:
        summary = answer.summary()
        summary["notes"] = [*reading.notes, *summary["notes"]]
        print(json.dumps(summary, indent=2, allow_nan=False))
    else:
        first, *rest = answer.lines()
        print("\n".join([first, *(f"Read: {note}" for note in reading.notes), *rest]))
    return 0 if answer.status == "known" else 1


def _bytes(path: str) -> bytes:
    """Read a file or standard input, one byte more than the limit at most."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(path, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except ValueError:  # such as a null character
        raise UnreadableInput(f"cannot read {path!r}: this is no file name") from None
    except OSError as error:
        raise UnreadableInput(f"cannot read {path!r}: {error.strerror or error}") from None
