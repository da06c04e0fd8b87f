"""No object, error or cache leads from a view to a state."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from helpers.cases import CASES, Case
from helpers.isolation import HIDDEN, everything, hidden_among, midway, reachable
from oxideal.errors import OxidealError


def test_no_object_leads_to_a_state(case: Case) -> None:
    state = midway(case)
    view = state.view(state.current_player)
    asked = [view.legal_moves(), view.observation(), view.rules, view.recent, view.__reduce__()[1]]
    assert hidden_among(case, view, *asked) == []
    assert hidden_among(case, [lambda: state]) != []


def test_no_error_of_a_view_leads_to_a_state(case: Case) -> None:
    """The reference's errors hold the frames that raised them."""
    state = midway(case)
    view = state.view(state.current_player)
    wrong: list[Callable[[], Any]] = [
        lambda: view.parse("nothing"),
        lambda: view.is_legal(7.5),
        lambda: view.from_text("x"),
        lambda: view.from_bytes(b"x"),
        lambda: view.from_events(view.rules, 0, ["x"]),
        lambda: view.from_events(view.rules, 0, []),
        lambda: setattr(view, "seat", 1),
        lambda: view.hidden,
        lambda: type(view)(),
    ]
    for call in wrong:
        with pytest.raises((OxidealError, TypeError, AttributeError)) as caught:
            call()
        frames = [frame for frame, _ in traceback.walk_tb(caught.value.__traceback__)]
        inside = [frame for frame in frames if frame.f_globals is not globals()]
        held = [value for frame in inside for value in frame.f_locals.values()]
        assert hidden_among(case, held, caught.value.args, caught.value.__context__) == []


def test_caches_hold_no_rounds() -> None:
    """Anybody can read what functions cache between calls."""
    cases = {case.game: case for case in reversed(CASES) if case.backend == "reference"}.values()
    for case in cases:
        state = midway(case)
        everything(state.view(state.current_player))
    gc.unfreeze()  # conftest.py hides from the collector what was there before the tests
    caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
    ours = [cache for cache in caches if str(cache.__module__).startswith("oxideal.")]
    assert len(ours) > 3
    held = list(reachable(*ours))
    assert not [each for each in held if isinstance(each, (*HIDDEN, *(vars(case.module)["State"] for case in cases)))]
