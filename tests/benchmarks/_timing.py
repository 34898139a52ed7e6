"""How the benchmarks measure: alternate two functions in one run, and compare their medians."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any


def medians(rounds: int, *functions: Callable[[], Any]) -> list[float]:
    """Return the median seconds of each function over ``rounds``, one after the other."""
    seconds: list[list[float]] = [[] for _ in functions]
    for function in functions:
        function()
    for _ in range(rounds):
        for record, function in zip(seconds, functions, strict=True):
            begin = time.perf_counter()
            function()
            record.append(time.perf_counter() - begin)
    return [median(record) for record in seconds]
