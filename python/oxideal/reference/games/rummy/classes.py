"""The classes that users hold: a hand of the game with its history, and the view of one seat."""

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
    from ....interface import RummyCards, RummyTable, Seed
    from ...random import Chance

_PLAIN = Rules()

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT]):
    """What State and View of Rummy share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def turn(self) -> int:
        """The seat whose turn it is; at the end whose it was last."""
        return self._round.turn

    @property
    def drew(self) -> bool:
        """Whether the player has drawn; False at the end."""
        return self._round.drew

    @property
    def took(self) -> str | None:
        """The card that the player has taken from the discard pile in this turn, as long as it is in the hand."""
        return None if self._round.took is None else cards.TEXTS[self._round.took]

    @property
    def laid(self) -> bool:
        """Whether the player has played cards, by melds or lay-offs, in this turn; False at the end."""
        return self._round.laid

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return self._round.turns

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return self._round.hand_sizes

    @property
    def table(self) -> tuple[str, ...]:
        """The melds on the table: groups ascending, then runs by their first card."""
        return self._round.table.texts

    @property
    def discards(self) -> str:
        """The discard pile, its top card last."""
        return cards.text(self._round.discards)

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return self._round.stock_size

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has played cards, by melds or lay-offs, before the present turn; where somebody has gone
        out, before the last one.
        """
        return self._round.opened

    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left; None where nobody has gone out."""
        return self._round.went_out

    @property
    def went_rummy(self) -> bool:
        """Whether somebody has gone out who had played no card before that turn (RM-14)."""
        return self._round.went_rummy

    @property
    def taken(self) -> tuple[str, ...]:
        """The cards of each seat's hand that it has taken from the discard pile."""
        return tuple(map(cards.set_text, self._round.taken))

    @property
    def earlier(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """For each earlier stock the cards that are still hidden in hands, and how many of them each seat holds."""
        return tuple([(cards.set_text(hidden), held) for hidden, held in self._round.earlier])

    def __str__(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition]):
    """What one seat knows: its own hand, what lies open, and what is known of hidden cards. This is what a bot is
    given.

    >>> view = State(seed=7).view(1)
    >>> view.hand == view.hands[1], view.hands[0], hasattr(view, "stock")
    (True, None, False)
    >>> view.sample(seed=1).view(1) == view
    True
    """

    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> str:
        """The own cards."""
        return cards.set_text(self._known.hand)

    @property
    def hands(self) -> tuple[str | None, ...]:
        """The cards that each seat holds; None for those that are not seen. All are when somebody has gone out."""
        return tuple(None if hand is None else cards.set_text(hand) for hand in self._known.hands)

    @property
    def unseen(self) -> str:
        """All cards that are in no hand that is seen, nor on the table or the discard pile."""
        return cards.set_text(self._known.unseen)

    @property
    def drawable(self) -> str:
        """The cards that the stock may hold."""
        return cards.set_text(self._known.drawable)

    @property
    def known(self) -> tuple[str, ...]:
        """The cards that this seat knows to be in each hand."""
        return tuple(cards.set_text(self._known.known_cards(seat)) for seat in range(self.rules.players))

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        """A state drawn uniformly from all that this view allows: `view.sample(s).view(view.seat) == view`."""
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent)


class State(Shared[Position], _state.State[Rules, Move, Position, View]):
    """One hand of Rummy, with all cards and the history.

    >>> state = State(Rules(), seed=7, stream=0, dealer=1)
    >>> state.current_player, state.hand_sizes, state.stock_size
    (0, (10, 10), 31)
    >>> state.legal_moves()
    [Move('draw'), Move('take')]
    >>> state.push(state.parse("take"))
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
        self._begin_with_a_deal(_PLAIN if rules is None else rules, seed, stream, dealer)

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[RummyCards],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCards | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A hand that begins with these cards; where the stock is not given, it is all else, shuffled.

        >>> rules = Rules(hand_size=3)
        >>> state = State.from_deal(rules, hands=["7C 7D 8S", "2H 3H 4H"], dealer=1, upcard="7S")
        >>> for move in ("take", "meld 7C 7D 7S", "discard 8S"):
        ...     state.push(state.parse(move))
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
        """A position in the middle of play; where the stock is not given, it is all else, shuffled.

        >>> state = State.from_position(
        ...     Rules(hand_size=3), hands=["6S 8D", "-"], turn=1, discards="KD", table="7S 8S 9S", turns=6
        ... )
        Traceback (most recent call last):
        oxideal.errors.InvalidStateError: the table has 3 cards, but 4 have been played [RM-02]
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
    def hands(self) -> tuple[str, ...]:
        """The cards that each seat holds."""
        return tuple(map(cards.set_text, self._round.hands))

    @property
    def stock(self) -> str:
        """The stock, its next card first."""
        return cards.text(self._round.stock)
