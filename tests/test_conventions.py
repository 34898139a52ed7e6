"""Each named convention against the library's own output."""

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid
from pe_core.conventions import compare, convention, effective_base
from tests.golden import GOLDEN, golden

#: (convention, golden table, length or grid, dim, base)
TABLES = [
    ("paper", "labml_pe_100x64", 100, 64, None),
    ("paper", "hf_xlm_50x16", 50, 16, None),
    ("paper", "hf_videomae_50x30", 50, 30, None),
    ("paper", "kerashub_sine_50x16", 50, 16, None),
    ("paper", "kerashub_sine_odd_10x7", 10, 7, None),
    ("paper", "speechbrain_pe_50x16", 50, 16, None),
    ("paper", "diffusers_sinusoidal_module_50x16", 50, 16, None),
    ("paper", "hf_florence2_cosine1d_50x16", 50, 16, None),
    ("paper", "pe1d_100x64", 100, 64, None),
    ("tatp22", "pe1d_odd_10x7", 10, 7, None),
    ("tensor2tensor", "openai_whisper_sinusoids_100x64", 100, 64, None),
    ("tensor2tensor", "hf_whisper_100x64", 100, 64, None),
    ("tensor2tensor", "ddpm_sinusoidal_50x16", 50, 16, None),
    ("tensor2tensor", "hf_pegasus_x_50x16", 50, 16, None),
    ("tensor2tensor", "hf_timesfm_50x16", 50, 16, None),
    ("tensor2tensor", "pyg_pe_50x16", 50, 16, None),
    ("tensor2tensor", "diffusers_timestep_odd_10x7", 10, 7, None),
    ("tensor2tensor", "fairseq_sinusoidal_odd_10x7", 10, 7, None),
    ("fairseq", "hf_m2m100_forward_embeds_32x30", 32, 30, None),
    ("fairseq_table", "fairseq_sinusoidal_50x16_pad1", 50, 16, None),
    ("fairseq_table", "hf_speech2text_get_embedding_pad1_50x16", 50, 16, None),
    ("marian", "hf_marian_50x16", 50, 16, None),
    ("marian", "hf_roformer_100x64", 100, 64, None),
    ("marian", "hf_autoformer_8x4", 8, 4, None),
    ("marian", "hf_ctrl_odd_float64_10x7", 10, 7, None),
    ("marian", "performer_fixed_50x16", 50, 16, None),
    ("marian", "hf_gptj_sincos_50x16", 50, 16, None),
    ("marian", "diffusers_1d_sincos_flip0_50x16", 50, 16, None),
    ("diffusers_shift0", "diffusers_timestep_flip0_shift0_50x16", 50, 16, None),
    ("xlnet", "hf_xlnet_relative_bi_20x16", 20, 16, None),
    ("espnet_reverse", "fairseq_conformer_pe_reverse_50x16", 50, 16, None),
    ("guided_diffusion", "diffusers_timestep_flip1_shift0_50x16", 50, 16, None),
    ("musicgen", "hf_musicgen_odd_10x7", 10, 7, None),
    ("x_transformers", "xt_scaled_sinusoidal_50x16", 50, 16, None),
    ("mae", "kornia_rtdetr_w8_h5_d16", (8, 5), 16, None),
    ("mae_x_first", "monai_sincos2d_5x8_d16", (5, 8), 16, None),
    ("diffusers_2d", "diffusers_2d_sincos_8x8_d16", (8, 8), 16, None),
    ("timm_2d", "timm_sincos2d_5x8_d16", (5, 8), 16, None),
    ("timm_2d", "timm_sincos2d_reverse_5x8_d16", (8, 5), 16, None),
    ("vit_pytorch_2d", "vitpytorch_sincos2d_5x8_d16", (5, 8), 16, None),
    ("detr", "hf_detr_sine_5x8_d16", (5, 8), 16, None),
    ("detr", "hf_detr_sine_temp20_5x8_d16", (5, 8), 16, 20.0),
    ("loftr", "kornia_loftr_5x8_d16", (5, 8), 16, None),
    ("tatp22_2d", "pe2d_5x6_d16", (5, 6), 16, None),
    ("tatp22_3d", "pe3d_3x4x2_d16", (3, 4, 2), 16, None),
]


