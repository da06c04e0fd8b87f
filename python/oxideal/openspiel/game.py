"""The classes that OpenSpiel uses, the same for all games."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # compiled, without types

from .._arguments.checks import quoted, seat_within, type_name
from ..errors import InvalidArgumentError
from .play import Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..interface import State, View
    from .chance import ChanceModel, Outcomes, Parameters

__all__ = ["SpielGame", "SpielObserver", "SpielState"]


def game_type(model: type[ChanceModel]) -> Any:
    """Return what OpenSpiel needs to register a game."""
    few, many = model.players
    kind = pyspiel.GameType
    information = "PERFECT_INFORMATION" if model.perfect_information else "IMPERFECT_INFORMATION"
    return kind(
        short_name=f"python_oxideal_{model.info.name}",
        long_name=f"{model.info.title} (oxideal)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(kind.Information, information),
        utility=kind.Utility.ZERO_SUM if model.zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=many,
        min_num_players=few,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=model.parameters(),
    )


def game_info(model: ChanceModel) -> Any:
    low, high = model.bounds
    return pyspiel.GameInfo(
        num_distinct_actions=model.rules.num_actions,
        max_chance_outcomes=model.max_outcomes,
        num_players=model.rules.players,
        min_utility=low,
        max_utility=high,
        utility_sum=0 if model.zero_sum else None,
        max_game_length=model.max_actions,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # the base class has no types
    """A game with given rules. Make one with `pyspiel.load_game`.

    >>> import pyspiel
    >>> game = pyspiel.load_game("python_oxideal_rummy(players=3)")
    >>> game.rules.players, game.new_initial_state().is_chance_node()
    (3, True)
    """

    model_type: ClassVar[type[ChanceModel]]

    def __init__(self, parameters: Parameters | None = None) -> None:
        if not hasattr(self, "model_type"):
            raise TypeError('SpielGame cannot be instantiated; use e.g. pyspiel.load_game("python_oxideal_rummy")')
        given = self.model_type.parameters() | dict(parameters or {})
        self._model = self.model_type(given)
        self._start = Play.begin(self._model)
        super().__init__(game_type(self.model_type), game_info(self._model), given)

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self._model.rules

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """Return the state before the deal, or the position with this text, as returned by `to_text` of a state.

        Raises `InvalidStateError` if the text is not valid or has other rules.
        """
        state = SpielState(self)
        if text is not None:
            state._play = Play.at(self._model, text)
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel restores nothing that is defined in Python, so unpickling loads the game again.
        return type(self), (self.get_parameters(),)

    def max_chance_nodes_in_history(self) -> int:
        return self._model.max_chances

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver | None:
        """Return an observer of what one player knows, now or with perfect recall.

        As elsewhere in OpenSpiel, it is None for other kinds: public information only, or that of all players.
        """
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        if not isinstance(kind, pyspiel.IIGObservationType):
            raise TypeError(f"iig_obs_type must be an IIGObservationType, not {type_name(kind)}")
        if params is not None and not isinstance(params, dict):
            raise TypeError(f"params must be a dict, not {type_name(params)}")
        if params:
            raise InvalidArgumentError(f"an observer has no parameters, got {quoted(next(iter(params)))}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.rules, perfect_recall=kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game: a `pyspiel.State` with `state` and `view` of oxideal.

    >>> import pyspiel
    >>> state = pyspiel.load_game("python_oxideal_foursquare").new_initial_state()
    >>> state.apply_action(6)
    >>> state.view(0).card
    '7C'
    """

    def __init__(self, game: SpielGame) -> None:
        if not isinstance(game, SpielGame):  # OpenSpiel would crash
            raise TypeError(f"game must be a game of oxideal.openspiel, not {type_name(game)}")
        super().__init__(game)
        self._play = game._start

    @property
    def state(self) -> State[Any, Any, Any]:
        """The position as a new state of oxideal. The order of its stock means nothing: chance nodes choose the cards.

        Raises `InvalidStateError` while cards are dealt.
        """
        return self._play.state

    def view(self, seat: int) -> View[Any, Any, Any]:
        """Return what this seat knows as a view of oxideal. Raises `InvalidStateError` while cards are dealt."""
        return self._play.view(seat)

    def current_player(self) -> int:
        if self._play.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        player = self._play.player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def is_terminal(self) -> bool:
        return self._play.is_over

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 (always the player to move)
        return self._play.legal_actions()

    def chance_outcomes(self) -> Outcomes:
        return list(self._play.outcomes())

    def _apply_action(self, action: int) -> None:
        self._play = self._play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._play.outcome_text(action)
        return str(self._play.model.rules.move(action))

    def returns(self) -> list[float]:
        payoffs = self._play.payoffs
        return [0.0] * self.num_players() if payoffs is None else [float(payoff) for payoff in payoffs]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state drawn uniformly from those that this player cannot distinguish from this one.

        `sampler` returns random numbers from 0 to 1. The hidden cards change, but `history()` stays that of this state.
        Raises `InvalidStateError` at a chance node.
        """
        drawn = sampler()
        if not (isinstance(drawn, Real) and 0 <= drawn <= 1):
            raise InvalidArgumentError("the sampler must return numbers from 0 to 1")
        other: SpielState = self.clone()
        other._play = self._play.resampled(player, int(drawn * 2**53))
        return other

    def __str__(self) -> str:
        return str(self._play)


class SpielObserver:
    """What a player sees: the current view, or with perfect recall everything it has seen."""

    def __init__(self, rules: Any, *, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._players = rules.players
        self.tensor = None if perfect_recall else np.zeros(rules.observation_spec().size, np.float32)
        self.dict = {} if self.tensor is None else rules.observation_spec().split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the view of this player to `tensor` and `dict`, which share memory: all zeros while cards are dealt."""
        if self.tensor is None:
            raise InvalidArgumentError(
                "perfect recall has no tensor: use information_state_string(), or observation_tensor() for the "
                "current view"
            )
        view = _play_of(state).view_or_none(seat_within(player, self._players))
        self.tensor[:] = 0 if view is None else view.observation()

    def string_from(self, state: SpielState, player: int) -> str:
        seat = seat_within(player, self._players)
        play = _play_of(state)
        if self._perfect_recall:
            return "\n".join([f"seat {seat}", *play.events(seat)])
        view = play.view_or_none(seat)
        return "" if view is None else view.to_text()


def _play_of(state: object) -> Play:
    if not isinstance(state, SpielState):
        raise TypeError(f"state must be a state of a game of oxideal.openspiel, not {type_name(state)}")
    play: Play = state._play
    return play
