"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from ...value import BaseMove
from . import actions, tiles

if TYPE_CHECKING:
    from .rules import Rules


class Move(BaseMove):
    """A tile played on a train, a draw or a pass: a small immutable value.

    Moves come from `Rules`, states and views; there is no constructor.

    >>> from oxideal.reference.mexican_train import Rules
    >>> move = Rules().parse("12-9 @ Mexican")
    >>> move, move.kind, move.tile, move.train
    (Move('9-12@mexican'), 'play', '9-12', 'mexican')
    >>> int(move), int(Rules().parse("draw"))
    (180, 1)
    """

    __slots__ = {
        "_action": "The action id.",
        "_rules": "The rules that the move comes from.",
        "kind": 'The kind of move: "play", "draw" or "pass".',
        "tile": 'The tile, its lower number first, such as "9-12"; None for a draw or a pass.',
        "train": 'The train: "me", "mexican" or a seat such as "3"; None for a draw or a pass.',
    }

    _action: int
    _rules: Rules
    kind: str
    tile: str | None
    train: str | None

    def __init__(self) -> None:
        raise TypeError("a Move comes from Rules.move(), Rules.parse() or legal_moves()")

    @classmethod
    def _of(cls, rules: Rules, action: int) -> Self:
        move = cls.__new__(cls)
        play = actions.play_of(rules, action)
        kind = "play" if play is not None else actions.text(rules, action)
        fields: dict[str, Any] = {
            "_rules": rules,
            "_action": action,
            "kind": kind,
            "tile": play and tiles.TEXTS[play.tile],
            "train": play and play.train,
        }
        for name, value in fields.items():
            object.__setattr__(move, name, value)
        return move

    def _values(self) -> tuple[Any, ...]:
        return self._action, str(self)

    def __int__(self) -> int:
        return self._action

    def __str__(self) -> str:
        return actions.text(self._rules, self._action)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._rules.move, (self._action,)
