"""Sinusoid: what it refuses, how its columns lie, and the identities of its tables."""

import dataclasses
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core import Sinusoid
from pe_core.sinusoid import LAYOUTS, MAX_DIM, SPACINGS, TAILS
from tests.strategies import junk, refusal

EPS = np.finfo(float).eps

sinusoids = st.builds(
    Sinusoid,
    dim=st.integers(1, 130),
    base=st.sampled_from([0.5, 2.0, 30.0, 100.0, 1e4, 5e5, 1e9]),
    spacing=st.sampled_from(SPACINGS),
    layout=st.sampled_from(LAYOUTS),
    origin=st.sampled_from([0.0, 1.0, 2.0, -7.5]),
    amplitude=st.sampled_from([1.0, 0.125, 3.0]),
    tail=st.sampled_from(["sine", "zero", "truncate"]),
)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"dim": 0}, r"dim must be an integer from 1 to 65536; got 0"),
        ({"dim": MAX_DIM + 1}, r"dim must be an integer from 1 to 65536; got 65537"),
        ({"dim": 2.5}, r"dim must be an integer from 1 to 65536; got 2\.5"),
        ({"dim": "6"}, r"dim must be an integer from 1 to 65536; got '6'"),
        ({"base": 0}, r"base must be a number from 1e-12 to 1e\+12; got 0"),
        ({"base": -1.0}, r"base must be a number from 1e-12 to 1e\+12; got -1\.0"),
        ({"base": float("nan")}, r"base must be a number .*; got nan"),
        ({"spacing": "linear"}, r"spacing must be one of paper, endpoint; got 'linear'"),
        ({"layout": "halves"}, r"layout must be one of interleaved, sin_cos, cos_sin; got"),
        ({"origin": float("inf")}, r"origin must be a number .*; got inf"),
        ({"amplitude": 0}, r"amplitude must be a number .*; got 0"),
        ({"tail": None}, r"tail must be one of sine, zero, truncate, error; got None"),
        ({"dim": 7, "tail": "error"}, r"dim must be even when tail is error; got 7"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_fields_are_checked(fields, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        Sinusoid(**({"dim": 6} | fields))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.encode(3), r"positions must be an array of 1 dimension\(s\).*got shape \(\)"),
        (lambda s: s.encode([[1]]), r"positions must be an array .*got shape \(1, 1\)"),
        (lambda s: s.encode(["a"]), r"positions must be an array .*got dtype <U1"),
        (lambda s: s.encode([np.nan]), r"positions must be an array .*got nan at index \(0,\)"),
        (
            lambda s: Sinusoid(dim=MAX_DIM).encode(np.zeros(10_000)),
            r"length times dim must be at most 536870912 cells",
        ),
        (lambda s: s.table(-1), r"length must be an integer from 0 to 536870912; got -1"),
        (lambda s: s.table(2.5), r"length must be an integer .*; got 2\.5"),
        (lambda s: s.table(2**29), r"length times dim must be at most 536870912 cells; got"),
        (lambda s: s.table(2, start="0"), r"start must be a number .*; got '0'"),
        (lambda s: s.table(2, start=1e16), r"start must be a number .*; got 1e\+16"),
        (lambda s: s.block_means(10, 0), r"block must be an integer from 1 to \d+; got 0"),
        (lambda s: s.block_means(-1, 2), r"length must be an integer from 0 to \d+; got -1"),
        (lambda s: s.block_means(2**40, 2), r"length times dim must be at most 536870912 cells"),
    ],
)
def test_arguments_are_checked(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call(Sinusoid(dim=6))


@given(field=st.sampled_from([f.name for f in dataclasses.fields(Sinusoid)]), value=junk)
def test_only_a_value_error_escapes_from_the_fields(field, value):
    message = refusal(lambda: Sinusoid(**({"dim": 6} | {field: value})))
    assert message is None or message.startswith(f"{field} must be ")


@pytest.mark.parametrize(
    "call",
    [
        lambda s, value: s.encode(value),
        lambda s, value: s.table(value),
        lambda s, value: s.table(3, start=value),
        lambda s, value: s.block_means(value, 10**6),
        lambda s, value: s.block_means(5, value),
        lambda s, value: s.block_means(5, 2, start=value),
    ],
    ids=["encode", "length", "start", "means length", "block", "means start"],
)
@given(
    # Lengths that would build gigabytes are legal and slow: they are tested one by one above.
    value=junk.filter(lambda v: not isinstance(v, int | float) or not 10**4 < v <= 2**53)
)
def test_only_a_value_error_escapes_from_the_methods(call, value):
    for sinusoid in (Sinusoid(dim=6), Sinusoid(dim=1, tail="zero")):
        message = refusal(call, sinusoid, value)
        assert message is None or "must be " in message


def test_a_sinusoid_is_a_value():
    assert Sinusoid(6.0, np.int64(100)) == Sinusoid(dim=6, base=100.0)
    assert hash(Sinusoid(dim=6)) == hash(Sinusoid(dim=6))
    assert type(Sinusoid(dim=np.int64(6)).dim) is int
    with pytest.raises(dataclasses.FrozenInstanceError):
        Sinusoid(dim=6).dim = 7


def test_the_articles_table():
    # d = 6, positions 0 … 3, base 10000: computed with a pocket calculator's digits.
    expected = [
        [0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
        [0.8415, 0.5403, 0.0464, 0.9989, 0.0022, 1.0],
        [0.9093, -0.4161, 0.0927, 0.9957, 0.0043, 1.0],
        [0.1411, -0.9900, 0.1388, 0.9903, 0.0065, 1.0],
    ]
    # Half a unit of the fourth decimal.
    np.testing.assert_allclose(Sinusoid(dim=6).table(4), expected, rtol=0, atol=5.1e-5)


@pytest.mark.parametrize("dim", [2, 6, 30, 128, 512])
def test_the_textbook_gives_the_same(dim):
    length = 200
    positions = np.arange(length)[:, None]
    factors = np.exp(np.arange(0, dim, 2) * (-np.log(10_000.0) / dim))
    textbook = np.zeros((length, dim))
    textbook[:, 0::2] = np.sin(positions * factors)
    textbook[:, 1::2] = np.cos(positions * factors)
    # The textbook's factors are off by some eps, times angles of up to 200 rad.
    np.testing.assert_allclose(Sinusoid(dim=dim).table(length), textbook, rtol=0, atol=1e-12)


@given(sinusoid=sinusoids, length=st.integers(0, 400), start=st.integers(0, 10**6))
def test_table_equals_encode(sinusoid, length, start):
    positions = sinusoid.origin + start + np.arange(length)
    table, rows = sinusoid.table(length, start=start), sinusoid.encode(positions)
    assert table.shape == (length, sinusoid.dim)
    assert table.dtype == np.float64
    assert table.flags.c_contiguous
    # Both bounds: 4 eps (1 + ω p) each; ω is at most 2 (base 0.5, endpoint spacing).
    bound = 8 * EPS * (1 + 2 * np.abs(positions)) * sinusoid.amplitude
    assert (np.abs(table - rows) <= bound[:, None]).all()


@given(sinusoid=sinusoids, positions=st.lists(st.floats(-1e6, 1e6), max_size=5))
def test_a_pair_lies_on_a_circle(sinusoid, positions):
    rows = sinusoid.encode(positions)
    cosines = rows[:, sinusoid.cosine_columns]
    sines = rows[:, sinusoid.sine_columns[: cosines.shape[1]]]
    np.testing.assert_allclose(sines**2 + cosines**2, sinusoid.amplitude**2, rtol=4 * EPS)


@given(sinusoid=sinusoids.filter(lambda s: s.dim % 2 == 0), position=st.integers(-(10**6), 10**6))
def test_every_position_has_the_same_norm(sinusoid, position):
    # sin² + cos² = 1 for each of the dim/2 pairs.
    norm = np.linalg.norm(sinusoid.encode([position])[0])
    np.testing.assert_allclose(norm, sinusoid.amplitude * np.sqrt(sinusoid.dim / 2), rtol=1e-14)


@given(sinusoid=sinusoids, position=st.floats(-1e6, 1e6))
def test_the_other_way_mirrors_the_sines(sinusoid, position):
    there, back = sinusoid.encode([position, -position])
    np.testing.assert_array_equal(there[sinusoid.cosine_columns], back[sinusoid.cosine_columns])
    np.testing.assert_array_equal(there[sinusoid.sine_columns], -back[sinusoid.sine_columns])


@given(sinusoid=sinusoids)
def test_layouts_are_permutations(sinusoid):
    tables = {name: dataclasses.replace(sinusoid, layout=name) for name in LAYOUTS}
    columns = {
        name: np.concatenate([s.sine_columns, s.cosine_columns]) for name, s in tables.items()
    }
    first = tables["interleaved"].table(5)[:, columns["interleaved"]]
    for name, other in tables.items():
        np.testing.assert_array_equal(np.sort(columns[name]), np.arange(other.columns))
        np.testing.assert_array_equal(other.table(5)[:, columns[name]], first)
        np.testing.assert_array_equal(
            other.encode([3.5])[:, columns[name]].shape, (1, len(columns[name]))
        )


@pytest.mark.parametrize(
    ("layout", "sines", "cosines"),
    [
        ("interleaved", [0, 2, 4], [1, 3]),
        ("sin_cos", [0, 1, 2], [3, 4]),
        ("cos_sin", [2, 3, 4], [0, 1]),
    ],
)
def test_columns_of_five_dimensions(layout, sines, cosines):
    sinusoid = Sinusoid(dim=5, layout=layout)
    assert sinusoid.sine_columns.tolist() == sines
    assert sinusoid.cosine_columns.tolist() == cosines
    row = sinusoid.encode([0])[0]
    assert row[sines].tolist() == [0, 0, 0]
    assert row[cosines].tolist() == [1, 1]


@given(
    sinusoid=sinusoids,
    length=st.integers(1, 300),
    block=st.integers(1, 310),
    start=st.integers(0, 99),
)
def test_block_means_are_means_of_blocks(sinusoid, length, block, start):
    table = sinusoid.table(length, start=start)
    brute = np.array([table[i : i + block].mean(axis=0) for i in range(0, length, block)])
    means = sinusoid.block_means(length, block, start=start)
    np.testing.assert_allclose(means, brute, rtol=0, atol=1e-12 * sinusoid.amplitude)


@pytest.mark.parametrize("base", [2.0, 1e4, 1e9])
@pytest.mark.parametrize(("length", "block"), [(100_000, 1786), (100_000, 100_000), (99_999, 2)])
def test_block_means_of_a_long_table(base, length, block):
    sinusoid = Sinusoid(dim=30, base=base)
    brute = [
        part.mean(axis=0) for part in np.split(sinusoid.table(length), range(block, length, block))
    ]
    # 1e-12, and what two ways to round an angle of up to 100,000 rad may differ by.
    bound = 1e-12 + 4 * EPS * length
    np.testing.assert_allclose(sinusoid.block_means(length, block), brute, rtol=0, atol=bound)


def test_block_means_of_a_trillion_rows_fit_in_memory():
    means = Sinusoid(dim=8).block_means(10**12, 10**10)
    assert means.shape == (100, 8)
    assert np.abs(means).max() < 1e-4


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dim", [1, 3, 7, 127])
def test_tails_of_an_odd_dim(dim, layout):
    zero = Sinusoid(dim=dim, layout=layout, tail="zero")
    assert (zero.table(9)[:, -1] == 0).all()
    assert (zero.encode([1.5])[:, -1] == 0).all()
    assert zero.columns == dim - 1
    assert not zero.unpaired
    if dim > 1:
        even = Sinusoid(dim=dim - 1, layout=layout)
        np.testing.assert_array_equal(zero.table(9)[:, :-1], even.table(9))
    sine = Sinusoid(dim=dim, layout=layout)
    assert sine.unpaired
    assert len(sine.sine_columns) == len(sine.cosine_columns) + 1


@pytest.mark.parametrize("dim", [1, 3, 7, 127])
def test_truncating_is_the_next_even_table_without_its_last_column(dim):
    cut = Sinusoid(dim=dim, tail="truncate").table(9)
    # The two take the general and the fast way to fill: one rounding apart.
    np.testing.assert_allclose(cut, Sinusoid(dim=dim + 1).table(9)[:, :-1], rtol=0, atol=2 * EPS)


@pytest.mark.parametrize("tail", TAILS)
def test_a_tail_says_nothing_about_an_even_dim(tail):
    np.testing.assert_array_equal(Sinusoid(dim=6, tail=tail).table(4), Sinusoid(dim=6).table(4))


@given(sinusoid=sinusoids, start=st.floats(-100, 100))
def test_origin_and_amplitude(sinusoid, start):
    plain = dataclasses.replace(sinusoid, origin=0, amplitude=1)
    moved = sinusoid.table(4, start=start)
    # Angles of up to 2 · 110 rad, rounded twice.
    np.testing.assert_allclose(
        moved,
        sinusoid.amplitude * plain.table(4, start=start + sinusoid.origin),
        rtol=0,
        atol=1e-12,
    )


def test_nothing_in_nothing_out():
    sinusoid = Sinusoid(dim=6)
    assert sinusoid.encode([]).shape == (0, 6)
    assert sinusoid.table(0).shape == (0, 6)
    assert sinusoid.block_means(0, 3).shape == (0, 6)
    assert Sinusoid(dim=1, tail="zero").table(3).tolist() == [[0], [0], [0]]


def test_building_a_range_needs_little_more_memory_than_the_range():
    for layout in LAYOUTS:
        sinusoid = Sinusoid(dim=64, layout=layout)
        tracemalloc.start()
        table = sinusoid.table(20_000)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1.2 * table.nbytes
