"""The types that Mexican Train adds to the interface of all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias

from .game import Game
from .round import State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesT

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = [
    "LongestTrain",
    "MexicanTrain",
    "MexicanTrainMove",
    "MexicanTrainRoundApi",
    "MexicanTrainRules",
    "MexicanTrainState",
    "MexicanTrainView",
    "Tiles",
]

Tiles: TypeAlias = "str | Iterable[str | tuple[SupportsIndex, SupportsIndex]]"
"""Tiles of Mexican Train: a text, e.g. "9-12 3-4", or a list of texts and pairs of numbers."""


class LongestTrain(NamedTuple):
    """The best trains of a hand, as `mexican_train.longest_train` returns them; "-" is an empty train.

    >>> from oxideal import mexican_train as mt
    >>> mt.longest_train("9-12 3-9 8-12", end=12).heaviest
    '12-9 9-3'
    """

    longest: str
    """A train with the most tiles and, among those, the most pips."""
    heaviest: str
    """A train with the most pips and, among those, the most tiles."""


class MexicanTrainMove(Move, Protocol):
    """A tile on a train, a draw or a pass. Moves come from `Rules` and states; there is no constructor."""

    @property
    def kind(self) -> str:
        """One of "play", "draw" or "pass"."""

    @property
    def tile(self) -> str | None:
        """The tile, lower number first; None for a draw or a pass."""

    @property
    def train(self) -> str | None:
        """The train that the tile is on: "me", "mexican", or the seat of its owner; None for a draw or a pass."""


class MexicanTrainRules(Rules[MoveT], Protocol[MoveT]):
    """The rules of a round of Mexican Train: players, tiles, and what follows a double."""

    def __init__(
        self,
        *,
        players: SupportsIndex = 4,
        set: SupportsIndex = 12,  # noqa: A002
        engine: SupportsIndex | None = None,
        hand_size: SupportsIndex | None = None,
        follow_up: str = "available",
        close_order: str = "laid",
    ) -> None: ...
    @property
    def set(self) -> int:
        """The highest number on a tile, 1 to 18 (MT-01)."""

    @property
    def engine(self) -> int:
        """The number of the engine, the double in the hub (MT-05)."""

    @property
    def hand_size(self) -> int:
        """Number of tiles that each player draws at the start (MT-04)."""

    @property
    def follow_up(self) -> str:
        """Where the tile after a double may go: any "available" train, or only the "double" (MT-18)."""

    @property
    def close_order(self) -> str:
        """The order in which several doubles are closed: as "laid", or "reverse" (MT-23)."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The texts of all tiles, in the order of their numbers."""


class MexicanTrainRoundApi(Protocol):
    """The members that a `State` and a `View` of Mexican Train share. Tiles are texts, "-" for none."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is, or was last after the end."""

    @property
    def trains(self) -> tuple[str, ...]:
        """The train of each seat, from the hub outwards."""

    @property
    def mexican(self) -> str:
        """The Mexican train."""

    @property
    def ends(self) -> tuple[int, ...]:
        """The number at the open end of each seat's train; the engine's if the train is empty."""

    @property
    def mexican_end(self) -> int:
        """The number at the open end of the Mexican train."""

    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each seat's train carries its marker (MT-13)."""

    @property
    def open_doubles(self) -> tuple[int, ...]:
        """The numbers of the live open doubles, in the order they were laid."""

    @property
    def dead_doubles(self) -> tuple[int, ...]:
        """The numbers of the doubles that can never be closed, ascending (MT-24)."""

    @property
    def doubled(self) -> bool:
        """Whether the player has laid a double in this turn; False after the end."""

    @property
    def drew(self) -> bool:
        """Whether the player has drawn since the turn began, or since the last double in it; False after the end."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of tiles in each hand."""

    @property
    def boneyard_size(self) -> int:
        """Number of tiles in the boneyard."""

    @property
    def idle_passes(self) -> int:
        """Number of passes made so far in the row that ends a round (MT-26)."""

    @property
    def went_out(self) -> int | None:
        """The seat that has no tiles left, or None."""

    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        """For each seat, the numbers of which it is known to hold no tile, doubles excepted."""


class MexicanTrainView(MexicanTrainRoundApi, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand, everything public, and what the others cannot hold."""

    @property
    def hand(self) -> str:
        """The tiles of the view's seat."""

    @property
    def hands(self) -> tuple[str | None, ...]:
        """The tiles of each hand, None if hidden; after the end all are shown."""

    @property
    def unseen(self) -> str:
        """All tiles that are neither on the table nor in a visible hand."""


class MexicanTrainState(MexicanTrainRoundApi, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """A round of Mexican Train, with all tiles and its history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The tiles in each hand."""

    @property
    def boneyard(self) -> str:
        """The boneyard, next tile first."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Tiles],
        starter: SupportsIndex,
        boneyard: Tiles | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Start a round with these hands; the default boneyard is all other tiles, shuffled."""

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Tiles],
        turn: SupportsIndex,
        trains: Sequence[Tiles] | None = None,
        mexican: Tiles = "-",
        marked: Iterable[SupportsIndex] = (),
        open_doubles: Iterable[SupportsIndex] = (),
        doubled: bool = False,
        drew: bool = False,
        boneyard: Tiles | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Set up a position during play; the default boneyard is all other tiles, shuffled."""


class MexicanTrain(Game, Protocol):
    """The module `oxideal.mexican_train`, and `oxideal.reference.mexican_train`. `rules` None means `Rules()`."""

    def matches(self, hand: Tiles, ends: Iterable[SupportsIndex]) -> list[str]:
        """Return the tiles of a hand that fit each of the ends."""

    def matches_many(self, hands: npt.ArrayLike, ends: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """Return the tiles that fit, for n hands and m ends of each at once: an array of shape (n, m, tiles)."""

    def longest_train(self, hand: Tiles, end: SupportsIndex, doubles: str = "tile") -> LongestTrain:
        """Return the longest and the heaviest train that a hand can lay from an open end (MT-29)."""

    def pips(self, tiles: Tiles) -> int:
        """Add up the pips; the double blank counts 50 (MT-27)."""

    def tiles_array(self, hand: Tiles, rules: Any = None) -> npt.NDArray[np.uint8]:
        """Return a hand as an array with a 1 for each of its tiles, in the order of `Rules.tiles`."""

    # This comes last: its name would hide the type above.

    @property
    def LongestTrain(self) -> type[LongestTrain]: ...  # noqa: N802
