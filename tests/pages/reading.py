"""What a page shows and what can be moved on it, by key."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
from streamlit.testing.v1 import AppTest, local_script_runner

from tests.wire import assemble, open_message

__all__ = [
    "body_alone",
    "chart_names",
    "charts",
    "menu",
    "movable",
    "move",
    "parts",
    "sliders",
    "texts",
    "values",
]

KINDS = (
    "number_input",
    "toggle",
    "checkbox",
    "segmented_control",
    "multiselect",
    "selectbox",
    "radio",
    "text_input",
    "text_area",
)


def parts(app: AppTest, name: str) -> list[Any]:
    """Return the messages of our own parts of one kind: "chart", "numbers", "sliders", "menu"."""
    protos = [element.proto for element in app.get("bidi_component")]
    return [proto for proto in protos if proto.component_name == f"pe_{name}"]


def charts(app: AppTest) -> list[dict[str, Any]]:
    """Return the figure of each chart with its name and its alt text."""
    large = [open_message(proto.bytes) for proto in parts(app, "numbers")]
    numbers = {message.head["id"]: message for message in large}
    sent = [json.loads(proto.json) for proto in parts(app, "looks")]
    looks = {look["name"]: look["template"] for look in sent}
    heads = [assemble(open_message(proto.bytes), numbers) for proto in parts(app, "chart")]
    for head in heads:
        head["spec"]["layout"]["template"] = looks[head["look"]]
    return [head | head["spec"] for head in heads]


def chart_names(app: AppTest) -> list[str]:
    """Return the name of each chart."""
    return [open_message(proto.bytes).head["name"] for proto in parts(app, "chart")]


def sliders(app: AppTest) -> dict[str, dict[str, Any]]:
    """Return what each of our sliders shows, by its parameter."""
    items = [item for proto in parts(app, "sliders") for item in json.loads(proto.json)["items"]]
    return {item["key"]: item for item in items}


def menu(app: AppTest, *, cards: bool = False) -> list[tuple[str, list[dict[str, str]]]]:
    """Return the groups of links in the menu, or of the cards on the home page."""
    (data,) = (
        data
        for data in (json.loads(proto.json) for proto in parts(app, "menu"))
        if data.get("cards", False) == cards
    )
    return [(group, pages) for group, pages in data["groups"]]


@contextmanager
def body_alone(app: AppTest) -> Iterator[None]:
    """Run a page's body alone meanwhile, as a browser asks for when a control in it moves.

    AppTest itself runs the whole page at each step, and would not see what a body forgets.
    """
    asked = local_script_runner.RerunData
    parts_of_the_page = list(app._fragment_storage._fragments)

    def alone(**data: Any) -> Any:
        return asked(**data, fragment_id_queue=parts_of_the_page)

    with mock.patch.object(local_script_runner, "RerunData", alone):
        yield


def values(numbers: Any) -> np.ndarray:
    """Return the numbers of a trace."""
    return np.asarray(numbers)


def texts(app: AppTest) -> str:
    """Return all running text of a page."""
    elements = [*app.markdown, *app.caption, *app.warning, *app.latex, *app.title]
    return "\n".join(element.value for element in elements)


def movable(app: Any) -> list[tuple[str, str]]:
    """Return kind and key of every control of a page, or of a part of it, that is no button."""
    return [
        (kind, widget.key)
        for kind in KINDS
        for widget in getattr(app, kind)
        if not getattr(widget, "disabled", False)
    ]


def move(app: AppTest, kind: str, key: str) -> AppTest:
    """Give a control another value than it has, and run the page."""
    widget = getattr(app, kind)(key=key)
    return widget.set_value(_other(kind, widget)).run()


def _other(kind: str, widget: Any) -> Any:
    """Return a legal value that is not the present one."""
    value = widget.value
    if kind == "number_input" and value is None:
        return type(widget.step)(1)
    if kind in ("toggle", "checkbox"):
        return not value
    if kind in ("text_input", "text_area"):
        return f"{value} moved"
    if kind == "multiselect":
        return value[1:] or [widget.options[0]]
    if kind == "segmented_control":
        return next(option for option in widget.options if option not in widget.formatted_values)
    if kind in ("selectbox", "radio"):
        return widget.options[((widget.index or 0) + 1) % len(widget.options)]
    step = type(value)(widget.step or 1)
    return value + step if value + step <= widget.max else value - step
