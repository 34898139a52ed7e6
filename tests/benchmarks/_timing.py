"""How the benchmarks measure: functions take turns within one run, and medians are compared."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any


def medians(rounds: int, *functions: Callable[[], Any], batch: int = 1) -> list[float]:
    """Return the median seconds of one call of each function.

    In each of ``rounds`` every function has its turn of ``batch`` calls in a row. A short call
    needs a batch: else it pays for the memory that the function before it gave back.
    """
    seconds: list[list[float]] = [[] for _ in functions]
    for function in functions:
        function()
    for _ in range(rounds):
        for record, function in zip(seconds, functions, strict=True):
            begin = time.perf_counter()
            for _ in range(batch):
                function()
            record.append((time.perf_counter() - begin) / batch)
    return [median(record) for record in seconds]
