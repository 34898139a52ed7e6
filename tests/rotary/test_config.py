"""Configurations: every form of every preset, odd ones, and junk."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.rotary.check import check_rope
from pe_core.rotary.config import read_config
from pe_core.rotary.presets import PRESETS, VARIANTS, forms, preset
from tests.strategies import junk, refusal

FORMS = [(entry, name) for entry in PRESETS for name in forms(entry)]


@pytest.mark.parametrize(("entry", "form"), FORMS, ids=[f"{e.name}: {f}" for e, f in FORMS])
def test_every_form_of_every_preset_is_read_alike(entry, form):
    answer = check_rope(json.dumps(forms(entry)[form]))
    assert answer.verdict == "right"
    assert answer.findings == ()
    right = entry.read().layers
    read = read_config(json.dumps(forms(entry)[form])).layers
    assert len(read) == len(right)
    for mine, wanted in zip(read, right, strict=True):
        for one, other in zip(mine.readings(), wanted.readings(), strict=True):
            np.testing.assert_array_equal(one.frequencies, other.frequencies)
            assert one.attention_factor == other.attention_factor
        assert mine.pairing == wanted.pairing


def test_twenty_presets_and_more():
    assert len(PRESETS) >= 20
    assert len({entry.name for entry in (*PRESETS, *VARIANTS)}) == len(PRESETS) + len(VARIANTS)
    assert all(entry.source for entry in (*PRESETS, *VARIANTS))
    with pytest.raises(ValueError, match="preset must be one of gpt_j_6b"):
        preset("gpt-5")


FACTS = {
    "gpt_j_6b": (1e4, 64, 1.0),
    "gpt_neox_20b": (1e4, 24, 1.0),
    "llama_4_scout": (5e5, 128, 1.0),
    "gemma_3_12b": (1e6, 256, 1.0),
    "gemma_4": (1e6, 512, 1.0),
    "gpt_oss_20b": (150_000, 64, 1.346574),
    "deepseek_v3": (1e4, 64, 1.0),
    "phi_3_5_mini": (1e4, 96, 1.190238),
    "ministral_3": (1e6, 128, 1.0),
    "smollm3_3b": (5e6, 128, 1.0),
    "minimax_m2": (5e6, 64, 1.0),
}


@pytest.mark.parametrize("name", FACTS)
def test_published_numbers(name):
    base, rotary_dim, factor = FACTS[name]
    settings = preset(name).read().layers[0]
    assert (settings.base, settings.rotary_dim) == (base, rotary_dim)
    assert settings.readings()[0].attention_factor == pytest.approx(factor, abs=1e-6)


def test_what_is_beside_the_frequencies():
    deepseek = preset("deepseek_v3").read()
    assert deepseek.softmax_factor == pytest.approx(1.87385, abs=5e-6)
    assert preset("llama_4_scout").read().silent_layers == 12
    assert preset("smollm3_3b").read().silent_layers == 9
    assert preset("gemma_4").read().layers[1].rotary_dim == 256


BASE = {"head_dim": 64, "rope_theta": 1e4, "max_position_embeddings": 8192}


def scaled(**scaling):
    return {**BASE, "rope_scaling": scaling}


YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}

ODD = {
    "type and rope_type differ": (
        scaled(rope_type="linear", type="dynamic", factor=2.0),
        "contradiction",
        "rope_type is 'linear' and type is 'dynamic'",
    ),
    "theta twice": (
        {**BASE, "rope_parameters": {"rope_type": "default", "rope_theta": 5e5}},
        "contradiction",
        "rope_theta is 500000 inside and 10000 outside",
    ),
    "two dicts": (
        {**scaled(rope_type="linear", factor=2.0), "rope_parameters": {"rope_type": "default"}},
        "contradiction",
        "rope_parameters and rope_scaling",
    ),
    "factor against the lengths": (
        scaled(**{**YARN, "factor": 8.0}),
        "factor",
        "factor is not the ratio of the lengths",
    ),
    "original not below": (
        scaled(**{**YARN, "original_max_position_embeddings": 8192, "factor": None}),
        "original",
        "is not below max_position_embeddings",
    ),
    "llama3 original not below": (
        scaled(rope_type="llama3", factor=8.0, original_max_position_embeddings=131_072),
        "original",
        "is not below max_position_embeddings",
    ),
    "betas": (scaled(**YARN, beta_fast=1, beta_slow=32), "betas", "wrong order"),
    "short list": (
        scaled(
            rope_type="longrope",
            short_factor=[1.0] * 32,
            long_factor=[1.0] * 31,
            original_max_position_embeddings=2048,
        ),
        "longrope-list",
        "long_factor has 31 entries for 32 pairs",
    ),
    "sections": (
        scaled(rope_type="default", mrope_section=[8, 8, 8]),
        "sections",
        "mrope_section adds up to 24, not to 32 pairs",
    ),
    "head_dim null": (
        {
            **scaled(**YARN),
            "head_dim": None,
            "hidden_size": 512,
            "num_attention_heads": 8,
        },
        "missing-key",
        "head_dim is null",
    ),
    "attn_factor": (scaled(**YARN, attn_factor=0.9), "R3", "attn_factor is not attention_factor"),
    "length inside": (
        scaled(rope_type="linear", factor=2.0, max_position_embeddings=4096),
        "unknown-key",
        "unknown key 'max_position_embeddings'",
    ),
    "unknown key": (scaled(rope_type="linear", factor=2.0, speed=9), "unknown-key", "'speed'"),
    "no theta": ({"head_dim": 64, "model_type": "llama"}, "missing-key", "rope_theta is missing"),
    "no original": (
        scaled(rope_type="yarn", factor=4.0),
        "missing-key",
        "original_max_position_embeddings is missing",
    ),
    "no factor": (scaled(rope_type="linear"), "missing-key", "factor is missing"),
    "no rule": (scaled(factor=2.0), "missing-key", "rope_type is missing beside a factor"),
    "no width": ({"rope_theta": 1e4}, "missing-key", "head_dim is missing"),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_files_have_a_finding_that_names_the_key(name):
    config, wanted, title = ODD[name]
    answer = check_rope(config)
    assert answer.verdict == "finding"
    found = [f for f in answer.findings if f.id == wanted and title in f.title]
    assert len(found) == 1
    assert found[0].evidence.endswith(".")
    assert found[0].fix.endswith(".")


def test_the_product_of_attn_factor_is_told():
    found = check_rope(preset("deepseek_r1_qwen3_8b").config).findings[0]
    assert found.id == "R3"
    assert "which is 1" in found.evidence
    assert "1.296 too much" in found.evidence


NOT_ODD = {
    "equal bands": scaled(
        rope_type="llama3",
        factor=16.0,
        low_freq_factor=1.0,
        high_freq_factor=1.0,
        original_max_position_embeddings=2048,
    ),
    "mrope beside default": scaled(rope_type="default", type="mrope", mrope_section=[16, 8, 8]),
    "su is longrope": scaled(
        type="su",
        short_factor=[1.0] * 32,
        long_factor=[2.0] * 32,
        original_max_position_embeddings=2048,
    ),
    "head_dim null without yarn": {
        **BASE,
        "head_dim": None,
        "hidden_size": 512,
        "num_attention_heads": 8,
    },
    "theta twice, alike": {**BASE, "rope_parameters": {"rope_type": "default", "rope_theta": 1e4}},
    "a second base by default": {
        **scaled(rope_type="linear", factor=8.0),
        "model_type": "gemma3_text",
        "rope_theta": 1e6,
    },
    "axial": {**BASE, "rope_parameters": {"rope_type": "axial", "rope_theta": 1e4}},
    "null keys": scaled(**YARN, mscale=None, beta_fast=None, attention_factor=None),
}


@pytest.mark.parametrize("name", NOT_ODD)
def test_legal_files_have_none(name):
    assert check_rope(NOT_ODD[name]).findings == ()


def test_phi3_means_longrope_by_yarn():
    config = dict(preset("phi_3_5_mini").config)
    config["rope_parameters"] = {**config["rope_parameters"], "rope_type": "yarn"}
    assert read_config(config).layers[0].rule == "longrope"


def test_a_null_factor_is_the_ratio_of_the_lengths():
    settings = read_config(scaled(**{**YARN, "factor": None})).layers[0]
    assert settings.scaling == 4
    assert settings.readings()[0].attention_factor == pytest.approx(1.13863, abs=5e-6)


REFUSED = {
    "bad JSON": ("{", r"the configuration must be JSON; this is none \(line 1\)"),
    "no object": ("[1]", "must be a JSON object; got a list"),
    "no text": (b"\xff\xfe\x00", "must be JSON; this is none"),
    "a number": (7, "must be JSON; got int"),
    "10 MB": ('"' + "x" * 10**7 + '"', "must be at most 2 MB; got at least 10.0 MB"),
    "deep": ("[" * 100_000, "must be JSON; this is nested or long beyond sense"),
    "long number": ('{"head_dim": 1' + "0" * 5000 + "}", "must be JSON"),
    "unknown rule": (scaled(rope_type="magic"), "rope_type must be one of default, linear"),
    "factor 0": (scaled(rope_type="linear", factor=0), "factor must be a number from 1e-06"),
    "negative base": ({**BASE, "rope_theta": -1}, "rope_theta must be a number from 1e-12"),
    "10^9 positions": (
        {**BASE, "max_position_embeddings": 10**9},
        "max_position_embeddings must be an integer from 1 to 100000000; got 1000000000",
    ),
    "text for a number": ({**BASE, "rope_theta": "1e4"}, "rope_theta must be a number"),
    "odd width": ({**BASE, "head_dim": 7}, "must leave an even number of dimensions"),
    "nothing turns": ({**BASE, "partial_rotary_factor": 0}, "must leave an even number"),
    "bands": (
        scaled(
            rope_type="llama3",
            factor=8,
            low_freq_factor=4,
            high_freq_factor=1,
            original_max_position_embeddings=2048,
        ),
        "the configuration has no meaning: high_freq_factor must be at least",
    ),
    "base 1": ({**scaled(**YARN), "rope_theta": 1}, "base must be above 1 for YaRN"),
    "list": ({**BASE, "rope_scaling": []}, "rope_scaling must be a JSON object; got a list"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_one_sentence(name):
    source, match = REFUSED[name]
    with pytest.raises(ValueError, match=match) as caught:
        check_rope(source)
    assert "\n" not in str(caught.value)


def test_too_long_a_text_and_an_unknown_layer():
    with pytest.raises(ValueError, match="seq_len must be an integer from 1 to 100000000"):
        check_rope(BASE, seq_len=10**9)
    with pytest.raises(ValueError, match="layer must be one of full_attention, sliding_attention"):
        check_rope(preset("gemma_4").config, layer="global-ish")


KEYS = [
    "model_type", "head_dim", "rope_theta", "rope_scaling", "rope_parameters", "hidden_size",
    "num_attention_heads", "max_position_embeddings", "partial_rotary_factor", "rotary_dim",
    "text_config", "no_rope_layers", "qk_rope_head_dim", "axes_dims_rope",
]  # fmt: skip
INNER = [
    "rope_type", "type", "factor", "original_max_position_embeddings", "beta_fast", "beta_slow",
    "truncate", "mscale", "mscale_all_dim", "attention_factor", "attn_factor", "short_factor",
    "long_factor", "low_freq_factor", "high_freq_factor", "mrope_section", "full_attention",
    "rope_theta",
]  # fmt: skip
VALUES = st.one_of(
    junk,
    st.integers(-2, 300),
    st.floats(0, 100),
    st.sampled_from(["yarn", "llama3", "longrope", "linear", "dynamic", "llama", "phi3"]),
    st.lists(st.floats(0.5, 4), max_size=4),
)
INSIDE = st.dictionaries(st.sampled_from(INNER), VALUES, max_size=6)


@given(st.dictionaries(st.sampled_from(KEYS), st.one_of(VALUES, INSIDE), max_size=6))
def test_nothing_crashes(config):
    refused = refusal(check_rope, config)
    if refused is not None:
        assert "\n" not in refused
        return
    answer = check_rope(config)
    assert answer.verdict in ("right", "finding")
    assert np.isfinite(answer.frequencies).all()
    json.dumps(answer.summary(), allow_nan=False)
