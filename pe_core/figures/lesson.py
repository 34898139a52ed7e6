"""The pictures of lessons and questions, by the names that their files use.

They are the charts of the app's own pages with set parameters; see
:mod:`pe_core.lessons.pictures` for the names and what each needs.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pe_core.checks import integer
from pe_core.conventions import convention
from pe_core.extrapolation import Extrapolation, extrapolate
from pe_core.figures import baselines, frequencies, heatmap, order, shift, similarity, tokens, waves
from pe_core.figures.balance import share_curve
from pe_core.figures.beyond import distance_curve, range_bands
from pe_core.figures.chart import Chart
from pe_core.figures.clocks import drawn_pairs
from pe_core.figures.compared import library_heatmap, spacing_curves
from pe_core.figures.learned import error_by_position
from pe_core.figures.theme import Theme
from pe_core.gap_task import GapTask
from pe_core.lessons.model import assessments
from pe_core.lessons.settings import Value
from pe_core.order import compare_order
from pe_core.overview import overview
from pe_core.place import places
from pe_core.sinusoid import Sinusoid
from pe_core.tokens import embed_words
from pe_core.words import split_words

__all__ = ["DRAWINGS", "draw"]

#: Rows and columns of a similarity matrix in a lesson.
SIDE = 200


class _Scene:
    """Hand out checked settings as the numbers that figures want."""

    def __init__(self, settings: Mapping[str, Value]) -> None:
        self.settings = settings
        self.sinusoid = Sinusoid(
            int(settings["d"]), float(settings["base"]), layout=str(settings["layout"])
        )
        self.length = int(settings["length"])

    def whole(self, key: str, default: int = 0) -> int:
        """Return a whole number."""
        return int(self.settings.get(key, default))

    def below(self, key: str, count: int) -> int:
        """Return a whole number that must be below ``count``."""
        return integer(key, self.settings[key], 0, count - 1)

    def text(self, key: str) -> str:
        """Return a text."""
        return str(self.settings[key])

    def says(self, key: str, word: str) -> bool:
        """Return whether a setting is there and is this word."""
        return self.settings.get(key) == word

    def span(self, most: int) -> tuple[int, int]:
        """Return the first and the last position of a picture."""
        first = min(self.whole("first"), self.length - 1)
        last = self.whole("last", min(self.length, first + most) - 1)
        return first, max(first, min(last, self.length - 1))

    def dims(self) -> list[int]:
        """Return the list of dimensions."""
        names = self.text("dims").split()
        return [integer("dims", float(name), 0, self.sinusoid.dim - 1) for name in names]


def _heatmap(scene: _Scene, look: Theme) -> Chart:
    counts = {"position": scene.length, "dimension": scene.sinusoid.dim}
    chosen = {k: scene.below(k, n) if k in scene.settings else None for k, n in counts.items()}
    first, last = scene.span(scene.length)
    view = overview(scene.sinusoid, first, last, keep=chosen["dimension"], cells=60_000)
    return heatmap.encoding_heatmap(
        scene.sinusoid, view, look, position=chosen["position"], dimension=chosen["dimension"]
    )


def _wave(scene: _Scene, look: Theme) -> Chart:
    position = scene.whole("position")
    other = scene.whole("other", position)
    return waves.position_vector(scene.sinusoid, position, other, look)


def _derivation(scene: _Scene, look: Theme) -> Chart:
    """Draw the four steps with short titles in place of a legend: a lesson has less room."""
    chart = waves.derivation_panels(scene.sinusoid, scene.whole("position"), look)
    layout = chart.spec["layout"]
    titles = {"yaxis": "exponent", "yaxis2": "speed", "yaxis3": "angle", "yaxis4": "sin, cos"}
    small = {"nticks": 4, "tickfont": {"size": look.size - 3}}
    axes = {
        key: layout[key] | small | {"title": {"text": title, "font": {"size": look.size - 1}}}
        for key, title in titles.items()
    }
    return _with_layout(chart, **axes, showlegend=False, margin={"t": 12})


def _waves(scene: _Scene, look: Theme) -> Chart:
    return waves.dimension_waves(scene.sinusoid, scene.dims(), *scene.span(1_000), look)


def _similarity(scene: _Scene, look: Theme) -> Chart:
    position = scene.whole("position") if "position" in scene.settings else None
    return similarity.similarity_heatmap(scene.sinusoid, *scene.span(SIDE), look, position=position)


def _row(scene: _Scene, look: Theme) -> Chart:
    position = scene.below("position", scene.length)
    return similarity.similarity_row(scene.sinusoid, position, *scene.span(1_000), look)


def _products(scene: _Scene, look: Theme) -> Chart:
    made = compare_order(scene.text("left"), scene.text("right"), scene.sinusoid)
    return order.word_products(
        made, scene.text("side"), scene.says("placed", "yes"), look, as_bag=True
    )


def _change(scene: _Scene, look: Theme) -> Chart:
    made = compare_order(scene.text("left"), scene.text("right"), scene.sinusoid)
    return order.attention_change(made, look)


def _shift(scene: _Scene, look: Theme) -> Chart:
    chosen = drawn_pairs(scene.sinusoid, scene.whole("pairs"))
    return shift.shift_heatmap(
        scene.sinusoid,
        scene.whole("offset"),
        chosen,
        look,
        paired=scene.settings.get("paired", "yes") == "yes",
    )


def _clocks(scene: _Scene, look: Theme) -> Chart:
    chosen = drawn_pairs(scene.sinusoid, scene.whole("pairs"))
    position, offset = scene.whole("position"), scene.whole("offset")
    return shift.turning_clocks(scene.sinusoid, position, offset, chosen, look)


def _sum(scene: _Scene, look: Theme) -> Chart:
    words = split_words(scene.text("sentence"), limit=64)
    steps = embed_words(words, scene.sinusoid)
    row = scene.below("position", len(words.tokens))
    column = scene.below("dimension", scene.sinusoid.dim)
    return tokens.token_sum(steps, look, row=row, column=column)


def _share(scene: _Scene, look: Theme) -> Chart:
    steps = embed_words(split_words(scene.text("sentence"), limit=64), scene.sinusoid)
    return share_curve(steps, look, factor=float(scene.settings.get("scale", 1.0)))


def _learned(_: _Scene, look: Theme) -> Chart:
    return error_by_position(assessments(True), assessments(False), GapTask(), look)


@lru_cache(maxsize=16)
def _extrapolation(sinusoid: Sinusoid, trained: int, longer: int) -> Extrapolation:
    """Keep the last comparisons: for a million positions one takes half a second."""
    return extrapolate(sinusoid, trained, longer)


def _beyond(scene: _Scene, look: Theme) -> Chart:
    trained = scene.whole("trained")
    length = integer("length", scene.length, trained + 1, 2**20)
    made = _extrapolation(scene.sinusoid, trained, length)
    return range_bands(scene.sinusoid, made, look)


def _spacings(scene: _Scene, look: Theme) -> Chart:
    """Compare the paper's spacing with that of a library; an odd d is drawn as the next even."""
    name = scene.text("convention")
    even = max(2, scene.sinusoid.dim + scene.sinusoid.dim % 2)
    paper = Sinusoid(even, scene.sinusoid.base)
    other = convention(name).sinusoid(even, base=scene.sinusoid.base)
    return spacing_curves(paper, other, ("the paper", name), look)


