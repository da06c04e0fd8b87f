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
    """A state that was set up by hand and has not been played on, with these last actions.

    Its bytes end with how many there are, none, and how many have been played since, none.
    """
    actions = list(recent)
    if not actions:
        return state
    tail = b"".join(_number(part) for action in actions for part in action)
    return type(state).from_bytes(state.to_bytes()[:-2] + _number(len(actions)) + tail + _number(0))


def _number(number: int) -> bytes:
    """Unsigned LEB128."""
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)
