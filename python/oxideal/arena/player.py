"""A bot at work: how it is asked, how long it is waited for, and what it loses a game by."""

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
"""Bots that keep their limits and need no watching."""


class Forfeit(Exception):  # noqa: N818 (it is no error of the arena)
    """The bot that was asked has lost the game: why, and what there is to say of this case."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


class Answer(NamedTuple):
    """The id of the move that a bot has chosen, or what it loses by, and after how many seconds. Nothing of the bot's
    own is in it, as that might think when it is looked at.
    """

    action: int
    lost: Forfeit | None
    seconds: float


class Player:
    """A bot that is asked for one move after the other."""

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
        """The id that the bot answers with, and after how many seconds; or `Forfeit`."""

        def choose() -> Answer:
            return answer_of(self.bot, view, self.limit)

        if self.worker is None:
            answer = choose()
        elif not self.worker.is_free(self.allowed):
            raise Forfeit("had not come back from an earlier choice")
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
    """Whatever the bot does, and what it answers with does, is done in here. Ctrl-C may be caught, and is noticed."""
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
        except BaseException:  # a foreign class may do anything when it is looked at
            lost = Forfeit("answered with what is no move", class_name(move))
    return Answer(action, lost, perf_counter() - start)


def illegal(error: OxidealError) -> Forfeit:
    """An id may have thousands of digits, and what is asked for its id may raise such an error of its own."""
    return Forfeit("played an illegal move", re.sub("[^ -~]", "?", text_of(error)[:200]))


class Worker:
    """A thread in which a bot is asked that might not come back. Nothing can end it: it is left to itself, and what it
    still answers is not heard. So that there is never more than one thread a bot, it is not asked anew meanwhile.
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
        """Whether it can be asked, if need be after so many seconds."""
        return not self.busy or self.answer(allowed) is not None

    def ask(self, call: Callable[[], Answer], allowed: float) -> Answer | None:
        self.calls.put(call)
        self.busy = True
        return self.answer(allowed)

    def answer(self, allowed: float) -> Answer | None:
        """What it answers within so many seconds."""
        try:
            answer = self.answers.get(timeout=allowed)
        except queue.Empty:
            return None
        self.busy = False
        return answer
