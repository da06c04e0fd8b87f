"""A table with connections: what each is sent, and whose turn it is.

A change is made to a copy of the table, which takes the place of the table once the change is stored: nobody can be
told what may not last. A lock keeps the changes of a table in order.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import random
import secrets
from collections import deque
from collections.abc import Callable, Coroutine
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from .._arguments.checks import seat_within
from ..bots import Limit, RuleBot
from ..errors import InvalidArgumentError, InvalidStateError, OxidealError, quoted
from ..protocol import messages
from ..record import Record
from ..review.page import findings_for
from .connection import Rate
from .store import Store, StoreError
from .table import PERSON, Entry, Table

if TYPE_CHECKING:
    from ..clock import Clock
    from ..interface import Reason
    from .bots import Bots
    from .connection import Connection, Message
    from .settings import Settings

LOG = logging.getLogger("oxideal.serve")

MAX_HINTS = 5
"""The largest number of moves in a hint."""

RETRY_SECONDS = 1.0
"""Seconds before storing a bot's move is tried again."""

MAX_PAUSE = 10.0
"""Maximum delay of a forced move, in seconds."""

FIRST_PAUSE = (1.0, 4.0)
"""Range of the delay of a forced move, for a person without earlier decisions."""


PHRASES = ("hello", "thanks", "well_played", "sorry", "moment", "nudge", "👍", "😀", "😮", "😢", "🎉")
"""Everything that people can say to each other. A nudge is for the person who is to move."""

PHRASE_RATE = 0.5
"""How many of them a person may say in a second."""

AWAY_SECONDS = 20.0
"""How long a person must be away before a bot may play."""

IDLE_SECONDS = 180.0
"""How long others wait for the next round, or for a move at a table without a clock, before a bot may play."""

