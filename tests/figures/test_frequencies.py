"""Exponents, inverse frequencies and wavelengths as curves."""

import numpy as np
import pytest

from pe_core.derivation import exponents
from pe_core.figures.frequencies import exponent_line, frequency_curve, wavelength_curve
from pe_core.figures.theme import DARK, LIGHT
from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import turns
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
DIMS = pytest.mark.parametrize("dim", [1, 2, 3, 128, 1024])


@LOOKS
@DIMS
def test_exponents_are_a_line(look, dim):
    sinusoid = Sinusoid(dim=dim)
    chart = exponent_line(sinusoid, look)
    assert kinds(chart.figure) == ["scatter"]
    (line,) = chart.figure.data
    np.testing.assert_array_equal(line.x, np.arange((dim + 1) // 2))
    np.testing.assert_array_equal(line.y, exponents(sinusoid))
    assert line.line.color == look.accent
    titles = axis_titles(chart.figure)
    assert "pair" in titles["xaxis"]
    assert "2i/d" in titles["yaxis"]
    assert f"{exponents(sinusoid)[-1]:.4g}" in chart.alt
    np.testing.assert_array_equal(chart.data[:, 0], exponents(sinusoid))
    assert "pair 0" in hover(line, x=0, y=0.0)


def test_the_exponents_rule_follows_the_spacing():
    chart = exponent_line(Sinusoid(dim=8, spacing="endpoint"), LIGHT)
    assert "n − 1" in axis_titles(chart.figure)["yaxis"]
    assert chart.figure.data[0].y[-1] == 1


@LOOKS
@DIMS
@pytest.mark.parametrize("log", [False, True], ids=["linear", "log"])
def test_inverse_frequencies(look, dim, log):
    sinusoid = Sinusoid(dim=dim)
    chart = frequency_curve(sinusoid, look, log=log)
    (line,) = chart.figure.data
    np.testing.assert_array_equal(line.y, sinusoid.frequencies)
    assert (chart.figure.layout.yaxis.type == "log") == log
    assert "rad per position" in axis_titles(chart.figure)["yaxis"]
    assert f"{sinusoid.frequencies[-1]:.4g}" in chart.alt
    assert f"{len(sinusoid.frequencies)} pairs" in chart.alt
    np.testing.assert_array_equal(chart.data[:, 0], sinusoid.frequencies)
    text = hover(line, x=0, y=line.y[0], customdata=line.customdata[0])
    assert "1 rad per position" in text
    assert "wavelength 6.28" in text


@LOOKS
@pytest.mark.parametrize("length", [1, 4, 1000, 1_000_000])
@DIMS
def test_wavelengths_are_sorted_by_what_they_do(look, length, dim):
    sinusoid = Sinusoid(dim=dim)
    chart = wavelength_curve(sinusoid, length, look)
    made = turns(sinusoid, length)
    assert kinds(chart.figure) == ["scatter"] * 3
    counts = [len(trace.x) for trace in chart.figure.data]
    assert counts == [made.complete, made.partly, made.barely]
    pairs = np.concatenate([trace.x for trace in chart.figure.data])
    values = np.concatenate([trace.y for trace in chart.figure.data])
    assert sorted(pairs) == list(range(len(sinusoid.frequencies)))
    np.testing.assert_array_equal(values[np.argsort(pairs)], sinusoid.wavelengths)
    for part in (made.complete, made.partly, made.barely):
        assert str(part) in chart.alt
    assert chart.columns == ("wavelength", "turns")
    np.testing.assert_array_equal(chart.data[:, 1], made.turns)
    assert chart.figure.layout.yaxis.type == "log"
    assert "positions" in axis_titles(chart.figure)["yaxis"]


def test_levels_of_the_length_and_of_both_ends():
    length, base = 1000, 10_000
    figure = wavelength_curve(Sinusoid(dim=128, base=base), length, LIGHT).figure
    levels = sorted(shape.y0 for shape in figure.layout.shapes)
    np.testing.assert_allclose(levels, [2 * np.pi, length, 2 * np.pi * base], rtol=1e-12)
    texts = " ".join(annotation.text for annotation in figure.layout.annotations)
    assert "1,000" in texts
    assert "62,832" in texts


def test_hover_of_a_wavelength():
    chart = wavelength_curve(Sinusoid(dim=128), 1000, LIGHT)
    trace = chart.figure.data[0]
    text = hover(trace, x=trace.x[0], y=trace.y[0], customdata=trace.customdata[0])
    assert text == "pair 0: wavelength 6.28319 positions, 159 turns"


@pytest.mark.parametrize("dim", [1024, 4096])
def test_weight(dim):
    sinusoid = Sinusoid(dim=dim)
    charts = (
        exponent_line(sinusoid, LIGHT),
        frequency_curve(sinusoid, LIGHT),
        wavelength_curve(sinusoid, 1_000_000, LIGHT),
    )
    assert sum(weight(chart.figure) for chart in charts) <= 1_000_000
