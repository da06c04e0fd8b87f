"""Compare moves: what each leads to in the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, cast

import numpy as np

from .. import _native
from .._arguments.checks import counted, integer_within, items, quoted, type_name
from .._arguments.seeds import seed_number
from .._internal.html import signed, table
from .._internal.text import aligned
from ..errors import InvalidArgumentError
from ..interface import MoveT_co
from .bot import check_to_choose
from .likely import LikelyDeal
from .payments import means_and_errors, payments, wins
from .policy import Policy, networks_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..interface import MoveT, Seed, View

__all__ = ["ComparedMove", "Comparison", "compare"]

MAX_DEALS = 1_000_000


@dataclass(frozen=True)
class ComparedMove(Generic[MoveT_co]):
    """What a move led to.

    - `move`: the move
    - `mean`, `error`: the mean payment of the seat, and its standard error. The payment is the payoff minus the average
      of all seats; with one seat it is the payoff
    - `wins`: the share of rounds won
    - `behind`, `behind_error`: how much less it was paid than the best move in the same deals, and the standard error.
      The luck of the deal cancels out, so this error is smaller than those of two means
    """

    move: MoveT_co
    mean: float
    error: float
    wins: float
    behind: float
    behind_error: float


@dataclass(frozen=True)
class Comparison(Generic[MoveT_co]):
    """What moves led to in the same deals. `str(comparison)` is a table.

    - `seat`: the seat that chooses
    - `moves`: a `ComparedMove` for each move, the highest mean first
    - `payoffs`: `payoffs[deal, k, seat]` is what a seat won in a deal after `moves[k]`
    - `weights`: how much each deal counts; they add up to 1
    - `nodes`: number of actions played
    """

    seat: int
    moves: tuple[ComparedMove[MoveT_co], ...]
    payoffs: npt.NDArray[np.int32] = field(repr=False, compare=False)
    weights: npt.NDArray[np.float64] = field(repr=False, compare=False)
    nodes: int

    @property
    def best(self) -> MoveT_co:
        """The move with the highest mean."""
        return self.moves[0].move

    def _rows(self) -> list[list[str]]:
        return [
            [
                str(each.move),
                f"{signed(each.mean, 2)} ± {each.error:.2f}",
                f"{each.wins:.1%}",
                f"{signed(-each.behind, 2)} ± {each.behind_error:.2f}" if place else "",
            ]
            for place, each in enumerate(self.moves)
        ]

    def _note(self) -> str:
        return f"{counted(len(self.payoffs), 'deal')}, {counted(self.nodes, 'action')}"

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return table(f"best: {self.best}", _HEAD, self._rows(), [self._note()])

    def __str__(self) -> str:
        return "\n".join([*aligned([_HEAD, *self._rows()]), self._note()])


_HEAD = ["move", "payment", "wins", "to the best"]


def compare(
    view: View[Any, MoveT, Any],
    moves: Iterable[MoveT | SupportsIndex | str] | None = None,
    deals: SupportsIndex | Sequence[LikelyDeal | Any] = 64,
    *,
    policy: Policy = "playout",
    seed: Seed = None,
    threads: SupportsIndex = 1,
) -> Comparison[MoveT]:
    """Play each move in the same deals, each to the end of the round, by a policy in all seats.

    - `view`: of the seat to move
    - `moves`: the moves to compare, as objects, texts or ids; None for all legal moves
    - `deals`: how many; deal k is `view.sample(seed, stream=k)`. Or the deals themselves, which must fit the view:
      those of `likely_deals`, which count by their weights, or states, which count equally
    - `policy`: how all seats play on, as in `playouts`
    - `seed`: None draws one from system entropy
    - `threads`: 1 to 256. Their number does not matter to the result

    Python's lock is released meanwhile, and Ctrl-C stops it. Chance after a move, e.g. a reshuffle, is the same for
    all moves of a deal.

    >>> from oxideal import doudizhu as dd
    >>> view = dd.State(dd.Rules.preset("douzero"), seed=7).view(2)
    >>> print(compare(view, ["3", "JJ", "999TTT JJQQ"], 200, policy="rule", seed=1))
    move              payment   wins   to the best
    JJ           -0.99 ± 0.13  26.5%
    3            -1.22 ± 0.11  20.0%  -0.23 ± 0.14
    999TTT JJQQ  -1.93 ± 0.05   3.0%  -0.94 ± 0.13
    200 deals, 21,423 actions
    """
    check_to_choose(view)
    networks = networks_of(policy, view.rules)
    actions = _actions(view, moves)
    count, states, weights = _deals(deals)
    payoffs, nodes = _native.compare(
        cast("Any", view),
        actions,
        count if states is None else states,
        policy if isinstance(policy, str) else "net",
        networks,
        seed_number(seed),
        threads,
    )
    gains, won = payments(payoffs)[:, :, view.seat], wins(payoffs)[:, :, view.seat]
    order = np.argsort(-(weights @ gains), kind="stable")
    payoffs, gains, won = payoffs[:, order], gains[:, order], won[:, order]
    columns = (*means_and_errors(gains, weights), weights @ won, *means_and_errors(gains[:, :1] - gains, weights))
    rows = zip(*(column.tolist() for column in columns), strict=True)
    compared = [ComparedMove(view.rules.move(actions[action]), *row) for action, row in zip(order, rows, strict=True)]
    return Comparison(view.seat, tuple(compared), payoffs, weights, nodes)


def _actions(view: View[Any, MoveT, Any], moves: Any) -> list[int]:
    """Return the ids of the moves; raise an error for one that is not legal, or given twice."""
    if moves is None:
        return view.legal_actions()
    if isinstance(moves, str):
        raise TypeError(f"moves must be an iterable of moves, not {type_name(moves)}")
    actions = []
    for move in items("moves", "an iterable of moves", moves):
        if not view.is_legal(move):
            raise InvalidArgumentError(f"moves must be legal here, got {quoted(str(move))}")
        actions.append(view.rules.action(move))
    if not actions or len({*actions}) < len(actions):
        raise InvalidArgumentError("moves must be one or more different moves")
    return actions


def _deals(deals: Any) -> tuple[int, list[Any] | None, npt.NDArray[np.float64]]:
    """Return the number of deals, the deals if they are given, and their weights."""
    if not isinstance(deals, Sequence):
        count = integer_within("deals", deals, 1, MAX_DEALS)
        return count, None, np.full(count, 1 / count)
    states, weights = [], []
    for deal in items("deals", "a number or a sequence of deals", deals):
        likely = isinstance(deal, LikelyDeal)
        if not likely and not hasattr(deal, "legal_actions"):
            raise TypeError(f"deals must be likely deals or states, not {type_name(deal)}")
        states.append(deal.state if likely else deal)
        weights.append(deal.weight if likely else 1.0)
    if not states or sum(weights) <= 0:
        raise InvalidArgumentError("deals must include at least one deal with a positive weight")
    return len(states), states, np.array(weights) / sum(weights)
