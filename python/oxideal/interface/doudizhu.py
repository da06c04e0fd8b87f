"""What Dou Dizhu adds to the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias

from .game import Game
from .round import State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, MoveT_co, Rules, RulesT

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = [
    "Cards",
    "Classified",
    "DouDizhu",
    "DouDizhuMove",
    "DouDizhuRoundApi",
    "DouDizhuRules",
    "DouDizhuState",
    "DouDizhuView",
    "LegalPlays",
]

Cards: TypeAlias = "str | Sequence[str] | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]]"
"""Cards of Dou Dizhu: a text such as "334455TJ", a list of rank texts, or how many there are of each rank."""


class Classified(NamedTuple):
    """What `classify_many` of Dou Dizhu returns: what each of n rows of counts is."""

    readings: npt.NDArray[np.uint8]
    """How many combinations the cards make. All else is told where that is 1."""
    actions: npt.NDArray[np.int32]
    """The id of the combination, else -1."""
    kinds: npt.NDArray[np.uint8]
    """The number of its kind, else 0."""
    ranks: npt.NDArray[np.uint8]
    """The highest rank of its main part, 0 to 14, else 0."""
    lengths: npt.NDArray[np.uint8]
    """How many ranks follow one another in its main part, else 0."""


class LegalPlays(NamedTuple):
    """What `legal_plays_many` of Dou Dizhu returns: hand k can play `actions[offsets[k]:offsets[k + 1]]`."""

    offsets: npt.NDArray[np.int64]
    """n + 1 of them for n hands, the first 0."""
    actions: npt.NDArray[np.int32]
    """The ids, ascending for each hand."""


class DouDizhuMove(Move, Protocol):
    """A pass, a bid or a combination. It comes from `Rules`, states and functions."""

    @property
    def kind(self) -> str:
        """What it is: "pass", "bid", or the kind of combination, such as "sequence_of_pairs"."""

    @property
    def bid(self) -> int | None:
        """1 to 3, or None where it is no bid."""

    @property
    def rank(self) -> str | None:
        """The highest of the main part; None of a pass and a bid."""

    @property
    def length(self) -> int:
        """How many ranks follow one another in the main part; 0 of a pass and a bid."""

    @property
    def cards(self) -> str:
        """All its cards, ascending; "-" of a pass and a bid."""

    @property
    def main(self) -> str:
        """The part that decides what it beats; "-" of a pass and a bid."""

    @property
    def attached(self) -> str:
        """What goes along with the main part; "-" where nothing does."""

    def beats(self, other: Self, /) -> bool:
        """Whether it may be played on the other one."""

    def why_not(self, other: Self, /) -> str | None:
        """Why it may not be played on the other one; None where it may."""


class DouDizhuRules(Rules[MoveT], Protocol[MoveT]):
    """How Dou Dizhu is played: for how many, with or without auction, and what may be attached to what."""

    def __init__(
        self,
        *,
        players: SupportsIndex = 3,
        auction: bool = True,
        all_pass: str = "redeal",
        sequence_max: SupportsIndex = 12,
        spring: bool = False,
        kicker_repeat: SupportsIndex = 1,
        kicker_both_jokers: bool = False,
        kicker_extends_chain: bool = False,
        quadplex: bool = True,
    ) -> None: ...
    @classmethod
    def preset(cls, name: str, /) -> Self:
        """The card play of another program: "douzero", "openspiel" or "rlcard"."""

    @property
    def auction(self) -> bool:
        """Whether there is one. Without, who would open it is the landlord at a bid of 1."""

    @property
    def all_pass(self) -> str:
        """What happens when everybody passes: "redeal", or "void" for a round without payment (DD-09)."""

    @property
    def sequence_max(self) -> int:
        """The most cards in a sequence of single cards, 5 to 12 (DD-19)."""

    @property
    def spring(self) -> bool:
        """Whether the payment doubles where one side has not really played (DD-33)."""

    @property
    def kicker_repeat(self) -> int:
        """How many attached single cards may share a rank, 1 to 4 (DD-34)."""

    @property
    def kicker_both_jokers(self) -> bool:
        """Whether both jokers may be attached as single cards (DD-34)."""

    @property
    def kicker_extends_chain(self) -> bool:
        """Whether a rank attached three times may be next to the chain (DD-34)."""

    @property
    def quadplex(self) -> bool:
        """Whether there are quadplexes (DD-24, DD-25)."""

    def action_features(self) -> npt.NDArray[np.uint8]:
        """The cards of each action, 15 counts a row; zeros for the pass and the bids. The array is the caller's own."""


