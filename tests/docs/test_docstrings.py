"""Docstrings of the public classes are those of the protocols, on both engines; the generated files are checked by
`make check`.
"""

from __future__ import annotations

import inspect
import pydoc
from typing import Any

import pytest

from helpers.cases import module_of
from helpers.stub import Class, classes, documented, with_declaration
from oxideal import _native, doudizhu
from oxideal._registry import GAMES
from oxideal.reference import random

CLASSES = {f"{each.game}{each.name}": each for each in classes()}
GAME_OF = {game.class_name: game.name for game in GAMES.values()}


def reference(each: Class) -> Any:
    return getattr(module_of(GAME_OF[each.game], "reference") if each.game else random, each.name)


@pytest.mark.parametrize("name", CLASSES)
def test_compiled_module_has_the_docstrings_of_the_protocols(name: str) -> None:
    """A wrong name in `docstring!` compiles."""
    each, native = CLASSES[name], getattr(_native, name)
    assert inspect.getdoc(native) == with_declaration(each.documentation, each.declaration)
    for member, home in each.members().items():
        text = inspect.getdoc(vars(home)[member]) if member in each.in_python else documented(home, member)
        assert inspect.getdoc(getattr(native, member)) == text, member


@pytest.mark.parametrize("name", CLASSES)
def test_reference_has_the_docstrings_of_the_protocols(name: str) -> None:
    """As `help` finds them."""
    each = CLASSES[name]
    assert inspect.cleandoc(reference(each).__doc__) == each.documentation
    for member, home in each.members().items():
        assert pydoc.getdoc(getattr(reference(each), member)) == inspect.getdoc(vars(home)[member]), member


@pytest.mark.parametrize("name", CLASSES)
def test_protocols_document_classes_with_an_example_and_members_with_a_summary(name: str) -> None:
    each = CLASSES[name]
    assert ">>>" in each.documentation
    for member, home in each.members().items():
        assert (inspect.getdoc(vars(home)[member]) or "").split("\n\n")[0].endswith("."), member


def test_help_shows_types() -> None:
    assert "\npush(move: Move | int | str, /) -> None\n" in pydoc.getdoc(doudizhu.State.push)
    assert "After an error the state is unchanged." in pydoc.getdoc(doudizhu.State.push)
    assert "\n\nhand: Cards" in pydoc.getdoc(doudizhu.View.hand)
    assert CLASSES["FourSquareMove"].declaration == "Move(row: int, column: int)"
    assert CLASSES["DouDizhuView"].declaration is None
