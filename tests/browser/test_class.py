"""A class in a real Chromium: the process that serves a browser dies, and the lesson goes on."""

import os
import signal

import pytest
from playwright.sync_api import expect

from pe_core.lessons import load_lessons, pose
from tests.browser.conftest import reading
from tests.browser.test_lessons import SHOWS, answer_by_keys
from tests.classroom import app_processes, classroom, read_until

pytestmark = pytest.mark.browser
#: Every control of the page with what it shows.
CONTROLS = """() => [...document.querySelectorAll(
    'input, textarea, [role="radio"], [role="switch"], [role="slider"], [data-testid="stSelectbox"]'
  )].filter((e) => e.type !== 'file').map((e) => [
    e.getAttribute('aria-label') ?? e.innerText, e.value ?? '', e.checked ?? '',
    e.getAttribute('aria-checked') ?? '', e.getAttribute('aria-valuetext') ?? ''])"""


@pytest.fixture(scope="module")
def class_of_two(nginx):
    """Serve a class with two processes; yield its address and the command."""
    with classroom("--processes", "2") as (started, port):
        read_until(started, "Stop with Ctrl-C")
        yield f"http://127.0.0.1:{port}", started


def own_process(reader):
    """Return the number of the process that serves this browser."""
    cookies = {cookie["name"]: cookie["value"] for cookie in reader.page.context.cookies()}
    return int(cookies["pe_process"])


def end_own_process(reader, started):
    """End the process that serves this browser at once; wait until the page has drawn itself anew.

    Nothing is touched: the page has to come back by itself.
    """
    number = own_process(reader)
    connections = []
    reader.page.on("websocket", lambda socket: connections.append(socket))
    os.kill(app_processes(started)[number], signal.SIGKILL)
    reader.received.clear()
    for _ in range(400):
        if connections and sum(reader.received) > 10_000:
            break
        reader.page.wait_for_timeout(100)
    else:
        pytest.fail("the page did not come back by itself")
    reader.settle()
    assert own_process(reader) != number
    assert "has ended" in read_until(started, "is started again")[-1]


@pytest.fixture
def student(chromium, class_of_two):
    """Give a tab in a browser of its own, with the command that serves it."""
    address, started = class_of_two
    browser = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    with reading(browser, address) as tab:
        yield tab, started
    browser.close()


def test_a_lesson_goes_on_when_its_process_dies(student):
    reader, started = student
    lesson = next(lesson for lesson in load_lessons().items if lesson.name == "order")
    reader.open("lessons", "lesson=order&student=17&d=64")
    answer_by_keys(reader, pose(lesson, 1, 17))
    reader.until(SHOWS, "Right:")
    reader.page.keyboard.press("ArrowRight")
    reader.until(SHOWS, f"2. {lesson.steps[1].block.heading}")
    reader.settle()
    address, controls = reader.page.url, reader.page.evaluate(CONTROLS)
    assert "given=" in address

    end_own_process(reader, started)
    assert reader.page.url == address
    assert reader.page.evaluate(CONTROLS) == controls
    reader.until(SHOWS, f"2. {lesson.steps[1].block.heading}")

    answer_by_keys(reader, pose(lesson, 2, 17))
    reader.until(SHOWS, "Right:")
    reader.page.keyboard.press("ArrowLeft")
    reader.until(SHOWS, f"1. {lesson.steps[0].block.heading}")
    reader.until(SHOWS, "Right:")


def test_the_first_step_after_it_counts(student):
    reader, started = student
    reader.open("heatmap", "d=30&length=50&position=7&turned=true")
    reader.type("base", 500)
    reader.page.wait_for_url("**base=500**")
    reader.settle()
    # The slider hears of the field's number a moment after the page has settled.
    expect(reader.slider("base")).to_have_attribute("aria-valuetext", "500")
    controls = reader.page.evaluate(CONTROLS)

    end_own_process(reader, started)
    assert reader.page.evaluate(CONTROLS) == controls
    reader.type("d (dimensions)", 40)
    reader.page.wait_for_url("**d=40**")
    reader.settle()
    assert reader.page.url.endswith("d=40&length=50&base=500&position=7&turned=true")
    expect(reader.field("d (dimensions)")).to_have_value("40")
    expect(reader.field("base")).to_have_value("500")
