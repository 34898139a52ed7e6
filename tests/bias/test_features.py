"""Fourier features, relative sinusoids, and the formulas known from papers."""

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid, offset_similarity
from pe_core.bias import (
    fire_bias,
    fourier_features,
    kerple_bias,
    nerf_features,
    relative_sinusoid,
    sandwich_bias,
)
from pe_core.bias.features import random_features
from tests.golden import golden


def test_perceiver_and_timm():
    line = np.linspace(-1, 1, 10)
    # float32 angles of up to 10π: 31 · 2^-23
    np.testing.assert_allclose(
        fourier_features(line, 4, 20), golden("hf_perceiver_fourier_10x9"), atol=4e-6
    )
    rows = fourier_features(np.linspace(-1, 1, 4), 4, 32, include_input=False, spacing="log")
    timm = golden("timm_fourier_pixel_sin_4x6").reshape(4, 6, 8)
    np.testing.assert_allclose(rows[:, :4], timm[:, 0, :4], atol=6e-6)


def test_nerf_is_its_convention():
    column = np.arange(5.0)
    features = nerf_features(column[:, None], 4, include_input=False)
    np.testing.assert_allclose(features, CONVENTIONS["nerf"].table(5, 8), atol=1e-12)
    assert nerf_features(np.zeros((2, 3)), 10).shape == (2, 63)


def test_random_features_have_length_one():
    generator = np.random.default_rng(0)
    features = random_features(generator.uniform(-1, 1, (6, 2)), generator.standard_normal((2, 8)))
    np.testing.assert_allclose((features**2).sum(axis=1), 8)


def test_relative_sinusoids_are_the_libraries():
    np.testing.assert_allclose(
        relative_sinusoid(9, 16), CONVENTIONS["transformer_xl"].table(9, 16), atol=1e-13
    )
    both = relative_sinusoid(10, 16, ahead=True, layout="interleaved")
    assert both.shape == (19, 16)
    np.testing.assert_allclose(both[9], Sinusoid(16).encode([0])[0])


def test_sandwich_is_our_offset_curve():
    offsets = np.arange(-30, 31)
    curve = offset_similarity(Sinusoid(128), offsets)
    np.testing.assert_allclose(sandwich_bias(offsets), curve - 64, atol=1e-12)


def test_kerple_with_power_one_is_alibi():
    offsets = -np.arange(9)
    assert kerple_bias(offsets, kind="power", scale=0.5).tolist() == (0.5 * offsets).tolist()
    log = kerple_bias(offsets)
    assert (np.diff(log) < 0).all()
    assert (np.diff(log, 2) > 0).all()


def test_fire_reaches_its_slope_at_the_first_key_and_has_no_cliff():
    for query in (64, 500, 5000):
        bias = fire_bias(query, np.arange(query + 1))
        assert bias[0] == pytest.approx(-8)
        assert bias[-1] == 0
        assert (np.diff(bias) > 0).all()
    assert fire_bias(10, [0])[0] > -8


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: kerple_bias([1], kind="new"), "kind must be one of log, power"),
        (lambda: fire_bias(3, [4]), "keys must not be after the query, 3; got 4"),
        (lambda: nerf_features([[0.0]], 0), "octaves must be an integer from 1 to 40"),
        (lambda: random_features([[1.0]], [[1.0], [2.0]]), "matrix must have one row per axis, 1"),
    ],
)
def test_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
