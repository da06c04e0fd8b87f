"""An engine in another language: a program that answers lines of JSON."""

from __future__ import annotations

import json
import shlex
import subprocess
from contextlib import suppress
from os import SEEK_END
from tempfile import TemporaryFile
from threading import Timer
from typing import Any

from .._arguments.checks import printable
from ..errors import InvalidArgumentError, OxidealError

PREFIX = "exec:"

SECONDS = 10
"""How long a program may take for an answer."""

MAX_LINE = 2**24
"""Maximum length of an answer in bytes."""

MAX_STDERR = 1000
"""How many of the last bytes of standard error are shown."""


class EngineError(OxidealError):
    """A program did not answer, or its answer is not one."""


class Program:
    """The adapter to a program: `docs/how-to/differential-testing.md` describes its messages.

    The program has one round at a time, so a position is its last answer.
    """

    def __init__(self, command: str) -> None:
        self.command = shlex.split(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = TemporaryFile()  # noqa: SIM115 (`close` closes it)
        if not self.command:
            raise InvalidArgumentError(f"{PREFIX} needs a command")

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
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(SECONDS, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline(MAX_LINE)
        except OSError:
            line = b""
        finally:
            late = not timer.is_alive()
            timer.cancel()
        if not line.endswith(b"\n"):
            raise self._failed(process, late=late)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise EngineError(f"an answer must be a JSON object, got {printable(line[:40].decode(errors='replace'))}")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._errors.seek(0)
            self._errors.truncate()
            try:
                self._process = subprocess.Popen(
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
                )
            except (OSError, ValueError) as error:
                raise EngineError(f"could not be started: {error}") from None
        return self._process

    def _failed(self, process: subprocess.Popen[bytes], *, late: bool) -> EngineError:
        """End the process, and return the error that says why; the next deal starts another."""
        self._process = None
        if not late:
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                process.kill()
        status = process.wait()
        _close(process)
        why = f"no answer within {SECONDS} s" if late else f"ended with exit status {status}"
        self._errors.seek(max(0, self._errors.seek(0, SEEK_END) - MAX_STDERR))
        lines = self._errors.read().decode(errors="replace").strip().split("\n")
        said = "\n".join(map(printable, lines))
        return EngineError(f"{why}; standard error: {said}" if said else why)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            _close(self._process)
            self._process = None
        self._errors.close()

    def __del__(self) -> None:
        self.close()


def _close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process that has ended."""
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(OSError):  # what it has not read cannot be written any more
            pipe.close()
