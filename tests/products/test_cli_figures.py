"""The commands that count, solve and measure give the figures of the functions behind them."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.cases import module_of
from helpers.signals import ctrl_c_within
from oxideal import bots, doudizhu, foursquare
from oxideal._registry import NAMES
from oxideal.cli import main

BIDDEN = doudizhu.State(seed=7)
BIDDEN.push(BIDDEN.parse("bid 3"))

ENDED = doudizhu.State.from_position(doudizhu.Rules(), hands=["3", "4", "5"], landlord=0)
ENDED.push("3")


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command with --json and parse its output strictly: no NaN, and nothing else printed."""

    def refuse(constant: str) -> Any:
        raise AssertionError(f"{constant} is not JSON")

    def run(*arguments: str, code: int = 0) -> Any:
        status = main([*arguments, "--json"])
        out, error = capsys.readouterr()
        assert status == code, error
        assert out.isascii()
        found = json.loads(out, parse_constant=refuse)
        assert found["format"] == 1
        return found

    return run


def endgame(left: int = 24) -> Any:
    """Return a round of Dou Dizhu between rule bots with at most this many cards left."""
    state = doudizhu.State(doudizhu.Rules.preset("douzero"), seed=2)
    player = bots.RuleBot()
    while sum(state.hand_sizes) > left:
        assert state.current_player is not None
        state.push(player.choose(state.view(state.current_player)))
    assert not state.is_over
    return state


# playouts


@pytest.mark.parametrize("game", NAMES)
def test_playouts_match_the_function(game: str, told: Any) -> None:
    found = told("playouts", game, "-n", "300", "--seed", "7", "--threads", "2")
    module: Any = module_of(game, "rust")
    played = module.playouts(module.Rules(), 300, 7)
    assert (found["game"], found["rules"], found["seed"]) == (game, module.Rules().to_dict(), "7")
    assert (found["games"], found["wanted"]) == (300, 300)
    assert found["stream"] is found["position"] is found["seat"] is found["moves"] is None
    for seat, payoffs in zip(found["seats"], played.payoffs.T, strict=True):
        payoff = seat["payoff"]
        assert payoff["mean"] == pytest.approx(payoffs.mean())
        assert payoff["margin"] == pytest.approx(1.96 * payoffs.std(ddof=1) / 300**0.5)
        assert (payoff["lowest"], payoff["highest"]) == (payoffs.min(), payoffs.max())
    lengths = found["lengths"]
    assert lengths["mean"] == pytest.approx(played.lengths.mean())
    assert lengths["median"] == sorted(played.lengths)[149]
    assert (lengths["lowest"], lengths["highest"]) == (played.lengths.min(), played.lengths.max())
    assert found["games_per_second"] == pytest.approx(300 / found["seconds"])


def test_best_seats_share_the_win(told: Any) -> None:
    """The seats with the highest payoff share the win; a single seat wins with more than 0."""
    found = told("playouts", "doudizhu", "-n", "500", "--seed", "7")
    payoffs = doudizhu.playouts(doudizhu.Rules(), 500, 7).payoffs
    shares = np.zeros(3)
    for row in payoffs.tolist():
        best = [seat for seat in range(3) if row[seat] == max(row)]
        for seat in best:
            shares[seat] += 1 / len(best)
    assert [seat["wins"]["mean"] for seat in found["seats"]] == pytest.approx(shares / 500)
    start = foursquare.State(seed=7)
    for move in bots.solve(start).line[:-3]:  # type: ignore[union-attr]
        start.push(move)
    found = told("playouts", "foursquare", "-n", "500", "--seed", "7", "--position", start.to_text())
    payoffs = foursquare.playouts(foursquare.State.from_text(start.to_text(), seed=7), 500, 7).payoffs
    assert 0 < (payoffs > 0).mean() < 1
    assert found["seats"][0]["wins"]["mean"] == pytest.approx((payoffs > 0).mean())


