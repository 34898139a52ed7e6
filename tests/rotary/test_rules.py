"""The rules against fifty digits, against libraries, and against published ratios."""

import mpmath
import numpy as np
import pytest

from pe_core.rotary import (
    Default,
    Dynamic,
    Linear,
    Llama3,
    LongRope,
    NtkAware,
    Proportional,
    Rotary,
    Yarn,
)
from pe_core.rotary.recognise.model import KNOWN_BASES
from tests.golden import GOLDEN, golden

mpf = mpmath.mpf


def exact_plain(base, dim, pair):
    return mpf(base) ** (mpf(-2 * pair) / dim)


def exact_yarn(rule, base, dim, pair):
    plain = exact_plain(base, dim, pair)
    low, high = (
        dim
        * mpmath.log(rule.original_length / (mpf(turns) * 2 * mpmath.pi))
        / (2 * mpmath.log(base))
        for turns in (rule.beta_fast, rule.beta_slow)
    )
    if rule.truncate:
        low, high = mpmath.floor(low), mpmath.ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    ramp = min(max((pair - low) / (high - low), mpf(0)), mpf(1))
    return plain / rule.factor * ramp + plain * (1 - ramp)


def exact_llama3(rule, base, dim, pair):
    plain = exact_plain(base, dim, pair)
    waves = rule.original_length * plain / (2 * mpmath.pi)
    low, high = rule.low_freq_factor, rule.high_freq_factor
    kept = min(max((waves - low) / (mpf(high) - low), mpf(0)), mpf(1))
    return (1 - kept) * plain / rule.factor + kept * plain


def exact_scaled_base(growth, base, dim, pair):
    scaled = mpf(base) * mpf(growth) ** (mpf(dim) / (dim - 2))
    return scaled ** (mpf(-2 * pair) / dim)


RULES = [
    (Default(), exact_plain),
    (Linear(8), lambda b, d, i: exact_plain(b, d, i) / 8),
    (NtkAware(4), lambda b, d, i: exact_scaled_base(4, b, d, i)),
    (Dynamic(2, 2048, 4096), lambda b, d, i: exact_scaled_base(3, b, d, i)),
    (Dynamic(2, 2048, 100), exact_plain),
    (Yarn(16, 4096), lambda b, d, i: exact_yarn(Yarn(16, 4096), b, d, i)),
    (
        Yarn(32, 4096, truncate=False),
        lambda b, d, i: exact_yarn(Yarn(32, 4096, truncate=False), b, d, i),
    ),
    (Llama3(8, 8192), lambda b, d, i: exact_llama3(Llama3(8, 8192), b, d, i)),
]


