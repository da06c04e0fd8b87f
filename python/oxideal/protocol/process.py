"""A program that plays: its process, and the dialogue with it."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import _native
from .._arguments.checks import printable, quoted
from .._internal.json import shown
from ..errors import OxidealError
from ..schemas.values import array, maybe, natural, text
from . import VERSION, messages
from .lines import MAX_BOT_LINE, ProtocolError, fields, read, slip, write

if TYPE_CHECKING:
    from ..interface import Reason

START_SECONDS = 10
"""How long a program may take until it has sent its hello."""

END_SECONDS = 1
"""How long a program may take to end after `bye`; then its process group is killed."""

EXIT_SECONDS = 0.2
"""How long to wait for the exit status of a program that has closed its output."""

MAX_STDERR = 10_000
"""How many of the last bytes of standard error are kept."""

_CHUNK = 65_536

Trace: TypeAlias = Callable[[str, bytes], None]
"""Gets each line: ">" and what the host sends, "<" and what the bot sends, "!" and its standard error, "?" and what
is odd about the line before."""


OUT_OF_TIME = "ran out of time"
"""The reason for an answer after the end of the time for the whole round."""

BROKEN = "broke the protocol"
"""The reason for a message that is none."""


class ProgramError(OxidealError):
    """A program broke the protocol, was late or ended.

    - `why`: the reason, as an arena counts it, e.g. "exited with status 1"
    - `detail`: what is known about this case
    - `stderr`: the end of what the program wrote to standard error
    - `reason`: why the program forfeits a round: for its "time", for what it sent ("rules"), or because it has "left"

    >>> from oxideal import foursquare
    >>> from oxideal.bots import ProgramBot
    >>> with ProgramBot("echo hello") as bot:
    ...     try:
    ...         bot.choose(foursquare.State(seed=7).view(0))
    ...     except ProgramError as error:
    ...         error.why
    'broke the protocol'
    """

    def __init__(self, why: str, detail: str = "", stderr: str = "", reason: Reason = "left") -> None:
        super().__init__(why, detail, stderr, reason)  # all must be in `args` for pickling
        self.why = why
        self.detail = detail
        self.stderr = stderr
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.why}: {self.detail}" if self.detail else self.why


class Program:
    """One process. After a `ProgramError` it has been ended, with its process group."""

    def __init__(self, command: Sequence[str], trace: Trace | None = None) -> None:
        self.trace = trace
        self.name = ""
        self.games: tuple[str, ...] | None = None
        self.wants: tuple[str, ...] = ()
        self.info: dict[str, Any] | None = None
        """The last information about the present question."""
        self.alive = True
        self.ignored = ""
        """What was last ignored, in words: a message of an unknown kind, or a field."""
        self._in = bytearray()
        self._stderr = bytearray()
        self._cut = False  # whether the beginning of standard error has been dropped
        self._number = 0
        self._owner = os.getpid()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a process group, and Ctrl-C in the terminal does not reach it
            )
        except (OSError, ValueError) as error:
            self.alive = False
            raise ProgramError("could not be started", str(error)) from None
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

    # The dialogue

    def greet(self, options: dict[str, Any]) -> None:
        """Exchange hellos and set options."""
        deadline = monotonic() + START_SECONDS
        with self.guarded(f"did not say hello within {START_SECONDS:g} s, or did not flush its output"):
            self.send(
                {"kind": "hello", "versions": [VERSION], "name": f"oxideal {_native.__version__}"}, deadline=deadline
            )
            while (message := self.receive(deadline))["kind"] != "hello":
                if message["kind"] == "error":
                    raise ProgramError("reported an error", _text_of(message))
            given = fields(message)
            if given.get("version") != VERSION:
                raise ProtocolError(f"the hello must have version {VERSION}, got {quoted(str(given.get('version')))}")
            self.name = given.get("name", text)
            games = message.get("games")
            self.games = None if games is None else tuple(given.items("games", text))
            self.wants = tuple(given.items("wants", text)) if "wants" in message else ()
            if options:
                self.send({"kind": "options", "values": options}, deadline=deadline)

    def ask(
        self, view: Any, news: Sequence[dict[str, Any]], time: float | None, grace: float, bank: float | None = None
    ) -> tuple[Any, float]:
        """Send the news and the question, and return the move of the answer and the seconds it took.

        `bank` is the part of the time that is for the whole round, if there is such a clock. After `time` the program
        is told to stop; after the grace it is ended. Raises `ProgramError`.
        """
        self._number += 1
        self.info = None
        number = self._number
        question = messages.question(view, number, time, bank or 0.0, self.wants)
        start = monotonic()
        deadline = None if time is None else start + time
        last = None if deadline is None else deadline + grace
        with self.guarded(late_by(time, grace) if bank is None else OUT_OF_TIME, "time"):
            self.send(*news, question, deadline=last)
            while True:
                try:
                    message = self.receive(deadline)
                except TimeoutError:
                    if deadline == last:
                        raise
                    self.send({"kind": "stop", "id": number}, deadline=last)
                    deadline = last
                    continue
                if message["kind"] == "answer":
                    given = fields(message)
                    if given.get("id", natural) == number:
                        move = given.get("move")
                        if natural(move) is not None and text(move) is not None:
                            raise ProtocolError("the move of an answer must be an id or a text")
                        return move, monotonic() - start
                elif message["kind"] == "info":
                    self._inform(message, number)
                elif message["kind"] == "error" and message.get("id") == number:
                    raise ProgramError("reported an error", _text_of(message))
                elif message["kind"] == "bye":
                    raise ProgramError("left")

    def tell(self, *news: dict[str, Any], seconds: float) -> None:
        """Send messages that have no answer."""
        with self.guarded("did not read its messages"):
            self.send(*news, deadline=monotonic() + seconds)

    def _inform(self, message: dict[str, Any], number: int) -> None:
        given = fields(message)
        if given.get("id", natural) == number:
            if "line" in message:
                given.get("line", maybe(array))
            self.info = message

    # Lines

    def send(self, *made: dict[str, Any], deadline: float | None) -> None:
        """Write messages. Raises `TimeoutError` if the program does not read them."""
        data = memoryview(write(*made))
        if self.trace is not None:
            for line in bytes(data).splitlines():
                self.trace(">", line)
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                ready = _wait_for(self._to_write, deadline)
                if any(pipe == self._errors for pipe, _ in ready):
                    self._read_stderr()
            except BrokenPipeError:  # what it has written before says why, so this is noticed in reading
                return

    def receive(self, deadline: float | None) -> dict[str, Any]:
        """Return the next message. Raises `TimeoutError`, `ProtocolError` or, at the end of the output, `EOFError`."""
        _check(deadline)  # also if there is a line: a flood of lines must not hide that it is late
        while (end := self._in.find(b"\n")) < 0:
            if len(self._in) > MAX_BOT_LINE:
                raise ProtocolError(f"a line must have at most {MAX_BOT_LINE} bytes")
            for pipe, _ in _wait_for(self._to_read, deadline):
                if pipe == self._errors:
                    self._read_stderr()
                elif chunk := os.read(pipe, _CHUNK):
                    self._in += chunk
                elif self._in:
                    raise ProtocolError("the last line has no line break")
                else:
                    raise EOFError
        if end > MAX_BOT_LINE:
            raise ProtocolError(f"a line must have at most {MAX_BOT_LINE} bytes")
        line = bytes(self._in[:end])
        del self._in[: end + 1]
        if self.trace is not None:
            self.trace("<", line)
        if not line.lstrip().startswith(b"{"):  # e.g. of a program that prints while it thinks
            raise ProtocolError(f"not a message: {shown(line)}; other output belongs on standard error")
        message = read(line)
        if odd := slip(message):
            self.ignored = odd
            if self.trace is not None:
                self.trace("?", odd.encode())
        return message

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

    # The end

    def close(self, *, say_bye: bool = True) -> int | None:
        """Say bye, close the input, wait a moment and kill the process group.

        Return the exit status, None if the program had not ended by then.
        """
        if not self.alive:
            return None
        with suppress(OSError):
            if say_bye:
                self.send({"kind": "bye"}, deadline=monotonic())
        self._process.stdin.close()  # type: ignore[union-attr]  # a pipe
        ended = self._wait(END_SECONDS)
        status = self.kill()
        return status if ended else None

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

    def _wait(self, seconds: float) -> bool:
        """Return whether the process ends within these seconds; its number stays taken."""
        last = monotonic() + seconds
        while not _has_ended(self._process):
            if monotonic() > last:
                return False
            sleep(0.002)
        return True

    @contextmanager
    def guarded(self, late: str, late_reason: Reason = "left") -> Iterator[None]:
        """End the program if anything goes wrong, and raise `ProgramError`; `late` and its reason are for a timeout."""
        try:
            yield
        except BaseException as error:
            reason: Reason = "left"
            if isinstance(error, ProgramError):
                why, detail, reason = error.why, error.detail, error.reason
            elif isinstance(error, TimeoutError):
                why, detail, reason = late, self.ignored, late_reason
            elif isinstance(error, ProtocolError):
                why, reason = BROKEN, "rules"
                detail = "; ".join(filter(None, (str(error), self.ignored)))
            elif isinstance(error, EOFError | OSError):
                why, detail = self._end(), self.ignored
            else:
                self.kill()
                raise
            self.kill()
            raise ProgramError(why, detail, self.stderr, reason) from None

    def _end(self) -> str:
        """Return how the program has ended, which has closed its output."""
        if not self._wait(EXIT_SECONDS):
            return "closed its output"
        status = self.kill() or 0
        if status < 0:
            with suppress(ValueError):  # a signal that Python does not know
                return f"was killed by {signal.Signals(-status).name}"
        return f"exited with status {status}"


def late_by(time: float | None, grace: float) -> str:
    """Return the reason of an arena for a late answer."""
    return "" if time is None else f"took longer than {time:g} s plus {grace:g} s of grace"


def _text_of(message: dict[str, Any]) -> str:
    return printable(str(message.get("text"))[:1000])


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
