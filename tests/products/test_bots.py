"""Bots and solvers from Python: limits, choices that depend only on seed and view, and refused arguments."""

from __future__ import annotations

import asyncio
import copy
import os
import pickle
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from helpers import effort
from helpers.cases import CASES, Case, module_of
from helpers.messages import says
from helpers.refusal import refuses, shown_type
from oxideal import doudizhu, foursquare
from oxideal.bots import (
    Bot,
    LevelBot,
    Limit,
    RandomBot,
    RuleBot,
    SearchBot,
    Solution,
    Thinking,
    achoose,
    bot,
    bot_seed,
    solve,
)
from oxideal.bots.limit import MAX_COUNT, MAX_SECONDS
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError

RUST = [case for case in CASES if case.backend == "rust"]

SEARCH = Limit(iterations=30)


def views(case: Case) -> list[Any]:
    """Return views of seats to move with a choice."""
    states = [state for state in case.states[:: 1 if effort.level else 2] if len(state.legal_actions()) > 1]
    return [state.view(state.current_player) for state in states]


def leading() -> doudizhu.View:
    """Return a landlord's view with a hundred possible leads, which takes long to search."""
    state = doudizhu.State(doudizhu.Rules.preset("douzero"), seed=7)
    assert state.current_player is not None
    return state.view(state.current_player)


def same_view(view: Any, seed: int = 5) -> Any:
    """Return the view of a sampled state: equal, with other hidden cards."""
    again = view.sample(seed).view(view.seat)
    assert again == view
    return again


# Limits


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("50ms", {"time": 0.05}),
        ("1e-3s", {"time": 0.001}),
        ("1e5nodes", {"nodes": 100_000}),
        ("1.5e3it", {"iterations": 1500}),
        ("50ms,1000it,7nodes", {"time": 0.05, "iterations": 1000, "nodes": 7}),
        (f"{MAX_COUNT}it", {"iterations": MAX_COUNT}),
    ],
)
def test_limits_are_read(text: str, fields: dict[str, Any]) -> None:
    assert Limit.parse(text) == Limit(**fields)


def test_limits_read_back_their_text() -> None:
    chance = random.Random(7)
    times = [None, 5e-324, 1e-9, 1 / 3, 0.1 + 0.2, 0.05, 1, 1.5, 3600, MAX_SECONDS]
    times += [chance.uniform(0, 10 ** chance.randint(-9, 4)) for _ in range(200)]
    for number in times:
        for counts in ({}, {"iterations": chance.randint(1, MAX_COUNT)}, {"nodes": 1, "iterations": MAX_COUNT}):
            if number is not None or counts:
                limit = Limit(time=number, **counts)
                assert Limit.parse(str(limit)) == limit
    assert [str(Limit(0.05)), str(Limit(2)), str(Limit(1.5, 1000, 10))] == ["50ms", "2s", "1.5s,1000it,10nodes"]


@pytest.mark.parametrize(
    "text", ["", "50", "ms", "50 ms", "-1s", "1_000it", "\u0665s", "infs", "5min", "1s,", "1e9999s", "1S"]
)
def test_invalid_limit_texts(text: str) -> None:
    with pytest.raises(InvalidArgumentError, match=r"expected e\.g\. 50ms, 2s, 1000it"):
        Limit.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1s,2ms", 'invalid limit "1s,2ms": duplicate time'),
        ("1.5it", 'invalid limit "1.5it": iterations must be a whole number'),
        ("1e999s", says("time_out_of_range", MAX_SECONDS, "inf")),
        ("1e500it", says("out_of_range", "iterations", 1, MAX_COUNT, f"1{'0' * 39}...")),
        ("0nodes", says("out_of_range", "nodes", 1, MAX_COUNT, 0)),
    ],
)
def test_limits_that_are_refused(text: str, message: str) -> None:
    refuses(InvalidArgumentError, message, Limit.parse, text)


