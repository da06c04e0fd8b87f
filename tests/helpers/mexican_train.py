"""Helpers for tests of Mexican Train."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from helpers import cases
from helpers.brute import mexican_train as brute
from helpers.cases import shows
from oxideal.random import Stream

SMALL: list[dict[str, Any]] = [
    {"players": 2, "set": 2, "hand_size": 1},
    {"players": 2, "set": 3, "hand_size": 2},
    {"players": 2, "set": 4, "hand_size": 3, "follow_up": "double"},
    {"players": 2, "set": 4, "engine": 0, "hand_size": 5, "close_order": "reverse"},
    {"players": 3, "set": 3, "engine": 1, "hand_size": 3},
    {"players": 3, "set": 5, "hand_size": 4, "follow_up": "double", "close_order": "reverse"},
    {"players": 4, "set": 6, "hand_size": 5},
    {"players": 4, "set": 6, "engine": 3, "hand_size": 6, "close_order": "reverse"},
    {"players": 5, "set": 5, "hand_size": 2},
]
"""Rules with short rounds in which doubles, draws and blocked trains are frequent."""


LARGE: list[dict[str, Any]] = [{}, {"players": 2, "set": 9}, {"players": 8}, {"players": 12, "set": 15}]


data = partial(cases.data, "mexican_train")
rules_of = partial(cases.rules_of, "mexican_train")


# The deal (MT-03, MT-04, MT-06)


def dealt(options: brute.Options, stream: Any, starter: int | None) -> brute.Round:
    """Deal: the starter, unless given, then the shuffle of all tiles but the engine."""
    tiles = options.tiles
    if starter is None:
        starter = stream.below(options.players)
    return brute.deal(options, [tiles[place] for place in stream.shuffled(len(tiles))], starter)


# Rounds (MT-03 to MT-28)


def as_shown(table: brute.Round) -> dict[str, Any]:
    """Return what a State shows, computed by brute force."""
    players, scores = table.options.players, table.scores()
    live = [each.number for each in table.open_doubles() if not table.is_dead(each.number)]
    return {
        "legal": table.legal(),
        "turn": table.seat,
        "current_player": None if table.is_over else table.seat,
        "is_over": table.is_over,
        "trains": [brute.text_of(train) for train in table.trains[:players]],
        "mexican": brute.text_of(table.trains[players]),
        "ends": [table.end(seat) for seat in range(players)],
        "mexican_end": table.end(players),
        "marked": table.marked,
        "open_doubles": live,
        "dead_doubles": table.dead_doubles(),
        "doubled": table.doubled,
        "drew": table.drew and not table.is_over,
        "hand_sizes": [len(hand) for hand in table.hands],
        "boneyard_size": len(table.boneyard),
        "idle_passes": table.idle(),
        "went_out": table.went_out,
        "hands": [brute.ascending(hand) for hand in table.hands],
        "boneyard": brute.text_of(table.boneyard),
        "scores": None if scores is None else list(scores),
        "payoffs": None if scores is None else [-score for score in scores],
    }


def assert_matches_model(state: Any, table: brute.Round) -> None:
    shows(state, as_shown(table), state.to_text())


def play_randomly(fields: dict[str, Any], seed: int) -> Iterator[brute.Round]:
    """Play a random round by brute force; yield it before each move and at the end."""
    chance = random.Random(seed)
    table = dealt(brute.Options.of(fields), Stream(seed, 1), None)
    yield table
    while legal := table.legal():
        doubles = [move for move in legal if "@" in move and brute.is_double(table.read(move).tile)]
        table.push(chance.choice(doubles if doubles and chance.random() < 0.5 else legal))
        yield table


def rounds_of(mt: Any, backend: str, fields: dict[str, Any], seeds: Iterable[int]) -> Iterator[tuple[Any, brute.Round]]:
    """Play such rounds with the engine alongside."""
    for seed in seeds:
        state = mt.State(rules_of(backend, fields), seed=seed, stream=1)
        for table in play_randomly(fields, seed):
            if table.log:
                state.push(state.parse(table.log[-1][1]))
            yield state, table


def random_tiles(chance: random.Random, top: int, count: int) -> list[brute.Tile]:
    tiles = brute.tiles_of(top)
    return chance.sample(tiles, min(count, len(tiles)))
