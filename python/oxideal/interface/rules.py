"""Rules and the moves that they number."""

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
    """One action of a game: a small frozen value. `str(move)` parses back, `int(move)` is its id."""

    def __int__(self) -> int: ...
    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Rules(Protocol[MoveT]):
    """How a game is played: frozen, checked, hashable, picklable. It owns the table of actions."""

    @property
    def players(self) -> int:
        """The number of seats; they are 0 to players - 1."""

    @property
    def num_actions(self) -> int:
        """Ids are 0 to num_actions - 1, each of them a move that some state allows."""

    @property
    def action_table_version(self) -> int:
        """Raised whenever an id changes its meaning."""

    def move(self, action: SupportsIndex, /) -> MoveT:
        """The move with this id, or InvalidMoveError."""

    def action(self, move: MoveT | SupportsIndex, /) -> int:
        """The id of this move (or the id itself, checked); the inverse of `move`."""

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names, or InvalidMoveError."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, fit for JSON."""

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """The inverse of `to_dict`. Missing fields take their default; others are refused."""

    def observation_spec(self) -> ObservationSpec:
        """How an observation is laid out."""

    def next_round(self) -> Self | None:
        """The rules of the next round of a match, None where that was the last."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
