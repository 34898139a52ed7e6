"""How long a check takes, and how many faults and right files it tells apart."""

import json

import numpy as np

from pe_core.rotary.check import check_rope
from pe_core.rotary.presets import PRESETS, forms, preset
from pe_core.rotary.recognise import recognise
from tests.benchmarks._timing import medians
from tests.golden import golden, of_kind
from tests.rotary.float32 import table
from tests.rotary.test_check_vectors import RIGHT, WRONG

ROUNDS = 9


def named(name: str) -> bool:
    """Return whether a faulty vector gets its name first."""
    settings, vector, how = WRONG[name]
    answer = check_rope(settings, np.asarray(vector, dtype=np.float32), **how)
    return bool(answer.findings) and answer.findings[0].id == name.split("-", maxsplit=1)[0]


def left_alone(name: str) -> bool:
    """Return whether a right vector is called right."""
    settings, vector, how = RIGHT[name]
    return check_rope(settings, np.asarray(vector, dtype=np.float32), **how).verdict == "right"


def slowest() -> float:
    """Return the slowest median of a check over the presets, in seconds."""
    generator = np.random.default_rng(0)
    worst = 0.0
    for entry in PRESETS:
        text = json.dumps(entry.config)
        right = entry.read().layers[0].readings()[0].frequencies
        noise = np.cos(generator.uniform(0, 9, (4096, 2 * len(right))))
        for arguments in (
            {},
            {"inv_freq": right.astype(np.float32)},
            {"inv_freq": generator.uniform(0, 1, len(right))},
            {"cos_sin": table(right, np.arange(4096))},
            {"cos_sin": noise},
        ):
            worst = max(worst, *medians(3, lambda t=text, a=arguments: check_rope(t, **a)))
    return worst


def main() -> None:
    """Print the counts and the times."""
    every = [config for entry in PRESETS for config in forms(entry).values()]
    others = of_kind("rope_inv_freq", "rope_cos_sin", "alibi", "t5_bucket", "other")
    counts = {
        "faulty vectors named": [named(name) for name in WRONG],
        "right vectors left alone": [left_alone(name) for name in RIGHT],
        "forms of presets without a finding": [not check_rope(c).findings for c in every],
        "golden matrices recognised (one is a sinusoidal table)": [
            recognise(golden(name)) is not None for name in others
        ],
        "golden sinusoids and learned tables declined": [
            recognise(golden(name)) is None for name in of_kind("sinusoidal", "2d", "learned")
        ],
    }
    for what, right in counts.items():
        print(f"{what}: {sum(right)}/{len(right)}")
    config = json.dumps(preset("gpt_oss_20b").config)
    vector = golden("hf_rope_default_d128_theta5e5")[:32]
    (typical,) = medians(ROUNDS, lambda: check_rope(config, vector))
    print(f"a check of a vector: {typical * 1e3:.1f} ms")
    print(f"the slowest check of {len(PRESETS)} presets x 5 inputs: {slowest() * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
