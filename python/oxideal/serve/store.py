"""The logs of all tables, in a SQLite database.

One thread has the connection. It takes all jobs that wait and commits them in one transaction, so many tables share the
wait for the disk, and the event loop never waits for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from .._arguments.checks import quoted
from ..errors import OxidealError

LOG = logging.getLogger("oxideal.serve")

FORMAT = 1
"""Version of the database, kept in its `user_version`."""

MAX_JOBS = 1000
"""The most jobs in a transaction."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS log (
    name TEXT NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (name, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (id INTEGER PRIMARY KEY, name TEXT NOT NULL, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS creators (name TEXT PRIMARY KEY, address TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, seconds INTEGER NOT NULL);
"""
"""`time` and `seconds` are those of `Store.now`."""

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")


class StoreError(OxidealError):
    """The database cannot be opened, read or written, e.g. because the disk is full."""


class Store:
    """The database of one server. Raises `StoreError` if another server has it."""

    def __init__(self, path: str) -> None:
        self._jobs: queue.SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._path = path
        try:
            _make_private(path)
            self._file = _identity(path)
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
        except (sqlite3.Error, OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise StoreError(f"{quoted(path)}: {why}") from None
        try:
            self._open()
        except sqlite3.Error as error:
            self._database.close()
            locked = "another server has it" if "locked" in str(error) else str(error)
            raise StoreError(f"{quoted(path)}: {locked}") from None
        self._thread = threading.Thread(target=self._run, name="oxideal-store", daemon=True)
        self._thread.start()

    def _open(self) -> None:
        run = self._database.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")  # a move that players have seen survives a power cut too
        run("BEGIN IMMEDIATE")
        (version,) = run("PRAGMA user_version").fetchone()
        if version not in (0, FORMAT):
            raise sqlite3.DatabaseError(f"unsupported format {version}; this version reads format {FORMAT}")
        for statement in _SCHEMA.split(";"):
            run(statement)
        if version == 0:
            run(f"PRAGMA user_version = {FORMAT}")
        run("COMMIT")
        (seconds,) = run("SELECT max(time) FROM (SELECT time FROM log UNION ALL SELECT seconds FROM clock)").fetchone()
        self._ran_before, self._opened = seconds or 0, monotonic()

    def now(self) -> int:
        """Return for how many seconds servers have run with this database: it never jumps, as the date can."""
        return int(self._ran_before + monotonic() - self._opened)

    async def append(
        self,
        name: str,
        number: int,
        entries: Sequence[dict[str, Any]],
        record: str | None = None,
        *,
        address: str | None = None,
    ) -> None:
        """Store entries of a table, the first of which has this number.

        - `record`: the record of a round that has ended
        - `address`: of the client that creates the table
        """
        now = self.now()
        rows = [(name, number + k, now, json.dumps(entry)) for k, entry in enumerate(entries)]

        def job(database: sqlite3.Connection) -> None:
            database.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
            if record is not None:
                database.execute("INSERT INTO records (name, record) VALUES (?, ?)", (name, record))
            if address is not None:
                database.execute("INSERT INTO creators VALUES (?, ?)", (name, address))

        await self.run(job)

    async def entries(self, name: str) -> list[dict[str, Any]]:
        """Return the log of a table; it is empty if there is no such table."""
        rows = await self.run(
            lambda database: database.execute(
                "SELECT entry FROM log WHERE name = ? ORDER BY number", (name,)
            ).fetchall()
        )
        return [json.loads(entry) for (entry,) in rows]

    async def tables(self) -> list[tuple[str, int, bool, str]]:
        """Return of each table its name, the time of its last entry, whether a round has been dealt, and the address of
        the client that created it.
        """
        select = """
            SELECT name, max(time), max(entry LIKE '{"kind": "round"%'), ifnull(address, '')
            FROM log LEFT JOIN creators USING (name) GROUP BY name
        """
        rows = await self.run(lambda database: database.execute(select).fetchall())
        return [(name, last, bool(dealt), address) for name, last, dealt, address in rows]

    async def trim(self, records: int) -> int:
        """Store how long servers have run, delete the oldest records, and return the number deleted."""
        now = self.now()

        def job(database: sqlite3.Connection) -> int:
            database.execute("REPLACE INTO clock VALUES (0, ?)", (now,))
            last = "SELECT max(id) FROM records"
            return database.execute(f"DELETE FROM records WHERE id <= ({last}) - ?", (records,)).rowcount

        return await self.run(job)

    async def delete(self, name: str) -> None:
        """Delete the log of a table. The records of its rounds remain."""

        def job(database: sqlite3.Connection) -> None:
            for kind in ("log", "creators"):
                database.execute(f"DELETE FROM {kind} WHERE name = ?", (name,))

        await self.run(job)

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job in the thread of the database, and return its result once it has been committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        return await future

    def close(self) -> None:
        """Finish all jobs and close the database."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            while len(batch) < MAX_JOBS and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                batch.append(following)
            outcomes = self._commit([job for job, _ in batch])
            loop = batch[0][1].get_loop()
            futures = [future for _, future in batch]
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, futures, outcomes)
        self._database.close()

    def _commit(self, jobs: Sequence[Job]) -> list[Any]:
        """Run the jobs in one transaction and return their results, or the same error for each."""
        try:
            if _identity(self._path) != self._file:  # SQLite goes on with a file that nobody will find again
                raise OSError("its file has been moved, deleted or replaced")
            self._database.execute("BEGIN IMMEDIATE")
            results = [job(self._database) for job in jobs]
            self._database.execute("COMMIT")
        except Exception as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            return [StoreError(f"the database: {error}")] * len(jobs)
        return results


def _make_private(path: str) -> None:
    """Create the file so that only its owner can read it; its journals take its mode. Warn if others can read it."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        if os.name == "posix" and (mode := Path(path).stat().st_mode & 0o777) & 0o077:
            LOG.warning("%s has mode %04o; whoever can read it knows all cards: chmod 600", path, mode)


def _identity(path: str) -> tuple[int, int] | None:
    """Return what tells the file at this path from every other; None if there is none."""
    try:
        found = Path(path).stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _settle(futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[Any]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        if not future.done():  # the waiting task can have been cancelled
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
