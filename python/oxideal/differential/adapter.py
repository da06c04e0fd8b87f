"""Compare an engine of four functions, or a program, with this package's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from .._arguments.checks import printable
from .compare import DifferenceFound, mixed, random_numbers
from .difference import Difference
from .shrink import shrink
from .values import NOT_ANSWERS, answer, format_value

if TYPE_CHECKING:
    from ..interface import Game

FUNCTIONS = ("deal", "legal", "play", "result")
"""What an adapter must have."""

MAX_SHOWN = 8
"""How many moves of a difference are shown."""


@dataclass
class AdaptedPair:
    """This package's engine for a game, and an adapter to another: a module or any object with the four functions.

    - `deal(position)` returns the engine's own position for a dealt one, given as what `State.to_dict` returns
    - `legal(position)` returns the legal moves, as texts or ids, in any order; none if the round is over
    - `play(position, move)` plays a `Move`, whose text is `str(move)` and whose id is `int(move)`, and returns the new
      position; None if it has changed the old one
    - `result(position)` returns the payoffs, one a seat; None until the round is over

    Optional are `turn(position)`, the seat to move or None, `text(position)`, as `State.to_text`, and `view(position,
    seat)`, as `View.to_text`. Each may return `NotImplemented`.
    """

    name: str
    left: Game
    right: Any
    sparse: int = 1
    """Interval in steps at which the optional functions are compared."""
    positions: int = field(default=0, compare=False)
    """Number of positions compared so far, over all games."""

    def play(
        self, rules: Mapping[str, Any], seed: int, stream: int = 0, numbers: Iterable[int] | None = None
    ) -> Difference | None:
        """Play one game until it ends or the numbers run out, and return the first difference or None.

        Each number chooses a legal move. The game also ends before a move after which chance deals or shuffles again.
        """
        chosen = iter(random_numbers(seed, stream) if numbers is None else numbers)

        def choose(legal: list[int]) -> int | None:
            number = next(chosen, None)
            return None if number is None else legal[number % len(legal)]

        return self._play(rules, seed, stream, choose, self.sparse)

    def replay(self, difference: Difference) -> Difference | None:
        """Play the actions of a difference again, and return the first difference or None.

        Return None, too, if the actions cannot be played.
        """
        actions = iter(difference.actions)

        def choose(legal: list[int]) -> int | None:
            action = next(actions, None)
            return action if action in legal else None

        return self._play(difference.rules, difference.seed, difference.stream, choose, 1)

    def shrink(self, difference: Difference) -> Difference:
        """Return a difference with fewer actions, perhaps another one, within `MAX_REPLAYS` games."""
        return shrink(difference, self.replay)

    def _play(
        self,
        rules: Mapping[str, Any],
        seed: int,
        stream: int,
        choose: Callable[[list[int]], int | None],
        interval: int,
    ) -> Difference | None:
        state: Any = self.left.State(self.left.Rules.from_dict(rules), seed=seed, stream=stream)
        actions: list[int] = []
        try:
            position = _answer("deal", self.right.deal, state.to_dict())
            while True:
                self.positions += 1
                self._compare(state, position, extras=mixed(stream + len(actions), interval) == 0 or state.is_over)
                legal = state.legal_actions()
                action = choose(legal) if legal else None
                if action is None or _has_chance(state, action):
                    return None
                actions.append(action)
                state.push(action)
                position = _played(position, _answer("play", self.right.play, position, state.rules.move(action)))
        except DifferenceFound as found:
            left, right = str(found.left), str(found.right)
            return Difference(self.name, dict(rules), seed, stream, tuple(actions), found.what, left, right)

    def _compare(self, state: Any, position: Any, *, extras: bool) -> None:
        """Compare all that the engines say about a position."""
        own = state.legal_actions()
        moves = [each if type(each) is int else str(each) for each in _answer("legal", self.right.legal, position)]
        ids = []
        for move in moves:
            try:
                ids.append(move if isinstance(move, int) else int(state.parse(move)))
            except ValueError:
                raise DifferenceFound("legal", "the text of a move or its id", repr(move)) from None
        if sorted(ids) != own:
            left, right = Counter(own), Counter(ids)
            raise DifferenceFound("legal", _moves(state, left, right), _moves(state, right, left))
        payoffs = None if state.payoffs is None else list(state.payoffs)
        _same("result", payoffs, _answer("result", self.right.result, position))
        if not extras:
            return
        self._compare_extra("turn", state.current_player, position)
        self._compare_extra("text", state.to_text(), position)
        for seat in range(state.rules.players):
            self._compare_extra("view", state.view(seat).to_text(), position, seat)

    def _compare_extra(self, name: str, left: Any, *given: Any) -> None:
        function = getattr(self.right, name, None)
        right = NotImplemented if function is None else _answer(name, function, *given)
        if right is not NotImplemented:
            _same(" of seat ".join([name, *map(str, given[1:])]), left, right)


def _answer(what: str, function: Callable[..., Any], *given: Any) -> Any:
    """Return what the adapter answers; an error of it is a difference."""
    try:
        found = function(*given)
        return list(found) if what == "legal" else found
    except NOT_ANSWERS:
        raise
    except BaseException as error:  # a panic of a Rust engine is not an Exception
        raise DifferenceFound(what, "an answer", f"{type(error).__name__}: {error}") from None


def _played(position: Any, after: Any) -> Any:
    return position if after is None else after


def _same(what: str, left: Any, right: Any) -> None:
    right = list(right) if isinstance(left, list) and isinstance(right, Iterable) else right
    if answer(lambda: left) != answer(lambda: right):
        raise DifferenceFound(what, format_value(left), printable(format_value(right)))


def _moves(state: Any, these: Counter[int], others: Counter[int]) -> str:
    """Describe the moves of one engine: how many, and those that only it has."""
    only = sorted((these - others).elements())
    shown = [f"{_text(state, each)} ({each})" for each in islice(only, MAX_SHOWN)]
    more = [f"and {len(only) - MAX_SHOWN} more"] if len(only) > MAX_SHOWN else []
    return f"{these.total()} moves; only here: {'; '.join(shown + more) or 'none'}"


def _text(state: Any, action: int) -> str:
    try:
        return str(state.rules.move(action))
    except ValueError:
        return "not a move"


def _has_chance(state: Any, action: int) -> bool:
    """Return whether chance decides what the position after an action is, e.g. by a reshuffle."""
    texts: Iterator[Any] = (type(state).from_text(state.to_text(), seed=seed) for seed in (1, 2))
    after = []
    for each in texts:
        each.push(action)
        after.append(each.to_text())
    return len({*after}) > 1
