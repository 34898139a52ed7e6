"""Every format that people paste is read back: shape, every cell, and how exact each is."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core import Sinusoid
from pe_core.doctor import read_pasted
from tests.doctor.reading import printers
from tests.doctor.reading.printers import PRINTERS, cells_of, numbers_of

#: Tables of at least 3 rows: with fewer, a count of rows cannot be told from a column.
SHAPES = st.tuples(st.integers(3, 9), st.integers(2, 17), st.integers(0, 2**32 - 1))
FORMS = ["%.4f", "%.2f", "%.7f", "%.4e"]


def random(rows, columns, seed):
    return np.random.default_rng(seed).uniform(-1, 1, (rows, columns))


@pytest.mark.parametrize("name", PRINTERS)
@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, form=st.sampled_from(FORMS))
def test_a_print_is_read_back(name, shape, form):
    cells = cells_of(random(*shape), form)
    reading = read_pasted(PRINTERS[name](cells))
    np.testing.assert_array_equal(reading.matrix, numbers_of(cells))
    digits = int(form[2])
    if form.endswith("f"):
        assert reading.resolution == pytest.approx(10.0**-digits)
    assert not reading.cropped


LABELS = {
    "markdown_index": (range(4), range(5)),
    "markdown_index_last": (range(4), range(5)),
    "markdown_words_and_index": (range(4), None),
    "tabs": (range(4), range(5)),
    "csv_commas": (range(4), range(5)),
    "latex_tabular": (range(4), None),
    "r_matrix": (range(4), range(5)),
    "r_frame": (range(1, 5), range(5)),
    "labelled_brackets": (range(4), None),
    "labelled_lines": (range(4), None),
    "python_commented": (range(3, 7), None),
    "csv_words": (None, None),
    "torch": (None, None),
}


@pytest.mark.parametrize("name", LABELS)
def test_labels_number_rows_and_columns(name):
    rows, columns = LABELS[name]
    reading = read_pasted(PRINTERS[name](cells_of(random(4, 5, 0))))
    assert reading.rows == (None if rows is None else tuple(rows))
    if columns is not None:
        assert reading.columns == tuple(columns)


@pytest.mark.parametrize("name", ["r_torch", "julia", "rust", "tensorflow", "box_drawing"])
def test_the_shape_of_the_whole_table(name):
    reading = read_pasted(PRINTERS[name](cells_of(random(7, 5, 0))))
    assert (reading.dim, reading.length) == (5, 7)


@pytest.mark.parametrize("shape", ["(9, 9)", "(1, 2)", "(2,)"])
def test_a_shape_that_cannot_be_the_table_s_is_not_taken(shape):
    reading = read_pasted(f"[[0.1, 0.2], [0.3, 0.4]], shape={shape}")
    assert (reading.dim, reading.length) == (None, None)


def test_names_with_a_gap_number_the_columns():
    header = ["pos", *(f"d{i}" for i in (4, 5, 6, 7, 12, 13))]
    rows = [[str(i), *row] for i, row in zip((0, 10, 20), cells_of(random(3, 6, 0)), strict=True)]
    reading = read_pasted(",".join(header) + "\n" + "\n".join(",".join(row) for row in rows))
    assert reading.columns == (4, 5, 6, 7, 12, 13)
    assert reading.rows == (0, 10, 20)
    assert not reading.cropped


def test_descending_steps_label_the_rows():
    rows = zip((999, 979, 959), cells_of(random(3, 4, 0)), strict=True)
    reading = read_pasted("\n".join(f"{step} {' '.join(row)}" for step, row in rows))
    assert reading.rows == (999, 979, 959)


def test_the_factor_above_a_matlab_print():
    cells = cells_of(random(3, 4, 0))
    reading = read_pasted(printers.matlab_factor(cells))
    np.testing.assert_allclose(reading.matrix, 1000 * numbers_of(cells), rtol=1e-12)
    np.testing.assert_allclose(reading.resolution, 0.1, rtol=1e-12)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
@settings(max_examples=20, deadline=None)
@given(shape=SHAPES)
def test_what_numpy_prints(kind, shape):
    rows, columns, seed = shape
    matrix = random(rows, 4 * columns, seed).astype(kind)
    for text in (repr(matrix), str(matrix), repr(matrix[None]), repr(matrix[:, None])):
        reading = read_pasted(text)
        assert reading.matrix.shape == matrix.shape
        unit = 0.0 if reading.resolution is None else np.max(reading.resolution)
        # NumPy rounds to 8 decimals (half a unit), or to the fewest digits that tell one float32
        # from the next (half of their distance, below 1)
        own = 0.0 if kind is np.float16 else np.finfo(kind).eps / 4
        error = np.abs(reading.matrix - matrix.astype(np.float64))
        assert (error <= 0.5001 * unit + own).all()
        assert unit <= 1e-3 if kind is np.float16 else unit <= 1.01e-8


def test_full_lists_of_numpy_and_python_are_exact():
    matrix = random(3, 4, 0)
    for text in (str(matrix.tolist()), repr([list(row) for row in matrix])):
        reading = read_pasted(text)
        np.testing.assert_array_equal(reading.matrix, matrix)
        assert reading.resolution is None


@pytest.mark.parametrize("dim", [64, 512])
def test_shortened_prints_of_three_axes(dim):
    table = Sinusoid(dim).table(2000)
    for text in (repr(table), repr(table[None]), repr(table[:, None])):
        reading = read_pasted(text)
        np.testing.assert_allclose(reading.matrix, table[:3, :3], atol=5e-9)
        assert (reading.cropped, reading.dim, reading.length) == (True, dim, 2000)


def test_julia_prints_its_dots_in_some_rows_only():
    text = (
        "100×64 Matrix{Float64}:\n"
        "  0.0        1.0       0.0       …  0.0          1.0\n"
        "  0.841471   0.540302  0.681561     0.000133352  1.0\n"
        "  ⋮                              ⋱\n"
        "  0.379608  -0.925147  0.573872     0.0129351    0.999916"
    )
    reading = read_pasted(text)
    assert reading.matrix.tolist() == [[0.0, 1.0, 0.0], [0.841471, 0.540302, 0.681561]]
    assert (reading.cropped, reading.dim, reading.length) == (True, 64, 100)


pandas = pytest.importorskip("pandas")
FRAME = Sinusoid(64).table(100)


@pytest.mark.parametrize("columns", [3, 8, 30])
@pytest.mark.parametrize("width", [50, 80, None])
def test_what_pandas_prints_in_full(columns, width):
    text = pandas.DataFrame(FRAME[:7, :columns]).to_string(line_width=width)
    reading = read_pasted(text)
    np.testing.assert_allclose(reading.matrix, FRAME[:7, :columns], atol=5.1e-7)
    assert reading.rows == tuple(range(7))
    assert reading.columns == tuple(range(columns))


def test_what_pandas_prints_shortened():
    reading = read_pasted(repr(pandas.DataFrame(FRAME)))
    shown = reading.matrix.shape
    assert shown == (5, len(reading.columns))
    np.testing.assert_allclose(reading.matrix, FRAME[:5, : shown[1]], atol=5.1e-7)
    assert (reading.cropped, reading.dim, reading.length) == (True, 64, 100)
    assert reading.rows == tuple(range(5))


def test_a_part_of_a_frame_says_which_part():
    reading = read_pasted(repr(pandas.DataFrame(FRAME).iloc[5:9, 4:9]))
    assert reading.rows == (5, 6, 7, 8)
    assert reading.columns == (4, 5, 6, 7, 8)


def test_a_frame_with_words_as_index_and_names():
    names = {"index": ["the", "cat", "sat", "on"], "columns": list("abcdef")}
    reading = read_pasted(pandas.DataFrame(FRAME[:4, :6], **names).to_string())
    np.testing.assert_allclose(reading.matrix, FRAME[:4, :6], atol=5.1e-7)


@pytest.mark.parametrize("orient", ["split", "records", "columns", "values", "table", "index"])
def test_what_pandas_writes_as_json(orient):
    text = pandas.DataFrame(FRAME[:5, :6]).to_json(orient=orient, double_precision=15)
    reading = read_pasted(text)
    right = FRAME[:5, :6].T if orient == "index" else FRAME[:5, :6]
    np.testing.assert_allclose(reading.matrix, right, atol=1e-15)


@pytest.mark.parametrize("options", [{}, {"sep": ";", "decimal": ","}, {"header": False}])
def test_what_pandas_writes_as_csv(options):
    reading = read_pasted(pandas.DataFrame(FRAME[:5, :6]).to_csv(**options))
    np.testing.assert_array_equal(reading.matrix, FRAME[:5, :6])
    assert reading.rows == tuple(range(5))


def test_a_figure_of_plotly():
    plotly = pytest.importorskip("plotly.graph_objects")
    axes = {"x": list(range(8)), "y": list(range(20))}
    for z in (FRAME[:20, :8], FRAME[:20, :8].tolist()):  # bytes in base64, and lists
        reading = read_pasted(plotly.Figure(plotly.Heatmap(z=z, **axes)).to_json())
        np.testing.assert_array_equal(reading.matrix, FRAME[:20, :8])
    lines = [plotly.Scatter(x=list(range(30)), y=FRAME[:30, i].tolist()) for i in range(6)]
    reading = read_pasted(plotly.Figure(lines).to_json())
    np.testing.assert_array_equal(reading.matrix, FRAME[:30, :6].T)


def test_a_damaged_typed_array_is_refused():
    from pe_core.doctor import UnreadableInput

    for coded in ("!!!!", "AAAA"):
        text = json.dumps({"z": {"dtype": "f8", "bdata": coded, "shape": "2, 2"}})
        with pytest.raises(UnreadableInput, match="the typed array 'z' of the JSON is damaged"):
            read_pasted(text)


GROUPS = {
    "different tables": (
        "[[0.1, 0.2], [0.3, 0.4]]\n[[0.5, 0.6], [0.7, 0.8]]",
        "Read the first of 2",
    ),
    "a grid": ("[[[0.1, 0.2], [0.3, 0.4]], [[0.5, 0.6], [0.7, 0.8]]]", "Read 2 blocks of 2 rows"),
    "equal samples": ("[[[0.1, 0.2], [0.1, 0.2]], [[0.5, 0.6], [0.5, 0.6]]]", "B14"),
    "slices of R": (", , 1\n\n 0.1 0.2\n 0.3 0.4\n\n, , 2\n\n 0.1 0.2\n 0.3 0.4", "2 equal tables"),
}


@pytest.mark.parametrize("name", GROUPS)
def test_several_tables(name):
    text, note = GROUPS[name]
    reading = read_pasted(text)
    assert any(note in told for told in reading.notes)
    rows = {"a grid": 4}.get(name, 2)
    assert reading.matrix.shape == (rows, 2)


def test_lines_of_words_are_left_out_with_a_note():
    text = "The table for d = 2, 3 rows:\n0.1 0.2\n0.3 0.4\n(see page 12)\n0.5 0.6\nend"
    reading = read_pasted(text)
    assert reading.matrix.tolist() == [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
    assert any("Left out line 4" in note for note in reading.notes)


def test_several_lists_in_one_object_are_chosen_by_key():
    text = '{"a": [[0.1, 0.2]], "b": [[0.3, 0.4], [0.5, 0.6]]}'
    assert read_pasted(text).matrix.tolist() == [[0.3, 0.4], [0.5, 0.6]]
    assert read_pasted(text, key="a").matrix.tolist() == [[0.1, 0.2]]


ODD = {
    "numbered list": ("1. 0.1 0.2\n2. 0.3 0.4\n3. 0.5 0.6", [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]),
    "bullets": ("- 0.1, 0.2\n- 0.3, -0.4", [[0.1, 0.2], [0.3, -0.4]]),
    "sign apart": ("[0.1, - 0.2]", [[0.1, -0.2]]),
    "times ten": ("8.4×10⁻¹ 1.2 × 10^-3\n9.0×10⁻¹ 2.2 × 10^{-3}", [[0.84, 0.0012], [0.9, 0.0022]]),
    "Mathematica": ("{{0.1, 1.23*^-4}, {0.3, 0.4}}", [[0.1, 0.000123], [0.3, 0.4]]),
    "Julia's float32": ("1.5f-3 0.25\n0.5 0.125", [[0.0015, 0.25], [0.5, 0.125]]),
    "Go": ("[][]float64{{0.1, 1}, {0.3, 0.4}}", [[0.1, 1.0], [0.3, 0.4]]),
    "R vector": (" [1] 0.1 0.2 0.3\n [4] 0.4 0.5", [[0.1, 0.2, 0.3, 0.4, 0.5]]),
    "R call": ("c(0.1, 0.25)", [[0.1, 0.25]]),
    "index first": ("pe[0] = [0.1, 0.2]\npe[1] = [0.3, 0.4]", [[0.1, 0.2], [0.3, 0.4]]),
    "log lines": (
        "2024-01-05 12:33:01,123 row 0: [0.1, 0.2]\n2024-01-05 12:33:01,124 row 1: [0.3, 0.4]",
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "equation": (
        r"$$P = \left[\begin{array}{cc} 0.1 & 0.2 \\ 0.3 & 0.4 \end{array}\right] \in "
        r"\mathbb{R}^{2 \times 2}$$",
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "words with commas": (
        'w,a,b\n"the, one","0.1","0.2"\n"cat","0.3","0.4"',
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "libtorch pages": (
        "Columns 1 to 2 0.1  0.2\n 0.3  0.4\n\nColumns 3 to 3 0.5\n 0.6\n[ CPUFloatType{2,3} ]",
        [[0.1, 0.2, 0.5], [0.3, 0.4, 0.6]],
    ),
    "shape beside data": (
        '{"shape": [2, 2], "data": [0.1, 0.2, 0.3, 0.4]}',
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "long axis": (
        '{"x": [0.5, 1.5, 2.5, 3.5, 4.5], "z": [[0.1, 0.2], [0.3, 0.4]]}',
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "long scale of colours": (
        '{"colorscale": [[0.0, "#0"], [0.2, "#2"], [0.4, "#4"], [0.6, "#6"], [0.8, "#8"]], '
        '"z": [[0.1, 0.2], [0.3, 0.4]]}',
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "prose around": (
        "With d_model = 4 I get\n\ntensor([[0.1, 0.2],\n        [0.3, 0.4]])\n\nnot 10000.",
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "console of a browser": (
        "(2) [Array(2), Array(2)]\n0: (2) [0.1, 0.2]\n1: (2) [0.3, 0.4]\nlength: 2",
        [[0.1, 0.2], [0.3, 0.4]],
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_ways_to_write_a_table(name):
    text, right = ODD[name]
    assert read_pasted(text).matrix.tolist() == right
