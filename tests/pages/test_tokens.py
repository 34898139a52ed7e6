"""The page on tokens: the numbers of the tutorial, every option, and whatever a reader types."""

import numpy as np
import pytest

from pages.parts import state
from pe_core.sinusoid import Sinusoid
from pe_core.tokens import embed_words, explain_cell
from pe_core.words import split_words
from tests.pages.reading import chart_names, charts, sliders, texts, values

PAGE = "pages/tokens.py"
#: All parts that are closed at first.
OPEN = "balance,model,printed"
MATRICES = ["embedding-matrix", "embeddings", "encoding", "sum"]


def matrix(app, name):
    """Return the numbers that a chart of the page shows."""
    trace = charts(app)[chart_names(app).index(name)]["data"][0]
    return np.asarray(values(trace["z"]), dtype=float)


def codes(app):
    return "\n".join(block.value for block in app.code)


def test_the_defaults_repeat_the_tutorial(open_page):
    app = open_page(PAGE, open=OPEN)
    assert app.text_input(key="sentence:text").value == "Transformers use positional encoding"
    assert app.number_input(key="td:field").value == 6
    table = app.dataframe[0].value
    assert list(table["token"]) == ["Transformers", "use", "positional", "encoding"]
    assert list(table["position"]) == list(table["index"]) == [0, 1, 2, 3]
    assert chart_names(app) == [*MATRICES, "balance", "model"]
    weights = matrix(app, "embedding-matrix")
    assert weights.shape == (4, 6)
    # NumPy's printed eight decimals.
    np.testing.assert_allclose(weights[0, :2], [0.37454012, 0.95071431], rtol=0, atol=5e-9)
    assert "Transformers: 0.37454012 0.95071431" in codes(app)
    np.testing.assert_array_equal(
        matrix(app, "sum"), matrix(app, "embeddings") + matrix(app, "encoding")
    )


def test_every_matrix_has_its_shape(open_page):
    app = open_page(PAGE, open=OPEN, sentence="to be or not to be", td=4)
    shown = texts(app) + "\n".join(title.value for title in app.subheader)
    assert "Tokens and indices: 6 numbers" in shown
    assert "Embedding matrix: 4 × 4" in shown
    for name in ("**Embedding, 6 × 4.**", "**+ encoding, 6 × 4.**", "**= sum, 6 × 4.**"):
        assert name in shown


def test_the_right_encodings_and_what_is_wrong_in_print(open_page):
    app = open_page(
        PAGE, open=OPEN, base=500, td=9
    )  # this section stays with the tutorial's settings
    row = "0.84147098 0.54030231 0.04639922 0.99892298 0.00215443 0.99999768"
    assert row in codes(app)
    assert "Dimensions 2, 3, 4 and 5 are wrong" in texts(app)
    assert "third column" in texts(app)
    table = app.dataframe[1].value
    assert " ".join(table.iloc[2, 2:]) == row
    assert table.iloc[3, 4] == "0.21716510 ✗"
    assert not any("✗" in cell for cell in table.iloc[3, 2:4])


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ({}, {}),
        ({"scale": 0}, {"scale": 0}),
        ({"scale": 250, "root": "true"}, {"scale": 250, "multiply_by_root": True}),
        ({"seed": 7}, {"seed": 7}),
    ],
    ids=str,
)
@pytest.mark.parametrize("first", [0, 1])
def test_every_option_reaches_the_sum(open_page, query, options, first):
    app = open_page(PAGE, open=OPEN, first=first, row=2, column=1, **query)
    words = split_words("Transformers use positional encoding")
    steps = embed_words(words, Sinusoid(dim=6, origin=first), **options)
    np.testing.assert_array_equal(matrix(app, "sum"), steps.total)
    cell = explain_cell(steps, 2, 1)
    (formula,) = app.latex
    assert f"\\mathbf{{{cell.value:.8f}}}" in formula.value
    assert f"{cell.formula.value:.8f}" in formula.value
    assert f"position {2 + first}, dimension 1 of 6" in app.text[0].value


@pytest.mark.parametrize(
    ("scale", "verdict"),
    [
        (0.05, "Position drowns meaning"),
        (1, "Neither hides the other"),
        (30, "Meaning drowns position"),
    ],
)
def test_who_drowns_whom(open_page, scale, verdict):
    assert verdict in texts(open_page(PAGE, open=OPEN, scale=scale))


