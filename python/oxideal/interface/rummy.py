"""The types that Rummy adds to the interface of all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias

from .game import Game
from .round import RoundApi, State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesClass, RulesT, RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..cards.rummy import Cards
    from .random import Seed

__all__ = [
    "Melds",
    "Partition",
    "Partitions",
    "Rummy",
    "RummyCardsLike",
    "RummyMove",
    "RummyRoundApi",
    "RummyRules",
    "RummyRulesClass",
    "RummyState",
    "RummyTable",
    "RummyView",
]

RummyCardsLike: TypeAlias = "str | Iterable[str]"
"""Cards of Rummy: a text, e.g. "7S TH", or a list of texts with one card each."""

RummyTable: TypeAlias = "str | Iterable[str]"
"""Melds: a text with commas between them, e.g. "7C 7D 7S, 9H TH JH", or a list of texts with one meld each."""


class Partition(NamedTuple):
    """A split of a hand with the fewest points left, as `rummy.best_partition` returns it.

    >>> from oxideal import rummy
    >>> rummy.best_partition("7C 7D 7S KH").rest
    'KH'
    """

    points: int
    """The points of the rest."""
    melds: tuple[Cards, ...]
    """The melds to lay down."""
    lay_offs: tuple[str, ...]
    """The lay-offs on the table, e.g. "7S@low", in an order in which they can be played."""
    rest: Cards
    """The cards left in the hand."""


class Melds(NamedTuple):
    """The melds of n hands, as `rummy.melds_many` returns them.

    Those of hand k are `melds[offsets[k]:offsets[k + 1]]`.

    >>> from oxideal import rummy
    >>> rummy.melds_many([rummy.card_set("7C 7D 7S"), 0]).offsets.tolist()
    [0, 1, 1]
    """

    offsets: npt.NDArray[np.int64]
    """n + 1 offsets, the first one 0."""
    melds: npt.NDArray[np.uint64]
    """The melds, as sets of 52 bits."""


class Partitions(NamedTuple):
    """The best splits of n hands, as `rummy.best_partition_many` returns them.

    >>> from oxideal import rummy
    >>> rummy.best_partition_many([rummy.card_set("7C 7D 7S KH")]).points.tolist()
    [10]
    """

    points: npt.NDArray[np.int32]
    """The points left in each hand."""
    rests: npt.NDArray[np.uint64]
    """The cards left in each hand, as sets of 52 bits."""


class RummyMove(Move, Protocol):
    """A draw, a meld, a lay-off or a discard.

    Moves come from `Rules`, states and views; there is no constructor.

    >>> move = Rules().parse("meld 7S 7c 7D")
    >>> move, move.kind, move.cards, int(move)
    (Move('meld 7C 7D 7S'), 'meld', '7C 7D 7S', 33)
    >>> Rules().parse("10H @ Low").place
    'low'
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of move: "draw", "take", "meld", "lay_off" or "discard"."""

    @property
    def cards(self) -> str | None:
        """The cards that are melded, laid off or discarded; None for other moves."""

    @property
    def place(self) -> str | None:
        """Where a card is laid off: "group", "low" or "high"; None for other moves."""


class RummyRules(Rules[MoveT], Protocol[MoveT]):
    """The rules of a round of Rummy: players, hand size, aces, and how it may end.

    - `players`: the number of seats, 2 to 6 (RM-01).
    - `hand_size`: cards dealt to each seat; None for the usual number (RM-02).
    - `ace`: how aces rank: "low", or "both" for low and high (RM-15).
    - `must_discard_out`: whether the last card must be a discard (RM-12).
    - `turn_limit`: turns after which the round is void, 1 to 10,000 (RM-17).

    >>> rules = Rules(players=3, ace="both")
    >>> rules.hand_size, rules.num_actions
    (7, 567)
    >>> Rules(players=7)
    Traceback (most recent call last):
    oxideal.errors.InvalidRulesError: players must be 2 to 6, got 7
    """

    __slots__ = ()

    @property
    def hand_size(self) -> int:
        """The number of cards that each player is dealt (RM-02)."""

    @property
    def ace(self) -> str:
        """How aces rank: "low", or "both" for low and high (RM-15)."""

    @property
    def must_discard_out(self) -> bool:
        """Whether the last card must be a discard (RM-12)."""

    @property
    def turn_limit(self) -> int:
        """The number of turns after which the round is void (RM-17)."""


class RummyRulesClass(RulesClass[RummyRules[Any]], Protocol):
    """The class `Rules` of Rummy: how rules are made."""

    __slots__ = ()

    def __call__(
        self,
        *,
        players: SupportsIndex = 2,
        hand_size: SupportsIndex | None = None,
        ace: str = "low",
        must_discard_out: bool = False,
        turn_limit: SupportsIndex = 1000,
    ) -> RummyRules[Any]: ...


class RummyRoundApi(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT]):
    """The members that a `State` and a `View` of Rummy share.

    Cards are `rummy.Cards`: texts that are also sequences.
    """

    __slots__ = ()

    @property
    def dealer(self) -> int:
        """The seat that dealt: the one before the seat that had the first turn (RM-02)."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is; when the round is over, the seat that played last."""

    @property
    def drew(self) -> bool:
        """Whether the player has drawn in this turn; False when the round is over."""

    @property
    def took(self) -> str | None:
        """The card taken from the discard pile in this turn, while it is in the hand; else None."""

    @property
    def laid(self) -> bool:
        """Whether the player has melded or laid off in this turn; False when the round is over."""

    @property
    def turns(self) -> int:
        """The number of turns that have ended."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""

    @property
    def table(self) -> tuple[Cards, ...]:
        """The melds on the table: groups in ascending order, then runs by their first card."""

    @property
    def discards(self) -> Cards:
        """The discard pile, its top card last."""

    @property
    def stock_size(self) -> int:
        """The number of cards in the stock."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has melded or laid off in an earlier turn.

        When somebody has gone out, the last turn counts as the current one.
        """

    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left; None if there is none."""

    @property
    def went_rummy(self) -> bool:
        """Whether a seat has gone out in one turn, without melding or laying off before (RM-14)."""

    @property
    def taken(self) -> tuple[Cards, ...]:
        """The cards in each seat's hand that it took from the discard pile."""

    @property
    def earlier(self) -> tuple[tuple[Cards, tuple[int, ...]], ...]:
        """For each earlier stock, its cards still hidden in hands, and how many each seat holds."""


