"""Speed of the games' hot functions on one core: `make bench`.

Each function works on many different positions. Instructions are counted as in `playouts.py`: the
difference between two runs, one of which repeats the work more often.
"""

from __future__ import annotations

import shutil
import statistics

from playouts import build, counted, run

WORK = {
    "doudizhu": {
        "leads": ("all ids that the landlord's random hand can lead", 20),
        "answers": ("all ids that answer what random players have to answer", 100),
        "classify": ("what some cards are; nine in ten are a combination", 100),
        "deal": ("a shuffled deal with its face-up card", 20),
        "min_plays": ("the fewest combinations of a random hand", 1),
    },
    "mexican_train": {
        "deal": ("a shuffled deal", 20),
        "legal": ("all ids that random players may play", 100),
        "sample": ("a deal that agrees with what a random player has seen", 1),
        "longest_train": ("the longest and the heaviest train of a random hand of 15 tiles, from a random end", 1),
    },
    "rummy": {
        "deal": ("a shuffled deal", 20),
        "legal": ("all ids that random players may play", 100),
        "sample": ("a deal that agrees with what a random player has seen", 10),
        "melds": ("all groups and runs in a random hand of 11 cards", 20),
        "lay_offs": ("all lay-offs in random play", 20),
        "best_partition": ("the best partition of a random hand of 11 cards, without a table", 20),
        "least_left": ("what it leaves, without the melds", 20),
        "hardest_hand": ("the best partition of the hardest hand of 11 cards that was found, aces high and low", 20),
        "hardest_set": ("the same of the hardest set of cards that was found", 20),
    },
}
"""The works, with the number of repetitions over all positions in a run."""

PLAYERS = {"doudizhu": (3, 4), "mexican_train": (4,), "rummy": (2,)}
RUNS = 7


def main() -> None:
    """Print one table per game and number of players."""
    for game, players in [(each, players) for each in WORK for players in PLAYERS[each]]:
        program = build(game)
        print(f"{game}, {players} players, one core, {RUNS} runs: nanoseconds, instructions, results")
        for work, (what, rounds) in WORK[game].items():
            runs = [run([program], work, players, rounds) for _ in range(RUNS)]
            times = sorted(each["seconds"] / each["times"] * 1e9 for each in runs)
            instructions = (
                f"{instructions_of(program, work, players):9,.0f}" if shutil.which("valgrind") else "(valgrind?)"
            )
            found = runs[0]["found"] / runs[0]["times"]
            median = statistics.median(times)
            print(
                f"  {work:13} {median:9,.1f} ({times[0]:,.1f} to {times[-1]:,.1f}) {instructions} {found:8.2f}  {what}"
            )


def instructions_of(program: str, work: str, players: int) -> float:
    """Return the number of instructions for one repetition."""
    instructions, more = counted(program, [work, players, 1], [work, players, 2])
    return instructions / more["times"]


if __name__ == "__main__":
    main()
