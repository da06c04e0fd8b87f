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
    """Return every group (RM-08) and run (RM-09) in a hand, in the order of their ids.

    >>> melds("7C 7D 7S 8S 9S")
    ['7C 7D 7S', '7S 8S 9S']
    """
    held = cards.set_of(cards.from_argument(hand))
    return [cards.text(meld) for meld in _melds_in(held, _check_ace(ace))]


def lay_offs(hand: RummyCardsLike, table: RummyTable, ace: str = "low") -> list[str]:
    """Return every lay-off of a card of the hand on the melds of the table (RM-10), in the order of their ids.

    >>> lay_offs("7S QS 7H", "7C 7D 7S, 8S 9S JS TS")
    Traceback (most recent call last):
    oxideal.errors.InvalidArgumentError: duplicate card 7S
    >>> lay_offs("7S QS 7H", "6C 6D 6S, 8S 9S JS TS")
    ['7S@low', 'QS@high']
    """
    held, laid = _hand_and_table(hand, table, ace)
    in_order = actions.actions_of(ace)
    found = [
        ids[card]
        for fits, ids in zip(_places(laid), in_order.lay_offs.values(), strict=True)
        for card in cards.cards_of(held & fits)
    ]
    return [in_order.all[number].text for number in sorted(found)]


def best_partition(hand: RummyCardsLike, table: RummyTable | None = None, ace: str = "low") -> Partition:
    """Split a hand into melds, lay-offs and a rest with the fewest points (RM-18).

    Among splits with equal points it is one whose rest has the fewest cards. `table` has the melds to lay off on;
    chains of lay-offs count.

    >>> best_partition("5S 6S 7S 7C 7D 8S KH")
    Partition(points=24, melds=('5S 6S 7S 8S',), lay_offs=(), rest='7C 7D KH')
    >>> best_partition("7S KH 8S", table="4S 5S 6S")
    Partition(points=10, melds=(), lay_offs=('7S@high', '8S@high'), rest='KH')
    """
    held, laid = _hand_and_table(hand, () if table is None else table, ace)
    left, parts = _best(held, laid, ace)
    return Partition(
        left.points,
        tuple([cards.text(part.meld) for part in parts if part.meld is not None]),
        tuple([f"{cards.TEXTS[card]}@{place}" for part in parts for card, place in part.lay_offs]),
        cards.set_text(left.cards),
    )


def points(cards: RummyCardsLike, ace: str = "low") -> int:
    """Add up the points of cards (RM-13): an ace 1, a number card its number, a face card 10.

    With `ace="both"` an ace counts 15 (RM-15).

    >>> points("AS 9C KD"), points("AS 9C KD", ace="both")
    (20, 34)
    """
    return _points(cards, ace)


def card_set(cards: RummyCardsLike) -> int:
    """Return cards as a set of 52 bits: bit 4 * rank + suit, where the ace of clubs is bit 0.

    >>> card_set("AC AS 2C")
    25
    """
    return _set_of(cards)


def card_text(number: SupportsIndex) -> Cards:
    """Return the text of a set of 52 bits.

    >>> card_text(25)
    'AC AS 2C'
    """
    return cards.set_text(integer_within("number", number, 0, ALL_CARDS))


def melds_many(hands: npt.ArrayLike, ace: str = "low") -> Melds:
    """Return the melds of n hands at once, as sets; those of hand k are `melds[offsets[k]:offsets[k + 1]]`.

    >>> found = melds_many([card_set("7C 7D 7S 8S 9S"), 0])
    >>> found.offsets.tolist(), [card_text(meld) for meld in found.melds]
    ([0, 2, 2], ['7C 7D 7S', '7S 8S 9S'])
    """
    checked = hands_array(hands)
    ace = _check_ace(ace)
    found = [[cards.set_of(meld) for meld in _melds_in(hand, ace)] for hand in checked.tolist()]
    offsets = np.cumsum([0, *map(len, found)], dtype=np.int64)
    return Melds(offsets, np.array([meld for each in found for meld in each], dtype=np.uint64))


def lay_offs_many(hands: npt.ArrayLike, tables: npt.ArrayLike, ace: str = "low") -> npt.NDArray[np.uint64]:
    """Return the cards that n hands can lay off on their tables, as an array of shape (n, 3).

    Each table has m melds; 0 is an empty place. The three sets are the cards that fit a group, the low end and the high
    end of a run.

    >>> tables = [[card_set("7C 7D 7S"), card_set("8S 9S TS")]]
    >>> [card_text(cards) for cards in lay_offs_many([card_set("6S 7H JS")], tables)[0]]
    ['7H', '-', 'JS']
    """
    held = hands_array(hands)
    pairs = _hands_and_tables(held, tables_array(tables, len(held)), ace)
    found = [[hand & fits for fits in _places(table)] for hand, table in pairs]
    return np.array(found, dtype=np.uint64).reshape(-1, len(actions.PLACES))


def best_partition_many(hands: npt.ArrayLike, tables: npt.ArrayLike | None = None, ace: str = "low") -> Partitions:
    """Return the points and cards left in n hands when each is split as `best_partition` does.

    >>> left = best_partition_many([card_set("7C 7D 7S KH"), card_set("2C")])
    >>> left.points.tolist(), [card_text(rest) for rest in left.rests]
    ([10, 2], ['KH', '2C'])
    """
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
    """Return the best split of a hand: its rest and its parts.

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
    """Return the cards that the best split of a hand leaves."""
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
        raise InvalidArgumentError(cards.duplicate_message(cards.lowest(both)))
    return held, laid


def _hands_and_tables(hands: npt.ArrayLike, tables: npt.ArrayLike | None, ace: str) -> list[tuple[CardSet, Table]]:
    """Return each hand with its table."""
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
    """Return the melds of the table with this number in an array."""
    found: list[Meld] = []
    before: CardSet = 0
    for each in sets:
        if each == 0:
            continue
        written = cards.cards_of(each)
        meld = meld_of(written, ace)
        if meld is None:
            raise InvalidArgumentError(no_meld(written, f" in table {number}"))
        if each & before:
            raise InvalidArgumentError(f"{cards.duplicate_message(cards.lowest(each & before))} in table {number}")
        before |= each
        found.append(meld)
    return found
