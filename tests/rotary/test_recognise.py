"""What is no sinusoidal table is named, to the precision of its type; the rest is declined."""

import numpy as np
import pytest

from pe_core import CONVENTIONS, Rotary, Sinusoid
from pe_core.bias import alibi_bias, alibi_slopes, t5_bucket
from pe_core.rotary import Linear, Llama3, Yarn
from pe_core.rotary.presets import PRESETS
from pe_core.rotary.recognise import recognise
from tests.golden import GOLDEN, golden, of_kind
from tests.rotary.float32 import llama3, plain, table, yarn

#: Kind and words for every matrix of a library that is no sinusoidal table.
NAMES = {
    "curated_alibi_inverted_h6_L8": ("ALiBi bias", "6 heads: slope times (length - 1 - distance)"),
    "curated_rotary_cos_50x16": ("rotary table", "cosine, in two equal halves: base 10000"),
    "diffusers_1d_rope_half_ntk4_lin2_sin_32x16": ("rotary table", "40000, linear with factor 2"),
    "diffusers_2d_rope_cos_4x6_d16": ("rotary table", "grid 4 x 6, columns, then rows"),
    "esm_rotary_sin_50x16": ("rotary table", "sine, in two equal halves: base 10000"),
    "fairseq_rotary_cos_50x16": ("rotary table", "cosine, in two equal halves: base 10000"),
    "kerashub_alibi_h12_L10": ("ALiBi bias", "12 heads: slope times the distance to the last key"),
    "kerashub_rope_rotated_32x16": ("rotated rows", "16 of 16 dimensions turn, pairs in halves"),
    "kerashub_rope_dynamic4_invfreq_d64": ("inverse frequencies", "keras-hub 0.32.0"),
    "kerashub_rope_yarn4_invfreq_d64": ("inverse frequencies", "yarn with factor 4"),
    "labml_alibi_causal_h6_L8": ("ALiBi bias", "6 heads: slope times a count that stops"),
    "labml_rope_rotated_32x16": ("rotated rows", "pairs in halves"),
    "local_attention_rotated_32x16": ("rotated rows", "pairs in halves"),
    "local_attention_angles_50x16": ("rotary angles", "in two equal halves: base 10000"),
    "ret_interpolate2_rotated_32x16": ("rotated rows", "linear with factor 2"),
    "ret_xpos_scale_50x16": ("xPos scale", "centred at 25"),
    "ret_axial_pixel_angles_4x6_d16": ("rotary table", "π times 1 … 5 in equal steps"),
    "ret_lang_theta_rescale4_invfreq_d32": ("inverse frequencies", "10000 scaled NTK-aware by 4"),
    "segment_anything_random_seed0_4x5_d16": ("Fourier features", "random Fourier features"),
    "timm_fourier_pixel_sin_4x6": ("Fourier features", "π times 1 … 16 in equal ratios"),
    "timm_rope2d_lang_sin_4x6_d16": ("rotary table", "sine, grid 4 x 6, rows, then columns"),
    "torchscale_xpos_down_rotated_odd_9x8": ("rotated rows", "as a key of xPos, centred at 5"),
    "torchtune_rope_rotated_32x16": ("rotated rows", "adjacent pairs"),
    "torchtune_llama3_theta_d128": ("inverse frequencies", "500000, llama3 with factor 8"),
    "hf_bloom_alibi_padded_h12_L10": ("ALiBi bias", "after 2 padded keys"),
    "hf_bloom_slopes_h20": ("ALiBi slopes", "20 heads: the authors' rule"),
    "hf_falcon_alibi_bf16slopes_h12_L32": ("ALiBi bias", "rounded to bfloat16"),
    "hf_mpt_alibi_h8_L10": ("ALiBi bias", "8 heads"),
    "hf_deberta_v2_logbucket_range300": ("relative buckets", "DeBERTa's signed rule"),
    "hf_gptj_rotated_32x16": ("rotated rows", "adjacent pairs"),
    "hf_perceiver_fourier_10x9": ("Fourier features", "4 bands up to half of 20"),
    "hf_dinov3_rope2d_cos_3x4_d16": ("rotary table", "middles of cells in -1 … 1"),
    "hf_gpt_neox_partial_cos_32x8": ("rotary table", "8 dimensions turn; pairing in halves"),
    "hf_llama_sin_50x16": ("rotary table", "sine, in two equal halves: base 10000"),
    "hf_llama_yarn4_sin_32x30": ("rotary table", "position 100; attention factor 1.1386"),
    "hf_rope_default_d128_theta5e5": ("inverse frequencies", "base 500000 over 128 dimensions"),
    "hf_rope_default_d8": ("inverse frequencies", "base 10000 over 8 dimensions"),
    "hf_rope_dynamic2_len4096_d64": ("inverse frequencies", "10000 scaled NTK-aware by 3"),
    "hf_rope_linear4_d64": ("inverse frequencies", "base 10000, linear with factor 4"),
    "hf_rope_llama3_8_d128": ("inverse frequencies", "original length 8,192, bands 1 and 4"),
    "hf_rope_longrope_short_d16": ("inverse frequencies", "longrope with divisors 1 … 1.6"),
    "hf_rope_yarn16_d128_beta_notrunc": ("inverse frequencies", "factor 16"),
    "hf_rope_yarn4_d64": ("inverse frequencies", "yarn with factor 4, original length 2,048"),
    "hf_mpnet_bucket_bi_50x50": ("relative buckets", "T5's rule, both ways, 32 buckets up to 128"),
    "hf_t5_bucket_bi_50x50": ("relative buckets", "T5's rule, both ways, 32 buckets up to 128"),
    "hf_t5_bucket_uni_50x50": ("relative buckets", "T5's rule, one way, 32 buckets up to 128"),
    "hf_t5_bucket_uni_range300": ("relative buckets", "one way, 32 buckets up to 128; for the"),
    "xt_alibi_h12_i4_j10": ("ALiBi bias", "12 heads: minus slope times the distance"),
    "xt_alibi_h8_L10": ("ALiBi bias", "8 heads: minus slope times the distance"),
    "xt_rotated_partial_32x30": ("rotated rows", "16 of 30 dimensions turn, adjacent pairs"),
    "xt_t5_bucket_causal_50x50": ("relative buckets", "one way, 32 buckets"),
    "xt_xpos_scale_50x16": ("xPos scale", "centred at 25"),
    "xt_rotary_angles_50x16": ("rotary angles", "with equal neighbours: base 10000"),
    "xt_rotary_ntk4_angles_50x16": ("rotary angles", "10000 scaled NTK-aware by 4"),
}
OTHERS = of_kind("rope_inv_freq", "rope_cos_sin", "alibi", "t5_bucket", "other")


