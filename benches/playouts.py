"""Speed of random playouts and of random batch steps on one core: `make bench`.

Time is quoted as a ratio to the pure-Python reference in the same run. Valgrind counts
instructions, as the difference between two runs of different length, so start-up does not count;
the same build gives the same number on any machine of that kind, however busy.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from oxideal.interface import Game

ROOT = Path(__file__).parent.parent
GAMES = {
    "foursquare": (3_000_000, 1_000),
    "doudizhu": (1_000_000, 300),
    "doudizhu-4": (300_000, 150),
    "mexican_train": (300_000, 150),
    "rummy": (100_000, 60),
}
"""Games per run, in Rust and in pure Python."""

RUNS = 7
FEW, MANY = 2_000, 22_000
BATCH = 4_096
"""Games stepped together; 64 when instructions are counted."""
STEPS = 300


def main() -> None:
    """Print one table per game, and one for batches."""
    program = build("playouts")
    for game, (games, plain_games) in GAMES.items():
        native = [run([program], game, games) for _ in range(RUNS)]
        speeds = sorted(games / each["seconds"] for each in native)
        actions = native[0]["actions"] / games
        plain = sorted(plain_speed(game, plain_games) for _ in range(3))
        median = statistics.median(speeds)
        print(f"{game}: random games of {actions:.2f} actions, one core, {RUNS} runs")
        print(f"  engine, games a second     {median:14,.0f}  ({speeds[0]:,.0f} to {speeds[-1]:,.0f})")
        print(f"  reference, games a second  {plain[1]:14,.0f}  ({plain[0]:,.0f} to {plain[-1]:,.0f})")
        print(f"  ratio                      {median / plain[1]:14,.0f}")
        if shutil.which("valgrind"):
            instructions, more = counted(program, [game, FEW], [game, MANY])
            print(f"  instructions a game        {instructions / (MANY - FEW):14,.0f}")
            print(f"  instructions an action     {instructions / more['actions']:14,.1f}  (deal included)")
        else:
            print("  instructions: not counted, valgrind is not installed")

    program = build("batch")
    print(f"batches of {BATCH} games: a random legal action each, and what is seen and legal then, {RUNS} runs")
    for game in (game for game in GAMES if "-" not in game):
        runs = [run([program], game, BATCH, STEPS) for _ in range(RUNS)]
        speeds = sorted(each["steps"] / each["seconds"] for each in runs)
        median = statistics.median(speeds)
        print(f"  {game:13} steps a second  {median:14,.0f}  ({speeds[0]:,.0f} to {speeds[-1]:,.0f})")
        if shutil.which("valgrind"):
            instructions, more = counted(program, [game, 64, STEPS], [game, 64, 3 * STEPS])
            print(f"  {'':13} instructions a step {instructions / more['steps']:10,.1f}")


def build(name: str, tree: Path = ROOT) -> str:
    """Build one of the engine's benchmark programs; return its path."""
    command = ["cargo", "build", "--release", "--locked", "--package", "oxideal-benches", "--message-format", "json"]
    done = subprocess.run(command, cwd=tree, check=True, stdout=subprocess.PIPE, text=True)
    messages = map(json.loads, done.stdout.splitlines())
    programs = (cast("str", message["executable"]) for message in messages if message.get("executable"))
    return next(program for program in programs if Path(program).stem == name)


def run(command: list[str], *arguments: object) -> dict[str, Any]:
    """Run the engine alone; return its own figures."""
    done = subprocess.run([*command, *map(str, arguments)], check=True, capture_output=True, text=True)
    return cast("dict[str, Any]", json.loads(done.stdout))


def plain_speed(game: str, games: int) -> float:
    """Return the reference's games per second."""
    name, _, players = game.partition("-")
    module = cast("Game", import_module(f"oxideal.reference.{name}"))
    rules = module.Rules.from_dict({"players": int(players)} if players else {})
    start = time.perf_counter()
    module.playouts(rules, games, seed=1)
    return games / (time.perf_counter() - start)


def counted(program: str, few: list[object], many: list[object]) -> tuple[int, dict[str, int]]:
    """Return the instructions and the work that the second run has in excess of the first."""
    counts, done = [], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "callgrind.out"
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", "--quiet", program]
        for arguments in (few, many):
            done.append(run(valgrind, *arguments))
            totals = [line for line in file.read_text().splitlines() if line.startswith(("summary:", "totals:"))]
            counts.append(int(totals[0].split()[1]))
    more = {key: done[1][key] - value for key, value in done[0].items() if isinstance(value, int)}
    return counts[1] - counts[0], more


if __name__ == "__main__":
    main()
