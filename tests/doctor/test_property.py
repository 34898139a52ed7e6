"""No right table is ever called a bug, whatever its numbers and its precision."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import diagnose
from pe_core.doctor.rounding import round_bfloat16

CASTS = {
    "float64": lambda m: m,
    "float32": lambda m: m.astype(np.float32),
    "float16": lambda m: m.astype(np.float16),
    "bfloat16": round_bfloat16,
}
LINES = sorted(
    c.name
    for c in CONVENTIONS.values()
    if not c.grid and c.name not in ("nerf", "tensor2tensor_fixed")
)
bases = st.one_of(
    st.just(10_000.0),
    st.sampled_from([20.0, 100.0, 500.0, 1000.0, 10_007.0, 500_000.0]),
    st.floats(5, 1e6),
)
origins = st.one_of(st.integers(0, 3), st.integers(0, 100_000), st.floats(0, 1000))


def _evened(name, dim):
    return dim + dim % 2 if CONVENTIONS[name].tail == "error" else dim


@settings(max_examples=80)
@given(
    name=st.sampled_from(LINES),
    dim=st.integers(2, 200),
    base=bases,
    origin=origins,
    length=st.integers(3, 60),
    dtype=st.sampled_from(sorted(CASTS)),
)
@example(name="tensor2tensor", dim=4, base=10_000.0, origin=0, length=3, dtype="float64")
@example(name="tatp22", dim=3, base=10_000.0, origin=21_436, length=3, dtype="bfloat16")
@example(name="paper", dim=3, base=5.0, origin=100_000, length=3, dtype="bfloat16")
@example(name="paper", dim=3, base=1944.531, origin=5, length=40, dtype="float32")
@example(name="fairseq", dim=7, base=10_000.0, origin=1000, length=5, dtype="float16")
@example(name="x_transformers", dim=64, base=10_000.0, origin=0, length=8, dtype="float16")
def test_no_right_table_is_called_a_bug(name, dim, base, origin, length, dtype):
    sinusoid = CONVENTIONS[name].sinusoid(_evened(name, dim), base=base)
    told = diagnose(CASTS[dtype](sinusoid.table(length, origin)))
    assert told.status != "bug", told.verdict


@settings(max_examples=60)
@given(
    name=st.sampled_from(LINES),
    dim=st.integers(3, 128),
    base=st.sampled_from([100.0, 10_000.0]),
    length=st.integers(3, 60),
    dtype=st.sampled_from(sorted(CASTS)),
)
def test_a_whole_table_is_known_under_its_name(name, dim, base, length, dtype):
    convention, dim = CONVENTIONS[name], _evened(name, dim)
    if convention.zero_rows:
        length += 3  # with row 1 empty, three rows are two that are not neighbours
    told = diagnose(CASTS[dtype](convention.table(length, dim, base=base)))
    assert told.status == "known", told.verdict
    assert name in told.names, (told.names, told.verdict)


@settings(max_examples=30)
@given(
    dim=st.integers(6, 100).map(lambda n: 2 * n),
    base=st.floats(50, 1e6),
    origin=st.integers(0, 2000),
    spacing=st.sampled_from(["paper", "endpoint"]),
    layout=st.sampled_from(["sin_cos", "cos_sin"]),
)
def test_any_base_is_fitted_to_a_thousandth(dim, base, origin, spacing, layout):
    sinusoid = Sinusoid(dim, base=base, spacing=spacing, layout=layout)
    told = diagnose(sinusoid.table(64, origin))
    assert told.status == "known", told.verdict
    assert told.sinusoid.origin == origin
    # the two spacings are one family: compare the frequencies, not the label
    np.testing.assert_allclose(told.sinusoid.frequencies, sinusoid.frequencies, rtol=1e-3)


@settings(max_examples=40)
@given(
    shape=st.tuples(st.integers(1, 12), st.integers(1, 12)),
    seed=st.integers(0, 10_000),
    scale=st.sampled_from([0.02, 0.5, 1.0, 3.0]),
)
def test_noise_is_never_named(shape, seed, scale):
    noise = scale * np.random.default_rng(seed).standard_normal(shape)
    told = diagnose(noise)
    assert told.status == "unknown" or told.sinusoid.dim <= 2, told.verdict
