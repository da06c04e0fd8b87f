"""Rummy's rules and messages. Positions are data (`tests/data/rummy`), worked out by hand from the rules; whole hands,
what a seat knows and what hands it may think of are held against brute force (`rummy_brute.py`).
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

import oxideal.errors
from helpers import codec
from helpers.brute import rummy as brute
from helpers.cases import module_of, rows
from helpers.refusal import refuses
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
    "players": 2,
    "hand_size": 10,
    "ace": "low",
    "must_discard_out": False,
    "turn_limit": 1000,
}

SMALL: list[dict[str, Any]] = [
    {"players": 2, "hand_size": 3, "turn_limit": 100},
    {"players": 2, "hand_size": 4, "ace": "both", "must_discard_out": True, "turn_limit": 100},
    {"players": 2, "hand_size": 5, "turn_limit": 9},
    {"players": 3, "hand_size": 3, "ace": "both", "turn_limit": 100},
    {"players": 3, "hand_size": 15, "turn_limit": 60},
    {"players": 3, "hand_size": 17, "must_discard_out": True, "turn_limit": 60},
    {"players": 4, "hand_size": 11, "turn_limit": 80},
    {"players": 5, "hand_size": 2, "must_discard_out": True, "turn_limit": 60},
    {"players": 6, "hand_size": 8, "ace": "both", "turn_limit": 60},
]
"""Rules of short hands, in which lay-offs, ends and reshuffles are frequent."""

LARGE: list[dict[str, Any]] = [
    {"turn_limit": 150},
    {"players": 3, "ace": "both", "turn_limit": 150},
    {"players": 5, "must_discard_out": True, "turn_limit": 150},
    {"players": 6, "turn_limit": 150},
]


@pytest.fixture
def rummy(backend: str) -> Any:
    return module_of("rummy", backend)


@cache
def _cached_rules(backend: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    return module_of("rummy", backend).Rules(**dict(fields))


def rules_of(backend: str, fields: dict[str, Any]) -> Any:
    return _cached_rules(backend, tuple(fields.items()))


def data(*files: str) -> pytest.MarkDecorator:
    """One test for each row of the files, named by its rule and number."""
    found = [row for file in files for row in rows("rummy", file)]
    names = [f"{row.get('rule', row.get('check', 'row'))}-{number}" for number, row in enumerate(found)]
    return pytest.mark.parametrize("row", found, ids=names)


def plain(value: Any) -> Any:
    """As JSON has it: tuples as lists, moves as their texts."""
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value if value is None or type(value) in (bool, int, str) else str(value)


def shows(table: Any, expect: dict[str, Any], why: str) -> None:
    for name, wanted in expect.items():
        found = table.legal_moves() if name == "legal" else getattr(table, name)
        assert plain(found) == wanted, f"{name}: {why}"


def error_of(name: str) -> type[Exception]:
    return TypeError if name == "TypeError" else getattr(oxideal.errors, name)


def pushed(rummy: Any, row: dict[str, Any]) -> Any:
    """The state that a row begins with, after its moves."""
    state = rummy.State.from_text(row["text"])
    for move in row["moves"]:
        state.push(state.parse(move))
    return state


# Rules objects (RM-01, RM-02, RM-12, RM-15, RM-17)


@data("bad_rules.json")
def test_rules_that_are_none(rummy: Any, row: dict[str, Any]) -> None:
    refuses(InvalidRulesError, row["message"], rummy.Rules, **row["fields"])
    refuses(InvalidRulesError, row["message"], rummy.Rules.from_dict, row["fields"])


def test_rules_are_checked_in_the_order_of_the_fields(rummy: Any) -> None:
    wrong: dict[str, Any] = {"players": 1, "hand_size": 0, "ace": "x", "must_discard_out": 1, "turn_limit": 0}
    assert list(wrong) == list(DEFAULTS)
    while wrong:
        with pytest.raises(InvalidRulesError) as caught:
            rummy.Rules.from_dict(dict(reversed(wrong.items())))
        first = next(iter(wrong))
        assert str(caught.value).startswith(f"{first} is "), first
        del wrong[first]


def test_fields_of_the_rules(rummy: Any) -> None:
    rules = rummy.Rules()
    assert rules.to_dict() == DEFAULTS
    assert list(rules.to_dict()) == list(DEFAULTS)
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS
    assert (rules.num_actions, rules.action_table_version) == (515, 1)
    assert rummy.Rules(ace="both").num_actions == 567
    assert rummy.Rules(hand_size=None) == rules == rummy.Rules(hand_size=10)
    assert rummy.Rules(players=np.uint8(3), turn_limit=np.int64(7)).to_dict() == DEFAULTS | {
        "players": 3,
        "hand_size": 7,
        "turn_limit": 7,
    }
    assert rules.next_round() == rules  # RM-16: all hands of a match have the same rules


def test_usual_hands(rummy: Any) -> None:
    """RM-01, RM-02."""
    usual = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
    assert usual == brute.USUAL
    for players, size in usual.items():
        rules = rummy.Rules(players=players)
        assert rules.hand_size == rules.to_dict()["hand_size"] == size
        state = rummy.State(rules, seed=3)
        assert state.hand_sizes == (size,) * players
        assert state.stock_size == 51 - players * size
        for other in (1, 51 // players):
            assert rummy.Rules(players=players, hand_size=other).hand_size == other


def test_bytes_of_the_rules(rummy: Any) -> None:
    usual = b"\x02\x0a\x00\xe8\x03"
    for fields, content in (
        ({}, usual),
        ({"players": 6}, b"\x06\x06\x00\xe8\x03"),
        ({"ace": "both"}, b"\x02\x0a\x01\xe8\x03"),
        ({"must_discard_out": True}, b"\x02\x0a\x02\xe8\x03"),
        (
            {"players": 3, "hand_size": 17, "ace": "both", "must_discard_out": True, "turn_limit": 10000},
            b"\x03\x11\x03\x10\x27",
        ),
        ({"turn_limit": 1}, b"\x02\x0a\x00\x01\x00"),
    ):
        rules = rummy.Rules(**fields)
        state = rummy.State(rules, seed=258, stream=772, dealer=1)
        assert state.to_bytes() == codec.header("S", "rummy", content) + codec.dealt(258, 772, 1) + codec.history(())
        assert rummy.State.from_bytes(state.to_bytes()).rules == rules
    wrong_contents = [b"", usual[:4], usual + b"\0"]
    for place, byte in ((0, 1), (0, 7), (1, 0), (1, 26), (2, 4), (2, 255), (4, 40)):
        wrong_contents.append(usual[:place] + bytes([byte]) + usual[place + 1 :])
    wrong_contents.append(usual[:3] + b"\0\0")
    for wrong in wrong_contents:
        head = codec.header("S", "rummy", wrong) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, "the rules in these bytes are not known", rummy.State.from_bytes, head)


# Moves and ids


@pytest.mark.parametrize("ace", ["low", "both"])
def test_the_table_of_actions(backend: str, ace: str) -> None:
    """RM-08, RM-09, RM-10, RM-15: draws, groups, runs, lay-offs, discards."""
    rules = rules_of(backend, {"ace": ace})
    texts = brute.action_texts(ace)
    assert rules.num_actions == len(texts) == {"low": 515, "both": 567}[ace]
    assert [str(rules.move(action)) for action in range(rules.num_actions)] == texts
    for action, text in enumerate(texts):
        move = rules.parse(text)
        assert int(move) == action
        assert repr(move) == f"Move({text!r})"
        first, _, cards = text.partition(" ")
        card, _, place = text.partition("@")
        if place:
            assert (move.kind, move.cards, move.place) == ("lay_off", card, place)
        else:
            assert (move.kind, move.cards, move.place) == (first, cards or None, None)


def test_the_parts_of_the_table(backend: str) -> None:
    for ace, first_ids in (("low", (2, 67, 331, 383, 423, 463, 515)), ("both", (2, 67, 375, 427, 471, 515, 567))):
        rules = rules_of(backend, {"ace": ace})
        texts = [str(rules.move(action)) for action in range(rules.num_actions)]
        starts = ["draw", "meld AC AD AH", "meld AC 2C 3C", "AC@group", "AC@low"]
        starts += ["4C@high", "discard AC"]
        assert [texts[action] for action in (0, *first_ids[:-1])] == starts
        lasts = ["take", "meld KC KD KH KS", None, "KS@group", "TS@low", "KS@high", "discard KS"]
        if ace == "both":
            lasts[4:6] = ["JS@low", "AS@high"]
        lasts[2] = {"low": "meld AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"}.get(
            ace, "meld 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
        )
        assert [texts[action - 1] for action in first_ids] == lasts


@data("good_moves.json")
def test_moves_that_are_read(backend: str, row: dict[str, Any]) -> None:
    move = rules_of(backend, row["rules"]).parse(row["text"])
    assert str(move) == row["written"], row["why"]
    assert repr(move) == f"Move({row['written']!r})"
    assert (move.kind, move.cards, move.place) == (row["kind"], row["cards"], row["place"])


@data("bad_moves.json")
def test_moves_that_are_refused(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_of(backend, row["rules"])
    state = rummy.State(rules, seed=1)
    for parse in (rules.parse, state.parse, state.view(0).parse):
        refuses(InvalidMoveError, row["message"], parse, row["text"])


def test_moves_of_other_rules(rummy: Any, backend: str) -> None:
    low, both = rules_of(backend, {}), rules_of(backend, {"ace": "both"})
    assert low.parse("meld 7C 7D 7H") == both.parse("meld 7C 7D 7H")
    assert hash(low.parse("meld 7C 7D 7H")) == hash(both.parse("meld 7C 7D 7H"))
    assert low.parse("discard 7C") != both.parse("discard 7C")  # another id
    assert low.parse("discard 7C") == rules_of(backend, {"players": 3}).parse("discard 7C")
    assert both.action(low.parse("discard 7C")) == int(both.parse("discard 7C"))
    for move in (low.parse("take"), both.parse("AS@high"), both.parse("meld QS KS AS")):
        again = pickle.loads(pickle.dumps(move))
        assert (again, str(again)) == (move, str(move))
    message = "AS@high is not in the table of these rules"
    refuses(InvalidMoveError, message, low.action, both.parse("AS@high"))
    refuses(InvalidMoveError, message, rummy.State(low, seed=1).push, both.parse("AS@high"))
    with pytest.raises(TypeError) as caught:
        rummy.Move()
    assert str(caught.value) == "a Move comes from Rules.move(), Rules.parse() or legal_moves()"


# The deal (RM-02)


@pytest.mark.parametrize("fields", [*LARGE, *SMALL], ids=str)
def test_deals(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """The dealer, unless given, then the shuffle; hands from the player after the dealer on, upcard, stock."""
    rules = rules_of(backend, fields)
    options = brute.Options.of(fields)
    begins = Counter()  # type: ignore[var-annotated]
    for seed in range(20):
        for dealer in (None, seed % rules.players):
            state = rummy.State(rules, seed=seed, stream=5, dealer=dealer)
            table = brute.dealt(options, Stream(seed, 5), dealer)
            assert_the_same(state, table)
            assert dealer is None or state.turn == (dealer + 1) % rules.players
        begins[rummy.State(rules, seed=seed, stream=5).turn] += 1
    assert len(begins) > 1


@data("deals.json")
def test_given_deals(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    state = rummy.State.from_deal(rules_of(backend, row["rules"]), **row["args"])
    assert state.to_text() == row["text"], row["why"]
    assert state == rummy.State.from_text(row["text"])
    assert (state.seed, state.stream, state.history) == (None, None, ())


@data("bad_deals.json")
def test_deals_that_are_refused(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    refuses(
        error_of(row["error"]), row["message"], rummy.State.from_deal, rules_of(backend, row["rules"]), **row["args"]
    )


# Hands (RM-03 to RM-17)


def as_shown(table: brute.Round) -> dict[str, Any]:
    """What a State shows, from the third bookkeeper."""
    over, scores = table.is_over, table.scores()
    return {
        "legal": table.legal(),
        "turn": table.seat,
        "current_player": None if over else table.seat,
        "is_over": over,
        "drew": table.drew and not over,
        "took": None if over else table.took,
        "laid": table.laid and not over,
        "turns": table.turns,
        "hand_sizes": [len(hand) for hand in table.hands],
        "table": table.table_texts(),
        "discards": brute.text_of(table.discards),
        "stock_size": len(table.stock),
        "opened": table.opened,
        "went_out": table.went_out,
        "went_rummy": table.went_out is not None and table.rummy(),
        "taken": table.taken(),
        "earlier": plain(table.earlier()),
        "hands": [brute.ascending(hand) for hand in table.hands],
        "stock": brute.text_of(table.stock),
        "scores": scores,
        "payoffs": scores,
    }


def assert_the_same(state: Any, table: brute.Round) -> None:
    text = table.to_text()
    assert state.to_text() == text
    shows(state, as_shown(table), text)


HIDDEN = ("hands", "stock", "legal")


@data("turns.json", "taken.json", "melds.json", "ends.json")
def test_hands(rummy: Any, row: dict[str, Any]) -> None:
    state = rummy.State.from_text(row["text"])
    assert state.to_text() == row["text"]
    state = pushed(rummy, row)
    shows(state, row["expect"], row["why"])
    for seat in range(state.rules.players):
        view = state.view(seat)
        shows(view, {name: each for name, each in row["expect"].items() if name not in HIDDEN}, row["why"])
        assert view.legal_moves() == (state.legal_moves() if seat == state.current_player else [])
        assert rummy.View.from_events(state.rules, seat, state.events(seat)) == view
    assert rummy.State.from_text(state.to_text()).to_text() == state.to_text()
    for _ in row["moves"]:
        state.pop()
    assert state.to_text() == row["text"]


@data("turns.json", "taken.json", "melds.json", "ends.json")
def test_hands_by_brute_force(row: dict[str, Any]) -> None:
    """The third bookkeeper reads the rules as those who worked these positions out did."""
    table = brute.from_text(row["text"], Stream(0, 0))
    for move in row["moves"]:
        table.push(move)
    found = as_shown(table)
    for name, wanted in row["expect"].items():
        assert found[name] == wanted, f"{name}: {row['why']}"


def test_every_rule_is_pinned() -> None:
    """RM-01, RM-16 and RM-18 have tests of their own."""
    files = ("turns.json", "taken.json", "melds.json", "ends.json", "views.json", "refused.json")
    found = {row["rule"] for file in files for row in rows("rummy", file)}
    assert found == {f"RM-{number:02}" for number in range(1, 20)} - {"RM-01", "RM-16", "RM-18"}


@data("refused.json")
def test_refused_moves(rummy: Any, row: dict[str, Any]) -> None:
    state = pushed(rummy, row)
    before = state.to_text()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(state.parse(row["move"]))
    assert (caught.value.reason, caught.value.rule) == (row["reason"], row["rule"]), row["why"]
    assert str(caught.value) == f"{row['reason']} [{row['rule']}]"
    assert state.to_text() == before
    assert not state.is_legal(state.parse(row["move"]))


def test_every_id_at_once(rummy: Any) -> None:
    """What is not offered is refused: by every id of the table, at moments of every kind."""
    kept = [*rows("rummy", "taken.json"), *rows("rummy", "melds.json")]
    for row in kept[::9]:
        state = pushed(rummy, row)
        legal = state.legal_actions()
        for action in range(state.rules.num_actions):
            assert state.is_legal(action) is (action in legal)
            if action not in legal:
                with pytest.raises(IllegalMoveError):
                    state.push(action)


def at_random(fields: dict[str, Any], seed: int, bold: float = 0.8) -> Iterator[brute.Round]:
    """A hand played by the third bookkeeper, mostly laying down what it can: before each move, and at the end."""
    chance = random.Random(seed)
    table = brute.dealt(brute.Options.of(fields), Stream(seed, 1), None)
    yield table
    while legal := table.legal():
        plays = [move for move in legal if move.startswith("meld") or "@" in move]
        table.push(chance.choice(plays if plays and chance.random() < bold else legal))
        yield table


def hands_of(
    rummy: Any, backend: str, fields: dict[str, Any], seeds: Iterable[int]
) -> Iterator[tuple[Any, brute.Round]]:
    """Such hands, and the engine beside."""
    for seed in seeds:
        state = rummy.State(rules_of(backend, fields), seed=seed, stream=1)
        for table in at_random(fields, seed):
            if table.log:
                state.push(state.parse(table.log[-1][1]))
            yield state, table


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_random_hands_by_another_bookkeeper(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """RM-02 to RM-17, RM-19: what can be done and what comes of it."""
    met: Counter[str] = Counter()
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(6))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 5 and not table.is_over and not table.laid:
            continue
        assert_the_same(state, table)
        met["void"] += table.is_over and table.went_out is None
        met["out"] += table.went_out is not None
        met["rummy"] += table.went_out is not None and table.rummy()
        met["laid"] += table.laid
        met["took"] += table.took is not None
        met["earlier"] += bool(table.earlier())
        met["reshuffled"] += table.shuffles > 0
        assert sorted(brute.PACK) == sorted(
            [
                *table.stock,
                *table.discards,
                *(card for hand in table.hands for card in hand),
                *(card for meld in table.table for card in meld),
            ]
        )
    assert met["took"] > 0
    assert met["out"] + met["void"] == 6
    if fields["hand_size"] > 2:
        assert met["laid"] > 0
    if fields["hand_size"] in (8, 11, 15):
        assert min(met["earlier"], met["reshuffled"]) > 0


@pytest.mark.parametrize("fields", LARGE, ids=str)
def test_random_hands_of_the_usual_games(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(2))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 17 == 0 or table.is_over:
            assert_the_same(state, table)


def events_of(table: brute.Round, start: brute.Round, seat: int) -> list[str]:
    """From the deal on."""
    dealer = (start.seat - 1) % start.options.players
    first = [f"dealer {dealer}", f"hand {brute.ascending(start.hands[seat])}", f"upcard {start.discards[0]}"]
    return first + brute.events_of(table, start, seat)


def seen_by(table: brute.Round, seat: int) -> dict[str, Any]:
    """What a view shows."""
    shown = as_shown(table)
    del shown["stock"]
    return shown | {
        "legal": shown["legal"] if seat == table.seat else [],
        "seat": seat,
        "hand": brute.ascending(table.hands[seat]),
        "hands": [
            brute.ascending(hand) if other == seat or table.went_out is not None else None
            for other, hand in enumerate(table.hands)
        ],
        "unseen": table.unseen(seat),
        "drawable": table.drawable(seat),
        "known": table.known(seat),
    }


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_what_a_seat_witnesses_and_knows(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """RM-19: events, views, what is known after takes and reshuffles."""
    start = None
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(20, 23))):
        if not table.log:
            start = table.copy()
        if place % 7 and not table.is_over:
            continue
        assert start is not None
        for seat in range(table.options.players) if table.is_over else [place % table.options.players]:
            view = state.view(seat)
            assert view.to_text() == table.to_text(seat)
            shows(view, seen_by(table, seat), view.to_text())
            events = events_of(table, start, seat)
            assert state.events(seat) == events
            assert rummy.View.from_events(state.rules, seat, events) == view


@data("views.json")
def test_what_a_seat_knows(rummy: Any, row: dict[str, Any]) -> None:
    view = pushed(rummy, row).view(row["seat"])
    shows(view, row["expect"], row["why"])
    assert view.seat == row["seat"]
    assert view.sample(1).view(row["seat"]) == view
    table = brute.from_text(row["text"], Stream(0, 0))
    for move in row["moves"]:
        table.push(move)
    shows(view, seen_by(table, row["seat"]), row["why"])


# The reshuffle (RM-07)


def test_reshuffles_go_on_with_the_stream_of_the_deal(rummy: Any, backend: str) -> None:
    """Every order of every new stock, of a dealt hand and of a position with a seed of its own."""
    fields = {"players": 4, "hand_size": 12}
    reshuffles = 0
    for seed, stream in ((3, 0), (2**256 - 1, 2**96 - 1)):
        rules = rules_of(backend, fields)
        state = rummy.State(rules, seed=seed, stream=stream, dealer=1)
        chance = Stream(seed, stream)
        table = brute.dealt(brute.Options.of(fields), chance, 1)
        for _ in range(120):
            move = "draw" if not table.drew and "draw" in table.legal() else table.legal()[-1]
            table.push(move)
            state.push(state.parse(move))
            assert state.stock == brute.text_of(table.stock)
        reshuffles += table.shuffles
        text = table.to_text()
        hand = rummy.State.from_text(text, seed=seed, stream=stream)
        fresh = brute.from_text(text, Stream(seed, stream))
        while fresh.shuffles < 20 and not fresh.is_over and fresh.turns < 100:
            move = "draw" if not fresh.drew and "draw" in fresh.legal() else fresh.legal()[-1]
            fresh.push(move)
            hand.push(hand.parse(move))
            assert hand.stock == brute.text_of(fresh.stock)
    assert reshuffles > 20


# Samples (RM-19)


def samples_of(view: Any, count: int) -> Counter[Any]:
    """The hands and the cards of the stock of so many samples."""
    found: Counter[Any] = Counter()
    for stream in range(count):
        sample = view.sample(3, stream)
        hands = tuple(frozenset(brute.cards_from(hand)) for hand in sample.hands)
        found[hands, frozenset(brute.cards_from(sample.stock))] += 1
    return found


def check_uniform(found: Counter[Any], expected: Counter[Any]) -> None:
    """Chi-square: many samples against the weights. Seeds are fixed, so that it is always the same."""
    assert set(found) <= set(expected)
    count, total = sum(found.values()), sum(expected.values())
    chi = sum((found[deal] - count * ways / total) ** 2 / (count * ways / total) for deal, ways in expected.items())
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


def nearly_played(hands: list[str], stock: str, discards: str) -> str:
    """A position with few cards left: those of each suit below them lie in a run on the table."""
    left = [*" ".join(hands).split(), *brute.cards_from(stock), *discards.split()]
    table = [[rank + suit for rank in brute.RANKS if rank + suit not in left] for suit in brute.SUITS]
    size, extra = divmod(52 - len(brute.cards_from(stock)) - len(discards.split()), len(hands))
    assert not extra
    parts = [f"rummy players={len(hands)} hand_size={size}".replace(" players=2", "")]
    parts += [f"hand {seat} {hand}" for seat, hand in enumerate(hands)]
    parts += [f"stock {stock}", f"table {', '.join(map(' '.join, table))}", f"discards {discards}", "turn 0"]
    return "; ".join(parts)


HISTORIES: list[tuple[str, list[str], str, str, str, int]] = [
    # What it shows, the hands, the stock, the discards, the moves, from which seat.
    (
        "two players, no reshuffle",
        ["JD QH KH", "TD TH QD"],
        "TS QS KD JS",
        "QC JC TC JH KS KC",
        "draw, JD, draw, QD",
        0,
    ),
    (
        "two players, cards of the first stock and of the second",
        ["TS JD JS QS", "TH QC QH KC"],
        "JH JC",
        "KS TC TD KD KH QD",
        "draw, JD, draw, JC, draw, JS, draw, KC, draw, TS, draw, QC",
        0,
    ),
    (
        "two players, the new stock is made by the other one",
        ["JD QH KH", "TD TH QD"],
        "TS",
        "QS KD JS QC JC TC JH KS KC",
        "draw, JD, draw, QD, draw, KD, draw, TD",
        0,
    ),
    (
        "three players, one earlier stock with both of the others",
        ["QC QS", "KC KH", "JH JS"],
        "TS",
        "TC TH QD JD TD KD QH KS JC",
        "draw, QS, draw, KS, draw, JS, draw, QC, draw, KC, draw, JD",
        0,
    ),
    (
        "three players, taken in between",
        ["JC QS", "QH KD", "TS KC"],
        "JH TC",
        "TD KS KH JD TH QC QD JS",
        "draw, JH, draw, TC, take, TS, draw, JC, draw, KD, draw, KC",
        0,
    ),
    (
        "three players, two reshuffles",
        ["JC KD", "KH", "JS KS"],
        "JH QC",
        "QS KC QH JD QD",
        "draw, JH, draw, QC, draw, JS, draw, KC, draw, QS, draw, JH, draw, KD, draw, KH, draw, JD",
        1,
    ),
]


@cache
def history(place: int) -> tuple[brute.Round, brute.Round]:
    """How it began, and how it stands. (Of a discard the card alone is written.)"""
    _, hands, stock, discards, moves, _ = HISTORIES[place]
    start = brute.from_text(nearly_played(hands, stock, discards), Stream(0, 0))
    table = start.copy()  # with the chance: nothing else draws from it
    for move in moves.split(", "):
        table.push(move if move in ("draw", "take") else f"discard {move}")
    return start, table


@cache
def enumerated(place: int) -> Counter[Any]:
    start, table = history(place)
    return brute.shuffles(start, table.log, HISTORIES[place][-1])


@pytest.mark.parametrize("place", range(len(HISTORIES)), ids=[row[0] for row in HISTORIES])
def test_samples_against_full_enumeration(rummy: Any, place: int) -> None:
    """RM-19: of all orders of all stocks that would have shown a seat just the same, each is as likely as any other."""
    start, table = history(place)
    seat = HISTORIES[place][-1]
    state = rummy.State.from_text(start.to_text())
    for _, move, _ in table.log:
        state.push(state.parse(move))
    assert state.to_text() == table.to_text()
    expected = enumerated(place)
    assert len(expected) >= 6
    view = state.view(seat)
    check_uniform(samples_of(view, 600), expected)
    for other, cards in enumerate(view.known):  # what is known, and that all that is known is said
        sure = frozenset.intersection(*(hands[other] for hands, _ in expected))
        assert frozenset(brute.cards_from(cards)) == sure
    assert frozenset(brute.cards_from(view.drawable)) == frozenset.union(*(stock for _, stock in expected))


def test_the_order_of_a_sampled_stock(rummy: Any) -> None:
    """Every order is as likely as any other."""
    view = rummy.State.from_text(nearly_played(["JC QC", "JD QD"], "JH QH KH", "KC KD JS QS KS")).view(0)
    found: Counter[tuple[int, ...]] = Counter()
    for stream in range(600):
        cards = brute.cards_from(view.sample(9, stream).stock)
        ranks = sorted(cards, key=brute.PACK.index)
        found[tuple(map(ranks.index, cards))] += 1
    check_uniform(found, Counter(permutations(range(3))))


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_samples_are_given_out_as_written(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """The procedure of the document, step by step, once more."""
    for number, (state, table) in enumerate(hands_of(rummy, backend, fields, range(30, 32))):
        if number % 7 and not table.is_over:
            continue
        seat = number % table.options.players
        hands, stock = brute.sampled(table, seat, Stream(number, samples(9, seat)))
        sample = state.view(seat).sample(number, 9)
        assert sample.hands == tuple(map(brute.ascending, hands))
        assert sample.stock == brute.text_of(stock)
        assert sample.view(seat) == state.view(seat)


# Positions and texts


@data("good_texts.json")
def test_texts_that_are_read(rummy: Any, row: dict[str, Any]) -> None:
    read = getattr(rummy, row["reader"]).from_text(row["text"])
    assert read.to_text() == row["written"], row["why"]
    assert repr(read) == f"{row['reader']}.from_text({row['written']!r})"
    again = getattr(rummy, row["reader"]).from_text(row["written"])
    assert again == read
    assert again.to_text() == row["written"]


@data("bad_texts.json")
def test_texts_that_are_refused(rummy: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, row["message"], getattr(rummy, row["reader"]).from_text, row["text"])


@data("positions.json")
def test_positions(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    state = rummy.State.from_position(rules_of(backend, row["rules"]), **row["args"])
    assert state.to_text() == row["text"], row["why"]
    assert state == rummy.State.from_text(row["text"])
    assert (state.seed, state.stream, state.history) == (None, None, ())


@data("bad_positions.json")
def test_positions_that_are_refused(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_of(backend, row["rules"])
    refuses(error_of(row["error"]), row["message"], rummy.State.from_position, rules, **row["args"])


def test_the_stock_of_positions(rummy: Any, backend: str) -> None:
    """All that lies nowhere else, ascending, shuffled by the stream, which reshuffles go on with."""
    rules = rules_of(backend, {"hand_size": 2})
    rest = [card for card in brute.PACK if card not in ("5D", "6D", "KC", "QC", "7H")]
    for seed, stream in ((0, 0), (5, 0), (2**255, 2**90)):
        order = brute.text_of([rest[place] for place in Stream(seed, stream).shuffled(len(rest))])
        hands = ["5D 6D", "KC QC"]
        state = rummy.State.from_position(rules, hands=hands, turn=1, discards="7H", seed=seed, stream=stream)
        assert state.stock == order
        assert (state.seed, state.stream) == (None, None)
        deal = rummy.State.from_deal(rules, hands=hands, dealer=0, upcard="7H", seed=seed, stream=stream)
        assert deal.stock == order
        assert deal == state
    assert rummy.State.from_deal(rules, hands=hands, dealer=0, upcard="7H") == rummy.State.from_deal(
        rules, hands=hands, dealer=0, upcard="7H", seed=0, stream=0
    )


def test_cards_of_positions_in_any_form(rummy: Any, backend: str) -> None:
    rules = rules_of(backend, {"hand_size": 2})
    expected = rummy.State.from_position(
        rules, hands=["5D 6D 8S", "KC QC"], turn=0, discards="7H", drew=True, took="8S"
    )
    found = rummy.State.from_position(
        rules,
        hands=iter([iter(["8s", "5\u2666", "6D"]), ("kc", "QC")]),
        turn=np.int64(0),
        discards=iter(["7\u2665"]),
        table=iter([]),
        drew=True,
        took="8\u2660",
        turns=np.uint8(0),
        taken=iter(["", ()]),
    )
    assert found == expected
    assert found.taken == ("8S", "-")
    message = "rules must be a Rules object of this game, not dict"
    refuses(TypeError, message, rummy.State.from_position, {}, hands=5, turn="x", discards=5)
    refuses(TypeError, message, rummy.State.from_deal, {}, hands=5, dealer="x", upcard=5)


# Events


@data("good_events.json")
def test_events_that_are_read(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    view = rummy.View.from_events(rules_of(backend, row["rules"]), row["seat"], row["events"])
    assert view.to_text() == row["text"], row["why"]
    assert view == rummy.View.from_text(row["text"])
    assert view.seat == row["seat"]
    assert view.sample(3).view(row["seat"]) == view


@data("bad_events.json")
def test_events_that_are_refused(rummy: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_of(backend, row["rules"])
    refuses(InvalidRecordError, row["message"], rummy.View.from_events, rules, row["seat"], row["events"])


def test_events_of_a_position(rummy: Any) -> None:
    """Where a state was set up by hand, the first event is what its seat saw of it."""
    for row in rows("rummy", "ends.json"):
        start, state = rummy.State.from_text(row["text"]), pushed(rummy, row)
        table = brute.from_text(row["text"], Stream(0, 0))
        first = table.copy()
        for move in row["moves"]:
            table.push(move)
        for seat in range(start.rules.players):
            events = brute.events_of(table, first, seat)
            assert state.events(seat) == [f"position {start.view(seat).to_text()}", *events]


# Pictures


@data("pictures.json")
def test_pictures(rummy: Any, row: dict[str, Any]) -> None:
    assert str(getattr(rummy, row["reader"]).from_text(row["text"])).split("\n") == row["lines"]


# Dead ends (RM-06)

TABLES = ["", "5C 5D 5H", "4C 5C 6C, 5D 5H 5S", "3C 4C 5C, JC QC KC"]


def test_no_turn_comes_to_a_dead_end() -> None:
    """RM-06, RM-12: after any card has been taken, whatever the player does, there is a move until the turn is over.

    All hands of one and of two cards of three suits, of three cards of a few ranks.
    """
    found = 0
    for text in TABLES:
        table = [meld.split() for meld in text.split(",")] if text else []
        free = [card for card in brute.PACK if not any(card in meld for meld in table)]
        for size, ranks, suits in ((1, brute.RANKS, "CDS"), (2, "A2367QK", "C"), (3, "A236", "CD")):
            pack = [card for card in free if card[0] in ranks and card[1] in suits]
            for top in pack:
                for hand in combinations([card for card in pack if card != top], size):
                    for ace, must in (("low", False), ("low", True), ("both", False), ("both", True)):
                        options = brute.Options(2, 20, ace, must)
                        turn = brute.Round(options, [list(hand), ["8H"]], ["9H"], ["TH", top], 0, table)
                        turn.apply("take")
                        found += walked(turn)
    assert found > 50_000


def walked(turn: brute.Round) -> int:
    found = 0
    for moment in brute.moments(turn):
        assert moment.is_over or moment.legal(), moment.to_text()
        found += 1
    return found


# Playouts


@pytest.mark.parametrize("fields", [SMALL[2], SMALL[4], SMALL[8], {"turn_limit": 60}], ids=str)
def test_playouts_can_be_played_again_by_hand(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    rules, options = rules_of(backend, fields), brute.Options.of(fields)
    for seed, first in ((7, 0), (2**256 - 1, 2**64 - 3)):
        played = rummy.playouts(rules, 3, seed, first=first)
        for k in range(3):
            chance = SplitMix.of_game(seed, first + k)
            table = brute.dealt(options, chance, None)
            while legal := table.legal():
                table.push(legal[chance.below(len(legal))])
            assert played.payoffs[k].tolist() == table.scores()
            assert played.lengths[k] == len(table.log)


# Matches (RM-16)


def test_matches(rummy: Any) -> None:
    usual = rummy.Match(seed=7)
    assert (usual.target, usual.rounds) == (150, 1000)
    assert (rummy.Match(rounds=10, target=None, seed=7).rounds, rummy.Match(target=20, seed=7).rounds) == (10, 1000)
    assert rummy.Match(rounds=None, seed=7).rounds is None
    assert usual.state == rummy.State(rummy.Rules(), seed=7, stream=1, dealer=usual.dealer)


def finish(state: Any, chance: random.Random) -> None:
    """Plays a hand to its end, laying down what can be laid."""
    while legal := state.legal_moves():
        plays = [move for move in legal if move.kind in ("meld", "lay_off")]
        state.push(chance.choice(plays or legal))


def test_a_match_to_its_target(rummy: Any) -> None:
    """RM-16: the winners of the hands collect points until one of them has enough."""
    chance = random.Random(5)
    match = rummy.Match(rummy.Rules(players=3, hand_size=12, turn_limit=90), seed=7)
    totals, dealer = [0, 0, 0], match.dealer
    while True:
        finish(match.state, chance)
        totals = [total + score for total, score in zip(totals, match.state.scores, strict=True)]
        assert match.totals == match.scores == tuple(totals)
        assert match.dealer == (dealer + len(match.results) - 1) % 3
        if match.is_over:
            break
        assert max(totals) < 150
        match.next_round()
    assert max(totals) >= 150
    assert match.winners == tuple(seat for seat in range(3) if totals[seat] == max(totals))


def test_void_hands_count(rummy: Any) -> None:
    """RM-16: each is a hand, the deal passes, and all share a match of nothing else."""
    match = rummy.Match(rummy.Rules(players=4, turn_limit=1), seed=7, rounds=5)
    dealers = []
    for number in range(5):
        state = match.next_round() if number else match.state
        dealers.append(match.dealer)
        state.push(state.legal_moves()[0])
        state.push(state.legal_moves()[-1])
        assert state.went_out is None
        assert state.scores == (0, 0, 0, 0)
    assert dealers == [(match.dealer + place) % 4 for place in range(4)] + [match.dealer]
    assert match.is_over
    assert match.winners == (0, 1, 2, 3)


# Melds alone (RM-08, RM-09, RM-10, RM-13, RM-15, RM-18)


def in_set(cards: Iterable[str]) -> int:
    return sum(1 << brute.PACK.index(card) for card in cards)


@data("good_cards.json")
def test_cards_that_are_read(rummy: Any, row: dict[str, Any]) -> None:
    cards = row["cards"]
    given = [cards, tuple(cards), iter(list(cards))] if isinstance(cards, list) else [cards]
    for each in given:
        assert rummy.card_set(each) == in_set(row["text"].replace("-", "").split()), row["why"]
    assert rummy.card_text(rummy.card_set(cards)) == row["text"]
    assert rummy.points(cards) == row["points"], row["why"]
    aces = sum(card[0] == "A" for card in row["text"].split())
    assert rummy.points(cards, ace="both") == row["points"] + 14 * aces


@data("bad_cards.json")
def test_cards_that_are_refused(rummy: Any, row: dict[str, Any]) -> None:
    error, cards = error_of(row["error"]), row["cards"]
    for call in (rummy.card_set, rummy.points, rummy.melds, rummy.best_partition):
        refuses(error, row["message"], call, cards)
    refuses(error, row["message"], rummy.lay_offs, cards, "")


@data("bad_tables.json")
def test_tables_that_are_refused(rummy: Any, row: dict[str, Any]) -> None:
    error, table = error_of(row["error"]), row["table"]
    refuses(error, row["message"], rummy.lay_offs, "2H", table, row["ace"])
    refuses(error, row["message"], rummy.best_partition, "2H", table, ace=row["ace"])


def test_tables_in_any_form(rummy: Any) -> None:
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


def test_the_other_arguments(rummy: Any) -> None:
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
        refuses(InvalidArgumentError, 'ace is "low" or "both", not "high"', call, "high")
        refuses(InvalidArgumentError, f'ace is "low" or "both", not "{"x" * 40}..."', call, "x" * 41)
        refuses(InvalidArgumentError, 'ace is "low" or "both", not int', call, 5)
        refuses(InvalidArgumentError, 'ace is "low" or "both", not NoneType', call, None)
    refuses(InvalidArgumentError, "7S stands twice", rummy.lay_offs, "KS 7S 8S", "7S 8S 9S, KS KD KH")
    refuses(InvalidArgumentError, "7S stands twice", rummy.best_partition, "KS 7S 8S", "7S 8S 9S, KS KD KH")
    message = "number is an integer from 0 to 4503599627370495; this integer is outside that range"
    for number in (-1, 2**52, 10**30):
        refuses(InvalidArgumentError, message, rummy.card_text, number)
    for thing in ("7", True, 2.5, None):
        refuses(TypeError, f"number must be an integer, not {type(thing).__name__}", rummy.card_text, thing)
    assert rummy.card_text(np.uint64(2**52 - 1)) == brute.text_of(brute.PACK)
    assert rummy.card_text(0) == "-"


def random_hand(chance: random.Random, most: int, pack: list[str] = brute.PACK) -> list[str]:
    return chance.sample(pack, chance.randint(0, min(most, len(pack))))


def dense(chance: random.Random) -> list[str]:
    """A part of the pack in which melds are frequent."""
    first = chance.randint(0, 9)
    ranks = [brute.RANKS[(first + place) % 13] for place in range(chance.randint(3, 7))]
    suits = chance.sample(brute.SUITS, chance.randint(1, 4))
    return [card for card in brute.PACK if card[0] in ranks and card[1] in suits]


def random_table(chance: random.Random, pack: list[str], ace: str, most: int) -> list[list[str]]:
    table: list[list[str]] = []
    for meld in chance.sample(brute.MELDS[ace], 60):
        if len(table) < most and len(meld) < 6 and all(card in pack for card in meld):
            table.append(meld)
            pack = [card for card in pack if card not in meld]
    return table


def test_melds_and_lay_offs_of_hands(rummy: Any) -> None:
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


def test_melds_worked_out(rummy: Any) -> None:
    assert rummy.melds("7C 7D 7H 7S 2D") == [
        "meld 7C 7D 7H"[5:],
        "7C 7D 7S",
        "7C 7H 7S",
        "7D 7H 7S",
        "7C 7D 7H 7S",
    ]
    assert rummy.melds("4S 5S 6S 7S 8S") == [
        "4S 5S 6S",
        "5S 6S 7S",
        "6S 7S 8S",
        "4S 5S 6S 7S",
        "5S 6S 7S 8S",
        "4S 5S 6S 7S 8S",
    ]
    assert len(rummy.melds(brute.PACK)) == 65 + 264
    assert len(rummy.melds(brute.PACK, "both")) == 65 + 308
    assert rummy.melds("QS KS AS") == []
    assert rummy.melds("QS KS AS 2S", "both") == ["QS KS AS"]
    assert rummy.lay_offs("AH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "both") == ["AH@low", "AH@high"]
    assert rummy.lay_offs("7S", "4S 5S 6S, 8S 9S TS, 7C 7D 7H") == ["7S@group", "7S@low", "7S@high"]
    assert rummy.lay_offs("AC 2C KC", "QC JC TC", "both") == ["KC@high"]  # each alone: the ace comes after the king


def assert_a_partition(found: Any, hand: list[str], table: list[list[str]], ace: str) -> tuple[int, int]:
    """That it can be played so; the points and cards that are left."""
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


def test_best_partitions_by_brute_force(rummy: Any) -> None:
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


def test_best_partitions_worked_out(rummy: Any) -> None:
    """RM-18, RM-13, RM-15."""
    assert rummy.best_partition("") == (0, (), (), "-")
    best = rummy.best_partition("7C 7D 7S 8S 9S 2H")
    assert (best.points, best.melds, best.rest) == (16, ("7S 8S 9S",), "2H 7C 7D")  # not the group, which leaves 19
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
    # Points first: the run leaves more cards, but fewer points.
    best = rummy.best_partition("KC KD KH JC QC AD 2D 3D 4D")
    assert (best.points, best.rest) == (20, "JC QC")
    # As many points in fewer cards: not the run of the ace, which would leave the two other aces.
    assert rummy.best_partition("AC AD AS 2S 3C 3D 3H 3S")[::3] == (2, "2S")
    best = rummy.best_partition("2C 2D 2H 3H 4H 5S", "3C 3D 3S, 5C 5D 5H", ace="both")
    assert (best.points, best.rest) == (4, "4H")
    # Under RM-12 the hand could not be emptied so: RM-18 knows nothing of it.
    assert rummy.best_partition("7C 7D 7H") == (0, ("7C 7D 7H",), (), "-")


def test_best_partitions_of_larger_hands(rummy: Any) -> None:
    """More cards than brute force can do: no way of playing that a random search finds is better."""
    chance = random.Random(6)
    for ace in ("low", "both"):
        for _ in range(8):
            table = random_table(chance, brute.PACK, ace, 4)
            lying = [card for meld in table for card in meld]
            hand = chance.sample([card for card in brute.PACK if card not in lying], 13)
            found = rummy.best_partition(hand, [brute.text_of(meld) for meld in table], ace)
            best = assert_a_partition(found, hand, table, ace)
            for _ in range(15):
                left, melds = list(hand), list(table)
                while True:
                    ways: list[Any] = list(brute.melds_in(left, ace))
                    ways += [
                        (number, card, place)
                        for number, meld in enumerate(melds)
                        for card in left
                        for place in brute.fits(card, meld, ace)
                    ]
                    if not ways:
                        break
                    way = chance.choice(ways)
                    if isinstance(way, list):
                        melds.append(way)
                        left = [card for card in left if card not in way]
                    else:
                        number, card, place = way
                        melds[number] = [card, *melds[number]] if place == "low" else [*melds[number], card]
                        left.remove(card)
                assert best <= (brute.points(left, ace), len(left))


# Many at once


def test_many_melds_and_lay_offs(rummy: Any) -> None:
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
        assert type(found).__name__ == "Melds"
        assert found._fields == ("offsets", "melds")
        assert (found.offsets.dtype, found.offsets.shape, found.melds.dtype) == (np.int64, (41,), np.uint64)
        for k, hand in enumerate(hands):
            melds = [in_set(meld) for meld in brute.melds_in(hand, ace)]
            assert found.melds[found.offsets[k] : found.offsets[k + 1]].tolist() == melds
        open_ = rummy.lay_offs_many(sets, laid, ace)
        assert (open_.dtype, open_.shape) == (np.uint64, (40, 3))
        for k, (hand, table) in enumerate(zip(hands, tables, strict=True)):
            places = [
                in_set([card for card in hand if any(place in brute.fits(card, meld, ace) for meld in table)])
                for place in ("group", "low", "high")
            ]
            assert open_[k].tolist() == places
        best = rummy.best_partition_many(sets, laid, ace)
        assert type(best).__name__ == "Partitions"
        assert best._fields == ("points", "rests")
        assert (best.points.dtype, best.rests.dtype) == (np.int32, np.uint64)
        for k, (hand, table) in enumerate(zip(hands, tables, strict=True)):
            one = rummy.best_partition(hand, [brute.text_of(meld) for meld in table], ace)
            assert best.points[k] == one.points
            assert bin(best.rests[k]).count("1") == len(brute.cards_from(one.rest))
            assert rummy.points(rummy.card_text(best.rests[k]), ace) == one.points
        alone = rummy.best_partition_many(sets.astype(np.int64).tolist(), ace=ace)
        assert alone.points.tolist() == [rummy.best_partition(hand, ace=ace).points for hand in hands]
        for kind in (np.int64, np.uint64):
            again = rummy.lay_offs_many(sets.astype(kind)[::-1], np.asfortranarray(laid.astype(kind)[::-1]), ace)
            assert np.array_equal(again, open_[::-1])
    assert rummy.melds_many(np.zeros(0, int)).offsets.tolist() == [0]
    assert rummy.lay_offs_many(np.zeros(0, int), np.zeros((0, 5), int)).shape == (0, 3)
    assert rummy.lay_offs_many([7], np.zeros((1, 0), int)).tolist() == [[0, 0, 0]]
    assert rummy.best_partition_many(np.zeros(0, int)).points.shape == (0,)


def test_a_suit_as_a_set(rummy: Any) -> None:
    """RM-15: a set of thirteen cards is a run from ace to king, to which nothing can be added."""
    suit = in_set(card for card in brute.PACK if card[1] == "H")
    assert rummy.lay_offs_many([in_set(["2D", "KD"])], [[suit]], "both").tolist() == [[0, 0, 0]]
    twelve = suit - in_set(["AH"])
    aces = in_set(["AH"])
    assert rummy.lay_offs_many([in_set(["2D", "AH"])], [[twelve]], "both").tolist() == [[0, aces, aces]]
    assert rummy.lay_offs_many([in_set(["2D", "AH"])], [[twelve]]).tolist() == [[0, aces, 0]]


def test_arrays_are_checked(rummy: Any) -> None:
    seven = in_set(["7C", "7D", "7S"])
    none_ = "a group is three or four cards of one rank [RM-08], a run three or more of one suit in sequence [RM-09]"
    two = in_set(["7S", "8S", "9H"])
    for call in (rummy.melds_many, rummy.best_partition_many):
        refuses(InvalidArgumentError, "hands has the shape (1, 1): expected (n,)", call, [[1]])
        refuses(InvalidArgumentError, "hands has the shape (): expected (n,)", call, 1)
        refuses(InvalidArgumentError, "hands[1] is -1: expected 0 to 4503599627370495", call, [0, -1])
        refuses(InvalidArgumentError, f"hands[0] is {2**52}: expected 0 to 4503599627370495", call, [2**52])
        refuses(TypeError, "hands must be of an integer type, not float64", call, [0.5])
        refuses(TypeError, "hands must be of an integer type, not bool", call, [True])
    with pytest.raises(TypeError, match="tables must be of an integer type, not object"):
        rummy.lay_offs_many([1], None)
    for call in (rummy.lay_offs_many, rummy.best_partition_many):
        refuses(TypeError, "tables must be of an integer type, not float64", call, [1], [[0.5]])
        refuses(InvalidArgumentError, "tables[0, 1] is -1: expected 0 to 4503599627370495", call, [1], [[0, -1]])
        for wrong in ([0], [[0], [0]], [[[0]]], 0):
            with pytest.raises(InvalidArgumentError) as caught:
                call([1], wrong)
            assert str(caught.value).startswith("tables has the shape ("), wrong
        message = f"7S 9H 8S in table 1 is no meld: {none_}".replace("7S 9H 8S", "7S 8S 9H")
        refuses(InvalidArgumentError, message, call, [0, 0], [[seven], [two]])
        message = f"AC in table 0 is no meld: {none_}"
        refuses(InvalidArgumentError, message, call, [0], [[1]])
        clash = [[seven, in_set(["7S", "8S", "9S"])]]
        refuses(InvalidArgumentError, "7S stands twice in table 0", call, [0], clash)
        refuses(InvalidArgumentError, "7S stands twice in table 0", call, [in_set(["7S"])], clash)
        refuses(InvalidArgumentError, "7D is in hand 0 and on its table", call, [in_set(["KS", "7S", "7D"])], [[seven]])
        high = in_set(["QS", "KS", "AS"])
        message = f"AS QS KS in table 0 is no meld: {none_}"
        refuses(InvalidArgumentError, message, call, [0], [[high]])
        call([0], [[high, 0]], "both")
        message = f"AS 2S KS in table 0 is no meld: {none_}"
        refuses(InvalidArgumentError, message, call, [0], [[in_set(["AS", "2S", "KS"])]], "both")
