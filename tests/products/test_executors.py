"""Work on executors: the same results as here, however it is cut into shards, and nothing is left of it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from helpers.refusal import refuses
from oxideal import foursquare, rummy
from oxideal._registry import module_of
from oxideal.arena import BotError, arena, tournament
from oxideal.cli import main
from oxideal.cli.playouts import WIN, Tally
from oxideal.dataset import dataset
from oxideal.differential.run import main as differential
from oxideal.errors import InvalidArgumentError
from oxideal.executors import Executor, named, run

TIMES = ("seconds", "longest", "longest_deal", "longest_seat")


def lasting(result: Any) -> dict[str, Any]:
    """Return a result as a dict, without what depends on the speed of the machine."""
    fields: dict[str, Any] = result.to_dict()
    return {**fields, "rows": [{name: row[name] for name in row if name not in TIMES} for row in fields["rows"]]}


class Threads:
    """An executor of two threads, which counts its calls."""

    workers = 2

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(2)
        self.calls = self.under_way = self.most = 0

    def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
        self.calls += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        return self.pool.submit(function, *arguments)

    def result(self, handle: Future[Any], /) -> Any:
        self.under_way -= 1
        return handle.result()


class Flaky(Threads):
    """An executor of which these calls fail, counted from 1."""

    def __init__(self, *failing: int) -> None:
        super().__init__()
        self.failing = failing
        self.asked = 0

    def result(self, handle: Future[Any], /) -> Any:
        self.asked += 1
        found = super().result(handle)
        if self.asked in self.failing:
            raise ConnectionError("the machine is gone")
        return found


class Broken:
    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise ArithmeticError("no idea")


def test_same_result_and_records_on_any_executor(tmp_path: Path) -> None:
    found, records = [], []
    several: list[named.Jobs] = [1, 2, Threads(), Flaky(1, 2, 4, 7)]
    for number, jobs in enumerate(several):
        file = tmp_path / f"{number}.jsonl"
        bots: list[Any] = ["search:20it", "random", Broken()]
        found.append(lasting(arena("doudizhu", bots, 40, seed=7, records=file, jobs=jobs)))
        records.append(file.read_bytes())
    assert all(each == found[0] for each in found)
    assert all(each == records[0] for each in records)
    assert found[0]["faults"] != []


@pytest.mark.full
def test_tournament_on_an_executor() -> None:
    here, *others = (
        tournament("rummy", ["rule", "random", "level:1"], 6, seed=7, jobs=each) for each in (1, 2, Threads())
    )
    for there in others:
        assert [(row.name, row.rating, row.low, row.high, row.decisions) for row in there.rows] == [
            (row.name, row.rating, row.low, row.high, row.decisions) for row in here.rows
        ]
        assert there.pairs == here.pairs


def test_call_that_fails_three_times_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    stopped = arena("rummy", ["rule", "random"], 30, seed=7, records=file, jobs=Flaky(3, 4, 5))
    assert 0 < stopped.deals < 30
    assert stopped.stopped is not None
    assert stopped.stopped.startswith(f"deals {stopped.deals} to ")
    assert stopped.stopped.endswith(' failed 3 times: "the machine is gone"')
    again = arena("rummy", ["rule", "random"], 30, seed=7, records=file, resume=True, jobs=Threads())
    assert lasting(again)["rows"] == lasting(arena("rummy", ["rule", "random"], 30, seed=7))["rows"]


def test_error_of_a_bot_is_not_tried_again() -> None:
    executor = Threads()
    with pytest.raises(BotError, match="no idea"):
        arena("rummy", [Broken(), "random"], 100, seed=7, jobs=executor, errors="raise")
    assert executor.calls <= 6, "only those that were under way"


def test_few_calls_are_under_way() -> None:
    executor = Threads()
    arena("foursquare", ["rule", "random"], 300, seed=7, jobs=executor)
    assert executor.calls > 10
    assert executor.most <= 6


class Cancelling(Threads):
    def __init__(self) -> None:
        super().__init__()
        self.cancelled: list[Any] = []

    def cancel(self, handle: Any) -> None:
        self.cancelled.append(handle)


def test_calls_that_nobody_needs_are_cancelled() -> None:
    executor = Cancelling()
    result = arena("rummy", ["rule", "random"], 3000, seed=7, until="better:0.3", jobs=executor)
    assert result.verdict is not None
    assert result.deals < 3000
    assert executor.cancelled != []


@pytest.mark.full
def test_files_of_a_data_set(tmp_path: Path) -> None:
    contents = []
    several: list[named.Jobs] = [1, 2, Flaky(1, 3)]
    for number, jobs in enumerate(several):
        found = dataset("rummy", tmp_path / f"{number}", 40, seed=7, games_per_file=10, jobs=jobs)
        assert found.stopped is None
        contents.append({path.name: path.read_bytes() for path in found.folder.iterdir()})
    assert len(contents[0]) == 5
    assert contents[0] == contents[1] == contents[2]
    stopped = dataset("rummy", tmp_path / "3", 40, seed=7, games_per_file=10, jobs=Flaky(2, 3, 4))
    assert stopped.stopped == 'file 1 failed 3 times: "the machine is gone"'
    assert len(stopped.files) == 1


def test_playouts_on_processes(capsys: pytest.CaptureFixture[str]) -> None:
    tables = []
    for more in ([], ["--jobs", "2"]):
        assert main(["playouts", "foursquare", "-n", "25000", "--seed", "7", *more]) == 0
        tables.append(capsys.readouterr().out.splitlines()[:-1])  # the last line is the time
    assert tables[0] == tables[1]


@pytest.mark.full
def test_differential_on_processes(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for jobs in ("1", "2"):
        assert differential(["foursquare", "--games", "60", "--seed", "7", "--sparse", "50", "--jobs", jobs]) == 0
        lines.append(capsys.readouterr().out)
    assert lines[0] == lines[1]


def test_what_is_no_executor_is_refused() -> None:
    for name in ("", "2", "ray:", "dask"):
        refuses(
            InvalidArgumentError,
            f'jobs must be 1 to 256, "ray", "ray:ADDRESS" or an executor, got "{name}"',
            arena,
            "rummy",
            ["rule", "random"],
            1,
            jobs=name,
        )
    for wrong, kind in ((1.5, "float"), (None, "NoneType"), (Threads, "the class Threads"), ([], "list")):
        with pytest.raises(TypeError, match=f"jobs must be an integer, a name, or an object .*, not {kind}"):
            arena("rummy", ["rule", "random"], 1, jobs=wrong)  # type: ignore[arg-type]
    assert isinstance(Threads(), Executor)


# Cuts


class Inventive:
    """Raises errors of 40 kinds, more than an arena tells apart. The kind depends on the view only."""

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise type(f"Error{crc32(view.to_text().encode()) % 40}", (Exception,), {})


def cut(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(run, "SHARD_SECONDS", seconds)


@pytest.mark.full
def test_faults_do_not_depend_on_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for seconds, jobs in ((1e-9, 1), (1000.0, 1), (1000.0, Threads())):
        cut(monkeypatch, seconds)
        result = arena("rummy", [Inventive(), "random"], 150, seed=7, jobs=jobs)
        assert len(result.rows[0].forfeits) == 21, "20 reasons are told apart, and the others count as one"
        assert " more in result.faults" in str(result)
        found.append(result.faults)
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 40


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
    assert arena("foursquare", ["rule"], 2, seed=7, jobs=name).deals == 2
    assert addresses == [address]
