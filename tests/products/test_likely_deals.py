"""Deals that explain what the other seats did."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from oxideal import _native
from oxideal.bots import NetBot, likely_deals
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError

NET = NetBot()


def view_after(game: str, actions: int, seed: int = 1) -> Any:
    """Return the view of the seat to move after actions of the networks, with a choice."""
    state = import_module(f"oxideal.{game}").State(seed=seed)
    while not state.is_over:
        view = state.view(state.current_player)
        if len(state.history) >= actions and len(view.legal_actions()) > 1:
            return view
        state.push(NET.choose(view))
    raise AssertionError("the round is over early")


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


@pytest.mark.parametrize("game", GAMES)
def test_threads_make_no_difference(game: str) -> None:
    view = view_after(game, 9)
    action = view.legal_actions()[0]
    played = []
    for threads in (1, 3):
        outcomes = _native.Outcomes(view, 1, NET.networks(view.rules))
        payoffs, weights, nodes = outcomes.play([action], 0, 150, threads, False, None)
        played.append((payoffs.tolist(), weights.tolist(), nodes))
    assert played[0] == played[1]
    assert sum(played[0][1]) > 0


def test_wrong_arguments_are_refused() -> None:
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
