"""Compare bots: they play each other on the same deals.

`docs/arena.md` explains the figures.

>>> from oxideal.arena import arena
>>> from oxideal import doudizhu as dd
>>> result = arena("doudizhu", ["rule", "random"], games=20, seed=7, rules=dd.Rules.preset("douzero"))
>>> [row.name for row in result.rows]
['rule', 'random']
>>> result.deals, round(sum(row.payment.mean for row in result.rows), 9)
(20, 0.0)
"""

# `plan` is what to play, `entry` checks and names the bots, `player` asks one for a move, `runner` plays games, `fault`
# describes a forfeit, `pool` runs runners in processes, `recorded` reads an earlier run, `tally` adds up the games,
# `until` tests whether a question is answered and `verdict` is the answer, and `result` has the figures. `tournament`
# plays all pairs, `bradley_terry` rates the bots, and `ratings` is the result. `benchmark` rates one bot on the ladder
# of levels, and `placement` is its estimate.

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from .._arguments.checks import text_of
from .._lazy import import_on_first_use
from ..errors import BotError, InvalidArgumentError

if TYPE_CHECKING:
    from ..clock import TimeControl
    from ..executors.named import Jobs
    from ..interface import Game, Rules, Seed
    from ..record.writer import Lines
    from .benchmark import Benchmark, LevelScore, benchmark
    from .entry import Entrant, Entry
    from .fault import Fault
    from .ratings import Pair, Rating, Ratings
    from .result import Estimate, Result, Row
    from .tournament import tournament
    from .verdict import Verdict

__all__ = [
    "Benchmark",
    "BotError",
    "Entry",
    "Estimate",
    "Fault",
    "LevelScore",
    "Pair",
    "Rating",
    "Ratings",
    "Result",
    "Row",
    "Verdict",
    "arena",
    "benchmark",
    "tournament",
]

import_on_first_use(
    __name__,
    {
        "benchmark": "Benchmark LevelScore benchmark",
        "entry": "Entry",
        "fault": "Fault",
        "ratings": "Pair Rating Ratings",
        "result": "Estimate Result Row",
        "tournament": "tournament",
        "verdict": "Verdict",
    },
)


def arena(
    game: Game | str,
    bots: Sequence[Entrant],
    games: SupportsIndex = 1000,
    seed: Seed = None,
    *,
    rules: Rules[Any] | None = None,
    jobs: Jobs = 1,
    grace: float = 0.1,
    clock: TimeControl | None = None,
    progress: bool | None = None,
    until: str | None = None,
    records: str | os.PathLike[str] | Lines | None = None,
    resume: bool = False,
    errors: Literal["forfeit", "raise"] = "forfeit",
) -> Result:
    """Let bots play each other and return the result.

    Each deal is played once for each bot: that bot takes the seat that begins, the others follow in turn.

    - `game`: name or module of a game.
    - `bots`: names, e.g. "search:50ms", objects with a method `choose`, pairs of a name and a bot, or `Entry`s.
    - `games`: number of deals, 1 to 10,000,000; each is played once for each bot.
    - `seed`: the seed of the deals and of bots that are given by name.
    - `rules`: the game's default rules if None.
    - `jobs`: number of processes, 1 to 256, or where to play instead: "ray", "ray:ADDRESS" or an `Executor`. Bots must
      then be picklable.
    - `grace`: how late a bot may be in seconds, or a tenth of the time for a decision if that is longer; then it
      forfeits the game. A bot that raises an error or plays an illegal move does so too.
    - `clock`: the time of each seat for a game, beside the limits of the bots; a program is told it, and has no other
      limit.
    - `progress`: whether to show a bar, which needs tqdm; None means: if standard error is a terminal.
    - `until`: question about the first bot, after whose answer the arena stops: "better:0.02" or "equal:0.02", in
      games won, or e.g. "better:0.5:payment:20", in payments cut to plus or minus 20; `games` is then the most deals.
    - `records`: file that gets a record of each game, one line of JSON; an existing file is replaced.
    - `resume`: go on after the games of an existing file of records; without a seed, with the seed of the file.
    - `errors`: "raise" raises a `BotError` at the first game that a bot forfeits. Its `__cause__` is what the bot
      raised; with several jobs, a note has the traceback instead.

    Ctrl-C, or a bot that ends its worker process, ends the arena early: the result then has the deals played so far,
    and says in `stopped` what happened. Raises `InvalidRecordError` if the file to resume from is of another arena.

    >>> result = arena("rummy", ["rule", "random"], games=10, seed=7)
    >>> result.deals, result.seatings, result.rows[0].wins.mean > 0.5
    (10, 2, True)
    """
    from .plan import Plan
    from .result import Result
    from .tally import Tally
    from .until import Until

    plan = Plan.of(
        game,
        bots,
        games,
        seed,
        _one_lineup,
        rules=rules,
        jobs=jobs,
        grace=grace,
        progress=progress,
        records=records,
        resume=resume,
        errors=errors,
        clock=clock,
    )
    task = plan.task
    (lineup,) = task.lineups
    question = None if until is None else Until.parse(text_of("until", until), len(lineup))
    tally = Tally(lineup, solitaire=task.rules.players == 1, until=question)
    stopped = plan.play(tally)
    return Result(
        task.game,
        task.rules.to_dict(),
        task.seed,
        plan.deals,
        tally.blocks,
        len(lineup),
        tally.unfinished,
        stopped,
        None if tally.until is None else tally.until.verdict(),
        tally.rows(plan.names),
        tally.faults(),
    )


def _one_lineup(rules: Any, bots: int) -> tuple[tuple[int, ...], ...]:
    if bots > rules.players > 1:
        raise InvalidArgumentError(
            f"too many bots: {bots}, but this game has {rules.players} seats; "
            f'set players in the rules, e.g. {{"players": {bots}}}, or let each pair play with oxideal rate'
        )
    return (tuple(range(bots)),)
