"""What is no sinusoidal table is named for what it is, and sent to the check of a model."""

from pathlib import Path

import numpy as np
import pytest

from pe_core import Sinusoid, diagnose
from pe_core.rotary.recognise import recognise

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


@pytest.mark.parametrize(
    ("name", "kind", "checked"),
    [
        ("curated_rotary_cos_50x16", "rotary table", True),
        ("hf_rope_llama3_8_d128", "inverse frequencies", True),
        ("hf_bloom_slopes_h20", "ALiBi slopes", False),
        ("hf_mpt_alibi_h8_L10", "ALiBi bias", False),
        ("hf_t5_bucket_uni_range300", "relative buckets", False),
        ("xt_xpos_scale_50x16", "xPos scale", False),
    ],
)
def test_numbers_of_other_encodings_are_named(name, kind, checked):
    matrix = np.load(GOLDEN / f"{name}.npy")
    told, found = diagnose(matrix), recognise(matrix)
    assert found is not None
    assert found.kind == kind
    assert (told.status, told.verdict) == ("unknown", found.said)
    assert any("pe_core rope" in note for note in told.notes) is checked


def test_a_sinusoid_and_noise_are_left_alone():
    assert diagnose(Sinusoid(dim=16).table(20)).status == "known"
    noise = diagnose(np.random.default_rng(3).normal(size=(20, 16)))
    assert noise.status == "unknown"
    assert not any("rope" in note for note in noise.notes)
