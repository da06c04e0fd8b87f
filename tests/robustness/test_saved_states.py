"""Long saved states: what is read is bounded, can be interrupted, and costs little memory."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import oxideal.doudizhu
import oxideal.reference.doudizhu
from helpers import codec
from helpers.messages import says
from helpers.signals import after_work
from oxideal.errors import InvalidStateError

if TYPE_CHECKING:
    from types import ModuleType

MAX_ACTIONS = 100_000
MAX_BYTES = 2**20

ENGINES = pytest.mark.parametrize("module", [oxideal.doudizhu, oxideal.reference.doudizhu], ids=["rust", "reference"])


def passes(count: int, written: int | None = None) -> bytes:
    """Return a saved state with this many passes of the auction, redeal after redeal."""
    start = oxideal.doudizhu.State(oxideal.doudizhu.Rules(max_redeals=None), seed=7)
    head, ending = start.to_bytes()[:-1], codec.number(start.legal_actions()[0])
    return head + codec.number(count) + ending * (count if written is None else written)


@ENGINES
def test_too_many_saved_actions_are_refused(module: ModuleType) -> None:
    with pytest.raises(InvalidStateError) as caught:
        module.State.from_bytes(passes(MAX_ACTIONS + 1))
    assert str(caught.value) == says("too_many_saved_actions", MAX_ACTIONS, MAX_ACTIONS + 1)
    # The number is right: the actions themselves are missed.
    with pytest.raises(InvalidStateError, match=says("truncated_bytes")):
        module.State.from_bytes(passes(MAX_ACTIONS, written=3))


@ENGINES
@pytest.mark.parametrize("what", ["State", "View"])
def test_too_many_saved_bytes_are_refused(module: ModuleType, what: str) -> None:
    for length in (MAX_BYTES + 1, 3 * MAX_BYTES):
        with pytest.raises(InvalidStateError) as caught:
            getattr(module, what).from_bytes(bytes(length))
        assert str(caught.value) == says("saved_bytes_too_many", MAX_BYTES, length)
    with pytest.raises(InvalidStateError, match="not a saved state or view"):
        getattr(module, what).from_bytes(bytes(MAX_BYTES))


def test_longest_saved_state_is_read_back() -> None:
    data = passes(MAX_ACTIONS)
    state = oxideal.doudizhu.State.from_bytes(data)
    assert len(state.history) == MAX_ACTIONS
    assert state.to_bytes() == data
    copy = state.copy()
    for _ in range(200):
        copy.pop()
    for action in state.history[-200:]:
        copy.push(action)
    assert copy == state
    assert copy.to_bytes() == data


@pytest.mark.skipif(sys.platform == "win32", reason="the test needs SIGPROF")
def test_signals_stop_a_replay() -> None:
    data = passes(MAX_ACTIONS)
    read: list[Any] = []

    def ring() -> None:
        raise InterruptedError

    # Without Python code between the calls, only the replay itself can hear the signal.
    with pytest.raises(InterruptedError), after_work(0.02, ring):
        read.extend(map(oxideal.doudizhu.State.from_bytes, [data] * 30))
    assert len(read) < 30


LITTLE_MEMORY = """
import resource, sys
from oxideal import doudizhu

data = sys.stdin.buffer.read()
doudizhu.State.from_bytes(data[:0] + doudizhu.State(seed=1).to_bytes())
with open("/proc/self/statm") as pages:
    used = int(pages.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used, resource.RLIM_INFINITY))
try:
    doudizhu.State.from_bytes(data)
except MemoryError:
    print("refused")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="what a process has is known to Linux")
def test_replay_without_memory_raises_memory_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY], input=passes(MAX_ACTIONS), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"refused\n"), done.stderr
