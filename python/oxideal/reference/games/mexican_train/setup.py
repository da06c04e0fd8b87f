"""Rounds set up by hand: with given hands at the start, or in the middle of play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Self, SupportsIndex

from ...._arguments.checks import boolean, integer_within, items, seat_within
from ....errors import InvalidArgumentError, InvalidStateError
from ... import state as _state
from ...position import with_item
from ...random import Stream
from ...setup import one_per_seat
from ...view import ViewT
from . import tiles
from .evidence import Evidence
from .moves import Move
from .notation import Draft
from .position import Position
from .rules import Rules
from .tiles import DOUBLES, Hand

if TYPE_CHECKING:
    from ....interface import Seed, TilesLike

_MAX_SEATS = 12
_MAX_DOUBLES = 20


class SetUp(_state.State[Rules, Move, Position, ViewT], Generic[ViewT]):
    # The constructors of `State` for rounds that are not dealt.
    __slots__ = ()

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[TilesLike],
        dealer: SupportsIndex,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        held = _hands(rules, hands)
        first = seat_within(dealer, rules.players, name="dealer")
        left = None if boneyard is None else _tiles(rules, boneyard)
        chance = Stream(seed, stream)
        for seat, hand in enumerate(held):
            if len(hand) != rules.hand_size:
                raise InvalidStateError(f"seat {seat} has {len(hand)} tiles, expected {rules.hand_size} [MT-04]")
        draft = _draft(rules, held, first, left, chance, (rules.players + 1) * [()])
        return cls._set_up(Position.of(draft), Stream._without_seed())

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[TilesLike],
        turn: SupportsIndex,
        trains: Sequence[TilesLike] | None = None,
        mexican: TilesLike = "-",
        marked: Iterable[SupportsIndex] = (),
        open_doubles: Iterable[SupportsIndex] = (),
        doubled: bool = False,
        drew: bool = False,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        # Nobody has passed, and nothing is known of the hands except what `drew` proves.
        cls._check_rules(rules)
        held = _hands(rules, hands)
        seat = seat_within(turn, rules.players, name="turn")
        empty: list[Hand] = [() for _ in range(rules.players)]
        laid = (
            empty
            if trains is None
            else [_tiles(rules, each) for each in one_per_seat("trains", trains, rules.players, _MAX_SEATS)]
        )
        on_mexican = _tiles(rules, mexican)
        markers = [
            seat_within(each, rules.players, name="marked")
            for each in _at_most("marked", "a list of seats", _MAX_SEATS, marked)
        ]
        doubles = [
            integer_within("open_doubles", each, 0, rules.set)
            for each in _at_most("open_doubles", "a list of integers", _MAX_DOUBLES, open_doubles)
        ]
        has_doubled, has_drawn = boolean("doubled", doubled), boolean("drew", drew)
        left = None if boneyard is None else _tiles(rules, boneyard)
        chance = Stream(seed, stream)

        draft = _draft(rules, held, seat, left, chance, (*laid, on_mexican))
        draft.marked, draft.open_doubles, draft.doubled = tuple(markers), tuple(doubles), has_doubled
        position = Position.of(draft)
        if has_drawn:
            # What the draw proves depends on the open ends, which have been checked now.
            evidence = Evidence().after_no_play(*position.playable_numbers()).after_draw()
            draft.drew, draft.evidence = True, with_item(draft.evidence, seat, evidence)
            position = Position.of(draft)
        return cls._set_up(position, Stream._without_seed())


def _draft(
    rules: Rules,
    hands: Sequence[Hand],
    turn: int,
    boneyard: Hand | None,
    chance: Stream,
    trains: Sequence[Hand],
) -> Draft:
    """Return a draft of these tiles. Without `boneyard`, it gets the remaining tiles, shuffled."""
    if boneyard is None:
        laid = {DOUBLES[rules.engine]}.union(*hands, *trains)
        rest = [tile for tile in range(tiles.TILES_IN_SET[rules.set]) if tile not in laid]
        boneyard = tuple([rest[place] for place in chance.shuffled(len(rest))])
    evidence = rules.players * (Evidence(),)
    return Draft(rules, tuple(hands), boneyard, tuple(trains), (), (), turn, False, False, 0, evidence)


# Arguments


def _tiles(rules: Rules, given: TilesLike) -> Hand:
    """Return tiles in the order in which they were given."""
    return tuple(map(tiles.tile_of, tiles.from_argument(given, rules, InvalidStateError)))


def _hands(rules: Rules, given: Sequence[TilesLike]) -> list[Hand]:
    return [_tiles(rules, each) for each in one_per_seat("hands", given, rules.players, _MAX_SEATS)]


def _at_most(name: str, wanted: str, most: int, given: Any) -> list[Any]:
    found = list(islice(items(name, wanted, given), most + 1))
    if len(found) > most:
        raise InvalidArgumentError(f"{name} must have at most {most} items")
    return found
