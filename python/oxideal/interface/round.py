"""The types of one round: the state, which has all cards, and the view of one seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias, TypeVar, get_args

from .rules import MoveT, RulesT, RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .moves import Moves
    from .random import Seed

__all__ = [
    "AnyState",
    "AnyView",
    "Forfeit",
    "Origin",
    "Reason",
    "RoundApi",
    "State",
    "StateClass",
    "StateT_co",
    "View",
    "ViewBuilder",
    "ViewBuilderClass",
    "ViewT_co",
]

AnyView: TypeAlias = "View[Any, Any, Any]"
AnyState: TypeAlias = "State[Any, Any, Any]"
ViewT_co = TypeVar("ViewT_co", bound="View[Any, Any, Any]", covariant=True)
BuilderT_co = TypeVar("BuilderT_co", bound="ViewBuilder[Any, Any]", covariant=True)
StateT_co = TypeVar("StateT_co", bound="State[Any, Any, Any]", covariant=True)


class Origin(NamedTuple):
    """How a round began: with a deal from a seed, or with a position set up by hand.

    >>> from oxideal import foursquare
    >>> foursquare.State(seed=7, stream=3).origin
    Origin(seed=7, stream=3, drawn=0, dealer=None, text=None, recent=())
    """

    seed: int | None
    """The seed of the deal or, for a position, of later random events; None if there are none."""
    stream: int | None
    """Stream number of the seed; None without a seed."""
    drawn: int
    """Number of words drawn from the stream before the round began; 0 for a deal."""
    dealer: int | None
    """The dealer that was given; None if it was drawn, and for a position."""
    text: str | None
    """Text of the position; None for a deal."""
    recent: tuple[tuple[int, int], ...]
    """The last actions before the position, oldest first, as pairs of seat and id."""


Reason: TypeAlias = Literal["resigned", "time", "left", "rules"]
"""Why a seat forfeits a round: the player gave up, ran out of time, is gone, or broke the rules."""

REASONS: tuple[Reason, ...] = get_args(Reason)
"""All reasons. Saved bytes have their places in this list."""


class Forfeit(NamedTuple):
    """The end of a round that a seat has forfeited."""

    seat: int
    """The seat that has forfeited the round."""
    why: Reason
    """The reason."""


class RoundApi(Protocol[RulesT_co, MoveT]):
    """The members that `State` and `View` share."""

    __slots__ = ()

    @property
    def rules(self) -> RulesT_co:
        """The rules of the round."""

    @property
    def current_player(self) -> int | None:
        """The seat to move; None when the round is over."""

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""

    @property
    def is_void(self) -> bool:
        """Whether the round is over without a result: all payoffs are 0, and nobody wins.

        Rounds can be void in Dou Dizhu (DD-09) and Rummy (RM-17).
        """

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat won or lost, higher is better; None until the round is over."""

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest payoff, ascending; None until the round is over.

        Ties share. Nobody wins if all payoffs are 0, as in a void round: the tuple is empty.
        """

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Each seat's score as the game counts it; None until the round is over.

        In some games the lowest score is the best. In `payoffs` higher is always better.
        """

    @property
    def forfeited(self) -> Forfeit | None:
        """The seat that has forfeited the round, and why; None if no seat has.

        All else that the round shows, e.g. hand sizes, is as it was before.
        """

    @property
    def recent(self) -> tuple[tuple[int, int], ...]:
        """The last actions, at most 16, as pairs of a seat and an action id, oldest first."""

    def legal_actions(self) -> list[int]:
        """Return the ids of all legal actions, in ascending order.

        The list is empty when the round is over and, in a view, while another seat is to move.
        """

    def legal_moves(self) -> Moves[MoveT]:
        """Return all legal moves, in the order of `legal_actions`.

        They stay the same when the state changes. Each `Move` is made when it is asked for.
        """

    def is_legal(self, move: MoveT | SupportsIndex | str, /) -> bool:
        """Return whether a move, given as a `Move`, its text or its action id, is legal now.

        Return False for an id outside the table and a text that names no move. Raises
        `TypeError` for anything else.
        """

    def parse(self, text: str, /) -> MoveT:
        """Return the move that a text names in this position, legal or not.

        Raises `InvalidMoveError` if the text names no move.
        """

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show, made by `oxideal.svg.draw`; None if the game has none."""

    def to_text(self) -> str:
        """Return the position as one line of text, which `from_text` reads.

        The text does not hold the history.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, which `from_dict` of either engine reads.

        `oxideal.schemas.schema` has the JSON Schema.
        """

    def to_json(self) -> bytes:
        """Return the same as JSON without spaces, which `from_json` of either engine reads."""

    def to_bytes(self) -> bytes:
        """Return a compact binary form, which `from_bytes` of either engine reads.

        The bytes of a state hold its history, those of a view the last 16 actions (`recent`). The text
        has neither. Pickling uses this form.
        """

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self: ...  # `State` and `View` say what they read

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class View(RoundApi[RulesT, MoveT], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round, and nothing else. Bots choose their moves from it.

    A view is immutable and has no constructor: get one from `State.view`, or with `View.from_events`,
    `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.

    >>> from oxideal import rummy
    >>> view = rummy.State(seed=7).view(0)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    @property
    def seat(self) -> int:
        """The seat whose view this is."""

    def observation(self) -> npt.NDArray[np.uint8]:
        """Return what the seat knows as a new vector, laid out by `rules.observation_spec()`."""

    def action_features(self) -> npt.NDArray[np.uint8]:
        """Return what each legal action is and what it leaves, as a new array with a row for each.

        The rows are in the order of `legal_actions`, laid out by `rules.action_features_spec()`. There are none when
        the round is over and while another seat is to move. They hold nothing that the seat may not know.
        """

    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """Return the view of a seat that has been told these events (see `State.events`).

        Raises `InvalidRecordError` if an event is wrong or missing.
        """

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """Return the view that a text describes: the inverse of `to_text`. It has no last actions.

        Raises `InvalidStateError` if the text is not a valid view.
        """

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the view that a dict describes: the inverse of `to_dict`.

        Raises `InvalidStateError` if `to_dict` cannot have returned the dict.
        """

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        """Return a view from JSON: the inverse of `to_json`.

        Raises `InvalidStateError` if `to_json` cannot have returned this, apart from spaces and the
        order of fields.
        """

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return a saved view: the inverse of `to_bytes`.

        Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> StateT_co:
        """Draw one complete state at random from all states that fit this view.

        Every fitting state is equally likely: the draw does not ask how plausible the play so
        far would be. `view.sample().view(view.seat) == view` always holds. The same seed and stream
        give the same state; without a seed the system chooses one. A sample counts as set up by
        hand, so it has no seed and no history.
        """


