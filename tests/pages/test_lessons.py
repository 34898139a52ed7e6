"""The page of lessons: predictions, answers, progress in the link, papers, present mode."""

import pytest

from pages.parts import lesson as page
from pages.parts import state
from pages.parts.frame import PAGES
from pe_core.lessons import load_lessons, pose
from tests.pages.reading import charts, menu, movable, parts, sliders, texts

PATH = "pages/lessons.py"
SHELF = load_lessons()


def buttons(app):
    return {button.key: button for button in app.button}


def letters(chart):
    """Return the size of a chart's letters in pixels."""
    return chart["layout"]["template"]["layout"]["font"]["size"]


def test_it_opens_with_the_first_lesson(open_page):
    app = open_page(PATH)
    assert app.subheader[0].value == "1. Two sentences"
    assert app.selectbox(key="lesson:box").options[0].startswith("1. Why order is lost (12 min")
    assert len(app.selectbox(key="lesson:box").options) == 8
    assert app.query_params == {}


@pytest.mark.parametrize("lesson", SHELF.items, ids=lambda lesson: lesson.name)
def test_every_step_opens_before_and_after_its_answer(open_page, lesson):
    for number in range(1, len(lesson.steps) + 1):
        for given in ("", "x"):
            query = {"given": "~" * (number - 1) + given} if given else {}
            app = open_page(PATH, lesson=lesson.name, at=number, student=17, **query)
            posed = pose(lesson, number, 17)
            assert not app.warning
            assert len(charts(app)) == 1
            assert (posed.question in texts(app), posed.why in texts(app)) == (True, bool(given))
            assert [info.value for info in app.info] == (
                [f"The answer: **{posed.answer_text}**"] if given else []
            )


def test_a_choice_is_one_press(open_page):
    app = open_page(PATH)
    buttons(app)["option:1:2"].click().run()
    assert app.query_params == {"given": "2"}
    assert "You predicted No, some words differ" in app.warning[0].value
    buttons(app)["again"].click().run()
    assert app.query_params == {}
    buttons(app)["option:1:1"].click().run()
    assert app.query_params == {"given": "1"}
    assert app.success[0].value == "Right: **Yes, exactly the same words**"
    assert not app.warning


def test_a_number_is_judged_within_its_tolerance(open_page):
    for typed, right in ((6.5, True), (7.0, False)):
        app = open_page(PATH, lesson="fast-slow")
        app.number_input(key="number:1").set_value(typed)
        next(b for b in app.button if b.label == "Predict").click()
        app.run()
        assert app.query_params == {"lesson": "fast-slow", "given": f"{typed:g}"}
        assert bool(app.success) is right
        assert "6.28 positions" in (app.success if right else app.warning)[0].value


def test_an_empty_field_is_no_prediction(open_page):
    app = open_page(PATH, lesson="fast-slow")
    next(b for b in app.button if b.label == "Predict").click()
    app.run()
    assert app.query_params == {"lesson": "fast-slow"}
    assert not app.exception


def test_back_next_and_the_score(open_page):
    lesson = SHELF.items[0]
    app = open_page(PATH)
    assert buttons(app)["back"].disabled
    for number in range(1, len(lesson.steps) + 1):
        assert app.subheader[0].value.startswith(f"{number}. ")
        buttons(app)[f"show:{number}"].click().run()
        if number < len(lesson.steps):
            buttons(app)["next"].click().run()
    assert buttons(app)["next"].disabled
    assert "0 of 7 predictions were right" in texts(app)
    assert app.query_params == {"at": "7", "given": "~".join("x" * 7)}
    buttons(app)["back"].click().run()
    assert app.subheader[0].value.startswith("6. ")


def test_a_link_brings_back_the_progress(open_page):
    app = open_page(PATH, lesson="order", at=2, given="1~60")
    assert app.success[0].value == "Right: **60 orders**"
    labels = [button.label for key, button in buttons(app).items() if key.startswith("step:")]
    assert labels == ["1 ✓", "2 ✓", "3", "4", "5", "6", "7"]
    buttons(app)["step:5"].click().run()
    assert app.query_params == {"lesson": "order", "at": "5", "given": "1~60"}
    assert app.subheader[0].value.startswith("5. ")


