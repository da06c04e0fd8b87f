"""The command line: `python -m oxideal.differential`."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._arguments.checks import quoted
from .._arguments.seeds import seed_number
from .._internal.json import value_of
from .._internal.options import add_jobs, natural
from .._internal.progress import progress_bar
from ..errors import OxidealError
from ..executors.calls import FailedError
from ..executors.named import checked_jobs
from ..executors.processes import Note, WorkerError
from ..executors.run import running
from .difference import MAX_CHARACTERS, Difference
from .pair import Pair, backends
from .rules import GAMES

if TYPE_CHECKING:
    from .adapter import AdaptedPair

__all__ = ["main"]


@dataclass(frozen=True)
class _Task:
    """What one run compares; picklable, for worker processes."""

    game: str
    left: str | None
    right: str | None
    rules: tuple[dict[str, Any], ...]
    seed: int
    sparse: int

    def run(self, start: int, stop: int, note: Note) -> tuple[int, Difference | None]:
        """Play games start to stop - 1; return the number of positions compared and the first difference, shrunk.

        `note` gets the number of the game that is played.
        """
        pair: Pair | AdaptedPair = replace(backends(self.game, self.left, self.right), sparse=self.sparse)
        for stream in range(start, stop):
            note[0] = stream
            found = pair.play(self.rules[stream % len(self.rules)], self.seed, stream)
            if found is not None:
                return pair.positions, pair.shrink(found)
        return pair.positions, None


CHUNK = 50
"""Games in one step of the progress bar."""


def _chunks(games: int) -> Iterator[tuple[int, int]]:
    return ((start, min(start + CHUNK, games)) for start in range(0, games, CHUNK))


def _results(task: _Task, games: int, jobs: Any) -> Generator[tuple[int, int, Difference | None]]:
    """Yield for each finished chunk: games played, positions compared, and a difference or None."""
    with running(jobs, _build, task) as run:
        for (start, stop), found in zip(_chunks(games), run.calls(_chunks(games)), strict=True):
            yield stop - start, *found


def _build(task: _Task, note: Note) -> Callable[[int, int], tuple[int, Difference | None]]:
    return partial(task.run, note=note)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m oxideal.differential",
        description="Plays random games on two engines side by side and compares them at every step. The first\n"
        "difference is shrunk to a few actions, printed, and written to a file that --replay plays again.",
        epilog="examples:\n"
        "  python -m oxideal.differential foursquare --right my_package.foursquare\n"
        '  python -m oxideal.differential foursquare --right "exec:./my_engine"\n'
        "  python -m oxideal.differential foursquare --replay fuzz-failures/foursquare-7-12.json\n\n"
        "Exit status: 0 no difference, 1 difference found, 2 usage error.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", choices=sorted(GAMES), help=", ".join(sorted(GAMES)))
    engines = parser.add_argument_group("engines")
    engines.add_argument("--left", metavar="MODULE", help="first engine (default: oxideal.GAME)")
    engines.add_argument(
        "--right",
        metavar="MODULE",
        help="second engine, or an adapter to it with four functions, or exec:COMMAND for a program "
        "(default: oxideal.reference.GAME)",
    )
    games = parser.add_argument_group("games")
    games.add_argument(
        "--games", type=natural, default=10_000, metavar="N", help="number of games (default: %(default)s)"
    )
    games.add_argument(
        "--seed", type=natural, metavar="N", help="seed of the deals and the actions (default: a new one)"
    )
    games.add_argument(
        "--rules", type=_fields, metavar="JSON", help="rules to play, as an object or a list (default: a built-in list)"
    )
    games.add_argument(
        "--sparse",
        type=natural,
        default=1,
        metavar="N",
        help="compare everything at one step in N, only legal ids and the end at the others (default: %(default)s)",
    )
    add_jobs(games)
    failures = parser.add_argument_group("differences")
    failures.add_argument(
        "--out",
        type=Path,
        default=Path("fuzz-failures"),
        metavar="DIR",
        help="folder for the file of a difference (default: %(default)s)",
    )
    failures.add_argument("--replay", type=Path, metavar="FILE", help="only play the difference in this file again")
    return parser


def _fields(text: str) -> tuple[dict[str, Any], ...]:
    fields = value_of(text, "rules", argparse.ArgumentTypeError, unique=True)
    each = fields if isinstance(fields, list) else [fields]
    if not each or not all(isinstance(one, dict) for one in each):
        raise argparse.ArgumentTypeError(f"rules must be a JSON object or a list of objects, got {quoted(text)}")
    return tuple(each)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0 if the engines agree and 1 if they differ."""
    command_line = parser()
    options = command_line.parse_args(arguments)
    try:
        pair = backends(options.game, options.left, options.right)
        if options.replay is not None:
            with options.replay.open(encoding="utf-8") as file:
                return _replay(Difference.from_json(file.read(MAX_CHARACTERS + 1)), pair)
        jobs = checked_jobs(options.jobs)
        if isinstance(jobs, int):
            jobs = min(jobs, max(1, -(-options.games // CHUNK)))
        for fields in options.rules or ():
            pair.left.Rules.from_dict(fields)
        seed = secrets.randbits(32) if options.seed is None else seed_number(options.seed)
    except (OxidealError, TypeError, OSError, UnicodeDecodeError) as error:
        command_line.error(str(error))

    rules = options.rules or GAMES[options.game]
    task = _Task(options.game, options.left, options.right, rules, seed, max(options.sparse, 1))
    print(f"{options.game}, seed {seed}, rules {json.dumps(rules)}")
    positions = 0
    found = None
    try:
        with progress_bar(options.games, True, "game") as done, closing(_results(task, options.games, jobs)) as results:
            for games, compared, found in results:
                done(games)
                positions += compared
                if found is not None:
                    break
    except WorkerError as error:
        where = f" in game {error.note[0]}" if error.started else ""
        print(f"{command_line.prog}: {error}{where}", file=sys.stderr)
        return 1
    except (FailedError, ImportError) as error:
        print(f"{command_line.prog}: {error}", file=sys.stderr)
        return 1
    if found is not None:
        return _report(found, options.out)
    print(f"{options.games} games, {positions} positions compared, no difference")
    return 0


def _report(found: Difference, folder: Path) -> int:
    file = folder / f"{found.game}-{found.seed}-{found.stream}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(found.to_json(), encoding="utf-8")
        written = f"written to {file}"
    except OSError as error:
        written = f"not written ({error}); this is what --replay reads:\n{found.to_json()}"
    print(f"{found}\n{written}")  # last: it can end this process if it is an engine's fault
    return 1


def _replay(difference: Difference, pair: Pair | AdaptedPair) -> int:
    found = pair.replay(difference)
    print("no difference any more" if found is None else found)
    return 0 if found is None else 1
