"""Cards without a round: melds, lay-offs, and the best split of a hand into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from ...._arguments.checks import integer_within, plain_text, quoted, type_name
from ...._arguments.rummy import ALL_CARDS, hands_array, tables_array
from ....errors import InvalidArgumentError
from ....interface import Melds, Partition, Partitions
from . import actions, cards
from .cards import ACES, CardSet
from .meld import Meld, Table, is_group, meld_of, no_meld, table_from_argument

if TYPE_CHECKING:
    from ....cards.rummy import Cards
    from ....interface import RummyCardsLike, RummyTable


def melds(hand: RummyCardsLike, ace: str = "low") -> list[Cards]:
    held = cards.set_of(cards.from_argument(hand))
    return [cards.text(meld) for meld in _melds_in(held, _check_ace(ace))]


def lay_offs(hand: RummyCardsLike, table: RummyTable, ace: str = "low") -> list[str]:
    held, laid = _hand_and_table(hand, table, ace)
    in_order = actions.actions_of(ace)
    found = [
        ids[card]
        for fits, ids in zip(_places(laid), in_order.lay_offs.values(), strict=True)
        for card in cards.cards_of(held & fits)
    ]
    return [in_order.all[number].text for number in sorted(found)]


def best_partition(hand: RummyCardsLike, table: RummyTable | None = None, ace: str = "low") -> Partition:
    held, laid = _hand_and_table(hand, () if table is None else table, ace)
    left, parts = _best(held, laid, ace)
    return Partition(
        left.points,
        tuple([cards.text(part.meld) for part in parts if part.meld is not None]),
        tuple([f"{cards.TEXTS[card]}@{place}" for part in parts for card, place in part.lay_offs]),
        cards.set_text(left.cards),
    )


def points(cards: RummyCardsLike, ace: str = "low") -> int:
    return _points(cards, ace)


def card_set(cards: RummyCardsLike) -> int:
    return _set_of(cards)


def card_text(number: SupportsIndex) -> Cards:
    return cards.set_text(integer_within("number", number, 0, ALL_CARDS))


def melds_many(hands: npt.ArrayLike, ace: str = "low") -> Melds:
    checked = hands_array(hands)
    ace = _check_ace(ace)
    found = [[cards.set_of(meld) for meld in _melds_in(hand, ace)] for hand in checked.tolist()]
    offsets = np.cumsum([0, *map(len, found)], dtype=np.int64)
    return Melds(offsets, np.array([meld for each in found for meld in each], dtype=np.uint64))


def lay_offs_many(hands: npt.ArrayLike, tables: npt.ArrayLike, ace: str = "low") -> npt.NDArray[np.uint64]:
    held = hands_array(hands)
    pairs = _hands_and_tables(held, tables_array(tables, len(held)), ace)
    found = [[hand & fits for fits in _places(table)] for hand, table in pairs]
    return np.array(found, dtype=np.uint64).reshape(-1, len(actions.PLACES))


def best_partition_many(hands: npt.ArrayLike, tables: npt.ArrayLike | None = None, ace: str = "low") -> Partitions:
    pairs = _hands_and_tables(hands, tables, ace)
    left = [_best(hand, table, ace)[0] for hand, table in pairs]
    return Partitions(
        np.array([each.points for each in left], dtype=np.int32),
        np.array([each.cards for each in left], dtype=np.uint64),
    )


def _melds_in(hand: CardSet, ace: str) -> list[Meld]:
    in_order = actions.actions_of(ace)
    return [in_order.all[number].cards for number in in_order.melds_in(hand)]


def _places(table: Table) -> tuple[CardSet, CardSet, CardSet]:
    return table.fits_group, table.fits_low, table.fits_high


# The best split


class _Rest(NamedTuple):
    """The rest of a hand. Fewer points are better, then fewer cards."""

    points: int
    number: int
    cards: CardSet


class _Part(NamedTuple):
    """Cards that leave the hand together: a meld, or consecutive lay-offs at one place of the table."""

    cards: CardSet
    meld: Meld | None
    lay_offs: tuple[tuple[int, str], ...] = ()


def _best(hand: CardSet, table: Table, ace: str) -> tuple[_Rest, tuple[_Part, ...]]:
    """Return the best split of a hand (RM-18): its rest and its parts.

    For the lowest card, try each part that starts with it, and leaving it in the rest. Parts that share no card are
    always compatible: all parts at one place of the table contain the same first card.
    """
    parts: dict[int, list[_Part]] = {}
    for part in _parts(hand, table, ace):
        parts.setdefault(cards.lowest(part.cards), []).append(part)

    @cache
    def best(held: CardSet) -> tuple[_Rest, tuple[_Part, ...]]:
        if not held:
            return _Rest(0, 0, 0), ()
        card = cards.lowest(held)
        only = cards.one(card)
        left, chosen = best(held ^ only)
        found = _Rest(left.points + cards.points(only, ace), left.number + 1, left.cards | only), chosen
        for part in parts.get(card, []):
            if part.cards & held == part.cards:
                left, chosen = best(held ^ part.cards)
                if left < found[0]:
                    found = left, (part, *chosen)
        return found

    return best(hand)


def least_left(hand: CardSet, table: Table, ace: str) -> CardSet:
    return _best(hand, table, ace)[0].cards


def _parts(hand: CardSet, table: Table, ace: str) -> Iterator[_Part]:
    for meld in _melds_in(hand, ace):
        yield _Part(cards.set_of(meld), meld)
    for meld in table.melds:
        for place in ("group",) if is_group(meld) else ("low", "high"):
            laid_off: list[tuple[int, str]] = []
            grown = Table.of([meld], ace)
            while fitting := hand & _places(grown)[actions.PLACES.index(place)]:
                card = cards.lowest(fitting)
                laid_off.append((card, place))
                grown = grown.with_lay_off(card, place, ace)
                yield _Part(cards.set_of(card for card, _ in laid_off), None, tuple(laid_off))


# Arguments


def _check_ace(ace: object) -> str:
    text = plain_text(ace)
    if text in ACES:
        return text
    shown = f"not {type_name(ace)}" if text is None else f"got {quoted(text)}"
    raise InvalidArgumentError(f'ace must be "low" or "both", {shown}')


def _set_of(given: RummyCardsLike) -> CardSet:
    return cards.set_of(cards.from_argument(given))


def _points(given: RummyCardsLike, ace: str) -> int:
    return cards.points(_set_of(given), _check_ace(ace))


def _hand_and_table(hand: RummyCardsLike, table: RummyTable, ace: str) -> tuple[CardSet, Table]:
    held = _set_of(hand)
    laid = Table.of(table_from_argument(table, _check_ace(ace)), ace)
    both = held & laid.cards
    if both:
        raise InvalidArgumentError(str(cards.duplicate_message(cards.lowest(both))))
    return held, laid


def _hands_and_tables(hands: npt.ArrayLike, tables: npt.ArrayLike | None, ace: str) -> list[tuple[CardSet, Table]]:
    held: list[int] = hands_array(hands).tolist()
    given: list[list[int]] = [[] for _ in held] if tables is None else tables_array(tables, len(held)).tolist()
    ace = _check_ace(ace)
    pairs = []
    for number, (hand, sets) in enumerate(zip(held, given, strict=True)):
        table = Table.of(_melds_of(sets, number, ace), ace)
        both = hand & table.cards
        if both:
            raise InvalidArgumentError(f"{cards.TEXTS[cards.lowest(both)]} is in hand {number} and on its table")
        pairs.append((hand, table))
    return pairs


def _melds_of(sets: Sequence[CardSet], number: int, ace: str) -> list[Meld]:
    found: list[Meld] = []
    before: CardSet = 0
    for each in sets:
        if each == 0:
            continue
        written = cards.cards_of(each)
        meld = meld_of(written, ace)
        if meld is None:
            raise InvalidArgumentError(str(no_meld(written, f" in table {number}")))
        if each & before:
            raise InvalidArgumentError(f"{cards.duplicate_message(cards.lowest(each & before))} in table {number}")
        before |= each
        found.append(meld)
    return found
