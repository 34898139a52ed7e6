"""What a step costs the server, and what it sends: every page beside an empty one, in one run.

A step is another base, asked for as a link asks; the processor time is that of the server's
process. Where a slider of the page itself moves, the step goes the slider's own way, and only the
page's part of the script runs.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import mean

from pages.parts.frame import PAGES
from tests.benchmarks._figures import Figure
from tests.benchmarks._protocol import Page, Run
from tests.benchmarks._server import APP, LOOPBACK, PLAIN, memory, processor, streamlit

NAMES = ["" if page.path == APP else Path(page.path).stem for page in PAGES]
LIVE = ("", "heatmap", "waves", "frequencies", "similarity", "shift")
#: Every page has its turn in each round; a turn of an empty page has as many times more steps.
ROUNDS, STEPS, EMPTY = 4, 6, 8
ARTICLE, LARGE = "d=128&length=1000", "d=1024&length=1000000"
#: What only moves a place in the picture, by page.
PLACES = {
    "heatmap": ("position", "dimension"),
    "waves": ("position", "other"),
    "similarity": ("position",),
    "shift": ("k", "position"),
}
#: No base comes twice, so nothing is found in a cache; but where a page trains, a training is
#: kept, and its own time is not a step's.
bases = itertools.count(10_001, 7)
TRAINS = ("learned",)
trained = itertools.cycle(range(9_001, 9_005))
Step = Callable[[], Awaitable[Run]]


@asynccontextmanager
async def opened(port: int, name: str, query: str):
    """Open a page as a reader does."""
    page = Page(LOOPBACK, port, name, query)
    page.curious = True
    page.first = await page.open()
    try:
        yield page
    finally:
        await page.close()


def rebased(page: Page, size: str) -> Step:
    """Return a step to another base."""
    chosen = trained if page.name in TRAINS else bases
    return lambda: page.follow(f"{size}&base={next(chosen)}")


async def turn(pid: int, step: Step, count: int) -> tuple[float, list[int]]:
    """Return processor seconds of one step, and the bytes of each."""
    await step()
    begin = processor(pid)
    sizes = [(await step()).size for _ in range(count)]
    return (processor(pid) - begin) / count, sizes


async def costs(app: tuple[int, int], plain: tuple[int, int]) -> dict[str, list[float]]:
    """Return the processor seconds of a step in each round by page; the empty one is "empty"."""
    seconds: dict[str, list[float]] = {}
    async with AsyncExitStack() as stack:

        async def steps(served: tuple[int, int], name: str) -> Step:
            page = await stack.enter_async_context(opened(served[0], name, ARTICLE))
            return rebased(page, ARTICLE)

        turns = {name or "home": (app[1], await steps(app, name), STEPS) for name in NAMES}
        turns["plain page"] = (plain[1], await steps(plain, "heatmap"), STEPS)
        turns["empty"] = (plain[1], await steps(plain, ""), STEPS * EMPTY)
        for name in TRAINS:
            await turn(app[1], turns[name][1], 4)
        for _ in range(ROUNDS):
            for name, (pid, step, count) in turns.items():
                seconds.setdefault(name, []).append((await turn(pid, step, count))[0])
    return seconds


async def bytes_sent(app: tuple[int, int], size: str) -> dict[str, int]:
    """Return the most bytes of a step to another base, by page."""
    most = {}
    for name in NAMES:
        async with opened(app[0], name, size) as page:
            most[name or "home"] = max((await turn(app[1], rebased(page, size), 3))[1])
    return most


async def bytes_of_a_place(app: tuple[int, int]) -> dict[str, int]:
    """Return the most bytes of a step of a page's own slider, by page and slider."""
    most = {}
    for name, keys in PLACES.items():
        async with opened(app[0], name, ARTICLE) as page:
            for key in keys:
                panel, fragment = next(
                    (panel, fragment)
                    for panel, fragment in page.first.panels
                    if f'"key": "{key}"' in panel.json
                )
                runs = [await page.move(panel, fragment, key, 30 + n) for n in range(4)]
                most[f"{name}, {key}"] = max(run.size for run in runs[1:])
    return most


def cost_figures(seconds: dict[str, list[float]]) -> list[Figure]:
    """Return the cost of each page as a ratio to the empty one."""
    empty = mean(seconds.pop("empty"))
    ratios = {name: mean(each) / empty for name, each in seconds.items()}
    live = mean(ratios[name or "home"] for name in LIVE)
    title = "processor time of a step, ratio to an empty page: "
    return [
        Figure(f"{title}mean of the live pages", live, 5, note=f"empty: {empty * 1e3:.1f} ms"),
        *(
            Figure(title + name, ratio, None if name == "plain page" else 9)
            for name, ratio in ratios.items()
        ),
    ]


def size_figures(title: str, sizes: dict[str, int], most: float) -> list[Figure]:
    """Return the bytes of a step for each page."""
    form = "{:.1f} kB"
    return [Figure(f"{title}: {name}", size / 1e3, most, form) for name, size in sizes.items()]


async def measure(app: tuple[int, int], plain: tuple[int, int]) -> list[Figure]:
    """Return all figures."""
    figures = cost_figures(await costs(app, plain))
    figures += size_figures("bytes of a step, 1,000 × 128", await bytes_sent(app, ARTICLE), 300)
    figures += size_figures("bytes of a step, 1,000,000 × 1,024", await bytes_sent(app, LARGE), 700)
    return figures + size_figures("bytes of a place", await bytes_of_a_place(app), 15)


def main() -> list[Figure]:
    """Print and return the figures."""
    with streamlit(APP) as app, streamlit(PLAIN) as plain:
        figures = asyncio.run(measure(app, plain))
        for figure in figures:
            print(figure.line())
        print(
            f"server's memory at the end: {memory(app[1]):.0f} MB, plain {memory(plain[1]):.0f} MB"
        )
    return figures
