"""Both engines follow the contract and share no code. mypy checks the types of each game in
`tests/games/<game>/interface_types.py`; `test_signatures.py` compares names and signatures.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import oxideal.random
from helpers.cases import module_of
from oxideal.differential import GAMES

if TYPE_CHECKING:
    import oxideal.reference.random
    from helpers.cases import Case
    from oxideal import interface

    STREAMS: tuple[type[interface.RandomStream], ...] = (oxideal.random.Stream, oxideal.reference.random.Stream)


@pytest.mark.parametrize("game", GAMES)
def test_engines_share_no_classes_or_functions(game: str) -> None:
    rust, reference = module_of(game, "rust"), module_of(game, "reference")
    both = {name for name in vars(rust)["__all__"] if getattr(rust, name) is getattr(reference, name)}
    constants = {name for name in both if name.isupper()}
    homes = {getattr(rust, name).__module__.split(".")[1] for name in both - constants}
    assert homes <= {"interface", "cards"}  # result tuples and cards
    assert both.isdisjoint({"Rules", "Move", "State", "View", "Batch", "Match", "playouts"})


def test_attributes_cannot_be_set_or_deleted(plain: Case) -> None:
    state = plain.midway
    batch, match = plain.module.Batch(plain.rules, 2, seed=7), plain.module.Match(plain.rules, seed=7)
    builder = plain.module.ViewBuilder(plain.rules, 0)
    things: list[Any] = [state, state.view(0), plain.rules, state.legal_moves(), state.legal_moves()[0], builder]
    before = [*map(repr, things)], state.to_bytes(), repr(match)
    for thing in (*things, batch, match):
        for name in [name for name in dir(thing) if not name.startswith("_")] + ["novelty"]:
            with pytest.raises(AttributeError):
                setattr(thing, name, getattr(thing, name, 0))
            with pytest.raises(AttributeError):
                delattr(thing, name)
    assert ([*map(repr, things)], state.to_bytes(), repr(match)) == before


WITHOUT_RUST = """
import sys
sys.modules["oxideal._native"] = None
from importlib import import_module
import oxideal

for name in sys.argv[1:]:
    game = import_module(f"oxideal.reference.{name}")
    match = game.Match(seed=7, rounds=1)
    assert isinstance(match, oxideal.Match)
    print(game.playouts(game.Rules(), 2, seed=1).lengths.tolist(), match.state.to_text())
"""


def test_reference_works_without_rust_engine() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_RUST, *GAMES], capture_output=True, text=True, check=True)
    expected = []
    for name in GAMES:
        game = module_of(name, "rust")
        lengths = game.playouts(game.Rules(), 2, seed=1).lengths.tolist()
        expected.append(f"{lengths} {game.Match(seed=7, rounds=1).state.to_text()}")
    assert done.stdout.splitlines() == expected