@pytest.mark.parametrize("dim", [8, 64, 128])
@pytest.mark.parametrize("base", [1e4, 5e5, 1e6])
@pytest.mark.parametrize(("rule", "exact"), RULES, ids=lambda r: getattr(r, "name", ""))
def test_fifty_digits(rule, exact, base, dim):
    found = rule.frequencies(base, dim)
    with mpmath.workdps(50):
        right = [float(exact(base, dim, pair)) for pair in range(dim // 2)]
    # A blend takes a handful of roundings; a bound of a ramp is off by 1e-15 of up to 128 pairs.
    np.testing.assert_allclose(found, right, rtol=3e-14)


GOLDEN_RULES = {
    "hf_rope_default_d128_theta5e5": Rotary(128, base=5e5),
    "hf_rope_default_d8": Rotary(8),
    "hf_rope_linear4_d64": Rotary(64, rule=Linear(4)),
    "hf_rope_dynamic2_len4096_d64": Rotary(64, rule=Dynamic(2, 2048, 4096)),
    "hf_rope_llama3_8_d128": Rotary(128, base=5e5, rule=Llama3(8, 8192)),
    "torchtune_llama3_theta_d128": Rotary(128, base=5e5, rule=Llama3(8, 8192)),
    "hf_rope_yarn4_d64": Rotary(64, rule=Yarn(4, 2048)),
    "kerashub_rope_yarn4_invfreq_d64": Rotary(64, rule=Yarn(4, 2048)),
    "hf_rope_yarn16_d128_beta_notrunc": Rotary(128, rule=Yarn(16, 4096, 64, 2, False)),
    "ret_lang_theta_rescale4_invfreq_d32": Rotary(32, rule=NtkAware(4)),
    "hf_rope_longrope_short_d16": Rotary(
        16,
        rule=LongRope(
            (1.0, 1.05, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6), (1.0, 1.5, 2, 3, 4, 6, 8, 10), 2048, 4
        ),
    ),
}


@pytest.mark.parametrize("name", GOLDEN_RULES)
def test_libraries(name):
    rotary, entry = GOLDEN_RULES[name], GOLDEN[name]
    # float32: a power loses bits with the size of its exponent, here at most ln(5e5) = 13.
    np.testing.assert_allclose(rotary.frequencies, golden(name), rtol=14 * 2**-24)
    if entry.get("attention_factor") is not None:
        assert rotary.attention_factor == pytest.approx(entry["attention_factor"], rel=1e-14)


def test_keras_hubs_dynamic_rule_is_another_one():
    theirs = golden("kerashub_rope_dynamic4_invfreq_d64")
    np.testing.assert_allclose(Rotary(64).frequencies / 4 ** (64 / 62), theirs, rtol=1e-6)


@pytest.mark.parametrize(
    ("dim", "factor", "band", "ratios"),
    [
        (128, 8, slice(29, 35), [0.8282, 0.6437, 0.4935, 0.3711, 0.2714, 0.1902]),
        (64, 32, slice(15, 18), [0.6056, 0.3037, 0.1034]),
    ],
    ids=["Llama 3.1 8B", "Llama 3.2 1B"],
)
def test_llama3_ratios(dim, factor, band, ratios):
    ratio = Llama3(factor, 8192).frequencies(5e5, dim) / Default().frequencies(5e5, dim)
    assert ratio[band].round(4).tolist() == ratios
    assert (ratio[: band.start] == 1).all()
    np.testing.assert_allclose(ratio[band.stop :], 1 / factor, rtol=1e-15)


def test_equal_bands_are_a_step_and_no_division_by_zero():
    ratio = Llama3(16, 8192, 1, 1).frequencies(5e5, 128) / Default().frequencies(5e5, 128)
    step = int((ratio == 1).sum())
    assert (ratio[:step] == 1).all()
    np.testing.assert_allclose(ratio[step:], 1 / 16)
    assert (2 * np.pi / Default().frequencies(5e5, 128)[[step - 1, step]] > 8192).tolist() == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("rule", "factor"),
    [
        (Yarn(4, 32_768), 1.13863),
        (Yarn(16, 16_384, mscale=1, mscale_all_dim=1), 1.0),
        (Yarn(16, 16_384, mscale=1), 1.27726),
        (
            Yarn(16, 16_384, mscale=0.707, mscale_all_dim=1),
            (1 + 0.0707 * np.log(16)) / (1 + 0.1 * np.log(16)),
        ),
        (Yarn(64, 4096, attention_factor=1.0), 1.0),
        (Yarn(64, 4096), 1.41589),
        (Yarn(1, 4096), 1.0),
        (LongRope((1.0,), (2.0,), 4096, 32), 1.190238),
        (LongRope((1.0,), (2.0,), 4096, 1), 1.0),
        (Linear(4), 1.0),
    ],
)
def test_factors_on_the_table(rule, factor):
    assert rule.table_factor == pytest.approx(factor, abs=5e-6)


def test_gpt_oss_bounds():
    assert Yarn(32, 4096, truncate=False).bounds(150_000.0, 64) == pytest.approx(
        (8.0928, 17.3980), abs=5e-5
    )
    assert Yarn(32, 4096).bounds(150_000.0, 64) == (8, 18)


def test_equal_bounds_do_not_divide_by_zero():
    rule = Yarn(4, 2048, beta_fast=5, beta_slow=5, truncate=False)
    assert np.isfinite(rule.frequencies(1e4, 64)).all()


def test_proportional_keeps_the_width():
    values = Proportional(0.25).frequencies(1e6, 512)
    assert len(values) == 256
    np.testing.assert_array_equal(values[:64], Default().frequencies(1e6, 512)[:64])
    assert not values[64:].any()


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: Linear(0), "factor must be a number from 1e-06 to 1e\\+06; got 0"),
        (lambda: Yarn(4, 0), "original_length must be an integer from 1 to 100000000; got 0"),
        (lambda: Llama3(8, 8192, 4, 1), "high_freq_factor must be at least low_freq_factor, 4"),
        (lambda: Dynamic(0.5, 1, 1), "factor must be a number from 1"),
        (lambda: LongRope((0.0,), (1.0,), 4096, 2), "short_factor must hold positive numbers"),
        (lambda: Proportional(1.5), "proportion must be a number from 0 to 1; got 1.5"),
        (lambda: Yarn(4, 2048).frequencies(1.0, 8), "base must be above 1 for YaRN; got 1"),
        (
            lambda: LongRope((1.0,), (1.0,), 4096, 2).frequencies(1e4, 8),
            "short_factor must have one number per pair, 4; got 1",
        ),
    ],
)
def test_refused(make, match):
    with pytest.raises(ValueError, match=match):
        make()


def test_known_bases_are_sorted():
    assert sorted(KNOWN_BASES) == list(KNOWN_BASES)
