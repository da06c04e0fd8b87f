"""An arena whose bots end, fork or change their process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.effort import some_in_quick
from oxideal.arena import arena
from oxideal.errors import InvalidArgumentError
from oxideal.executors import processes
from oxideal.executors.processes import WorkerError, Workers
from oxideal.record import read

if TYPE_CHECKING:
    from oxideal.bots import Limit

posix = pytest.mark.skipif(os.name != "posix", reason="other systems have no fork and no signals to kill with")


class Last:
    """Plays the last legal move."""

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        return view.legal_actions()[-1]


class Quitting(Last):
    """Ends its process after some choices."""

    def __init__(self, left: int, number: int | None = None) -> None:
        self.left = left
        self.number = number

    def choose(self, view: Any, limit: Limit | None = None) -> Any:
        self.left -= 1
        if self.left < 0:
            if self.number is not None:
                os.kill(os.getpid(), self.number)
            os._exit(3)
        return super().choose(view, limit)


class Threaded(Last):
    """Leaves a thread that never ends, and a file when the process has this bot."""

    def __init__(self) -> None:
        self.begun = False

    def choose(self, view: Any, limit: Limit | None = None) -> Any:
        if not self.begun:
            self.begun = True
            threading.Thread(target=threading.Event().wait).start()
        return super().choose(view, limit)


class Hanging(Last):
    """Hangs when it is restored, and leaves a file in a folder first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __setstate__(self, state: dict[str, Any]) -> None:
        (state["folder"] / str(os.getpid())).touch()
        threading.Event().wait()


class Leaving(Last):
    """Ends its process when it is restored."""

    def __reduce__(self) -> Any:
        return os._exit, (4,)


# Processes that end, or do not


@pytest.mark.full
@pytest.mark.parametrize(
    ("bot", "how"),
    [
        (Quitting(900), "ended with exit status 3"),
        pytest.param(Quitting(900, signal.SIGTERM), "was killed by SIGTERM", marks=posix),
    ],
)
def test_bot_that_ends_its_process_is_named_and_the_result_so_far_is_kept(bot: Any, how: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = arena("foursquare", [("quitting", bot), "rule"], 2000, seed=7, jobs=2, records=file)
    assert 0 < result.deals < result.wanted
    assert result.stopped is not None
    start = f'a worker process {how} while the bot "quitting" chose a move in deal '
    assert result.stopped.startswith(start)
    deal, seat = result.stopped.removeprefix(start).split(" at seat ")
    assert result.deals <= int(deal) < 2000
    assert seat == "0"
    assert str(result).endswith(f"\nstopped early: {result.stopped}")
    assert result.to_dict()["stopped"] == result.stopped
    assert len(list(read(file))) == 2 * result.deals


def test_thread_of_a_bot_does_not_keep_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "END_SECONDS", 0.1)
    assert arena("foursquare", [Threaded()], 8, seed=7, jobs=2).deals == 8


def test_bot_that_hangs_when_it_is_restored_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clock = time.perf_counter
    monkeypatch.setattr(processes, "perf_counter", lambda: clock() + 1000 * (len([*tmp_path.iterdir()]) == 2))
    message = "a worker process was not ready after 300 s; with several jobs, bots and"
    with pytest.raises(InvalidArgumentError, match=message):
        arena("foursquare", ["rule", ("hanging", Hanging(tmp_path))], 8, seed=7, jobs=2)


def test_bot_that_ends_its_process_when_it_is_restored_is_refused() -> None:
    message = "a worker process ended with exit status 4; with several jobs, bots and"
    with pytest.raises(InvalidArgumentError, match=message):
        arena("foursquare", ["rule", Leaving()], 8, seed=7, jobs=2)


