"""What the views of all games share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex, TypeVar

import numpy as np

from .. import interface
from .._arguments.checks import items, quoted, seat_within, text_of
from ..errors import InvalidRecordError, InvalidStateError
from ..schemas.dicts import home
from ..schemas.methods import ViewMethods
from . import codec, json_text, observation, recent
from .docstrings import Documented
from .forfeit import EVENT, field_of, parse, read, split
from .knowledge import ROUND_IS_OVER, SeenPosition
from .random import Stream
from .round import MoveT, RoundApi, RulesT
from .value import Frozen

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..interface import Forfeit, Seed
    from .recent import Recent

SeenT = TypeVar("SeenT", bound=SeenPosition)

_POSITION = "position "  # the first word of an event that shows a position set up by hand


class Tracker(NamedTuple):
    """What a seat knows after some events."""

    known: Any
    recent: Recent
    rules: Any
    seat: int
    number: int
    before: Any = None
    """In the middle of a deal or an action: what the seat knew before it; None at the start."""
    pending: tuple[str, ...] = ()
    """The events since then."""
    forfeit: Forfeit | None = None
    """The forfeit that ended the round."""

    @classmethod
    def before_events(cls, view_type: type[Any], rules: Any, seat: SupportsIndex) -> Self:
        view_type._check_rules(rules)
        number = seat_within(seat, rules.players)
        return cls(view_type._seen_type.initial(rules, number), (), rules, number, 0)

    def after(self, given: object) -> Self:
        """Return what the seat knows after one more event. Raises `InvalidRecordError` if it cannot happen next."""
        event = text_of("an event", given)
        try:
            known, last, forfeit = self._after(event)
        except (InvalidRecordError, InvalidStateError) as error:
            raise InvalidRecordError(f"event {self.number}: {error}") from None
        before: Any = None
        pending: tuple[str, ...] = ()
        if known.expected is not None:
            before, pending = self.before if self.pending else self._complete, (*self.pending, event)
        return self._replace(
            known=known, recent=last, number=self.number + 1, before=before, pending=pending, forfeit=forfeit
        )

    @property
    def _complete(self) -> Any:
        """What the seat knows, unless the events stop in the middle of a deal or an action."""
        return self.known if self.known.expected is None else None

    def to_bytes(self) -> bytes:
        complete = self.before if self.pending else self._complete
        text = "" if complete is None else complete.to_text() + field_of(self.forfeit)
        shown = bytes([0]) if complete is None else bytes([1]) + codec.sized(text.encode("ascii"))
        events = b"".join(codec.sized(event.encode("ascii")) for event in self.pending)
        numbers = codec.number(self.seat) + codec.number(self.number)
        last = codec.last_actions(self.recent) + codec.number(len(self.pending))
        return codec.header(b"B", self.rules) + numbers + shown + last + events

    @classmethod
    def from_bytes(cls, view_type: type[Any], data: bytes) -> Self:
        reader = codec.Reader(data)
        rules = reader.header(b"B", view_type._rules_type)
        seat = reader.seat(rules)
        tracker = cls.before_events(view_type, rules, seat)
        number, shown = reader.number(), reader.take(1)[0]
        if shown > 1:
            raise InvalidStateError("whether the bytes have a view must be 0 or 1")
        if shown == 1:
            view = reader.round("the view", view_type.from_text, rules)
            if view.seat != seat:
                raise InvalidStateError("the seat of the view differs from that of the bytes")
            tracker = tracker._replace(known=view._known, forfeit=view._forfeit)
        last = reader.last_actions(rules)
        count = reader.number()
        if number < count or (number > count) != (shown == 1):
            raise InvalidStateError("the number of events contradicts those in the bytes")
        tracker = tracker._replace(number=number - count)
        for _ in range(count):
            try:
                tracker = tracker.after(reader.text())
            except InvalidRecordError as error:
                raise InvalidStateError(str(error)) from None
        if len(tracker.pending) != count:
            raise InvalidStateError("the events in the bytes end a deal or an action")
        reader.end()
        return tracker._replace(recent=last)

    def _after(self, event: str) -> tuple[Any, Recent, Forfeit | None]:
        if self.forfeit is not None:
            raise InvalidRecordError(ROUND_IS_OVER)
        if self.number == 0 and event.startswith(_POSITION):
            known, forfeit = read_known(type(self.known), event.removeprefix(_POSITION).lstrip(" "))
            if known.rules != self.rules:
                raise InvalidRecordError("the rules of the position differ from those given")
            if known.seat != self.seat:
                raise InvalidRecordError("the seat of the position differs from the one given")
            return known, (), forfeit
        if event.startswith(EVENT):
            return self.known, self.recent, self._forfeit_in(event)
        known = self.known.apply(event)
        action = self.known.action_in(event)
        if action is None:
            return known, self.recent, None
        mover = self.known.current_player
        assert mover is not None
        return known, recent.after(self.recent, mover, action), None

    def _forfeit_in(self, event: str) -> Forfeit:
        """Return the forfeit in an event, which can come whenever a seat may move."""
        if self.known.expected is not None:
            raise InvalidRecordError(f"{self.known.expected}, got {quoted(event)}")
        if self.known.current_player is None:
            raise InvalidRecordError(ROUND_IS_OVER)
        forfeit = parse(event.removeprefix(EVENT), self.rules.players)
        if forfeit is None:
            raise InvalidRecordError(f'invalid event {quoted(event)}; expected e.g. "{EVENT}0 resigned"')
        return forfeit

    def finish(self) -> tuple[Any, Recent, Forfeit | None]:
        """Return what the seat knows, the last actions and the forfeit.

        Raises `InvalidRecordError` if an event must follow.
        """
        if self.known.expected is not None:
            raise InvalidRecordError(f"the events end early: {self.known.expected}")
        return self.known, self.recent, self.forfeit


def read_known(seen_type: Any, text: str) -> tuple[Any, Forfeit | None]:
    """Return what the text of a view says that its seat knows, and the forfeit that ended the round."""
    shown, field = split(text)
    known = seen_type.from_text(shown)
    if field is None:
        return known, None
    return known, read(field, known.rules.players, is_over=known.current_player is None)


class View(
    Frozen,
    ViewMethods,
    RoundApi[RulesT, MoveT, SeenT],
    interface.View[RulesT, MoveT, Any],
    Generic[RulesT, MoveT, SeenT],
):
    # The View class of a game sets `_seen_type`.
    __slots__ = ("_forfeit", "_known", "_recent")

    _seen_type: ClassVar[type[Any]]

    _known: SeenT
    _recent: Recent
    _forfeit: Forfeit | None

    def __init__(self) -> None:
        raise TypeError("a View comes from State.view(), View.from_events(), View.from_text() or View.from_bytes()")

    @classmethod
    def _of(cls, known: SeenT, last: Recent = (), forfeit: Forfeit | None = None) -> Self:
        view = cls.__new__(cls)
        object.__setattr__(view, "_known", known)
        object.__setattr__(view, "_recent", last)
        object.__setattr__(view, "_forfeit", forfeit)
        return view

    @property
    def _round(self) -> SeenT:
        return self._known

    @property
    def seat(self) -> int:
        return self._known.seat

    @property
    def recent(self) -> Recent:
        return self._recent

    def observation(self) -> npt.NDArray[np.uint8]:
        return observation.row(self.rules.observation_spec(), self._known.observed(self._recent))

    def action_features(self) -> npt.NDArray[np.uint8]:
        spec = self.rules.action_features_spec()
        rows = [observation.row(spec, self._known.described(action)) for action in self.legal_actions()]
        return np.array(rows, np.uint8).reshape(len(rows), spec.size)

    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        tracker = Tracker.before_events(cls, rules, seat)
        for event in items("events", "a list of str", events):
            tracker = tracker.after(event)
        return cls._of(*tracker.finish())

    def legal_actions(self) -> list[int]:
        return super().legal_actions() if self.current_player == self.seat else []

    def is_legal(self, move: MoveT | SupportsIndex | str, /) -> bool:
        return super().is_legal(move) and self.current_player == self.seat

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        known, forfeit = read_known(cls._seen_type, text_of("text", text))
        return cls._of(known, (), forfeit)

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> Any:
        state_type = home(self)[1].State
        chance = Stream._for_samples(seed, stream, self.seat)
        position = state_type._position_type.sampled(self._known, chance)
        return state_type._set_up(position, chance, self._recent, self._forfeit)

    def to_json(self) -> bytes:
        return json_text.dump(self.to_dict())

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        return cls.from_dict(json_text.load_dict(data, InvalidStateError))

    def to_bytes(self) -> bytes:
        text = self.to_text().encode("ascii")
        written = codec.number(self.seat) + codec.sized(text) + codec.last_actions(self._recent)
        return codec.header(b"V", self.rules) + written

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        reader = codec.Reader(data)
        rules = reader.header(b"V", cls._rules_type)
        seat = reader.seat(rules)
        view = reader.round("the view", cls.from_text, rules)
        if view.seat != seat:
            raise InvalidStateError("the seat of the view differs from that of the bytes")
        last = reader.last_actions(rules)
        reader.end()
        return cls._of(view._known, last, view._forfeit)


ViewT = TypeVar("ViewT", bound=View[Any, Any, Any])


class ViewBuilder(Documented, interface.ViewBuilder[RulesT, ViewT], Generic[RulesT, ViewT]):
    # The ViewBuilder class of a game sets `_view_type`.
    __slots__ = ("_tracker",)

    _view_type: ClassVar[type[Any]]

    _tracker: Tracker  # only ever replaced as a whole, so an error or an interruption changes nothing

    def __init__(self, rules: RulesT, seat: SupportsIndex) -> None:
        self._tracker = Tracker.before_events(self._view_type, rules, seat)

    @property
    def rules(self) -> RulesT:
        rules: RulesT = self._tracker.rules
        return rules

    @property
    def seat(self) -> int:
        return self._tracker.seat

    def push(self, event: str, /) -> None:
        self._tracker = self._tracker.after(event)

    def view(self) -> ViewT:
        view: ViewT = self._view_type._of(*self._tracker.finish())
        return view

    def copy(self) -> Self:
        builder = type(self).__new__(type(self))
        builder._tracker = self._tracker
        return builder

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def to_bytes(self) -> bytes:
        return self._tracker.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        builder = cls.__new__(cls)
        builder._tracker = Tracker.from_bytes(cls._view_type, data)
        if builder.to_bytes() != data:  # the text of a view can be written in several ways
            raise InvalidStateError("to_bytes does not write these bytes")
        return builder

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)
