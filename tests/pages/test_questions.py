"""The page of questions: each opens, speaks about the reader's settings, and never breaks."""

import pytest

from pe_core.lessons import ask, load_questions
from tests.pages.reading import charts, movable, texts

PATH = "pages/questions.py"
SHELF = load_questions()
EVERY = pytest.mark.parametrize("question", SHELF.items, ids=lambda question: question.name)


@EVERY
def test_each_opens_with_its_answer_and_its_picture(open_page, question):
    app = open_page(PATH, question=question.name, d=64, length=500)
    asked = ask(question, {"d": 64, "length": 500})
    assert app.subheader[0].value == question.heading
    assert asked.answer in texts(app)
    assert asked.not_so in texts(app)
    assert len(charts(app)) == 1
    assert not app.warning


@EVERY
@pytest.mark.parametrize(
    "query", [{"d": 1, "length": 1}, {"d": 4096, "length": 1_000_000}], ids=str
)
def test_extreme_settings(open_page, question, query):
    app = open_page(PATH, question=question.name, **query)
    assert len(charts(app)) == 1
    assert not app.warning


def test_where_the_settings_do_not_do_it_says_so(open_page):
    app = open_page(PATH, question="linear", d=7)
    assert "With your settings: dim must be even" in texts(app)
    app = open_page(PATH, question="steadily", length=1_000_000)
    assert "100,000 positions at most" in texts(app)


def test_numbers_follow_the_sliders(open_page):
    app = open_page(PATH, question="steadily", d=64)
    assert "**5 to 6**" in texts(app)
    app.number_input(key="d:field").set_value(512).run()
    assert "**43 to 44**" in texts(app)


def test_back_next_and_the_list(open_page):
    app = open_page(PATH)
    assert app.button(key="back").disabled
    app.button(key="next").click().run()
    assert app.query_params == {"question": SHELF.items[1].name}
    box = app.selectbox(key="question:box")
    assert len(box.options) == 22
    assert box.options[-1].startswith("22. Wrong: ")
    box.set_value(SHELF.items[-1].name).run()
    assert app.subheader[0].value == SHELF.items[-1].heading
    assert app.button(key="next").disabled


def test_an_unknown_question_shows_the_first_with_a_note(open_page):
    app = open_page(PATH, question="nothing")
    assert "no question of the name" in app.info[0].value
    assert app.subheader[0].value == SHELF.items[0].heading


def test_it_can_be_presented(open_page):
    app = open_page(PATH, question="steadily", present="true")
    assert not movable(app)
    assert {button.key for button in app.button} == {"leave", "back", "next"}
