"""Speak Streamlit's protocol as its page does, so that a benchmark can be a class of students.

A page fetches itself and two small files (which bring the cookies), opens a websocket with the
cookies and the XSRF token, and asks for a run of the script; messages come back until one says
that the run has finished. Only what steers that is read: of each message the type, found by
walking over its outermost fields without unpacking them, so that hundreds of students cost little.
"""

import asyncio
import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg, ForwardMsgMetadata
from streamlit.proto.NumberInput_pb2 import NumberInput
from websockets.asyncio.client import ClientConnection, connect

PROBES = ("_stcore/health", "_stcore/host-config")
EARLY, WRONG = ForwardMsg.FINISHED_EARLY_FOR_RERUN, ForwardMsg.FINISHED_WITH_COMPILE_ERROR
BYTES = 2
#: The widget to which the page gives the events of a component.
EVENTS = "$$STREAMLIT_INTERNAL_KEY_{}__events"
#: The page forgets a large message that was not needed for this many runs.
KEPT_RUNS = 2


def _numbers(message: type, *names: str) -> list[int]:
    return [message.DESCRIPTOR.fields_by_name[name].number for name in names]


HASH, METADATA, DELTA, FINISHED, NAVIGATION, PAGE_INFO, REFERENCE = _numbers(
    ForwardMsg,
    "hash",
    "metadata",
    "delta",
    "script_finished",
    "navigation",
    "page_info_changed",
    "ref_hash",
)
(NEW_ELEMENT,) = _numbers(Delta, "new_element")
EXCEPTION, NUMBER_INPUT, OWN_PART = _numbers(Element, "exception", "number_input", "bidi_component")
(CACHEABLE,) = _numbers(ForwardMsgMetadata, "cacheable")


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Yield number and value of a message's outermost fields: an integer, or bytes not unpacked."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield tag >> 3, value
        else:
            size, at = _varint(data, at) if kind == BYTES else ({1: 8, 5: 4}[kind], at)
            yield tag >> 3, data[at : at + size]
            at += size


def within(data: memoryview, *path: int) -> Iterator[memoryview]:
    """Yield the bytes found in a message by following field numbers."""
    for number, value in fields(data):
        if number == path[0] and isinstance(value, memoryview):
            yield from within(value, *path[1:]) if path[1:] else (value,)


class PageError(Exception):
    """Say what a page would have shown as an error."""


@dataclass
class Run:
    """Hold what came back for one run of the script."""

    size: int = 0
    messages: int = 0
    fields: list[tuple[NumberInput, str]] = field(default_factory=list)
    #: Our panels of sliders, each with the fragment that it is in.
    panels: list[tuple[BidiComponent, str]] = field(default_factory=list)


