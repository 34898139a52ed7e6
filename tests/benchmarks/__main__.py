"""Run every benchmark, or those named: ``python -m tests.benchmarks [core reruns …]``.

With ``--write`` the figures that have a target are kept in ``docs/performance.md``.
"""

import argparse
from importlib import import_module
from pathlib import Path

from tests.benchmarks._figures import write

NAMES = sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py"))

parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure.")
parser.add_argument("names", nargs="*", choices=[*NAMES, []], metavar="NAME", help=", ".join(NAMES))
parser.add_argument("--write", action="store_true", help="keep the figures in docs/performance.md")
given = parser.parse_args()
kept = {}
for name in given.names or NAMES:
    print(f"\n== {name}", flush=True)
    if figures := import_module(f"tests.benchmarks.{name}").main():
        kept[name] = figures
if given.write and kept:
    write(kept)
