"""The opponents of a learner, and the seat that the learner has."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeAlias

from .._arguments.checks import counted, plain_text, quoted, seat_within
from ..arena.entry import Entrant, Entry, entries_of
from ..bots import ProgramBot
from ..errors import InvalidArgumentError

OpponentsArgument: TypeAlias = "Entrant | list[Entrant]"


class Opponents:
    """A bot for each other seat, in the order in which they follow the learner; None is "rule" for all of them."""

    def __init__(self, given: OpponentsArgument | None, players: int) -> None:
        others = players - 1
        if given is None:
            given = ["rule"] * others
        elif not others:
            refuse_solitaire(opponents=given)
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
            self.close()
            self._entries, self._seed = self._made(seed), seed
        return self._entries

    def close(self) -> None:
        """End the processes of programs. A later question starts new ones."""
        for entry in self._entries:
            if isinstance(entry.bot, ProgramBot):
                entry.bot.close()


def refuse_solitaire(**given: object) -> None:
    """Raise an error if an argument that is about several seats is given for a game with one."""
    for name, value in given.items():
        if value is not None:
            raise InvalidArgumentError(f"this game has one seat, so {name} must be None")


def refuse_settings(settings: Iterable[str], names: Iterable[str], why: str) -> None:
    """Raise an error if one of these settings is among the names."""
    for name in settings:
        if name in names:
            raise InvalidArgumentError(f"{name} {why}")


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
