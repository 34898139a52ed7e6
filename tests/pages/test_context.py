"""The page on longer contexts, and the check of a model's settings on it."""

import json

import numpy as np
import pytest

from pe_core.rotary import Rotary
from pe_core.rotary.config import read_config
from pe_core.rotary.presets import PRESETS, VARIANTS, preset
from tests.pages.reading import chart_names, charts, texts

PATH = "pages/context.py"
NAMES = ["extended-frequencies", "extended-wavelengths", "rule-ratios", "parting"]


def _said(app) -> str:
    return "\n".join(block.value for block in app.code)


def test_a_known_model(open_page):
    app = open_page(PATH)
    assert chart_names(app) == NAMES
    assert "**29 kept**, **6 blended**, **29 stretched**" in texts(app)
    assert "29 of 64 pairs do not come round once in 8,192 positions" in texts(app)
    assert "Nothing in CONFIG contradicts itself." in _said(app)
    assert not app.error


@pytest.mark.parametrize("name", [entry.name for entry in (*PRESETS, *VARIANTS)])
def test_every_known_model(open_page, name):
    app = open_page(PATH, model=name)
    assert not app.error
    assert chart_names(app)[:3] == NAMES[:3]
    odd = len(read_config(preset(name).config).findings) > 0
    assert ("contradicts itself" in _said(app)) == (not odd)


def test_the_second_kind_of_layer(open_page):
    first, second = (texts(open_page(PATH, model="gemma_3_12b", kind=n)) for n in (0, 1))
    assert "Kind 0: full" in first
    assert "**128 stretched**" in first
    assert "Kind 1: sliding" in second
    assert "**128 kept**" in second


def test_a_model_without_a_rule_is_stretched_by_the_slider(open_page):
    app = open_page(PATH, model="llama_2_7b", stretch=8)
    assert "In 32,768 positions" in texts(app)


def test_a_pasted_file_and_its_link(open_page):
    file = json.dumps(preset("gpt_oss_20b").config)
    app = open_page(PATH)
    app.text_area(key="config:text").set_value(file).run()
    assert app.query_params == {"config": file}
    assert "yarn with factor 32" in _said(app)
    assert "truncate is not known (R6)" in _said(app)
    assert "1.34657" in texts(app)
    assert [t for t in charts(app)[3]["data"] if t["name"].startswith("mlx-lm")]
    app.selectbox(key="model:box").set_value("llama_2_7b").run()
    assert app.query_params == {"model": "llama_2_7b"}
    assert app.text_area(key="config:text").value == ""


def test_a_long_file_stays_out_of_the_link(open_page):
    file = json.dumps(preset("llama_3_2_3b").config | {"unused": "x" * 5_000})
    app = open_page(PATH)
    app.text_area(key="config:text").set_value(file).run()
    assert app.query_params == {}
    assert "factor 32" in _said(app)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1, 2]",
        "[" * 100_000,
        '{"head_dim": 64, "rope_theta": -1}',
        '{"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"type": "no <b>rule</b>"}}',
        '{"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 0}}',
        '{"head_dim": 64, "rope_theta": 1e4, "max_position_embeddings": 1000000000000}',
    ],
    ids=["cut", "list", "deep", "base", "rule", "factor", "length"],
)
def test_what_cannot_be_read_is_one_sentence(open_page, text):
    app = open_page(PATH)
    app.text_area(key="config:text").set_value(text).run()
    assert not app.exception
    (error,) = app.error
    assert "\n" not in error.value
    assert "<b>" not in error.value
    assert not chart_names(app)


def test_a_vector_is_checked(open_page):
    right = Rotary(128).frequencies
    app = open_page(PATH, model="llama_2_7b")
    app.text_area(key="vector:text").set_value(" ".join(f"{w:.9g}" for w in right)).run()
    assert "Right: the frequencies are what CONFIG asks for." in _said(app)
    app.text_area(key="vector:text").set_value(" ".join(f"{w / 4:.9g}" for w in right)).run()
    assert "Right" not in _said(app)
    app.text_area(key="vector:text").set_value("no numbers").run()
    assert len(app.error) == 1
    assert chart_names(app) == NAMES


def test_frequencies_are_those_of_the_file(open_page):
    first = charts(open_page(PATH, model="qwen3_8b"))[0]
    drawn = np.asarray(first["data"][1]["y"])
    np.testing.assert_allclose(drawn, Rotary(128, base=1e6).frequencies, rtol=1e-12)
