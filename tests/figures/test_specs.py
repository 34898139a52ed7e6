"""Every chart's spec is what Plotly draws: checked by Plotly's own objects, and plain data."""

import importlib
import inspect
import json
import pkgutil
from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import pe_core.figures
from pe_core import CONVENTIONS
from pe_core.baselines import BASELINES, MAX_LENGTH, baseline_table, beyond, similarity_by_offset
from pe_core.causal import order_seen
from pe_core.extrapolation import extrapolate
from pe_core.figures import balance as balances
from pe_core.figures import (
    baselines,
    compared,
    conventions,
    doctor,
    extension,
    frequencies,
    heatmap,
    learned,
    lesson,
    methods,
    model,
    order,
    precision,
    rotary,
    shift,
    similarity,
    tables,
    timesteps,
    tokens,
    waves,
)
from pe_core.figures import beyond as beyonds
from pe_core.figures.chart import Chart
from pe_core.figures.clocks import drawn_pairs
from pe_core.figures.theme import DARK, LIGHT, Theme, projected
from pe_core.gap_task import GapTask
from pe_core.layer import train_layer
from pe_core.learned import assess, noise_table, train_fully
from pe_core.order import LEFT_SENTENCE, RIGHT_SENTENCE, compare_order
from pe_core.overview import overview
from pe_core.picture import picture
from pe_core.place import places
from pe_core.rotary import Rotary
from pe_core.rotary.beside import Lengths, asked_extension, lengths_of, rules_beside
from pe_core.rotary.example import drift
from pe_core.rotary.settings import RopeSettings
from pe_core.shift import sine_alone
from pe_core.side_by_side import side_by_side
from pe_core.sinusoid import Sinusoid
from pe_core.timesteps import diffusion_sinusoid
from pe_core.tokens import SOURCE_SENTENCE, embed_words
from pe_core.words import split_words

#: dim, length and look of each drawing.
SIZES = {
    "small": (2, 12, LIGHT),
    "odd": (7, 60, DARK),
    "usual": (128, 1_000, LIGHT),
    "large": (1_024, 100_000, projected(DARK)),
}
TASK = GapTask(seen=12, length=24)
WORDS = " ".join(f"w{n}" for n in range(40))


