"""With too little memory, whatever a caller sizes raises `MemoryError`. The process goes on, and nothing has changed.

Each case runs in a process of its own, with some bytes of address space to spare. The least are too few for the first
copy of an argument, and the most nearly suffice, so that later allocations fail too.
"""

import os
import subprocess
import sys

import pytest

HEAD = """
import resource
import numpy as np
from oxideal import bots, doudizhu, foursquare, mexican_train, rummy
from oxideal.errors import OxidealError
from oxideal.random import Stream

def limit(spare):
    with open("/proc/self/statm") as pages:
        used = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))

def outcome(call):
    try:
        call()
    except MemoryError:
        return "MemoryError"
    except OxidealError:
        return "an error of ours"
    return "done"

def unlimit():
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""

PROGRAM = """
{prepare}
call = lambda: {call}
same = lambda: {same}
before = same()
for spare in {spares}:
    limit(spare)
    found = outcome(call)
    unlimit()
    print(spare, found, same() == before)
print(outcome(call))
"""

MANY = "hands = np.full(1_000_000, 7, np.uint64); tables = np.zeros((1_000_000, 1), np.uint64)"
COUNTS = "hands = np.ones((300_000, 15), np.uint8); ids = np.full(300_000, 40, np.int64)"
LONG = """
state = doudizhu.State(doudizhu.Rules(max_redeals=None), seed=1)
for _ in range(60_000):
    state.push(0)
"""
M = 1_000_000
CASES = {
    "best_partition_many": (MANY, "rummy.best_partition_many(hands)", "0", (4 * M, 12 * M, 20 * M, 40 * M)),
    "best_partition_many with tables": (
        MANY,
        "rummy.best_partition_many(hands, tables)",
        "0",
        (12 * M, 20 * M, 28 * M, 36 * M, 60 * M),
    ),
    "lay_offs_many": (MANY, "rummy.lay_offs_many(hands, tables)", "0", (12 * M, 20 * M, 28 * M, 36 * M, 60 * M)),
    "melds_many": (MANY, "rummy.melds_many(hands)", "0", (4 * M, 12 * M, 20 * M)),
    "classify_many": (COUNTS, "doudizhu.classify_many(hands)", "0", (4 * M, 8 * M, 12 * M, 16 * M)),
    "beats_many": (
        "ids = np.full(1_000_000, 40)",
        "doudizhu.beats_many(ids, ids)",
        "0",
        (4 * M, 12 * M, 20 * M, 28 * M, 36 * M),
    ),
    "legal_plays_many": (COUNTS, "doudizhu.legal_plays_many(hands)", "0", (4 * M, 8 * M, 12 * M, 20 * M)),
    "flips_many": (
        "grids = np.zeros((100_000, 7, 7), np.int8); ones = np.ones(100_000, np.int64)",
        "foursquare.flips_many(grids, ones, ones)",
        "0",
        (2 * M, 6 * M, 8 * M, 12 * M),
    ),
    "matches_many": (
        "hands = np.zeros((100_000, 91), np.uint8); ends = np.zeros((100_000, 9), np.int8)",
        "mexican_train.matches_many(hands, ends)",
        "0",
        (4 * M, 10 * M, 20 * M, 60 * M),
    ),
    "playouts": ("", "foursquare.playouts(foursquare.Rules(), 300_000, seed=1)", "0", (M, 2 * M)),
    "shuffled": (
        "stream = Stream(seed=1)",
        "stream.shuffled(1_000_000)",
        "stream.position",
        (2 * M, 6 * M, 10 * M, 20 * M),
    ),
    "Batch": ("", "foursquare.Batch(foursquare.Rules(), 100_000, seed=1)", "0", (4 * M, 20 * M, 30 * M, 40 * M)),
    "history": (LONG, "state.history", "state.current_player", (700_000, 900_000)),
    "events": (LONG, "state.events(0)", "state.current_player", range(M, 4 * M, 150_000)),
}
STEADY_ALLOCATOR = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "0"}
"""So that memory freed earlier does not serve later allocations."""

BATCH = """
batch = foursquare.Batch(foursquare.Rules(), 100_000, seed=1)
actions = batch.sample_actions(seed=1)
"""
STEP = (
    BATCH
    + """
from oxideal.errors import InvalidStateError

def refused(call):
    try:
        call()
    except InvalidStateError as error:
        return str(error)

