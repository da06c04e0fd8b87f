"""The types that Mexican Train adds to the interface of all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias

from .game import Game
from .round import RoundApi, State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesClass, RulesT, RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..cards.mexican_train import Tiles
    from .random import Seed

__all__ = [
    "LongestTrain",
    "MexicanTrain",
    "MexicanTrainMove",
    "MexicanTrainRoundApi",
    "MexicanTrainRules",
    "MexicanTrainRulesClass",
    "MexicanTrainState",
    "MexicanTrainView",
    "TilesLike",
]

TilesLike: TypeAlias = "str | Iterable[str | tuple[SupportsIndex, SupportsIndex]]"
"""Tiles of Mexican Train: a text, e.g. "9-12 3-4", or a list of texts and pairs of numbers."""


class LongestTrain(NamedTuple):
    """The best trains of a hand, as `mexican_train.longest_train` returns them; "-" is an empty train.

    >>> from oxideal import mexican_train as mt
    >>> mt.longest_train("9-12 3-9 8-12", end=12).heaviest
    '12-9 9-3'
    """

    longest: Tiles
    """A train with the most tiles and, among those, the most pips."""
    heaviest: Tiles
    """A train with the most pips and, among those, the most tiles."""


class MexicanTrainMove(Move, Protocol):
    """A tile played on a train, a draw or a pass.

    Moves come from `Rules`, states and views; there is no constructor.

    >>> move = Rules(players=2, set=9).parse("9-2 @ Me")
    >>> move, move.kind, move.tile, move.train, int(move)
    (Move('2-9@me'), 'play', '2-9', 'me', 49)
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of move: "play", "draw" or "pass"."""

    @property
    def tile(self) -> str | None:
        """The tile, its lower number first, such as "9-12"; None for a draw or a pass."""

    @property
    def train(self) -> str | None:
        """The train: "me", "mexican" or a seat such as "3"; None for a draw or a pass."""


class MexicanTrainRules(Rules[MoveT], Protocol[MoveT]):
    """The rules of a round of Mexican Train: players, tiles, and what follows a double.

    - `players`: the number of seats, 2 to 12 (MT-01).
    - `set`: the highest number of pips on half a tile, 1 to 18 (MT-01).
    - `engine`: the double that starts the round; None for the highest (MT-05).
    - `hand_size`: tiles dealt to each seat; None for the usual number (MT-04).
    - `follow_up`: where to play after a double: "available" or "double" (MT-18).
    - `close_order`: order of closing doubles: "laid" or "reverse" (MT-23).

    >>> rules = Rules(players=2, set=9)
    >>> rules.hand_size, rules.engine, rules.next_round().engine
    (15, 9, 8)
    >>> Rules(players=9)
    Traceback (most recent call last):
    oxideal.errors.InvalidRulesError: no default hand size for 9 players in the double-12 set: give hand_size [MT-04]
    """

    __slots__ = ()

    @property
    def set(self) -> int:
        """The highest number on a tile, 1 to 18 (MT-01)."""

    @property
    def engine(self) -> int:
        """The number of the engine, the double in the hub (MT-05)."""

    @property
    def hand_size(self) -> int:
        """The number of tiles that each player draws at the start (MT-04)."""

    @property
    def follow_up(self) -> str:
        """Where a non-double may go after a double: "available" trains or only the "double" (MT-18)."""

    @property
    def close_order(self) -> str:
        """The order in which open doubles are closed: "laid" or "reverse" (MT-23)."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The texts of all tiles, by tile number."""


class MexicanTrainRulesClass(RulesClass[MexicanTrainRules[Any]], Protocol):
    """The class `Rules` of Mexican Train: how rules are made."""

    __slots__ = ()

    def __call__(
        self,
        *,
        players: SupportsIndex = 4,
        set: SupportsIndex = 12,  # noqa: A002 (so the box calls it)
        engine: SupportsIndex | None = None,
        hand_size: SupportsIndex | None = None,
        follow_up: str = "available",
        close_order: str = "laid",
    ) -> MexicanTrainRules[Any]: ...


class MexicanTrainRoundApi(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT]):
    """The members that a `State` and a `View` of Mexican Train share.

    Tiles are `mexican_train.Tiles`: texts that are also sequences.
    """

    __slots__ = ()

    @property
    def turn(self) -> int:
        """The seat whose turn it is; when the round is over, the seat that played last."""

    @property
    def trains(self) -> tuple[Tiles, ...]:
        """The train of each seat, from the hub outwards; "-" if it is empty."""

    @property
    def mexican(self) -> Tiles:
        """The Mexican train; "-" if it is empty."""

    @property
    def ends(self) -> tuple[int, ...]:
        """The number at the open end of each seat's train.

        An empty train has the number of the engine.
        """

    @property
    def mexican_end(self) -> int:
        """The number at the open end of the Mexican train."""

    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each seat's train has a marker, so that others may play on it (MT-13)."""

    @property
    def open_doubles(self) -> tuple[int, ...]:
        """The numbers of the open doubles that can still be closed, in the order of play."""

    @property
    def dead_doubles(self) -> tuple[int, ...]:
        """The numbers of the open doubles that can never be closed, ascending (MT-24)."""

    @property
    def doubled(self) -> bool:
        """Whether the player has played a double in this turn; False when the round is over."""

    @property
    def drew(self) -> bool:
        """Whether the player has drawn in this turn, or since its last double.

        False when the round is over.
        """

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of tiles in each seat's hand."""

    @property
    def boneyard_size(self) -> int:
        """The number of tiles in the boneyard."""

    @property
    def idle_passes(self) -> int:
        """The number of passes in a row that count towards the end of the round (MT-26)."""

    @property
    def went_out(self) -> int | None:
        """The seat that has played all its tiles; None if there is none."""

    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        """The numbers that each seat is known not to hold, doubles aside."""


