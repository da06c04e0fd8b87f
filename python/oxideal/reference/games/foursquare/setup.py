"""Games set up by hand, with a given deck."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...._arguments.checks import items, plain_text, text_of, tokens
from ....errors import InvalidStateError
from . import checks, notation
from .cards import DECK
from .position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rules import Rules


def deal(rules: Rules, stock: str | Sequence[str]) -> Position:
    """Return a new game with this deck, its top first."""
    given = plain_text(stock)
    texts = items("stock", "a str or a list of str", stock) if given is None else tokens(given)
    # Reads one item more than the deck has, to see that there are too many: an iterator may be endless.
    deck = [notation.read_card(text_of("a card", text)) for text in islice(texts, len(DECK) + 1)]
    if len(deck) != len(DECK):
        count = str(len(deck)) if len(deck) < len(DECK) else "more"
        raise InvalidStateError(f"a deal must have 40 cards, got {count}")
    checks.check_no_duplicates(deck)
    return Position.of_deck(rules, deck)