@pytest.mark.parametrize(("name", "made", "length", "dim", "base"), TABLES, ids=lambda v: str(v))
def test_a_convention_is_the_library_s_own_table(name, made, length, dim, base):
    theirs = golden(made)
    # float32 builders lose 1.2e-7 per rad: 6e-6 covers position 99; float64 ones are exact.
    atol = 6e-6 if theirs.dtype == np.float32 else 1e-13
    ours = CONVENTIONS[name].table(length, dim, base=base)
    np.testing.assert_allclose(theirs, ours, rtol=0, atol=atol)


#: Row of position 1 at dim 8, computed independently from the formulas (six decimals).
FINGERPRINTS = {
    "paper": [0.841471, 0.540302, 0.099833, 0.995004, 0.01, 0.99995, 0.001, 1.0],
    "marian": [0.841471, 0.099833, 0.01, 0.001, 0.540302, 0.995004, 0.99995, 1.0],
    "guided_diffusion": [0.540302, 0.995004, 0.99995, 1.0, 0.841471, 0.099833, 0.01, 0.001],
    "tensor2tensor": [0.841471, 0.046399, 0.002154, 0.0001, 0.540302, 0.998923, 0.999998, 1.0],
    "musicgen": [0.540302, 0.998923, 0.999998, 1.0, 0.841471, 0.046399, 0.002154, 0.0001],
    "mlx": [0.420735, 0.0232, 0.001077, 0.00005, 0.270151, 0.499461, 0.499999, 0.5],
}


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_the_row_of_position_one(name):
    row = CONVENTIONS[name].sinusoid(8).encode([1])[0]
    np.testing.assert_allclose(row, FINGERPRINTS[name], rtol=0, atol=5.1e-7)


def test_every_row_of_mlx_has_length_one():
    np.testing.assert_allclose(np.linalg.norm(CONVENTIONS["mlx"].table(9, 64), axis=1), 1)


def test_nerf_doubles_each_frequency():
    sinusoid = CONVENTIONS["nerf"].sinusoid(20)
    np.testing.assert_allclose(sinusoid.frequencies, 2.0 ** np.arange(10), rtol=1e-12)


def test_only_sixteen_timescales_in_tensor2tensor_s_older_signal():
    table = CONVENTIONS["tensor2tensor_fixed"].table(5, 48)
    assert not table[:, 32:].any()
    np.testing.assert_array_equal(table[:, :32], CONVENTIONS["tensor2tensor"].table(5, 32))


def test_relative_conventions_count_down():
    assert CONVENTIONS["espnet_relative"].positions(5).tolist() == [2, 1, 0, -1, -2]
    assert CONVENTIONS["xlnet"].positions(4).tolist() == [2, 1, 0, -1]
    assert CONVENTIONS["transformer_xl"].positions(3).tolist() == [2, 1, 0]


@pytest.mark.parametrize(
    ("name", "last"), [("detr_normalised", 2 * np.pi), ("deformable_detr", 2 * np.pi * 7.5 / 8)]
)
def test_detr_s_last_cell_is_a_full_turn(name, last):
    table = CONVENTIONS[name].table((1, 8), 4)
    # the library adds 1e-6 to the size
    np.testing.assert_allclose(table[-1, 2], np.sin(last), atol=1e-5)
    np.testing.assert_allclose(table[-1, 3], np.cos(last), atol=1e-5)


@pytest.mark.parametrize("entry", CONVENTIONS.values(), ids=lambda c: c.name)
def test_each_entry_tells_where_it_was_read(entry):
    for source in (entry.source, *entry.also_known_as):
        assert source.library
        assert source.version
        assert source.file
    assert entry.title
    assert entry.note


def test_no_two_line_conventions_are_the_same():
    lines = [c for c in CONVENTIONS.values() if not c.grid]
    tables = {}
    for entry in lines:
        for dim in (8, 9):
            if dim % 2 and entry.tail == "error":
                continue
            tables.setdefault(entry.table(6, dim).round(9).tobytes(), set()).add(entry.name)
    alike = [names for names in tables.values() if len(names) > 1]
    # an even dim hides the tail, an odd one the amplitude rules that refuse it
    assert all(
        names <= {"paper", "tatp22"} or names <= {"marian", "diffusers_shift0"} for names in alike
    )


def test_an_unknown_name_is_told_what_there_is():
    with pytest.raises(ValueError, match=r"must be one of paper, tensor2tensor, .*; got 'papper'"):
        convention("papper")


