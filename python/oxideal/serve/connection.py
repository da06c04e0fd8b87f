"""One WebSocket: messages out, which never wait for a slow reader, and the rate of what comes in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from .websocket import Opcode, ServerConnection, State, broadcast

if TYPE_CHECKING:
    from threading import Event

    from .server import Server
    from .settings import Settings

Message = dict[str, Any]

PIECE = 4096
"""The number of bytes read from a socket at once, which can be a thousand frames."""


class Rate:
    """A token bucket: `rate` events a second, in bursts of up to two seconds' worth."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._allowed = 2 * rate
        self._since = monotonic()

    def delay(self) -> float:
        """Count once more, and return for how many seconds it should have waited."""
        now = monotonic()
        self._allowed = min(self._allowed + (now - self._since) * self.rate, 2 * self.rate) - 1
        self._since = now
        return max(0.0, -self._allowed / self.rate)


class Socket(ServerConnection, asyncio.BufferedProtocol):
    """A connection from its first byte on, also if it never becomes a WebSocket.

    What the package websockets answers by itself counts too: a client that sends more frames beside its messages
    (pings, pongs, fragments) than `rate`, or does not read the answers, is dropped. A `BufferedProtocol` reads little
    at once.
    """

    def __init__(self, server: Server, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.of = server
        self._rate = Rate(max(1.0, server.settings.rate))  # the answers to the server's own pings count
        self._buffer = bytearray(PIECE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self.of.admit(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.of.dismiss(self)
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 (an override)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._buffer[:nbytes]))
        self.drop_if_slow()

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio keeps a connection for True
        """Keep the connection of a client that has asked and says no more until it has its answer."""
        waits = self.request is not None and self.response is None
        return True if waits else super().eof_received()

    def process_event(self, event: Any) -> None:
        super().process_event(event)
        opcode = getattr(event, "opcode", None)  # a request has none
        if opcode not in (None, Opcode.TEXT, Opcode.BINARY) and self._rate.delay() > 0:
            self.transport.abort()

    def drop_if_slow(self) -> bool:
        """End the connection if too much waits for its reader, and return whether that is so."""
        slow = self.transport.get_write_buffer_size() > self.of.settings.unsent
        if slow:
            self.transport.abort()
        return slow


class Connection:
    """A client of the server, which has at most one seat at one table."""

    def __init__(self, socket: Socket, address: str, settings: Settings) -> None:
        self.socket = socket
        self.address = address
        self.rate = Rate(settings.rate)
        self.wants: tuple[str, ...] = ()
        self.table: Any = None
        """The `LiveTable` that it is connected to."""
        self.seat: int | None = None
        """Its seat at that table; None for a spectator."""
        self.language = "en"
        self.page: Any = None
        """The `oxideal.web.Seat` of a client that wants words, from the first round."""
        self.review: Any = None
        """The `oxideal.review.Review` of the round."""
        self.reviewing: Event | None = None
        """What ends a review that is under way."""
        self.sent = 0
        """The number of events of the round that it has been sent."""
        self.has_result = False
        """Whether it has been sent the result of the round."""
        self.dropped = False

    def enter(self, table: Any, seat: int | None, language: str) -> None:
        """Belong to another table, or to another seat of the table."""
        self.table, self.seat, self.language = table, seat, language
        self.sent, self.has_result, self.page, self.review = 0, False, None, None

    def stop_review(self) -> None:
        if self.reviewing is not None:
            self.reviewing.set()

    def begin(self, rules: Any, names: Sequence[str]) -> None:
        """Forget what the client has been sent of the round."""
        self.sent, self.has_result, self.review = 0, False, None
        self.stop_review()
        if "words" in self.wants:
            from .. import web  # not for servers of programs

            watches = self.seat is None
            self.page = web.Seat(rules, self.seat or 0, names, language=self.language, hidden=watches)

    def send(self, *messages: Message) -> None:
        """Send messages, without waiting. A client that does not read what it is sent is dropped."""
        for message in messages:
            if self.dropped:
                return
            broadcast([self.socket], json.dumps(message, separators=(",", ":"), allow_nan=False))
            self.dropped = self.socket.drop_if_slow()

    @property
    def is_closed(self) -> bool:
        return self.dropped or self.socket.state is not State.OPEN

    def drop(self) -> None:
        """End the connection at once."""
        self.dropped = True
        self.socket.transport.abort()
