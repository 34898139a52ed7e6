"""Every format that people paste is read back: shape, every cell, and how exact each is."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core import Sinusoid
from pe_core.doctor import read_pasted
from tests.doctor.reading import printers
from tests.doctor.reading.printers import PRINTERS, cells_of, numbers_of

#: Tables of at least 3 rows: with fewer, a count of rows cannot be told from a column.
SHAPES = st.tuples(st.integers(3, 9), st.integers(2, 17), st.integers(0, 2**32 - 1))
FORMS = ["%.4f", "%.2f", "%.7f", "%.4e"]


def random(rows, columns, seed):
    return np.random.default_rng(seed).uniform(-1, 1, (rows, columns))


@pytest.mark.parametrize("name", PRINTERS)
@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, form=st.sampled_from(FORMS))
def test_a_print_is_read_back(name, shape, form):
    cells = cells_of(random(*shape), form)
    reading = read_pasted(PRINTERS[name](cells))
    np.testing.assert_array_equal(reading.matrix, numbers_of(cells))
    digits = int(form[2])
    if form.endswith("f"):
        assert reading.resolution == pytest.approx(10.0**-digits)
    assert not reading.cropped
