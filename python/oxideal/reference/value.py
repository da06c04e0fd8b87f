"""Small immutable objects, such as rules and moves."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, Self

from .._arguments.checks import text_of
from ..interface import Move
from ..schemas.methods import MoveMethods
from . import json_text
from .docstrings import Documented


class Frozen:
    """An object whose attributes cannot be set or deleted. Constructors set them with `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {_attribute_name(name)} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {_attribute_name(name)} cannot be deleted")


def _attribute_name(name: str) -> str:
    """Return an attribute's name, which must be a str."""
    return text_of("an attribute's name", name)


class Value(Frozen, Documented):
    """A frozen object, compared and hashed by its type and fields.

    `_fields` are the arguments of the constructor, in its order.
    """

    __slots__ = ()

    _fields: ClassVar[tuple[str, ...]]

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values()


class BaseMove(Value, MoveMethods):
    # What the moves of all games share. Not a subclass of `interface.Move`, whose `kind` would hide that of the game.

    __slots__ = ()

    def to_json(self) -> bytes:
        return json_text.dump(self.to_dict())

    to_json.__doc__ = Move.to_json.__doc__


class TableMove(BaseMove):
    # What the moves share that come from the table of actions of their rules.

    __slots__ = ("_action", "_rules")

    _action: int
    _rules: Any
    _origins: ClassVar[str] = "Rules.move(), Rules.parse() or legal_moves()"

    def __init__(self) -> None:
        raise TypeError(f"a Move comes from {self._origins}")

    @classmethod
    def _with(cls, rules: Any, action: int, **fields: Any) -> Self:
        move = cls.__new__(cls)
        for name, value in {"_rules": rules, "_action": action, **fields}.items():
            object.__setattr__(move, name, value)
        return move

    def _values(self) -> tuple[Any, ...]:
        return self._action, str(self)

    def __int__(self) -> int:
        return self._action

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._rules.move, (self._action,)
