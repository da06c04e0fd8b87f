"""The types that Dou Dizhu adds to the interface of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias

from .game import Game
from .round import RoundApi, State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesClass, RulesT, RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..cards.doudizhu import Cards
    from .random import Seed

__all__ = [
    "CardsLike",
    "Classified",
    "DouDizhu",
    "DouDizhuMove",
    "DouDizhuRoundApi",
    "DouDizhuRules",
    "DouDizhuRulesClass",
    "DouDizhuState",
    "DouDizhuView",
    "LegalPlays",
]

CardsLike: TypeAlias = "str | Sequence[str] | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]]"
"""Cards of Dou Dizhu: a text, e.g. "334455TJ", a list of ranks, or the count of each rank."""


class Classified(NamedTuple):
    """The combinations of n sets of cards, as `doudizhu.classify_many` returns them.

    >>> from oxideal import doudizhu as dd
    >>> dd.classify_many([dd.counts("34567")]).lengths.tolist()
    [5]
    """

    readings: npt.NDArray[np.uint8]
    """Number of combinations that the cards make. The other arrays have values where this is 1."""
    actions: npt.NDArray[np.int32]
    """Id of the combination, else -1."""
    kinds: npt.NDArray[np.uint8]
    """Number of its kind, else 0."""
    ranks: npt.NDArray[np.uint8]
    """Highest rank of its main part, 0 to 14, else 0."""
    lengths: npt.NDArray[np.uint8]
    """Number of consecutive ranks in its main part, else 0."""


class LegalPlays(NamedTuple):
    """The plays of n hands, as `doudizhu.legal_plays_many` returns them.

    Hand k can play `actions[offsets[k]:offsets[k + 1]]`.

    >>> from oxideal import doudizhu as dd
    >>> dd.legal_plays_many([dd.counts("34"), dd.counts("55")]).offsets.tolist()
    [0, 2, 4]
    """

    offsets: npt.NDArray[np.int64]
    """n + 1 offsets, the first one 0."""
    actions: npt.NDArray[np.int32]
    """Ids, ascending for each hand."""


class DouDizhuMove(Move, Protocol):
    """A pass, something said before the lead, or a combination.

    Moves come from `Rules`, states, views, and functions such as `classify`; there is no constructor.

    >>> move = Rules().parse("5t 333444")
    >>> move.kind, move.main, move.attached, str(move), int(move)
    ('sequence_of_triplets_with_cards', '333444', '5T', '333444 5T', 526)
    >>> move.why_not("3")
    'a sequence of triplets with cards does not beat a single'
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of move: "pass", "bid", "call", "rob", "double", "show", or a combination's, such as "pair"."""

    @property
    def bid(self) -> int | None:
        """The bid, 1 to 3; None for other moves."""

    @property
    def rank(self) -> str | None:
        """The highest rank of the main part, one character; None for a move without cards.

        To compare ranks, use `"3456789TJQKA2BR".index(rank)`.
        """

    @property
    def length(self) -> int:
        """The number of consecutive ranks in the main part; 0 for a move without cards."""

    @property
    def cards(self) -> str:
        """All cards, ascending; "-" if there are none."""

    @property
    def main(self) -> str:
        """The cards that decide what the combination beats, ascending; "-" for a move without cards."""

    @property
    def attached(self) -> str:
        """The attached cards, ascending; "-" if there are none."""

    def beats(self, other: Self | str, /) -> bool:
        """Return whether this combination beats another one.

        Raises `InvalidMoveError` if `other` is a text that names no move.
        """

    def why_not(self, other: Self | str, /) -> str | None:
        """Return why this combination does not beat another one; None if it does.

        Raises `InvalidMoveError` if `other` is a text that names no move.
        """


