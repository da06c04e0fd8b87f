"""Cards and tiles as values: texts that are also sequences of cards."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from typing import Any

import pytest

from helpers.cases import module_of
from oxideal.cards import doudizhu as dd
from oxideal.cards import foursquare as fs
from oxideal.cards import mexican_train as mt
from oxideal.cards import rummy as rm
from oxideal.cards.sequence import CardSequence
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError

CLASSES: list[tuple[Any, Any]] = [
    (dd.Cards, dd.DECK + dd.DECK),
    (fs.Cards, fs.DECK),
    (rm.Cards, rm.DECK),
    (mt.Tiles, mt.TILES),
]
PLAIN = {  # properties that hold cards, by game
    "doudizhu": {"hand", "hands", "unseen", "known", "kitty", "played"},
    "foursquare": {"unseen", "stock"},
    "mexican_train": {"hand", "hands", "unseen", "trains", "mexican", "boneyard"},
    "rummy": {"hand", "hands", "unseen", "drawable", "known", "discards", "stock", "taken", "table"},
}


def played_on(game: str, backend: str, actions: int) -> Any:
    state: Any = module_of(game, backend).State(seed=7)
    rng = random.Random(1)
    for _ in range(actions):
        if not state.is_over:
            state.push(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("backend", ["rust", "reference"])
@pytest.mark.parametrize("game", GAMES)
def test_hands_and_piles_are_cards_on_both_engines(game: str, backend: str) -> None:
    module: Any = module_of(game, backend)
    card_class = {"doudizhu": dd.Cards, "foursquare": fs.Cards, "mexican_train": mt.Tiles, "rummy": rm.Cards}[game]
    assert card_class in vars(module).values()
    met = set()
    for actions in (0, 5, 20, 60):
        state = played_on(game, backend, actions)
        for one in (state, state.view(0)):
            for name in PLAIN[game]:
                found = getattr(one, name, None)
                for cards in found if type(found) is tuple else (found,):
                    if cards is not None:
                        met.add(name)
                        assert type(cards) is card_class
                        assert str(cards) == cards
                        assert type(str(cards)) is str
                        words = (
                            [] if cards == "-" else list(str(cards)) if game == "doudizhu" else str(cards).split(" ")
                        )
                        assert [*cards] == words
                        assert len(cards) == len(words)
                        assert all(type(card) is str for card in cards)
    assert met == PLAIN[game]


@pytest.mark.parametrize(("card_class", "deck"), CLASSES)
def test_arithmetic_is_that_of_multisets(card_class: Any, deck: Any) -> None:
    rng = random.Random(7)
    for _ in range(200):
        hand = card_class(rng.sample(list(deck), rng.randrange(len(deck) // 2)))
        taken = card_class(rng.sample(list(hand), rng.randrange(len(hand) + 1)))
        left = hand - taken
        assert type(left) is card_class
        assert Counter(left) == Counter(hand) - Counter(taken)
        assert left == card_class(list((Counter(hand) - Counter(taken)).elements()))
        assert left + taken == hand == taken + str(left)
        assert taken in hand
        assert (hand in taken) == (left == "-")
        assert all(hand.count(card) == number for card, number in Counter(hand).items())
        rest = deck - hand
        assert Counter(rest) + Counter(hand) == Counter(deck)
        card = rng.choice(deck)
        with pytest.raises(InvalidArgumentError, match=f"cannot subtract {card} from"):
            hand - [card] * (hand.count(card) + 1)


@pytest.mark.parametrize(("card_class", "deck"), CLASSES)
def test_empty_cards(card_class: Any, deck: Any) -> None:
    for empty in (card_class(), card_class(""), card_class("-"), card_class([]), deck - deck, deck[:0]):
        assert type(empty) is card_class
        assert empty == "-"
        assert (len(empty), list(empty), bool(empty)) == (0, [], False)
        assert deck - empty == deck == empty + deck
        assert empty in deck
        assert deck[0] not in empty


@pytest.mark.parametrize(("card_class", "deck"), CLASSES)
def test_cards_are_texts(card_class: Any, deck: Any) -> None:
    cards = card_class(list(deck)[:5])
    assert isinstance(cards, str)
    assert isinstance(cards, CardSequence)
    assert hash(cards) == hash(str(cards))
    assert {str(cards): 1}[cards] == 1
    assert repr(cards) == repr(str(cards))
    assert json.loads(json.dumps({"hand": cards})) == {"hand": str(cards)}
    assert f"{cards}" == "%s" % cards == str(cards)  # noqa: UP031 (this is the test)
    assert "hand " + cards == f"hand {cards}"
    assert type(cards.replace("A", "B")) is str


@pytest.mark.parametrize(("card_class", "deck"), CLASSES)
def test_places_are_cards(card_class: Any, deck: Any) -> None:
    listed = list(deck)
    assert deck[0] == listed[0]
    assert deck[-1] == listed[-1]
    assert list(reversed(deck)) == listed[::-1]
    assert type(deck[3:9]) is card_class
    assert list(deck[9:3:-2]) == listed[9:3:-2]
    assert random.Random(3).choice(deck) in listed
    with pytest.raises(IndexError):
        deck[len(deck)]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_copies_keep_the_order(protocol: int) -> None:
    pile = rm.DECK[5::-1]
    for other in (pickle.loads(pickle.dumps(pile, protocol)), copy.copy(pile), copy.deepcopy(pile)):
        assert type(other) is rm.Cards
        assert str(other) == "2D 2C AS AH AD AC"


def test_subtraction_keeps_the_order_and_addition_sorts() -> None:
    pile = rm.DECK[5::-1]
    assert str(pile - "AS") == "2D 2C AH AD AC"
    assert str(pile + "3C") == "AC AD AH AS 2C 2D 3C"
    module: Any = module_of("mexican_train", "rust")
    train = module.longest_train("9-12 3-9", end=12).longest
    assert str(train) == "12-9 9-3"
    assert str(train - "9-12") == "9-3"
    assert train.count("9") == 2
    assert str(mt.Tiles(train)) == "3-9 9-12"


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (dd.Cards("10 t j 3"), "3TTJ"),
        (dd.Cards(["10", "3"]), "3T"),
        (dd.Cards([2] + 13 * [0] + [1]), "33R"),
        (rm.Cards("10h ♣7 7♣".replace("♣7 ", "")), "7C TH"),
        (fs.Cards(["TH", "ac"]), "AC TH"),
        (mt.Tiles([(12, 9), "0-0"]), "0-0 9-12"),
        (mt.Tiles("12-09"), "9-12"),
    ],
)
def test_all_forms_of_arguments_are_read(made: str, text: str) -> None:
    assert str(made) == text


def test_moves_are_their_cards() -> None:
    state: Any = module_of("doudizhu", "rust").State(seed=7)
    state.push("bid 3")
    view = state.view(state.landlord)
    for move in view.legal_moves():
        assert len(view.hand - move) == len(view.hand) - len(dd.Cards(move))
        assert move in view.hand
    assert view.hand - view.rules.parse("pass") == view.hand
    rummy: Any = module_of("rummy", "rust").State(seed=7, dealer=0)
    assert rm.Cards(rummy.rules.parse("take")) == "-"
    rummy.push("take")
    after = rummy.view(1).hand - "meld 6D 6H 6S".removeprefix("meld ")
    assert rummy.view(1).hand - rummy.parse("meld 6D 6H 6S") == after
    train: Any = module_of("mexican_train", "rust").State(module_of("mexican_train", "rust").Rules(players=2), seed=7)
    for move in train.legal_moves():
        assert len(train.view(train.current_player).hand - move) == train.hand_sizes[0] - (move.tile is not None)


def test_count_and_in_take_ranks_suits_and_numbers() -> None:
    hand = rm.Cards("7C 7D TS KH")
    assert (hand.count("7"), hand.count("10"), hand.count("T"), hand.count("h"), hand.count("7C")) == (2, 1, 1, 1, 1)
    assert ("K" in hand, "S" in hand, "A" in hand, "7C KH" in hand, "7C 8C" in hand) == (True, True, False, True, False)
    assert hand.count("7", 1) == 1
    tiles = mt.Tiles("1-2 1-12 11-12 12-12")
    assert (tiles.count("12"), tiles.count("1"), tiles.count("2"), tiles.count("12-12")) == (3, 2, 1, 1)
    assert "1-1" not in tiles
    assert dd.Cards("334TT").count("10") == 2


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: dd.Cards("3X"), 'invalid card "X"'),
        (lambda: dd.Cards("333333333"), "9 cards of rank 3, but two decks have 8"),
        (lambda: dd.Cards("R") + "RR", "3 cards of rank R, but two decks have 2"),
        (lambda: dd.Cards("334") - "3355", 'cannot subtract 55 from "334": not among these cards'),
        (lambda: dd.Cards("334").count("33"), 'count needs one card, got "33"'),
        (lambda: rm.Cards("7C 1C"), 'invalid card "1C"; expected a rank'),
        (lambda: rm.Cards("7C") + "7c", "duplicate card 7C"),
        (lambda: rm.Cards("7C 8C") - "8C 8C", 'cannot subtract 8C from "7C 8C": not among these cards'),
        (lambda: "X" in rm.Cards("7C"), 'invalid card "X"'),
        (lambda: fs.Cards("JH"), 'invalid card "JH"'),
        (lambda: mt.Tiles("9-19"), 'invalid tile "9-19"'),
        (lambda: mt.Tiles("1-2 2-1"), "duplicate tile 1-2"),
        (lambda: mt.Tiles("1-2") - [(3, 4)], "cannot subtract 3-4"),
        (lambda: rm.Cards("7C " * 400), "at most 1000 characters, got 1200"),
        (lambda: rm.Cards(201 * ["7C"]), "at most 200 items"),
    ],
)
def test_wrong_cards_are_refused(act: Any, message: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        act()
    assert message in str(caught.value)


@pytest.mark.parametrize(("card_class", "deck"), CLASSES)
@pytest.mark.parametrize("wrong", [None, 3, object(), [None], {}.get])
def test_wrong_types_are_refused(card_class: Any, deck: Any, wrong: Any) -> None:
    for act in (card_class, deck.__sub__, deck.__add__, deck.__contains__):
        with pytest.raises(TypeError, match="must be"):
            act(wrong)
