"""How many students a server carries: each has a page of the app open and makes new settings.

``python -m tests.benchmarks.classroom --students 60 --processes 1 --seconds 30`` starts the app on
the loopback (``--processes class`` as ``make class`` does), lets the students come, waits until
all have their page, lets each make a setting every five seconds on average (exponential), and
prints how long it took from sending until the script had run to its end. The students are one
process on the same cores: its share is printed too. A setting is a link to the same page with one
number changed; with ``--by field`` a number typed into a field of the page.
"""

import argparse
import asyncio
import contextlib
import http.client
import math
import random
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from statistics import quantiles
from urllib.parse import urlencode

from streamlit.proto.NumberInput_pb2 import NumberInput
from websockets.exceptions import WebSocketException

from tests.benchmarks._figures import Figure
from tests.benchmarks._protocol import Page, PageError
from tests.benchmarks._server import APP, LOOPBACK, PATIENCE, memory, processor, serving

#: Seconds between two settings on average; within which all come.
PAUSE, ARRIVAL = 5.0, 5.0
#: Seconds for which the server keeps the session of somebody who has left (the app: 120).
KEEP = 5
#: What a server that does not keep up brings about.
FAILURES = (PageError, OSError, TimeoutError, WebSocketException, http.client.HTTPException)
#: What a student may set on every page.
COMMON = {
    "d": (16, 32, 64, 96, 128, 192, 256),
    "length": (50, 100, 200, 500, 1_000, 2_000),
    "base": (100, 1_000, 10_000, 100_000),
}
PLACE = tuple(range(5, 50, 5))
#: The pages, with what only they let one set.
PAGES: dict[str, dict[str, tuple[int, ...]]] = {
    "": {},
    "heatmap": {"position": PLACE, "dimension": tuple(range(16))},
    "waves": {"position": PLACE, "other": PLACE},
    "frequencies": {},
    "similarity": {"position": PLACE},
    "shift": {"k": tuple(range(-20, 21)), "position": PLACE},
    "order": {},
}


@dataclass
class Tally:
    """Hold what was measured: seconds, bytes and what went wrong."""

    joins: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    pages: dict[str, list[float]] = field(default_factory=dict)


class Student:
    """Open a page, and make one setting after the other."""

    def __init__(self, number: int, port: int, tally: Tally, *, by_field: bool) -> None:
        self.chance = random.Random(number)
        self.name = list(PAGES)[number % len(PAGES)]
        self.query: dict[str, int] = {}
        self.page = Page(LOOPBACK, port, self.name, "")
        self.page.curious = by_field
        self.tally = tally
        self.inputs: list[tuple[NumberInput, str]] = []

    async def join(self) -> None:
        """Come within the time in which a class comes, and wait for the page."""
        await asyncio.sleep(self.chance.uniform(0, ARRIVAL))
        begin = time.perf_counter()
        run = await asyncio.wait_for(self.page.open(), PATIENCE)
        self.tally.joins.append(time.perf_counter() - begin)
        self.inputs = run.fields

    async def work(self, until: float) -> None:
        """Make settings until the end; the pauses count from one sending to the next."""
        due = time.perf_counter() + self.chance.expovariate(1 / PAUSE)
        while due < until:
            await asyncio.sleep(due - time.perf_counter())
            begin = time.perf_counter()
            run = await asyncio.wait_for(self.step(), PATIENCE)
            seconds = time.perf_counter() - begin
            self.tally.steps.append(seconds)
            self.tally.sizes.append(run.size)
            self.tally.pages.setdefault(self.name, []).append(seconds)
            due = begin + self.chance.expovariate(1 / PAUSE)

    async def step(self):
        """Change one number to another one."""
        if self.inputs:
            return await self.page.fill(*self._typed())
        options = COMMON | PAGES[self.name]
        key = self.chance.choice(sorted(options))
        others = [value for value in options[key] if value != self.query.get(key)]
        self.query[key] = self.chance.choice(others)
        return await self.page.follow(urlencode(self.query))

    def _typed(self) -> tuple[NumberInput, str, float]:
        widget, fragment = self.chance.choice(self.inputs)
        low, high = max(widget.min, 1), min(widget.max, 500)
        return widget, fragment, self.chance.randint(int(low), int(high))

    async def guarded(self, doing) -> bool:
        """Do something; what goes wrong is an error of the server and ends this student's day."""
        try:
            await doing
        except (
            PageError,
            OSError,
            TimeoutError,
            WebSocketException,
            http.client.HTTPException,
        ) as e:
            self.tally.errors.append(f"{self.name or 'home'}: {type(e).__name__} {e}")
            return False
        return True


@contextlib.contextmanager
def classroom(processes: str) -> Iterator[tuple[int, int]]:
    """Serve the app on the loopback, as one process or as a class; yield port and process id."""
    if processes == "1":
        words = ["-m", "streamlit", "run", APP, "--server.address", LOOPBACK, "--server.port"]
    else:
        words = ["deploy/classroom.py", "--address", LOOPBACK, "--port"]
    with serving(*words, STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL=str(KEEP)) as served:
        yield served