def test_another_student_or_lesson_begins_again(open_page):
    app = open_page(PATH, lesson="shift", at=3, given="3~2")
    app.number_input(key="student:field").set_value(17).run()
    assert app.query_params == {"lesson": "shift", "at": "3", "student": "17"}
    app.selectbox(key="lesson:box").set_value("model").run()
    assert app.query_params == {"lesson": "model", "student": "17"}


@pytest.mark.parametrize(
    "query",
    [
        {"at": "0"},
        {"at": "25"},
        {"student": "-1"},
        {"student": "1000000"},
        {"student": "<b>"},
        {"given": "y"},
        {"given": "1~nan"},
        {"given": "~" * 24},
        {"given": "1e999"},
        {"present": "maybe"},
        {"lesson": "x" * 41},
    ],
    ids=str,
)
def test_nonsense_in_the_link_is_left_out_with_a_note(open_page, query):
    app = open_page(PATH, **query)
    assert len(app.warning) == 1
    assert app.query_params == {}


@pytest.mark.parametrize("given", ["7", "-1", "0.5", "1e15", "~~~~~~~~~1"])
def test_predictions_that_no_button_gives_break_nothing(open_page, given):
    for number in (1, 7):
        app = open_page(PATH, given=given, at=number)
        assert app.subheader


def test_an_unknown_lesson_shows_the_first_with_a_note(open_page):
    app = open_page(PATH, lesson="*bold*", at=20)
    assert "no lesson of the name" in app.info[0].value
    assert app.subheader[0].value.startswith("7. ")


def test_a_broken_file_is_named_and_the_others_stay(open_page, tmp_path, monkeypatch):
    good = (page.LESSONS / "5-shift.md").read_text(encoding="utf-8")
    (tmp_path / "good.md").write_text(good, encoding="utf-8")
    (tmp_path / "bad.md").write_text(good.replace("kind: number", "kind: *x*"), encoding="utf-8")
    monkeypatch.setattr(page, "LESSONS", tmp_path)
    app = open_page(PATH)
    assert "bad.md, line 19: kind must be choice or number; got '*x*'" in app.code[0].value
    assert app.subheader[0].value.startswith("1. ")
    (tmp_path / "good.md").unlink()
    app = open_page(PATH)
    assert "no lesson that can be read" in texts(app)


def test_papers_are_offered_and_made_when_asked_for(open_page, monkeypatch):
    made = []
    monkeypatch.setattr(page, "worksheet_html", lambda *a: made.append(a) or "sheet")
    app = open_page(PATH, student=17)
    labels = [element.proto.label for element in app.get("download_button")]
    assert "Worksheet for student 17" in labels
    assert "Answer key: student 17, and students 1 to 40" in labels
    assert not made


def test_present_mode_has_large_type_and_no_controls(open_page):
    plain = letters(charts(open_page(PATH))[0])
    app = open_page(PATH, present="true")
    assert not parts(app, "menu")
    assert not movable(app)
    assert not sliders(app)
    assert letters(charts(app)[0]) > plain
    assert {"leave", "next", "back", "show:1"} <= set(buttons(app))
    buttons(app)["next"].click().run()
    assert app.query_params == {"at": "2", "present": "true"}
    buttons(app)["leave"].click().run()
    assert app.query_params == {"at": "2"}
    assert menu(app)


@pytest.mark.parametrize("path", [entry.path for entry in PAGES])
def test_every_page_can_be_presented(open_page, path):
    app = open_page(path, present="true")
    assert not app.sidebar.button
    assert not app.warning
    for chart in charts(app):
        assert letters(chart) >= 20
        assert chart["height"] <= 520


def test_the_button_in_the_sidebar_begins_it(open_page):
    app = open_page("pages/heatmap.py", d=64)
    app.button(key="present").click().run()
    assert app.query_params == {"d": "64", "present": "true"}


def test_a_view_of_one_chart_is_not_presented(open_page):
    app = open_page(PATH, view="chart", present="true")
    assert len(charts(app)) == 1
    assert not app.button


def test_predictions_are_written_as_short_as_can_be():
    parameter = state.PARAMETERS["given"]
    values = parameter.parse("2~0.50~~x~-1e3")
    assert values == ("2", "0.5", "", "x", "-1000")
    assert parameter.write(values) == "2~0.5~~x~-1000"
