"""The interface of a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeVar, runtime_checkable

from .._arguments.checks import type_name
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from ..interface import Move, View
    from .limit import Limit

__all__ = ["Bot"]

ViewT_contra = TypeVar("ViewT_contra", bound="View[Any, Any, Any]", contravariant=True)


@runtime_checkable
class Bot(Protocol[ViewT_contra]):
    """Any object that chooses a move from a view.

    For type checkers, `Bot[dd.View]` is a bot for Dou Dizhu, and `Bot[Any]` a bot for some game.

    The arena always calls `choose` with two arguments. Two attributes are optional: `name`, for tables, and `limit`, a
    `Limit` for calls that give none.

    >>> class First:
    ...     def choose(self, view, limit=None):
    ...         return view.legal_moves()[0]
    >>> isinstance(First(), Bot)
    True
    """

    def choose(self, view: ViewT_contra, limit: Limit | None = None) -> Move | SupportsIndex | str:
        """Return a legal move, its text or its id, for the seat of the view, which is to move."""


def check_to_choose(view: View[Any, Any, Any]) -> None:
    """Raise an error unless this is a view whose own seat is to move."""
    seat = getattr(view, "seat", None)
    if seat is None:
        hint = "; give it state.view(state.current_player)" if hasattr(view, "current_player") else ""
        raise TypeError(f"view must be a View of a game, not {type_name(view)}{hint}")
    if view.current_player is None:
        raise InvalidArgumentError("no move to choose: the round is over")
    if view.current_player != seat:
        raise InvalidArgumentError(f"this is the view of seat {seat}, but seat {view.current_player} is to move")
