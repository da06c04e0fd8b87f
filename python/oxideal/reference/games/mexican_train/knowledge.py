"""What one seat knows of a round: what everybody sees, its own hand, and what the others cannot hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ...._arguments.checks import quoted, tokens
from ....errors import InvalidMoveError, InvalidRecordError
from ...knowledge import Event, SeenHands, check_refusal, event_of_seat, hand_of, move_of, seen_before
from ...notation import read_seat
from ...position import with_item
from . import actions, checks, deals, notation, observe, tiles
from .actions import DRAW
from .deals import Deals, Holder
from .evidence import Evidence
from .layout import Layout, Train
from .tiles import DOUBLES, TEXTS, Hand

if TYPE_CHECKING:
    from ...random import Stream
    from .actions import Play
    from .rules import Rules

_START, _HAND = "the start", "the hand"


@dataclass(frozen=True, slots=True)
class SeenPosition(SeenHands[Hand], Layout):
    """What everybody sees, and the seat's own hand; all hands when the round is over."""

    own_seat: int
    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    awaited: str | None = None

    @property
    def unseen(self) -> Hand:
        """The tiles that are neither on the table nor in a hand that is shown."""
        seen = {DOUBLES[self.rules.engine], *self.on_trains}
        for hand in self.visible_hands.values():
            seen.update(hand)
        return tuple([tile for tile in range(tiles.TILES_IN_SET[self.rules.set]) if tile not in seen])

    @property
    def boneyard_size(self) -> int:
        return len(self.unseen) - sum(size for size, hand in zip(self.sizes, self.hands, strict=True) if hand is None)

    # What the other seats may hold

    @property
    def deals(self) -> Deals:
        """All deals of the unseen tiles that fit what is known."""
        others = [
            Holder(seat, self.sizes[seat], self.evidence[seat]) for seat, hand in enumerate(self.hands) if hand is None
        ]
        return Deals(others, self.unseen, self.boneyard_size)

    @property
    def has_fitting_deal(self) -> bool:
        return self.deals.any_exists

    def sample_hidden(self, chance: Stream) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
        """Return all hands and the boneyard of a random deal that fits what the seat knows."""
        found, boneyard = self.deals.sample(chance)
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
        known = cls(**draft.layout_fields, own_seat=draft.seat, hands=draft.sorted_hands, sizes=draft.sizes)
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

    def apply(self, event: str) -> Self:
        parsed = _read(event, self.rules.players)
        if parsed is None:
            raise InvalidRecordError(
                f'unknown event {quoted(event)}; expected e.g. "start 0", "hand 1-2 3-4", "2 9-12@me", "1 draw", '
                '"1 draw 3-7", "2 one tile left" or "2 holds 3-7"'
            )
        self.check_is_next(parsed, event)
        if parsed.kind == _START:
            return replace(self, turn=parsed.seat, awaited=_HAND)
        if parsed.kind == _one_left(parsed.seat):
            return replace(self, awaited=None)
        if parsed.kind == _HAND:
            return self._with_hand(self.seat, self._checked_hand(self.seat, parsed), None)
        if parsed.kind == hand_of(parsed.seat):
            return self._after_hand_shown(parsed)
        # MT-30: only the seat that draws a tile sees which one it is.
        return self._after_draw_of(parsed) if self.sees_draw_of(parsed) else self._after_move(parsed)

    def action_in(self, event: str) -> int | None:
        parsed = _read(event, self.rules.players)
        if parsed is None or parsed.kind != move_of(parsed.seat):
            return None
        return actions.from_text(self.rules, parsed.move)

    def _with_hand(self, seat: int, hand: Hand, awaited: str | None) -> Self:
        return replace(self, hands=with_item(self.hands, seat, hand), awaited=awaited)

    def _checked_hand(self, seat: int, parsed: Event) -> Hand:
        shown = self._of_set(parsed)
        size = self.sizes[seat]
        if len(shown) != size:
            if parsed.kind == _HAND:
                raise InvalidRecordError(f"the hand has {len(shown)} tiles, expected {size} [MT-04]")
            raise InvalidRecordError(f"seat {seat} has {len(shown)} tiles, expected {size}")
        for tile in shown:
            self._check_unseen(tile)
        return tuple(sorted(shown))

    def _of_set(self, parsed: Event) -> list[int]:
        """Return the tiles of an event. Raises `InvalidRecordError` unless they are in the set and different."""
        shown: list[int] = []
        for pair in parsed.shown or []:
            shown.append(tiles.tile_of(pair))
            objection = tiles.not_in_set(pair, self.rules.set) or tiles.duplicate_message(shown)
            if objection is not None:
                raise InvalidRecordError(str(objection))
        return shown

    def _check_unseen(self, tile: int) -> None:
        if tile not in self.unseen:
            raise InvalidRecordError(seen_before(TEXTS[tile]))

    def _after_hand_shown(self, parsed: Event) -> Self:
        """Return the knowledge after another seat has shown its hand at the end (MT-30)."""
        hand = self._checked_hand(parsed.seat, parsed)
        if not deals.hand_fits(hand, self.evidence[parsed.seat]):
            raise InvalidRecordError(deals.hand_does_not_fit(parsed.seat))
        known = self._with_hand(parsed.seat, hand, None)
        return replace(known, awaited=known.next_hand)

    def _after_draw_of(self, parsed: Event) -> Self:
        """Return the knowledge after the seat's own draw, which it sees."""
        [tile] = self._of_set(parsed)
        self._check_unseen(tile)
        check_refusal(self.refusal(DRAW))
        hands = with_item(self.hands, self.seat, tiles.with_tile(self.hand, tile))
        return self._after_draw(hands=hands, sizes=self._with_size(1))._checked_deals()

    def _after_move(self, parsed: Event) -> Self:
        """Return the knowledge after a move of the current player, which may be this seat or another."""
        try:
            action = actions.from_text(self.rules, parsed.move)
        except InvalidMoveError as error:
            raise InvalidRecordError(str(error)) from None
        own, play = self.turn == self.seat, actions.play_of(self.rules, action)
        if play is not None and not own:
            self._check_unseen(play.tile)
        check_refusal(self.refusal_from(self.hand if own else None, action))
        if play is not None:
            known = self._after_play_of(play)
        elif action == DRAW:
            known = self._after_draw(sizes=self._with_size(1))
        else:
            known = self._after_pass()
        if known.is_over:
            return replace(known, awaited=known.next_hand)
        return known if own else known._checked_deals()

    def _after_play_of(self, play: Play) -> Self:
        seat, hands = self.turn, self.hands
        if seat == self.seat:
            hands = with_item(hands, seat, tiles.without_tile(self.hand, play.tile))
        elif not self.drew and self.evidence[seat].lowest_level(play.tile) > self.evidence[seat].kept:
            raise InvalidRecordError(deals.NO_FITTING_DEAL)  # the seat has shown that it has no such tile
        known = self._after_play(play, hands=hands, sizes=self._with_size(-1))
        return replace(known, awaited=_one_left(seat)) if known.sizes[seat] == 1 else known  # MT-15

    def _with_size(self, more: int) -> tuple[int, ...]:
        """Return the sizes of the hands after the player has got `more` tiles."""
        return with_item(self.sizes, self.turn, self.sizes[self.turn] + more)

    def _checked_deals(self) -> Self:
        if not self.has_fitting_deal:
            raise InvalidRecordError(deals.NO_FITTING_DEAL)
        return self

    # As an observation

    observed = observe.observed
    described = observe.described


def _one_left(seat: int) -> str:
    return f"the announcement of seat {seat}"


def _read(event: str, players: int) -> Event | None:
    match tokens(event):
        case ["start", word]:
            starter = read_seat(word, players)
            return None if starter is None else Event(_START, starter)
        case ["hand", *words]:
            hand = tiles.from_words(words)
            return None if hand is None else Event(_HAND, shown=hand)
        case [word, *rest] if rest and (mover := read_seat(word, players)) is not None:
            if rest == ["one", "tile", "left"]:
                return Event(_one_left(mover), mover)
            return event_of_seat(mover, rest, tiles.from_words, _is_draw)
    return None


def _is_draw(move: str) -> bool:
    return move.replace(" ", "").lower() == "draw"
