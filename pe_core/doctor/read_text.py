"""Read printed numbers: consoles, tables, Markdown, CSV with points or with decimal commas.

A print says more than its values: how many digits there are (so how exact it is), and where "..."
left rows or columns out.
"""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.last_digit import MAX_NUMBER, power_of_ten, unit
from pe_core.doctor.read_bulk import BULK, MAX_DEPTH, read_bulk
from pe_core.doctor.unreadable import UnreadableInput

__all__ = ["read_text"]

FloatArray = npt.NDArray[np.float64]

#: Possessive (++): digits are never given back, or a long run of them would take hours.
_DIGITS = r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?"
_NUMBER = re.compile(_DIGITS, re.ASCII)
_TOKEN = re.compile(
    rf"(?P<number>{_DIGITS}j?)(?![\w.])"
    r"|(?P<dots>\.\.\.|…)|(?P<open>\[)|(?P<close>\])"
    r"|(?P<word>[+-]?[A-Za-z_][\w.]*)|(?P<gap>[\s,;|]+)|(?P<other>.)",
    re.ASCII,
)
#: What consoles put around an array.
_TAIL = re.compile(
    r"dtype\s*=\s*['\"<]*(?:torch\.|np\.|numpy\.|tf\.|jnp\.)?(?P<dtype>[a-z]*float\d*|double|half|"
    r"u?int\d*)[\w'\">]*|shape\s*=\s*\([^()]*\)|device\s*=\s*'[^']*'|requires_grad\s*=\s*\w+|"
    r"grad_fn\s*=\s*<[^<>]*>|numpy\s*=|weak_type\s*=\s*\w+"
)
_WRAPPERS = re.compile(
    r"\b(?:tensor|array|Array|Parameter containing|np\.array|torch\.tensor|tf\.Tensor|"
    r"DeviceArray|matrix|jnp\.array)\b\s*:?\s*\(?"
)

Parsed = tuple[FloatArray, Any, tuple[str, ...], str | None]


def read_text(text: str) -> Parsed:
    """Return (matrix, resolution, notes, dtype) of printed numbers.

    Raises ``UnreadableInput`` for text that is no table of finite real numbers.

    >>> read_text("| a | b |\\n|---|---|\\n| 0,5 | 1,0 |")[0].tolist()
    [[0.5, 1.0]]
    """
    dtype = next((m.group("dtype") for m in _TAIL.finditer(text) if m.group("dtype")), None)
    body = _TAIL.sub(" ", text)
    body = _WRAPPERS.sub(" ", body) if dtype or _WRAPPERS.search(body) else body
    body = body.replace("−", "-").replace("<", " ").replace(">", " ")
    body, notes = _decimal_commas(body)
    if len(body) > BULK:
        matrix, resolution = read_bulk(body)
        return matrix, resolution, notes, _dtype(dtype)
    rows = _bracketed(body) if "[" in body else _lines(body)
    return _assembled(rows, notes, dtype)


def _decimal_commas(body: str) -> tuple[str, tuple[str, ...]]:
    """Turn decimal commas into points, where commas cannot be separators."""
    comma = re.search(r"\d,\d", body)
    if comma and not re.search(r"\d\.\d", body) and "[" not in body:
        semicolons = ";" in body or "\t" in body or "|" in body
        spaced = not re.search(r"\d,\d+,", body) and re.search(r"\d,\d+\s+[+-]?\d+,\d", body)
        if semicolons or spaced:
            body = re.sub(r"(?<=\d),(?=\d)", ".", body)
            return body, ("Read commas as decimal points.",)
    return body, ()


def _tokens(line: str, number: int) -> list[str]:
    """Return the numbers and elisions of one row; raise for anything else."""
    out = []
    for match in _TOKEN.finditer(line):
        kind, value = match.lastgroup, match.group()
        if kind == "number" and len(value) > MAX_NUMBER:
            raise UnreadableInput(
                f"a number must have at most {MAX_NUMBER} characters; got one of {len(value)} "
                f"in row {number}"
            )
        if kind == "number":
            if value.endswith("j"):
                raise UnreadableInput(
                    f"the numbers must be real; got the complex {value} in row {number}"
                )
            out.append(value)
        elif kind == "dots":
            out.append("...")
        elif kind == "word":
            out.append(_word(value, number, len(out)))
        elif kind == "other" and value not in "(){}:'\"`":
            raise UnreadableInput(f"row {number} must hold numbers only; got {line.strip()[:40]!r}")
    return out


def _word(value: str, number: int, column: int) -> str:
    low = value.lower().lstrip("+-")
    if low in ("nan", "inf", "infinity"):
        raise UnreadableInput(
            f"the numbers must be finite; got {value} in row {number}, column {column}"
        )
    raise UnreadableInput(f"row {number} must hold numbers only; got the word {value[:40]!r}")


