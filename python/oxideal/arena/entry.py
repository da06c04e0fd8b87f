"""Check the bots of an arena and give each a unique name."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from .._arguments.checks import is_visible, items, type_name
from .._arguments.foreign import class_name, class_name_of
from ..bots import Bot, Limit, bot, bot_seed
from ..bots.imported import own_name, takes_limit
from ..bots.limit import check_limit
from ..bots.program import ProgramBot
from ..errors import InvalidArgumentError
from ..record.fields import MAX_NAME_LENGTH

MAX_BOTS = 256

EXPECTED = "a bot must be a name, e.g. search:50ms, an object with a method choose, or a pair of a name and a bot"

Entrant: TypeAlias = "str | Bot[Any] | tuple[str, str | Bot[Any]] | Entry"


@dataclass(frozen=True)
class Entry:
    """A bot in an arena, with a name and a limit.

    - `bot`: a bot, or its name
    - `name`: name in the results; by default the bot's own name
    - `limit`: limit of each decision; by default the bot's own limit

    >>> from oxideal.arena import Entry, arena
    >>> from oxideal.bots import Limit
    >>> slow = Entry("search", name="slow", limit=Limit(iterations=50))
    >>> [row.name for row in arena("foursquare", [slow, "rule"], games=2, seed=7).rows]
    ['slow', 'rule']
    """

    bot: Bot[Any] | str
    name: str | None = None
    limit: Limit | None = None

    def __post_init__(self) -> None:
        if isinstance(self.bot, type):
            name = class_name_of(self.bot)
            raise TypeError(f"{EXPECTED}, not the class {name}; pass an instance: {name}()")
        if not isinstance(self.bot, str):
            if not isinstance(self.bot, Bot):
                wrap = "; put it into a class" if inspect.isfunction(self.bot) else ""
                raise TypeError(f"{EXPECTED}, not {type_name(self.bot)}{wrap}")
            check_limit(getattr(self.bot, "limit", None), name="a bot's limit")
            if not takes_limit(self.bot):
                name = class_name(self.bot)
                raise TypeError(f"choose of {name} must accept two arguments: choose(view, limit=None)")
        if self.name is not None and not _is_name(self.name):
            raise InvalidArgumentError(
                f"a bot's name must have 1 to {MAX_NAME_LENGTH} printable characters, one visible"
            )
        check_limit(self.limit)


def entries_of(bots: Sequence[Entrant], seed: int) -> tuple[Entry, ...]:
    """Return the entries with unique names; bots given by name get their own seeds."""
    given = [_entry(each) for each in islice(items("bots", "a list of bots", bots), MAX_BOTS + 1)]
    if not 1 <= len(given) <= MAX_BOTS:
        raise InvalidArgumentError(f"bots must have 1 to {MAX_BOTS} items, got {'more' if given else 0}")
    made = [
        bot(entry.bot, seed=bot_seed(seed, number)) if isinstance(entry.bot, str) else entry.bot
        for number, entry in enumerate(given)
    ]
    names = _unique([_preferred_name(entry, each) for entry, each in zip(given, made, strict=True)])
    return tuple(Entry(each, name, entry.limit) for each, name, entry in zip(made, names, given, strict=True))


def _entry(given: Entrant) -> Entry:
    if isinstance(given, Entry):
        return given
    if isinstance(given, tuple) and len(given) == 2:
        return Entry(given[1], given[0])
    return Entry(given)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable() and is_visible(name)


def _preferred_name(entry: Entry, made: Bot[Any]) -> str:
    if entry.name is not None:
        return entry.name
    is_own = isinstance(entry.bot, str) and not ProgramBot.is_named_by(entry.bot)
    for name in (own_name(str(entry.bot)) if is_own else None, getattr(made, "name", None)):
        if _is_name(name):
            return str(name)
    return class_name(made)


def _unique(names: list[str]) -> list[str]:
    """Return the names; those that occur several times get numbers, e.g. "rule 1" and "rule 2"."""
    counts = Counter(names)
    taken, numbers, unique = set(names), Counter[str](), []
    for name in names:
        shown = name
        while counts[name] > 1 and shown in taken:
            numbers[name] += 1
            ending = f" {numbers[name]}"
            shown = name[: MAX_NAME_LENGTH - len(ending)] + ending
        taken.add(shown)
        unique.append(shown)
    return unique
