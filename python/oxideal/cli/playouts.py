"""`oxideal playouts`: play many games by one policy and print statistics."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import lcm, sqrt
from operator import add as plus
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments.checks import counted, integer_within
from .._internal.progress import progress_bar
from .._internal.text import aligned
from .._registry import title_of
from ..bots import playouts
from ..bots.policy import POLICIES
from ..executors.calls import FailedError
from ..executors.processes import WorkerError
from ..executors.run import running
from .arguments import add_game, add_jobs, add_json, natural
from .output import print_json
from .parser import add_command
from .start import add_start, origin, rules_of, seed_of, start, start_fields

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..executors.processes import Note
    from ..schemas.playouts import Playouts

MAX_GAMES = 10**12

MAX_SHARD = 200_000
"""Games that are played before they are added up: their results need some megabytes."""

WIN = lcm(*range(1, 13))
"""A won game in units that any number of seats can share, so that all sums are exact, however games are grouped."""

EXAMPLES = """
  oxideal playouts doudizhu -n 100000 --threads 2
  oxideal playouts rummy -n 1000 --seed 7 --rules '{"players": 4}' --json
  oxideal playouts doudizhu --seed 7 --push 'bid 3'
  oxideal playouts doudizhu --seed 7 --push 'bid 3' --seat 2 --policy rule
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "playouts",
        run,
        "play random games at full speed, and see who wins",
        "Plays games to the end and prints what each seat won, with 95% intervals, and their lengths. "
        "Each game has a new deal; with --stream, --position, --push or --seat all start from one deal or position.",
        EXAMPLES,
        "Ctrl-C ends the run early: it prints the results so far and exits with status 1.",
    )
    add_game(command)
    command.add_argument(
        "-n", "--games", type=natural, default=10_000, metavar="N", help="number of games (default: %(default)s)"
    )
    command.add_argument(
        "--seat", type=natural, metavar="N", help="start from what this seat knows: draw hidden cards for each game"
    )
    command.add_argument(
        "--policy", choices=POLICIES, default="random", help="how all seats play (default: %(default)s)"
    )
    command.add_argument(
        "--threads", type=natural, default=1, metavar="T", help="number of threads, 1 to 256 (default: %(default)s)"
    )
    add_jobs(command)
    add_json(command)
    add_start(command)


@dataclass(frozen=True)
class Sums:
    """Sums and range of one integer per game."""

    total: int
    squares: int
    lowest: int
    highest: int

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Sums:
        squares = (values * values).sum().item()
        return cls(values.sum().item(), squares, values.min().item(), values.max().item())

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.total + other.total,
            self.squares + other.squares,
            min(self.lowest, other.lowest),
            max(self.highest, other.highest),
        )

    def estimate(self, games: int, unit: int = 1) -> tuple[float, float | None]:
        """Return the mean and half the width of its 95% interval, None for a single game."""
        mean = self.total / (games * unit)
        if games == 1:
            return mean, None
        variance = (games * self.squares - self.total**2) / (games * (games - 1))
        return mean, 1.96 * sqrt(variance / games) / unit


@dataclass(frozen=True)
class Tally:
    """The sums of all games. Immutable, so that Ctrl-C never leaves a shard half added."""

    payoffs: tuple[Sums, ...]
    wins: tuple[Sums, ...]
    lengths: npt.NDArray[np.int64]
    """Number of games of each length."""
    games: int

    @classmethod
    def of(cls, played: Playouts) -> Tally:
        payoffs = played.payoffs.astype(np.int64)
        return cls(
            tuple(map(Sums.of, payoffs.T)),
            tuple(map(Sums.of, won(payoffs).T)),
            np.bincount(played.lengths),
            len(payoffs),
        )

    def __add__(self, other: Tally) -> Tally:
        shorter, longer = sorted((self.lengths, other.lengths), key=len)
        lengths = longer.copy()
        lengths[: len(shorter)] += shorter
        return Tally(
            tuple(map(plus, self.payoffs, other.payoffs)),
            tuple(map(plus, self.wins, other.wins)),
            lengths,
            self.games + other.games,
        )


