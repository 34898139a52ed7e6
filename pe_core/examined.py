"""What a page keeps of a diagnosis: its words, and pictures instead of matrices.

A diagnosis of a large upload holds three matrices of its size. A server that remembers answers
for many readers can afford a few hundred kilobytes each, and the screen shows no more than that.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor import BugFinding, Diagnosis, diagnose, read_bytes
from pe_core.picture import Picture, picture
from pe_core.sinusoid import Sinusoid

__all__ = ["Examined", "examine", "examined"]

FloatArray = npt.NDArray[np.float64]
MAX_PAIRS = 512
PICTURE_CELLS = 20_000


@dataclass(frozen=True)
class Examined:
    """Hold what is shown of a diagnosis; see there for the fields that have the same name.

    ``rows`` and ``columns`` are the shape of the input. ``yours``, ``expected`` and
    ``difference`` are pictures of at most 20,000 cells, the last two None without a nearest right
    table. ``pairs``, ``fitted`` and ``curve`` hold at most 512 pairs. ``notes`` begin with those
    of reading; ``positions`` says in sentences which positions the rows are.
    """

    status: str
    verdict: str
    rows: int
    columns: int
    yours: Picture
    expected: Picture | None = None
    difference: Picture | None = None
    names: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bug: BugFinding | None = None
    sinusoid: Sinusoid | None = None
    step: float = 1.0
    precision: str = ""
    zero_rows: tuple[int, ...] = ()
    shape: tuple[int, ...] = ()
    pairs: npt.NDArray[np.intp] = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    fitted: FloatArray = field(default_factory=lambda: np.empty(0))
    curve: FloatArray = field(default_factory=lambda: np.empty(0))


def examine(data: bytes, *, name: str = "", embedding: bytes = b"", **hints: Any) -> Examined:
    """Read a file or pasted text, diagnose it, and return what a page shows.

    ``data`` are the bytes of a file, or of text in UTF-8; ``name`` is the file's name, for a note
    only; ``embedding`` are the bytes of the embeddings, if ``data`` is embedding + encoding.
    ``hints`` (dim, position, base, expect) go to :func:`pe_core.doctor.diagnose`.

    Raises ``ValueError`` with one sentence for what cannot be read, and for hints that break
    their rule.

    >>> examine(b"0 1\\n0.8415 0.5403").columns
    2
    """
    reading = read_bytes(data, name)
    notes = reading.notes
    if embedding:
        other = read_bytes(embedding)
        hints["embedding"] = other.matrix
    told = {name: value for name, value in hints.items() if value is not None}
    diagnosis = diagnose(reading.matrix, **(reading.arguments() | told))
    return examined(diagnosis, notes=notes)


def examined(diagnosis: Diagnosis, *, notes: tuple[str, ...] = ()) -> Examined:
    """Return what a page shows of a diagnosis; ``notes`` come before its own.

    >>> examined(diagnose(Sinusoid(dim=8).table(4))).status
    'known'
    """
    rows, columns = diagnosis.matrix.shape
    kept = np.arange(0, len(diagnosis.pairs), -(-len(diagnosis.pairs) // MAX_PAIRS) or 1)
    expected, difference = diagnosis.expected, diagnosis.difference
    return Examined(
        diagnosis.status,
        diagnosis.verdict,
        rows,
        columns,
        picture(diagnosis.matrix, cells=PICTURE_CELLS),
        None if expected is None else picture(expected, cells=PICTURE_CELLS),
        None if difference is None else picture(difference, kind="extreme", cells=PICTURE_CELLS),
        diagnosis.names,
        diagnosis.alternatives,
        () if diagnosis.positions is None else diagnosis.positions.sentences,
        diagnosis.undecided,
        (*notes, *diagnosis.notes),
        diagnosis.bug,
        diagnosis.sinusoid,
        diagnosis.step,
        diagnosis.precision,
        diagnosis.zero_rows,
        diagnosis.shape,
        diagnosis.pairs[kept],
        diagnosis.fitted[kept],
        diagnosis.curve[kept],
    )
