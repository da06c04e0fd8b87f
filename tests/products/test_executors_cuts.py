"""How work is cut into shards does not change a result, and nothing is left of it."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from oxideal import foursquare, rummy
from oxideal._registry import module_of
from oxideal.arena import Entry, arena, tournament
from oxideal.arena.runner import Runner
from oxideal.bots import Limit
from oxideal.cli.playouts import WIN, Tally
from oxideal.executors import named, run


class Threads:
    """An executor of two threads."""

    workers = 2

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(2)

    def submit(self, function: Any, /, *arguments: Any) -> Any:
        return self.pool.submit(function, *arguments)

    def result(self, handle: Any, /) -> Any:
        return handle.result()


class Inventive:
    """Raises errors of 40 kinds, more than an arena tells apart. The kind depends on the view only."""

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise type(f"Error{crc32(view.to_text().encode()) % 40}", (Exception,), {})


def cut(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(run, "SHARD_SECONDS", seconds)


def test_faults_do_not_depend_on_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for seconds, executor in ((1e-9, None), (1000.0, None), (1000.0, Threads())):
        cut(monkeypatch, seconds)
        result = arena("rummy", [Inventive(), "random"], 150, seed=7, executor=executor)
        assert len(result.rows[0].forfeits) == 21, "20 reasons are told apart, and the others count as one"
        found.append(result.faults)
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 40


def test_faults_of_a_tournament_do_not_depend_on_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, 1e-9)
    bots: list[Any] = [Inventive(), "random", "rule"]
    here, there = (tournament("rummy", bots, 30, seed=7, executor=each).faults for each in (None, Threads()))
    assert here == there != ()


def test_sums_of_playouts_do_not_depend_on_the_cuts() -> None:
    # Seats share a void round: thirds and sixths have no exact sum as floats.
    for game, rules in (("rummy", rummy.Rules(players=6)), ("foursquare", foursquare.Rules())):
        playouts = module_of(game).playouts
        together = Tally.of(playouts(rules, 700, 7))
        apart = None
        for first, count in ((0, 1), (1, 299), (300, 23), (323, 377)):
            tally = Tally.of(playouts(rules, count, 7, first=first))
            apart = tally if apart is None else apart + tally
        assert apart is not None
        assert (apart.payoffs, apart.wins, apart.games) == (together.payoffs, together.wins, together.games)
        assert np.array_equal(apart.lengths, together.lengths)
        assert game != "rummy" or all(sums.total % WIN for sums in together.wins), "some games are shared"


@pytest.mark.full
def test_bots_are_closed_when_other_work_follows() -> None:
    """An executor's workers stay when an arena ends, and must not collect its bots."""
    executor, before = Threads(), living()
    for seed in range(5):
        arena("foursquare", [Entry(Idle(), limit=Limit(time=5))], 4, seed=seed, executor=executor)
    assert len(living() - before) <= Threads.workers
    executor.pool.shutdown()
    assert living() <= before


def living() -> set[int]:
    """Return which runners there are in this process: other tests have some too."""
    gc.collect()
    return {id(each) for each in gc.get_objects() if type(each) is Runner}


class Idle:
    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        return view.legal_actions()[0]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("ray", None),
        ("ray:auto", "auto"),
        ("ray:10.0.0.1:6379", "10.0.0.1:6379"),
        ("ray://head:10001", "ray://head:10001"),
    ],
)
def test_address_of_a_cluster_is_one_of_ray(name: str, address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Made(Threads):
        def __init__(self, address: str | None) -> None:
            super().__init__()
            addresses.append(address)

        def close(self) -> None:
            self.pool.shutdown()

    addresses: list[str | None] = []
    monkeypatch.setattr(named, "RayExecutor", Made)
    assert arena("foursquare", ["rule"], 2, seed=7, executor=name).deals == 2
    assert addresses == [address]
