"""Charts as bytes: what a browser reads back is what was drawn, and nothing is sent twice."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pe_core.export.wire import ALIGNED, LARGE, pack, pack_table
from pe_core.figures.chart import Chart
from pe_core.figures.frequencies import wavelength_curve
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.similarity import similarity_heatmap
from pe_core.figures.theme import DARK, LIGHT
from pe_core.figures.waves import dimension_waves, position_vector
from pe_core.overview import overview
from pe_core.sinusoid import Sinusoid
from tests.figures.test_specs import CHARTS, SIZES
from tests.wire import assemble, open_message, table_of

READER = Path(__file__).parents[2] / "assets" / "widget" / "wire.js"


def received(chart, known=frozenset(), **more):
    """Return the head of a chart as a browser puts it together; the table when it is wanted."""
    packed = pack(chart, known, **more)
    large = open_message(packed.numbers) if packed.numbers else None
    head = assemble(open_message(packed.chart), {large.head["id"]: large} if large else {})
    if head["table"]["data"] is None:
        wanted = assemble(open_message(pack_table(chart)), {})
        assert wanted["table of"] == chart.name
        head["table"]["data"] = wanted["data"]
    return head


def without_look(spec):
    """Return a figure without the template, which is sent once for all charts of a page."""
    layout = {key: value for key, value in spec["layout"].items() if key != "template"}
    return spec | {"layout": layout}


def weight(packed) -> int:
    return len(packed.chart) + len(packed.numbers or b"")


def differences(sent, drawn, path="") -> list[str]:
    """Return where a figure that was read back is another than the one that was drawn."""
    if isinstance(drawn, dict):
        if not isinstance(sent, dict) or list(sent) != list(drawn):
            return [f"{path}: keys"]
        pairs = [(sent[key], value, f"{path}.{key}") for key, value in drawn.items()]
    elif isinstance(drawn, list):
        if not isinstance(sent, list) or len(sent) != len(drawn):
            return [f"{path}: length"]
        both = zip(sent, drawn, strict=True)
        pairs = [(s, d, f"{path}[{place}]") for place, (s, d) in enumerate(both)]
    elif isinstance(drawn, np.ndarray):
        same = isinstance(sent, np.ndarray) and sent.shape == drawn.shape
        if same and drawn.dtype == np.float64 and sent.dtype.kind == "i":
            sent = sent.astype(np.float64)  # whole numbers take half the room
        if same and drawn.dtype.kind == "f":
            same = sent.dtype == drawn.dtype and sent.tobytes() == drawn.tobytes()
        return [] if same and (drawn.dtype.kind == "f" or (sent == drawn).all()) else [path]
    else:
        return [] if type(sent) is type(drawn) and sent == drawn else [f"{path}: {sent!r}"]
    return [found for triple in pairs for found in differences(*triple)]


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CHARTS)
def test_a_browser_reads_back_what_was_drawn(name, size, again):
    dim, length, look = SIZES[size]
    chart = CHARTS[name](look, dim, length)
    head = received(chart, pack(chart).digests if again else frozenset(), height=321)
    assert differences(head["spec"], without_look(chart.spec)) == []
    assert (head["name"], head["alt"], head["live"]) == (chart.name, chart.alt, chart.live)
    assert head["height"] == 321
    table = table_of(head)
    assert table.dtype == chart.data.dtype
    assert table.shape == chart.data.shape
    assert table.tobytes() == chart.data.tobytes()
    assert [str(word) for word in head["table"]["columns"]] == list(chart.columns)
    assert [str(word) for word in head["table"]["index"]] == list(chart.index)
    assert head["table"]["indexName"] == chart.index_name


@pytest.mark.parametrize(
    ("sent", "drawn", "found"),
    [
        ({"a": 1}, {"a": 2}, [".a: 1"]),
        ({"a": 1}, {"b": 1}, [": keys"]),
        ([1], [1, 2], [": length"]),
        (1, 1.0, [": 1"]),
        ({"x": np.array([0.0])}, {"x": np.array([-0.0])}, [".x"]),
        ({"x": np.array([0.5], np.float32)}, {"x": np.array([0.5])}, [".x"]),
        ({"x": np.array([2])}, {"x": np.array([3])}, [".x"]),
    ],
)
def test_a_difference_is_seen(sent, drawn, found):
    assert differences(sent, drawn) == found


def references(thing) -> list[list]:
    """Return [type, offset, far, shape] of each array that a head refers to."""
    if isinstance(thing, dict):
        if "@" in thing:
            return [thing["@"]]
        thing = list(thing.values())
    if isinstance(thing, list):
        return [found for item in thing for found in references(item)]
    return []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CHARTS)
def test_arrays_lie_where_a_browser_can_read_them(name, size):
    dim, length, look = SIZES[size]
    packed = pack(CHARTS[name](look, dim, length))
    chart = open_message(packed.chart)
    source = open_message(packed.numbers) if packed.numbers else chart
    known = set(re.findall(r"(\w\d): \w+Array", READER.read_text(encoding="utf-8")))
    found = references(chart.head)
    for kind, offset, far, shape in found:
        area = (source if far else chart).arrays
        assert kind in known, "the browser's reader knows the type"
        assert offset % ALIGNED == 0
        assert 1 <= len(shape) <= 3
        assert offset + int(np.prod(shape)) * int(kind[1:]) <= len(area)
    if packed.numbers:
        assert chart.head["numbers"] == source.head["id"]
        assert not chart.arrays
        assert weight(packed) >= LARGE
    else:
        assert "numbers" not in chart.head


def heatmap(position, *, dim=128, length=1_000, look=LIGHT, dimension=5):
    sinusoid = Sinusoid(dim)
    view = overview(sinusoid, 0, length - 1, keep=dimension)
    return encoding_heatmap(sinusoid, view, look, position=position, dimension=dimension)


def similarity(position, *, dim=128, length=1_000, look=LIGHT):
    return similarity_heatmap(Sinusoid(dim), 0, length - 1, look, position=position)


MOVING = pytest.mark.parametrize("draw", [heatmap, similarity], ids=["heatmap", "similarity"])


@MOVING
@pytest.mark.parametrize("size", [(128, 1_000), (1_024, 1_000_000)], ids=str)
def test_where_only_a_position_moves_the_numbers_are_not_sent_again(draw, size):
    dim, length = size
    first, second = (pack(draw(p, dim=dim, length=length)) for p in (3, 4))
    assert first.numbers is not None
    assert first.numbers == second.numbers
    assert first.chart != second.chart
    assert max(len(first.chart), len(second.chart)) <= 15_000


@MOVING
def test_nor_where_the_page_turns_dark(draw):
    light, dark = pack(draw(3), look="light"), pack(draw(3, look=DARK), look="dark")
    assert light.numbers == dark.numbers
    assert light.chart != dark.chart


@MOVING
def test_other_numbers_have_another_name(draw):
    names = {open_message(pack(draw(3, dim=d)).numbers).head["id"] for d in (126, 128, 130)}
    assert len(names) == 3


@pytest.mark.parametrize("draw", ["waves.position_vector", "waves.derivation_panels"])
def test_a_vector_is_light(draw):
    assert weight(pack(CHARTS[draw](LIGHT, 128, 1_000))) <= 15_000


def test_the_usual_heatmap_is_light():
    assert weight(pack(heatmap(3))) <= 300_000


#: Charts whose size grows with what a reader asks for; a trained table has its own sliders.
GROWING = [name for name in CHARTS if not name.startswith(("tables.", "learned."))]


@pytest.mark.parametrize("name", GROWING)
def test_no_size_of_the_table_makes_a_chart_heavy(name):
    assert weight(pack(CHARTS[name](LIGHT, 1_024, 1_000_000))) <= 700_000


def test_the_largest_table_is_bounded_too():
    assert weight(pack(heatmap(3, dim=4_096, length=1_000_000))) <= 700_000


def test_what_the_picture_has_is_not_sent_again_for_the_table():
    chart = heatmap(3)
    cells = chart.spec["data"][0]["z"]
    assert weight(pack(chart)) < 1.1 * cells.nbytes
    shared = received(chart)["table"]["data"]
    turned = received(replace(chart, spec=_turned(chart.spec)))
    np.testing.assert_array_equal(shared, cells)
    assert turned["table"]["turned"] is True
    np.testing.assert_array_equal(table_of(turned), chart.data)


def _turned(spec):
    cells = spec["data"][0] | {"z": spec["data"][0]["z"].T.copy()}
    return spec | {"data": [cells, *spec["data"][1:]]}


def plain(spec, data=((0.0,),), **words) -> Chart:
    """Return a chart of any data, with what it does not say left empty."""
    table = np.array(data)
    rows, columns = table.shape
    names = {"name": "plain", "alt": "plain", "index_name": "row"} | words
    return Chart(
        spec={"layout": {}} | spec,
        data=table,
        columns=tuple(f"column {n}" for n in range(columns)),
        index=tuple(map(str, range(rows))),
        **names,
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize(
    "place",
    [
        lambda value: (plain({"data": [{"y": [1.0, value]}]}), {}),
        lambda value: (plain({"layout": {"height": value}}), {}),
        lambda value: (plain({}, live={"kind": "wave", "position": value}), {}),
        lambda value: (plain({}), {"picks": [["position", "x", [value]]]}),
    ],
    ids=["list", "layout", "live", "more"],
)
def test_what_json_does_not_know_is_refused_outside_of_arrays(place, value):
    chart, more = place(value)
    with pytest.raises(ValueError, match="not JSON compliant"):
        pack(chart, **more)


def test_gaps_and_signs_of_zero_survive_in_arrays():
    gaps = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324])
    head = received(plain({"data": [{"y": gaps}]}, [gaps, gaps]))
    assert head["spec"]["data"][0]["y"].tobytes() == gaps.tobytes()
    assert table_of(head).tobytes() == np.array([gaps, gaps]).tobytes()


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (np.array([0, 255], np.uint8), np.int32),
        (np.array([-(2**31), 2**31 - 1]), np.int32),
        (np.array([0, 2**31]), np.float64),
        (np.array([-(2**31) - 1]), np.float64),
        (np.array([2**53 - 1, 1]), np.float64),
        (np.array([True, False]), np.uint8),
        (np.array([], int), np.int32),
        (np.zeros((0, 3), np.float32), np.float32),
        (np.arange(6.0).reshape(2, 3).T, np.int32),
        (np.arange(20.0)[::3] + 0.5, np.float64),
    ],
    ids=["bytes", "int32", "above", "below", "2^53", "bool", "empty", "no rows", "turned", "steps"],
)
def test_each_kind_of_array_keeps_its_values(values, kind):
    sent = received(plain({"data": [{"z": values}]}))["spec"]["data"][0]["z"]
    assert sent.dtype == kind
    np.testing.assert_array_equal(sent, values)


def test_a_table_without_columns():
    chart = dimension_waves(Sinusoid(dim=6), [], 0, 9, LIGHT)
    assert table_of(received(chart)).shape == (10, 0)


@pytest.mark.parametrize("dim", [15, 16, 17, 127])
def test_narrow_and_wide_tables(dim):
    table = np.random.default_rng(dim).normal(size=(40, dim))
    np.testing.assert_array_equal(table_of(received(plain({}, table))), table)


@given(
    index=st.lists(st.from_regex(r"[0-9٠-٩.+\- ²]{0,11}", fullmatch=True), min_size=16, max_size=20)
)
@example(index=[*map(str, range(19)), "007"])
@example(index=[*map(str, range(19)), "٣"])
@example(index=[*map(str, range(19)), "9" * 10])
@example(index=[*map(str, range(19)), "²"])
@example(index=[*map(str, range(19)), ""])
def test_names_of_rows_stay_the_same_words(index):
    chart = replace(plain({}, np.zeros((len(index), 1))), index=tuple(index))
    assert [str(word) for word in received(chart)["table"]["index"]] == index


@given(
    text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40), count=st.integers(1, 20)
)
def test_any_text_arrives_as_it_is(text, count):
    words = [f"{text}{n}" for n in range(count)]
    chart = plain({"data": [{"text": words}], "layout": {"title": {"text": text}}}, alt=text)
    head = received(chart)
    assert head["alt"] == head["spec"]["layout"]["title"]["text"] == text
    assert head["spec"]["data"][0]["text"] == words


def test_a_small_chart_is_one_message_and_a_large_one_two():
    assert pack(wavelength_curve(Sinusoid(dim=8), 100, LIGHT)).numbers is None
    assert pack(position_vector(Sinusoid(dim=8), 1, 2, LIGHT)).numbers is None
    assert pack(heatmap(3)).numbers is not None