async def _visit(port: int, tally: Tally) -> None:
    """Look at every page once, so that what is computed once is; and so that old sessions go."""
    for number in range(2 * len(PAGES)):
        student = Student(number, port, Tally(), by_field=False)
        student.tally.errors = tally.errors
        await student.guarded(student.page.open())
        await student.page.close()


async def _peak(pid: int, seen: list[float]) -> None:
    while True:
        seen.append(memory(pid))
        await asyncio.sleep(1)


async def lesson(
    port: int, pid: int, students: int, seconds: float, *, by_field: bool
) -> list[Figure]:
    """Hold a lesson, print what it was like, and return its figures."""
    tally, seen = Tally(), []
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
    await _visit(port, tally)
    await asyncio.sleep(KEEP + 1)
    await _visit(port, tally)
    before = memory(pid)
    watch = asyncio.create_task(_peak(pid, seen))
    everyone = [Student(n, port, tally, by_field=by_field) for n in range(students)]
    begin = time.perf_counter()
    came = await asyncio.gather(*(each.guarded(each.join()) for each in everyone))
    joined = time.perf_counter() - begin
    present = [each for each, here in zip(everyone, came, strict=True) if here]
    start, own, theirs = time.perf_counter(), _own_processor(), processor(pid)
    until = start + seconds
    await asyncio.gather(*(each.guarded(each.work(until)) for each in present))
    took = time.perf_counter() - start
    shares = (_own_processor() - own) / took, (processor(pid) - theirs) / took
    watch.cancel()
    for each in everyone:
        await each.page.close()
    await asyncio.sleep(KEEP + 1)
    await _visit(port, tally)
    await asyncio.sleep(1)
    megabytes = before, max(seen), memory(pid)
    report(tally, students, joined, took, shares, megabytes)
    return figures(tally, students, joined, megabytes)


def _own_processor() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def report(
    tally: Tally,
    students: int,
    joined: float,
    took: float,
    shares: tuple[float, float],
    megabytes: tuple[float, float, float],
) -> None:
    """Print the figures."""
    before, peak, after = megabytes
    print(f"  joined: {len(tally.joins)} of {students} in {joined:.1f} s; {spread(tally.joins)}")
    print(f"  steps:  {len(tally.steps)} in {took:.0f} s; {spread(tally.steps)}")
    for name, each in sorted(tally.pages.items()):
        print(f"          {name or 'home':12} {len(each):5}; {spread(each)}")
    mean = sum(tally.sizes) / max(1, len(tally.sizes)) / 1e3
    print(f"  bytes a step: {mean:.0f} kB on average; errors: {len(tally.errors)}")
    for words in sorted(set(tally.errors))[:5]:
        print(f"          {words}")
    print(f"  cores used: {shares[1]:.2f} by the server, {shares[0]:.2f} by the students")
    print(
        f"  memory: {before:.0f} MB, {peak:.0f} MB at the peak "
        f"({(peak - before) / students:.1f} MB a student), {after:.0f} MB after they have left "
        f"({after / before - 1:+.0%})"
    )


def figures(
    tally: Tally, students: int, joined: float, megabytes: tuple[float, float, float]
) -> list[Figure]:
    """Return the figures that have a target."""
    before, peak, after = megabytes
    p95 = quantiles(tally.steps, n=20, method="inclusive")[18] if tally.steps[1:] else math.inf
    return [
        Figure("a step, p95", p95 * 1e3, 300, "{:.0f} ms"),
        Figure("all have come within", joined, 10, "{:.1f} s"),
        Figure("errors", len(tally.errors), 0, "{:.0f}"),
        Figure("memory of a student", (peak - before) / students, 5, "{:.1f} MB"),
        Figure("memory after they have left, over before", after / before, 1.1),
    ]


def spread(seconds: list[float]) -> str:
    """Return the median, the 95th percentile and the maximum in words."""
    if len(seconds) < 2:
        return "too few to tell"
    cuts = quantiles(seconds, n=20, method="inclusive")
    return f"p50 {cuts[9] * 1e3:.0f} ms, p95 {cuts[18] * 1e3:.0f} ms, max {max(seconds):.2f} s"


def measure(
    students: int, processes: str, seconds: float, *, by_field: bool = False
) -> list[Figure]:
    """Serve, hold a lesson, print it and return its figures."""
    how = f"{students} students, {'one process' if processes == '1' else 'make class'}"
    print(f"{how}, a setting every {PAUSE:.0f} s each", flush=True)
    with classroom(processes) as (port, pid):
        found = asyncio.run(lesson(port, pid, students, seconds, by_field=by_field))
    return [replace(figure, what=f"{how}: {figure.what}") for figure in found]


def main() -> list[Figure]:
    """Measure one process with 60 students, and a class of 200."""
    found = measure(60, "1", 30) + measure(200, "class", 30)
    for figure in found:
        print(figure.line())
    return found


def command() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="Let students use the app, and time it.")
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument("--processes", choices=("1", "class"), default="1")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--by", choices=("link", "field"), default="link")
    given = parser.parse_args()
    if not (1 <= given.students <= 2_000 and 1 <= given.seconds <= 600):
        parser.error("--students must be from 1 to 2000 and --seconds from 1 to 600")
    measure(given.students, given.processes, given.seconds, by_field=given.by == "field")


if __name__ == "__main__":
    command()
