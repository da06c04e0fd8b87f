"""The engine under threads and signals: no torn reads, no deadlocks, and long work can be interrupted."""

from __future__ import annotations

import faulthandler
import io
import os
import pickle
import random
import signal
import sys
import threading
import time
from contextlib import suppress
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.cases import CASES, Case, play
from helpers.effort import some_in_quick, times
from helpers.matches import finish
from helpers.signals import after_work
from oxideal import OxidealError, doudizhu, foursquare, mexican_train
from oxideal._registry import NAMES
from oxideal.arena import arena
from oxideal.bots import Limit, RandomBot, RuleBot, SearchBot, solve
from oxideal.random import Stream
from oxideal.record import Record, Writer, read, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RULES = foursquare.Rules()
TURNS = times(1)
"""A multiplier for the duration of races; larger for a long run."""

RUST = {case.game: case for case in reversed(CASES) if case.backend == "rust"}
"""Each game with its first rules."""


def hard_view() -> Any:
    """Return a view in which a search does not settle quickly."""
    state: Any = mexican_train.State(seed=8)
    return state.view(state.current_player)


LONG_WORK: dict[str, Callable[[], object]] = {
    "perft": lambda: foursquare.State(seed=1).perft(200),
    "playouts": lambda: foursquare.playouts(RULES, 100_000_000, seed=1),
    "playouts-threads": lambda: foursquare.playouts(RULES, 100_000_000, seed=1, threads=2),
    "playouts-state": lambda: foursquare.playouts(foursquare.State(seed=1), 100_000_000, seed=1, threads=2),
    "playouts-view": lambda: foursquare.playouts(foursquare.State(seed=1).view(0), 100_000_000, seed=1, threads=2),
    "search": lambda: SearchBot(Limit(time=60), seed=1).choose(hard_view()),
    "search-threads": lambda: SearchBot(Limit(time=60), seed=1, threads=2).choose(hard_view()),
    "solve": lambda: solve(doudizhu.State(doudizhu.Rules.preset("douzero"), seed=1), Limit(time=60)),
}


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Case:
    return RUST[request.param]


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    """Make deadlocks visible: print the stacks and end the run."""
    faulthandler.dump_traceback_later(900 * TURNS, exit=True, file=sys.__stderr__ or 2)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def quick_switches() -> Iterator[None]:
    """Let Python switch threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*works: Callable[[], object]) -> None:
    """Run all of these at once, one per thread, and raise the error of any of them."""
    failed: list[BaseException] = []
    barrier = threading.Barrier(len(works))

    def watched(work: Callable[[], object]) -> None:
        try:
            barrier.wait()
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=watched, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


# Long work


class Alarm(Exception):  # noqa: N818 (it is a signal, no error)
    pass


def ring(*_: object) -> None:
    """Handle a signal as Ctrl-C is handled, which raises KeyboardInterrupt."""
    raise Alarm


@pytest.mark.skipif(os.name != "posix", reason="the test needs SIGPROF")
@pytest.mark.parametrize("work", some_in_quick(LONG_WORK.values()), ids=LONG_WORK)
def test_signals_stop_long_work(work: Callable[[], object]) -> None:
    with pytest.raises(Alarm), after_work(0.2, ring):
        work()


@pytest.mark.skipif(os.name != "posix", reason="the test needs SIGALRM")
@pytest.mark.parametrize("work", some_in_quick(LONG_WORK.values()), ids=LONG_WORK)
def test_long_work_releases_the_gil(work: Callable[[], object]) -> None:
    """With the GIL held, the other thread would see nothing of the work until its end, which is minutes away."""
    seen = []
    begun = time.process_time()

    def watch() -> None:
        while time.process_time() < begun + 0.2:
            time.sleep(0.001)
        seen.append(time.process_time() - begun)
        os.kill(os.getpid(), signal.SIGALRM)

    def watched() -> None:
        watcher.start()
        work()

    before = signal.signal(signal.SIGALRM, ring)
    watcher = threading.Thread(target=watch)
    try:
        with pytest.raises(Alarm):
            watched()
    finally:
        watcher.join()
        signal.signal(signal.SIGALRM, before)
    assert seen[0] < 20


# Many threads, one object


GIVEN: dict[str, tuple[Any, ...]] = {
    "events": (0,),
    "is_legal": (0,),
    "move": (0,),
    "events_json": (0,),
    "perft": (1,),
    "sample": (7,),
    "sample_actions": (7,),
    "state": (0,),
    "view": (0,),
}
"""Arguments of the methods that only read."""

NO_LOOKS = ("push", "pop", "step", "reset", "next_round", "forfeit")
"""Methods that change an object."""

MAKERS = (
    *("from_bytes", "from_deal", "from_dict", "from_events", "from_json", "from_origin", "from_position", "from_text"),
    "preset",
)
OTHERS = (
    *("describe", "describe_event"),
    *("action", "parse", "beats", "why_not", "move_from_dict", "move_from_json", "event_from_dict", "event_to_dict"),
    "events_from_json",
)
"""Methods that create another object, and methods that need a move or its text: they are called by name below."""


def look(thing: Any) -> dict[str, Any]:
    """Return everything that can be asked of an object, by name."""
    names = [name for name in dir(thing) if not name.startswith("_") and name not in (*NO_LOOKS, *MAKERS, *OTHERS)]
    seen = {name: getattr(thing, name) for name in names}
    seen = {name: value(*GIVEN.get(name, ())) if callable(value) else value for name, value in seen.items()}
    return {**seen, "str": str(thing), "repr": repr(thing)}


def shown(seen: Any) -> Any:
    """Compare, arrays by entry; a `Batch` returns the arrays that it writes to."""
    if isinstance(seen, dict):
        return {name: shown(value) for name, value in seen.items()}
    return seen.tolist() if isinstance(seen, np.ndarray) else seen


@pytest.mark.full
@pytest.mark.usefixtures("quick_switches")
def test_immutable_objects_look_alike_on_all_threads(game: Case) -> None:
    """Rules, moves, a view and a state that nobody changes, and all their copies."""
    state = game.midway
    seat = state.current_player
    things = [game.rules, state.legal_moves()[0], state, state.view(seat)]
    before = [shown(look(thing)) for thing in things]

    def watch() -> None:
        for _ in range(10 * TURNS):
            for thing, seen in zip(things, before, strict=True):
                assert shown(look(thing)) == seen
                for other in (copy(thing), deepcopy(thing), pickle.loads(pickle.dumps(thing))):
                    assert (other, hash(other)) == (thing, hash(thing))

    together(*[watch] * 4)


@pytest.mark.usefixtures("quick_switches")
def test_readers_never_see_a_half_made_move(game: Case) -> None:
    """One thread plays a round to its end and back, others read: only complete states are seen."""
    moments = list(play(game.state(), 3))
    actions = moments[-1].history
    texts = {moment.to_text() for moment in moments}
    saved = {moment.to_bytes() for moment in moments}
    histories = {moment.history for moment in moments}
    boards = {str(moment) for moment in moments}
    views = {moment.view(0).to_text() for moment in moments}
    legal = {tuple(moment.legal_actions()) for moment in moments}
    hashes = {hash(moment) for moment in moments}
    state = game.state()
    over = threading.Event()
    looks: list[int] = []

    def move() -> None:
        turns = 0
        try:
            while turns < 2 * TURNS or not looks:  # on a busy machine the others may start late
                turns += 1
                for action in actions:
                    state.push(action)
                for action in reversed(actions):
                    assert state.pop() == action
        finally:
            over.set()

    def watch() -> None:
        while not over.is_set():
            try:
                assert state.to_text() in texts
                assert state.to_bytes() in saved
                assert state.history in histories
                assert str(state) in boards
                assert state.view(0).to_text() in views
                assert tuple(state.legal_actions()) in legal
                assert tuple(map(int, state.legal_moves())) in legal
                assert hash(state) in hashes
                assert state.copy().to_bytes() in saved
                assert pickle.loads(pickle.dumps(state)).to_bytes() in saved
                look(state)
            finally:
                looks.append(1)

    together(move, *[watch] * 3)
    assert state == game.state()


@pytest.mark.usefixtures("quick_switches")
def test_concurrent_moves_on_one_state(game: Case) -> None:
    """All threads push. Whatever the result, it was played move by move."""
    state = game.state()
    views: list[Any] = []

    def play_along(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(500 * TURNS):
            with suppress(OxidealError):  # another thread has played meanwhile
                match chance.randrange(4):
                    case 0:
                        state.pop()
                    case 1:
                        views.append(state.view(0))
                    case 2:
                        assert state == state
                        assert game.module.State.from_bytes(state.to_bytes()).rules == game.rules
                    case _:
                        state.push(chance.choice(state.legal_actions() or [0]))

    together(*[lambda seed=seed: play_along(seed) for seed in range(8)])
    again = game.state()
    for action in state.history:
        again.push(action)
    assert again == state
    assert len(views) > 500
    for view in views[::200]:
        assert view.sample(1).view(0) == view


@pytest.mark.usefixtures("quick_switches")
def test_comparing_states_both_ways_does_not_deadlock(game: Case) -> None:
    """Locking both states at a time would deadlock."""
    one, other = game.state(), game.state()

    def move() -> None:
        for _ in range(300 * TURNS):
            one.push(one.legal_actions()[0])
            one.pop()

    def compare(left: Any, right: Any) -> None:
        for _ in range(300 * TURNS):
            assert left == left
            assert (left == right) in (True, False)

    together(move, lambda: compare(one, other), lambda: compare(other, one))
    assert one == other


@pytest.mark.usefixtures("quick_switches")
def test_threads_draw_every_word_of_a_stream_once() -> None:
    stream, words = Stream(seed=7), [list[int]() for _ in range(4)]

    def draw(mine: list[int]) -> None:
        for _ in range(2000 * TURNS):
            mine.append(stream.word())
            stream.position  # noqa: B018
            pickle.dumps(stream)

    together(*[lambda mine=mine: draw(mine) for mine in words])
    again = Stream(seed=7)
    wanted = [again.word() for _ in range(8000 * TURNS)]
    assert sorted(word for mine in words for word in mine) == sorted(wanted)
    for mine in words:
        rest = iter(wanted)
        assert all(word in rest for word in mine), "each thread has its own in the order in which they come"
    assert stream.position == again.position == 8000 * TURNS


@pytest.mark.usefixtures("quick_switches")
def test_concurrent_step_read_and_reset_of_one_batch(game: Case) -> None:
    """By many threads; afterwards the games match the arrays, and a reset batch equals a new one."""
    n = 600  # enough for worker threads
    batch, fresh = (game.module.Batch(game.rules, n, seed=7, threads=2) for _ in range(2))
    steps = []

    def move(seed: int) -> None:
        for turn in range(15 * TURNS):
            with suppress(OxidealError):  # another thread may have played meanwhile
                batch.step(batch.sample_actions(seed + turn))
                steps.append(1)

    def watch() -> None:
        for k in range(15 * TURNS):
            look(batch)
            state = batch.state(k % n)
            assert game.module.State.from_text(state.to_text()).legal_actions() == state.legal_actions()
            view = batch.view(k % n)
            assert view.sample(1).view(view.seat) == view
            assert batch.legal_mask().any(axis=1).all()

    def begin_again() -> None:
        for _ in range(5 * TURNS):
            batch.reset()

    together(lambda: move(100), lambda: move(200), watch, begin_again)
    assert steps
    for k in (0, n // 2, n - 1):
        first, end = batch.legal_offsets[k : k + 2]
        assert batch.legal_ids[first:end].tolist() == batch.state(k).legal_actions()
        assert np.array_equal(batch.observations[k], batch.view(k).observation())
    batch.reset()
    afterwards, at_first = look(batch), look(fresh)
    assert all(shown(afterwards[name]) == shown(at_first[name]) for name in afterwards if name not in ("str", "repr"))


def test_many_threads_share_one_bot(game: Case) -> None:
    views = [state.view(state.current_player) for state in game.states if not state.is_over][:6]
    bots: list[Any] = [RandomBot(seed=1), RuleBot(), SearchBot(Limit(iterations=30), seed=1, threads=2)]
    wanted = [[bot.choose(view) for view in views] for bot in bots]
    assert views

    def ask() -> None:
        for bot, moves in zip(bots, wanted, strict=True):
            assert [bot.choose(view) for view in views] == moves

    together(*[ask] * 4)


def test_stop_while_other_searches_start() -> None:
    """Each search returns, stopped or not."""
    bot, view = SearchBot(Limit(iterations=200), seed=1, threads=2), hard_view()
    over = threading.Event()
    found: list[Any] = []

    def think() -> None:
        try:
            found.extend(bot.think(view) for _ in range(10 * TURNS))
        finally:
            over.set()

    def stop() -> None:
        while not over.is_set():
            bot.stop()
            time.sleep(0.001)

    together(think, think, stop)
    assert len(found) == 20 * TURNS
    assert all(view.is_legal(thinking.move) for thinking in found)


@pytest.mark.usefixtures("quick_switches")
def test_concurrent_records_are_whole_lines(tmp_path: Any) -> None:
    path = tmp_path / "games.jsonl"
    states = [RUST[name].game_over(seed) for seed, name in enumerate(NAMES)]
    records = [Record.of(state, note=str(number)) for number, state in enumerate(states)]
    with Writer(path) as writer:

        def write() -> None:
            for _ in range(10 * TURNS):
                for record in records:
                    writer.write(record)

        together(*[write] * 4)
    found = list(read(path))
    assert len(found) == 40 * TURNS * len(records)
    assert all(found.count(record) == 40 * TURNS for record in records)
    together(*[lambda record=record: replay(record) for record in records])


# Many threads, separate objects


def test_concurrent_work_matches_sequential_results() -> None:
    """Each thread gets the results it gets alone."""

    def search() -> object:
        thinking = SearchBot(Limit(iterations=60), seed=1, threads=2).think(hard_view())
        return [(choice.move, choice.visits, choice.mean) for choice in thinking.choices]

    def step() -> object:
        batch = doudizhu.Batch(doudizhu.Rules(), 600, seed=7, threads=2)
        for seed in range(10):
            batch.step(batch.sample_actions(seed))
        return batch.observations.tobytes()

    def play_out() -> object:
        return doudizhu.playouts(doudizhu.Rules(), 400, seed=7, threads=2).payoffs.tobytes()

    def count() -> object:
        return foursquare.State(seed=1).perft(5)

    def solve_one() -> object:
        solution = solve(foursquare.State(seed=1), Limit(nodes=2000))
        return solution and (solution.payoffs, solution.line)

    def compete() -> object:
        file = io.StringIO()
        rows = arena("mexican_train", ["rule", "random"], 2, seed=7, records=file).rows
        return [row.payment for row in rows], file.getvalue()

    def draw_pictures() -> object:
        return [RUST[name].midway._repr_svg_() for name in NAMES]

    works = (search, step, play_out, count, solve_one, compete, draw_pictures)
    wanted = [work() for work in works]

    def check(work: Callable[[], object], result: object) -> None:
        for _ in range(TURNS):
            assert work() == result

    together(
        *[lambda work=work, result=result: check(work, result) for work, result in zip(works, wanted, strict=True)]
    )


def test_states_move_between_threads(game: Case) -> None:
    """Created in one thread, played in another, dropped in a third."""
    moments = list(play(game.state(), 5))
    actions = moments[-1].history
    made: list[Any] = []
    together(*[lambda: made.append(game.state())] * 8)

    def play_on(state: Any) -> None:
        for action in actions:
            state.push(action)

    together(*[lambda state=state: play_on(state) for state in made])
    assert made == [moments[-1]] * 8
    together(*[made.pop] * 8)
    assert made == []


# Ctrl-C in Python code


class Pressing(list[Any]):
    """A list that raises KeyboardInterrupt after an append."""

    def append(self, item: Any) -> None:
        super().append(item)
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_keeps_a_match_consistent(game: Case) -> None:
    match_type: Any = game.module.Match
    match, other = (match_type(game.rules, seed=7, rounds=3) for _ in range(2))
    for each in (match, other):
        finish(each.state)
    match._finished = Pressing()
    with pytest.raises(KeyboardInterrupt):
        match.next_round()
    other.next_round()
    assert (match.results, match.totals, match.state) == (other.results, other.totals, other.state)
