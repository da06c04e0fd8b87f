"""Each work of `tests/long/soak.py` runs once without an error, and growing resources are found."""

from __future__ import annotations

import gc
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

import measures
import soak
from measures import BOUNDS, MIB, sample
from soak import Soak
from works import WORKS, Work

TURNS = 10


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    """Exclude the objects of other tests from the count."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.full
@pytest.mark.parametrize("name", WORKS)
def test_each_work_runs_once(name: str) -> None:
    assert WORKS[name].do(0) > 0


@pytest.fixture
def even(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each turn take as long as the others: growth is measured by time, and a busy machine stops for some."""
    clock = SimpleNamespace(monotonic=partial(next, count()))
    for module in (soak, measures):
        monkeypatch.setattr(module, "time", clock)


@pytest.fixture
def kept() -> Iterator[ExitStack]:
    """A list of leaked objects, cleared after the test."""
    with ExitStack() as stack:
        yield stack


def keep_memory(kept: ExitStack) -> None:
    data = bytearray(os.urandom(4096) * (2 * MIB // 4096))
    kept.callback(data.clear)


def keep_objects(kept: ExitStack) -> None:
    objects = [[number] for number in range(2000)]
    kept.callback(objects.clear)


def keep_thread(kept: ExitStack) -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    kept.callback(thread.join)
    kept.callback(end.set)


def keep_file(kept: ExitStack) -> None:
    kept.callback(Path(__file__).open().close)  # noqa: SIM115


def keep_child(kept: ExitStack) -> None:
    child = subprocess.Popen(["sleep", "1000"])
    kept.callback(child.wait)
    kept.callback(child.kill)


LEAKS = (keep_memory, keep_objects, keep_thread, keep_file, keep_child)


def grown(found: Soak) -> set[str]:
    return {each.name for each in found.growths if each.is_leak}


def measured() -> set[str]:
    """Return the measures that this system supports."""
    now = sample(0)
    return {name for name in BOUNDS if getattr(now, name) is not None}


@pytest.mark.usefixtures("even")
def test_leaks_are_found(kept: ExitStack) -> None:
    def leaking(_: int) -> int:
        for leak in LEAKS:
            leak(kept)
        return len(LEAKS)

    run = Soak({"leaking": Work(leaking, "leaks")}, seed=1)
    run.run(1e9, 0, TURNS)
    assert run.turns == TURNS
    assert run.done["leaking"].number == TURNS * len(LEAKS)
    assert len(run.samples) == TURNS + 1
    assert measured() - {"resident", "private"} <= grown(
        run
    )  # the rest of the test run may have released some of these
    assert not run.is_right


@pytest.mark.usefixtures("even")
def test_steady_works_are_not_reported() -> None:
    run = Soak({name: WORKS[name] for name in ("pictures", "playouts")}, seed=1)
    run.run(1e9, 0, TURNS)
    assert run.wrong is None
    # Measured three times: 0.4 MB were allocated of 8 MiB that are tolerated, and 10 objects of 10,000. The two include
    # the whole test run.
    assert not grown(run) - {"resident", "private"}
    assert {found.name for found in run.growths} == measured()
