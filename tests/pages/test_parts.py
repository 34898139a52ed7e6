"""What the pages share: files to take away, steps of the sliders, parameters of a link."""

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts import state
from pages.parts.chart import csv, npy
from pages.parts.controls import BASE_STEPS, D_STEPS, LENGTH_STEPS, nice_steps
from pe_core.figures.frequencies import wavelength_curve
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.similarity import similarity_heatmap
from pe_core.figures.theme import LIGHT
from pe_core.figures.waves import derivation_panels, dimension_waves, position_vector
from pe_core.overview import overview
from pe_core.sinusoid import Sinusoid

S = Sinusoid(dim=7)
CHARTS = (
    encoding_heatmap(S, overview(S, 0, 9), LIGHT),
    encoding_heatmap(S, overview(S, 0, 99_999), LIGHT),
    position_vector(S, 20, 100, LIGHT, length=200),
    derivation_panels(S, 20, LIGHT),
    dimension_waves(S, [0, 5], 0, 49, LIGHT),
    wavelength_curve(S, 100, LIGHT),
    similarity_heatmap(S, 0, 20, LIGHT),
)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_files_hold_the_numbers_of_the_picture(chart):
    frame = pd.read_csv(io.BytesIO(csv(chart)), dtype={chart.index_name: str})
    assert list(frame.columns) == [chart.index_name, *chart.columns]
    assert frame[chart.index_name].tolist() == list(chart.index)
    numbers = frame[list(chart.columns)].to_numpy().astype(chart.data.dtype)
    # The shortest text that reads back as the same number.
    np.testing.assert_array_equal(numbers, chart.data)
    loaded = np.load(io.BytesIO(npy(chart)), allow_pickle=False)
    np.testing.assert_array_equal(loaded, chart.data)
    assert loaded.dtype == chart.data.dtype


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
