"""The doctor as a reader meets it: a file is dropped, text is pasted, and nothing is rendered."""

import io

import numpy as np
import pytest
from playwright.sync_api import expect

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import bug_example
from tests.browser.conftest import Reader

pytestmark = pytest.mark.browser

BOX = '[data-testid="stAlert"]'
SAYS = """(words) => [...document.querySelectorAll('[data-testid="stAlert"]')]
  .some((box) => box.innerText.replaceAll('\\u2060', '').includes(words))"""
DRAWN = """([chart, rows, columns]) => {
  const plot = document.querySelectorAll('.js-plotly-plot')[chart];
  const z = plot && plot._fullData && plot._fullData[0].z;
  return z && z.length === rows && z[0].length === columns;
}"""
CELLS = """(chart) => Array.from(
  document.querySelectorAll('.js-plotly-plot')[chart]._fullData[0].z, (row) => Array.from(row))"""


def upload(reader: Reader, name: str, content: bytes) -> None:
    chooser = reader.page.locator('[data-testid="stFileUploader"] input[type="file"]').first
    chooser.set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})


def paste(reader: Reader, text: str) -> None:
    field = reader.page.locator("textarea").first
    field.fill(text)
    field.press("Control+Enter")


def saved(**tables: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    if list(tables) == ["table"]:
        np.save(buffer, tables["table"])
    else:
        np.savez(buffer, **tables)
    return buffer.getvalue()


def test_a_file_is_examined_where_it_is_dropped(reader):
    table = CONVENTIONS["musicgen"].table(37, 22).astype(np.float32)
    reader.open("doctor")
    upload(reader, "mine.npy", saved(table=table))
    reader.until(SAYS, "This is the musicgen layout")
    reader.until(DRAWN, [0, 37, 22])
    reader.settle()
    np.testing.assert_array_equal(np.array(reader.page.evaluate(CELLS, 0), np.float32), table)
    upload(reader, "wrong.csv", _csv(bug_example("B2", Sinusoid(dim=22), 41).matrix))
    reader.until(SAYS, "B2 (or B4")
    reader.until(DRAWN, [2, 41, 22])
    expect(reader.page.get_by_text("The first cell that differs")).to_be_visible()


def _csv(table: np.ndarray) -> bytes:
    buffer = io.StringIO()
    np.savetxt(buffer, table, fmt="%.7f", delimiter=",")
    return buffer.getvalue().encode()


def test_pasted_text_is_examined_and_kept(reader):
    reader.open("doctor")
    text = "tensor([[0.0000, 1.0000, 0.0000, 1.0000], [0.8415, 0.5403, 0.0100, 0.9999]])"
    paste(reader, text)
    reader.until(SAYS, "This is the paper layout")
    paste(reader, "no numbers here")
    reader.until(SAYS, "This cannot be read")
    assert reader.page.locator("textarea").first.input_value() == "no numbers here"
    assert reader.page.locator(".js-plotly-plot").count() == 0
    reader.page.get_by_role("button", name="A bug").click()
    reader.until(SAYS, "B2 (or B4")
    reader.page.wait_for_url("**sample=bug")


def test_names_from_a_file_are_shown_and_not_rendered(reader):
    names = ("<img src=x onerror=alert(1)> **b**", ":smile: www.example.com $x$", "[a](b) -- `c`")
    reader.open("doctor")
    upload(reader, "archive.npz", saved(**dict.fromkeys(names, Sinusoid(dim=8).table(9))))
    reader.until(SAYS, "This is the paper layout")
    notes = reader.page.locator("li").filter(has_text="archive")
    shown = " ".join(notes.all_inner_texts()).replace("\u2060", "")
    for name in names:
        assert f"'{name}'" in shown
    assert notes.locator("img, a, strong, code, .katex").count() == 0


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(reader, tmp_path):
    large = tmp_path / "large.npy"
    with large.open("wb") as stream:
        stream.truncate(50 * 2**20 + 1)
    reader.open("doctor")
    reader.page.locator('[data-testid="stFileUploader"] input[type="file"]').first.set_input_files(
        large
    )
    reader.page.get_by_text("must be 50.0MB or smaller").wait_for()
    reader.until(SAYS, "This is the tensor2tensor layout")


def test_a_guess_and_its_answer(reader):
    reader.open("bugs", "d=24&length=60")
    options = reader.page.locator('[class*="st-key-guess-B"] button')
    assert options.count() == 4
    options.first.click()
    reader.page.wait_for_url("**guess=**")
    reader.settle()
    assert reader.page.get_by_text("The Doctor says:").is_visible()
    assert reader.page.locator(".js-plotly-plot").count() >= 3
    reader.page.get_by_role("button", name="Next puzzle").click()
    reader.page.wait_for_url("**puzzle=2**")
    reader.settle()
    assert "guess" not in reader.page.url


def test_two_conventions_by_hand(reader):
    reader.open("conventions", "d=12&length=60")
    field = reader.page.get_by_role("combobox", name="against this one")
    field.fill("MusicGen")
    field.press("Enter")
    reader.page.wait_for_url("**against=musicgen**")
    reader.settle()
    reader.until(DRAWN, [1, 60, 12])
    expected = CONVENTIONS["musicgen"].table(60, 12)
    np.testing.assert_allclose(reader.page.evaluate(CELLS, 1), expected, rtol=0, atol=1e-7)
