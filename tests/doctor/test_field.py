"""What people really have: each case of tests/data/field gets the right answer."""

import json
from pathlib import Path

import pytest

from pe_core.doctor import UnreadableInput, diagnose, read_bytes

FOLDER = Path(__file__).parents[1] / "data" / "field"
PAPER = ("known", "paper")
#: Status, then a name or a class of bug, then words of the answer.
EXPECTED = {
    "f01_md_index_minus.txt": (*PAPER, "base 10000", "columns 0 to 3, 6 to 7 of 8"),
    "f02_md_full_minus.txt": PAPER,
    "f03_md_word_column.txt": PAPER,
    "f04_md_list_cell.txt": PAPER,
    "f05_latex_vdots.txt": PAPER,
    "f07_latex_dots_wrong.txt": ("unknown", None, "columns 0 to 2 of 4"),
    "f09_pandas_small.txt": PAPER,
    "f10_label_brackets.txt": PAPER,
    "f13_problem85.txt": PAPER,
    "f14_cpp_log10.txt": ("bug", "B35"),
    "f15_cpp_rows_only.txt": ("bug", "B35"),
    "f16_sign_missing.npy": ("bug", "B33"),
    "f19_wavegrad_power.npy": ("unknown", None),
    "f20_integer_division.npy": ("bug", "B34"),
    "f21_rows_not_columns.npy": ("bug", "B36"),
    "f22_ddpm_4i.npy": ("bug", "B3"),
    "f23_unpaired_base100.txt": ("bug", "B5"),
    "f24_unpaired_i_over_d.npy": ("bug", "B5"),
    "f26_excel_transposed.txt": (*PAPER, "lies on its side"),
    "f28_temp20_norm.npy": ("known", "detr_normalised", "7 rows x 7 columns", "base 20"),
    "f29_detr_norm_rect.npy": ("known", "detr_normalised", "7 rows x 11 columns"),
    "f31_row0_zero.npy": (*PAPER, "Rows of zeros (padding or a class token): 0."),
    "f32_deepvoice_rate.npy": (*PAPER, "1.385 positions per row"),
    "f33_periodic.npy": (*PAPER, "Positions repeat every 25 rows: 0–24."),
    "f34_random_t.npy": ("bug", "B11", "cosine half first", "in no equal steps"),
    "f35_steps_irregular.npy": ("known", "guided_diffusion", "from 999 to 12, downwards"),
    "f36_max_period_1000.npy": ("bug", "B11", "base 1000"),
    "f38_mid_beta.npy": ("unknown", None),
    "f39_index_from_one.npy": ("bug", "B37"),
    "f40_cos_first_2pi.npy": ("unknown", None),
    "f41_depthcharge.npy": ("known", "tensor2tensor", "15.708 positions per row"),
    "f42_float32array_json.txt": ("known", None, "endpoint spacing, base 10000", "Or B3"),
    "f45_json_x_first.txt": PAPER,
    "f47_numpy_wrapped_bare.txt": PAPER,
    "f48_rust_ndarray.txt": PAPER,
    "f49_rust_plain.txt": PAPER,
    "f50_r_torch.txt": PAPER,
    "f53_matlab.txt": PAPER,
    "f54_matlab_bracket.txt": PAPER,
    "f55_decimal_comma.txt": PAPER,
    "f56_csv_index_name.csv": PAPER,
    "f57_csv_word_index.csv": PAPER,
    "f58_torch_truncated.txt": (*PAPER, "columns 0 to 2 of 512"),
    "f60_torch_batch_equal.txt": PAPER,
    "f61_torch_L1d.txt": PAPER,
    "f62_code_with_comments.txt": (*PAPER, "base 10000, sine and cosine in turn, dim 8"),
    "f63_hand_wrong_d4.txt": ("unknown", None, "row 1, column 2 would be 0.01, and it is 0.0084"),
    "f64_invented_output.txt": ("unknown", None, "no base gives the others"),
    "f65_b3_right_print.txt": ("bug", "B3", "endpoint spacing and base 1e+06"),
    "f66_float16_2x8.txt": PAPER,
    "f67_d2_godoy.txt": (*PAPER, "one frequency"),
    "f68_d2_8rows.txt": (*PAPER, "one frequency"),
    "f69_sum_d2.txt": ("unknown", None),
    "f70_dropout.npy": ("bug", "B38"),
    "f77_t2t_2d.npy": ("known", "tensor2tensor_nd", "4 rows x 6 columns"),
    "f78_tf_print.txt": (*PAPER, "columns 0 to 2 of 8"),
    "f79_list_of_lists.txt": PAPER,
    "f81_jadore_b2_row0.npy": ("bug", "B2", "Rows of zeros (padding or a class token): 0."),
    "f82_freqs_cis_12x16.npy": ("unknown", None, "looks like a rotary (RoPE) table", "B10"),
    "f83_ddim_descending.npy": ("known", "guided_diffusion", "in steps of 20 downwards"),
    "f85_f32_short_12x16.npy": (*PAPER, "base 10000"),
    "f87_f32_detr_5x8_d16.npy": ("known", "detr_normalised", "5 rows x 8 columns"),
    "f89_tatp22_2d_d6.npy": ("known", "tatp22_2d", "4 rows x 5 columns"),
    "f91_c_array.txt": PAPER,
    "f92_tuples.txt": PAPER,
    "f93_pandas_rows.txt": PAPER,
    "f94_out_prompt.txt": PAPER,
    "f95_cpp_g.txt": PAPER,
}
#: A file, what is expected of it, and words of the mismatch.
AGAINST = {
    "f76_wenet_vs_whisper.npy": ("tensor2tensor", ("B9", "B7")),
    "g1_paper_20x16.npy": ("mae", ("one axis", "grid")),
    "g4_mae_4x5_d16.npy": ("paper", ("a grid of 4 rows x 5 columns",)),
    "g6_t2t_20x16.npy": ("fairseq_table", ("row 1 is not zero",)),
}


def told(name, **known):
    reading = read_bytes((FOLDER / name).read_bytes(), name)
    return diagnose(reading.matrix, **known, **reading.arguments())


def test_every_case_is_expected():
    cases = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
    assert {case["file"] for case in cases} == {*EXPECTED, *AGAINST, "f71_pt_zip.pt"}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_case_gets_the_right_answer(name):
    status, what, *words = EXPECTED[name]
    answer = told(name)
    text = "\n".join(answer.lines())
    assert answer.status == status, text
    if status == "bug":
        assert answer.bug.id == what, text
    elif what is not None:
        assert what in answer.names, text
    for word in words:
        assert word in text


@pytest.mark.parametrize("name", AGAINST)
def test_a_broken_expectation_is_told(name):
    expect, words = AGAINST[name]
    answer = told(name, expect=expect)
    assert answer.status == "bug"
    assert all(word in answer.verdict for word in words), answer.verdict


def test_a_pytorch_file_is_refused_with_the_line_that_saves_it():
    with pytest.raises(UnreadableInput, match=r"a PyTorch file.*np\.save"):
        told("f71_pt_zip.pt")
