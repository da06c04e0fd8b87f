"""The type of a game's module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .batch import Batch, BatchClass
    from .match import Match, MatchClass
    from .playouts import PlayoutsFunction
    from .round import State, StateClass, View, ViewBuilder, ViewBuilderClass
    from .rules import Move, Rules, RulesClass

__all__ = ["Game"]


class Game(Protocol):
    """A game's module, e.g. `oxideal.rummy` or `oxideal.reference.rummy`.

    >>> import oxideal.rummy, oxideal.reference.rummy
    >>> def seats(game: Game) -> int:
    ...     return game.Rules().players
    >>> seats(oxideal.rummy), seats(oxideal.reference.rummy)
    (2, 2)
    """

    __slots__ = ()

    @property
    def Rules(self) -> RulesClass[Rules[Any]]: ...  # noqa: N802 (it is the name of a class)
    @property
    def Move(self) -> type[Move]: ...  # noqa: N802
    @property
    def State(self) -> StateClass[State[Any, Any, Any]]: ...  # noqa: N802
    @property
    def View(self) -> type[View[Any, Any, Any]]: ...  # noqa: N802
    @property
    def ViewBuilder(self) -> ViewBuilderClass[ViewBuilder[Any, Any]]: ...  # noqa: N802
    @property
    def Match(self) -> MatchClass[Match[Any]]: ...  # noqa: N802
    @property
    def Batch(self) -> BatchClass[Batch[Any, Any, Any]]: ...  # noqa: N802
    @property
    def playouts(self) -> PlayoutsFunction: ...