class Page:
    """Be one open page of the app: its cookies, its websocket and the messages it keeps."""

    def __init__(self, host: str, port: int, name: str, query: str) -> None:
        self.host, self.port, self.name, self.query = host, port, name, query
        self.cookies: dict[str, str] = {}
        #: Messages that are kept, with the run in which each was last needed.
        self.kept: dict[str, int] = {}
        self.runs = 0
        self.script = ""
        self.socket: ClientConnection | None = None
        self.moves = 0
        #: Whether the fields and the sliders are read from what comes.
        self.curious = False

    def _get(self, path: str) -> None:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        cookie = {"Cookie": self._cookie()} if self.cookies else {}
        connection.request("GET", f"/{path}", headers=cookie)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != http.client.OK:
            raise PageError(f"/{path} answered {answer.status}")
        for text in answer.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(text).items()}

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def open(self) -> Run:
        """Load the page, connect, and wait for the first run."""
        for path in (f"{self.name}?{self.query}", *PROBES):
            await asyncio.to_thread(self._get, path)
        token = self.cookies.get("_streamlit_xsrf", "PLACEHOLDER_AUTH_TOKEN")
        address = f"{self.host}:{self.port}"
        self.socket = await connect(
            f"ws://{address}/_stcore/stream",
            origin=f"http://{address}",
            additional_headers={"Cookie": self._cookie()},
            subprotocols=["streamlit", token],
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=60,
        )
        return await self.follow(self.query)

    async def follow(self, query: str) -> Run:
        """Ask for the page at another query string, as a link in it does."""
        self.query = query
        return await self._run(self._request())

    async def fill(self, widget: NumberInput, fragment: str, value: float) -> Run:
        """Type a number into a field."""
        message = self._request()
        state = message.rerun_script.widget_states.widgets.add(id=widget.id)
        if widget.data_type == NumberInput.INT:
            state.int_value = int(value)
        else:
            state.double_value = value
        message.rerun_script.fragment_id = fragment
        return await self._run(message)

    async def move(self, panel: BidiComponent, fragment: str, key: str, value: float) -> Run:
        """Let a slider go at a value."""
        self.moves += 1
        moved = {"values": {key: value}, "n": self.moves}
        message = self._request()
        state = message.rerun_script.widget_states.widgets.add(id=EVENTS.format(panel.id))
        state.json_trigger_value = json.dumps([{"event": "moved", "value": moved}])
        message.rerun_script.fragment_id = fragment
        return await self._run(message)

    def _request(self) -> BackMsg:
        message = BackMsg()
        ask = message.rerun_script
        ask.query_string, ask.page_script_hash = self.query, self.script
        ask.page_name = "" if self.script else self.name
        ask.cached_message_hashes.extend(self.kept)
        ask.context_info.timezone, ask.context_info.locale = "UTC", "en-GB"
        ask.context_info.url = f"http://{self.host}:{self.port}/{self.name}"
        ask.context_info.color_scheme = "light"
        return message

    async def _run(self, message: BackMsg) -> Run:
        run = Run()
        await self.socket.send(message.SerializeToString())
        while True:
            data = await self.socket.recv()
            run.size += len(data)
            run.messages += 1
            if self._read(memoryview(data), run):
                self.runs += 1
                oldest = self.runs - KEPT_RUNS
                self.kept = {name: last for name, last in self.kept.items() if last >= oldest}
                return run

    def _read(self, data: memoryview, run: Run) -> bool:
        """Take from a message what steers the page; return whether the run has finished."""
        name, cacheable = "", False
        for number, value in fields(data):
            if number == HASH:
                name = bytes(value).decode()
            elif number == METADATA:
                cacheable = any(n == CACHEABLE and v for n, v in fields(value))
            elif number == DELTA:
                self._look(value, run)
            elif number == REFERENCE:
                self._recall(bytes(value).decode())
            elif number == NAVIGATION:
                self.script = ForwardMsg.FromString(bytes(data)).navigation.page_script_hash
            elif number == PAGE_INFO:
                changed = ForwardMsg.FromString(bytes(data)).page_info_changed
                self.query = changed.query_string
            elif number == FINISHED:
                if value == WRONG:
                    raise PageError("the script could not be compiled")
                return value != EARLY
        if cacheable:
            self.kept[name] = self.runs
        return False

    def _recall(self, name: str) -> None:
        """Take a message out of the kept ones, as the server asks."""
        if name not in self.kept:
            raise PageError(f"the server refers to a message that is not kept: {name}")
        self.kept[name] = self.runs

    def _look(self, delta: memoryview, run: Run) -> None:
        """Raise if an exception is shown; keep fields and sliders if they are wanted."""
        for element in within(delta, NEW_ELEMENT):
            kinds = (EXCEPTION, NUMBER_INPUT, OWN_PART)
            kind = next((n for n, _ in fields(element) if n in kinds), None)
            if kind == EXCEPTION:
                raise PageError("the page shows an exception")
            if kind is None or not self.curious:
                continue
            whole = Delta.FromString(bytes(delta))
            if kind == NUMBER_INPUT:
                run.fields.append((whole.new_element.number_input, whole.fragment_id))
            elif whole.new_element.bidi_component.component_name == "pe_sliders":
                run.panels.append((whole.new_element.bidi_component, whole.fragment_id))

    async def close(self) -> None:
        """Leave."""
        if self.socket:
            await self.socket.close()
