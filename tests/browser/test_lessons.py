"""Lessons in a real Chromium: by keyboard alone, projected, and on paper."""

import re

import pytest

from pe_core.export.worksheet import answer_key_html, worksheet_html
from pe_core.lessons import load_lessons, pose

pytestmark = pytest.mark.browser
LESSONS = load_lessons().items
EVERY = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
PROJECTOR = {"width": 1280, "height": 720}
# Text of a page's main part; the sidebar is not part of a lesson.
SHOWS = """(text) => document.querySelector('[data-testid="stMain"]').innerText.includes(text)"""
#: A4 less 14 mm on each side, in CSS pixels of 1/96 inch.
PAPER = {"width": int((210 - 28) / 25.4 * 96), "height": int((297 - 28) / 25.4 * 96)}


def press(reader, key):
    """Press a key with the focus in no field, and wait for the page."""
    reader.page.keyboard.press(key)


def answer_by_keys(reader, posed):
    """Answer a step as a reader without a mouse does."""
    if posed.right:
        press(reader, str(posed.right))
        return
    for _ in range(80):
        press(reader, "Tab")
        if reader.page.evaluate("document.activeElement.placeholder === 'type a number'"):
            break
    else:
        pytest.fail("the field for the number cannot be reached with the Tab key")
    reader.page.keyboard.type(f"{posed.answer:.6f}")
    press(reader, "Enter")


@pytest.mark.parametrize("present", [False, True], ids=["page", "presented"])
def test_a_whole_lesson_by_keyboard_alone(reader, present):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "order")
    reader.page.set_viewport_size(PROJECTOR)
    query = f"lesson=order&student=17{'&present=true' if present else ''}"
    reader.open("lessons", query)
    count = len(lesson.steps)
    for number in range(1, count + 1):
        posed = pose(lesson, number, 17)
        reader.until(SHOWS, f"{number}. {posed.heading}")
        answer_by_keys(reader, posed)
        reader.until(SHOWS, "Right:")
        reader.settle()
        if number < count:
            press(reader, "ArrowRight")
            reader.until(SHOWS, f"{number + 1}. {lesson.steps[number].block.heading}")
            reader.settle()
    reader.until(SHOWS, f"{count} of {count} predictions were right")
    press(reader, "ArrowLeft")
    reader.until(SHOWS, f"{count - 1}. {lesson.steps[count - 2].block.heading}")
    address = reader.page.url
    reader.page.reload()
    reader.until(SHOWS, f"{count - 1}. {lesson.steps[count - 2].block.heading}")
    reader.until(SHOWS, "Right:")
    assert reader.page.url == address


def test_a_presented_step_is_large_and_fits_the_projector(reader):
    reader.page.set_viewport_size(PROJECTOR)
    for lesson in LESSONS:
        reader.open("lessons", f"lesson={lesson.name}&present=true&given=x")
        main = reader.page.locator('[data-testid="stMain"]')
        assert reader.page.locator('[data-testid="stSidebar"]').count() == 0
        sizes = main.evaluate(
            "(m) => [...m.querySelectorAll('p')].map(p => parseFloat(getComputedStyle(p).fontSize))"
        )
        assert max(sizes) >= 20
        assert main.evaluate("(m) => m.scrollHeight") <= 720
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 1280
    press(reader, "Escape")
    reader.until("() => document.querySelector('[data-testid=\"stSidebar\"]')")


def test_each_step_has_an_address(reader):
    reader.open("lessons", "lesson=shift&student=5")
    reader.page.get_by_test_id("stMain").get_by_role("button", name="4", exact=True).click()
    reader.until(SHOWS, "4. Twice")
    reader.until("() => location.search === '?lesson=shift&at=4&student=5'")
    reader.page.go_back()
    reader.until(SHOWS, "1. One turn")


@pytest.fixture
def paper(chromium):
    """Give a page as wide as A4 between its margins, as a printer sees it."""
    page = chromium.new_page(viewport=PAPER)
    page.emulate_media(media="print")
    yield page
    page.close()


def printed(page, html):
    """Print a page; return how many sheets it takes."""
    page.set_content(html)
    pdf = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


#: Every element that is wider than the paper, or a step that is higher than it.
TOO_LARGE = """(limit) => [...document.querySelectorAll('body *')].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.right > limit.width + 1 || box.left < -1
    || (e.tagName === 'SECTION' && box.height > limit.height);
}).map((e) => e.outerHTML.slice(0, 120))"""


@EVERY
@pytest.mark.parametrize("student", [0, 17])
def test_a_worksheet_fits_its_pages(paper, lesson, student):
    # At least two steps share a sheet, so a lesson takes half as many sheets as it has steps.
    assert printed(paper, worksheet_html(lesson, student)) <= -(-len(lesson.steps) // 2)
    assert paper.evaluate(TOO_LARGE, PAPER) == []


@EVERY
def test_a_key_for_a_class_fits_its_pages(paper, lesson):
    assert printed(paper, answer_key_html(lesson, range(1, 31))) <= 3
    assert paper.evaluate(TOO_LARGE, PAPER) == []


def test_a_lesson_on_a_phone_does_not_scroll_sideways(chromium, server):
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    for path in ("lessons?lesson=fast-slow", "questions?question=sqrt-d"):
        page.goto(f"{server}/{path}")
        page.wait_for_selector(".js-plotly-plot .main-svg")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
