"""Sentences and tables of the page on conventions: each number comes from the core."""

from pages.parts.words import ordinal
from pe_core import CONVENTIONS, Sinusoid
from pe_core.conventions import Convention, Source, effective_base
from pe_core.picture import MAX_COLUMNS, Picture
from pe_core.side_by_side import SideBySide

LEAD = (
    "Two libraries can both say *sinusoidal positional encoding* and still give different numbers. "
    "They differ in a few choices only: how the columns are ordered, how the frequencies are "
    "spaced, which position row 0 is, a factor on every value. Weights trained with one table do "
    "not work with another. Each distinct table has a name here. The choice in the sidebar goes "
    "with you to every page."
)
LAYOUTS = {
    "interleaved": "sine, cosine, sine, cosine …",
    "sin_cos": "all sines, then all cosines",
    "cos_sin": "all cosines, then all sines",
}
TAILS = {
    "sine": "ends with a sine",
    "zero": "ends with a column of zeros",
    "truncate": "table of d + 1, cut",
    "error": "refused",
}
ORDERS = {
    "ascending": "count up",
    "descending": "count down to 0",
    "centred": "count down through 0",
}
UNITS = {"1": "1", "16/size": "16 / size", "turn": "2π / size"}
MANY = 48


def spacing(entry: Convention) -> str:
    """Say how the exponent runs over the n pairs."""
    if entry.octaves:
        return "doubles from pair to pair"
    return "i / n (paper: 2i/d)" if entry.spacing == "paper" else "i / (n − 1) (endpoint)"


def factor(entry: Convention, dim: int | None = None) -> str:
    """Say what every value is multiplied with."""
    if entry.amplitude_per_dim is None:
        return f"{entry.amplitude:g}"
    told = f"√({entry.amplitude_per_dim:g}/d)"
    return told if dim is None else f"{told} = {entry.sinusoid(dim).amplitude:.4g}"


def special(entry: Convention) -> str:
    """Say what a convention has beyond the numbers of a Sinusoid."""
    parts = []
    if entry.grid:
        axes = ", ".join("yxz"[axis] if axis < 2 else "third" for axis in entry.grid.axes)
        parts.append(f"grid: {axes}")
    if entry.order != "ascending":
        parts.append(f"rows {ORDERS[entry.order]}")
    if entry.zero_rows:
        parts.append(f"row {', '.join(map(str, entry.zero_rows))} is zero")
    if entry.filled:
        parts.append(f"only {entry.filled} columns filled")
    return "; ".join(parts)


def listing() -> dict[str, list[object]]:
    """Return the table of all conventions, a list for each column."""
    entries = list(CONVENTIONS.values())
    return {
        "convention": [e.title for e in entries],
        "name": [e.name for e in entries],
        "order of columns": [LAYOUTS[e.layout] for e in entries],
        "exponent": [spacing(e) for e in entries],
        "base": ["1 octave a pair" if e.octaves else f"{e.base:g}" for e in entries],
        "row 0 is position": [f"{e.origin:g}" if e.order == "ascending" else "—" for e in entries],
        "factor": [factor(e) for e in entries],
        "odd d": ["—" if e.grid else TAILS[e.tail] for e in entries],
        "special": [special(e) for e in entries],
        "library": [e.source.library for e in entries],
        "version": [e.source.version for e in entries],
        "file": [e.source.file for e in entries],
        "also known as": [
            "; ".join(f"{s.library} {s.version}" for s in e.also_known_as) for e in entries
        ],
    }


def sources(names: tuple[str, ...], *, odd: bool = True) -> dict[str, list[str]]:
    """Return the table of every library that has the numbers of the named conventions.

    ``odd`` adds what each does with an odd d.
    """
    found: list[tuple[Convention, Source]] = []
    for name in names:
        if name in CONVENTIONS:
            entry = CONVENTIONS[name]
            found += [(entry, source) for source in (entry.source, *entry.also_known_as)]
    table = {
        "convention": [entry.name for entry, _ in found],
        "library": [source.library for _, source in found],
        "version": [source.version for _, source in found],
        "file, function": [source.file for _, source in found],
    }
    if odd:
        table["odd d"] = [source.odd or TAILS[entry.tail] for entry, source in found]
    return table


