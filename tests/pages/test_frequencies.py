"""The frequencies page: exponent, inverse frequency, wavelength, and a row for each pair."""

import numpy as np
import pytest

from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import turns
from tests.pages.reading import chart_names, charts, texts, values


def test_curves_of_the_settings(open_page):
    app = open_page("pages/frequencies.py", d=30, base=500)
    data = dict(zip(chart_names(app), charts(app), strict=True))
    expected = Sinusoid(dim=30, base=500).frequencies
    np.testing.assert_array_equal(values(data["frequencies"]["data"][0]["y"]), expected)
    np.testing.assert_allclose(
        values(data["exponents"]["data"][0]["y"]), np.arange(15) / 15, rtol=1e-15
    )


def test_the_logarithmic_axis(open_page):
    app = open_page("pages/frequencies.py")
    place = chart_names(app).index("frequencies")
    assert charts(app)[place]["layout"]["yaxis"].get("type") != "log"
    app.toggle(key="log:switch").set_value(True).run()
    assert app.query_params == {"log": "true"}
    assert charts(app)[place]["layout"]["yaxis"]["type"] == "log"


@pytest.mark.parametrize("length", [1, 1000, 1_000_000])
def test_who_turns_is_said_in_numbers(open_page, length):
    app = open_page("pages/frequencies.py", length=length)
    made = turns(Sinusoid(dim=128), length)
    text = texts(app)
    assert f"{length:,} position" in text
    assert f"{made.complete} of 64 pairs" in text
    assert f"{made.barely} turn less" in text


def test_a_row_for_each_pair(open_page):
    app = open_page("pages/frequencies.py", d=7, length=100)
    (table,) = app.dataframe
    assert len(table.value) == 4
    sinusoid = Sinusoid(dim=7)
    columns = {name.split(" (")[0]: table.value[name].to_numpy() for name in table.value}
    np.testing.assert_array_equal(columns["inverse frequency"], sinusoid.frequencies)
    np.testing.assert_array_equal(columns["wavelength"], sinusoid.wavelengths)
    np.testing.assert_allclose(columns["exponent"], 2 * np.arange(4) / 7, rtol=1e-15)
