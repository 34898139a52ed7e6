"""How known libraries read a configuration, and the page that says so."""

from pathlib import Path

import pytest

from pe_core.rotary.presets import PRESETS, VARIANTS, preset
from pe_core.rotary.readers import READERS, compare_readers, readers_markdown

PAGE = Path(__file__).parents[2] / "docs" / "rope-readers.md"


def told(name):
    return {(d.reader, d.version): d for d in compare_readers(preset(name).read())}


def test_gpt_oss_in_mlx():
    only = told("gpt_oss_20b")
    assert list(only) == [("mlx-lm", "0.32.2")]
    difference = only["mlx-lm", "0.32.2"]
    assert difference.first_pair == 9
    assert difference.phase_original == pytest.approx(0.90, abs=0.005)
    assert difference.phase_full == pytest.approx(28.9, abs=0.05)


def test_nested_parameters_lose_truncate_in_transformers():
    config = dict(preset("gpt_oss_20b").config)
    config["rope_parameters"] = {"full_attention": config["rope_parameters"]}
    from pe_core.rotary.config import read_config

    found = [d for d in compare_readers(read_config(config)) if d.version == "5.24.0"]
    assert [d.reader for d in found] == ["transformers"]
    assert found[0].first_pair == 9


def test_qwen3_before_and_after_the_fix():
    found = told("qwen3_8b_yarn")
    assert list(found) == [("transformers", "before August 2025")]
    difference = next(iter(found.values()))
    assert difference.factor == pytest.approx(1.02231, abs=5e-6)
    assert difference.right_factor == pytest.approx(1.13863, abs=5e-6)


def test_attn_factor():
    found = told("deepseek_r1_qwen3_8b")
    assert {reader for reader, _ in found} == {"transformers", "mlx-lm"}
    assert all(d.first_pair is None for d in found.values())
    assert all(d.factor == pytest.approx(1.13863, abs=5e-6) for d in found.values())


def test_ministral_in_vllm():
    (difference,) = told("ministral_3").values()
    assert difference.reader == "vLLM"
    assert difference.factor == pytest.approx(1.27726, abs=5e-6)


def test_phi_takes_the_long_list_in_two():
    assert {reader for reader, _ in told("phi_3_5_mini")} == {"mlx-lm", "vLLM"}


def test_the_dynamic_rule():
    from pe_core.rotary.config import read_config

    config = {
        "head_dim": 128,
        "max_position_embeddings": 2048,
        "rope_scaling": {"rope_type": "dynamic", "factor": 4.0},
        "rope_theta": 1e4,
    }
    found = {d.reader: d for d in compare_readers(read_config(config))}
    assert set(found) == {"mlx-lm", "vLLM"}
    # a² - a + 1 = 13 for a = 4
    base = 1e4 * 13 ** (128 / 126)
    assert f"{base:.6g}" in found["vLLM"].how


def test_the_page_is_the_one_that_the_command_makes():
    assert PAGE.read_text(encoding="utf-8") == readers_markdown()


def test_the_page_has_every_model_and_reader():
    rows = [line for line in readers_markdown().splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(PRESETS) + len(VARIANTS)
    assert all(line.count("|") == len(READERS) + 2 for line in rows)
