"""One round: the state with all that is hidden, the view of a seat, and what both can be asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeVar

from .rules import MoveT, RulesT, RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = ["Origin", "RoundApi", "State", "StateT_co", "View", "ViewT_co"]

ViewT_co = TypeVar("ViewT_co", bound="View[Any, Any, Any]", covariant=True)
StateT_co = TypeVar("StateT_co", bound="State[Any, Any, Any]", covariant=True)


class Origin(NamedTuple):
    """Where a round begins: with a deal from a seed, or with a position that was set up by hand."""

    seed: int | None
    """Of the deal or, after a position, of what chance has still to bring; None where it has no part in that."""
    stream: int | None
    """Its number; None where there is no seed."""
    drawn: int
    """How many words of the stream had been drawn at the start; 0 of a deal."""
    dealer: int | None
    """The seat that was given as the dealer; None where chance drew it, and of a position."""
    text: str | None
    """The position's text; None of a deal."""
    recent: tuple[tuple[int, int], ...]
    """The last actions before a position, as pairs of a seat and an id, the oldest first."""


class RoundApi(Protocol[RulesT_co, MoveT]):
    """What `State` and `View` share."""

    @property
    def rules(self) -> RulesT_co: ...
    @property
    def current_player(self) -> int | None:
        """The seat that is to choose, or None when the round is over."""

    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """One integer a seat, higher is better; None before the end."""

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What the game itself calls the score, one a seat; None before the end."""

    @property
    def recent(self) -> tuple[tuple[int, int], ...]:
        """The last actions, at most 16 of them, as pairs of a seat and an id, the oldest first."""

    def legal_actions(self) -> list[int]:
        """The ids that may be played now, ascending; none when the round is over, nor, in a view, while another seat is
        to choose.
        """

    def legal_moves(self) -> list[MoveT]:
        """The same as moves."""

    def is_legal(self, move: MoveT | SupportsIndex, /) -> bool:
        """Whether `push` would take it. False for an id that is not in the table."""

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names here, legal or not; InvalidMoveError when it names none."""

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show: `oxideal.svg.draw` of it."""

    def to_text(self) -> str:
        """One line that `from_text` reads, fit for a bug report."""

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """The inverse of `to_text`, checked. The way that led there is not part of the text."""

    def to_bytes(self) -> bytes:
        """A compact form that `from_bytes` of either backend reads; pickling uses it."""

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """The inverse of `to_bytes`, checked."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class View(RoundApi[RulesT, MoveT], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round, and nothing else. Frozen. This is what a bot is given."""

    @property
    def seat(self) -> int: ...
    def observation(self) -> npt.NDArray[np.uint8]:
        """What the seat knows as a vector, laid out as `rules.observation_spec()` says. It is the caller's own."""

    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """The view of a seat that has witnessed these events (see `State.events`), checked."""

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> StateT_co:
        """A state drawn uniformly from all that this view allows: `view.sample(s).view(view.seat) == view`.

        It counts as set up by hand: it has no seed and no history.
        """


class State(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT, ViewT_co]):
    """One round, with all that is hidden and its history. Two states are equal when their rules and positions are,
    hidden cards included, whatever way led there.
    """

    def __init__(
        self,
        rules: RulesT_co | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        """A new round, dealt from the stream; who deals is drawn first, where several could and none is given."""

    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = 0, stream: SupportsIndex = 0) -> Self:
        """The inverse of `to_text`, checked. The way that led there is not part of the text, nor is what chance has
        still to bring, if anything: that comes from the seed and the stream.
        """

    @property
    def seed(self) -> int | None:
        """The seed of the deal (also where it came from the system's entropy); None for a position set up by hand."""

    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""

    @property
    def origin(self) -> Origin:
        """Where the round began, whatever has been played since."""

    @classmethod
    def from_origin(cls, rules: Any, origin: Origin, /) -> Self:
        """The state in which a round with this origin begins, checked."""

    @property
    def history(self) -> tuple[int, ...]:
        """The ids played since the start, oldest first."""

    def push(self, move: MoveT | SupportsIndex, /) -> None:
        """Plays a move or an id. IllegalMoveError or InvalidMoveError leave the state as it was."""

    def pop(self) -> int:
        """Takes the last action back and returns its id."""

    def copy(self) -> Self:
        """An independent state with the same history."""

    def view(self, seat: SupportsIndex, /) -> ViewT_co:
        """What this seat knows."""

    def events(self, seat: SupportsIndex, /) -> list[str]:
        """All that this seat has witnessed, in order: `View.from_events` makes its view from them."""

    def perft(self, depth: SupportsIndex, /) -> int:
        """The number of action sequences of exactly this length, for depths from 0 to 255."""
