"""Measure how long views, states and events take as JSON, and as dicts: `python benches/json_speed.py`.

Times are the fastest of several repetitions, in microseconds, with the sixteen last actions in each view.
"""

from __future__ import annotations

import argparse
import json
import random
import timeit
from collections.abc import Callable
from typing import Any

from oxideal import doudizhu, foursquare, mexican_train, rummy

COLUMNS = ("view", "read", "state", "event", "to_dict", "from_dict", "json.loads")

ACTIONS = 24
"""Number of actions before the measurement."""


def microseconds(work: Callable[[], object], number: int) -> float:
    """Return the time of one call."""
    return min(timeit.repeat(work, number=number, repeat=20)) / number * 1e6


def times(game: Any) -> tuple[float, ...]:
    """Return the times of a game, in the order of `COLUMNS`."""
    chance = random.Random(3)
    state = game.State(seed=3)
    while not state.is_over and len(state.history) < ACTIONS:
        state.push(chance.choice(state.legal_actions()))
    view = state.view(0)
    written, fields = view.to_json(), view.to_dict()
    return (
        microseconds(view.to_json, 1000),
        microseconds(lambda: game.View.from_json(written), 1000),
        microseconds(state.to_json, 1000),
        microseconds(lambda: state.events_json(0), 1000) / len(state.events(0)),
        microseconds(view.to_dict, 50),
        microseconds(lambda: game.View.from_dict(fields), 50),
        microseconds(lambda: json.loads(written), 200),
    )


def main() -> None:
    """Print a line for each game."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'':14}" + "".join(f"{column:>11}" for column in COLUMNS))
    for game in (doudizhu, mexican_train, rummy, foursquare):
        print(f"{game.__name__.rpartition('.')[2]:14}" + "".join(f"{time:11.2f}" for time in times(game)))


if __name__ == "__main__":
    main()
