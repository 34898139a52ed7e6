"""Snippets run, and give the numbers of Sinusoid."""

import ast
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core.export.snippets import FRAMEWORKS, snippet
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid

CASES = {
    "paper": Sinusoid(128),
    "odd": Sinusoid(7),
    "one": Sinusoid(1),
    "endpoint": Sinusoid(64, spacing="endpoint"),
    "endpoint of one pair": Sinusoid(2, spacing="endpoint"),
    "sine half first": Sinusoid(9, layout="sin_cos"),
    "cosine half first": Sinusoid(9, layout="cos_sin"),
    "zero tail": Sinusoid(9, layout="sin_cos", tail="zero", spacing="endpoint"),
    "truncated tail": Sinusoid(9, tail="truncate"),
    "origin and amplitude": Sinusoid(16, base=500_000.0, origin=2, amplitude=0.353),
    "growing frequencies": Sinusoid(6, base=0.5),
}


def run(code: str) -> np.ndarray:
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - the code is ours
    return np.asarray(names["table"])


def assert_float64(code: str, sinusoid: Sinusoid, length: int) -> None:
    table = run(code)
    # A power is off by up to a dozen units in the last place, and a position multiplies that.
    slack = 16 * np.finfo(float).eps * (1 + length + abs(sinusoid.origin))
    slack *= max(1, sinusoid.frequencies.max())
    np.testing.assert_allclose(
        table, sinusoid.table(length), rtol=0, atol=slack * sinusoid.amplitude
    )


@pytest.mark.parametrize("sinusoid", CASES.values(), ids=CASES)
def test_numpy(sinusoid):
    assert_float64(snippet(sinusoid, length=50), sinusoid, 50)


@given(
    st.integers(1, 40),
    st.floats(1, 1e6),
    st.sampled_from(SPACINGS),
    st.sampled_from(LAYOUTS),
    st.sampled_from(["sine", "zero", "truncate"]),
    st.floats(-10, 10),
)
@settings(max_examples=60)
def test_numpy_for_any_encoding(dim, base, spacing, layout, tail, origin):
    sinusoid = Sinusoid(dim, base, spacing, layout, origin, 1.0, tail)
    if sinusoid.columns:
        assert_float64(snippet(sinusoid, length=5), sinusoid, 5)


@pytest.mark.parametrize("sinusoid", CASES.values(), ids=CASES)
@pytest.mark.parametrize("framework", ["torch", "jax", "keras"])
def test_other_frameworks(framework, sinusoid):
    if framework == "keras":
        os.environ.setdefault("KERAS_BACKEND", "torch")
    pytest.importorskip(framework)
    table = run(snippet(sinusoid, framework=framework, length=2000))
    assert table.dtype == np.float32
    # A float32 angle below 2π is off by up to 2.4e-7; the sine, and rounding it, add 1.2e-7.
    np.testing.assert_allclose(table, sinusoid.table(2000), rtol=0, atol=5e-7 * sinusoid.amplitude)


@pytest.mark.parametrize("sinusoid", CASES.values(), ids=CASES)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_short_and_ends_with_the_table(framework, sinusoid):
    code = snippet(sinusoid, framework=framework, length=10)
    last = ast.parse(code).body[-1]
    assert isinstance(last, ast.Assign)
    assert last.targets[0].id == "table"
    assert len(code.splitlines()) <= 13
    assert max(map(len, code.splitlines())) <= 100


def test_runs_on_its_own():
    code = snippet(Sinusoid(4), length=3) + "print(table.shape)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "(3, 4)\n"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"framework": "mxnet"}, "framework must be one of numpy, torch, jax, keras; got 'mxnet'"),
        ({"length": 0}, "length must be an integer from 1 to 16777216; got 0"),
    ],
    ids=["framework", "length"],
)
def test_rules(fields, message):
    with pytest.raises(ValueError, match=message):
        snippet(Sinusoid(4), **fields)


def test_nothing_but_zeros():
    with pytest.raises(ValueError, match="dim must be at least 2 when tail is zero; got 1"):
        snippet(Sinusoid(1, tail="zero"))


@pytest.mark.parametrize("step", [-1, 2, 0.5])
def test_rows_can_count_down_or_in_steps(step):
    sinusoid = Sinusoid(8, origin=9, layout="sin_cos")
    expected = sinusoid.encode(9 + step * np.arange(10))
    # As above: a dozen units in the last place of a power, times a position below 30.
    np.testing.assert_allclose(
        run(snippet(sinusoid, length=10, step=step)), expected, rtol=0, atol=2e-13
    )
