"""The arena: seating, statistics, and robustness against faulty bots."""

from __future__ import annotations

import io
import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
import traceback
from contextlib import nullcontext, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from helpers.cases import module_of
from helpers.effort import times
from helpers.messages import says
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._registry import GAMES as GAME_INFO
from oxideal.arena import BotError, Entry, Estimate, Result, arena
from oxideal.bots import Limit, RuleBot
from oxideal.clock import TimeControl
from oxideal.differential import GAMES
from oxideal.errors import IllegalMoveError, InvalidArgumentError, OxidealError
from oxideal.record import MOST_ACTIONS, Record, read, replay

DOUZERO = doudizhu.Rules.preset("douzero")

THREE = ["search:20it", "rule", "random"]


def records_of(*given: Any, **named: Any) -> tuple[Result, list[dict[str, Any]]]:
    """Return the result of an arena and its records."""
    file = io.StringIO()
    result = arena(*given, **{"seed": 7, "records": file, **named})
    return result, [json.loads(line) for line in file.getvalue().splitlines()]


def figures(result: Result) -> list[tuple[object, ...]]:
    """Return everything that does not depend on the clock."""
    return [(row.name, row.wins, row.payment, row.score, row.decisions, row.forfeits) for row in result.rows]


# Faulty bots


class First:
    """Plays the first legal move."""

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        return view.legal_moves()[0]


class Asks:
    """Answers with what a function returns for the view, or with this value; raises an exception."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer(view) if callable(self.answer) else self.answer


def illegal(view: Any) -> Any:
    return next(view.rules.move(action) for action in range(view.rules.num_actions) if not view.is_legal(action))


def late(seconds: float) -> Asks:
    def wait(view: Any) -> Any:
        time.sleep(seconds)
        return view.legal_actions()[0]

    return Asks(wait)


class Strange:
    """Raises when it is converted."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __index__(self) -> int:
        raise self.error


