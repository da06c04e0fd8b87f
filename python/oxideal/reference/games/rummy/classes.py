"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeVar

from ... import round as _round
from ... import state as _state
from ... import view as _view
from ...random import Stream
from . import cards, setup
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....cards.rummy import Cards
    from ....interface import RummyCardsLike, RummyTable, Seed
    from ...random import Chance

_DEFAULT_RULES = Rules()

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT]):
    """The members that State and View of Rummy share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def dealer(self) -> int:
        """The seat that dealt: the one before the seat that had the first turn (RM-02)."""
        return self._round.dealer

    @property
    def turn(self) -> int:
        """The seat whose turn it is; when the round is over, the seat that played last."""
        return self._round.turn

    @property
    def drew(self) -> bool:
        """Whether the player has drawn in this turn; False when the round is over."""
        return self._round.drew

    @property
    def took(self) -> str | None:
        """The card taken from the discard pile in this turn, while it is in the hand; else None."""
        return None if self._round.took is None else cards.TEXTS[self._round.took]

    @property
    def laid(self) -> bool:
        """Whether the player has melded or laid off in this turn; False when the round is over."""
        return self._round.laid

    @property
    def turns(self) -> int:
        """The number of turns that have ended."""
        return self._round.turns

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""
        return self._round.hand_sizes

    @property
    def table(self) -> tuple[Cards, ...]:
        """The melds on the table: groups in ascending order, then runs by their first card."""
        return self._round.table.texts

    @property
    def discards(self) -> Cards:
        """The discard pile, its top card last."""
        return cards.text(self._round.discards)

    @property
    def stock_size(self) -> int:
        """The number of cards in the stock."""
        return self._round.stock_size

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has melded or laid off in an earlier turn.

        When somebody has gone out, the last turn counts as the current one.
        """
        return self._round.opened

    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left; None if there is none."""
        return self._round.went_out

    @property
    def went_rummy(self) -> bool:
        """Whether a seat has gone out in one turn, without melding or laying off before (RM-14)."""
        return self._round.went_rummy

    @property
    def taken(self) -> tuple[Cards, ...]:
        """The cards in each seat's hand that it took from the discard pile."""
        return tuple(map(cards.set_text, self._round.taken))

    @property
    def earlier(self) -> tuple[tuple[Cards, tuple[int, ...]], ...]:
        """For each earlier stock, its cards still hidden in hands, and how many each seat holds."""
        return tuple([(cards.set_text(hidden), held) for hidden, held in self._round.earlier])

    def __str__(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition]):
    """What one seat knows of a round: its own hand, what everybody sees, and what is known of hidden cards. Immutable.

    >>> view = State(seed=7).view(1)
    >>> view.hand == view.hands[1], view.hands[0], hasattr(view, "stock")
    (True, None, False)
    >>> view.sample(seed=1).view(1) == view
    True
    """

    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> Cards:
        """The cards in the seat's own hand as text, ascending; "-" if empty."""
        return cards.set_text(self._known.hand)

    @property
    def hands(self) -> tuple[Cards | None, ...]:
        """The cards in each seat's hand; None for a hidden hand.

        When somebody goes out, all hands are shown.
        """
        return tuple(None if hand is None else cards.set_text(hand) for hand in self._known.hands)

    @property
    def unseen(self) -> Cards:
        """The cards that are not on the table, the discard pile or in a hand that is shown."""
        return cards.set_text(self._known.unseen)

    @property
    def drawable(self) -> Cards:
        """The unseen cards that may be in the stock."""
        return cards.set_text(self._known.drawable)

    @property
    def known(self) -> tuple[Cards, ...]:
        """The cards that this seat knows to be in each hand."""
        return tuple(cards.set_text(self._known.known_cards(seat)) for seat in range(self.rules.players))

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
    """A round of Rummy with all cards and its history.

    >>> state = State(Rules(), seed=7, stream=0, dealer=1)
    >>> state.current_player, state.hand_sizes, state.stock_size
    (0, (10, 10), 31)
    >>> state.legal_moves()
    [Move('draw'), Move('take')]
    >>> state.push("take")
    >>> state.push(state.parse(f"discard {state.took}"))
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: 7C was taken from the discard pile and cannot be discarded in this turn [RM-06]
    >>> state.pop()
    1
    >>> state.legal_moves()
    [Move('draw'), Move('take')]
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
        hands: Sequence[RummyCardsLike],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCardsLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these hands. Without `stock`, the remaining cards are shuffled.

        >>> rules = Rules(hand_size=3)
        >>> state = State.from_deal(rules, hands=["7C 7D 8S", "2H 3H 4H"], dealer=1, upcard="7S")
        >>> for move in ("take", "meld 7C 7D 7S", "discard 8S"):
        ...     state.push(move)
        >>> state.went_out, state.went_rummy, state.scores
        (0, True, (18, 0))
        """
        cls._check_rules(rules)
        return cls._set_up(*setup.deal(rules, hands, dealer, upcard, stock, seed, stream))

    @classmethod
    def from_position(
        cls,
        rules: Rules,
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
        """Return a position in the middle of a round. Without `stock`, the remaining cards are shuffled.

        >>> state = State.from_position(
        ...     Rules(hand_size=3), hands=["6S 8D", "-"], turn=1, discards="KD", table="7S 8S 9S", turns=6
        ... )  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        oxideal.errors.InvalidStateError: the table has 3 cards, but 4 have been played; ... [RM-02]
        """
        cls._check_rules(rules)
        return cls._set_up(
            *setup.in_play(
                rules, hands, turn, discards, table, stock, drew, took, laid, rummy, turns, taken, seed, stream
            )
        )

    @classmethod
    def _deal(cls, rules: Rules, dealer: int | None, chance: Chance) -> Position:
        return Position.dealt(rules, dealer, chance)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards in each seat's hand as text, ascending; "-" if empty."""
        return tuple(map(cards.set_text, self._round.hands))

    @property
    def stock(self) -> Cards:
        """The stock, the next card to be drawn first."""
        return cards.text(self._round.stock)