class State(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT, ViewT_co]):
    """One round, with all cards and its history.

    A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer from 0 to 2**256 - 1 or
    32 bytes; without it the system chooses one. Without `dealer` chance draws the dealer, in Mexican Train the seat
    that starts. Threads may share a state.

    Two states are equal if their rules and positions are, whatever their histories. Hidden cards, the chance of a
    redeal or a reshuffle, and what the play has shown of the hands are part of a position.

    Raises `InvalidArgumentError` for a seed, stream or dealer out of range.

    >>> from oxideal import rummy
    >>> state = rummy.State(rummy.Rules(players=2), seed=7, dealer=0)
    >>> state.push("take")
    >>> state.current_player, len(state.history)
    (1, 1)
    """

    __slots__ = ()

    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = None, stream: SupportsIndex = 0) -> Self:
        """Return the position that a text describes, as written by `to_text`.

        The text holds neither the history nor future chance (a redeal, a reshuffle), which `seed`
        and `stream` decide; without a seed the system chooses one. So the result equals the original
        only if no chance is ahead. `to_bytes` keeps both. Raises `InvalidStateError` if the text is
        not a valid position.
        """

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the state that a dict describes, with its history: the inverse of `to_dict`.

        Raises `InvalidStateError` if `to_dict` cannot have returned the dict.
        """

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        """Return a state from JSON, with its history: the inverse of `to_json`.

        Raises `InvalidStateError` if `to_json` cannot have returned this, apart from spaces and the
        order of fields.
        """

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return a saved state with its history: the inverse of `to_bytes`.

        At most 100,000 actions are read, which only redeals of Dou Dizhu can exceed. Ctrl-C stops
        the replay. Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """

    @property
    def seed(self) -> int | None:
        """The seed of the deal, even if the system chose it; None for a position set up by hand."""

    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""

    @property
    def origin(self) -> Origin:
        """Where the round began: its deal or its starting position.

        It does not depend on what has been played since.
        """

    @classmethod
    def from_origin(cls, rules: Any, origin: Origin, /) -> Self:
        """Return the state in which a round with this origin begins.

        Raises `InvalidStateError` if the parts of the origin contradict each other or these
        rules.
        """

    @property
    def history(self) -> tuple[int, ...]:
        """The ids of the actions played since the start, oldest first."""

    def push(self, move: MoveT | SupportsIndex | str, /) -> None:
        """Play a move, given as a `Move`, its text or its action id.

        Raises `IllegalMoveError` if the move is not legal now (`error.rule` names the rule),
        `InvalidMoveError` if the id is outside the table or the text names no move, and
        `TypeError` for anything else. After an error the state is unchanged.

        >>> from oxideal import rummy
        >>> state = rummy.State(seed=7, dealer=0)
        >>> state.push("draw")
        >>> state.push("take")
        Traceback (most recent call last):
        oxideal.errors.IllegalMoveError: a card has already been drawn [RM-03]
        """

    def forfeit(self, seat: SupportsIndex, why: Reason, /) -> None:
        """End the round early, because the player in this seat gives up or cannot go on.

        It is paid as the page of the game's rules says, and no hidden card is shown. Everybody sees which seat
        has forfeited the round and why: "resigned", "time", "left" or "rules" (broken). A forfeit is not an
        action: `history` does not have it. Raises `InvalidArgumentError` for any other seat or reason, and
        `InvalidStateError` if the round is over.

        >>> from oxideal import doudizhu
        >>> state = doudizhu.State(seed=7, dealer=0)
        >>> state.forfeit(1, "resigned")
        >>> state.is_over, state.payoffs, state.forfeited
        (True, (1, -2, 1), Forfeit(seat=1, why='resigned'))
        """

    def pop(self) -> int | None:
        """Take back the last action and return its id, or a forfeit and return None.

        Raises `InvalidStateError` if nothing has been played since the start.
        """

    def copy(self) -> Self:
        """Return an independent copy with the same history, seed and stream."""

    def view(self, seat: SupportsIndex, /) -> ViewT_co:
        """Return what a seat knows of the round.

        Raises `InvalidArgumentError` if the game has no such seat.
        """

    def events(self, seat: SupportsIndex, /, first: SupportsIndex = 0) -> list[str]:
        """Return everything that a seat has been told, in order, as short texts.

        `View.from_events` builds the seat's view from them. The first `first` events are left out
        and not made. Raises `InvalidArgumentError` if the game has no such seat.
        """

    def events_json(self, seat: SupportsIndex, /, first: SupportsIndex = 0) -> bytes:
        """Return the same events as JSON: a list of what `rules.event_to_dict` makes of each.

        `rules.events_from_json` reads it.
        """

    def perft(self, depth: SupportsIndex, /) -> int:
        """Count the action sequences of exactly `depth` actions. `depth` is 0 to 255.

        The count, and the time it takes, grows exponentially. Ctrl-C stops it. Raises
        `InvalidArgumentError` if `depth` is out of range.
        """


