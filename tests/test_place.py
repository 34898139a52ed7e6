"""Which dimensions say early or late, and which say just before or just after."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.place import FINE_WAVELENGTH, ROLES, STILL_SWEEP, places
from pe_core.sinusoid import Sinusoid


@pytest.mark.parametrize(
    ("sinusoid", "length", "roles"),
    [
        pytest.param(Sinusoid(dim=6), 100, ("fine", "coarse", "coarse"), id="long: 6.3, 135, 2916"),
        pytest.param(Sinusoid(dim=6), 200, ("fine", "middle", "coarse"), id="135 turns round"),
        pytest.param(Sinusoid(dim=6), 5, ("fine", "coarse", "still"), id="short"),
        pytest.param(Sinusoid(dim=6), 1, ("fine", "still", "still"), id="one word"),
        pytest.param(Sinusoid(dim=1), 9, ("fine",), id="lone sine"),
    ],
)
def test_roles(sinusoid, length, roles):
    assert places(sinusoid, length).roles == roles


def test_columns_follow_the_layout():
    for layout, expected in (("interleaved", [0, 1]), ("sin_cos", [0, 3]), ("cos_sin", [0, 3])):
        assert places(Sinusoid(dim=6, layout=layout), 100).columns("fine") == expected


@given(
    dim=st.integers(1, 300),
    length=st.integers(1, 10**6),
    base=st.sampled_from([2.0, 100.0, 1e4, 5e5]),
    tail=st.sampled_from(["sine", "zero", "truncate"]),
)
def test_every_wave_has_one_role_and_means_it(dim, length, base, tail):
    found = places(Sinusoid(dim=dim, base=base, tail=tail), length)
    columns = [column for role in ROLES for column in found.columns(role)]
    assert sorted(columns) == list(range(found.sinusoid.columns))
    roles = np.array(found.roles)
    assert (found.steps[roles == "fine"] >= 2 * np.pi / FINE_WAVELENGTH).all()
    assert (found.sweeps[roles == "still"] < STILL_SWEEP).all()
    assert (found.sweeps[roles == "coarse"] < 2 * np.pi).all()
    assert (found.wavelengths[roles == "middle"] < length).all()


def test_low_dimensions_are_the_fine_ones():
    found = places(Sinusoid(dim=128), 1000)
    assert max(found.columns("fine")) < min(found.columns("middle"))
    assert max(found.columns("middle")) < min(found.columns("coarse"))


def test_bad_length():
    with pytest.raises(ValueError, match=r"length must be an integer from 1 to .*; got 0"):
        places(Sinusoid(dim=6), 0)
