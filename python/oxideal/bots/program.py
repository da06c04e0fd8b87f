"""A bot that is a program in any language."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from .._arguments.checks import command_words, printable, quoted, text_of, type_name
from ..clock import TimeControl
from ..errors import InvalidArgumentError
from ..protocol import messages
from ..protocol.process import Program, ProgramError
from .bot import check_to_choose
from .limit import Limit, check_limit
from .remade import Remade

if TYPE_CHECKING:
    from .._internal.child import Trace
    from ..clock import Clock
    from ..interface import Rules, View

__all__ = ["ProgramBot", "ProgramError"]

_NAMED = re.compile(r"(?:([^\s=:]{1,60})=)?exec:(?:([0-9][0-9.]*(?:ms|s)):)?(?:\[([^\]]*)\])?(.*)", re.DOTALL)
"""The text that names a program: a name of its own, the time, the options in brackets, and the command."""

DEFAULT_LIMIT = Limit(time=5)

MAX_STARTS = 3
"""After this many failed starts in a row, a program is not started again."""


@dataclass(frozen=True)
class ProgramBot(Remade):
    """A program in any language that speaks the protocol of `docs/protocol.md` over standard input and output.

    - `command`: the program and its arguments, split as a shell does; no shell runs it
    - `limit`: the time of a decision; an arena's clock replaces it
    - `options`: values for the options that the program names in its hello
    - `grace`: how late an answer may be in seconds, or a tenth of the limit if that is longer; then the process group
      is killed
    - `name`: the bot's name in tables and records; without one the command, cut to 60 characters
    - `trace`: a function that gets each line of the dialogue; the bot can then not be pickled

    A process plays one seat at a time, in any number of rounds. A program that fails is started again for the next
    decision, up to three times in a row without a hello. Needs a system with process groups, i.e. not Windows.

    Raises `InvalidArgumentError` if there is no such program.

    >>> bot = ProgramBot("node my_bot.js", limit=Limit(time=0.2))  # doctest: +SKIP
    >>> bot.choose(view)  # doctest: +SKIP
    Move('7S')
    """

    command: str
    limit: Limit = DEFAULT_LIMIT
    options: dict[str, Any] = field(default_factory=dict, kw_only=True, hash=False)
    grace: float = field(default=messages.MIN_GRACE, kw_only=True)
    trace: Trace | None = field(default=None, kw_only=True, repr=False, compare=False)
    name: str = field(default="", kw_only=True)
    _all: set[Program] = field(init=False, repr=False, compare=False, default_factory=set)
    _idle: list[Program] = field(init=False, repr=False, compare=False, default_factory=list)
    _failed: list[ProgramError] = field(init=False, repr=False, compare=False, default_factory=list)
    """The failed starts in a row."""

    def __post_init__(self) -> None:
        check_limit(self.limit, optional=False)
        if self.limit.time is None:
            raise InvalidArgumentError("the limit of a program must have a time, e.g. Limit(time=0.2)")
        if type(self.options) is not dict or not all(type(name) is str for name in self.options):
            raise TypeError(f"options must be a dict of options by name, not {type_name(self.options)}")
        object.__setattr__(self, "name", printable(text_of("name", self.name) or self.command)[:60])
        words = self.words()
        if os.name != "posix":
            raise InvalidArgumentError("a program as a bot needs a system with process groups, not Windows")
        if shutil.which(words[0]) is None:
            raise InvalidArgumentError(f"there is no program {quoted(words[0])}")

    @classmethod
    def parse(cls, text: str, /) -> ProgramBot:
        """Return the bot with this name: `exec:COMMAND`, `exec:TIME:COMMAND` or `NAME=exec:TIME:[OPTIONS] COMMAND`.

        >>> made = ProgramBot.parse("mine=exec:200ms:[depth=3, book=off] cat")
        >>> made.name, made.command, made.limit.time, made.options
        ('mine', 'cat', 0.2, {'depth': 3, 'book': 'off'})
        """
        found = _NAMED.fullmatch(text_of("text", text))
        if found is None:
            raise InvalidArgumentError(f"{quoted(text)} does not name a program; expected e.g. exec:node my_bot.js")
        name, time, options, command = found.groups()
        limit = DEFAULT_LIMIT if time is None else Limit.parse(time)
        return cls(command.strip(), limit, options=_options(options or ""), name=name or "")

    @staticmethod
    def is_named_by(text: str) -> bool:
        """Return whether a bot's name is that of a program."""
        return _NAMED.fullmatch(text) is not None

    def words(self) -> list[str]:
        """Return the program and its arguments."""
        return command_words(self.command)

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Any:
        """Return the move that the program answers, an id or a text; it has to be checked.

        The program is told the position, not the events before it; see `seat`. Raises `ProgramError`.
        """
        check_to_choose(view)
        check_limit(limit)
        seat = self.seat(view.rules, view.seat)
        try:
            return seat.ask(view, [f"position {view.to_text()}"], limit)[0]
        finally:
            seat.end(None)

    def seat(
        self,
        rules: Rules[Any],
        seat: int,
        names: Sequence[str] | None = None,
        *,
        totals: Sequence[int] | None = None,
        grace: float | None = None,
    ) -> ProgramSeat:
        """Return the bot in one seat for one round, in which it is told every event."""
        names = [f"seat {each}" for each in range(rules.players)] if names is None else names
        return ProgramSeat(self, rules, seat, names, totals, self.grace if grace is None else grace)

    def close(self) -> None:
        """End all processes. The bot can still be used: it starts new ones."""
        for program in (*self._all,):
            program.close() if program in self._idle else program.kill()
        self._all.clear()
        self._idle.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        for program in (*getattr(self, "_all", ()),):
            program.kill()

    # Processes

    def _take(self) -> Program:
        """Return an idle program, or start one. Raises `ProgramError`."""
        while self._idle:
            program = self._idle.pop()
            if program.is_waiting():
                return program
            self._discard(program)  # it has ended, or has written something, since its last round
        if len(self._failed) >= MAX_STARTS:
            raise ProgramError(*self._failed[-1].args)
        try:
            program = Program(self.words(), self.trace)
            self._all.add(program)
            program.greet(self.options)
        except ProgramError as error:
            self._failed.append(error)
            raise
        self._failed.clear()
        return program

    def _give_back(self, program: Program) -> None:
        """Keep a program for later rounds, if it still runs."""
        if program.alive:
            self._idle.append(program)
        else:
            self._discard(program)

    def _discard(self, program: Program) -> None:
        program.kill()
        self._all.discard(program)


