"""What the views of all games share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .._input.checks import items, seat_within, text_of
from ..errors import InvalidRecordError, InvalidStateError
from . import codec, observation, recent
from .knowledge import SeenPosition
from .round import MoveT, RoundApi, RulesT
from .value import Frozen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .recent import Recent

SeenT = TypeVar("SeenT", bound=SeenPosition)

_POSITION = "position "  # the first word of an event that shows a position set up by hand


class View(Frozen, RoundApi[RulesT, MoveT, SeenT], Generic[RulesT, MoveT, SeenT]):
    """What one seat knows of a round, and nothing else. Immutable.

    The View class of a game sets `_seen_type` and has `sample`.
    """

    __slots__ = ("_known", "_recent")

    _seen_type: ClassVar[type[Any]]

    _known: SeenT
    _recent: Recent

    def __init__(self) -> None:
        raise TypeError("a View comes from State.view(), View.from_events(), View.from_text() or View.from_bytes()")

    @classmethod
    def _of(cls, known: SeenT, last: Recent = ()) -> Self:
        view = cls.__new__(cls)
        object.__setattr__(view, "_known", known)
        object.__setattr__(view, "_recent", last)
        return view

    @property
    def _round(self) -> SeenT:
        return self._known

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self._known.seat

    @property
    def recent(self) -> Recent:
        """The last actions, at most 16, as pairs of a seat and an action id, oldest first."""
        return self._recent

    def observation(self) -> npt.NDArray[np.uint8]:
        """Return what the seat knows as a new vector, laid out by `rules.observation_spec()`."""
        return observation.row(self.rules.observation_spec(), self._known.observed(self._recent))

    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """Return the view of a seat that has been told these events (see `State.events`).

        Raises `InvalidRecordError` if an event is wrong or missing.
        """
        cls._check_rules(rules)
        seat_number = seat_within(seat, rules.players)
        known: SeenT = cls._seen_type.initial(rules, seat_number)
        last: Recent = ()
        for number, given in enumerate(items("events", "a list of str", events)):
            event = text_of("an event", given)
            try:
                if number == 0 and event.startswith(_POSITION):
                    known = cls._seen_type.from_text(event.removeprefix(_POSITION).lstrip(" "))
                    if known.rules != rules:
                        raise InvalidRecordError("the rules of the position differ from those given")
                    if known.seat != seat_number:
                        raise InvalidRecordError("the seat of the position differs from the one given")
                else:
                    before, known = known, known.apply(event)
                    action = before.action_in(event)
                    if action is not None:
                        mover = before.current_player
                        assert mover is not None
                        last = recent.after(last, mover, action)
            except (InvalidRecordError, InvalidStateError) as error:
                raise InvalidRecordError(f"event {number}: {error}") from None
        if known.expected is not None:
            raise InvalidRecordError(f"the events end early: {known.expected}")
        return cls._of(known, last)

    def legal_actions(self) -> list[int]:
        """Return the ids of all legal actions, in ascending order. The list is empty while another seat is to move."""
        return self._known.legal_actions() if self.current_player == self.seat else []

    def is_legal(self, move: MoveT | SupportsIndex | str, /) -> bool:
        """Return whether a move, given as a `Move`, its text or its action id, is legal now.

        Return False for an id outside the table and a text that names no move.
        """
        return super().is_legal(move) and self.current_player == self.seat

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """Return the view that a text describes: the inverse of `to_text`. It has no last actions.

        Raises `InvalidStateError` if the text is not a valid view.
        """
        return cls._of(cls._seen_type.from_text(text_of("text", text)))

    def to_bytes(self) -> bytes:
        """Return a compact binary form, which `from_bytes` of either engine reads. Pickling uses it."""
        text = self.to_text().encode("ascii")
        written = codec.number(self.seat) + codec.sized(text) + codec.last_actions(self._recent)
        return codec.header(b"V", self.rules) + written

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return a saved view: the inverse of `to_bytes`.

        Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """
        reader = codec.Reader(data)
        rules = reader.header(b"V", cls._rules_type)
        seat = reader.seat(rules)
        known: SeenT = reader.round("the view", cls._seen_type, rules)
        if known.seat != seat:
            raise InvalidStateError("the seat of the view differs from that of the bytes")
        last = reader.last_actions(rules)
        reader.end()
        return cls._of(known, last)
