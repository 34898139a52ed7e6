"""The frame of a page: its notes, and its body, which runs alone when a control in it moves."""

import pytest

from tests.pages.reading import body_alone, charts, menu, move, parts, sliders

PATH = "pages/heatmap.py"


def notes(app):
    return [warning.value for warning in app.main.warning]


def test_a_step_in_the_body_sends_the_body_alone(open_page):
    app = open_page(PATH, d=64)
    assert app.title
    assert menu(app)
    with body_alone(app):
        move(app, "number_input", "position:field")
    assert not app.exception
    assert app.query_params == {"d": "64", "position": "21"}
    assert sliders(app)["position"]["value"] == charts(app)[0]["live"]["position"] == 21
    assert "d" not in sliders(app)
    assert not app.title
    assert not parts(app, "menu")
    assert "share" not in [button.key for button in app.button]


def test_what_the_side_shows_is_drawn_with_it(open_page):
    app = open_page(PATH, d=6, length=4)
    with body_alone(app):
        app.segmented_control(key="layout:choice").set_value("cos_sin").run()
    assert not app.exception
    assert "cosines first" in app.sidebar.caption[0].value
    assert app.title
    assert charts(app)[0]["live"]["sinusoid"]["layout"] == "cos_sin"
    assert charts(app)[0]["data"][0]["z"][0].tolist() == [1, 1, 1, 0, 0, 0]


def test_a_button_of_the_body_moves_the_sliders_at_the_side(open_page):
    app = open_page("pages/beyond.py")
    with body_alone(app):
        next(button for button in app.button if button.label == "2×").click().run()
    assert app.query_params == {"length": "200"}
    assert sliders(app)["length"]["value"] == app.number_input(key="length:field").value == 200


@pytest.mark.parametrize("query", [{"d": "x"}, {"position": "-1"}, {"none": "1"}], ids=str)
def test_a_note_on_the_link_goes_with_the_next_step(open_page, query):
    app = open_page(PATH, **query)
    assert len(notes(app)) == 1
    with body_alone(app):
        move(app, "number_input", "dimension:field")
    assert notes(app) == []


@pytest.mark.parametrize("view", ["page", "chart"])
@pytest.mark.parametrize("present", ["true", "false"])
def test_notes_are_said_in_every_view(open_page, view, present):
    app = open_page(PATH, d="x", view_=view, present=present)
    (note,) = notes(app)
    assert note.startswith("d must be a number")


def test_a_convention_that_cannot_be_drawn_is_said_as_long_as_it_is_chosen(open_page):
    app = open_page(PATH, d=7, convention="nerf")
    refused = [
        "NeRF cannot be drawn: dim must be even when tail is error; got 7. "
        "The paper's encoding is shown."
    ]
    assert notes(app) == refused
    with body_alone(app):
        move(app, "number_input", "position:field")
    assert notes(app) == refused
    move(app, "number_input", "position:field")
    assert notes(app) == refused
    app.number_input(key="d:field").set_value(8).run()
    assert notes(app) == []
    assert charts(app)[0]["live"]["sinusoid"]["dim"] == 8


def test_a_chart_that_is_not_there_is_said_once(open_page):
    app = open_page(PATH, chart="none")
    assert notes(app) == ["This page has the charts heatmap; got another one."]
    app.run()
    assert app.query_params == {}


def test_another_page_shows_no_number_of_the_one_before(open_page):
    app = open_page("pages/shift.py", position=7, k=9)
    app.number_input(key="position:field").set_value(11).run()
    app.switch_page("pages/waves.py").run()
    assert app.number_input(key="position:field").value == sliders(app)["position"]["value"] == 11
    assert app.query_params == {"position": "11", "k": "9"}


def test_the_list_of_presets_is_made_when_it_is_opened(open_page):
    app = open_page(PATH)
    assert not [b for b in app.button if str(b.key).startswith("preset:")]
    app.session_state["presets"] = True  # what opening the list does
    app.run()
    assert len([b for b in app.button if str(b.key).startswith("preset:")]) == 4


def test_the_share_panel_is_made_when_it_is_opened(open_page):
    app = open_page(PATH, d=64)
    assert not app.code
    app.button(key="share").click().run()
    assert any("d=64" in block.value for block in app.code)
    assert "CSV" in "".join(caption.value for caption in app.caption)