class RummyView(RummyRoundApi[RulesT, MoveT], View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round of Rummy: its hand, everything public, and what follows about hidden cards.

    >>> view = State(seed=7, dealer=0).view(1)
    >>> view.hands
    (None, '5S 6D 6H 6S 7D 7H 9D TS JH QS')
    >>> view.sample(seed=1).view(1) == view
    True
    """

    __slots__ = ()

    @property
    def hand(self) -> Cards:
        """The cards in the seat's own hand as text, ascending; "-" if empty."""

    @property
    def hands(self) -> tuple[Cards | None, ...]:
        """The cards in each seat's hand; None for a hidden hand.

        When somebody goes out, all hands are shown.
        """

    @property
    def unseen(self) -> Cards:
        """The cards that are not on the table, the discard pile or in a hand that is shown."""

    @property
    def drawable(self) -> Cards:
        """The unseen cards that may be in the stock."""

    @property
    def known(self) -> tuple[Cards, ...]:
        """The cards that this seat knows to be in each hand."""


class RummyState(RummyRoundApi[RulesT, MoveT], State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """A round of Rummy, with all cards and its history.

    >>> state = State(seed=7, dealer=0)
    >>> state.push("take")
    >>> state.took, state.legal_moves()[0]
    ('7C', Move('meld 6D 6H 6S'))
    >>> state.push(f"discard {state.took}")
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: 7C was taken from the discard pile and cannot be discarded in this turn [RM-06]
    """

    __slots__ = ()

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards in each seat's hand as text, ascending; "-" if empty."""

    @property
    def stock(self) -> Cards:
        """The stock, the next card to be drawn first."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[RummyCardsLike],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCardsLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these hands.

        `hands` has one item per seat: a text such as "7S TH" or a list of cards. `upcard`
        starts the discard pile. `stock` starts with the next card; if it is not given, the
        remaining cards are shuffled by `seed` and `stream`, which also decide reshuffles.
        Without a seed the system chooses one. Raises `InvalidStateError` if the cards do not make
        up the deck.

        >>> rules = Rules(hand_size=3)
        >>> state = State.from_deal(rules, hands=["7C 7D 8S", "2H 3H 4H"], dealer=1, upcard="7S")
        >>> for move in ("take", "meld 7C 7D 7S", "discard 8S"):
        ...     state.push(move)
        >>> state.went_out, state.went_rummy, state.scores
        (0, True, (18, 0))
        """

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[RummyCardsLike],
        turn: SupportsIndex,
        discards: RummyCardsLike,
        table: RummyTable = (),
        stock: RummyCardsLike | None = None,
        drew: bool = False,
        took: str | None = None,
        laid: bool = False,
        rummy: bool = False,
        turns: SupportsIndex = 0,
        taken: Sequence[RummyCardsLike] | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a position in the middle of a round.

        `hands` and `taken` have one item per seat, as in `from_deal`. `discards` ends with the
        top card, `stock` starts with the next one; if `stock` is not given, the remaining cards
        are shuffled by `seed` and `stream`, which also decide reshuffles. Without a seed the
        system chooses one. Raises `InvalidStateError` if the position breaks the rules.

        >>> State.from_position(  # doctest: +ELLIPSIS
        ...     Rules(hand_size=3), hands=["6S 8D", "-"], turn=1, discards="KD", table="7S 8S 9S", turns=6
        ... )
        Traceback (most recent call last):
        oxideal.errors.InvalidStateError: the table has 3 cards, but 4 have been played; ... [RM-02]
        """


class Rummy(Game, Protocol):
    """The module `oxideal.rummy`, and `oxideal.reference.rummy`. `ace` is "low" or "both", as in the rules."""

    __slots__ = ()

    @property
    def Rules(self) -> RummyRulesClass: ...  # noqa: N802

    def melds(self, hand: RummyCardsLike, ace: str = "low") -> list[Cards]:
        """Return every group and run in a hand, in the order of their ids."""

    def lay_offs(self, hand: RummyCardsLike, table: RummyTable, ace: str = "low") -> list[str]:
        """Return every lay-off of a card of the hand on the melds of the table (RM-10), in the order of their ids."""

    def best_partition(self, hand: RummyCardsLike, table: RummyTable | None = None, ace: str = "low") -> Partition:
        """Split a hand into melds, lay-offs and a rest with the fewest points (RM-18)."""

    def points(self, cards: RummyCardsLike, ace: str = "low") -> int:
        """Add up the points of cards (RM-13, RM-15)."""

    def card_set(self, cards: RummyCardsLike) -> int:
        """Return cards as a set of 52 bits: bit 4 * rank + suit, where the ace of clubs is bit 0."""

    def card_text(self, number: SupportsIndex) -> Cards:
        """Return the text of a set of 52 bits."""

    def melds_many(self, hands: npt.ArrayLike, ace: str = "low") -> Melds:
        """Return the melds of n hands at once."""

    def lay_offs_many(self, hands: npt.ArrayLike, tables: npt.ArrayLike, ace: str = "low") -> npt.NDArray[np.uint64]:
        """Return the cards that n hands can lay off on their tables, as an array of shape (n, 3)."""

    def best_partition_many(
        self, hands: npt.ArrayLike, tables: npt.ArrayLike | None = None, ace: str = "low"
    ) -> Partitions:
        """Return the points and cards left in n hands when each is split as `best_partition` does."""

    @property
    def DECK(self) -> Cards: ...  # noqa: N802
    @property
    def RANKS(self) -> str: ...  # noqa: N802
    @property
    def SUITS(self) -> str: ...  # noqa: N802

    # These come last: their names would hide the types above.

    @property
    def Cards(self) -> type[Cards]: ...  # noqa: N802
    @property
    def Partition(self) -> type[Partition]: ...  # noqa: N802
    @property
    def Melds(self) -> type[Melds]: ...  # noqa: N802
    @property
    def Partitions(self) -> type[Partitions]: ...  # noqa: N802
