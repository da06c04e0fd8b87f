"""The ladder of Dou Dizhu: beginners overlook combinations, fight their partner, and waste or hoard bombs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .policies import Level, net, rule, sometimes

if TYPE_CHECKING:
    from ... import _native

RANKS = "3456789TJQKA2BR"
HIGH = "2BR"

SINGLES = frozenset({"single"})
PAIRS = SINGLES | {"pair"}
TRIPLETS = PAIRS | {"triplet", "triplet_with_card", "triplet_with_pair"}
BOMBS = ("bomb", "rocket")

NEEDED = {"call": 1, "rob": 2, "double": 3, "show": 4}
"""How many pairs of high cards a beginner needs to say this. With three players no hand has enough to be shown."""


@dataclass(frozen=True)
class Beginner:
    """Somebody who knows the rules, but sees only some combinations and counts only high cards."""

    seen: frozenset[str]
    """The kinds of combinations that it sees, besides bombs."""
    wasteful: bool
    """Whether it beats with its highest cards, or a bomb if they do not beat. Otherwise it beats with its lowest, and
    hoards bombs until it has nothing else to lead."""
    fights_partner: bool
    """Whether it beats its partner's cards as it does the landlord's."""

    def __call__(self, view: Any, _: _native.Stream) -> Any:
        if view.phase != "play":
            return self.say(view)
        moves = [move for move in view.legal_moves() if move.kind in self.seen]
        bombs = [move for move in view.legal_moves() if move.kind in BOMBS]
        if view.to_beat is None:
            # Lowest rank first, and of that rank as many cards as it can.
            return min(moves or bombs, key=lambda move: (RANKS.index(move.rank), -len(move.cards)))
        if view.landlord not in (view.seat, view.to_beat_seat) and not self.fights_partner:
            return view.rules.parse("pass")
        if moves:
            return (max if self.wasteful else min)(moves, key=lambda move: RANKS.index(move.rank))
        return bombs[0] if bombs and self.wasteful else view.rules.parse("pass")

    def say(self, view: Any) -> Any:
        """Bid one for each two high cards, whatever the rest of the hand is; call, rob and double in the same way."""
        found = sum(card in HIGH for card in view.hand) // 2

        def needed(move: Any) -> int:
            return move.bid or NEEDED.get(move.kind, 0)

        return max((move for move in view.legal_moves() if needed(move) <= found), key=needed)


SINGLES_ONLY = Beginner(SINGLES, wasteful=True, fights_partner=True)
WASTEFUL = Beginner(PAIRS, wasteful=True, fights_partner=True)
THRIFTY = Beginner(PAIRS, wasteful=False, fights_partner=True)
HOARDING = Beginner(TRIPLETS, wasteful=False, fights_partner=False)

LEVELS = (
    Level(0, "bids on twos and jokers; sees single cards only; wastes high cards, bombs", SINGLES_ONLY),
    Level(75, "as level 1, but sees pairs in half of its decisions", sometimes(50, SINGLES_ONLY, WASTEFUL)),
    Level(139, "sees singles and pairs; beats anybody with its highest cards, bombs", WASTEFUL),
    Level(228, "as level 3 in half of its decisions, otherwise as level 5", sometimes(50, WASTEFUL, THRIFTY)),
    Level(325, "sees singles, pairs; beats anybody with its lowest card; hoards bombs", THRIFTY),
    Level(387, "sees triplets, too, no sequences; spares its partner; hoards bombs", sometimes(90, HOARDING, rule)),
    Level(452, "overlooks sequences and bombs in half of its decisions", sometimes(50, HOARDING, rule)),
    Level(510, "overlooks sequences and bombs in a fifth of its decisions", sometimes(22, HOARDING, rule)),
    Level(575, "plays by `rule`: splits its hand well, and counts cards", rule),
    Level(665, "plays by `net`", net),
)
