"""Texts and attributes of moves."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from helpers.brute import doudizhu as brute
from helpers.doudizhu import FOUR, OPTIONS, PLAIN, data, rules_from, rules_of, said, seen
from helpers.messages import message_of
from helpers.refusal import refuses, shown_type
from oxideal.errors import InvalidMoveError


@data("good_moves.json")
def test_classify_reads_the_texts_of_moves(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    move = rules.parse(row["text"])
    if move.cards != "-":
        assert dd.classify(row["text"], rules) == move


@data("bad_moves.json")
def test_classify_refuses_invalid_texts_of_moves(dd: Any, backend: str, row: dict[str, Any]) -> None:
    if row["message"][0] != "move_not_in_rules":
        refuses(InvalidMoveError, message_of(row), dd.classify, row["text"], rules_from(backend, row))


def test_passes_and_bids_have_no_cards(dd: Any) -> None:
    for text in ("pass", "bid 2", " PASS ", "call", "Double", "show"):
        with pytest.raises(InvalidMoveError) as caught:
            dd.classify(text)
        assert str(caught.value).startswith(f'invalid move "{text}"; expected "pass", ')


def test_move_attributes(backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    for text, expected in {
        "pass": ("pass", None, None, 0, "-", "-", "-"),
        "bid 2": ("bid", 2, None, 0, "-", "-", "-"),
        "3": ("single", None, "3", 1, "3", "3", "-"),
        "333444 5T": ("sequence_of_triplets_with_cards", None, "4", 2, "3334445T", "333444", "5T"),
        "444 3": ("triplet_with_card", None, "4", 1, "3444", "444", "3"),
        "789TJ": ("sequence", None, "J", 5, "789TJ", "789TJ", "-"),
        "4444 2R": ("quadplex_with_cards", None, "4", 1, "44442R", "4444", "2R"),
        "BR": ("rocket", None, "R", 1, "BR", "BR", "-"),
        "2222": ("bomb", None, "2", 1, "2222", "2222", "-"),
    }.items():
        move = rules.parse(text)
        found = (move.kind, move.bid, move.rank, move.length, move.cards, move.main, move.attached)
        assert found == expected


def test_beats_and_why_not_take_moves_and_texts(dd: Any, backend: str) -> None:
    plain_rules, extended = rules_of(backend, PLAIN), rules_of(backend, OPTIONS["all"])
    assert plain_rules.parse("BR").beats("2222") is True
    assert plain_rules.parse("55").why_not("66") == plain_rules.parse("55").why_not(plain_rules.parse("66"))
    assert extended.parse("4444").beats("444455") == extended.parse("4444").beats(extended.parse("444455"))
    for method in (plain_rules.move(4).beats, plain_rules.move(4).why_not):
        with pytest.raises(InvalidMoveError, match='invalid move "x"'):
            method("x")
    for thing in (None, 5, b"3", object(), dd.Move):
        message = f"other must be a Move of this game or a str, not {shown_type(thing)}"
        refuses(TypeError, message, plain_rules.move(4).beats, thing)
        refuses(TypeError, message, plain_rules.move(4).why_not, thing)


NUMBERS = {
    PLAIN: (12_654, 12_654, 0),
    FOUR: (9_079, 9_079, 0),
    brute.Options(limit=54): (13_530, 13_530, 0),
    brute.Options(kicker_repeat=2): (24_639, 24_639, 0),
    brute.Options(kicker_repeat=3): (27_471, 27_471, 0),
    brute.Options(kicker_repeat=3, quadplex=False): (25_287, 25_287, 0),
    brute.Options(kicker_repeat=3, kicker_extends_chain=True): (28_237, 27_845, 383),
    brute.Options(kicker_repeat=3, kicker_extends_chain=True, quadplex=False): (26_053, 25_661, 383),
    brute.Options(kicker_repeat=3, kicker_extends_chain=True, kicker_both_jokers=True): (29_726, 29_327, 390),
    brute.Options(kicker_repeat=4, kicker_extends_chain=True, kicker_both_jokers=True): (30_383, 29_984, 390),
}
"""The numbers of combinations, of sets of cards that form one, and of sets with two readings."""


@pytest.mark.parametrize("options", NUMBERS, ids=str)
def test_number_of_combinations(options: brute.Options) -> None:
    """DD-27, DD-34: the number of combinations by brute force. Under the plain rules no set of
    cards has two readings.

    `table` attaches every possible set of cards to every main part, so it holds each reading; a set
    with two readings occurs twice.
    """
    table = brute.table(options)
    found = Counter(each.cards for each in table)
    combinations, sets, ambiguous = NUMBERS[options]
    assert len(table) == combinations
    assert len(found) == sets
    assert sum(count > 1 for count in found.values()) == ambiguous
    for cards in random.Random(1).sample(sorted(found), 500):
        assert len(brute.readings(cards, options)) == found[cards]


def test_action_table(backend: str, options: brute.Options) -> None:
    """Pass, bids, then every combination in the documented order."""
    rules = rules_of(backend, options)
    table = brute.table(options)
    assert rules.num_actions == 4 + len(table)
    assert [str(rules.move(action)) for action in range(4)] == ["pass", "bid 1", "bid 2", "bid 3"]
    for action, reading in enumerate(table, 4):
        move = rules.move(action)
        assert seen(move) == said(reading), action
        assert (move.rank, move.length) == (brute.RANKS[reading.rank], reading.length), action
    features = rules.action_features()
    assert features.dtype == np.uint8
    assert features.shape == (4 + len(table), 15)
    assert features.tolist() == [[0] * 15] * 4 + [list(reading.cards) for reading in table]
    features[:] = 9  # a new list
    assert rules.action_features().max() < 9


def test_action_table_without_auction(backend: str) -> None:
    rules, plain_rules = rules_from(backend, {"rules": {"auction": False}}), rules_of(backend, PLAIN)
    assert rules.num_actions == plain_rules.num_actions - 3
    assert str(rules.move(0)) == "pass"
    for action in (*range(1, 50), *range(50, rules.num_actions, 97), rules.num_actions - 1):
        assert str(rules.move(action)) == str(plain_rules.move(action + 3))


def test_kicker_options_have_no_effect_with_four_players(backend: str) -> None:
    """DD-34."""
    odd = {"players": 4, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True}
    rules = rules_from(backend, {"rules": {**odd, "quadplex": False}})
    same = rules_of(backend, FOUR)
    assert rules.num_actions == same.num_actions
    assert np.array_equal(rules.action_features(), same.action_features())
