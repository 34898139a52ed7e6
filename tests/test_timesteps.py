"""Time steps for positions: the layout of diffusion models and that of the paper."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.sinusoid import LAYOUTS, Sinusoid
from pe_core.timesteps import (
    SCHEDULE_STEPS,
    compare_layouts,
    diffusion_sinusoid,
    layout_columns,
    spaced_steps,
    step_similarities,
)


def scalar_oracle(step, dim):
    """Write the embedding of guided-diffusion out, number by number."""
    half = dim // 2
    angles = [step * math.exp(-math.log(10000) * i / half) for i in range(half)]
    return [*map(math.cos, angles), *map(math.sin, angles), *[0.0] * (dim % 2)]


@pytest.mark.parametrize("dim", [2, 7, 128, 320])
@pytest.mark.parametrize("step", [0, 1, 500, 999, 0.5])
def test_the_layout_of_diffusion_models(dim, step):
    found = diffusion_sinusoid(dim).encode([step])[0]
    # The oracle rounds its frequencies: an error of a few eps times 1000 rad.
    np.testing.assert_allclose(found, scalar_oracle(step, dim), rtol=0, atol=2e-12)


def test_the_schedule_has_a_thousand_steps():
    assert SCHEDULE_STEPS == 1000
    assert spaced_steps(1000).tolist() == list(range(1000))
    assert spaced_steps(50).tolist() == list(range(0, 1000, 20))
    assert spaced_steps(3).tolist() == [0, 333, 666]


@given(steps=st.integers(1, 10_000), data=st.data())
def test_spaced_steps_stay_inside(steps, data):
    count = data.draw(st.integers(1, steps))
    found = spaced_steps(count, steps=steps)
    assert len(set(found.tolist())) == count
    assert found.min() == 0
    assert found.max() < steps


def test_neighbouring_steps_are_alike():
    sinusoid = diffusion_sinusoid(128)
    found = step_similarities(sinusoid, 500, [500, 501, 502, 520, 999])
    assert found[0] == 1
    expected = np.cos(sinusoid.frequencies).mean()
    # One product of 64 cosines of small angles.
    assert found[1] == pytest.approx(expected, abs=1e-14)
    assert (np.diff(found) < 0).all()


@given(step=st.floats(0, 1000), others=st.lists(st.floats(0, 1000), max_size=5))
@pytest.mark.parametrize("sinusoid", [diffusion_sinusoid(9), Sinusoid(dim=9)], ids=["zero", "sine"])
def test_similarity_is_the_cosine_of_the_vectors(sinusoid, step, others):
    here, rows = sinusoid.encode([step])[0], sinusoid.encode(others)
    expected = rows @ here / (np.linalg.norm(rows, axis=1) * np.linalg.norm(here))
    # Angles up to 1000 rad.
    np.testing.assert_allclose(step_similarities(sinusoid, step, others), expected, atol=1e-12)


@pytest.mark.parametrize("sinusoid", [Sinusoid(dim=1), diffusion_sinusoid(1)], ids=["sine", "zero"])
def test_a_zero_vector_is_like_nothing(sinusoid):
    assert step_similarities(sinusoid, 0, [0, 5]).tolist() == [0, 0]


@given(dim=st.integers(1, 64), step=st.floats(0, 1000))
def test_the_paper_layout_is_a_permutation(dim, step):
    found = compare_layouts(diffusion_sinusoid(dim), step)
    assert sorted(found.columns) == list(range(dim))
    np.testing.assert_array_equal(found.paper, found.diffusion[found.columns])


def test_the_same_step_in_the_paper_itself():
    found = compare_layouts(diffusion_sinusoid(128), 999)
    np.testing.assert_array_equal(found.paper, Sinusoid(dim=128).encode([999])[0])
    assert found.columns[:4].tolist() == [64, 0, 65, 1]


@given(dim=st.integers(1, 33), data=st.data())
def test_columns_between_any_two_layouts(dim, data):
    first, second = (data.draw(st.sampled_from(LAYOUTS)) for _ in range(2))
    sinusoid = Sinusoid(dim=dim, layout=first)
    moved = sinusoid.table(4)[:, layout_columns(sinusoid, second)]
    np.testing.assert_array_equal(moved, Sinusoid(dim=dim, layout=second).table(4))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: spaced_steps(0), "count must be an integer from 1 to 1000; got 0"),
        (lambda: spaced_steps(1, steps=0), "steps must be an integer from 1 to 10000; got 0"),
        (lambda: diffusion_sinusoid(0), "dim must be an integer from 1 to 65536; got 0"),
        (lambda: compare_layouts(diffusion_sinusoid(4), math.inf), "step must be a number"),
        (lambda: step_similarities(diffusion_sinusoid(4), 1, ["a"]), "others must be an array"),
        (lambda: layout_columns(diffusion_sinusoid(4), "rows"), "layout must be one of"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
