"""Rating a bot on the ladder of levels."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
import pytest

from helpers.dicts import through_json
from helpers.refusal import refuses
from oxideal.arena import Benchmark, benchmark
from oxideal.arena.bradley_terry import ELO
from oxideal.arena.placement import MIN_DEALS, Placement
from oxideal.bots import ladder
from oxideal.cli import main
from oxideal.errors import BotError, InvalidArgumentError

RATINGS = (0.0, 80.0, 150.0, 240.0)


def placed(deals: list[tuple[int, float]]) -> Placement:
    placement = Placement(RATINGS)
    for level, share in deals:
        placement.add(level, share)
    return placement


def drawn(rng: np.random.Generator, deals: int) -> list[tuple[int, float]]:
    return [(int(rng.integers(4)), float(rng.choice([0, 0.5, 1]))) for _ in range(deals)]


@pytest.mark.parametrize("deals", [1, 7, 60])
def test_rating_is_the_likeliest_one(deals: int) -> None:
    rng = np.random.default_rng(deals)
    played = drawn(rng, deals)
    ratings = np.arange(-600, 800, 0.05)
    likelihood = np.zeros(len(ratings))
    for level, share in [*((RATINGS[level], share) for level, share in played), (120.0, 0.5)]:
        distance = (ratings - level) / ELO
        likelihood += share * distance - np.logaddexp(0, distance)
    assert placed(played).rating == pytest.approx(ratings[likelihood.argmax()], abs=0.1)


def test_bot_that_wins_all_has_a_finite_rating() -> None:
    first, second = placed([(3, 1.0)] * 10), placed([(3, 1.0)] * 100)
    assert RATINGS[-1] < first.rating < second.rating < 2000
    assert placed([(0, 0.0)] * 10).rating < 0


def test_margin_shrinks_with_the_deals_and_grows_with_their_spread() -> None:
    even, split = [(1, 0.5)] * 100, [(1, 0.0), (1, 1.0)] * 50
    assert placed(even).margin < placed(split).margin < placed(split[:50]).margin
    assert not placed(even[: MIN_DEALS - 1]).is_within(10_000)
    assert placed(even).is_within(placed(even).margin)
    assert not placed(even).is_within(placed(even).margin - 1e-6)


def test_next_level_is_one_of_the_two_nearest() -> None:
    placement = placed([(1, 0.5)] * 30)
    assert 40 < placement.rating < 115
    assert placement.next_level() == 0 if placement.rating < 75 else 2
    assert placed([(0, 0.5), (2, 0.5)] * 30).next_level() == 1
    assert placed([(3, 1.0)] * 30).next_level() == 2
    assert {placed([(0, 0.0)] * count).next_level() for count in range(20, 24)} == {1}


def test_bot_far_from_all_levels_is_outside() -> None:
    assert not placed([(0, 0.0)] * 10).is_outside
    assert placed([(0, 0.0)] * 20).is_outside
    assert placed([(3, 1.0)] * 20).is_outside
    assert placed([(0, 0.0)] * 95 + [(0, 1.0)] * 5).is_outside
    for played in ([(1, 0.0)] * 200, [(0, 1.0), (3, 0.0)] * 100, [(0, 0.0)] * 160 + [(0, 1.0)] * 40):
        assert not placed(played).is_outside


@pytest.mark.full
@pytest.mark.parametrize(("within", "fewest"), [(40.0, 0.93), (80.0, 0.93)])
def test_intervals_contain_the_rating_of_simulated_agents(within: float, fewest: float) -> None:
    """`python benches/levels.py coverage` does this for more agents."""
    rng, hits, runs = np.random.default_rng(7), 0, 150
    for _ in range(runs):
        rating, placement = rng.uniform(0, 240), Placement(RATINGS)
        while not placement.is_within(within):
            level = placement.next_level()
            chance = 1 / (1 + np.exp((RATINGS[level] - rating) / ELO))
            placement.add(level, float((rng.random(2) < chance).mean()))
        hits += abs(placement.rating - rating) <= placement.margin
        assert MIN_DEALS <= placement.deals < 1000
    assert hits >= fewest * runs - 1.96 * np.sqrt(runs * 0.05 * 0.95)


@pytest.mark.parametrize(("game", "level"), [("doudizhu", 3), ("mexican_train", 6), ("rummy", 7), ("foursquare", 4)])
def test_level_gets_about_its_published_rating(game: str, level: int) -> None:
    report = benchmark(game, f"level:{level}", games=300, seed=4, within=90)
    assert report.is_within
    assert report.high - report.low <= 180
    assert report.low < ladder(game)[level - 1].rating < report.high
    assert report.deals == sum(score.deals for score in report.scores)
    assert report.scores == tuple(sorted(report.scores, key=lambda score: score.level))
    for score in report.scores:
        assert score.rating == ladder(game)[score.level - 1].rating
        assert 0 <= score.wins <= 1


class Broken:
    """A bot that fails."""

    def choose(self, *_: Any) -> Any:
        raise ValueError("no idea")


def test_forfeited_games_are_lost() -> None:
    report = benchmark("foursquare", Broken(), games=25, seed=7)
    assert report.rating < 0
    assert ", below level:1" in str(report)
    assert all(score.wins == 0 for score in report.scores)
    assert report.forfeits == {"raised ValueError": sum(score.deals for score in report.scores)}
    assert report.faults[0].detail == "no idea"
    with pytest.raises(BotError, match="no idea"):
        benchmark("foursquare", Broken(), games=25, seed=7, errors="raise")


def test_wrong_arguments_are_refused() -> None:
    for within in (4, 401, float("nan")):
        message = f"within must be 5 to 400 points, got {within:g}"
        refuses(InvalidArgumentError, message, benchmark, "rummy", "rule", within=within)
    refuses(TypeError, "within must be a number of points, not str", benchmark, "rummy", "rule", within="50")
    with pytest.raises(InvalidArgumentError, match='unknown game "chess"'):
        benchmark("chess", "rule")
    with pytest.raises(InvalidArgumentError, match="games must be 1 to"):
        benchmark("rummy", "rule", games=0)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "doudizhu", "level:2", "-n", "20", "--seed", "7", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    report = benchmark("doudizhu", "level:2", 20, 7)
    assert {**fields, "seconds": None} == {**report.to_dict(), "seconds": None}
    program = f"exec:{sys.executable} -m oxideal bot random"
    assert main(["benchmark", "mexican_train", program, "-n", "3", "--seed", "7", "--within", "60"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Mexican Train, ")
    assert "the margin is not yet 60" in out


@pytest.mark.parametrize("bot", ["rule", Broken()])
def test_report_is_read_back(bot: Any) -> None:
    report = benchmark("rummy", bot, 3, seed=2**200)
    fields = through_json("benchmark", "rummy", report)
    read = Benchmark.from_dict(fields)
    assert read == report
    assert str(read) == str(report)
