"""Both backends keep the contract as it stands in types. mypy proves it where it checks this file; the tests walk the
names and signatures in `test_contract.py`.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import oxideal.random
import oxideal.reference.random
from oxideal import foursquare
from oxideal.reference import foursquare as plain_foursquare

if TYPE_CHECKING:
    from oxideal import interface

    FOURSQUARE: tuple[interface.FourSquare, ...] = (foursquare, plain_foursquare)
    RULES: type[interface.FourSquareRules[foursquare.Move]] = foursquare.Rules
    PLAIN_RULES: type[interface.FourSquareRules[plain_foursquare.Move]] = plain_foursquare.Rules
    MOVES: tuple[type[interface.FourSquareMove], ...] = (foursquare.Move, plain_foursquare.Move)
    STREAMS: tuple[type[interface.RandomStream], ...] = (oxideal.random.Stream, oxideal.reference.random.Stream)

    STATE: type[interface.FourSquareState[foursquare.Rules, foursquare.Move, foursquare.View]] = foursquare.State
    VIEW: type[interface.FourSquareView[foursquare.Rules, foursquare.Move, foursquare.State]] = foursquare.View
    PLAIN_STATE: type[
        interface.FourSquareState[plain_foursquare.Rules, plain_foursquare.Move, plain_foursquare.View]
    ] = plain_foursquare.State
    PLAIN_VIEW: type[
        interface.FourSquareView[plain_foursquare.Rules, plain_foursquare.Move, plain_foursquare.State]
    ] = plain_foursquare.View


def test_no_backend_stands_in_for_the_other() -> None:
    for name in ("Rules", "Move", "State", "View", "playouts", "flips", "flips_many"):
        assert getattr(foursquare, name) is not getattr(plain_foursquare, name)


def test_the_reference_needs_no_rust() -> None:
    """It runs where the Rust side cannot be imported at all."""
    script = (
        "import sys; sys.modules['oxideal._native'] = None\n"
        "from oxideal.reference import foursquare as fs\n"
        "print(fs.playouts(fs.Rules(), 2, seed=1).lengths.tolist())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(foursquare.playouts(foursquare.Rules(), 2, seed=1).lengths.tolist())
