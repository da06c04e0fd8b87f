"""Texts and deals set up by hand."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from helpers.foursquare import DECK
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidRecordError, InvalidStateError


def test_endless_input_is_refused(fs: Any) -> None:
    """Endless input is refused as soon as it is too long."""
    too_many = says("too_many_cards_in_deal", 40)
    refuses(InvalidStateError, too_many, fs.State.from_deal, fs.Rules(), cycle(DECK))
    events = cycle(["card 7S", "place 0,0"])
    refuses(InvalidRecordError, says("seen_before", "7S", event=2), fs.View.from_events, fs.Rules(), 0, events)


def test_deals_of_the_wrong_type(fs: Any) -> None:
    refuses(TypeError, says("not_a_str", "a card", "int"), fs.State.from_deal, fs.Rules(), list(range(40)))
    refuses(TypeError, says("not_a_str", "a card", "NoneType"), fs.State.from_deal, fs.Rules(), ["AC", None])
    refuses(TypeError, says("rules_of_other_game", "dict"), fs.State.from_deal, {}, DECK)
