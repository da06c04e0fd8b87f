"""A match at the terminal and who plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...record import Record

MAX_NAME_LENGTH = 60
"""Maximum length of a name in records; the name of a bot can be longer."""


@dataclass
class Setup:
    """A match and who plays it."""

    game: str
    match: Any
    seat: int
    """The person's seat."""
    bots: list[str]
    """The bots in the other seats, in seat order."""
    practice: bool
    """Whether moves can be taken back."""
    undone: int = 0
    """How often they have been, in this round."""

    def others(self) -> list[int]:
        return [seat for seat in range(self.match.state.rules.players) if seat != self.seat]

    def names(self) -> list[str]:
        """Return the name of each player, as records and programs get them."""
        named = dict(zip(self.others(), self.bots, strict=True))
        return [named.get(seat, "person")[:MAX_NAME_LENGTH] for seat in range(self.match.state.rules.players)]

    def record(self) -> Record:
        """Return the record of the current round."""
        play = {"seat": self.seat, "bots": self.bots, "practice": self.practice, "undone": self.undone}
        return Record.of(self.match.state, names=self.names(), info={"play": play})
