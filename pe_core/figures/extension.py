"""What a rule for longer texts does to each pair: frequencies, wavelengths, ratios, the parting."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import (
    Part,
    axis,
    figure_spec,
    level_marks,
    line_across,
    line_down,
    log_axis,
    note,
)
from pe_core.figures.theme import Theme
from pe_core.overview import short
from pe_core.rotary.beside import Lengths, RuleBeside
from pe_core.rotary.extension import Extension

__all__ = ["extended_frequencies", "extended_wavelengths", "parting_lines", "rule_ratios"]

FloatArray = npt.NDArray[np.float64]
#: From this many radians two readings count as parted.
PARTED = 0.5


def _styles(look: Theme) -> dict[str, tuple[str, str]]:
    """Return the colour and the symbol of each kind of pair."""
    return {
        "kept": (look.third, "circle"),
        "blended": (look.cosine, "diamond"),
        "stretched": (look.accent, "square"),
        "still": (look.muted, "x-thin-open"),
    }


def _before(values: FloatArray, look: Theme, what: str) -> Part:
    return {
        "type": "scatter",
        "x": np.arange(len(values)),
        "y": values,
        "mode": "lines" if len(values) > 1 else "markers",
        "line": {"color": look.muted, "width": 1.5, "dash": "dot"},
        "name": "without the rule",
        "hovertemplate": f"pair %{{x}}: {what} %{{y:.4g}} without the rule<extra></extra>",
    }


def _after(made: Extension, values: FloatArray, look: Theme, what: str) -> list[Part]:
    """Return the values of all pairs, a trace for each kind of pair that there is."""
    kinds = np.array(made.kind)
    traces: list[Part] = []
    for kind, (colour, symbol) in _styles(look).items():
        pairs = np.flatnonzero((kinds == kind) & np.isfinite(values) & (values > 0))
        if len(pairs) == 0:
            continue
        traces.append(
            {
                "type": "scatter",
                "x": pairs,
                "y": values[pairs],
                "customdata": made.ratio[pairs],
                "mode": "markers",
                "marker": {"color": colour, "size": 7, "symbol": symbol},
                "name": f"{kind} ({len(pairs)})",
                "hovertemplate": (
                    f"pair %{{x}}, {kind}: {what} %{{y:.4g}}, speed × %{{customdata:.4f}}"
                    "<extra></extra>"
                ),
            }
        )
    return traces


def _told(made: Extension) -> str:
    """Return how many pairs are of each kind, in words."""
    return ", ".join(f"{count} {kind}" for kind, count in made.counts().items() if count)


def extended_frequencies(made: Extension, look: Theme) -> Chart:
    """Draw the frequency of each pair before and after a rule."""
    spec = figure_spec(
        look,
        [
            _before(made.before, look, "frequency"),
            *_after(made, made.after, look, "frequency"),
        ],
        height=380,
        xaxis=axis("pair i"),
        yaxis=log_axis("frequency (rad per position)"),
    )
    return Chart(
        name="extended-frequencies",
        spec=spec,
        alt=f"Frequencies of {len(made.before)} pairs before and after the rule: {_told(made)}.",
        data=np.column_stack([made.before, made.after, made.ratio]),
        columns=("before", "after", "after / before"),
        index=tuple(map(str, range(len(made.before)))),
        index_name="pair",
    )


def extended_wavelengths(made: Extension, lengths: Lengths, look: Theme) -> Chart:
    """Draw the wavelength of each pair before and after a rule, and the two lengths of text."""
    before, after = made.wavelengths_before, made.wavelengths_after
    shapes, texts = level_marks(
        look,
        (
            (lengths.trained, f"length of training: {lengths.trained:,}"),
            (lengths.full, f"longer text: {lengths.full:,}"),
        ),
    )
    for text in texts:
        text |= {"x": 0.01, "xanchor": "left"}
    spec = figure_spec(
        look,
        [_before(before, look, "wavelength"), *_after(made, after, look, "wavelength")],
        height=420,
        shapes=shapes,
        annotations=texts,
        xaxis=axis("pair i"),
        yaxis=log_axis("wavelength (positions)"),
    )
    over = int((before > lengths.trained).sum())
    return Chart(
        name="extended-wavelengths",
        spec=spec,
        alt=(
            f"Wavelengths of {len(before)} pairs before and after the rule, against "
            f"{lengths.trained:,} and {lengths.full:,} positions. Before, {over} are longer than "
            "the text of training."
        ),
        data=np.column_stack([before, np.where(np.isfinite(after), after, np.nan)]),
        columns=("wavelength before", "wavelength after"),
        index=tuple(map(str, range(len(before)))),
        index_name="pair",
    )


def rule_ratios(
    made: Extension, asked: str, beside: Sequence[RuleBeside], lengths: Lengths, look: Theme
) -> Chart:
    """Draw how much each rule slows each pair: what is asked for, and the others beside it."""
    dashes = ("solid", "dash", "dashdot", "dot", "longdash")
    traces = [
        _ratio(rule.name, rule.ratio, {"color": look.muted, "width": 1.5, "dash": dash})
        for rule, dash in zip(beside, dashes, strict=False)
    ]
    traces.append(_ratio(f"asked for: {asked}", made.ratio, {"color": look.accent, "width": 3}))
    spec = figure_spec(
        look,
        traces,
        height=360,
        shapes=[line_across(1 / lengths.factor, color=look.grid, width=1)],
        annotations=[
            note(
                f"1/{lengths.factor:g}",
                0,
                1 / lengths.factor,
                xref="paper",
                xanchor="left",
                yanchor="bottom",
            )
        ],
        xaxis=axis("pair i"),
        yaxis=axis("speed, by that without a rule", rangemode="tozero"),
    )
    return Chart(
        name="rule-ratios",
        spec=spec,
        alt=(
            f"Speed of each of {len(made.ratio)} pairs by that without a rule: {asked} goes from "
            f"{made.ratio[0]:.3f} at the fastest pair to {made.ratio[-1]:.3f} at the slowest; "
            f"beside it {', '.join(rule.name for rule in beside) or 'nothing else'}."
        ),
        data=np.column_stack([made.ratio, *(rule.ratio for rule in beside)]),
        columns=(asked, *(rule.name for rule in beside)),
        index=tuple(map(str, range(len(made.ratio)))),
        index_name="pair",
    )


def _ratio(name: str, ratio: FloatArray, line: Part) -> Part:
    return {
        "type": "scatter",
        "x": np.arange(len(ratio)),
        "y": ratio,
        "mode": "lines" if len(ratio) > 1 else "markers",
        "line": line,
        "name": name,
        "hovertemplate": f"pair %{{x}}, {name}: × %{{y:.4f}}<extra></extra>",
    }


def parting_lines(
    apart: Sequence[tuple[str, float]], asked: str, lengths: Lengths, look: Theme
) -> Chart:
    """Draw how far other readings lie from what is asked for, by position.

    ``apart`` holds the name of each reading and its largest difference in rad per position.
    """
    places = np.unique(np.geomspace(1, lengths.full, 40).round())
    colours = (look.muted, look.third, look.cosine, look.sine, look.accent)
    off = [(name, speed * places) for name, speed in apart if speed > 0]
    traces = [
        {
            "type": "scatter",
            "x": places,
            "y": values,
            "mode": "lines",
            "line": {"color": colours[n % len(colours)], "width": 2},
            "name": name,
            "hovertemplate": f"position %{{x:,}}, {name}: %{{y:.3g}} rad off<extra></extra>",
        }
        for n, (name, values) in enumerate(off)
    ]
    stroke: Part = {"color": look.text, "width": 1, "dash": "dash"}
    place = {"xref": "paper", "xanchor": "right", "yanchor": "bottom"}
    spec = figure_spec(
        look,
        traces,
        height=360,
        shapes=[
            line_across(PARTED, **stroke),
            line_down(lengths.trained, color=look.grid, width=2),
        ],
        annotations=[note(f"{PARTED:g} rad: parted", 1, float(np.log10(PARTED)), **place)],
        xaxis=log_axis("position"),
        yaxis=log_axis("largest phase difference (rad)"),
    )
    return Chart(
        name="parting",
        spec=spec,
        alt=(
            f"Largest phase difference to {asked} by position up to {lengths.full:,}: "
            + ("; ".join(f"{n} reaches {short(float(v[-1]))} rad" for n, v in off) or "none")
            + "."
        ),
        data=np.column_stack([places, *(values for _, values in off)]),
        columns=("position", *(name for name, _ in off)),
        index=tuple(map(str, range(len(places)))),
        index_name="point",
    )
