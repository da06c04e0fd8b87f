"""Ten graded players of each game, from somebody who has just learned the rules to the strongest bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from .._arguments.checks import integer_within, quoted, text_of, type_name
from .._arguments.seeds import seed_number
from .._registry import GAMES, game_of, unknown
from ..errors import InvalidArgumentError
from .bot import check_to_choose
from .chance import chance_of
from .limit import Limit, check_limit

if TYPE_CHECKING:
    from ..interface import MoveT, View
    from .levels.policies import Level

__all__ = ["LevelBot", "ladder"]

MAX_LEVEL = 10


@dataclass(frozen=True)
class LevelBot:
    """A player of one of ten levels: 1 has just learned the rules, 10 is the strongest within 100 ms a move.

    Low levels make human mistakes. A move depends only on the level, the seed and the view; at high levels also on
    the actions so far, of which a view from bytes knows the last sixteen and one from its text none. How a level plays
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
        levels = None if game is None else game.part("bots.levels")
        if game is None or levels is None:
            raise InvalidArgumentError(f"no levels for the game of this view: {quoted(type_name(view))}")
        if not isinstance(view, game.module().View):
            raise TypeError(
                "view must be a View of the Rust engine (convert a reference view with "
                f"View.from_bytes(view.to_bytes())), not {type_name(view)}"
            )
        policy = levels.LEVELS[self.level - 1].policy
        return cast("MoveT", policy(view, chance_of(view, self.seed)))


def ladder(game: str) -> tuple[Level, ...]:
    """Return the ten levels of a game, the lowest first, with their published ratings.

    >>> [level.rating for level in ladder("rummy")] == sorted(level.rating for level in ladder("rummy"))
    True
    """
    found = GAMES[game].part("bots.levels") if text_of("game", game) in GAMES else None
    if found is None:
        raise InvalidArgumentError(unknown("game", game, [name for name in GAMES if GAMES[name].part("bots.levels")]))
    levels: tuple[Level, ...] = found.LEVELS
    return levels
