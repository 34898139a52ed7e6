"""Which of the lists or blocks in a text is the table, and what several equal ones are.

Rows that stand together are a block: the lists in one list, or the lines between two headings. A
text may hold several: an axis beside the matrix, the samples of a batch, the slices of a grid.
"""

from dataclasses import dataclass, field, replace

from pe_core.doctor.reading.limits import UnreadableInput
from pe_core.doctor.reading.numbers import Row, kind

__all__ = ["Block", "count_numbers", "table_of"]

_EITHER_AXIS = (
    "Every block repeats one row, and one row of each was read: right if the blocks are positions, "
    "B14 (batch and sequence mixed up) if they are samples."
)


@dataclass(frozen=True)
class Block:
    """Hold rows that belong together, the names over their columns and what holds the block.

    ``within`` is equal for blocks that are parts of one array; ``name`` is its key in an object.
    """

    rows: list[Row]
    header: list[str] = field(default_factory=list)
    within: int = 0
    name: str = ""
    #: Whether it is made of blocks of one row each.
    single: bool = False


def count_numbers(block: Block) -> int:
    """Return how many numbers the rows of a block hold."""
    return sum(kind(cell) == "n" for row in block.rows for cell in row.cells)


def table_of(blocks: list[Block], key: str | None = None) -> tuple[Block, list[str]]:
    """Return the block that is the table, and notes on what the others are.

    The most numbers win, or the ``key``. Blocks of one row each are the rows of one table; equal
    blocks are a batch, of which one is read; different ones within one array stand one under the
    other. Raises ``UnreadableInput`` if no block has the name ``key``.
    """
    if key is not None:
        named = [block for block in blocks if block.name == key]
        if not named:
            raise UnreadableInput(_no_such(key, [block.name for block in blocks]))
        blocks = named
    blocks = _joined(blocks)
    if len(blocks) == 1:
        name = blocks[0].name
        return blocks[0], [f"Read the list {name[:40]!r}."] if name else []
    best = max(blocks, key=_worth)
    alike = [block for block in blocks if _make(block) == _make(best)]
    others = [block for block in blocks if _make(block) != _make(best)]
    notes = [_left_out(block) for block in others if block.name or _worth(block)[0]]
    if best.name:
        notes.insert(0, f"Read the list {best.name[:40]!r}.")
    if len(alike) == 1:
        return best, notes[:3]
    best, note = _of_equal_shape(best, alike)
    return best, [note, *notes[:2]]


def _worth(block: Block) -> tuple[bool, bool, int]:
    """Return how much a block is like a table: with fractions, with several rows, its size.

    An axis holds whole numbers; a scale of colours has a word beside every number.
    """
    cells = [cell for row in block.rows for cell in row.cells]
    numbers = [cell for cell in cells if kind(cell) == "n"]
    words = sum(kind(cell) == "w" for cell in cells)
    fractional = any("." in cell[:-1] or "e" in cell for cell in numbers)
    return fractional, len(block.rows) > 1, len(numbers) - 2 * words


def _no_such(key: str, names: list[str]) -> str:
    there = ", ".join(repr(name[:40]) for name in dict.fromkeys(names) if name)
    return f"key must name a list of the input ({there or 'it has none'}); got {key[:40]!r}"


def _joined(blocks: list[Block]) -> list[Block]:
    """Make one block of those with one row each, of equal length: neighbours, or of one name.

    Dots in front of a row say that rows between them are left out.
    """
    out: list[Block] = []
    for block in blocks:
        single = len(block.rows) - _dotted(block) == 1
        near = range(len(out)) if block.name else range(len(out) - 1, len(out))
        place = next((i for i in near if i >= 0 and single and _takes(out[i], block)), None)
        if place is not None:
            out[place].rows.extend(block.rows)
        else:
            rows = block.rows[_dotted(block) :] or block.rows
            out.append(replace(block, rows=[*rows], single=single))
    return out


def _dotted(block: Block) -> int:
    """Return 1 if a block begins with dots."""
    return int(all(kind(cell) == "d" for cell in block.rows[0].cells))


def _takes(block: Block, other: Block) -> bool:
    """Return whether a block of joined rows goes on with another one."""
    same = block.name == other.name and len(block.rows[0].cells) == len(other.rows[-1].cells)
    return block.single and same


def _shape(block: Block) -> tuple[int, int]:
    return len(block.rows), len(block.rows[0].cells)


def _make(block: Block) -> tuple[int, int, str, bool]:
    """Return what equal tables have in common: shape, name, and if there are words."""
    wordy = any(kind(cell) == "w" for row in block.rows for cell in row.cells)
    return *_shape(block), block.name, wordy


def _left_out(block: Block) -> str:
    rows, columns = _shape(block)
    name = f" {block.name[:40]!r}" if block.name else ""
    what = f"{columns} values" if rows == 1 else f"{rows} rows of {columns}"
    return f"Left out another list{name}: {what}."


def _of_equal_shape(best: Block, alike: list[Block]) -> tuple[Block, str]:
    """Return what several blocks of one shape hold together, and the note on it."""
    count, length = len(alike), len(best.rows)
    if all(_cells(block) == _cells(best) for block in alike):
        return best, f"The text holds {count} equal tables (a batch): read one of them."
    if any(block.within != best.within for block in alike):
        return best, f"Read the first of {count} tables of one shape; the others differ from it."
    repeated = all(row.cells == block.rows[0].cells for block in alike for row in block.rows)
    if repeated and length > 1:
        return replace(best, rows=[block.rows[0] for block in alike]), _EITHER_AXIS
    rows = [row for block in alike for row in block.rows]
    note = f"Read {count} blocks of {length} rows, one under the other."
    return replace(best, rows=rows), note


def _cells(block: Block) -> list[list[str]]:
    return [row.cells for row in block.rows]