def _compared(dim: int, length: int):
    length = min(length, MAX_LENGTH)
    return tuple(beyond(n, length // 10 + 1, length, Sinusoid(dim=dim)) for n in BASELINES)


def _bands(dim: int, length: int):
    tables = {name: baseline_table(name, min(length, 256), Sinusoid(dim=dim)) for name in BASELINES}
    return {name: similarity_by_offset(table, count=64) for name, table in tables.items()}


def _beyond(draw: Callable[..., Chart], look: Theme, dim: int, length: int) -> Chart:
    sinusoid = Sinusoid(dim=dim + dim % 2)
    return draw(sinusoid, extrapolate(sinusoid, length // 10 + 1, length), look)


def _trainings(dim: int):
    dim = min(dim + dim % 2, 16)
    formula = Sinusoid(dim=dim).table(TASK.length)
    return (
        train_fully(noise_table(TASK.length, dim), TASK, steps=5),
        train_fully(formula, TASK, trainable=False, steps=5),
    )


def _layer(look: Theme, dim: int, *, padding: bool) -> Chart:
    made = train_layer(Sinusoid(dim=min(dim, 30)), 10, seen=6, trainable=padding)
    return tables.layer_heatmap(made, look, seen=6, padding=padding, trainable=padding)


def _products(look: Theme, dim: int, left: str, right: str, placed: bool, bag: bool) -> Chart:
    made = compare_order(left, right, Sinusoid(dim=dim))
    return order.word_products(made, "left", placed, look, as_bag=bag)


def _steps(dim: int, length: int):
    text = SOURCE_SENTENCE if length < 1_000 else WORDS
    return embed_words(split_words(text, limit=100), Sinusoid(dim=min(dim, 128)), scale=2)


def _matrix(look: Theme, dim: int, length: int, kind: str) -> Chart:
    drawn = picture(Sinusoid(dim=dim).table(min(length, 2_000)), kind=kind)
    return doctor.matrix_heatmap(drawn, look, name="yours", what="your table")


def _fit(look: Theme, dim: int) -> Chart:
    curve = Sinusoid(dim=dim).frequencies
    fitted = np.where(np.arange(len(curve)) == 1, 0, curve)  # pair 1 does not turn
    return doctor.frequency_fit(np.arange(len(curve)), fitted, curve, look)


def _difference(look: Theme, dim: int, names: tuple[str, str]) -> Chart:
    left, right = (CONVENTIONS[name] for name in names)
    made = side_by_side(left, right, max(8, dim + dim % 2), length=600)
    return conventions.difference_curve(made, names, look)


def _heatmap(look: Theme, dim: int, length: int, *, turned: bool) -> Chart:
    sinusoid, place = Sinusoid(dim=dim), {"position": length // 3, "dimension": dim // 2}
    view = overview(sinusoid, 0, length - 1, keep=dim // 2)
    return heatmap.encoding_heatmap(sinusoid, view, look, turned=turned, **place)


def _schedule(look: Theme, dim: int) -> Chart:
    sinusoid = diffusion_sinusoid(dim)
    return timesteps.schedule_heatmap(sinusoid, overview(sinusoid, 0, 999), 500, look)


def _even(dim: int) -> Sinusoid:
    """Return an encoding without a lone sine."""
    return Sinusoid(dim + dim % 2)


def _extended(dim: int, length: int):
    """Return settings with YaRN, what it makes of the pairs, and both lengths."""
    dim += dim % 2
    settings = RopeSettings(dim, dim, 1e4, rule="yarn", factor=4.0, length=length)
    lengths = lengths_of(settings)
    return settings, asked_extension(settings, lengths.full), lengths


def _lesson(look: Theme, dim: int, length: int, picture: str) -> Chart:
    settings = {"d": dim, "length": length, "base": 10_000.0, "layout": "interleaved"}
    return lesson.draw(picture, settings | {"position": 3}, look, height=333)


#: Each chart by module and function: draw it for a look, a dim and a length. Each is drawn at all
#: sizes; a further word behind the name tells variants apart.
CHARTS: dict[str, Callable[[Theme, int, int], Chart]] = {
    "balance.share_curve": lambda look, d, n: balances.share_curve(_steps(d, n), look, factor=2),
    "baselines.baseline_tables": lambda look, d, n: baselines.baseline_tables(
        min(n, MAX_LENGTH), n // 10 + 1, Sinusoid(dim=d), look
    ),
    "baselines.value_ranges": lambda look, d, n: baselines.value_ranges(_compared(d, n), look),
    "baselines.neighbour_steps": lambda look, d, n: baselines.neighbour_steps(
        _compared(d, n), look
    ),
    "baselines.similarity_bands": lambda look, d, n: baselines.similarity_bands(_bands(d, n), look),
    "baselines.smooth_counter": lambda look, d, n: baselines.smooth_counter(min(d, 8), look),
    "beyond.phase_clocks": lambda look, d, n: _beyond(beyonds.phase_clocks, look, d, n),
    "beyond.phase_shares": lambda look, d, n: _beyond(beyonds.phase_shares, look, d, n),
    "beyond.range_bands": lambda look, d, n: _beyond(beyonds.range_bands, look, d, n),
    "beyond.distance_curve": lambda look, d, n: _beyond(beyonds.distance_curve, look, d, n),
    "compared.spacing_curves": lambda look, d, n: compared.spacing_curves(
        Sinusoid(dim=d + d % 2),
        Sinusoid(dim=d + d % 2, spacing="endpoint"),
        ("paper", "endpoint"),
        look,
    ),
    "compared.library_heatmap": lambda look, d, n: compared.library_heatmap(
        "fairseq", d + d % 2 + 2, 10_000.0, look
    ),
    "conventions.difference_curve": lambda look, d, n: _difference(look, d, ("paper", "marian")),
    "conventions.difference_curve of equals": lambda look, d, n: _difference(
        look, d, ("marian", "diffusers_shift0")
    ),
    "doctor.matrix_heatmap": lambda look, d, n: _matrix(look, d, n, "mean"),
    "doctor.matrix_heatmap of differences": lambda look, d, n: _matrix(look, d, n, "extreme"),
    "doctor.frequency_fit": lambda look, d, n: _fit(look, d),
    "extension.extended_frequencies": lambda look, d, n: extension.extended_frequencies(
        _extended(d, n)[1], look
    ),
    "extension.extended_wavelengths": lambda look, d, n: extension.extended_wavelengths(
        _extended(d, n)[1], _extended(d, n)[2], look
    ),
    "extension.rule_ratios": lambda look, d, n: extension.rule_ratios(
        _extended(d, n)[1],
        "YaRN",
        rules_beside(_extended(d, n)[0], Lengths(n, 4 * n, 4)),
        Lengths(n, 4 * n, 4),
        look,
    ),
    "extension.parting_lines": lambda look, d, n: extension.parting_lines(
        [("one", 1e-3), ("other", 2e-6)], "YaRN", Lengths(n, 4 * n, 4), look
    ),
    "frequencies.exponent_line": lambda look, d, n: frequencies.exponent_line(Sinusoid(d), look),
    "frequencies.frequency_curve": lambda look, d, n: frequencies.frequency_curve(
        Sinusoid(d), look
    ),
    "frequencies.frequency_curve on a log axis": lambda look, d, n: frequencies.frequency_curve(
        Sinusoid(d), look, log=True
    ),
    "frequencies.wavelength_curve": lambda look, d, n: frequencies.wavelength_curve(
        Sinusoid(d), n, look
    ),
    "heatmap.encoding_heatmap": lambda look, d, n: _heatmap(look, d, n, turned=False),
    "heatmap.encoding_heatmap turned": lambda look, d, n: _heatmap(look, d, n, turned=True),
    "learned.training_curve": lambda look, d, n: learned.training_curve(*_trainings(d), TASK, look),
    "learned.error_by_position": lambda look, d, n: learned.error_by_position(
        *(assess(made.table, made.gain, TASK) for made in _trainings(d)), TASK, look
    ),
    "learned.profile_curves": lambda look, d, n: learned.profile_curves(
        *(made.table for made in _trainings(d)), TASK.seen, look
    ),
    "lesson.draw derivation": lambda look, d, n: _lesson(look, d, n, "derivation"),
    "lesson.draw distances": lambda look, d, n: _lesson(look, d, n, "distances"),
    "methods.contribution_curves": lambda look, d, n: methods.contribution_curves(
        _even(d).dim, 500.0, n, n // 10 + 2, 1, look
    ),
    "methods.contribution_curves on a log axis": lambda look, d, n: methods.contribution_curves(
        _even(d).dim, 500.0, n, n // 10 + 2, 1, look, log=True
    ),
    "methods.contribution_heatmap": lambda look, d, n: methods.contribution_heatmap(
        "learned", _even(d).dim, 500.0, n // 10 + 2, 1, look
    ),
    "methods.contribution_heatmap of a bias": lambda look, d, n: methods.contribution_heatmap(
        "alibi", _even(d).dim, 500.0, n // 10 + 2, 1, look
    ),
    "model.model_diagram": lambda look, d, n: model.model_diagram(look),
    "order.word_products": lambda look, d, n: _products(
        look, d, LEFT_SENTENCE, RIGHT_SENTENCE, True, False
    ),
    "order.word_products as a bag": lambda look, d, n: _products(
        look, d, "to be or not to be", "be", False, True
    ),
    "order.word_products of many": lambda look, d, n: _products(look, d, WORDS, "a", True, False),
    "order.attention_change": lambda look, d, n: order.attention_change(
        compare_order(LEFT_SENTENCE if n < 1_000 else WORDS, RIGHT_SENTENCE, Sinusoid(dim=d)), look
    ),
    "order.last_outputs": lambda look, d, n: order.last_outputs(
        order_seen(dim=min(d, 64), layers=2), look, mask=True, layers=2
    ),
    "order.place_roles": lambda look, d, n: order.place_roles(places(Sinusoid(dim=d), n), n, look),
    "precision.collisions": lambda look, d, n: precision.collisions(n, look),
    "precision.phase_growth": lambda look, d, n: precision.phase_growth(
        Rotary(_even(d).dim), n, "frequencies", look
    ),
    "precision.phase_growth of positions": lambda look, d, n: precision.phase_growth(
        Rotary(_even(d).dim), n, "positions", look
    ),
    "precision.pair_errors": lambda look, d, n: precision.pair_errors(
        Rotary(_even(d).dim), n, "bfloat16", look
    ),
    "rotary.turning_arrows": lambda look, d, n: rotary.turning_arrows(
        Rotary(_even(d).dim), 3, n - 1, drawn_pairs(_even(d), 64), look
    ),
    "rotary.offset_curve": lambda look, d, n: rotary.offset_curve(
        Rotary(_even(d).dim), 3, n - 1, look
    ),
    "rotary.drift_curves": lambda look, d, n: rotary.drift_curves(
        drift(Rotary(_even(d).dim), 3, n - 1, rotary.drift_moves(n)), look
    ),
    "rotary.pairing_links": lambda look, d, n: rotary.pairing_links(Rotary(_even(d).dim), look),
    "rotary.self_curve": lambda look, d, n: rotary.self_curve(Rotary(_even(d).dim), n, look),
    "rotary.random_curves": lambda look, d, n: rotary.random_curves(
        Rotary(_even(d).dim), n, 7, look
    ),
    "shift.shift_heatmap": lambda look, d, n: shift.shift_heatmap(
        _even(d), 3, drawn_pairs(_even(d), 8), look, paired=True
    ),
    "shift.shift_heatmap as laid out": lambda look, d, n: shift.shift_heatmap(
        _even(d), 3, drawn_pairs(_even(d), 32), look, paired=False
    ),
    "shift.turning_clocks": lambda look, d, n: shift.turning_clocks(
        _even(d), 3, 5, drawn_pairs(_even(d), 64), look
    ),
    "shift.residual_curve": lambda look, d, n: shift.residual_curve(_even(d), 5, n, look),
    "shift.lone_sine": lambda look, d, n: shift.lone_sine(
        sine_alone(_even(d), 0, 5, min(n, 1_000)), 0, min(n, 1_000), look
    ),
    "shift.pair_paths": lambda look, d, n: shift.pair_paths(
        _even(d), drawn_pairs(_even(d), 3), n, look
    ),
    "similarity.similarity_heatmap": lambda look, d, n: similarity.similarity_heatmap(
        Sinusoid(d), 0, n - 1, look, position=n // 3
    ),
    "similarity.similarity_profile": lambda look, d, n: similarity.similarity_profile(
        Sinusoid(d), n, look
    ),
    "similarity.similarity_row": lambda look, d, n: similarity.similarity_row(
        Sinusoid(d), n // 3, 0, n - 1, look
    ),
    "tables.layer_heatmap": lambda look, d, n: _layer(look, d, padding=False),
    "tables.layer_heatmap with padding": lambda look, d, n: _layer(look, d, padding=True),
    "tables.table_heatmap": lambda look, d, n: tables.table_heatmap(
        Sinusoid(dim=d).table(min(n, 200)), min(n, 200) // 2, look, kind="learned", limit=1.0
    ),
    "tables.similarity_matrix": lambda look, d, n: tables.similarity_matrix(
        Sinusoid(dim=d).table(min(n, 200)), min(n, 200) // 2, look, kind="learned"
    ),
    "timesteps.schedule_heatmap": lambda look, d, n: _schedule(look, d),
    "timesteps.step_likeness": lambda look, d, n: timesteps.step_likeness(
        diffusion_sinusoid(d), 500, look, reach=20
    ),
    "timesteps.step_likeness of a sampler": lambda look, d, n: timesteps.step_likeness(
        diffusion_sinusoid(d), 7, look, reach=1_000, count=50
    ),
    "timesteps.layout_vectors": lambda look, d, n: timesteps.layout_vectors(
        diffusion_sinusoid(d), 500, look
    ),
    "tokens.embedding_matrix": lambda look, d, n: tokens.embedding_matrix(
        _steps(d, n), look, row=1, column=1
    ),
    "tokens.embedded_tokens": lambda look, d, n: tokens.embedded_tokens(
        _steps(d, n), look, row=1, column=1
    ),
    "tokens.token_encoding": lambda look, d, n: tokens.token_encoding(
        _steps(d, n), look, row=1, column=1
    ),
    "tokens.token_sum": lambda look, d, n: tokens.token_sum(_steps(d, n), look, row=1, column=1),
    "waves.position_vector": lambda look, d, n: waves.position_vector(Sinusoid(d), 3, n - 1, look),
    "waves.derivation_panels": lambda look, d, n: waves.derivation_panels(Sinusoid(d), 3, look),
    "waves.dimension_waves": lambda look, d, n: waves.dimension_waves(
        Sinusoid(d), [0, d // 2, d - 1], 0, n - 1, look
    ),
}


def _lists(part: Any) -> Any:
    """Return a part with its arrays and tuples as lists, and NaN as a word."""
    if isinstance(part, dict):
        return {key: _lists(value) for key, value in part.items()}
    if isinstance(part, np.ndarray):
        return _lists(part.tolist())
    if isinstance(part, list | tuple):
        return [_lists(value) for value in part]
    return "NaN" if part != part else part


def _strangers(part: Any, path: str = "") -> list[str]:
    """Return where a spec holds something else than plain data and arrays of numbers."""
    if type(part) is dict:
        bad = [f"{path}: key {key!r}" for key in part if type(key) is not str]
        empty = [f"{path}.{key}: None" for key, value in part.items() if value is None]
        inner = [
            found for key, value in part.items() for found in _strangers(value, f"{path}.{key}")
        ]
        return bad + empty + inner
    if type(part) is list:
        return [
            found for i, value in enumerate(part) for found in _strangers(value, f"{path}[{i}]")
        ]
    if type(part) is np.ndarray:
        return [] if part.dtype.kind in "fiub" else [f"{path}: array of {part.dtype}"]
    plain = part is None or type(part) in (str, bool, int, float)
    return [] if plain else [f"{path}: {type(part)}"]


def _frames(figure: go.Figure) -> list[dict[str, Any]]:
    """Return the frames without the type of trace, which only Plotly's objects add."""
    frames = [frame.to_plotly_json() for frame in figure.frames]
    for frame in frames:
        frame["data"] = [{k: v for k, v in t.items() if k != "type"} for t in frame["data"]]
    return frames


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CHARTS)
def test_a_spec_is_plain_data_just_as_plotly_draws_it(name, size):
    dim, length, look = SIZES[size]
    chart = CHARTS[name](look, dim, length)
    assert _strangers(chart.spec) == []
    figure = go.Figure(chart.spec)
    drawn = {"data": [trace.to_plotly_json() for trace in figure.data]}
    drawn |= {"layout": figure.layout.to_plotly_json(), "frames": _frames(figure)}
    assert _lists(drawn) == _lists({"frames": [], **chart.spec})
    # What is no array is JSON, and so is a gap in a list; NaN may stand in arrays alone.
    json.dumps(chart.spec, allow_nan=False, default=lambda array: array.shape)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"data": [{"x": (1, 2)}]}, [".data[0].x: <class 'tuple'>"]),
        ({"layout": {"height": np.float64(3)}}, [".layout.height: <class 'numpy.float64'>"]),
        ({"layout": {"xaxis": {"dtick": None}}}, [".layout.xaxis.dtick: None"]),
        ({"data": [go.Scatter()]}, [".data[0]: <class 'plotly.graph_objs._scatter.Scatter'>"]),
        ({"data": [{"text": np.array(["a"])}]}, [".data[0].text: array of <U1"]),
    ],
    ids=["tuple", "scalar", "nothing", "object", "strings"],
)
def test_strangers_are_seen(spec, words):
    assert _strangers(spec) == words


def _chart_functions() -> set[str]:
    """Return "module.function" of all that draw a chart."""
    found = set()
    for module in pkgutil.iter_modules(pe_core.figures.__path__):
        loaded = importlib.import_module(f"pe_core.figures.{module.name}")
        for name in loaded.__all__:
            thing = getattr(loaded, name)
            if inspect.isfunction(thing) and inspect.signature(thing).return_annotation is Chart:
                found.add(f"{module.name}.{name}")
    return found


def test_every_chart_of_the_package_is_in_the_table():
    assert _chart_functions() - {name.split()[0] for name in CHARTS} == set()
