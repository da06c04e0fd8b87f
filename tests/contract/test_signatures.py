"""Public names and signatures of both engines match `oxideal.interface`."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, cast

import pytest

from helpers.cases import BACKENDS, Case, module_of, protocol_of
from oxideal import interface
from oxideal.differential import GAMES
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
    OxidealError,
)
from oxideal.interface import PlayoutsFunction

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


def test_all_errors_are_value_errors() -> None:
    kinds = (InvalidMoveError, IllegalMoveError, InvalidRulesError, InvalidStateError, InvalidRecordError)
    for kind in (*kinds, InvalidArgumentError):
        assert issubclass(kind, OxidealError)
        assert issubclass(kind, ValueError)


def public_names(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def protocol_names(protocol: type) -> set[str]:
    return {name for base in protocol.__mro__ for name in vars(base) if not name.startswith("_")}


def parameters(function: Callable[..., Any]) -> list[tuple[str, str, object]]:
    found = inspect.signature(function).parameters.values()
    return [(each.name, str(each.kind), each.default) for each in found]


def agrees(promised: list[tuple[str, str, object]], kept: list[tuple[str, str, object]]) -> bool:
    """Compare parameters; `...` in the interface stands for any default."""
    return len(promised) == len(kept) and all(
        (name, kind) == (other, other_kind) and (default == value or default is ...)
        for (name, kind, default), (other, other_kind, value) in zip(promised, kept, strict=True)
    )


def without_self(found: list[tuple[str, str, object]]) -> list[tuple[str, str, object]]:
    return found[1:] if found and found[0][0] in ("self", "cls") else found


@pytest.mark.parametrize("game", GAMES)
def test_module_has_the_names_of_its_protocol(game: str, backend: str) -> None:
    module = cast("ModuleType", module_of(game, backend))
    promised = protocol_of(game)
    assert set(module.__all__) == protocol_names(promised)
    for name in module.__all__:
        kept, function = getattr(module, name), vars(promised).get(name)
        assert inspect.getdoc(kept), name
        if inspect.isfunction(function):
            assert agrees(without_self(parameters(function)), parameters(kept)), name
    assert module.__doc__


CONSTRUCTORS: dict[str, Any] = {"State": interface.StateClass, "Batch": interface.BatchClass}
"""The types of the classes that all games make with the same arguments."""


@pytest.mark.parametrize("name", ["Rules", "Move", "State", "View", "Batch"])
def test_classes_have_the_names_and_signatures_of_their_protocol(case: Case, name: str) -> None:
    kept, promised = getattr(case.module, name), protocol_of(case.game, name)
    state = case.state()
    instances = {"Rules": state.rules, "Move": state.rules.move(0), "State": state, "View": state.view(0)}
    instance = case.module.Batch(state.rules, 1) if name == "Batch" else instances[name]
    assert type(instance) is kept
    assert kept.__name__ == name
    assert public_names(instance) == protocol_names(promised)
    for method in sorted(protocol_names(promised)):
        function = inspect.getattr_static(promised, method)
        if isinstance(function, property):
            assert not callable(getattr(instance, method)), method
            continue
        bound = isinstance(function, classmethod)
        assert bound is (getattr(getattr(kept, method), "__self__", None) is kept), method
        wanted = parameters(function.__func__ if bound else function)
        assert agrees(without_self(wanted), without_self(parameters(getattr(instance, method)))), method
    if name in CONSTRUCTORS:
        assert agrees(without_self(parameters(CONSTRUCTORS[name].__call__)), parameters(kept))
        for method in protocol_names(CONSTRUCTORS[name]):
            wanted = without_self(parameters(getattr(CONSTRUCTORS[name], method)))
            assert agrees(wanted, parameters(getattr(kept, method))), method


def test_playouts_have_the_signature_of_the_protocol(case: Case) -> None:
    assert agrees(without_self(parameters(PlayoutsFunction.__call__)), parameters(case.module.playouts))


@pytest.mark.parametrize("name", ["Rules", "Move"])
@pytest.mark.parametrize("game", GAMES)
def test_constructors_take_the_same_on_both_engines(game: str, name: str) -> None:
    one, other = (inspect.signature(getattr(module_of(game, backend), name)).parameters for backend in BACKENDS)
    assert [(each.name, each.kind) for each in one.values()] == [(each.name, each.kind) for each in other.values()]
