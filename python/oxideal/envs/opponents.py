"""The opponents of a learner, and the seat that the learner has."""

from __future__ import annotations

import hashlib
from typing import TypeAlias

from .._input.checks import counted, plain_text, quoted, seat_within
from ..arena.entry import Entrant, Entry, entries_of
from ..errors import InvalidArgumentError

OpponentsArgument: TypeAlias = "Entrant | list[Entrant]"


class Opponents:
    """A bot for each other seat, in the order in which they follow the learner."""

    def __init__(self, given: OpponentsArgument, players: int) -> None:
        others = players - 1
        self._given: list[Entrant] = list(given) if isinstance(given, list) else [given] * others
        if len(self._given) != others:
            raise InvalidArgumentError(
                f"opponents must have {counted(others, 'item')}, one per other seat, got {len(self._given)}"
            )
        self._seed = 0
        self._entries = self._made(0)  # to refuse wrong bots at once

    def _made(self, seed: int) -> tuple[Entry, ...]:
        return entries_of(self._given, seed) if self._given else ()

    def with_seed(self, seed: int) -> tuple[Entry, ...]:
        """Return the bots for games of this seed: those given by name play by it."""
        if seed != self._seed:
            self._entries, self._seed = self._made(seed), seed
        return self._entries


def seat_of(given: object, players: int) -> int | None:
    """Return the number of a seat, checked; None for "random"."""
    text = plain_text(given)
    if text is None:
        return seat_within(given, players)
    if text != "random":
        raise InvalidArgumentError(f"unknown seat {quoted(text)}; expected random or a number")
    return None


def drawn_seat(seed: int, stream: int, players: int) -> int:
    """Return the seat of the learner in this deal. The bots' and the cards' randomness do not depend on it."""
    digest = hashlib.sha256(f"seat in deal {stream} of {seed}".encode()).digest()
    return int.from_bytes(digest, "little") % players
