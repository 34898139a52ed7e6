"""What people really paste is read: the shape, the corner cells, and what was told of the rest."""

import json
from pathlib import Path

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import UnreadableInput, diagnose, read_bytes

FIELD = Path(__file__).parents[2] / "data" / "field"
CASES = {case["id"]: case for case in json.loads((FIELD / "cases.json").read_text("utf-8"))}
#: id: shape, first cells of the second row, last cells of the last row, as the eye finds them.
CELLS = {
    "f01_md_index_minus": ((4, 6), [0.8415, 0.5403], [0.9553, 0.0030, 1.0000]),
    "f02_md_full_minus": ((4, 8), [0.8415, 0.5403], [0.9996, 0.0030, 1.0000]),
    "f03_md_word_column": ((3, 4), [0.8415, 0.5403], [-0.4161, 0.0200, 0.9998]),
    "f04_md_list_cell": ((3, 4), [0.8415, 0.5403], [-0.4161, 0.02, 0.9998]),
    "f05_latex_vdots": ((3, 4), [0.84, 0.54, 0.01, 0.99995], [-0.42, 0.02, 0.9998]),
    "f07_latex_dots_wrong": ((5, 3), [0.84, 0.54, 0.01], [-0.76, -0.65, 0.04]),
    "f09_pandas_small": ((6, 4), [0.841471, 0.540302], [0.283662, 0.049979, 0.99875]),
    "f10_label_brackets": ((5, 8), [0.8415, 0.5403], [0.9992, 0.0040, 1.0]),
    "f13_problem85": ((2, 8), [0.8413, 0.5405], [0.01, 1.0, 0.001, 1.0]),
    "f14_cpp_log10": ((3, 16), [0.841471, 0.540302, 0.0705256], [0, 0, 0]),
    "f15_cpp_rows_only": ((3, 16), [0.841471, 0.540302], [1, 1.74575e-08, 1]),
    "f23_unpaired_base100": ((15, 9), [0.8415, 0.8256, 0.3517], None),
    "f26_excel_transposed": ((16, 10), [1.000, 0.540, -0.416], [1.0, 1.0, 1.0]),
    "f42_float32array_json": ((5, 4), [0.8414709568023682], [0.9999999403953552]),
    "f45_json_x_first": ((4, 6), [0.8414709848078965], [0.9999791129229608]),
    "f47_numpy_wrapped_bare": ((10, 16), [8.41470985e-01, 5.40302306e-01], None),
    "f48_rust_ndarray": ((4, 3), [0.84147096, 0.5403023], [-0.9899925, 0.0064632525]),
    "f49_rust_plain": ((4, 3), [0.84147096, 0.5403023], [-0.9899925, 0.0064632525]),
    "f50_r_torch": ((6, 8), [0.8415, 0.5403], [0.9988, 0.0050, 1.0]),
    "f53_matlab": ((6, 6), [1.0, 0.5403, -0.4161], [1.0, 1.0, 0.9999]),
    "f54_matlab_bracket": ((4, 4), [0.8415, 0.5403], [-0.9900, 0.0300, 0.9996]),
    "f55_decimal_comma": ((6, 6), [0.8415, 0.5403], [0.9732, 0.0108, 0.9999]),
    "f56_csv_index_name": ((12, 8), [0.8414709848078965], None),
    "f57_csv_word_index": ((5, 6), [0.841471, 0.540302], [0.982814, 0.008618, 0.999963]),
    "f58_torch_truncated": ((3, 3), [0.84147, 0.54030, 0.82186], [0.90930, -0.41615, 0.93641]),
    "f60_torch_batch_equal": ((3, 4), [0.8415, 0.5403], [-0.4161, 0.02, 0.9998]),
    "f61_torch_L1d": ((5, 4), [0.8415, 0.5403], [-0.6536, 0.0400, 0.9992]),
    "f62_code_with_comments": ((3, 4), [0.9093, -0.4161], [-0.9899, 0.2955, 0.9553]),
    "f63_hand_wrong_d4": ((3, 4), [0.8415, 0.5403, 0.0084], [0.0168, 0.9998]),
    "f64_invented_output": ((5, 8), [0.8415, 0.5403, 0.0090], [0.0, 1.0]),
    "f65_b3_right_print": ((5, 8), [0.8415, 0.5403, 0.0100], [0.0, 1.0]),
    "f66_float16_2x8": ((2, 8), [0.8413, 0.5405, 0.09985], [0.001, 1.0]),
    "f67_d2_godoy": ((2, 2), [0.8415, 0.5403], [0.8415, 0.5403]),
    "f68_d2_8rows": ((8, 2), [0.8415, 0.5403], [0.6570, 0.7539]),
    "f69_sum_d2": ((2, 2), [-0.1585, 1.5403], [-0.1585, 1.5403]),
    "f78_tf_print": ((3, 3), [0.841470957, 0.540302277], [-0.416146845, 0.198669329]),
    "f79_list_of_lists": ((5, 6), [0.8414709848078965], [0.9999628675191369]),
    "f91_c_array": ((4, 4), [0.8415, 0.5403], [-0.9900, 0.0300, 0.9996]),
    "f92_tuples": ((4, 4), [0.8415, 0.5403], [-0.99, 0.03, 0.9996]),
    "f93_pandas_rows": ((5, 4), [0.841471, 0.540302], [-0.653644, 0.039989, 0.999200]),
    "f94_out_prompt": ((4, 4), [0.8415, 0.5403], [-0.9900, 0.0300, 0.9996]),
    "f95_cpp_g": ((6, 8), [0.841471, 0.540302], [0.99875, 0.00499998, 0.999988]),
}
FLOAT16 = ("f13_problem85", "f66_float16_2x8")