class ViewBuilder(Protocol[RulesT_co, ViewT_co]):
    """Builds the view of a seat event by event.

    Each event takes the same time, however many came before. `View.from_events` builds a view from all events at
    once. Threads may share a builder.

    Raises `InvalidArgumentError` if the game has no such seat.

    >>> from oxideal import rummy
    >>> state = rummy.State(seed=7)
    >>> builder = rummy.ViewBuilder(state.rules, 0)
    >>> for event in state.events(0):
    ...     builder.push(event)
    >>> builder.view() == state.view(0)
    True
    """

    __slots__ = ()

    @property
    def rules(self) -> RulesT_co:
        """The rules of the round."""

    @property
    def seat(self) -> int:
        """The seat whose view is built."""

    def push(self, event: str, /) -> None:
        """Add the next event that the seat is told (see `State.events`).

        Raises `InvalidRecordError` if the event cannot happen next. After an error the builder is
        unchanged.
        """

    def view(self) -> ViewT_co:
        """Return the view after the events so far.

        Raises `InvalidRecordError` if the events stop in the middle of a deal or an action.
        """

    def copy(self) -> Self:
        """Return an independent copy."""

    def to_bytes(self) -> bytes:
        """Return a compact binary form, which `from_bytes` of either engine reads.

        Its length does not depend on the number of events. Pickling uses this form.
        """

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return a saved builder: the inverse of `to_bytes`.

        Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """


class ViewBuilderClass(Protocol[BuilderT_co]):
    """The class `ViewBuilder` of a game's module: how builders are made."""

    __slots__ = ()

    def __call__(self, rules: Any, seat: SupportsIndex) -> BuilderT_co:
        """Return a builder before the first event."""

    def from_bytes(self, data: bytes, /) -> BuilderT_co: ...


class StateClass(Protocol[StateT_co]):
    """The class `State` of a game's module: how states are made."""

    __slots__ = ()

    def __call__(
        self,
        rules: Any = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> StateT_co:
        """Deal a new round from this stream of the seed; without `dealer`, the dealer is drawn first."""

    def from_text(self, text: str, /, *, seed: Seed = None, stream: SupportsIndex = 0) -> StateT_co: ...
    def from_bytes(self, data: bytes, /) -> StateT_co: ...
    def from_dict(self, fields: dict[str, Any], /) -> StateT_co: ...
    def from_json(self, data: bytes, /) -> StateT_co: ...
    def from_origin(self, rules: Any, origin: Origin, /) -> StateT_co: ...