@pytest.mark.parametrize("name", OTHERS)
def test_every_other_matrix_of_a_library_is_named(name):
    found = recognise(golden(name))
    if name == "hf_gptj_sincos_50x16":
        # Sine beside cosine: a sinusoidal table, whatever its use.
        assert found is None
        return
    kind, words = NAMES[name]
    assert found is not None
    assert found.kind == kind
    assert words in found.said
    assert found.values.shape == golden(name).shape
    # Angles up to 131 rad in float32, or values up to 31; nothing needs more.
    largest = float(np.abs(golden(name)).max())
    np.testing.assert_allclose(found.values, golden(name), rtol=0, atol=6e-6 * max(1, largest))
    assert found.difference == np.abs(found.values - golden(name)).max()


def test_none_is_left_out():
    assert set(NAMES) | {"hf_gptj_sincos_50x16"} == set(OTHERS)


@pytest.mark.parametrize("name", of_kind("sinusoidal", "2d", "learned"))
def test_sinusoidal_and_learned_tables_are_declined(name):
    assert GOLDEN[name]["library"]
    assert recognise(golden(name)) is None


@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@pytest.mark.parametrize("origin", [0, 1, 17])
@pytest.mark.parametrize("dim", [4, 16, 64])
def test_sinusoids_are_declined(layout, origin, dim):
    table = Sinusoid(dim, layout=layout, origin=origin).table(40)
    assert recognise(table) is None
    assert recognise(table.astype(np.float32)) is None


@pytest.mark.parametrize("name", [n for n, c in CONVENTIONS.items() if not c.grid])
def test_conventions_are_declined(name):
    assert recognise(CONVENTIONS[name].table(24, 32).astype(np.float32)) is None


@pytest.mark.parametrize("seed", range(8))
def test_noise_is_declined(seed):
    generator = np.random.default_rng(seed)
    for shape in ((16,), (20, 16), (12, 8), (2, 20, 8), (64, 2)):
        for noise in (
            generator.standard_normal(shape),
            generator.uniform(0, 1, shape),
            generator.integers(0, 20, shape),
            generator.integers(-2, 3, shape) / 4,
        ):
            assert recognise(noise) is None