class DouDizhuRules(Rules[MoveT], Protocol[MoveT]):
    """The rules of a round of Dou Dizhu: players, auction, which cards may be attached, and what doubles the stake.

    - `players`: 3 with one deck, 4 with two (DD-01).
    - `auction`: how the landlord is found: "bid" (DD-07), "call" (DD-36), or False for no auction.
    - `all_pass`: what happens if nobody bids: "redeal", "void" or "first" (DD-09).
    - `max_redeals`: the most redeals, 1 to 255; None for no limit (DD-09).
    - `sequence_max`: the longest sequence of single cards, 5 to 12 (DD-19).
    - `spring`: whether a one-sided round doubles the payment (DD-33).
    - `kicker_repeat`: how many attached single cards may share a rank, 1 to 4 (DD-34).
    - `kicker_both_jokers`: whether both jokers may be attached as single cards (DD-34).
    - `kicker_extends_chain`: whether a rank attached three or more times may be next to the chain (DD-34).
    - `quadplex`: whether four of a rank may have attached cards (DD-24, DD-25).
    - `doubling`: whether each player may double its payments before the lead (DD-37).
    - `open_hand`: whether the landlord may show the hand before the lead (DD-38).
    - `max_doublings`: how often a payment is doubled at most, 0 to 255; None for no limit (DD-39).

    >>> rules = Rules(players=4, spring=True)
    >>> rules.players, rules.num_actions
    (4, 9083)
    >>> Rules.preset("rlcard").parse("444455")
    Move('4444 55')
    >>> rules.parse("444455")
    Traceback (most recent call last):
    oxideal.errors.InvalidMoveError: 444455 is not a combination
    """

    __slots__ = ()

    @classmethod
    def preset(cls, name: str, /) -> Self:
        """Return the rules that many players or another program use.

        `name` is "huanle" for the rules of the app 欢乐斗地主, or "douzero", "openspiel" or "rlcard"
        for the card play of that program. Raises `InvalidRulesError` for any other name.
        """

    @property
    def auction(self) -> str | bool:
        """How the landlord is found: "bid", "call", or False.

        In a "bid" auction players bid 1 to 3 (DD-07). In a "call" auction one calls, and the others
        may rob it of the role (DD-36). Without an auction, the player who would open it is the
        landlord at a bid of 1. As an argument, True means "bid".
        """

    @property
    def all_pass(self) -> str:
        """What happens when nobody bids (DD-09).

        "redeal", "void" for a round without payment, or "first": the first bidder becomes the
        landlord, as if with a bid of 1.
        """

    @property
    def max_redeals(self) -> int | None:
        """The most redeals, 1 to 255, or None for no limit (DD-09).

        After that many, a round in which everybody passes again ends without payment.
        """

    @property
    def sequence_max(self) -> int:
        """The longest sequence of single cards, 5 to 12 (DD-19)."""

    @property
    def spring(self) -> bool:
        """Whether a one-sided round doubles the payment once more (DD-33)."""

    @property
    def kicker_repeat(self) -> int:
        """How many attached single cards may share a rank, 1 to 4 (DD-34)."""

    @property
    def kicker_both_jokers(self) -> bool:
        """Whether both jokers may be attached as single cards (DD-34)."""

    @property
    def kicker_extends_chain(self) -> bool:
        """Whether a rank attached three or more times may be next to the chain (DD-34)."""

    @property
    def quadplex(self) -> bool:
        """Whether quadplexes may be played (DD-24, DD-25)."""

    @property
    def doubling(self) -> bool:
        """Whether each player says before the lead whether it doubles (DD-37)."""

    @property
    def open_hand(self) -> bool:
        """Whether the landlord may show the hand before the lead (DD-38)."""

    @property
    def max_doublings(self) -> int | None:
        """How often one payment is doubled at most, 0 to 255, or None for no limit (DD-39)."""

    def action_features(self) -> npt.NDArray[np.uint8]:
        """Return the cards of each action as a new array of shape (num_actions, 15).

        A row counts the cards of each rank, from 3 to the red joker. Moves without cards are rows
        of zeros.
        """


class DouDizhuRulesClass(RulesClass[DouDizhuRules[Any]], Protocol):
    """The class `Rules` of Dou Dizhu: how rules are made."""

    __slots__ = ()

    def __call__(
        self,
        *,
        players: SupportsIndex = 3,
        auction: str | bool = "bid",
        all_pass: str = "redeal",
        max_redeals: SupportsIndex | None = 100,
        sequence_max: SupportsIndex = 12,
        spring: bool = False,
        kicker_repeat: SupportsIndex = 1,
        kicker_both_jokers: bool = False,
        kicker_extends_chain: bool = False,
        quadplex: bool = True,
        doubling: bool = False,
        open_hand: bool = False,
        max_doublings: SupportsIndex | None = None,
    ) -> DouDizhuRules[Any]: ...