def reading_of(name):
    file = CASES[name]["file"]
    return read_bytes((FIELD / file).read_bytes(), file)


def test_every_case_is_read_but_the_pickle():
    texts = {name for name, case in CASES.items() if not case["file"].endswith(".npy")}
    assert set(CELLS) | {"f71_pt_zip"} == texts


@pytest.mark.parametrize("name", CELLS)
def test_the_numbers_are_what_stands_there(name):
    shape, second, last = CELLS[name]
    reading = reading_of(name)
    assert reading.matrix.shape == shape
    # float16 prints are read as the stored values, which are this near to their names
    tolerance = 2.0**-12 if name in FLOAT16 else 0.0
    np.testing.assert_allclose(reading.matrix[1, : len(second)], second, rtol=0, atol=tolerance)
    if last is not None:
        np.testing.assert_allclose(reading.matrix[-1, -len(last) :], last, rtol=0, atol=tolerance)


#: id: what the labels and the print say beside the numbers.
TOLD = {
    "f01_md_index_minus": {"rows": (0, 1, 2, 3), "columns": (0, 1, 2, 3, 6, 7)},
    "f03_md_word_column": {"rows": (0, 1, 2), "columns": (0, 1, 2, 3)},
    "f04_md_list_cell": {"rows": (0, 1, 2)},
    "f10_label_brackets": {"rows": (0, 1, 2, 3, 4)},
    "f26_excel_transposed": {"rows": tuple(range(16)), "columns": tuple(range(10))},
    "f48_rust_ndarray": {"dim": 3, "length": 4},
    "f50_r_torch": {"dim": 8, "length": 6, "dtype": "float32"},
    "f55_decimal_comma": {"rows": tuple(range(6)), "columns": tuple(range(6))},
    "f57_csv_word_index": {"rows": None, "columns": tuple(range(6))},
    "f58_torch_truncated": {"cropped": True, "dim": None},
    "f62_code_with_comments": {"rows": (1, 2, 3)},
    "f66_float16_2x8": {"dtype": "float16", "resolution": None},
    "f78_tf_print": {"cropped": True, "dim": 8, "length": 50, "dtype": "float32"},
    "f93_pandas_rows": {"rows": (0, 1, 2, 3, 4), "dim": 4, "length": 97, "cropped": False},
}


@pytest.mark.parametrize("name", TOLD)
def test_what_the_print_says_beside_the_numbers(name):
    reading = reading_of(name)
    assert {field: getattr(reading, field) for field in TOLD[name]} == TOLD[name]


NOTES = {
    "f03_md_word_column": "it holds words ('cat', 'eats', 'fish')",
    "f05_latex_vdots": "Rows after row 2 are left out",
    "f07_latex_dots_wrong": "Columns after column 2 are left out",
    "f10_label_brackets": "Left out what stands in front of the rows ('pos 0'",
    "f26_excel_transposed": "Left out the first column: it numbers the rows from 0.",
    "f45_json_x_first": "Left out another list 'positions': 4 values.",
    "f53_matlab": "Put the 2 pages of the print side by side.",
    "f55_decimal_comma": "Read commas as decimal points.",
    "f60_torch_batch_equal": "2 equal tables (a batch): read one of them",
    "f66_float16_2x8": "read as stored in float16",
    "f78_tf_print": "Columns after column 2 are left out in the print of 8.",
    "f93_pandas_rows": "Rows after row 4 are left out in the print; read 5 rows.",
}


@pytest.mark.parametrize("name", NOTES)
def test_what_was_left_out_is_told(name):
    assert any(NOTES[name] in note for note in reading_of(name).notes)


def test_a_file_of_torch_is_refused_with_the_line_that_saves_it_right():
    with pytest.raises(
        UnreadableInput, match=r"PyTorch file.*np\.save\(\"pe\.npy\", t\.numpy\(\)\)"
    ):
        reading_of("f71_pt_zip")


#: Right tables: the true values, to the unit that the reader gives each cell.
RIGHT = {
    "f02_md_full_minus": (Sinusoid(8), 0),
    "f05_latex_vdots": (Sinusoid(4), 0),
    "f09_pandas_small": (Sinusoid(4), 0),
    "f50_r_torch": (Sinusoid(8), 0),
    "f54_matlab_bracket": (Sinusoid(4), 0),
    "f55_decimal_comma": (Sinusoid(6), 0),
    "f57_csv_word_index": (Sinusoid(6), 0),
    "f91_c_array": (Sinusoid(4), 0),
    "f93_pandas_rows": (Sinusoid(4), 0),
    "f95_cpp_g": (Sinusoid(8), 0),
    "f15_cpp_rows_only": (Sinusoid(16, base=10 ** np.log(10_000)), 0),
}


@pytest.mark.parametrize("name", RIGHT)
def test_the_unit_of_each_cell_holds_its_true_value(name):
    sinusoid, start = RIGHT[name]
    reading = reading_of(name)
    true = sinusoid.table(len(reading.matrix), start)
    unit = np.broadcast_to(np.asarray(reading.resolution), true.shape)
    # people cut digits off as often as they round: a whole unit, not half of one
    assert (np.abs(reading.matrix - true) <= unit).all()
    assert np.median(unit) < 0.02


@pytest.mark.parametrize("name", ["f95_cpp_g", "f66_float16_2x8", "f57_csv_word_index"])
def test_a_right_print_is_named(name):
    reading = reading_of(name)
    assert diagnose(reading.matrix, **reading.arguments()).names[0] == "paper"
