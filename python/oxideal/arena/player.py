"""Ask a bot for a move, watch its time, and decide when it forfeits the game."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable
from math import inf
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..bots import Limit, RandomBot, RuleBot, SearchBot
from ..errors import OxidealError
from .foreign import class_name, message_of, text_of

if TYPE_CHECKING:
    from .entry import Entry
    from .interrupt import CtrlC

OWN = (RandomBot, RuleBot, SearchBot)
"""Bots of this package, which keep their limits and need no separate thread."""


class Forfeit(Exception):  # noqa: N818 (not an error of the arena)
    """A bot loses the game: `why` is counted in the results, `detail` is about this case only."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


class Answer(NamedTuple):
    """The id that a bot chose, or its forfeit, and the time it took.

    It holds no object of the bot's: looking at one could run more of its code.
    """

    action: int
    lost: Forfeit | None
    seconds: float


class Player:
    """A bot with its limit."""

    def __init__(self, entry: Entry, grace: float, ctrl_c: CtrlC) -> None:
        self.bot: Any = entry.bot
        self.ctrl_c = ctrl_c
        self.limit = entry.limit
        held = entry.limit or getattr(entry.bot, "limit", None)
        time = held.time if isinstance(held, Limit) and held.time is not None else inf
        grace = max(grace, time / 10)
        self.allowed = time + grace
        self.late = f"took longer than {time:g} s and {grace:g} s of grace"
        self.worker = None if time == inf or type(entry.bot) in OWN else Worker()

    def ask(self, view: Any) -> tuple[int, float]:
        """Return the id that the bot chose and the seconds it took. Raises `Forfeit`."""

        def choose() -> Answer:
            return answer_of(self.bot, view, self.limit)

        if self.worker is None:
            answer = choose()
        elif not self.worker.is_free(self.allowed):
            raise Forfeit("still busy with an earlier choice")
        else:
            found = self.worker.ask(choose, self.allowed)
            if found is None:
                raise Forfeit(self.late, "no answer")
            answer = found
        self.ctrl_c.check()
        if answer.lost is not None:
            raise answer.lost
        if answer.seconds > self.allowed:
            raise Forfeit(self.late, f"{answer.seconds:.3f} s")
        return answer.action, answer.seconds

    def close(self) -> None:
        if self.worker is not None:
            self.worker.calls.put(None)


def answer_of(bot: Any, view: Any, limit: Limit | None) -> Answer:
    """Ask the bot. All code of the bot and of the object it returns runs in here."""
    start = perf_counter()
    rules = view.rules
    action, lost = -1, None
    try:
        move = bot.choose(view, limit)
    except BaseException as error:
        name = class_name(error)
        if name.isidentifier():
            lost = Forfeit(f"raised {name}", message_of(error))
        else:
            lost = Forfeit("raised an error", f"{name}: {message_of(error)}")
    else:
        try:
            action = index(rules.action(move))
        except OxidealError as error:
            lost = illegal(error)
        except BaseException:  # a foreign class can raise anything
            lost = Forfeit("did not return a move", class_name(move))
    return Answer(action, lost, perf_counter() - start)


def illegal(error: OxidealError) -> Forfeit:
    # Shortened and cleaned: an id can have thousands of digits, and a bot can raise such an error itself.
    return Forfeit("played an illegal move", re.sub("[^ -~]", "?", text_of(error)[:200]))


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
        """Return whether the bot can be asked, waiting for an earlier answer for so many seconds."""
        return not self.busy or self.answer(allowed) is not None

    def ask(self, call: Callable[[], Answer], allowed: float) -> Answer | None:
        self.calls.put(call)
        self.busy = True
        return self.answer(allowed)

    def answer(self, allowed: float) -> Answer | None:
        """Return the answer, or None after so many seconds."""
        try:
            answer = self.answers.get(timeout=allowed)
        except queue.Empty:
            return None
        self.busy = False
        return answer
