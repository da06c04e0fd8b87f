"""Data sets: bots play, and Parquet files have a row for each decision.

    pip install 'oxideal[data]'

`docs/dataset.md` describes the columns, `oxideal dataset` does the same on the command line.

>>> import tempfile
>>> from oxideal.dataset import dataset
>>> found = dataset("rummy", tempfile.mkdtemp(), games=20, players="rule", seed=7)
>>> found.rows, [file.name for file in found.files]
(933, ['part-000000.parquet'])
"""

# `task` is what to play, `seat` asks a bot, `rows` collects decisions as columns, `part` makes a file, `pool` runs that
# in processes, and `manifest` keeps the folder.

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

try:
    import pyarrow as _pyarrow  # noqa: F401 (to say how to install it)
except ImportError as error:
    raise ImportError(
        f"oxideal.dataset needs pyarrow ({error}): pip install 'oxideal[data]'", name=error.name
    ) from error

from .._arguments.checks import boolean, integer_within, items, plain_text, quoted, text_of, type_name
from .._arguments.seeds import seed_number
from .._internal.files import only_writer
from .._internal.progress import check_progress, progress_bar
from .._registry import module_of
from ..arena.interrupt import CtrlC
from ..arena.pool import Stopped
from ..errors import InvalidArgumentError
from ..executors.named import checked_jobs
from .chooser import Chooser
from .manifest import NAME, File, Folder, read
from .pool import parts
from .task import DataSetTask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..executors.named import Jobs
    from ..interface import Game, Rules, Seed

__all__ = ["Dataset", "File", "dataset"]
__dir__ = __all__.copy  # `dir` shows these names alone

MAX_GAMES = 10**9
MAX_FILES = 10**6
MAX_GAMES_PER_FILE = 10**6


@dataclass(frozen=True)
class Dataset:
    """A folder with a data set.

    - `folder`: the folder, which also has `_manifest.json`
    - `seed`: the seed of the games and the bots
    - `games`: number of games wanted
    - `files`: the files that are there and whole
    - `stopped`: why it is not complete; None if it is

    >>> import tempfile
    >>> dataset("rummy", tempfile.mkdtemp(), games=20, seed=7).stopped is None
    True
    """

    folder: Path
    seed: int
    games: int
    files: tuple[File, ...]
    stopped: str | None

    @property
    def rows(self) -> int:
        """Number of rows of all files."""
        return sum(file.rows for file in self.files)

    @property
    def bytes(self) -> int:
        """Number of bytes of all files."""
        return sum(file.bytes for file in self.files)


def dataset(
    game: Game | str,
    out: str | os.PathLike[str],
    games: SupportsIndex = 1000,
    players: str | Sequence[str] = "rule",
    seed: Seed = None,
    *,
    rules: Rules[Any] | None = None,
    games_per_file: SupportsIndex = 1000,
    forced: bool = False,
    jobs: Jobs = 1,
    progress: bool | None = None,
) -> Dataset:
    """Let bots play, and write a row for each decision to Parquet files.

    - `game`: name or module of a game.
    - `out`: the folder. If it has a part of this data set, only the files that are missing or damaged are made.
    - `games`: number of games, 1 to 1,000,000,000; game k is `State(rules, seed=seed, stream=k)`.
    - `players`: name of a bot for all seats, or of one for each seat: "rule", "search:1000it", "mybots.py:Plays", ...
    - `seed`: the seed of the games and the bots; None means that of the folder, or a new one.
    - `rules`: the game's default rules if None.
    - `games_per_file`: 1 to 1,000,000. It is also the most work that is lost if the process is killed, in each job.
    - `forced`: whether to keep decisions with a single legal move too.
    - `jobs`: number of processes, or where to play, as for `arena`. The files do not depend on it.
    - `progress`: whether to show a bar, which needs tqdm; None means: if standard error is a terminal.

    Bots with a time limit play other moves on another run; give searches a limit in playouts, e.g. "search:500it".

    Ctrl-C, or a bot that ends its worker process, ends the work early; the same call goes on. Raises `BotError` for a
    bot that raises an error or plays an illegal move, `InvalidArgumentError` if the folder has something else, and
    `OSError` if somebody else writes to it.

    >>> import tempfile
    >>> found = dataset("doudizhu", tempfile.mkdtemp(), games=20, players=["search:20it", "rule", "rule"], seed=7)
    >>> found.games, found.stopped
    (20, None)
    """
    folder = _folder(out)
    module = module_of(game)
    rules = module.Rules() if rules is None else rules
    if not isinstance(rules, module.Rules):
        raise TypeError(f"rules must be a Rules object of this game, not {type_name(rules)}")
    number = integer_within("games", games, 1, MAX_GAMES)
    each = integer_within("games_per_file", games_per_file, 1, MAX_GAMES_PER_FILE)
    if number > each * MAX_FILES:
        raise InvalidArgumentError(
            f"games_per_file must be at least {-(-number // MAX_FILES)} for {number:,} games, got {each}"
        )
    jobs = checked_jobs(jobs)
    check_progress(progress)
    names = _names(players, rules.players)
    kept = boolean("forced", forced)
    manifest = read(folder)
    key = seed_number(int(manifest["seed"]) if seed is None and manifest is not None else seed)
    task = DataSetTask(module.__name__, rules, names, key, number, each, kept)
    for seat in range(len(names)):  # errors in names, before anything is written
        Chooser(task, 0, seat, CtrlC()).close()
    stopped = None
    folder.mkdir(parents=True, exist_ok=True)
    with only_writer(folder / NAME):
        found = Folder(folder, task, read(folder))
        try:
            with CtrlC() as ctrl_c, progress_bar(number, progress, "game") as done:
                done(sum(file.games for file in found.files.values()))
                for place, part in parts(task, found.missing(), jobs, ctrl_c):
                    with ctrl_c.defer():  # so that Ctrl-C never comes between a file and its line of the manifest
                        found.add(place, part)
                    done(len(task.games_of(place)))
        except KeyboardInterrupt:
            stopped = "Ctrl-C"
        except Stopped as error:
            stopped = str(error)
        finally:
            found.write()
    return Dataset(
        folder,
        key,
        number,
        tuple(file for _, file in sorted(found.files.items())),
        stopped if found.missing() else None,
    )


def _folder(out: str | os.PathLike[str]) -> Path:
    if plain_text(out) is None and not isinstance(out, os.PathLike):
        raise TypeError(f"out must be the name of a folder, not {type_name(out)}")
    folder = Path(out)
    try:
        possible = b"\0" not in os.fsencode(folder)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise InvalidArgumentError(f"out must be the name of a folder, got {quoted(str(folder))}")
    return folder


def _names(players: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the name of the bot of each seat."""
    if plain_text(players) is not None:
        return (str(players),) * seats
    names = [text_of("a player", each) for each in items("players", "a name or a list of names", players)]
    if len(names) not in (1, seats):
        wanted = f"1 or {seats} names" if seats > 1 else "1 name"
        raise InvalidArgumentError(f"players must be {wanted}, one for each seat, got {len(names)}")
    return tuple(names * (seats // len(names)))
