"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeVar

from ... import round as _round
from ... import state as _state
from ... import view as _view
from ...random import Stream
from . import setup, tiles
from .knowledge import SeenPosition
from .layout import Layout, Train
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....cards.mexican_train import Tiles
    from ....interface import Seed, TilesLike
    from ...random import Chance

_DEFAULT_RULES = Rules()

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT]):
    """The members that State and View of Mexican Train share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def turn(self) -> int:
        """The seat whose turn it is; when the round is over, the seat that played last."""
        return self._round.turn

    @property
    def trains(self) -> tuple[Tiles, ...]:
        """The train of each seat, from the hub outwards; "-" if it is empty."""
        return tuple(map(self._text, self._round.trains[:-1]))

    @property
    def mexican(self) -> Tiles:
        """The Mexican train; "-" if it is empty."""
        return self._text(self._round.trains[-1])

    def _text(self, train: Train) -> Tiles:
        return tiles.train_text(train.tiles, self._round.rules.engine)

    @property
    def ends(self) -> tuple[int, ...]:
        """The number at the open end of each seat's train. An empty train has the number of the engine."""
        return tuple(train.end for train in self._round.trains[:-1])

    @property
    def mexican_end(self) -> int:
        """The number at the open end of the Mexican train."""
        return self._round.trains[-1].end

    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each seat's train has a marker, so that others may play on it (MT-13)."""
        return self._round.marked

    @property
    def open_doubles(self) -> tuple[int, ...]:
        """The numbers of the open doubles that can still be closed, in the order of play."""
        return self._round.open_doubles

    @property
    def dead_doubles(self) -> tuple[int, ...]:
        """The numbers of the open doubles that can never be closed, ascending (MT-24)."""
        return tuple(self._round.dead_doubles)

    @property
    def doubled(self) -> bool:
        """Whether the player has played a double in this turn; False when the round is over."""
        return self._round.doubled

    @property
    def drew(self) -> bool:
        """Whether the player has drawn in this turn, or since its last double.

        False when the round is over.
        """
        return self._round.drew

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of tiles in each seat's hand."""
        return self._round.hand_sizes

    @property
    def boneyard_size(self) -> int:
        """The number of tiles in the boneyard."""
        return self._round.boneyard_size

    @property
    def idle_passes(self) -> int:
        """The number of passes in a row that count towards the end of the round (MT-26)."""
        return self._round.idle

    @property
    def went_out(self) -> int | None:
        """The seat that has played all its tiles; None if there is none."""
        return self._round.went_out

    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        """The numbers that each seat is known not to hold, doubles aside."""
        return tuple(evidence.lacking for evidence in self._round.evidence)

    def __str__(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition]):
    """What one seat knows of a round: its own hand, what everybody sees, and what others cannot hold. Immutable.

    >>> view = State(seed=7).view(1)
    >>> view.hand == view.hands[1], view.hands[0], hasattr(view, "boneyard")
    (True, None, False)
    >>> view.sample(seed=1).view(1) == view
    True
    """

    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> Tiles:
        """The tiles in the seat's own hand as text, ascending; "-" if empty."""
        return tiles.text(self._known.hand)

    @property
    def hands(self) -> tuple[Tiles | None, ...]:
        """The tiles in each seat's hand; None for a hidden hand.

        When the round is over, all hands are shown.
        """
        return tuple(None if hand is None else tiles.text(hand) for hand in self._known.hands)

    @property
    def unseen(self) -> Tiles:
        """The tiles that are neither on the table nor in a hand that is shown."""
        return tiles.text(self._known.unseen)

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
    """A round of Mexican Train with all tiles and its history.

    >>> state = State(Rules(), seed=7, stream=0, dealer=0)
    >>> state.current_player, state.hand_sizes, state.boneyard_size
    (0, (15, 15, 15, 15), 30)
    >>> [str(move) for move in state.legal_moves()]
    ['4-12@me', '6-12@me', '4-12@mexican', '6-12@mexican']
    >>> state.push("draw")
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: a playable tile must be played, e.g. 4-12@me [MT-10]
    >>> state.push("12-4@me")
    >>> state.trains, state.ends
    (('12-4', '-', '-', '-'), (4, 12, 12, 12))
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
        hands: Sequence[TilesLike],
        dealer: SupportsIndex,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these hands. Without `boneyard`, the remaining tiles are shuffled.

        >>> rules = Rules(players=2, set=2, hand_size=2)
        >>> state = State.from_deal(rules, hands=["0-0 0-2", "0-1 1-2"], dealer=0)
        >>> [str(move) for move in state.legal_moves()], state.boneyard
        (['0-2@me', '0-2@mexican'], '1-1')
        """
        cls._check_rules(rules)
        position = setup.deal(rules, hands, dealer, boneyard, seed, stream)
        return cls._set_up(position, Stream._without_seed())

    @classmethod
    def from_position(
        cls,
        rules: Rules,
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
        """Return a position in the middle of a round. Without `boneyard`, the remaining tiles are shuffled.

        >>> rules = Rules(players=2, set=3, hand_size=2)
        >>> state = State.from_position(
        ...     rules, hands=["0-2 1-3", "0-1 1-2"], turn=0, trains=["3-2 2-2", "-"], open_doubles=[2]
        ... )
        >>> [str(move) for move in state.legal_moves()]
        ['0-2@me']
        """
        cls._check_rules(rules)
        position = setup.in_play(
            rules, hands, turn, trains, mexican, marked, open_doubles, doubled, drew, boneyard, seed, stream
        )
        return cls._set_up(position, Stream._without_seed())

    @classmethod
    def _deal(cls, rules: Rules, dealer: int | None, chance: Chance) -> Position:
        return Position.dealt(rules, dealer, chance)

    @property
    def hands(self) -> tuple[Tiles, ...]:
        """The tiles in each seat's hand as text, ascending; "-" if empty."""
        return tuple(map(tiles.text, self._round.hands))

    @property
    def boneyard(self) -> Tiles:
        """The tiles in the boneyard, the next one to be drawn first."""
        return tiles.text(self._round.boneyard)
