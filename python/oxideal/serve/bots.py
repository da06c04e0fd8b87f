"""Bots that think in threads, so that no table waits for the bot of another."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from ..bots import Bot, LevelBot, Limit, ProgramBot, SearchBot, Thinking, bot
from ..bots.named import KINDS, LEVELS, is_harmless
from ..bots.own import is_own
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .settings import Settings

T = TypeVar("T")

MAX_PROGRAMS = 64
"""How many programs think at the same time."""


class Bots:
    """The bots of a server, each made once: none remembers a table."""

    def __init__(self, settings: Settings) -> None:
        self.think = settings.think
        self.own = {name: _made(name) for name in settings.bots}
        self._made: dict[str, Bot[Any]] = {}
        self._searches = ThreadPoolExecutor(settings.threads or os.cpu_count() or 1, "oxideal-search")
        self._programs = ThreadPoolExecutor(MAX_PROGRAMS, "oxideal-program")

    @property
    def names(self) -> list[str]:
        """What clients are offered. They may also name `random`, `rule`, `net` and searches."""
        return [*self.own, *LEVELS]

    def check(self, name: str) -> None:
        """Raise `InvalidArgumentError` unless clients may seat this bot: its name must not run code of theirs."""
        if name in self.own:
            return
        if not is_harmless(name):
            raise InvalidArgumentError(f"this server has no bot {name[:40]!r}; it has {', '.join(self.names)}")
        made = bot(name)
        if isinstance(made, SearchBot) and (made.threads != 1 or not made.limit.time or made.limit.time > self.think):
            raise InvalidArgumentError(f"a search must have one thread and a time of at most {Limit(time=self.think)}")

    async def choose(self, name: str, view: Any) -> Any:
        """Return the action that a bot chooses. Raises whatever the bot raises, or an error if it is not legal."""
        made = self.own.get(name) or self._made.get(name) or self._made.setdefault(name, bot(name))
        if isinstance(made, SearchBot | LevelBot):  # the higher levels search
            chosen = await self._run(self._searches, lambda: made.choose(view))
        elif isinstance(made, ProgramBot):  # its thread only waits
            chosen = await self._run(self._programs, lambda: made.choose(view))
        else:  # it takes microseconds
            chosen = made.choose(view)
        return view.rules.action(chosen)

    async def hint(self, view: Any, limit: Limit) -> Thinking[Any]:
        """Return what a search thinks of a view."""
        return await self._run(self._searches, lambda: SearchBot(limit).think(view))

    async def _run(self, threads: ThreadPoolExecutor, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, call)

    def close(self) -> None:
        """End the threads, once the bots that think have chosen."""
        for made in (*self._made.values(), *self.own.values()):
            if isinstance(made, SearchBot):
                made.stop()
            if isinstance(made, ProgramBot):
                made.close()
        for threads in (self._searches, self._programs):
            threads.shutdown(wait=False, cancel_futures=True)


def _made(name: str) -> Bot[Any]:
    """Return a bot of the operator's. One in Python gets a process, as it would hold up the event loop in a thread."""
    if is_own(name) and name.split(":")[0] not in KINDS:
        bot(name)  # raises for a wrong name
        return ProgramBot(shlex.join([sys.executable, "-m", "oxideal", "bot", name]), Limit(time=60))
    return bot(name)
