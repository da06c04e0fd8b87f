"""The legal moves at one moment, as a sequence that makes each of them when it is asked for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, Self, SupportsIndex, overload

from .._arguments.checks import counted, integer
from ..errors import InvalidArgumentError
from .rules import MoveT_co, Rules

__all__ = ["Moves"]

SHOWN_OF_KIND = 50
"""How many moves of a kind a notebook shows: there can be ten thousands of one."""


class Moves(Sequence[MoveT_co]):
    """The legal moves at one moment, as `legal_moves` returns them: an immutable sequence, ascending by action id.

    It holds ids, and makes a `Move` only when it is asked for one: `len(moves)`, `move in moves`, `moves[0]` and
    `random.choice(moves)` do not make the others; a loop makes all. It equals a list of the same moves, a slice is a
    list, and `list(moves)` is a list of all. It does not change when the state does, and has no hash.

    Only a `Move` can be in it. `is_legal` takes a text or an id, too.

    >>> from oxideal import rummy
    >>> state = rummy.State(seed=7, dealer=0)
    >>> moves = state.legal_moves()
    >>> moves, len(moves), moves[-1]
    ([Move('draw'), Move('take')], 2, Move('take'))
    >>> state.push("draw")
    >>> moves[0] in moves, moves[0] in state.legal_moves(), moves == [*moves]
    (True, False, True)
    """

    __slots__ = ("_actions", "_rules")

    _rules: Rules[Any]
    _actions: list[int]

    def __init__(self) -> None:
        raise TypeError("Moves come from legal_moves()")

    @classmethod
    def _of(cls, rules: Rules[MoveT_co], actions: list[int]) -> Self:
        """Return the moves with these ids, which must be in the rules' table and ascend."""
        moves = cls.__new__(cls)
        moves._rules = rules
        moves._actions = actions
        return moves

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> MoveT_co: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[MoveT_co]: ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> MoveT_co | list[MoveT_co]:
        if isinstance(index, slice):
            return [*map(self._rules.move, self._actions[index])]
        place = integer("an index", index)
        if not -len(self) <= place < len(self):
            raise IndexError("move index out of range")
        move: MoveT_co = self._rules.move(self._actions[place])
        return move

    def __iter__(self) -> Iterator[MoveT_co]:
        return map(self._rules.move, self._actions)

    def __reversed__(self) -> Iterator[MoveT_co]:
        return map(self._rules.move, reversed(self._actions))

    def to_json(self) -> bytes:
        """Return the moves as a list in JSON without spaces."""
        return b"[" + b",".join(move.to_json() for move in self) + b"]"

    def __contains__(self, move: object, /) -> bool:
        """Return whether a move is here: False for a text, an id or anything else that is not a `Move`."""
        return self._place(move) is not None

    def index(self, move: object, start: SupportsIndex | None = None, stop: SupportsIndex | None = None, /) -> int:
        """Return the index of a move.

        `start` and `stop` limit the search, as in a slice. Raises `InvalidArgumentError` if the move is not there.
        """
        low = None if start is None else integer("start", start)
        high = None if stop is None else integer("stop", stop)
        first, end, _ = slice(low, high).indices(len(self))
        place = self._place(move)
        if place is None or not first <= place < end:
            raise InvalidArgumentError("not one of these moves")
        return place

    def count(self, move: object, /) -> int:
        """Return 1 if a move is here, else 0."""
        return int(move in self)

    def __eq__(self, other: object, /) -> bool:
        if isinstance(other, (Moves, list)):
            return [*self] == ([*other] if isinstance(other, Moves) else other)
        return NotImplemented

    def __repr__(self) -> str:
        return repr([*self])

    def _repr_html_(self) -> str:
        """Return the table that notebooks show: the moves of each kind with their ids."""
        from .._internal.html import table  # imported here: most moves are not shown

        kinds: dict[str, list[str]] = {}
        for move in self:
            kinds.setdefault(move.kind, []).append(f"{move} ({int(move)})")
        rows = [
            [kind, f"{len(moves):,}", ", ".join([*moves[:SHOWN_OF_KIND], *["…"][: len(moves) > SHOWN_OF_KIND]])]
            for kind, moves in kinds.items()
        ]
        return table(counted(len(self), "legal move"), ["kind", "number", "moves, with their ids"], rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._of, (self._rules, self._actions)

    def _place(self, move: object) -> int | None:
        """Return the index of a move; None for anything else, whose own methods are never called."""
        if not self._actions or type(move) is not type(self[0]):
            return None
        place = bisect_left(self._actions, int(move))
        return place if place < len(self) and self[place] == move else None
