"""Bots by their names."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from .._input.checks import quoted, text_of
from ..errors import InvalidArgumentError
from .baselines import RandomBot, RuleBot
from .limit import DEFAULT, Limit
from .search import SearchBot

if TYPE_CHECKING:
    from ..interface import Seed

__all__ = ["bot", "bot_seed"]


def bot(text: str, *, seed: Seed = None) -> RandomBot | RuleBot | SearchBot:
    """The bot that this text names: `random`, `rule`, `search`, `search:LIMIT` or `search:LIMIT:THREADS`.

    >>> bot("rule"), bot("search:50ms,1000it:2", seed=7)
    (RuleBot(), SearchBot(limit=Limit(time=0.05, iterations=1000, nodes=None), seed=7, threads=2))
    """
    kind, *rest = text_of("text", text).split(":")
    if kind == "random" and not rest:
        return RandomBot(seed)
    if kind == "rule" and not rest:
        return RuleBot()
    if kind == "search" and len(rest) <= 2:
        limit = Limit.parse(rest[0]) if rest else DEFAULT
        return SearchBot(limit, seed=seed, threads=_threads(rest[1]) if len(rest) == 2 else 1)
    raise InvalidArgumentError(
        f"there is no bot {quoted(text)}: the bots are random, rule, search, search:LIMIT, such as search:50ms or "
        "search:1000it, and search:LIMIT:THREADS, such as search:50ms:2"
    )


def bot_seed(seed: int, number: int) -> bytes:
    """The seed of a bot that plays in games of this seed: not theirs, and not another bot's."""
    return hashlib.sha256(f"bot {number} of {seed}".encode()).digest()


def _threads(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise InvalidArgumentError(f"{quoted(text)} is no number of threads, such as 2 in search:50ms:2")
    return int(text)
