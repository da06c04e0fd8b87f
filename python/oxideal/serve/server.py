"""The server: its WebSockets, and the kinds of messages that clients send."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from .. import _registry
from ..bots import Limit
from ..errors import InvalidArgumentError, InvalidStateError, OxidealError
from ..protocol import VERSION, messages
from ..protocol.lines import MAX_BOT_LINE, ProtocolError, fields, read
from ..record.fields import line
from ..schemas.values import Fields, array, boolean, integer, length, mapping, maybe, natural, text
from ..web.seat import MAX_PICKS
from .bots import Bots
from .connection import Connection, Message
from .http import Http
from .live import Closed, LiveTable, seat_entry
from .store import Store, StoreError
from .table import PERSON, Entry, Table, created
from .websocket import ConnectionClosed, ServerConnection, serve

if TYPE_CHECKING:
    from .settings import Settings

LOG = logging.getLogger("oxideal.serve")

HELLO_SECONDS = 10
"""How long a client may take to say hello."""

MAX_NAME = 24
MAX_CONTRIBUTION = 200
MAX_TABLE_NAME = 40
MAX_PICK = 16

MAX_CLOCK = 24 * 60 * 60 * 1000
MIN_CLOCK = 1000

SWEEP_SECONDS = 3600
"""How often old tables are looked for."""

WANTS = (*messages.WANTS, "picture")


class Server:
    """Tables, their store, and the clients."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.bots = Bots(settings)
        self.store = Store(settings.database)
        self.live: dict[str, LiveTable] = {}
        self.loading = asyncio.Lock()
        self.names: set[str] = set()
        """The names of all tables, also of those that are not in memory."""
        self.connections: set[Connection] = set()
        self.by_address: Counter[str] = Counter()
        self.creations: dict[str, list[float]] = {}
        """The times of the tables that each address has created in the last minute."""
        self.counts: Counter[str] = Counter()
        """How often each thing has happened, for `/figures`."""
        self.http = Http(self)

    async def run(self, started: Callable[[int], Awaitable[None]]) -> None:
        """Serve until SIGTERM or SIGINT; `started` is called with the port."""
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, stopped.set)
        try:
            await self._sweep()
            async with serve(
                self._handle,
                self.settings.host,
                self.settings.port,
                process_request=self.http.process_request,
                server_header=None,
                compression=None,  # it takes more memory for a connection than all else
                max_size=MAX_BOT_LINE,
                max_queue=4,
                open_timeout=HELLO_SECONDS,
                close_timeout=2,
                logger=logging.getLogger("oxideal.serve.websockets"),
            ) as server:
                port = server.sockets[0].getsockname()[1]
                self.http.open(port)
                sweeping = asyncio.create_task(self._sweep_often())
                await started(port)
                await stopped.wait()
                LOG.info("stopping")
                sweeping.cancel()
                for connection in self.connections:
                    connection.send(messages.bye("stopping"))
        finally:
            self.bots.close()
            self.store.close()

    # Connections

    async def _handle(self, socket: ServerConnection) -> None:
        address = self.http.address(socket)
        connection = Connection(socket, address, self.settings)
        self.connections.add(connection)
        self.by_address[address] += 1
        self.counts["connections"] += 1
        try:
            await self._greet(connection)
            await self._read(connection)
        except ConnectionClosed:
            pass
        except TimeoutError:
            connection.send(messages.error(f"no hello within {HELLO_SECONDS} s"), messages.bye("silent"))
        finally:
            self.connections.discard(connection)
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]
            await self._leave(connection)

    async def _greet(self, connection: Connection) -> None:
        hello = {"kind": "hello", "versions": [VERSION], "name": f"oxideal {_version()}"}
        connection.send({**hello, "games": list(_registry.NAMES), "bots": self.bots.names})
        async with asyncio.timeout(HELLO_SECONDS):
            while True:
                try:
                    message = read(await connection.socket.recv(decode=False))
                    if message["kind"] != "hello":
                        raise ProtocolError("the first message must be a hello")
                    given = fields(message)
                    if given.get("version", integer) != VERSION:
                        raise ProtocolError(f"this server speaks version {VERSION} of the protocol")
                    wants = given.items("wants", text) if "wants" in message else []
                    connection.wants = tuple(each for each in WANTS if each in wants)
                    return
                except OxidealError as error:
                    connection.send(messages.refusal(error))

    async def _read(self, connection: Connection) -> None:
        while True:
            data = await connection.socket.recv(decode=False)
            self.counts["messages"] += 1
            if delay := connection.delay():
                await asyncio.sleep(delay)  # the client's messages wait in its own buffers
            try:
                message = read(data)
                if message["kind"] == "bye":
                    return
                await self._dispatch(connection, message)
            except (OxidealError, TypeError) as error:
                self.counts["refused"] += 1
                if connection.table is None:
                    connection.send(messages.refusal(error))
                else:
                    connection.table.refuse(connection, error)
            except ConnectionClosed:
                raise
            except Exception:
                LOG.exception("a message of %s", connection.address)
                self.counts["faults"] += 1
                connection.send(messages.error("the server has failed at this message; its log says why"))

    async def _dispatch(self, connection: Connection, message: Message) -> None:
        handle = getattr(self, f"on_{message['kind']}", None)
        if handle is None:
            raise ProtocolError(f"unknown kind {message['kind'][:40]!r}")
        await handle(connection, fields(message))

    async def _leave(self, connection: Connection) -> None:
        table: LiveTable | None = connection.table
        if table is not None:
            try:
                await table.leave(connection)
            except StoreError as error:  # the next round, which the others waited for, could not be dealt
                LOG.error("table %s: %s", table.name, error)

    def _forget(self, table: LiveTable) -> None:
        self.counts["moves"] += table.moves
        if self.live.get(table.name) is table:
            del self.live[table.name]

    # Tables

    async def on_create(self, connection: Connection, given: Fields) -> None:
        game, seats, name = given.get("game", text), given.items("seats", text), _name(given)
        entry = created(
            game,
            _registry.module_of(game).Rules.from_dict(given.optional("rules", mapping, {})).to_dict(),
            seats,
            rounds=given.optional("rounds", maybe(natural)),
            target=given.optional("target", maybe(natural)),
            clock=_clock(given.optional("clock", maybe(natural))),
            practice=given.optional("practice", boolean, False),
            contribute=given.optional("contribute", boolean, False),
        )
        for seat in seats:
            if seat != PERSON:
                self.bots.check(seat)
        if PERSON not in seats:
            raise InvalidArgumentError('seats must have at least one "person"')
        _set_look(connection, given)
        table = Table([entry])
        self._count_creation(connection.address)
        await self._leave(connection)
        await self._open(await self.create(entry, table), table).join(connection, None, name)

    async def create(self, entry: Entry, table: Table) -> str:
        """Store a new table, which has only this entry, and return its name."""
        first = table.commit()
        table.apply(first)
        name = secrets.token_urlsafe(9)
        self.names.add(name)
        try:
            await self.store.append(name, 0, [entry, first], int(time()))
        except StoreError:
            self.names.discard(name)
            raise
        self.counts["tables"] += 1
        return name

    async def reserve(self, entry: Entry, name: str) -> str:
        """Store a new table whose first person has this name, and return what the page needs to join it."""
        table = Table([entry])
        token, seated = seat_entry(table.persons[0], name)
        table_name = await self.create(entry, table)
        await self.store.append(table_name, table.length, [seated], int(time()))
        return f"table={table_name}&token={token}"

    def _count_creation(self, address: str) -> None:
        """Raise unless there is room for one more table, and this address has not just created many."""
        settings, now = self.settings, monotonic()
        if len(self.names) >= settings.tables:
            raise InvalidStateError(f"this server has its {settings.tables} tables; try again later")
        self.creations = {
            each: recent
            for each, times in self.creations.items()
            if (recent := [time for time in times if time > now - 60])
        }
        times = self.creations.setdefault(address, [])
        if len(times) >= settings.tables_per_minute:
            raise InvalidStateError(f"at most {settings.tables_per_minute} tables in a minute; try again later")
        times.append(now)

    async def on_join(self, connection: Connection, given: Fields) -> None:
        table = given.get("table", text)
        token = given.optional("token", text)
        spectate = given.optional("spectate", boolean, False)
        name = None if token is not None or spectate else _name(given)
        _set_look(connection, given)
        await self._leave(connection)
        while True:
            live = await self._load(table)
            try:
                return await live.join(connection, token, name)
            except Closed:
                continue

    async def _load(self, name: str) -> LiveTable:
        """Return a table, read from the store unless it is in memory."""
        async with self.loading:
            live = self.live.get(name)
            if live is None or live.closed:
                if name not in self.names:
                    raise InvalidArgumentError(f"this server has no table {name[:MAX_TABLE_NAME]!r}")
                table = Table(await self.store.entries(name))
                live = self._open(name, table)
            return live

    def _open(self, name: str, table: Table) -> LiveTable:
        live = self.live[name] = LiveTable(name, table, self.store, self.bots, self.settings, self._forget)
        return live

    async def _sweep(self) -> None:
        """Delete tables at which nothing has happened for long."""
        times = await self.store.last_times()
        self.names.update(times)
        for name, last in times.items():
            if time() - last > self.settings.keep * 86_400 and name not in self.live:
                await self.store.delete(name)
                self.names.discard(name)

    async def _sweep_often(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep()
            except OxidealError as error:
                LOG.error("%s", error)

    # At a table

    async def on_answer(self, connection: Connection, given: Fields) -> None:
        move = given.get("move")
        if natural(move) is not None and text(move) is not None:
            raise ProtocolError("the move of an answer must be an id or a text")
        await _table(connection).answer(connection, given.get("id", natural), move)
        self.counts["answers"] += 1

    async def on_next_round(self, connection: Connection, given: Fields) -> None:
        contribution = given.optional("contribution", text)
        if contribution is not None:
            line("contribution", contribution, MAX_CONTRIBUTION)
        await _table(connection).next_round(connection, contribution)

    async def on_take_back(self, connection: Connection, given: Fields) -> None:
        await _table(connection).take_back(connection)

    async def on_hint(self, connection: Connection, given: Fields) -> None:
        _table(connection).hint(connection, Limit(time=min(self.settings.hint, self.settings.think)))

    # Pages

    async def on_look(self, connection: Connection, given: Fields) -> None:
        _set_look(connection, given)
        connection.send(_page(connection).look(size=connection.size, language=connection.language))

    async def on_describe(self, connection: Connection, given: Fields) -> None:
        cards = given.items("cards", text)
        if len(cards) > MAX_PICKS or any(len(card) > MAX_PICK for card in cards):
            raise InvalidArgumentError(f"cards must be at most {MAX_PICKS} strings of at most {MAX_PICK} characters")
        found = _page(connection).describe(cards)
        connection.send({"kind": "described", "id": given.get("id", natural), **found})

    async def on_rules(self, connection: Connection, given: Fields) -> None:
        connection.send({"kind": "rules", "paragraphs": _page(connection).rules_text()})

    # Rounds that are over

    async def on_record(self, connection: Connection, given: Fields) -> None:
        state = _table(connection).table.state
        if state is None or not state.is_over:
            raise InvalidStateError("the record has all cards; it can be read once the round is over")
        connection.send({"kind": "record", "record": _table(connection).table.record()})

    async def on_hello(self, connection: Connection, given: Fields) -> None:
        raise ProtocolError("a second hello")

    async def on_info(self, connection: Connection, given: Fields) -> None:
        """Ignore what a bot found so far."""

    on_pong = on_error = on_info


def _table(connection: Connection) -> LiveTable:
    table: LiveTable | None = connection.table
    if table is None:
        raise InvalidStateError("join a table first")
    return table


def _page(connection: Connection) -> Any:
    if connection.page is None:
        raise InvalidStateError("this is for pages at a table: the hello must want picture")
    return connection.page


def _set_look(connection: Connection, given: Fields) -> None:
    """Note the size and the language that a page asks for."""
    connection.language = given.optional("language", text, connection.language)
    size = given.optional("size", array, list(connection.size))
    if len(size) != 2 or any(length(side) is not None for side in size):
        raise InvalidArgumentError("size must be a width and a height")
    connection.size = tuple(size)


def _name(given: Fields) -> str:
    return line("name", given.get("name", text).strip(), MAX_NAME)


def _clock(clock: int | None) -> int | None:
    if clock is not None and not MIN_CLOCK <= clock <= MAX_CLOCK:
        raise InvalidArgumentError(f"clock must be {MIN_CLOCK} to {MAX_CLOCK} milliseconds, got {clock}")
    return clock


def _version() -> str:
    from .. import __version__

    return __version__