class Secretive(type):
    """A metaclass that hides the names of its classes."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("boo")


class UnprintableError(Exception, metaclass=Secretive):
    def __str__(self) -> str:
        raise KeyboardInterrupt


class Stuck:
    """Thinks until it is let go, with or without the GIL."""

    def __init__(self, free: threading.Event, *, busy: bool) -> None:
        self.free = free
        self.busy = busy

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        while not self.free.is_set():
            if not self.busy:
                self.free.wait()
        return view.legal_actions()[0]


class Lonely(First):
    """Cannot be pickled."""

    def __reduce__(self) -> Any:
        return sys.exit, ()


# Seats and deals


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", [1, 2, 3, 4])
def test_seating(game: str, bots: int) -> None:
    module: Any = module_of(game, "rust")
    options = next((each for each in GAMES[game] if each.get("players") == 4 and not each.get("auction")), {})
    rules = module.Rules.from_dict(options)
    names = "abcd"[:bots]
    result, records = records_of(game, [(name, First()) for name in names], 3, rules=rules)
    assert len(records) == 3 * bots
    assert result.seatings == bots
    for number, record in enumerate(records):
        deal, seating = divmod(number, bots)
        assert record["stream"] == str(deal)
        start: Any = module.State(rules, seed=7, stream=deal)
        players = start.rules.players
        for place in range(players):
            turn = (seating + 1 + (place - 1) % (bots - 1)) % bots if place and bots > 1 else seating
            assert record["names"][(start.current_player + place) % players] == names[turn]


def test_bots_get_views_of_their_own_seat_and_the_limit_of_the_entry() -> None:
    given: list[tuple[Any, Limit | None]] = []

    class Noting:
        def choose(self, view: Any, limit: Limit | None = None) -> Any:
            given.append((view, limit))
            return view.legal_actions()[-1]  # if all played the first action, a pass, Dou Dizhu would redeal forever

    arena("doudizhu", [Entry(Noting(), limit=Limit(nodes=5)), "random"], 3, seed=7)
    assert given
    for view, limit in given:
        assert type(view) is doudizhu.View
        assert view.seat == view.current_player
        assert len(view.legal_actions()) > 1
        assert limit == Limit(nodes=5)
    given.clear()
    arena("doudizhu", [Noting()], 1, seed=7)
    assert {limit for _, limit in given} == {None}


# Statistics


@pytest.mark.parametrize("game", [game for game in GAMES if not GAME_INFO[game].solitaire])
def test_payoffs_sum_to_zero_and_wins_to_one(game: str) -> None:
    result, records = records_of(game, ["rule", "random"], 12)
    assert sum(row.payment.mean for row in result.rows) == pytest.approx(0)
    assert sum(row.wins.mean for row in result.rows) == pytest.approx(1)
    by_hand: dict[str, list[float]] = {"rule": [], "random": []}
    for first, second in zip(records[::2], records[1::2], strict=True):
        for name, payments in by_hand.items():
            sums = []
            for record in (first, second):
                mean = statistics.mean(record["payoffs"])
                own = [pay - mean for pay, each in zip(record["payoffs"], record["names"], strict=True) if each == name]
                sums.append(sum(own))
            payments.append(statistics.mean(sums))
    for row in result.rows:
        payments = by_hand[row.name]
        assert row.payment.mean == pytest.approx(statistics.mean(payments))
        assert row.payment.margin == pytest.approx(1.96 * statistics.stdev(payments) / len(payments) ** 0.5)
        assert row.forfeits == {}


def test_solitaire_is_played_by_each_bot_alone() -> None:
    result, records = records_of("foursquare", ["random", "rule"], 6)
    for row in result.rows:
        own = [record for record in records if record["names"] == [row.name]]
        assert len(own) == 6
        assert row.payment.mean == pytest.approx(statistics.mean(record["payoffs"][0] for record in own))
        assert row.wins.mean == pytest.approx(statistics.mean(record["payoffs"][0] > 0 for record in own))


def test_single_bot_and_single_deal() -> None:
    result = arena("mexican_train", ["rule"], 1, seed=7)
    (row,) = result.rows
    assert (row.wins, row.payment) == (Estimate(1.0, None), Estimate(0.0, None))
    assert row.score is not None
    assert "±" not in str(result).splitlines()[2]


def test_duplicate_names_are_numbered() -> None:
    bots: list[Any] = ["rule", RuleBot(), ("rule", RuleBot()), First()]
    result = arena("mexican_train", bots, 1, seed=7)
    assert [row.name for row in result.rows] == ["rule 1", "rule 2", "rule 3", "First"]
    long = "x" * 60
    result, records = records_of("foursquare", [(long, "rule")] * 3, 1)
    names = ["x" * 58 + f" {number}" for number in (1, 2, 3)]
    assert [row.name for row in result.rows] == names
    assert [record["names"] for record in records] == [[name] for name in names]
    taken = arena("foursquare", ["rule", ("rule 1", "rule"), "rule"], 1, seed=7)
    assert [row.name for row in taken.rows] == ["rule 2", "rule 1", "rule 3"]


# Records


@pytest.mark.parametrize("game", GAMES)
def test_records_match_the_games_played(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("of yesterday")
    result = arena(game, ["rule", "random"], 3, seed=2**200 + 1, records=file)
    records = list(read(file))
    assert [record.stream for record in records] == [0, 0, 1, 1, 2, 2]
    for record in records:
        assert replay(record, "reference").payoffs == record.payoffs is not None
        assert (record.game, record.rules, record.seed, record.note) == (game, result.rules, 2**200 + 1, None)
        assert set(record.names or ()) <= {"rule", "random"}
    refuses(TypeError, "records must be a path or a file, not int", arena, "rummy", ["rule"], records=5)


def test_games_from_other_packages() -> None:
    """Any engine that follows the contract can be played: here the reference."""
    plain = module_of("foursquare", "reference")
    result, (first, _) = records_of(plain, [First()], 2)
    assert result.game == "foursquare"
    state = replay(Record.from_dict(first), game=plain)
    assert state.is_over
    assert type(state) is vars(plain)["State"]


# Faulty bots


@pytest.mark.parametrize("limit", [None, Limit(time=20)], ids=str)
@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (Asks(RuntimeError("no idea\n" * 50)), "raised RuntimeError"),
        (Asks(SystemExit("that is enough")), "raised SystemExit"),
        (Asks(KeyboardInterrupt()), "raised KeyboardInterrupt"),
        (Asks(type("Panic", (BaseException,), {})("x\ny")), "raised Panic"),
        (Asks(type("Bad\nName" + "x" * 300, (Exception,), {})("a\nb")), "raised an error"),
        (Asks(UnprintableError()), "raised UnprintableError"),
        (Asks(illegal), "played an illegal move"),
        (Asks("no move"), "played an illegal move"),
        (Asks(None), "did not return a move"),
        (Asks(True), "did not return a move"),
        (Asks(foursquare.Move(0, 0)), "did not return a move"),
        (Asks(Strange(SystemExit("gone"))), "did not return a move"),
        (Asks(Strange(OxidealError("a\nb\ud800\u202e" + "x" * 300))), "played an illegal move"),
        (Asks(Secretive("x", (), {})()), "did not return a move"),
        (Asks(10**4000), "played an illegal move"),
    ],
)
def test_failing_bot_loses(bot: Any, why: str, limit: Limit | None) -> None:
    result, records = records_of("mexican_train", [Entry(bot, "bad", limit), ("good", First())], 4)
    bad, good = result.rows
    assert bad.forfeits == {why: 8}
    assert good.forfeits == {}
    assert (bad.wins.mean, good.wins.mean) == (0, 1)
    assert (bad.payment.mean, good.payment.mean) == (-193, 193)  # MT-31: half of 50 and 14 times 24
    assert f"bad: 8 forfeits: {why}" in str(result)
    for record in records:
        assert record["note"].startswith("bad at seat ")
        assert why in record["note"]
        assert record["note"].isprintable()
        assert len(record["note"]) <= 1000
        seat = int(record["note"].removeprefix("bad at seat ").partition(":")[0])
        ended = replay(Record.from_dict(record))
        assert ended.forfeited == (seat, "left" if why.startswith("raised") else "rules")
        assert record["payoffs"] == list(ended.payoffs or ())


def test_bot_that_takes_no_limit_is_refused() -> None:
    class Short:
        def choose(self, view: Any) -> Any:
            return view.legal_moves()[0]

    message = "choose of Short must accept two arguments: choose(view, limit=None)"
    refuses(TypeError, message, arena, "rummy", [Short()])


def test_late_bot_loses() -> None:
    bad = Entry(late(0.08), "late", Limit(time=0.01))
    result = arena("foursquare", [bad, "random"], 3, seed=7, grace=0.02)
    assert sum(result.rows[0].forfeits.values()) == 3
    assert result.rows[1].forfeits == {}
    own = Entry("random", limit=Limit(time=1e-9))
    assert list(arena("foursquare", [own], 1, seed=7, grace=0).rows[0].forfeits.values()) == [1]
    in_time = Entry(late(0.0005), limit=Limit(time=0.05))
    assert arena("foursquare", [in_time], 1, seed=7, grace=60).rows[0].forfeits == {}


@pytest.mark.parametrize("busy", [False, True])
def test_hanging_bot_is_abandoned(*, busy: bool) -> None:
    before, free = threading.active_count(), threading.Event()
    stuck = Entry(Stuck(free, busy=busy), "stuck", Limit(time=0.01))
    result = arena("mexican_train", [stuck, "random"], 4, seed=7, grace=0.05)
    after = threading.active_count()
    free.set()
    assert after <= before + 1
    assert sum(result.rows[0].forfeits.values()) == 8
    assert "still busy with an earlier choice" in result.rows[0].forfeits
    assert result.rows[0].details["still busy with an earlier choice"] == "since deal 0"


def test_endless_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """When everybody passes, Dou Dizhu may redeal without limit (DD-09)."""
    rules = doudizhu.Rules(max_redeals=None)
    most = min(times(MOST_ACTIONS, quick=2000), MOST_ACTIONS)
    monkeypatch.setattr("oxideal.arena.runner.MAX_GAME_ACTIONS", most)
    monkeypatch.setattr("oxideal.arena.result.MAX_GAME_ACTIONS", most)
    result, (record,) = records_of("doudizhu", [First()], 1, rules=rules)
    assert result.unfinished == 1
    assert (record["note"], record["payoffs"]) == ("no end", None)
    assert len(replay(Record.from_dict(record)).history) == most
    assert set(record["actions"]) == {"pass"}
    assert f"1 game did not end within {most:,} actions" in str(result)


# Faults


class Faulty:
    """Raises an error from another one when it has few cards left, in a function that it calls."""

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        return self.helper(view) if len(view.hand) < 12 else view.legal_moves()[-1]

    def helper(self, view: Any) -> Any:
        try:
            return view.legal_moves()[0].colour
        except AttributeError as error:
            raise ValueError("no colour:\n\u724c") from error


class Endless:
    def choose(self, view: Any, limit: Limit | None = None) -> Any:
        return self.choose(view, limit)


@pytest.mark.parametrize("limit", [None, Limit(time=20)], ids=str)
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_faults_have_the_traceback_of_the_bot_and_the_view(jobs: int, limit: Limit | None) -> None:
    faulty = Entry(Faulty(), "faulty", limit)
    result, records = records_of("doudizhu", [faulty, ("odd", Asks("pass"))], 8, rules=DOUZERO, jobs=jobs)
    assert [fault.deal for fault in result.faults] == sorted(fault.deal for fault in result.faults)
    for row in result.rows:
        assert sum(fault.name == row.name for fault in result.faults) == min(3, sum(row.forfeits.values()))
    fault = next(fault for fault in result.faults if fault.name == "faulty")
    assert (fault.why, fault.detail) == ("raised ValueError", "no colour: \u724c")
    lines = fault.traceback.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert "AttributeError: 'oxideal.doudizhu.Move' object has no attribute 'colour'" in lines
    assert lines[-2:] == ["ValueError: no colour:", "\u724c"]
    files = [line for line in lines if line.startswith("  File ")]
    assert [line.rpartition(" in ")[2] for line in files] == ["helper", "choose", "helper"]
    assert all(f'"{__file__}"' in line for line in files)
    assert result.faults[0].traceback == "" or result.faults[0].name == "faulty"
    # The view is the one that the bot was asked about.
    record = next(each for each in records if each["note"] == str(fault).replace(f" in deal {fault.deal}", ""))
    *_, state = Record.from_dict(record).states()
    assert state.pop() is None
    assert doudizhu.View.from_text(fault.view) == doudizhu.View.from_text(state.view(fault.seat).to_text())
    with pytest.raises(ValueError, match="no colour"):
        Faulty().choose(doudizhu.View.from_text(fault.view))
    shown = [line.strip() for line in lines]
    text = [line.strip() for line in str(result).splitlines()]
    start = text.index(f"faulty at seat {fault.seat} in deal {fault.deal}: raised ValueError")
    assert text[start + 1 :][: len(shown) + 1] == [*shown, f"view: {fault.view}"]
    assert json.loads(json.dumps(result.to_dict()))["faults"][0]["deal"] == result.faults[0].deal
    assert "print the result to see the first forfeits of each bot" in result._repr_html_()


def test_illegal_moves_say_where_and_what() -> None:
    result = arena("mexican_train", [("odd", Asks("pass")), "rule"], 2, seed=7)
    fault = result.faults[0]
    assert (fault.why, fault.move, fault.traceback) == ("played an illegal move", "pass", "")
    view = mexican_train.View.from_text(fault.view)
    assert not view.is_legal(fault.move)
    lines = str(result).splitlines()
    start = lines.index(f"odd at seat {fault.seat} in deal {fault.deal}: played an illegal move")
    assert lines[start + 1 :] == ["    move: pass", f"    view: {fault.view}"]
    assert arena("rummy", [Asks(-5), "rule"], 1, seed=7).faults[0].move == ""


def test_longest_decision_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def dawdle(view: Any) -> Any:
        clock[0] += 3 if view.hand == hand else 1
        return view.legal_moves()[0]

    clock = [0.0]
    monkeypatch.setattr("oxideal.arena.player.perf_counter", lambda: clock[0])
    hand = rummy.State(seed=7, stream=3).view(1).hand
    result = arena("rummy", [("slow", Asks(dawdle)), "rule"], 5, seed=7)
    row, other = result.rows
    assert (row.longest, row.longest_deal, row.longest_seat) == (3, 3, 1)
    assert (other.longest, other.longest_deal) == (0, 0)
    assert "longest decision: slow at seat 1 in deal 3" in str(result).splitlines()
    assert Result.from_dict(result.to_dict()) == result


@pytest.mark.parametrize(("seconds", "forfeits"), [(109, {}), (111, {"ran out of time": 2})])
def test_grace_on_a_clock_is_a_tenth_of_the_time_for_a_decision(
    seconds: int, forfeits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dawdling:
        def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
            now[0] += seconds
            return view.legal_moves()[0]

    now = [0.0]
    monkeypatch.setattr("oxideal.arena.player.perf_counter", lambda: now[0])
    result = arena("rummy", [("slow", Dawdling()), "rule"], 1, seed=7, clock=TimeControl(move=100))
    assert result.rows[0].forfeits == forfeits


@pytest.mark.parametrize(
    ("bot", "last"),
    [
        (Endless(), "RecursionError: maximum recursion depth exceeded"),
        (Asks(SystemExit("a\tb\x1b[31m")), "SystemExit: a   b?[31m"),
        (Asks(ValueError("x" * 10**6)), "ValueError: " + "x" * 488),
        (Asks(ValueError("x\n" * 10**4)), "x"),
        (Asks(ExceptionGroup("many", [ValueError("\ud800")])), "+------------------------------------"),
    ],
)
def test_tracebacks_are_printable_and_short(bot: Any, last: str) -> None:
    (fault,) = arena("foursquare", [bot], 1, seed=7).faults
    lines = fault.traceback.splitlines()
    assert lines[-1].strip().startswith(last)
    assert len(lines) < 202
    assert all(line.isprintable() and len(line) <= 500 for line in lines)


def innermost(error: BaseException) -> str:
    """Return the function that a debugger shows after this error."""
    return traceback.extract_tb(error.__traceback__)[-1].name


@pytest.mark.parametrize("limit", [None, Limit(time=20)], ids=str)
def test_first_fault_can_be_raised(limit: Limit | None) -> None:
    bots: list[Any] = [Entry(Faulty(), "faulty", limit), "random"]
    first = arena("doudizhu", bots, 8, seed=7, rules=DOUZERO).faults[0]
    with pytest.raises(BotError) as raised:
        arena("doudizhu", bots, 8, seed=7, rules=DOUZERO, errors="raise")
    assert raised.value.fault == first
    assert str(raised.value) == f"faulty at seat {first.seat} in deal {first.deal}: raised ValueError: {first.detail}"
    assert type(raised.value.__cause__) is ValueError
    assert innermost(raised.value) == innermost(raised.value.__cause__) == "helper"
    with pytest.raises(BotError, match="raised ValueError") as raised:
        arena("doudizhu", bots, 8, seed=7, rules=DOUZERO, errors="raise", jobs=2)
    assert raised.value.fault == first
    assert any('raise ValueError("no colour' in note for note in raised.value.__notes__)


@pytest.mark.parametrize(
    ("bot", "cause"),
    [
        (Asks(KeyboardInterrupt()), KeyboardInterrupt),
        (Asks(illegal), IllegalMoveError),
        (Asks(None), TypeError),
        (Entry(late(0.08), limit=Limit(time=0.01)), type(None)),
    ],
)
def test_every_forfeit_can_be_raised(bot: Any, cause: type) -> None:
    with pytest.raises(BotError) as raised:
        arena("mexican_train", [bot, "rule"], 2, seed=7, errors="raise", grace=0.02)
    assert type(raised.value.__cause__) is cause
    assert arena("mexican_train", ["random", "rule"], 2, seed=7, errors="raise").deals == 2


# Ctrl-C


class Interrupting:
    """Plays the first move and presses Ctrl-C after this many choices, optionally catching it."""

    def __init__(self, after: int, *, hides: bool = False) -> None:
        self.left = after
        self.hides = hides

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        self.left -= 1
        if self.left < 0:
            with suppress(KeyboardInterrupt) if self.hides else nullcontext():
                signal.raise_signal(signal.SIGINT)
        return view.legal_actions()[0]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_returns_the_games_played() -> None:
    full = arena("foursquare", [Interrupting(10**9)], 400, seed=7)
    # Chunks grow, so that part of the deals is finished after some choices.
    result, records = records_of("foursquare", [Interrupting(full.rows[0].decisions // 2)], 400)
    assert 0 < result.deals < result.wanted == 400
    assert len(records) == result.deals
    assert str(result).startswith(f"FourSquare, {result.deals} of 400 deals")
    for hides in (False, True):
        at_once = arena("foursquare", [Interrupting(0, hides=hides)], 400, seed=7)
        assert at_once.deals == 0
        assert "0 of 400 deals" in str(at_once)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_keyboard_interrupt_in_another_thread_forfeits() -> None:
    """Where no user can press Ctrl-C, a bot cannot either."""
    found: list[Result] = []
    thread = threading.Thread(target=lambda: found.append(arena("foursquare", [Asks(KeyboardInterrupt())], 3, seed=7)))
    thread.start()
    thread.join()
    assert found[0].rows[0].forfeits == {"raised KeyboardInterrupt": 3}
    (row,) = arena("foursquare", [Asks(KeyboardInterrupt())], 3, seed=7, jobs=2).rows
    assert row.forfeits == {"raised KeyboardInterrupt": 3}


THINKER = """
import os
from oxideal.bots import Limit, SearchBot

