"""A round with all its tiles: the deal and the play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...position import PositionWithHands, with_item
from . import actions, checks, notation, tiles
from .actions import DRAW
from .evidence import Evidence
from .knowledge import SeenPosition
from .layout import Layout, Train
from .tiles import DOUBLES, Hand

if TYPE_CHECKING:
    from ...random import Chance, Stream
    from .notation import Draft
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class Position(Layout, PositionWithHands[Hand]):
    """What everybody sees, and what is hidden."""

    hands: tuple[Hand, ...]
    boneyard: tuple[int, ...]  # the next tile first

    # The deal

    @classmethod
    def dealt(cls, rules: Rules, starter: int | None, chance: Chance) -> Self:
        """Deal a round (MT-03, MT-06). `chance` gives the starter, if none is given, and the order of the tiles."""
        players = rules.players
        if starter is None:
            starter = chance.below(players)
        ascending = [tile for tile in range(tiles.TILES_IN_SET[rules.set]) if tile != DOUBLES[rules.engine]]
        shuffled = [ascending[place] for place in chance.shuffled(len(ascending))]
        dealt = players * rules.hand_size
        # MT-04: one tile at a time, the starter first
        firsts = [(seat - starter) % players for seat in range(players)]
        hands = tuple([tuple(sorted(shuffled[first:dealt:players])) for first in firsts])
        return cls.new_round(rules, starter, hands, tuple(shuffled[dealt:]))

    @classmethod
    def new_round(cls, rules: Rules, starter: int, hands: tuple[Hand, ...], boneyard: tuple[int, ...]) -> Self:
        players = rules.players
        trains = (players + 1) * (Train((), rules.engine),)  # MT-07
        evidence = players * (Evidence(),)
        return cls(rules, trains, players * (False,), (), starter, False, False, 0, evidence, hands, boneyard)

    @classmethod
    def sampled(cls, seen: SeenPosition, chance: Stream) -> Self:
        """Return a random round that fits what a seat knows. When a round is over, a seat sees all hands."""
        hands, boneyard = seen.sample_hidden(chance)
        return cls(**seen.layout_fields, hands=hands, boneyard=boneyard)

    # The round

    @property
    def chance_ahead(self) -> bool:
        """Whether later draws need chance. They do not: the boneyard is already in the order of the draws."""
        return False

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple([len(hand) for hand in self.hands])

    @property
    def player_size(self) -> int:
        return len(self.hands[self.turn])

    @property
    def boneyard_size(self) -> int:
        return len(self.boneyard)

    @property
    def has_fitting_deal(self) -> bool:
        return True  # nothing is hidden

    def after(self, action: int, chance: Chance) -> Self:  # noqa: ARG002 (no later draw needs it)
        seat, play = self.turn, actions.play_of(self.rules, action)
        hand = self.hands[seat]
        if play is not None:
            return self._after_play(play, hands=with_item(self.hands, seat, tiles.without_tile(hand, play.tile)))
        if action == DRAW:
            hands = with_item(self.hands, seat, tiles.with_tile(hand, self.boneyard[0]))
            return self._after_draw(hands=hands, boneyard=self.boneyard[1:])
        position = self._after_pass()
        if position.is_over:
            position._assert_that_nobody_can_play()
        return position

    def _assert_that_nobody_can_play(self) -> None:
        """Assert that nobody can play after all have passed (MT-26)."""
        assert not self.open_doubles, "MT-26: with an empty boneyard, somebody holds a tile for a live double"
        for seat, hand in enumerate(self.hands):
            assert not self.at_turn_of(seat).plays(hand), "MT-26: nobody can play"

    # What seats see of it

    def seen_from(self, seat: int) -> SeenPosition:
        # When the round is over, all hands are shown to be counted (MT-27).
        hands = tuple([hand if self.is_over or other == seat else None for other, hand in enumerate(self.hands)])
        return SeenPosition(**self.layout_fields, own_seat=seat, hands=hands, sizes=self.hand_sizes)

    def events_of_deal(self, seat: int) -> list[str]:
        return [f"start {self.turn}", f"hand {tiles.text(self.hands[seat])}"]

    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        mover = before.turn
        event = f"{mover} {actions.text(self.rules, action)}"
        if action == DRAW and mover == seat:
            event += f" {tiles.TEXTS[before.boneyard[0]]}"
        events = [event]
        if action > DRAW and len(self.hands[mover]) == 1:
            events.append(f"{mover} one tile left")  # MT-15
        if self.is_over:
            events += [f"{other} holds {tiles.text(hand)}" for other, hand in enumerate(self.hands) if other != seat]
        return events

    # As a text

    def to_text(self) -> str:
        hands = [f"hand {seat} {tiles.text(hand)}" for seat, hand in enumerate(self.hands)]
        return notation.write(self, [*hands, f"boneyard {tiles.text(self.boneyard)}"])

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls.of(notation.read(text, of_state=True))

    @classmethod
    def of(cls, draft: Draft) -> Self:
        assert draft.boneyard is not None
        checks.check_tiles(draft)
        position = cls(**draft.layout_fields, hands=draft.sorted_hands, boneyard=draft.boneyard)
        checks.check_round(position, draft)
        return position
