"""Print a dialogue for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

from .._arguments.checks import printable
from ..errors import OxidealError
from .lines import read

MAX_LIST = 300
"""The maximum length of a list of moves or events in a line."""


def tracer(write: Callable[[str], object]) -> Callable[[str, bytes], None]:
    """Return the trace of a `ProgramBot` that writes each line as seconds, direction and summary."""
    start = monotonic()

    def trace(direction: str, line: bytes) -> None:
        shown = summary(line) if direction in "<>" else line.decode(errors="replace")
        write(f"{monotonic() - start:9.3f} {direction} {printable(shown)}\n")

    return trace


def summary(line: bytes) -> str:
    """Return a message in a few words; a line that is not a message as it is."""
    try:
        message = read(line)
        kind = message.pop("kind")
        make = _SUMMARIES.get(kind, _fields)
        return f"{kind} {make(message)}".rstrip()
    except (OxidealError, KeyError, TypeError, AttributeError, ValueError):
        return line[:MAX_LIST].decode(errors="replace")


def _fields(message: dict[str, Any]) -> str:
    return _cut(", ".join(f"{name} {_short(value)}" for name, value in message.items()))


def _events(message: dict[str, Any]) -> str:
    return _cut("; ".join(event["text"] for event in message["events"]))


def _question(message: dict[str, Any]) -> str:
    legal = message.get("legal")
    moves = "" if legal is None else ": " + " | ".join(f"{move['id']} {move['text']}" for move in legal)
    return _cut(f"{message['id']}, {message['time']} ms{', with the view' if 'view' in message else ''}{moves}")


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} {_short(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_short, value)) + "]"
    return value if isinstance(value, str) else json.dumps(value)  # as in the message: null, false


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LIST else f"{text[:MAX_LIST]}..."


_SUMMARIES = {"events": _events, "question": _question}
