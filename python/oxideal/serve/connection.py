"""One WebSocket: messages out, which never wait for a slow reader, and the rate of those that come in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from .websocket import ServerConnection, State, broadcast

if TYPE_CHECKING:
    from .settings import Settings

Message = dict[str, Any]


class Connection:
    """A client of the server, which has at most one seat at one table."""

    def __init__(self, socket: ServerConnection, address: str, settings: Settings) -> None:
        self.socket = socket
        self.address = address
        self.settings = settings
        self.wants: tuple[str, ...] = ()
        self.table: Any = None
        """The `LiveTable` that it is connected to."""
        self.seat: int | None = None
        """Its seat at that table; None for a spectator."""
        self.language = "en"
        self.size = (1200, 700)
        self.page: Any = None
        """The `oxideal.web.Seat` of a client that wants pictures, from the first round."""
        self.waits_for_hint = False
        self.told = 0
        """How many events of the round it has been sent."""
        self.has_result = False
        """Whether it has been sent the result of the round."""
        self.dropped = False
        self._allowed = 2 * settings.rate
        self._since = monotonic()

    def begin(self, rules: Any, names: Sequence[str]) -> None:
        """Forget what the client has been told of the round."""
        self.told, self.has_result = 0, False
        if "picture" in self.wants:
            from .. import web  # not for servers of programs

            watches = self.seat is None
            self.page = web.Seat(rules, self.seat or 0, names, language=self.language, size=self.size, hidden=watches)

    def send(self, *messages: Message) -> None:
        """Send messages, without waiting. A client that does not read what it is sent is dropped."""
        for message in messages:
            if self.dropped:
                return
            broadcast([self.socket], json.dumps(message, separators=(",", ":"), allow_nan=False))
            if self.socket.transport.get_write_buffer_size() > self.settings.unsent:
                self.drop()

    @property
    def is_closed(self) -> bool:
        return self.dropped or self.socket.state is not State.OPEN

    def drop(self) -> None:
        """End the connection at once."""
        self.dropped = True
        self.socket.transport.abort()

    def delay(self) -> float:
        """Count a message that has come in, and return how many seconds to wait before the next one is read."""
        now = monotonic()
        rate = self.settings.rate
        self._allowed = min(self._allowed + (now - self._since) * rate, 2 * rate) - 1
        self._since = now
        return max(0.0, -self._allowed / rate)
