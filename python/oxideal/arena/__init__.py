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

# `entry` checks and names the bots, `player` asks one for a move, `runner` plays games, `fault` describes a forfeit,
# `pool` runs runners in processes, `tally` adds up the games, and `result` has the figures.

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from copy import deepcopy
from itertools import chain
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from .._input.checks import integer_within, quoted, text_of, type_name
from .._input.seeds import seed_number
from .._progress import check_progress, progress_bar
from .._registry import module_of
from ..errors import BotError, InvalidArgumentError
from ..record import Writer
from .entry import Entrant, Entry, entries_of
from .fault import Fault
from .interrupt import CtrlC
from .pool import MAX_JOBS, Stopped, playing
from .result import Estimate, Result, Row
from .runner import Task
from .tally import Tally

if TYPE_CHECKING:
    from ..interface import Game, Rules, Seed
    from ..record.writer import Lines
    from .runner import DealResult

__all__ = ["BotError", "Entry", "Estimate", "Fault", "Result", "Row", "arena"]

MAX_DEALS = 10_000_000
MAX_GRACE = 86_400


def arena(
    game: Game | str,
    bots: Sequence[Entrant],
    games: SupportsIndex = 1000,
    seed: Seed = None,
    *,
    rules: Rules[Any] | None = None,
    jobs: SupportsIndex = 1,
    grace: float = 0.1,
    progress: bool | None = None,
    records: str | os.PathLike[str] | Lines | None = None,
    errors: Literal["forfeit", "raise"] = "forfeit",
) -> Result:
    """Let bots play each other and return the result.

    Each deal is played once for each bot: that bot takes the seat that begins, the others follow in turn.

    - `game`: name or module of a game.
    - `bots`: names, e.g. "search:50ms", objects with a method `choose`, pairs of a name and a bot, or `Entry`s.
    - `games`: number of deals, 1 to 10,000,000; each is played once for each bot.
    - `seed`: the seed of the deals and of bots that are given by name.
    - `rules`: the game's default rules if None.
    - `jobs`: number of processes, 1 to 256. With more than one, bots must be picklable.
    - `grace`: how late a bot may be in seconds, or a tenth of its limit if that is longer; then it loses the game. A
      bot that raises an error or plays an illegal move loses it too.
    - `progress`: whether to show a bar, which needs tqdm; None means: if standard error is a terminal.
    - `records`: file that gets a record of each game, one line of JSON; an existing file is replaced.
    - `errors`: "raise" raises a `BotError` at the first game that a bot forfeits. Its `__cause__` is what the bot
      raised; with several jobs, a note has the traceback instead.

    Ctrl-C, or a bot that ends its worker process, ends the arena early: the result then has the deals played so far,
    and says in `stopped` what happened.

    >>> result = arena("rummy", ["rule", "random"], games=10, seed=7)
    >>> result.deals, result.seatings, result.rows[0].wins.mean > 0.5
    (10, 2, True)
    """
    module = module_of(game)
    key = seed_number(seed)
    entries = entries_of(bots, key)
    rules = module.Rules() if rules is None else rules
    if not isinstance(rules, module.Rules):
        raise TypeError(f"rules must be a Rules object of this game, not {type_name(rules)}")
    if len(entries) > rules.players > 1:
        raise InvalidArgumentError(
            f"too many bots: {len(entries)}, but this game has {rules.players} seats; "
            f'for more, set players in the rules, e.g. {{"players": {len(entries)}}}'
        )
    deals = integer_within("games", games, 1, MAX_DEALS)
    workers = integer_within("jobs", jobs, 1, MAX_JOBS)
    check_progress(progress)
    if text_of("errors", errors) not in ("forfeit", "raise"):
        raise InvalidArgumentError(f'errors must be "forfeit" or "raise", got {quoted(errors)}')
    raises = errors == "raise"
    task = Task(module.__name__, rules, entries, key, _grace(grace), recorded=records is not None, raises=raises)

    tally = Tally(len(entries), solitaire=rules.players == 1)
    stopped = None
    try:
        with (
            CtrlC() as ctrl_c,
            playing(task, deals, workers, ctrl_c) as played,
            # Opened last, as it replaces the file: an error before this must not cost old records.
            nullcontext() if records is None else Writer(records) as writer,
            progress_bar(deals, progress) as done,
        ):
            for some in played:
                after = deepcopy(tally)  # so that Ctrl-C never leaves a deal half added
                for deal in some:
                    after.add(deal)
                with ctrl_c.defer():
                    _write(writer, some)
                    tally = after
                done(len(some))
    except KeyboardInterrupt:
        stopped = "Ctrl-C"
    except Stopped as error:
        stopped = str(error)
    if tally.deals == deals:
        stopped = None
    rows = tally.rows([str(entry.name) for entry in entries])
    return Result(
        task.game,
        rules.to_dict(),
        key,
        deals,
        tally.deals,
        len(entries),
        tally.unfinished,
        stopped,
        rows,
        tally.faults(),
    )


def _write(writer: Writer | None, deals: list[DealResult]) -> None:
    for each in chain.from_iterable(deals):
        if writer is not None and each.record is not None:
            writer.write(each.record)


def _grace(grace: float) -> float:
    if isinstance(grace, bool) or not isinstance(grace, Real):
        raise TypeError(f"grace must be a number of seconds, not {type_name(grace)}")
    try:
        number = float(grace)
    except OverflowError:  # a large Fraction
        number = inf
    if not 0 <= number <= MAX_GRACE:
        raise InvalidArgumentError(f"grace must be 0 to {MAX_GRACE} seconds, got {number:g}")
    return number


def __dir__() -> list[str]:
    return sorted(__all__)
