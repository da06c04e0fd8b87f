"""Matches: several rounds of one game, with the scores added up.

Each game's module has its own `Match`, which is this class with the game's `Rules` and `State`. `docs/matches.md`
explains when a match of each game ends.

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

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex, TypeVar

from ._arguments.checks import counted, integer_within, named_arguments, quoted, seat_within, type_name
from ._arguments.seeds import seed_number
from ._registry import game_of, home_of
from .errors import InvalidArgumentError, InvalidRecordError, InvalidStateError, OxidealError

if TYPE_CHECKING:
    from ._internal.html import HtmlTable
    from .interface import RandomStream, Rules, Seed, State
    from .schemas.values import Fields

__all__ = ["Match", "RoundResult"]
__dir__ = __all__.copy  # `dir` shows these names alone

# Some imports are in functions: most matches are neither shown nor written as JSON, and every game imports this file.


RulesT = TypeVar("RulesT", bound="Rules[Any]")
StateT = TypeVar("StateT", bound="State[Any, Any, Any]")

MAX_ROUNDS = 1_000_000
MAX_TARGET = 1_000_000_000
DEFAULT_ROUNDS = 1000
"""The number of rounds after which a match ends whose players never reach the target, e.g. as they always pass."""


class RoundResult(NamedTuple, Generic[RulesT]):
    """The result of one round of a match.

    >>> from oxideal import foursquare
    >>> match = foursquare.Match(seed=7)
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[0])
    >>> match.results[0].payoffs
    (0,)
    """

    rules: RulesT
    """The rules of the round: in Mexican Train each round has its own engine."""
    dealer: int
    """The seat that dealt; in Mexican Train the seat that started."""
    payoffs: tuple[int, ...]
    """The same as `State.payoffs`."""
    scores: tuple[int, ...]
    """The same as `State.scores`."""


def _results(given: Fields, players: int) -> Iterator[tuple[int, ...]]:
    """Yield the payoffs and the scores in a result."""
    from .schemas.values import integer

    for name in ("payoffs", "scores"):
        values = given.items(name, integer)
        if len(values) != players:
            raise given.error(f"{name} must have {players} items, got {len(values)}")
        yield tuple(values)


class Match(Generic[RulesT, StateT]):
    """Several rounds of one game.

    Make one with the class of a game, e.g. `oxideal.rummy.Match`; this base class cannot be instantiated.

    - `rules`: rules of the first round; the game's default rules if None.
    - `seed`: the seed of all rounds; round k, from 1, is dealt from stream k.
    - `rounds`: end after this many rounds, 1 to 1,000,000, by default 1,000; None for no limit.
    - `target`: end with the round in which a total reaches this, 1 to 1,000,000,000; None for no target.
    - `dealer`: first dealer; drawn from stream 0 of the seed if None.

    With `rounds=None` a match need not end, e.g. if nobody ever bids in Dou Dizhu. In Mexican Train the rules end it.

    >>> from oxideal import rummy
    >>> from oxideal.bots import RuleBot
    >>> match, bot = rummy.Match(rummy.Rules(players=2), seed=7, target=50), RuleBot()
    >>> while not match.is_over:
    ...     state = match.next_round() if match.state.is_over else match.state
    ...     while not state.is_over:
    ...         state.push(bot.choose(state.view(state.current_player)))
    >>> match.totals, match.winners
    ((63, 36), (0,))
    """

    # A game's subclass sets `_rules_type` and `_state_type`, `_deal_moves` if somebody deals or starts, and has its own
    # constructor if its defaults differ.

    __slots__ = ("_dealer", "_finished", "_rounds", "_scores", "_seed", "_state", "_target", "_totals")

    _rules_type: ClassVar[type[Any]]
    _state_type: ClassVar[type[Any]]
    _deal_moves: ClassVar[int] = 1  # seats in turn order each round; -1: to the seat before

    _state: StateT  # the current round
    _dealer: int  # of the current round
    _finished: list[RoundResult[RulesT]]  # the rounds before the current one
    _totals: tuple[int, ...]  # the payoffs of the finished rounds, added up
    _scores: tuple[int, ...]  # their scores, added up

    @named_arguments
    def __init__(
        self,
        rules: RulesT | None = None,
        *,
        seed: Seed = None,
        rounds: SupportsIndex | None = DEFAULT_ROUNDS,
        target: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
    ) -> None:
        if not hasattr(self, "_state_type"):
            raise TypeError("Match cannot be instantiated; use the class of a game, e.g. oxideal.foursquare.Match")
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
        """Return the stream for the first dealer. The reference overrides this to work without the Rust engine."""
        from .random import Stream

        return Stream(seed, 0)

    @classmethod
    def _dealer_after(cls, dealer: int, rounds: int, players: int) -> int:
        """Return the seat that deals this many rounds after a round that `dealer` dealt."""
        return (dealer + cls._deal_moves * rounds) % players

    def _state_of_round(self, number: int, rules: RulesT, dealer: int) -> StateT:
        # Stream 0 draws the first dealer.
        state: StateT = self._state_type(rules, seed=self._seed, stream=number + 1, dealer=dealer)
        return state

    @property
    def state(self) -> StateT:
        """The current round, or the last one after the end of the match; play it with `push`."""
        return self._state

    @property
    def dealer(self) -> int:
        """The seat that dealt the current round; in Mexican Train the seat that started it."""
        return self._dealer

    @property
    def seed(self) -> int:
        """The seed of all rounds, also if it was drawn from system entropy."""
        return self._seed

    @property
    def rounds(self) -> int | None:
        """The maximum number of rounds, or None."""
        return self._rounds

    @property
    def target(self) -> int | None:
        """The total that ends the match, or None."""
        return self._target

    @property
    def results(self) -> tuple[RoundResult[RulesT], ...]:
        """The result of each finished round, including the current one once it is over."""
        current = self._current_result()
        return tuple(self._finished) if current is None else (*self._finished, current)

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's payoffs in `results`, added up."""
        return _add(self._totals, self._state.payoffs)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's scores in `results`, added up."""
        return _add(self._scores, self._state.scores)

    @property
    def is_over(self) -> bool:
        """Whether the last round is over."""
        return self._state.is_over and self._next_rules() is None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest total, ascending; None before the end. Ties share."""
        if not self.is_over:
            return None
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))  # DD-32, MT-28, RM-16

    def next_round(self) -> StateT:
        """Start the next round and return its state.

        Raises `InvalidStateError` if the current round is not over, or if the match is over.

        >>> from oxideal import foursquare
        >>> foursquare.Match(seed=7).next_round()
        Traceback (most recent call last):
        oxideal.errors.InvalidStateError: the current round is not over
        """
        result = self._current_result()
        if result is None:
            raise InvalidStateError("the current round is not over")
        rules = self._next_rules()
        if rules is None:
            raise InvalidStateError("the match is over")
        dealer = self._dealer_after(self._dealer, 1, rules.players)
        state = self._state_of_round(len(self._finished) + 1, rules, dealer)
        self._totals, self._scores = self.totals, self.scores
        self._state, self._dealer = state, dealer
        # The only call among these assignments comes last: Ctrl-C can interrupt only after a call.
        self._finished.append(result)
        return state

    def copy(self) -> Self:
        """Return an independent copy, with the current round at the same position.

        >>> from oxideal import foursquare
        >>> match = foursquare.Match(seed=7)
        >>> other = match.copy()
        >>> other.state.push(24)
        >>> match.state.history, other.state.history
        ((), (24,))
        """
        other = self.__class__.__new__(self.__class__)
        other._seed, other._rounds, other._target = self._seed, self._rounds, self._target
        other._state, other._dealer = self._state.copy(), self._dealer
        other._finished, other._totals, other._scores = list(self._finished), self._totals, self._scores
        return other

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON: the arguments, the results, and the moves of the current round.

        >>> from oxideal import foursquare
        >>> match = foursquare.Match(seed=7, rounds=2)
        >>> match.state.push(24)
        >>> foursquare.Match.from_dict(match.to_dict()) == match
        True
        """
        from .schemas.schema import FORMAT

        rules, dealer, *_ = self._finished[0] if self._finished else (self._state.rules, self._dealer)
        return {
            "format": FORMAT,
            "game": _name_of(self._rules_type),
            "rules": rules.to_dict(),
            "seed": str(self._seed),
            "rounds": self._rounds,
            "target": self._target,
            "dealer": dealer,
            "results": [{"payoffs": list(each.payoffs), "scores": list(each.scores)} for each in self._finished],
            "actions": [str(self._state.rules.move(action)) for action in self._state.history],
            "forfeited": None if self._state.forfeited is None else self._state.forfeited._asdict(),
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the match that a dict describes, made on either engine: the inverse of `to_dict`.

        The current round is dealt and played again. Raises `InvalidRecordError` for a missing, unknown or wrong field,
        and for a result after the end of the match.
        """
        from .schemas.values import Fields, array, check_format, decimal, forfeit_of, maybe, natural, rules_of, text

        given = Fields("a match", fields, InvalidRecordError)
        given.check_names(
            "format", "game", "rules", "seed", "rounds", "target", "dealer", "results", "actions", "forfeited"
        )
        check_format(given)
        if given.get("game", text) != _name_of(cls._rules_type):
            raise given.error(f"game must be {quoted(_name_of(cls._rules_type))}, got {quoted(given.get('game'))}")
        rules: RulesT = rules_of(given, cls._rules_type)
        ends = {name: given.get(name, maybe(natural)) for name in ("rounds", "target")}
        try:
            match = cls(rules, seed=int(given.get("seed", decimal)), dealer=given.get("dealer", natural), **ends)
        except InvalidArgumentError as error:
            raise given.error(str(error)) from None
        match._restore(rules, given.get("results", array))
        for place, action in enumerate(given.items("actions", text)):
            try:
                match._state.push(action)
            except OxidealError as error:
                raise given.error(f"actions[{place}]: {error}") from None
        if given.get("forfeited") is not None:
            try:
                match._state.forfeit(*forfeit_of(given.get("forfeited"), InvalidRecordError))
            except OxidealError as error:
                raise given.error(f"forfeited: {error}") from None
        return match

    def _restore(self, rules: RulesT, results: list[Any]) -> None:
        """Begin the round after these results of the rounds before it."""
        from .schemas.values import Fields

        for place, fields in enumerate(results):
            given = Fields(f"results[{place}]", fields, InvalidRecordError)
            given.check_names("payoffs", "scores")
            result = RoundResult(rules, self._dealer, *_results(given, rules.players))
            self._finished.append(result)
            self._totals, self._scores = _add(self._totals, result.payoffs), _add(self._scores, result.scores)
            following = self._rules_after(rules, len(self._finished), self._totals)
            if following is None:
                raise given.error("the match is over after this round, which must be the current one")
            rules, self._dealer = following, self._dealer_after(self._dealer, 1, rules.players)
        if results:
            self._state = self._state_of_round(len(results), rules, self._dealer)

    def to_json(self) -> bytes:
        """Return the dict of `to_dict` as JSON in UTF-8."""
        import json

        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, data: bytes | str, /) -> Self:
        """Return the match that `to_json` wrote, like `from_dict`. Raises `InvalidRecordError` if it is no JSON."""
        from ._internal.json import object_of

        if not issubclass(type(data), bytes | str):
            raise TypeError(f"data must be bytes or a str, not {type_name(data)}")
        return cls.from_dict(object_of(data, "the match", InvalidRecordError))

    def _current_result(self) -> RoundResult[RulesT] | None:
        payoffs, scores = self._state.payoffs, self._state.scores
        if payoffs is None or scores is None:
            return None
        return RoundResult(self._state.rules, self._dealer, payoffs, scores)

    def _next_rules(self) -> RulesT | None:
        """Return the rules of the next round, or None if the current round, which must be over, is the last."""
        return self._rules_after(self._state.rules, len(self._finished) + 1, self.totals)

    def _rules_after(self, rules: RulesT, rounds: int, totals: tuple[int, ...]) -> RulesT | None:
        """Return the rules of the round after one with these rules, or None if that ended the match."""
        if self._rounds is not None and rounds >= self._rounds:
            return None
        if self._target is not None and max(totals) >= self._target:  # RM-16
            return None
        following: RulesT | None = rules.next_round()  # MT-05
        return following

    def _values(self) -> tuple[Any, ...]:
        return (self._seed, self._rounds, self._target, self._dealer, self._finished, self._state)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare seed, `rounds`, `target`, results and current state, but not the history of the current round."""
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def _repr_html_(self) -> str:
        """Return the table that notebooks show, as `table` makes it."""
        return str(self.table())

    def table(self, names: Iterable[str | None] | None = None) -> HtmlTable:
        """Return a table of the payoffs of the last rounds, and of the totals, as HTML that notebooks show.

        `names` has a name for each seat; None for a seat that is called by its number. Raises `InvalidArgumentError`
        for another number of names.

        >>> from oxideal import rummy
        >>> "<th>Ada</th><th>seat 1</th>" in rummy.Match(seed=7).table(["Ada", None])
        True
        """
        from ._internal.html import MAX_ROWS, HtmlTable, signed, table
        from .svg.draw import names_of

        players = self._state.rules.players
        seats = [name or f"seat {seat}" for seat, name in enumerate(names_of(names, players))]
        results = self.results
        first = max(0, len(results) - MAX_ROWS + 1)
        rows = [
            [f"round {number}", seats[result.dealer], *map(signed, result.payoffs)]
            for number, result in enumerate(results[first:], first + 1)
        ]
        game = game_of(self._state)
        title = f"{type(self._state).__name__ if game is None else game.title}, {counted(len(results), 'round')} played"
        head = ["", "dealer", *seats]
        earlier = [f"without {counted(first, 'earlier round')}"] if first else []
        winners = self.winners
        won = [] if winners is None else ["won by " + ", ".join(seats[seat] for seat in winners)]
        return HtmlTable(table(title, head, [*rows, ["total", "", *map(signed, self.totals)]], [*earlier, *won]))

    def __repr__(self) -> str:
        rules, dealer, *_ = self._finished[0] if self._finished else (self._state.rules, self._dealer)
        ends = f"rounds={self._rounds}, target={self._target}"
        return (
            f"<{type(self).__name__}({rules!r}, seed={self._seed}, {ends}, dealer={dealer}), "
            f"round {self._state.stream}, totals {self.totals}, {self._state!r}>"
        )


def _name_of(rules_type: type[Any]) -> str:
    found = home_of(rules_type)
    return rules_type.__name__ if found is None else found[0].name


def _add(totals: tuple[int, ...], more: Iterable[int] | None) -> tuple[int, ...]:
    return totals if more is None else tuple(one + other for one, other in zip(totals, more, strict=True))
