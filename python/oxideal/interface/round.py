"""The types of one round: the state, which has all cards, and the view of one seat."""

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


class RoundApi(Protocol[RulesT_co, MoveT]):
    """The members that `State` and `View` share."""

    @property
    def rules(self) -> RulesT_co: ...
    @property
    def current_player(self) -> int | None:
        """The seat to move, or None when the round is over."""

    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """One integer per seat, higher is better; None before the end."""

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score by the rules of the game, one per seat; None before the end."""

    @property
    def recent(self) -> tuple[tuple[int, int], ...]:
        """The last actions, 16 at most, oldest first, as pairs of seat and id."""

    def legal_actions(self) -> list[int]:
        """Return the legal ids, ascending; none after the end, and none in a view if another seat is to move."""

    def legal_moves(self) -> list[MoveT]:
        """Return the legal moves, in the order of their ids."""

    def is_legal(self, move: MoveT | SupportsIndex, /) -> bool:
        """Return whether `push` would accept this move or id; False for an unknown id."""

    def parse(self, text: str, /) -> MoveT:
        """Return the move with this text, legal or not. Raises `InvalidMoveError` if there is none."""

    def _repr_svg_(self) -> str | None:
        """Return the picture for notebooks, made by `oxideal.svg.draw`."""

    def to_text(self) -> str:
        """Return one line that `from_text` reads, e.g. for a bug report."""

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """Read a text of `to_text`, checked. The text does not contain the history."""

    def to_bytes(self) -> bytes:
        """Return a compact form that `from_bytes` of either engine reads; pickling uses it."""

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Read bytes of `to_bytes`, checked."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class View(RoundApi[RulesT, MoveT], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round, and nothing else. Immutable. Bots choose their moves from it.

    >>> from oxideal import rummy
    >>> view = rummy.State(seed=7).view(0)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    @property
    def seat(self) -> int: ...
    def observation(self) -> npt.NDArray[np.uint8]:
        """Return the view as a new array, with the layout of `rules.observation_spec()`."""

    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """Build the view of a seat from the events it was told (see `State.events`), checked."""

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> StateT_co:
        """Draw a state uniformly from all those that fit this view: `view.sample(s).view(view.seat) == view`.

        The state counts as set up by hand: it has no seed and no history.
        """


class State(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT, ViewT_co]):
    """One round, with all cards and its history.

    Two states are equal if their rules and positions are, hidden cards included, whatever their histories.

    >>> from oxideal import rummy
    >>> state = rummy.State(rummy.Rules(players=2), seed=7, dealer=0)
    >>> state.push(state.parse("take"))
    >>> state.current_player, len(state.history)
    (1, 1)
    """

    def __init__(
        self,
        rules: RulesT_co | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        """Deal a new round from this stream of the seed; without `dealer`, the dealer is drawn first."""

    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = 0, stream: SupportsIndex = 0) -> Self:
        """Read a text of `to_text`, checked.

        The text contains neither the history nor later random events, e.g. a redeal: those come from the seed and
        the stream.
        """

    @property
    def seed(self) -> int | None:
        """The seed of the deal, also if it was drawn from system entropy; None for a position set up by hand."""

    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""

    @property
    def origin(self) -> Origin:
        """How the round began, whatever was played since."""

    @classmethod
    def from_origin(cls, rules: Any, origin: Origin, /) -> Self:
        """Return the first state of a round with this origin, checked."""

    @property
    def history(self) -> tuple[int, ...]:
        """The ids played since the start, oldest first."""

    def push(self, move: MoveT | SupportsIndex, /) -> None:
        """Play a move or an id.

        Raises `IllegalMoveError` or `InvalidMoveError`, which leave the state unchanged.
        """

    def pop(self) -> int:
        """Take back the last action and return its id."""

    def copy(self) -> Self:
        """Return an independent copy, with the same history."""

    def view(self, seat: SupportsIndex, /) -> ViewT_co:
        """Return what this seat knows."""

    def events(self, seat: SupportsIndex, /) -> list[str]:
        """Return everything that this seat was told, in order; `View.from_events` makes its view from them."""

    def perft(self, depth: SupportsIndex, /) -> int:
        """Count the sequences of actions of exactly this length, 0 to 255."""
