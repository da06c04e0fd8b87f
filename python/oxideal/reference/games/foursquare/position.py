"""A game with all its cards: the deal and the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...position import Position as AnyPosition
from . import cells, checks, notation
from .cards import DECK
from .cells import CELLS
from .knowledge import SeenPosition
from .layout import Layout

if TYPE_CHECKING:
    from ...random import Chance
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class Position(Layout, AnyPosition):
    """The layout and the stock."""

    stock: tuple[str, ...]  # its top first

    def __hash__(self) -> int:
        return hash((self.rules, frozenset(self.piles.items()), self.card, self.stock))

    @classmethod
    def dealt(cls, rules: Rules, dealer: int | None, chance: Chance) -> Self:  # noqa: ARG003 (one seat)
        """Return a new game with a shuffled deck."""
        return cls.of_deck(rules, [DECK[place] for place in chance.shuffled(len(DECK))])  # FS-01

    @classmethod
    def of_deck(cls, rules: Rules, deck: Sequence[str]) -> Self:
        """Return a new game with this deck, its top first."""
        return cls(rules, {}, deck[0], tuple(deck[1:]))

    @classmethod
    def sampled(cls, seen: SeenPosition, chance: Chance) -> Self:
        """Return a random game that fits what the player knows."""
        return cls(seen.rules, seen.piles, seen.card, seen.sample_stock(chance))

    @property
    def chance_ahead(self) -> bool:
        return False

    def after(self, action: int, chance: Chance) -> Self:  # noqa: ARG002 (this game draws nothing in the round)
        piles = self.piles_after_placing(CELLS[action])
        placed = type(self)(self.rules, piles, None, self.stock)
        if placed.ending is not None:  # FS-02: the next card is drawn only after these checks
            return placed
        return type(self)(self.rules, piles, self.stock[0], self.stock[1:])

    def seen_from(self, seat: int) -> SeenPosition:
        assert seat == 0
        return SeenPosition(self.rules, self.piles, self.card)

    def events_of_deal(self, seat: int) -> list[str]:  # noqa: ARG002 (one seat sees all there is to see)
        return [f"card {self.card}"]

    def events_since(self, before: Self, action: int, seat: int) -> list[str]:  # noqa: ARG002
        placed = f"place {cells.text(CELLS[action])}"
        return [placed] if self.card is None else [placed, f"card {self.card}"]

    def to_text(self) -> str:
        return "; ".join([notation.write(self), " ".join(["stock", *self.stock])])

    @classmethod
    def from_text(cls, text: str) -> Self:
        rules, piles, card, stock = notation.read(text, of_state=True)
        assert stock is not None
        position = cls(rules, piles, card, stock)
        checks.check(position, stock)
        return position
