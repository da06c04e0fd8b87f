"""Set up positions by text and keep the last actions, which the text does not contain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..interface import State


def from_text(like: State[Any, Any, Any], text: str, *, seed: int = 0) -> State[Any, Any, Any]:
    """Return the position of this text, with the last actions of `like`."""
    return with_recent(type(like).from_text(text, seed=seed), like.recent)


def with_recent(state: State[Any, Any, Any], recent: Iterable[tuple[int, int]]) -> State[Any, Any, Any]:
    """Return a position set up by hand, in which nothing has been played yet, with these last actions."""
    actions = tuple(recent)
    return type(state).from_origin(state.rules, state.origin._replace(recent=actions)) if actions else state
