"""The fields of a record, checked, and the same as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self

from ..errors import InvalidRecordError
from . import fields


@dataclass(frozen=True, kw_only=True)
class RecordData:
    """A `Record` that can neither be played nor drawn."""

    game: str
    """The name of the game, such as `doudizhu`."""
    rules: dict[str, Any]
    """As `Rules.to_dict` gives them."""
    seed: int | None = None
    """Of the deal or, after a start set up by hand, of what chance has still to add; None where it adds nothing."""
    stream: int | None = None
    """Its number; None where there is no seed."""
    dealer: int | None = None
    """The seat that was given as the dealer; None where chance drew it."""
    start: str | None = None
    """Where the round was not dealt but set up by hand: the text of its first position."""
    drawn: int = 0
    """How many words of the stream had been drawn before a start set up by hand."""
    recent: tuple[tuple[int, str], ...] = ()
    """The last actions before a start set up by hand, as pairs of a seat and a text, the oldest first."""
    names: tuple[str | None, ...] | None = None
    """Who sat on each seat."""
    actions: tuple[str, ...]
    """All of them, from the start on."""
    payoffs: tuple[int, ...] | None = None
    """One a seat; None where the round is not over."""
    scores: tuple[int, ...] | None = None
    """What the game itself calls the score, one a seat; None where the round is not over."""
    note: str | None = None
    """What is to be said of this round, such as why it was broken off."""
    info: dict[str, Any] | None = None
    """Whatever else belongs to it, fit for JSON: nothing here reads it."""

    def __post_init__(self) -> None:
        for name, value in list(vars(self).items()):
            if value is not None or name not in fields.MAY_BE_NONE:
                object.__setattr__(self, name, fields.CHECKS[name](value))
        self._check_origin()
        self._check_seats()

    def _check_origin(self) -> None:
        by_hand = self.start is not None
        if (self.seed is None) != (self.stream is None):
            raise InvalidRecordError("seed and stream belong together: one of them is missing")
        if self.seed is None and not by_hand:
            raise InvalidRecordError("there is neither a seed nor a start: where does the round begin?")
        if by_hand and self.dealer is not None:
            raise InvalidRecordError("a round is either dealt by a dealer or has a start set up by hand, not both")
        if not by_hand and (self.drawn or self.recent):
            raise InvalidRecordError("drawn and recent belong to a start set up by hand, and there is none")
        if self.seed is None and self.drawn:
            raise InvalidRecordError("drawn belongs to a seed, and there is none")

    def _check_seats(self) -> None:
        if (self.payoffs is None) != (self.scores is None):
            raise InvalidRecordError("payoffs and scores belong together: one of them is null")
        lengths = {len(each) for each in (self.names, self.payoffs, self.scores) if each is not None}
        if len(lengths) > 1:
            raise InvalidRecordError("names, payoffs and scores have one item for each seat; their numbers differ")

    def __hash__(self) -> int:
        return hash((self.game, self.seed, self.stream, self.start, self.actions))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], /) -> Self:
        """The inverse of `to_dict`, or InvalidRecordError."""
        try:
            given = fields.named(values)
            del given["format"]
            for name in ("seed", "stream"):
                if name in given:
                    given[name] = fields.digits(name, given[name])
            record = cls(**given)
            written = record.to_dict()
            for name in given:
                if name not in written:
                    raise InvalidRecordError(f"{name} is empty; then the field is left out")
            return record
        except InvalidRecordError:
            raise
        except Exception as error:  # a mapping of any kind may do anything when it is read
            raise InvalidRecordError(_message_of(error)) from None

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON has them: seed and stream as texts, and without what there is not."""
        optional = {
            "seed": None if self.seed is None else str(self.seed),
            "stream": None if self.stream is None else str(self.stream),
            "dealer": self.dealer,
            "start": self.start,
            "drawn": self.drawn or None,
            "recent": [list(pair) for pair in self.recent] or None,
            "names": _listed(self.names),
        }
        further = {"note": self.note, "info": deepcopy(self.info)}
        return {
            "format": fields.FORMAT,
            "game": self.game,
            "rules": deepcopy(self.rules),
            **{name: value for name, value in optional.items() if value is not None},
            "actions": list(self.actions),
            "payoffs": _listed(self.payoffs),
            "scores": _listed(self.scores),
            **{name: value for name, value in further.items() if value is not None},
        }


def _listed(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _message_of(error: Exception) -> str:
    try:
        return str.__str__(str(error)) or "this mapping cannot be read"
    except Exception:  # whatever a foreign class does when it is printed
        return "this mapping cannot be read"
