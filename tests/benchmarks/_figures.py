"""What was measured beside what was aimed at: a figure each, as lines and as a table."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from platform import python_version

import plotly
import streamlit

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
WORDS = """\
`make bench` measures, and `python -m tests.benchmarks --write` writes this page. Ratios are within
one run. The *plain page* is what somebody would write in ten lines: the textbook's function,
`px.imshow` and three sliders. The *empty page* is a script with nothing in it. Both are in
`tests/benchmarks/plain` and are served with the app's own settings."""


@dataclass(frozen=True)
class Figure:
    """Hold what was measured, its value, the most that it may be, and how its text looks."""

    what: str
    value: float
    most: float | None = None
    form: str = "{:.2f}"
    #: What the value was made of.
    note: str = ""

    @property
    def verdict(self) -> str:
        """Return whether the figure is within what was aimed at, in words."""
        if self.most is None:
            return ""
        return "reached" if self.value <= self.most else "not reached"

    @property
    def target(self) -> str:
        """Return what was aimed at, in words."""
        return "" if self.most is None else f"≤ {self.form.format(self.most)}"

    def line(self) -> str:
        """Return the figure as a line."""
        value = self.form.format(self.value)
        words = f"{self.what:58} {value:>10}  {self.target:11} {self.verdict:12} {self.note}"
        return words.rstrip()

    def row(self) -> str:
        """Return the figure as a row of a table."""
        value = self.form.format(self.value)
        return f"| {self.what} | {value} | {self.target} | {self.verdict} | {self.note} |"


def write(figures: dict[str, list[Figure]]) -> None:
    """Keep the figures of one run as a page of the documentation, a table for each benchmark."""
    parts = [f"# Performance\n\n{_machine()}, {date.today():%d %B %Y}.\n\n{WORDS}"]
    for name, rows in figures.items():
        parts.append(
            f"\n## {name.capitalize()}\n\n| what | measured | target | | |\n|---|---|---|---|---|"
        )
        parts += [figure.row() for figure in rows]
    PAGE.write_text("\n".join(parts) + "\n", encoding="utf-8")


def _machine() -> str:
    """Return what was measured on."""
    found = Path("/proc/cpuinfo").read_text().splitlines()
    models = [line.partition(":")[2].strip() for line in found if line.startswith("model name")]
    model = models[0] if models else "an unnamed processor"
    return (
        f"{len(models)} cores ({model}), Python {python_version()}, "
        f"Streamlit {streamlit.__version__}, Plotly {plotly.__version__}"
    )
