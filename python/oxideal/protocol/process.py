"""A program that plays: its process, and the dialogue with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import _native
from .._arguments.checks import printable, quoted
from .._internal.child import Child
from .._internal.json import shown
from ..errors import OxidealError
from ..schemas.values import array, maybe, natural, text
from . import VERSION, messages
from .lines import MAX_BOT_LINE, ProtocolError, fields, read, slip, write

if TYPE_CHECKING:
    from .._internal.child import Trace
    from ..interface import Reason

START_SECONDS = 10
"""How long a program may take until it has sent its hello."""

END_SECONDS = 1
"""How long a program may take to end after `bye`; then its process group is killed."""

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


class Program(Child):
    """A program that speaks the protocol. After a `ProgramError` it has been ended, with its process group."""

    def __init__(self, command: Sequence[str], trace: Trace | None = None) -> None:
        self.name = ""
        self.games: tuple[str, ...] | None = None
        self.wants: tuple[str, ...] = ()
        self.info: dict[str, Any] | None = None
        """The last information about the present question."""
        self.ignored = ""
        """What was last ignored, in words: a message of an unknown kind, or a field."""
        self._number = 0
        try:
            super().__init__(command, MAX_BOT_LINE, ProtocolError, trace)
        except (OSError, ValueError) as error:
            raise ProgramError("could not be started", str(error)) from None

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
        self.write(write(*made), deadline)

    def receive(self, deadline: float | None) -> dict[str, Any]:
        """Return the next message. Raises `TimeoutError`, `ProtocolError` or, at the end of the output, `EOFError`."""
        line = self.read_line(deadline)
        if not line.lstrip().startswith(b"{"):  # e.g. of a program that prints while it thinks
            raise ProtocolError(f"not a message: {shown(line)}; other output belongs on standard error")
        message = read(line)
        if odd := slip(message):
            self.ignored = odd
            if self.trace is not None:
                self.trace("?", odd.encode())
        return message

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
        ended = self.wait(END_SECONDS)
        status = self.kill()
        return status if ended else None

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
                why, detail = self.end(), self.ignored
            else:
                self.kill()
                raise
            self.kill()
            raise ProgramError(why, detail, self.stderr, reason) from None


def late_by(time: float | None, grace: float) -> str:
    """Return the reason of an arena for a late answer."""
    return "" if time is None else f"took longer than {time:g} s plus {grace:g} s of grace"


def _text_of(message: dict[str, Any]) -> str:
    return printable(str(message.get("text"))[:1000])
