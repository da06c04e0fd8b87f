"""The visible part of a game and the rules about it: where a card may go, what turns over, what ends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...position import BasePosition
from ...refusal import Refusal, refused
from . import cells
from .cards import DECK, RANK
from .cells import BESIDE, CELLS, FIRST, Cell
from .flips import flipped

if TYPE_CHECKING:
    from .rules import Rules


class Pile(NamedTuple):
    cards: tuple[str, ...]  # from bottom to top
    face_up: bool  # whether the top card is face up; the cards under it never count and never turn over (FS-07)

    @property
    def top_rank(self) -> int:
        """The rank of the top card, negative if it is face down."""
        rank = RANK[self.cards[-1]]
        return rank if self.face_up else -rank

    def turned_over(self) -> Pile:
        return Pile(self.cards, not self.face_up)

    def __str__(self) -> str:
        *under, top = self.cards
        return " ".join([*under, top if self.face_up else f"({top})"])


@dataclass(frozen=True, slots=True)
class Layout(BasePosition):
    """The piles and the card in hand.

    The rules of the game need nothing else: the order of the stock only decides which card comes next.
    """

    forfeit_rule = "FS-12"

    rules: Rules
    piles: dict[Cell, Pile]
    card: str | None  # None when the game is over and, in a view built from events, until the next card is drawn

    @property
    def ending(self) -> str | None:
        """The rule that ended the game; None while it goes on, which it does as long as there is a card in hand."""
        return None if self.card is not None else self.ending_by_piles()

    def ending_by_piles(self) -> str | None:
        """Return the rule that ends the game with these piles, whatever card is in hand, or None."""
        face_down = self.count_face_down()
        if face_down > 4:
            return "FS-08"
        if len(self.piles) == 16 and face_down == 0:  # checked before FS-10: a win with the last card is a win
            return "FS-09"
        if self.count_outside() == 0:
            return "FS-10"
        return None

    def count_face_down(self) -> int:
        # FS-08: top cards only, because of FS-07
        return [pile.face_up for pile in self.piles.values()].count(False)

    def count_outside(self) -> int:
        """Return the number of cards outside the piles: the stock and the card in hand."""
        return len(DECK) - sum(map(len, [pile.cards for pile in self.piles.values()]))

    @property
    def stock_size(self) -> int:
        return self.count_outside() - (self.card is not None)

    @property
    def current_player(self) -> int | None:
        return 0 if self.ending is None else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        match self.ending:
            case None:
                return None
            case "FS-09":
                return (self.stock_size,)  # FS-09
            case _:
                return (0,)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        match self.ending:
            case None:
                return None
            case "FS-09":
                return (1 + self.stock_size,)  # FS-11: more than for a loss, even with an empty stock
            case _:
                return (0,)  # FS-11

    def forfeit_payoffs(self, seat: int) -> tuple[int, ...]:  # noqa: ARG002 (there is one seat)
        return (0,)  # FS-12

    def legal_actions(self) -> list[int]:
        if self.ending is not None:
            return []
        actions = [action for action, cell in enumerate(CELLS) if self.objection(cell) is None]
        assert actions, "FS-10: there is always room for a card"
        return actions

    def refusal(self, action: int) -> Refusal | None:
        return self.game_over() or self.objection(CELLS[action])

    def game_over(self) -> Refusal | None:
        """Return why no card can be placed at all, or None if one can."""
        match self.ending:
            case None:
                return None
            case "FS-08":
                return refused("FS-08", "foursquare.game_over_lost")
            case "FS-09":
                return refused("FS-09", "foursquare.game_over_won")
            case _:
                return refused("FS-10", "foursquare.game_over_no_stock")

    def objection(self, cell: Cell) -> Refusal | None:
        """Return why no card can be placed on this cell, or None if one can.

        The game must not be over.
        """
        if not self.piles:
            if cell == FIRST:
                return None  # FS-03: it may go anywhere, and its cell is called 0,0 (FS-04)
            return refused("FS-04", "foursquare.first_card_elsewhere", first=cells.text(FIRST), cell=cells.text(cell))
        if cell in self.piles:
            if len(self.piles[cell].cards) < 4:
                return None  # FS-03: on a face-down pile as well as on a face-up one
            return refused("FS-04", "foursquare.pile_full", cell=cells.text(cell))
        if self.piles.keys().isdisjoint(BESIDE[self.rules.diagonal][cell]):  # FS-03
            diagonal = self.rules.diagonal
            return refused("FS-03", "foursquare.not_next_to_a_pile", cell=cells.text(cell), diagonal=diagonal)
        rows, columns = cells.rows_and_columns([*self.piles, cell])
        if len(rows) > 4:
            return refused("FS-04", "foursquare.grid_too_high", cell=cells.text(cell), rows=len(rows))
        if len(columns) > 4:
            return refused("FS-04", "foursquare.grid_too_wide", cell=cells.text(cell), columns=len(columns))
        return None

    def piles_after_placing(self, cell: Cell) -> dict[Cell, Pile]:
        """Return the piles after the card in hand has been placed on this cell and all flips are done."""
        assert self.card is not None
        piles = dict(self.piles)
        tops = {other: pile.top_rank for other, pile in piles.items()}
        for turning in flipped(tops, cell, RANK[self.card]):
            piles[turning] = piles[turning].turned_over()
        under = piles[cell].cards if cell in piles else ()
        piles[cell] = Pile((*under, self.card), face_up=True)  # FS-02
        return piles

    def unseen(self) -> list[str]:
        """Return the cards of the stock, in ascending order."""
        seen = {card for pile in self.piles.values() for card in pile.cards} | {self.card}
        return [card for card in DECK if card not in seen]
