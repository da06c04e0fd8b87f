"""What the player knows of a game: everything but the order of the stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...._arguments.checks import quoted
from ....errors import InvalidRecordError
from ...knowledge import SeenPosition as AnySeenPosition
from ...knowledge import check_refusal, seen_before
from . import cells, checks, notation, observe
from .cards import SPELLINGS
from .cells import ACTION
from .layout import Layout

if TYPE_CHECKING:
    from ...random import Chance
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class SeenPosition(Layout, AnySeenPosition):
    """What the player knows: the layout."""

    def __hash__(self) -> int:
        return hash((self.rules, frozenset(self.piles.items()), self.card))

    @property
    def seat(self) -> int:
        return 0

    def sample_stock(self, chance: Chance) -> tuple[str, ...]:
        """Return the stock in a random order. The player knows which cards it has."""
        unseen = self.unseen()
        return tuple([unseen[place] for place in chance.shuffled(len(unseen))])

    def to_text(self) -> str:
        return notation.write(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        rules, piles, card, _ = notation.read(text, of_state=False)
        known = cls(rules, piles, card)
        checks.check(known, None)
        return known

    @classmethod
    def initial(cls, rules: Rules, seat: int) -> Self:
        assert seat == 0
        return cls(rules, {}, None)

    def apply(self, event: str) -> Self:
        word, _, what = event.partition(" ")
        what = what.strip(" ")
        card = SPELLINGS.get(what) if word == "card" else None
        cell = cells.from_text(what) if word == "place" else None
        if card is None and cell is None:
            raise InvalidRecordError(
                f'unknown event {quoted(event)}; expected e.g. "card 7S", "place 0,1" or, as the first one, '
                '"position ..."'
            )
        if self.ending is not None:
            raise InvalidRecordError("the game is over")
        if card is not None:
            if self.card is not None:
                raise InvalidRecordError("a card is already in hand")
            if card not in self.unseen():
                raise InvalidRecordError(seen_before(card))
            return type(self)(self.rules, self.piles, card)
        assert cell is not None
        if self.card is None:
            raise InvalidRecordError("there is no card in hand")
        check_refusal(self.refusal(ACTION[cell]))
        return type(self)(self.rules, self.piles_after_placing(cell), None)

    def action_in(self, event: str) -> int | None:
        word, _, what = event.partition(" ")
        cell = cells.from_text(what.strip(" ")) if word == "place" else None
        return None if cell is None else ACTION[cell]

    @property
    def expected(self) -> str | None:
        return "expected the next card" if self.card is None and self.ending is None else None

    observed = observe.observed
    described = observe.described