class DouDizhuRoundApi(Protocol[MoveT_co]):
    """What State and View of Dou Dizhu add to the contract. Cards are texts, "-" for none."""

    @property
    def phase(self) -> str:
        """What is going on: "auction", "play" or "over"."""

    @property
    def dealer(self) -> int:
        """Who dealt, and drew the first card (DD-05)."""

    @property
    def first_bidder(self) -> int:
        """Who opened the auction (DD-06)."""

    @property
    def face_up(self) -> str | None:
        """The rank of the card that was shown before the deal; None where it is not known."""

    @property
    def face_up_seat(self) -> int | None:
        """Who drew the face-up card; None where it lies in the kitty, or is not known."""

    @property
    def bids(self) -> tuple[int, ...]:
        """What has been bid, 0 for a pass, from the first bidder on."""

    @property
    def landlord(self) -> int | None:
        """Who plays alone; None as long as the auction lasts."""

    @property
    def bid(self) -> int | None:
        """The highest bid so far; None as long as there is none."""

    @property
    def kitty(self) -> str | None:
        """The cards of the kitty, whoever has them now; in a view None until they are shown."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    def played(self) -> tuple[str, ...]:
        """The cards that each seat has played."""

    @property
    def plays(self) -> tuple[int, ...]:
        """How many combinations each seat has played."""

    @property
    def doublings(self) -> int:
        """How often the payment has been doubled so far (DD-31), spring not counted."""

    @property
    def to_beat(self) -> MoveT_co | None:
        """The combination that is to be beaten, at the end the last one; None for who leads and in the auction."""

    @property
    def to_beat_seat(self) -> int | None:
        """Who played what is to be beaten."""

    @property
    def passes(self) -> int:
        """How many have passed since that was played; 0 in the auction."""


class DouDizhuView(DouDizhuRoundApi[MoveT], View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand and what lies open."""

    @property
    def hand(self) -> str:
        """The own cards."""

    @property
    def unseen(self) -> str:
        """All cards but the own hand and what has been played: in the other hands or the kitty, shown or not."""

    @property
    def known(self) -> tuple[str, ...]:
        """The cards that each other seat is known to hold; "-" for the own seat."""


class DouDizhuState(DouDizhuRoundApi[MoveT], State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """One round of Dou Dizhu, with all cards and the history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The cards that each seat holds."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Cards],
        kitty: Cards,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A round that begins with these cards; the seed and the stream serve a redeal."""

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Cards],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: MoveT | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Sequence[Cards] | None = None,
        plays: Sequence[SupportsIndex] | None = None,
        kitty: Cards | None = None,
        doublings: SupportsIndex = 0,
    ) -> Self:
        """A position in the middle of play; what is not given is made up so that it fits."""


class DouDizhu(Game, Protocol):
    """The module `oxideal.doudizhu`, and `oxideal.reference.doudizhu`. Without rules, the functions take `Rules()`."""

    def classify(self, cards: Cards, rules: Any = None) -> Any:
        """The combination that these cards make, as a Move."""

    def readings(self, cards: Cards, rules: Any = None) -> list[Any]:
        """All combinations that these cards make: none or one, with kicker options perhaps more (DD-27)."""

    def classify_many(self, counts: npt.ArrayLike, rules: Any = None) -> Classified:
        """The same for n times 15 counts at once."""

    def beats_many(self, a: npt.ArrayLike, b: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """Whether each action of the one array may be played on that of the other. The pass and the bids neither beat
        nor are beaten.
        """

    def legal_plays(self, hand: Cards, to_beat: Any = None, rules: Any = None) -> list[Any]:
        """What can be played from this hand on a Move or its text (None for one that leads), the pass left out."""

    def legal_plays_many(
        self, hands: npt.ArrayLike, to_beat: npt.ArrayLike | None = None, rules: Any = None
    ) -> LegalPlays:
        """The same for n hands of 15 counts at once, with the ids of what each has to beat, 0 for one that leads."""

    def counts(self, cards: Cards, rules: Any = None) -> npt.NDArray[np.uint8]:
        """How many cards there are of each rank, from 3 to the red joker."""

    def min_plays(self, hand: Cards, rules: Any = None) -> list[Any]:
        """The fewest combinations that empty this hand; which of several such lists is not promised."""

    # These two come last, as their names would otherwise hide the types above.

    @property
    def Classified(self) -> type[Classified]: ...  # noqa: N802
    @property
    def LegalPlays(self) -> type[LegalPlays]: ...  # noqa: N802
