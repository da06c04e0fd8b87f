"""A game: the module that has all of this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .batch import Batch
    from .match import Match
    from .playouts import PlayoutsFunction
    from .round import State, View
    from .rules import Move, Rules

__all__ = ["Game"]


class Game(Protocol):
    """A game's module. (Constructors are checked by the tests: a protocol's are invisible to mypy.)"""

    @property
    def Rules(self) -> type[Rules[Any]]: ...  # noqa: N802 (the names are the modules')
    @property
    def Move(self) -> type[Move]: ...  # noqa: N802
    @property
    def State(self) -> type[State[Any, Any, Any]]: ...  # noqa: N802
    @property
    def View(self) -> type[View[Any, Any, Any]]: ...  # noqa: N802
    @property
    def Match(self) -> type[Match[Any]]: ...  # noqa: N802
    @property
    def Batch(self) -> type[Batch[Any, Any, Any]]: ...  # noqa: N802
    @property
    def playouts(self) -> PlayoutsFunction: ...
