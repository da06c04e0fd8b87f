"""The rounds that a language model plays, each at its own table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import _registry
from .._arguments.checks import format_int, quoted, seat_within
from ..bots import Bot, Limit, SearchBot, bot, bot_seed
from ..bots.factory import is_harmless
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from ..interface import Rules, State, View

MAX_TABLES = 16

MAX_BOT_SECONDS = 2
"""The maximum time of a decision of a search."""

ADVANCE_SECONDS = 10
"""How long the bots play on in one call, not counting the decision that they are in."""


class OpenTable:
    """A round in which the model has one seat and bots have the others."""

    def __init__(self, number: int, state: State[Any, Any, Any], seat: int, bots: Sequence[Bot[Any] | None]) -> None:
        self.number = number
        self.seat = seat
        self.turn = 1
        """The number of the model's present or next turn."""
        self.told = 0
        """How many events the model has been told."""
        self._state = state
        self._bots = bots

    @property
    def rules(self) -> Rules[Any]:
        rules: Rules[Any] = self._state.rules
        return rules

    @property
    def view(self) -> View[Any, Any, Any]:
        """What the model's seat knows."""
        view: View[Any, Any, Any] = self._state.view(self.seat)
        return view

    @property
    def events(self) -> list[str]:
        """What the model's seat has witnessed."""
        return self._state.events(self.seat)

    def play(self, text: str) -> None:
        """Make the model's move. Raises `OxidealError` if it is not legal."""
        self._state.push(text)
        self.turn += 1

    def advance(self) -> None:
        """Let the bots play until it is the model's turn, the round is over, or the time for one call is used up."""
        end = monotonic() + ADVANCE_SECONDS
        while (player := self._state.current_player) not in (None, self.seat):
            bot = self._bots[player]
            assert bot is not None
            self._state.push(bot.choose(self._state.view(player)))
            if monotonic() >= end:
                break


class Tables:
    """All open tables. Table *k* has the deal of stream *k* of the seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._open: dict[int, OpenTable] = {}
        self._started = 0

    def start(self, game: str, rules: dict[str, Any], seat: int, opponents: str | list[str]) -> OpenTable:
        """Deal a round. Raises `OxidealError`."""
        if game not in _registry.NAMES:
            raise InvalidArgumentError(f"unknown game {quoted(game)}; expected {', '.join(_registry.NAMES)}")
        module = _registry.module_of(game)
        made = module.Rules.from_dict(rules)
        seat_within(seat, made.players)
        names = [opponents] * (made.players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != made.players - 1:
            raise InvalidArgumentError(
                f"opponents must name one bot for each of the other {made.players - 1} seats, got {len(names)}"
            )
        number = self._started + 1
        names.insert(seat, "")
        bots = [
            None if place == seat else opponent(name, bot_seed(self._seed, number * 16 + place))
            for place, name in enumerate(names)
        ]
        self._make_room()
        table = OpenTable(number, module.State(made, seed=self._seed, stream=number), seat, bots)
        self._started = number
        self._open[number] = table
        return table

    def _make_room(self) -> None:
        """Close the oldest table whose round is over, if there are too many tables."""
        if len(self._open) >= MAX_TABLES:
            over = [number for number, table in self._open.items() if table.view.is_over]
            if not over:
                raise InvalidArgumentError(f"there are {MAX_TABLES} tables already; leave one of {self._numbers()}")
            del self._open[over[0]]

    def get(self, number: int) -> OpenTable:
        """Return an open table. Raises `InvalidArgumentError`."""
        if number not in self._open:
            there = self._numbers() if self._open else "none; start one"
            raise InvalidArgumentError(f"unknown table {format_int(number)}; open tables: {there}")
        return self._open[number]

    def leave(self, number: int) -> None:
        """Close a table. Raises `InvalidArgumentError` if it is not open."""
        del self._open[self.get(number).number]

    def _numbers(self) -> str:
        return ", ".join(map(str, self._open))


def opponent(name: str, seed: bytes) -> Bot[Any]:
    """Return the bot of this name. Only bots of this package have names here, as any other name can run code."""
    if not is_harmless(name) or name.count(":") > 1:
        raise InvalidArgumentError(
            f"unknown opponent {quoted(name)}; expected level:1 to level:10, random, rule, net, search or "
            "search:LIMIT, e.g. search:200ms"
        )
    made = bot(name, seed=seed)
    if isinstance(made, SearchBot):
        given = made.limit
        time = min(given.time or MAX_BOT_SECONDS, MAX_BOT_SECONDS)
        made = replace(made, limit=Limit(time, given.iterations, given.nodes))
    return made