class DouDizhuRoundApi(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT]):
    """The members that a `State` and a `View` of Dou Dizhu share.

    Cards are `doudizhu.Cards`: texts that are also sequences.
    """

    __slots__ = ()

    @property
    def phase(self) -> str:
        """The phase of the round: "auction", "doubling", "showing", "play" or "over".

        In "doubling" each player says whether it doubles, and in "showing" the landlord whether it
        shows the hand. Both exist only under rules with that option.
        """

    @property
    def dealer(self) -> int:
        """The seat that dealt and drew the first card (DD-05)."""

    @property
    def redeals(self) -> int:
        """The number of redeals so far; 0 where the rules do not limit it (DD-09)."""

    @property
    def first_bidder(self) -> int:
        """The seat that opened the auction (DD-06)."""

    @property
    def face_up(self) -> str | None:
        """The rank of the card shown before the deal (DD-05); None if it is not known."""

    @property
    def face_up_seat(self) -> int | None:
        """The seat that drew the face-up card; None if the card is in the kitty or is not known."""

    @property
    def bids(self) -> tuple[int, ...]:
        """The auction so far, from the first bidder on: 0 for a pass, else the bid.

        In a "call" auction 1 is the call and 2 is robbing. If somebody has robbed, the last one is
        the caller's second answer.
        """

    @property
    def landlord(self) -> int | None:
        """The landlord's seat; None during the auction."""

    @property
    def bid(self) -> int | None:
        """The highest bid so far, 1 after a call; None if there is none."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""

    @property
    def played(self) -> tuple[Cards, ...]:
        """All cards that each seat has played."""

    @property
    def plays(self) -> tuple[int, ...]:
        """The number of combinations that each seat has played."""

    @property
    def doublings(self) -> int:
        """How often bombs and rockets have doubled the payment so far (DD-31)."""

    @property
    def doubled(self) -> tuple[bool, ...]:
        """Whether each seat has doubled its payments (DD-37)."""

    @property
    def shown(self) -> bool:
        """Whether the landlord has shown the hand (DD-38)."""

    @property
    def stakes(self) -> tuple[int, ...] | None:
        """What each peasant would pay or get now, and the landlord in all; None before there is a landlord.

        All doublings so far count, but never `spring` (DD-33), which the end of a round decides.
        """

    @property
    def to_beat(self) -> MoveT | None:
        """The combination to beat; None for the leader and before the first lead.

        When the round is over, this is the last combination played.
        """

    @property
    def to_beat_seat(self) -> int | None:
        """The seat that played the combination to beat; None if there is none."""

    @property
    def passes(self) -> int:
        """The number of passes since the last combination; 0 before the first lead."""


class DouDizhuView(DouDizhuRoundApi[RulesT, MoveT], View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round of Dou Dizhu: its own hand and everything public.

    >>> view = State(seed=7).view(0)
    >>> view.hand, view.kitty, hasattr(view, "hands")
    ('335567788TQAA222B', None, False)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    @property
    def hand(self) -> Cards:
        """The cards in the seat's own hand as text, ascending; "-" if empty."""

    @property
    def unseen(self) -> Cards:
        """The cards that are neither in the seat's own hand nor played, as text, ascending; "-" if empty."""

    @property
    def known(self) -> tuple[Cards, ...]:
        """The cards that each other seat is known to hold; "-" for the seat itself.

        These are unplayed cards of the kitty and the face-up card, and all cards of a shown hand.
        """

    @property
    def kitty(self) -> Cards | None:
        """The kitty; None until it is shown, when the auction ends."""