def numbers(left: Convention, right: Convention, dim: int, base: float) -> dict[str, list[str]]:
    """Return the numbers of two conventions as a table, with what differs marked."""
    rows = [("", left.title, right.title)]
    rows += [
        (name, told(left), told(right))
        for name, told in (
            ("order of columns", lambda e: LAYOUTS[e.layout]),
            ("exponent, pair i of n", spacing),
            ("base", lambda e: "of its own" if e.octaves else f"{base:.10g}"),
            ("row 0 is position", lambda e: f"{e.origin:g}" if e.order == "ascending" else "—"),
            ("rows", lambda e: ORDERS[e.order]),
            ("factor", lambda e: factor(e, dim)),
            ("odd d", lambda e: TAILS[e.tail]),
            ("rows of zeros", lambda e: ", ".join(map(str, e.zero_rows)) or "none"),
            ("columns filled", lambda e: f"{min(e.filled, dim)} of {dim}" if e.filled else "all"),
            ("grid", _grid),
        )
    ]
    return {
        "number": [row[0] for row in rows[1:]],
        left.title: [row[1] for row in rows[1:]],
        # Two columns of a table need two names.
        right.title + (" (again)" if right.title == left.title else ""): [r[2] for r in rows[1:]],
        "": [
            "same"
            if row[1] == row[2]
            else "no matter: d is even"
            if row[0] == "odd d" and dim % 2 == 0
            else "differs"
            for row in rows[1:]
        ],
    }


def _grid(entry: Convention) -> str:
    if not entry.grid:
        return "no"
    join = {"blocks": "axis by axis", "halves": "sines, then cosines", "pairs": "pair by pair"}
    axes = " ".join("yx"[axis] if axis < 2 else "third" for axis in entry.grid.axes)
    return f"{axes}, {join[entry.grid.join]}, step {UNITS[entry.grid.unit]}"


def verdict(made: SideBySide, left: Convention, right: Convention) -> str:
    """Say in a few sentences whether and how two conventions differ."""
    worst = float(made.by_row.max())
    rows, dim = made.left.shape
    if worst == 0:
        return f"**No difference**: all {rows:,} × {dim:,} cells are equal."
    if made.permutation is not None:
        return (
            "**Only the order of the columns differs.** Reordered, the largest difference is "
            f"**{made.after:.2g}**. Dot products do not see the order of columns: position by "
            "position they agree to "
            f"**{made.dot_gap:.1g}**, which is rounding. But weights that were trained with one "
            "order need their inputs in that order."
        )
    return (
        "**The numbers differ**, and reordering the columns does not make them equal. The largest "
        f"difference in {rows:,} rows is **{worst:.4g}**, in row {int(made.by_row.argmax()):,}; "
        f"dot products of rows differ by up to **{made.dot_gap:.3g}**."
        + (_row_order(left, right) if left.order != right.order else "")
    )


def _row_order(left: Convention, right: Convention) -> str:
    return f" Their rows run differently: {ORDERS[left.order]}, and {ORDERS[right.order]}."


def permutation_code(made: SideBySide) -> str:
    """Return the line of NumPy that turns the left table into the right one."""
    order = made.permutation.tolist() if made.permutation is not None else []
    if len(order) <= MANY:
        return f"right = left[:, {order}]"
    shown = ", ".join(map(str, order[:16]))
    middle = len(order) // 2
    more = ", ".join(map(str, order[middle : middle + 8]))
    return f"right = left[:, [{shown}, …, {more}, …]]  # {len(order)} columns"


def largest(made: SideBySide, rows: str) -> dict[str, list[str]]:
    """Return the table of the largest difference at a few rows."""
    return {
        rows: [f"{row:,}" for row, _ in made.largest_at],
        "largest difference": [
            "beyond this table" if value is None else f"{value:.6g}" for _, value in made.largest_at
        ],
    }


def bases(made: SideBySide, left: Convention, right: Convention, dim: int) -> str:
    """Say what the spacings mean in terms of the base."""
    told = [
        f"{entry.title}: **{base:,.1f}**"
        for entry, base in zip((left, right), made.bases, strict=True)
        if base is not None
    ]
    known = effective_base(Sinusoid(dim=512, spacing="endpoint"))
    text = (
        "Another spacing is the same as another base. Dividing by n − 1 instead of n stretches the "
        "exponents, so endpoint spacing with base B equals the paper's spacing with base "
        "B^(n/(n − 1)). At d = 512 and base 10,000 that is base "
        f"**{known:.1f}**."
    )
    if not told:
        return text
    same = "the same as" if made.bases[0] == made.bases[1] else "against"
    both = f" {same} ".join(told)
    return f"{text} With d = {dim:,} and your base, the effective base is: {both}."


def table_caption(entry: Convention, made: SideBySide, drawn: Picture, side: int) -> str:
    """Say what a table shows, and what its picture leaves out."""
    rows, dim = made.left.shape
    shape = made.shapes[side]
    text = f"{entry.title}. {entry.note}"
    if len(shape) > 1:
        text += f" A grid of {' × '.join(map(str, shape))} cells, cell by cell."
    if drawn.shape[0] < rows:
        text += f" The first {drawn.shape[0]} of {rows:,} rows"
        text += f"; each drawn row is the mean of {drawn.block}." if drawn.block > 1 else "."
    if len(drawn.columns) < dim:
        text += (
            f" Every {ordinal(-(-dim // MAX_COLUMNS))} pair of columns is drawn, "
            f"{len(drawn.columns)} of {dim:,} columns."
        )
    return text
