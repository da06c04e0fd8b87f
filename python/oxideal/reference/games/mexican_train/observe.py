"""The observation of a seat, made from what it knows. `docs/observations.md` describes the fields."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from ....schemas.observation import ObservationSpec
from ...observation import from_observer, last_actions, last_actions_fields, one_hot, relative
from . import actions, tiles
from .actions import FIRST_SEAT, ME, MEXICAN, PASS
from .tiles import DOUBLES, WITH

if TYPE_CHECKING:
    from ...observation import Parts
    from ...recent import Recent
    from .evidence import Evidence
    from .knowledge import SeenPosition
    from .rules import Rules

VERSION = 1
ACTION_VERSION = 1

_PASSED, _DREW, _PLAYED = 1, 2, 3
_NOTHING = {"recent_what": 0, "recent_low": 0, "recent_high": 0, "recent_train": 0}


@lru_cache
def spec(rules: Rules) -> ObservationSpec:
    players, highest = rules.players, rules.set
    number, numbers = tiles.TILES_IN_SET[highest], highest + 1
    return ObservationSpec.of(
        VERSION,
        [
            ("to_move", (players,), 1),
            ("hand", (number,), 1),
            ("laid", (number,), 1),
            ("sizes", (players,), number),
            ("boneyard", (1,), number),
            ("ends", (players + 1,), highest),
            ("marked", (players,), 1),
            ("open_doubles", (players + 1,), players + 1),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), players),
            ("most", (players - 1, numbers), number),
            ("can_have_double", (players - 1, numbers), 1),
            *last_actions_fields(
                players,
                [
                    ("recent_what", (), 3),
                    ("recent_low", (), highest),
                    ("recent_high", (), highest),
                    ("recent_train", (), players),
                ],
            ),
        ],
    )


@lru_cache
def action_spec(rules: Rules) -> ObservationSpec:
    number, numbers = tiles.TILES_IN_SET[rules.set], rules.set + 1
    return ObservationSpec.of(
        ACTION_VERSION,
        [
            ("what", (_PLAYED,), 1),
            ("tile", (number,), 1),
            ("train", (rules.players + 1,), 1),
            ("end", (numbers,), 1),
            ("rest", (number,), 1),
            ("rest_size", (1,), number),
            ("rest_pips", (1,), 255),
            ("fits_own", (1,), numbers),
            ("fits_mexican", (1,), numbers),
        ],
    )


def described(seen: SeenPosition, action: int) -> Parts:
    rules, players, own = seen.rules, seen.rules.players, seen.seat
    play, hand = actions.play_of(rules, action), seen.visible_hands[own]
    ends = [train.end for train in seen.trains]
    what, number, place, end = _PASSED if action == PASS else _DREW, 0, None, None
    if play is not None:
        what, number = _PLAYED, {ME: own, MEXICAN: players}.get(play.column, play.column - FIRST_SEAT)
        place = _train(number, own, players)
        end = ends[number] = tiles.other_number(play.tile, ends[number])
        hand = tiles.without_tile(hand, play.tile)
    return [
        ("what", one_hot(_PLAYED, what - 1)),
        ("tile", _bits([] if play is None else [play.tile], rules)),
        ("train", one_hot(players + 1, place)),
        ("end", one_hot(rules.set + 1, end)),
        ("rest", _bits(hand, rules)),
        ("rest_size", [len(hand)]),
        ("rest_pips", [min(sum(tiles.PIPS[tile] for tile in hand), 255)]),
        ("fits_own", [len(WITH[ends[own]].intersection(hand))]),
        ("fits_mexican", [len(WITH[ends[players]].intersection(hand))]),
    ]


def observed(seen: SeenPosition, recent: Recent) -> Parts:
    rules, players, own = seen.rules, seen.rules.players, seen.seat
    trains = [*from_observer(seen.trains[:-1], own), seen.trains[-1]]
    others = [(own + place) % players for place in range(1, players)]
    opened = (players + 1) * [0]
    for place, number in enumerate(seen.open_doubles, start=1):
        opened[_train(seen.train_with(number), own, players)] = place

    def describe(seat: int, action: int) -> dict[str, int]:
        play = actions.play_of(rules, action)
        if play is None:
            return {**_NOTHING, "recent_what": _PASSED if action == PASS else _DREW}
        low, high = tiles.NUMBERS[play.tile]
        train = {ME: seat, MEXICAN: players}.get(play.column, play.column - FIRST_SEAT)
        return {
            "recent_what": _PLAYED,
            "recent_low": low,
            "recent_high": high,
            "recent_train": _train(train, own, players),
        }

    return [
        ("to_move", one_hot(players, relative(seen.current_player, own, players))),
        ("hand", _bits(seen.hand, rules)),
        ("laid", _bits([DOUBLES[rules.engine], *seen.on_trains], rules)),
        ("sizes", from_observer(seen.sizes, own)),
        ("boneyard", [seen.boneyard_size]),
        ("ends", [train.end for train in trains]),
        ("marked", from_observer(seen.marked, own)),
        ("open_doubles", opened),
        ("doubled", [seen.doubled]),
        ("drew", [seen.drew]),
        ("idle", [seen.idle]),
        ("most", [_most(seen.evidence[seat], seen.sizes[seat], rules) for seat in others]),
        ("can_have_double", [_can_have_double(seen.evidence[seat], rules) for seat in others]),
        *last_actions(recent, own, players, _NOTHING, describe),
    ]


def _train(train: int, own: int, players: int) -> int:
    """Return a train as the observer counts: its own, those of the next seats in turn, then the Mexican train."""
    return train if train == players else (train - own) % players


def _bits(among: Iterable[int], rules: Rules) -> list[int]:
    """Return a 1 for each of these tiles, and 0 for all others."""
    found = set(among)
    return [int(tile in found) for tile in range(tiles.TILES_IN_SET[rules.set])]


def _most(evidence: Evidence, size: int, rules: Rules) -> list[int]:
    """Return how many tiles of each number the seat can hold at most.

    These are its tiles from the lowest possible level on. Every level but 0 is a single tile.
    """
    levels = dict(evidence.lacks)
    found = []
    for number in range(rules.set + 1):
        lowest = levels.get(number, 0)
        found.append(size if lowest == 0 else min(size, max(0, evidence.kept + 1 - lowest)))
    return found


def _can_have_double(evidence: Evidence, rules: Rules) -> list[bool]:
    """Return whether the seat can hold the double of each number."""
    levels = dict(evidence.doubles)
    return [levels.get(number, 0) <= evidence.kept for number in range(rules.set + 1)]
