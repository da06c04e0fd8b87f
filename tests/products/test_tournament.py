"""Tournaments: pairs, ratings and their intervals."""

from __future__ import annotations

import io
import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from helpers.dicts import changed, through_json
from helpers.refusal import refuses
from oxideal import doudizhu
from oxideal.arena import Ratings, arena, tournament
from oxideal.arena.bradley_terry import ELO, estimated, fit
from oxideal.cli import main
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError, InvalidRecordError
from oxideal.record import loads


def reached(wins: Any) -> Any:
    """Return the ratings by another package's algorithm."""
    import choix  # and with it scipy, which takes half a second

    return choix.ilsr_pairwise_dense(np.array(wins, float), max_iter=100_000, tol=1e-12)


# Ratings


@pytest.mark.parametrize("seed", range(5))
def test_ratings_are_those_of_another_package(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bots = 2 + 3 * seed
    strength = rng.normal(scale=1.5, size=bots)
    wins = np.zeros((bots, bots))
    for i, j in combinations(range(bots), 2):
        deals, chance = rng.integers(1, 200), 1 / (1 + np.exp(strength[j] - strength[i]))
        drawn = rng.multinomial(deals, [chance * 0.8, 0.2, (1 - chance) * 0.8])
        wins[i, j], wins[j, i] = drawn[0] + drawn[1] / 2 + 0.5, drawn[2] + drawn[1] / 2 + 0.5
    assert fit(wins) == pytest.approx(reached(wins), abs=1e-6)
    # A gauntlet: most bots have not met.
    wins[1:, 1:] = 0
    assert fit(wins) == pytest.approx(reached(wins), abs=1e-6)


def test_bot_that_wins_everything_has_a_finite_rating() -> None:
    for deals in (1, 10, 10_000):
        rating, low, high = estimated([(0, 1)], 2, np.ones((deals, 1)))
        assert rating == pytest.approx(ELO * reached([[0, deals + 0.5], [0.5, 0]]))
        assert low[0] < rating[0] < high[0] < 3000
        # At the low end the added draw has the weight that an exponential one exceeds in 2.5% of cases: 3.7.
        lost = 1 / (1 + 10 ** (2 * low[0] / 400)) * deals
        assert lost == pytest.approx(3.7 / 2, rel=0.15) or deals < 100


@pytest.mark.full
def test_intervals_have_the_rating_in_most_runs() -> None:
    """Three bots in a row, with the deal's luck shared by all pairs."""
    rng = np.random.default_rng(1)
    pairs = [(0, 1), (0, 2), (1, 2)]
    strength = np.array([0.6, 0.0, -0.6])
    chances = np.array([1 / (1 + np.exp(strength[j] - strength[i])) for i, j in pairs])
    hit = np.zeros(3)
    for _ in range(60):
        shares = (rng.random((80, 3)) < chances).astype(float)
        _, low, high = estimated(pairs, 3, shares)
        hit += (low < ELO * strength) & (ELO * strength < high)
    assert (hit >= 52).all()
    assert hit.sum() < 180


def test_luck_that_pairs_share_widens_the_intervals() -> None:
    """If each deal has one result for all pairs, three times as many games are no more evidence."""
    rng = np.random.default_rng(1)
    alone = (rng.random((200, 1)) < 0.6).astype(float)
    pairs = [(0, 1), (0, 2), (0, 3)]
    _, low, high = estimated(pairs, 4, np.repeat(alone, 3, axis=1), anchor=0)
    _, low_1, high_1 = estimated(pairs[:1], 2, alone, anchor=0)
    assert high[1] - low[1] == pytest.approx(high_1[1] - low_1[1], rel=0.1)
    assert (high[0], low[0]) == (0, 0)


# Tournaments


@pytest.mark.parametrize("game", GAMES)
def test_each_pair_plays_each_deal_as_in_an_arena(game: str) -> None:
    bots = ["rule", "random", "search:10it"]
    ratings = tournament(game, bots, 4, seed=7)
    assert (ratings.game, ratings.seed, ratings.wanted, ratings.deals, ratings.stopped) == (game, 7, 4, 4, None)
    assert {(pair.first, pair.second) for pair in ratings.pairs} == {*combinations(bots, 2)}
    for pair in ratings.pairs:
        if game != "foursquare":
            entries: list[Any] = [(name, bot_of(name, bots)) for name in (pair.first, pair.second)]
            assert arena(game, entries, 4, seed=7).rows[0].wins == pair.wins
    if game == "foursquare":
        file = io.StringIO()
        arena(game, bots, 4, seed=7, records=file)
        payoffs = np.array([loads(line).payoffs for line in file.getvalue().splitlines()]).reshape(4, 3)
        for pair in ratings.pairs:
            first, second = (payoffs[:, bots.index(name)] for name in (pair.first, pair.second))
            assert pair.wins.mean == ((first > second) + (first == second) / 2).mean()
    assert [row.rating for row in ratings.rows] == sorted((row.rating for row in ratings.rows), reverse=True)
    assert sum(row.rating for row in ratings.rows) == pytest.approx(0)


def bot_of(name: str, bots: list[str]) -> Any:
    """Return the bot of this name, with the seed that it has in a tournament."""
    from oxideal.bots import bot
    from oxideal.bots.factory import bot_seed

    return bot(name, seed=bot_seed(7, bots.index(name)))


def test_records_have_each_deal_of_each_pair_twice() -> None:
    file = io.StringIO()
    ratings = tournament("doudizhu", ["rule", "random", "rule"], 3, seed=7, records=file)
    records = [loads(line) for line in file.getvalue().splitlines()]
    assert [record.stream for record in records] == [deal for deal in range(3) for _ in range(6)]
    met = [frozenset(record.names or ()) for record in records[::2]]
    assert met == 3 * [frozenset(pair) for pair in combinations(["rule 1", "random", "rule 2"], 2)]
    assert {row.name for row in ratings.rows} == {"rule 1", "random", "rule 2"}


def test_gauntlet_and_anchor() -> None:
    ratings = tournament("rummy", ["rule", "random", "net"], 20, seed=7, gauntlet=True, anchor="random")
    assert [(pair.first, pair.second) for pair in ratings.pairs] == [("rule", "random"), ("rule", "net")]
    anchor = next(row for row in ratings.rows if row.name == "random")
    assert (anchor.rating, anchor.low, anchor.high) == (0, 0, 0)
    assert all(row.low > 0 for row in ratings.rows if row.name != "random")
    wins = np.zeros((3, 3))
    for pair, (i, j) in zip(ratings.pairs, ((0, 1), (0, 2)), strict=True):
        wins[i, j], wins[j, i] = 20 * pair.wins.mean + 0.5, 20 * (1 - pair.wins.mean) + 0.5
    points = ELO * reached(wins)
    found = {row.name: row.rating for row in ratings.rows}
    assert [found[name] for name in ("rule", "random", "net")] == pytest.approx(list(points - points[1]))


class Broken:
    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise ArithmeticError("no idea")


@pytest.mark.parametrize("game", ["rummy", "foursquare"])
def test_forfeits_lose_and_are_listed(game: str) -> None:
    ratings = tournament(game, [Broken(), "random", "rule"], 3, seed=7)
    last = ratings.rows[-1]
    assert last.name == "Broken"
    assert last.wins == 0
    assert last.forfeits == {"raised ArithmeticError": 3 if game == "foursquare" else 12}
    assert f"Broken: {sum(last.forfeits.values())} forfeits: raised ArithmeticError" in str(ratings)
    assert {fault.name for fault in ratings.faults} == {"Broken"}
    assert "ArithmeticError: no idea" in str(ratings)


@pytest.mark.parametrize("game", GAMES)
def test_ratings_are_read_back(game: str) -> None:
    found = tournament(game, ["rule", "random", Broken()], 2, seed=2**200)
    fields = through_json("ratings", game, found)
    assert Ratings.from_dict(fields) == found
    with pytest.raises(InvalidRecordError, match=r'pairs\[0\].wins: missing field "margin"'):
        Ratings.from_dict(changed(fields, ("pairs", 0, "wins"), {"mean": 1.0}))


def test_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    picture = tmp_path / "ratings.png"
    line = "rate doudizhu rule random net -n 4 --seed 7 --preset douzero --anchor rule --gauntlet"
    command = line.split()
    assert main([*command, "--plot", str(picture)]) == 0
    rules = doudizhu.Rules.preset("douzero")
    same = tournament("doudizhu", ["rule", "random", "net"], 4, 7, rules=rules, anchor="rule", gauntlet=True)
    out = capsys.readouterr().out
    assert out.splitlines()[0] == str(same).splitlines()[0]
    assert picture.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(SystemExit, match="2"):
        main([*command, "--plot", "ratings.txt"])
    assert 'must end in e.g. .png, .svg or .pdf, got "ratings.txt"' in capsys.readouterr().err
    assert main([*command, "--json"]) == 0
    assert Ratings.from_dict(json.loads(capsys.readouterr().out)).pairs == same.pairs


def test_wrong_arguments_are_refused() -> None:
    refuses(InvalidArgumentError, "a tournament needs at least 2 bots, got 1", tournament, "rummy", ["rule"])
    refuses(TypeError, "gauntlet must be True or False, not int", tournament, "rummy", ["rule", "net"], gauntlet=1)
    message = 'unknown anchor "x"; expected one of rule, net'
    refuses(InvalidArgumentError, message, tournament, "rummy", ["rule", "net"], anchor="x")
    refuses(TypeError, "anchor must be a str, not int", tournament, "rummy", ["rule", "net"], anchor=0)
