"""A bot at work: how it is asked, how long it is waited for, and what it loses a game by."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..bots import Limit, RandomBot, RuleBot, SearchBot
from ..reference.arguments import quoted

if TYPE_CHECKING:
    from .entry import Entry

OWN = (RandomBot, RuleBot, SearchBot)
"""Bots that keep their limits and need no watching."""


class Lost(Exception):  # noqa: N818 (it is no error of the arena)
    """The bot that was asked has lost the game: why, and what there is to say of this case."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


class Answer(NamedTuple):
    """What a bot has answered, or raised, and after how many seconds."""

    move: object
    raised: BaseException | None
    seconds: float


class Player:
    """A bot that is asked for one move after the other."""

    def __init__(self, entry: Entry, grace: float) -> None:
        self.bot: Any = entry.bot
        self.limit = entry.limit
        held = entry.limit or getattr(entry.bot, "limit", None)
        time = held.time if isinstance(held, Limit) and held.time is not None else inf
        grace = max(grace, time / 10)
        self.allowed = time + grace
        self.late = f"took longer than {time:g} s and {grace:g} s of grace"
        self.worker = None if time == inf or type(entry.bot) in OWN else Worker()

    def ask(self, view: Any) -> tuple[object, float]:
        """What the bot answers, and after how many seconds; or `Lost`."""

        def choose() -> object:
            return self.bot.choose(view, self.limit)

        if self.worker is None:
            answer = answer_of(choose)
        elif not self.worker.is_free(self.allowed):
            raise Lost("had not come back from an earlier choice")
        else:
            found = self.worker.ask(choose, self.allowed)
            if found is None:
                raise Lost(self.late, "no answer")
            answer = found
        if answer.raised is not None:
            raise Lost(f"raised {type(answer.raised).__name__}", message_of(answer.raised))
        if answer.seconds > self.allowed:
            raise Lost(self.late, f"{answer.seconds:.3f} s")
        return answer.move, answer.seconds

    def close(self) -> None:
        if self.worker is not None:
            self.worker.calls.put(None)


def answer_of(call: Callable[[], object]) -> Answer:
    """Ctrl-C is no answer."""
    start = perf_counter()
    try:
        move = call()
    except (Exception, SystemExit) as error:
        return Answer(None, error, perf_counter() - start)
    return Answer(move, None, perf_counter() - start)


def message_of(error: BaseException) -> str:
    try:
        return quoted(str(error))
    except Exception:  # whatever a foreign class does when it is printed
        return ""


class Worker:
    """A thread in which a bot is asked that might not come back. Nothing can end it: it is left to itself, and what it
    still answers is not heard. So that there is never more than one thread a bot, it is not asked anew meanwhile.
    """

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self.thinks = False
        threading.Thread(target=self.work, daemon=True, name="oxideal-arena-bot").start()

    def work(self) -> None:
        while (call := self.calls.get()) is not None:
            try:
                self.answers.put(answer_of(call))
            except BaseException as error:  # a thread that ends would be waited for in vain
                self.answers.put(Answer(None, error, 0.0))

    def is_free(self, allowed: float) -> bool:
        """Whether it can be asked, if need be after so many seconds."""
        return not self.thinks or self.answer(allowed) is not None

    def ask(self, call: Callable[[], object], allowed: float) -> Answer | None:
        self.calls.put(call)
        self.thinks = True
        return self.answer(allowed)

    def answer(self, allowed: float) -> Answer | None:
        """What it answers within so many seconds."""
        try:
            answer = self.answers.get(timeout=allowed)
        except queue.Empty:
            return None
        self.thinks = False
        return answer
