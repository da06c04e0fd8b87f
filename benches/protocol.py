"""Overhead of the protocol for a decision: `python benches/protocol.py`.

A program that answers at once is asked at each decision of one seat in random rounds, with the events since the last
one. The time is that of the host from the question to the answer: making the messages, writing and reading. The
variants take turns, round by round. Each figure is the lowest tenth, as other programs disturb the rest.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from oxideal._registry import NAMES, module_of
from oxideal.bots import ProgramBot

ROUNDS = 40

WANTS = ("", '"legal"', '"legal","view"')

ANSWERS_AT_ONCE = """
import sys
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    if b'"kind":"question"' in line:
        out.write(b'{"kind":"answer","id":%s,"move":0}\\n' % line.partition(b'"id":')[2].partition(b",")[0])
    elif b'"kind":"hello"' in line:
        out.write(b'{"kind":"hello","version":1,"name":"x","wants":[WANTS]}\\n')
    elif b'"kind":"bye"' in line:
        break
    out.flush()
"""


def ask(state: Any, seat: Any, own: int, actions: list[int]) -> list[tuple[float, float]]:
    """Play the actions, and return the elapsed and the processor time of each decision of the seat, in microseconds."""
    found = []
    for action in actions:
        if state.current_player == own and len(state.legal_actions()) > 1:
            start, used = perf_counter(), process_time()
            seat.ask(state.view(own), state.events(own))
            found.append(((perf_counter() - start) * 1e6, (process_time() - used) * 1e6))
        state.push(action)
    seat.end(state.view(own), state.events(own))
    return found


def main() -> None:
    """Print the times for each game."""
    chance = random.Random(1)
    print(f"{ROUNDS} rounds; microseconds for a decision, elapsed and processor time of the host, lowest tenth")
    with tempfile.TemporaryDirectory() as folder:
        programs = []
        for number, wants in enumerate(WANTS):
            file = Path(folder) / f"{number}.py"
            file.write_text(ANSWERS_AT_ONCE.replace("WANTS", wants), encoding="utf-8")
            programs.append(ProgramBot(f"{sys.executable} -I -S {file}"))
        for game in NAMES:
            times: list[list[tuple[float, float]]] = [[] for _ in WANTS]
            for number in range(ROUNDS):
                state = module_of(game).State(seed=number)
                first, actions = state.copy(), []
                while legal := state.legal_actions():
                    actions.append(chance.choice(legal))
                    state.push(actions[-1])
                for each, program in zip(times, programs, strict=True):
                    each += ask(first.copy(), program.seat(state.rules, 0), 0, actions)
            for wants, each in zip(WANTS, times, strict=True):
                elapsed, used = (statistics.quantiles(part, n=10)[0] for part in zip(*each, strict=True))
                name = wants.replace('"', "") or "nothing"
                print(f"{game:15} {name:12} {len(each):7,} decisions {elapsed:7.0f} {used:7.0f}", flush=True)
        for program in programs:
            program.close()


if __name__ == "__main__":
    main()
