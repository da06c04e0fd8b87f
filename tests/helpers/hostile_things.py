"""Objects of the package in wrong places (from another game, engine, rules or class), and values
that modify the very object whose method reads them.
"""

from __future__ import annotations

import operator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

import oxideal
from helpers.cases import BACKENDS
from helpers.hostile_calls import Setting
from oxideal.differential import GAMES
from oxideal.errors import OxidealError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def other_rules(setting: Setting) -> Any:
    return setting.module.Rules.from_dict(GAMES[setting.game][1])


def move_of_other_rules(setting: Setting) -> Any:
    rules = other_rules(setting)
    return rules.move(rules.num_actions - 1)


KINDS: dict[str, Callable[[Setting], Any]] = {
    "rules": lambda s: s.rules,
    "other rules": other_rules,
    "move": lambda s: s.move,
    "move of other rules": move_of_other_rules,
    "state": lambda s: s.state,
    "state by other rules": lambda s: s.module.State(other_rules(s), seed=7),
    "view": lambda s: s.view,
    "batch": lambda s: s.batch,
    "match": lambda s: s.module.Match(s.rules, seed=7),
    "record": lambda s: s.record,
    "layout": lambda s: s.rules.observation_spec(),
    "class": lambda s: s.module.State,
    "module": lambda s: s.module,
    "bytes of a state": lambda s: s.state.to_bytes(),
    "text of a view": lambda s: s.view.to_text(),
    "events": lambda s: s.state.events(0),
}

WHOSE: dict[str, Callable[[Setting], Setting]] = {
    "the same": lambda s: s,
    "the other engine": lambda s: Setting(s.game, next(each for each in BACKENDS if each != s.backend)),
    "another game": lambda s: Setting(another(s.game), s.backend),
}


def another(game: str) -> str:
    games = list(GAMES)
    return games[games.index(game) - 1]


def thing_of(kind: str, whose: str, setting: Setting) -> Any:
    return KINDS[kind](WHOSE[whose](setting))


THINGS: dict[str, Callable[[Setting], Any]] = {
    **{f"{kind} of {whose}": partial(thing_of, kind, whose) for kind in KINDS for whose in WHOSE},
    "bot": lambda _: oxideal.bots.SearchBot(seed=7),
    "limit": lambda _: oxideal.bots.Limit(nodes=5),
    "stream": lambda _: oxideal.random.Stream(seed=7),
}


def reentrant_value(thing: Any, value: Any) -> Any:
    """Return the same integer, text or list as a value that disturbs the object whenever it is
    read; items of a list do so as well.
    """
    if isinstance(value, list | tuple):
        items: list[Any] = []
        items += [Clearing(items, thing, each) for each in value]
        return items
    is_move = type(value).__name__ == "Move"
    return Calling(thing, int(value) if is_move else value)


def disturb(thing: Any) -> None:
    """Push, pop and read the object, and leave it in another state."""
    for name, arguments in (
        ("legal_mask", ()),
        ("reset", ()),
        ("pop", ()),
        ("copy", ()),
        ("to_bytes", ()),
        ("__hash__", ()),
        ("perft", (1,)),
    ):
        if hasattr(type(thing), name):
            with suppress(OxidealError, TypeError):
                getattr(thing, name)(*arguments)
    with suppress(OxidealError, AttributeError, TypeError, IndexError):
        thing.push(thing.legal_actions()[0])
    with suppress(OxidealError, AttributeError, TypeError):
        thing.step(thing.sample_actions(0))


class Calling:
    """A value that disturbs the object before it answers anything."""

    def __init__(self, thing: Any, value: Any) -> None:
        self.thing = thing
        self.value = value

    def answers(self) -> Any:
        disturb(self.thing)
        return self.value

    def __index__(self) -> Any:
        return operator.index(self.answers())

    def __float__(self) -> Any:
        return float(self.answers())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.answers())

    def __len__(self) -> int:
        return len(self.answers())

    def __getitem__(self, key: Any) -> Any:
        return self.answers()[key]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self.answers())

    def __eq__(self, other: object) -> bool:
        return bool(self.answers() == other)

    def __hash__(self) -> int:
        return hash(self.answers())

    def __bool__(self) -> bool:
        return bool(self.answers())

    def __str__(self) -> str:
        return str(self.answers())

    __repr__ = __str__

    def __fspath__(self) -> str:
        return str(self.answers())

    def __del__(self) -> None:
        disturb(self.thing)


class Clearing(Calling):
    """A list item that removes itself and all others from its list."""

    def __init__(self, items: list[Any], thing: Any, value: Any) -> None:
        super().__init__(thing, value)
        self.items = items

    def answers(self) -> Any:
        self.items.clear()
        return super().answers()