def _bracketed(body: str) -> list[list[str]]:
    """Split what is in brackets into rows: each innermost list is one."""
    rows: list[list[str]] = []
    depth, start = 0, 0
    for match in re.finditer(r"[\[\]]", body):
        between = body[start : match.start()]
        if match.group() == "[":
            if "..." in between or "…" in between:
                rows.append(["..."])
            elif depth and re.search(r"\d", between):
                raise UnreadableInput("rows must be lists of numbers; got numbers between lists")
            depth += 1
        else:
            if not between.strip() and body[start - 1 : start] == "[":
                raise UnreadableInput("rows must be lists of numbers; got an empty list")
            if re.search(r"[\w.…]", between):
                rows.append(_tokens(between, len(rows)))
            depth -= 1
        if depth < 0:
            raise UnreadableInput("the brackets do not match: there is a ] without its [")
        if depth > MAX_DEPTH:
            raise UnreadableInput(f"the brackets are nested more than {MAX_DEPTH} deep")
        start = match.end()
    if depth:
        # A print cut off at its end: keep the rows that are whole.
        tail = body[start:]
        if re.search(r"\d", tail):
            rows.append(_tokens(tail, len(rows)))
    return rows


def _lines(body: str) -> list[list[str]]:
    """Split lines into rows; skip one line of column names and Markdown rules."""
    rows: list[list[str]] = []
    lines = [line for line in body.splitlines() if line.strip()]
    lines = [line for line in lines if not re.fullmatch(r"[\s|:+=-]+", line)]
    lines = [line for line in lines if not line.lstrip().startswith(("```", "#"))]
    if len(lines) > 1 and _is_header(lines[0]):
        del lines[0]
    for line in lines:
        rows.append(_tokens(line, len(rows)))
    return [row for row in rows if row]


def _is_header(line: str) -> bool:
    """Return whether a line holds column names: letters that are no number."""
    if re.search(r"\b(?:nan|inf|infinity)\b|\dj\b", line, re.IGNORECASE):
        return False
    return bool(re.search(r"[A-Za-z]", _NUMBER.sub("", line)))


def _assembled(rows: list[list[str]], notes: tuple[str, ...], dtype: str | None) -> Parsed:
    """Check that the rows make a matrix, and take the digits from the numbers."""
    if not any(token != "..." for row in rows for token in row):
        raise UnreadableInput("the text must hold rows of numbers; it holds none")
    rows, notes = _elisions(rows, notes)
    rows, notes = _without_index(rows, notes)
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width:
            raise UnreadableInput(
                f"rows must have the same number of columns; row 0 has {width}, "
                f"row {number} has {len(row)}"
            )
    matrix = np.array([[float(token) for token in row] for row in rows])
    if not np.isfinite(matrix).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(matrix))[0])
        raise UnreadableInput(
            f"the numbers must be finite; row {where[0]}, column {where[1]} is too large"
        )
    return matrix, _resolution(rows), notes, _dtype(dtype)


def _dtype(dtype: str | None) -> str | None:
    known = {"half": "float16", "double": "float64"}
    name = known.get(dtype or "", dtype)
    return name if name in ("float16", "bfloat16", "float32", "float64") else None


def _elisions(
    rows: list[list[str]], notes: tuple[str, ...]
) -> tuple[list[list[str]], tuple[str, ...]]:
    """Keep what stands before the first "...": places after it are not known."""
    cut = next((i for i, row in enumerate(rows) if all(t == "..." for t in row)), None)
    if cut is not None and cut > 0:
        notes = (*notes, f"Rows after row {cut - 1} are left out in the print; read {cut} rows.")
        rows = rows[:cut]
    places = [row.index("...") for row in rows if "..." in row]
    if places:
        place = min(places)
        if place == 0:
            raise UnreadableInput("a row must start with numbers; it starts with ...")
        notes = (*notes, f"Columns after column {place - 1} are left out in the print.")
        rows = [row[:place] for row in rows]
    return [row for row in rows if row], notes


def _without_index(
    rows: list[list[str]], notes: tuple[str, ...]
) -> tuple[list[list[str]], tuple[str, ...]]:
    """Drop a first column that only counts the rows, as a printed data frame has."""
    if len(rows) > 2 and _counts(rows[0]) and any("." in token for token in rows[1]):
        rows, notes = rows[1:], (*notes, "Left out the first row: it numbers the columns.")
    first = [row[0] for row in rows]
    others = [row[1:] for row in rows]
    if len(rows) > 1 and _counts(first):
        fractional = all(any(not t.lstrip("+-").isdigit() for t in row) for row in others)
        if fractional and len(rows) > 2:
            return others, (*notes, f"Left out the first column: it counts rows from {first[0]}.")
    return rows, notes


def _counts(tokens: list[str]) -> bool:
    """Return whether the tokens are whole numbers that go up by one."""
    whole = all(token.isdigit() and len(token) < 10 for token in tokens) and len(tokens) > 1
    return whole and all(int(b) - int(a) == 1 for a, b in pairwise(tokens))


def _resolution(rows: list[list[str]]) -> FloatArray | float:
    """Return the unit of the last digit: one number, or one per cell in scientific notation.

    A console prints all cells to the same digits and then drops zeros, so the longest counts.
    """
    units = [[_digits(token) for token in row] for row in rows]
    most = max(digits for row in units for digits, _ in row)
    if not any(power for row in units for _, power in row) and not _scientific(rows):
        return unit(-most)
    return np.array([[unit(power - most) for _, power in row] for row in units])


def _scientific(rows: list[list[str]]) -> bool:
    return any("e" in token.lower() for row in rows for token in row)


def _digits(token: str) -> tuple[int, int]:
    """Return the decimals of the mantissa and the power of ten."""
    mantissa, _, power = token.lower().partition("e")
    return len(mantissa.partition(".")[2]), power_of_ten(power)
