"""Make bots from their names, e.g. `search:50ms`."""

from __future__ import annotations

import difflib
import hashlib
import re
from operator import index
from typing import TYPE_CHECKING, Any

from .._arguments.checks import quoted, text_of
from ..errors import InvalidArgumentError
from .baselines import RandomBot, RuleBot
from .imported import hint_for, is_own, own_bot
from .level import MAX_LEVEL, LevelBot
from .limit import DEFAULT, Limit
from .net import NetBot
from .program import ProgramBot
from .search import SearchBot

if TYPE_CHECKING:
    from ..interface import Seed
    from .bot import Bot

__all__ = ["bot", "bot_seed"]

LEVELS = tuple(f"level:{level}" for level in range(1, MAX_LEVEL + 1))
NAMES = ("random", "rule", "net", "search", "netsearch", *LEVELS)
KINDS = tuple(dict.fromkeys(name.partition(":")[0] for name in NAMES))
"""What the names of this package's bots begin with, up to the colon."""


def is_harmless(text: str) -> bool:
    """Return whether the text can only name a bot of this package, which neither runs code of others nor reads files of
    theirs.
    """
    return text in NAMES or text.startswith(("search:", "netsearch:"))


def bot(text: str, *, seed: Seed = None) -> Bot[Any]:
    """Return the bot of this name: one of this package, or your own.

    - `level:1` to `level:10`: a `LevelBot`
    - `random`, `rule`, `net`, `search`, `search:LIMIT` or `search:LIMIT:THREADS`
    - `netsearch`, `netsearch:LIMIT` or `netsearch:LIMIT:THREADS`: a search with the networks of `net`
    - `net:FILE`, e.g. `net:my.safetensors`: a `NetBot` with your own weights
    - `MODULE:NAME` or `FILE.py:NAME`, e.g. `mybots.py:Plays`: a class or object with a method `choose`. A class can
      have arguments, e.g. `mybots:Plays(depth=3)`; if it has a parameter `seed`, it gets the seed as an integer.
    - `exec:COMMAND` or `exec:TIME:COMMAND`, e.g. `exec:200ms:node my_bot.js`: a `ProgramBot`; `mine=exec:[depth=3] node
      my_bot.js` with a name of its own and values for its options

    Do not pass a text that you do not trust: it names code to run.

    Raises `InvalidArgumentError` for any other name, and if the bot cannot be imported or made.

    >>> bot("rule"), bot("search:50ms,1000it:2", seed=7)
    (RuleBot(), SearchBot(limit=Limit(time=0.05, iterations=1000, nodes=None), seed=7, threads=2, net=None))
    """
    text = text_of("text", text)
    if ProgramBot.is_named_by(text):
        return ProgramBot.parse(text)
    kind, *rest = text.split(":")
    if kind == "random" and not rest:
        return RandomBot(seed)
    if kind == "rule" and not rest:
        return RuleBot()
    if kind == "level" and len(rest) == 1:
        return LevelBot(_level(rest[0]), seed=seed)
    if kind == "net":
        return NetBot(text.partition(":")[2] or None)
    if kind in ("search", "netsearch") and len(rest) <= 2:
        limit = Limit.parse(rest[0]) if rest else DEFAULT
        net = NetBot() if kind == "netsearch" else None
        return SearchBot(limit, seed=seed, threads=_threads(rest[1]) if len(rest) == 2 else 1, net=net)
    if kind not in KINDS and is_own(text):
        return own_bot(text, seed)
    if kind not in KINDS and (mended := hint_for(text)):
        raise InvalidArgumentError(f"unknown bot {quoted(text)}: {mended}")
    near = difflib.get_close_matches(kind.lower(), KINDS, n=1)
    hint = f" (did you mean {near[0]}?)" if near and near[0] != kind else ""
    raise InvalidArgumentError(
        f"unknown bot {quoted(text)}{hint}; expected level:1 to level:10, random, rule, net, search, netsearch, "
        "search:LIMIT (e.g. search:50ms), search:LIMIT:THREADS (e.g. search:50ms:2), your own "
        "(e.g. mybots.py:Plays) or a program (e.g. exec:node my_bot.js)"
    )


def bot_seed(seed: int, number: int) -> bytes:
    """Return the seed of bot `number` in games of this seed; it differs from theirs and from every other bot's."""
    return hashlib.sha256(f"bot {index(number)} of {index(seed)}".encode()).digest()


def _level(text: str) -> int:
    if not re.fullmatch("[1-9]|10", text):
        raise InvalidArgumentError(f"invalid level {quoted(text)}; expected 1 to 10, as in level:5")
    return int(text)


def _threads(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise InvalidArgumentError(f"invalid number of threads {quoted(text)}; expected e.g. 2, as in search:50ms:2")
    return int(text)
