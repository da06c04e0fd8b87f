"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeVar

from ... import round as _round
from ... import state as _state
from ... import view as _view
from ...random import Stream
from . import cards, setup
from .cards import RANKS
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....cards.doudizhu import Cards
    from ....interface import CardsLike, Seed
    from ...random import Chance

_DEFAULT_RULES = Rules()

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT]):
    """The members that State and View of Dou Dizhu share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def phase(self) -> str:
        """The phase of the round: "auction", "play" or "over"."""
        if self._round.is_over:
            return "over"
        return "auction" if self._round.play is None else "play"

    @property
    def dealer(self) -> int:
        """The seat that dealt and drew the first card (DD-05)."""
        return self._round.dealer

    @property
    def redeals(self) -> int:
        """The number of redeals so far; 0 where the rules do not limit it (DD-09)."""
        return self._round.redeals

    @property
    def first_bidder(self) -> int:
        """The seat that opened the auction (DD-06)."""
        return self._round.first_bidder

    @property
    def face_up(self) -> str | None:
        """The rank of the card shown before the deal (DD-05); None if it is not known."""
        return None if self._round.face_up is None else RANKS[self._round.face_up.rank]

    @property
    def face_up_seat(self) -> int | None:
        """The seat that drew the face-up card; None if the card is in the kitty or is not known."""
        return None if self._round.face_up is None else self._round.face_up.seat

    @property
    def bids(self) -> tuple[int, ...]:
        """The auction so far, from the first bidder on: 0 for a pass, else 1 to 3."""
        return self._round.bids

    @property
    def landlord(self) -> int | None:
        """The landlord's seat; None during the auction."""
        return self._round.landlord

    @property
    def bid(self) -> int | None:
        """The highest bid so far; None if there is none."""
        return self._round.bid

    @property
    def kitty(self) -> Cards | None:
        """The kitty: the cards that were left over from the deal, whoever holds them now.

        In a view, None until the auction ends.
        """
        kitty = self._round.visible_kitty
        return None if kitty is None else cards.text(kitty)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""
        return tuple(map(self._round.hand_size, range(self._round.rules.players)))

    @property
    def played(self) -> tuple[Cards, ...]:
        """All cards that each seat has played."""
        return tuple(map(cards.text, self._round.played))

    @property
    def plays(self) -> tuple[int, ...]:
        """The number of combinations that each seat has played."""
        play = self._round.play
        return self._round.rules.players * (0,) if play is None else play.plays

    @property
    def doublings(self) -> int:
        """How often the payment has been doubled so far (DD-31), not counting `spring`."""
        return 0 if self._round.play is None else self._round.play.doublings

    @property
    def to_beat(self) -> Move | None:
        """The combination to beat; None for the leader and during the auction.

        When the round is over, this is the last combination played.
        """
        combination = None if self._round.play is None else self._round.play.trick.to_beat
        return None if combination is None else self.rules._move(self.rules._actions.ids[combination])

    @property
    def to_beat_seat(self) -> int | None:
        """The seat that played the combination to beat; None if there is none."""
        play = self._round.play
        return None if play is None or play.trick.to_beat is None else play.trick.seat

    @property
    def passes(self) -> int:
        """The number of passes since the last combination; 0 during the auction."""
        return 0 if self._round.play is None else self._round.play.trick.passes

    def __str__(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition]):
    """What one seat knows of a round: its own hand and what everybody sees. Immutable.

    >>> view = State(seed=7).view(1)
    >>> view.hand, view.kitty, hasattr(view, "hands")
    ('34445667789JJQKKK', None, False)
    >>> view.sample(seed=1).view(1) == view
    True
    """

    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> Cards:
        """The cards in the seat's own hand as text, ascending; "-" if empty."""
        return cards.text(self._known.hand)

    @property
    def unseen(self) -> Cards:
        """The cards that are neither in the seat's own hand nor played, as text, ascending; "-" if empty."""
        return cards.text(self._known.unseen)

    @property
    def known(self) -> tuple[Cards, ...]:
        """The cards that each other seat is known to hold; "-" for the seat itself.

        These are unplayed cards of the kitty and the face-up card.
        """
        known, own = self._known, self._known.seat
        seats = range(known.rules.players)
        return tuple(cards.text(cards.NO_CARDS if seat == own else known.known_cards(seat)) for seat in seats)

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        """Draw one complete state at random from all states that fit this view.

        `view.sample(seed).view(view.seat) == view` always holds.
        """
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent)


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    """Builds the view of a seat event by event.

    >>> state = State(seed=7)
    >>> builder = ViewBuilder(state.rules, 1)
    >>> for event in state.events(1):
    ...     builder.push(event)
    >>> builder.view() == state.view(1)
    True
    """

    __slots__ = ()

    _view_type = View


class State(Shared[Position], _state.State[Rules, Move, Position, View]):
    """A round of Dou Dizhu with all cards and its history.

    >>> state = State(Rules(), seed=7, stream=0, dealer=0)
    >>> state.current_player, [str(move) for move in state.legal_moves()]
    (1, ['pass', 'bid 1', 'bid 2', 'bid 3'])
    >>> state.push("bid 3")
    >>> state.landlord, state.phase, state.kitty
    (1, 'play', '56Q')
    >>> state.push("34567")
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: the play needs 1 of rank 3, but the hand has 0 [DD-11]
    >>> state.push("8888")
    >>> state.hands[1], state.to_beat
    ('44569TJQQQKKKA2B', Move('8888'))
    >>> state.pop() == int(state.parse("8888"))
    True
    >>> State.from_text(state.to_text()) == state
    True
    """

    __slots__ = ()

    _position_type = Position
    _view_type = View

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        self._begin_deal(_DEFAULT_RULES if rules is None else rules, seed, stream, dealer)

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[CardsLike],
        kitty: CardsLike,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these cards dealt. `seed` and `stream` decide a possible redeal.

        >>> hands = ["33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222"]
        >>> state = State.from_deal(Rules(), hands=hands, kitty="2BR", first_bidder=1)
        >>> state.current_player, state.hand_sizes
        (1, (17, 17, 17))
        """
        cls._check_rules(rules)
        position = setup.deal(rules, hands, kitty, first_bidder, dealer)
        chance = Stream(seed, stream)
        return cls._set_up(setup.check_deal(position), chance)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[CardsLike],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: Move | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Sequence[CardsLike] | None = None,
        plays: Sequence[SupportsIndex] | None = None,
        kitty: CardsLike | None = None,
        doublings: SupportsIndex = 0,
    ) -> Self:
        """Return a position in the middle of play. Details that are not given are filled in so that they fit.

        >>> state = State.from_position(Rules(), hands=["34", "5", "66"], landlord=0)
        >>> [str(move) for move in state.legal_moves()]
        ['3', '4']
        """
        cls._check_rules(rules)
        position = setup.in_play(
            rules, hands, landlord, bid, lead, to_beat, by, passes, played, plays, kitty, doublings
        )
        return cls._set_up(position, Stream._without_seed())

    @classmethod
    def _deal(cls, rules: Rules, dealer: int | None, chance: Chance) -> Position:
        return Position.dealt(rules, dealer, chance)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards in each seat's hand as text, ascending; "-" if empty."""
        return tuple(map(cards.text, self._round.hands))
