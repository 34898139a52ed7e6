"""The check on the command line."""

import io
import json
import sys

import numpy as np
import pytest

from pe_core.__main__ import main
from pe_core.rotary.presets import PRESETS, preset
from pe_core.rotary.readers import readers_markdown
from tests.rotary.float32 import plain, table, yarn


@pytest.fixture
def files(tmp_path):
    """Write a configuration and arrays, and return their paths."""

    def write(config, **arrays):
        path = tmp_path / "config.json"
        path.write_text(config if isinstance(config, str) else json.dumps(config), encoding="utf-8")
        found = [str(path)]
        for name, array in arrays.items():
            np.save(tmp_path / f"{name}.npy", np.asarray(array))
            found.append(str(tmp_path / f"{name}.npy"))
        return found

    return write


@pytest.mark.parametrize("entry", PRESETS, ids=lambda entry: entry.name)
def test_a_sound_configuration_ends_with_zero(entry, files, capsys):
    assert main(["rope", *files(entry.config)]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "Nothing in CONFIG contradicts itself."
    assert second.startswith("CONFIG asks for: ")


def test_a_right_vector_ends_with_zero(files, capsys):
    config, vector = files(preset("llama_2_7b").config, inv_freq=plain(128, 1e4))
    assert main(["rope", config, "--inv-freq", vector]) == 0
    assert capsys.readouterr().out.startswith("Right: the frequencies are what CONFIG asks for.")


def test_a_fault_ends_with_one_and_tells_the_fix(files, capsys):
    config, vector = files(preset("gpt_oss_20b").config, inv_freq=yarn(64, 150_000.0, 32, 4096))
    assert main(["rope", config, "--inv-freq", vector]) == 1
    out = capsys.readouterr().out
    assert out.startswith("1 finding: R6.")
    assert "R6: YaRN's truncate was ignored." in out
    assert "Fix: " in out
    assert "Reads otherwise: mlx-lm 0.32.2" in out


def test_json_has_the_keys_of_the_page(files, capsys):
    config, vector = files(preset("gpt_oss_20b").config, inv_freq=yarn(64, 150_000.0, 32, 4096))
    assert main(["rope", config, "--inv-freq", vector, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == "finding"
    assert set(told["findings"][0]) == {"id", "title", "evidence", "fix"}
    assert told["findings"][0]["id"] == "R6"
    right = yarn(64, 150_000.0, 32, 4096, truncate=False)
    np.testing.assert_allclose(told["frequencies"], right, rtol=1e-6)
    assert told["rule"].startswith("base 150,000, yarn with factor 32")


def test_a_table_a_layer_and_a_length(files, capsys):
    cosine = table(plain(256, 1e4), np.arange(30))
    config, path = files(preset("gemma_3_12b").config, cos_sin=cosine)
    assert main(["rope", config, "--cos-sin", path, "--layer", "sliding", "--seq-len", "30"]) == 0
    assert main(["rope", config, "--cos-sin", path, "--layer", "global"]) == 1
    assert "R9" in capsys.readouterr().out


def test_noise_is_unknown(files, capsys):
    noise = np.random.default_rng(0).standard_normal(64)
    config, path = files(preset("llama_2_7b").config, inv_freq=noise)
    assert main(["rope", config, "--inv-freq", path, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["findings"]) == ("unknown", [])


@pytest.mark.parametrize("form", ["tensor", "csv", "json"])
def test_printed_numbers_through_the_doctors_reader(form, files, tmp_path, capsys):
    values = plain(16, 1e4).astype(np.float64)
    text = {
        "tensor": f"tensor([{', '.join(f'{v:.4f}' for v in values.tolist())}])",
        "csv": ",".join(f"{v:.9f}" for v in values.tolist()),
        "json": json.dumps(values.tolist()),
    }[form]
    (config,) = files({"model_type": "llama", "head_dim": 16, "rope_theta": 1e4})
    path = tmp_path / "numbers.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["rope", config, "--inv-freq", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_standard_input(monkeypatch, capsys):
    text = json.dumps(preset("llama_2_7b").config).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["rope", "-"]) == 0
    assert "base 10,000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("config", "arguments", "match"),
    [
        ("{", [], "the configuration must be JSON"),
        ("x" * (3 * 10**6), [], "must be at most 2 MB; got"),
        ('{"head_dim": 64, "rope_theta": -1}', [], "rope_theta must be a number"),
        ('{"head_dim": 64, "rope_theta": 1}', ["--layer"], None),
        ('{"head_dim": 64, "rope_theta": 1e4}', ["--inv-freq", "nowhere.npy"], "cannot read"),
        ('{"head_dim": 64, "rope_theta": 1e4}', ["--inv-freq", "a\x00b"], "is no file name"),
        ('{"head_dim": 64, "rope_theta": 1e4}', ["--seq-len", "1000000000"], "seq_len must be"),
        (
            '{"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"type": "magic"}}',
            [],
            "rope_type must be one of",
        ),
    ],
)
def test_what_cannot_be_read_ends_with_two(config, arguments, match, files, capsys):
    path = files(config)
    if match is None:
        with pytest.raises(SystemExit) as caught:
            main(["rope", *path, *arguments])
        assert caught.value.code == 2
        return
    assert main(["rope", *path, *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert match in told.err
    assert told.err.count("\n") == 1


def test_no_configuration(capsys):
    assert main(["rope"]) == 2
    assert "CONFIG must be a file" in capsys.readouterr().err


def test_the_page_of_readers(capsys):
    assert main(["rope", "--readers"]) == 0
    assert capsys.readouterr().out == readers_markdown()
