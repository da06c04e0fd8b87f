"""What Mexican Train adds to the contract."""

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
"""Tiles of Mexican Train: a text such as "9-12 3-4", or a list of such texts and of pairs of numbers."""


class LongestTrain(NamedTuple):
    """What `longest_train` of Mexican Train returns: two trains, each tile in its direction, "-" for no tiles."""

    longest: str
    """A train of the most tiles; among such one of the most pips."""
    heaviest: str
    """A train of the most pips; among such one of the most tiles."""


class MexicanTrainMove(Move, Protocol):
    """A tile on a train, a draw or a pass. It comes from `Rules` and states."""

    @property
    def kind(self) -> str:
        """What it is: "play", "draw" or "pass"."""

    @property
    def tile(self) -> str | None:
        """The tile, its lower number first; None of a draw and a pass."""

    @property
    def train(self) -> str | None:
        """Where it goes: "me", "mexican", or the seat whose train it is; None of a draw and a pass."""


class MexicanTrainRules(Rules[MoveT], Protocol[MoveT]):
    """How a round of Mexican Train is played: for how many, with which tiles, and what follows a double."""

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
        """The number of the double in the hub (MT-05)."""

    @property
    def hand_size(self) -> int:
        """How many tiles each player draws at the beginning (MT-04)."""

    @property
    def follow_up(self) -> str:
        """Where another tile may go after a double: to any "available" train, or only to the "double" (MT-18)."""

    @property
    def close_order(self) -> str:
        """In which order several doubles are closed: as "laid", or in the "reverse" order (MT-23)."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The texts of all tiles, by their numbers."""


class MexicanTrainRoundApi(Protocol):
    """What State and View of Mexican Train add to the contract. Tiles are texts, "-" for none."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is; at the end whose it was last."""

    @property
    def trains(self) -> tuple[str, ...]:
        """The train of each seat, from the hub outwards."""

    @property
    def mexican(self) -> str:
        """The Mexican train."""

    @property
    def ends(self) -> tuple[int, ...]:
        """The number at the open end of each seat's train; the engine's where it has not been started."""

    @property
    def mexican_end(self) -> int:
        """The number at the open end of the Mexican train."""

    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each seat's train carries its marker (MT-13)."""

    @property
    def open_doubles(self) -> tuple[int, ...]:
        """The numbers of the live open doubles, in the order in which they were laid."""

    @property
    def dead_doubles(self) -> tuple[int, ...]:
        """The numbers of the doubles that can never be closed, ascending (MT-24)."""

    @property
    def doubled(self) -> bool:
        """Whether the player has laid a double in this turn; False at the end."""

    @property
    def drew(self) -> bool:
        """Whether a tile has been drawn since the turn, or the last double of it, began; False at the end."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""

    @property
    def boneyard_size(self) -> int:
        """How many tiles can still be drawn."""

    @property
    def idle_passes(self) -> int:
        """How many passes of the row that ends a round have been made (MT-26)."""

    @property
    def went_out(self) -> int | None:
        """The seat that has no tiles left; None where nobody has gone out."""

    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of which each seat is known to hold no tile, doubles aside."""


class MexicanTrainView(MexicanTrainRoundApi, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand and what lies open, and what the others cannot hold."""

    @property
    def hand(self) -> str:
        """The own tiles."""

    @property
    def hands(self) -> tuple[str | None, ...]:
        """The tiles that each seat holds; None for those that are not seen. At the end all are."""

    @property
    def unseen(self) -> str:
        """All tiles that lie neither in a hand that is seen nor on the table."""


class MexicanTrainState(MexicanTrainRoundApi, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """One round of Mexican Train, with all tiles and the history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The tiles that each seat holds."""

    @property
    def boneyard(self) -> str:
        """The tiles that can still be drawn, the next one first."""

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
        """A round that begins with these hands; where the boneyard is not given, it is all else, shuffled."""

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
        """A position in the middle of play; where the boneyard is not given, it is all else, shuffled."""


class MexicanTrain(Game, Protocol):
    """The module `oxideal.mexican_train`, and `oxideal.reference.mexican_train`. Without rules, the functions take
    `Rules()`.
    """

    def matches(self, hand: Tiles, ends: Iterable[SupportsIndex]) -> list[str]:
        """For each of the ends, the tiles of the hand that fit it."""

    def matches_many(self, hands: npt.ArrayLike, ends: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """The same for n hands, a row of zeros and ones each, and the m ends of each, -1 for none: n times m rows."""

    def longest_train(self, hand: Tiles, end: SupportsIndex, doubles: str = "tile") -> LongestTrain:
        """The longest and the heaviest train that can be laid from an open end of this number (MT-29). With
        `doubles="close"` it does not end with a double, unless it uses up the hand.
        """

    def pips(self, tiles: Tiles) -> int:
        """The sum of the pips, the double blank counting 50 (MT-27)."""

    def tiles_array(self, hand: Tiles, rules: Any = None) -> npt.NDArray[np.uint8]:
        """1 for each tile of the hand and 0 for all others, by the numbers of the tiles."""

    # It comes last, as its name would otherwise hide the type above.

    @property
    def LongestTrain(self) -> type[LongestTrain]: ...  # noqa: N802
