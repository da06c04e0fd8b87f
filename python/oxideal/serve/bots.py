"""Bots that think in threads, so that no table waits for the bot of another."""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..bots import Bot, LevelBot, Limit, ProgramBot, SearchBot, Thinking, bot
from ..bots.factory import KINDS, LEVELS, NAMES, is_harmless
from ..bots.imported import is_own, own_name
from ..bots.program import MAX_STARTS
from ..errors import InvalidArgumentError
from ..review.work import Reviewing
from .table import PERSON

if TYPE_CHECKING:
    from threading import Event

    from ..record import Record
    from ..review import Review
    from .settings import Settings

LOG = logging.getLogger("oxideal.serve")

MAX_PROGRAMS = 64
"""How many programs think at the same time."""

STOP_SECONDS = 0.02
"""How often a search is told to stop until it does."""

REVIEW = 4
"""A review of a round takes at most as long as this number of searches."""

RESTART_SECONDS = 60
"""Seconds before a program that failed to start is tried again."""


class Bots:
    """The bots of a server, each made once: none remembers a table."""

    def __init__(self, settings: Settings) -> None:
        self.think = settings.think
        self.public: dict[str, str] = {}
        """What clients call each bot of the operator's; its own name can be a command."""
        self.own: dict[str, Bot[Any]] = {}
        """These bots, by what clients call them."""
        for name in settings.bots:
            self.public[name] = self._free_name(name)
            self.own[self.public[name]] = _made(name)
        self._down: set[str] = set()
        """The programs that could not be started, until they are tried again."""
        self._searches = Shared(settings.threads or os.cpu_count() or 1, "oxideal-search")
        self._programs = Shared(MAX_PROGRAMS, "oxideal-program")

    @property
    def names(self) -> list[str]:
        """What clients are offered. They may also name `random`, `rule`, `net` and searches."""
        return [*self.own, *LEVELS]

    def _free_name(self, name: str) -> str:
        shown = found = _shown(name)
        number = 1
        while found in self.own or (found != name and is_harmless(found)) or found == PERSON:
            number += 1
            found = f"{shown} {number}"
        return found

    def check(self, name: str) -> None:
        """Raise `InvalidArgumentError` unless clients may seat this bot: its name must not run code of theirs."""
        made = self._bot(name)
        if (
            name not in self.own
            and isinstance(made, SearchBot)
            and (made.threads != 1 or not made.limit.time or made.limit.time > self.think)
        ):
            raise InvalidArgumentError(f"a search must have one thread and a time of at most {Limit(time=self.think)}")

    def _bot(self, name: str) -> Bot[Any]:
        if name in self.own:
            return self.own[name]
        if not is_harmless(name):
            known = dict.fromkeys([*self.own, *NAMES])
            raise InvalidArgumentError(f"this server has no bot {name[:40]!r}; it has {', '.join(known)}")
        return _named(name)

    async def choose(self, name: str, view: Any, address: str, table: str) -> int | None:
        """Return the action that a bot chooses, or None if it fails; the log says why.

        Its time is that of the table, and of the address of the table's client.
        """
        if name in self._down:
            return None
        made = None
        try:
            made = self._bot(name)  # the log of a table can name one that the server has no more
            return int(view.rules.action(await self._chosen(made, view, address, table)))
        except Exception:  # a bot of the operator's can raise anything
            LOG.exception("bot %s at table %s failed; rule moves for it", name, table)
            if isinstance(made, ProgramBot) and len(made._failed) >= MAX_STARTS:
                LOG.error("bot %s is not started for %d s: %d starts have failed", name, RESTART_SECONDS, MAX_STARTS)
                self._down.add(name)
                asyncio.get_running_loop().call_later(RESTART_SECONDS, self._try_again, name, made)
            return None

    def _try_again(self, name: str, made: ProgramBot) -> None:
        made._failed.clear()
        self._down.discard(name)

    async def _chosen(self, made: Bot[Any], view: Any, address: str, table: str) -> Any:
        if isinstance(made, SearchBot):
            search = replace(made)  # each search is stopped by itself
            return await self._searches.run(address, table, lambda: search.choose(view), search.stop)
        if isinstance(made, LevelBot):  # the higher levels search
            return await self._searches.run(address, table, lambda: made.choose(view))
        if isinstance(made, ProgramBot):  # its thread only waits
            return await self._programs.run(address, table, lambda: made.choose(view))
        return made.choose(view)  # it takes microseconds

    async def hint(self, view: Any, limit: Limit, address: str, table: str) -> Thinking[Any]:
        """Return what a search thinks of a view."""
        search = SearchBot(limit)
        found: Thinking[Any] = await self._searches.run(address, table, lambda: search.think(view), search.stop)
        return found

    async def review(
        self, record: Record, seat: int, address: str, table: str, tell: Callable[[float], None], stop: Event
    ) -> Review:
        """Return a review of a seat's decisions. `tell` gets the share of its time that is used, in another thread."""

        def work() -> Review:
            under_way = Reviewing(record, Limit(time=REVIEW * self.think), seat=seat, threads=1)
            told = 0.0
            while not stop.is_set() and (share := under_way.step()) is not None:
                if share >= told + 0.01:
                    tell(told := share)
            return under_way.result()

        # A seat's review replaces none of another seat.
        found: Review = await self._searches.run(address, f"{table} {seat}", work, stop.set)
        return found

    def close(self) -> None:
        """End the threads, once the bots that think have chosen."""
        for threads in (self._searches, self._programs):
            threads.close()
        for made in self.own.values():
            if isinstance(made, ProgramBot):
                made.close()


