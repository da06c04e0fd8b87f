"""Combinations, what beats what, and legal plays, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute import doudizhu as brute
from helpers.cases import plain
from helpers.doudizhu import data, rules_from
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidMoveError

# Combinations (DD-14 to DD-29, DD-34)


@data("combos.json")
def test_combinations(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    found = dd.readings(row["cards"], rules)
    assert [[str(move), move.kind, move.rank, move.length] for move in found] == row["readings"], row["why"]
    for move in found:
        main, _, attached = str(move).removesuffix(" alone").partition(" ")
        assert (move.main, move.attached, move.bid) == (main, attached or "-", None)
        assert sorted(move.cards, key=brute.RANKS.index) == sorted(row["cards"], key=brute.RANKS.index)
        assert rules.parse(str(move)) == move
        assert rules.action(move) == int(move)
    cards = row["cards"].replace("-", "")
    ascending = "".join(sorted(cards, key=brute.RANKS.index)) or "-"
    several = [f'"{move}"' for move in found]
    for given in (cards, cards[::-1].lower(), list(cards), dd.counts(cards, rules)):
        assert dd.readings(given, rules) == found
        if len(found) == 1:
            assert dd.classify(given, rules) == found[0]
        elif found:
            either = " or ".join(several[-2:] if len(found) == 2 else [", ".join(several[:-1]), several[-1]])
            message = f"{ascending} is ambiguous: write {either}"
            refuses(InvalidMoveError, message, dd.classify, given, rules)
        elif cards:
            refuses(InvalidMoveError, says("not_a_combination", ascending), dd.classify, given, rules)
        else:
            with pytest.raises(InvalidMoveError):
                dd.classify(given, rules)


@data("beats.json")
def test_beats_and_reason(backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    a, b = rules.parse(row["a"]), rules.parse(row["b"])
    assert a.why_not(b) == row["why_not"], row["why"]
    assert a.beats(b) is (row["why_not"] is None)


@data("legal.json")
def test_legal_plays(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    found = dd.legal_plays(row["hand"], row["to_beat"], rules)
    assert plain(found) == row["legal"], row["why"]
    assert list(map(int, found)) == sorted(map(int, found))
    if row["to_beat"] is not None:
        assert dd.legal_plays(row["hand"], rules.parse(row["to_beat"]), rules) == found
