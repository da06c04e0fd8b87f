"""What one seat knows of a round: what lies open, its own hand, and what the others cannot hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Self

from ...._input.checks import quoted, tokens
from ....errors import InvalidMoveError, InvalidRecordError
from ...knowledge import ROUND_IS_OVER, a_move, comes_next, seen_before
from ...knowledge import SeenPosition as AnySeenPosition
from ...notation import read_seat
from . import actions, checks, deals, notation, observe, tiles
from .actions import DRAW
from .deals import Deals, Holder
from .evidence import Evidence
from .layout import Layout, Train, changed
from .tiles import DOUBLES, TEXTS, Hand, Written

if TYPE_CHECKING:
    from ....errors import IllegalMoveError
    from ...observation import Parts
    from ...random import Stream
    from ...recent import Recent
    from .actions import Play
    from .rules import Rules

_START, _HAND = "the start", "the hand"


@dataclass(frozen=True, slots=True)
class SeenPosition(Layout, AnySeenPosition):
    """What lies open, and the own hand; at the end all hands.

    Read from events, it is complete only when nothing is awaited any more. Until then, what is not known yet is empty.
    """

    own_seat: int
    hands: tuple[Hand | None, ...]  # None for those that are not seen
    sizes: tuple[int, ...]
    awaited: str | None = None  # what happens next; None where that is a move, or nothing

    @property
    def seat(self) -> int:
        return self.own_seat

    @property
    def hand(self) -> Hand:
        hand = self.hands[self.own_seat]
        assert hand is not None
        return hand

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self.sizes

    @property
    def visible_hands(self) -> dict[int, Hand]:
        return {seat: hand for seat, hand in enumerate(self.hands) if hand is not None}

    @property
    def unseen(self) -> Hand:
        """All tiles that lie neither in a hand that is seen nor on the table."""
        seen = {DOUBLES[self.rules.engine], *self.on_trains}
        for hand in self.visible_hands.values():
            seen.update(hand)
        return tuple([tile for tile in range(tiles.TILES_IN_SET[self.rules.set]) if tile not in seen])

    @property
    def boneyard_size(self) -> int:
        return len(self.unseen) - sum(size for size, hand in zip(self.sizes, self.hands, strict=True) if hand is None)

    def legal_actions(self) -> list[int]:
        """When it is the own turn."""
        return self.actions_from(self.hand)

    def refusal(self, action: int) -> IllegalMoveError | None:
        return self.refusal_from(self.hand, action)

    # What the others may hold

    @property
    def deals(self) -> Deals:
        """All deals of the unseen tiles that agree with what is known."""
        others = [
            Holder(seat, self.sizes[seat], self.evidence[seat]) for seat, hand in enumerate(self.hands) if hand is None
        ]
        return Deals(others, self.unseen, self.boneyard_size)

    @property
    def deals_agree(self) -> bool:
        return self.deals.exist

    def sample_hidden(self, chance: Stream) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
        """All hands and the boneyard, in one of the deals that this seat holds possible."""
        found, boneyard = self.deals.drawn(chance)
        hands = self.visible_hands | {seat: tuple(sorted(hand)) for seat, hand in found.items()}
        return tuple([hands[seat] for seat in range(self.rules.players)]), tuple(boneyard)

    # As a text

    def to_text(self) -> str:
        hands = [f"hand {seat} {tiles.text(hand)}" for seat, hand in self.visible_hands.items()]
        return notation.write(self, [f"seat {self.seat}", *hands, f"sizes {' '.join(map(str, self.sizes))}"])

    @classmethod
    def from_text(cls, text: str) -> Self:
        draft = notation.read(text, of_state=False)
        checks.check_tiles(draft)
        known = cls(*draft.open_fields, draft.seat, draft.sorted_hands, draft.sizes)
        checks.check_round(known, draft)
        return known

    # From events

    @classmethod
    def initial(cls, rules: Rules, seat: int) -> Self:
        players = rules.players
        hands = tuple([() if each == seat else None for each in range(players)])
        sizes = players * (rules.hand_size,)
        trains = (players + 1) * (Train((), rules.engine),)
        evidence = players * (Evidence(),)
        return cls(rules, trains, players * (False,), (), 0, False, False, 0, evidence, seat, hands, sizes, _START)

    @property
    def expected(self) -> str | None:
        return self.awaited and comes_next(self.awaited)

    def apply(self, event: str) -> Self:
        parsed = _read(event, self.rules.players)
        if parsed is None:
            raise InvalidRecordError(
                f'unknown event {quoted(event)}; expected e.g. "start 0", "hand 1-2 3-4", "2 9-12@me", "1 draw", '
                '"1 draw 3-7", "2 one tile left" or "2 holds 3-7"'
            )
        if self.awaited is None and self.is_over:
            raise InvalidRecordError(ROUND_IS_OVER)
        awaited = self.awaited or a_move(self.turn)
        # MT-30: who draws a tile sees which, and nobody else does.
        sees_draw = parsed.is_draw and parsed.seat == self.seat
        if parsed.what != awaited or (parsed.is_draw and (parsed.tiles is not None) != sees_draw):
            raise InvalidRecordError(comes_next(awaited, event))
        if parsed.what == _START:
            return replace(self, turn=parsed.seat, awaited=_HAND)
        if parsed.what == _one_left(parsed.seat):
            return replace(self, awaited=None)
        if parsed.what == _HAND:
            return self._with_hand(self.seat, self._checked_hand(self.seat, parsed), None)
        if parsed.what == _hand_of(parsed.seat):
            return self._after_showing(parsed)
        return self._after_draw_of(parsed) if sees_draw else self._after_move(parsed)

    def action_in(self, event: str) -> int | None:
        parsed = _read(event, self.rules.players)
        if parsed is None or parsed.what != a_move(parsed.seat):
            return None
        return actions.from_text(self.rules, parsed.move)

    def _with_hand(self, seat: int, hand: Hand, awaited: str | None) -> Self:
        return replace(self, hands=changed(self.hands, seat, hand), awaited=awaited)

    def _checked_hand(self, seat: int, parsed: _Event) -> Hand:
        shown = self._of_set(parsed)
        size = self.sizes[seat]
        if len(shown) != size:
            if parsed.what == _HAND:
                raise InvalidRecordError(f"the hand has {len(shown)} tiles, expected {size} [MT-04]")
            raise InvalidRecordError(f"seat {seat} has {len(shown)} tiles, expected {size}")
        for tile in shown:
            self._check_unseen(tile)
        return tuple(sorted(shown))

    def _of_set(self, parsed: _Event) -> list[int]:
        """The tiles of the event, each of which is in the set, once."""
        shown: list[int] = []
        for pair in parsed.tiles or []:
            shown.append(tiles.tile_of(pair))
            objection = tiles.not_in_set(pair, self.rules.set) or tiles.duplicate_message(shown)
            if objection is not None:
                raise InvalidRecordError(objection)
        return shown

    def _check_unseen(self, tile: int) -> None:
        if tile not in self.unseen:
            raise InvalidRecordError(seen_before(TEXTS[tile]))

    def _after_showing(self, parsed: _Event) -> Self:
        """At the end, another seat has laid open its hand (MT-30)."""
        hand = self._checked_hand(parsed.seat, parsed)
        if not deals.agree(hand, self.evidence[parsed.seat]):
            raise InvalidRecordError(deals.does_not_agree(parsed.seat))
        known = self._with_hand(parsed.seat, hand, None)
        return known._awaiting_hands()

    def _awaiting_hands(self) -> Self:
        """The hands are shown one after another, until all are seen."""
        hidden = [seat for seat, hand in enumerate(self.hands) if hand is None]
        return replace(self, awaited=_hand_of(hidden[0])) if hidden else self

    def _after_draw_of(self, parsed: _Event) -> Self:
        """The own draw of a tile, which is seen."""
        [tile] = self._of_set(parsed)
        self._check_unseen(tile)
        self._check_refusal(self.refusal(DRAW))
        hands = changed(self.hands, self.seat, tiles.with_tile(self.hand, tile))
        return self._after_draw(hands=hands, sizes=self._with_size(1))._checked_deals()

    def _after_move(self, parsed: _Event) -> Self:
        """After the move of the player, who is this seat or one whose hand is not seen."""
        try:
            action = actions.from_text(self.rules, parsed.move)
        except InvalidMoveError as error:
            raise InvalidRecordError(str(error)) from None
        own, play = self.turn == self.seat, actions.play_of(self.rules, action)
        if play is not None and not own:
            self._check_unseen(play.tile)
        self._check_refusal(self.refusal_from(self.hand if own else None, action))
        if play is not None:
            known = self._after_play_of(play)
        elif action == DRAW:
            known = self._after_draw(sizes=self._with_size(1))
        else:
            known = self._after_pass()
        if known.is_over:
            return known._awaiting_hands()
        return known if own else known._checked_deals()

    def _after_play_of(self, play: Play) -> Self:
        seat, hands = self.turn, self.hands
        if seat == self.seat:
            hands = changed(hands, seat, tiles.without_tile(self.hand, play.tile))
        elif not self.drew and self.evidence[seat].lowest_level(play.tile) > self.evidence[seat].kept:
            raise InvalidRecordError(deals.NONE_AGREES)  # it has shown that it has no such tile
        known = self._after_play(play, hands=hands, sizes=self._with_size(-1))
        return replace(known, awaited=_one_left(seat)) if known.sizes[seat] == 1 else known  # MT-15

    def _with_size(self, more: int) -> tuple[int, ...]:
        """The sizes of the hands when the player has so many tiles more."""
        return changed(self.sizes, self.turn, self.sizes[self.turn] + more)

    def _check_refusal(self, refusal: IllegalMoveError | None) -> None:
        if refusal is not None:
            raise InvalidRecordError(str(refusal))

    def _checked_deals(self) -> Self:
        if not self.deals_agree:
            raise InvalidRecordError(deals.NONE_AGREES)
        return self

    # As an observation

    def observed(self, recent: Recent) -> Parts:
        return observe.observed(self, recent)


class _Event(NamedTuple):
    """An event as it is written."""

    what: str
    """What it is, as it is called when it is awaited."""
    seat: int = 0
    tiles: list[Written] | None = None
    move: str = ""
    """The text of a move."""

    @property
    def is_draw(self) -> bool:
        return self.what == a_move(self.seat) and self.move.replace(" ", "").lower() == "draw"


def _one_left(seat: int) -> str:
    return f"the announcement of seat {seat}"


def _hand_of(seat: int) -> str:
    return f"the hand of seat {seat}"


def _read(event: str, players: int) -> _Event | None:
    """None where it is no event."""
    match tokens(event):
        case ["start", word]:
            starter = read_seat(word, players)
            return None if starter is None else _Event(_START, starter)
        case ["hand", *words]:
            hand = tiles.from_words(words)
            return None if hand is None else _Event(_HAND, tiles=hand)
        case [word, *rest] if rest and (mover := read_seat(word, players)) is not None:
            return _read_of_seat(mover, rest)
    return None


def _read_of_seat(seat: int, words: list[str]) -> _Event | None:
    match words:
        case ["one", "tile", "left"]:
            return _Event(_one_left(seat), seat)
        case ["holds", *shown]:
            hand = tiles.from_words(shown)
            return None if hand is None else _Event(_hand_of(seat), seat, hand)
        case ["draw", word]:
            tile = tiles.from_word(word)
            return None if tile is None else _Event(a_move(seat), seat, [tile], "draw")
        case ["draw", _, *_]:
            return None
    return _Event(a_move(seat), seat, move=" ".join(words))