def test_sorted_noise_is_declined():
    values = np.sort(np.random.default_rng(0).uniform(0, 1, 32))[::-1]
    assert recognise(values) is None


def test_every_preset_is_recognised_by_its_numbers():
    for entry in PRESETS:
        for settings in entry.read().layers:
            for reading in settings.readings():
                found = recognise(reading.frequencies.astype(np.float32))
                if entry.name in ("flux_1", "flux_2"):
                    assert found is None  # several runs, one per axis
                    continue
                assert found is not None, entry.name
                assert found.kind == "inverse frequencies"
                assert found.details["base"] == settings.base, entry.name


@pytest.mark.parametrize("layout", ["halves", "adjacent", "once"])
@pytest.mark.parametrize("wave", [np.cos, np.sin], ids=["cosine", "sine"])
@pytest.mark.parametrize("start", [0, 1, 300])
@pytest.mark.parametrize(
    ("frequencies", "factor", "words"),
    [
        (plain(64, 5e5), 1.0, "base 500000"),
        (plain(128, 1e4) / np.float32(4), 1.0, "linear with factor 4"),
        (llama3(128, 5e5, 8, 1, 4, 8192), 1.0, "llama3 with factor 8"),
        (
            yarn(64, 150_000.0, 32, 4096, truncate=False),
            0.1 * np.log(32) + 1,
            "yarn with factor 32",
        ),
    ],
    ids=["default", "linear", "llama3", "yarn"],
)
def test_tables_are_named(frequencies, factor, words, start, wave, layout):
    made = table(frequencies, np.arange(start, start + 50), factor, layout, wave)
    found = recognise(made)
    assert found.kind == "rotary table"
    assert words in found.said
    assert found.details["start"] == start
    assert found.details["pairing"] == (None if layout == "once" else layout)
    assert found.details["attention_factor"] == pytest.approx(factor, rel=1e-5)


@pytest.mark.parametrize("pairing", ["adjacent", "halves"])
@pytest.mark.parametrize(
    "rule", [None, Linear(2), Yarn(4, 2048), Llama3(8, 8192)], ids=lambda r: getattr(r, "name", "")
)
def test_one_vector_turned_is_recognised(pairing, rule):
    rotary = Rotary(64, base=1e4, pairing=pairing, **({} if rule is None else {"rule": rule}))
    vector = np.random.default_rng(5).standard_normal(64)
    rows = rotary.rotate(np.tile(vector, (30, 1)), np.arange(30))
    if rule is not None and rule.name == "yarn":
        rows /= rotary.attention_factor
    found = recognise(rows)
    assert found.kind == "rotated rows"
    assert found.details["pairing"] == pairing


@pytest.mark.parametrize("heads", [1, 3, 8, 12, 25])
@pytest.mark.parametrize("form", ["symmetric", "key", "inverted", "causal"])
def test_alibi_of_any_number_of_heads(heads, form):
    found = recognise(alibi_bias(heads, 9, form=form).astype(np.float32))
    assert (found.kind, found.details["heads"], found.details["form"]) == (
        "ALiBi bias",
        heads,
        form,
    )


@pytest.mark.parametrize("heads", [4, 12, 40])
@pytest.mark.parametrize("rule", ["press", "naive"])
def test_slopes(heads, rule):
    found = recognise(alibi_slopes(heads, rule=rule).astype(np.float32))
    assert found.kind == "ALiBi slopes"
    assert found.details["rule"] == ("press" if heads == 4 else rule)


@pytest.mark.parametrize(("buckets", "farthest"), [(32, 128), (64, 256), (320, 800)])
@pytest.mark.parametrize("both", [True, False])
def test_buckets(buckets, farthest, both):
    offsets = np.subtract.outer(np.arange(400), np.arange(400)).T
    made = t5_bucket(
        offsets.reshape(-1), bidirectional=both, num_buckets=buckets, max_distance=farthest
    ).reshape(offsets.shape)
    found = recognise(made)
    assert found.kind == "relative buckets"
    assert (found.details["num_buckets"], found.details["max_distance"]) == (buckets, farthest)


def test_printed_digits():
    shown = np.round(plain(16, 1e4).astype(np.float64), 4)
    found = recognise(shown, resolution=1e-4)
    assert found.details["base"] == 1e4
    assert recognise(shown) is None


@pytest.mark.parametrize(
    ("matrix", "match"),
    [([np.inf, 1.0], "must be finite"), ([], "at least one"), (["x"], "must be real")],
)
def test_refused(matrix, match):
    with pytest.raises(ValueError, match=match):
        recognise(matrix)
