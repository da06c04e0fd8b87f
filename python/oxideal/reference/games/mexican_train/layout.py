"""The visible part of a round and the rules about it: where a tile may go, whose turn it is, what ends the round.

`position.py` adds the hands and the boneyard, and `knowledge.py` what one seat knows of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ...position import WithHands, fields_of, with_item
from ...refusal import Refusal, refused
from . import actions, tiles
from .actions import DRAW, FIRST_SEAT, ME, MEXICAN, PASS, Play
from .tiles import DOUBLES, WITH, Hand

if TYPE_CHECKING:
    from .evidence import Evidence
    from .rules import Rules


class Train(NamedTuple):
    """The tiles from the hub outwards, and the number at the open end (MT-07)."""

    tiles: tuple[int, ...]
    end: int

    def after(self, tile: int) -> Train:
        return Train((*self.tiles, tile), tiles.other_number(tile, self.end))

    @property
    def double(self) -> int | None:
        """The number of the double at the open end, or None if there is none. The engine does not count (MT-03)."""
        return self.end if self.tiles and self.tiles[-1] == DOUBLES[self.end] else None


class Place(NamedTuple):
    """A place where the player may put a tile."""

    column: int
    number: int
    """The open end, which a tile must match."""
    doubles_only: bool


@dataclass(frozen=True, slots=True)
class Layout(WithHands[Hand]):
    """What everybody sees (MT-30), except the sizes of the hands and of the boneyard."""

    forfeit_rule = "MT-31"

    rules: Rules
    trains: tuple[Train, ...]  # of each seat, then the Mexican train
    marked: tuple[bool, ...]
    open_doubles: tuple[int, ...]  # the numbers of the live ones, in the order in which they were laid
    turn: int  # when the round is over, the seat that played last
    doubled: bool  # whether the player has laid a double in this turn
    drew: bool  # whether the player has drawn in this turn, or since its last double
    idle: int  # the number of passes in a row that count towards the end of the round (MT-26)
    evidence: tuple[Evidence, ...]  # about the tiles of each seat

    @property
    def player_size(self) -> int:
        """The number of tiles in the hand of the player whose turn it is."""
        return self.hand_sizes[self.turn]

    @property
    def boneyard_size(self) -> int:
        raise NotImplementedError

    @property
    def drawn(self) -> int:
        """The number of tiles that have been drawn from the boneyard."""
        at_start = tiles.TILES_IN_SET[self.rules.set] - 1 - self.rules.players * self.rules.hand_size  # MT-04
        return at_start - self.boneyard_size

    @property
    def layout_fields(self) -> dict[str, Any]:
        return fields_of(Layout, self)

    @property
    def has_fitting_deal(self) -> bool:
        """Whether some deal of the hidden tiles fits what is known."""
        raise NotImplementedError

    # The trains

    @property
    def on_trains(self) -> tuple[int, ...]:
        return tuple([tile for train in self.trains for tile in train.tiles])

    @property
    def dead_doubles(self) -> list[int]:
        """The numbers of the open doubles that can never be closed (MT-24)."""
        doubles = [train.double for train in self.trains]
        return sorted([each for each in doubles if each is not None and each not in self.open_doubles])

    def is_live(self, double: int) -> bool:
        """Return whether the double of this number, which is at the end of a train, can be closed (MT-24)."""
        return _can_be_closed(double, self.trains, self.rules.set)

    @property
    def to_close(self) -> int | None:
        """The number of the live double that must be closed first (MT-23); None without one."""
        if not self.open_doubles:
            return None
        return self.open_doubles[0 if self.rules.close_order == "laid" else -1]

    @property
    def must_close(self) -> int | None:
        """The number of the live double from an earlier turn on which alone anyone may play (MT-22, MT-23), or None.

        While there is one, a turn is a single tile that closes it. So a player who has laid a double has laid all live
        ones.
        """
        # MT-25: without one, play goes on as usual
        return None if self.doubled or not self.open_doubles else self.to_close

    @property
    def only_double(self) -> int | None:
        """The number of the double that the next tile must go on, unless it is a double; None if there is no limit.

        This applies later in a turn in which the player has laid a double.
        """
        if not self.doubled:
            return None
        restricted = len(self.open_doubles) >= 2 or self.rules.follow_up == "double"  # MT-19, MT-18
        return self.to_close if restricted else None

    def train_with(self, double: int) -> int:
        """Return the train that ends with the double of this number."""
        return [train.tiles[-1:] for train in self.trains].index((DOUBLES[double],))

    def column_of(self, train: int) -> int:
        """Return the column of the table of actions for a train, as seen from the player whose turn it is."""
        if train == self.turn:
            return ME
        return MEXICAN if train == self.rules.players else FIRST_SEAT + train

    def train_in(self, column: int) -> int:
        """Return the train of a column: the inverse of `column_of`. A player's own train has its seat's column too."""
        if column == ME:
            return self.turn
        return self.rules.players if column == MEXICAN else column - FIRST_SEAT

    def is_available(self, train: int) -> bool:
        """Return whether the player may play on a train if no double must be closed (MT-08, MT-09)."""
        return train in (self.turn, self.rules.players) or self.marked[train]

    def places(self) -> list[Place]:
        """Return all places where the player may put a tile, in the order of their columns."""
        must, only_double = self.must_close, self.only_double
        if must is not None:  # MT-22: whoever's train it is on, marked or not
            return [Place(self.column_of(self.train_with(must)), must, doubles_only=False)]
        only = None if only_double is None else self.train_with(only_double)
        available = [(ME, self.turn), (MEXICAN, self.rules.players)]
        available += [
            (FIRST_SEAT + seat, seat) for seat, marked in enumerate(self.marked) if marked and seat != self.turn
        ]
        return [
            Place(column, self.trains[train].end, doubles_only=only not in (None, train)) for column, train in available
        ]

    def playable_numbers(self) -> tuple[set[int], set[int]]:
        """Return the numbers at these places: for tiles that are not doubles, and for doubles."""
        places = self.places()
        others = {place.number for place in places if not place.doubles_only}
        return others, {place.number for place in places}

    # Whose turn it is

    def at_turn_of(self, seat: int) -> Self:
        """Return the same layout at the start of this seat's turn."""
        return replace(self, turn=seat, doubled=False, drew=False)

    @property
    def went_out(self) -> int | None:
        """The seat that has no tiles left; None if there is none. It can only be the last one to play."""
        return self.turn if self.player_size == 0 else None

    @property
    def is_over(self) -> bool:
        return self.idle == self.rules.players or self.player_size == 0  # MT-26

    @property
    def current_player(self) -> int | None:
        return None if self.is_over else self.turn

    @property
    def next_seat(self) -> int:
        return (self.turn + 1) % self.rules.players  # MT-06

    @property
    def scores(self) -> tuple[int, ...] | None:
        hands = self.visible_hands
        if not self.is_over or len(hands) < self.rules.players:
            return None
        return tuple([sum(tiles.PIPS[tile] for tile in hands[seat]) for seat in range(self.rules.players)])  # MT-27

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        return None if self.scores is None else tuple([-score for score in self.scores])  # MT-28

    def forfeit_scores(self, seat: int) -> tuple[int, ...]:
        # MT-31: as if the hand were the double blank and tiles with as many pips as there are
        heaviest = tiles.PIPS[DOUBLES[0]] + (self.hand_sizes[seat] - 1) * 2 * self.rules.set
        return with_item((0,) * self.rules.players, seat, heaviest)

    def forfeit_payoffs(self, seat: int) -> tuple[int, ...]:
        return tuple(-score for score in self.forfeit_scores(seat))  # MT-28

    # Legal actions, given the hand of the seat to move

    def plays(self, hand: Hand) -> list[int]:
        """Return the ids of all plays of a hand."""
        found = []
        for column, number, doubles_only in self.places():
            first = actions.first_of_column(self.rules, column)
            fitting = (DOUBLES[number],) if doubles_only else WITH[number]
            found += [first + tile for tile in hand if tile in fitting]
        return found

    def actions_from(self, hand: Hand) -> list[int]:
        """Return the legal actions of a hand.

        A player who can play must play (MT-10). Otherwise there is exactly one legal action (MT-12, MT-13).
        """
        if self.is_over:
            return []
        return self.plays(hand) or [PASS if self.drew or self.boneyard_size == 0 else DRAW]

    def refusal_from(self, hand: Hand | None, action: int) -> Refusal | None:
        if self.is_over:
            if self.went_out is None:
                return refused("MT-26", "mexican_train.round_over_nobody_can_play")
            return refused("MT-26", "mexican_train.round_over_seat_went_out", seat=self.went_out)
        play = actions.play_of(self.rules, action)
        return self._objection_to_draw_or_pass(hand, action) if play is None else self._objection_to_play(hand, play)

    def _objection_to_draw_or_pass(self, hand: Hand | None, action: int) -> Refusal | None:
        plays = [] if hand is None else self.plays(hand)
        if plays:
            return refused("MT-10", "mexican_train.must_play", move=actions.text(self.rules, plays[0]))
        rule = "MT-20" if self.doubled else "MT-12"
        if action == DRAW and self.drew:
            return refused(rule, "mexican_train.tile_already_drawn")
        if action == DRAW and self.boneyard_size == 0:
            return refused("MT-13", "mexican_train.boneyard_empty")
        if action == PASS and not self.drew and self.boneyard_size > 0:
            return refused(rule, "mexican_train.must_draw_tile_first")
        return None

    def _objection_to_play(self, hand: Hand | None, play: Play) -> Refusal | None:
        train = self.train_in(play.column)
        if hand is not None and play.tile not in hand:
            return refused("MT-10", "mexican_train.not_in_hand", tile=tiles.TEXTS[play.tile])
        if train == self.turn and play.column != ME:
            return refused("MT-09", "mexican_train.own_train_is_me", seat=train, move=Play(play.tile, ME).text)
        must, only = self.must_close, self.only_double
        if must is not None:
            if train != self.train_with(must):
                rule = "MT-22" if len(self.open_doubles) == 1 else "MT-23"
                return refused(rule, "mexican_train.open_double_first", double=f"{must}-{must}")
        elif not self.is_available(train):
            return refused("MT-09", "mexican_train.train_not_marked", seat=train)
        elif only is not None and not tiles.is_double(play.tile) and train != self.train_with(only):
            rule = "MT-18" if len(self.open_doubles) == 1 else "MT-19"
            return refused(rule, "mexican_train.only_open_double_follows", double=f"{only}-{only}")
        end = self.trains[train].end
        if play.tile not in WITH[end]:
            return refused("MT-07", "mexican_train.does_not_match_open_end", tile=tiles.TEXTS[play.tile], end=end)
        return None

    # The position after an action

    def _after_play(self, play: Play, **hidden: Any) -> Self:
        """Return the position after a play. `hidden` has the new values of the fields about hands."""
        train = self.train_in(play.column)
        trains = (*self.trains[:train], self.trains[train].after(play.tile), *self.trains[train + 1 :])
        marked = self.marked
        if train == self.turn and marked[train]:
            marked = with_item(marked, train, False)  # MT-14
        double, size = tiles.is_double(play.tile), self.player_size
        still_open = [number for number in self.open_doubles if number != self.trains[train].double]
        if double:
            still_open.append(trains[train].end)
        plays_again = double and size > 1  # MT-16; MT-17: the last tile ends the round
        goes_out = size == 1
        return replace(
            self,
            trains=trains,
            marked=marked,
            open_doubles=tuple([number for number in still_open if _can_be_closed(number, trains, self.rules.set)]),
            turn=self.turn if plays_again or goes_out else self.next_seat,  # MT-11, MT-21
            doubled=plays_again,
            drew=False,
            idle=0,  # MT-26
            evidence=with_item(
                self.evidence, self.turn, self.evidence[self.turn].after_play(play.tile, drawn=self.drew)
            ),
            **hidden,
        )

    def _after_draw(self, **hidden: Any) -> Self:
        evidence = self._evidence_of_no_play().after_draw()
        return replace(self, drew=True, evidence=with_item(self.evidence, self.turn, evidence), **hidden)

    def _after_pass(self) -> Self:
        new_marker = not self.marked[self.turn]
        idle = 0
        if self.boneyard_size == 0:  # MT-26: a new marker may let a seat play that has passed before
            idle = 1 if new_marker else self.idle + 1
        return replace(
            self,
            marked=with_item(self.marked, self.turn, True),  # MT-13, MT-20
            turn=self.turn if idle == self.rules.players else self.next_seat,
            doubled=False,
            drew=False,
            idle=idle,
            evidence=with_item(self.evidence, self.turn, self._evidence_of_no_play()),
        )

    def _evidence_of_no_play(self) -> Evidence:
        return self.evidence[self.turn].after_no_play(*self.playable_numbers())


def _can_be_closed(double: int, trains: tuple[Train, ...], highest: int) -> bool:
    """Return whether some tile of this number is not on the table yet (MT-24). The double itself is."""
    laid = map(WITH[double].intersection, [train.tiles for train in trains])
    return sum(map(len, laid)) < highest + 1
