"""What the doctor hands back: a finding and all that supports it."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.positions import Placed
from pe_core.sinusoid import Sinusoid

__all__ = ["BugFinding", "Diagnosis"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BugFinding:
    """Name a bug, the first cell that differs, both values there, and the fix in one line.

    ``id`` is a key of BUGS, or ``"mismatch"`` where a right table is not the expected one;
    ``also`` are classes with the same matrix, ``further`` classes that the table shows
    besides. ``row`` and ``column`` index the matrix as shown.
    """

    id: str
    title: str
    row: int
    column: int
    value: float
    expected: float
    fix: str
    also: tuple[str, ...] = ()
    further: tuple[str, ...] = ()


@dataclass(frozen=True)
class Diagnosis:
    """Hold the answer to "whose numbers are these, and what is wrong with mine?".

    ``status`` is ``"known"`` (an encoding without a sign of a bug), ``"bug"`` or ``"unknown"``;
    ``verdict`` is one sentence. ``names`` are conventions with the same numbers, ``undecided``
    what this input cannot tell. ``matrix`` is the input as it was read, shape (rows, columns);
    ``expected`` the nearest right table and ``difference`` = matrix - expected, same shape.
    ``fitted`` and ``curve`` are the measured and the expected frequency of each of ``pairs``, in
    rad per row. ``residual`` (rows,) is the largest error per row. ``step`` is how many positions
    one row is (NaN where they are in no equal steps), ``shape`` that of the grid for a 2-D table.
    ``positions`` are those of the rows and what they are; ``alternatives`` other readings that
    the numbers allow, likeliest first.
    """

    status: str
    verdict: str
    matrix: FloatArray
    names: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    bug: BugFinding | None = None
    sinusoid: Sinusoid | None = None
    step: float = 1.0
    expected: FloatArray | None = None
    difference: FloatArray | None = None
    pairs: npt.NDArray[np.intp] = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    fitted: FloatArray = field(default_factory=lambda: np.empty(0))
    curve: FloatArray = field(default_factory=lambda: np.empty(0))
    residual: FloatArray = field(default_factory=lambda: np.empty(0))
    agreement: str = ""
    precision: str = ""
    notes: tuple[str, ...] = ()
    zero_rows: tuple[int, ...] = ()
    shape: tuple[int, ...] = ()
    positions: Placed | None = None
    alternatives: tuple[str, ...] = ()

    def summary(self) -> dict[str, Any]:
        """Return what fits into JSON: everything but the matrices."""
        numbers = None
        if self.sinusoid is not None:
            fields = ("dim", "base", "spacing", "layout", "origin", "amplitude", "tail")
            numbers = {name: getattr(self.sinusoid, name) for name in fields}
            numbers["step"] = self.step if np.isfinite(self.step) else None
        bug = None
        if self.bug is not None:
            bug = {name: getattr(self.bug, name) for name in BugFinding.__dataclass_fields__}
        placed = self.positions.summary() if self.positions is not None else None
        return {
            "status": self.status,
            "verdict": self.verdict,
            "names": list(self.names),
            "undecided": list(self.undecided),
            "alternatives": list(self.alternatives),
            "positions": placed,
            "bug": bug,
            "sinusoid": numbers,
            "agreement": self.agreement,
            "precision": self.precision,
            "notes": list(self.notes),
            "zero_rows": list(self.zero_rows),
            "rows": int(self.matrix.shape[0]),
            "columns": int(self.matrix.shape[1]),
        }

    def lines(self) -> list[str]:
        """Return the answer as lines of text, in the order a reader needs them."""
        out = [self.verdict]
        if self.names:
            out.append(f"Same numbers: {', '.join(self.names)}.")
        out += [f"Or: {reading}" for reading in self.alternatives]
        if self.positions is not None:
            out += [f"Positions: {sentence}" for sentence in self.positions.sentences]
        out += [f"Note: {note}" for note in self.notes]
        out += [f"Undecided: {sentence}" for sentence in self.undecided]
        if self.bug is not None:
            out.append(
                f"First difference: row {self.bug.row}, column {self.bug.column} is "
                f"{self.bug.value:.8g}, expected {self.bug.expected:.8g}."
            )
            out.append(f"Fix: {self.bug.fix}")
        return out
