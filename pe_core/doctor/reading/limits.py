"""The one error of reading, and how much is read: a diagnosis needs a few thousand rows, not all.

A file may be large, but what is turned into Python objects is bounded: so many characters, rows
and numbers, and not one more.
"""

__all__ = [
    "MAX_BYTES",
    "MAX_CHARACTERS",
    "MAX_COLUMNS",
    "MAX_DEPTH",
    "MAX_NUMBERS",
    "MAX_ROWS",
    "UnreadableInput",
]

#: The largest file.
MAX_BYTES = 50 * 10**6
#: Of a text, at most so many characters, rows and numbers are read.
MAX_CHARACTERS, MAX_ROWS, MAX_NUMBERS = 4 * 2**20, 4096, 2**19
#: Numbers in one row; real tables have a few thousand.
MAX_COLUMNS = 2**16
#: Brackets within brackets; a print of a table has three or four.
MAX_DEPTH = 16


class UnreadableInput(ValueError):  # noqa: N818 - the name says what the input is
    """Say in one sentence why an input is no table of finite real numbers."""
