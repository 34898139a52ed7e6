"""Vectors of frequencies: each fault named, and the right ones left alone."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.rotary.check import check_rope
from pe_core.rotary.faults import TITLES
from pe_core.rotary.presets import PRESETS, preset
from pe_core.rotary.rounding import round_to
from tests.golden import golden, of_kind
from tests.rotary.float32 import dynamic, llama3, plain, yarn


def config(dim, base, length=None, model="llama", **rope):
    out = {"model_type": model, "head_dim": dim, "rope_parameters": {"rope_theta": base, **rope}}
    out["rope_parameters"].setdefault("rope_type", "default")
    if length:
        out["max_position_embeddings"] = length
    return out


def yarn_config(dim, base, factor, original, length=None, **more):
    keys = {"factor": factor, "original_max_position_embeddings": original, **more}
    return config(dim, base, length or int(original * factor), rope_type="yarn", **keys)


def llama3_config(dim, base, factor, original, low=1.0, high=4.0):
    return config(
        dim,
        base,
        int(original * factor),
        rope_type="llama3",
        factor=factor,
        low_freq_factor=low,
        high_freq_factor=high,
        original_max_position_embeddings=original,
    )


def two_bases(dim, base, local, factor):
    nested = {
        "full_attention": {"rope_type": "linear", "rope_theta": base, "factor": factor},
        "sliding_attention": {"rope_type": "default", "rope_theta": local},
    }
    return {
        "model_type": "gemma3_text",
        "head_dim": dim,
        "max_position_embeddings": 131_072,
        "rope_parameters": nested,
    }


def reversed_llama3(dim, base, factor, original):
    """Blend wavelengths, and the wrong way round: ratios that rise inside of the band."""
    out = []
    for value in plain(dim, base).tolist():
        wave = 2 * np.pi / value
        share = (wave - original / 4) / (original - original / 4)
        share = min(max(share, 0), 1)
        ratio = 1 if wave <= original / 4 else 1 / factor
        if 0 < share < 1:
            ratio = 1 / (factor * (1 - share) + share)
        out.append(value * ratio)
    return np.array(out, dtype=np.float32)


#: dims, bases, factors, original lengths; none of them a published model.
SIZES = [(128, 1e6, 4.0, 32_768), (64, 5e5, 8.0, 4096), (96, 1e4, 16.0, 2048), (80, 2e6, 2.0, 8192)]
WRONG = {}
RIGHT = {}


def add(name, number, settings, vector, right, **how):
    WRONG[f"{name}-{number}"] = (settings, vector, how)
    RIGHT[f"{name}-{number}"] = (settings, right, how)


for number, (dim, base, factor, original) in enumerate(SIZES):
    length = int(original * 1.25)
    right = yarn(dim, base, factor, original)
    add("R5", number, yarn_config(dim, base, factor, original, length),
        yarn(dim, base, 1.25, original), right)  # fmt: skip
    exact = yarn(dim, base, factor, original, truncate=False)
    add("R6", number, yarn_config(dim, base, factor, original, truncate=False), right, exact)
    add("R7", number, yarn_config(dim, base, factor, original),
        yarn(dim, base, factor, int(original * factor)), right)  # fmt: skip
    add("R8", number, config(dim, base, rope_type="linear", factor=factor),
        plain(dim, base * factor), plain(dim, base) / np.float32(factor))  # fmt: skip
    smooth = llama3(dim, base, factor, 1, 4, original)
    add("R10", number, llama3_config(dim, base, factor, original), plain(dim, base), smooth)
    add("R11", number, llama3_config(dim, base, factor, original),
        reversed_llama3(dim, base, factor, original), smooth)  # fmt: skip
    add("R16", number, yarn_config(dim, base, factor, original), round_to(right, "bfloat16"), right)
for number, (dim, base) in enumerate([(128, 5e5), (64, 1e6), (80, 5e6), (256, 160_000.0)]):
    add("R9", number, config(dim, base), plain(dim, 1e4), plain(dim, base))
for number, (dim, base, factor) in enumerate([(256, 1e6, 8.0), (128, 2e6, 4.0), (64, 5e5, 2.0)]):
    settings = two_bases(dim, base, 1e4, factor)
    scaled = plain(dim, base) / np.float32(factor)
    add("R12", number, settings, plain(dim, base), scaled, layer="full_attention")
    add("R12", number + 10, settings, plain(dim, 1e4) / np.float32(factor), plain(dim, 1e4),
        layer="local")  # fmt: skip
for number, (dim, part, base) in enumerate(
    [(256, 0.25, 1e7), (96, 0.25, 1e4), (128, 0.5, 1e6), (128, 0.75, 5e5)]
):
    rotary = int(dim * part)
    settings = config(dim, base, partial_rotary_factor=part)
    add("R13", number, settings, plain(dim, base)[: rotary // 2], plain(rotary, base))
    half = dim // 2
    turning = int(part * dim) // 2
    still = np.where(np.arange(half) < turning, plain(dim, base), 0)
    proportional = config(dim, base, rope_type="proportional", partial_rotary_factor=part)
    add("R14", number, proportional, plain(dim, base)[:turning], still)
    add("R14", number + 10, proportional, plain(2 * turning, base), still)
    add("R14", number + 20, settings, still, plain(rotary, base))
for number, (dim, base, original, seed) in enumerate(
    [(96, 1e4, 4096, 0), (64, 1e5, 2048, 1), (128, 5e5, 8192, 2), (48, 1e4, 4096, 3)]
):
    lists = np.sort(np.random.default_rng(seed).uniform(1, [[3], [60]], (2, dim // 2)).round(2))
    settings = config(
        dim, base, original * 32, model="phi3", rope_type="longrope",
        short_factor=lists[0].tolist(), long_factor=lists[1].tolist(),
        original_max_position_embeddings=original,
    )  # fmt: skip
    short, long = (plain(dim, base) / one.astype(np.float32) for one in lists)
    add("R15", number, settings, long, short, seq_len=original)
    add("R15", number + 10, settings, short, long, seq_len=original + 1)
for number, (dim, base, factor, trained) in enumerate(
    [(128, 1e4, 2.0, 2048), (64, 5e5, 4.0, 4096), (96, 1e4, 8.0, 2048), (80, 1e6, 2.0, 8192)]
):
    settings = config(dim, base, trained, rope_type="dynamic", factor=factor)
    grown = dynamic(dim, base, factor, trained, int(trained * factor))
    add("dynamic", number, settings, grown, plain(dim, base), seq_len=trained)
    divided = plain(dim, base) / np.float32(factor ** (dim / (dim - 2)))
    add("dynamic", number + 10, settings, divided, plain(dim, base))


@pytest.mark.parametrize("name", WRONG)
def test_the_fault_is_named(name):
    settings, vector, how = WRONG[name]
    answer = check_rope(settings, np.asarray(vector, dtype=np.float32), **how)
    assert answer.verdict == "finding"
    first = answer.findings[0]
    assert first.id == name.split("-")[0]
    assert first.title in TITLES.values()
    assert first.fix.endswith(".")
    assert any(character.isdigit() for character in first.evidence)


@pytest.mark.parametrize("name", RIGHT)
def test_the_right_one_is_not_accused(name):
    settings, vector, how = RIGHT[name]
    answer = check_rope(settings, np.asarray(vector, dtype=np.float32), **how)
    assert answer.verdict == "right"
    assert answer.findings == ()
    np.testing.assert_allclose(answer.frequencies, vector, rtol=3e-6, atol=1e-30)


def test_there_are_four_of_each():
    for name in ("R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16"):
        assert sum(key.startswith(f"{name}-") for key in WRONG) >= 4
        assert sum(key.startswith(f"{name}-") for key in RIGHT) >= 4


@pytest.mark.parametrize("name", ["R6-0", "R10-1", "R13-2"])
def test_a_fault_and_rounding_are_both_named(name):
    settings, vector, how = WRONG[name]
    answer = check_rope(settings, round_to(vector, "bfloat16"), **how)
    assert [finding.id for finding in answer.findings] == [name.split("-")[0], "R16"]


@pytest.mark.parametrize("entry", PRESETS, ids=lambda entry: entry.name)
def test_every_preset_fits_its_own_numbers_and_no_other_base(entry):
    read = entry.read()
    for settings in read.layers:
        layer = settings.layer or None
        for reading in settings.readings():
            vector = reading.frequencies.astype(np.float32)
            assert check_rope(read, vector, layer=layer).verdict == "right"
            near = (reading.frequencies * 1.0001).astype(np.float32)
            told = check_rope(read, near, layer=layer)
            assert told.verdict == "unknown"
            assert told.findings == ()


def test_known_signs():
    gpt_oss = preset("gpt_oss_20b").config
    told = check_rope(gpt_oss, yarn(64, 150_000.0, 32, 4096)).findings[0]
    assert told.id == "R6"
    assert "pair 17" in told.evidence
    assert "(1.763 times)" in told.evidence
    assert "0.904 rad at position 4,095 and 28.9 rad at position 131,071" in told.evidence
    qwen = preset("qwen3_8b_yarn").config
    told = check_rope(qwen, yarn(128, 1e6, 1.25, 32_768)).findings[0]
    assert told.id == "R5"
    assert "0.8, not 0.25" in told.evidence


def test_a_right_file_settles_what_the_configuration_left_open():
    qwen = preset("qwen3_8b_yarn").config
    assert [f.id for f in check_rope(qwen).findings] == ["factor"]
    settled = check_rope(qwen, yarn(128, 1e6, 4, 32_768))
    assert settled.verdict == "right"
    assert any("the file shows" in note for note in settled.notes)


def test_both_lists_are_right_without_a_length_and_the_condition_is_told():
    phi = preset("phi_3_5_mini").config
    for reading in preset("phi_3_5_mini").read().layers[0].readings():
        answer = check_rope(phi, reading.frequencies.astype(np.float32))
        assert answer.verdict == "right"
        assert any(reading.condition in note for note in answer.notes)
    assert any("Several readings are right" in note for note in check_rope(phi).notes)


def test_a_longer_text_of_the_dynamic_rule_is_right_and_its_length_is_told():
    settings = config(64, 1e4, 2048, rope_type="dynamic", factor=2.0)
    answer = check_rope(settings, golden("hf_rope_dynamic2_len4096_d64"))
    assert answer.verdict == "right"
    assert "These are the frequencies for a text of 4,096 positions." in answer.notes


@pytest.mark.parametrize(("before", "now"), [(10_000, 2048), (10_000, 3000), (2048, 5000)])
def test_the_dynamic_rule_left_at_another_length(before, now):
    settings = config(64, 1e4, 2048, rope_type="dynamic", factor=2.0)
    answer = check_rope(settings, dynamic(64, 1e4, 2.0, 2048, before), seq_len=now)
    assert [finding.id for finding in answer.findings] == ["dynamic"]
    assert f"for {before:,} positions; the text has {now:,}" in answer.findings[0].evidence
    right = check_rope(settings, dynamic(64, 1e4, 2.0, 2048, now), seq_len=now)
    assert right.verdict == "right"


@pytest.mark.parametrize("change", ["periods", "doubled", "column", "float64", "float16"])
def test_other_ways_to_store_the_same(change):
    right = llama3(128, 5e5, 8, 1, 4, 8192)
    stored = {
        "periods": 1 / right,
        "doubled": np.concatenate([right, right]),
        "column": right[:, None],
        "float64": right.astype(np.float64),
        "float16": plain(64, 1e4).astype(np.float16),
    }[change]
    settings = llama3_config(128, 5e5, 8, 8192) if change != "float16" else config(64, 1e4)
    assert check_rope(settings, stored).verdict == "right"


def test_printed_digits_are_as_exact_as_they_are():
    from pe_core.doctor import read_pasted

    right = plain(16, 5e5)
    shown = read_pasted(f"tensor({np.array2string(right, precision=4, separator=', ')})")
    assert check_rope(config(16, 5e5), shown).verdict == "right"
    assert check_rope(config(16, 1e6), shown).verdict == "unknown"


def unknown(settings, vector):
    answer = check_rope(settings, vector)
    assert answer.verdict == "unknown"
    assert answer.findings == ()
    return answer.said


@pytest.mark.parametrize("seed", range(6))
def test_noise_is_never_a_fault(seed):
    generator = np.random.default_rng(seed)
    for entry in PRESETS:
        pairs = len(entry.read().layers[0].readings()[0].frequencies)
        for vector in (
            generator.standard_normal(pairs),
            np.sort(generator.uniform(0, 1, pairs))[::-1],
            np.geomspace(1, generator.uniform(1e-6, 1e-3), pairs),
        ):
            unknown(entry.config, vector)


@pytest.mark.parametrize("name", of_kind("learned", "alibi", "t5_bucket"))
def test_other_matrices_are_never_a_fault(name):
    unknown(config(64, 5e5), golden(name))


def test_what_the_ratios_look_like():
    settings = config(64, 5e5)
    half = unknown(settings, plain(64, 5e5) / np.float32(2))
    assert "Every frequency is 0.5 times the plain one" in half
    assert "base 123456" in unknown(settings, plain(64, 123_456))
    assert "negative" in unknown(settings, -plain(64, 5e5))
    assert "There are 16 values where 32 are asked for" in unknown(settings, plain(32, 77.0))
    step = np.where(np.arange(32) < 10, 1, 0.3) * plain(64, 5e5)
    assert "step from 1 to 0.3 at pair 10" in unknown(settings, step)
    ramp = np.interp(np.arange(32), [5, 20], [1, 0.3]) * plain(64, 5e5)
    assert "fall (1 … 0.3), between pair 6 and pair 20" in unknown(settings, ramp)


def test_a_sinusoids_frequencies_of_another_spacing_are_no_fault():
    unknown(config(64, 5e5), Sinusoid(64, spacing="endpoint").frequencies)


@pytest.mark.parametrize(
    ("vector", "match"),
    [
        ([np.nan, 1.0], "the numbers must be finite"),
        (["a"], "the numbers must be real"),
        ([[1.0], [1.0, 2.0]], "must be an array; got ragged rows"),
        ([], "the numbers must be real and at least one"),
    ],
)
def test_refused(vector, match):
    with pytest.raises(ValueError, match=match):
        check_rope(config(64, 1e4), vector)
