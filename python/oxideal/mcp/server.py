"""The Model Context Protocol over two streams: JSON-RPC 2.0, one message a line."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

from .. import _native
from .._arguments.checks import quoted
from .._internal.json import value_of
from ..errors import OxidealError
from .tools import TOOLS

if TYPE_CHECKING:
    from .tables import Tables

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""The versions of the protocol that begin with `initialize`. Clients of later versions fall back to it."""

MAX_LINE = 2**20
"""The maximum length of a line that a client writes, in bytes."""

INSTRUCTIONS = """\
Play card and tile games against bots. `start` deals a round and says which seat is yours. On your turn, `view` shows \
what you know, `legal_moves` lists what you can play, and `move` plays it; give it the number of the turn. The results \
contain what your seat knows and nothing else."""

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603


class RequestError(Exception):
    """A request that breaks JSON-RPC or MCP."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Server:
    """A server for one client, which reads from one stream and writes to another."""

    def __init__(self, tables: Tables, reader: BinaryIO, writer: BinaryIO) -> None:
        self.tables = tables
        self.reader = reader
        self.writer = writer

    def run(self) -> int:
        """Answer requests until the end of the input, and return the exit status."""
        try:
            with redirect_stdout(sys.stderr):
                for line in self._lines():
                    answer = self._answer_line(line)
                    if answer:
                        self.writer.write(json.dumps(answer, separators=(",", ":"), allow_nan=False).encode() + b"\n")
                        self.writer.flush()
        except BrokenPipeError:
            return 1
        return 0

    def _lines(self) -> Iterator[bytes | None]:
        """Return each line that is not blank, None for one that is too long."""
        while line := self.reader.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                while not line.endswith(b"\n") and (line := self.reader.readline(MAX_LINE)):
                    pass
                yield None
            elif line.strip():
                yield line

    def _answer_line(self, line: bytes | None) -> Any:
        """Return the answer to a line; none for notifications. A batch has a list of answers."""
        try:
            if line is None:
                raise RequestError(PARSE_ERROR, f"a line must have at most {MAX_LINE} bytes")
            found = value_of(line, "a message", partial(RequestError, PARSE_ERROR))
        except RequestError as error:
            return _error(None, error.code, str(error))
        if type(found) is list and found:
            return [answer for each in found if (answer := self._answer(each)) is not None]
        return self._answer(found)

    def _answer(self, message: Any) -> dict[str, Any] | None:
        number = message.get("id") if type(message) is dict else None
        if type(number) not in (str, int):
            number = None
        try:
            if type(message) is not dict or message.get("jsonrpc") != "2.0":
                raise RequestError(INVALID_REQUEST, 'a message must be an object with "jsonrpc": "2.0"')
            if "method" not in message and ("result" in message or "error" in message):
                return None  # this server asks the client nothing
            method, params = message.get("method"), message.get("params", {})
            if type(method) is not str:
                raise RequestError(INVALID_REQUEST, "a request must have a string method")
            if "id" not in message:
                return None
            if number is None:
                raise RequestError(INVALID_REQUEST, "the id must be a string or an integer")
            if type(params) is not dict:
                raise RequestError(INVALID_PARAMS, "params must be an object")
            if method not in _METHODS:
                raise RequestError(UNKNOWN_METHOD, f"unknown method {quoted(method)}")
            return {"jsonrpc": "2.0", "id": number, "result": _METHODS[method](self, params)}
        except RequestError as error:
            return _error(number, error.code, str(error))
        except Exception as error:  # a fault of ours must not end the client's other rounds
            traceback.print_exception(error)
            return _error(number, INTERNAL_ERROR, "internal error; standard error has the details")

    # Methods

    def _initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        wanted = params.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[-1],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "oxideal", "version": _native.__version__},
            "instructions": INSTRUCTIONS,
        }

    def _ping(self, _: dict[str, Any]) -> dict[str, Any]:
        return {}

    def _list_tools(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"tools": [tool.to_dict(name) for name, tool in TOOLS.items()]}

    def _call_tool(self, params: dict[str, Any]) -> dict[str, Any]:
        name, arguments = params.get("name"), params.get("arguments", {})
        if type(name) is not str or name not in TOOLS:
            raise RequestError(INVALID_PARAMS, f"unknown tool {quoted(str(name))}; expected {', '.join(TOOLS)}")
        if type(arguments) is not dict:
            raise RequestError(INVALID_PARAMS, "arguments must be an object")
        try:
            texts, made = TOOLS[name].call(self.tables, arguments)
        except OxidealError as error:  # for the model, which can do better
            return {"content": _content(str(error)), "isError": True}
        return {"content": _content(*texts), "structuredContent": made, "isError": False}


_METHODS = {
    "initialize": Server._initialize,
    "ping": Server._ping,
    "tools/list": Server._list_tools,
    "tools/call": Server._call_tool,
}


def _content(*texts: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text} for text in texts]


def _error(number: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}
