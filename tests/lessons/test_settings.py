"""Settings of a step, and the numbers that each student gets."""

from collections import Counter

import pytest

from pe_core.lessons.settings import MAX_STUDENT, SETTINGS, choose, setting, variants


@pytest.mark.parametrize(
    ("key", "text", "wanted"),
    [
        ("d", "64", 64),
        ("base", "100", 100.0),
        ("base", "1e6", 1e6),
        ("offset", "-3", -3),
        ("layout", "sin_cos", "sin_cos"),
        ("left", "Any <b>text</b>", "Any <b>text</b>"),
    ],
)
def test_one_value(key, text, wanted):
    value = setting(key, text)
    assert (value, type(value)) == (wanted, type(wanted))


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("colour", "red", "colour is not a setting; the settings are d, length"),
        ("d", "0", "d must be an integer from 1 to 4096; got 0"),
        ("d", "1e99", "d must be an integer"),
        ("d", "sixty", "d must be an integer from 1 to 4096; got 'sixty'"),
        ("d", "nan", "d must be an integer"),
        ("length", "1000001", "length must be an integer from 1 to 1000000"),
        ("base", "1", "base must be a number from 2 to 1e"),
        ("layout", "upside_down", "layout must be one of"),
        ("left", "x" * 301, "left must be a text of at most 300 characters"),
    ],
)
def test_a_value_that_breaks_its_rule(key, text, reason):
    with pytest.raises(ValueError, match=reason):
        setting(key, text)


def test_lists_and_ranges():
    assert variants("d", "one of 32, 64") == (32, 64)
    assert variants("position", "from 3 to 12 step 4") == (3, 7, 11)
    assert variants("offset", "from -1 to 1") == (-1, 0, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("from 5 to 3", "must allow 1 to 1,000 values; got 0"),
        ("from 0 to 1000", "must allow 1 to 1,000 values; got 1,001"),
        ("from 0 to 9 step 0", "must allow 1 to 1,000 values; got 0"),
        ("one of 1, two", "position must be an integer"),
    ],
)
def test_a_list_that_allows_nothing_or_too_much(text, reason):
    with pytest.raises(ValueError, match=reason):
        variants("position", text)


ALLOWED = {"d": (32, 64, 128), "position": tuple(range(10))}


def test_the_class_gets_the_first_of_each():
    assert choose(ALLOWED, lesson="a", step=1, student=0) == {"d": 32, "position": 0}


#: What students 1, 2, 17 and 999,999 got when this was written: printed keys must stay right.
EVER = [(32, 6), (32, 4), (32, 8), (64, 9)]


def test_students_differ_and_stay_the_same_for_ever():
    students = (1, 2, 17, MAX_STUDENT)
    got = [choose(ALLOWED, lesson="order", step=2, student=student) for student in students]
    assert [tuple(values.values()) for values in got] == EVER


def test_every_value_is_used_about_equally():
    counts = Counter(
        choose(ALLOWED, lesson="a", step=1, student=s)["position"] for s in range(1, 1001)
    )
    # 1000 draws from 10 values: 100 each, with a standard deviation of 9.5; 5 of those apart.
    assert set(counts) == set(range(10))
    assert all(52 <= count <= 148 for count in counts.values())


def test_steps_and_lessons_draw_apart():
    draws = {
        (lesson, step): tuple(
            choose(ALLOWED, lesson=lesson, step=step, student=s)["position"] for s in range(1, 30)
        )
        for lesson in ("a", "b")
        for step in (1, 2)
    }
    assert len(set(draws.values())) == 4


@pytest.mark.parametrize("student", [-1, MAX_STUDENT + 1, 0.5, "x", None])
def test_a_student_is_a_whole_number(student):
    with pytest.raises(ValueError, match="student must be an integer from 0 to 999999"):
        choose(ALLOWED, lesson="a", step=1, student=student)


def test_every_setting_has_a_rule():
    for key in SETTINGS:
        with pytest.raises(ValueError, match=key):
            setting(key, "\0" * 400)
