"""A program that this process starts and that answers by lines, with all that it starts itself."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeAlias

from .._arguments.checks import printable

if TYPE_CHECKING:
    from ..errors import OxidealError

EXIT_SECONDS = 0.2
"""How long to wait for the exit status of a program that has closed its output."""

MAX_STDERR = 10_000
"""How many of the last bytes of standard error are kept."""

_CHUNK = 65_536

Trace: TypeAlias = Callable[[str, bytes], None]
"""Gets each line: ">" and what the host sends, "<" and what the bot sends, "!" and its standard error, "?" and what
is odd about the line before."""


class Child:
    """A process with its own process group and three pipes. It ends with this process, in whatever way that ends."""

    def __init__(
        self, command: Sequence[str], max_line: int, error: type[OxidealError], trace: Trace | None = None
    ) -> None:
        """Start the program. Raises `OSError` or `ValueError`.

        `error` is raised for a line that is longer than `max_line` bytes or has no end.
        """
        self.max_line = max_line
        self.error = error
        self.trace = trace
        self.alive = False
        self._in = bytearray()
        self._stderr = bytearray()
        self._cut = False  # whether the beginning of standard error has been dropped
        self._owner = os.getpid()
        if os.name != "posix":
            raise OSError("needs a system with process groups, not Windows")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # a process group, and Ctrl-C in the terminal does not reach it
        )
        self.alive = True
        _guard().add(self._process.pid)
        self._stdin, self._stdout, self._errors = (
            stream.fileno()  # type: ignore[union-attr]  # they are pipes
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        for pipe in (self._stdin, self._stdout, self._errors):
            os.set_blocking(pipe, False)
        self._to_read, self._to_write = select.poll(), select.poll()
        self._to_read.register(self._stdout, select.POLLIN)
        self._to_write.register(self._stdin, select.POLLOUT)
        for poll in (self._to_read, self._to_write):
            poll.register(self._errors, select.POLLIN)

    def write(self, lines: bytes, deadline: float | None) -> None:
        """Write lines. Raises `TimeoutError` if the program does not read them."""
        if self.trace is not None:
            for line in lines.splitlines():
                self.trace(">", line)
        data = memoryview(lines)
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                ready = _wait_for(self._to_write, deadline)
                if any(pipe == self._errors for pipe, _ in ready):
                    self._read_stderr()
            except BrokenPipeError:  # what it has written before says why, so this is noticed in reading
                return

    def read_line(self, deadline: float | None) -> bytes:
        """Return the next line without its end. Raises `TimeoutError` or, at the end of the output, `EOFError`."""
        _check(deadline)  # also if there is a line: a flood of lines must not hide that it is late
        searched = 0
        while (end := self._in.find(b"\n", searched)) < 0:
            searched = len(self._in)
            if len(self._in) > self.max_line:
                raise self.error(f"a line must have at most {self.max_line} bytes")
            for pipe, _ in _wait_for(self._to_read, deadline):
                if pipe == self._errors:
                    self._read_stderr()
                elif chunk := os.read(pipe, _CHUNK):
                    self._in += chunk
                elif self._in:
                    raise self.error("the last line has no line break")
                else:
                    raise EOFError
        if end > self.max_line:
            raise self.error(f"a line must have at most {self.max_line} bytes")
        line = bytes(self._in[:end])
        del self._in[: end + 1]
        if self.trace is not None:
            self.trace("<", line)
        return line

    def _read_stderr(self) -> bool:
        """Read a part of standard error, and return whether there was any."""
        try:
            chunk = os.read(self._errors, _CHUNK)
        except BlockingIOError:
            return False
        if not chunk:
            with suppress(KeyError):  # it is always ready from now on
                for poll in (self._to_read, self._to_write):
                    poll.unregister(self._errors)
            return False
        if self.trace is not None:
            for line in chunk.splitlines():
                self.trace("!", line)
        self._stderr += chunk
        self._cut |= len(self._stderr) > MAX_STDERR
        del self._stderr[:-MAX_STDERR]
        return True

    @property
    def stderr(self) -> str:
        """The end of standard error, in printable lines."""
        lines = self._stderr.decode(errors="replace").splitlines()
        shown = [printable(line.expandtabs()) for line in lines]
        return "\n".join(["...", *shown] if self._cut else shown)

    def is_waiting(self) -> bool:
        """Return whether the program runs and has written nothing."""
        return self.alive and not self._in and all(pipe == self._errors for pipe, _ in self._to_read.poll(0))

    def kill(self) -> int | None:
        """Kill the process group and return the exit status."""
        if not self.alive or self._owner != os.getpid():  # a fork must not end the programs of its parent
            return None
        self.alive = False
        group = self._process.pid  # no other process has this number until this one is waited for
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
        _guard().remove(group)
        status = self._process.wait()
        for _ in range(16):  # what is left in the pipe
            if not self._read_stderr():
                break
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            stream.close()  # type: ignore[union-attr]  # they are pipes
        return status

    def wait(self, seconds: float) -> bool:
        """Return whether the process ends within these seconds; its number stays taken."""
        last = monotonic() + seconds
        while not _has_ended(self._process):
            if monotonic() > last:
                return False
            sleep(0.002)
        return True

    def end(self) -> str:
        """Return how the program has ended, which has closed its output."""
        if not self.wait(EXIT_SECONDS):
            return "closed its output"
        status = self.kill() or 0
        if status < 0:
            with suppress(ValueError):  # a signal that Python does not know
                return f"was killed by {signal.Signals(-status).name}"
        return f"exited with status {status}"


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _check(deadline: float | None) -> None:
    if deadline is not None and monotonic() > deadline:
        raise TimeoutError


def _wait_for(poll: select.poll, deadline: float | None) -> list[tuple[int, int]]:
    """Return the pipes that are ready. Raises `TimeoutError` at the deadline, even if one is always ready."""
    _check(deadline)
    # Rounded up: `poll` must not return before the deadline.
    ready = poll.poll(None if deadline is None else max(0, ceil((deadline - monotonic()) * 1000)))
    if not ready:
        raise TimeoutError
    return ready


# A program must not outlive this process, even if this process is killed.

_GUARD = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class _Guard:
    """A process that kills the process groups in its list when this process ends, in whatever way."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _GUARD],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )

    def add(self, group: int) -> None:
        self._write(f"+{group}\n")

    def remove(self, group: int) -> None:
        self._write(f"-{group}\n")

    def _write(self, line: str) -> None:
        with suppress(OSError, ValueError):  # somebody has killed it, or it is closed at the end of the interpreter
            self.process.stdin.write(line.encode())  # type: ignore[union-attr]  # a pipe

    def close(self) -> None:
        if self.owner == os.getpid():
            self.process.stdin.close()  # type: ignore[union-attr]  # a pipe
            self.process.wait()


_present: _Guard | None = None


def _guard() -> _Guard:
    global _present
    if _present is None or _present.owner != os.getpid():
        _present = _Guard()
        atexit.register(_present.close)
    return _present
