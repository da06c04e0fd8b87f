"""What the states of all games have in common: playing and taking back, copies, history, saving, counting."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex, TypeVar

from .._input.checks import MAX_RECENT, integer_within, no_such_seat, seat_within, text_of, type_name
from ..errors import InvalidStateError, OxidealError
from ..interface import Origin
from . import codec, recent
from .position import Position
from .random import Stream
from .round import MoveT, RoundApi, RulesT
from .view import View

if TYPE_CHECKING:
    from ..interface import Seed
    from .random import Chance
    from .recent import Recent

PositionT = TypeVar("PositionT", bound=Position)
ViewT = TypeVar("ViewT", bound=View[Any, Any, Any])


class Moment(NamedTuple, Generic[PositionT]):
    """A position, and the stream of the deal at the word that it has reached. The stream in here is never drawn from:
    what may draw gets a copy.
    """

    position: PositionT
    chance: Stream
    action: int | None = None
    """The action that led here; None at the start."""

    def after(self, action: int) -> Moment[PositionT]:
        chance = self.chance.__copy__() if self.position.chance_ahead else self.chance
        return Moment(self.position.after(action, chance), chance, action)


class State(RoundApi[RulesT, MoveT, PositionT], Generic[RulesT, MoveT, PositionT, ViewT]):
    """One round, with all that is hidden and its history. A game's own State adds a constructor and `_deal`, and
    sets `_position_type` and `_view_type`.
    """

    __slots__ = ("_dealer", "_dealt", "_moments", "_recent")

    _position_type: ClassVar[type[Any]]
    _view_type: ClassVar[type[Any]]

    _dealt: bool  # from its stream, not set up by hand
    _dealer: int | None  # who was given as the dealer; None where chance drew one, or nothing was dealt
    # The start, then the moment after each action of the history. The tuple is only ever replaced as a whole: no
    # interruption (Ctrl-C, a `__del__`, another thread) leaves a state half changed.
    _moments: tuple[Moment[PositionT], ...]
    _recent: Recent  # the last actions before the start

    @classmethod
    def _deal(cls, rules: RulesT, dealer: int | None, chance: Chance) -> PositionT:
        """The first position of a round, shuffled by chance, which also draws the dealer where none is given and the
        game has several seats.
        """
        raise NotImplementedError

    def _begin(
        self, position: PositionT, chance: Stream, *, dealt: bool, dealer: int | None = None, last: Recent = ()
    ) -> None:
        self._dealt = dealt
        self._dealer = dealer
        self._moments = (Moment(position, chance),)
        self._recent = last

    def _begin_with_a_deal(
        self, rules: RulesT, seed: Seed, stream: SupportsIndex, dealer: SupportsIndex | None
    ) -> None:
        self._check_rules(rules)
        chance = Stream(seed, stream)
        seat = None if dealer is None else seat_within(dealer, rules.players, name="dealer")
        self._begin(self._deal(rules, seat, chance), chance, dealt=True, dealer=seat)

    @classmethod
    def _set_up(cls, position: PositionT, chance: Stream, last: Recent = ()) -> Self:
        """A round set up by hand; the stream gives what chance has still to add, `last` are the actions before."""
        state = cls.__new__(cls)
        state._begin(position, chance, dealt=False, last=last)
        return state

    @property
    def _round(self) -> PositionT:
        return self._moments[-1].position

    @property
    def seed(self) -> int | None:
        """The seed of the deal (also where it came from the system's entropy); None for a position set up by hand."""
        return self._moments[0].chance._seed if self._dealt else None

    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""
        return self._moments[0].chance._stream if self._dealt else None

    @property
    def origin(self) -> Origin:
        """Where the round began, whatever has been played since: `from_origin` begins it again."""
        start, chance, _ = self._moments[0]
        if self._dealt:
            return Origin(chance._seed, chance._stream, 0, self._dealer, None, ())
        if start.chance_ahead:
            return Origin(chance._seed, chance._stream, chance.position, None, start.to_text(), self._recent)
        return Origin(None, None, 0, None, start.to_text(), self._recent)

    @classmethod
    def from_origin(cls, rules: RulesT, origin: Origin, /) -> Self:
        """The state in which a round with this origin begins, checked."""
        cls._check_rules(rules)
        if not issubclass(type(origin), Origin):
            raise TypeError(f"origin must be an Origin, not {type_name(origin)}")
        seed, stream, drawn, dealer, text, last = origin
        words = integer_within("drawn", drawn, 0, 2**64 - 1)
        before = recent.checked(last, rules)
        if (seed is None) != (stream is None):
            raise InvalidStateError("an origin must have both a seed and a stream, or neither")
        state = cls.__new__(cls)
        if text is None:
            if seed is None or stream is None:
                raise InvalidStateError("the origin of a deal must have a seed")
            if words or before:
                raise InvalidStateError("the origin of a deal cannot have drawn words or last actions")
            state._begin_with_a_deal(rules, seed, stream, dealer)
            return state
        position: PositionT = cls._position_type.from_text(text_of("text", text))
        if dealer is not None:
            raise InvalidStateError("the origin of a position cannot have a dealer")
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
        """The ids played since the start, oldest first."""
        return tuple(moment.action for moment in self._moments if moment.action is not None)

    @property
    def recent(self) -> Recent:
        """The last actions, at most 16 of them, as pairs of a seat and an id, the oldest first."""
        last = self._recent
        for before, moment in pairwise(self._moments[-1 - MAX_RECENT :]):
            seat = before.position.current_player
            assert seat is not None
            assert moment.action is not None
            last = recent.after(last, seat, moment.action)
        return last

    def push(self, move: MoveT | SupportsIndex, /) -> None:
        """Plays a move or an id. IllegalMoveError or InvalidMoveError leave the state as it was."""
        # To read the move may run code of the caller's, which may move this state: it is looked at afterwards.
        action = self._moments[-1].position.rules.action(move)
        moments = self._moments
        now = moments[-1]
        refusal = now.position.refusal(action)
        if refusal is not None:
            raise refusal
        self._moments = (*moments, now.after(action))

    def pop(self) -> int:
        """Takes the last action back and returns its id."""
        *before, last = self._moments
        if last.action is None:
            raise InvalidStateError("nothing to pop: no action has been played since the start")
        self._moments = tuple(before)
        return last.action

    def copy(self) -> Self:
        """An independent state with the same history."""
        other = self.__class__.__new__(self.__class__)
        other._dealt = self._dealt
        other._dealer = self._dealer
        other._moments = self._moments
        other._recent = self._recent
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def view(self, seat: SupportsIndex, /) -> ViewT:
        """What this seat knows."""
        known = self._round.seen_from(seat_within(seat, self.rules.players))
        view: ViewT = self._view_type._of(known, self.recent)
        return view

    def events(self, seat: SupportsIndex, /) -> list[str]:
        """All events that this seat has seen, in order: `View.from_events` makes its view from them."""
        number = seat_within(seat, self.rules.players)
        moments = self._moments
        start = moments[0].position
        by_hand = [f"position {start.seen_from(number).to_text()}"]
        events = start.events_of_deal(number) if self._dealt else by_hand
        for before, after in pairwise(moments):
            assert after.action is not None
            events += after.position.events_since(before.position, after.action, number)
        return events

    def perft(self, depth: SupportsIndex, /) -> int:
        """The number of action sequences of exactly this length, for depths from 0 to 255."""
        return _perft(self._moments[-1], integer_within("depth", depth, 0, 255))

    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = 0, stream: SupportsIndex = 0) -> Self:
        """The inverse of `to_text`, checked. The way that led there is not part of the text, nor is what chance has
        still to bring, if anything: that comes from the seed and the stream.
        """
        plain = text_of("text", text)
        chance = Stream(seed, stream)
        return cls._set_up(cls._position_type.from_text(plain), chance)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = self._moments[-1], other._moments[-1]
        if mine.position != theirs.position:
            return False
        return not mine.position.chance_ahead or mine.chance._same_as(theirs.chance)

    def __hash__(self) -> int:
        return hash(self._round)

    def to_bytes(self) -> bytes:
        """A compact form that `from_bytes` of either backend reads; pickling uses it."""
        start, chance, _ = self._moments[0]
        stream = chance._seed.to_bytes(32, "little") + chance._stream.to_bytes(12, "little")
        if self._dealt:
            origin = b"\0" + stream + bytes([0 if self._dealer is None else self._dealer + 1])
        else:
            origin = b"\1" + codec.sized(start.to_text().encode("ascii"))
            if start.chance_ahead:
                origin += stream + chance.position.to_bytes(8, "little")
            origin += codec.last_actions(self._recent)
        history = self.history
        played = codec.number(len(history)) + b"".join(map(codec.number, history))
        return codec.header(b"S", self.rules) + origin + played

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """The inverse of `to_bytes`, checked."""
        reader = codec.Reader(data)
        rules = reader.header(b"S", cls._rules_type)
        state = cls.__new__(cls)
        match reader.take(1):
            case b"\0":
                seed = reader.take(32)
                stream = int.from_bytes(reader.take(12), "little")
                dealer = reader.take(1)[0] - 1  # -1 for a dealer that was drawn
                if dealer >= rules.players:
                    raise InvalidStateError(no_such_seat(dealer, rules.players))
                state._begin_with_a_deal(rules, seed, stream, None if dealer < 0 else dealer)
            case b"\1":
                position = reader.round("the starting position", cls._position_type, rules)
                chance = Stream._without_seed()
                if position.chance_ahead:
                    chance = Stream(reader.take(32), int.from_bytes(reader.take(12), "little"))
                    chance._position = int.from_bytes(reader.take(8), "little")
                state._begin(position, chance, dealt=False, last=reader.last_actions(rules))
            case _:
                raise InvalidStateError("the kind of origin in the bytes must be 0 or 1")
        for played in range(reader.number()):
            action = reader.number()
            try:
                state.push(action)
            except OxidealError as error:
                raise InvalidStateError(f"action {played} of the history: {error}") from None
        reader.end()
        return state


def _perft(moment: Moment[Any], depth: int) -> int:
    if depth == 0:
        return 1
    actions = moment.position.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        count += _perft(moment.after(action), depth - 1)
    return count