def _options(text: str) -> dict[str, Any]:
    """Return options like `depth=3, book=off`: numbers, true and false as in JSON, and any other value as a text."""
    options = {}
    for each in filter(None, map(str.strip, text.split(","))):
        name, equals, value = (part.strip() for part in each.partition("="))
        if not name or not equals:
            raise InvalidArgumentError(f"invalid option {quoted(each)} of a program; expected e.g. [depth=3]")
        try:
            read = json.loads(value)
        except ValueError:
            read = value
        options[name] = read if type(read) in (int, float, bool) else value
    return options


class ProgramSeat:
    """A program in one seat for one round."""

    def __init__(
        self,
        bot: ProgramBot,
        rules: Rules[Any],
        seat: int,
        names: Sequence[str],
        totals: Sequence[int] | None,
        grace: float,
    ) -> None:
        self.bot = bot
        self.rules = rules
        self.seat = seat
        self.names = names
        self.totals = totals
        self.grace = grace
        self.program: Program | None = None
        self.told = 0
        """How many events the program has been told."""

    def ask(
        self,
        view: View[Any, Any, Any],
        events: Sequence[str],
        limit: Limit | None = None,
        clock: Clock | None = None,
    ) -> tuple[int | str, float]:
        """Return the move of the program, unchecked, and the seconds it took; starting it does not count.

        `events` are all events of this seat since the round began. A clock replaces the limits: it must have been
        started for this seat at 0. Raises `ProgramError`.
        """
        control = self._control(limit) if clock is None else clock.control
        time = control.move if clock is None else clock.left(self.seat, 0.0)
        grace = messages.grace_for(control.move, self.grace)
        news = []
        if self.program is None:
            self.program = self.bot._take()
            self.told = 0
            begin = messages.new_round(self.rules, self.seat, self.names, (control, grace), self.totals)
            news.append(begin)
        news += messages.events(self.rules, events[self.told :])
        self.told = len(events)
        try:
            return self.program.ask(view, news, time, grace, None if clock is None else clock.banks[self.seat])
        except BaseException:
            self.bot._discard(self.program)
            self.program = None
            raise

    def _control(self, limit: Limit | None) -> TimeControl:
        """Return the time of a decision without a clock for the round."""
        time = self.bot.limit.time if limit is None or limit.time is None else limit.time
        assert time is not None
        return TimeControl(move=time)

    def refuse(self, error: Exception) -> None:
        """Tell the program that its answer was not legal."""
        self._tell(messages.refusal(error))

    def end(self, view: View[Any, Any, Any] | None, events: Sequence[str] = ()) -> None:
        """Tell the program the result, None if the round is not over, and keep it for other rounds."""
        if self.program is not None:
            news = messages.events(self.rules, events[self.told :])
            self._tell(*news, messages.end_round(view, self.program.wants))
            self.bot._give_back(self.program)
            self.program = None

    def end_match(self, totals: Sequence[int], winners: Sequence[int]) -> None:
        """Tell the program the result of the match, after the end of its last round, if it still runs."""
        if self.bot._idle:
            self.program = self.bot._idle.pop()
            self._tell(messages.end_match(totals, winners))
            self.bot._give_back(self.program)
            self.program = None

    def _tell(self, *news: dict[str, Any]) -> None:
        assert self.program is not None
        with suppress(ProgramError):  # it has ended: there is a new one for the next question
            self.program.tell(*news, seconds=self.grace)
