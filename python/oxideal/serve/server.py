"""The server: its WebSockets, and the kinds of messages that clients send."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import _native, _registry
from ..bots import Limit
from ..clock import TimeControl
from ..errors import InvalidArgumentError, InvalidStateError, OxidealError, checked_language, quoted
from ..protocol import VERSION, messages
from ..protocol.lines import MAX_BOT_LINE, ProtocolError, fields, read
from ..record.fields import line, player_name
from ..schemas.values import Fields, boolean, integer, mapping, maybe, natural, text
from .bots import MAX_PROGRAMS, Bots
from .connection import Connection, Message, Rate, Socket
from .http import Http, network
from .live import Closed, LiveTable, seat_entry
from .store import Store, StoreError
from .table import PERSON, Entry, Table, created
from .websocket import ConnectionClosed, ServerConnection, serve

if TYPE_CHECKING:
    from .settings import Settings

LOG = logging.getLogger("oxideal.serve")

REQUEST_SECONDS = 5
"""Seconds that a connection's first request may take."""

HELLO_SECONDS = 10
"""Seconds until a client must have said hello."""

SPARE_CONNECTIONS = 16
"""Connections accepted beyond `settings.connections`, for plain HTTP."""

ADDRESS_RATE = 10
"""All clients at one address together may send as many messages as this number of connections."""

SPARE_FILES = 64
"""File descriptors reserved for other uses."""

MAX_NAME = 24
MAX_CONTRIBUTION = 200
MAX_TABLE_NAME = 40
MAX_MOVE = 200

MIN_CLOCK = 1
"""The least seconds that a person has for the first decision."""

SWEEP_SECONDS = 600
"""How often old tables are looked for."""

UNSTARTED_SECONDS = 3600
"""Idle seconds before a table without a dealt round is deleted."""

WANTS = (*messages.WANTS, "words")


@dataclass
class StoredTable:
    """What the server knows of a table that is not in memory."""

    last: int
    """When its last entry was stored, by `Store.now`."""
    dealt: bool
    """Whether a round has been dealt."""
    address: str = ""
    """The address of the client that has created it; "" for one that the server has made itself."""


