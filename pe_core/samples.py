"""Three inputs to try the doctor with: a right table, a console's print, and a bug.

They are made as their programs would make them: a file of float32, the text of a console with
dots for what it leaves out, and a file of text with six decimals.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.conventions import convention
from pe_core.doctor import bug_example
from pe_core.sinusoid import Sinusoid

__all__ = ["SAMPLES", "Sample"]


@dataclass(frozen=True)
class Sample:
    """Hold an input to try: its title, what it is, a file name, and a maker of its bytes.

    ``printed`` says that it is text for people.
    """

    title: str
    says: str
    file: str
    make: Callable[[], bytes]
    printed: bool = False


def _right() -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, convention("tensor2tensor").table(96, 64).astype(np.float32))
    return buffer.getvalue()


def _printed() -> bytes:
    table = convention("marian").table(200, 512)
    rows = [_torch_row(row) for row in table[[0, 1, 2, -3, -2, -1]]]
    lines = [*rows[:3], "        ...,", *rows[3:]]
    return ("tensor([" + "\n".join(lines).removesuffix(",").lstrip() + "])\n").encode()


def _torch_row(row: npt.NDArray[np.float64]) -> str:
    """Return a row as PyTorch prints it: four decimals, three columns at each end."""
    numbers = [f"{value:7.4f}" for value in row]
    return f"        [{', '.join(numbers[:3])},  ..., {', '.join(numbers[-3:])}],"


def _bug() -> bytes:
    buffer = io.StringIO()
    np.savetxt(buffer, bug_example("B2", Sinusoid(dim=64), 96).matrix, fmt="%.6f", delimiter=",")
    return buffer.getvalue().encode()


#: The samples by name, the plainest first.
SAMPLES: dict[str, Sample] = {
    "right": Sample(
        "A right table",
        "96 rows of 64 columns, float32, in a .npy file",
        "table.npy",
        _right,
    ),
    "printed": Sample(
        "A console's print",
        "what PyTorch prints of a table of 200 rows of 512 columns: the corners only",
        "print.txt",
        _printed,
        printed=True,
    ),
    "bug": Sample(
        "A bug",
        "96 rows of 64 columns from a wrong program, six decimals, in a .csv file",
        "table.csv",
        _bug,
    ),
}
