"""Messages as lines of JSON."""

from __future__ import annotations

import json
from typing import Any

from .._internal.json import object_of, shown
from .._registry import unknown
from ..errors import OxidealError
from ..schemas.schema import messages_of_bots
from ..schemas.values import Fields

MAX_BOT_LINE = 65_536
"""The maximum length of a line that a bot writes, in bytes."""

MAX_HOST_LINE = 16 * 2**20
"""The maximum length of a line that a host writes, in bytes."""


class ProtocolError(OxidealError):
    """A message that breaks the protocol."""


def write(*messages: dict[str, Any]) -> bytes:
    """Return the messages as lines, in ASCII."""
    return b"".join(json.dumps(each, separators=(",", ":"), allow_nan=False).encode() + b"\n" for each in messages)


def read(line: bytes) -> dict[str, Any]:
    """Return the message in a line. Raises `ProtocolError`."""
    found = object_of(line, "a message", ProtocolError)
    if type(found.get("kind")) is not str:
        raise ProtocolError(f"a message must have a string kind, got {shown(line)}")
    return found


def fields(message: dict[str, Any]) -> Fields:
    """Return the fields of a message, whose checks raise `ProtocolError`."""
    return Fields(message["kind"], message, ProtocolError)


def slip(message: dict[str, Any]) -> str:
    """Return what a host ignores of a bot's message, in words: probably a misspelt name. A bot's own begin with x-."""
    kind, known = message["kind"], messages_of_bots()
    if kind not in known:
        return f"ignored a message of {unknown('kind', kind, known)}"
    name = next((name for name in message if name not in known[kind] and not name.startswith("x-")), None)
    return "" if name is None else f"ignored {unknown('field', name, known[kind], f' of {kind}')}"
