"""Tables of cosine and sine: factor, pairing, positions, sections, frequencies."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.rotary import Rotary
from pe_core.rotary.check import check_rope
from pe_core.rotary.multimodal import multimodal_cos_sin
from pe_core.rotary.presets import PRESETS, preset
from pe_core.rotary.rounding import round_to
from tests.golden import golden, of_kind
from tests.rotary.float32 import llama3, plain, table, yarn
from tests.rotary.test_check_vectors import WRONG, config, llama3_config, yarn_config

SIZES = [
    (128, 1e6, 16.0, 16_384),
    (64, 5e5, 8.0, 4096),
    (96, 1e4, 32.0, 2048),
    (80, 2e6, 64.0, 4096),
]
ROWS = np.arange(60)


def mscale(factor, m=1.0):
    return 0.1 * m * np.log(factor) + 1


FACTORS = {}
for number, (dim, base, factor, original) in enumerate(SIZES):
    pair = yarn_config(dim, base, factor, original, mscale=1.0, mscale_all_dim=1.0)
    lone = yarn_config(dim, base, factor, original, mscale=0.707)
    none = yarn_config(dim, base, factor, original)
    given = yarn_config(dim, base, factor, original, attention_factor=1.0)
    multiplied = yarn_config(dim, base, factor, original, attn_factor=1 / mscale(factor))
    FACTORS |= {
        f"R1-{number}-pair": (pair, mscale(factor), 1.0),
        f"R1-{number}-none": (none, 1.0, mscale(factor)),
        f"R1-{number}-lone": (lone, mscale(factor, 0.707), mscale(factor)),
        f"R2-{number}-given": (given, mscale(factor), 1.0),
        f"R3-{number}-ignored": (multiplied, mscale(factor), 1.0),
        f"R3-{number}-replaced": (multiplied, 1 / mscale(factor), 1.0),
    }


@pytest.mark.parametrize("name", FACTORS)
def test_a_wrong_factor_is_named(name):
    settings, wrong, right = FACTORS[name]
    keys = settings["rope_parameters"]
    frequencies = yarn(
        settings["head_dim"], keys["rope_theta"], keys["factor"],
        keys["original_max_position_embeddings"],
    )  # fmt: skip
    for wave in (np.cos, np.sin):
        answer = check_rope(settings, cos_sin=table(frequencies, ROWS, wrong, wave=wave))
        assert answer.verdict == "finding"
        assert [finding.id for finding in answer.findings] == [name.split("-")[0]]
        assert f"{right:.6g}²" in answer.findings[0].evidence or name.startswith("R3")
        fine = check_rope(settings, cos_sin=table(frequencies, ROWS, right, wave=wave))
        assert fine.verdict == "right"
        assert fine.findings == ()


def test_a_factor_that_no_fault_makes_is_told_and_not_named():
    settings = yarn_config(64, 5e5, 8.0, 4096)
    answer = check_rope(settings, cos_sin=table(yarn(64, 5e5, 8.0, 4096), ROWS, 1.05))
    assert answer.verdict == "unknown"
    assert answer.findings == ()
    assert "cos² + sin² is 1.05² where CONFIG asks for 1.20794²" in answer.said


PAIRINGS = [("llama", "halves"), ("gptj", "adjacent"), ("cohere", "adjacent"), ("qwen3", "halves"),
            ("gpt_neox", "halves"), ("llama4_text", "adjacent")]  # fmt: skip


@pytest.mark.parametrize(("model", "pairing"), PAIRINGS)
@pytest.mark.parametrize(("dim", "base"), [(64, 1e4), (128, 5e5)])
def test_the_pairing_of_the_model(model, pairing, dim, base):
    settings = {**config(dim, base, model=model, partial_rotary_factor=1.0)}
    other = "adjacent" if pairing == "halves" else "halves"
    right = check_rope(settings, cos_sin=table(plain(dim, base), ROWS, layout=pairing))
    assert right.verdict == "right"
    wrong = check_rope(settings, cos_sin=table(plain(dim, base), ROWS, layout=other))
    assert [finding.id for finding in wrong.findings] == ["R17"]
    assert f"({other}); this model pairs" in wrong.findings[0].evidence


@pytest.mark.parametrize("layout", ["halves", "adjacent", "once"])
def test_an_unknown_model_has_no_wrong_pairing(layout):
    settings = config(64, 1e4, model="something_new")
    assert (
        check_rope(settings, cos_sin=table(plain(64, 1e4), ROWS, layout=layout)).verdict == "right"
    )


POSITIONS = {
    "stuck": ([0] * 12, "every row is the same position"),
    "restart": ([*range(8), *range(8)], "after row 7 comes position 0, not 8"),
    "jump": ([*range(7), *range(12, 20)], "after row 6 comes position 12, not 7"),
    "repeated": ([0, 1, 2, 3, 3, 4, 5], "after row 3 comes position 3, not 4"),
    "stuck late": ([*range(100, 110), 110, 110], "after row 10 comes position 110, not 111"),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize(("dim", "base"), [(64, 1e4), (128, 1e6)])
def test_positions_that_do_not_count_up(name, dim, base):
    positions, told = POSITIONS[name]
    frequencies = llama3(dim, base, 8, 1, 4, 8192)
    settings = llama3_config(dim, base, 8.0, 8192)
    answer = check_rope(settings, cos_sin=table(frequencies, positions))
    assert [finding.id for finding in answer.findings] == ["R17"]
    assert told in answer.findings[0].evidence


def test_a_jump_late_in_a_long_table():
    positions = [*range(3000), *range(3100, 3200)]
    answer = check_rope(config(64, 1e4), cos_sin=table(plain(64, 1e4), positions))
    assert [finding.id for finding in answer.findings] == ["R17"]
    assert "after row 2999 comes position 3100, not 3000" in answer.findings[0].evidence


def test_positions_and_factor_and_pairing_together():
    settings = yarn_config(64, 5e5, 8.0, 4096)
    wrong = table(yarn(64, 5e5, 8.0, 4096), [0, 1, 2, 9, 10], 1.0, "adjacent")
    answer = check_rope(settings, cos_sin=wrong)
    assert [finding.id for finding in answer.findings] == ["R17", "R17", "R1"]


def test_zeros_are_no_positions():
    answer = check_rope(config(64, 1e4), cos_sin=np.zeros((10, 64)))
    assert answer.verdict == "unknown"


def test_text_of_an_image_model_that_stays_in_place():
    rows = table(plain(128, 1e6), [5] * 9)
    answer = check_rope(preset("qwen2_vl").config, cos_sin=rows)
    assert [finding.id for finding in answer.findings] == ["R17"]


@pytest.mark.parametrize("start", [0, 1, 100, 4000, 20_000])
def test_any_first_position_is_right(start):
    rows = np.arange(start, start + 40)
    answer = check_rope(config(64, 1e4), cos_sin=table(plain(64, 1e4), rows))
    assert answer.verdict == "right"
    assert (f"Its first row is position {start}." in answer.notes) == (start > 0)


def stored(cosine, sine, way):
    if way == "stacked halves":
        return np.stack([np.hstack([cosine, cosine]), np.hstack([sine, sine])])
    if way == "stacked":
        return np.stack([cosine, sine])
    if way == "sine first":
        return np.stack([sine, cosine])
    if way == "together":
        return np.stack([cosine, sine], axis=-1)
    if way == "side by side":
        return np.hstack([cosine, sine])
    return {"bfloat16": round_to(cosine, "bfloat16"), "float16": cosine.astype(np.float16)}[way]


@pytest.mark.parametrize(
    "way",
    ["stacked halves", "stacked", "sine first", "together", "side by side", "bfloat16", "float16"],
)
def test_ways_to_store_a_table(way):
    frequencies = llama3(128, 5e5, 8, 1, 4, 8192)
    parts = [table(frequencies, ROWS, layout="once", wave=wave) for wave in (np.cos, np.sin)]
    answer = check_rope(llama3_config(128, 5e5, 8.0, 8192), cos_sin=stored(*parts, way))
    assert answer.verdict == "right"


TABLE_FAULTS = [
    name for name in WRONG if name[:3] in ("R5-", "R6-", "R7-", "R8-", "R9-", "R10", "R11")
]


@pytest.mark.parametrize("start", [0, 777])
@pytest.mark.parametrize("name", TABLE_FAULTS)
def test_faults_in_the_frequencies_show_in_a_table(name, start):
    settings, vector, how = WRONG[name]
    answer = check_rope(settings, cos_sin=table(vector, np.arange(2048) + start), **how)
    assert answer.findings[0].id == name.split("-")[0]


def test_a_cast_buffer_shows_in_a_table():
    rounded = round_to(plain(128, 5e5), "bfloat16")
    answer = check_rope(config(128, 5e5), cos_sin=table(rounded, np.arange(500)))
    assert [finding.id for finding in answer.findings] == ["R16"]


@pytest.mark.parametrize(
    ("name", "other"), [("qwen3_vl_32b", "blocked"), ("qwen2_vl", "interleaved")]
)
@pytest.mark.parametrize("grid", [(0, 4, 5), (7, 3, 6)])
def test_sections_laid_out_another_way(name, other, grid):
    settings = preset(name).read().layers[0]
    time, height, width = grid
    cells = [(time, time + h, time + w) for h in range(height) for w in range(width)]
    rotary = Rotary(128, base=settings.base)
    for arrangement, verdict in ((settings.arrangement, "right"), (other, "finding")):
        cosine, _ = multimodal_cos_sin(rotary, cells, settings.sections, arrangement)
        answer = check_rope(preset(name).config, cos_sin=cosine.astype(np.float32))
        assert answer.verdict == verdict
        assert [f.id for f in answer.findings] == ([] if verdict == "right" else ["sections"])


@pytest.mark.parametrize("seed", range(3))
def test_noise_and_learned_tables_are_never_a_fault(seed):
    generator = np.random.default_rng(seed)
    for entry in PRESETS:
        pairs = len(entry.read().layers[0].readings()[0].frequencies)
        for matrix in (
            generator.standard_normal((20, 2 * pairs)),
            0.02 * generator.standard_normal((20, pairs)),
            np.cos(generator.uniform(0, 9, (20, pairs))),
        ):
            answer = check_rope(entry.config, cos_sin=matrix)
            assert answer.verdict == "unknown"
            assert answer.findings == ()


@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@pytest.mark.parametrize("spacing", ["paper", "endpoint"])
@pytest.mark.parametrize("model", ["llama_3_1_8b", "gpt_oss_20b", "qwen3_8b", "gemma_3_12b"])
def test_sinusoids_are_never_a_fault(layout, spacing, model):
    for settings in preset(model).read().layers:
        sinusoid = Sinusoid(settings.rotary_dim, layout=layout, spacing=spacing)
        answer = check_rope(preset(model).config, cos_sin=sinusoid.table(50).astype(np.float32))
        assert answer.findings == ()


@pytest.mark.parametrize("name", of_kind("learned", "alibi", "t5_bucket", "sinusoidal", "2d"))
def test_other_matrices_are_never_a_fault(name):
    matrix = golden(name)
    columns = matrix.shape[-1]
    for dim in {columns - columns % 2, 2 * columns}:
        answer = check_rope(config(max(dim, 2), 5e5), cos_sin=matrix)
        assert answer.findings == ()


def test_a_table_of_another_width_is_told():
    answer = check_rope(config(64, 1e4), cos_sin=table(plain(96, 1e4), ROWS))
    assert answer.verdict == "unknown"
    assert "The table is 60 x 96; CONFIG asks for 32 pairs, so 32 or 64 columns." in answer.said


def test_position_zero_shows_no_frequencies():
    answer = check_rope(config(64, 1e4), cos_sin=table(plain(64, 1e4), [0]))
    assert answer.verdict == "right"
    assert any("At position 0 nothing turns" in note for note in answer.notes)


def test_both_files_count():
    settings = yarn_config(64, 5e5, 8.0, 4096, truncate=False)
    right = yarn(64, 5e5, 8.0, 4096, truncate=False)
    wrong = yarn(64, 5e5, 8.0, 4096)
    good = table(right, ROWS, mscale(8.0))
    assert check_rope(settings, right, good).said == (
        "Right: the frequencies are and the table is what CONFIG asks for."
    )
    assert [f.id for f in check_rope(settings, wrong, good).findings] == ["R6"]
