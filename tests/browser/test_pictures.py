"""One picture from either side: what a browser draws is, part by part, what the server draws."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plotly.offline import get_plotlyjs

from pe_core.export.pieces import bundle, modules
from pe_core.export.wire import pack
from pe_core.figures import precision
from pe_core.figures import rotary as rotaries
from pe_core.figures.chart import Chart
from pe_core.figures.clocks import drawn_pairs
from pe_core.figures.frequencies import exponent_line, frequency_curve, wavelength_curve
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.shift import shift_heatmap, turning_clocks
from pe_core.figures.similarity import similarity_heatmap, similarity_profile, similarity_row
from pe_core.figures.spec import template
from pe_core.figures.theme import LIGHT
from pe_core.figures.waves import derivation_panels, position_vector
from pe_core.overview import overview
from pe_core.rotary import Rotary
from pe_core.rotary.example import drift
from pe_core.sinusoid import Sinusoid

pytestmark = pytest.mark.browser
ASSETS = Path(__file__).resolve().parents[2] / "assets"
ORIGIN = "http://pictures.test/"
DRAW = """async ([spec, live]) => {
  const { pictures } = await import("/widget/pictures.js");
  const { merge } = await import("/widget/merge.js");
  const drawn = merge(spec, pictures[live.kind](live));
  return JSON.stringify(drawn, (key, value) =>
    ArrayBuffer.isView(value) ? Array.from(value) : value);
}"""


@pytest.fixture(scope="module")
def page(chromium):
    """Give a page that can import the modules as they are."""
    page = chromium.new_page()

    def answer(route) -> None:
        name = route.request.url.removeprefix(ORIGIN)
        kind = "text/html" if not name else "text/javascript"
        text = (ASSETS / name).read_text(encoding="utf-8") if name else "<!doctype html>"
        route.fulfill(body=text, content_type=f"{kind}; charset=utf-8")

    page.route(f"{ORIGIN}**", answer)
    page.goto(ORIGIN)
    yield page
    page.close()


def plain(part: Any) -> Any:
    """Return a piece of a figure as JSON has it, with gaps as null."""
    if isinstance(part, np.ndarray):
        return plain(part.tolist())
    if isinstance(part, dict):
        return {key: plain(value) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [plain(item) for item in part]
    return None if isinstance(part, float) and math.isnan(part) else part


def assert_same(got: Any, wanted: Any, path: str = "") -> None:
    """Compare two figures; arrays of NumPy's short floats to their precision, the rest to 1e-12."""
    if isinstance(wanted, dict) and wanted.get("visible") is False:
        assert got["visible"] is False, path
    elif isinstance(wanted, dict):
        # What says nothing may be there: it takes back what an earlier picture said.
        more = {k: v for k, v in got.items() if k not in wanted and v not in ([], "", True)}
        assert not more, path
        for key, value in wanted.items():
            assert_same(got[key], value, f"{path}.{key}")
    elif isinstance(wanted, list) and any(isinstance(item, dict) for item in wanted):
        assert len(got) == len(wanted), path
        for number, pair in enumerate(zip(got, wanted, strict=True)):
            assert_same(*pair, f"{path}[{number}]")
    elif isinstance(wanted, str | bool) or wanted is None:
        assert got == wanted, path
    elif isinstance(wanted, list) and not all(isinstance(v, int | float) for v in wanted):
        assert got == plain(wanted), path
    else:
        short = isinstance(wanted, np.ndarray) and wanted.dtype == np.float32
        values = np.array(got, dtype=float)
        size = max(1.0, float(np.nanmax(np.abs(wanted), initial=0)))
        np.testing.assert_allclose(
            values, wanted, rtol=0, atol=size * (2e-7 if short else 1e-12), err_msg=path
        )


Draw = Callable[[Sinusoid, int], Chart]


def _even(sinusoid: Sinusoid) -> Sinusoid:
    return replace(sinusoid, dim=sinusoid.dim + sinusoid.unpaired)


