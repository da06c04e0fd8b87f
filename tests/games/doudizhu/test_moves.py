"""Texts and attributes of moves."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.doudizhu import OPTIONS, PLAIN, data, rules_from, rules_of
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
