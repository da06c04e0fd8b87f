"""Several rounds of a game to an end: written once, over the contract, and for every game the same.

Each game's module has its own `Match`, this one bound to its `State`. `docs/matches.md` says what a match is.

>>> from oxideal import foursquare
>>> match = foursquare.Match(seed=7, rounds=2)
>>> while not match.is_over:
...     state = match.next_round() if match.state.is_over else match.state
...     while not state.is_over:
...         state.push(state.legal_actions()[0])
>>> [result.payoffs for result in match.results]
[(0,), (0,)]
>>> match.winners
(0,)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex, TypeVar

from ._input.checks import integer_within, seat_within, type_name
from ._input.seeds import seed_number
from .errors import InvalidStateError

if TYPE_CHECKING:
    from .interface import RandomStream, Rules, Seed, State

__all__ = ["Match", "RoundResult"]


def __dir__() -> list[str]:
    return sorted(__all__)


RulesT = TypeVar("RulesT", bound="Rules[Any]")
StateT = TypeVar("StateT", bound="State[Any, Any, Any]")

MAX_ROUNDS = 1_000_000
MAX_TARGET = 1_000_000_000


class RoundResult(NamedTuple, Generic[RulesT]):
    """The result of a round of a match."""

    rules: RulesT
    """How it was played."""
    dealer: int
    """Who dealt or, where nobody deals, who started."""
    payoffs: tuple[int, ...]
    """As `State.payoffs`."""
    scores: tuple[int, ...]
    """As `State.scores`."""


class Match(Generic[RulesT, StateT]):
    """Rounds of one game to an end. A game's own Match says by `_rules_type` and `_state_type` which game it is, and
    has a constructor of its own where other defaults are usual.
    """

    __slots__ = ("_dealer", "_finished", "_rounds", "_scores", "_seed", "_state", "_target", "_totals")

    _rules_type: ClassVar[type[Any]]
    _state_type: ClassVar[type[Any]]

    _state: StateT  # of the current round
    _dealer: int  # of the current round
    _finished: list[
        RoundResult[RulesT]
    ]  # the rounds before the current one; below, the sums of their payoffs and scores
    _totals: tuple[int, ...]
    _scores: tuple[int, ...]

    def __init__(
        self,
        rules: RulesT | None = None,
        *,
        seed: Seed = None,
        rounds: SupportsIndex | None = None,
        target: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
    ) -> None:
        if not hasattr(self, "_state_type"):
            raise TypeError("a Match is made by the class of its game, such as oxideal.foursquare.Match")
        first = self._rules_type() if rules is None else rules
        if not isinstance(first, self._rules_type):
            raise TypeError(f"rules must be a Rules object of this game, not {type_name(first)}")
        self._seed = seed_number(seed)
        self._rounds = None if rounds is None else integer_within("rounds", rounds, 1, MAX_ROUNDS)
        self._target = None if target is None else integer_within("target", target, 1, MAX_TARGET)
        if dealer is not None:
            self._dealer = seat_within(dealer, first.players, name="dealer")
        else:
            self._dealer = self._dealer_stream(self._seed).below(first.players) if first.players > 1 else 0
        self._state = self._state_of_round(0, first, self._dealer)
        self._finished = []
        self._totals = self._scores = (0,) * first.players

    @staticmethod
    def _dealer_stream(seed: int) -> RandomStream:
        """What the first dealer is drawn from. The reference has its own: its matches do not load the native module."""
        from .random import Stream

        return Stream(seed, 0)

    def _state_of_round(self, number: int, rules: RulesT, dealer: int) -> StateT:
        """Stream 0 is for who deals first, each next one for a round."""
        state: StateT = self._state_type(rules, seed=self._seed, stream=number + 1, dealer=dealer)
        return state

    @property
    def state(self) -> StateT:
        """The current round, in which `push` plays; after the end of the match, the last round."""
        return self._state

    @property
    def dealer(self) -> int:
        """Who dealt the current round or, where nobody deals, started it."""
        return self._dealer

    @property
    def seed(self) -> int:
        """The seed of all rounds, also where it came from the system's entropy."""
        return self._seed

    @property
    def rounds(self) -> int | None:
        """After how many rounds the match ends at the latest; None where that is not limited."""
        return self._rounds

    @property
    def target(self) -> int | None:
        """The match ends with the round in which a total reaches this; None if no total ends it."""
        return self._target

    @property
    def results(self) -> tuple[RoundResult[RulesT], ...]:
        """The result of each finished round, the current one included once it is over."""
        current = self._current_result()
        return tuple(self._finished) if current is None else (*self._finished, current)

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of the payoffs of each seat in `results`."""
        return _sum(self._totals, self._state.payoffs)

    @property
    def scores(self) -> tuple[int, ...]:
        """The sum of the scores of each seat in `results`."""
        return _sum(self._scores, self._state.scores)

    @property
    def is_over(self) -> bool:
        """Whether the last round is over."""
        return self._state.is_over and self._next_rules() is None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest total, ascending: several where they share it. None before the end."""
        if not self.is_over:
            return None
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))  # DD-32, MT-28, RM-16

    def next_round(self) -> StateT:
        """Begins the next round and returns its state. InvalidStateError where the current one is not over, or the
        match is.
        """
        result = self._current_result()
        if result is None:
            raise InvalidStateError("the next round begins when this one is over")
        rules = self._next_rules()
        if rules is None:
            raise InvalidStateError("there is no next round: the match is over")
        dealer = (self._dealer + 1) % rules.players  # MT-06, RM-02
        state = self._state_of_round(len(self._finished) + 1, rules, dealer)
        self._totals, self._scores = self.totals, self.scores
        self._state, self._dealer = state, dealer
        self._finished.append(result)  # the only call among these, and so the last: Ctrl-C comes after one
        return state

    def copy(self) -> Self:
        """An independent match that stands where this one does."""
        other = self.__class__.__new__(self.__class__)
        other._seed, other._rounds, other._target = self._seed, self._rounds, self._target
        other._state, other._dealer = self._state.copy(), self._dealer
        other._finished, other._totals, other._scores = list(self._finished), self._totals, self._scores
        return other

    def _current_result(self) -> RoundResult[RulesT] | None:
        payoffs, scores = self._state.payoffs, self._state.scores
        if payoffs is None or scores is None:
            return None
        return RoundResult(self._state.rules, self._dealer, payoffs, scores)

    def _next_rules(self) -> RulesT | None:
        """How the round after the current one, which is over, is played; None where there is none."""
        if self._rounds is not None and len(self._finished) + 1 >= self._rounds:
            return None
        if self._target is not None and max(self.totals) >= self._target:  # RM-16
            return None
        rules: RulesT | None = self._state.rules.next_round()  # MT-05
        return rules

    def _values(self) -> tuple[Any, ...]:
        return (self._seed, self._rounds, self._target, self._dealer, self._finished, self._state)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Equal matches go on alike: the same seed, ends, rounds so far and position, whatever way led to it."""
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __repr__(self) -> str:
        rules, dealer, *_ = self._finished[0] if self._finished else (self._state.rules, self._dealer)
        ends = f"rounds={self._rounds}, target={self._target}"
        return (
            f"<{type(self).__name__}({rules!r}, seed={self._seed}, {ends}, dealer={dealer}), "
            f"round {self._state.stream}, totals {self.totals}, {self._state!r}>"
        )


def _sum(sums: tuple[int, ...], more: Iterable[int] | None) -> tuple[int, ...]:
    return sums if more is None else tuple(one + other for one, other in zip(sums, more, strict=True))