class DouDizhuState(DouDizhuRoundApi[RulesT, MoveT], State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """A round of Dou Dizhu, with all cards and its history.

    >>> state = State(seed=7)
    >>> state.push("bid 3")
    >>> state.landlord, state.phase, state.kitty, state.hand_sizes
    (2, 'play', '356', (17, 17, 20))
    >>> state.push("34567")
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: the play needs 1 of rank 7, but the hand has 0 [DD-11]
    >>> state.pop() == int(state.parse("bid 3"))
    True
    """

    __slots__ = ()

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards in each seat's hand as text, ascending; "-" if empty."""

    @property
    def kitty(self) -> Cards:
        """The kitty: the cards that were left over from the deal, whoever holds them now."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[CardsLike],
        kitty: CardsLike,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these cards dealt.

        `hands` has one item per seat: a text such as "334455TJ", a list of ranks, or 15 counts.
        `seed` and `stream` decide a possible redeal; without a seed the system chooses one. Raises
        `InvalidStateError` if the cards do not make up the deck.

        >>> hands = ["33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222"]
        >>> state = State.from_deal(Rules(), hands=hands, kitty="2BR", first_bidder=1)
        >>> state.current_player, state.hand_sizes
        (1, (17, 17, 17))
        """

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[CardsLike],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: MoveT | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Sequence[CardsLike] | None = None,
        plays: Sequence[SupportsIndex] | None = None,
        kitty: CardsLike | None = None,
        doublings: SupportsIndex = 0,
        robs: SupportsIndex = 0,
        doubled: Sequence[bool] | None = None,
        shown: bool = False,
    ) -> Self:
        """Return a position in the middle of play.

        `hands` has one item per seat, as in `from_deal`. `lead` is the seat to lead, by default
        the landlord. To set up a trick in progress instead, give `to_beat`, the seat that
        played it as `by`, and how many have passed since as `passes`. `robs`, `doubled` (one item
        per seat) and `shown` are what was said before the lead. Details that are not given are
        filled in so that they fit. Raises `InvalidStateError` if no round can lead to
        the position, and `InvalidArgumentError` if the arguments contradict each other.

        >>> state = State.from_position(Rules(), hands=["34", "5", "66"], landlord=0)
        >>> [str(move) for move in state.legal_moves()]
        ['3', '4']
        """


class DouDizhu(Game, Protocol):
    """The module `oxideal.doudizhu`, and `oxideal.reference.doudizhu`. `rules` None means `Rules()`."""

    __slots__ = ()

    @property
    def Rules(self) -> DouDizhuRulesClass: ...  # noqa: N802

    def classify(self, cards: CardsLike, rules: Any = None) -> Any:
        """Return the combination that these cards make."""

    def readings(self, cards: CardsLike, rules: Any = None) -> list[Any]:
        """Return all combinations that these cards make: none or one, or several with kicker options (DD-27)."""

    def classify_many(self, counts: npt.ArrayLike, rules: Any = None) -> Classified:
        """Classify n sets of cards at once, each a row of 15 counts."""

    def beats_many(self, a: npt.ArrayLike, b: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """Return whether each action of `a` beats the action at the same place in `b`."""

    def legal_plays(self, hand: CardsLike, to_beat: Any = None, rules: Any = None) -> list[Any]:
        """Return the plays that this hand has to beat a combination, without the pass."""

    def legal_plays_many(
        self, hands: npt.ArrayLike, to_beat: npt.ArrayLike | None = None, rules: Any = None
    ) -> LegalPlays:
        """Return the plays of n hands at once, each a row of 15 counts."""

    def counts(self, cards: CardsLike, rules: Any = None) -> npt.NDArray[np.uint8]:
        """Count the cards of each rank, from 3 to the red joker."""

    def min_plays(self, hand: CardsLike, rules: Any = None) -> list[Any]:
        """Split a hand into the fewest combinations."""

    @property
    def DECK(self) -> Cards: ...  # noqa: N802
    @property
    def RANKS(self) -> str: ...  # noqa: N802

    # These come last: their names would hide the types above.

    @property
    def Cards(self) -> type[Cards]: ...  # noqa: N802
    @property
    def Classified(self) -> type[Classified]: ...  # noqa: N802
    @property
    def LegalPlays(self) -> type[LegalPlays]: ...  # noqa: N802