STAND_IN = "level:5"
"""The bot that plays for a person, at a table without other bots."""


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
        self.last = store.now()
        """When the last entry was stored, or the table was read."""
        self.moves = 0
        """How many moves have been played since it is in memory."""
        self.closed = False
        """Whether it has been removed from memory; then nothing may change it."""
        self.seated: dict[int, Connection] = {}
        self.spectators: set[Connection] = set()
        self.ready: dict[int, str | None] = {}
        """The persons who wait for the next round, with their contributions to its seed."""
        self.wishes: dict[int, int] = {}
        """The seats that persons would like to have in the next round, by their own."""
        self.proposal: tuple[int, int, int] | None = None
        """A turn, the seat that would take back moves in it, and how many."""
        self.agreed: set[int] = set()
        """The persons who agree to it."""
        self.said: dict[int, Rate] = {}
        """How often each person has said something."""
        self.away: dict[int, float] = {}
        """Since when each person is away."""
        self.consent: set[int] = set()
        """The persons who agree that a bot plays for those who are away."""
        self.work: asyncio.Task[None] | None = None
        """What is computed about the present turn: the move of a bot, or a hint."""
        self.pauses: dict[int, deque[float]] = {}
        """How many seconds each seat took for its last decisions."""
        self.forced: int | None = None
        """The turn in which the only legal move of a person will be played."""
        self.asked_at = monotonic()
        """When the seat that is to move could begin to think."""
        self.asked: tuple[int, Connection] | None = None
        """The turn that somebody has been sent the question about."""
        self.timed: int | None = None
        """The turn whose clock runs."""
        self.started = 0.0
        """When it began to run."""
        self.timers: list[asyncio.TimerHandle] = []
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def connections(self) -> list[Connection]:
        return [*self.seated.values(), *self.spectators]

    # Connections

    async def join(self, connection: Connection, token: str | None, name: str | None, language: str) -> None:
        """Let a client take its seat again by its token, a free seat by a name, or watch with neither.

        It then leaves the table at which it was.
        """
        former: LiveTable | None = connection.table
        left = None if former is None else connection.seat
        try:
            await self._join(connection, token, name, language)
        finally:
            if former is not None and connection.table is not former:
                await former._has_left(left)

    async def _join(self, connection: Connection, token: str | None, name: str | None, language: str) -> None:
        former: LiveTable | None = connection.table
        left = connection.seat if former is self else None
        async with self.lock:
            if self.closed:
                raise Closed
            if connection.is_closed:  # it must not replace the connection with which its client has returned
                raise InvalidStateError("the connection is closed")
            try:
                seat, token = await self._seat_for(token, name)
                await self._return(seat)
            except OxidealError:
                self._close_if_empty()
                raise
            if former is not None:
                former._remove(connection)
            connection.enter(self, seat, language)
            if self.asked is not None and self.asked[1] is connection:
                self.asked = None  # it has joined again
            if seat is None:
                self.spectators.add(connection)
            else:
                self._replace(self.seated.get(seat))
                self.seated[seat] = connection
                self.away.pop(seat, None)
                self.consent.clear()
            for each in self.connections if (seat, left) != (None, None) else [connection]:
                self._send_to(each, lambda to: to.send(self._about_table(to, token if to is connection else None)))
            if not await self._deal() and self.table.match is not None:
                self._send_to(connection, self._begin)
                await self._advance()
                self._send_clock(connection)

    async def leave(self, connection: Connection) -> None:
        """Forget a client; its seat remains its own."""
        self._remove(connection)
        await self._has_left(connection.seat)

    def _remove(self, connection: Connection) -> None:
        seat = connection.seat
        connection.stop_review()
        if seat is None:
            self.spectators.discard(connection)
        elif self.seated.get(seat) is connection:
            del self.seated[seat]  # what it has contributed to the next round remains
            self.away[seat] = monotonic()
            self.consent.clear()
            self._stop_hint(seat)
        connection.table = None

    async def _return(self, seat: int | None) -> None:
        """Let a person play again for whom a bot has played."""
        if seat is not None and seat in self.table.stand_ins:
            await self._change({"kind": "stand_in", "seat": seat, "bot": None})
            self.asked_at = monotonic()
            if self.table.state is not None and self.table.state.current_player == seat:
                self._stop_work()

    def _stop_hint(self, seat: int | None) -> None:
        """Stop the search for a hint, which nobody waits for, if this seat is to move."""
        if self.table.state is not None and self.table.state.current_player == seat:
            self._stop_work()

    async def _has_left(self, seat: int | None) -> None:
        """Tell the others that a client has left its seat. Spectators are not told of: they could flood the others."""
        async with self.lock:
            if self.closed:
                return
            if seat is not None:
                self._send_table()
            if not self._close_if_empty():
                try:
                    await self._deal()
                except StoreError as error:  # the others, who waited for the next round, can ask for it again
                    LOG.error("table %s: %s", self.name, error)

    def _close_if_empty(self) -> bool:
        """Remove the table from memory if nobody is connected, and return whether that is so."""
        if not self.connections:
            self.closed = True
            self._stop_clock()
            for task in self.tasks:  # none of them changes the table now: this has the lock
                task.cancel()
            self.forget(self)
        return self.closed

    def _replace(self, other: Connection | None) -> None:
        if other is not None:
            self._stop_hint(other.seat)
            other.stop_review()
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
        await self._change(entry)
        return free[0], token

    # What is sent

    def _send_to(self, connection: Connection, send: Callable[[Connection], None]) -> None:
        """Send a client something. If this fails, the client alone is dropped, and can come back."""
        try:
            send(connection)
        except Exception:
            LOG.exception("client %s at table %s is dropped", connection.address, self.name)
            connection.drop()

    def _send_all(self, send: Callable[[Connection], None]) -> None:
        for each in self.connections:
            self._send_to(each, send)

    def _send_table(self) -> None:
        self._send_all(lambda each: each.send(self._about_table(each)))

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
            "stand_ins": sorted(table.stand_ins),
            "consent": sorted(self.consent),
            "ready": sorted(self.ready),
            "wishes": [self.wishes.get(seat) for seat in range(len(table.seats))],
            "round": table.round,
            "rounds": table.rounds,
            "target": table.target,
            "practice": table.practice,
            "contribute": table.contribute,
            "pause": table.pause,
            "commitment": None if commitment is None else commitment.digest,
        }

    def _begin(self, connection: Connection) -> None:
        """Tell a client that a round begins. Its events follow, from the first."""
        table, rules, names = self.table, self.table.state.rules, self._names()
        assert table.dealt is not None
        clock = None if table.control is None else (table.control, messages.grace_for(table.control.move))
        begin = messages.new_round(rules, connection.seat or 0, names, clock, table.totals_before_this_round)
        fair = {"commitment": table.dealt.digest, "contributions": table.contributions}
        connection.send({**begin, "seat": connection.seat, "round": table.round, **fair})
        connection.begin(rules, names)

    def _send_news(self, connection: Connection) -> None:
        """Send a client the events that it has not been sent, and the result of a round that is over."""
        table, seat = self.table, connection.seat
        state = table.state
        texts = state.events(seat or 0)
        news = texts[connection.sent :]
        public = news if seat is not None or not news else table.public_events(connection.sent)
        connection.sent = len(texts)
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

    def say(self, connection: Connection, phrase: str) -> None:
        """Tell all pages at the table what a person says."""
        seat, state = self._own_seat(connection), self.table.state
        if phrase not in PHRASES:
            raise InvalidArgumentError(f"phrase must be one of {', '.join(PHRASES)}, got {quoted(phrase)}")
        waits = None if state is None else state.current_player
        if phrase == "nudge" and (waits is None or waits == seat or self.table.player(waits) != PERSON):
            raise InvalidStateError("no other person is to move")
        if self.said.setdefault(seat, Rate(PHRASE_RATE)).delay():
            raise InvalidStateError(f"at most one phrase in {1 / PHRASE_RATE:g} seconds")
        for each in self.connections:
            if "words" in each.wants:
                each.send({"kind": "say", "seat": seat, "phrase": phrase})

    async def stand_in(self, connection: Connection) -> None:
        """Let a bot play for each person who is away or does not move, once all others agree.

        If a bot plays for the caller, the caller plays again.
        """
        async with self.lock:
            own, table = self._own_seat(connection), self.table
            away = [seat for seat in self._absent() if seat != own]
            if own not in table.stand_ins and not away:
                raise InvalidStateError(
                    f"nobody has been away for {AWAY_SECONDS:g} seconds, or let others wait for {IDLE_SECONDS:g}"
                )
            self._check_room()
            if own in table.stand_ins:
                await self._return(own)
            else:
                self.consent.add(own)
            if away and self.consent.issuperset(self.seated.keys() - away):
                self.consent.clear()
                bot = next((kind for kind in table.seats if kind != PERSON), STAND_IN)
                for seat in away:
                    await self._change({"kind": "stand_in", "seat": seat, "bot": bot})
            self._send_table()
            if not await self._deal() and table.state is not None and table.state.current_player is not None:
                await self._advance()

    def _absent(self) -> list[int]:
        """Return the persons for whom a bot may play."""
        table, now = self.table, monotonic()
        away = {seat for seat, token in enumerate(table.tokens) if token is not None and seat not in self.seated}
        absent = {seat for seat in away if self.away.get(seat, 0.0) <= now - AWAY_SECONDS}
        if self.asked_at <= now - IDLE_SECONDS:
            if table.is_waiting:
                absent |= self.seated.keys() - self.ready.keys()
            elif table.clock is None:
                absent.add(table.state.current_player)
        return [seat for seat in table.persons if seat in absent and seat not in table.stand_ins]

    def _names(self) -> list[str]:
        return [name or f"seat {seat}" for seat, name in enumerate(self.table.names)]

    def refuse(self, connection: Connection, error: Exception) -> None:
        """Tell a client why its message is refused, and ask it again if it is to move."""
        words = {} if connection.page is None else {"text": connection.page.refusal(error)}
        connection.send({**messages.refusal(error), **words})
        self.ask_again(connection)

    def ask_again(self, connection: Connection) -> None:
        """Ask a client once more, if it is to move."""
        state, seat = self.table.state, connection.seat
        if state is not None and seat is not None and state.current_player == seat:
            self.asked = None
            self._ask(seat)

    # Rounds

    async def next_round(self, connection: Connection, contribution: str | None) -> None:
        """Note that a person is ready for the next round or a rematch; deal once all who are connected are."""
        async with self.lock:
            seat = self._own_seat(connection)
            self._check_waiting()
            self._check_room()
            self.ready[seat] = contribution
            self._send_table()
            await self._deal()

    async def swap(self, connection: Connection, wanted: int | None) -> None:
        """Note which seat a person would like to have in the next round; None for the own one."""
        async with self.lock:
            seat = self._own_seat(connection)
            self._check_waiting()
            if wanted is None:
                self.wishes.pop(seat, None)
            else:
                self.wishes[seat] = seat_within(wanted, len(self.table.seats))
            self._send_table()

    def _check_waiting(self) -> None:
        """Raise if a round is being played."""
        if not self.table.is_waiting:
            raise InvalidStateError("the current round is not over")

    def _order(self) -> list[int]:
        """Return for each seat the one that its player has now, once the wishes are granted on which two agree.

        Bots agree to everything. Of two persons who want the seat of one bot, the first gets it.
        """
        order = [*range(len(self.table.seats))]
        for seat, other in self.wishes.items():
            agreed = self.table.seats[other] != PERSON or self.wishes.get(other) == seat
            if agreed and (order[seat], order[other]) == (seat, other):
                order[seat], order[other] = other, seat
        return order

    def _reseat(self, order: list[int]) -> None:
        """Let all connections follow the players to their new seats."""
        for name in ("seated", "away", "said", "pauses"):
            found = getattr(self, name)
            setattr(self, name, {seat: found[old] for seat, old in enumerate(order) if old in found})
        for seat, connection in self.seated.items():
            connection.seat = seat

    def _check_room(self) -> None:
        """Raise if the log of the table is full."""
        if self.table.length >= self.settings.entries:
            raise InvalidStateError(f"this table is full: it has {self.table.length} moves; make a new one")

    async def _deal(self) -> bool:
        """Deal the next round, if there is one and nobody is waited for. Return whether it has been dealt."""
        table = self.table
        if not table.is_waiting or any(table.tokens[seat] is None for seat in table.persons):
            return False
        at_once = table.match is None and not table.contribute
        waited_for = self.seated.keys() - table.stand_ins.keys()
        if not at_once and not (waited_for and waited_for <= self.ready.keys()):
            return False
        order = self._order()
        contributions = []
        if table.contribute:
            contributions = [self.ready.get(old) or f"seat {seat}" for seat, old in enumerate(order)]
        moved = {} if order == sorted(order) else {"order": order}
        await self._change({"kind": "round", "contributions": contributions, **moved})
        self.ready.clear()
        self.wishes.clear()
        if moved:
            self._reseat(order)
            self._send_table()
        self._send_all(self._begin)
        await self._advance()
        return True

    async def answer(self, connection: Connection, turn: int, move: Any) -> None:
        """Play the move of a person. An answer to another question than the present one is ignored."""
        async with self.lock:
            seat = self._own_seat(connection)
            state = self.table.state
            if state is None or turn != self.table.turn or state.current_player != seat:
                return
            action = state.rules.action(state.parse(move) if isinstance(move, str) else move)
            chose, seconds = self.table.forced_action() is None, monotonic() - self.asked_at
            await self._play(seat, action)
            if chose:
                self._note_pause(seat, seconds)

    async def resign(self, connection: Connection) -> None:
        """Let a person forfeit the round."""
        async with self.lock:
            await self._forfeit(self._own_seat(connection), "resigned")

    async def _forfeit(self, seat: int, why: Reason) -> None:
        await self._change({"kind": "forfeit", "seat": seat, "why": why})
        await self._advance()

    async def take_back(self, connection: Connection) -> None:
        """Take back moves until a person's last decision, once all persons at the table have asked for it."""
        async with self.lock:
            seat = self._own_seat(connection)
            table = self.table
            if not table.practice:
                raise InvalidStateError("moves can be taken back at practice tables only")
            if table.state is None or table.state.is_over:
                raise InvalidStateError("no round is being played")
            self._check_room()
            if self.proposal is None or self.proposal[0] != table.turn:
                self.proposal, self.agreed = (table.turn, seat, self._moves_since_decision(seat)), set()
            self.agreed.add(seat)
            _, proposer, moves = self.proposal
            proposal = {"kind": "take_back", "seat": proposer, "moves": moves, "agreed": sorted(self.agreed)}
            # Also those who are not connected must agree, unless a bot plays for them.
            agreed = self.agreed.issuperset(seat for seat in table.persons if table.player(seat) == PERSON)
            if agreed:
                await self._change({"kind": "take_back", "moves": moves})
            self._send_all(lambda each: each.send(proposal))
            if agreed:
                self._send_all(self._begin)
                await self._advance()

    def _moves_since_decision(self, seat: int) -> int:
        """Return how many moves there are from the last decision of a seat on."""
        state = self.table.state
        past = state.copy()
        while past.history:
            past.pop()
            if past.current_player == seat and len(past.legal_actions()) > 1:
                return len(state.history) - len(past.history)
        raise InvalidStateError("there is no move of yours to take back")

    async def _play(self, seat: int, action: int) -> None:
        used = {} if self.timed != self.table.turn else {"used": round((monotonic() - self.started) * 1000)}
        await self._change({"kind": "move", "seat": seat, "move": action, **used})
        await self._advance()

    async def _change(self, entry: Entry) -> None:
        """Store an entry, and apply it. Raises an error, and changes nothing, if that is not possible."""
        table = self.table.copy()
        table.apply(entry)
        entries, record = [entry], None
        if table.state is not None and table.state.is_over:
            record = table.record()
            entries.append(table.commit())
            table.apply(entries[-1])
        await self.store.append(self.name, self.table.length, entries, record)
        self.last = self.store.now()
        if table.turn != self.table.turn:
            self._stop_work()
            self.asked_at = monotonic()
        self.table = table
        self.moves += entry["kind"] == "move"

    async def _advance(self) -> None:
        """Tell all clients what is new, play moves that are the only ones, and then ask whoever is to move."""
        try:
            while True:
                self._send_all(self._send_news)
                seat, forced = self.table.state.current_player, self.table.forced_action()
                if forced is None or self.table.pause:
                    break
                await self._change({"kind": "move", "seat": seat, "move": forced})
        except StoreError as error:
            self._try_again(error)
            return
        if seat is None:
            self._stop_clock()
        elif self.table.player(seat) == PERSON:
            self._ask(seat)
        elif self.work is None:
            self._stop_clock()
            self.work = self._spawn(self._think(seat, self.table.turn))

    def _try_again(self, error: StoreError) -> None:
        LOG.error("table %s: %s", self.name, error)
        self._send_all(lambda each: each.send(messages.refusal(error)))
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
            self._send_all(self._send_clock)
        if connection is not None and self.asked != (table.turn, connection):
            self.asked = table.turn, connection
            self._send_to(connection, lambda each: each.send(self._question(each, seat)))
            if table.forced_action() is not None and self.forced != table.turn:
                self.forced = table.turn
                later = asyncio.get_running_loop().call_later
                seconds = self._pause(seat, FIRST_PAUSE)
                if table.clock is not None:  # nobody loses on time because of a move without a choice
                    seconds = min(seconds, self._left(table.clock, seat) / 2)
                self.timers.append(later(seconds, self._play_forced, seat, table.turn))

    def _question(self, connection: Connection, seat: int) -> Message:
        table, clock = self.table, self.table.clock
        left, bank = (None, 0.0) if clock is None else (self._left(clock, seat), clock.banks[seat])
        question = messages.question(table.state.view(seat), table.turn, left, bank, connection.wants)
        return question if connection.page is None else {**question, "legal": connection.page.legal()}

    def _start_clock(self, clock: Clock, seat: int, turn: int) -> None:
        self._stop_clock()
        self.timed, self.started = turn, monotonic()
        left = self._left(clock, seat)
        later = asyncio.get_running_loop().call_later
        self.timers = [
            later(left, self._send_stop, seat, turn),
            later(left + messages.grace_for(clock.control.move), lambda: self._spawn(self._end_time(seat, turn))),
        ]

    def _left(self, clock: Clock, seat: int) -> float:
        """Return the seconds that a seat has, which is to move if its time runs."""
        running = clock.copy()
        if self.timed == self.table.turn and seat == self.table.state.current_player:
            running.start(seat, self.started)
        return running.left(seat, monotonic())

    def _send_clock(self, connection: Connection) -> None:
        """Tell a client whose time runs, and how much everybody has."""
        table, clock = self.table, self.table.clock
        if clock is not None and self.timed == table.turn:
            seat = table.state.current_player
            left, banks = messages.milliseconds(self._left(clock, seat)), map(messages.milliseconds, clock.banks)
            connection.send({"kind": "clock", "seat": seat, "time": left, "banks": list(banks)})

    def _stop_clock(self) -> None:
        for timer in self.timers:
            timer.cancel()
        self.timers, self.timed = [], None

    def _send_stop(self, seat: int, turn: int) -> None:
        if (connection := self.seated.get(seat)) is not None:
            connection.send({"kind": "stop", "id": turn})

    def _play_forced(self, seat: int, turn: int) -> None:
        """Play the only legal move of a person who could have played it by now: not of one who is not there."""
        self.forced = None
        if seat in self.seated:
            self._spawn(self._play_for(seat, turn))

    def _pause(self, seat: int, otherwise: tuple[float, float]) -> float:
        """Return how many seconds a decision of this seat could take."""
        past = self.pauses.get(seat)
        return random.choice(past) if past else random.uniform(*otherwise)

    def _note_pause(self, seat: int, seconds: float) -> None:
        self.pauses.setdefault(seat, deque(maxlen=16)).append(min(seconds, MAX_PAUSE))

    async def _end_time(self, seat: int, turn: int) -> None:
        """End the round of a person whose time is over."""
        async with self.lock:
            if not self.closed and self.table.turn == turn:
                try:
                    await self._forfeit(seat, "time")
                except StoreError as error:
                    self._stop_clock()  # the decision begins again
                    self._try_again(error)

    async def _play_for(self, seat: int, turn: int) -> None:
        """Play the only legal move of a person."""
        async with self.lock:
            if not self.closed and self.table.turn == turn:
                await self._play_or_try_again(seat, None)

    # Bots

    @property
    def address(self) -> str:
        """The address of a client, to which the time of the table's bots is charged."""
        return next((each.address for each in self.connections), "")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.tasks.add(task)  # the loop itself keeps no reference
        task.add_done_callback(self.tasks.discard)
        return task

    def _stop_work(self) -> None:
        if self.work is not None:
            self.work.cancel()
            self.work = None

    async def _think(self, seat: int, turn: int) -> None:
        """Let a bot choose a move, and play it."""
        start, forced = monotonic(), self.table.forced_action() is not None
        action = await self.bots.choose(self.table.player(seat), self.table.state.view(seat), self.address, self.name)
        if forced:
            await asyncio.sleep(self._pause(seat, (0, 0)) + start - monotonic())
        else:
            self._note_pause(seat, monotonic() - start)
        async with self.lock:
            if self.closed or self.table.turn != turn:
                return
            self.work = None
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
        if self.work is not None:
            raise InvalidStateError("the search is still looking for a hint")
        self.work = self._spawn(self._hint(connection, table.state.view(seat), table.turn, limit))

    def review(self, connection: Connection, stop: bool) -> None:
        """Send a page what its person could have done better in the round, once it is found, or stop looking for it."""
        seat, state = self._own_seat(connection), self.table.state
        if stop:
            connection.stop_review()
        elif state is None or not state.is_over:
            raise InvalidStateError("a round can be reviewed once it is over")
        elif connection.page is None:
            raise InvalidStateError("this is for pages: the hello must want words")
        elif connection.reviewing is None:
            connection.reviewing = Event()
            self._spawn(self._review(connection, seat, Record.of(state), connection.reviewing))

    async def _review(self, connection: Connection, seat: int, record: Record, stop: Event) -> None:
        loop, page = asyncio.get_running_loop(), connection.page

        def send(share: float) -> None:
            if connection.page is page:  # of the same round
                connection.send({"kind": "review", "share": share})

        def tell(share: float) -> None:
            loop.call_soon_threadsafe(send, share)

        try:
            found = await self.bots.review(record, seat, self.address, self.name, tell, stop)
        finally:
            connection.reviewing = None
        if connection.page is page:
            connection.review = found
            self.send_review(connection)

    def send_review(self, connection: Connection) -> None:
        """Send a page the review of the round in its language, if there is one."""
        if connection.review is not None:
            found = findings_for(connection.review, connection.page)
            connection.send({"kind": "review", "found": found})

    async def _hint(self, connection: Connection, view: Any, turn: int, limit: Limit) -> None:
        try:
            thinking = await self.bots.hint(view, limit, self.address, self.name)
        finally:
            if self.work is asyncio.current_task():
                self.work = None
        best, *others = thinking.choices[:MAX_HINTS]
        hints = [*(([choice.move], choice, False) for choice in reversed(others)), (thinking.line, best, True)]
        for moves, choice, done in hints:
            line = [str(move) for move in moves]
            words = {} if connection.page is None else {"text": connection.page.advice(line)}
            found = {"line": line, "value": choice.mean, "nodes": thinking.nodes, "done": done}
            connection.send({**words, "kind": "info", "id": turn, **found})


def seat_entry(seat: int, name: str) -> tuple[str, Entry]:
    """Return a new token for a seat, and the entry that gives the seat to whoever has it."""
    token = secrets.token_urlsafe(24)
    return token, {"kind": "seat", "seat": seat, "name": name, "token": _digest(token)}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
