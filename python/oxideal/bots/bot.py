"""What a bot is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .._input.checks import type_name
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from ..interface import Move, View
    from .limit import Limit

__all__ = ["Bot"]


@runtime_checkable
class Bot(Protocol):
    """Whatever chooses a move from a view. An attribute `name` is used in tables, an attribute `limit` (a `Limit`) says
    how long it thinks where nobody says otherwise; neither is needed.
    """

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Move:
        """A legal move of the view's seat, which is to choose."""


def check_to_choose(view: View[Any, Any, Any]) -> None:
    seat = getattr(view, "seat", None)
    if seat is None:
        hint = "; give it state.view(state.current_player)" if hasattr(view, "current_player") else ""
        raise TypeError(f"view must be a View of a game, not {type_name(view)}{hint}")
    if view.current_player is None:
        raise InvalidArgumentError("there is nothing to choose: the round is over")
    if view.current_player != seat:
        raise InvalidArgumentError(f"this is the view of seat {seat}, but seat {view.current_player} is to choose")
