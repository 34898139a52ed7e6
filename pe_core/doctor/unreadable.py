"""The one error of reading, and the largest input."""

__all__ = ["MAX_BYTES", "UnreadableInput"]

MAX_BYTES = 50 * 10**6


class UnreadableInput(ValueError):  # noqa: N818 - the name says what the input is
    """Say in one sentence why an input is no table of finite real numbers."""
