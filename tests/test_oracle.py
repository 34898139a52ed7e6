"""The encoding against arithmetic with fifty digits: slow, simple and surely right."""

import functools
import zlib

import mpmath
import numpy as np
import pytest

from pe_core.sinusoid import LAYOUTS, Sinusoid

EPS = np.finfo(float).eps
DIMS = (1, 2, 3, 6, 30, 64, 127, 128, 512)
BASES = (2.0, 30.0, 100.0, 1e4, 5e5, 1e9)
POSITIONS = (0, 1, 7, 999, 12_345, 314_159, 999_999, 1_000_000, 0.5, 271_828.18, -1, -0.25, -1e6)
#: First row of a table, number of rows, rows looked at.
TABLES = (
    (0, 1000, (0, 1, 31, 32, 500, 998, 999)),
    (999_000, 1001, (0, 1, 33, 500, 1000)),
    (999_900.75, 101, (0, 50, 100)),
    (-1_000_000, 10, (0, 9)),
    (-500, 1000, (0, 31, 400, 499, 500, 501, 999)),
    (-20.5, 41, (0, 20, 21, 40)),
    # 1 + 1023.6 has a coarser last bit than 1023.6: a start must not pass through it.
    (-1_023.6, 1_030, (0, 1_022, 1_023, 1_024, 1_029)),
    # Rows across position 0: the error must follow the position, not the length of the table.
    (-5_000, 10_001, (0, 4_997, 4_999, 5_000, 5_001, 5_003, 10_000)),
)


@functools.cache
def _frequency(base, dim, pair):
    with mpmath.workdps(60):
        return mpmath.mpf(base) ** (mpmath.mpf(-2 * pair) / dim)


def exact_cell(base, dim, position, pair, cosine):
    """Return one cell, computed with fifty digits and rounded once."""
    with mpmath.workdps(60):
        angle = position * _frequency(base, dim, pair)
        return mpmath.cos(angle) if cosine else mpmath.sin(angle)


def _sampled(count, *key):
    """Return some of ``range(count)``: the ends, and a few that ``key`` decides."""
    if not count:
        return []
    seed = zlib.crc32(repr(key).encode())
    inner = np.random.default_rng(seed).integers(0, count, 6)
    return sorted({0, count - 1, *inner.tolist()})


def _check(rows, sinusoid, positions):
    """Compare some cells of each row with the exact ones, by the documented bound."""
    waves = ((False, sinusoid.sine_columns), (True, sinusoid.cosine_columns))
    for row, position in zip(rows, positions, strict=True):
        for cosine, columns in waves:
            for pair in _sampled(len(columns), sinusoid.dim, sinusoid.base, position, cosine):
                exact = exact_cell(sinusoid.base, sinusoid.dim, position, pair, cosine)
                error = abs(float(exact - mpmath.mpf(float(row[columns[pair]]))))
                angle = float(abs(_frequency(sinusoid.base, sinusoid.dim, pair) * position))
                assert error <= 4 * EPS * (1 + angle), (sinusoid, position, pair, cosine)


def _layout(*key):
    """Return a layout, so that all of them take part."""
    return LAYOUTS[zlib.crc32(repr(key).encode()) % len(LAYOUTS)]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("dim", DIMS)
def test_encode(dim, base):
    sinusoid = Sinusoid(dim=dim, base=base, layout=_layout(dim, base))
    positions = [mpmath.mpf(p) for p in POSITIONS]
    _check(sinusoid.encode(POSITIONS), sinusoid, positions)


@pytest.mark.parametrize(
    ("start", "length", "rows"),
    TABLES,
    ids=lambda value: "" if isinstance(value, tuple) else str(value),
)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dim", DIMS)
def test_table(dim, layout, start, length, rows):
    for base in (1e4, BASES[zlib.crc32(f"{dim}{layout}{start}".encode()) % len(BASES)]):
        sinusoid = Sinusoid(dim=dim, base=base, layout=layout)
        table = sinusoid.table(length, start=start)
        assert table.shape == (length, dim)
        _check(table[list(rows)], sinusoid, [mpmath.mpf(start) + row for row in rows])


@pytest.mark.parametrize("base", BASES)
def test_a_long_table(base):
    length = 1_000_000
    sinusoid = Sinusoid(dim=4, base=base)
    table = sinusoid.table(length)
    rows = [0, length - 1, *np.random.default_rng(0).integers(0, length, 20).tolist()]
    _check(table[rows], sinusoid, [mpmath.mpf(row) for row in rows])


@pytest.mark.parametrize("origin", [1, 2, -3.5, 1_000_000])
def test_origin_moves_row_zero(origin):
    sinusoid = Sinusoid(dim=6, origin=origin)
    rows = (0, 1, 9)
    _check(sinusoid.table(10)[list(rows)], sinusoid, [mpmath.mpf(origin) + row for row in rows])


def test_the_oracle_itself():
    # sin 1 and cos 1 to twenty digits, from a table of constants; cos 1 ends in a zero.
    assert mpmath.nstr(exact_cell(1e4, 2, 1, 0, False), 20) == "0.84147098480789650665"
    assert mpmath.nstr(exact_cell(1e4, 2, 1, 0, True), 20) == "0.5403023058681397174"
    assert mpmath.nstr(_frequency(1e4, 4, 1), 20) == "0.01"
