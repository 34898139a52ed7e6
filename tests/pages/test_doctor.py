"""The doctor's page: a file, pasted text or a sample in, a finding out."""

import io
import pickle
import re

import numpy as np
import pytest

from pages.parts.plain import plain
from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import bug_example
from tests.pages.reading import chart_names, charts, texts, values

PAGE = "pages/doctor.py"


def saved(table: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, table)
    return buffer.getvalue()


def give(app, name: str, content: bytes):
    return app.file_uploader(key="doctor:file").set_value((name, content, "")).run()


def paste(app, text: str):
    return app.text_area(key="doctor:text").set_value(text).run()


def verdict(app) -> str:
    """Return the sentence of the finding as a reader sees it."""
    boxes = [*app.success, *app.main.warning, *app.main.info]
    assert len(boxes) == 1, boxes
    return boxes[0].value.replace("\\", "").replace("\u2060", "")


def test_a_right_table_to_begin_with(open_page):
    app = open_page(PAGE)
    assert verdict(app).startswith("This is the tensor2tensor layout")
    assert chart_names(app) == ["yours", "expected", "difference", "fitted"]
    libraries = set(app.dataframe[0].value["library"])
    assert {"openai-whisper", "fairseq", "DDPM"} <= libraries
    assert "**What this input does not tell:**" in texts(app)


def test_every_sample_is_a_click_and_in_the_link(open_page):
    app = open_page(PAGE)
    app.button(key="sample:bug").click().run()
    assert app.query_params == {"sample": "bug"}
    assert verdict(app).startswith("B2")
    app.button(key="sample:printed").click().run()
    assert app.query_params == {"sample": "printed"}
    assert "marian" in verdict(app)
    assert app.code[0].value.startswith("tensor([[")


def test_an_uploaded_file(open_page):
    table = CONVENTIONS["fairseq"].table(40, 16).astype(np.float32)
    app = give(open_page(PAGE), "mine.npy", saved(table))
    assert "first row is position 2" in verdict(app)
    np.testing.assert_array_equal(values(charts(app)[0]["data"][0]["z"]), table)
    assert "Your file. Read: 40 rows × 16 columns" in texts(app)


def test_a_bug_with_its_first_cell_and_its_fix(open_page):
    made = bug_example("B2", Sinusoid(dim=16), 40)
    app = give(open_page(PAGE), "mine.npy", saved(made.matrix))
    assert verdict(app).startswith("B2 (or B4")
    (row,) = app.dataframe[0].value.to_dict("records")
    cell = int(row["row"]), int(row["column"])
    assert float(row["yours"]) == pytest.approx(made.matrix[cell], abs=1e-7)
    assert float(row["expected"]) == pytest.approx(made.expected[cell], abs=1e-7)
    assert "**The fix:**" in texts(app)
    difference = values(charts(app)[2]["data"][0]["z"])
    np.testing.assert_allclose(difference, made.matrix - made.expected, rtol=0, atol=2e-7)


def test_pasted_text(open_page):
    app = paste(
        open_page(PAGE), "[[0., 1., 0., 1.],\n [0.84147098, 0.54030231, 0.00999983, 0.99995]]"
    )
    assert "paper" in verdict(app)
    assert "Your text. Read: 2 rows × 4 columns" in texts(app)
    app.button(key="sample:right").click().run()
    assert "tensor2tensor" in verdict(app)
    assert app.text_area(key="doctor:text").value.startswith("[[0.,"), "nothing is lost"
    paste(app, "")
    assert "A sample" in texts(app)


