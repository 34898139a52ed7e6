"""The students of the benchmark speak Streamlit's protocol as its page does."""

import asyncio

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.benchmarks._protocol import DELTA, FINISHED, HASH, METADATA, Page, PageError, Run, fields
from tests.classroom import LOOPBACK, classroom, read_until


def element(kind):
    """Return a message that shows an element of one kind."""
    message = ForwardMsg(hash="abc")
    message.metadata.cacheable = True
    getattr(message.delta.new_element, kind).SetInParent()
    return message


def read(*messages):
    """Let a page read messages; return it, and whether the run has finished."""
    page, done = Page(LOOPBACK, 1, "", ""), False
    for message in messages:
        done = page._read(memoryview(message.SerializeToString()), Run())
    return page, done


def test_the_outermost_fields_are_found_without_unpacking():
    message = element("text")
    found = dict(fields(memoryview(message.SerializeToString())))
    assert set(found) == {HASH, METADATA, DELTA}
    assert bytes(found[HASH]) == b"abc"
    assert bytes(found[DELTA]) == message.delta.SerializeToString()
    assert dict(fields(memoryview(ForwardMsg(script_finished=2).SerializeToString()))) == {
        FINISHED: 2
    }


@pytest.mark.parametrize(
    ("status", "finished"),
    [("FINISHED_SUCCESSFULLY", True), ("FINISHED_EARLY_FOR_RERUN", False)],
)
def test_a_run_that_gave_way_has_not_finished(status, finished):
    message = ForwardMsg(script_finished=ForwardMsg.ScriptFinishedStatus.Value(status))
    assert read(message)[1] is finished


def test_what_was_sent_may_be_referred_to_and_nothing_else():
    page, done = read(element("text"), ForwardMsg(ref_hash="abc"))
    assert list(page.kept) == ["abc"]
    assert not done
    with pytest.raises(PageError, match="a message that is not kept: xyz"):
        read(element("text"), ForwardMsg(ref_hash="xyz"))


def test_an_exception_on_the_page_is_an_error():
    with pytest.raises(PageError, match="shows an exception"):
        read(element("exception"))


@pytest.mark.parametrize("curious", [True, False])
def test_fields_and_our_sliders_are_found_if_they_are_wanted(curious):
    page, run = Page(LOOPBACK, 1, "", ""), Run()
    page.curious = curious
    for name in ("pe_sliders", "pe_chart"):
        message = element("bidi_component")
        message.delta.new_element.bidi_component.component_name = name
        message.delta.fragment_id = "part"
        page._read(memoryview(message.SerializeToString()), run)
    page._read(memoryview(element("number_input").SerializeToString()), run)
    found = [(panel.component_name, part) for panel, part in run.panels]
    assert found == [("pe_sliders", "part")] * curious
    assert len(run.fields) == curious


def test_a_student_is_served():
    async def visit(port):
        page = Page(LOOPBACK, port, "heatmap", "d=6&length=4")
        page.curious = True
        first = await page.open()
        second = await page.follow("d=7&length=4")
        (panel, part), *_ = (each for each in first.panels if '"position"' in each[0].json)
        third = await page.move(panel, part, "position", 3)
        moved = page.query
        await page.close()
        return moved, page, first, second, third

    with classroom("--nginx", "a-program-that-nobody-has") as (started, port):
        read_until(started, "Stop with Ctrl-C")
        moved, page, *runs = asyncio.run(visit(port))
    assert moved == "d=7&length=4&position=3"
    assert page.script
    assert min(run.messages for run in runs) > 5
    assert min(run.size for run in runs) > 1_000
