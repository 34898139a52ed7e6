"""A learned table beside the formula, drawn: tables, training, errors and rulers."""

import numpy as np
import pytest

from pe_core.figures.learned import error_by_position, profile_curves, training_curve
from pe_core.figures.tables import (
    layer_heatmap,
    shared_limit,
    similarity_matrix,
    table_heatmap,
)
from pe_core.figures.theme import DARK, LIGHT
from pe_core.gap_task import GapTask, best_errors, chance_errors
from pe_core.layer import SOURCE_LENGTH, SOURCE_SINUSOID, train_layer
from pe_core.learned import (
    assess,
    cosine_profile,
    cosine_similarities,
    noise_table,
    train_fully,
)
from pe_core.sinusoid import Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
TASK = GapTask(seen=12, length=24)


@pytest.fixture(scope="module")
def learned():
    return train_fully(noise_table(24, 16), TASK, steps=60)


@pytest.fixture(scope="module")
def formula():
    return train_fully(Sinusoid(dim=16).table(24), TASK, trainable=False, steps=60)


@LOOKS
@pytest.mark.parametrize("padding", [False, True])
@pytest.mark.parametrize("trainable", [False, True])
def test_a_layer(look, padding, trainable):
    layer = train_layer(SOURCE_SINUSOID, SOURCE_LENGTH, seen=6, trainable=trainable)
    chart = layer_heatmap(layer, look, seen=6, padding=padding, trainable=trainable)
    assert chart.name == ("trainable-layer" if trainable else "frozen-layer")
    assert kinds(chart.figure) == ["heatmap"]
    (cells,) = chart.figure.data
    assert list(cells.y) == list(range(0 if padding else 1, 11))
    assert chart.data.shape == (10 + padding, 30)
    if padding:
        assert not chart.data[0].any()
    np.testing.assert_array_equal(chart.data[int(padding) :], layer.after)
    assert {shape.y0 for shape in chart.figure.layout.shapes} == {6.5}
    assert axis_titles(chart.figure) == {"xaxis": "dimension", "yaxis": "row = token number"}
    assert f"{layer.moved[:6].max():.3f}" in chart.alt
    row = hover(cells, x=0, y=1, z=cells.z[-10][0], customdata=cells.customdata[-10][0])
    assert row.endswith(f"moved this row by {layer.moved[0]:.3f}")


@LOOKS
def test_a_table_with_its_line_of_the_unseen(look, learned):
    chart = table_heatmap(learned.table, 12, look, kind="learned", limit=2.0)
    (cells,) = chart.figure.data
    # float32 keeps 24 bits.
    np.testing.assert_allclose(cells.z, learned.table, rtol=1e-7)
    np.testing.assert_array_equal(chart.data, learned.table)
    assert (cells.zmin, cells.zmax) == (-2, 2)
    assert {shape.y0 for shape in chart.figure.layout.shapes} == {11.5}
    assert "never seen" in chart.figure.layout.annotations[0].text
    assert f"{np.abs(learned.table[12:]).max():.2f}" in chart.alt


def test_the_shared_limit_holds_every_value():
    assert shared_limit(np.array([[-3.0]]), np.array([[2.0]])) == 3
    assert shared_limit(np.array([[0.1]]), np.array([[0.2]])) == 1


@LOOKS
def test_the_training(look, learned, formula):
    chart = training_curve(learned, formula, TASK, look)
    assert kinds(chart.figure) == ["scatter"] * 2
    for trace, training in zip(chart.figure.data, (learned, formula), strict=True):
        assert len(trace.y) == 61
        # float32 keeps 24 bits.
        np.testing.assert_allclose(trace.y, training.errors, rtol=1e-6)
    best = best_errors(TASK)[:12].mean()
    assert {shape.y0 for shape in chart.figure.layout.shapes} == {best}
    assert f"{learned.errors[-1]:.3f}" in chart.alt
    assert chart.data.shape == (61, 2)


@LOOKS
def test_the_errors_by_position(look, learned, formula):
    by_learning = assess(learned.table, learned.gain, TASK)
    by_formula = assess(formula.table, formula.gain, TASK)
    chart = error_by_position(by_learning, by_formula, TASK, look)
    assert kinds(chart.figure) == ["scatter"] * 4
    wanted = [by_learning.errors, by_formula.errors, chance_errors(TASK), best_errors(TASK)]
    np.testing.assert_array_equal(chart.data, np.stack(wanted, axis=1))
    assert {shape.x0 for shape in chart.figure.layout.shapes} == {11.5}
    assert {note.text for note in chart.figure.layout.annotations} == {"seen", "never seen"}
    assert f"{by_learning.unseen_error:.3f} and {by_formula.unseen_error:.3f}" in chart.alt


@LOOKS
@pytest.mark.parametrize("kind", ["learned", "sinusoidal"])
def test_the_matrices(look, learned, formula, kind):
    table = (learned if kind == "learned" else formula).table
    chart = similarity_matrix(table, 12, look, kind=kind)
    (cells,) = chart.figure.data
    # float32 keeps 24 bits.
    np.testing.assert_allclose(cells.z, cosine_similarities(table), atol=1e-6)
    assert (cells.zmin, cells.zmax) == (-1, 1)
    assert chart.name == f"{kind}-similarity"
    assert hover(cells, x=0, y=0, z=cells.z[0][0]) == "position 0 · position 0: 1.000"


@LOOKS
def test_the_rulers(look, learned, formula):
    chart = profile_curves(learned.table, formula.table, 12, look)
    assert kinds(chart.figure) == ["scatter"] * 4
    parts = (learned.table[:12], learned.table[12:], formula.table[:12], formula.table[12:])
    for trace, rows in zip(chart.figure.data, parts, strict=True):
        # float32 keeps 24 bits.
        np.testing.assert_allclose(trace.y, cosine_profile(rows), atol=1e-6)
    # The dot product of the formula depends on the offset alone.
    np.testing.assert_allclose(chart.data[:, 2], chart.data[:, 3], atol=1e-12)
    assert f"learned, seen {chart.data[1, 0]:.2f}" in chart.alt
    assert axis_titles(chart.figure)["xaxis"] == "offset (positions)"


def test_weight_of_the_largest_page():
    table = Sinusoid(dim=64).table(128)
    charts = [
        table_heatmap(table, 64, LIGHT, kind="learned", limit=1.0),
        similarity_matrix(table, 64, LIGHT, kind="learned"),
    ]
    assert 2 * sum(weight(chart.figure) for chart in charts) < 600_000
