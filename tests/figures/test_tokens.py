"""The matrices from sentence to sum, the balance of their parts, and the diagram of the model."""

import numpy as np
import pytest

from pe_core.figures.balance import share_curve
from pe_core.figures.model import model_diagram
from pe_core.figures.theme import DARK, LIGHT
from pe_core.figures.tokens import embedded_tokens, embedding_matrix, token_encoding, token_sum
from pe_core.sinusoid import Sinusoid
from pe_core.tokens import SOURCE_SENTENCE, balance, embed_words
from pe_core.words import split_words
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
DRAWINGS = pytest.mark.parametrize(
    ("draw", "name", "array"),
    [
        (embedding_matrix, "embedding-matrix", "weights"),
        (embedded_tokens, "embeddings", "embedded"),
        (token_encoding, "encoding", "encoding"),
        (token_sum, "sum", "total"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)


def steps_of(text=SOURCE_SENTENCE, dim=6, **options):
    return embed_words(split_words(text, limit=100), Sinusoid(dim=dim), **options)


@LOOKS
@DRAWINGS
def test_each_matrix_shows_its_array_with_numbers(look, draw, name, array):
    steps = steps_of()
    chart = draw(steps, look, row=1, column=2)
    values = getattr(steps, array)
    assert chart.name == name
    assert kinds(chart.figure) == ["heatmap", "scatter"]
    cells, numbers = chart.figure.data
    np.testing.assert_array_equal(cells.z, values)
    np.testing.assert_array_equal(chart.data, values)
    assert list(numbers.text) == [f"{value:.3f}" for value in values.flat]
    assert cells.zmin == -cells.zmax
    assert cells.zmax >= 1
    assert chart.figure.layout.yaxis.autorange == "reversed"
    assert axis_titles(chart.figure)["xaxis"] == "dimension"
    assert f"{values[1, 2]:.8f}" in chart.alt
    assert "4 rows and 6 columns" in chart.alt


@DRAWINGS
def test_the_frame_is_around_the_selected_cell(draw, name, array):
    steps = steps_of("to be or not to be")
    chart = draw(steps, LIGHT, row=4, column=3)
    row = 0 if name == "embedding-matrix" else 4  # the word "to" comes back as token 4
    for shape in chart.figure.layout.shapes:
        assert (shape.x0, shape.x1, shape.y0, shape.y1) == (2.5, 3.5, row - 0.5, row + 0.5)


def test_the_three_pictures_share_their_colours():
    steps = steps_of(scale=3)
    drawn = [f(steps, LIGHT, row=0, column=0) for f in (embedded_tokens, token_encoding, token_sum)]
    (limit,) = {chart.figure.data[0].zmax for chart in drawn}
    assert limit == np.abs([steps.embedded, steps.encoding, steps.total]).max()


def test_hover_of_the_sum_adds_up():
    steps = steps_of()
    cells = token_sum(steps, LIGHT, row=0, column=0).figure.data[0]
    text = hover(cells, x=2, y="1 use", z=cells.z[1][2], customdata=cells.customdata[1][2])
    assert text == (
        "token 1 use, dimension 2:<br>0.60111501 (embedding) + 0.04639922 (encoding) = 0.64751424"
    )


def test_hover_of_the_encoding_names_the_wave():
    cells = token_encoding(steps_of(), LIGHT, row=0, column=0).figure.data[0]
    text = hover(cells, y="1 use", z=cells.z[1][2], customdata=cells.customdata[1][2])
    assert text == "position of 1 use, dimension 2 (sine, wavelength 135): encoding 0.04639922"


def test_mark_up_in_a_sentence_stays_text():
    steps = steps_of("<b>bold</b> <script>x</script> %{y} \u202eright")
    chart = token_sum(steps, LIGHT, row=0, column=0)
    labels = [*chart.figure.data[0].y, *chart.figure.layout.yaxis.ticktext]
    assert not any("<" in label or "\u202e" in label for label in labels)
    assert labels[0] == "0 &lt;b&gt;bold&lt;/b&gt;"


def test_equal_tokens_keep_their_own_rows():
    chart = token_sum(steps_of("a a a"), LIGHT, row=0, column=0)
    assert list(chart.figure.data[0].y) == ["0 a", "1 a", "2 a"]


def test_a_large_matrix_has_no_numbers_and_few_labels():
    steps = steps_of(" ".join(f"w{n}" for n in range(100)), dim=64)
    charts = [
        draw(steps, LIGHT, row=0, column=0)
        for draw in (embedding_matrix, embedded_tokens, token_encoding, token_sum)
    ]
    for chart in charts:
        assert kinds(chart.figure) == ["heatmap"]
        assert len(chart.figure.layout.yaxis.ticktext) <= 30
        assert chart.figure.layout.height <= 620
    assert sum(weight(chart.figure) for chart in charts) < 1_000_000


@LOOKS
@pytest.mark.parametrize("root", [False, True])
def test_the_balance_marks_the_present_settings(look, root):
    steps = steps_of(scale=2, multiply_by_root=root)
    chart = share_curve(steps, look, factor=2)
    assert kinds(chart.figure) == ["scatter"] * 3
    plain, rooted, mark = chart.figure.data
    share = 100 * balance(steps).position_share
    # Another order of the same few roundings.
    np.testing.assert_allclose(mark.y, [share], rtol=1e-12)
    assert list(mark.x) == [2]
    near = np.interp(np.log(2), np.log(plain.x), (rooted if root else plain).y)
    # A curve of 201 points, read between two of them.
    assert near == pytest.approx(share, abs=0.2)
    assert (np.diff(plain.y) < 0).all()
    assert f"{share:.1f} %" in chart.alt
    assert chart.figure.layout.xaxis.type == "log"


def test_a_scale_of_zero_is_marked_at_the_edge():
    mark = share_curve(steps_of(scale=0), LIGHT, factor=0).figure.data[2]
    assert list(mark.x) == [0.01]
    assert list(mark.y) == [100]


@LOOKS
def test_the_diagram_has_two_sums_below_two_stacks(look):
    chart = model_diagram(look)
    plus = chart.figure.data[0]
    assert list(plus.text) == ["<b>+</b>", "<b>+</b>"]
    texts = {note.text: note for note in chart.figure.layout.annotations if note.text}
    stacks = [texts[name] for name in texts if "stack" in name]
    embeddings = [texts[name] for name in texts if name.endswith("embedding")]
    assert len(stacks) == len(embeddings) == 2
    for x, y in zip(plus.x, plus.y, strict=True):
        assert [e.y < y < s.y for s in stacks for e in embeddings if s.x == e.x == x] == [True]
    assert "encoder" in chart.alt
    assert "decoder" in chart.alt
    assert chart.data.size == 0