def test_any_cell_can_be_selected(open_page):
    app = open_page(PAGE, open=OPEN, sentence="a b", td=3)
    for row in (0, 1):
        for column in (0, 1, 2):
            app.number_input(key="row:field").set_value(row).run()
            app.number_input(key="column:field").set_value(column).run()
            assert not app.exception
            assert f"dimension {column} of 3" in app.text[0].value
            assert f"{matrix(app, 'sum')[row, column]:.8f}" in app.latex[0].value


@pytest.mark.parametrize("sentence", ["", " ", "\t \u2003 \n"], ids=repr)
def test_an_empty_sentence(open_page, sentence):
    app = open_page(PAGE, open=OPEN, sentence=sentence)
    assert [note.value for note in app.info] == ["There are no words yet: type a sentence."]
    assert chart_names(app) == ["model"]


def test_one_word(open_page):
    app = open_page(PAGE, open=OPEN, sentence="word")
    assert "One word" in app.info[0].value
    assert chart_names(app) == [*MATRICES, "model"]
    assert "nothing to tell apart" in texts(app)


def test_many_words_are_bounded(open_page):
    app = open_page(PAGE, open=OPEN, sentence="w " * 999, td=64)
    assert app.info[0].value == "Only the first 100 of 999 words are used."
    assert matrix(app, "sum").shape == (state.MOST_TOKENS, 64)


def test_five_thousand_words_in_a_link_are_refused_with_a_note(open_page):
    app = open_page(PAGE, open=OPEN, sentence="w " * 5_000)
    assert "must have at most 2,000 characters" in app.warning[0].value
    assert matrix(app, "sum").shape == (4, 6)


def test_a_full_field_says_so(open_page):
    app = open_page(PAGE, open=OPEN)
    app.text_input(key="sentence:text").set_value("x" * state.LONGEST_TEXT).run()
    assert not app.exception
    assert any("the rest is cut off" in note.value for note in app.info)


@pytest.mark.parametrize(
    "sentence",
    [
        "<b>bold</b> <script>alert(1)</script> <img/src=x/onerror=alert(1)>",
        "\U0001f600 \U0001f468\u200d\U0001f469\u200d\U0001f467 ok",
        "שלום עולם \u202eabc",
        "$x^2$ %{y} **md** `code` :material/home: [a](b)",
        "e\u0301 e\u0301 \x00 \x1b[31m",
    ],
    ids=["html", "emoji", "right-to-left", "mark-up", "controls"],
)
def test_whatever_is_typed_is_text(open_page, sentence):
    app = open_page(PAGE, open=OPEN)
    app.text_input(key="sentence:text").set_value(sentence).run()
    assert not app.exception
    count = len(split_words(sentence).tokens)
    assert matrix(app, "sum").shape == (count, 6)
    for chart in charts(app):
        labels = chart["layout"]["yaxis"].get("ticktext", [])
        assert not any("<" in label for label in labels)
    for token in split_words(sentence).tokens:
        if len(token) > 3:  # no Markdown, HTML or LaTeX holds what the reader typed
            assert token not in texts(app)


def test_the_controls_are_in_the_link(open_page):
    app = open_page(PAGE)
    app.segmented_control(key="first:choice").set_value("1").run()
    app.toggle(key="root:switch").set_value(True).run()
    app.number_input(key="scale:field").set_value(2.5).run()
    app.number_input(key="td:field").set_value(8).run()
    assert (sliders(app)["td"]["value"], sliders(app)["scale"]["value"]) == (8, 2.5)
    app.text_input(key="sentence:text").set_value("a b").run()
    assert app.query_params == {
        "first": "1",
        "root": "true",
        "scale": "2.5",
        "td": "8",
        "sentence": "a b",
    }
    assert not app.exception


def test_where_the_sum_enters_is_said(open_page):
    app = open_page(PAGE, open=OPEN)
    assert "below the **encoder stack**" in texts(app)
    assert "below the **decoder stack**" in texts(app)
    model = charts(app)[chart_names(app).index("model")]
    assert "encoder stack" in model["alt"]
