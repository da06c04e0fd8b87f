"""Use bots of oxideal in OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel  # type: ignore[import-not-found]  # compiled, without types

from .. import bots
from .._arguments.checks import type_name

if TYPE_CHECKING:
    from .game import SpielState

__all__ = ["SpielBot"]


class SpielBot(pyspiel.Bot):  # type: ignore[misc]  # the base class has no types
    """A bot of oxideal as a bot of OpenSpiel. It plays for the seat whose turn it is.

    >>> import pyspiel
    >>> from oxideal.bots import RuleBot
    >>> game = pyspiel.load_game("python_oxideal_mexican_train(players=2)")
    >>> table = [SpielBot(RuleBot()), pyspiel.make_uniform_random_bot(1, 7)]
    >>> len(pyspiel.evaluate_bots(game.new_initial_state(), table, 7))
    2
    """

    def __init__(self, bot: bots.Bot[Any]) -> None:
        super().__init__()
        if isinstance(bot, type) or not isinstance(bot, bots.Bot):
            raise TypeError(f"bot must be an object with a method choose, not {type_name(bot)}")
        self._bot = bot

    def step(self, state: SpielState) -> int:
        """Return the action that the bot chooses in this state."""
        if not (isinstance(state, pyspiel.State) and hasattr(state, "view")):
            raise TypeError(f"state must be a state of a game of oxideal.openspiel, not {type_name(state)}")
        view = state.view(state.current_player())
        return int(view.rules.action(self._bot.choose(view)))

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: the bot keeps nothing between states."""

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Do nothing: the view includes the actions of the others."""

    def __repr__(self) -> str:
        return f"SpielBot({self._bot!r})"