def test_fields_of_limits_are_checked() -> None:
    refuses(InvalidArgumentError, "a limit needs time, iterations or nodes, e.g. Limit(time=0.05)", Limit)
    for number in (0, -1, float("nan"), float("inf"), 86400.1, 10**400):
        got = float("inf") if number == 10**400 else float(number)
        refuses(InvalidArgumentError, says("time_out_of_range", MAX_SECONDS, got), Limit, number)
    for value, name in ((True, "bool"), ("1", "str"), (1j, "complex")):
        refuses(TypeError, f"time must be a number of seconds, not {name}", Limit, value)
    for name in ("iterations", "nodes"):
        for number in (0, -1, MAX_COUNT + 1):
            message = says("out_of_range", name, 1, MAX_COUNT, number)
            refuses(InvalidArgumentError, message, Limit, **{name: number})
        for value in (True, 1.0, "1"):
            refuses(TypeError, says("not_an_integer", name, type(value).__name__), Limit, **{name: value})
    refuses(TypeError, says("not_a_str", "text", "int"), Limit.parse, 5)


# Choices


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_bot_depends_on_seed_and_view_only(case: Case) -> None:
    mine, same, other = RandomBot(seed=1), RandomBot(seed=1), RandomBot(seed=2)
    differ = 0
    for view in views(case):
        move = mine.choose(view)
        assert type(move) is case.module.Move
        assert view.is_legal(move)
        assert move == same.choose(same_view(view))
        assert move == same.choose(type(view).from_text(view.to_text()))  # equal, but without the last actions
        differ += move != other.choose(view)
    assert differ


@pytest.mark.parametrize("case", RUST, ids=str)
def test_rule_and_search_bots_depend_on_seed_and_view_only(case: Case) -> None:
    for view in views(case):
        again = same_view(view)
        for one, other in (
            (RuleBot(), RuleBot()),
            (SearchBot(SEARCH, seed=1), SearchBot(SEARCH, seed=1)),
            (SearchBot(SEARCH, seed=1, threads=2), SearchBot(SEARCH, seed=1, threads=2)),
        ):
            move = one.choose(view)
            assert type(move) is case.module.Move
            assert view.is_legal(move)
            assert move == other.choose(again)
            if isinstance(other, RuleBot):  # a search uses the last actions as well, which a text does not hold
                assert move == other.choose(type(view).from_text(view.to_text()))


@pytest.mark.parametrize("case", RUST, ids=str)
def test_bots_take_the_only_move(case: Case) -> None:
    for state in case.states:
        if len(state.legal_actions()) == 1:
            view = state.view(state.current_player)
            for each in (RandomBot(seed=1), RuleBot(), SearchBot(SEARCH, seed=1)):
                assert each.choose(view) == state.legal_moves()[0]


@pytest.mark.parametrize("game", GAMES)
def test_thinking(game: str) -> None:
    for case in (case for case in RUST if case.game == game):
        for view in views(case)[:6]:
            thinking = SearchBot(seed=1).think(view, Limit(iterations=200))
            assert isinstance(thinking, Thinking)
            assert thinking.move == thinking.choices[0].move == thinking.line[0]
            moves = [choice.move for choice in thinking.choices]
            assert len(set(moves)) == len(moves)
            assert all(view.is_legal(move) for move in moves)
            assert all(choice.visits >= 0 for choice in thinking.choices)
            assert all((choice.error is None) == (choice.visits < 2) for choice in thinking.choices)
            assert all(choice.error is None or choice.error >= 0 for choice in thinking.choices)
            assert thinking.iterations <= 200
            assert thinking.seconds > 0
            if len(thinking.choices) > 1:
                assert thinking.iterations >= thinking.deals > 0
                assert thinking.nodes > 0
            text = str(thinking)
            assert str(thinking.move) in text
            assert f"{thinking.iterations:,} playouts of {thinking.deals:,} deal" in text or thinking.iterations < 2
            assert "nan" not in text
            assert "inf" not in text


def test_limit_of_the_call_overrides_the_bots_limit() -> None:
    view = leading()
    thoughtful = SearchBot(Limit(time=3600), seed=1)
    assert 0 < thoughtful.think(view, SEARCH).iterations <= 30
    assert thoughtful.choose(view, SEARCH) == SearchBot(SEARCH, seed=1).choose(view)


