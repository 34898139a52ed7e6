"""What is kept of a diagnosis: all words, bounded pictures. And the samples to try."""

import pickle

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import Diagnosis, UnreadableInput, diagnose
from pe_core.examined import examine, examined
from pe_core.samples import SAMPLES


def test_the_words_are_those_of_the_diagnosis():
    diagnosis = diagnose(CONVENTIONS["marian"].table(30, 16))
    kept = examined(diagnosis, notes=("Read from a file.",))
    for name in ("status", "verdict", "names", "undecided", "bug", "sinusoid", "step", "shape"):
        assert getattr(kept, name) == getattr(diagnosis, name)
    assert kept.notes == ("Read from a file.", *diagnosis.notes)
    assert (kept.rows, kept.columns) == (30, 16)
    np.testing.assert_array_equal(kept.fitted, diagnosis.fitted)


def test_a_large_table_is_kept_small():
    kept = examined(diagnose(Sinusoid(dim=2_048).table(600)))
    assert len(pickle.dumps(kept)) < 400_000
    assert len(kept.pairs) == len(kept.fitted) == len(kept.curve) <= 512


def test_a_table_without_a_nearest_one_has_no_expected_picture():
    kept = examined(Diagnosis("unknown", "Nothing fits.", np.full((4, 6), 0.5)))
    assert kept.verdict == "Nothing fits."
    assert kept.expected is None
    assert kept.difference is None


@pytest.mark.parametrize(
    ("name", "status", "word"),
    [("right", "known", "tensor2tensor"), ("printed", "known", "marian"), ("bug", "bug", "B2")],
)
def test_samples(name, status, word):
    sample = SAMPLES[name]
    kept = examine(sample.make(), name=sample.file)
    assert kept.status == status
    assert word in kept.verdict
    assert not any("content is" in note for note in kept.notes), "the name fits the content"


def test_the_printed_sample_is_what_a_console_prints():
    lines = SAMPLES["printed"].make().decode().splitlines()
    assert lines[0] == "tensor([[ 0.0000,  0.0000,  0.0000,  ...,  1.0000,  1.0000,  1.0000],"
    assert lines[3] == "        ...,"
    assert lines[-1].endswith("]])")


def test_embeddings_are_taken_away():
    rng = np.random.default_rng(5)
    words = rng.normal(size=(20, 16)).round(6)
    both = words + CONVENTIONS["paper"].table(20, 16)

    def text(table):
        return "\n".join(",".join(f"{v:.9f}" for v in row) for row in table).encode()

    assert examine(text(both)).status == "unknown"
    kept = examine(text(both), embedding=text(words))
    assert kept.names[0] == "paper"


@pytest.mark.parametrize(
    ("data", "hints", "kind", "message"),
    [
        (b"", {}, UnreadableInput, "the file is empty"),
        (b"hello", {}, UnreadableInput, "."),
        (b"0 1\n0.8415 0.5403", {"dim": -1}, ValueError, "dim must be an integer"),
        (b"0 1\n0.8415 0.5403", {"expect": "nobody"}, ValueError, "convention must be one of"),
    ],
    ids=["empty", "text", "dim", "expect"],
)
def test_what_is_refused(data, hints, kind, message):
    with pytest.raises(kind, match=message):
        examine(data, **hints)
