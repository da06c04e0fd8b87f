"""The table of actions: the draws, every meld, lay-off and discard, each with its id and text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ...._arguments.checks import tokens
from ...refusal import checked_length, lower, not_a_move, said
from . import cards
from .cards import BOTH, CardSet, rank
from .meld import is_group, meld_of, no_meld, run

if TYPE_CHECKING:
    from .meld import Meld

DRAW = 0
TAKE = 1

PLACES = ("group", "low", "high")

_CLUBS: CardSet = sum(1 << 4 * rank for rank in range(13))
_LONGEST_RUN = 13


class Action(NamedTuple):
    """A move, and the cards that it plays."""

    kind: str  # "draw", "take", "meld", "lay_off" or "discard"
    cards: Meld = ()
    place: str | None = None  # where a card is laid off
    set: CardSet = 0  # the cards as a set

    @property
    def text(self) -> str:
        """The text of the move, such as `meld 7C 7D 7S`, `7S@low` or `discard 7S`."""
        match self.kind:
            case "lay_off":
                return f"{cards.text(self.cards)}@{self.place}"
            case "meld" | "discard":
                return f"{self.kind} {cards.text(self.cards)}"
            case _:
                return self.kind


class Actions:
    """The table of actions for one kind of aces (RM-15)."""

    def __init__(self, ace: str) -> None:
        self.all = list(_in_order(ace))
        self.ids = {action.text: number for number, action in enumerate(self.all)}
        self._groups, self._runs = (
            [
                (number, action.set)
                for number, action in enumerate(self.all)
                if action.kind == "meld" and is_group(action.cards) == of_groups
            ]
            for of_groups in (True, False)
        )
        self.lay_offs = {
            place: {action.cards[0]: number for number, action in enumerate(self.all) if action.place == place}
            for place in PLACES
        }
        """For each place, the id of laying off each card that may go there."""
        self.discards = [number for number, action in enumerate(self.all) if action.kind == "discard"]
        """The id of discarding each card."""
        self._both = ace == BOTH

    def melds_in(self, hand: CardSet) -> list[int]:
        found = []
        if _has_three_of_a_rank(hand):
            found += [number for number, cards in self._groups if cards & hand == cards]
        # A run of three is three bits, each four above the last. With high aces, the aces also follow the kings.
        around = hand | (hand & 0b1111) << cards.NUMBER if self._both else hand
        if around & around >> 4 & around >> 8:
            found += [number for number, cards in self._runs if cards & hand == cards]
        return found


def _has_three_of_a_rank(hand: CardSet) -> bool:
    clubs, diamonds, hearts, spades = (hand >> suit & _CLUBS for suit in range(4))
    return bool(clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds))


@cache
def actions_of(ace: str) -> Actions:
    """Return the table for these aces, made when it is first needed."""
    return Actions(ace)


def _in_order(ace: str) -> Iterator[Action]:
    yield Action("draw")
    yield Action("take")
    for meld in (*_groups(), *_runs(ace)):
        yield Action("meld", meld, set=cards.set_of(meld))
    for place in PLACES:
        in_place = [card for card in range(cards.NUMBER) if _may_go(card, place, ace)]
        if place == "high":
            in_place.sort(key=lambda card: rank(card) == 0)  # RM-15: after the kings
        for card in in_place:
            yield Action("lay_off", (card,), place, cards.one(card))
    for card in range(cards.NUMBER):
        yield Action("discard", (card,), set=cards.one(card))


def _groups() -> Iterator[Meld]:
    for first in range(0, cards.NUMBER, 4):
        all_four = tuple(range(first, first + 4))
        for missing in reversed(all_four):
            yield tuple([card for card in all_four if card != missing])
        yield all_four


def _runs(ace: str) -> Iterator[Meld]:
    for length in range(3, _LONGEST_RUN + 1):
        for first in range(cards.NUMBER):
            if rank(first) + length <= 13 + (ace == BOTH):  # RM-09, RM-15
                yield run(first, length)


def _may_go(card: int, place: str, ace: str) -> bool:
    """Return whether a card can be laid off here at all. A run has three cards or more, which excludes some."""
    match place:
        case "low":
            return rank(card) + 3 <= 12 + (ace == BOTH)
        case "high":
            return rank(card) >= 3 or (ace == BOTH and rank(card) == 0)
        case _:
            return True


# Texts


def from_text(given: str, ace: str) -> int:
    """Return the action that a text names. Raises `InvalidMoveError` if it names none."""
    text = checked_length(given)
    action = _read(tokens(text), text.partition("@"), ace)
    if action is None:
        raise not_a_move("rummy", text).error()
    return action


def _read(words: list[str], at_partition: tuple[str, str, str], ace: str) -> int | None:
    ids = actions_of(ace).ids
    match [lower(word) for word in words[:1]]:
        case ["draw" | "take" as word] if len(words) == 1:
            return ids[word]
        case ["meld"] if len(words) > 1:
            return ids[f"meld {cards.text(_meld(words[1:], ace))}"]
        case ["discard"] if len(words) == 2:
            return ids[f"discard {cards.text(_cards(words[1:]))}"]
        case ["draw" | "take" | "meld" | "discard"]:
            return None
    before, at, after = at_partition
    place = lower(after.strip(" "))
    if not at or len(tokens(before)) != 1 or place not in PLACES:
        return None
    [card] = _cards(tokens(before))
    action = actions_of(ace).lay_offs[place].get(card)
    if action is None:
        raise said("rummy.cannot_extend_run", card=cards.TEXTS[card], place=place).error()
    return action


def _cards(words: list[str]) -> list[int]:
    found = []
    for word in words:
        card = cards.from_word(word)
        if card is None:
            raise cards.no_card(word).error()
        found.append(card)
    return found


def _meld(words: list[str], ace: str) -> Meld:
    given = _cards(words)
    duplicate = cards.first_duplicate(given)
    if duplicate is not None:
        raise cards.duplicate_message(duplicate).error()
    meld = meld_of(given, ace)
    if meld is None:
        raise no_meld(given).error()
    return meld
