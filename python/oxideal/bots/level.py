"""Ten graded players of each game, from somebody who has just learned the rules to the strongest bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .. import _native
from .._arguments.checks import integer_within, quoted, text_of, type_name
from .._arguments.seeds import seed_number
from .._registry import GAMES, game_of, unknown
from ..errors import InvalidArgumentError
from .bot import check_to_choose
from .chance import chance_of
from .limit import Limit, check_limit
from .net import NetBot

if TYPE_CHECKING:
    from ..interface import MoveT, View

__all__ = ["Level", "LevelBot", "ladder"]

MAX_LEVEL = 10

NET = NetBot()
"""One for all levels, since it keeps the networks that it has read."""


class Level(NamedTuple):
    """A level of a ladder.

    >>> from oxideal.bots import ladder
    >>> ladder("rummy")[0].rating
    0
    """

    rating: int
    """The published rating, with level 1 at 0: 400 points more are ten times the wins."""
    text: str
    """How it plays."""
    has_networks: bool
    """Whether it plays by networks."""


@dataclass(frozen=True)
class LevelBot:
    """A player of one of ten levels: 1 has just learned the rules, 10 is the strongest within 100 ms a move.

    Low levels make human mistakes. A move depends only on the level, the seed and the view; at high levels also on
    the actions so far (a view read from bytes has the last sixteen, one read from text has none). How a level plays
    changes only with a new version of this package.

    >>> from oxideal import rummy
    >>> state = rummy.State(seed=7)
    >>> LevelBot(1, seed=1).choose(state.view(state.current_player))
    Move('draw')
    """

    level: int
    """1 to 10."""
    seed: Any = field(default=None, kw_only=True)
    """The seed, as an integer once the bot is made; None draws one from system entropy."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", integer_within("level", self.level, 1, MAX_LEVEL))
        object.__setattr__(self, "seed", seed_number(self.seed))

    @property
    def name(self) -> str:
        """The bot's name in tables and records, which `oxideal.bots.bot` reads."""
        return f"level:{self.level}"

    def choose(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> MoveT:
        """Return a legal move; `limit` is ignored, since the level would depend on it.

        Raises `InvalidArgumentError` for a view of a game that has no levels.
        """
        check_to_choose(view)
        check_limit(limit)
        game = game_of(view)
        levels = () if game is None else _levels(game.name)
        if not levels:
            raise InvalidArgumentError(f"no levels for the game of this view: {quoted(type_name(view))}")
        networks = NET.networks(view.rules) if levels[self.level - 1].has_networks else None
        action = _native.level(cast("Any", view), self.level, chance_of(view, self.seed), networks)
        return cast("MoveT", view.rules.move(action))


def ladder(game: str) -> tuple[Level, ...]:
    """Return the ten levels of a game, the lowest first, with their published ratings.

    >>> [level.rating for level in ladder("rummy")] == sorted(level.rating for level in ladder("rummy"))
    True
    """
    levels = _levels(game) if text_of("game", game) in GAMES else ()
    if not levels:
        raise InvalidArgumentError(unknown("game", game, list(filter(_levels, GAMES))))
    return levels


@cache
def _levels(game: str) -> tuple[Level, ...]:
    return tuple(Level(*each) for each in _native.levels(game))