def won(payoffs: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return what each seat won, `WIN` in all: the highest payoffs share it; a single seat wins with more than 0."""
    if payoffs.shape[1] == 1:
        return (payoffs > 0) * np.int64(WIN)
    best = payoffs == payoffs.max(axis=1, keepdims=True)
    shares: npt.NDArray[np.int64] = best * (WIN // best.sum(axis=1, keepdims=True))
    return shares


def run(options: argparse.Namespace) -> int:
    games = integer_within("games", options.games, 1, MAX_GAMES)
    options.seed = seed_of(options)
    one = options.position is not None or options.stream is not None or options.push or options.seat is not None
    state = start(options) if one else None
    rules = rules_of(options) if state is None else state.rules
    begin = rules if state is None else state if options.seat is None else state.view(options.seat)

    # Checks the arguments before the bar.
    playouts(begin, 0, options.policy, seed=options.seed, threads=options.threads)
    tally, stopped = None, "Ctrl-C"
    since = time.perf_counter()
    try:
        play = begin, options.policy, options.seed, options.threads
        with running(options.jobs, _player, play) as work, progress_bar(games, None, "game") as done:
            for shard in work.shards(range(games), MAX_SHARD):
                tally = shard if tally is None else tally + shard
                done(shard.games)
    except KeyboardInterrupt:
        if tally is None:
            raise
    except (FailedError, WorkerError) as error:
        stopped = str(error)
    if tally is None:
        print(f"oxideal playouts: {stopped}", file=sys.stderr)
        return 1
    figures = figures_of(tally, time.perf_counter() - since)
    if options.json:
        print_json({**beginning(options, state, rules), "policy": options.policy, "wanted": games, **figures})
    else:
        games_played = counted(tally.games, "random game" if options.policy == "random" else "game")
        by = "" if options.policy == "random" else f" of {options.policy}"
        print(f"{title_of(options.game)}, {games_played}{by}, {words(options, state)}\n{text(figures)}")
    if tally.games < games:
        print(f"stopped early, after {tally.games} of {games} games: {stopped}", file=sys.stderr)
        return 1
    return 0


def _player(play: tuple[Any, Any, int, int], _note: Note) -> Callable[[int, int], tuple[Tally, float]]:
    """Return the function that plays some games from a number on, and tells the seconds they took."""
    begin, policy, seed, threads = play

    def timed(first: int, games: int) -> tuple[Tally, float]:
        since = time.perf_counter()
        played = playouts(begin, games, policy, seed=seed, threads=threads, first=first)
        return Tally.of(played), time.perf_counter() - since

    return timed


def beginning(options: argparse.Namespace, state: Any, rules: Any) -> dict[str, Any]:
    """Describe the start of the games for programs. The seed is that of the games and of a deal."""
    if state is None:
        nothing = dict.fromkeys(("stream", "moves", "position"))
        begin = {"game": options.game, "rules": rules.to_dict(), **nothing}
    else:
        begin = start_fields(options.game, state)
    return {**begin, "seed": str(options.seed), "seat": options.seat}


def words(options: argparse.Namespace, state: Any) -> str:
    """Describe the start of the games for people."""
    if state is None:
        return f"seed {options.seed}"
    seen = "" if options.seat is None else f", as seat {options.seat} knows it"
    moved = f", after {', '.join(options.push)}" if options.push else ""
    if state.seed is None:
        return f"seed {options.seed}, all from one position{moved}{seen}"
    return f"all from the deal of {origin(state)}{moved}{seen}"


def figures_of(tally: Tally, seconds: float) -> dict[str, Any]:
    seats = []
    for payoff, wins in zip(tally.payoffs, tally.wins, strict=True):
        mean, margin = payoff.estimate(tally.games)
        share, share_margin = wins.estimate(tally.games, WIN)
        seats.append(
            {
                "wins": {"mean": share, "margin": share_margin},
                "payoff": {"mean": mean, "margin": margin, "lowest": payoff.lowest, "highest": payoff.highest},
            }
        )
    counts = tally.lengths
    present = np.flatnonzero(counts)
    actions = int((np.arange(len(counts)) * counts).sum())
    return {
        "games": tally.games,
        "seats": seats,
        "lengths": {
            "mean": actions / tally.games,
            "median": int(np.searchsorted(counts.cumsum(), (tally.games + 1) // 2)),
            "lowest": int(present[0]),
            "highest": int(present[-1]),
        },
        "seconds": seconds,
        "games_per_second": tally.games / seconds,
    }


def text(figures: dict[str, Any]) -> str:
    rows = [["seat", "won", "payoff", "lowest", "highest"]]
    for seat, each in enumerate(figures["seats"]):
        wins, payoff = each["wins"], each["payoff"]
        rows.append(
            [
                str(seat),
                f"{wins['mean']:.1%}" + ("" if wins["margin"] is None else f" ± {100 * wins['margin']:.1f}"),
                f"{payoff['mean']:.3f}" + ("" if payoff["margin"] is None else f" ± {payoff['margin']:.3f}"),
                f"{payoff['lowest']:,}",
                f"{payoff['highest']:,}",
            ]
        )
    lengths = figures["lengths"]
    table = "\n".join(aligned(rows))
    return (
        f"{table}\n"
        f"actions per game: {lengths['mean']:,.1f} on average, median {lengths['median']:,}, "
        f"{lengths['lowest']:,} to {lengths['highest']:,}\n"
        f"{figures['seconds']:.2f} s, {figures['games_per_second']:,.0f} games per second"
    )