def _heatmap(sinusoid: Sinusoid, length: int, *, turned: bool) -> Chart:
    view = overview(sinusoid, 0, length - 1, keep=sinusoid.dim // 2)
    place = {"position": length // 3, "dimension": sinusoid.dim // 2}
    return encoding_heatmap(sinusoid, view, LIGHT, turned=turned, **place)


def _matrix(sinusoid: Sinusoid, length: int, *, paired: bool) -> Chart:
    even = _even(sinusoid)
    pairs = drawn_pairs(even, length // 8 + 1)
    return shift_heatmap(even, length % 7, pairs, LIGHT, paired=paired)


def _clocks(sinusoid: Sinusoid, length: int) -> Chart:
    even = _even(sinusoid)
    return turning_clocks(even, length // 3, length % 7, drawn_pairs(even, length // 8), LIGHT)


def _rotary(sinusoid: Sinusoid) -> Rotary:
    return Rotary(sinusoid.dim + sinusoid.dim % 2, base=sinusoid.base)


def _arrows(sinusoid: Sinusoid, length: int) -> Chart:
    rotary = _rotary(sinusoid)
    pairs = drawn_pairs(rotary.sinusoid, length // 8 + 1)
    return rotaries.turning_arrows(rotary, length // 3, length - 1, pairs, LIGHT)


def _drift(sinusoid: Sinusoid, length: int) -> Chart:
    made = drift(_rotary(sinusoid), length // 3, length - 1, rotaries.drift_moves(length))
    return rotaries.drift_curves(made, LIGHT)


PICTURES: dict[str, Draw] = {
    "wave": lambda s, n: position_vector(s, n // 3, n - 1, LIGHT),
    "wave of one": lambda s, n: position_vector(s, n // 3, None, LIGHT),
    "derivation": lambda s, n: derivation_panels(s, n // 3, LIGHT),
    "exponents": lambda s, n: exponent_line(s, LIGHT),
    "frequencies": lambda s, n: frequency_curve(s, LIGHT),
    "frequencies with a length": lambda s, n: frequency_curve(s, LIGHT, length=n),
    "frequencies on a log axis": lambda s, n: frequency_curve(s, LIGHT, log=True, length=n),
    "wavelengths": lambda s, n: wavelength_curve(s, n, LIGHT),
    "heatmap": lambda s, n: _heatmap(s, n, turned=False),
    "heatmap turned": lambda s, n: _heatmap(s, n, turned=True),
    "matrix": lambda s, n: similarity_heatmap(s, 0, n - 1, LIGHT, position=n // 3),
    "profile": lambda s, n: similarity_profile(s, n, LIGHT),
    "row": lambda s, n: similarity_row(s, n // 3, 0, n - 1, LIGHT),
    "clocks": _clocks,
    "arrows": _arrows,
    "score": lambda s, n: rotaries.offset_curve(_rotary(s), n // 3, n - 1, LIGHT),
    "drift": _drift,
    "collisions": lambda s, n: precision.collisions(n, LIGHT),
    "collisions far on": lambda s, n: precision.collisions(65_000 + n, LIGHT),
    "phase growth": lambda s, n: precision.phase_growth(_rotary(s), n, "frequencies", LIGHT),
    "phase growth by positions": lambda s, n: precision.phase_growth(
        _rotary(s), 70 * n, "positions", LIGHT
    ),
    "score of itself": lambda s, n: rotaries.self_curve(_rotary(s), n, LIGHT),
    "shift matrix": lambda s, n: _matrix(s, n, paired=False),
    "shift matrix in pairs": lambda s, n: _matrix(s, n, paired=True),
}
#: What the sliders stand at, and how long the text is.
SETTINGS = {
    "usual": (Sinusoid(128), 1000),
    "few positions": (Sinusoid(512), 40),
    "one": (Sinusoid(1), 1),
    "odd, halves, later origin": (Sinusoid(9, 100.0, layout="sin_cos", origin=2), 40),
    "cosine first, end point, small": (
        Sinusoid(8, layout="cos_sin", spacing="endpoint", amplitude=0.125),
        60,
    ),
    "zero column": (Sinusoid(9, tail="zero"), 13),
    "truncated, between positions": (Sinusoid(33, tail="truncate", origin=-2.5), 130),
    "many": (Sinusoid(1026, 1e6), 5000),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("settings", SETTINGS)
def test_a_moved_picture_is_the_servers(page, name, settings):
    """The server's figure of other settings, moved here in the browser, is its figure of these."""
    sinusoid, length = SETTINGS[settings]
    before = PICTURES[name](replace(sinusoid, dim=22, base=500.0), 300)
    after = PICTURES[name](sinusoid, length)
    live = {"length": length} | plain(after.live)
    assert before.live["kind"] == live["kind"]
    got = json.loads(page.evaluate(DRAW, [plain(before.spec), live]))
    assert_same(got, after.spec)


PART = """<div id="part"><figure class="pe-host"><div class="pe-plot"></div>
<div class="pe-marks"></div><p class="pe-trouble" hidden></p><div class="pe-tools"></div>
</figure></div>"""
GIVE = """(data) => %s.%s({ data: new Uint8Array(data), setTriggerValue() {},
  parentElement: document.querySelector("#part") })"""


def test_scripts_as_one_draw_a_chart(chromium):
    """Where a server can serve no files, each part brings all scripts; the first makes the app."""
    page = chromium.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.set_content(PART)
    page.add_script_tag(content=get_plotlyjs())
    view = overview(Sinusoid(128), 0, 999)
    packed = pack(encoding_heatmap(Sinusoid(128), view, LIGHT), height=600, look="light")
    look = {"name": "light", "template": template(LIGHT)}
    styles = (
        "[...document.querySelectorAll('style')].filter((s) => s.textContent.includes('.pe-host'))"
    )
    for name, data in (("numbers", packed.numbers), ("chart", packed.chart)):
        page.evaluate(GIVE % (bundle(), name), list(data))
    given = f"{{ data: {json.dumps(look)}, parentElement: document.body }}"
    page.evaluate(f"void window.positionalEncodings.looks({given})")
    page.wait_for_selector(".pe-plot .main-svg")
    assert page.evaluate("document.querySelector('.pe-plot').data[0].z.length") == len(view.starts)
    assert page.evaluate(f"{styles}.length") == 1
    assert wrong == []
    page.close()


def test_modules_stand_behind_what_they_use():
    order = modules("app/app.js")
    pictures = {f"widget/pictures/{path.name}" for path in (ASSETS / "widget/pictures").iterdir()}
    assert pictures < set(order)
    assert len(order) == len(set(order))
    for place, name in enumerate(order):
        assert set(modules(name)) <= set(order[: place + 1])