class Server:
    """Tables, their store, and the clients."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.bots = Bots(settings)
        self.store = Store(settings.database)
        self.live: dict[str, LiveTable] = {}
        self.loading = asyncio.Lock()
        self.names: dict[str, StoredTable] = {}
        """All tables, also those that are not in memory."""
        self.sockets: Counter[str] = Counter()
        """How many connections each address has, also those that are no WebSockets yet."""
        self.connections: set[Connection] = set()
        self.by_address: Counter[str] = Counter()
        self.rates: dict[str, Rate] = {}
        """The rate of the messages from each address; connecting again does not begin a new one."""
        self.creations: dict[str, list[float]] = {}
        """The times of the tables that each address has created in the last minute."""
        self.counts: Counter[str] = Counter()
        """How often each thing has happened, for `/figures`."""
        self.most = settings.connections + SPARE_CONNECTIONS
        """How many connections there may be, also those that are no WebSockets."""
        self.http = Http(self)

    async def run(self, started: Callable[[int], Awaitable[None]]) -> None:
        """Serve until SIGTERM or SIGINT; `started` is called with the port."""
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, stopped.set)
        self._raise_file_limit()
        try:
            for name, last, dealt, address in await self.store.tables():
                self.names[name] = StoredTable(last, dealt, address)
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
                open_timeout=REQUEST_SECONDS,
                close_timeout=2,
                create_connection=partial(Socket, self),  # type: ignore[arg-type]  # a factory, as documented
                logger=logging.getLogger("oxideal.serve.websockets"),
            ) as server:
                port = server.sockets[0].getsockname()[1]
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

    def _raise_file_limit(self) -> None:
        """Let the process have a descriptor for each connection, and say so if it cannot."""
        try:
            import resource
        except ImportError:  # Windows has no such limit
            return
        spare = SPARE_FILES + (4 * MAX_PROGRAMS if self.bots.own else 0)
        needed = self.most + spare
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < needed:
            soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            if soft < needed:
                self.most = max(1, soft - spare)
                LOG.warning("at most %d connections: this process may open only %d files", self.most, soft)

    def admit(self, socket: Socket) -> bool:
        """Count a new connection, and return whether there is room for it."""
        peer = _peer(socket)
        self.sockets[peer] += 1
        settings = self.settings
        if self.sockets.total() > self.most:
            return False
        return settings.proxy or self.sockets[peer] <= settings.connections_per_address + SPARE_CONNECTIONS

    def dismiss(self, socket: Socket) -> None:
        """Forget a connection that has ended."""
        peer = _peer(socket)
        self.sockets[peer] -= 1
        if not self.sockets[peer]:
            del self.sockets[peer]

    async def _handle(self, socket: ServerConnection) -> None:
        assert isinstance(socket, Socket)
        address = self.http.address(socket)
        connection = Connection(socket, address, self.settings)
        self.connections.add(connection)
        self.by_address[address] += 1
        self.rates.setdefault(address, Rate(ADDRESS_RATE * self.settings.rate))
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
        hello = {"kind": "hello", "versions": [VERSION], "name": f"oxideal {_native.__version__}"}
        connection.send({**hello, "games": list(_registry.NAMES), "bots": self.bots.names})
        async with asyncio.timeout(HELLO_SECONDS):
            while True:
                try:
                    message = read(await self._receive(connection))
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
            data = await self._receive(connection)
            self.counts["messages"] += 1
            try:
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

    async def _receive(self, connection: Connection) -> bytes:
        """Return the next message, which has waited if its connection or its address sends too many."""
        data = await connection.socket.recv(decode=False)
        if delay := max(connection.rate.delay(), self.rates[connection.address].delay()):
            await asyncio.sleep(delay)  # the client's messages wait in its own buffers
        return data

    async def _dispatch(self, connection: Connection, message: Message) -> None:
        handle = getattr(self, f"on_{message['kind']}", None)
        if handle is None:
            raise ProtocolError(f"unknown kind {message['kind'][:40]!r}")
        await handle(connection, fields(message))

    async def _leave(self, connection: Connection) -> None:
        table: LiveTable | None = connection.table
        if table is not None:
            await table.leave(connection)

    def _forget(self, table: LiveTable) -> None:
        self.counts["moves"] += table.moves
        if (kept := self.names.get(table.name)) is not None:
            kept.last, kept.dealt = table.last, table.table.match is not None
        if self.live.get(table.name) is table:
            del self.live[table.name]

    # Tables

    async def on_create(self, connection: Connection, given: Fields) -> None:
        game, seats, name = given.get("game", text), given.items("seats", text), _name(given)
        entry = created(
            game,
            _rules(game, given),
            seats,
            rounds=given.optional("rounds", maybe(natural)),
            target=given.optional("target", maybe(natural)),
            clock=_clock(given.optional("clock", maybe(mapping))),
            practice=given.optional("practice", boolean, False),
            contribute=given.optional("contribute", boolean, False),
            pause=given.optional("pause", maybe(boolean)),
        )
        for seat in seats:
            if seat != PERSON:
                self.bots.check(seat)
        if PERSON not in seats:
            raise InvalidArgumentError('seats must have at least one "person"')
        language, table = _language(connection, given), Table([entry])
        await self._make_room(connection.address)
        created_name = await self.create(entry, table, connection.address)
        await self._open(created_name, table).join(connection, None, name, language)

    async def create(self, entry: Entry, table: Table, address: str = "") -> str:
        """Store a new table, which has only this entry, and return its name."""
        first = table.commit()
        table.apply(first)
        name = secrets.token_urlsafe(9)
        self.names[name] = StoredTable(self.store.now(), False, address)
        try:
            await self.store.append(name, 0, [entry, first], address=address)
        except StoreError:
            del self.names[name]
            raise
        self.counts["tables"] += 1
        return name

    async def reserve(self, entry: Entry, name: str) -> str:
        """Store a new table whose first person has this name, and return what the page needs to join it."""
        table = Table([entry])
        token, seated = seat_entry(table.persons[0], name)
        table_name = await self.create(entry, table)
        await self.store.append(table_name, table.length, [seated])
        return f"table={table_name}&token={token}"

    async def _make_room(self, address: str) -> None:
        """Raise unless there is room for one more table, and this address has not just created many.

        Of an address that has as many as it may have, the table that has been unused longest is deleted for the new
        one, unless that was less than an hour.
        """
        settings, now = self.settings, monotonic()
        self.creations = {
            each: recent
            for each, times in self.creations.items()
            if (recent := [time for time in times if time > now - 60])
        }
        times = self.creations.setdefault(address, [])
        if len(times) >= settings.tables_per_minute:
            raise InvalidStateError(f"at most {settings.tables_per_minute} tables in a minute; try again later")
        own = [name for name, kept in self.names.items() if kept.address == address]
        full = len(own) >= settings.tables_per_address
        if len(self.names) - full >= settings.tables:
            raise InvalidStateError(f"this server has its {settings.tables} tables; try again later")
        if full:
            unused = [name for name in own if name not in self.live]
            oldest = min(unused, key=lambda name: self.names[name].last, default="")
            if not await self._delete(oldest, UNSTARTED_SECONDS):
                raise InvalidStateError(f"at most {settings.tables_per_address} tables for each address")
        times.append(now)

    async def on_join(self, connection: Connection, given: Fields) -> None:
        table = given.get("table", text)
        token = given.optional("token", text)
        spectate = given.optional("spectate", boolean, False)
        name = None if token is not None or spectate else _name(given)
        language = _language(connection, given)
        while True:
            live = await self._load(table)
            try:
                return await live.join(connection, token, name, language)
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
        """Delete tables at which nothing has happened for long, and the oldest records if there are too many."""
        try:
            for name, kept in [*self.names.items()]:
                await self._delete(name, self.settings.keep * 86_400 if kept.dealt else UNSTARTED_SECONDS)
            if deleted := await self.store.trim(self.settings.records):
                LOG.info("the oldest %d records are deleted: more than %d", deleted, self.settings.records)
        except StoreError as error:
            LOG.error("%s", error)

    async def _delete(self, name: str, seconds: float) -> bool:
        """Delete a table if it has been unused for longer than this, and return whether it has been."""
        async with self.loading:  # nobody joins it meanwhile
            unused = self.store.now() - self.names[name].last if name in self.names else 0
            if unused <= seconds or name in self.live:
                return False
            await self.store.delete(name)
            del self.names[name]
            LOG.info("table %s is deleted: no move in %d hours of the server", name, unused // 3600)
            return True

    async def _sweep_often(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.rates = {address: rate for address, rate in self.rates.items() if address in self.by_address}
            await self._sweep()

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

    async def on_swap(self, connection: Connection, given: Fields) -> None:
        await _table(connection).swap(connection, given.optional("seat", maybe(natural)))

    async def on_resign(self, connection: Connection, given: Fields) -> None:
        await _table(connection).resign(connection)

    async def on_take_back(self, connection: Connection, given: Fields) -> None:
        await _table(connection).take_back(connection)

    async def on_hint(self, connection: Connection, given: Fields) -> None:
        _table(connection).hint(connection, Limit(time=min(self.settings.hint, self.settings.think)))

    async def on_stand_in(self, connection: Connection, given: Fields) -> None:
        await _table(connection).stand_in(connection)

    # Pages

    async def on_say(self, connection: Connection, given: Fields) -> None:
        _table(connection).say(connection, given.get("phrase", text))

    async def on_look(self, connection: Connection, given: Fields) -> None:
        if "words" not in connection.wants:
            raise InvalidStateError("this is for pages: the hello must want words")
        connection.language = _language(connection, given)
        if connection.page is not None:
            connection.send(connection.page.look(language=connection.language))
            if connection.table is not None:
                connection.table.send_review(connection)
                connection.table.ask_again(connection)

    async def on_past(self, connection: Connection, given: Fields) -> None:
        connection.send(_page(connection).past(given.get("moves", natural)))

    async def on_explain(self, connection: Connection, given: Fields) -> None:
        moves, number = given.items("moves", text), given.get("id", natural)
        if any(len(move) > MAX_MOVE for move in moves):
            raise InvalidArgumentError(f"moves must have at most {MAX_MOVE} characters")
        connection.send({"kind": "explained", "id": number, **_page(connection).explain(moves)})

    async def on_rules(self, connection: Connection, given: Fields) -> None:
        connection.send({"kind": "rules", "paragraphs": _page(connection).rules_text()})

    # Rounds that are over

    async def on_record(self, connection: Connection, given: Fields) -> None:
        state = _table(connection).table.state
        if state is None or not state.is_over:
            raise InvalidStateError("the record has all cards; it can be read once the round is over")
        connection.send({"kind": "record", "record": _table(connection).table.record()})

    async def on_review(self, connection: Connection, given: Fields) -> None:
        _table(connection).review(connection, given.optional("stop", boolean) is True)

    async def on_hello(self, connection: Connection, given: Fields) -> None:
        raise ProtocolError("a second hello")

    async def on_info(self, connection: Connection, given: Fields) -> None:
        """Ignore what a bot found so far."""

    on_pong = on_error = on_info


def _rules(game: str, given: Fields) -> dict[str, Any]:
    """Return the rules of a new table: options that are given, over those of a preset."""
    kind = _registry.module_of(game).Rules
    options, preset = given.optional("rules", mapping, {}), given.optional("preset", text)
    if preset is not None:
        known = _registry.GAMES[game].presets
        if preset not in known:
            raise InvalidArgumentError(f"preset must be one of {', '.join(known) or 'none'}, got {quoted(preset)}")
        options = kind.preset(preset).to_dict() | options
    rules: dict[str, Any] = kind.from_dict(options).to_dict()
    return rules


def _table(connection: Connection) -> LiveTable:
    table: LiveTable | None = connection.table
    if table is None:
        raise InvalidStateError("join a table first")
    return table


def _page(connection: Connection) -> Any:
    if connection.page is None:
        raise InvalidStateError("this is for pages at a table: the hello must want words")
    return connection.page


def _language(connection: Connection, given: Fields) -> str:
    """Return the language that a page asks for, checked, or that it has."""
    return checked_language(given.optional("language", text, connection.language))


def _peer(socket: Socket) -> str:
    peer = socket.transport.get_extra_info("peername")
    return network(str(peer[0])) if peer else "?"


def _name(given: Fields) -> str:
    return player_name("name", given.get("name", text).strip(), MAX_NAME)


def _clock(fields: dict[str, Any] | None) -> dict[str, int] | None:
    """Return the clock that a client asks for, checked."""
    if fields is None:
        return None
    control = TimeControl.from_dict(fields)
    if control.move + control.bank < MIN_CLOCK:
        raise InvalidArgumentError(f"clock must have {MIN_CLOCK} second or more in move and bank, got {control}")
    return control.to_dict()
