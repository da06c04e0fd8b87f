"""Ask a bot for a move, watch its time, and decide when it forfeits the game."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from math import inf
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from .._arguments.foreign import class_name, detail_of, traceback_of
from ..bots import Limit, ProgramBot, ProgramError, RandomBot, RuleBot, SearchBot
from ..errors import OxidealError
from ..executors.processes import end_forked_child
from ..protocol.messages import grace_for
from ..protocol.process import OUT_OF_TIME, late_by
from ..record.fields import MAX_NOTE_LENGTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots.program import ProgramSeat
    from ..clock import Clock, TimeControl
    from ..interface import Reason
    from .entry import Entry
    from .interrupt import CtrlC

OWN = (RandomBot, RuleBot, SearchBot)
"""Bots of this package, which keep their limits and need no separate thread."""


class Forfeit(Exception):  # noqa: N818 (not an error of the arena)
    """A bot loses the game: `why` is counted in the results, `detail` is about this case only.

    `reason` is the one that all seats are told.
    """

    def __init__(
        self, reason: Reason, why: str, detail: str = "", traceback: str = "", error: BaseException | None = None
    ) -> None:
        super().__init__(why)
        self.reason = reason
        self.why = why
        self.detail = detail
        self.traceback = traceback
        self.error = error
        """What the bot raised, if the arena is to raise it."""


class Answer(NamedTuple):
    """The id that a bot chose, or its forfeit, and the time it took.

    It holds no object of the bot's, as looking at one could run more of its code, except an error that the arena is to
    raise.
    """

    action: int
    lost: Forfeit | None
    seconds: float


class Player:
    """A bot with its limit."""

    def __init__(
        self, entry: Entry, grace: float, ctrl_c: CtrlC, *, clock: TimeControl | None = None, raises: bool = False
    ) -> None:
        self.bot: Any = entry.bot
        self.raises = raises
        self.ctrl_c = ctrl_c
        self.limit = entry.limit
        self.grace = grace
        self.clock_grace = 0.0 if clock is None else grace_for(clock.move, grace)
        self.is_program = type(entry.bot) is ProgramBot
        held = entry.limit or getattr(entry.bot, "limit", None)
        time = held.time if isinstance(held, Limit) and held.time is not None else inf
        grace = grace_for(time, grace)
        self.allowed = time + grace
        self.deal = 0
        """The deal of the last choice in the worker."""
        self.late = late_by(time, grace)
        is_timed = clock is not None or time != inf
        self.worker = Worker() if is_timed and type(entry.bot) not in OWN and not self.is_program else None

    def ask(self, view: Any, deal: int, left: float = inf) -> tuple[int, float]:
        """Return the id that the bot chose in this deal and the seconds it took. Raises `Forfeit`.

        `left` is the time on its clock.
        """
        allowed, late = self.allowed, self.late
        if left + self.clock_grace < allowed:
            allowed, late = left + self.clock_grace, OUT_OF_TIME

        def choose() -> Answer:
            return answer_of(self.bot, view, self.limit, raises=self.raises)

        if self.worker is None:
            answer = choose()
        elif not self.worker.is_free(allowed):
            raise Forfeit("time", "still busy with an earlier choice", f"since deal {self.deal}")
        else:
            self.deal = deal
            found = self.worker.ask(choose, allowed)
            if found is None:
                raise Forfeit("time", late, "no answer")
            answer = found
        self.ctrl_c.check()
        if answer.lost is not None:
            raise answer.lost
        if answer.seconds > allowed:
            raise Forfeit("time", late, f"{answer.seconds:.3f} s")
        return answer.action, answer.seconds

    def seat(self, rules: Any, seat: int, names: Sequence[str]) -> ProgramSeat:
        found: ProgramSeat = self.bot.seat(rules, seat, names, grace=self.grace)
        return found

    def ask_program(
        self, program: ProgramSeat, view: Any, events: list[str], clock: Clock | None = None
    ) -> tuple[int, float]:
        """Do the same as `ask` for a program, which is told the events and its clock too."""
        try:
            move, seconds = program.ask(view, events, self.limit, clock)
        except ProgramError as error:
            error_to_raise = error if self.raises else None
            raise Forfeit(error.reason, error.why, error.detail, error.stderr, error_to_raise) from None
        self.ctrl_c.check()
        try:
            return view.rules.action(move), seconds
        except OxidealError as error:
            program.refuse(error)
            raise Forfeit("rules", *illegal(error), error=error if self.raises else None) from None

    def close(self) -> None:
        if self.is_program:
            self.bot.close()
        if self.worker is not None:
            self.worker.calls.put(None)


def answer_of(bot: Any, view: Any, limit: Limit | None, *, raises: bool) -> Answer:
    """Ask the bot. All code of the bot, of the object it returns and of the error it raises runs in here."""
    rules, action, move, error, returned = view.rules, -1, None, None, False
    process = os.getpid()
    start = perf_counter()
    try:
        move = bot.choose(view, limit)
        returned = True
        action = index(rules.action(move))
    except BaseException as raised:  # a foreign class can raise anything
        error = raised
    seconds = perf_counter() - start
    end_forked_child(process)
    if error is None:
        return Answer(action, None, seconds)
    why, detail = _no_move(error, move) if returned else _raised(error)
    # If the bot has returned, the error is one of ours, unless converting the answer ran code of the bot's.
    traceback = traceback_of(error)
    if returned and "\n" not in traceback:
        traceback = ""
    reason: Reason = "rules" if returned else "left"
    return Answer(-1, Forfeit(reason, why, detail, traceback, error if raises else None), seconds)


def _raised(error: BaseException) -> tuple[str, str]:
    """Return the reason and the message for an error that the bot raised."""
    name, detail = class_name(error), detail_of(error, MAX_NOTE_LENGTH)
    return (f"raised {name}", detail) if name.isidentifier() else ("raised an error", f"{name}: {detail}")


def _no_move(error: BaseException, answer: object) -> tuple[str, str]:
    """Return the reason and the message for an answer that cannot be converted to an id."""
    if issubclass(type(error), OxidealError):
        return illegal(error)
    return "did not return a move", f"got {class_name(answer)}"


def illegal(error: BaseException) -> tuple[str, str]:
    # Shortened and cleaned: an id can have thousands of digits, and a bot can raise such an error itself.
    return "played an illegal move", detail_of(error)


class Worker:
    """A thread for a bot that might never answer.

    A thread cannot be killed, so a late bot is left running and its answer is dropped. It is not asked again
    meanwhile, so there is at most one thread per bot.
    """

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[Callable[[], Answer] | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self.busy = False
        threading.Thread(target=self.work, daemon=True, name="oxideal-arena-bot").start()

    def work(self) -> None:
        while (call := self.calls.get()) is not None:
            self.answers.put(call())

    def is_free(self, allowed: float) -> bool:
        """Return whether the bot can be asked, waiting for an earlier answer for these seconds."""
        return not self.busy or self.answer(allowed) is not None

    def ask(self, call: Callable[[], Answer], allowed: float) -> Answer | None:
        self.calls.put(call)
        self.busy = True
        return self.answer(allowed)

    def answer(self, allowed: float) -> Answer | None:
        """Return the answer, or None after these seconds."""
        try:
            answer = self.answers.get(timeout=allowed)
        except queue.Empty:
            return None
        self.busy = False
        return answer
