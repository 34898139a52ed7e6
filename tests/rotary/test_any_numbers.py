"""Any numbers, of any shape: an answer or one sentence, and never anything else."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pe_core.rotary.check import check_rope
from pe_core.rotary.presets import PRESETS
from pe_core.rotary.recognise import recognise
from tests.rotary.float32 import plain, table
from tests.strategies import junk, refusal

SHAPES = arrays.array_shapes(min_dims=1, max_dims=3, max_side=9)
NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.floats(-2, 2),
    st.sampled_from([0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, 5e-324]),
)
MATRICES = st.one_of(
    arrays.arrays(np.float64, SHAPES, elements=NUMBERS),
    arrays.arrays(np.int64, SHAPES, elements=st.integers(-3, 40)),
    arrays.arrays(np.float16, SHAPES, elements=st.floats(-4, 4, width=16)),
    arrays.arrays(np.bool_, SHAPES),
)
CONFIGS = st.sampled_from(
    [
        *(entry.config for entry in PRESETS),
        {"head_dim": 2, "rope_theta": 1e4},
        {"head_dim": 4, "rope_theta": 1.0},
        {"head_dim": 8, "rope_theta": 0.001},
    ]
)


@given(MATRICES)
def test_recognise(matrix):
    found = recognise(matrix)
    if found is not None:
        assert found.values.shape == matrix.shape
        assert np.isfinite(found.difference)


@given(CONFIGS, MATRICES, st.one_of(st.none(), st.integers(1, 10**8)))
def test_check(config, matrix, length):
    for name in ("inv_freq", "cos_sin"):
        answer = check_rope(config, **{name: matrix}, seq_len=length)
        assert answer.verdict in ("right", "finding", "unknown")
        assert (answer.verdict == "right") == (
            not answer.findings and "Not what" not in answer.said
        )
        assert "\n" not in answer.said


@given(CONFIGS, junk)
def test_junk_is_refused_in_a_sentence(config, junk):
    for refused in (refusal(check_rope, config, junk), refusal(recognise, junk)):
        assert refused is None or "\n" not in refused


@pytest.mark.parametrize("shape", [(2_000_000, 8), (2, 500_000, 16)])
def test_a_large_table_is_looked_at_in_part(shape):
    config = {"head_dim": 8 if len(shape) == 2 else 16, "rope_theta": 1e4, "model_type": "llama"}
    rows = table(plain(config["head_dim"], 1e4), np.arange(40_000))
    big = np.zeros(shape, dtype=np.float16)
    assert check_rope(config, cos_sin=big).verdict == "unknown"
    assert check_rope(config, cos_sin=rows).verdict == "right"


def test_no_warning_for_extremes():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for value in (1e300, 1e-320, -1e300):
            recognise(np.full((6, 8), value) * np.arange(8))
            check_rope({"head_dim": 8, "rope_theta": 1e4}, np.full(4, value))
