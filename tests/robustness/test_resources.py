"""When no more threads or memory are available: an answer, or an error of ours or numpy's, and the
process survives.
"""

import subprocess
import sys

import pytest

PLAYOUTS = """
scores, _ = foursquare.playouts(foursquare.Rules(), 5_000, seed=1, threads=4)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(scores.sum())
"""
STEPS = """
for action in range(3):
    batch.step(batch.sample_actions(seed=action))
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(batch.observations.sum(), batch.legal_ids.sum())
"""
SEARCH = "thinking = bot.think(view); print(thinking.iterations, thinking.move in state.legal_moves())"
A_MILLION_GAMES = """
try:
    rummy.Batch(rummy.Rules(), 1_000_000, seed=1)
except (MemoryError, oxideal.InvalidArgumentError) as error:
    print("refused")
print(state.legal_moves() != [])
"""
PROGRAM = """
import resource
import oxideal
from oxideal import bots, doudizhu, foursquare, rummy

batch = foursquare.Batch(foursquare.Rules(), 4_096, seed=1, threads=4)
bot = bots.SearchBot(seed=1, limit=bots.Limit(iterations=500), threads=4)
state = doudizhu.State(seed=1)
view = state.view(state.current_player)
spare = {spare}
if spare is not None:
    with open("/proc/self/statm") as pages:
        used = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))
{work}
"""

TOO_LITTLE_FOR_A_THREAD = 1_000_000
"""Bytes; the stack of a thread takes twice as many."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process has is known to Linux")


def run(work: str, spare: int | None) -> str:
    program = PROGRAM.format(work=work, spare=spare)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.full
@pytest.mark.parametrize("work", [PLAYOUTS, STEPS], ids=["playouts", "steps"])
def test_caller_works_alone_when_no_thread_starts(work: str) -> None:
    assert run(work, TOO_LITTLE_FOR_A_THREAD) == run(work, None)


def test_search_falls_back_to_the_rule_policy_without_threads() -> None:
    assert run(SEARCH, TOO_LITTLE_FOR_A_THREAD) == "0 True\n"


@pytest.mark.parametrize("spare", [100_000_000, 800_000_000])
def test_batch_too_large_for_memory_is_refused(spare: int) -> None:
    assert run(A_MILLION_GAMES, spare) == "refused\nTrue\n"
