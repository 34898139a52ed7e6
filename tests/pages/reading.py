"""What a page shows and what can be moved on it, by key."""

import base64
import json
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

__all__ = ["chart_names", "charts", "movable", "move", "texts", "values"]

KINDS = (
    "slider",
    "select_slider",
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


def charts(app: AppTest) -> list[dict[str, Any]]:
    """Return the figure of each chart with its alt text (``"alt"``)."""
    elements = [element.proto for element in app.get("plotly_chart")]
    return [json.loads(proto.spec) | {"alt": proto.alt} for proto in elements]


def chart_names(app: AppTest) -> list[str]:
    """Return the name of each chart, from the key that the page gave it."""
    return [element.proto.id.rsplit("chart:", 1)[1] for element in app.get("plotly_chart")]


def values(packed: Any) -> np.ndarray:
    """Return the numbers of a trace, which may be packed in base64."""
    if not isinstance(packed, dict):
        return np.asarray(packed)
    raw = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])
    shape = str(packed.get("shape", len(raw)))
    return raw.reshape([int(n) for n in shape.split(",")])


def texts(app: AppTest) -> str:
    """Return all running text of a page."""
    elements = [*app.markdown, *app.caption, *app.warning, *app.latex, *app.title]
    return "\n".join(element.value for element in elements)


def movable(app: AppTest) -> list[tuple[str, str]]:
    """Return kind and key of every control that is not a button."""
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
    if kind == "select_slider":
        return _offered(widget, value)
    if kind == "segmented_control":
        return next(option for option in widget.options if option not in widget.formatted_values)
    if kind in ("selectbox", "radio"):
        return widget.options[((widget.index or 0) + 1) % len(widget.options)]
    if isinstance(value, tuple | list):
        return (value[0], (value[0] + value[1]) / 2)
    step = type(value)(widget.step or 1)
    return value + step if value + step <= widget.max else value - step


def _offered(widget: Any, value: Any) -> Any:
    """Return an option of a select slider; they come as formatted text."""
    shown = [type(value)(str(option).replace(",", "")) for option in widget.options]
    place = shown.index(value)
    return shown[place + 1] if place + 1 < len(shown) else shown[place - 1]
