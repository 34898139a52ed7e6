"""Every table a library made is named rightly, or declined for what it is."""

import re

import numpy as np
import pytest

from pe_core.doctor import diagnose
from tests.golden import GOLDEN, golden, of_kind

LAYOUTS = {("interleaved", "sin"): "interleaved", ("concat", "sin"): "sin_cos",
           ("concat", "cos"): "cos_sin"}  # fmt: skip
#: Position of the first row where the manifest does not give a number.
ORIGINS = {
    "hf_xlnet_relative_bi_20x16": 10,
    "fairseq_conformer_pe_reverse_50x16": 49,
    "hf_m2m100_forward_embeds_32x30": 2,
    "hf_speech2text_forward_padded_10x16": 2,
}
AMPLITUDES = {"xt_scaled_sinusoidal_50x16": 0.25, "hf_patchtsmixer_sincos_32x16": None}
STEPS = {
    "hf_xlnet_relative_bi_20x16": -1,
    "fairseq_conformer_pe_reverse_50x16": -1,
    "diffusers_timestep_scale1000_maxp100_10x8": 10,
}


def _spacing(exponent: str) -> str:
    return "endpoint" if re.search(r"-\s*1\)", exponent) else "paper"


@pytest.mark.parametrize("name", of_kind("sinusoidal"))
def test_a_sinusoidal_table_is_named(name):
    entry = GOLDEN[name]
    told = diagnose(golden(name))
    assert told.status == "known"
    found = told.sinusoid
    assert found.layout == LAYOUTS[entry["layout"], entry["first"]]
    assert found.spacing == _spacing(entry["frequency_exponent"])
    assert found.base == pytest.approx(entry["base"], rel=1e-3)
    assert found.origin == pytest.approx(ORIGINS.get(name, entry["origin"]))
    amplitude = AMPLITUDES.get(name, 1)
    if amplitude is not None:
        assert found.amplitude == pytest.approx(amplitude, rel=1e-6)
    assert told.step == pytest.approx(STEPS.get(name, 1))
    columns = entry["shape"][1]
    assert told.agreement.startswith(f"{columns} of {columns} columns agree")


def test_the_standardised_table_is_seen_through():
    told = diagnose(golden("hf_patchtsmixer_sincos_32x16"))
    # (pe - mean) / (10 · std), the sample standard deviation of the whole table
    pe = diagnose(golden("hf_xlm_50x16")).sinusoid.table(32)
    assert told.sinusoid.amplitude == pytest.approx(1 / (10 * pe.std(ddof=1)), rel=1e-5)
    assert any("shifted by -0.067" in note for note in told.notes)


NAMES = {
    "openai_whisper_sinusoids_100x64": "tensor2tensor",
    "hf_m2m100_forward_embeds_32x30": "fairseq",
    "fairseq_sinusoidal_50x16_pad1": "fairseq_table",
    "hf_marian_50x16": "marian",
    "hf_xlnet_relative_bi_20x16": "xlnet",
    "pe1d_odd_10x7": "tatp22",
    "hf_musicgen_odd_10x7": "musicgen",
    "diffusers_timestep_flip1_shift0_50x16": "guided_diffusion",
    "xt_scaled_sinusoidal_50x16": "x_transformers",
    "kerashub_sine_odd_10x7": "paper",
    "monai_sincos2d_5x8_d16": "mae_x_first",
    "hf_vit_mae_2d_cls_4x4_d32_temp100": "mae",
    "diffusers_2d_sincos_8x8_d16": "diffusers_2d",
    "timm_sincos2d_5x8_d16": "timm_2d",
    "vitpytorch_sincos2d_5x8_d16": "vit_pytorch_2d",
    "hf_detr_sine_5x8_d16": "detr",
    "kornia_loftr_5x8_d16": "loftr",
    "pe2d_5x6_d16": "tatp22_2d",
}


@pytest.mark.parametrize(("made", "name"), NAMES.items())
def test_the_library_is_among_the_names(made, name):
    assert name in diagnose(golden(made)).names


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("fairseq_sinusoidal_50x16_pad1", (1,)),
        ("hf_fsmt_get_embedding_pad0_odd_10x7", (0,)),
        ("hf_speech2text_forward_padded_10x16", (3, 6, 8, 9)),
        ("hf_vit_mae_2d_cls_4x4_d32_temp100", (0,)),
    ],
)
def test_rows_of_padding_are_told(name, rows):
    assert diagnose(golden(name)).zero_rows == rows


#: A rotary table of sines and cosines side by side is a sinusoidal table, whatever its use.
NOT_SINUSOIDAL = [
    name
    for name in of_kind("t5_bucket", "alibi", "learned", "other", "rope_cos_sin")
    if name != "hf_gptj_sincos_50x16"
]


@pytest.mark.parametrize("name", NOT_SINUSOIDAL)
def test_what_is_no_sinusoidal_table_is_declined(name):
    told = diagnose(golden(name))
    assert told.status == "unknown"
    assert told.names == ()
    assert told.bug is None
    assert told.verdict.endswith(".")


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        (np.zeros((8, 4)), "Every value is zero"),
        (np.full((8, 4), 0.5), "Every value is 0.5"),
        (np.random.default_rng(1).standard_normal((64, 16)), "look random"),
        (np.arange(40.0).reshape(5, 8), "straight lines"),
        (np.array([[0, 17], [1, 0], [2, 1]]), "whole numbers: bucket"),
    ],
    ids=["zeros", "constant", "noise", "linear", "buckets"],
)
def test_the_verdict_says_what_it_is_instead(matrix, words):
    told = diagnose(matrix)
    assert told.status == "unknown"
    assert words in told.verdict
