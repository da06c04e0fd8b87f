"""Rate any bot on the ladder of levels, in as few deals as possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, SupportsIndex

from .. import _native
from .._arguments.checks import counted, real
from .._internal.progress import progress_bar
from .._internal.text import aligned
from .._registry import title_of
from ..bots import ladder
from ..bots.factory import LEVELS
from ..errors import InvalidArgumentError
from ..schemas.saved import Saved
from ..schemas.values import integer
from .fault import Fault
from .interrupt import CtrlC
from .placement import Placement
from .plan import Plan
from .result import first_faults
from .runner import Runner
from .tally import Tally
from .tournament import share_of

if TYPE_CHECKING:
    from ..interface import Seed
    from .entry import Entrant

MIN_WITHIN, MAX_WITHIN = 5, 400


def _level(value: object) -> str | None:
    return None if type(value) is int and 1 <= value <= len(LEVELS) else f"1 to {len(LEVELS)}"


@dataclass(frozen=True)
class LevelScore:
    """The deals of a bot against one level.

    - `level`: 1 to 10
    - `rating`: the level's published rating
    - `deals`: number of deals, each played twice
    - `wins`: share of the games that the bot won; of a solitaire, share of the deals with the higher payoff

    >>> from oxideal.arena import benchmark
    >>> report = benchmark("rummy", "rule", games=20, seed=7)
    >>> sum(score.deals for score in report.scores)
    20
    """

    _checks = {"level": _level, "rating": integer}  # noqa: RUF012

    level: int
    rating: int
    deals: int
    wins: float


@dataclass(frozen=True)
class Benchmark(Saved):
    """The rating of a bot on the ladder of levels. `str(benchmark)` is a report.

    - `game`, `seed`: as given; the rules are the game's default rules
    - `name`: name of the bot
    - `version`: version of this package, to which levels and their ratings belong
    - `rating`: points on the scale of the levels: 400 points more are ten times the wins, and level 1 has 0
    - `low`, `high`: 95% interval; the ratings of the levels count as exact
    - `within`: the margin that was asked for
    - `is_within`: whether the interval is that narrow
    - `is_outside`: whether it ended because the bot is some 200 points or more below or above all levels
    - `deals`: number of deals, each played twice
    - `scores`: a `LevelScore` for each level that it played
    - `decisions`, `seconds`, `forfeits`: as in `Rating`
    - `stopped`: why it ended early, or None
    - `faults`: a `Fault` for each of the first 3 games that it forfeited in one way against each level

    >>> from oxideal.arena import benchmark
    >>> report = benchmark("rummy", "rule", games=20, seed=7)
    >>> report.low < report.rating < report.high, report.is_within
    (True, False)
    """

    _called = "the benchmark"
    _rows = "scores"

    game: str
    seed: int
    name: str
    version: str
    rating: float
    low: float
    high: float
    within: float
    is_within: bool
    is_outside: bool
    deals: int
    scores: tuple[LevelScore, ...]
    decisions: int
    seconds: float | None
    forfeits: dict[str, int]
    stopped: str | None
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        margin = (self.high - self.low) / 2
        each = "" if self.seconds is None else f" of {self.seconds * 1000:.3f} ms"
        lines = [
            f"{title_of(self.game)}, {self.name}: rating {self.rating:.0f} ± {margin:.0f}, {self._place()}",
            *aligned(
                [
                    ["", "rating", "deals", "won"],
                    *(
                        [f"level:{score.level}", f"{score.rating}", f"{score.deals}", f"{100 * score.wins:.1f}%"]
                        for score in self.scores
                    ),
                ]
            ),
            f"{counted(self.deals, 'deal')}, each played twice, seed {self.seed}; {self.decisions:,} decisions{each}",
            f"levels of oxideal {self.version}; ±: 95% margin; 400 points more are ten times the wins",
        ]
        lines += [f"{counted(count, 'forfeit')}: {why}" for why, count in self.forfeits.items()]
        if self.is_outside:
            lines.append("so far from all levels that more deals would tell little")
        elif not self.is_within:
            lines.append(f"the margin is not yet {self.within:g}: play more deals")
        return "\n".join([*lines, *first_faults([self.name], self.faults)])

    def _place(self) -> str:
        levels = ladder(self.game)
        below = sum(level.rating <= self.rating for level in levels)
        if 0 < below < len(levels):
            return f"between level:{below} and level:{below + 1}"
        return f"above level:{below}" if below else "below level:1"


def benchmark(
    game: str,
    bot: Entrant,
    games: SupportsIndex = 1000,
    seed: Seed = None,
    *,
    within: float = 50,
    grace: float = 0.1,
    progress: bool | None = None,
    errors: Literal["forfeit", "raise"] = "forfeit",
) -> Benchmark:
    """Rate a bot on the ladder of levels, under the default rules of the game.

    It plays each deal twice, once in each seat that begins, against the level whose rating is near its present
    estimate. It stops when the 95% interval is narrow enough.

    - `game`: name of a game
    - `bot`: as for `arena`
    - `games`: most deals, 1 to 10,000,000
    - `within`: stop when the interval is the rating plus or minus this number of points, 5 to 400

    All other arguments are those of `arena`. Ctrl-C ends it early.

    >>> report = benchmark("rummy", "rule", games=30, seed=7, within=100)
    >>> report.name, report.deals <= 30
    ('rule', True)
    """
    levels = ladder(game)
    within = real("within", within, "a number of points")
    if not MIN_WITHIN <= within <= MAX_WITHIN:
        raise InvalidArgumentError(f"within must be {MIN_WITHIN} to {MAX_WITHIN} points, got {within:g}")
    plan = Plan.of(
        game,
        [bot, *LEVELS],
        games,
        seed,
        lambda _rules, bots: tuple((0, level) for level in range(1, bots)),
        grace=grace,
        progress=progress,
        errors=errors,
    )
    task = plan.task
    solitaire = task.rules.players == 1
    tallies = [Tally(lineup, solitaire=solitaire) for lineup in task.lineups]
    placement = Placement([level.rating for level in levels])
    wins = [0.0] * len(levels)
    stopped = None
    try:
        with CtrlC() as ctrl_c, progress_bar(plan.deals, progress) as done:
            runner = Runner(task, ctrl_c, [-1, -1, -1])
            try:
                while not (placement.deals == plan.deals or placement.is_within(within) or placement.is_outside):
                    level = placement.next_level()
                    (block,) = runner.play(placement.deals * len(levels) + level, 1)
                    ctrl_c.renew()
                    with ctrl_c.defer():  # so that Ctrl-C never leaves a deal half added
                        share = share_of(*tallies[level].add(block), solitaire=solitaire)
                        wins[level] += share
                        placement.add(level, share)
                    done(1)
            finally:
                runner.close()
    except KeyboardInterrupt:
        stopped = "Ctrl-C"
    own = [tally.bots[0] for tally in tallies]
    timed = sum(each.timed for each in own)
    return Benchmark(
        task.game,
        task.seed,
        plan.names[0],
        _native.__version__,
        placement.rating,
        placement.rating - placement.margin,
        placement.rating + placement.margin,
        within,
        placement.is_within(within),
        placement.is_outside,
        placement.deals,
        tuple(
            LevelScore(number + 1, level.rating, tally.blocks, wins[number] / tally.blocks)
            for number, (level, tally) in enumerate(zip(levels, tallies, strict=True))
            if tally.blocks
        ),
        sum(each.decisions for each in own),
        sum(each.seconds for each in own) / timed if timed else None,
        dict(sum((each.forfeits for each in own), Counter[str]())),
        stopped,
        tuple(sorted((fault for each in own for fault in each.faults), key=lambda fault: fault.deal)),
    )
