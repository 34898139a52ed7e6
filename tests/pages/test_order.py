"""The page on order, as a newcomer reads it."""

import numpy as np
import pytest

from tests.pages.reading import chart_names, charts, texts, values

PATH = "pages/order.py"


def test_the_two_sentences_are_the_same_bag(open_page):
    app = open_page(PATH)
    assert app.text_input(key="left:text").value == "The cat chased the dog"
    assert app.text_input(key="right:text").value == "The dog chased the cat"
    assert [code.value for code in app.code] == [
        "1:the  2:cat  3:chased  4:the  5:dog",
        "1:the  2:dog  3:chased  4:the  5:cat",
    ]
    assert "**The same bag:** both hold the same 5 words, 4 of them different" in texts(app)
    bag = app.dataframe[0].value
    assert bag["word"].tolist() == ["cat", "chased", "dog", "the"]
    assert bag["left"].tolist() == bag["right"].tolist() == [1, 1, 1, 2]
    assert not app.info


def test_dot_products_without_and_with_positions(open_page):
    app = open_page(PATH)
    names = chart_names(app)
    assert names[:4] == ["plain-left", "plain-right", "placed-left", "placed-right"]
    products = [values(chart["data"][0]["z"]) for chart in charts(app)[:4]]
    np.testing.assert_allclose(products[0], products[1], atol=1e-5)
    assert np.abs(products[2] - products[3]).max() > 10
    assert "every number is **the same**" in texts(app)
    assert "differ by up to **13.4**" in texts(app)
    assert "With the encoding it changes by up to 1.71." in texts(app)


def test_the_words_in_their_own_order(open_page):
    app = open_page(PATH)
    app.toggle(key="bag:switch").set_value(False).run()
    assert app.query_params == {"bag": "false"}
    assert charts(app)[1]["layout"]["yaxis"]["ticktext"] == ["the", "dog", "chased", "the", "cat"]
    assert charts(app)[3]["layout"]["yaxis"]["ticktext"][1] == "dog 2"


def test_other_words_are_another_bag(open_page):
    app = open_page(PATH)
    app.text_input(key="right:text").set_value("the dog slept").run()
    assert app.query_params == {"right": "the dog slept"}
    assert "**Not the same bag:** of the 5 words on the left, 2 are also on the right" in texts(app)
    assert "nobody can tell" not in texts(app)
    app.text_input(key="right:text").set_value("The cat chased the dog").run()
    assert "**the same, word for word**" in texts(app)
    app.text_input(key="right:text").set_value("nothing shared").run()
    assert "share no word" in texts(app)


@pytest.mark.parametrize("left", ["", "   "])
def test_an_empty_sentence(open_page, left):
    app = open_page(PATH, left=left)
    assert [note.value for note in app.info] == ["There are no words yet: type a sentence."]
    assert chart_names(app) == ["places", "last-output"]
    assert "Type a sentence on both sides" in texts(app)
    app = open_page(PATH, left=left, view="chart", chart="plain-left")
    assert [note.value for note in app.info] == [
        "Type a sentence on both sides: this chart compares them."
    ]


def test_one_word(open_page):
    app = open_page(PATH, left="alone")
    assert "One word: there is no order to lose yet." in [note.value for note in app.info]
    assert "plain-left" in chart_names(app)


def test_many_words_are_bounded_and_said(open_page):
    app = open_page(PATH)
    app.text_input(key="left:text").set_value("a b " * 500).run()
    assert "Only the first 64 of 1,000 words are used." in [note.value for note in app.info]
    assert values(charts(app)[0]["data"][0]["z"]).shape == (64, 64)


def test_a_link_with_5000_words_is_too_long_and_says_so(open_page):
    app = open_page(PATH, left="word " * 5_000)
    assert len(app.warning) == 1
    assert "left must have at most 2,000 characters" in app.warning[0].value
    assert app.text_input(key="left:text").value == "The cat chased the dog"


STRANGE = "🙂 שלום مرحبا <b>x</b> <script>alert(1)</script> $x$ **y** \u202eabc %{z}"


def test_strange_text_is_text(open_page):
    app = open_page(PATH, left=STRANGE, right=STRANGE[::-1])
    assert "<b>x</b>" in app.code[0].value
    assert "<script>alert(1)</scrip…" in app.code[0].value
    assert "🙂" in app.code[0].value
    assert "\u202e" not in app.code[0].value
    assert "2:\u2068שלום\u2069" in app.code[0].value
    assert "<script" not in texts(app)
    drawn = charts(app)
    assert any("script" in str(chart["spec"]) for chart in drawn), "the words are in the pictures"
    for chart in drawn:
        # Plotly reads some HTML in the words of a picture, but nobody reads the table's names so.
        assert "<script" not in str(chart["spec"]) + chart["alt"]
        assert "<b>x" not in str(chart["spec"]) + chart["alt"]


def test_coarse_and_fine_place(open_page):
    app = open_page(PATH)
    roles = app.dataframe[1].value.set_index("tells")["dimensions"].to_dict()
    assert roles == {
        "just before / just after": "0–3",
        "in between": "4–71",
        "early / middle / late": "72–127",
        "hardly anything": "none",
    }
    app.number_input(key="length:field").set_value(50).run()
    roles = app.dataframe[1].value.set_index("tells")["dimensions"].to_dict()
    assert roles["just before / just after"] == "0–3"
    assert roles["hardly anything"] != "none"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({}, "**the order is not seen**. The last token sees all tokens"),
        ({"layers": 2}, "**the order is seen**"),
        ({"layers": 3}, "**the order is seen**"),
        ({"mask": "false"}, "**the order is not seen**. Without a mask"),
        ({"mask": "false", "layers": 3}, "**the order is not seen**. Without a mask"),
    ],
    ids=str,
)
def test_a_causal_mask_lets_order_in_from_the_second_layer(open_page, query, told):
    app = open_page(PATH, **query)
    assert told in texts(app)
    assert chart_names(app)[-1] == "last-output"
    first, second = (values(trace["y"]) for trace in charts(app)[-1]["data"])
    assert (np.abs(first - second).max() > 1e-3) == ("order is seen" in told)


def test_the_switch_of_the_mask(open_page):
    app = open_page(PATH, layers=2)
    app.toggle(key="mask:switch").set_value(False).run()
    assert app.query_params == {"layers": "2", "mask": "false"}
    assert "**the order is not seen**" in texts(app)
