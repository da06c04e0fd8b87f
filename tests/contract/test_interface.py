"""Both backends keep the contract as it stands in types. mypy proves it where it checks this file; the tests walk the
names and signatures in `test_signatures.py`.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import oxideal.random
import oxideal.reference.random
from oxideal import doudizhu, foursquare
from oxideal.reference import doudizhu as plain_doudizhu
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

    BATCH: type[interface.Batch[foursquare.Rules, foursquare.State, foursquare.View]] = foursquare.Batch
    PLAIN_BATCH: type[interface.Batch[plain_foursquare.Rules, plain_foursquare.State, plain_foursquare.View]] = (
        plain_foursquare.Batch
    )

    DOUDIZHU: tuple[interface.DouDizhu, ...] = (doudizhu, plain_doudizhu)
    DD_RULES: type[interface.DouDizhuRules[doudizhu.Move]] = doudizhu.Rules
    DD_PLAIN_RULES: type[interface.DouDizhuRules[plain_doudizhu.Move]] = plain_doudizhu.Rules
    DD_MOVES: tuple[type[interface.DouDizhuMove], ...] = (doudizhu.Move, plain_doudizhu.Move)
    DD_STATE: type[interface.DouDizhuState[doudizhu.Rules, doudizhu.Move, doudizhu.View]] = doudizhu.State
    DD_VIEW: type[interface.DouDizhuView[doudizhu.Rules, doudizhu.Move, doudizhu.State]] = doudizhu.View
    DD_PLAIN_STATE: type[interface.DouDizhuState[plain_doudizhu.Rules, plain_doudizhu.Move, plain_doudizhu.View]] = (
        plain_doudizhu.State
    )
    DD_PLAIN_VIEW: type[interface.DouDizhuView[plain_doudizhu.Rules, plain_doudizhu.Move, plain_doudizhu.State]] = (
        plain_doudizhu.View
    )


SHARED = {"Playouts", "Classified", "LegalPlays"}
"""Named tuples of results, which belong to the interface."""


def test_no_backend_stands_in_for_the_other() -> None:
    for rust, reference in ((foursquare, plain_foursquare), (doudizhu, plain_doudizhu)):
        names = set(rust.__all__) - SHARED
        assert {"Rules", "Move", "State", "View", "Batch", "Match", "playouts"} < names
        for name in names:
            assert getattr(rust, name) is not getattr(reference, name)


def test_the_reference_needs_no_rust() -> None:
    """It runs where the Rust side cannot be imported at all."""
    script = (
        "import sys; sys.modules['oxideal._native'] = None\n"
        "from oxideal.reference import doudizhu as dd, foursquare as fs\n"
        "print([game.playouts(game.Rules(), 2, seed=1).lengths.tolist() for game in (dd, fs)])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    lengths = [game.playouts(game.Rules(), 2, seed=1).lengths.tolist() for game in (doudizhu, foursquare)]
    assert done.stdout.strip() == str(lengths)
