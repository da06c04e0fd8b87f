"""Melds: groups, runs, and where cards can be laid off on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...._arguments.checks import tokens
from ...._arguments.rummy import normalize_table
from ....errors import InvalidArgumentError, OxidealError
from ...notation import too_long
from ...refusal import Sentence, said
from . import cards
from .cards import BOTH, CardSet, rank, suit

if TYPE_CHECKING:
    from ....cards.rummy import Cards

Meld: TypeAlias = tuple[int, ...]
"""The cards of a meld as it is written: a group ascending, a run from its low end."""

_KING = 12
_MAX_CHARACTERS = 1000


def is_group(meld: Meld) -> bool:
    """Return whether a meld is a group; if not, it is a run."""
    return rank(meld[0]) == rank(meld[1])


def run(first: int, length: int) -> Meld:
    """Return the run of this length that begins with this card. An ace follows the king (RM-15)."""
    return tuple([(first + 4 * place) % cards.NUMBER for place in range(length)])


def meld_of(given: Iterable[int], ace: str) -> Meld | None:
    """Return the meld that these cards make in any order, or None if they make none."""
    written = list(given)
    first, *others = ascending = sorted(written)
    length = len(ascending)
    if length < 3 or len(set(ascending)) < length:
        return None
    if len(set(map(rank, ascending))) == 1:  # RM-08
        return tuple(ascending)
    if ace == BOTH and rank(first) == 0:  # RM-15: with thirteen cards, the written order tells where the ace is
        high = run(others[0], length)
        if high == (*others, first) and not (length == 13 and rank(written[-1]) != 0):
            return high
    low = run(first, length)  # RM-09
    return low if low == tuple(ascending) else None


def no_meld(given: Iterable[int], where: str = "") -> Sentence:
    return said("rummy.not_a_meld", cards=f"{cards.text(given)}{where}")


def below(meld: Meld) -> int | None:
    """Return the card that fits the low end of a run, or None if none does."""
    first = meld[0]
    return first - 4 if rank(first) > 0 else None


def above(meld: Meld, ace: str) -> int | None:
    """Return the card that fits the high end of a run, or None if none does."""
    last = meld[-1]
    if rank(last) == 0:  # RM-15: nothing follows a high ace
        return None
    if rank(last) == _KING:  # RM-09, RM-15
        return suit(last) if ace == BOTH and suit(last) != meld[0] else None
    return last + 4


class Table(NamedTuple):
    """The melds on the table, and the cards that can be laid off on them (RM-10)."""

    melds: tuple[Meld, ...] = ()  # groups ascending, then runs by the number of their first card
    cards: CardSet = 0
    fits_group: CardSet = 0
    fits_low: CardSet = 0
    fits_high: CardSet = 0

    @classmethod
    def of(cls, melds: Iterable[Meld], ace: str) -> Table:
        everything = groups = low = high = 0
        for meld in melds:
            laid = cards.set_of(meld)
            everything |= laid
            if is_group(meld):
                groups |= (0b1111 << 4 * rank(meld[0])) & ~laid
                continue
            lower, higher = below(meld), above(meld, ace)
            low |= 0 if lower is None else cards.one(lower)
            high |= 0 if higher is None else cards.one(higher)
        in_order = sorted(melds, key=lambda meld: (not is_group(meld), meld[0]))
        return cls(tuple(in_order), everything, groups, low, high)

    @property
    def fits(self) -> CardSet:
        """All cards that can be laid off somewhere."""
        return self.fits_group | self.fits_low | self.fits_high

    def with_meld(self, meld: Meld, ace: str) -> Table:
        return Table.of((*self.melds, meld), ace)

    def with_lay_off(self, card: int, place: str, ace: str) -> Table:
        """Return the table with a card laid off. Only one meld fits, since each card exists only once."""
        melds = []
        for meld in self.melds:
            if is_group(meld):
                fits = place == "group" and rank(meld[0]) == rank(card)
                melds.append(tuple(sorted((*meld, card))) if fits else meld)
            elif place == "low" and below(meld) == card:
                melds.append((card, *meld))
            elif place == "high" and above(meld, ace) == card:
                melds.append((*meld, card))
            else:
                melds.append(meld)
        return Table.of(melds, ace)

    @property
    def texts(self) -> tuple[Cards, ...]:
        return tuple(map(cards.text, self.melds))


# As arguments


def table_from_argument(given: Any, ace: str, error: type[OxidealError] = InvalidArgumentError) -> list[Meld]:
    """Return the melds of a table given as an argument, in their order."""
    texts = normalize_table(given, error)
    if isinstance(texts, str):
        if len(texts) > _MAX_CHARACTERS:
            raise error(too_long("a table", texts, _MAX_CHARACTERS))
        texts = [] if cards.is_none(tokens(texts)) else texts.split(",")
    found: list[Meld] = []
    for text in texts:
        written = cards.from_argument(text, error)
        meld = meld_of(written, ace) if written else None
        if meld is None:
            raise error(str(no_meld(written)))
        found.append(meld)
    duplicate = cards.first_duplicate(card for meld in found for card in meld)
    if duplicate is not None:
        raise error(str(cards.duplicate_message(duplicate)))
    return found
