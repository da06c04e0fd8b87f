"""`melds` and `lay_offs` compared with brute force."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from helpers.brute import rummy as brute
from helpers.rummy import dense, in_set, random_hand, random_table


def test_melds_and_lay_offs_match_brute_force(rummy: Any) -> None:
    chance = random.Random(3)
    found = 0
    for _ in range(150):
        ace = chance.choice(("low", "both"))
        table = random_table(chance, brute.PACK, ace, 4)
        lying = [card for meld in table for card in meld]
        pack = [card for card in (dense(chance) if chance.random() < 0.5 else brute.PACK) if card not in lying]
        hand = random_hand(chance, 12, pack)
        melds = [brute.text_of(meld) for meld in brute.melds_in(hand, ace)]
        assert rummy.melds(hand, ace) == rummy.melds(" ".join(hand), ace=ace) == melds
        expected = [
            f"{card}@{place}"
            for place, cards in brute.PLACES.items()
            for card in cards
            if card in hand and any(place in brute.fits(card, meld, ace) for meld in table)
        ]
        texts = [brute.text_of(meld) for meld in table]
        assert rummy.lay_offs(hand, texts, ace) == rummy.lay_offs(" ".join(hand), ", ".join(texts), ace=ace) == expected
        assert rummy.points(hand, ace) == brute.points(hand, ace)
        found += len(expected)
    assert found > 100


def test_melds_of_known_hands(rummy: Any) -> None:
    assert rummy.melds("7C 7D 7H 7S 2D") == ["7C 7D 7H", "7C 7D 7S", "7C 7H 7S", "7D 7H 7S", "7C 7D 7H 7S"]
    assert rummy.melds("4S 5S 6S 7S") == ["4S 5S 6S", "5S 6S 7S", "4S 5S 6S 7S"]
    assert len(rummy.melds(brute.PACK)) == 65 + 264
    assert len(rummy.melds(brute.PACK, "both")) == 65 + 308
    assert rummy.melds("QS KS AS") == []
    assert rummy.melds("QS KS AS 2S", "both") == ["QS KS AS"]
    assert rummy.lay_offs("AH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "both") == ["AH@low", "AH@high"]
    assert rummy.lay_offs("7S", "4S 5S 6S, 8S 9S TS, 7C 7D 7H") == ["7S@group", "7S@low", "7S@high"]
    assert rummy.lay_offs("AC 2C KC", "QC JC TC", "both") == ["KC@high"]  # singly: the ace comes after the king


def test_many_calls_match_single_calls(rummy: Any) -> None:
    chance = random.Random(9)
    for ace in ("low", "both"):
        tables = [random_table(chance, brute.PACK, ace, 3) for _ in range(40)]
        hands = []
        for table in tables:
            lying = [card for meld in table for card in meld]
            hands.append(random_hand(chance, 14, [card for card in brute.PACK if card not in lying]))
        sets = np.array([in_set(hand) for hand in hands], np.uint64)
        laid = np.array([[in_set(meld) for meld in table] + [0] * (3 - len(table)) for table in tables], np.uint64)
        found = rummy.melds_many(sets, ace)
        assert found.offsets.shape == (41,)
        for k, hand in enumerate(hands):
            melds = [in_set(meld) for meld in brute.melds_in(hand, ace)]
            assert found.melds[found.offsets[k] : found.offsets[k + 1]].tolist() == melds
        open_ = rummy.lay_offs_many(sets, laid, ace)
        assert open_.shape == (40, 3)
        for k, (hand, table) in enumerate(zip(hands, tables, strict=True)):
            places = [
                in_set([card for card in hand if any(place in brute.fits(card, meld, ace) for meld in table)])
                for place in ("group", "low", "high")
            ]
            assert open_[k].tolist() == places
        best = rummy.best_partition_many(sets, laid, ace)
        for k, (hand, table) in enumerate(zip(hands, tables, strict=True)):
            one = rummy.best_partition(hand, [brute.text_of(meld) for meld in table], ace)
            assert best.points[k] == one.points
            assert bin(best.rests[k]).count("1") == len(brute.cards_from(one.rest))
            assert rummy.points(rummy.card_text(best.rests[k]), ace) == one.points
        alone = rummy.best_partition_many(sets.astype(np.int64).tolist(), ace=ace)
        assert alone.points.tolist() == [rummy.best_partition(hand, ace=ace).points for hand in hands]
    assert rummy.lay_offs_many([7], np.zeros((1, 0), int)).tolist() == [[0, 0, 0]]


def test_whole_suit_is_one_run(rummy: Any) -> None:
    """RM-15: a set of all thirteen cards of a suit is a run from ace to king, which cannot be extended."""
    suit = in_set(card for card in brute.PACK if card[1] == "H")
    assert rummy.lay_offs_many([in_set(["2D", "KD"])], [[suit]], "both").tolist() == [[0, 0, 0]]
    twelve = suit - in_set(["AH"])
    aces = in_set(["AH"])
    assert rummy.lay_offs_many([in_set(["2D", "AH"])], [[twelve]], "both").tolist() == [[0, aces, aces]]
    assert rummy.lay_offs_many([in_set(["2D", "AH"])], [[twelve]]).tolist() == [[0, aces, 0]]


def assert_a_partition(found: Any, hand: list[str], table: list[list[str]], ace: str) -> tuple[int, int]:
    """Check that the partition can be played; return the points and cards left."""
    assert type(found).__name__ == "Partition"
    assert found._fields == ("points", "melds", "lay_offs", "rest")
    left = list(hand)
    lying = [list(meld) for meld in table]
    for text in found.melds:
        assert text.split() in brute.MELDS[ace]
        for card in text.split():
            left.remove(card)
    for text in found.lay_offs:
        card, place = text.split("@")
        meld = next(meld for meld in lying if place in brute.fits(card, meld, ace))
        meld.insert(0 if place == "low" else len(meld), card)
        left.remove(card)
    assert found.rest == brute.ascending(left)
    assert found.points == brute.points(left, ace)
    return found.points, len(left)


def test_best_partitions_match_brute_force(rummy: Any) -> None:
    """RM-18."""
    chance = random.Random(8)
    seen: Counter[str] = Counter()
    hands = np.zeros(150, np.uint64)
    tables = np.zeros((150, 3), np.uint64)
    for ace in ("low", "both"):
        expected = []
        for number in range(150):
            wide = dense(chance)
            table = random_table(chance, wide + dense(chance), ace, chance.randint(0, 3))
            lying = [card for meld in table for card in meld]
            hand = random_hand(chance, 8, [card for card in wide if card not in lying])
            best = brute.best_left(hand, table, ace)
            found = rummy.best_partition(hand, [brute.text_of(meld) for meld in table], ace)
            assert assert_a_partition(found, hand, table, ace) == best
            expected.append(best)
            seen["melds"] += len(found.melds) > 1
            seen["lay_offs"] += len(found.lay_offs) > 1
            seen["rest"] += found.points > 0
            hands[number] = in_set(hand)
            tables[number] = [in_set(meld) for meld in table] + [0] * (3 - len(table))
        many = rummy.best_partition_many(hands, tables, ace)
        assert [(points, bin(rest).count("1")) for points, rest in zip(*map(np.ndarray.tolist, many), strict=True)] == (
            expected
        )
    assert min(seen["melds"], seen["lay_offs"], seen["rest"]) > 5


def test_best_partitions_of_known_hands(rummy: Any) -> None:
    """RM-18, RM-13, RM-15."""
    assert rummy.best_partition("") == (0, (), (), "-")
    best = rummy.best_partition("7C 7D 7S 8S 9S 2H")
    assert (best.points, best.melds, best.rest) == (16, ("7S 8S 9S",), "2H 7C 7D")  # not the set, which leaves 19
    best = rummy.best_partition("7C 7D 7H 7S 8S 9S")
    assert (best.points, sorted(best.melds)) == (0, ["7C 7D 7H", "7S 8S 9S"])
    best = rummy.best_partition("8S 7S KD", "4S 5S 6S")
    assert (best.points, best.melds, best.lay_offs) == (10, (), ("7S@high", "8S@high"))  # a chain
    assert rummy.best_partition("8S KD", "4S 5S 6S").points == 18
    assert rummy.best_partition("QS KS AS").points == 21
    assert rummy.best_partition("QS KS AS", ace="both") == (0, ("QS KS AS",), (), "-")
    assert rummy.best_partition("AS 2D", ace="both").points == 17
    assert rummy.best_partition("AS KS", "TS JS QS", "both") == (0, (), ("KS@high", "AS@high"), "-")
    assert rummy.best_partition("AS KS", "TS JS QS").points == 1
    assert rummy.best_partition(brute.PACK).points == 0
    # Points first: the run leaves more cards but fewer points.
    best = rummy.best_partition("KC KD KH JC QC AD 2D 3D 4D")
    assert (best.points, best.rest) == (20, "JC QC")
    # Equal points in fewer cards: the run with the ace would leave the two other aces.
    assert rummy.best_partition("AC AD AS 2S 3C 3D 3H 3S")[::3] == (2, "2S")
    best = rummy.best_partition("2C 2D 2H 3H 4H 5S", "3C 3D 3S, 5C 5D 5H", ace="both")
    assert (best.points, best.rest) == (4, "4H")
    # RM-12 would not allow this, but RM-18 ignores it.
    assert rummy.best_partition("7C 7D 7H") == (0, ("7C 7D 7H",), (), "-")
