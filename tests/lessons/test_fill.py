"""Computed values in a text, and computations by name; nothing is ever run as code."""

import math

import pytest

from pe_core.lessons import COMPUTATIONS, compute
from pe_core.lessons.fill import fill, number_text


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        (6.0, None, "6"),
        (62_831.853, None, "62,832"),
        (0.8414709848, None, "0.8415"),
        (111.7, None, "111.7"),
        (0.00123, None, "0.001230"),
        (-5.0, None, "−5"),
        (-0.0, None, "0"),
        (9.1e-14, None, "9.1 · 10⁻¹⁴"),
        (1e20, None, "1.0 · 10²⁰"),
        (0.84147, "2", "0.84"),
        (0.345, "%", "34 %"),
        (0.0031, "%", "0.3 %"),
        (1234.5, "e", "1.2 · 10³"),
        (math.inf, None, "∞"),
        (math.nan, None, "undefined"),
    ],
)
def test_numbers_as_they_are_written(number, form, text):
    assert number_text(number, form) == text


def test_names_are_looked_up_and_nothing_else():
    assert fill("{a} and {b:1}", {"a": "text", "b": 0.25}) == "text and 0.2"


@pytest.mark.parametrize(
    "text",
    [
        "{missing}",
        "{}",
        "{a.__class__}",
        "{a!r}",
        "{a:>10}",
        "{a[0]}",
        "{0}",
        "{__import__('os')}",
        "{A}",
    ],
)
def test_any_other_use_of_braces_is_refused(text):
    with pytest.raises(ValueError, match="must be one of the known names: a"):
        fill(text, {"a": 1.0})


VALUES = {"d": 4, "base": 10_000.0, "length": 100, "half": 0.5}


def test_a_call_takes_numbers_words_names_and_what_the_step_holds():
    assert compute("cell position=1 dimension=0", VALUES) == pytest.approx(math.sin(1))
    assert compute("compare left={half} right=0.25", VALUES) == "more"
    assert compute("columns_of wave=sine", VALUES) == 2
    assert compute("{half}", VALUES) == 0.5


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("no_such_thing", "no_such_thing is not a computation"),
        ("", "is not a computation"),
        ("eval text=1", "eval is not a computation"),
        ("__import__", "is not a computation"),
        ("{gap}", "must be one of the known names: d"),
        ("{half.__class__}", "must be one of the known names"),
        ("cell position", "must be followed by arguments as key=value; got 'position'"),
        ("cell position=1", "cell must be given dimension"),
        ("cell place=1", "cell must get its own arguments .*; got place"),
        ("cell position=x dimension=0", "position must be a number; got 'x'"),
        ("cell position=1e99 dimension=0", "position must be a number from"),
        ("cell position=1 dimension=9", "dimension must be an integer from 0 to 3; got 9"),
        ("cell position=1 dimension=0.5", "dimension must be an integer"),
        ("position_share sentence=a root=maybe", "root must be yes or no; got 'maybe'"),
        ("divide left=1 right=0", "right must not be zero"),
    ],
)
def test_a_call_that_cannot_be_made(call, reason):
    with pytest.raises(ValueError, match=reason):
        compute(call, VALUES)


def test_computations_have_plain_parameters():
    for name, known in COMPUTATIONS.items():
        kinds = {kind for kind, _ in known.parameters.values()}
        assert kinds <= {int, float, bool, str}, name
        assert known.function.__doc__, name