limit({spare})
print(outcome(lambda: batch.step(actions)))
unlimit()
print(len(batch.state(99_999).recent))
print({{refused(call) for call in (lambda: batch.step(actions), batch.sample_actions, batch.legal_mask)}})
batch.reset()
print(outcome(lambda: batch.step(batch.sample_actions(seed=1))))
"""
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the address space like this")


def run(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=os.environ | STEADY_ALLOCATOR
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.full
@pytest.mark.parametrize("name", CASES)
def test_too_little_memory_is_an_error_and_changes_nothing(name: str) -> None:
    prepare, call, same, spares = CASES[name]
    *limited, free = run(HEAD + PROGRAM.format(prepare=prepare, call=call, same=same, spares=spares))
    assert limited == [f"{spare} MemoryError True" for spare in spares]
    assert free == "done"


def test_message_about_a_long_number_takes_little_memory() -> None:
    """All digits of this number take 40 MB."""
    work = """
positive, negative = 1 << 160_000_000, -(1 << 160_000_000)
limit(30_000_000)
print([outcome(lambda: call(given)) for call in (state.push, state.view, Stream) for given in (positive, negative)])
"""
    program = HEAD + "state = doudizhu.State(seed=1)" + work
    assert run(program) == [str(6 * ["an error of ours"])]


@pytest.mark.parametrize("spare", [400_000, 2_000_000, 4_500_000], ids=["actions", "lists", "array"])
def test_step_without_memory_for_the_legal_ids_asks_for_a_reset(spare: int) -> None:
    program = HEAD + STEP.format(spare=spare)
    reset = "the last step ran out of memory for the legal ids: reset the batch"
    moved = spare > 1_000_000
    found = run(program)
    assert found == (["MemoryError", "1", str({reset}), "done"] if moved else ["MemoryError", "0", "{None}", "done"])


@pytest.mark.full
@pytest.mark.parametrize("spare", [1_000_000, 30_000_000, 300_000_000])
def test_threads_that_have_no_memory_are_not_started(spare: int) -> None:
    work = f"""
batch = rummy.Batch(rummy.Rules(), 16_384, seed=1, threads=256)
for _ in range(30):
    batch.step(batch.sample_actions(seed=1))
limit({spare})
print(outcome(lambda: batch.step(batch.sample_actions(seed=1))))
"""
    assert run(HEAD + work) == ["done"]


PLAYOUTS = """
scores, _ = foursquare.playouts(foursquare.Rules(), 5_000, seed=1, threads=4)
unlimit()
print(scores.sum())
"""
STEPS = """
for action in range(3):
    batch.step(batch.sample_actions(seed=action))
unlimit()
print(batch.observations.sum(), batch.legal_ids.sum())
"""
SEARCH = "thinking = bot.think(view); print(thinking.iterations, thinking.move in state.legal_moves())"
A_MILLION_GAMES = """
try:
    rummy.Batch(rummy.Rules(), 1_000_000, seed=1)
except (MemoryError, OxidealError) as error:
    print("refused")
print(state.legal_moves() != [])
"""
THREADS = """
batch = foursquare.Batch(foursquare.Rules(), 4_096, seed=1, threads=4)
bot = bots.SearchBot(seed=1, limit=bots.Limit(iterations=500), threads=4)
state = doudizhu.State(seed=1)
view = state.view(state.current_player)
"""
TOO_LITTLE_FOR_A_THREAD = "limit(1_000_000)"
"""Bytes; the stack of a thread takes twice as many."""


@pytest.mark.full
@pytest.mark.parametrize("work", [PLAYOUTS, STEPS], ids=["playouts", "steps"])
def test_caller_works_alone_when_no_thread_starts(work: str) -> None:
    assert run(HEAD + THREADS + TOO_LITTLE_FOR_A_THREAD + work) == run(HEAD + THREADS + work)


def test_search_falls_back_to_the_rule_policy_without_threads() -> None:
    assert run(f"{HEAD}{THREADS}{TOO_LITTLE_FOR_A_THREAD}\n{SEARCH}") == ["0 True"]


@pytest.mark.parametrize("spare", [100_000_000, 800_000_000])
def test_batch_too_large_for_memory_is_refused(spare: int) -> None:
    assert run(f"{HEAD}{THREADS}limit({spare}){A_MILLION_GAMES}") == ["refused", "True"]
