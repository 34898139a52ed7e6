"""The page on learned positions: the layer, the training and its keeping, and the unseen rows."""

import re

import numpy as np
import pytest
import streamlit as st

from pages.parts import training
from pe_core.gap_task import GapTask
from pe_core.learned import noise_table, train_fully
from tests.pages.reading import chart_names, charts, texts, values

PAGE = "pages/learned.py"
#: All parts that are closed at first.
OPEN = "offsets,layer,choice"


def array(app, name, key="z", trace=0):
    return values(charts(app)[chart_names(app).index(name)]["data"][trace][key])


@pytest.fixture(autouse=True)
def _forget():
    """Let no test find what another one has trained."""
    st.cache_resource.clear()


def test_the_layer_of_the_tutorial(open_page):
    app = open_page(PAGE, open=OPEN)
    assert "10 positions, d = 30" in texts(app)
    frozen, trained = array(app, "frozen-layer"), array(app, "trainable-layer")
    assert frozen.shape == trained.shape == (11, 30)
    assert not frozen[0].any()
    # Tokens count from 1: row 1 is the encoding of position 1.
    np.testing.assert_allclose(frozen[1, :2], [0.84147098, 0.54030231], atol=5e-9)
    assert (np.abs(trained - frozen).max(1) > 0).tolist() == [False] + [True] * 6 + [False] * 4
    assert "0 of its 300 numbers may change" in texts(app)
    assert "All 300 numbers may change" in texts(app)


def test_the_layer_without_padding_and_with_longer_texts(open_page):
    app = open_page(PAGE, open=OPEN, padding="false", words=9)
    assert array(app, "frozen-layer").shape == (10, 30)
    assert "row 10 is never looked up and stays as it was" in texts(app)


def test_the_table_is_really_trained(open_page):
    app = open_page(PAGE, open=OPEN)
    shown = array(app, "learned-table")
    task = GapTask(seen=48, length=96)
    wanted = train_fully(noise_table(96, 16), task, steps=400)
    # The chart sends float32.
    np.testing.assert_allclose(shown, wanted.table, rtol=0, atol=1e-6)
    errors = array(app, "training", "y")
    assert len(errors) == 401
    assert errors[-1] < errors[0] / 2


def test_positions_never_seen_stay_noise_and_the_formula_goes_on(open_page):
    app = open_page(PAGE, open=OPEN)
    shown, noise = array(app, "learned-table"), noise_table(96, 16)
    np.testing.assert_array_equal(shown[48:], noise[48:].astype(np.float32))
    numbers = re.search(
        r"never seen: \*\*([\d.]+)\*\* learned, \*\*([\d.]+)\*\* sinusoid; .* be ([\d.]+)\. The",
        texts(app),
    )
    learned, formula, chance = (float(number) for number in numbers.groups())
    assert learned > 0.95 * chance
    assert formula < 0.4 * chance


def test_pros_and_cons(open_page):
    assert "| numbers to train | none | positions × d |" in texts(open_page(PAGE, open=OPEN))


@pytest.mark.parametrize(
    "query",
    [{"seen": 8, "steps": 10}, {"seen": 64, "ld": 64, "steps": 60}, {"ld": 32, "seed": 999}],
    ids=str,
)
def test_other_trainings(open_page, query):
    app = open_page(PAGE, open=OPEN, **query)
    seen, dim = query.get("seen", 48), query.get("ld", 16)
    assert array(app, "learned-table").shape == (2 * seen, dim)
    assert array(app, "sinusoidal-table").shape == (2 * seen, dim)
    assert len(array(app, "training", "y")) == query.get("steps", 400) + 1
    assert len(array(app, "profile", "y")) == seen


def test_the_same_training_is_not_done_twice(open_page, monkeypatch):
    first = open_page(PAGE, open=OPEN, steps=30)
    monkeypatch.setattr(training, "train", None)  # calling it would fail
    second = open_page(PAGE, open=OPEN, steps=30, words=5)
    np.testing.assert_array_equal(array(first, "learned-table"), array(second, "learned-table"))


def test_progress_is_shown_and_a_training_left_is_not_kept(open_page, monkeypatch):
    real, drawn = training.train, []

    def left_half_way(*args, **options):
        for state in real(*args, **options):
            drawn.append(state.step)
            yield state
            if state.step >= 40:
                st.stop()  # what Streamlit does once the reader has gone elsewhere

    monkeypatch.setattr(training, "train", left_half_way)
    app = open_page(PAGE, open=OPEN, steps=100)
    assert drawn == [0, 20, 40]
    (bar,) = app.get("progress")
    assert bar.proto.value == 40
    assert bar.proto.text == "Gain for the sinusoid: step 40 of 100"
    monkeypatch.setattr(training, "train", real)
    app = open_page(PAGE, open=OPEN, steps=100)
    assert not app.get("progress")
    assert len(array(app, "training", "y")) == 101


def test_the_oldest_trainings_are_forgotten(open_page, monkeypatch):
    monkeypatch.setattr(training, "KEPT", 2)
    for steps in (10, 11, 12):
        open_page(PAGE, open=OPEN, steps=steps)
    assert len(training._kept()) == 2