def test_script_without_a_main_guard_is_explained(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text('from oxideal.arena import arena\narena("foursquare", ["rule"], 4, jobs=2)\n', encoding="utf-8")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    *_, last = done.stderr.splitlines()
    assert "InvalidArgumentError: a worker process ended with exit status 1; with several jobs, bots and" in last
    assert last.endswith("under `if __name__ == '__main__'`")


# Forks

FORKING = """
import os, sys, time
from oxideal.arena import Entry, arena
from oxideal.bots import Limit

class Forking:
    left = 5

    def choose(self, view, limit=None):
        self.left -= 1
        if not self.left:
            os.fork()
        return view.legal_actions()[-1]

class ForkingAnswer(Forking):
    def choose(self, view, limit=None):
        self.action = super().choose(view)
        return self

    def __index__(self):
        os.fork()
        return self.action

class ForkingPickle(Forking):
    left = 0

    def __getstate__(self):
        os.fork()
        return {}

if __name__ == "__main__":
    bot, limit = globals()[sys.argv[1]](), Limit(time=20) if sys.argv[3] == "timed" else None
    result = arena("foursquare", [Entry(bot, limit=limit)], 6, seed=7, jobs=int(sys.argv[2]), records=sys.argv[4])
    os.write(1, b"%d deals\\n" % result.deals)
"""


@posix
@pytest.mark.parametrize("limit", ["timed", pytest.param("untimed", marks=pytest.mark.full)])
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.full), 2])
@pytest.mark.parametrize("bot", some_in_quick(["Forking", "ForkingAnswer", "ForkingPickle"]))
def test_forked_child_of_a_bot_does_not_play_on(bot: str, jobs: int, limit: str, tmp_path: Path) -> None:
    program, file = tmp_path / "program.py", tmp_path / "games.jsonl"
    program.write_text(FORKING, encoding="utf-8")
    command = [sys.executable, "-W", "ignore", str(program), bot, str(jobs), limit, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # waits for all holders of the pipe
    assert (done.returncode, done.stdout, done.stderr) == (0, "6 deals\n", "")
    assert [record.stream for record in read(file)] == list(range(6))


@posix
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_works_although_a_bot_ignores_it() -> None:
    class Ignoring(Last):
        choices = 0

        def choose(self, view: Any, limit: Limit | None = None) -> Any:
            self.choices += 1
            if self.choices == 1:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            if self.choices > 5000:
                signal.raise_signal(signal.SIGINT)
            return super().choose(view, limit)

    result = arena("foursquare", [Ignoring()], 100_000, seed=7)
    assert 0 < result.deals < 100_000
    assert result.stopped == "Ctrl-C"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# Worker processes in general


class UnpicklableError(Exception):
    def __reduce__(self) -> Any:
        raise RuntimeError


def adder(start: int, note: processes.Note) -> Callable[[int], int]:
    def add(number: int) -> int:
        note[0] = number
        if number == 5:
            raise ValueError("five")
        if number == 6:
            raise UnpicklableError("six")
        if number == 7:
            os._exit(7)
        return start + number

    return add


def test_results_and_errors_of_worker_processes() -> None:
    with Workers(2, adder, 100) as workers:
        calls = [workers.submit(number) for number in (1, 5, 6, 2)]
        assert workers.result(calls[0]) == 101
        with pytest.raises(ValueError, match="five") as raised:
            workers.result(calls[1])
        assert "in a worker process:" in raised.value.__notes__[0]
        assert 'raise ValueError("five")' in raised.value.__notes__[0]
        with pytest.raises(RuntimeError, match=r'raise UnpicklableError\("six"\)'):
            workers.result(calls[2])
        assert workers.result(calls[3]) == 102


def test_other_calls_are_finished_when_a_worker_process_ends() -> None:
    with Workers(1, adder, 100) as workers:
        calls = [workers.submit(number) for number in (1, 7, 2)]
        assert workers.result(calls[0]) == 101
        for call in calls[1:]:
            with pytest.raises(WorkerError, match="a worker process ended with exit status 7") as raised:
                workers.result(call)
            assert raised.value.note[0] == 7
            assert raised.value.started
