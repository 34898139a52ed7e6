"""One place for all looks: readable in light and dark, sine and cosine told apart."""

import dataclasses
import re

import plotly.graph_objects as go
import pytest

from pe_core.figures.spec import axis, figure_spec, log_axis, template
from pe_core.figures.theme import DARK, LIGHT, projected, scale, theme


def _luminance(colour: str) -> float:
    """Return the relative luminance of a hex colour (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _contrast(first: str, second: str) -> float:
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_on_white():
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
def test_text_and_lines_can_be_read_on_the_paper(look):
    assert _contrast(look.text, look.paper) >= 7
    assert _contrast(look.muted, look.paper) >= 4.5
    for colour in (look.sine, look.cosine, look.accent, look.third):
        assert _contrast(colour, look.paper) >= 3


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
def test_a_look_is_made_of_hex_colours(look):
    colours = [
        getattr(look, field.name)
        for field in dataclasses.fields(look)
        if str(getattr(look, field.name)).startswith("#")
    ]
    assert len(colours) >= 8
    for colour in (*colours, *look.diverging):
        assert re.fullmatch("#[0-9a-f]{6}", colour)
    assert len({look.sine, look.cosine, look.accent, look.third}) == 4


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
def test_the_scale_of_signed_values_is_balanced(look):
    stops = scale(look)
    assert (stops[0][0], stops[len(stops) // 2][0], stops[-1][0]) == (0, 0.5, 1)
    assert len(stops) % 2 == 1
    middle = stops[len(stops) // 2][1]
    assert len({middle[1:3], middle[3:5], middle[5:7]}) == 1, "zero is grey or white"


def test_any_other_name_is_light():
    assert theme("dark") is DARK
    assert theme("light") is theme(None) is theme("sepia") is LIGHT


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
def test_every_figure_wears_its_look(look):
    layout = go.Figure(figure_spec(look, [], height=321, hovermode="x")).layout
    assert layout.height == 321
    assert layout.hovermode == "x"
    worn = layout.template.layout
    assert worn.paper_bgcolor == worn.plot_bgcolor == look.paper
    assert (worn.font.color, worn.font.size) == (look.text, look.size)
    for axes in (worn.xaxis, worn.yaxis):
        assert axes.automargin
        assert axes.gridcolor == look.grid
        assert axes.tickfont.color == look.muted
    assert worn.scene.zaxis.backgroundcolor == look.paper


def test_a_projected_look_is_another_template():
    assert template(projected(LIGHT)) != template(LIGHT)
    assert template(projected(LIGHT))["layout"]["font"]["size"] == 20


def test_an_axis_has_a_title_only_where_it_has_words():
    assert axis(range=[0, 1]) == {"range": [0, 1]}
    assert log_axis("rad")["title"] == {"text": "rad"}
    assert log_axis("rad")["type"] == "log"
