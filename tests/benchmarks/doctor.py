"""What the doctor gets right, and how fast: counts over real tables, prints and bugs."""

import re
import tracemalloc
from time import perf_counter

import numpy as np

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import BUGS, bug_example, diagnose
from tests.doctor import test_golden, test_printed
from tests.golden import GOLDEN, golden, of_kind

SIZES = (8, 16, 64, 512)


def named_rightly(name: str) -> bool:
    """Return whether layout, spacing, base (to 1e-3) and origin of a golden table are right."""
    entry, told = GOLDEN[name], diagnose(golden(name))
    if told.status != "known":
        return False
    endpoint = re.search(r"-\s*1\)", entry["frequency_exponent"])
    return (
        told.sinusoid.layout == test_golden.LAYOUTS[entry["layout"], entry["first"]]
        and told.sinusoid.spacing == ("endpoint" if endpoint else "paper")
        and abs(told.sinusoid.base / entry["base"] - 1) < 1e-3
        and told.sinusoid.origin == test_golden.ORIGINS.get(name, entry["origin"])
    )


def judged_as_stated(name: str) -> bool:
    """Return whether a printed matrix gets the status and the bug that are stated for it."""
    status, bug, _ = test_printed.EXPECTED[name]
    told = test_printed.told(name)
    return told.status == status and (told.bug.id if told.bug else None) == bug


def bug_named(name: str, dim: int) -> bool:
    """Return whether the doctor names a bug class at one size."""
    example = bug_example(name, Sinusoid(dim), 40)
    told = diagnose(example.matrix, **example.hints)
    return told.bug is not None and name in (told.bug.id, *told.bug.also)


def main() -> None:
    """Print the counts, and time and memory of one large table."""
    sinusoidal, others = of_kind("sinusoidal"), test_golden.NOT_SINUSOIDAL
    planar = of_kind("2d")
    counts = {
        "golden sinusoids named rightly": [named_rightly(n) for n in sinusoidal],
        "golden 2-D tables known (the rest declined)": [
            diagnose(golden(n)).status == "known" for n in planar
        ],
        "printed cases as stated": [judged_as_stated(n) for n in test_printed.EXPECTED],
        "non-sinusoids declined": [diagnose(golden(n)).status == "unknown" for n in others],
        f"bug classes named at dim {', '.join(map(str, SIZES))}": [
            bug_named(name, dim) for name in BUGS for dim in SIZES
        ],
    }
    for what, right in counts.items():
        print(f"{what}: {sum(right)}/{len(right)}")
    table = CONVENTIONS["tensor2tensor"].table(10_000, 1024).astype(np.float32)
    start = perf_counter()
    told = diagnose(table)
    seconds = perf_counter() - start
    tracemalloc.start()
    diagnose(table)
    peak = (tracemalloc.get_traced_memory()[1] + table.nbytes) / 1e6
    tracemalloc.stop()
    print(f"10,000 x 1024 float32: {seconds:.2f} s, peak {peak:.0f} MB with the input")
    print(f"  {told.verdict}")


if __name__ == "__main__":
    main()
