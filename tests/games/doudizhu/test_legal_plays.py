"""Legal plays, reasons and minimum numbers of plays, by brute force."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from helpers.brute import doudizhu as brute
from helpers.cases import plain
from helpers.doudizhu import FOUR, OPTIONS, PLAIN, rules_of, said, seen
from helpers.effort import times
from helpers.refusal import refuses
from oxideal.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator


def random_hand(chance: random.Random, options: brute.Options) -> brute.Counts:
    """Return a small hand with combinations: few adjacent ranks, quads, jokers, a chain."""
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


def test_legal_plays_match_brute_force(dd: Any, backend: str, options: brute.Options) -> None:
    """DD-11 and all kinds: every subset of the hand is classified and compared with the play to beat."""
    rules, chance = rules_of(backend, options), random.Random(7)
    answered = 0
    for hand in hands_of(options, 120):
        plays = brute.legal_plays(hand, options)
        found = dd.legal_plays(list(hand), None, rules)
        assert list(map(seen, found)) == list(map(said, plays)), brute.text(hand)
        # Answers to plays like those of this hand, and to any play.
        near = by_kind(options)[chance.choice(plays).kind]
        for to_beat in (*chance.choices(near, k=2), chance.choice(plays), chance.choice(brute.table(options))):
            answers = [each for each in plays if brute.beats(each, to_beat)]
            move = rules.move(ids_of(options)[to_beat])
            found = dd.legal_plays(list(hand), move, rules)
            assert list(map(seen, found)) == list(map(said, answers)), (brute.text(hand), str(move))
            answered += len(answers)
    assert answered > 300


def test_small_sets_match_brute_force(dd: Any, backend: str) -> None:
    """Every set of up to four cards (three in the quick tier) and many larger ones, singly and in arrays."""
    chance = random.Random(3)
    for options in (PLAIN, FOUR, OPTIONS["all"])[: times(3, quick=2)]:
        rules = rules_of(backend, options)
        table, places = brute.table(options), ids_of(options)
        sets = list(small_sets(options, min(times(4, quick=3), 4)))
        sets += [tuple(random_hand(chance, options)) for _ in range(times(1500, quick=150))]
        sets += [each.cards for each in chance.sample(table, min(times(1500, quick=150), len(table)))]
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
    """Yield every set of up to `most` cards of the deck."""

    def extend(cards: list[int], rank: int, left: int) -> Iterator[brute.Counts]:
        if rank == 15:
            yield tuple(cards)
            return
        for count in range(min(left, options.deck[rank]) + 1):
            yield from extend([*cards, count], rank + 1, left - count)

    return extend([], 0, most)


def test_reasons_match_brute_force(dd: Any, backend: str, options: brute.Options) -> None:
    """DD-11, DD-26, DD-28, DD-29: what can be played on what, and the reason if it cannot."""
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


def test_fewest_plays_match_brute_force(dd: Any, backend: str) -> None:
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
    refuses(InvalidArgumentError, "a hand must have at most 20 cards, got 21", dd.min_plays, "333344445555666677778")
    message = "a hand must have at most 33 cards, got 34"
    refuses(InvalidArgumentError, message, dd.min_plays, [8] * 4 + [2] + [0] * 10, rules_of(backend, FOUR))


def test_legal_plays_many_matches_single_calls(dd: Any, backend: str, options: brute.Options) -> None:
    rules, chance = rules_of(backend, options), random.Random(21)
    hands = np.array([random_hand(chance, options) for _ in range(300)])
    ids = [chance.choice([0, *range(4, rules.num_actions)]) for _ in hands]
    ids[::3] = [int(chance.choice(dd.legal_plays(hand.tolist(), None, rules))) for hand in hands[::3]]
    for to_beat in (None, ids):
        found = dd.legal_plays_many(hands, to_beat, rules)
        assert found.offsets.shape == (301,)
        assert found.offsets[0] == 0
        assert found.offsets[-1] == len(found.actions)
        for k, hand in enumerate(hands):
            beaten = None if to_beat is None or to_beat[k] == 0 else rules.move(to_beat[k])
            single = list(map(int, dd.legal_plays(hand.tolist(), beaten, rules)))
            assert found.actions[found.offsets[k] : found.offsets[k + 1]].tolist() == single
    assert dd.legal_plays_many([[0] * 15], None, rules).offsets.tolist() == [0, 0]  # an empty hand


def test_pass_and_bids_beat_nothing(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    ids = [0, 1, 3, 4, rules.num_actions - 1]
    a, b = np.meshgrid(ids, ids)
    found = dd.beats_many(a.ravel(), b.ravel(), rules)
    expected = [x == rules.num_actions - 1 and y == 4 for x, y in zip(a.ravel(), b.ravel(), strict=True)]
    assert found.tolist() == expected
