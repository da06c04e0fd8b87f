"""Methods of the classes of both engines that are written in Python, once, over the contract.

The classes of the reference inherit them; those of the Rust engine get them when `_native` is imported. The interface
documents them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from .._arguments.checks import counted
from ..interface.round import State, View
from ..interface.rules import Move, Rules

# Imports are in the functions: most rounds are neither drawn nor written as JSON.


class MoveMethods:
    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        from .dicts import of_move

        return of_move(self)


class RulesMethods:
    __slots__ = ()

    def move_from_dict(self, fields: dict[str, Any], /) -> Any:
        from .dicts import to_move

        return to_move(self, fields)

    def event_to_dict(self, event: str, /) -> dict[str, Any]:
        from .dicts import of_event

        return of_event(self, event)

    def event_from_dict(self, fields: dict[str, Any], /) -> str:
        from .dicts import to_event

        return to_event(self, fields)

    def _repr_html_(self) -> str:
        from .._internal.html import table
        from .._registry import home_of

        rules: Any = self
        found = home_of(type(self))
        assert found is not None
        game, module = found
        default = module.Rules().to_dict()
        same, other = [], []
        for name, value in rules.to_dict().items():
            row = [name, repr(value)]
            same.append(row) if value == default[name] else other.append([*row, repr(default[name])])
        title = f"{game.title}: {counted(len(other), 'option')} changed"
        shown = table(title, ["option", "value", "default"], other, rules.describe_options())
        folded = f"<details><summary>other options</summary>{table('', ['option', 'value'], same)}</details>"
        return shown + folded if same else shown


class RoundMethods:
    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        from .dicts import of_round

        return of_round(self)

    def _repr_svg_(self) -> str | None:
        from ..svg.draw import of_round

        return of_round(self)


class StateMethods(RoundMethods):
    __slots__ = ()

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        from .dicts import to_state

        state: Self = to_state(cls, fields)
        return state


class ViewMethods(RoundMethods):
    __slots__ = ()

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        from .dicts import to_view

        view: Self = to_view(cls, fields)
        return view


METHODS = {"Rules": RulesMethods, "Move": MoveMethods, "State": StateMethods, "View": ViewMethods}
"""The methods of each class of a game."""


def methods_of(kind: str) -> Iterator[tuple[str, Any]]:
    """Yield the methods of a class of a game, by name."""
    for each in METHODS[kind].__mro__[:-1]:
        yield from ((name, method) for name, method in vars(each).items() if not name.startswith("__"))


for _kind, _protocol in {"Rules": Rules, "Move": Move, "State": State, "View": View}.items():
    for _name, _method in methods_of(_kind):
        for _each in (_method, getattr(_method, "__func__", _method)):  # a class method has a docstring of its own
            _each.__doc__ = getattr(_protocol, _name).__doc__