def test_stop_ends_running_searches() -> None:
    """Searches running in several threads end; those started later do not."""
    view = leading()
    thoughtful = SearchBot(Limit(time=3600))
    found: list[Thinking[Any]] = []
    threads = [threading.Thread(target=lambda: found.append(thoughtful.think(view))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.05)
            thoughtful.stop()  # again, in case a search has not started yet
    assert len(found) == 2
    assert all(view.is_legal(thinking.move) for thinking in found)
    assert 0 < thoughtful.think(view, SEARCH).iterations <= 30


def test_searches_of_asyncio_agree_with_others() -> None:
    view = leading()
    thoughtful = SearchBot(Limit(time=3600), seed=1)
    thinking = asyncio.run(thoughtful.athink(view, SEARCH))
    assert thinking.choices == thoughtful.think(view, SEARCH).choices
    assert asyncio.run(thoughtful.achoose(view, SEARCH)) == thinking.move
    with pytest.raises(InvalidArgumentError, match="is to move"):
        asyncio.run(thoughtful.athink(doudizhu.State(doudizhu.Rules(), seed=7).view(0)))


class Waits:
    """A bot of a user's, which blocks its thread until it is let go."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.limits: list[Limit | None] = []

    def choose(self, view: Any, limit: Limit | None = None) -> Any:
        self.limits.append(limit)
        assert self.free.wait(60)
        return view.legal_moves()[-1]


def test_achoose_takes_any_bot_and_leaves_the_event_loop_free() -> None:
    view, waits = leading(), Waits()

    async def play() -> Any:
        task = asyncio.create_task(achoose(waits, view, SEARCH))
        while not waits.limits:  # the loop runs while the bot blocks
            await asyncio.sleep(0.001)
        assert not task.done()
        waits.free.set()
        return await task

    assert asyncio.run(play()) == view.legal_moves()[-1]
    assert waits.limits == [SEARCH]
    for bot_ in (RuleBot(), RandomBot(seed=1), SearchBot(SEARCH, seed=1)):
        assert asyncio.run(achoose(bot_, view)) == bot_.choose(view)
    with pytest.raises(InvalidArgumentError, match="is to move"):
        asyncio.run(achoose(RuleBot(), doudizhu.State(doudizhu.Rules(), seed=7).view(0)))


@pytest.mark.parametrize("seconds", [0, 0.2])
def test_cancelling_a_task_ends_only_its_own_search(seconds: float) -> None:
    view = leading()
    thoughtful = SearchBot(Limit(time=600))

    async def play() -> None:
        one, other = (asyncio.create_task(thoughtful.athink(view)) for _ in range(2))
        try:
            await asyncio.sleep(seconds)
            one.cancel()
            done, _ = await asyncio.wait([one], timeout=60)
            assert done == {one}
            assert one.cancelled()
            await asyncio.sleep(0.2)
            assert not other.done()
        finally:
            while not other.done():
                thoughtful.stop()  # again, in case it has not started yet
                await asyncio.sleep(0.01)
        assert view.is_legal((await other).move)
        # Now no thread searches: the end of `play` waits for all.

    asyncio.run(asyncio.wait_for(play(), 120))


def test_cancelled_task_whose_search_has_not_started() -> None:
    """All threads of the loop are busy, so the search waits for one; then it is not started."""
    started: list[object] = []

    async def play() -> None:
        free = threading.Event()
        with ThreadPoolExecutor(1) as executor:
            asyncio.get_running_loop().set_default_executor(executor)
            executor.submit(free.wait, 60)
            task = asyncio.create_task(SearchBot(Limit(time=600)).athink(leading()))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task], timeout=60)
            assert task.cancelled()
            assert not free.is_set()
            free.set()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SearchBot, "_think", lambda *given: started.append(given))
        asyncio.run(play())
    assert started == []


def test_bots_choose_alike_in_other_processes() -> None:
    """Nothing depends on the hash seed."""
    code = (
        "from oxideal import doudizhu as dd\n"
        "from oxideal.bots import *\n"
        "state = dd.State(dd.Rules.preset('douzero'), seed=7)\n"
        "view = state.view(state.current_player)\n"
        "print(RandomBot(1).choose(view), SearchBot(Limit(iterations=100), seed=1).think(view).choices)\n"
    )
    said = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        said.add(subprocess.check_output([sys.executable, "-c", code], env=env))
    assert len(said) == 1


# Bots as values


def test_bots_are_values() -> None:
    for each in (RandomBot(seed=1), RuleBot(), SearchBot(Limit(time=1, nodes=10), seed=1, threads=2)):
        for again in (pickle.loads(pickle.dumps(each)), copy.copy(each), copy.deepcopy(each)):
            assert again == each
            assert hash(again) == hash(each)
            assert again.name == each.name
        with pytest.raises(AttributeError):
            each.seed = 5  # type: ignore[misc, union-attr]
        assert isinstance(each, Bot)
    view = doudizhu.State(seed=7).view(2)
    search = SearchBot(SEARCH, seed=1)
    assert pickle.loads(pickle.dumps(search)).choose(view) == search.choose(view)
    assert RandomBot(seed=1) != RandomBot(seed=2)
    assert SearchBot(SEARCH, seed=1) != SearchBot(SEARCH, seed=2)
    assert not isinstance(object(), Bot)


def test_seeds_are_drawn_once() -> None:
    for kind in (RandomBot, SearchBot):
        one, other = kind(), kind()
        assert one != other
        assert 0 <= one.seed < 2**256
        assert pickle.loads(pickle.dumps(one)).seed == one.seed
        assert kind(seed=bytes([7]) + bytes(31)) == kind(seed=7)
    assert bot_seed(7, 0) != bot_seed(7, 1) != bot_seed(8, 1)


def test_bots_are_made_by_name() -> None:
    assert bot("random", seed=7) == RandomBot(7)
    assert bot("rule") == RuleBot()
    assert bot("search", seed=7) == SearchBot(seed=7)
    assert bot("search:50ms", seed=7) == SearchBot(Limit(time=0.05), seed=7)
    assert bot("search:1000it,2s:4", seed=7) == SearchBot(Limit(time=2, iterations=1000), seed=7, threads=4)
    for each in (RandomBot(7), RuleBot(), SearchBot(seed=7), SearchBot(Limit(nodes=5), seed=7, threads=3)):
        assert bot(each.name, seed=7) == each
    for text in ("", "Rule", "rules", "rule:50ms", "random:1", "search:50ms:2:3", "alphazero"):
        with pytest.raises(
            InvalidArgumentError, match=f'unknown bot "{text}".*; expected level:1 to level:10, random, rule'
        ):
            bot(text)
    for text in ("search:", "search:50", "search::2"):
        with pytest.raises(InvalidArgumentError, match="invalid limit"):
            bot(text)
    message = 'invalid number of threads "x"; expected e.g. 2, as in search:50ms:2'
    refuses(InvalidArgumentError, message, bot, "search:50ms:x")
    message = says("out_of_range", "threads", 1, 256, 0)
    refuses(InvalidArgumentError, message, bot, "search:50ms:0")
    refuses(TypeError, says("not_a_str", "text", "int"), bot, 5)


# Refused arguments


@pytest.mark.parametrize(
    "each", [RandomBot(seed=1), RuleBot(), SearchBot(SEARCH, seed=1), LevelBot(5, seed=1)], ids=lambda each: each.name
)
def test_views_without_a_choice_are_refused(each: Any) -> None:
    state = doudizhu.State(seed=7)
    message = "this is the view of seat 0, but seat 2 is to move"
    refuses(InvalidArgumentError, message, each.choose, state.view(0))
    hint = "; give it state.view(state.current_player)"
    refuses(TypeError, f"view must be a View of a game, not {shown_type(state)}{hint}", each.choose, state)
    refuses(TypeError, "view must be a View of a game, not str", each.choose, "view")
    hint = "; Limit.parse() reads a text"
    refuses(TypeError, f"limit must be a Limit, not str{hint}", each.choose, state.view(2), "50ms")
    refuses(TypeError, "limit must be a Limit, not float; use Limit(time=0.05)", each.choose, state.view(2), 0.05)
    while state.current_player is not None:
        state.push(state.legal_actions()[-1])
    refuses(InvalidArgumentError, "no move to choose: the round is over", each.choose, state.view(0))


@pytest.mark.parametrize("game", GAMES)
def test_views_of_the_reference_are_refused(game: str) -> None:
    state: Any = module_of(game, "reference").State(seed=7)
    view = state.view(state.current_player)
    for each in (RuleBot(), SearchBot(SEARCH), LevelBot(1)):
        with pytest.raises(TypeError, match="view must be a View of the Rust engine"):
            each.choose(view)


def test_arguments_of_bots_are_checked() -> None:
    refuses(TypeError, "limit must be a Limit, not NoneType", SearchBot, None)
    refuses(TypeError, "limit must be a Limit, not str; Limit.parse() reads a text", SearchBot, "50ms")
    for threads in (0, 257):
        message = says("out_of_range", "threads", 1, 256, threads)
        refuses(InvalidArgumentError, message, SearchBot, threads=threads)
    refuses(TypeError, says("not_an_integer", "threads", "bool"), SearchBot, threads=True)
    for kind in (RandomBot, SearchBot):
        with pytest.raises(InvalidArgumentError, match="seed must be 0 to"):
            kind(seed=-1)
        with pytest.raises(TypeError, match="seed must be 0 to"):
            kind(seed="7")


# Solvers


def perfect(state: Any) -> tuple[int, ...]:
    """Return the payoffs of perfect play by exhaustive search."""
    if state.is_over:
        return tuple(state.payoffs)
    seat = state.current_player
    found = []
    for action in state.legal_actions():
        state.push(action)
        found.append(perfect(state))
        state.pop()
    return max(found, key=lambda payoffs: payoffs[seat])


def test_solve_doudizhu() -> None:
    """Late positions, compared with exhaustive search."""
    chance = random.Random(7)
    solved = 0
    for stream in range(40):
        state = doudizhu.State(doudizhu.Rules.preset("douzero"), seed=7, stream=stream)
        while not state.is_over and sum(state.hand_sizes) > 9:
            state.push(chance.choice(state.legal_actions()))
        if not state.is_over:
            solution = solve(state, Limit(nodes=10**8))
            check_solution(state, solution)
            assert solution is not None
            assert solution.payoffs == perfect(state)
            solved += 1
    assert solved > 10
    assert solve(doudizhu.State(seed=7), Limit(nodes=1000)) is None  # the landlord is not known yet


def test_solve_foursquare() -> None:
    for stream in range(3):
        state = foursquare.State(seed=7, stream=stream)
        solution = solve(state, Limit(nodes=10**6))
        assert solution is not None
        check_solution(state, solution)
        assert solution.payoffs[0] >= foursquare.playouts(state, 20_000, seed=1).payoffs.max()


def check_solution(state: Any, solution: Solution[Any] | None) -> None:
    """Check that the solution is right and that its line leads to it."""
    assert solution is not None
    assert solution.exact
    assert solution.nodes > 0
    assert 0 < solution.seconds < 60
    state = state.copy()
    for move in solution.line:
        state.push(move)
    assert state.payoffs == solution.payoffs


def test_solve_refuses_other_games_and_limits() -> None:
    state = foursquare.State(seed=7)
    message = "the limit of a solver must be a time or nodes, not iterations"
    refuses(InvalidArgumentError, message, solve, state, Limit(iterations=5))
    refuses(TypeError, "limit must be a Limit, not int; use Limit(time=5)", solve, state, 5)
    for game in ("mexican_train", "rummy"):
        other: Any = module_of(game, "rust").State(seed=7)
        with pytest.raises(TypeError, match="state"):
            solve(other, Limit(nodes=100))
    with pytest.raises(TypeError, match="state"):
        solve(foursquare.State(seed=7).view(0), Limit(nodes=100))  # type: ignore[arg-type]
