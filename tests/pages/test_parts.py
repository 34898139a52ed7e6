"""What the pages share: steps of the sliders, parameters of a link, encodings and their names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts import state
from pages.parts.controls import BASE_STEPS, D_STEPS, LENGTH_STEPS, nice_steps


@pytest.mark.parametrize(
    ("steps", "low", "high"),
    [(D_STEPS, 1, 4096), (LENGTH_STEPS, 1, 1_000_000), (BASE_STEPS, 2, 1e9)],
    ids=["d", "length", "base"],
)
def test_steps_of_a_slider_span_its_range(steps, low, high):
    assert (steps[0], steps[-1]) == (low, high)
    assert (np.diff(steps) > 0).all()
    ratios = np.divide(steps[1:], steps[:-1])
    assert ratios.max() <= 2.5, "no jump is larger than the first step of d"
    assert 20 <= len(steps) <= 80


def test_steps_hold_the_presets():
    assert {6, 30, 64, 128, 512, 1024} <= set(D_STEPS)
    assert {4, 10, 1000} <= set(LENGTH_STEPS)
    assert {100, 500, 10_000, 500_000} <= set(BASE_STEPS)


@given(low=st.floats(0.01, 10), factor=st.floats(1.5, 1e6))
def test_nice_steps_start_and_end_where_asked(low, factor):
    steps = nice_steps(low, low * factor, (1, 2, 5))
    assert steps[0] == low
    assert steps[-1] == low * factor
    assert (np.diff(steps) > 0).all()


SIMPLE = ("d", "length", "base", "position", "other", "dimension", "from", "turned", "log")


@pytest.mark.parametrize("key", SIMPLE)
def test_a_default_written_and_read_is_the_default(key):
    parameter = state.PARAMETERS[key]
    assert parameter.parse(parameter.write(parameter.default)) == parameter.default


@given(value=st.floats(2, 1e9))
def test_a_base_comes_back_from_its_link(value):
    parameter = state.PARAMETERS["base"]
    # Fifteen digits are what a link keeps.
    assert parameter.parse(parameter.write(value)) == pytest.approx(value, rel=1e-14)


@given(text=st.text(max_size=30), key=st.sampled_from(sorted(state.PARAMETERS)))
def test_any_text_is_parsed_or_refused(text, key):
    parameter = state.PARAMETERS[key]
    try:
        value = parameter.parse(text)
    except ValueError:
        return
    again = parameter.parse(parameter.write(value))
    assert again == value or again == pytest.approx(value, rel=1e-12)
