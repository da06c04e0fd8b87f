"""The ladder of Rummy: beginners overlook runs, forget the discard pile, and discard without looking."""

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

    sees_runs: bool
    """Whether it sees runs, or only groups."""
    takes: bool
    """Whether it looks at the discard pile; otherwise it always draws from the stock."""
    keeps_pairs: bool
    """Whether it keeps pairs; otherwise it discards its highest card, whatever it goes with."""

    def __call__(self, view: Any, _: _native.Stream) -> Any:
        moves = view.legal_moves()
        if not view.drew:
            return self.draw(view, moves)
        for move in moves:
            if move.kind == "lay_off" or (move.kind == "meld" and self.sees(move.cards)):
                return move
        discards = [move for move in moves if move.kind == "discard"]
        # After taking a card that can only be laid off, there is no discard.
        return max(discards, key=lambda move: self.discard_rank(view, move)) if discards else moves[0]

    def sees(self, cards: str) -> bool:
        """Return whether it sees this meld."""
        return self.sees_runs or cards[0] == cards[3]

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


GROUPS = Beginner(sees_runs=False, takes=False, keeps_pairs=False)
RUNS = Beginner(sees_runs=True, takes=False, keeps_pairs=False)
TAKES = Beginner(sees_runs=True, takes=True, keeps_pairs=False)
KEEPS = Beginner(sees_runs=True, takes=True, keeps_pairs=True)

LEVELS = (
    Level(0, "sees groups but no runs; never looks at the discard pile; discards its highest card", GROUPS),
    Level(40, "as level 1, but sees runs in half of its decisions", sometimes(50, GROUPS, RUNS)),
    Level(80, "sees groups and runs; never looks at the discard pile; discards its highest card", RUNS),
    Level(140, "as level 3, but looks at the discard pile in half of its turns", sometimes(50, RUNS, TAKES)),
    Level(200, "takes a discard that makes a group; discards its highest card", TAKES),
    Level(240, "as level 5, but keeps pairs in half of its turns", sometimes(50, TAKES, KEEPS)),
    Level(280, "takes a discard that makes a group; keeps pairs; plans no runs", KEEPS),
    Level(330, "plays by `rule`: remembers what was taken, and plans", rule),
    Level(380, "searches with 700 playouts", search(700)),
    Level(430, "searches with 8,000 playouts", search(8000)),
)
