"""The entries of an arena: bots as users give them, checked and named."""

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
    """A bot that takes part: under this name, or one found for it, and with this limit, or its own."""

    bot: Bot | str
    name: str | None = None
    limit: Limit | None = None


def entries_of(bots: Sequence[Entrant], seed: int) -> tuple[Entry, ...]:
    """All that take part, each with a name of its own. A bot that is named by a text gets a seed of its own, too."""
    given = [_entry(each) for each in islice(items("bots", "a list of bots", bots), MAX_BOTS + 1)]
    if not 1 <= len(given) <= MAX_BOTS:
        raise InvalidArgumentError(f"an arena takes 1 to {MAX_BOTS} bots")
    named: dict[str, Entry] = {}
    for number, entry in enumerate(given):
        made = bot(entry.bot, seed=bot_seed(seed, number)) if isinstance(entry.bot, str) else entry.bot
        name = _new(_wanted(entry), named)
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
            "a bot is a text such as search:50ms, or has a method choose, or is a pair of a name and one of these; "
            f"this is {type_name(entry.bot)}"
        )
    if entry.name is not None and not _is_name(entry.name):
        raise InvalidArgumentError(f"a bot's name is a text of 1 to {MAX_NAME_LENGTH} printable characters")
    if not (entry.limit is None or isinstance(entry.limit, Limit)):
        raise TypeError(f"limit must be a Limit, not {type_name(entry.limit)}")
    own = getattr(entry.bot, "limit", None)
    if not (own is None or isinstance(own, Limit)):
        raise TypeError(f"a bot's limit must be a Limit, not {type_name(own)}; Limit.parse() reads texts")
    return entry


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable()


def _wanted(entry: Entry) -> str:
    """The name that an entry would have if no other had it."""
    if entry.name is not None:
        return entry.name
    if isinstance(entry.bot, str):
        return entry.bot
    name = getattr(entry.bot, "name", None)
    return str(name) if _is_name(name) else class_name(entry.bot)


def _new(wanted: str, taken: dict[str, Entry]) -> str:
    name, number = wanted, 2
    while name in taken:
        ending = f" ({number})"
        name, number = wanted[: MAX_NAME_LENGTH - len(ending)] + ending, number + 1
    return name
