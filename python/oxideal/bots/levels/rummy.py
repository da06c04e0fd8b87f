"""The ladder of Rummy: beginners overlook lay-offs, forget the discard pile, and discard without looking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .policies import Level, rule, search, sometimes

if TYPE_CHECKING:
    from ... import _native

RANKS = "A23456789TJQK"


@dataclass(frozen=True)
class Beginner:
    """Somebody who lays down what is seen at once, and does not plan what to collect."""

    lays_off: bool
    """Whether it sees that a card fits a meld on the table."""
    takes: bool
    """Whether it looks at the discard pile; otherwise it always draws from the stock."""
    keeps_pairs: bool
    """Whether it keeps pairs; otherwise it discards its highest card, whatever it goes with."""

    def __call__(self, view: Any, _: _native.Stream) -> Any:
        moves = view.legal_moves()
        if not view.drew:
            return self.draw(view, moves)
        for move in moves:
            if move.kind == "meld" or (move.kind == "lay_off" and self.lays_off):
                return move
        discards = [move for move in moves if move.kind == "discard"]
        # After taking a card that can only be laid off, there is no discard.
        return max(discards, key=lambda move: self.discard_rank(view, move)) if discards else moves[0]

    def draw(self, view: Any, moves: Any) -> Any:
        """Take the top discard if it makes a group, or draw."""
        take = next((move for move in moves if move.kind == "take"), None)
        if take is None or not self.takes or sum(card[0] == view.discards[-1][0] for card in view.hand) < 2:
            return moves[0]
        return take

    def discard_rank(self, view: Any, move: Any) -> tuple[bool, int]:
        """Return the place of a discard: the highest is discarded."""
        rank = move.cards[0]
        alone = sum(card[0] == rank for card in view.hand) == 1
        return self.keeps_pairs and alone, RANKS.index(rank)


MELDS = Beginner(lays_off=False, takes=False, keeps_pairs=False)
LAYS_OFF = Beginner(lays_off=True, takes=False, keeps_pairs=False)
TAKES = Beginner(lays_off=True, takes=True, keeps_pairs=False)
KEEPS_PAIRS = Beginner(lays_off=True, takes=True, keeps_pairs=True)

LEVELS = (
    Level(
        0,
        "sees 1% of its lay-offs at once; takes no discards; discards its highest card",
        sometimes(99, MELDS, LAYS_OFF),
    ),
    Level(77, "as level 1, but sees 2% of its lay-offs at once", sometimes(98, MELDS, LAYS_OFF)),
    Level(147, "as level 1, but sees 4% of its lay-offs at once", sometimes(96, MELDS, LAYS_OFF)),
    Level(239, "as level 1, but sees 12% of its lay-offs at once", sometimes(88, MELDS, LAYS_OFF)),
    Level(328, "as level 1, but sees 40% of its lay-offs at once", sometimes(60, MELDS, LAYS_OFF)),
    Level(406, "sees all lay-offs; takes no discards; discards its highest card", LAYS_OFF),
    Level(468, "takes a discard that makes a group; discards its highest card", TAKES),
    Level(550, "takes a discard that makes a group; keeps pairs; plans no runs", KEEPS_PAIRS),
    Level(605, "plays by `rule`: remembers what was taken, and plans", rule),
    Level(645, "searches with 5,000 playouts", search(5000)),
)
