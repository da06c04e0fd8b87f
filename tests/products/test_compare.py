"""Comparing moves, and playouts, by a policy; deals that explain what the other seats did."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from helpers.signals import ctrl_c_within
from oxideal import rummy
from oxideal.bots import LikelyDeal, NetBot, RuleBot, compare, likely_deals, playouts
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError

POLICIES: tuple[Any, ...] = ("random", "playout", "rule", "net")


def view_after(game: str, actions: int, seed: int = 1) -> Any:
    """Return the view of a seat with a choice, in a round that `rule` plays."""
    state = import_module(f"oxideal.{game}").State(seed=seed)
    while not state.is_over:
        view = state.view(state.current_player)
        if len(state.history) >= actions and len(view.legal_actions()) > 1:
            return view
        state.push(RuleBot().choose(view))
    raise AssertionError("the round is over early")


def played_by(bot: Any, state: Any) -> Any:
    """Return the payoffs when a bot plays on in all seats; None if chance deals or shuffles again."""
    stock = 1_000
    while not state.is_over:
        left = getattr(state, "stock_size", 0)
        if left > stock or getattr(state, "redeals", 0):
            return None
        stock = left
        state.push(bot.choose(state.view(state.current_player)))
    return state.payoffs


@pytest.mark.parametrize("game", GAMES)
def test_policies_play_as_their_bots(game: str) -> None:
    """Each move is played in each deal, and the bot plays on in all seats."""
    checked = 0
    for actions in (0, 4, 8, 12):
        view = view_after(game, actions)
        deals = [deal.state for deal in likely_deals(view, 4, seed=5)]
        both: list[tuple[Any, Any]] = [("rule", RuleBot()), ("net", NetBot())]
        for name, bot in both:
            found = compare(view, view.legal_actions()[:3], deals, policy=name, seed=5)
            for place, compared in enumerate(found.moves):
                for number, deal in enumerate(deals):
                    after = deal.copy()
                    after.push(compared.move)
                    expected = played_by(bot, after)
                    if expected is not None:
                        assert tuple(found.payoffs[number, place].tolist()) == expected
                        checked += 1
    assert checked > 40


@pytest.mark.parametrize("game", GAMES)
def test_deals_are_samples_of_the_view(game: str) -> None:
    view = view_after(game, 8)
    samples = [view.sample(5, stream=number) for number in range(6)]
    assert (compare(view, None, 6, seed=5).payoffs == compare(view, None, samples, seed=5).payoffs).all()


@pytest.mark.parametrize("game", GAMES)
def test_threads_make_no_difference(game: str) -> None:
    view = view_after(game, 9)
    for policy in POLICIES:
        one, three = (compare(view, None, 40, policy=policy, seed=3, threads=threads) for threads in (1, 3))
        assert one == three
        assert (one.payoffs == three.payoffs).all()
        rounds = [playouts(view, 150, policy, seed=3, threads=threads) for threads in (1, 3)]
        assert all((a == b).all() for a, b in zip(*rounds, strict=True))
        part = playouts(view, 50, policy, seed=3, first=100)
        assert (part.payoffs == rounds[0].payoffs[100:]).all()
    assert (compare(view, None, 40, seed=4).payoffs != compare(view, None, 40, seed=3).payoffs).any()


@pytest.mark.parametrize("game", GAMES)
def test_random_playouts_are_those_of_the_game(game: str) -> None:
    module = import_module(f"oxideal.{game}")
    view = view_after(game, 5)
    for start in (module.Rules(), module.State(seed=1), view):
        for mine, other in zip(playouts(start, 20, "random", seed=7), module.playouts(start, 20, seed=7), strict=True):
            assert (mine == other).all()


@pytest.mark.parametrize("game", ["doudizhu", "mexican_train", "foursquare"])
def test_rule_playouts_of_a_state_are_rounds_of_the_bot(game: str) -> None:
    state = import_module(f"oxideal.{game}").State(seed=3)
    for _ in range(5):
        state.push(state.legal_actions()[-1])
    assert tuple(playouts(state, 1, "rule", seed=1).payoffs[0].tolist()) == played_by(RuleBot(), state.copy())


def test_figures_are_those_of_the_payoffs() -> None:
    view = view_after("doudizhu", 8)
    found = compare(view, None, 50, seed=2)
    assert len(found.moves) == len(view.legal_actions())
    assert found.weights.tolist() == [1 / 50] * 50
    gains = found.payoffs[:, :, view.seat]  # they add up to 0, so the payoff is the payment
    assert [each.mean for each in found.moves] == pytest.approx(gains.mean(axis=0))
    assert [each.mean for each in found.moves] == sorted((each.mean for each in found.moves), reverse=True)
    assert [each.error for each in found.moves] == pytest.approx(gains.std(axis=0, ddof=1) / 50**0.5)
    behind = gains[:, :1] - gains
    assert [each.behind for each in found.moves] == pytest.approx(behind.mean(axis=0), abs=1e-12)
    assert [each.behind_error for each in found.moves] == pytest.approx(behind.std(axis=0, ddof=1) / 50**0.5)
    assert [each.wins for each in found.moves] == pytest.approx((gains > 0).mean(axis=0))
    assert found.best == found.moves[0].move
    assert str(found).splitlines()[1].split()[0] == str(found.best).split()[0]


def test_deals_may_be_given_with_weights() -> None:
    view = view_after("doudizhu", 12)
    likely = likely_deals(view, 30, seed=1)
    found = compare(view, None, likely, policy="rule", seed=2)
    assert found.weights == pytest.approx([deal.weight for deal in likely])
    gains = found.payoffs[:, 0, view.seat]
    assert found.moves[0].mean == pytest.approx(np.average(gains, weights=found.weights))
    states = [deal.state for deal in likely]
    assert (compare(view, None, states, policy="rule", seed=2).weights == 1 / 30).all()
    only = [LikelyDeal(state, float(number == 3)) for number, state in enumerate(states)]
    best = compare(view, None, only, policy="rule", seed=2)
    alone = compare(view, None, states[3:4], policy="rule", seed=2)
    assert best.moves[0].mean == alone.moves[0].mean


def test_networks_of_a_file_play(tmp_path: Any) -> None:
    view = view_after("doudizhu", 6)
    weights = tmp_path / "net.safetensors"
    weights.write_bytes(NetBot().networks(view.rules).to_bytes())
    mine = compare(view, None, 6, policy=NetBot(str(weights)), seed=1)
    assert mine == compare(view, None, 6, policy="net", seed=1)


def test_ctrl_c_stops_both() -> None:
    view = view_after("foursquare", 0)
    with pytest.raises(KeyboardInterrupt), ctrl_c_within("oxideal._native.compare"):
        compare(view, None, 100_000, policy="rule", seed=1)
    with pytest.raises(KeyboardInterrupt), ctrl_c_within("oxideal._native.policy_playouts"):
        playouts(rummy.Rules(), 10_000_000, "net", seed=1)


def test_wrong_arguments_are_refused() -> None:
    view = view_after("rummy", 4)
    other = view_after("doudizhu", 4)
    cases: list[tuple[type[Exception], str, tuple[Any, ...], dict[str, Any]]] = [
        (TypeError, "view must be a View", (view.rules,), {}),
        (InvalidArgumentError, 'moves must be legal here, got "9999"', (view, [9999]), {}),
        (InvalidArgumentError, "moves must be one or more different moves", (view, []), {}),
        (InvalidArgumentError, "different moves", (view, [view.legal_actions()[0]] * 2), {}),
        (TypeError, "moves must be an iterable of moves, not str", (view, "draw"), {}),
        (InvalidArgumentError, "deals must be 1 to", (view, None, 0), {}),
        (InvalidArgumentError, "include at least one deal", (view, None, []), {}),
        (InvalidArgumentError, "include at least one deal", (view, None, [LikelyDeal(view.sample(1), 0.0)]), {}),
        (TypeError, "deal must be a State of the same game", (view, None, [other.sample(1)]), {}),
        (InvalidArgumentError, "the deal does not fit the view", (view, None, [rummy.State(seed=99)]), {}),
        (InvalidArgumentError, 'unknown policy "best"; expected one of random, playout', (view,), {"policy": "best"}),
        (TypeError, "policy must be a name or a NetBot, not NoneType", (view,), {"policy": None}),
        (InvalidArgumentError, "threads must be 1 to 256", (view,), {"threads": 0}),
    ]
    for error, message, given, named in cases:
        with pytest.raises(error, match=message):
            compare(*given, **named)
    with pytest.raises(TypeError, match="start must be Rules, a State or a View"):
        playouts(7, 10)
    with pytest.raises(InvalidArgumentError, match="n must be 0 to"):
        playouts(view, -1)
    with pytest.raises(TypeError, match="start must be Rules, a State or a View"):
        playouts(import_module("oxideal.reference.rummy").State(seed=1), 10)


NET = NetBot()


@pytest.mark.parametrize("game", GAMES)
def test_deals_fit_the_view(game: str) -> None:
    view = view_after(game, 12)
    deals = likely_deals(view, 40, seed=7)
    assert len(deals) == 40
    assert sum(deal.weight for deal in deals) == pytest.approx(1)
    for deal in deals:
        assert deal.weight > 0
        assert deal.state.view(view.seat) == view
        assert deal.state.recent == view.recent
    assert likely_deals(view, 40, seed=7) == deals
    assert likely_deals(view, 40, seed=8) != deals or game == "foursquare"


def test_all_actions_count() -> None:
    # A view from bytes knows the last actions, one from text none: their deals count alike only in the last.
    view = view_after("doudizhu", 24, seed=3)
    spread = {}
    for name, other in {
        "all": view,
        "last": type(view).from_bytes(view.to_bytes()),
        "none": type(view).from_text(view.to_text()),
    }.items():
        assert other == view
        weights = np.array([deal.weight for deal in likely_deals(other, 32, seed=1)])
        spread[name] = weights.std()
    assert spread["none"] == pytest.approx(0)
    assert spread["last"] > 0.001
    assert spread["all"] > 0.001
    assert spread["all"] != pytest.approx(spread["last"])


def test_events_tell_as_much_as_a_state() -> None:
    state = import_module("oxideal.rummy").State(seed=2)
    for _ in range(14):
        state.push(NET.choose(state.view(state.current_player)))
    view = state.view(state.current_player)
    told = type(view).from_events(state.rules, view.seat, state.events(view.seat))
    assert likely_deals(told, 20, seed=1) == likely_deals(view, 20, seed=1)


def test_wrong_arguments_of_deals_are_refused() -> None:
    view = view_after("doudizhu", 5)
    with pytest.raises(TypeError, match="net must be a NetBot or None, not str"):
        likely_deals(view, net="net")  # type: ignore[arg-type]
    for deals in (0, 100_001):
        with pytest.raises(InvalidArgumentError, match="deals"):
            likely_deals(view, deals)
    state = import_module("oxideal.doudizhu").State(seed=1)
    waiting = state.view((state.current_player + 1) % 3)
    with pytest.raises(InvalidArgumentError):
        likely_deals(waiting)
