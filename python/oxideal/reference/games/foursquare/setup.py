"""Games set up by hand, with a given deck."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Generic, Self

from ...._arguments.checks import items, plain_text, text_of, tokens
from ....errors import InvalidStateError
from ... import state as _state
from ...random import Stream
from ...view import ViewT
from . import checks, notation
from .cards import DECK
from .moves import Move
from .position import Position
from .rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence


class SetUp(_state.State[Rules, Move, Position, ViewT], Generic[ViewT]):
    # The constructors of `State` for games that are not dealt.
    __slots__ = ()

    @classmethod
    def from_deal(cls, rules: Rules, stock: str | Sequence[str]) -> Self:
        cls._check_rules(rules)
        given = plain_text(stock)
        texts = items("stock", "a str or a list of str", stock) if given is None else tokens(given)
        # Reads one item more than the deck has, to see that there are too many: an iterator may be endless.
        deck = [notation.read_card(text_of("a card", text)) for text in islice(texts, len(DECK) + 1)]
        if len(deck) != len(DECK):
            count = str(len(deck)) if len(deck) < len(DECK) else "more"
            raise InvalidStateError(f"a deal must have 40 cards, got {count}")
        checks.check_no_duplicates(deck)
        return cls._set_up(Position.of_deck(rules, deck), Stream._without_seed())
