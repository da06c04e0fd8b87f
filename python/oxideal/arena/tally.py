"""Running sums over the blocks of one lineup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import fsum, sqrt
from typing import TYPE_CHECKING

from .._arguments.foreign import MAX_DETAIL_LENGTH
from .fault import MAX_FAULTS, Fault, kind_of, told_apart
from .result import Estimate, Row
from .until import Outcome, Until

if TYPE_CHECKING:
    from .runner import Block, GameResult


@dataclass
class Sums:
    """Sums for the mean and variance of a value per deal."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def estimate(self) -> Estimate | None:
        """Return the mean and 1.96 standard errors."""
        if not self.count:
            return None
        mean = self.total / self.count
        if self.count == 1:
            return Estimate(mean, None)
        variance = max(0.0, self.squares - mean * self.total) / (self.count - 1)
        return Estimate(mean, 1.96 * sqrt(variance / self.count))


@dataclass
class BotTally:
    """The sums of one bot."""

    wins: Sums = field(default_factory=Sums)
    payment: Sums = field(default_factory=Sums)
    score: Sums = field(default_factory=Sums)
    decisions: int = 0
    timed: int = 0
    """How many of the decisions have a known time."""
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
    """The sums of all bots of a lineup."""

    def __init__(self, lineup: Sequence[int], *, solitaire: bool, until: Until | None = None) -> None:
        self.bots = {number: BotTally() for number in lineup}
        self.solitaire = solitaire
        self.until = until
        self.blocks = 0
        self.unfinished = 0

    @property
    def is_decided(self) -> bool:
        return self.until is not None and self.until.answer != "undecided"

    def add(self, block: Block) -> list[Outcome]:
        """Add a block and return the outcome of each bot."""
        deal = self.blocks
        self.blocks += 1
        self.unfinished += sum(game.why != "" and game.loser is None for game in block)
        found = []
        for place, (number, bot) in enumerate(self.bots.items()):
            games = [block[place]] if self.solitaire else block
            outcomes = [self.outcome(game, number) for game in games]
            outcome = Outcome(*(fsum(values) / len(games) for values in zip(*outcomes, strict=True)))
            found.append(outcome)
            bot.wins.add(outcome.wins)
            bot.payment.add(outcome.payment)
            scores = [_mean_of_seats(game.scores, game, number) for game in games if game.scores is not None]
            if scores:
                bot.score.add(fsum(scores) / len(scores))
            for game in games:
                self.add_game(bot, number, game, deal)
        if self.until is not None:
            self.until.add(found)
        return found

    def add_game(self, bot: BotTally, number: int, game: GameResult, deal: int) -> None:
        """Add a bot's decisions in a game, and its forfeit."""
        count, seconds, longest, seat = game.decisions.get(number, (0, 0.0, 0.0, 0))
        bot.decisions += count
        if game.timed:
            if count and (not bot.timed or longest > bot.longest):
                bot.longest, bot.longest_deal, bot.longest_seat = longest, deal, seat
            bot.timed += count
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

    def outcome(self, game: GameResult, number: int) -> Outcome:
        """Return a bot's share of the win, its payment and its number of forfeits."""
        if game.payoffs is None:
            return Outcome(0.0 if self.solitaire else 1 / len(self.bots), 0.0)
        if self.solitaire:
            return Outcome(float(game.payoffs[0] > 0), float(game.payoffs[0]), float(game.loser is not None))
        means = {each: _mean_of_seats(game.payoffs, game, each) for each in self.bots}
        best = max(means.values())
        winners = sum(each == best for each in means.values())
        mean = sum(game.payoffs) / len(game.payoffs)
        payment = fsum(payoff - mean for payoff, each in zip(game.payoffs, game.seats, strict=True) if each == number)
        return Outcome(1 / winners if means[number] == best else 0.0, payment, float(game.loser == number))

    def faults(self) -> tuple[Fault, ...]:
        """Return the faults of all bots in the order of the deals."""
        return tuple(
            sorted(chain.from_iterable(bot.faults for bot in self.bots.values()), key=lambda fault: fault.deal)
        )

    def rows(self, names: Sequence[str]) -> tuple[Row, ...]:
        nothing = Estimate(0.0, None)
        return tuple(
            Row(
                name=name,
                wins=bot.wins.estimate() or nothing,
                payment=bot.payment.estimate() or nothing,
                score=bot.score.estimate(),
                decisions=bot.decisions,
                seconds=bot.seconds / bot.timed if bot.timed else None,
                longest=bot.longest if bot.timed else None,
                longest_deal=bot.longest_deal if bot.timed else None,
                longest_seat=bot.longest_seat if bot.timed else None,
                forfeits=dict(bot.forfeits),
                details=dict(bot.details),
            )
            for name, bot in zip(names, self.bots.values(), strict=True)
        )


def _mean_of_seats(values: Sequence[int], game: GameResult, number: int) -> float:
    """Return the mean over a bot's own seats, from integers, so that equal means compare equal."""
    own = [value for value, each in zip(values, game.seats, strict=True) if each == number]
    return sum(own) / len(own)
