"""What ends or duplicates a process while its other threads are working: `fork`, interpreter exit,
Ctrl-C.

Also subinterpreters. Each test has its own process, which may hang or crash without affecting
others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.effort import times

RUNS = times(1)
"""How often each process is started; larger for a long run."""

PATIENCE = 300
"""In seconds; a process that takes longer hangs."""

QUIET = ("-W", "ignore::DeprecationWarning")
"""Python 3.12 and later warn of a fork with several threads; these tests check that it works."""

TABLES = """
import os, signal, sys, threading, time
from contextlib import suppress
from oxideal import OxidealError, doudizhu, foursquare, mexican_train, rummy
from oxideal._registry import NAMES, module_of
from oxideal.bots import Limit, SearchBot, solve
from oxideal.random import Stream

GAMES = [module_of(name) for name in NAMES]
hard_state = mexican_train.State(seed=5)
hard_view = hard_state.view(hard_state.current_player)
perfect = doudizhu.State(doudizhu.Rules.preset("douzero"), seed=1)
played, stream = [game.State(seed=1) for game in GAMES], Stream(seed=1)
stepped = doudizhu.Batch(doudizhu.Rules(), 2000, seed=1, threads=2)
over = threading.Event()

def search():
    SearchBot(Limit(time=PATIENCE), seed=1, threads=2).think(hard_view)

def search_again_and_again():
    while not over.is_set():
        SearchBot(Limit(iterations=20), seed=1, threads=2).think(hard_view)

def play_out():
    doudizhu.playouts(doudizhu.Rules(), 100_000_000, seed=1, threads=2)

def play_out_again_and_again():
    while not over.is_set():
        doudizhu.playouts(doudizhu.Rules(), 1000, seed=1, threads=2)

def step():
    number = 0
    while not over.is_set():
        number += 1
        stepped.step(stepped.sample_actions(number))

def count():
    foursquare.State(seed=1).perft(200)

def solve_one():
    solve(perfect, Limit(time=PATIENCE))

def move():
    while not over.is_set():
        for state in played:
            state.push(state.legal_actions()[0])
            state.view(0).sample(1)
            state.pop()
        stream.shuffled(100)

def begin(*works):
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    return threads
""".replace("PATIENCE", str(PATIENCE))


def run(*arguments: str) -> tuple[int, str, str]:
    """Return the exit status and output of a Python process. A hanging one is killed, and the test fails."""
    command = [sys.executable, *QUIET, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


# Fork

FORKING = """
import hashlib
from multiprocessing import get_context

idle = [game.Batch(game.Rules(), 600, seed=2, threads=2) for game in GAMES]
for batch in idle:
    batch.step(batch.sample_actions(0))

def work():
    digest = hashlib.sha256()
    for game, batch, state in zip(GAMES, idle, played, strict=True):
        for one in (batch, game.Batch(game.Rules(), 600, seed=3, threads=2)):
            one.reset()
            one.step(one.sample_actions(1))
            digest.update(one.observations.tobytes())
        digest.update(game.playouts(game.Rules(), 100, seed=1, threads=2).payoffs.tobytes())
        digest.update(game.State(seed=1).perft(2).to_bytes(8, "big"))
        game.State.from_bytes(state.to_bytes()).view(0).sample(1)
    thinking = SearchBot(Limit(iterations=20), seed=1, threads=2).think(hard_view)
    digest.update(repr([(choice.move, choice.visits, choice.mean) for choice in thinking.choices]).encode())
    digest.update(repr(solve(perfect, Limit(nodes=1000))).partition("nodes")[0].encode())
    stream.shuffled(100)
    return digest.hexdigest()
"""

FORKED = """
threads = begin(search_again_and_again, play_out_again_and_again, step, move)
own = work()
for number in range(4):
    time.sleep(0.005 * number)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        os.write(write, work().encode())
        if number % 2:
            sys.exit()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        theirs = pipe.read()
    print(os.waitpid(child, 0)[1], theirs == own, flush=True)  # else the next child would have it to write, too
over.set()
for thread in threads:
    thread.join()
print(work() == own)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("_", range(RUNS))
def test_child_works_whatever_its_parent_was_doing(_: int) -> None:
    """While the parent searches, plays out, steps a batch and moves states: the child has only its own thread."""
    assert run("-c", TABLES + (FORKING + FORKED).replace("PATIENCE", str(PATIENCE))) == (
        0,
        "0 True\n" * 4 + "True\n",
        "",
    )


POOLED = """
def moved(states):
    for state in states:
        state.push(state.legal_actions()[0])
    return states, [state.view(0) for state in states], [state.rules for state in states]

if __name__ == "__main__":
    begin(search, step)
    with get_context(sys.argv[1]).Pool(2) as pool:
        results = pool.map(moved, [played] * 3)
    wanted = moved([state.copy() for state in played])
    print(all(result == wanted for result in results), all(state.history == () for state in played))
"""


@pytest.mark.full
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_process_pools_exchange_states_and_views(method: str, tmp_path: Path) -> None:
    file = tmp_path / "pooled.py"
    file.write_text("from multiprocessing import get_context\n" + TABLES + POOLED, encoding="utf-8")
    assert run(str(file), method) == (0, "True True\n", "")


# Interpreter exit