@pytest.mark.parametrize(
    ("name", "length", "match"),
    [
        ("paper", (2, 3), "length must be one integer for paper"),
        ("mae", 4, "length must be a shape of 2 sizes for mae; got 4"),
        ("mae", (2, 3, 4), "length must be a shape of 2 sizes for mae"),
        ("mae", (0, 3), "length must be an integer from 1"),
        ("mae", (2**20, 2**20), "length times dim must be at most"),
        ("mae", np.int64(3), "length must be a shape of 2 sizes for mae; got 3"),
        ("mae", None, "length must be a shape of 2 sizes for mae; got NoneType"),
        ("mae", 1.5, "length must be a shape of 2 sizes for mae; got 1.5"),
        ("mae", [[1, 2], [3]], "length must be an integer from 1"),
        ("paper", None, "length must be an integer from 0 .*; got None"),
        ("paper", True, "length must be an integer from 0 .*; got True"),
        ("paper", 2**29, "length times dim must be at most"),
    ],
)
def test_a_wrong_length_is_named(name, length, match):
    with pytest.raises(ValueError, match=match):
        CONVENTIONS[name].table(length, 16)


@pytest.mark.parametrize("dim", [None, "x", [], 1j, True, 0, 10**12])
@pytest.mark.parametrize("name", ["paper", "tensor2tensor_fixed", "transformer_xl", "mae"])
def test_a_wrong_dim_is_named_before_anything_is_built(name, dim):
    length = (4, 4) if CONVENTIONS[name].grid else 4
    with pytest.raises(ValueError, match="dim must be an integer from 1 to 65536"):
        CONVENTIONS[name].table(length, dim)


def test_numpy_integers_are_lengths():
    three, eight = np.int64(3), np.int32(8)
    assert CONVENTIONS["paper"].table(three, eight).shape == (3, 8)
    assert CONVENTIONS["mae"].table((three, 2), eight).shape == (6, 8)


def test_octaves_end_where_the_base_does():
    assert CONVENTIONS["nerf"].table(3, 80).shape == (3, 80)
    with pytest.raises(ValueError, match="dim must be an integer from 1 to 80; got 5000"):
        CONVENTIONS["nerf"].table(3, 5000)


@pytest.mark.parametrize(("dim", "base"), [(512, 10367.8), (64, 13459.6), (8, 215443.5), (4, 1e8)])
def test_effective_bases_of_endpoint_spacing(dim, base):
    assert effective_base(Sinusoid(dim, spacing="endpoint")) == pytest.approx(base, rel=1e-5)
    # and they are the same frequencies
    same = Sinusoid(dim, base=effective_base(Sinusoid(dim, spacing="endpoint")))
    np.testing.assert_allclose(
        same.frequencies, Sinusoid(dim, spacing="endpoint").frequencies, rtol=1e-12
    )


#: Largest difference at position 100 between the two spacings, computed with NumPy.
AT_100 = [(64, 1.02), (128, 0.57), (256, 0.28), (512, 0.143), (768, 0.095), (1024, 0.072)]


@pytest.mark.parametrize(("dim", "difference"), AT_100)
def test_the_spacings_part_as_published(dim, difference):
    marian, t2t = (CONVENTIONS[n].sinusoid(dim) for n in ("marian", "tensor2tensor"))
    told = dict(compare(marian, t2t).largest_at)
    # printed to two or three digits
    assert told[100] == pytest.approx(difference, rel=0.02)


def test_layouts_differ_by_a_permutation_with_the_same_dot_products():
    paper, marian = CONVENTIONS["paper"].sinusoid(16), CONVENTIONS["marian"].sinusoid(16)
    told = compare(paper, marian)
    np.testing.assert_allclose(
        paper.table(50)[:, told.permutation], marian.table(50), rtol=0, atol=1e-15
    )
    # the sums run in another order: a few roundings of 8
    assert told.dot_product_gap < 1e-13
    assert told.by_position.shape == (512,)


def test_spacings_do_not_differ_by_a_permutation():
    told = compare(CONVENTIONS["marian"].sinusoid(16), CONVENTIONS["tensor2tensor"].sinusoid(16))
    assert told.permutation is None
    assert told.dot_product_gap > 0.1
    assert (told.left_base, round(told.right_base)) == (10_000, 37_276)


def test_compare_refuses_different_dims():
    with pytest.raises(ValueError, match="dim must be the same for both; got 4 and 6"):
        compare(Sinusoid(4), Sinusoid(6))


def test_the_golden_tables_say_where_they_come_from():
    assert all(e["library"] and e["version"] and e["call"] for e in GOLDEN.values())
