"""`State.origin` describes the start of a round, and `State.from_origin` restores it."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.cases import Case, chance_ahead
from oxideal.errors import OxidealError


def started(state: Any) -> Any:
    """Return the state before its first action."""
    start = state.copy()
    while start.history:
        start.pop()
    return start


def test_origin_of_a_dealt_round(case: Case) -> None:
    for dealer in (None, *range(case.rules.players)):
        state = case.state(7, 3, dealer)
        assert state.origin == (7, 3, 0, dealer, None, ())
        state.push(state.legal_actions()[0])
        assert state.origin == (7, 3, 0, dealer, None, ())


def test_origin_of_a_position(case: Case) -> None:
    for state in case.states:
        if state.seed is not None:
            continue
        origin, start = state.origin, started(state)
        assert (origin.text, origin.dealer) == (start.to_text(), None)
        assert origin.recent == start.recent
        assert ((origin.seed, origin.stream) == (None, None)) is (not chance_ahead(start))
        if origin.seed is None:
            assert origin.drawn == 0


def test_from_origin_restores_the_start(case: Case) -> None:
    for state in case.states:
        for module in (case.module, case.other):
            rules = module.Rules.from_dict(case.fields)
            again = module.State.from_origin(rules, state.origin)
            assert again.history == ()
            assert again.to_bytes() == started(state).to_bytes()
            for action in state.history:
                again.push(action)
            assert again.to_bytes() == state.to_bytes()
            assert again.origin == state.origin


def test_impossible_origins_are_refused(case: Case) -> None:
    origin = case.state(7).origin
    wrong = [
        origin._replace(seed=-1),
        origin._replace(stream=2**96),
        origin._replace(dealer=case.rules.players),
        origin._replace(drawn=1),
        origin._replace(seed=None),
        origin._replace(text="nothing"),
        origin._replace(recent=((0, 0),)),
    ]
    for each in wrong:
        with pytest.raises(OxidealError):
            case.module.State.from_origin(case.rules, each)
    others: list[Any] = [None, 7, "seed", ()]
    for kind in others:
        with pytest.raises((OxidealError, TypeError)):
            case.module.State.from_origin(case.rules, kind)
