"""Other rules on the same model, and the lengths that they are for."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pe_core.rotary import Linear, Rotary
from pe_core.rotary.beside import Lengths, asked_extension, lengths_of, rules_beside
from pe_core.rotary.extension import parting_position
from pe_core.rotary.presets import PRESETS, VARIANTS, preset
from pe_core.rotary.readers import READERS, compare_readers, readers_of
from pe_core.rotary.settings import RopeSettings

ENTRIES = pytest.mark.parametrize("entry", [*PRESETS, *VARIANTS], ids=lambda entry: entry.name)


@pytest.mark.parametrize(
    ("name", "kind", "lengths"),
    [
        ("llama_3_1_8b", 0, Lengths(8_192, 131_072, 8.0)),
        ("llama_2_7b", 0, Lengths(4_096, 16_384, 4.0)),
        ("gemma_3_12b", 0, Lengths(16_384, 131_072, 8.0)),
        ("phi_3_5_mini", 0, Lengths(4_096, 131_072, 32.0)),
    ],
)
def test_lengths(name, kind, lengths):
    assert lengths_of(preset(name).read().layers[kind]) == lengths


@ENTRIES
def test_what_is_asked_for_is_what_the_reading_says(entry):
    for settings in entry.read().layers:
        full = lengths_of(settings).full
        made = asked_extension(settings, full)
        right = settings.readings(full)[0]
        assert_allclose(made.after, right.frequencies, rtol=1e-15)
        assert made.attention_factor == right.attention_factor


@ENTRIES
def test_other_rules_part_where_their_frequencies_do(entry):
    for settings in entry.read().layers:
        lengths = lengths_of(settings)
        asked = asked_extension(settings, lengths.full)
        for rule in rules_beside(settings, lengths):
            frequencies = rule.ratio * Rotary(settings.rotary_dim, base=settings.base).frequencies
            # A ratio and back costs one part in 2**52, which may move a position by one.
            found = parting_position(frequencies, asked.after)
            assert abs((found or 0) - (rule.parts_at or 0)) <= 1
            assert_allclose(np.abs(frequencies - asked.after).max(), rule.apart, atol=1e-15)


def test_the_rule_itself_is_left_out_and_others_have_its_factor():
    settings = RopeSettings(64, 64, 1e4, rule="yarn", factor=8.0, original_length=4_096)
    found = {rule.name: rule for rule in rules_beside(settings, lengths_of(settings))}
    assert "YaRN" not in found
    linear = Rotary(64, rule=Linear(8.0)).frequencies / Rotary(64).frequencies
    assert_allclose(found["linear"].ratio, linear, rtol=1e-15)


@ENTRIES
def test_readers_part_where_the_file_says(entry):
    config = entry.read()
    assert len(readers_of(config)) == len(READERS)
    for found in compare_readers(config):
        assert (found.parts_at is None) == (found.apart == 0)
        if found.parts_at is not None and found.apart < 0.5:
            assert found.apart * found.parts_at > 0.5 >= found.apart * (found.parts_at - 1)


@pytest.mark.parametrize("stretch", [0, 1e4, float("nan")])
def test_a_wrong_factor_is_refused(stretch):
    with pytest.raises(ValueError, match="stretch must be"):
        lengths_of(RopeSettings(64, 64, 1e4), stretch)
