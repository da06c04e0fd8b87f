"""An engine in another language: a program that answers lines of JSON."""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from .._arguments.checks import command_words
from .._internal.child import Child
from .._internal.json import object_of
from ..errors import InvalidArgumentError, OxidealError

PREFIX = "exec:"

SECONDS = 60
"""How long a program may take for an answer."""

MAX_LINE = 2**24
"""Maximum length of an answer in bytes."""


class EngineError(OxidealError):
    """A program did not answer, or its answer is not one."""


class Program:
    """The adapter to a program: `docs/how-to/differential-testing.md` describes its messages.

    The program has one round at a time, so a position is its last answer.
    """

    def __init__(self, command: str) -> None:
        self._child: Child | None = None
        if not command.strip():
            raise InvalidArgumentError(f"{PREFIX} needs a command")
        self.command = command_words(command)

    def deal(self, position: dict[str, Any]) -> dict[str, Any]:
        return self._ask({"kind": "deal", "position": position})

    def legal(self, answer: dict[str, Any]) -> list[Any]:
        found = answer.get("legal")
        if not isinstance(found, list) or not all(type(each) in (int, str) for each in found):
            raise EngineError(f"legal must be a list of texts or ids, got {json.dumps(found)[:40]}")
        return found

    def play(self, answer: dict[str, Any], move: Any) -> dict[str, Any]:  # noqa: ARG002 (the program knows it)
        return self._ask({"kind": "play", "move": {"id": int(move), "text": str(move)}})

    def result(self, answer: dict[str, Any]) -> Any:
        return answer.get("result")

    def turn(self, answer: dict[str, Any]) -> Any:
        return answer.get("turn", NotImplemented)

    def text(self, answer: dict[str, Any]) -> Any:
        return answer.get("text", NotImplemented)

    def view(self, answer: dict[str, Any], seat: int) -> Any:
        views = answer.get("views", NotImplemented)
        return views[seat] if isinstance(views, list) and seat < len(views) else views

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            if self._child is None:
                self._child = Child(self.command, MAX_LINE, EngineError)
        except (OSError, ValueError) as error:
            raise EngineError(f"could not be started: {error}") from None
        deadline = monotonic() + SECONDS
        try:
            self._child.write(json.dumps(message, separators=(",", ":")).encode() + b"\n", deadline)
            line = self._child.read_line(deadline)
        except TimeoutError:
            raise self._failed(f"no answer within {SECONDS} s") from None
        except (EOFError, OSError):
            raise self._failed(self._child.end()) from None
        except EngineError as error:
            raise self._failed(str(error)) from None
        return object_of(line, "an answer", EngineError)

    def _failed(self, why: str) -> EngineError:
        """End the process, and return the error that says why. The next deal starts another process."""
        child = self._child
        assert child is not None
        self.close()
        return EngineError(f"{why}; standard error: {child.stderr}" if child.stderr else why)

    def close(self) -> None:
        """End the program, with the processes that it started."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def __del__(self) -> None:
        self.close()
