"""What rules do to pairs, where readings part, and the methods side by side."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.rotary import Dynamic, Linear, Llama3, Proportional, Rotary, Yarn
from pe_core.rotary.extension import extension, parting_position
from pe_core.rotary.methods import METHODS, contribution, contribution_matrix, learned_scores


@pytest.mark.parametrize(
    ("rotary", "counts"),
    [
        (Rotary(128, base=5e5, rule=Llama3(8, 8192)), (29, 6, 29, 0)),
        (Rotary(64, base=5e5, rule=Llama3(32, 8192)), (15, 3, 14, 0)),
        (Rotary(128, rule=Linear(4)), (0, 0, 64, 0)),
        (Rotary(128), (64, 0, 0, 0)),
        (Rotary(128, rule=Yarn(16, 4096)), (21, 25, 18, 0)),
        (Rotary(8, rule=Proportional(0.5)), (2, 0, 0, 2)),
        (Rotary(128, rule=Dynamic(2, 2048, 4096)), (1, 62, 1, 0)),
    ],
)
def test_kinds_of_pairs(rotary, counts):
    found = extension(rotary)
    assert tuple(found.counts().values()) == counts
    np.testing.assert_allclose(found.after, found.before * found.ratio, rtol=1e-15)
    assert found.attention_factor == rotary.attention_factor


def test_wavelengths():
    found = extension(Rotary(8, rule=Proportional(0.5)))
    assert found.wavelengths_before[0] == pytest.approx(2 * np.pi)
    assert np.isinf(found.wavelengths_after[2:]).all()


@given(st.floats(1e-6, 1), st.floats(1e-7, 1e-2), st.floats(0.01, 3))
def test_the_parting_position_is_the_first(frequency, more, threshold):
    position = parting_position([frequency], [frequency + more], threshold=threshold)
    off = abs((frequency + more) - frequency)
    assert position * off > threshold * (1 - 1e-9)
    assert (position - 1) * off <= threshold * (1 + 1e-9)


def test_gpt_oss_with_and_without_truncate():
    exact, rounded = (
        Rotary(64, base=150_000.0, rule=Yarn(32, 4096, truncate=flag)).frequencies
        for flag in (False, True)
    )
    position = parting_position(exact, rounded)
    off = np.abs(exact - rounded).max()
    assert (position - 1) * off <= 0.5 < position * off
    assert parting_position(exact, exact) is None


def test_methods_by_offset():
    offsets = np.arange(-200, 1)
    for method in METHODS:
        if method.name == "learned":
            continue
        curve = contribution(method.name, offsets)
        assert curve.shape == offsets.shape
        assert curve[-1] == curve.max()
    steep, flat = (contribution("alibi", offsets, head=head) for head in (0, 7))
    assert (steep[:-1] < flat[:-1]).all()
    assert (contribution("t5", [-500, -129]) == contribution("t5", [-128])).all()
    np.testing.assert_allclose(contribution("sinusoid", offsets), contribution("rotary", offsets))


def test_a_learned_table_has_no_order_yet():
    scores = learned_scores(60, dim=256, seed=4)
    assert np.diag(scores).mean() == pytest.approx(1, abs=0.1)
    near, far = np.diag(scores, 1), np.diag(scores, 40)
    assert abs(near.mean() - far.mean()) < 0.1


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: parting_position([1.0], [1.0, 2.0]), "right must have 1 frequencies"),
        (lambda: parting_position([1.0], [2.0], threshold=0), "threshold must be a number"),
        (lambda: contribution("new", [0]), "method must be one of sinusoid, rotary"),
        (lambda: contribution("alibi", [0], head=8), "head must be an integer from 0 to 7"),
        (lambda: learned_scores(0), "length must be an integer from 1 to 2048"),
    ],
)
def test_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()


@pytest.mark.parametrize("method", ["sinusoid", "rotary", "alibi", "t5"])
def test_a_matrix_holds_the_curve_on_every_diagonal(method):
    found = contribution_matrix(method, 40, 9, trained=20, dim=16, base=500, head=3)
    for offset in range(-8, 9):
        wanted = contribution(method, [offset], dim=16, base=500, head=3)[0]
        # A sum of cosines may be added up in another order.
        np.testing.assert_allclose(np.diagonal(found, offset), wanted, atol=1e-15)


@pytest.mark.parametrize(("first", "filled"), [(0, 5), (3, 2), (9, 0)])
def test_a_learned_matrix_ends_with_its_table(first, filled):
    found = np.isfinite(contribution_matrix("learned", first, 7, trained=5))
    assert found[:filled, :filled].all()
    assert found.sum() == filled**2
