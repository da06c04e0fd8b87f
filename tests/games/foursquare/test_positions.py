"""Texts and deals set up by hand."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from helpers.foursquare import DECK, data
from helpers.messages import message_of, says
from helpers.refusal import refuses
from oxideal.errors import (
    InvalidRecordError,
    InvalidStateError,
)

# Texts and messages


@data("good_texts.json")
def test_valid_texts(fs: Any, row: dict[str, Any]) -> None:
    read = getattr(fs, row["reader"]).from_text(row["text"])
    assert read.to_text() == row["written"], row["why"]
    assert repr(read) == f"{row['reader']}.from_text({row['written']!r})"


@data("bad_texts.json")
def test_invalid_texts(fs: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, message_of(row), getattr(fs, row["reader"]).from_text, row["text"])


@data("bad_deals.json")
def test_invalid_deals(fs: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, message_of(row), fs.State.from_deal, fs.Rules(), row["stock"])


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
