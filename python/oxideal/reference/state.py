"""What the states of all games share: playing and undoing, copies, history, saving, perft."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex, TypeVar

from .. import interface
from .._arguments.checks import MAX_RECENT, integer_within, no_such_seat, quoted, seat_within, text_of, type_name
from ..errors import InvalidArgumentError, InvalidStateError, OxidealError
from ..interface import Forfeit, Origin
from ..interface.round import REASONS
from ..schemas.methods import StateMethods
from . import codec, json_text, recent
from .forfeit import ALREADY_OVER, EVENT, read, split
from .forfeit import text_of as forfeit_text
from .position import Position
from .random import Stream
from .refusal import refused
from .round import MoveT, RoundApi, RulesT
from .view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..interface import Reason, Seed
    from .recent import Recent

PositionT = TypeVar("PositionT", bound=Position)
ViewT = TypeVar("ViewT", bound=View[Any, Any, Any])

_FORFEITED = 2
"""What is added to the kind of origin in saved bytes if the round was forfeited."""

_MAX_SAVED_ACTIONS = 100_000
"""The most actions that `from_bytes` reads, as many as a record may have."""


class Moment(NamedTuple, Generic[PositionT]):
    """A position, the stream of the deal at the word it has reached, and the action that led here.

    The stream stored here never advances: whatever may draw from it gets a copy.
    """

    position: PositionT
    chance: Stream
    action: int | None = None
    """The action that led here; None at the start."""
    before: Moment[PositionT] | None = None
    """The moment before that action; None at the start."""
    forfeit: Forfeit | None = None
    """The forfeit that ended the round here."""

    def after(self, action: int) -> Moment[PositionT]:
        """Return the moment after a legal action."""
        chance = self.chance.__copy__() if self.position.chance_ahead else self.chance
        return Moment(self.position.after(action, chance), chance, action, self)

    def back(self) -> Iterator[Moment[PositionT]]:
        """Return this moment and all before it, back to the start."""
        moment: Moment[PositionT] | None = self
        while moment is not None:
            yield moment
            moment = moment.before


class State(
    StateMethods,
    RoundApi[RulesT, MoveT, PositionT],
    interface.State[RulesT, MoveT, ViewT],
    Generic[RulesT, MoveT, PositionT, ViewT],
):
    # The State class of a game sets `_position_type` and `_view_type`.
    __slots__ = ("_dealer", "_dealt", "_now", "_recent", "_start")

    _position_type: ClassVar[type[Any]]
    _view_type: ClassVar[type[Any]]

    _dealt: bool  # from a stream, not set up by hand
    _dealer: int | None  # the given dealer; None if chance drew the dealer or nothing was dealt
    _start: Moment[PositionT]
    # The moment after the last action, which leads back to the start. Moments never change, and playing or undoing an
    # action only replaces this one. So it takes the same time late in a round, and an interruption (Ctrl-C, a
    # `__del__`, another thread) never leaves a state half changed.
    _now: Moment[PositionT]
    _recent: Recent  # the last actions before the start

    def __init__(
        self,
        rules: RulesT | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        self._begin_deal(self._rules_type() if rules is None else rules, seed, stream, dealer)

    def _begin(
        self,
        position: PositionT,
        chance: Stream,
        *,
        dealt: bool,
        dealer: int | None = None,
        last: Recent = (),
        forfeit: Forfeit | None = None,
    ) -> None:
        self._dealt = dealt
        self._dealer = dealer
        self._start = Moment(position, chance)
        self._now = self._start._replace(forfeit=forfeit)
        self._recent = last

    def _begin_deal(self, rules: RulesT, seed: Seed, stream: SupportsIndex, dealer: SupportsIndex | None) -> None:
        self._check_rules(rules)
        chance = Stream(seed, stream)
        seat = None if dealer is None else seat_within(dealer, rules.players, name="dealer")
        self._begin(self._position_type.dealt(rules, seat, chance), chance, dealt=True, dealer=seat)

    @classmethod
    def _set_up(cls, position: PositionT, chance: Stream, last: Recent = (), forfeit: Forfeit | None = None) -> Self:
        """Return a state that starts from a position set up by hand.

        `chance` decides later random events; `last` are the last actions before the position.
        """
        state = cls.__new__(cls)
        state._begin(position, chance, dealt=False, last=last, forfeit=forfeit)
        return state

    @property
    def _forfeit(self) -> Forfeit | None:
        return self._now.forfeit

    @property
    def _round(self) -> PositionT:
        return self._now.position

    @property
    def seed(self) -> int | None:
        return self._start.chance._seed if self._dealt else None

    @property
    def stream(self) -> int | None:
        return self._start.chance._stream if self._dealt else None

    @property
    def origin(self) -> Origin:
        start, chance = self._start.position, self._start.chance
        if self._dealt:
            return Origin(chance._seed, chance._stream, 0, self._dealer, None, ())
        if start.chance_ahead:
            return Origin(chance._seed, chance._stream, chance.position, None, start.to_text(), self._recent)
        return Origin(None, None, 0, None, start.to_text(), self._recent)

    @classmethod
    def from_origin(cls, rules: RulesT, origin: Origin, /) -> Self:
        cls._check_rules(rules)
        if not issubclass(type(origin), Origin):
            raise TypeError(f"origin must be an Origin, not {type_name(origin)}")
        seed, stream, drawn, dealer, text, last = origin
        words = integer_within("drawn", drawn, 0, 2**64 - 1)
        before = recent.check(last, rules)
        if (seed is None) != (stream is None):
            raise InvalidStateError("an origin must have both a seed and a stream, or neither")
        state = cls.__new__(cls)
        if text is None:
            if seed is None or stream is None:
                raise InvalidStateError("the origin of a deal must have a seed")
            if words or before:
                raise InvalidStateError("the origin of a deal cannot have drawn words or last actions")
            state._begin_deal(rules, seed, stream, dealer)
            return state
        shown = text_of("text", text)
        if dealer is not None:
            raise InvalidStateError("the origin of a position cannot have a dealer")
        position: PositionT = cls._position_type.from_text(shown)
        if position.rules != rules:
            raise InvalidStateError("the rules of the position differ from those given")
        if seed is None or stream is None:
            if position.chance_ahead:
                raise InvalidStateError("the origin must have a seed: chance may still play a part")
            if words:
                raise InvalidStateError("an origin without a seed cannot have drawn words")
            return cls._set_up(position, Stream._without_seed(), before)
        if not position.chance_ahead:
            raise InvalidStateError("the origin cannot have a seed: chance plays no further part")
        chance = Stream(seed, stream)
        chance._position = words
        return cls._set_up(position, chance, before)

    @property
    def history(self) -> tuple[int, ...]:
        played = [moment.action for moment in self._now.back() if moment.action is not None]
        return tuple(reversed(played))

    @property
    def recent(self) -> Recent:
        last = self._recent
        for moment in reversed(list(islice(self._now.back(), MAX_RECENT))):
            if moment.before is not None and moment.action is not None:
                seat = moment.before.position.current_player
                assert seat is not None
                last = recent.after(last, seat, moment.action)
        return last

    def push(self, move: MoveT | SupportsIndex | str, /) -> None:
        # Converting the move may run the caller's code, which may change this state: read the moment afterwards.
        action = self._now.position.rules.action(move)
        now = self._now
        if now.forfeit is not None:
            rule, seat = now.position.forfeit_rule, now.forfeit.seat
            raise refused(rule, "common.round_over_forfeited", seat=seat).error()
        refusal = now.position.refusal(action)
        if refusal is not None:
            raise refusal.error()
        self._now = now.after(action)

    def forfeit(self, seat: SupportsIndex, why: Reason, /) -> None:
        number = seat_within(seat, self.rules.players)
        reason = next((each for each in REASONS if each == text_of("why", why)), None)
        if reason is None:
            raise InvalidArgumentError(f"why must be one of {', '.join(REASONS)}, got {quoted(why)}")
        now = self._now
        if now.forfeit is not None or now.position.current_player is None:
            raise InvalidStateError(ALREADY_OVER)
        self._now = now._replace(forfeit=Forfeit(number, reason))

    def pop(self) -> int | None:
        last = self._now
        if last.forfeit is not None:
            self._now = last._replace(forfeit=None)
            return None
        if last.before is None or last.action is None:
            raise InvalidStateError("nothing to pop: no action has been played since the start")
        self._now = last.before
        return last.action

    def copy(self) -> Self:
        other = self.__class__.__new__(self.__class__)
        other._dealt = self._dealt
        other._dealer = self._dealer
        other._start = self._start
        other._now = self._now
        other._recent = self._recent
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def view(self, seat: SupportsIndex, /) -> ViewT:
        known = self._round.seen_from(seat_within(seat, self.rules.players))
        view: ViewT = self._view_type._of(known, self.recent, self._forfeit)
        return view

    def events(self, seat: SupportsIndex, /, first: SupportsIndex = 0) -> list[str]:
        skipped = integer_within("first", first, 0, 2**53)
        number = seat_within(seat, self.rules.players)
        moments = list(self._now.back())
        start = self._start.position
        by_hand = [f"position {start.seen_from(number).to_text()}"]
        events = start.events_of_deal(number) if self._dealt else by_hand
        for before, after in pairwise(reversed(moments)):
            assert after.action is not None
            events += after.position.events_since(before.position, after.action, number)
        if moments[0].forfeit is not None:
            events.append(EVENT + forfeit_text(moments[0].forfeit))
        return events[skipped:]

    def events_json(self, seat: SupportsIndex, /, first: SupportsIndex = 0) -> bytes:
        return json_text.dump([self.rules.event_to_dict(event) for event in self.events(seat, first)])

    def to_json(self) -> bytes:
        return json_text.dump(self.to_dict())

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        return cls.from_dict(json_text.load_dict(data, InvalidStateError))

    def perft(self, depth: SupportsIndex, /) -> int:
        return _perft(self._now, integer_within("depth", depth, 0, 255))

    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = None, stream: SupportsIndex = 0) -> Self:
        plain = text_of("text", text)
        chance = Stream(seed, stream)
        shown, field = split(plain)
        state = cls._set_up(cls._position_type.from_text(shown), chance)
        if field is not None:
            forfeit = read(field, state.rules.players, is_over=state.is_over)
            state._now = state._now._replace(forfeit=forfeit)
        return state

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = self._now, other._now
        if mine.position != theirs.position or mine.forfeit != theirs.forfeit:
            return False
        return not mine.position.chance_ahead or mine.chance._same_as(theirs.chance)

    __hash__ = RoundApi.__hash__

    def __repr__(self) -> str:
        # The text lacks the chance ahead, and the seed may be secret.
        seed = ", seed=..." if self._round.chance_ahead else ""
        return f"{type(self).__name__}.from_text({self.to_text()!r}{seed})"

    def to_bytes(self) -> bytes:
        start, chance, forfeit = self._start.position, self._start.chance, self._forfeit
        forfeited = 0 if forfeit is None else _FORFEITED
        stream = chance._seed.to_bytes(32, "little") + chance._stream.to_bytes(12, "little")
        if self._dealt:
            origin = bytes([forfeited]) + stream + bytes([0 if self._dealer is None else self._dealer + 1])
        else:
            origin = bytes([1 + forfeited]) + codec.sized(start.to_text().encode("ascii"))
            if start.chance_ahead:
                origin += stream + chance.position.to_bytes(8, "little")
            origin += codec.last_actions(self._recent)
        history = self.history
        played = codec.number(len(history)) + b"".join(map(codec.number, history))
        end = b"" if forfeit is None else bytes([forfeit.seat, REASONS.index(forfeit.why)])
        return codec.header(b"S", self.rules) + origin + played + end

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        reader = codec.Reader(data)
        rules = reader.header(b"S", cls._rules_type)
        state = cls.__new__(cls)
        kind = reader.take(1)[0]
        match kind & ~_FORFEITED:
            case 0:
                seed = reader.take(32)
                stream = int.from_bytes(reader.take(12), "little")
                dealer = reader.take(1)[0] - 1  # -1 if chance drew the dealer
                if dealer >= rules.players:
                    raise InvalidStateError(no_such_seat(dealer, rules.players))
                state._begin_deal(rules, seed, stream, None if dealer < 0 else dealer)
            case 1:
                position = reader.round("the starting position", cls._position_type.from_text, rules)
                chance = Stream._without_seed()
                if position.chance_ahead:
                    chance = Stream(reader.take(32), int.from_bytes(reader.take(12), "little"))
                    chance._position = int.from_bytes(reader.take(8), "little")
                state._begin(position, chance, dealt=False, last=reader.last_actions(rules))
            case _:
                raise InvalidStateError("the kind of origin in the bytes must be 0 to 3")
        count = reader.number()
        if count > _MAX_SAVED_ACTIONS:
            raise InvalidStateError(f"a saved state must have at most {_MAX_SAVED_ACTIONS} actions, got {count}")
        for played in range(count):
            action = reader.number()
            try:
                state.push(action)
            except OxidealError as error:
                raise InvalidStateError(f"action {played} of the history: {error}") from None
        if kind & _FORFEITED:
            seat, reason = reader.take(1)[0], reader.take(1)[0]
            if reason >= len(REASONS):
                raise InvalidStateError(f"the reason of a forfeit in the bytes must be 0 to 3, got {reason}")
            try:
                state.forfeit(seat, REASONS[reason])
            except OxidealError as error:
                raise InvalidStateError(str(error)) from None
        reader.end()
        return state


def _perft(moment: Moment[Any], depth: int) -> int:
    if depth == 0:
        return 1
    actions = [] if moment.forfeit is not None else moment.position.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        count += _perft(moment.after(action), depth - 1)
    return count
