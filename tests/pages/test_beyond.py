"""The page on texts longer than any in training."""

import pytest

from tests.pages.reading import chart_names, charts, texts, values

PATH = "pages/beyond.py"
NAMES = ["phases", "phase-shares", "value-bands", "distances"]


def test_ten_times_the_length(open_page):
    app = open_page(PATH)
    assert chart_names(app) == NAMES
    text = texts(app)
    assert "Longer text: **1,000 positions**, 10 times as long" in text
    assert "The values stay bounded:** from −1.000 to 1.000 at 1,000 positions" in text
    assert "the smallest distance of any two vectors stays **1.95**, found 1 apart" in text
    assert "**But not all is familiar: 44 of 64 pairs** enter phases never seen" in text
    assert "pairs 20 to 63, the slow ones, dimensions 40–127" in text


@pytest.mark.parametrize(("times", "length"), [(2, 200), (100, 10_000)])
def test_buttons_set_the_longer_length(open_page, times, length):
    app = open_page(PATH)
    button = next(b for b in app.button if b.label == f"{times}×")
    button.click().run()
    assert app.query_params == {"length": str(length)}
    assert f"Longer text: **{length:,} positions**, {times}" in texts(app)


def test_the_trained_length_can_be_chosen(open_page):
    app = open_page(PATH, d=6)
    app.number_input(key="trained:field").set_value(500).run()
    assert app.query_params == {"d": "6", "trained": "500"}
    before = values(charts(app)[1]["data"][0]["y"])
    assert before[0] == before[1] == 100  # pair 1 needs 135 positions for a turn
    assert before[2] < 20
    assert "pairs 2 to 2" in texts(app)


def test_nothing_new_is_said_too(open_page):
    text = texts(open_page(PATH, d=2))
    assert "**No phase is new:** each pair has been all round its circle" in text
    assert "But not all is familiar" not in text
    assert "From 6 apart on, some are nearer than neighbours are, already in training" in text


@pytest.mark.parametrize(
    ("query", "notes"),
    [
        ({"d": 1, "length": 1}, ["goes on with d = 2", "needs at least 3 positions"]),
        ({"d": 127}, ["goes on with d = 128"]),
        ({"d": 4096, "length": 1_000_000}, ["texts of up to 8,192 positions are compared"]),
        ({"d": 128, "length": 200_000, "trained": 999_999}, []),
    ],
    ids=str,
)
def test_bounds_are_said(open_page, query, notes):
    app = open_page(PATH, **query)
    assert len(app.info) == len(notes)
    for info, note in zip(app.info, notes, strict=True):
        assert note in info.value
    assert chart_names(app) == NAMES
