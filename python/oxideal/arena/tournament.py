"""Rate any number of bots: each pair of them plays the same deals."""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np

from .._arguments.checks import boolean, text_of
from .._registry import unknown
from ..errors import InvalidArgumentError
from .bradley_terry import estimated
from .plan import Plan
from .ratings import Pair, Rating, Ratings
from .result import Estimate
from .tally import Sums, Tally

if TYPE_CHECKING:
    from ..clock import TimeControl
    from ..executors.named import Jobs
    from ..interface import Game, Rules, Seed
    from ..record.writer import Lines
    from .entry import Entrant
    from .runner import Block
    from .until import Outcome


def tournament(
    game: Game | str,
    bots: Sequence[Entrant],
    games: SupportsIndex = 1000,
    seed: Seed = None,
    *,
    gauntlet: bool = False,
    anchor: str | None = None,
    rules: Rules[Any] | None = None,
    jobs: Jobs = 1,
    grace: float = 0.1,
    clock: TimeControl | None = None,
    progress: bool | None = None,
    records: str | os.PathLike[str] | Lines | None = None,
    resume: bool = False,
    errors: Literal["forfeit", "raise"] = "forfeit",
) -> Ratings:
    """Let each pair of bots play the same deals, and return a rating of each bot.

    - `games`: number of deals, 1 to 10,000,000; each pair plays each deal twice, once with each bot to begin. In a
      solitaire each bot plays each deal once, and the higher payoff wins.
    - `gauntlet`: whether only the first bot plays against the others, instead of all against all.
    - `anchor`: name of the bot that is rated 0; by default the average of all bots is.

    All other arguments are those of `arena`. Ctrl-C, or a bot that ends its worker process, ends the tournament early.

    >>> ratings = tournament("rummy", ["random", "rule", "search:20it"], games=20, seed=7)
    >>> [row.name for row in ratings.rows]
    ['rule', 'search:20it', 'random']
    """
    against = boolean("gauntlet", gauntlet)

    def pairs_of(bots: int) -> list[tuple[int, int]]:
        return [pair for pair in combinations(range(bots), 2) if pair[0] == 0 or not against]

    def lineups_of(rules: Any, bots: int) -> tuple[tuple[int, ...], ...]:
        if bots < 2:
            raise InvalidArgumentError(f"a tournament needs at least 2 bots, got {bots}")
        return (tuple(range(bots)),) if rules.players == 1 else tuple(pairs_of(bots))

    plan = Plan.of(
        game,
        bots,
        games,
        seed,
        lineups_of,
        rules=rules,
        jobs=jobs,
        grace=grace,
        progress=progress,
        records=records,
        resume=resume,
        errors=errors,
        clock=clock,
    )
    task, names = plan.task, plan.names
    if anchor is not None and text_of("anchor", anchor) not in names:
        raise InvalidArgumentError(unknown("anchor", anchor, names))
    pairs = pairs_of(len(task.entries))
    standings = Standings(task.lineups, pairs, solitaire=task.rules.players == 1)
    stopped = plan.play(standings)
    shares = standings.deals()
    return Ratings(
        task.game,
        task.rules.to_dict(),
        task.seed,
        plan.deals,
        len(shares),
        anchor,
        stopped,
        tuple(sorted(_rows(names, pairs, standings, shares, anchor), key=lambda row: -row.rating)),
        tuple(
            Pair(names[first], names[second], _estimate(shares[:, place]))
            for place, (first, second) in enumerate(pairs)
        ),
        tuple(sorted(chain.from_iterable(each.faults() for each in standings.tallies), key=lambda fault: fault.deal)),
    )


class Standings:
    """The sums of each lineup, and who won each deal of each pair."""

    is_decided = False

    def __init__(
        self, lineups: Sequence[tuple[int, ...]], pairs: Sequence[tuple[int, int]], *, solitaire: bool
    ) -> None:
        self.tallies = [Tally(lineup, solitaire=solitaire) for lineup in lineups]
        self.pairs = pairs
        self.solitaire = solitaire
        self.blocks = 0
        self.shares = array("d")
        """The share of the wins of the first bot of each pair, deal by deal."""

    def add(self, block: Block) -> None:
        outcomes = self.tallies[self.blocks % len(self.tallies)].add(block)
        self.blocks += 1
        if self.solitaire:
            self.shares.extend(
                share_of(outcomes[first], outcomes[second], solitaire=True) for first, second in self.pairs
            )
        else:
            self.shares.append(outcomes[0].wins)

    def deals(self) -> Any:
        """Return a row for each deal that all pairs have played."""
        whole = len(self.shares) // len(self.pairs)
        return np.array(self.shares[: whole * len(self.pairs)]).reshape(whole, len(self.pairs))


def share_of(first: Outcome, second: Outcome, *, solitaire: bool) -> float:
    """Return the share of a deal that the first bot won; in a solitaire the higher payoff wins the deal."""
    if not solitaire:
        return first.wins
    own, other = ((-each.forfeits, each.payment) for each in (first, second))  # a forfeit is worse than a loss
    return (own > other) + (own == other) / 2


def _rows(
    names: list[str], pairs: Sequence[tuple[int, int]], standings: Standings, shares: Any, anchor: str | None
) -> list[Rating]:
    ratings, low, high = estimated(pairs, len(names), shares, None if anchor is None else names.index(anchor))
    rows = []
    for number, name in enumerate(names):
        own = [tally.bots[number] for tally in standings.tallies if number in tally.bots]
        seconds, timed = sum(each.seconds for each in own), sum(each.timed for each in own)
        forfeits: Counter[str] = sum((each.forfeits for each in own), Counter())
        won = [shares[:, place] for place, pair in enumerate(pairs) if pair[0] == number]
        won += [1 - shares[:, place] for place, pair in enumerate(pairs) if pair[1] == number]
        rows.append(
            Rating(
                name,
                float(ratings[number]),
                float(low[number]),
                float(high[number]),
                float(np.mean(won)) if len(shares) else 0.5,
                sum(each.decisions for each in own),
                seconds / timed if timed else None,
                dict(forfeits),
            )
        )
    return rows


def _estimate(shares: Any) -> Estimate:
    sums = Sums()
    for each in shares:
        sums.add(float(each))
    return sums.estimate() or Estimate(0.5, None)
