"""The page on plain numbers: what integers, 0…1 and binary digits cannot do."""

import numpy as np
import pytest

from tests.pages.reading import chart_names, charts, move, sliders, texts, values

PATH = "pages/numbers.py"
#: All parts that are closed at first.
OPEN = "similarity,counter"
NAMES = ["numberings", "value-ranges", "neighbour-steps", "numbering-similarity", "counter"]


def measured(app):
    return app.dataframe[0].value.set_index("numbering")


def test_what_is_wrong_with_plain_numbers(open_page):
    app = open_page(PATH, open=OPEN)
    assert chart_names(app) == NAMES
    assert "In training no value was above 100; now they run to **1,000**" in texts(app)
    assert "one step is 0.0101 in the short text and **0.001** in the long one" in texts(app)
    assert "The longer text needs **3 more** digits" in texts(app)
    assert "every step has the same size (1.95)" in texts(app)


def test_the_table_of_measures(open_page):
    table = measured(open_page(PATH, open=OPEN, trained=10, length=40))
    assert table["values, 40 positions"].tolist() == ["1 to 40", "0 to 1", "0 to 1", "−1 to 1"]
    assert table["step, 10 positions"].tolist() == ["1", "0.111", "1 to 2", "1.95"]
    assert table["step, 40 positions"].tolist() == ["1", "0.0256", "1 to 2.45", "1.95"]
    assert table["same position moves by"].tolist() == ["0", "0.769", "0", "0"]
    assert table["new columns"].tolist() == ["0", "0", "2", "0"]


def test_only_the_sinusoid_s_similarity_is_a_line(open_page):
    traces = charts(open_page(PATH, open=OPEN))[3]["data"]
    widths = [
        np.abs(values(high["y"]) - values(low["y"])).max()
        for low, high in zip(traces[::2], traces[1::2], strict=True)
    ]
    assert widths[0] > 1e5
    assert widths[1] > 0.9
    assert widths[2] >= 5
    assert widths[3] < 1e-11  # sums of 64 products, rounded


def test_the_short_text_is_always_shorter(open_page):
    app = open_page(PATH, trained=5000, length=60)
    assert app.number_input(key="trained:field").value == 59
    assert (sliders(app)["trained"]["value"], sliders(app)["trained"]["high"]) == (59, 59)
    app = move(app, "number_input", "trained:field")
    assert app.query_params == {"trained": "58", "length": "60"}


@pytest.mark.parametrize(
    ("d", "length", "note"),
    [
        (128, 1, "at least 3 positions are needed"),
        (128, 1_000_000, "with d = 128 the first 4,096 of 1,000,000 positions are used"),
        (4096, 1_000, "with d = 4,096 the first 256 of 1,000 positions are used"),
    ],
)
def test_bounds_are_said(open_page, d, length, note):
    app = open_page(PATH, open=OPEN, d=d, length=length)
    (info,) = app.info
    assert note in info.value
    assert chart_names(app) == NAMES


def test_an_odd_d_is_explained(open_page):
    app = open_page(PATH, open=OPEN, d=5, length=50)
    assert "every step has the same size" not in texts(app)
    assert "With an odd d = 5 the last sine has no cosine beside it" in texts(app)


def test_the_counter(open_page):
    app = open_page(PATH, open=OPEN, bits=3)
    assert len(charts(app)[4]["data"]) == 6
    assert "each pair is **1.155 times** as slow" in texts(app)
    app = open_page(PATH, open=OPEN, d=6)
    assert "each pair is **21.54 times** as slow" in texts(app)
    assert charts(open_page(PATH, open=OPEN, d=1))
