"""Check the bots of an arena and give each a unique name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from .._input.checks import items, type_name
from ..bots import Bot, Limit, bot, bot_seed
from ..errors import InvalidArgumentError
from ..record.fields import MAX_NAME_LENGTH
from .foreign import class_name

MAX_BOTS = 256

Entrant: TypeAlias = "str | Bot | tuple[str, str | Bot] | Entry"


@dataclass(frozen=True)
class Entry:
    """A bot in an arena, with a name and a limit.

    >>> from oxideal.arena import Entry, arena
    >>> from oxideal.bots import Limit
    >>> slow = Entry("search", name="slow", limit=Limit(iterations=50))
    >>> [row.name for row in arena("foursquare", [slow, "rule"], games=2, seed=7).rows]
    ['slow', 'rule']
    """

    bot: Bot | str
    """A bot, or its name."""
    name: str | None = None
    """Name in the results; by default the bot's own name."""
    limit: Limit | None = None
    """Limit of each decision; by default the bot's own limit."""


def entries_of(bots: Sequence[Entrant], seed: int) -> tuple[Entry, ...]:
    """Return the entries with unique names; bots given by name get their own seeds."""
    given = [_entry(each) for each in islice(items("bots", "a list of bots", bots), MAX_BOTS + 1)]
    if not 1 <= len(given) <= MAX_BOTS:
        raise InvalidArgumentError(f"bots must have 1 to {MAX_BOTS} items")
    named: dict[str, Entry] = {}
    for number, entry in enumerate(given):
        made = bot(entry.bot, seed=bot_seed(seed, number)) if isinstance(entry.bot, str) else entry.bot
        name = _unique(_preferred_name(entry), named)
        named[name] = Entry(made, name, entry.limit)
    return tuple(named.values())


def _entry(given: Entrant) -> Entry:
    if isinstance(given, Entry):
        entry = given
    elif isinstance(given, tuple) and len(given) == 2:
        entry = Entry(given[1], given[0])
    else:
        entry = Entry(given)
    if not isinstance(entry.bot, str) and (isinstance(entry.bot, type) or not isinstance(entry.bot, Bot)):
        raise TypeError(
            "a bot must be a name, e.g. search:50ms, an object with a method choose, or a pair of a name and a bot, "
            f"not {type_name(entry.bot)}"
        )
    if entry.name is not None and not _is_name(entry.name):
        raise InvalidArgumentError(f"a bot's name must have 1 to {MAX_NAME_LENGTH} printable characters")
    if not (entry.limit is None or isinstance(entry.limit, Limit)):
        raise TypeError(f"limit must be a Limit, not {type_name(entry.limit)}")
    own = getattr(entry.bot, "limit", None)
    if not (own is None or isinstance(own, Limit)):
        raise TypeError(f"a bot's limit must be a Limit, not {type_name(own)}; Limit.parse() reads a text")
    return entry


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable()


def _preferred_name(entry: Entry) -> str:
    if entry.name is not None:
        return entry.name
    if isinstance(entry.bot, str):
        return entry.bot
    name = getattr(entry.bot, "name", None)
    return str(name) if _is_name(name) else class_name(entry.bot)


def _unique(name: str, taken: dict[str, Entry]) -> str:
    """Return the name, with a number after it if it is taken."""
    unique, number = name, 2
    while unique in taken:
        ending = f" ({number})"
        unique, number = name[: MAX_NAME_LENGTH - len(ending)] + ending, number + 1
    return unique