ENDING = """
class Last:
    # Goes when almost everything has gone.
    def __init__(self):
        self.batch = doudizhu.Batch(doudizhu.Rules(), 1000, seed=1, threads=2)
        self.batch.step(self.batch.sample_actions(1))
        self.things = [hard_state, hard_view, stream, SearchBot(Limit(iterations=20), seed=1)]

    def __del__(self):
        self.things[1].to_text()
        self.things[2].word()

def at_the_end():
    stepped.legal_mask()
    foursquare.playouts(foursquare.Rules(), 1000, seed=1, threads=2)
    print(SearchBot(Limit(iterations=20), seed=1, threads=2).choose(hard_view) is not None)

sys.modules["last"] = Last()
begin(search, search_again_and_again, play_out, play_out_again_and_again, step, count, solve_one, move)
match sys.argv[1]:
    case "exit":
        sys.exit(3)
    case "error":
        raise SystemExit("an error")
    case "atexit":
        import atexit
        atexit.register(at_the_end)
    case "thread":
        threading.Thread(target=lambda: SearchBot(Limit(time=0.3), seed=1, threads=2).think(hard_view)).start()
"""

ENDS = {
    "end": (0, "", ""),
    "exit": (3, "", ""),
    "error": (1, "", "an error\n"),
    "atexit": (0, "True\n", ""),
    "thread": (0, "", ""),
}


@pytest.mark.full
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("_", range(RUNS))
def test_interpreter_exits_in_the_middle_of_work(end: str, _: int) -> None:
    assert run("-c", TABLES + ENDING, end) == ENDS[end]


EXIT_HANDLER = """
import atexit, os, sys, threading

def play_out_in_a_thread():
    def play_out():
        print(len(foursquare.playouts(foursquare.Rules(), 2000, seed=1, threads=2).lengths), flush=True)

    thread = threading.Thread(target=play_out, daemon=True)
    thread.start()
    thread.join()

def work():
    play_out_in_a_thread()
    if sys.argv[1] == "fork":
        child = os.fork()
        if child == 0:
            play_out_in_a_thread()
            os._exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

atexit.register(work)  # before oxideal is imported, so it runs after all that oxideal could have registered
from oxideal import foursquare
"""


@pytest.mark.parametrize("how", ["thread", "fork"] if hasattr(os, "fork") else ["thread"])
def test_exit_handlers_can_wait_for_work_in_threads_and_children(how: str) -> None:
    expected = {"thread": "2000\n", "fork": "2000\n2000\n7\n"}
    assert run("-c", EXIT_HANDLER, how) == (0, expected[how], "")


DAEMONS = """
import threading, time
from oxideal import doudizhu, foursquare

def play_out():
    while True:
        foursquare.playouts(foursquare.Rules(), 20, seed=1)

def step():
    batch = doudizhu.Batch(doudizhu.Rules(), 50, seed=1)
    while True:
        batch.step(batch.sample_actions(1))
        batch.legal_mask()

foursquare.playouts(foursquare.Rules(), 1, seed=1)
for work in [play_out, step] * 4:
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.05)
"""


@pytest.mark.full
@pytest.mark.parametrize("_", range(4 * RUNS))
def test_daemon_threads_in_short_calls_do_not_crash_the_exit(_: int) -> None:
    """A thread in a call of numpy has released the GIL and is ended once the interpreter is finalizing."""
    assert run("-c", DAEMONS) == (0, "", "")


# Ctrl-C

INTERRUPTED = """
import _thread

def interrupted(work):
    def press():
        begun = time.process_time()
        while time.process_time() < begun + 0.15:
            time.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT) if sys.argv[1] == "signal" else _thread.interrupt_main()

    presses = threading.Thread(target=press)
    try:
        presses.start()
        work()
    except KeyboardInterrupt:
        presses.join()
        return True
    presses.join()
    time.sleep(1)
    return False

def look():
    return [state.to_bytes() for state in (*played, hard_state, perfect)], hard_view.to_bytes(), stream.position

signal.signal(signal.SIGINT, signal.default_int_handler)
before = look()
for work in (search, play_out, count, solve_one):
    print(work.__name__, interrupted(work), look() == before)
print(SearchBot(Limit(iterations=20), seed=1, threads=2).choose(hard_view) is not None)
"""


@pytest.mark.skipif(os.name != "posix", reason="the test sends SIGINT")
@pytest.mark.parametrize("how", ["signal", "interrupt_main"])
def test_ctrl_c_stops_long_work_and_changes_nothing(how: str) -> None:
    lines = [f"{work} True True" for work in ("search", "play_out", "count", "solve_one")]
    assert run("-c", TABLES + INTERRUPTED, how) == (0, "\n".join([*lines, "True\n"]), "")


# Subinterpreters

INNER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters  # until Python 3.12

code = '''
try:
    from oxideal import _native
except ImportError:
    print("refused", flush=True)
'''
for _ in range(2):
    inner = interpreters.create()
    interpreters.run_string(inner, code)
    interpreters.destroy(inner)
try:
    played[0].push(10**9)
except OxidealError:
    print("an error of ours")
"""


def test_another_interpreter_is_refused() -> None:
    """Otherwise error classes would be shared, and one interpreter would not recognise the other's errors."""
    assert run("-c", TABLES + INNER) == (0, "refused\nrefused\nan error of ours\n", "")
