"""Both backends keep the contract as it stands in types. mypy proves it where it checks this file; the tests walk the
names and signatures in `test_contract.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import oxideal.random
import oxideal.reference.random
from oxideal import foursquare
from oxideal.reference import foursquare as plain_foursquare

if TYPE_CHECKING:
    from oxideal import interface

    FOURSQUARE: tuple[interface.FourSquare, ...] = (foursquare, plain_foursquare)
    RULES: tuple[type[interface.FourSquareRules], ...] = (foursquare.Rules, plain_foursquare.Rules)
    MOVES: tuple[type[interface.FourSquareMove], ...] = (foursquare.Move, plain_foursquare.Move)
    STREAMS: tuple[type[interface.RandomStream], ...] = (oxideal.random.Stream, oxideal.reference.random.Stream)


def fast_state(state: foursquare.State) -> interface.FourSquareState:
    return state


def plain_state(state: plain_foursquare.State) -> interface.FourSquareState:
    return state


def fast_view(view: foursquare.View) -> interface.FourSquareView:
    return view


def plain_view(view: plain_foursquare.View) -> interface.FourSquareView:
    return view


def test_no_backend_stands_in_for_the_other() -> None:
    assert type(fast_state(foursquare.State(seed=1))) is foursquare.State
    assert type(plain_state(plain_foursquare.State(seed=1))) is plain_foursquare.State
    assert type(fast_view(foursquare.State(seed=1).view(0))) is foursquare.View
    assert type(plain_view(plain_foursquare.State(seed=1).view(0))) is plain_foursquare.View
