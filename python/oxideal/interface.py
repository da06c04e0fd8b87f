"""The contract that every game keeps, on both backends, in typed form.

A game is a module with four classes (`Rules`, `Move`, `State`, `View`), `playouts`, and the game's hot functions.
`oxideal.foursquare` (Rust) and `oxideal.reference.foursquare` (plain Python) both keep it; mypy and the tests hold
them to it. What types cannot say (text forms, bytes, messages, randomness) stands in `docs/contract.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "FourSquare",
    "FourSquareMove",
    "FourSquareRules",
    "FourSquareState",
    "FourSquareView",
    "Game",
    "Move",
    "Playouts",
    "RandomStream",
    "Rules",
    "Seed",
    "State",
    "View",
]

Seed: TypeAlias = SupportsIndex | bytes | None
"""0 to 2**256 - 1, or the same as 32 bytes (little-endian), or None: 32 bytes from the system's entropy."""


MoveT = TypeVar("MoveT", bound="Move")
RulesT = TypeVar("RulesT", bound="Rules[Any]")
RulesT_co = TypeVar("RulesT_co", bound="Rules[Any]", covariant=True)
ViewT_co = TypeVar("ViewT_co", bound="View[Any, Any, Any]", covariant=True)
StateT_co = TypeVar("StateT_co", bound="State[Any, Any, Any]", covariant=True)


class Playouts(NamedTuple):
    """What `playouts` returns: one row a game."""

    payoffs: npt.NDArray[np.int32]
    """`payoffs[k, seat]` of game `k`."""
    lengths: npt.NDArray[np.int32]
    """How many actions game `k` lasted."""


class RandomStream(Protocol):
    """ChaCha20 (RFC 8439) as a stream of 32-bit words, and the two things drawn from it."""

    def __init__(self, seed: Seed = None, stream: SupportsIndex = 0) -> None: ...
    @property
    def position(self) -> int:
        """How many words have been drawn."""

    def word(self) -> int:
        """The next word, 0 to 2**32 - 1."""

    def skip(self, words: SupportsIndex) -> None:
        """Passes over that many words, at any distance in no time."""

    def below(self, n: SupportsIndex) -> int:
        """A uniform integer from 0 to n - 1, for n from 1 to 2**32."""

    def shuffled(self, n: SupportsIndex) -> list[int]:
        """The numbers 0 to n - 1 in uniformly random order, for n from 0 to 1,000,000."""


class Move(Protocol):
    """One action of a game: a small frozen value. `str(move)` parses back, `int(move)` is its id."""

    def __int__(self) -> int: ...
    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Rules(Protocol[MoveT]):
    """How a game is played: frozen, checked, hashable, picklable. It owns the table of actions."""

    @property
    def players(self) -> int:
        """The number of seats; they are 0 to players - 1."""

    @property
    def num_actions(self) -> int:
        """Ids are 0 to num_actions - 1, each of them a move that some state allows."""

    @property
    def action_table_version(self) -> int:
        """Raised whenever an id changes its meaning."""

    def move(self, action: SupportsIndex, /) -> MoveT:
        """The move with this id, or InvalidMoveError."""

    def action(self, move: MoveT | SupportsIndex, /) -> int:
        """The id of this move (or the id itself, checked); the inverse of `move`."""

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names, or InvalidMoveError."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, fit for JSON."""

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """The inverse of `to_dict`. Missing fields take their default; others are refused."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Table(Protocol[RulesT_co, MoveT]):
    """What a referee and a player alike can ask of a round: the part that `State` and `View` share."""

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


class View(Table[RulesT, MoveT], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round, and nothing else. Frozen. This is what a bot is given."""

    @property
    def seat(self) -> int: ...
    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """The view of a seat that has witnessed these events (see `State.events`), checked."""

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> StateT_co:
        """A state drawn uniformly from all that this view allows: `view.sample(s).view(view.seat) == view`.

        It counts as set up by hand: it has no seed and no history.
        """


class State(Table[RulesT_co, MoveT], Protocol[RulesT_co, MoveT, ViewT_co]):
    """One round, with all that is hidden and its history. Two states are equal when their rules and positions are,
    hidden cards included, whatever way led there.
    """

    def __init__(self, rules: RulesT_co | None = None, *, seed: Seed = None, stream: SupportsIndex = 0) -> None: ...
    @property
    def seed(self) -> int | None:
        """The seed of the deal (also where it came from the system's entropy); None for a position set up by hand."""

    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""

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


class Game(Protocol):
    """A game's module. (Constructors are checked by the tests: a protocol's are invisible to mypy.)"""

    @property
    def Rules(self) -> type[Rules[Any]]: ...  # noqa: N802 (the names are the modules')
    @property
    def Move(self) -> type[Move]: ...  # noqa: N802
    @property
    def State(self) -> type[State[Any, Any, Any]]: ...  # noqa: N802
    @property
    def View(self) -> type[View[Any, Any, Any]]: ...  # noqa: N802
    @property
    def playouts(self) -> PlayoutsFunction: ...


class PlayoutsFunction(Protocol):
    """Plays whole games at full speed; `docs/contract.md` has the generator that deals them and chooses the moves."""

    def __call__(
        self,
        rules: Any,
        n: SupportsIndex,
        seed: Seed = None,
        policy: str = "random",
        threads: SupportsIndex = 1,
        *,
        first: SupportsIndex = 0,
    ) -> Playouts:
        """Games number first to first + n - 1 of this seed, each played to its end by the policy."""


# FourSquare


class FourSquareMove(Move, Protocol):
    """A placement: the cell that the card in hand goes to, counted from the first card."""

    def __init__(self, row: SupportsIndex, column: SupportsIndex) -> None: ...
    @property
    def row(self) -> int:
        """-3 to 3, growing downwards."""

    @property
    def column(self) -> int:
        """-3 to 3, growing to the right."""


class FourSquareRules(Rules[MoveT], Protocol[MoveT]):
    def __init__(self, *, diagonal: bool = False) -> None: ...
    @property
    def diagonal(self) -> bool:
        """Whether cells that share only a corner are next to each other (FS-03)."""


class FourSquareTable(Protocol):
    """What State and View of FourSquare add to the contract."""

    @property
    def card(self) -> str | None:
        """The card in hand, to be placed now; None when the game is over."""

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids."""

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """7 rows of 7 cells, the first card in the middle: 0 for an empty cell, else the rank of the top card,
        negative when it lies face down. The array is the caller's own.
        """

    @property
    def stock_left(self) -> int:
        """How many cards lie in the stock, the card in hand not counted."""

    @property
    def is_won(self) -> bool: ...


class FourSquareView(FourSquareTable, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards of the stock in ascending order: which they are is known, their order is not."""


class FourSquareState(FourSquareTable, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    @property
    def stock(self) -> tuple[str, ...]:
        """The face-down stock, its top first, the card in hand not counted."""

    @classmethod
    def from_deal(cls, rules: RulesT, stock: str | Sequence[str]) -> Self:
        """A new game with this deck, its top first: 40 cards as a list or as one text with spaces."""


class FourSquare(Game, Protocol):
    """The module `oxideal.foursquare`, and `oxideal.reference.foursquare`."""

    def flips(self, grid: npt.ArrayLike, cell: Any, card: SupportsIndex | str) -> list[int]:
        """The cells whose top cards turn over when the card is placed on the cell (a Move or its id), ascending."""

    def flips_many(self, grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """The same for n grids at once: True where the top card of a cell turns over."""
