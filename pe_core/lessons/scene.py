"""What a lesson's step and a question have in common: a picture, settings, and computed values."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from pe_core.lessons.pictures import PICTURES
from pe_core.lessons.registry import compute
from pe_core.lessons.settings import DEFAULTS, SETTINGS, Value, variants
from pe_core.lessons.source import Block, Entry, LessonError, Source

__all__ = ["Scene", "check_keys", "link_name", "read_scene"]

P = ParamSpec("P")
T = TypeVar("T")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class Scene:
    """Hold what a block shows and computes: a picture, settings to choose from, named values.

    ``after`` is the picture that is shown with the answer, where the question's own would
    give it away; else it is the same.
    """

    file: str
    block: Block
    picture: str
    after: str
    allowed: dict[str, tuple[Value, ...]]
    lets: tuple[tuple[str, Entry], ...]

    def values(self, settings: dict[str, Value]) -> dict[str, Value]:
        """Return the settings together with every ``let`` worked out from them."""
        values = dict(settings)
        for name, entry in self.lets:
            values[name] = self.at(entry.line, compute, entry.value, values)
        return values

    def at(self, line: int, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function; a ``ValueError`` of it is told with the file and the line."""
        try:
            return function(*arguments, **named)
        except LessonError:
            raise
        except ValueError as error:
            raise LessonError(self.file, line, str(error)) from None


def check_keys(
    file: str, entries: dict[str, Entry], known: set[str], *, needed: set[str], line: int = 1
) -> None:
    """Refuse a header or block with a key too many or too few."""
    for key, entry in entries.items():
        if key not in known:
            reason = f"{key} is not a key here; the keys are {', '.join(sorted(known))}"
            raise LessonError(file, entry.line, reason)
    for key in sorted(needed - entries.keys()):
        raise LessonError(file, line, f"{key} is missing")


def link_name(source: Source) -> str:
    """Return the id of a file, which stands in links."""
    entry = source.header["id"]
    if not _NAME.fullmatch(entry.value):
        rule = "id must be small letters, digits and hyphens, at most 40"
        raise LessonError(source.file, entry.line, f"{rule}; got {entry.value[:60]!r}")
    return entry.value


def read_scene(file: str, block: Block, *, more: tuple[str, ...] = ()) -> Scene:
    """Return the picture, the settings and the computed values of a block.

    ``more`` are keys (or their first words) that the caller reads itself.
    """
    lets: list[tuple[str, Entry]] = []
    allowed: dict[str, tuple[Value, ...]] = {key: (value,) for key, value in DEFAULTS.items()}
    scene = Scene(file, block, "", "", {}, ())
    for key, entry in block.entries.items():
        first, _, name = key.partition(" ")
        if first == "let" and name:
            if name in SETTINGS or name == "answer":
                raise LessonError(file, entry.line, f"{name} has a meaning of its own already")
            lets.append((name, entry))
        elif key in ("picture", "after"):
            _check_picture(file, entry, block)
        elif key not in more and first not in more:
            allowed[key] = scene.at(entry.line, variants, key, entry.value)
    check_keys(file, block.entries, set(block.entries), needed={"picture"}, line=block.line)
    picture = block.entries["picture"].value
    after = block.entries["after"].value if "after" in block.entries else picture
    return Scene(file, block, picture, after, allowed, tuple(lets))


def _check_picture(file: str, entry: Entry, block: Block) -> None:
    """Refuse an unknown picture, and one whose settings are not all there."""
    if entry.value not in PICTURES:
        known = ", ".join(PICTURES)
        raise LessonError(file, entry.line, f"picture must be one of {known}; got {entry.value!r}")
    missing = [key for key in PICTURES[entry.value] if key not in block.entries]
    if missing:
        raise LessonError(file, entry.line, f"the picture {entry.value} needs {missing[0]}")
