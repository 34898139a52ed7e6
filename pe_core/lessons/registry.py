"""The computations that a lesson may name for its answers, and how it names them.

An answer is never typed into a lesson: the file names a computation and its arguments, and the
core works it out. ``answer: cell position=3`` calls :func:`~pe_core.lessons.encoding.cell` with
the position 3; what is not given (here d, base and dimension) is taken from the settings of the
step. Only functions that were registered can be called, with numbers and words alone.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pe_core.checks import integer, real
from pe_core.lessons.settings import Value

__all__ = ["COMPUTATIONS", "computation", "compute"]

Function = TypeVar("Function", bound=Callable[..., Value])


@dataclass(frozen=True)
class Computation:
    """Hold a function, and the type and default of each of its parameters."""

    function: Callable[..., Value]
    parameters: dict[str, tuple[type, Any]]


COMPUTATIONS: dict[str, Computation] = {}
_MISSING = inspect.Parameter.empty


def computation(function: Function) -> Function:
    """Register a function, by its own name, for use in lessons.

    Its parameters are annotated as int, float, bool or str; a bool is written as yes or no.
    """
    signature = inspect.signature(function, eval_str=True)
    COMPUTATIONS[function.__name__] = Computation(
        function, {name: (p.annotation, p.default) for name, p in signature.parameters.items()}
    )
    return function


def compute(call: str, values: Mapping[str, Value]) -> Value:
    """Run a call such as ``similarity_at offset=5``, with ``values`` for what it leaves out.

    An argument is a number, a word, or a name out of ``values`` in braces, as in ``left={peak}``;
    a call that is nothing but such a name returns its value.

    Raises ``ValueError`` for anything that is not known or that the computation refuses.

    >>> import pe_core.lessons
    >>> compute("cell position=1 dimension=0", {"d": 4, "base": 10_000.0})
    0.8414709848078965
    """
    name, *words = call.split() or [""]
    if call.startswith("{") and not words:
        return _named(call, values)
    if name not in COMPUTATIONS:
        raise ValueError(f"{name} is not a computation; there are {', '.join(COMPUTATIONS)}")
    known = COMPUTATIONS[name]
    given = dict(_argument(name, word, values) for word in words)
    unknown = given.keys() - known.parameters.keys()
    if unknown:
        takes = ", ".join(known.parameters)
        raise ValueError(f"{name} must get its own arguments ({takes}); got {min(unknown)}")
    arguments = {}
    for key, (kind, default) in known.parameters.items():
        value = given.get(key, values.get(key, default))
        if value is _MISSING:
            raise ValueError(f"{name} must be given {key}")
        arguments[key] = _as(kind, key, value)
    return known.function(**arguments)


def _argument(name: str, word: str, values: Mapping[str, Value]) -> tuple[str, Value]:
    """Return key and value of one ``key=value``."""
    key, equals, text = word.partition("=")
    if not (equals and key and text):
        raise ValueError(f"{name} must be followed by arguments as key=value; got {word[:40]!r}")
    return key, _named(text, values) if text.startswith("{") else text


def _named(text: str, values: Mapping[str, Value]) -> Value:
    """Return the value of a name in braces."""
    name = text[1:-1]
    if not text.endswith("}") or name not in values:
        raise ValueError(f"{text[:40]} must be one of the known names: {', '.join(values)}")
    return values[name]


def _as(kind: type, key: str, value: Any) -> Any:
    """Return a value as the type that a parameter wants."""
    if kind is bool:
        if value not in ("yes", "no", True, False):
            raise ValueError(f"{key} must be yes or no; got {value!r}")
        return value in ("yes", True)
    if kind is str:
        return str(value)
    try:
        number = float(value)
    except ValueError:
        raise ValueError(f"{key} must be a number; got {value!r}") from None
    if kind is int:
        return integer(key, number, -(10**15), 10**15)
    return real(key, number, -1e15, 1e15)