def test_pasted_text_outlives_a_look_at_another_page(open_page):
    app = paste(open_page(PAGE), "0 1\n0.8415 0.5403")
    app.switch_page("pages/heatmap.py").run()
    app.switch_page(PAGE).run()
    assert app.text_area(key="doctor:text").value == "0 1\n0.8415 0.5403"
    assert "Your text. Read: 2 rows × 2 columns" in texts(app)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.csv", b""),
        ("text.txt", b"the cat sat on the mat"),
        ("pickled.npy", pickle.dumps([1.0, 2.0])),
        ("objects.npy", saved(np.array([1.0, 2.0])).replace(b"'<f8'", b"'|O' ")),
        ("nan.npy", saved(np.array([[0.0, np.nan]]))),
        ("complex.npy", saved(np.array([[1j, 2.0]]))),
        ("ragged.csv", b"1,2,3\n1,2\n"),
        ("bomb.npz", b"PK\x03\x04nothing"),
        ("claims.npy", saved(np.zeros((2, 2))).replace(b"(2, 2)", b"(9999999999, 9)")),
        ("markup.csv", b"1,2\n<script>alert(1)</script>,**x**\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_unreadable_input_is_one_sentence(open_page, name, content):
    app = give(open_page(PAGE), name, content)
    assert not app.exception
    assert len(app.error) == 1
    text = app.error[0].value
    assert text.startswith("This cannot be read: ")
    assert "<script" not in text
    assert "**" not in text
    assert not charts(app)
    assert app.button(key="sample:right").click().run().success


def test_what_is_known_helps(open_page):
    one_row = " ".join(f"{value:.8f}" for value in Sinusoid(dim=64).encode([7])[0, :6])
    app = paste(open_page(PAGE), one_row)
    app.number_input(key="wide:field").set_value(64).run()
    app.number_input(key="begins:field").set_value(7.0).run()
    app.number_input(key="known:field").set_value(10_000.0).run()
    assert app.query_params == {"wide": "64", "begins": "7", "known": "10000"}
    assert "paper" in verdict(app)
    app.number_input(key="wide:field").set_value(None).run()
    assert app.query_params == {"begins": "7", "known": "10000"}


def test_an_expectation_turns_a_right_table_into_a_finding(open_page):
    app = open_page(PAGE)
    app.selectbox(key="expect:box").set_value(CONVENTIONS["marian"].title).run()
    assert app.query_params == {"expect": "marian"}
    assert verdict(app).startswith("B9")
    app.selectbox(key="expect:box").set_value("nothing in particular").run()
    assert app.query_params == {}
    assert "tensor2tensor" in verdict(app)


def test_hints_that_break_their_rule_are_told(open_page):
    app = open_page(PAGE, wide=3)
    assert "dim must be at least" in app.error[0].value.replace("\\", "")
    assert app.error[0].value.startswith("This cannot be examined")


def test_embeddings_are_taken_away(open_page):
    words = np.random.default_rng(1).normal(size=(20, 16))
    app = give(open_page(PAGE), "sum.npy", saved(words + Sinusoid(dim=16).table(20)))
    assert "paper" not in verdict(app)
    app.file_uploader(key="doctor:embedding").set_value(("words.npy", saved(words), "")).run()
    assert "paper" in verdict(app)


def test_a_grid(open_page):
    table = CONVENTIONS["timm_2d"].table((4, 7), 32)
    app = give(open_page(PAGE), "grid.npy", saved(table))
    assert "timm_2d" in verdict(app)
    built: dict = {}
    exec(app.code[0].value, built)  # noqa: S102 - the code is ours
    np.testing.assert_allclose(built["table"], table, rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", ["paper", "fairseq", "transformer_xl", "musicgen", "mlx"])
def test_the_code_builds_the_expected_table(open_page, name):
    table = CONVENTIONS[name].table(30, 16)
    app = give(open_page(PAGE), "mine.npy", saved(table))
    assert not app.error
    built: dict = {}
    exec(app.code[0].value, built)  # noqa: S102 - the code is ours
    np.testing.assert_allclose(built["table"], table, rtol=0, atol=1e-9)


@pytest.mark.parametrize("framework", ["torch", "jax", "keras"])
def test_code_for_other_frameworks(open_page, framework):
    app = open_page(PAGE)
    app.segmented_control(key="doctor:framework").set_value(framework).run()
    assert framework in app.code[0].value


def test_numbers_that_are_no_table(open_page):
    noise = np.random.default_rng(0).normal(size=(50, 16))
    app = give(open_page(PAGE), "noise.npy", saved(noise))
    assert app.main.info or app.main.warning
    assert "yours" in chart_names(app)


def test_a_large_file_sends_small_pictures(open_page):
    app = give(open_page(PAGE), "big.npy", saved(Sinusoid(dim=1_024).table(3_000)))
    assert "paper" in verdict(app)
    for chart in charts(app)[:3]:
        assert values(chart["data"][0]["z"]).size <= 20_000


@pytest.mark.parametrize(
    "text",
    [
        "plain words, 0.5403 and -1",
        "**bold** _it_ `code` # head [a](b) <b>x</b> $x^2$ | ~~no~~ \\",
        "a\nb\tc\u202ed",
    ],
)
def test_text_from_outside_is_escaped(text):
    shown = plain(text)
    read = re.sub(r"\\(.)", r"\1", shown).replace("\u2060", "")
    assert read == re.sub(r"[\n\t\u202e]", " ", text), "a reader sees the same words"
    for mark in "*_`#[]<>$|~":
        assert shown.count(mark) == shown.count("\\" + mark)
    assert shown.isprintable() or "\u2060" in shown
    assert "\n" not in shown


def test_a_long_text_is_cut():
    assert len(plain("a" * 10_000)) == 600
