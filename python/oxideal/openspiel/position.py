"""Positions set up by their texts, which keep what the text does not hold: the last actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..interface import State


def from_text(like: State[Any, Any, Any], text: str, *, seed: int = 0) -> State[Any, Any, Any]:
    """The position of this text, with the last actions of `like`."""
    return with_recent(type(like).from_text(text, seed=seed), like.recent)


def with_recent(state: State[Any, Any, Any], recent: Iterable[tuple[int, int]]) -> State[Any, Any, Any]:
    """A state that was set up by hand and has not been played on, with these last actions."""
    actions = tuple(recent)
    return type(state).from_origin(state.rules, state.origin._replace(recent=actions)) if actions else state
