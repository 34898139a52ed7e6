"""Encodings of images and of several axes, xPos, layers, temperatures and softmax scales."""

import numpy as np
import pytest

from pe_core.rotary import Rotary
from pe_core.rotary.attention_scale import (
    llama4_temperature,
    ministral3_temperature,
    softmax_scale,
)
from pe_core.rotary.axial import (
    axial_cos_sin,
    axis_frequencies,
    axis_frequencies_of,
    dinov3_angles,
    flux_angles,
    grid_cells,
    pixtral_angles,
    qwen2_vl_angles,
)
from pe_core.rotary.layers import kind_named, layer_kinds, rotating_layers
from pe_core.rotary.multimodal import multimodal_angles, multimodal_cos_sin, pair_axes
from pe_core.rotary.xpos import xpos_scale
from tests.golden import golden
from tests.rotary.test_encoding import x_in


def test_blocked_sections_are_blocks():
    axes = pair_axes((16, 24, 24), "blocked", 64)
    assert axes.tolist() == [0] * 16 + [1] * 24 + [2] * 24


def test_interleaved_sections_end_with_time():
    axes = pair_axes((24, 20, 20), "interleaved", 64).tolist()
    assert axes[:6] == [0, 1, 2, 0, 1, 2]
    assert axes[57:] == [0, 1, 2, 0, 0, 0, 0]
    assert [axes.count(axis) for axis in (0, 1, 2)] == [24, 20, 20]


def test_stacked_sections_take_turns_and_leave_time_to_the_end():
    axes = pair_axes((22, 22, 20), "stacked", 64).tolist()
    assert axes[:44] == [1, 2] * 22
    assert axes[44:] == [0] * 20


@pytest.mark.parametrize("arrangement", ["blocked", "interleaved"])
def test_text_does_not_show_the_arrangement(arrangement):
    rotary = Rotary(128, base=1e6)
    places = np.repeat(np.arange(20.0)[:, None], 3, axis=1)
    found = multimodal_cos_sin(rotary, places, (24, 20, 20), arrangement)
    for mine, plain in zip(found, rotary.cos_sin(np.arange(20)), strict=True):
        np.testing.assert_array_equal(mine, plain)


def test_height_alone_moves_its_pairs_alone():
    rotary = Rotary(128)
    moved = multimodal_angles(rotary, [[0, 1, 0]], (24, 20, 20), "interleaved")[0]
    assert np.flatnonzero(moved).tolist() == list(range(1, 60, 3))


@pytest.mark.parametrize(
    ("sections", "arrangement", "match"),
    [
        ((1, 2), "blocked", "sections must be three numbers"),
        ((1, 2, 3), "blocked", "must add up to the 64 pairs; got a sum of 6"),
        ((20, 24, 20), "stacked", "must give height and width the same"),
        ((1, 2, 3), "spiral", "arrangement must be one of"),
    ],
)
def test_sections_that_do_not_fit(sections, arrangement, match):
    with pytest.raises(ValueError, match=match):
        pair_axes(sections, arrangement, 64)


def test_dinov3_as_the_library_has_it():
    cosine, _ = axial_cos_sin(dinov3_angles(3, 4, 16))
    np.testing.assert_allclose(cosine, golden("hf_dinov3_rope2d_cos_3x4_d16"), atol=1e-6)


def test_timm_and_diffusers_grids():
    cells = grid_cells(4, 6)
    blocks = [cells[:, axis, None] * axis_frequencies(8) for axis in (0, 1)]
    _, sine = axial_cos_sin(np.hstack(blocks), "adjacent")
    np.testing.assert_allclose(sine, golden("timm_rope2d_lang_sin_4x6_d16"), atol=1e-6)
    cosine, _ = axial_cos_sin(np.hstack(blocks[::-1]), "adjacent")
    np.testing.assert_allclose(cosine, golden("diffusers_2d_rope_cos_4x6_d16"), atol=1e-6)


def test_four_ways_of_sharing_a_head():
    head = axis_frequencies(16)
    qwen, pixtral = qwen2_vl_angles(5, 7, 16), pixtral_angles(5, 7, 16)
    row, column = 3 * 7 + 2, slice(0, 4)
    np.testing.assert_allclose(qwen[row, column], 3 * axis_frequencies(8))
    np.testing.assert_allclose(pixtral[row, column], 3 * head[::2])
    np.testing.assert_allclose(pixtral[row, 4:], 2 * head[1::2])
    assert dinov3_angles(5, 7, 16).max() <= 2 * np.pi
    angles = flux_angles([[0, 3, 5]])
    assert angles.shape == (1, 64)
    assert not angles[0, :8].any()
    np.testing.assert_allclose(angles[0, 8:36], 3 * axis_frequencies(56))


def test_axes_are_refused():
    with pytest.raises(ValueError, match="head_dim must be a multiple of 4"):
        qwen2_vl_angles(2, 2, 6)
    with pytest.raises(ValueError, match="positions must have 3 columns; got 2"):
        flux_angles([[1, 2]])
    with pytest.raises(ValueError, match="axes must be 1 to 16 widths; got 0"):
        axis_frequencies_of(())


@pytest.mark.parametrize("name", ["xt_xpos_scale_50x16", "ret_xpos_scale_50x16"])
def test_xpos_scale_of_libraries(name):
    scale = np.repeat(xpos_scale(np.arange(50), 16, centre=25), 2, axis=1)
    np.testing.assert_allclose(scale, golden(name), rtol=2e-7)


def test_xpos_as_torchscale_turns_a_key():
    rotary = Rotary(8, pairing="adjacent")
    turned = rotary.rotate(x_in(9, 8), np.arange(9))
    scale = np.repeat(xpos_scale(np.arange(9), 8, centre=5), 2, axis=1)
    np.testing.assert_allclose(
        turned / scale, golden("torchscale_xpos_down_rotated_odd_9x8"), atol=1e-6
    )


def test_xpos_scores_depend_on_the_offset():
    rows = [xpos_scale([p], 8) * xpos_scale([p - 7], 8) ** -1 for p in (10, 200)]
    np.testing.assert_allclose(*rows, rtol=1e-12)


def test_layers():
    gemma = layer_kinds(48, 6)
    assert [i for i, kind in enumerate(gemma) if kind == "full_attention"] == list(range(5, 48, 6))
    assert layer_kinds(22, 3, first=True)[:4].count("full_attention") == 2
    assert layer_kinds(31, 6, last_full=True)[-1] == "full_attention"
    assert rotating_layers(36).count(False) == 9
    assert kind_named("local") == "sliding_attention"


def test_temperatures():
    np.testing.assert_allclose(
        llama4_temperature([0, 8190, 8191, 16_383]),
        [1, 1, 1 + 0.1 * np.log(2), 1 + 0.1 * np.log(3)],
    )
    # One position later than Llama 4's: p, not p + 1.
    assert ministral3_temperature([16_383, 16_384]).round(4).tolist() == [1.0, 1.0693]
    with pytest.raises(ValueError, match="positions must be at least 0; got -1"):
        llama4_temperature([-1])


@pytest.mark.parametrize(("mscale", "times"), [(1, 1.87385), (0.707, 1.58963), (0, 1)])
def test_deepseeks_softmax_scale(mscale, times):
    assert softmax_scale(192, 40, mscale) == pytest.approx(times / 192**0.5, rel=4e-6)
