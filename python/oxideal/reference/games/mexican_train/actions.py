"""The table of actions: the pass, the draw, and every tile on every train, each with its id and text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ...refusal import checked_length, lower, not_a_move, said
from . import tiles

if TYPE_CHECKING:
    from .rules import Rules

PASS = 0
DRAW = 1
FIRST_PLAY = 2

ME = 0
"""The column of the player's own train: a tile on it has the same id for every player (MT-09)."""
MEXICAN = 1
FIRST_SEAT = 2
"""The column of the train of seat 0. The trains of the other seats follow."""

_PLAY = re.compile("([0-9]{1,2})-([0-9]{1,2})@(me|mexican|[0-9]{1,2})")


class Play(NamedTuple):
    """A tile on a train."""

    tile: int
    column: int

    @property
    def train(self) -> str:
        return ("me", "mexican")[self.column] if self.column < FIRST_SEAT else str(self.column - FIRST_SEAT)

    @property
    def text(self) -> str:
        return f"{tiles.TEXTS[self.tile]}@{self.train}"


def first_of_column(rules: Rules, column: int) -> int:
    """Return the id of the first tile on a train."""
    return FIRST_PLAY + column * tiles.TILES_IN_SET[rules.set]


def play_of(rules: Rules, action: int) -> Play | None:
    """Return the play with this id, or None for the pass and the draw."""
    return None if action < FIRST_PLAY else _plays(rules.players, rules.set)[action - FIRST_PLAY]


@cache
def _plays(players: int, highest: int) -> tuple[Play, ...]:
    """Return every tile on every train, in the order of the ids."""
    columns, in_set = range(FIRST_SEAT + players), range(tiles.TILES_IN_SET[highest])
    return tuple([Play(tile, column) for column in columns for tile in in_set])


def text(rules: Rules, action: int) -> str:
    play = play_of(rules, action)
    if play is None:
        return "pass" if action == PASS else "draw"
    return play.text


def from_text(rules: Rules, given: str) -> int:
    """Return the action that a text names. Raises `InvalidMoveError` if it names none."""
    word = lower(checked_length(given)).replace(" ", "")
    if word in ("pass", "draw"):
        return PASS if word == "pass" else DRAW
    found = _PLAY.fullmatch(word)
    if found is None:
        raise not_a_move("mexican_train", given).error()
    pair = int(found[1]), int(found[2])
    objection = tiles.not_in_set(pair, rules.set)
    if objection is not None:
        raise objection.error()
    match found[3]:
        case "me":
            column = ME
        case "mexican":
            column = MEXICAN
        case seat:
            if int(seat) >= rules.players:
                raise said("mexican_train.train_out_of_range", train=int(seat), last=rules.players - 1).error()
            column = FIRST_SEAT + int(seat)
    return first_of_column(rules, column) + tiles.tile_of(pair)
