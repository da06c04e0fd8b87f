"""One decision of a game, valued step by step."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..bots import Limit, RuleBot, solve
from ..bots.payments import Sample, payments, wins
from .reasons import texts_of
from .result import Cost, Decision, OpenCost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import DealPlayer

CANDIDATES = 6
"""How many moves of the network's ranking are compared with the one that was played."""

SUSPECT_ERRORS = 0.75
"""A move must look better than the one played by this many standard errors to be compared with it in fresh deals."""

OPEN_DEALS = 6
"""Playouts with all cards open, for choosing a move and again for valuing it."""

SOLVER_LIMIT = Limit(nodes=20_000)
"""The effort of a solver for one position: tens of milliseconds."""


class ReviewedDecision:
    """A decision under review: what was played, and what else could have been."""

    def __init__(self, number: int, state: Any, played: int, player: DealPlayer, *, solvable: bool) -> None:
        self.number = number
        self.state = state
        self.seat: int = state.current_player
        self.view = state.view(self.seat)
        self.played = played
        self.player = player
        self.solvable = solvable
        self._all = player.deals(self.view)
        """The deals that fit the view."""
        self._sifted = 0
        self._deals = 0
        self._payment = Sample()
        self._win = Sample()
        self._first = played
        self._quick: dict[int, Sample] = {}
        self._leads: dict[int, Sample] = {}
        self._cost = Sample(), Sample()
        self._better: int | None = None
        self._open: OpenCost | None = None

    # The first pass: which moves may be better?

    def rank(self) -> None:
        """List the moves to try: the first ones of the network's ranking, and the rule bot's."""
        rules = self.view.rules
        ranked = [rules.action(value.move) for value in self.player.net.values(self.view)]
        listed = [*ranked[:CANDIDATES], rules.action(RuleBot().choose(self.view))]
        self._quick = {action: Sample() for action in listed if action != self.played}
        self._first = ranked[0]

    def sift(self, deals: int) -> None:
        """Let quick rules play out all of them in more deals."""
        if not self._quick:
            return
        payoffs, weights = self._all.play([self.played, *self._quick], self._sifted, deals, quick=True)
        self._sifted += deals
        gains = payments(payoffs)[:, :, self.seat]
        for place, lead in enumerate(self._quick.values(), 1):
            lead.add(gains[:, place] - gains[:, 0], weights)

    def choose(self) -> None:
        """Choose the moves that may be better: the network's choice, and that of the quick rules."""
        best = max(self._quick, key=lambda action: self._quick[action].mean, default=None)
        chosen = [self._first]
        if best is not None and self._quick[best].mean > 0:
            chosen.append(best)
        self._leads = {action: Sample() for action in chosen if action != self.played}

    @property
    def is_disputed(self) -> bool:
        """Whether some move may be better."""
        return bool(self._leads)

    def explore(self, deals: int) -> None:
        """Play the move and those that may be better in more deals, by the network."""
        payoffs, weights = self._play([self.played, *self._leads], deals)
        gains, won = payments(payoffs)[:, :, self.seat], wins(payoffs)[:, :, self.seat]
        self._payment.add(gains[:, 0], weights)
        self._win.add(won[:, 0], weights)
        for place, lead in enumerate(self._leads.values(), 1):
            lead.add(gains[:, place] - gains[:, 0], weights)

    @property
    def spread(self) -> float | None:
        """The standard deviation of the payment; None without deals."""
        return self._payment.spread if self._payment.deals > 1 else None

    @property
    def is_suspect(self) -> bool:
        """Whether another move is to be compared with the one played."""
        return self._better is not None

    def suspect(self) -> None:
        """Choose the move to compare with the one played in fresh deals, if one looks better."""
        best = max(self._leads, key=lambda action: self._leads[action].mean, default=None)
        if best is not None and self._leads[best].mean > SUSPECT_ERRORS * self._leads[best].error:
            self._better = best
            # Deals of one block are picked together, so fresh ones come from the next.
            block = self._all.outcomes.block_size
            self._deals = -(-self._deals // block) * block

    # The second pass: how much better is it?

    def compare(self, deals: int) -> None:
        """Play the better move and the one played in fresh deals: the choice has seen none of them."""
        assert self._better is not None
        payoffs, weights = self._play([self.played, self._better], deals)
        for sample, of in zip(self._cost, (payments, wins), strict=True):
            found = of(payoffs)[:, :, self.seat]
            sample.add(found[:, 1] - found[:, 0], weights)

    def _play(self, actions: list[int], deals: int) -> tuple[Any, Any]:
        first = self._deals
        self._deals += deals  # so that no deal is used twice
        return self._all.play(actions, first, deals)

    # All cards open

    def look(self) -> None:
        """Find out what the move cost with all cards open."""
        self._open = self._solved() if self.solvable else None
        if self._open is None:
            self._open = self._played_open()

    def _solved(self) -> OpenCost | None:
        """Return what perfect play by all seats loses by the move, if a solver is quick enough."""
        before = solve(self.state, SOLVER_LIMIT)
        if before is None or not before.exact:
            return None
        after = self.state.copy()
        after.push(self.played)
        payoffs = after.payoffs
        if payoffs is None:
            found = solve(after, SOLVER_LIMIT)
            if found is None or not found.exact:
                return None
            payoffs = found.payoffs
        lost = _payment(before.payoffs, self.seat) - _payment(payoffs, self.seat)
        move = before.line[0] if lost > 0 else None
        return OpenCost(move, max(lost, 0.0), 0.0, True)

    def _played_open(self) -> OpenCost:
        actions = [self.played, *(self._leads or list(self._quick)[:1])]
        parts = []
        for first in (0, OPEN_DEALS):
            payoffs, _ = self._all.play(actions, first, OPEN_DEALS, deal=self.state)
            gains = payments(payoffs)[:, :, self.seat]
            parts.append(gains - gains[:, :1])
        choose, value = parts
        best = int(choose.mean(axis=0).argmax())
        if best == 0:
            return OpenCost(None, 0.0, 0.0, False)
        lead = Sample()
        lead.add(value[:, best])
        if lead.mean <= 0:
            return OpenCost(None, 0.0, 0.0, False)
        return OpenCost(self.view.rules.move(actions[best]), lead.mean, lead.error, False)

    # The result

    @property
    def cost(self) -> Cost | None:
        """What the move cost against the better one, from the second pass."""
        paid, won = self._cost
        return Cost(paid.mean, paid.error, won.mean, won.error, paid.deals) if paid.deals > 1 else None

    def result(self, mistake: bool) -> Decision:
        move = self.view.rules.move
        better = None if self.cost is None else move(self._better)
        reasons = () if better is None else texts_of(self.view, move(self.played), better)
        known = len(self._payment) > 0
        return Decision(
            self.number,
            self.seat,
            move(self.played),
            better,
            self.cost,
            mistake,
            reasons,
            self._open,
            self._payment.mean if known else None,
            self._win.mean if known else None,
            self._payment.deals,
        )


def _payment(payoffs: Sequence[int], seat: int) -> float:
    return payoffs[seat] - (sum(payoffs) / len(payoffs) if len(payoffs) > 1 else 0.0)


def decisions(record: Any) -> list[tuple[int, Any, int]]:
    """Return the number, the state and the action of each decision with a choice."""
    found = []
    for number, (state, after) in enumerate(pairwise(record.states())):
        if len(state.legal_actions()) > 1:
            found.append((number, state, after.history[-1]))
    return found
