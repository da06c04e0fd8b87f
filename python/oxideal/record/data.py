"""The fields of a record, checked, and their form in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from ..errors import InvalidRecordError
from . import fields

if TYPE_CHECKING:
    from ..interface import Forfeit


@dataclass(frozen=True, kw_only=True)
class RecordData:
    """The fields of a `Record`, without its methods to play and draw it."""

    game: str
    """Name of the game, e.g. `doudizhu`."""
    rules: dict[str, Any]
    """The rules, as `Rules.to_dict` returns them."""
    seed: int | None = None
    """The seed of the deal or, for a position, of later random events; None if there are none."""
    stream: int | None = None
    """Stream number of the seed; None without a seed."""
    dealer: int | None = None
    """The dealer that was given; None if it was drawn."""
    start: str | None = None
    """Text of the first position, if it was set up by hand and not dealt."""
    drawn: int = 0
    """Number of words drawn from the stream before a position set up by hand."""
    recent: tuple[tuple[int, str], ...] = ()
    """The last actions before a position set up by hand, oldest first, as pairs of seat and text."""
    names: tuple[str | None, ...] | None = None
    """Name of the player in each seat."""
    actions: tuple[str, ...]
    """Texts of all actions, from the start on."""
    forfeited: Forfeit | None = None
    """The seat that forfeited the round after these actions, and why; None if no seat did."""
    payoffs: tuple[int, ...] | None = None
    """The payoff of each seat; None if the round is not over."""
    scores: tuple[int, ...] | None = None
    """The score of each seat by the rules of the game; None if the round is not over."""
    note: str | None = None
    """A remark, e.g. why the round was stopped."""
    info: dict[str, Any] | None = None
    """Your own data, ready for JSON; oxideal does not read it."""

    def __post_init__(self) -> None:
        for name, value in list(vars(self).items()):
            if value is not None or name not in fields.MAY_BE_NONE:
                object.__setattr__(self, name, fields.CHECKS[name](value))
        self._check_origin()
        self._check_seats()

    def _check_origin(self) -> None:
        by_hand = self.start is not None
        if (self.seed is None) != (self.stream is None):
            raise InvalidRecordError("seed and stream require each other: one is missing")
        if self.seed is None and not by_hand:
            raise InvalidRecordError('missing field "seed" or "start"')
        if by_hand and self.dealer is not None:
            raise InvalidRecordError("dealer and start are mutually exclusive")
        if not by_hand and (self.drawn or self.recent):
            raise InvalidRecordError("drawn and recent require start")
        if self.seed is None and self.drawn:
            raise InvalidRecordError("drawn requires seed")

    def _check_seats(self) -> None:
        if (self.payoffs is None) != (self.scores is None):
            raise InvalidRecordError("payoffs and scores require each other: one is null")
        if self.forfeited is not None and self.payoffs is None:
            raise InvalidRecordError("forfeited requires payoffs")
        given = {"names": self.names, "payoffs": self.payoffs, "scores": self.scores}
        lengths = {name: len(each) for name, each in given.items() if each is not None}
        if len({*lengths.values()}) > 1:
            got = ", ".join(f"{number} {name}" for name, number in lengths.items())
            raise InvalidRecordError(f"names, payoffs and scores must have equal lengths, one item per seat, got {got}")

    def __hash__(self) -> int:
        return hash((self.game, self.seed, self.stream, self.start, self.actions))

    @classmethod
    def from_dict(cls, values: dict[str, Any], /) -> Self:
        """Return the record with these fields, checked. Raises `InvalidRecordError`."""
        try:
            given = fields.named(values)
            record = cls(**given)
        except TypeError as error:
            raise InvalidRecordError(str(error)) from None
        written = record.to_dict()
        for name in given:
            if name not in written:
                raise InvalidRecordError(f"{name} is empty; leave the field out")
        return record

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON: seed and stream as texts, absent fields left out."""
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
            **({} if self.forfeited is None else {"forfeited": self.forfeited._asdict()}),
            "payoffs": _listed(self.payoffs),
            "scores": _listed(self.scores),
            **{name: value for name, value in further.items() if value is not None},
        }


def _listed(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)