class Thinker:
    begun = False

    def choose(self, view, limit=None):
        if not Thinker.begun:
            Thinker.begun = True
            os.write(1, b"begun\\n")  # at once, and whole lines where several processes write
        return SearchBot(Limit(time=1)).choose(view)
"""

INTERRUPTED_ARENA = """
import sys
from oxideal.arena import arena
from thinker import Thinker

if __name__ == "__main__":
    result = arena("foursquare", [Thinker()], 100_000, seed=7, jobs=int(sys.argv[1]))
    print(result.deals < 100_000, flush=True)
"""


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.skipif(os.name != "posix", reason="the test sends SIGINT")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_all_processes(jobs: int, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a long game reaches all processes, as in a terminal."""
    (tmp_path / "thinker.py").write_text(THINKER, encoding="utf-8")
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED_ARENA, encoding="utf-8")
    command, pipe = [sys.executable, str(program), str(jobs)], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(jobs)] == [b"begun\n"] * jobs
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, error = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (out, error) == (b"True\n", b"")
    assert process.returncode == 0


# Refused arguments


def test_wrong_arguments_are_refused() -> None:
    refuses(InvalidArgumentError, says("no_such_game", "chess"), arena, "chess", ["rule"])
    refuses(TypeError, says("not_a_game", "int"), arena, 5, ["rule"])
    refuses(InvalidArgumentError, says("too_many_bots", 3, 2), arena, "rummy", THREE)
    refuses(InvalidArgumentError, says("wrong_number_of_bots", 1, 256, 0), arena, "rummy", [])
    refuses(InvalidArgumentError, says("wrong_number_of_bots", 1, 256, "more"), arena, "foursquare", ["rule"] * 257)
    refuses(TypeError, "bots must be a list of bots, not str", arena, "rummy", "rule")
    with pytest.raises(InvalidArgumentError, match='unknown bot "rul"'):
        arena("rummy", ["rul"])
    others: list[Any] = [5, RuleBot, ("a", 5), ("a", RuleBot(), 5)]
    for wrong in others:
        with pytest.raises(TypeError, match=r"a bot must be a name, e\.g\. search:50ms, an object with a method choo"):
            arena("rummy", [wrong])
    names: list[Any] = ["", "x" * 61, "a\nb", 5, "\u3164", "\u2800"]
    for name in names:
        message = "a bot's name must have 1 to 60 printable characters, one visible"
        refuses(InvalidArgumentError, message, arena, "rummy", [(name, "rule")])
    refuses(TypeError, "limit must be a Limit, not str; Limit.parse() reads a text", Entry, "rule", limit="50ms")
    with pytest.raises(TypeError, match=r"not the class RuleBot; pass an instance: RuleBot\(\)"):
        Entry(RuleBot)  # type: ignore[arg-type]
    for name, most in (("games", 10_000_000), ("jobs", 256)):
        message = says("out_of_range", name, 1, most, 0)
        refuses(InvalidArgumentError, message, arena, "rummy", ["rule"], **{name: 0})
    message = 'errors must be "forfeit" or "raise", got "ignore"'
    refuses(InvalidArgumentError, message, arena, "rummy", ["rule"], errors="ignore")
    for grace, got in ((-1, "-1"), (float("nan"), "nan"), (Fraction(10**400), "inf")):
        message = f"grace must be 0 to 86400 seconds, got {got}"
        refuses(InvalidArgumentError, message, arena, "rummy", ["rule"], grace=grace)
    hasty: Any = First()
    hasty.limit = 0.05
    message = "a bot's limit must be a Limit, not float; use Limit(time=0.05)"
    refuses(TypeError, message, arena, "rummy", [hasty])


def test_unpicklable_bots_are_refused(tmp_path: Path) -> None:
    class Local(First):
        pass

    file = tmp_path / "games.jsonl"
    file.write_text("of yesterday")
    with pytest.raises(InvalidArgumentError, match="jobs must be 1 for bots that cannot be pickled"):
        arena("foursquare", [Local()], 2, seed=7, jobs=2, records=file)
    message = "a worker process could not start: SystemExit; with several jobs"
    with pytest.raises(InvalidArgumentError, match=message):
        arena("foursquare", [Lonely()], 2, seed=7, jobs=2, records=file)
    assert file.read_text() == "of yesterday"
    assert arena("foursquare", [Local()], 2, seed=7).deals == 2
