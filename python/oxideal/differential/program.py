"""An engine in another language: a program that answers lines of JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import suppress
from threading import Event, Thread, Timer
from typing import IO, Any

from .._arguments.checks import command_words, printable
from ..errors import InvalidArgumentError, OxidealError

PREFIX = "exec:"

SECONDS = 60
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
        self._process: subprocess.Popen[bytes] | None = None
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
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        late = Event()

        def stop() -> None:
            late.set()
            _kill(process)

        timer = Timer(SECONDS, stop)
        timer.start()
        try:
            process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline(MAX_LINE)
        except OSError:
            line = b""
        finally:
            timer.cancel()
            timer.join()  # it kills nothing later
        if late.is_set():
            raise self._failed(process, f"no answer within {SECONDS} s")
        if not line.endswith(b"\n"):
            raise self._failed(
                process, f"an answer must have at most {MAX_LINE} bytes" if len(line) == MAX_LINE else ""
            )
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise EngineError(f"an answer must be a JSON object, got {printable(line[:40].decode(errors='replace'))}")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,  # a process group, which Windows has not
                )
            except (OSError, ValueError) as error:
                raise EngineError(f"could not be started: {error}") from None
            assert self._process.stderr is not None
            self._stderr = bytearray()
            self._reader = Thread(target=_read_end, args=(self._process.stderr, self._stderr), daemon=True)
            self._reader.start()
        return self._process

    def _failed(self, process: subprocess.Popen[bytes], why: str) -> EngineError:
        """End the process, and return the error that says why: if nothing does, it has ended by itself.

        The next deal starts another process.
        """
        if not why:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
        self.close()
        self._reader.join(1)  # longer only if a process outside the group has the pipe
        why = why or f"ended with exit status {process.returncode}"
        said = "\n".join(map(printable, self._stderr.decode(errors="replace").strip().split("\n")))
        return EngineError(f"{why}; standard error: {said}" if said else why)

    def close(self) -> None:
        """End the program, with the processes that it started."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):  # what it has not read cannot be written any more
                    pipe.close()

    def __del__(self) -> None:
        self.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, with its group where there are groups, unless its end has been noticed."""
    if os.name != "posix":
        process.kill()
    elif process.returncode is None:  # until then no other process has its number
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _read_end(pipe: IO[bytes], kept: bytearray) -> None:
    """Read all that a program writes, and keep the end."""
    with pipe:
        while chunk := os.read(pipe.fileno(), 65_536):
            kept += chunk
            del kept[:-MAX_STDERR]
