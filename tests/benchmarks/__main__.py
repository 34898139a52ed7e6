"""Run every benchmark, or those named: ``python -m tests.benchmarks [core server …]``."""

import sys
from importlib import import_module
from pathlib import Path

NAMES = sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py"))

for name in sys.argv[1:] or NAMES:
    if name not in NAMES:
        sys.exit(f"no benchmark {name!r}; there are {', '.join(NAMES)}")
    print(f"\n== {name}")
    import_module(f"tests.benchmarks.{name}").main()
