"""Running sums over the deals of an arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import fsum, sqrt
from typing import TYPE_CHECKING

from .._input.foreign import MAX_DETAIL_LENGTH
from .fault import MAX_FAULTS, Fault, kind_of, told_apart
from .result import Estimate, Row

if TYPE_CHECKING:
    from .runner import DealResult, GameResult


@dataclass
class Sums:
    """Sums for the mean and variance of a value per deal.

    A value is a settled part plus a number of forfeits. All forfeits have one price, which is known only after the last
    game.
    """

    count: int = 0
    settled: float = 0.0
    settled_squares: float = 0.0
    owed: float = 0.0
    owed_squares: float = 0.0
    products: float = 0.0

    def add(self, settled: float, owed: float = 0.0) -> None:
        self.count += 1
        self.settled += settled
        self.settled_squares += settled * settled
        self.owed += owed
        self.owed_squares += owed * owed
        self.products += settled * owed

    def estimate(self, price: float = 0.0) -> Estimate | None:
        """Return the mean and 1.96 standard errors."""
        if not self.count:
            return None
        total = self.settled + price * self.owed
        mean = total / self.count
        if self.count == 1:
            return Estimate(mean, None)
        squares = self.settled_squares + 2 * price * self.products + price * price * self.owed_squares
        variance = max(0.0, squares - mean * total) / (self.count - 1)
        return Estimate(mean, 1.96 * sqrt(variance / self.count))


@dataclass
class BotTally:
    """The sums of one bot."""

    wins: Sums = field(default_factory=Sums)
    payment: Sums = field(default_factory=Sums)
    score: Sums = field(default_factory=Sums)
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    longest_deal: int = 0
    longest_seat: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    details: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    """How many of the faults are of each kind."""


class Tally:
    """The sums of all bots."""

    def __init__(self, bots: int, *, solitaire: bool) -> None:
        self.bots = [BotTally() for _ in range(bots)]
        self.solitaire = solitaire
        self.deals = 0
        self.unfinished = 0
        self.forfeit = 0.0 if solitaire else 1.0
        """The price of a forfeited game: the worst loss in any finished game."""

    def add(self, deal: DealResult) -> None:
        deal_number = self.deals
        self.deals += 1
        self.unfinished += sum(game.why != "" and game.loser is None for game in deal)
        for number, bot in enumerate(self.bots):
            games = [deal[number]] if self.solitaire else deal
            outcomes = [self.outcome(game, number) for game in games]
            wins, settled, owed = (fsum(values) / len(games) for values in zip(*outcomes, strict=True))
            bot.wins.add(wins)
            bot.payment.add(settled, owed)
            self.forfeit = max(self.forfeit, *(-payment for _, payment, _ in outcomes))
            scores = [_mean_of_seats(game.scores, game, number) for game in games if game.scores is not None]
            if scores:
                bot.score.add(fsum(scores) / len(scores))
            for game in games:
                count, seconds, longest, seat = game.decisions.get(number, (0, 0.0, 0.0, 0))
                if count and (not bot.decisions or longest > bot.longest):
                    bot.longest, bot.longest_deal, bot.longest_seat = longest, deal_number, seat
                bot.decisions += count
                bot.seconds += seconds
                if game.loser == number:
                    why = told_apart(bot.forfeits, game.why)
                    bot.forfeits[why] += 1
                    if why == game.why and game.detail:
                        bot.details.setdefault(why, game.detail[:MAX_DETAIL_LENGTH])
                    if game.fault is not None:
                        kind = told_apart(bot.kinds, kind_of(game.fault))
                        bot.kinds[kind] += 1
                        if bot.kinds[kind] <= MAX_FAULTS:
                            bot.faults.append(game.fault)

    def outcome(self, game: GameResult, number: int) -> tuple[float, float, float]:
        """Return a bot's share of the win, its settled payment and its number of forfeits."""
        others = len(self.bots) - 1
        if game.payoffs is None:
            if self.solitaire:
                return 0.0, 0.0, float(-(game.loser is not None))
            if game.loser is None:
                return 1 / len(self.bots), 0.0, 0.0
            if game.loser == number:
                return 0.0, 0.0, -1.0 if others else 0.0
            return 1 / others, 0.0, 1 / others
        if self.solitaire:
            return float(game.payoffs[0] > 0), float(game.payoffs[0]), 0.0
        means = [_mean_of_seats(game.payoffs, game, each) for each in range(len(self.bots))]
        best = max(means)
        mean = sum(game.payoffs) / len(game.payoffs)
        settled = fsum(payoff - mean for payoff, each in zip(game.payoffs, game.seats, strict=True) if each == number)
        return (1 / means.count(best) if means[number] == best else 0.0), settled, 0.0

    def faults(self) -> tuple[Fault, ...]:
        """Return the faults of all bots in the order of the deals."""
        return tuple(sorted(chain.from_iterable(bot.faults for bot in self.bots), key=lambda fault: fault.deal))

    def rows(self, names: Sequence[str]) -> tuple[Row, ...]:
        nothing = Estimate(0.0, None)
        return tuple(
            Row(
                name=name,
                wins=bot.wins.estimate() or nothing,
                payment=bot.payment.estimate(self.forfeit) or nothing,
                score=bot.score.estimate(),
                decisions=bot.decisions,
                seconds=bot.seconds / bot.decisions if bot.decisions else None,
                longest=bot.longest if bot.decisions else None,
                longest_deal=bot.longest_deal if bot.decisions else None,
                longest_seat=bot.longest_seat if bot.decisions else None,
                forfeits=dict(bot.forfeits),
                details=dict(bot.details),
            )
            for name, bot in zip(names, self.bots, strict=True)
        )


def _mean_of_seats(values: Sequence[int], game: GameResult, number: int) -> float:
    """Return the mean over a bot's own seats, from integers, so that equal means compare equal."""
    own = [value for value, each in zip(values, game.seats, strict=True) if each == number]
    return sum(own) / len(own)