class MexicanTrainView(
    MexicanTrainRoundApi[RulesT, MoveT], View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]
):
    """What one seat knows of a round of Mexican Train: its hand, everything public, and what others cannot hold.

    >>> view = State(seed=7).view(0)
    >>> view.hands[1:]
    (None, None, None)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    @property
    def hand(self) -> Tiles:
        """The tiles in the seat's own hand as text, ascending; "-" if empty."""

    @property
    def hands(self) -> tuple[Tiles | None, ...]:
        """The tiles in each seat's hand; None for a hidden hand.

        When the round is over, all hands are shown.
        """

    @property
    def unseen(self) -> Tiles:
        """The tiles that are neither on the table nor in a hand that is shown."""


class MexicanTrainState(
    MexicanTrainRoundApi[RulesT, MoveT], State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]
):
    """A round of Mexican Train, with all tiles and its history.

    >>> state = State(Rules(players=2, set=9), seed=7, dealer=0)
    >>> state.push("9-2@me")
    >>> state.ends, state.current_player
    ((2, 9), 1)
    """

    __slots__ = ()

    @property
    def hands(self) -> tuple[Tiles, ...]:
        """The tiles in each seat's hand as text, ascending; "-" if empty."""

    @property
    def boneyard(self) -> Tiles:
        """The tiles in the boneyard, the next one to be drawn first."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[TilesLike],
        dealer: SupportsIndex,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these hands.

        `hands` has one item per seat: a text such as "9-12 3-4", or a list of tiles or of pairs
        of numbers. `dealer` is the first seat to play. `boneyard` starts with the next tile;
        if it is not given, the remaining tiles are shuffled by `seed` and `stream`. Without a seed
        the system chooses one. Raises `InvalidStateError` if the tiles do not make up the set.

        >>> rules = Rules(players=2, set=2, hand_size=2)
        >>> state = State.from_deal(rules, hands=["0-0 0-2", "0-1 1-2"], dealer=0)
        >>> [str(move) for move in state.legal_moves()], state.boneyard
        (['0-2@me', '0-2@mexican'], '1-1')
        """

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[TilesLike],
        turn: SupportsIndex,
        trains: Sequence[TilesLike] | None = None,
        mexican: TilesLike = "-",
        marked: Iterable[SupportsIndex] = (),
        open_doubles: Iterable[SupportsIndex] = (),
        doubled: bool = False,
        drew: bool = False,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a position in the middle of a round.

        `hands` and `trains` have one item per seat, as in `from_deal`. `marked` lists seats,
        `open_doubles` numbers of doubles. `boneyard` starts with the next tile; if it is not
        given, the remaining tiles are shuffled by `seed` and `stream`. Without a seed the system
        chooses one. Raises `InvalidStateError` if the position breaks the rules.

        >>> rules = Rules(players=2, set=3, hand_size=2)
        >>> state = State.from_position(
        ...     rules, hands=["0-2 1-3", "0-1 1-2"], turn=0, trains=["3-2 2-2", "-"], open_doubles=[2]
        ... )
        >>> [str(move) for move in state.legal_moves()]
        ['0-2@me']
        """


class MexicanTrain(Game, Protocol):
    """The module `oxideal.mexican_train`, and `oxideal.reference.mexican_train`. `rules` None means `Rules()`."""

    __slots__ = ()

    @property
    def Rules(self) -> MexicanTrainRulesClass: ...  # noqa: N802

    def matches(self, hand: TilesLike, ends: Iterable[SupportsIndex]) -> list[list[str]]:
        """Return the tiles of a hand that fit each of the ends."""

    def matches_many(self, hands: npt.ArrayLike, ends: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """Return the tiles that fit, for n hands and m ends of each at once: an array of shape (n, m, tiles)."""

    def longest_train(self, hand: TilesLike, end: SupportsIndex, doubles: str = "tile") -> LongestTrain:
        """Return the longest and the heaviest train that a hand can lay from an open end (MT-29)."""

    def pips(self, tiles: TilesLike) -> int:
        """Add up the pips; the double blank counts 50 (MT-27)."""

    def tiles_array(self, hand: TilesLike, rules: Any = None) -> npt.NDArray[np.uint8]:
        """Return a hand as an array with a 1 for each of its tiles, in the order of `Rules.tiles`."""

    @property
    def TILES(self) -> Tiles: ...  # noqa: N802

    # These come last: their names would hide the types above.

    @property
    def Tiles(self) -> type[Tiles]: ...  # noqa: N802
    @property
    def LongestTrain(self) -> type[LongestTrain]: ...  # noqa: N802