def test_playouts_start_from_a_deal_position_or_view(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    pushed = ("--seed", "7", "--push", "bid 3", "-n", "50")
    begin: Any
    for arguments, begin in [
        (pushed, BIDDEN),
        ((*pushed, "--seat", "1"), BIDDEN.view(1)),
        (("--seed", "7", "--position", BIDDEN.to_text(), "-n", "50"), BIDDEN),
        (("--seed", "7", "--stream", "3", "-n", "50"), doudizhu.State(seed=7, stream=3)),
        (("--seed", "7", "--seat", "0", "-n", "50"), doudizhu.State(seed=7).view(0)),
    ]:
        found = told("playouts", "doudizhu", *arguments)
        played = doudizhu.playouts(begin, 50, 7)
        assert [seat["payoff"]["mean"] for seat in found["seats"]] == pytest.approx(played.payoffs.mean(axis=0))
        assert found["lengths"]["mean"] == pytest.approx(played.lengths.mean())
        assert found["seat"] == getattr(begin, "seat", None)
    found = told("playouts", "doudizhu", *pushed)
    assert found["position"] == BIDDEN.to_text()
    assert (found["stream"], found["moves"]) == ("0", ["bid 3"])
    for arguments, start in (
        (pushed, "all from the deal of seed 7, after bid 3"),
        (("--seed", "7", "--position", ENDED.to_text()), "seed 7, all from one position"),
    ):
        assert main(["playouts", "doudizhu", *arguments]) == 0
        assert capsys.readouterr().out.splitlines()[0].endswith(start)


# perft


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("name", ["rust", "reference"])
def test_perft_matches_the_state(game: str, name: str, told: Any) -> None:
    found = told("perft", game, "--depth", "3", "--seed", "7", "--stream", "2", "--backend", name)
    state = module_of(game, name).State(seed=7, stream=2)
    assert [each["sequences"] for each in found["depths"]] == [state.perft(depth) for depth in range(4)]
    assert found["sequences"] == state.perft(3)
    assert (found["position"], found["stream"], found["backend"]) == (state.to_text(), "2", name)


def test_perft_divided_by_move(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = told("perft", "doudizhu", "--depth", "3", "--seed", "7", "--push", "bid 3", "--divide")
    assert [each["action"] for each in found["divided"]] == BIDDEN.legal_actions()
    for each in found["divided"]:
        state = BIDDEN.copy()
        state.push(state.parse(each["move"]))
        assert each["sequences"] == state.perft(2)
    assert sum(each["sequences"] for each in found["divided"]) == found["sequences"] == BIDDEN.perft(3)
    assert main(["perft", "doudizhu", "--depth", "3", "--seed", "7", "--push", "bid 3", "--divide"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Dou Dizhu, seed 7, bid 3"
    assert out[-1].split() == ["all", f"{BIDDEN.perft(3):,}"]


def test_sources_of_a_position(told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"{BIDDEN.to_text()}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{BIDDEN.to_text()}\n"))
    for given in (BIDDEN.to_text(), f"@{file}", "-"):
        found = told("perft", "doudizhu", "--depth", "2", "--position", given)
        assert found["position"] == BIDDEN.to_text()
        assert found["sequences"] == BIDDEN.perft(2)
        assert found["seed"] is None
        assert found["rules"] == doudizhu.Rules().to_dict()


# solve


def test_solve_matches_the_function(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    state = endgame()
    same = bots.solve(state)
    assert same is not None
    found = told("solve", "doudizhu", "--position", state.to_text())
    assert (found["found"], found["exact"], tuple(found["payoffs"])) == (True, True, same.payoffs)
    assert found["limit"] == "10s"
    assert main(["solve", "doudizhu", "--position", state.to_text()]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1] == f"payoffs {same.payoffs}, proved"
    for line, move in zip(out[2:-1], found["line"], strict=True):
        assert line == f"seat {state.current_player}: {move}"
        state.push(state.parse(move))
    assert state.payoffs == same.payoffs


def test_solve_prints_the_best_line_within_its_limit(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    best = told("solve", "foursquare", "--seed", "5", "--limit", "20000nodes")
    assert (best["found"], best["exact"]) == (True, False)
    nothing = told("solve", "doudizhu", "--seed", "7", code=1)
    assert nothing["found"] is nothing["exact"] is False
    assert nothing["line"] is nothing["payoffs"] is None
    assert main(["solve", "doudizhu", "--seed", "7"]) == 1
    assert capsys.readouterr().err.startswith("cannot solve this position: the auction is not over; it needs all ")
    assert main(["solve", "doudizhu", "--seed", "7", "--push", "bid 3", "--limit", "10nodes"]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error == "no result within 10nodes; use a longer --limit, or a position with fewer cards\n"


# Refused arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["playouts", "rummy", "--stream", str(2**96)], "stream must be 0 to 2**96 - 1"),
        (["perft", "rummy"], "the following arguments are required: --depth"),
        (["solve", "doudizhu", "--position", ENDED.to_text()], "nothing to solve: the round is over"),
        (["perft", "rummy", "--depth", "256"], "depth must be 0 to 255"),
        (["perft", "rummy", "--depth", "1", "--backend", "java"], "invalid choice: 'java'"),
        (["perft", "rummy", "--depth", "1", "--seed", "7", "--push", "discard 7C"], "[RM-"),
        (
            ["perft", "rummy", "--depth", "1", "--position", BIDDEN.to_text()],
            'a Rummy position must start with "rummy"',
        ),
        (
            ["perft", "doudizhu", "--depth", "1", "--position", "x", "--preset", "douzero"],
            "--preset and --position are mutually exclusive",
        ),
        (
            ["perft", "rummy", "--depth", "1", "--position", "x", "--rules", "{}"],
            "--rules and --position are mutually exclusive",
        ),
        (["solve", "rummy"], "rummy has no solver; expected one of doudizhu, foursquare"),
        (["solve", "foursquare", "--limit", "5it"], "the limit of a solver must be"),
        (["solve", "foursquare", "--limit", "-1s"], 'argument --limit: invalid limit "-1s"'),
    ],
)
def test_wrong_arguments_exit_with_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert message in error
    assert error.startswith(f"oxideal {arguments[0]}")


def test_moves_that_look_like_options(told: Any) -> None:
    moves = ["0,0", "-1,0", "-1,-1"]
    pushed = [argument for move in moves for argument in ("--push", move)]
    assert told("perft", "foursquare", "--depth", "1", *pushed)["moves"] == moves


def test_works_without_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit):
        main(["perft", "rummy", "--depth", "1", "--position", "-"])
    assert "cannot read a position: standard input is closed" in capsys.readouterr().err


# Ctrl-C


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.skipif(os.name != "posix", reason="the test sends SIGINT")
@pytest.mark.parametrize(
    ("arguments", "within", "out", "error"),
    [
        (
            ["playouts", "rummy", "-n", "1000000000", "--seed", "7"],
            "oxideal.cli.playouts.Tally.__add__",  # the first games are over
            " random games, seed 7\n",
            "stopped early, after ",
        ),
        (
            ["perft", "rummy", "--depth", "255", "--seed", "7"],
            "oxideal.cli.perft.counted",
            "depth ",
            "oxideal perft: interrupted\n",
        ),
        (
            ["arena", "foursquare", "search:1ms", "-n", "100000"],
            "oxideal.bots.SearchBot.choose",
            " of 100,000 deals",
            "stopped early, after ",
        ),
        (
            ["solve", "doudizhu", "--seed", "7", "--push", "bid 3", "--limit", "3600s"],
            "oxideal.cli.solve.solve",
            "",
            "oxideal solve: interrupted\n",
        ),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_ctrl_c(arguments: list[str], within: str, out: str, error: str, capsys: pytest.CaptureFixture[str]) -> None:
    with ctrl_c_within(within):
        assert main(arguments) == (130 if error.endswith("interrupted\n") else 1)
    said = capsys.readouterr()
    assert out in said.out
    assert said.err.startswith(error)
