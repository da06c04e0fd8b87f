"""The match of the reference engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .. import match as _match
from .random import Stream
from .rules import Rules
from .state import State

if TYPE_CHECKING:
    from ..interface import RandomStream

RulesT = TypeVar("RulesT", bound=Rules[Any])
StateT = TypeVar("StateT", bound=State[Any, Any, Any, Any])


class Match(_match.Match[RulesT, StateT], Generic[RulesT, StateT]):
    """`oxideal.match.Match` with the random stream of the reference engine."""

    __slots__ = ()

    @staticmethod
    def _dealer_stream(seed: int) -> RandomStream:
        return Stream(seed, 0)
