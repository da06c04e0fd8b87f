"""A table with connections: who is told what, and whose turn it is.

Every change is applied, stored, and only then told. A lock keeps the changes of a table in order.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Coroutine
from math import ceil
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from ..bots import Limit, RuleBot
from ..errors import InvalidArgumentError, InvalidStateError, OxidealError
from ..protocol import messages
from .store import Store, StoreError
from .table import PERSON, Entry, Table

if TYPE_CHECKING:
    from .bots import Bots
    from .connection import Connection, Message
    from .settings import Settings

LOG = logging.getLogger("oxideal.serve")

MAX_HINTS = 5
"""A hint has at most so many moves."""

RETRY_SECONDS = 1.0
"""How long to wait before a move of a bot is tried again that could not be stored."""

MIN_GRACE = 100
"""Milliseconds from `stop` to the end of the time, at least; otherwise a tenth of the time."""


class Closed(Exception):  # noqa: N818 (not an error)
    """The table has been removed from memory; it is to be read again."""


class LiveTable:
    """A table that is in memory because somebody is connected to it."""

    def __init__(
        self, name: str, table: Table, store: Store, bots: Bots, settings: Settings, forget: Callable[[LiveTable], None]
    ) -> None:
        self.name = name
        self.table = table
        self.store = store
        self.bots = bots
        self.settings = settings
        self.forget = forget
        """Called when nobody is connected any more."""
        self.lock = asyncio.Lock()
        self.moves = 0
        """How many moves have been played since it is in memory."""
        self.closed = False
        """Whether it has been removed from memory; then nothing may change it."""
        self.seated: dict[int, Connection] = {}
        self.spectators: set[Connection] = set()
        self.ready: dict[int, str | None] = {}
        """The persons who wait for the next round, with their contributions to its seed."""
        self.thinking: int | None = None
        """The turn that a bot thinks about."""
        self.asked: tuple[int, Connection] | None = None
        """The turn that somebody has been sent the question about."""
        self.timed: int | None = None
        """The turn whose clock runs."""
        self.deadline: float | None = None
        self.timers: list[asyncio.TimerHandle] = []
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def connections(self) -> list[Connection]:
        return [*self.seated.values(), *self.spectators]

    # Connections

    async def join(self, connection: Connection, token: str | None, name: str | None) -> None:
        """Let a client take its seat again by its token, a free seat by a name, or watch with neither."""
        async with self.lock:
            if self.closed:
                raise Closed
            if connection.is_closed:  # it must not replace the connection with which its client has returned
                raise InvalidStateError("the connection is closed")
            try:
                seat, token = await self._seat_for(token, name)
            except OxidealError:
                self._close_if_empty()
                raise
            connection.table, connection.seat = self, seat
            if seat is None:
                self.spectators.add(connection)
            else:
                self._replace(self.seated.get(seat))
                self.seated[seat] = connection
            for each in self.connections:
                each.send(self._about_table(each, token if each is connection else None))
            if not await self._deal() and self.table.match is not None:
                self._begin(connection)
                await self._advance()

    async def leave(self, connection: Connection) -> None:
        """Forget a client; its seat remains its own."""
        async with self.lock:
            if connection.seat is None:
                self.spectators.discard(connection)
            elif self.seated.get(connection.seat) is connection:
                del self.seated[connection.seat]
                self.ready.pop(connection.seat, None)
            connection.table = None
            for each in self.connections:
                each.send(self._about_table(each))
            if not self._close_if_empty():
                await self._deal()

    def _close_if_empty(self) -> bool:
        """Remove the table from memory if nobody is connected, and return whether that is so."""
        if not self.connections:
            self.closed = True
            self._stop_clock()
            self.forget(self)
        return self.closed

    def _replace(self, other: Connection | None) -> None:
        if other is not None:
            other.table = None
            other.send(messages.error("another client has taken this seat"), messages.bye("replaced"))

    async def _seat_for(self, token: str | None, name: str | None) -> tuple[int | None, str | None]:
        """Return the seat of a client that joins, and its token."""
        if token is not None:
            return self._seat_of(token), token
        if name is not None:
            return await self._take_seat(name)
        if len(self.spectators) >= self.settings.spectators:
            raise InvalidStateError(f"this table has {self.settings.spectators} spectators already")
        return None, None

    def _seat_of(self, token: str) -> int:
        digest = _digest(token)
        # All are compared, so that the time says nothing.
        found = [
            seat for seat, own in enumerate(self.table.tokens) if own is not None and hmac.compare_digest(own, digest)
        ]
        if not found:
            raise InvalidArgumentError("no seat of this table has this token")
        return found[0]

    async def _take_seat(self, name: str) -> tuple[int, str]:
        free = [seat for seat in self.table.persons if self.table.tokens[seat] is None]
        if not free:
            raise InvalidStateError("this table has no free seat; it can be watched")
        token, entry = seat_entry(free[0], name)
        self.table.apply(entry)
        await self._store([entry])
        return free[0], token

    # What is told

    def _about_table(self, connection: Connection, token: str | None = None) -> Message:
        table = self.table
        commitment = table.dealt if table.next is None else table.next
        return {
            "kind": "table",
            "table": self.name,
            **({} if token is None else {"token": token}),
            "seat": connection.seat,
            "game": table.game,
            "rules": table.rules.to_dict(),
            "seats": table.seats,
            "names": table.names,
            "connected": [seat in self.seated or kind != PERSON for seat, kind in enumerate(table.seats)],
            "ready": sorted(self.ready),
            "round": table.round,
            "rounds": table.rounds,
            "target": table.target,
            "practice": table.practice,
            "contribute": table.contribute,
            "commitment": None if commitment is None else commitment.digest,
        }

    def _begin(self, connection: Connection) -> None:
        """Tell a client that a round begins. Its events follow, from the first."""
        table, rules, names = self.table, self.table.state.rules, self._names()
        assert table.dealt is not None
        clock = None if table.clock is None else (table.clock, _grace(table.clock))
        begin = messages.new_round(rules, connection.seat or 0, names, clock, table.totals_before_this_round)
        fair = {"commitment": table.dealt.digest, "contributions": table.contributions}
        connection.send({**begin, "seat": connection.seat, "round": table.round, **fair})
        connection.begin(rules, names)

    def _tell(self, connection: Connection) -> None:
        """Send a client the events that it has not been sent, and the result of a round that is over."""
        table, seat = self.table, connection.seat
        state = table.state
        texts = state.events(seat or 0)
        news = texts[connection.told :]
        public = news if seat is not None else table.public_events(connection.told)
        connection.told = len(texts)
        connection.send(*messages.events(state.rules, public))
        if connection.page is not None and news:
            connection.send(connection.page.see(news))
        if state.is_over and not connection.has_result:
            connection.has_result = True
            assert table.dealt is not None
            ended = messages.end_round(state.view(seat or 0), connection.wants if seat is not None else ())
            fair = {"revealed": table.dealt.reveal(), "next": None if table.next is None else table.next.digest}
            connection.send({**ended, "totals": list(table.match.totals), **fair})
            if table.is_over:
                connection.send(messages.end_match(table.match.totals, table.match.winners))

    def _names(self) -> list[str]:
        return [name or f"seat {seat}" for seat, name in enumerate(self.table.names)]

    def refuse(self, connection: Connection, error: Exception) -> None:
        """Tell a client why its message is refused, and ask it again if it is to move."""
        words = {} if connection.page is None else {"text": connection.page.refusal(error)}
        connection.send({**messages.refusal(error), **words})
        state, seat = self.table.state, connection.seat
        if state is not None and seat is not None and state.current_player == seat:
            self.asked = None
            self._ask(seat)

    # Rounds

    async def next_round(self, connection: Connection, contribution: str | None) -> None:
        """Note that a person is ready for the next round, and deal it once all who are connected are."""
        async with self.lock:
            seat = self._own_seat(connection)
            if not self.table.is_waiting:
                raise InvalidStateError("the match is over" if self.table.is_over else "the current round is not over")
            self.ready[seat] = contribution
            for each in self.connections:
                each.send(self._about_table(each))
            await self._deal()

    async def _deal(self) -> bool:
        """Deal the next round, if there is one and nobody is waited for. Return whether it has been dealt."""
        table = self.table
        if not table.is_waiting or any(table.tokens[seat] is None for seat in table.persons):
            return False
        at_once = table.match is None and not table.contribute
        if not at_once and not (self.seated and self.seated.keys() <= self.ready.keys()):
            return False
        contributions = []
        if table.contribute:
            contributions = [self.ready.get(seat) or f"seat {seat}" for seat in range(len(table.seats))]
        await self._change({"kind": "round", "contributions": contributions})
        self.ready.clear()
        for each in self.connections:
            self._begin(each)
        await self._advance()
        return True

    async def answer(self, connection: Connection, turn: int, move: Any) -> None:
        """Play the move of a person. An answer to another question than the present one is ignored."""
        async with self.lock:
            seat = self._own_seat(connection)
            state = self.table.state
            if state is None or turn != self.table.turn or state.current_player != seat:
                return
            await self._play(seat, state.rules.action(state.parse(move) if isinstance(move, str) else move))

    async def take_back(self, connection: Connection) -> None:
        """Take back moves until a person's last decision."""
        async with self.lock:
            seat = self._own_seat(connection)
            table = self.table
            if not table.practice:
                raise InvalidStateError("moves can be taken back at practice tables only")
            if table.state is None or table.state.is_over:
                raise InvalidStateError("no round is being played")
            past = table.state.copy()
            while past.history:
                past.pop()
                if past.current_player == seat and len(past.legal_actions()) > 1:
                    break
            else:
                raise InvalidStateError("there is no move of yours to take back")
            await self._change({"kind": "take_back", "moves": len(table.state.history) - len(past.history)})
            for each in self.connections:
                self._begin(each)
            await self._advance()

    async def _play(self, seat: int, action: int) -> None:
        await self._change({"kind": "move", "seat": seat, "move": action})
        await self._advance()

    async def _change(self, entry: Entry) -> None:
        """Apply and store an entry. Raises an error, and changes nothing, if that is not possible."""
        table = self.table
        table.apply(entry)
        entries, record = [entry], None
        if table.state.is_over:
            record = table.record()
            if not table.is_over:
                entries.append(table.commit())
                table.apply(entries[-1])
        await self._store(entries, record)
        self.moves += entry["kind"] == "move"

    async def _store(self, entries: list[Entry], record: str | None = None) -> None:
        """Store entries that have been applied. If that fails, the table is read again as it was before."""
        number = self.table.length - len(entries)
        try:
            await self.store.append(self.name, number, entries, int(time()), record)
        except StoreError:
            self.asked = self.thinking = None
            try:
                self.table = Table(await self.store.entries(self.name))
            except StoreError:  # what is in memory may differ from the store: nobody may see it
                for each in self.connections:
                    each.drop()
            raise

    async def _advance(self) -> None:
        """Tell all clients what is new, play moves that are the only ones, and then ask whoever is to move."""
        try:
            while True:
                for each in self.connections:
                    self._tell(each)
                seat, forced = self.table.state.current_player, self.table.forced_action()
                if forced is None:
                    break
                await self._change({"kind": "move", "seat": seat, "move": forced})
        except StoreError as error:
            self._try_again(error)
            return
        if seat is None:
            self._stop_clock()
        elif self.table.seats[seat] == PERSON:
            self._ask(seat)
        elif self.thinking != self.table.turn:
            self._stop_clock()
            self.thinking = self.table.turn
            self._spawn(self._think(seat, self.table.turn))

    def _try_again(self, error: StoreError) -> None:
        LOG.error("table %s: %s", self.name, error)
        for each in self.connections:
            each.send(messages.refusal(error))
        self._spawn(self._advance_later())

    async def _advance_later(self) -> None:
        await asyncio.sleep(RETRY_SECONDS)
        async with self.lock:
            if not self.closed:
                await self._advance()

    # Persons

    def _own_seat(self, connection: Connection) -> int:
        if connection.seat is None:
            raise InvalidStateError("spectators have no seat")
        return connection.seat

    def _ask(self, seat: int) -> None:
        table, connection = self.table, self.seated.get(seat)
        if table.clock is not None and self.timed != table.turn:
            self._start_clock(table.clock, seat, table.turn)
        if connection is not None and self.asked != (table.turn, connection):
            self.asked = table.turn, connection
            left = None if self.deadline is None else max(0, ceil((self.deadline - monotonic()) * 1000))
            connection.send(messages.question(table.state.view(seat), table.turn, left, connection.wants))

    def _start_clock(self, clock: int, seat: int, turn: int) -> None:
        self._stop_clock()
        self.timed, self.deadline = turn, monotonic() + clock / 1000
        later = asyncio.get_running_loop().call_later
        self.timers = [
            later(clock / 1000, self._send_stop, seat, turn),
            later((clock + _grace(clock)) / 1000, lambda: self._spawn(self._play_for(seat, turn))),
        ]

    def _stop_clock(self) -> None:
        for timer in self.timers:
            timer.cancel()
        self.timers, self.timed, self.deadline = [], None, None

    def _send_stop(self, seat: int, turn: int) -> None:
        if (connection := self.seated.get(seat)) is not None:
            connection.send({"kind": "stop", "id": turn})

    async def _play_for(self, seat: int, turn: int) -> None:
        """Play a move for a person whose time is over."""
        async with self.lock:
            if not self.closed and self.table.turn == turn:
                await self._play_or_try_again(seat, None)

    # Bots

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)  # the loop itself keeps no reference
        task.add_done_callback(self.tasks.discard)

    async def _think(self, seat: int, turn: int) -> None:
        """Let a bot choose a move, and play it unless the table has changed meanwhile."""
        action: int | None = None
        try:
            action = await self.bots.choose(self.table.seats[seat], self.table.state.view(seat))
        except Exception:  # a bot of the operator's can raise anything
            LOG.exception("bot %s at table %s failed", self.table.seats[seat], self.name)
        async with self.lock:
            if self.closed or self.table.turn != turn:
                return
            await self._play_or_try_again(seat, action)

    async def _play_or_try_again(self, seat: int, action: int | None) -> None:
        """Play the move of a bot, or one by rules of thumb if there is none or it is not legal."""
        state = self.table.state
        if action is None or not state.is_legal(action):
            action = int(RuleBot().choose(state.view(seat)))
        try:
            await self._play(seat, action)
        except StoreError as error:
            self._try_again(error)

    def hint(self, connection: Connection, limit: Limit) -> None:
        """Send a client what the search thinks of its position, once it has thought."""
        table, seat = self.table, self._own_seat(connection)
        if len(table.persons) > 1 and not table.practice:
            raise InvalidStateError("hints are for tables with one person, and for practice tables")
        if table.state is None or table.state.current_player != seat:
            raise InvalidStateError("it is not your turn")
        if connection.waits_for_hint:
            raise InvalidStateError("the search is still looking for a hint")
        connection.waits_for_hint = True
        self._spawn(self._hint(connection, table.state.view(seat), table.turn, limit))

    async def _hint(self, connection: Connection, view: Any, turn: int, limit: Limit) -> None:
        try:
            thinking = await self.bots.hint(view, limit)
        finally:
            connection.waits_for_hint = False
        if self.table.turn != turn:
            return
        best, *others = thinking.choices[:MAX_HINTS]
        hints = [*(([choice.move], choice, False) for choice in reversed(others)), (thinking.line, best, True)]
        for moves, choice, done in hints:
            line = [str(move) for move in moves]
            words = {} if connection.page is None else connection.page.advice(line, choice.mean, done=done)
            found = {"line": line, "value": choice.mean, "nodes": thinking.nodes, "done": done}
            connection.send({**words, "kind": "info", "id": turn, **found})


def seat_entry(seat: int, name: str) -> tuple[str, Entry]:
    """Return a new token for a seat, and the entry that gives the seat to whoever has it."""
    token = secrets.token_urlsafe(24)
    return token, {"kind": "seat", "seat": seat, "name": name, "token": _digest(token)}


def _grace(clock: int) -> int:
    return max(MIN_GRACE, clock // 10)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
