"""What the doctor gets right, and how fast: counts over real tables, prints, bugs and chance."""

import re
import tracemalloc
from time import perf_counter
from typing import Any

import numpy as np

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import BUGS, Diagnosis, bug_example, diagnose
from pe_core.doctor.rounding import round_bfloat16
from tests.doctor import test_golden, test_printed
from tests.golden import GOLDEN, golden, of_kind

SIZES = (8, 16, 64, 512)
USUAL = (10_000.0, 100.0, 1000.0, 20.0, 5e5, 1e6, 500.0, 5e4, 1e5)
CASTS = {
    "float64": lambda m: m,
    "float32": lambda m: m.astype(np.float32),
    "float16": lambda m: m.astype(np.float16),
    "bfloat16": round_bfloat16,
    "4 digits": lambda m: m.round(4),
}


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


def as_drawn(told: Diagnosis, right: Sinusoid, start: float, step: float = 1.0) -> bool:
    """Return whether a diagnosis has the waves and the positions that were drawn.

    Two tables that agree to the last digit shown are the same answer.
    """
    if told.status != "known" or told.expected is None:
        return False
    meant = right.encode(start + step * np.arange(len(told.matrix)))
    off = float(np.abs(told.expected - meant).max()) if meant.shape == told.expected.shape else 9
    here = np.abs(told.matrix - meant).max()
    return off <= 3 * here + 1e-3 * right.amplitude


def right_tables(rng: np.random.Generator, count: int) -> list[tuple[Any, Sinusoid, float, str]]:
    """Return random right tables: 3 to 40 rows, any layout, spacing, base, origin and precision."""
    out = []
    while len(out) < count:
        sinusoid = Sinusoid(
            int(rng.integers(2, 200)),
            base=float(
                rng.choice([10_000.0, rng.choice(USUAL), round(10 ** rng.uniform(1, 6), 3)])
            ),
            spacing=str(rng.choice(["paper", "endpoint"])),
            layout=str(rng.choice(["interleaved", "sin_cos", "cos_sin"])),
        )
        start = float(rng.choice([0, 0, 1, 2, rng.integers(0, 3000)]))
        cast = str(rng.choice(["float64", "float32", "float32", "float16", "bfloat16"]))
        table = sinusoid.table(int(rng.integers(3, 41)), start)
        out.append((CASTS[cast](table), sinusoid, start, cast))
    return out


def built_in_float32(dim: int, positions: Any, base: float = 10_000.0) -> Any:
    """Return the paper's table as the annotated transformer's code builds it in float32."""
    steps = np.arange(0, dim, 2, dtype=np.float32)
    speeds = np.exp(steps * np.float32(-np.log(base) / dim))
    angles = np.asarray(positions, dtype=np.float32)[:, None] * speeds
    out = np.empty((len(angles), dim), dtype=np.float32)
    out[:, ::2], out[:, 1::2] = np.sin(angles), np.cos(angles)
    return out


def short_tables() -> list[tuple[Any, Sinusoid, float]]:
    """Return the first 3 to 12 rows of the paper's table in float32, at many dims."""
    dims = (4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 48, 52, 56, 60, 64, 72, 76, 80, 84,
            88, 92, 96, 100, 104, 108, 112, 116, 120, 124, 128)  # fmt: skip
    return [
        (built_in_float32(dim, np.arange(rows)), Sinusoid(dim), 0.0)
        for dim in dims
        for rows in range(3, 13)
    ]


def fractional_tables(rng: np.random.Generator, count: int) -> list[tuple[Any, Sinusoid, float]]:
    """Return tables in float32 whose first position is no whole number."""
    out = []
    for _ in range(count):
        sinusoid = Sinusoid(
            2 * int(rng.integers(2, 65)),
            layout=str(rng.choice(["interleaved", "sin_cos", "cos_sin"])),
        )
        start = round(float(rng.uniform(0, 100)), 4)
        table = sinusoid.encode(start + np.arange(int(rng.integers(3, 41))))
        out.append((table.astype(np.float32), sinusoid, start))
    return out


def no_sinusoids(rng: np.random.Generator, count: int) -> list[Any]:
    """Return matrices that are no sinusoidal tables: noise, biases, learned and rotated rows."""
    return [_no_sinusoid(rng, index % 10) for index in range(count)]


def _no_sinusoid(rng: np.random.Generator, kind: int) -> Any:
    """Return one such matrix of 2 to 39 rows."""
    rows, columns = int(rng.integers(2, 40)), 2 * int(rng.integers(1, 40))
    steps, pairs = np.arange(rows)[:, None], np.arange(columns // 2)
    angles = np.repeat(steps * 10_000.0 ** -(pairs / max(columns // 2, 1)), 2, axis=1)
    noise = rng.standard_normal((rows, columns))
    if kind < 3:
        return (noise, 0.02 * noise, rng.uniform(-1, 1, (rows, columns)))[kind]
    if kind == 3:
        return -np.abs(steps - np.arange(columns)[None]) * 2.0 ** -rng.integers(1, 8)
    if kind == 4:
        return np.sin(steps * rng.uniform(0, 3, columns) + rng.uniform(0, 6, columns))
    others = (
        np.sin(angles) * noise,
        np.cos(angles),
        Sinusoid(columns).table(rows) + 0.5 * noise,
        np.cumsum(noise, axis=0) / 10,
        np.abs(np.cos(angles)),
    )
    return others[kind - 5]


def chance(seed: int) -> None:
    """Print how random tables are told, from a seed."""
    rng = np.random.default_rng(seed)
    print(f"seed {seed}")
    drawn = right_tables(rng, 300)
    told = [
        diagnose(m, dtype="bfloat16" if cast == "bfloat16" else None) for m, _, _, cast in drawn
    ]
    wrong = [
        (s, start, cast, t.verdict)
        for t, (_, s, start, cast) in zip(told, drawn, strict=True)
        if not as_drawn(t, s, start)
    ]
    slander = sum(t.status == "bug" for t in told)
    print(f"300 random right tables: {300 - len(wrong)} named rightly, {slander} called a bug")
    for one in wrong[:12]:
        print("   wrong:", *one)
    for what, tables in (
        (f"{len(short_tables())} short float32 tables", short_tables()),
        ("200 fractional positions in float32", fractional_tables(rng, 200)),
    ):
        answers = [diagnose(m) for m, _, _ in tables]
        bad = [
            (s, start, t.verdict)
            for t, (_, s, start) in zip(answers, tables, strict=True)
            if not as_drawn(t, s, start)
        ]
        print(f"{what}: {len(bad)} wrong")
        for one in bad[:12]:
            print("   wrong:", *one)
    begin, slowest = perf_counter(), 0.0
    others = []
    for matrix in no_sinusoids(rng, 300):
        since = perf_counter()
        others.append(diagnose(matrix))
        slowest = max(slowest, perf_counter() - since)
    bugs = [t.verdict for t in others if t.status == "bug"]
    known = [t.verdict for t in others if t.status == "known"]
    print(
        f"300 non-sinusoids: {len(bugs)} called a bug, {len(known)} named; "
        f"slowest {slowest:.1f} s, {perf_counter() - begin:.0f} s in all"
    )
    for one in (*bugs[:6], *known[:6]):
        print("   wrong:", one)


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
    chance(int(np.random.default_rng().integers(10**6)))
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