@dataclass(eq=False)
class Job:
    """What a table wants computed."""

    address: str
    table: str
    call: Callable[[], Any]
    stop: Callable[[], None]
    """Ends the call early, if it is running."""
    done: asyncio.Future[Any]


class Shared:
    """Threads that tables share.

    At most one job of a table waits, and one runs; a new one replaces the one that waits, and a job ends when nobody
    waits for it any more. So there are never more jobs than tables in memory. The next job is one of the address that
    has used least time, and among these of the table that has.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._waiting: dict[str, Job] = {}
        """By table."""
        self._running: dict[str, Job] = {}
        self._used: dict[str, float] = {}
        """The seconds of each address and table since a job had to wait."""

    async def run(
        self, address: str, table: str, call: Callable[[], Any], stop: Callable[[], None] = lambda: None
    ) -> Any:
        """Return what the call returns."""
        job = Job(address, table, call, stop, asyncio.get_running_loop().create_future())
        older = self._waiting.pop(table, None)
        if older is not None:
            older.done.cancel()
        self._waiting[table] = job
        least = min(self._used.values(), default=0.0)  # who comes later has no claim on the time before
        self._used.setdefault(address, least)
        self._used.setdefault(table, least)
        self._start()
        try:
            return await job.done
        finally:
            if self._waiting.get(table) is job:
                del self._waiting[table]
            self._stop(job)

    def _stop(self, job: Job) -> None:
        if self._running.get(job.table) is job:
            job.stop()
            asyncio.get_running_loop().call_later(STOP_SECONDS, self._stop, job)  # it has perhaps not begun

    def _start(self) -> None:
        while self._free:
            ready = [job for job in self._waiting.values() if job.table not in self._running]
            if not ready:
                return
            job = min(ready, key=lambda job: (self._used[job.address], self._used[job.table]))
            del self._waiting[job.table]
            self._running[job.table] = job
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.call)
            running.add_done_callback(partial(self._end, job, monotonic()))

    def _end(self, job: Job, start: float, running: asyncio.Future[Any]) -> None:
        self._free += 1
        del self._running[job.table]
        for each in (job.address, job.table):
            self._used[each] += monotonic() - start
        if not running.cancelled() and not job.done.done():
            error = running.exception()
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(running.result())
        if not self._waiting and not self._running:
            self._used.clear()
        self._start()

    def close(self) -> None:
        """Stop all jobs and end the threads."""
        for job in self._running.values():
            job.stop()
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


@lru_cache(256)
def _named(name: str) -> Bot[Any]:
    return bot(name)


def _shown(name: str) -> str:
    """Return what clients call a bot of the operator's: not its command, nor its arguments."""
    if ProgramBot.is_named_by(name):
        made = ProgramBot.parse(name)
        return Path(made.words()[0]).stem if name.startswith("exec:") else made.name
    return name if is_harmless(name) else own_name(name).partition("(")[0]


def _made(name: str) -> Bot[Any]:
    """Return a bot of the operator's. One in Python gets a process, as it would hold up the event loop in a thread."""
    if is_own(name) and name.split(":")[0] not in KINDS:
        bot(name)  # raises for a wrong name
        return ProgramBot(shlex.join([sys.executable, "-m", "oxideal", "bot", name]), Limit(time=60))
    return bot(name)
