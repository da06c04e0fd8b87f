"""What Rummy adds to the contract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias

from .game import Game
from .round import State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesT

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = [
    "Melds",
    "Partition",
    "Partitions",
    "Rummy",
    "RummyCards",
    "RummyMove",
    "RummyRoundApi",
    "RummyRules",
    "RummyState",
    "RummyTable",
    "RummyView",
]

RummyCards: TypeAlias = "str | Iterable[str]"
"""Cards of Rummy: a text such as "7S TH", or a list of such texts of one card each."""

RummyTable: TypeAlias = "str | Iterable[str]"
"""Melds: a text with commas between them, such as "7C 7D 7S, 9H TH JH", or a list of texts of one meld each."""


class Partition(NamedTuple):
    """What `best_partition` of Rummy returns: how the fewest points are left."""

    points: int
    """The points that are left."""
    melds: tuple[str, ...]
    """What is laid down."""
    lay_offs: tuple[str, ...]
    """What is laid off on the table, such as "7S@low", in an order in which it can be played."""
    rest: str
    """The cards that are left."""


class Melds(NamedTuple):
    """What `melds_many` of Rummy returns: the melds of hand `k` are `melds[offsets[k]:offsets[k + 1]]`."""

    offsets: npt.NDArray[np.int64]
    """One more than there are hands."""
    melds: npt.NDArray[np.uint64]
    """Sets of 52 cards."""


class Partitions(NamedTuple):
    """What `best_partition_many` of Rummy returns: one item a hand."""

    points: npt.NDArray[np.int32]
    """The points that are left."""
    rests: npt.NDArray[np.uint64]
    """The cards that are left, as sets of 52 cards."""


class RummyMove(Move, Protocol):
    """A draw, a meld, a lay-off or a discard. It comes from `Rules` and states."""

    @property
    def kind(self) -> str:
        """What it is: "draw", "take", "meld", "lay_off" or "discard"."""

    @property
    def cards(self) -> str | None:
        """The cards that are laid down, laid off or discarded; None of a draw."""

    @property
    def place(self) -> str | None:
        """Where a card is laid off: "group", "low" or "high"; None of other moves."""


class RummyRules(Rules[MoveT], Protocol[MoveT]):
    """How a hand of Rummy is played: for how many, with how many cards, and what aces are."""

    def __init__(
        self,
        *,
        players: SupportsIndex = 2,
        hand_size: SupportsIndex | None = None,
        ace: str = "low",
        must_discard_out: bool = False,
        turn_limit: SupportsIndex = 1000,
    ) -> None: ...
    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt (RM-02)."""

    @property
    def ace(self) -> str:
        """What an ace is: "low", or "both" low and high (RM-15)."""

    @property
    def must_discard_out(self) -> bool:
        """Whether the last card must be a discard (RM-12)."""

    @property
    def turn_limit(self) -> int:
        """After so many turns the hand is void (RM-17)."""


class RummyRoundApi(Protocol):
    """What State and View of Rummy add to the contract. Cards are texts, "-" for none."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is; at the end whose it was last."""

    @property
    def drew(self) -> bool:
        """Whether the player has drawn; False at the end."""

    @property
    def took(self) -> str | None:
        """The card that the player has taken from the discard pile in this turn, as long as it is in the hand."""

    @property
    def laid(self) -> bool:
        """Whether the player has played cards, by melds or lay-offs, in this turn; False at the end."""

    @property
    def turns(self) -> int:
        """How many turns have ended."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    def table(self) -> tuple[str, ...]:
        """The melds on the table: groups ascending, then runs by their first card."""

    @property
    def discards(self) -> str:
        """The discard pile, its top card last."""

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has played cards, by melds or lay-offs, before the present turn; where somebody has gone
        out, before the last one.
        """

    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left; None where nobody has gone out."""

    @property
    def went_rummy(self) -> bool:
        """Whether somebody has gone out who had played no card before that turn (RM-14)."""

    @property
    def taken(self) -> tuple[str, ...]:
        """The cards of each seat's hand that it has taken from the discard pile."""

    @property
    def earlier(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """For each earlier stock the cards that are still hidden in hands, and how many of them each seat holds."""


class RummyView(RummyRoundApi, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand, what lies open, and what is known of hidden cards."""

    @property
    def hand(self) -> str:
        """The own cards."""

    @property
    def hands(self) -> tuple[str | None, ...]:
        """The cards that each seat holds; None for those that are not seen. All are when somebody has gone out."""

    @property
    def unseen(self) -> str:
        """All cards that are in no hand that is seen, nor on the table or the discard pile."""

    @property
    def drawable(self) -> str:
        """The cards that the stock may hold."""

    @property
    def known(self) -> tuple[str, ...]:
        """The cards that this seat knows to be in each hand."""


class RummyState(RummyRoundApi, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """One hand of Rummy, with all cards and the history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The cards that each seat holds."""

    @property
    def stock(self) -> str:
        """The stock, its next card first."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[RummyCards],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCards | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A hand that begins with these cards; where the stock is not given, it is all else, shuffled."""

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[RummyCards],
        turn: SupportsIndex,
        discards: RummyCards,
        table: RummyTable = (),
        stock: RummyCards | None = None,
        drew: bool = False,
        took: str | None = None,
        laid: bool = False,
        rummy: bool = False,
        turns: SupportsIndex = 0,
        taken: Sequence[RummyCards] | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A position in the middle of play; where the stock is not given, it is all else, shuffled."""


class Rummy(Game, Protocol):
    """The module `oxideal.rummy`, and `oxideal.reference.rummy`. In functions `ace` is "low" or "both", as in rules."""

    def melds(self, hand: RummyCards, ace: str = "low") -> list[str]:
        """Every group and every run in the hand, in the order of the table of actions."""

    def lay_offs(self, hand: RummyCards, table: RummyTable, ace: str = "low") -> list[str]:
        """Every lay-off of a card of the hand on the table (RM-10), in the order of the table of actions."""

    def best_partition(self, hand: RummyCards, table: RummyTable | None = None, ace: str = "low") -> Partition:
        """The fewest points that can be left, and among these the fewest cards, when the hand is parted into melds,
        lay-offs on the table and a rest (RM-18).
        """

    def points(self, cards: RummyCards, ace: str = "low") -> int:
        """The sum of the cards (RM-13, RM-15)."""

    def card_set(self, cards: RummyCards) -> int:
        """The cards as a set of 52 bits: bit 4 * rank + suit, the ace of clubs being bit 0."""

    def card_text(self, number: SupportsIndex) -> str:
        """The cards of such a set."""

    def melds_many(self, hands: npt.ArrayLike, ace: str = "low") -> Melds:
        """The melds of n hands at once, as sets."""

    def lay_offs_many(self, hands: npt.ArrayLike, tables: npt.ArrayLike, ace: str = "low") -> npt.NDArray[np.uint64]:
        """The cards of n hands that can be laid off on their tables, m melds each, 0 for none: for each hand the sets
        of those that go to a group, to the low end and to the high end of a run.
        """

    def best_partition_many(
        self, hands: npt.ArrayLike, tables: npt.ArrayLike | None = None, ace: str = "low"
    ) -> Partitions:
        """The points that are left in n hands at once, and the cards that are, as sets."""

    # These come last, as their names would otherwise hide the types above.

    @property
    def Partition(self) -> type[Partition]: ...  # noqa: N802
    @property
    def Melds(self) -> type[Melds]: ...  # noqa: N802
    @property
    def Partitions(self) -> type[Partitions]: ...  # noqa: N802
