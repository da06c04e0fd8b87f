"""The Rust side under threads and signals: long work lets others run, gives way to Ctrl-C, and nothing tears."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from oxideal import OxidealError, foursquare

RULES = foursquare.Rules()
MANY = 30_000
"""Games enough that every thread gets some."""

LONG_WORK: dict[str, Callable[[], object]] = {
    "perft": lambda: foursquare.State(seed=1).perft(200),
    "playouts": lambda: foursquare.playouts(RULES, 100_000_000, seed=1),
    "playouts-threads": lambda: foursquare.playouts(RULES, 100_000_000, seed=1, threads=2),
}


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_playouts_are_the_same_on_any_number_of_threads(threads: int) -> None:
    one = foursquare.playouts(RULES, MANY, seed=7)
    some = foursquare.playouts(RULES, MANY, seed=7, threads=threads)
    assert np.array_equal(one.payoffs, some.payoffs)
    assert np.array_equal(one.lengths, some.lengths)
    rest = foursquare.playouts(RULES, MANY - 12_345, seed=7, threads=threads, first=12_345)
    assert np.array_equal(one.lengths[12_345:], rest.lengths)


class Alarm(Exception):  # noqa: N818 (it is a signal, no error)
    pass


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises Alarm in the main thread, as Ctrl-C raises KeyboardInterrupt."""

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(os.name != "posix", reason="the test rings with SIGALRM, which Windows has not")
@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK)
def test_signals_end_long_work(work: Callable[[], object]) -> None:
    with pytest.raises(Alarm), alarm(0.2):
        work()


@pytest.mark.skipif(os.name != "posix", reason="the test rings with SIGALRM, which Windows has not")
@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK)
def test_long_work_lets_other_threads_run(work: Callable[[], object]) -> None:
    naps = []
    done = threading.Event()

    def nap() -> None:
        while not done.is_set():
            time.sleep(0.001)
            naps.append(time.monotonic())

    sleeper = threading.Thread(target=nap)
    sleeper.start()
    begun = time.monotonic()
    try:
        with pytest.raises(Alarm), alarm(0.5):
            work()
    finally:
        ended = time.monotonic()
        done.set()
        sleeper.join()
    # With the interpreter's lock held there would be one at most.
    assert sum(begun < nap < ended for nap in naps) > 10


def test_many_threads_on_one_state() -> None:
    state = foursquare.State(RULES, seed=3)
    views: list[foursquare.View] = []

    def play(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(2000):
            try:
                match chance.randrange(4):
                    case 0:
                        state.pop()
                    case 1:
                        views.append(state.view(0))
                    case 2:
                        assert state == state
                        assert foursquare.State.from_bytes(state.to_bytes()).rules == RULES
                    case _:
                        state.push(chance.choice(state.legal_actions() or [24]))
            except OxidealError:
                pass  # somebody else has played meanwhile

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    again = foursquare.State(RULES, seed=3)
    for action in state.history:
        again.push(action)
    assert again == state
    assert len(views) > 1000
    assert all(view.sample(1).view(0) == view for view in views[::100])
