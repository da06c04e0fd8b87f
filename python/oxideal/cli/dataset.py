"""`oxideal dataset`: let bots play, and write their decisions to Parquet files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from .._arguments.checks import counted, printable
from .._registry import title_of
from .arguments import BOTS, add_game, add_jobs, add_json, add_rules, bot_names, completed, file_name, natural
from .output import print_json
from .parser import add_command
from .start import add_seed, new_seed, rules_of

EXAMPLES = """
  oxideal dataset doudizhu --games 1_000_000 --players rule --out data/ --jobs 2
  oxideal dataset rummy -n 10000 --players search:500it rule --games-per-file 100 --out searches/
  oxideal dataset doudizhu --preset douzero --players mybots.py:Plays net net --out mine/
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "dataset",
        run,
        "write a data set of the decisions of bots, to learn from",
        "Lets bots play and writes Parquet files with a row for each decision: what the seat knew, its legal moves, "
        "its move and the result. If the folder has a part of this data set, only what is missing is made.",
        EXAMPLES,
        "Ctrl-C ends the work early, with status 1; the same command continues it.",
    )
    add_game(command)
    command.add_argument(
        "--out", type=file_name, required=True, metavar="FOLDER", help="the folder: new, empty, or of this data set"
    )
    command.add_argument(
        "-n", "--games", type=grouped, default=1000, metavar="N", help="number of games (default: %(default)s)"
    )
    completed(
        command.add_argument(
            "--players",
            nargs="+",
            default=["rule"],
            metavar="BOT",
            help=f"one for all seats, or one for each: {BOTS} (default: rule)",
        ),
        bot_names,
    )
    command.add_argument(
        "--games-per-file", type=grouped, default=1000, metavar="N", help="games in a file (default: %(default)s)"
    )
    command.add_argument(
        "--forced", action="store_true", help="keep decisions with a single legal move too (default: leave them out)"
    )
    add_jobs(command)
    add_json(command)
    add_rules(command)
    add_seed(command, "seed of the deals and the bots", "that of the folder, or a new one")


def grouped(text: str) -> int:
    """Read a whole number, whose digits can be grouped as in 1_000_000."""
    return natural(text.replace("_", ""))


def run(options: argparse.Namespace) -> int:
    from ..dataset import dataset  # in here: it needs pyarrow
    from ..dataset.manifest import read

    rules = rules_of(options)
    seed = options.seed
    if seed is None and read(Path(options.out)) is None:
        seed = new_seed()
    found = dataset(
        options.game,
        options.out,
        options.games,
        options.players,
        seed,
        rules=rules,
        games_per_file=options.games_per_file,
        forced=options.forced,
        jobs=options.jobs,
    )
    games = sum(file.games for file in found.files)
    if options.json:
        print_json(
            {
                "game": options.game,
                "seed": str(found.seed),
                "wanted": found.games,
                "games": games,
                "rows": found.rows,
                "files": len(found.files),
                "bytes": found.bytes,
                "stopped": found.stopped,
            }
        )
    else:
        print(
            f"{title_of(options.game)}, {counted(games, 'game')}, seed {found.seed}: "
            f"{counted(found.rows, 'row')} in {counted(len(found.files), 'file')}, {found.bytes:,} bytes"
        )
    if found.stopped is not None:
        print(printable(f"stopped early: {found.stopped}; the same command continues"), file=sys.stderr)
        return 1
    return 0
