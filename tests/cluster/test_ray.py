"""The same results on a Ray cluster as here, whatever happens to it: `make cluster`. Needs Ray."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
import ray
from ray.cluster_utils import Cluster

from oxideal import rummy
from oxideal.arena import arena, tournament
from oxideal.bots import RuleBot
from oxideal.cli import main
from oxideal.dataset import dataset
from oxideal.errors import InvalidArgumentError
from oxideal.executors import calls

TIMES = ("seconds", "longest", "longest_deal", "longest_seat")


def lasting(result: Any) -> dict[str, Any]:
    """Return a result as a dict, without what depends on the speed of the machine."""
    fields: dict[str, Any] = result.to_dict()
    return {**fields, "rows": [{name: row[name] for name in row if name not in TIMES} for row in fields["rows"]]}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Three nodes on this machine, each with one processor. The first one cannot be spared."""
    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        found.add_node(num_cpus=1)
    ray.init(address=found.address, log_to_driver=False)
    yield found
    ray.shutdown()
    found.shutdown()


class Slow:
    """`rule`, slowly, so that there is time for disturbances."""

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        time.sleep(0.0005)
        return RuleBot().choose(view)


class Unlucky:
    """`rule`, but the first times its worker is killed, as one that takes too much memory is."""

    def __init__(self, folder: Path, times: int, deal: int = 0) -> None:
        self.folder, self.times = folder, times
        self.first = rummy.State(seed=7, stream=deal).view(0).hand

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        marks = list(self.folder.iterdir())
        if len(marks) < self.times and view.turn == 0 and view.hand == self.first:
            (self.folder / f"{len(marks)}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return RuleBot().choose(view)


def disturbed(play: Callable[[], Any], disturb: Callable[[], object]) -> Any:
    """Return a result, with something happening every 2 seconds meanwhile. Only the main thread can start nodes."""
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(play)
        while not wait([result], 2).done:
            disturb()
        return result.result()


@pytest.fixture
def many_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests kill far more often than any cluster does: the same call can be hit three times."""
    monkeypatch.setattr(calls, "ATTEMPTS", 50)


def kill_a_worker() -> None:
    """Kill a process that runs one of our calls; others belong to Ray itself."""
    workers = [
        each for each in psutil.process_iter(["cmdline"]) if (each.info["cmdline"] or [""])[0].startswith("ray::run")
    ]
    if workers:
        with contextlib.suppress(psutil.NoSuchProcess):
            random.choice(workers).kill()


def test_quiet_cluster(cluster: Cluster, tmp_path: Path) -> None:  # noqa: ARG001
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    wanted = arena("rummy", ["rule", "random"], 300, seed=7, records=here)
    found = arena("rummy", ["rule", "random"], 300, seed=7, records=there, jobs="ray")
    assert lasting(found) == lasting(wanted)
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.usefixtures("many_attempts")
def test_killed_workers(cluster: Cluster, tmp_path: Path) -> None:  # noqa: ARG001
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    bots: list[Any] = [Slow(), "random", "level:3"]
    wanted = tournament("rummy", bots, 30, seed=7, records=here)
    found = disturbed(lambda: tournament("rummy", bots, 30, seed=7, records=there, jobs="ray"), kill_a_worker)
    assert found.stopped is None
    assert [(row.name, row.rating, row.low) for row in found.rows] == [
        (row.name, row.rating, row.low) for row in wanted.rows
    ]
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.usefixtures("many_attempts")
def test_nodes_come_and_go(cluster: Cluster) -> None:
    wanted = arena("rummy", [Slow(), "random"], 100, seed=7)
    spare = [cluster.add_node(num_cpus=1)]

    def change() -> None:
        if spare:
            cluster.remove_node(spare.pop(), allow_graceful=False)
        else:
            spare.append(cluster.add_node(num_cpus=1))

    found = disturbed(lambda: arena("rummy", [Slow(), "random"], 100, seed=7, jobs="ray"), change)
    assert lasting(found) == lasting(wanted)


def test_call_is_started_again(cluster: Cluster, tmp_path: Path) -> None:  # noqa: ARG001
    wanted = arena("rummy", [("plays", "rule"), "random"], 20, seed=7)
    found = arena("rummy", [("plays", Unlucky(tmp_path, 2)), "random"], 20, seed=7, jobs="ray")
    assert len(list(tmp_path.iterdir())) == 2
    assert lasting(found)["rows"] == lasting(wanted)["rows"]


@pytest.mark.usefixtures("many_attempts")
def test_data_set(cluster: Cluster, tmp_path: Path) -> None:  # noqa: ARG001
    contents = []
    for name, disturb in (("here", None), ("there", kill_a_worker)):
        jobs: int | str = 1 if disturb is None else "ray"

        def make(folder: Path = tmp_path / name, jobs: int | str = jobs) -> Any:
            players = ["search:30it", "rule", "rule"]
            return dataset("doudizhu", folder, 300, players, seed=7, games_per_file=10, jobs=jobs)

        found = make() if disturb is None else disturbed(make, disturb)
        assert found.stopped is None
        contents.append({path.name: path.read_bytes() for path in found.folder.iterdir()})
    assert contents[0] == contents[1]


@pytest.mark.usefixtures("many_attempts")
def test_playouts(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    tables = []
    spare: list[Any] = []

    def disturb() -> None:
        kill_a_worker()
        if not spare:  # a node that joins late
            spare.append(cluster.add_node(num_cpus=1))

    for more in ([], ["--jobs", "2"], ["--jobs", "ray"]):
        command = ["playouts", "rummy", "-n", "1500000", "--seed", "7", *more]
        code = disturbed(partial(main, command), disturb) if "ray" in more else main(command)
        assert code == 0
        out = capsys.readouterr().out  # with notices of Ray before and after the table
        tables.append(out[out.index("Rummy, ") :].splitlines()[:5])
    assert tables[0] == tables[1] == tables[2]
    assert tables[0][-1].startswith("actions per game")
    assert spare != []
    cluster.remove_node(spare.pop())


def test_call_that_fails_three_times_is_named_and_the_run_can_go_on(cluster: Cluster, tmp_path: Path) -> None:  # noqa: ARG001
    marks, here, there = tmp_path / "marks", tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    marks.mkdir()
    bots: list[Any] = [("plays", Unlucky(marks, 3, deal=9)), "random"]
    stopped = arena("rummy", bots, 40, seed=7, records=there, jobs="ray")
    assert len(list(marks.iterdir())) == 3, "Ray does not start it more often by itself"
    assert stopped.stopped is not None
    assert stopped.stopped.startswith(f"deals {stopped.deals} to ")
    assert "failed 3 times" in stopped.stopped
    arena("rummy", bots, 40, seed=7, records=there, resume=True, jobs="ray")
    arena("rummy", [("plays", "rule"), "random"], 40, seed=7, records=here)
    assert there.read_bytes() == here.read_bytes()


def test_error_of_a_bot_is_raised_here(cluster: Cluster) -> None:  # noqa: ARG001
    with pytest.raises(Exception, match="no idea") as error:
        arena("rummy", [Broken(), "random"], 5, seed=7, jobs="ray", errors="raise")
    assert type(error.value).__name__ == "BotError"


def test_work_that_workers_cannot_import_is_refused(cluster: Cluster) -> None:  # noqa: ARG001
    class_of_main = type("Plays", (RuleBot,), {"__module__": "__main__"})
    sys.modules["__main__"].Plays = class_of_main  # type: ignore[attr-defined]
    with pytest.raises(InvalidArgumentError, match=r"a worker could not restore the work: .* workers can import"):
        arena("rummy", [class_of_main(), "random"], 5, seed=7, jobs="ray")


class Broken:
    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise ArithmeticError("no idea")
