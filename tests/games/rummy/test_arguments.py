"""Cards, tables and arrays that the functions accept and refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.brute import rummy as brute
from helpers.cases import error_of
from helpers.messages import message_of, says
from helpers.refusal import refuses, shown_type
from helpers.rummy import data, in_set
from oxideal.errors import InvalidArgumentError


@data("good_cards.json")
def test_valid_cards(rummy: Any, row: dict[str, Any]) -> None:
    cards = row["cards"]
    given = [cards, tuple(cards), iter(list(cards))] if isinstance(cards, list) else [cards]
    for each in given:
        assert rummy.card_set(each) == in_set(row["text"].replace("-", "").split()), row["why"]
    assert rummy.card_text(rummy.card_set(cards)) == row["text"]
    assert rummy.points(cards) == row["points"], row["why"]
    aces = sum(card[0] == "A" for card in row["text"].split())
    assert rummy.points(cards, ace="both") == row["points"] + 14 * aces


@data("bad_cards.json")
def test_invalid_cards(rummy: Any, row: dict[str, Any]) -> None:
    error, cards = error_of(row["error"]), row["cards"]
    for call in (rummy.card_set, rummy.points, rummy.melds, rummy.best_partition):
        refuses(error, message_of(row), call, cards)
    refuses(error, message_of(row), rummy.lay_offs, cards, "")


def test_message_about_a_move_names_its_cards(rummy: Any) -> None:
    move = rummy.Rules().parse("discard 7S")
    for given, shown in ((move, shown_type(move)), ([move], f"a list containing {shown_type(move)}")):
        message = says("cards_of_wrong_type", f"{shown}; pass move.cards")
        refuses(TypeError, message, rummy.points, given)
    assert rummy.points(move.cards) == 7


@data("bad_tables.json")
def test_invalid_tables(rummy: Any, row: dict[str, Any]) -> None:
    error, table = error_of(row["error"]), row["table"]
    refuses(error, message_of(row), rummy.lay_offs, "2H", table, row["ace"])
    refuses(error, message_of(row), rummy.best_partition, "2H", table, ace=row["ace"])


def test_tables_are_accepted_in_any_form(rummy: Any) -> None:
    tables: list[Any] = [
        "9S 8S 7S,6h 6\u2666 6c",
        ["7S 8S 9S", "6C 6D 6H"],
        (each for each in ("6D 6C 6H", "8S 9S 7S")),
    ]
    for table in tables:
        assert rummy.lay_offs("6S TS 5D", table) == ["6S@group", "6S@low", "TS@high"]
    nothing: list[Any] = ["", "-", " ", [], ()]
    for table in nothing:
        assert rummy.lay_offs("6S TS 5D", table) == []
        assert rummy.best_partition("6S TS 5D", table).points == 21
    assert rummy.best_partition("6S TS 5D", None).points == 21


def test_other_arguments(rummy: Any) -> None:
    calls = [
        lambda ace: rummy.melds("7S", ace),
        lambda ace: rummy.lay_offs("7S", "", ace),
        lambda ace: rummy.best_partition("7S", None, ace),
        lambda ace: rummy.points("7S", ace),
        lambda ace: rummy.melds_many([1], ace),
        lambda ace: rummy.lay_offs_many([1], [[0]], ace),
        lambda ace: rummy.best_partition_many([1], None, ace),
    ]
    for call in calls:
        refuses(InvalidArgumentError, says("one_of_two_got_text", "ace", "low", "both", "high"), call, "high")
        refuses(InvalidArgumentError, says("one_of_two", "ace", "low", "both", "int"), call, 5)
    refuses(InvalidArgumentError, says("duplicate_card", "7S"), rummy.lay_offs, "KS 7S 8S", "7S 8S 9S, KS KD KH")
    refuses(InvalidArgumentError, says("duplicate_card", "7S"), rummy.best_partition, "KS 7S 8S", "7S 8S 9S, KS KD KH")
    for number in (-1, 2**52, 10**30):
        message = says("out_of_range", "number", 0, 4503599627370495, number)
        refuses(InvalidArgumentError, message, rummy.card_text, number)
    refuses(TypeError, says("not_an_integer", "number", "bool"), rummy.card_text, True)
    assert rummy.card_text(np.uint64(2**52 - 1)) == brute.text_of(brute.PACK)
    assert rummy.card_text(0) == "-"


def test_tables_in_arrays_are_checked(rummy: Any) -> None:
    seven = in_set(["7C", "7D", "7S"])
    none_ = "a group is three or four cards of one rank [RM-08], a run three or more of one suit in sequence [RM-09]"
    two = in_set(["7S", "8S", "9H"])
    with pytest.raises(TypeError, match="tables must be of an integer type, not object"):
        rummy.lay_offs_many([1], None)
    for call in (rummy.lay_offs_many, rummy.best_partition_many):
        message = f"7S 9H 8S in table 1 is not a meld: {none_}".replace("7S 9H 8S", "7S 8S 9H")
        refuses(InvalidArgumentError, message, call, [0, 0], [[seven], [two]])
        clash = [[seven, in_set(["7S", "8S", "9S"])]]
        refuses(InvalidArgumentError, "duplicate card 7S in table 0", call, [0], clash)
        refuses(InvalidArgumentError, "duplicate card 7S in table 0", call, [in_set(["7S"])], clash)
        refuses(InvalidArgumentError, "7D is in hand 0 and on its table", call, [in_set(["KS", "7S", "7D"])], [[seven]])
        high = in_set(["QS", "KS", "AS"])
        message = f"AS QS KS in table 0 is not a meld: {none_}"
        refuses(InvalidArgumentError, message, call, [0], [[high]])
        call([0], [[high, 0]], "both")
        message = f"AS 2S KS in table 0 is not a meld: {none_}"
        refuses(InvalidArgumentError, message, call, [0], [[in_set(["AS", "2S", "KS"])]], "both")
