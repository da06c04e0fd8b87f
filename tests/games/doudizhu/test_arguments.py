"""Cards and arrays that `classify`, `legal_plays` and `min_plays` accept and refuse."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.brute import doudizhu as brute
from helpers.cases import error_of, plain
from helpers.doudizhu import FOUR, OPTIONS, PLAIN, data, rules_from, rules_of
from helpers.messages import message_of, says
from helpers.refusal import refuses, shown_type
from oxideal.errors import InvalidArgumentError, InvalidMoveError


def test_classify_accepts_more_cards_than_a_hand(dd: Any, backend: str) -> None:
    for players in (3, 4):
        options = PLAIN if players == 3 else FOUR
        found = dd.classify_many([options.deck], rules_of(backend, options))
        assert [int(array[0]) for array in found] == [0, -1, 0, 0, 0]


def test_rules_limit_arrays(dd: Any, backend: str) -> None:
    rules, four = rules_of(backend, PLAIN), rules_of(backend, FOUR)
    row = [0] * 15
    for call in (dd.classify_many, lambda hands, rules: dd.legal_plays_many(hands, None, rules)):
        for wrong in ([5, *row[1:]], [*row[1:], 2]):
            refuses(InvalidArgumentError, says("counts_out_of_range", 0, 4, 0, 1), call, [wrong], rules)
        refuses(InvalidArgumentError, says("counts_out_of_range_four", 0, 8, 0, 2), call, [[9, *row[1:]]], four)
    for bid in (1, 3):
        refuses(InvalidArgumentError, says("bid_to_beat"), dd.legal_plays_many, [row], [bid], rules)
    assert dd.legal_plays_many([row], [0], rules).actions.tolist() == []
    no_auction = rules_from(backend, {"rules": {"auction": False}})
    assert dd.legal_plays_many([[0, 1, *row[2:]]], [1], no_auction).actions.tolist() == [2]  # 1 is the 3 there


@data("good_cards.json")
def test_valid_cards(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules, cards = rules_from(backend, row), row["cards"]
    given = [cards]
    if isinstance(cards, list):
        given += [tuple(cards), iter(list(cards))]
        if cards and isinstance(cards[0], int):
            given += [np.array(cards, dtype=np.uint8), np.array(cards, dtype=np.int64), list(np.array(cards))]
    for each in given:
        found = dd.counts(each, rules)
        assert found.dtype == np.uint8
        assert brute.text(tuple(found.tolist())) == row["text"], row["why"]


@data("bad_cards.json")
def test_invalid_cards(dd: Any, backend: str, row: dict[str, Any]) -> None:
    error, rules = error_of(row["error"]), rules_from(backend, row)
    calls = [dd.counts, dd.readings, dd.min_plays, lambda cards, rules: dd.legal_plays(cards, None, rules)]
    if not isinstance(row["cards"], str):  # for texts, the same message as for a move's text
        calls.append(dd.classify)
    for call in calls:
        refuses(error, message_of(row), call, row["cards"], rules)


def test_message_about_a_move_names_its_cards(dd: Any) -> None:
    move = dd.Rules.preset("douzero").parse("33")
    message = says("cards_of_wrong_type_doudizhu", 15, f"{shown_type(move)}; pass move.cards")
    for call in (dd.legal_plays, dd.counts, dd.classify):
        refuses(TypeError, message, call, move)
    assert dd.counts(move.cards).tolist() == [2, *14 * [0]]


def test_rules_are_optional(dd: Any) -> None:
    assert str(dd.classify("333444 56")) == str(dd.classify("33344456", None)) == "333444 56"
    assert plain(dd.readings("34")) == []
    assert plain(dd.legal_plays("34", "3")) == ["4"]
    assert dd.counts("BR").tolist() == [0] * 13 + [1, 1]
    assert dd.classify_many([[1] + [0] * 14]).actions.tolist() == [4]
    assert dd.beats_many([5], [4]).tolist() == [True]
    assert dd.legal_plays_many([[1] + [0] * 14]).actions.tolist() == [4]
    things: list[Any] = [{}, "plain", 5]
    for thing in things:
        message = says("rules_of_other_game", shown_type(thing))
        for call in (dd.classify, dd.readings, dd.counts, dd.min_plays):
            refuses(TypeError, message, call, "3", thing)
        refuses(TypeError, message, dd.legal_plays, "3", None, thing)


def test_to_beat_is_checked(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    message = says("rules_as_to_beat", shown_type(rules))
    refuses(TypeError, message, dd.legal_plays, "3", rules)
    for text in ("pass", "bid 2"):
        message = says("not_a_combination_or_none", "to_beat", text)
        refuses(InvalidArgumentError, message, dd.legal_plays, "3", text, rules)
        refuses(InvalidArgumentError, message, dd.legal_plays, "3", rules.parse(text), rules)
    refuses(InvalidMoveError, says("not_a_combination", 3345), dd.legal_plays, "3", "3345", rules)
    other = rules_of(backend, OPTIONS["repeat 2"]).parse("333444 55")
    refuses(InvalidMoveError, "333444 55 is not a move under these rules", dd.legal_plays, "3", other, rules)
