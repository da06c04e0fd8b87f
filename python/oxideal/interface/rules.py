"""The types of rules and moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from ..observation import ObservationSpec

__all__ = ["Move", "MoveT", "MoveT_co", "Rules", "RulesT", "RulesT_co"]

MoveT = TypeVar("MoveT", bound="Move")
MoveT_co = TypeVar("MoveT_co", bound="Move", covariant=True)
RulesT = TypeVar("RulesT", bound="Rules[Any]")
RulesT_co = TypeVar("RulesT_co", bound="Rules[Any]", covariant=True)


class Move(Protocol):
    """A move: a small immutable value. `str(move)` is its text, `int(move)` its action id.

    >>> from oxideal import rummy
    >>> move = rummy.Rules().parse("discard 7S")
    >>> str(move), move == rummy.Rules().move(int(move))
    ('discard 7S', True)
    """

    def __int__(self) -> int: ...
    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Rules(Protocol[MoveT]):
    """The rules of a round: immutable, hashable and picklable. They define the action ids.

    >>> from oxideal import rummy
    >>> rules = rummy.Rules(players=3, ace="both")
    >>> rummy.Rules.from_dict(rules.to_dict()) == rules
    True
    """

    @property
    def players(self) -> int:
        """Number of seats; they are 0 to players - 1."""

    @property
    def num_actions(self) -> int:
        """Number of action ids, which are 0 to num_actions - 1; each is legal in some state."""

    @property
    def action_table_version(self) -> int:
        """Version of the action ids, bumped when an id changes meaning."""

    def move(self, action: SupportsIndex, /) -> MoveT:
        """Return the move with this id. Raises `InvalidMoveError` if there is none."""

    def action(self, move: MoveT | SupportsIndex, /) -> int:
        """Return the id of a move, or check an id and return it."""

    def parse(self, text: str, /) -> MoveT:
        """Return the move with this text. Raises `InvalidMoveError` if there is none."""

    def to_dict(self) -> dict[str, Any]:
        """Return the options by name, ready for JSON."""

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """Return the rules with these options; missing ones get their default, unknown ones are an error."""

    def observation_spec(self) -> ObservationSpec:
        """Return the layout of observations."""

    def next_round(self) -> Self | None:
        """Return the rules of the next round of a match, or None after the last."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