def _distances(scene: _Scene, look: Theme) -> Chart:
    """Draw how far positions are apart, without the marks for the end of a training."""
    length = integer("length", scene.length, 3, 2**20)
    chart = distance_curve(scene.sinusoid, _extrapolation(scene.sinusoid, 2, length), look)
    return _with_layout(chart, shapes=[], annotations=[], showlegend=False)


def _library(scene: _Scene, look: Theme) -> Chart:
    sinusoid = scene.sinusoid
    return library_heatmap(scene.text("convention"), sinusoid.dim, sinusoid.base, look)


def _with_layout(chart: Chart, **changes: Any) -> Chart:
    """Return a chart with other properties of its layout; the given one stays as it is."""
    layout = chart.spec["layout"] | changes
    return replace(chart, spec=chart.spec | {"layout": layout})


#: How each picture is drawn, by the names of :data:`pe_core.lessons.pictures.PICTURES`.
DRAWINGS: dict[str, Callable[[_Scene, Theme], Chart]] = {
    "heatmap": _heatmap,
    "wave": _wave,
    "derivation": _derivation,
    "waves": _waves,
    "exponents": lambda s, look: frequencies.exponent_line(s.sinusoid, look),
    "frequencies": lambda s, look: frequencies.frequency_curve(
        s.sinusoid, look, log=s.says("log", "yes")
    ),
    "wavelengths": lambda s, look: frequencies.wavelength_curve(s.sinusoid, s.length, look),
    "similarity": _similarity,
    "profile": lambda s, look: similarity.similarity_profile(s.sinusoid, s.length, look),
    "row": _row,
    "roles": lambda s, look: order.place_roles(places(s.sinusoid, s.length), s.length, look),
    "products": _products,
    "change": _change,
    "counter": lambda s, look: baselines.smooth_counter(s.whole("bits"), look),
    "shift": _shift,
    "clocks": _clocks,
    "sum": _sum,
    "share": _share,
    "learned": _learned,
    "beyond": _beyond,
    "distances": _distances,
    "spacings": _spacings,
    "library": _library,
}


def draw(
    picture: str, settings: Mapping[str, Value], look: Theme, *, height: int | None = None
) -> Chart:
    """Draw the picture of a lesson with its settings; ``height`` in pixels replaces its own.

    Raises ``ValueError`` for settings that the picture refuses.
    """
    chart = DRAWINGS[picture](_Scene(settings), look)
    return chart if height is None else _with_layout(chart, height=height)
