"""Dou Dizhu's rules and messages. Positions are data (`tests/data/doudizhu`), worked out by hand from the rules; what a
combination is, and what beats what, is held against brute force (`doudizhu_brute.py`) as well.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest

import oxideal.errors
from helpers import codec
from helpers.brute import doudizhu as brute
from helpers.cases import BACKENDS, module_of, play, rows
from helpers.refusal import refuses, shown_type
from helpers.splitmix import SplitMix, samples
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
)
from oxideal.random import Stream

DEFAULTS: dict[str, Any] = {
    "players": 3,
    "auction": True,
    "all_pass": "redeal",
    "sequence_max": 12,
    "spring": False,
    "kicker_repeat": 1,
    "kicker_both_jokers": False,
    "kicker_extends_chain": False,
    "quadplex": True,
}

PLAIN = brute.Options()
FOUR = brute.Options(players=4)
OPTIONS = {
    "plain": PLAIN,
    "4 players": FOUR,
    "sequence_max 5": brute.Options(sequence_max=5),
    "repeat 2": brute.Options(kicker_repeat=2),
    "repeat 3": brute.Options(kicker_repeat=3),
    "repeat 3, extension": brute.Options(kicker_repeat=3, kicker_extends_chain=True),
    "repeat 3, extension, no quadplexes": brute.Options(kicker_repeat=3, kicker_extends_chain=True, quadplex=False),
    "repeat 4, jokers": brute.Options(kicker_repeat=4, kicker_both_jokers=True),
    "all": brute.Options(kicker_repeat=4, kicker_both_jokers=True, kicker_extends_chain=True),
}
"""Each field that says what a combination is, alone and with others."""


def fields_of(options: brute.Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in DEFAULTS if hasattr(options, name)}


@pytest.fixture
def dd(backend: str) -> Any:
    return module_of("doudizhu", backend)


@pytest.fixture(params=OPTIONS)
def options(request: pytest.FixtureRequest) -> brute.Options:
    return OPTIONS[request.param]


@cache
def rules_of(backend: str, options: brute.Options) -> Any:
    """Rules objects are dear to make: each has its table of actions."""
    return module_of("doudizhu", backend).Rules(**fields_of(options))


@cache
def _cached_rules(backend: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    return module_of("doudizhu", backend).Rules(**dict(fields))


def rules_from(backend: str, row: dict[str, Any]) -> Any:
    return _cached_rules(backend, tuple(row["rules"].items()))


def data(file: str) -> pytest.MarkDecorator:
    """One test for each row of the file, named by its rule and number."""
    found = rows("doudizhu", file)
    names = [f"{row.get('rule', row.get('check', 'row'))}-{number}" for number, row in enumerate(found)]
    return pytest.mark.parametrize("row", found, ids=names)


def plain(value: Any) -> Any:
    """As JSON has it: tuples as lists, moves as their texts."""
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value if value is None or type(value) in (bool, int, str) else str(value)


def shows(table: Any, expect: dict[str, Any], why: str) -> None:
    for name, wanted in expect.items():
        match name:
            case "legal":
                found = plain(table.legal_moves())
            case "text":
                found = table.to_text()
            case _:
                found = plain(getattr(table, name))
        assert found == wanted, f"{name}: {why}"


def begun(dd: Any, rules: Any, row: dict[str, Any]) -> Any:
    """The state that a row begins with, after its moves."""
    if "deal" in row:
        state = dd.State.from_deal(rules, **row["deal"])
    else:
        state = dd.State.from_position(rules, **row["position"])
    for move in row["moves"]:
        state.push(state.parse(move))
    return state


def seen(move: Any) -> tuple[str, str, str]:
    return move.kind, move.main, move.attached


def said(reading: brute.Reading) -> tuple[str, str, str]:
    return reading.kind, brute.text(reading.main), brute.text(reading.attached)


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
            message = f"{ascending} can be read in {len(found)} ways: write {either}"
            refuses(InvalidMoveError, message, dd.classify, given, rules)
        elif cards:
            refuses(InvalidMoveError, f"{ascending} is no combination that can be played", dd.classify, given, rules)
        else:
            with pytest.raises(InvalidMoveError):
                dd.classify(given, rules)


@data("beats.json")
def test_what_beats_what(backend: str, row: dict[str, Any]) -> None:
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


@pytest.mark.parametrize(
    ("options", "combinations", "sets", "ambiguous"),
    [
        (PLAIN, 12_654, 12_654, 0),
        (FOUR, 9_079, 9_079, 0),
        (brute.Options(limit=54), 13_530, 13_530, 0),
        (brute.Options(kicker_repeat=2), 24_639, 24_639, 0),
        (brute.Options(kicker_repeat=3), 27_471, 27_471, 0),
        (brute.Options(kicker_repeat=3, quadplex=False), 25_287, 25_287, 0),
        (brute.Options(kicker_repeat=3, kicker_extends_chain=True), 28_237, 27_845, 383),
        (brute.Options(kicker_repeat=3, kicker_extends_chain=True, quadplex=False), 26_053, 25_661, 383),
        (brute.Options(kicker_repeat=3, kicker_extends_chain=True, kicker_both_jokers=True), 29_726, 29_327, 390),
        (brute.Options(kicker_repeat=4, kicker_extends_chain=True, kicker_both_jokers=True), 30_383, 29_984, 390),
    ],
    ids=str,
)
def test_how_many_combinations_there_are(options: brute.Options, combinations: int, sets: int, ambiguous: int) -> None:
    """DD-27, DD-34: by brute force alone. Under the plain rules no set of cards has two readings.

    Every set that can be read has a main part, so it is among the main parts with all that could be attached to them,
    of which `table` tries each one; two readings of a set stand there twice.
    """
    table = brute.table(options)
    found = Counter(each.cards for each in table)
    assert len(table) == combinations
    assert len(found) == sets
    assert sum(count > 1 for count in found.values()) == ambiguous
    for cards in random.Random(1).sample(sorted(found), 500):
        assert len(brute.readings(cards, options)) == found[cards]


KINDS_OF_PLAIN = dict(zip(brute.KINDS, (15, 13, 13, 182, 156, 36, 52, 45, 7161, 2939, 1170, 858, 13, 1), strict=True))
KINDS_OF_FOUR = dict(zip(brute.KINDS, (15, 15, 13, 0, 182, 36, 55, 65, 0, 8632, 0, 0, 65, 1), strict=True))


def test_how_many_of_each_kind_there_are() -> None:
    """DD-14 to DD-29, the kinds with many by a formula as well: chains of k, and k others of the ranks left."""
    for options, known in ((PLAIN, KINDS_OF_PLAIN), (FOUR, KINDS_OF_FOUR)):
        found = Counter(each.kind for each in brute.table(options))
        assert found == Counter(known)
    assert KINDS_OF_PLAIN["sequence_of_triplets_with_cards"] == sum(
        (13 - k) * (comb(15 - k, k) - comb(13 - k, k - 2)) for k in range(2, 6)
    )
    assert KINDS_OF_PLAIN["sequence_of_triplets_with_pairs"] == sum((13 - k) * comb(13 - k, k) for k in range(2, 5))
    assert KINDS_OF_FOUR["sequence_of_triplets_with_pairs"] == sum((13 - k) * comb(15 - k, k) for k in range(2, 7))
    assert KINDS_OF_PLAIN["quadplex_with_cards"] == 13 * (comb(14, 2) - 1)
    assert KINDS_OF_PLAIN["quadplex_with_pairs"] == 13 * comb(12, 2)


def test_the_table_of_actions(backend: str, options: brute.Options) -> None:
    """Pass, bids, then every combination that there is, in the order that is written."""
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
    features[:] = 9  # the caller's own
    assert rules.action_features().max() < 9


def test_the_table_without_auction(backend: str) -> None:
    rules, plain_rules = rules_from(backend, {"rules": {"auction": False}}), rules_of(backend, PLAIN)
    assert rules.num_actions == plain_rules.num_actions - 3
    assert str(rules.move(0)) == "pass"
    for action in (*range(1, 50), *range(50, rules.num_actions, 97), rules.num_actions - 1):
        assert str(rules.move(action)) == str(plain_rules.move(action + 3))


def test_kicker_options_change_nothing_for_four(backend: str) -> None:
    """DD-34."""
    odd = {"players": 4, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True}
    rules = rules_from(backend, {"rules": {**odd, "quadplex": False}})
    same = rules_of(backend, FOUR)
    assert rules.num_actions == same.num_actions
    assert np.array_equal(rules.action_features(), same.action_features())


def random_hand(chance: random.Random, options: brute.Options) -> brute.Counts:
    """A small hand in which there is something: few ranks next to each other, quads, jokers, a chain."""
    deck, size = options.deck, chance.randint(1, 10)
    low = chance.randrange(13)
    match chance.randrange(4):
        case 0:
            ranks = list(range(low, min(low + chance.randint(2, 4), 15)))
        case 1:
            ranks = [*range(low, min(low + 3, 15)), 13, 14]
        case 2:
            ranks = [*range(max(0, low - 8), low + 1), chance.randrange(15)]
        case _:
            ranks = list(range(15))
    hand = [0] * 15
    for rank in chance.choices(ranks, k=size):
        hand[rank] = min(hand[rank] + chance.choice((1, 1, 2, 3, 4)), deck[rank])
    while sum(hand) > 11:
        rank = chance.choice([rank for rank in range(15) if hand[rank]])
        hand[rank] -= 1
    return tuple(hand)


SPECIAL = [
    "333444555666",
    "3334445556667",
    "22223333BR",
    "AAAKKK22BR",
    "AAA222KKKB",
    "QQQKKKAAA222",
    "34444555567",
    "TJQKA2BR33",
    "33344455BBRR",
    "3333333344",
    "33333444445555",
    "4444555566",
    "BBRR222AAA",
]


def hands_of(options: brute.Options, count: int) -> Iterator[brute.Counts]:
    chance = random.Random(count)
    for cards in SPECIAL:
        hand = brute.counts(cards)
        if all(have <= deck for have, deck in zip(hand, options.deck, strict=True)):
            yield hand
    for _ in range(count):
        yield random_hand(chance, options)


@cache
def by_kind(options: brute.Options) -> dict[str, list[brute.Reading]]:
    found: dict[str, list[brute.Reading]] = {}
    for reading in brute.table(options):
        found.setdefault(reading.kind, []).append(reading)
    return found


@cache
def ids_of(options: brute.Options) -> dict[brute.Reading, int]:
    return {reading: action for action, reading in enumerate(brute.table(options), 4)}


def test_legal_plays_by_brute_force(dd: Any, backend: str, options: brute.Options) -> None:
    """DD-11 and all the kinds: of each set of cards out of the hand it is asked what it is, and what it beats."""
    rules, chance = rules_of(backend, options), random.Random(7)
    answered = 0
    for hand in hands_of(options, 120):
        plays = brute.legal_plays(hand, options)
        found = dd.legal_plays(list(hand), None, rules)
        assert list(map(seen, found)) == list(map(said, plays)), brute.text(hand)
        # Answers to what is like a play of this hand, and to anything.
        near = by_kind(options)[chance.choice(plays).kind]
        for to_beat in (*chance.choices(near, k=2), chance.choice(plays), chance.choice(brute.table(options))):
            answers = [each for each in plays if brute.beats(each, to_beat)]
            move = rules.move(ids_of(options)[to_beat])
            found = dd.legal_plays(list(hand), move, rules)
            assert list(map(seen, found)) == list(map(said, answers)), (brute.text(hand), str(move))
            answered += len(answers)
    assert answered > 300


def test_all_small_sets_by_brute_force(dd: Any, backend: str) -> None:
    """Every set of up to four cards, and many larger ones: what they are, one by one and many at once."""
    chance = random.Random(3)
    for options in (PLAIN, FOUR, OPTIONS["all"]):
        rules = rules_of(backend, options)
        table, places = brute.table(options), ids_of(options)
        sets = list(small_sets(options, 4))
        sets += [tuple(random_hand(chance, options)) for _ in range(1500)]
        sets += [each.cards for each in chance.sample(table, 1500)]
        found = dd.classify_many(np.array(sets), rules)
        for place, cards in enumerate(sets):
            readings = brute.readings(cards, options)
            assert found.readings[place] == len(readings)
            one = readings[0] if len(readings) == 1 else None
            assert found.actions[place] == (-1 if one is None else places[one])
            assert found.kinds[place] == (0 if one is None else brute.KINDS.index(one.kind) + 1)
            assert found.ranks[place] == (0 if one is None else one.rank)
            assert found.lengths[place] == (0 if one is None else one.length)
            if place % 11 == 0:
                assert list(map(seen, dd.readings(list(cards), rules))) == list(map(said, readings))


def small_sets(options: brute.Options, most: int) -> Iterator[brute.Counts]:
    """Every set of cards of the deck of up to so many."""

    def extend(cards: list[int], rank: int, left: int) -> Iterator[brute.Counts]:
        if rank == 15:
            yield tuple(cards)
            return
        for count in range(min(left, options.deck[rank]) + 1):
            yield from extend([*cards, count], rank + 1, left - count)

    return extend([], 0, most)


def test_sentences_by_brute_force(dd: Any, backend: str, options: brute.Options) -> None:
    """DD-11, DD-26, DD-28, DD-29: what may be played on what, and the sentence where it may not."""
    rules, table, chance = rules_of(backend, options), brute.table(options), random.Random(5)
    kinds: dict[str, list[int]] = {}
    for place, reading in enumerate(table):
        kinds.setdefault(reading.kind, []).append(place)
    pairs = [(chance.choice(kinds[a]), chance.choice(kinds[b])) for a in kinds for b in kinds for _ in range(6)]
    pairs += [(chance.choice(kinds[kind]), chance.choice(kinds[kind])) for kind in kinds for _ in range(60)]
    beaten = []
    for a, b in pairs:
        one, other = rules.move(4 + a), rules.move(4 + b)
        assert one.why_not(other) == brute.why_not(table[a], table[b])
        beaten.append(brute.beats(table[a], table[b]))
        assert one.beats(other) is beaten[-1]
    ids = np.array(pairs) + 4
    many = dd.beats_many(ids[:, 0], ids[:, 1], rules)
    assert many.dtype == np.bool_
    assert many.tolist() == beaten
    assert 0.1 < many.mean() < 0.9


def test_fewest_plays_by_brute_force(dd: Any, backend: str) -> None:
    for options, count in ((PLAIN, 60), (FOUR, 40), (OPTIONS["all"], 60)):
        rules, chance = rules_of(backend, options), random.Random(11)
        for _ in range(count):
            hand = random_hand(chance, options)
            while sum(hand) > 9:
                hand = random_hand(chance, options)
            found = dd.min_plays(list(hand), rules)
            assert len(found) == brute.fewest_plays(hand, options), brute.text(hand)
            assert sorted("".join(move.cards for move in found)) == sorted(brute.text(hand))
            assert all(rules.parse(str(move)) == move for move in found)


def test_fewest_plays_of_whole_hands(dd: Any, backend: str) -> None:
    for players, size in ((3, 20), (4, 25)):
        rules = rules_of(backend, PLAIN if players == 3 else FOUR)
        deck = brute.text((PLAIN if players == 3 else FOUR).deck)
        chance = random.Random(players)
        for _ in range(3):
            hand = "".join(chance.sample(deck, size))
            found = dd.min_plays(hand, rules)
            assert sorted("".join(move.cards for move in found)) == sorted(hand)
            assert all(move in dd.readings(move.cards, rules) for move in found)
    assert dd.min_plays("", None) == []
    assert plain(dd.min_plays("3456789TJQKA")) == ["3456789TJQKA"]
    assert len(dd.min_plays("33344456778899BR")) == 3
    refuses(InvalidArgumentError, "a hand has at most 20 cards, this one has 21", dd.min_plays, "333344445555666677778")
    message = "a hand has at most 33 cards, this one has 34"
    refuses(InvalidArgumentError, message, dd.min_plays, [8] * 4 + [2] + [0] * 10, rules_of(backend, FOUR))


# Many at once


def test_many_legal_plays(dd: Any, backend: str, options: brute.Options) -> None:
    rules, chance = rules_of(backend, options), random.Random(21)
    hands = np.array([random_hand(chance, options) for _ in range(300)])
    ids = [chance.choice([0, *range(4, rules.num_actions)]) for _ in hands]
    ids[::3] = [int(chance.choice(dd.legal_plays(hand.tolist(), None, rules))) for hand in hands[::3]]
    for to_beat in (None, ids):
        found = dd.legal_plays_many(hands, to_beat, rules)
        assert (found.offsets.dtype, found.actions.dtype) == (np.int64, np.int32)
        assert found.offsets.shape == (301,)
        assert found.offsets[0] == 0
        assert found.offsets[-1] == len(found.actions)
        for k, hand in enumerate(hands):
            beaten = None if to_beat is None or to_beat[k] == 0 else rules.move(to_beat[k])
            single = list(map(int, dd.legal_plays(hand.tolist(), beaten, rules)))
            assert found.actions[found.offsets[k] : found.offsets[k + 1]].tolist() == single
    assert found._fields == ("offsets", "actions")


def test_pass_and_bids_neither_beat_nor_are_beaten(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    ids = [0, 1, 3, 4, rules.num_actions - 1]
    a, b = np.meshgrid(ids, ids)
    found = dd.beats_many(a.ravel(), b.ravel(), rules)
    expected = [x == rules.num_actions - 1 and y == 4 for x, y in zip(a.ravel(), b.ravel(), strict=True)]
    assert found.tolist() == expected


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
def test_arrays_of_any_integers(dd: Any, backend: str, kind: type[Any]) -> None:
    rules, chance = rules_of(backend, PLAIN), random.Random(2)
    hands = np.array([random_hand(chance, PLAIN) for _ in range(60)], dtype=kind)
    expected = dd.classify_many(hands, rules)
    assert expected._fields == ("readings", "actions", "kinds", "ranks", "lengths")
    assert [array.dtype for array in expected] == [np.uint8, np.int32, np.uint8, np.uint8, np.uint8]
    wide = np.zeros((60, 30), dtype=kind)
    wide[:, ::2] = hands
    for given in (hands.tolist(), np.asfortranarray(hands), wide[:, ::2], hands.astype(np.dtype(kind).newbyteorder())):
        for one, other in zip(dd.classify_many(given, rules), expected, strict=True):
            assert np.array_equal(one, other)
    for one, other in zip(dd.classify_many(hands[::-1], rules), expected, strict=True):
        assert np.array_equal(one, other[::-1])
    ids = np.arange(0, 120, dtype=kind)
    assert np.array_equal(dd.beats_many(ids, ids[::-1], rules), dd.beats_many(ids.tolist(), ids[::-1].tolist(), rules))


def test_none_at_all(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    empty = np.zeros((0, 15), dtype=np.uint8)
    assert [array.shape for array in dd.classify_many(empty, rules)] == [(0,)] * 5
    assert dd.beats_many([], [], rules).tolist() == []
    for found in (dd.legal_plays_many(empty, None, rules), dd.legal_plays_many(empty, [], rules)):
        assert found.offsets.tolist() == [0]
        assert found.actions.tolist() == []
    found = dd.legal_plays_many([[0] * 15], None, rules)  # an empty hand
    assert found.offsets.tolist() == [0, 0]


def test_more_cards_than_a_hand_are_classified(dd: Any, backend: str) -> None:
    for players in (3, 4):
        options = PLAIN if players == 3 else FOUR
        found = dd.classify_many([options.deck], rules_of(backend, options))
        assert [int(array[0]) for array in found] == [0, -1, 0, 0, 0]


def test_arrays_are_checked(dd: Any, backend: str) -> None:
    rules, four = rules_of(backend, PLAIN), rules_of(backend, FOUR)
    row = [0] * 15
    for call in (dd.classify_many, lambda hands, rules: dd.legal_plays_many(hands, None, rules)):
        name = "counts" if call is dd.classify_many else "hands"
        for wrong, message in (
            (row, f"{name} has the shape (15,): expected (n, 15)"),
            ([row[1:]], f"{name} has the shape (1, 14): expected (n, 15)"),
            ([[row]], f"{name} has the shape (1, 1, 15): expected (n, 15)"),
            (5, f"{name} has the shape (): expected (n, 15)"),
            ([row, row[1:]], f"{name} is ragged: expected the shape (n, 15)"),
            ([row, [5, *row[1:]]], "the counts are 0 to 4, 0 or 1 of the jokers"),
            ([[*row[1:], 2]], "the counts are 0 to 4, 0 or 1 of the jokers"),
            ([[-1, *row[1:]]], "the counts are 0 to 4, 0 or 1 of the jokers"),
            (np.array([[2**63 + 5, *row[1:]]], dtype=np.uint64), "the counts are 0 to 4, 0 or 1 of the jokers"),
        ):
            refuses(InvalidArgumentError, message, call, wrong, rules)
        refuses(InvalidArgumentError, "the counts are 0 to 8, 0 to 2 of the jokers", call, [[9, *row[1:]]], four)
        refuses(TypeError, f"{name} must be of an integer type, not float64", call, [[0.5, *row[1:]]], rules)
        refuses(TypeError, f"{name} must be of an integer type, not bool", call, [[True] * 15], rules)
    top = rules.num_actions - 1
    for a, b, message in (
        ([top + 1], [0], f"a[0] is {top + 1}: expected 0 to {top}"),
        ([0, -1], [0, 0], f"a[1] is -1: expected 0 to {top}"),
        ([0], [top + 1], f"b[0] is {top + 1}: expected 0 to {top}"),
        ([0, 0], [0], "b has the shape (1,): expected (2,)"),
        ([[0]], [0], "a has the shape (1, 1): expected (n,)"),
        (0, 0, "a has the shape (): expected (n,)"),
    ):
        refuses(InvalidArgumentError, message, dd.beats_many, a, b, rules)
    refuses(TypeError, "a must be of an integer type, not float64", dd.beats_many, [0.5], [0], rules)
    refuses(TypeError, "b must be of an integer type, not <U1", dd.beats_many, [0], ["0"], rules)
    asked: list[tuple[Any, str]] = [
        ([top + 1], f"to_beat[0] is {top + 1}: expected 0 to {top}"),
        ([0, 0], "to_beat has the shape (2,): expected (1,)"),
        ([1], "to_beat holds the id of a bid"),
        ([3], "to_beat holds the id of a bid"),
    ]
    for to_beat, message in asked:
        refuses(InvalidArgumentError, message, dd.legal_plays_many, [row], to_beat, rules)
    refuses(TypeError, "to_beat must be of an integer type, not float64", dd.legal_plays_many, [row], [0.5], rules)
    assert dd.legal_plays_many([row], [0], rules).actions.tolist() == []
    no_auction = rules_from(backend, {"rules": {"auction": False}})
    assert dd.legal_plays_many([[0, 1, *row[2:]]], [1], no_auction).actions.tolist() == [2]  # 1 is the 3 there
    message = "rules must be a Rules object of this game, not dict"
    refuses(TypeError, message, dd.classify_many, [row], {})
    refuses(TypeError, message, dd.beats_many, [0], [0], {})
    refuses(TypeError, message, dd.legal_plays_many, [row], None, {})


# Cards


@data("good_cards.json")
def test_cards_that_are_read(dd: Any, backend: str, row: dict[str, Any]) -> None:
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
def test_cards_that_are_refused(dd: Any, backend: str, row: dict[str, Any]) -> None:
    error, rules = error_of(row["error"]), rules_from(backend, row)
    calls = [dd.counts, dd.readings, dd.min_plays, lambda cards, rules: dd.legal_plays(cards, None, rules)]
    if not isinstance(row["cards"], str):  # of a text, it says what a move's text says
        calls.append(dd.classify)
    for call in calls:
        refuses(error, row["message"], call, row["cards"], rules)


def error_of(name: str) -> type[Exception]:
    return TypeError if name == "TypeError" else getattr(oxideal.errors, name)


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
        message = f"rules must be a Rules object of this game, not {shown_type(thing)}"
        for call in (dd.classify, dd.readings, dd.counts, dd.min_plays):
            refuses(TypeError, message, call, "3", thing)
        refuses(TypeError, message, dd.legal_plays, "3", None, thing)


def test_what_is_to_be_beaten_is_checked(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    for text in ("pass", "bid 2"):
        message = f"to_beat is a combination or None, not {text}"
        refuses(InvalidArgumentError, message, dd.legal_plays, "3", text, rules)
        refuses(InvalidArgumentError, message, dd.legal_plays, "3", rules.parse(text), rules)
    refuses(InvalidMoveError, "3345 is no combination that can be played", dd.legal_plays, "3", "3345", rules)
    other = rules_of(backend, OPTIONS["repeat 2"]).parse("333444 55")
    refuses(InvalidMoveError, "333444 55 is not in the table of these rules", dd.legal_plays, "3", other, rules)


# Moves


@data("good_moves.json")
def test_moves_that_are_read(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    move = rules.parse(row["text"])
    assert str(move) == row["written"], row["why"]
    assert repr(move) == f"Move({row['written']!r})"
    if move.kind not in ("pass", "bid"):
        assert dd.classify(row["text"], rules) == move


@data("bad_moves.json")
def test_moves_that_are_refused(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    state = dd.State(rules, seed=1)
    for parse in (rules.parse, state.parse, state.view(0).parse):
        refuses(InvalidMoveError, row["message"], parse, row["text"])
    if "bid" not in row["message"].split(" is not ")[0][:4]:
        refuses(InvalidMoveError, row["message"], dd.classify, row["text"], rules)


def test_passes_and_bids_are_no_cards(dd: Any) -> None:
    for text in ("pass", "bid 2", " PASS "):
        with pytest.raises(InvalidMoveError) as caught:
            dd.classify(text)
        assert str(caught.value).startswith(f'"{text}" names no move: write "pass", ')


def test_what_a_move_has(dd: Any, backend: str) -> None:
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
    with pytest.raises(TypeError) as caught:
        dd.Move()
    assert str(caught.value) == "a Move comes from Rules.move(), Rules.parse(), classify() or legal_moves()"


def test_moves_of_other_rules(dd: Any, backend: str) -> None:
    """Equal with the same id, kind, cards, main part and bid; pickled with their rules."""
    plain_rules, spring = rules_of(backend, PLAIN), rules_from(backend, {"rules": {"spring": True}})
    assert plain_rules.parse("333444 5T") == spring.parse("333444 5T")
    assert hash(plain_rules.parse("333444 5T")) == hash(spring.parse("333444 5T"))
    no_auction = rules_from(backend, {"rules": {"auction": False}})
    assert plain_rules.parse("3") != no_auction.parse("3")  # another id
    assert plain_rules.move(4) != no_auction.move(4)  # the same id, other cards
    extended = rules_of(backend, OPTIONS["all"])
    for move in extended.parse("333444555 666"), extended.parse("333444555666 alone"), extended.parse("4444 BR"):
        assert pickle.loads(pickle.dumps(move)) == move
        assert str(pickle.loads(pickle.dumps(move))) == str(move)
        message = f"{move} is not in the table of these rules"
        if move.main != "333444555666":
            refuses(InvalidMoveError, message, plain_rules.action, move)
            refuses(InvalidMoveError, message, dd.State(plain_rules, seed=1).push, move)
    for thing in (None, 5, "3", object()):
        message = f"other must be a Move of this game, not {shown_type(thing)}"
        refuses(TypeError, message, plain_rules.move(4).beats, thing)
        refuses(TypeError, message, plain_rules.move(4).why_not, thing)


# Rules


def test_rules_that_are_none(dd: Any) -> None:
    numbers = {"players": "players is 3 or 4", "sequence_max": "sequence_max is an integer from 5 to 12"}
    numbers["kicker_repeat"] = "kicker_repeat is an integer from 1 to 4"
    for name, message in numbers.items():
        for value in (-1, 0, 13, 10**30, -(10**30)):
            refuses(InvalidRulesError, f"{message}, not {value}", dd.Rules, **{name: value})
            refuses(InvalidRulesError, f"{message}, not {value}", dd.Rules.from_dict, {name: value})
        for thing in ("4", 4.0, None, True, [3]):
            refuses(InvalidRulesError, f"{message}, not {type(thing).__name__}", dd.Rules, **{name: thing})
    for name in ("auction", "spring", "kicker_both_jokers", "kicker_extends_chain", "quadplex"):
        for thing in (1, 0, None, "yes", 1.0):
            message = f"{name} is True or False, not {type(thing).__name__}"
            refuses(InvalidRulesError, message, dd.Rules, **{name: thing})
    refuses(InvalidRulesError, 'all_pass is "redeal" or "void", not "never"', dd.Rules, all_pass="never")
    refuses(InvalidRulesError, f'all_pass is "redeal" or "void", not "{"?" * 40}..."', dd.Rules, all_pass="\u00e9" * 41)
    for other in (1, None, True, b"void"):
        message = f'all_pass is "redeal" or "void", not {type(other).__name__}'
        refuses(InvalidRulesError, message, dd.Rules, all_pass=other)


def test_rules_are_checked_in_the_order_of_the_fields(dd: Any) -> None:
    wrong: dict[str, Any] = {"players": 5, "auction": 1, "all_pass": "x", "sequence_max": 4, "spring": 1}
    wrong |= {"kicker_repeat": 5, "kicker_both_jokers": 1, "kicker_extends_chain": 1, "quadplex": 1}
    assert list(wrong) == list(DEFAULTS)
    while wrong:
        with pytest.raises(InvalidRulesError) as caught:
            dd.Rules.from_dict(dict(reversed(wrong.items())))
        first = next(iter(wrong))
        assert str(caught.value).startswith(f"{first} is "), first
        del wrong[first]


def test_fields_of_the_rules(dd: Any) -> None:
    rules = dd.Rules()
    assert rules.to_dict() == DEFAULTS
    assert list(rules.to_dict()) == list(DEFAULTS)
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS
    assert (rules.players, rules.num_actions, rules.action_table_version) == (3, 12_658, 1)
    assert dd.Rules(players=np.int64(4)).players == 4


PRESETS: dict[str, dict[str, Any]] = {
    "douzero": {"auction": False, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True},
    "rlcard": {"auction": False, "kicker_repeat": 3},
    "openspiel": {
        "all_pass": "void",
        "spring": True,
        "kicker_repeat": 3,
        "kicker_extends_chain": True,
        "quadplex": False,
    },
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets(dd: Any, name: str) -> None:
    """DD-34: as many combinations as the other program has, its own way of counting them."""
    rules = dd.Rules.preset(name)
    assert rules.to_dict() == DEFAULTS | PRESETS[name]
    table = brute.table(brute.Options.of(PRESETS[name]))
    assert rules.num_actions == (1 if name != "openspiel" else 4) + len(table)
    if name == "openspiel":  # 22588 chains of triplets with cards: kAirplaneWithPairActionBase in its sources
        assert sum(each.kind == "sequence_of_triplets_with_cards" for each in table) == 22_588
        assert len(table) == 26_053
    else:
        assert len({each.cards for each in table}) == {"douzero": 29_984, "rlcard": 27_471}[name]


def test_presets_that_are_none(dd: Any) -> None:
    for name in ("", "chess", "x" * 41):
        shown = name if len(name) < 41 else "x" * 40 + "..."
        message = f'there is no preset "{shown}": the presets are "douzero", "openspiel", "rlcard"'
        refuses(InvalidRulesError, message, dd.Rules.preset, name)
    for thing in (None, 5):
        with pytest.raises(TypeError):
            dd.Rules.preset(thing)


def test_bytes_of_the_rules(dd: Any, backend: str) -> None:
    for fields, content in (
        ({}, b"\x03\x21\x0c\x01"),
        ({"players": 4}, b"\x04\x21\x0c\x01"),
        ({"auction": False}, b"\x03\x20\x0c\x01"),
        ({"all_pass": "void"}, b"\x03\x23\x0c\x01"),
        ({"spring": True}, b"\x03\x25\x0c\x01"),
        ({"kicker_both_jokers": True}, b"\x03\x29\x0c\x01"),
        ({"kicker_extends_chain": True}, b"\x03\x31\x0c\x01"),
        ({"quadplex": False}, b"\x03\x01\x0c\x01"),
        ({"sequence_max": 5, "kicker_repeat": 4}, b"\x03\x21\x05\x04"),
    ):
        rules = rules_from(backend, {"rules": fields})
        state = dd.State(rules, seed=258, stream=772)
        begin = b"OXID\x01S\x08doudizhu\x04" + content
        assert state.to_bytes() == begin + b"\0\x02\x01" + bytes(30) + b"\x04\x03" + bytes(10) + b"\0\0"
        assert dd.State.from_bytes(state.to_bytes()).rules == rules
    plain_content = b"\x03\x21\x0c\x01"
    wrong_contents = [b"", plain_content[:3], plain_content + b"\0"]
    for place, byte in ((0, 2), (0, 5), (1, 0x41), (1, 0xA1), (2, 4), (2, 13), (3, 0), (3, 5)):
        wrong_contents.append(plain_content[:place] + bytes([byte]) + plain_content[place + 1 :])
    for wrong in wrong_contents:
        head = codec.header("S", "doudizhu", wrong) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, "the rules in these bytes are not known", dd.State.from_bytes, head)


# The deal (DD-01, DD-05, DD-06, DD-09)


def dealt(stream: Any, players: int, dealer: int | None) -> dict[str, Any]:
    """DD-05 and DD-06 once more: the dealer, the permutation, the place, in this order."""
    options = PLAIN if players == 3 else FOUR
    deck = brute.text(options.deck)
    if dealer is None:
        dealer = stream.below(players)
    order = [deck[place] for place in stream.shuffled(len(deck))]
    place = stream.below(len(deck))
    face_up, *rest = order
    rest.insert(place, face_up)
    each = 17 if players == 3 else 25
    hands: list[list[str]] = [[] for _ in range(players)]
    for number in range(each * players):
        hands[(dealer + number) % players].append(rest[number])
    drawn = (dealer + place) % players if place < each * players else None
    return {
        "dealer": dealer,
        "hands": tuple("".join(sorted(hand, key=brute.RANKS.index)) for hand in hands),
        "kitty": "".join(sorted(rest[each * players :], key=brute.RANKS.index)),
        "face_up": face_up,
        "face_up_seat": drawn,
        "first_bidder": dealer if drawn is None else drawn,
    }


@pytest.mark.parametrize("players", [3, 4])
def test_deals(dd: Any, backend: str, players: int) -> None:
    """DD-01, DD-03, DD-04, DD-05, DD-06."""
    rules = rules_of(backend, PLAIN if players == 3 else FOUR)
    in_kitty = 0
    dealers = Counter()  # type: ignore[var-annotated]
    for seed in range(150):
        for dealer in (None, seed % players):
            state = dd.State(rules, seed=seed, stream=5, dealer=dealer)
            expected = dealt(Stream(seed, 5), players, dealer)
            assert {name: getattr(state, name) for name in expected} == expected
            assert state.current_player == expected["first_bidder"]
            assert (state.phase, state.bids, state.landlord) == ("auction", (), None)
            in_kitty += state.face_up_seat is None
        dealers[dd.State(rules, seed=seed, stream=5).dealer] += 1
    assert in_kitty > 5
    assert min(dealers[seat] for seat in range(players)) > 20


def test_the_deal_without_auction(dd: Any, backend: str) -> None:
    """The one who would open the auction is the landlord, at a bid of 1."""
    rules = rules_from(backend, {"rules": {"auction": False}})
    for seed in range(40):
        state, expected = dd.State(rules, seed=seed), dealt(Stream(seed, 0), 3, None)
        landlord = expected["first_bidder"]
        assert (state.landlord, state.bid, state.bids, state.phase) == (landlord, 1, (), "play")
        assert state.current_player == landlord
        hands = list(expected["hands"])
        hands[landlord] = "".join(sorted(hands[landlord] + expected["kitty"], key=brute.RANKS.index))
        assert state.hands == tuple(hands)
        assert (state.kitty, state.dealer) == (expected["kitty"], expected["dealer"])


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [None, 1])
def test_dealing_anew(dd: Any, backend: str, players: int, dealer: int | None) -> None:
    """DD-09: when everybody passes, the same dealer deals again from the same stream, as often as it takes."""
    rules = rules_of(backend, PLAIN if players == 3 else FOUR)
    for seed in range(10):
        stream = Stream(seed, 9)
        state = dd.State(rules, seed=seed, stream=9, dealer=dealer)
        expected = dealt(stream, players, dealer)
        events: list[list[str]] = [[f"dealer {expected['dealer']}"] for _ in range(players)]
        for _ in range(4):
            assert {name: getattr(state, name) for name in expected} == expected
            assert (state.bids, state.bid, state.landlord, state.phase) == ((), None, None, "auction")
            assert state.current_player == expected["first_bidder"]
            where = "in kitty" if expected["face_up_seat"] is None else f"by {expected['face_up_seat']}"
            for seat in range(players):
                events[seat] += [f"face-up {expected['face_up']} {where}", f"hand {expected['hands'][seat]}"]
                assert state.events(seat) == events[seat]
                assert dd.View.from_events(rules, seat, events[seat]) == state.view(seat)
            for number in range(players):
                assert state.bids == (0,) * number
                passing = state.current_player
                state.push(0)
                for seat in range(players):
                    events[seat].append(f"{passing} pass")
            expected = dealt(stream, players, expected["dealer"])
        assert state.history == (0,) * 4 * players
        assert state == dd.State.from_bytes(state.to_bytes())
        for _ in range(4 * players):
            state.pop()
        assert state == dd.State(rules, seed=seed, stream=9, dealer=dealer)


def test_chance_that_is_still_ahead(dd: Any, backend: str) -> None:
    """DD-09: a redeal takes its cards from the seed that is given with a text or deal, and no longer counts once there
    is a bid.
    """
    rules = rules_of(backend, PLAIN)
    deal = rows("doudizhu", "rounds.json")[0]["deal"]
    base = dd.State.from_deal(rules, **deal)
    text = base.to_text()
    assert base == dd.State.from_text(text) == dd.State.from_text(text, seed=0, stream=0)
    for seed, stream in ((5, 0), (0, 3), (2**255, 2**90)):
        state = dd.State.from_deal(rules, **deal, dealer=2, seed=seed, stream=stream)
        same = dd.State.from_text(state.to_text(), seed=seed, stream=stream)
        assert state == same
        assert hash(state) == hash(same)
        assert state != dd.State.from_text(state.to_text())
        assert state.view(0) == dd.State.from_text(state.to_text()).view(0)
        for each in (state, same):
            for _ in range(3):
                each.push(0)
        assert state == same
        expected = dealt(Stream(seed, stream), 3, 2)
        assert {name: getattr(state, name) for name in expected} == expected
        one, other = base.copy(), dd.State.from_text(text, seed=seed, stream=stream)
        assert one != other
        for each in (one, other):
            each.push(0)
            each.push(each.parse("bid 1"))
        assert one == other  # there will be no redeal
        assert hash(one) == hash(other)
        assert one.to_text() == other.to_text()
    void = rules_from(backend, {"rules": {"all_pass": "void"}})
    text = dd.State.from_deal(void, **deal).to_text()
    assert dd.State.from_text(text, seed=1) == dd.State.from_text(text, seed=2)


def test_bytes_of_chance_ahead(dd: Any, backend: str) -> None:
    """The seed, the stream, and how many words had been drawn."""
    rules = rules_of(backend, PLAIN)
    deal = rows("doudizhu", "rounds.json")[0]["deal"]
    state = dd.State.from_deal(rules, **deal, seed=258, stream=772)
    content = codec.rules_of(state.to_bytes(), "doudizhu")
    head = codec.header("S", "doudizhu", content)
    chance = (258).to_bytes(32, "little") + (772).to_bytes(12, "little")
    begin, none = head + codec.by_hand(state.to_text(), last=None) + chance, codec.recent(())
    assert state.to_bytes() == begin + bytes(8) + none + codec.history(())
    for _ in range(3):
        state.push(0)
    assert state.to_bytes() == begin + bytes(8) + none + codec.history((0, 0, 0))  # the origin is where it began
    # Some words further on.
    for words in (1, 70, 2**33):
        later = dd.State.from_bytes(begin + words.to_bytes(8, "little") + none + codec.history((0, 0, 0)))
        assert later != state
        stream = Stream(258, 772)
        stream.skip(words)
        expected = dealt(stream, 3, 1)
        assert {name: getattr(later, name) for name in expected} == expected
        assert later.to_bytes() == begin + words.to_bytes(8, "little") + none + codec.history((0, 0, 0))
    sample = state.view(1).sample(7, 3)
    at = len(head + codec.by_hand(sample.to_text(), last=None))
    stored = sample.to_bytes()[at : at + 52]
    assert stored[:44] == (7).to_bytes(32, "little") + samples(3, 1).to_bytes(12, "little")
    state.push(state.parse("bid 1"))
    read = dd.State.from_text(state.to_text(), seed=5)
    assert read.to_bytes() == head + codec.by_hand(state.to_text()) + codec.history(())


# Rounds (DD-02, DD-04, DD-06 to DD-13, DD-30 to DD-33)


@data("rounds.json")
def test_rounds(dd: Any, backend: str, row: dict[str, Any]) -> None:
    state = begun(dd, rules_from(backend, row), row)
    shows(state, row["expect"], row["why"])
    public = {name: each for name, each in row["expect"].items() if name not in ("hands", "kitty", "text", "legal")}
    for seat in range(state.rules.players):
        view = state.view(seat)
        shows(view, public, row["why"])
        assert view.hand == state.hands[seat]
        assert view.legal_moves() == (state.legal_moves() if seat == state.current_player else [])
        assert dd.View.from_events(state.rules, seat, state.events(seat)) == view
    read = dd.State.from_text(state.to_text())
    assert read.to_text() == state.to_text()
    for _ in row["moves"]:
        state.pop()
    assert state == begun(dd, state.rules, {**row, "moves": []})


@data("refused.json")
def test_refused_moves(dd: Any, backend: str, row: dict[str, Any]) -> None:
    state = begun(dd, rules_from(backend, row), row)
    before = state.to_text()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(state.parse(row["move"]))
    assert (caught.value.rule, caught.value.reason) == (row["rule"], row["reason"]), row["why"]
    assert str(caught.value) == f"{row['reason']} [{row['rule']}]"
    assert state.to_text() == before
    assert not state.is_legal(state.parse(row["move"]))


def test_random_rounds_keep_what_must_be_kept(dd: Any, backend: str) -> None:
    """DD-01, DD-10 to DD-13, DD-30 to DD-33 on whole rounds: no card is lost, when they end, what they pay."""
    for fields in ({}, {"players": 4}, {"spring": True, "auction": False}, {"all_pass": "void"}):
        rules = rules_from(backend, {"rules": fields})
        options = brute.Options.of(rules.to_dict())
        for seed in range(4):
            state = dd.State(rules, seed=seed)
            last: list[Any] = []
            for moment in play(state, seed):
                cards = "".join((*moment.hands, *moment.played)) + ("" if moment.landlord is not None else moment.kitty)
                assert brute.counts(cards) == options.deck
                assert moment.hand_sizes == tuple(len(hand.replace("-", "")) for hand in moment.hands)
                if moment.is_over or moment.phase == "auction":
                    continue
                last.append(moment)
                plays = brute_answers(moment, options)
                assert [str(move) for move in moment.legal_moves() if str(move) != "pass"] == plays
                assert moment.is_legal(0) is (moment.to_beat is not None)
            end = moment
            assert sum(end.payoffs) == 0
            assert end.scores == end.payoffs
            if end.landlord is None:
                assert end.payoffs == (0,) * rules.players
                continue
            winner = end.hands.index("-")
            won = winner == end.landlord
            stake = end.bid << end.doublings
            others = [end.plays[seat] for seat in range(rules.players) if seat != end.landlord]
            if rules.spring and ((won and not any(others)) or (not won and end.plays[end.landlord] == 1)):
                stake *= 2
            each = -stake if won else stake
            assert end.payoffs == tuple(
                -each * (rules.players - 1) if seat == end.landlord else each for seat in range(rules.players)
            )


def brute_answers(state: Any, options: brute.Options) -> list[str]:
    """The texts of what can be played, on small hands by brute force; on others nothing is said against it."""
    hand = state.hands[state.current_player]
    if len(hand) > 9:
        return [str(move) for move in state.legal_moves() if str(move) != "pass"]
    to_beat = None
    if state.to_beat is not None:
        (to_beat,) = brute.readings(brute.counts(state.to_beat.cards), options)
    plays = brute.legal_plays(brute.counts(hand), options, to_beat)
    return [brute.text(each.main) + (f" {brute.text(each.attached)}" if any(each.attached) else "") for each in plays]


@pytest.mark.parametrize("players", [3, 4])
def test_rounds_by_another_bookkeeper(dd: Any, backend: str, players: int) -> None:
    """DD-04, DD-07, DD-08, DD-11 to DD-13: who is next and what is to be beaten, kept a second time."""
    rules = rules_of(backend, PLAIN if players == 3 else FOUR)
    for seed in range(6):
        chance = random.Random(seed)
        state = dd.State(rules, seed=seed)
        seat, bids, highest = state.first_bidder, 0, 0
        bidder = None
        while True:  # the auction
            assert state.current_player == seat
            legal = [0, *range(highest + 1, 4)]
            assert state.legal_actions() == legal
            action = chance.choice(legal)
            state.push(action)
            if action:
                highest, bidder, bids = action, seat, 0
            else:
                bids += 1
            seat = (seat + 1) % players
            if bidder is None and bids == players:
                seat, bids = state.first_bidder, 0
            if highest == 3 or (bidder is not None and bids == players - 1):
                break
        assert (state.landlord, state.bid) == (bidder, highest)
        assert bidder is not None
        seat, passes = bidder, 0
        to_beat: tuple[str, int] | None = None
        while not state.is_over:
            assert state.current_player == seat
            assert (None if state.to_beat is None else (str(state.to_beat), state.to_beat_seat)) == to_beat
            assert state.passes == passes
            move = chance.choice(state.legal_moves())
            if str(move) == "pass":
                passes += 1
            else:
                if to_beat is not None:
                    assert move.beats(rules.parse(to_beat[0]))
                to_beat, passes = (str(move), seat), 0
            state.push(move)
            if passes == players - 1:
                assert to_beat is not None
                to_beat, passes = None, 0
            seat = (seat + 1) % players
        assert state.hands[(seat - 1) % players] == "-"


# Positions and texts


@data("good_texts.json")
def test_texts_that_are_read(dd: Any, row: dict[str, Any]) -> None:
    read = getattr(dd, row["reader"]).from_text(row["text"])
    assert read.to_text() == row["written"], row["why"]
    assert repr(read) == f"{row['reader']}.from_text({row['written']!r})"


@data("bad_texts.json")
def test_texts_that_are_refused(dd: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, row["message"], getattr(dd, row["reader"]).from_text, row["text"])


@data("positions.json")
def test_positions(dd: Any, backend: str, row: dict[str, Any]) -> None:
    state = dd.State.from_position(rules_from(backend, row), **row["args"])
    assert state.to_text() == row["text"], row["why"]
    assert state == dd.State.from_text(row["text"])
    assert (state.seed, state.stream, state.history) == (None, None, ())


@data("bad_positions.json")
def test_positions_that_are_refused(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    refuses(error_of(row["error"]), row["message"], dd.State.from_position, rules, **row["args"])


@data("bad_deals.json")
def test_deals_that_are_refused(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    refuses(error_of(row["error"]), row["message"], dd.State.from_deal, rules, **row["args"])


def test_cards_of_positions_in_any_form(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    move = rules.parse("22")
    args: dict[str, Any] = {"landlord": 0, "by": 2}
    expected = dd.State.from_position(rules, hands=["33", "4", "5"], to_beat="22", **args)
    counts = [2] + [0] * 14
    hands: list[Any] = [["3", "3"], np.array([0, 1] + [0] * 13), "5"]
    assert dd.State.from_position(rules, hands=hands, to_beat=move, **args) == expected
    assert dd.State.from_position(rules, hands=iter([counts, " 4", ("5",)]), to_beat=" 2 2 ", **args) == expected
    message = "rules must be a Rules object of this game, not dict"
    refuses(TypeError, message, dd.State.from_position, {}, hands=5, landlord="x")
    refuses(TypeError, message, dd.State.from_deal, {}, hands=5, kitty=5, first_bidder=5)
    for name, thing in (("hands", [5]), ("landlord", 9), ("bid", 9), ("lead", 9), ("passes", 9), ("doublings", -1)):
        later = {"hands": ["3", "4", "5"], "landlord": 0, "doublings": -1}
        with pytest.raises((InvalidArgumentError, TypeError)) as caught:
            dd.State.from_position(rules, **(later | {name: thing}))
        shown = {"hands": "hands has", "landlord": "there is no seat", "lead": "there is no seat"}.get(name, name)
        assert str(caught.value).startswith(shown), name


ODD: list[dict[str, Any]] = [
    {"to_beat": "3345", "by": 1},
    {"to_beat": "pass", "by": 1},
    {"to_beat": "bid 1", "by": 1},
    {"to_beat": "", "by": 1},
    {"to_beat": 5, "by": 1},
    {"to_beat": "66", "by": 0, "lead": 0},
    {"lead": 0, "by": 0},
    {"passes": 1},
    {"hands": {"3": 1, "4": 1, "5": 1}},
    {"hands": ["3" * 21, "4", "5"]},
    {"hands": ["3333444455556666777788", "9", "T"]},
    {"hands": ["3", "4" * 4 + "5" * 4 + "6" * 4 + "7" * 4 + "88", "5"]},
    {"hands": ["-", "-", "-"]},
    {"kitty": ""},
    {"kitty": []},
    {"plays": ["1", 1, 1]},
    {"played": [5, 5, 5]},
    {"played": ["3", "4", "5"]},
    {"doublings": True},
    {"bid": 2.0},
    {"to_beat": "22", "by": 1, "played": ["3334445556666777788", "889999TTTTJJJJQQ", "QQKKKKAAAA2222BR"]},
    {"to_beat": "2222", "by": 1, "passes": 3},
    {"to_beat": "BR", "by": 1, "hands": ["3R", "4", "5"]},
]


def test_odd_positions_are_answered_alike() -> None:
    """What the document leaves open, both backends answer in the same way."""
    for odd in ODD:
        answers = []
        for backend in BACKENDS:
            module: Any = module_of("doudizhu", backend)
            args = {"hands": ["3", "4", "5"], "landlord": 0} | odd
            try:
                answers.append(module.State.from_position(rules_of(backend, PLAIN), **args).to_text())
            except (ValueError, TypeError) as error:
                answers.append(f"{type(error).__name__}: {error}")
        assert len(set(answers)) == 1, (odd, answers)


@data("good_events.json")
def test_events_that_are_read(dd: Any, backend: str, row: dict[str, Any]) -> None:
    view = dd.View.from_events(rules_from(backend, row), row["seat"], row["events"])
    assert view.to_text() == row["text"], row["why"]
    assert view == dd.View.from_text(row["text"])
    assert view.seat == row["seat"]


@data("bad_events.json")
def test_events_that_are_refused(dd: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_from(backend, row)
    refuses(InvalidRecordError, row["message"], dd.View.from_events, rules, row["seat"], row["events"])


def test_events_of_a_round(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    state = dd.State(rules, seed=7, dealer=2)
    first, hands = state.first_bidder, state.hands
    face_up = f"face-up {state.face_up} " + ("in kitty" if state.face_up_seat is None else f"by {state.face_up_seat}")
    bids = [f"{first} pass", f"{(first + 1) % 3} bid 1", f"{(first + 2) % 3} bid 3"]
    for action in (0, 1, 3):
        state.push(action)
    landlord = (first + 2) % 3
    lead = state.legal_moves()[0]
    state.push(lead)
    state.push(0)
    rest = [f"kitty {state.kitty}", f"{landlord} {lead}", f"{first} pass"]
    for seat in range(3):
        assert state.events(seat) == ["dealer 2", face_up, f"hand {hands[seat]}", *bids, *rest]
    middle = dd.State.from_text(state.to_text())
    middle.push(0)
    for seat in range(3):
        expected = [f"position {state.view(seat).to_text()}", f"{(first + 1) % 3} pass"]
        assert middle.events(seat) == expected


# Views (DD-35)


@data("views.json")
def test_what_a_seat_knows(dd: Any, row: dict[str, Any]) -> None:
    state = dd.State.from_text(row["text"])
    view = state.view(row["seat"])
    shows(view, row["expect"], row["why"])
    sample = view.sample(1)
    assert sample.view(row["seat"]) == view
    for seat, known in enumerate(view.known):
        if known != "-":
            have = brute.counts(state.hands[seat])
            assert all(a >= b for a, b in zip(have, brute.counts(known), strict=True))


def test_samples_are_uniform(dd: Any, backend: str) -> None:
    """DD-35: among all the deals that a seat may think of, each comes up as often as it should."""
    rules = rules_of(backend, PLAIN)
    state = dd.State.from_position(rules, hands=["KA22B", "KAA2", "KKA2R"], landlord=0, kitty="2AB")
    state = dd.State.from_text(state.to_text().replace("first 0;", "first 0; face-up 2 by 0;"))
    for seat, known in ((0, ("-", "-", "-")), (1, ("A22B", "-", "-")), (2, ("A22B", "-", "-"))):
        view = state.view(seat)
        assert view.known == known
        expected = hidden_deals(view)
        assert len(expected) >= 3
        check_uniform(view, expected)


def test_samples_of_the_auction(dd: Any, backend: str) -> None:
    """DD-35: before the kitty is taken it is a place like any other, but the face-up card stays where it was seen."""
    rules = rules_of(backend, PLAIN)
    seed = next(seed for seed in range(100) if dd.State(rules, seed=seed).face_up_seat is None)
    for state in (dd.State(rules, seed=seed), dd.State(rules, seed=next(iter({0, 1, 2, 3} - {seed})))):
        view = state.view(1)
        hidden = Counter(view.unseen)
        hidden[view.face_up] -= view.face_up_seat != 1
        places = [17, 0, 17, 3]
        holder = 3 if view.face_up_seat is None else view.face_up_seat
        places[holder] -= holder != 1
        found: list[Counter[str]] = [Counter(), Counter(), Counter(), Counter()]
        for stream in range(600):
            sample = view.sample(5, stream)
            assert sample.hands[1] == view.hand
            for place, cards in enumerate((*sample.hands, sample.kitty)):
                here = Counter(cards)
                if place != 1:
                    here[view.face_up] -= place == holder
                    assert min(here.values()) >= 0
                    found[place] += here
        for place in (0, 2, 3):
            for rank, count in hidden.items():
                mean = 600 * places[place] * count / sum(hidden.values())
                assert abs(found[place][rank] - mean) < 5 * mean**0.5 + 1e-9, (place, rank)


def test_samples_are_given_out_as_written(dd: Any, backend: str) -> None:
    """The hidden cards, ascending, are shuffled by the stream: to the other seats, then to the kitty."""
    for options in (PLAIN, FOUR):
        rules = rules_of(backend, options)
        for place, moment in enumerate(play(dd.State(rules, seed=3), 3)):
            view = moment.view(place % rules.players)
            known = [brute.counts(each) for each in view.known]
            if view.kitty is None and view.face_up is not None and view.face_up_seat is None:
                known.append(brute.counts(view.face_up))
            hidden = brute.counts(view.unseen)
            for each in known:
                hidden = tuple(a - b for a, b in zip(hidden, each, strict=True))
            cards = brute.text(hidden).replace("-", "")
            left = [cards[number] for number in Stream(place, samples(9, view.seat)).shuffled(len(cards))]
            sample = view.sample(place, 9)
            for seat in range(rules.players):
                if seat != view.seat:
                    needed = view.hand_sizes[seat] - sum(known[seat])
                    given, left = left[:needed], left[needed:]
                    hand = brute.counts("".join(given) + view.known[seat])
                    assert sample.hands[seat] == brute.text(hand)
            if view.kitty is None:
                rest = brute.counts("".join(left) + ("" if len(known) == rules.players else view.face_up))
                assert sample.kitty == brute.text(rest)
            else:
                assert not left


def hidden_deals(view: Any) -> Counter[tuple[str, ...]]:
    """The deals that a view allows, each with its weight: the cards that are not known to lie with somebody go out to
    the places that are left, every permutation alike.
    """
    players, own = view.rules.players, view.seat
    known = [brute.counts(each) for each in view.known]
    hidden = [*brute.counts(view.unseen)]
    for each in known:
        hidden = [a - b for a, b in zip(hidden, each, strict=True)]
    sizes = [0 if seat == own else view.hand_sizes[seat] - sum(known[seat]) for seat in range(players)]
    kitty = view.kitty is None
    fixed = [*known, brute.NOTHING]
    if kitty:
        sizes.append(3 if players == 3 else 8)
        if view.face_up is not None and view.face_up_seat is None:
            fixed[players] = brute.counts(view.face_up)
            hidden = [a - b for a, b in zip(hidden, fixed[players], strict=True)]
            sizes[-1] -= 1
    else:
        sizes.append(0)
    found: Counter[tuple[str, ...]] = Counter()

    def give(seat: int, left: tuple[int, ...], hands: tuple[str, ...], ways: int) -> None:
        if seat > players:
            found[hands] += ways
            return
        for chosen in brute.subsets(left):
            if sum(chosen) == sizes[seat]:
                more = 1
                for have, take in zip(left, chosen, strict=True):
                    more *= comb(have, take)
                rest = tuple(a - b for a, b in zip(left, chosen, strict=True))
                hand = brute.text(tuple(a + b for a, b in zip(chosen, fixed[seat], strict=True)))
                give(seat + 1, rest, (*hands, hand), ways * more)

    give(0, tuple(hidden), (), 1)
    return found


def check_uniform(view: Any, expected: Counter[tuple[str, ...]]) -> None:
    """Chi-square: many samples against the weights. Seeds are fixed, so that it is always the same."""
    count, own = 3000, view.seat
    found: Counter[tuple[str, ...]] = Counter()
    for stream in range(count):
        sample = view.sample(3, stream)
        hands = tuple("-" if seat == own else hand for seat, hand in enumerate(sample.hands))
        found[(*hands, sample.kitty if view.kitty is None else "-")] += 1
    assert set(found) <= set(expected)
    total = sum(expected.values())
    chi = sum((found[deal] - count * ways / total) ** 2 / (count * ways / total) for deal, ways in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5, (chi, freedom)
    assert chi > freedom - 5 * (2 * freedom) ** 0.5, (chi, freedom)


# Pictures


@data("pictures.json")
def test_pictures(dd: Any, row: dict[str, Any]) -> None:
    assert str(getattr(dd, row["reader"]).from_text(row["text"])).split("\n") == row["lines"]


# Playouts


@pytest.mark.parametrize("fields", [{}, {"players": 4, "spring": True}, {"auction": False}, {"all_pass": "void"}])
def test_playouts_can_be_played_again_by_hand(dd: Any, backend: str, fields: dict[str, Any]) -> None:
    rules = rules_from(backend, {"rules": fields})
    redeals = 0
    dealt_anew = 138 if rules.players == 3 else 244  # where all pass at first
    for seed, first in ((7, 0), (2**256 - 1, 2**64 - 3), (7, dealt_anew - 1)):
        played = dd.playouts(rules, 3, seed, first=first)
        for k in range(3):
            chance = SplitMix.of_game(seed, first + k)
            dealer, length = None, 0
            while True:
                deal = dealt(chance, rules.players, dealer)
                dealer = deal["dealer"]
                state = dd.State.from_deal(
                    rules, hands=deal["hands"], kitty=deal["kitty"], first_bidder=deal["first_bidder"], dealer=dealer
                )
                last_pass = (0,) * (rules.players - 1)
                while legal := state.legal_actions():
                    action = legal[chance.below(len(legal))]
                    length += 1
                    if rules.auction and rules.all_pass == "redeal" and (*state.bids, action) == (*last_pass, 0):
                        break  # dealt anew: by the same generator, not by the state's own
                    state.push(action)
                if state.is_over:
                    break
                redeals += 1
            assert tuple(played.payoffs[k]) == state.payoffs
            assert played.lengths[k] == length
    assert (redeals > 0) is (rules.auction and rules.all_pass == "redeal")


def test_moves_of_different_rules_are_equal_when_they_are_the_same(backend: str) -> None:
    module: Any = module_of("doudizhu", backend)
    plain = module.Rules().parse("333444555666")
    extended = module.Rules(kicker_repeat=3, kicker_extends_chain=True)
    alone = extended.parse("333444555666 alone")
    assert (str(plain), str(alone)) == ("333444555666", "333444555666 alone")
    assert plain == alone
    assert hash(plain) == hash(alone)
    assert plain != extended.parse("333444555 666")


def test_arguments_are_looked_at_in_their_order(backend: str) -> None:
    module: Any = module_of("doudizhu", backend)
    message, wrong = "hands must be a list with one item a seat, not int", {"hands": 5, "kitty": "", "first_bidder": 0}
    refuses(TypeError, message, module.State.from_deal, module.Rules(), seed=-1, **wrong)
    refuses(TypeError, "text must be a str, not int", module.State.from_text, 5, seed=-1)
