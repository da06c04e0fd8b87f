"""The types of rules and moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from ..schemas.observation import ObservationSpec

__all__ = ["Move", "MoveT", "MoveT_co", "Rules", "RulesClass", "RulesT", "RulesT_co"]

MoveT = TypeVar("MoveT", bound="Move")
MoveT_co = TypeVar("MoveT_co", bound="Move", covariant=True)
RulesT = TypeVar("RulesT", bound="Rules[Any]")
RulesT_co = TypeVar("RulesT_co", bound="Rules[Any]", covariant=True)


class Move(Protocol):
    """A move.

    It is a small immutable value: `str(move)` is its text and `int(move)` its action id.

    >>> from oxideal import rummy
    >>> move = rummy.Rules().parse("discard 7S")
    >>> str(move), move.kind, move == rummy.Rules().move(int(move))
    ('discard 7S', 'discard', True)
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of move, e.g. "pass" or "discard"; each game has its own."""

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain JSON values: its id, its text, its kind and its parts.

        `Rules.move_from_dict` of either engine reads it.
        """

    def to_json(self) -> bytes:
        """Return the same as JSON without spaces, which `Rules.move_from_json` of either engine reads."""

    def __int__(self) -> int: ...
    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Rules(Protocol[MoveT]):
    """The rules of a round.

    They are immutable, hashable and picklable, and define the action ids. Raises `InvalidRulesError` for a wrong
    value.

    >>> from oxideal import rummy
    >>> rules = rummy.Rules(players=3, ace="both")
    >>> rummy.Rules.from_dict(rules.to_dict()) == rules
    True
    """

    __slots__ = ()

    @property
    def players(self) -> int:
        """The number of seats. Seats are numbered 0 to `players - 1`."""

    @property
    def num_actions(self) -> int:
        """The number of action ids. Ids are 0 to `num_actions - 1`."""

    @property
    def action_table_version(self) -> int:
        """The version of the action table, bumped when an id changes meaning."""

    def move(self, action: SupportsIndex, /) -> MoveT:
        """Return the move with this action id.

        Raises `InvalidMoveError` if the id is outside the table.
        """

    def action(self, move: MoveT | SupportsIndex | str, /) -> int:
        """Return the action id of a move or its text. An id is checked and returned unchanged.

        Raises `InvalidMoveError` if these rules do not have the move or id, or if the text names no move.
        """

    def parse(self, text: str, /) -> MoveT:
        """Return the move that a text names, such as `str(move)`.

        Raises `InvalidMoveError` if the text names no move of these rules.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return all options by name, as values that JSON can hold."""

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """Return the rules with these options: the inverse of `to_dict`.

        Missing options take their defaults. Raises `InvalidRulesError` for an unknown option or
        a wrong value.
        """

    def to_json(self) -> bytes:
        """Return the options as JSON without spaces, which `from_json` of either engine reads."""

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        """Return the rules with the options in JSON: the inverse of `to_json`.

        Missing options take their defaults. Raises `InvalidRulesError` for an unknown option or
        a wrong value.
        """

    def move_from_json(self, data: bytes, /) -> MoveT:
        """Return the move in JSON: the inverse of its `to_json`.

        Raises `InvalidMoveError` if no move of these rules has this JSON, apart from spaces and the
        order of fields.
        """

    def events_from_json(self, data: bytes, /) -> list[str]:
        """Return the texts of events in JSON: the inverse of `State.events_json`.

        Raises `InvalidRecordError` if `State.events_json` cannot have returned this, apart from spaces
        and the order of fields.
        """

    def replace(self, **options: Any) -> Self:
        """Return the same rules with some options replaced.

        The others keep their values, including those that the default rules derive, e.g. the hand
        size. Raises `TypeError` for an unknown option and `InvalidRulesError` for a wrong value.
        """

    def move_from_dict(self, fields: dict[str, Any], /) -> MoveT:
        """Return the move that a dict describes: the inverse of `Move.to_dict`.

        Raises `InvalidMoveError` if no move of these rules has this dict.
        """

    def event_to_dict(self, event: str, /) -> dict[str, Any]:
        """Return an event as plain JSON values: its text, its kind and its parts.

        `event` is a text as `State.events` returns it. Only its form is checked: a `ViewBuilder`
        finds out whether it can happen. Raises `InvalidRecordError` for any other text.
        """

    def event_from_dict(self, fields: dict[str, Any], /) -> str:
        """Return the text of an event that a dict describes: the inverse of `event_to_dict`.

        Raises `InvalidRecordError` if no event has this dict.
        """

    def describe(self, move: MoveT | SupportsIndex | str, /, *, language: str = "en") -> str:
        """Return what people call a move, e.g. "a pair of 3s".

        `language` is one of `oxideal.words.LANGUAGES`. What is known only from the position, e.g. the top
        discard, is not named. Raises `InvalidMoveError` as `action` does, and `InvalidArgumentError` for an
        unknown language.
        """

    def describe_options(self, *, language: str = "en") -> list[str]:
        """Return the options that differ from those of the plain game, each in a few words.

        Raises `InvalidArgumentError` for an unknown language.

        >>> from oxideal import rummy
        >>> rummy.Rules(players=4, ace="both").describe_options()
        ['4 players', 'hands of 7 cards', 'aces low or high']
        """

    def describe_event(self, event: str, /, *, language: str = "en") -> str:
        """Return an event as a sentence, e.g. "Seat 2 draws a tile.".

        Raises `InvalidRecordError` as `event_to_dict` does, and `InvalidArgumentError` for an unknown
        language.
        """

    def observation_spec(self) -> ObservationSpec:
        """Return the layout of observations: the name, shape and highest value of each field."""

    def action_features_spec(self) -> ObservationSpec:
        """Return the layout of the features of an action: the name, shape and highest value of each field."""

    def _repr_html_(self) -> str:
        """Return the table of options that notebooks show: those that differ from the default, the others folded."""

    def next_round(self) -> Self | None:
        """Return the rules of the next round of a match, or None after the last round.

        In most games the rules stay the same. In Mexican Train the engine changes.
        """

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class RulesClass(Protocol[RulesT_co]):
    """The class `Rules` of a game's module: how rules are made."""

    __slots__ = ()

    def __call__(self, *args: Any, **options: Any) -> RulesT_co:
        """Return the rules with these options; each game has its own."""

    def from_dict(self, fields: Mapping[str, Any], /) -> RulesT_co: ...
    def from_json(self, data: bytes, /) -> RulesT_co: ...
