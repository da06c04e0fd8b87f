"""Mexican Train's rules and messages. Positions are data (`tests/data/mexican_train`), worked out by hand from the
rules; whole rounds, what a seat knows and what deals it may think of are held against brute force
(`mexican_train_brute.py`).
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import oxideal.errors
from helpers import codec
from helpers.brute import mexican_train as brute
from helpers.cases import BACKENDS, module_of, rows
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
    "players": 4,
    "set": 12,
    "engine": 12,
    "hand_size": 15,
    "follow_up": "available",
    "close_order": "laid",
}

SMALL: list[dict[str, Any]] = [
    {"players": 2, "set": 2, "hand_size": 1},
    {"players": 2, "set": 3, "hand_size": 2},
    {"players": 2, "set": 4, "hand_size": 3, "follow_up": "double"},
    {"players": 2, "set": 4, "engine": 0, "hand_size": 5, "close_order": "reverse"},
    {"players": 3, "set": 3, "engine": 1, "hand_size": 3},
    {"players": 3, "set": 5, "hand_size": 4, "follow_up": "double", "close_order": "reverse"},
    {"players": 4, "set": 6, "hand_size": 5},
    {"players": 4, "set": 6, "engine": 3, "hand_size": 6, "close_order": "reverse"},
    {"players": 5, "set": 5, "hand_size": 2},
]
"""Rules of short rounds, in which doubles, draws and blocked trains are frequent."""

LARGE: list[dict[str, Any]] = [{}, {"players": 2, "set": 9}, {"players": 8}, {"players": 12, "set": 15}]


@pytest.fixture
def mt(backend: str) -> Any:
    return module_of("mexican_train", backend)


@cache
def _cached_rules(backend: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    return module_of("mexican_train", backend).Rules(**dict(fields))


def rules_of(backend: str, fields: dict[str, Any]) -> Any:
    """Rules objects are dear to make: each has its table of actions."""
    return _cached_rules(backend, tuple(fields.items()))


def data(*files: str) -> pytest.MarkDecorator:
    """One test for each row of the files, named by its rule and number."""
    found = [row for file in files for row in rows("mexican_train", file)]
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


def pushed(mt: Any, row: dict[str, Any]) -> Any:
    """The state that a row begins with, after its moves."""
    state = mt.State.from_text(row["text"])
    for move in row["moves"]:
        state.push(state.parse(move))
    return state


# Rules objects (MT-01, MT-02, MT-04, MT-05)


@data("bad_rules.json")
def test_rules_that_are_none(mt: Any, row: dict[str, Any]) -> None:
    refuses(InvalidRulesError, row["message"], mt.Rules, **row["fields"])
    refuses(InvalidRulesError, row["message"], mt.Rules.from_dict, row["fields"])


def test_rules_are_checked_in_the_order_of_the_fields(mt: Any) -> None:
    wrong: dict[str, Any] = {"players": 1, "set": 0, "engine": -1, "hand_size": 0, "follow_up": "x", "close_order": "x"}
    assert list(wrong) == list(DEFAULTS)
    while wrong:
        with pytest.raises(InvalidRulesError) as caught:
            mt.Rules.from_dict(dict(reversed(wrong.items())))
        first = next(iter(wrong))
        assert str(caught.value).startswith(f"{first} is "), first
        del wrong[first]


def test_fields_of_the_rules(mt: Any) -> None:
    rules = mt.Rules()
    assert rules.to_dict() == DEFAULTS
    assert list(rules.to_dict()) == list(DEFAULTS)
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS
    assert (rules.num_actions, rules.action_table_version) == (548, 1)
    assert mt.Rules(engine=None, hand_size=None) == rules == mt.Rules(engine=12, hand_size=15)
    assert mt.Rules(set=np.int64(9), players=np.uint8(3)).to_dict() == DEFAULTS | {
        "players": 3,
        "set": 9,
        "engine": 9,
        "hand_size": 13,
    }
    assert mt.Rules(players=2, set=1, hand_size=1).to_dict()["engine"] == 1


def test_usual_hands(mt: Any) -> None:
    """MT-02, MT-04: these and no others have one; MT-01: how many tiles there are."""
    tiles = {9: 55, 12: 91, 15: 136, 18: 190}
    for top in range(1, 19):
        for players in range(2, 13):
            if (players, top) in brute.USUAL:
                rules = mt.Rules(players=players, set=top)
                assert rules.hand_size == brute.USUAL[players, top]
                assert len(rules.tiles) == tiles[top]
            else:
                with pytest.raises(InvalidRulesError):
                    mt.Rules(players=players, set=top)


def test_any_hand_that_the_tiles_allow(mt: Any) -> None:
    """MT-02: each player at least one tile; the boneyard may be empty."""
    for top in (1, 2, 3, 9, 18):
        for players in (2, 3, 7, 12):
            most = (len(brute.tiles_of(top)) - 1) // players
            for size in {1, most // 2, most} - {0}:
                if size <= most:
                    assert mt.Rules(players=players, set=top, hand_size=size).hand_size == size
            if most:
                message = f"hand_size is an integer from 1 to {most}, not {most + 1}"
                refuses(InvalidRulesError, message, mt.Rules, players=players, set=top, hand_size=most + 1)


def test_tiles_by_their_numbers(mt: Any) -> None:
    """MT-01."""
    for top in (1, 3, 12, 18):
        rules = mt.Rules(players=2, set=top, hand_size=1)
        assert rules.tiles == tuple(map(brute.shown, brute.tiles_of(top)))
        for low, high in brute.tiles_of(top):
            assert rules.tiles[high * (high + 1) // 2 + low] == f"{low}-{high}"


def test_the_next_round(mt: Any) -> None:
    """MT-05: one engine lower, down to the double blank; all else is the same."""
    rules = mt.Rules(players=3, set=5, hand_size=2, follow_up="double", close_order="reverse")
    for engine in range(5, -1, -1):
        assert rules.to_dict() == {
            "players": 3,
            "set": 5,
            "engine": engine,
            "hand_size": 2,
            "follow_up": "double",
            "close_order": "reverse",
        }
        assert rules.num_actions == 2 + 5 * 21
        rules = rules.next_round()
    assert rules is None


def test_bytes_of_the_rules(mt: Any) -> None:
    for fields, content in (
        ({}, b"\x04\x0c\x0c\x0f\x00"),
        ({"players": 2, "set": 9, "engine": 3}, b"\x02\x09\x03\x0f\x00"),
        ({"follow_up": "double"}, b"\x04\x0c\x0c\x0f\x01"),
        ({"close_order": "reverse"}, b"\x04\x0c\x0c\x0f\x02"),
        ({"players": 12, "set": 18, "follow_up": "double", "close_order": "reverse"}, b"\x0c\x12\x12\x0c\x03"),
    ):
        rules = mt.Rules(**fields)
        state = mt.State(rules, seed=258, stream=772, dealer=1)
        begin = b"OXID\x01S\x0dmexican_train\x05" + content
        assert state.to_bytes() == begin + b"\0\x02\x01" + bytes(30) + b"\x04\x03" + bytes(10) + b"\x02\0"
        assert mt.State.from_bytes(state.to_bytes()).rules == rules
    plain_content = b"\x04\x0c\x0c\x0f\x00"
    wrong_contents = [b"", plain_content[:4], plain_content + b"\0"]
    for place, byte in ((0, 1), (0, 13), (1, 0), (1, 19), (1, 11), (2, 13), (3, 0), (3, 23), (4, 4), (4, 255)):
        wrong_contents.append(plain_content[:place] + bytes([byte]) + plain_content[place + 1 :])
    for wrong in wrong_contents:
        head = codec.header("S", "mexican_train", wrong) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, "the rules in these bytes are not known", mt.State.from_bytes, head)


# Moves and ids


@pytest.mark.parametrize("fields", [*SMALL, *LARGE], ids=str)
def test_the_table_of_actions(backend: str, fields: dict[str, Any]) -> None:
    """Pass, draw, then every tile on the own train, on the Mexican train, and on that of each seat."""
    rules = rules_of(backend, fields)
    texts = ["pass", "draw"]
    for where in ("me", "mexican", *map(str, range(rules.players))):
        texts += [f"{brute.shown(tile)}@{where}" for tile in brute.tiles_of(rules.set)]
    assert rules.num_actions == len(texts) == 2 + (rules.players + 2) * len(rules.tiles)
    assert [str(rules.move(action)) for action in range(rules.num_actions)] == texts
    for action in (*range(5), *range(5, len(texts), 37), len(texts) - 1):
        move = rules.move(action)
        assert repr(move) == f"Move({texts[action]!r})"
        tile, _, train = texts[action].partition("@")
        assert (move.kind, move.tile, move.train) == (("play", tile, train) if train else (tile, None, None))


@data("good_moves.json")
def test_moves_that_are_read(backend: str, row: dict[str, Any]) -> None:
    move = rules_of(backend, row["rules"]).parse(row["text"])
    assert str(move) == row["written"], row["why"]
    assert repr(move) == f"Move({row['written']!r})"
    assert (move.kind, move.tile, move.train) == (row["kind"], row["tile"], row["train"])


@data("bad_moves.json")
def test_moves_that_are_refused(mt: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_of(backend, row["rules"])
    state = mt.State(rules, seed=1)
    for parse in (rules.parse, state.parse, state.view(0).parse):
        refuses(InvalidMoveError, row["message"], parse, row["text"])


def test_moves_of_other_rules(mt: Any, backend: str) -> None:
    """Equal with the same id and the same text; pickled with their rules."""
    rules, other = rules_of(backend, {}), rules_of(backend, {"follow_up": "double"})
    assert rules.parse("9-12@me") == other.parse("9-12@me")
    assert hash(rules.parse("9-12@me")) == hash(other.parse("9-12@me"))
    small = rules_of(backend, SMALL[1])
    assert rules.parse("0-3@me") == small.parse("0-3@me")  # the numbers of the tiles are the same
    assert rules.parse("0-3@mexican") != small.parse("0-3@mexican")  # another id
    assert rules.move(12) != small.move(12)  # the same id, another text
    assert small.action(rules.parse("0-3@mexican")) == int(small.parse("0-3@mexican"))
    for move in (rules.parse("9-12@3"), small.parse("pass"), small.parse("1-3@1")):
        again = pickle.loads(pickle.dumps(move))
        assert (again, str(again)) == (move, str(move))
    message = "9-12@3 is not in the table of these rules"
    refuses(InvalidMoveError, message, small.action, rules.parse("9-12@3"))
    refuses(InvalidMoveError, message, mt.State(small, seed=1).push, rules.parse("9-12@3"))
    with pytest.raises(TypeError) as caught:
        mt.Move()
    assert str(caught.value) == "a Move comes from Rules.move(), Rules.parse() or legal_moves()"


# The deal (MT-03, MT-04, MT-06)


def dealt(options: brute.Options, stream: Any, starter: int | None) -> brute.Round:
    """Who starts, unless given, then the shuffle of all tiles but the engine."""
    tiles = options.tiles
    if starter is None:
        starter = stream.below(options.players)
    return brute.deal(options, [tiles[place] for place in stream.shuffled(len(tiles))], starter)


@pytest.mark.parametrize("fields", [*LARGE, *SMALL[:6]], ids=str)
def test_deals(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    rules = rules_of(backend, fields)
    options = brute.Options.of(fields)
    starters = Counter()  # type: ignore[var-annotated]
    for seed in range(30):
        for starter in (None, seed % rules.players):
            state = mt.State(rules, seed=seed, stream=5, dealer=starter)
            table = dealt(options, Stream(seed, 5), starter)
            assert_the_same(state, table)
            assert state.hand_sizes == (rules.hand_size,) * rules.players
        starters[mt.State(rules, seed=seed, stream=5).turn] += 1
    assert len(starters) > 1


@data("deals.json")
def test_given_deals(mt: Any, backend: str, row: dict[str, Any]) -> None:
    state = mt.State.from_deal(rules_of(backend, row["rules"]), **row["args"])
    assert state.to_text() == row["text"], row["why"]
    assert state == mt.State.from_text(row["text"])
    assert (state.seed, state.stream, state.history) == (None, None, ())


@data("bad_deals.json")
def test_deals_that_are_refused(mt: Any, backend: str, row: dict[str, Any]) -> None:
    refuses(error_of(row["error"]), row["message"], mt.State.from_deal, rules_of(backend, row["rules"]), **row["args"])


# Rounds (MT-03 to MT-28)


def as_shown(table: brute.Round) -> dict[str, Any]:
    """What a State shows, from the third bookkeeper."""
    players, scores = table.options.players, table.scores()
    live = [each.number for each in table.open_doubles() if not table.is_dead(each.number)]
    return {
        "legal": table.legal(),
        "turn": table.seat,
        "current_player": None if table.is_over else table.seat,
        "is_over": table.is_over,
        "trains": [brute.text_of(train) for train in table.trains[:players]],
        "mexican": brute.text_of(table.trains[players]),
        "ends": [table.end(seat) for seat in range(players)],
        "mexican_end": table.end(players),
        "marked": table.marked,
        "open_doubles": live,
        "dead_doubles": table.dead_doubles(),
        "doubled": table.doubled,
        "drew": table.drew and not table.is_over,
        "hand_sizes": [len(hand) for hand in table.hands],
        "boneyard_size": len(table.boneyard),
        "idle_passes": table.idle(),
        "went_out": table.went_out,
        "hands": [brute.ascending(hand) for hand in table.hands],
        "boneyard": brute.text_of(table.boneyard),
        "scores": None if scores is None else list(scores),
        "payoffs": None if scores is None else [-score for score in scores],
    }


def assert_the_same(state: Any, table: brute.Round) -> None:
    shows(state, as_shown(table), state.to_text())


@data("rounds.json", "doubles.json")
def test_rounds(mt: Any, row: dict[str, Any]) -> None:
    state = mt.State.from_text(row["text"])
    assert state.to_text() == row["text"]
    state = pushed(mt, row)
    expect = dict(row["expect"])
    one_left = expect.pop("one_left", None)
    shows(state, expect, row["why"])
    if one_left is not None:  # MT-15
        for seat in range(state.rules.players):
            assert state.events(seat)[-1].endswith("one tile left") is one_left, row["why"]
    for seat in range(state.rules.players):
        view = state.view(seat)
        public = {name: each for name, each in expect.items() if name not in ("hands", "boneyard", "legal")}
        shows(view, public, row["why"])
        assert view.legal_moves() == (state.legal_moves() if seat == state.current_player else [])
        assert mt.View.from_events(state.rules, seat, state.events(seat)) == view
    assert mt.State.from_text(state.to_text()) == state
    for _ in row["moves"]:
        state.pop()
    assert state.to_text() == row["text"]


@data("rounds.json", "doubles.json")
def test_rounds_by_brute_force(row: dict[str, Any]) -> None:
    """The third bookkeeper reads the rules as those who worked these positions out did."""
    table = brute.from_text(row["text"])
    for move in row["moves"]:
        table.push(move)
    found = as_shown(table)
    for name, wanted in row["expect"].items():
        assert (table.one_left() if name == "one_left" else found[name]) == wanted, f"{name}: {row['why']}"


@data("refused.json")
def test_refused_moves(mt: Any, row: dict[str, Any]) -> None:
    state = pushed(mt, row)
    before = state.to_text()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(state.parse(row["move"]))
    assert (caught.value.reason, caught.value.rule) == (row["reason"], row["rule"]), row["why"]
    assert str(caught.value) == f"{row['reason']} [{row['rule']}]"
    assert state.to_text() == before
    assert not state.is_legal(state.parse(row["move"]))


def at_random(fields: dict[str, Any], seed: int) -> Iterator[brute.Round]:
    """A round played at random by the third bookkeeper: before each move, and at the end."""
    chance = random.Random(seed)
    table = dealt(brute.Options.of(fields), Stream(seed, 1), None)
    yield table
    while legal := table.legal():
        doubles = [move for move in legal if "@" in move and brute.is_double(table.read(move).tile)]
        table.push(chance.choice(doubles if doubles and chance.random() < 0.5 else legal))
        yield table


def rounds_of(mt: Any, backend: str, fields: dict[str, Any], seeds: Iterable[int]) -> Iterator[tuple[Any, brute.Round]]:
    """Such rounds, and the engine beside."""
    for seed in seeds:
        state = mt.State(rules_of(backend, fields), seed=seed, stream=1)
        for table in at_random(fields, seed):
            if table.log:
                state.push(state.parse(table.log[-1][1]))
            yield state, table


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_random_rounds_by_another_bookkeeper(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    """MT-06 to MT-28: what can be done and what comes of it, at every ply."""
    met: Counter[str] = Counter()
    for state, table in rounds_of(mt, backend, fields, range(25)):
        shown = as_shown(table)
        shows(state, shown, state.to_text())
        met["blocked"] += table.is_over and table.went_out is None
        met["out"] += table.went_out is not None
        met["dead"] += bool(shown["dead_doubles"])
        met["doubled"] += table.doubled
        met["must close"] += bool(shown["open_doubles"]) and not table.doubled
        met["several"] += len(shown["open_doubles"]) > 1
        met["marked"] += any(table.marked)
        tiles = [*table.on_table(), *table.boneyard, *(tile for hand in table.hands for tile in hand)]
        assert sorted(tiles) == sorted(brute.tiles_of(table.options.set))
    assert min(met["out"], met["marked"], met["must close"]) > 0
    if fields["set"] == 4:
        assert min(met["blocked"], met["doubled"], met["dead"]) > 0
    if fields["set"] == 6:
        assert min(met["doubled"], met["several"], met["dead"]) > 0


@pytest.mark.parametrize("fields", LARGE, ids=str)
def test_random_rounds_of_the_usual_games(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    for place, (state, table) in enumerate(rounds_of(mt, backend, fields, range(2))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 7 == 0 or table.is_over:
            assert_the_same(state, table)


def events_of(table: brute.Round, start: brute.Round, seat: int) -> list[str]:
    """MT-30, MT-15: the own tiles, all moves, and who says that one tile is left."""
    found = [f"start {start.seat}", f"hand {brute.ascending(start.hands[seat])}"]
    sizes = [len(hand) for hand in start.hands]
    for who, move, drawn in table.log:
        found.append(f"{who} {move}" + (f" {brute.shown(drawn)}" if drawn is not None and who == seat else ""))
        sizes[who] += {"draw": 1, "pass": 0}.get(move, -1)
        if "@" in move and sizes[who] == 1:
            found.append(f"{who} one tile left")
    if table.is_over:
        others = [other for other in range(table.options.players) if other != seat]
        found += [f"{other} holds {brute.ascending(table.hands[other])}" for other in others]
    return found


@pytest.mark.parametrize("fields", SMALL[1:], ids=str)
def test_what_a_seat_witnesses_and_knows(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    """MT-15, MT-30, at every ply: events, views, and what passes and draws have proved."""
    start = None
    for place, (state, table) in enumerate(rounds_of(mt, backend, fields, range(8))):
        if not table.log:
            start = table.copy()
        assert start is not None
        known = brute.proved(start, table.log)
        parts = [part for seat, each in enumerate(known) if (part := each.text(seat)) is not None]
        assert [part for part in state.to_text().split("; ") if part.startswith("known")] == parts
        lacks = tuple(tuple(n for n in sorted(each.lacks) if each.lacks[n] > each.kept) for each in known)
        seat = place % table.options.players
        view = state.view(seat)
        assert state.lacks == view.lacks == lacks
        for other, numbers in enumerate(lacks):
            held = {n for tile in table.hands[other] if not brute.is_double(tile) for n in tile}
            assert not held & set(numbers)
        events = events_of(table, start, seat)
        assert state.events(seat) == events
        assert mt.View.from_events(state.rules, seat, events) == view
        hidden = list(table.boneyard)
        if not table.is_over:
            hidden += [tile for other, hand in enumerate(table.hands) if other != seat for tile in hand]
        assert view.unseen == brute.ascending(hidden)
        assert (view.hand, view.seat) == (brute.ascending(table.hands[seat]), seat)
        seen = [
            brute.ascending(hand) if other == seat or table.is_over else None for other, hand in enumerate(table.hands)
        ]
        assert view.hands == tuple(seen)
        public = as_shown(table)
        for name in ("hands", "boneyard", "legal"):
            del public[name]
        shows(view, public, "what all see")


@data("views.json")
def test_what_a_seat_knows(mt: Any, row: dict[str, Any]) -> None:
    view = pushed(mt, row).view(row["seat"])
    shows(view, row["expect"], row["why"])
    assert view.seat == row["seat"]
    assert view.sample(1).view(row["seat"]) == view


# Samples (MT-30)


def samples_of(view: Any, count: int) -> Counter[Any]:
    """The hands and the tiles of the boneyard of so many samples."""
    found: Counter[Any] = Counter()
    for stream in range(count):
        sample = view.sample(3, stream)
        hands = tuple(frozenset(brute.tiles_from(hand)) for hand in sample.hands)
        found[hands, frozenset(brute.tiles_from(sample.boneyard))] += 1
    return found


def check_uniform(found: Counter[Any], expected: Counter[Any]) -> None:
    """Chi-square: many samples against the weights. Seeds are fixed, so that it is always the same."""
    assert set(found) <= set(expected)
    count, total = sum(found.values()), sum(expected.values())
    chi = sum((found[deal] - count * ways / total) ** 2 / (count * ways / total) for deal, ways in expected.items())
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


FOLLOW: dict[str, Any] = {"players": 2, "set": 4, "hand_size": 3, "follow_up": "double"}
REVERSE: dict[str, Any] = {"players": 3, "set": 4, "hand_size": 3, "engine": 2, "close_order": "reverse"}

HISTORIES: list[tuple[str, dict[str, Any], int, int, int]] = [
    # What it shows, the rules, the seed, how many moves, and from which seat.
    ("three kept draws, one tile played since", FOLLOW, 14, 12, 1),
    ("two levels", FOLLOW, 15, 13, 1),
    ("own tiles that were drawn", FOLLOW, 13, 10, 0),
    ("weights far apart", {"players": 2, "set": 4, "hand_size": 4}, 69, 8, 0),
    ("an early pass", {"players": 3, "set": 3, "hand_size": 2}, 36, 6, 0),
    ("all three have kept tiles", {"players": 3, "set": 4, "hand_size": 2}, 80, 10, 0),
    ("two others have played since", {"players": 3, "set": 4, "hand_size": 2}, 55, 11, 2),
    ("one has kept two", {"players": 3, "set": 4, "hand_size": 2}, 58, 10, 1),
    ("three played since", REVERSE, 16, 13, 2),
    ("three levels", {"players": 3, "set": 4, "hand_size": 3}, 75, 12, 1),
    (
        "three levels and an empty boneyard",
        {"players": 3, "set": 4, "hand_size": 4, "engine": 2, "follow_up": "double"},
        11,
        11,
        1,
    ),
]


def history(fields: dict[str, Any], seed: int, moves: int) -> tuple[brute.Round, brute.Round]:
    """How a random round began, and how it stands after so many moves."""
    start = next(at_random(fields, seed)).copy()
    return start, next(table for table in at_random(fields, seed) if len(table.log) == moves)


def reached(mt: Any, backend: str, fields: dict[str, Any], seed: int, moves: int) -> Any:
    """The state there."""
    _, table = history(fields, seed, moves)
    state = mt.State(rules_of(backend, fields), seed=seed, stream=1)
    for _, move, _ in table.log:
        state.push(state.parse(move))
    return state


@cache
def enumerated(place: int) -> tuple[Counter[Any], Counter[Any]]:
    """All deals that agree with what a seat has witnessed, and those that agree with what is kept of it."""
    _, fields, seed, moves, seat = HISTORIES[place]
    start, table = history(fields, seed, moves)
    own = frozenset(table.hands[seat])
    others = [hand for other, hand in enumerate(table.hands) if other != seat]
    unseen = [*table.boneyard, *(tile for hand in others for tile in hand)]
    sizes = [len(hand) for hand in table.hands]
    kept: Counter[Any] = Counter()
    for (hands, boneyard), ways in brute.by_levels(unseen, sizes, seat, brute.proved(start, table.log)).items():
        kept[tuple(own if other == seat else hand for other, hand in enumerate(hands)), boneyard] += ways
    return brute.deals(start, table.log, seat), kept


@pytest.mark.parametrize("place", range(len(HISTORIES)), ids=[row[0] for row in HISTORIES])
def test_what_is_kept_says_all(place: int) -> None:
    """MT-30: kept draws and levels tell just those deals, as often, that the whole record tells."""
    witnessed, kept = enumerated(place)
    assert len(witnessed) >= 12
    assert len(set(witnessed.values())) > 1  # so that deals alike would be wrong
    one, other = sum(witnessed.values()), sum(kept.values())
    assert {deal: ways * other for deal, ways in witnessed.items()} == {deal: ways * one for deal, ways in kept.items()}


@pytest.mark.parametrize("place", range(len(HISTORIES)), ids=[row[0] for row in HISTORIES])
def test_samples_against_full_enumeration(mt: Any, backend: str, place: int) -> None:
    """MT-30: of all shuffles at the beginning that would have shown a seat just the same, each is as likely as any
    other.
    """
    _, fields, seed, moves, seat = HISTORIES[place]
    view = reached(mt, backend, fields, seed, moves).view(seat)
    check_uniform(samples_of(view, 1500), enumerated(place)[0])


def test_the_order_of_a_sampled_boneyard(mt: Any, backend: str) -> None:
    """Every order is as likely as any other, with the hands of others known to lack something and without."""
    for fields, seed, moves, seat in (
        ({"players": 2, "set": 3, "hand_size": 3}, 1, 0, 0),
        (FOLLOW, 14, 12, 1),
    ):
        view = reached(mt, backend, fields, seed, moves).view(seat)
        size = view.boneyard_size
        assert 2 <= size <= 4
        found: Counter[tuple[int, ...]] = Counter()
        for stream in range(1200):
            tiles = brute.tiles_from(view.sample(9, stream).boneyard)
            ranks = sorted(tiles, key=brute.number)
            found[tuple(map(ranks.index, tiles))] += 1
        check_uniform(found, Counter(permutations(range(size))))


MIDDLES: list[tuple[dict[str, Any], int, int]] = [
    # The rules, the seed, how many moves.
    ({"players": 4, "set": 9}, 4, 40),
    ({"players": 3, "set": 9}, 0, 60),
    ({"players": 2, "set": 12}, 2, 60),
    ({"players": 4, "set": 12}, 0, 60),
]


@cache
def counted(place: int) -> tuple[list[brute.Tile], Any]:
    """The tiles that seat 0 has not seen in its hand, and how likely each of them is with each seat."""
    fields, seed, moves = MIDDLES[place]
    start, table = history(fields, seed, moves)
    known = brute.witnessed(start, table.log, 0)
    return known.tiles, brute.marginals(known, fields["players"])


@pytest.mark.parametrize("place", range(len(MIDDLES)))
def test_where_sampled_tiles_are(mt: Any, backend: str, place: int) -> None:
    """MT-30 in rounds that nobody can enumerate: how often each tile is with each seat, against exact counting."""
    tiles, expected = counted(place)
    view = reached(mt, backend, *MIDDLES[place]).view(0)
    count = 500
    found = np.zeros_like(expected)
    places = {tile: place for place, tile in enumerate(tiles)}
    for stream in range(count):
        sample = view.sample(5, stream)
        for other, hand in enumerate((*sample.hands, sample.boneyard)):
            for tile in brute.tiles_from(hand) if other else ():
                found[places[tile], other] += 1
    assert not found[expected == 0].any()
    assert np.array_equal(found[expected == 1], np.full((expected == 1).sum(), count))
    unsure = (expected > 0) & (expected < 1)
    mean, likely = count * expected[unsure], expected[unsure]
    deviation = (found[unsure] - mean) / np.sqrt(mean * (1 - likely))
    assert len(mean) > 25
    assert np.abs(deviation).max() < 4.5
    assert 0.5 < (deviation**2).mean() < 1.6


@pytest.mark.parametrize("fields", SMALL[1:], ids=str)
def test_samples_are_given_out_as_written(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    """The procedure of the document, step by step, once more."""
    start = None
    for number, (state, table) in enumerate(rounds_of(mt, backend, fields, range(4))):
        if not table.log:
            start = table.copy()
        if table.is_over:
            view = state.view(0)
            rest = sorted(table.boneyard, key=brute.number)
            order = [rest[place] for place in Stream(number, samples(9, 0)).shuffled(len(rest))]
            assert view.sample(number, 9).boneyard == brute.text_of(order)
            assert view.sample(number, 9).hands == state.hands
            continue
        assert start is not None
        seat = number % table.options.players
        view = state.view(seat)
        known = brute.proved(start, table.log)
        unseen = brute.tiles_from(view.unseen)
        stream = Stream(number, samples(9, seat))
        hands, boneyard = brute.sampled(unseen, view.hand_sizes, seat, known, stream, SplitMix)
        hands[seat] = table.hands[seat]
        sample = view.sample(number, 9)
        assert sample.hands == tuple(map(brute.ascending, hands))
        assert sample.boneyard == brute.text_of(boneyard)
        assert sample.view(seat) == view


def test_samples_of_positions_set_up_by_hand(mt: Any) -> None:
    """What a text says is known counts like what was witnessed."""
    text = (
        "mexican_train players=2 set=4 hand_size=1; seat 0; hand 0 0-0; sizes 1 4; train 0 4-2; turn 0; "
        "known 1 kept 2 lacks 0=1 1=2 doubles 2=1 played 2-4=0-2"
    )
    view = mt.View.from_text(text)
    known = [
        brute.Known(0, {}, {}, {}),
        brute.Known(2, {0: 1, 1: 2}, {2: 1}, {(2, 4): (0, 2)}),
    ]
    expected = Counter[Any]()
    for (hands, boneyard), ways in brute.by_levels(brute.tiles_from(view.unseen), view.hand_sizes, 0, known).items():
        expected[(frozenset({(0, 0)}), hands[1]), boneyard] += ways
    assert len(set(expected.values())) > 1
    check_uniform(samples_of(view, 1500), expected)


# Positions and texts


@data("good_texts.json")
def test_texts_that_are_read(mt: Any, row: dict[str, Any]) -> None:
    read = getattr(mt, row["reader"]).from_text(row["text"])
    assert read.to_text() == row["written"], row["why"]
    assert repr(read) == f"{row['reader']}.from_text({row['written']!r})"
    again = getattr(mt, row["reader"]).from_text(row["written"])
    assert again == read
    assert again.to_text() == row["written"]


@data("bad_texts.json")
def test_texts_that_are_refused(mt: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, row["message"], getattr(mt, row["reader"]).from_text, row["text"])


@data("positions.json")
def test_positions(mt: Any, backend: str, row: dict[str, Any]) -> None:
    state = mt.State.from_position(rules_of(backend, row["rules"]), **row["args"])
    assert state.to_text() == row["text"], row["why"]
    assert state == mt.State.from_text(row["text"])
    assert (state.seed, state.stream, state.history) == (None, None, ())


@data("bad_positions.json")
def test_positions_that_are_refused(mt: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_of(backend, row["rules"])
    refuses(error_of(row["error"]), row["message"], mt.State.from_position, rules, **row["args"])


def test_the_boneyard_of_positions(mt: Any, backend: str) -> None:
    """All that lies nowhere else, ascending, shuffled by the stream."""
    rules = rules_of(backend, {"players": 2, "set": 4, "hand_size": 2})
    trains = ["4-2 2-3", "-"]
    rest = brute.tiles_from("1-2 2-2 1-3 3-3 0-4 1-4 3-4")
    for seed, stream in ((0, 0), (5, 0), (2**255, 2**90)):
        order = [rest[place] for place in Stream(seed, stream).shuffled(len(rest))]
        state = mt.State.from_position(
            rules, hands=["0-0 0-1 1-1", "0-2 0-3"], turn=1, trains=trains, seed=seed, stream=stream
        )
        assert state.boneyard == brute.text_of(order)
        assert (state.seed, state.stream) == (None, None)
        assert state == mt.State.from_text(state.to_text())
    rest = [tile for tile in brute.tiles_of(4) if tile not in [(0, 0), (0, 1), (1, 1), (0, 2), (4, 4)]]
    for seed in (0, 7):
        order = [rest[place] for place in Stream(seed, 3).shuffled(len(rest))]
        state = mt.State.from_deal(rules, hands=["0-0 0-1", "0-2 1-1"], starter=0, seed=seed, stream=3)
        assert state.boneyard == brute.text_of(order)
    assert mt.State.from_deal(rules, hands=["0-0 0-1", "0-2 1-1"], starter=0) == mt.State.from_deal(
        rules, hands=["0-0 0-1", "0-2 1-1"], starter=0, seed=0, stream=0
    )


def test_tiles_of_positions_in_any_form(mt: Any, backend: str) -> None:
    rules = rules_of(backend, {"players": 2, "set": 3, "hand_size": 1})
    expected = mt.State.from_position(
        rules, hands=["0-1", "0-2"], turn=0, trains=["3-2 2-2", "-"], mexican="3-1", open_doubles=[2], marked=[1]
    )
    found = mt.State.from_position(
        rules,
        hands=iter([[(1, 0)], ("2-0",)]),
        turn=np.int64(0),
        trains=([(np.int64(2), 3), "2-2"], []),
        mexican=iter(["1-3"]),
        marked=iter([np.int8(1)]),
        open_doubles=np.array([2]),
    )
    assert found == expected
    message = "rules must be a Rules object of this game, not dict"
    refuses(TypeError, message, mt.State.from_position, {}, hands=5, turn="x")
    refuses(TypeError, message, mt.State.from_deal, {}, hands=5, starter="x")


def answers(odd: Iterable[Any], ask: Any) -> None:
    """What the document leaves open, both backends answer in the same way."""
    for each in odd:
        found = []
        for backend in BACKENDS:
            try:
                found.append(str(ask(module_of("mexican_train", backend), backend, each)))
            except (ValueError, TypeError) as error:
                found.append(f"{type(error).__name__}: {error}")
        assert len(set(found)) == 1, (each, found)


ODD_TILES: list[Any] = [
    ["9-12 "],
    [" 9-12"],
    ["-"],
    ["9-12", 5, "x"],
    ["x", 5],
    [[9, 12]],
    [(9,)],
    [(1, 2, 3)],
    [(9, "12")],
    [(True, 1)],
    [(1.0, 2)],
    [(-1, 5)],
    [(100, 5)],
    [(9, 19)],
    [()],
    ["1-2"] * 200 + [5],
    ["x"] * 201,
    [5] * 201,
    ["1-2" * 400],
    {"1-2": 3},
    {"1-2"},
    b"1-2",
    [b"1-2"],
    np.array([[1, 2], [3, 4]]),
    np.array([1, 2]),
    (1, 2),
    [(1, 2), "2-1"],
    "1-2\t3-4",
    "1-2\n3-4",
    "1-2\u00a03-4",
    "1 -2",
]


def test_odd_tiles_are_answered_alike() -> None:
    answers(ODD_TILES, lambda mt, _, odd: mt.pips(odd))
    answers(ODD_TILES, lambda mt, _, odd: mt.tiles_array(odd).tolist())


ODD_MOVES = [
    "d r a w",
    "1 2-3@me",
    "1-2@m e",
    "1-2@1 1",
    "pass pass",
    "draw@me",
    "1-2@mexican train",
    "\tpass\n",
    "1-2@me\x00",
]


def test_odd_moves_are_answered_alike() -> None:
    answers(ODD_MOVES, lambda _, backend, odd: rules_of(backend, {}).parse(odd))


ODD_TEXTS = [
    "; known 0 kept 0",
    "; known 1",
    "; known 1; known 1",
    "; marked 0 1 1 0",
    "; hand 0",
    "; idle 3 4",
    "; open 2 2",
    "; train 0 - -",
    "; train 0 -; train 0 3-2",
    "; mexican -",
    "; turn 0 doubled; turn 0",
    "; known 1 kept 1 lacks 0=1 doubles 0=1 played 0-1=0-1 x",
    "; known 1 kept 1 played 0-1=1-0",
    "; known 1 kept 1 played 0-1=0-1-1",
    "; known 1 kept 1 played 0-1=01-001",
    "; known 1 kept 1 lacks 2=1 02=1",
    ";",
    "; ;",
]


def test_odd_texts_are_answered_alike() -> None:
    hands = "hand 0 1-1 0-3; hand 1 2-2 1-3; boneyard 0-0 0-1 0-2 1-2 2-3"
    text = f"mexican_train players=2 set=3 hand_size=1; {hands}; turn 0"
    answers(ODD_TEXTS, lambda mt, _, odd: mt.State.from_text(text + odd).to_text())
    answers(ODD_TEXTS, lambda mt, _, odd: mt.View.from_text(text + odd).to_text())
    for first in (
        "mexican_train players=2 players=x",
        "mexican_train follow_up=",
        "mexican_train engine=",
        "mexican_train=2",
    ):
        answers([first], lambda mt, _, odd: mt.State.from_text(odd + "; turn 0").to_text())


# Events


@data("good_events.json")
def test_events_that_are_read(mt: Any, backend: str, row: dict[str, Any]) -> None:
    view = mt.View.from_events(rules_of(backend, row["rules"]), row["seat"], row["events"])
    assert view.to_text() == row["text"], row["why"]
    assert view == mt.View.from_text(row["text"])
    assert view.seat == row["seat"]
    assert view.sample(3).view(row["seat"]) == view


@data("bad_events.json")
def test_events_that_are_refused(mt: Any, backend: str, row: dict[str, Any]) -> None:
    rules = rules_of(backend, row["rules"])
    refuses(InvalidRecordError, row["message"], mt.View.from_events, rules, row["seat"], row["events"])


def test_events_of_a_position(mt: Any) -> None:
    """Where a state was set up by hand, the first event is what its seat saw of it."""
    for row in rows("mexican_train", "doubles.json"):
        start, state = mt.State.from_text(row["text"]), pushed(mt, row)
        table = brute.from_text(row["text"])
        first = table.copy()
        for move in row["moves"]:
            table.push(move)
        for seat in range(start.rules.players):
            events = events_of(table, first, seat)[2:]
            assert state.events(seat) == [f"position {start.view(seat).to_text()}", *events]


# Pictures


@data("pictures.json")
def test_pictures(mt: Any, row: dict[str, Any]) -> None:
    assert str(getattr(mt, row["reader"]).from_text(row["text"])).split("\n") == row["lines"]


# Playouts


@pytest.mark.parametrize("fields", [{}, {"players": 2, "set": 9}, *SMALL[2:6]], ids=str)
def test_playouts_can_be_played_again_by_hand(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    rules, options = rules_of(backend, fields), brute.Options.of(fields)
    for seed, first in ((7, 0), (2**256 - 1, 2**64 - 3)):
        played = mt.playouts(rules, 3, seed, first=first)
        for k in range(3):
            chance = SplitMix.of_game(seed, first + k)
            table = dealt(options, chance, None)
            while legal := table.legal():
                table.push(legal[chance.below(len(legal))])
            scores = table.scores()
            assert scores is not None
            assert played.payoffs[k].tolist() == [-score for score in scores]
            assert played.lengths[k] == len(table.log)


# Tiles and trains alone (MT-27, MT-29)


@data("good_tiles.json")
def test_tiles_that_are_read(mt: Any, backend: str, row: dict[str, Any]) -> None:
    tiles = row["tiles"]
    given = [tiles]
    if isinstance(tiles, list):
        given += [tuple(tiles), iter(list(tiles))]
    expected = [brute.number(tile) for tile in brute.tiles_from(row["text"])]
    for each in given:
        found = mt.tiles_array(each, rules_of(backend, {}))
        assert (found.dtype, found.shape) == (np.uint8, (91,))
        assert np.flatnonzero(found).tolist() == expected, row["why"]
        assert set(found.tolist()) <= {0, 1}
    assert mt.pips(tiles) == row["pips"], row["why"]
    pairs = brute.tiles_from(row["text"])
    assert mt.pips(pairs) == mt.pips([(np.int64(high), np.uint8(low)) for low, high in pairs]) == row["pips"]


@data("bad_tiles.json")
def test_tiles_that_are_refused(mt: Any, backend: str, row: dict[str, Any]) -> None:
    error, tiles = error_of(row["error"]), row["tiles"]
    if row["rules"] is not None:
        refuses(error, row["message"], mt.tiles_array, tiles, rules_of(backend, row["rules"]))
        return
    refuses(error, row["message"], mt.pips, tiles)
    refuses(error, row["message"], mt.matches, tiles, [3])
    refuses(error, row["message"], mt.longest_train, tiles, 3)
    if "is no tile: the numbers" not in row["message"]:
        refuses(error, row["message"], mt.tiles_array, tiles)


def test_pairs_that_are_no_tiles(mt: Any) -> None:
    message = "tiles are a str or a list of texts or pairs of numbers, not a list with tuple"
    pairs: list[Any] = [(9,), (9, 12, 3), (), (9, "12"), (True, 1), (1, False), (1.0, 2), (None, 2)]
    for pair in pairs:
        refuses(TypeError, message, mt.pips, [pair])
    for low, high in ((-1, 5), (5, -1), (100, 5), (5, 10**9)):
        text = f"{low}-{high}"
        refuses(InvalidArgumentError, f'"{text}" is no tile: write two numbers, such as "9-12"', mt.pips, [(low, high)])
    refuses(InvalidArgumentError, "9-19 is no tile: the numbers are 0 to 18", mt.pips, [(9, 19)])
    refuses(InvalidArgumentError, "9-12 stands twice", mt.pips, ["9-12", (12, 9)])


def random_tiles(chance: random.Random, top: int, count: int) -> list[brute.Tile]:
    tiles = brute.tiles_of(top)
    return chance.sample(tiles, min(count, len(tiles)))


def test_matching_tiles(mt: Any) -> None:
    """MT-07."""
    assert mt.matches("9-12 3-12 4-4 0-1", [12, 4, 9, 5]) == ["3-12 9-12", "4-4", "9-12", "-"]
    assert mt.matches("", range(3)) == ["-"] * 3
    assert mt.matches("1-2", []) == []
    assert mt.matches([(17, 18)], iter([np.int64(18), 18])) == ["17-18", "17-18"]
    chance = random.Random(4)
    for _ in range(30):
        hand = random_tiles(chance, chance.randint(1, 18), chance.randint(0, 30))
        ends = [chance.randint(0, 18) for _ in range(chance.randint(0, 5))]
        expected = [brute.ascending([tile for tile in hand if end in tile]) for end in ends]
        assert mt.matches(hand, ends) == expected


def test_ends_are_checked(mt: Any) -> None:
    outside = "ends is an integer from 0 to 18; this integer is outside that range"
    for end in (-1, 19, 10**30):
        refuses(InvalidArgumentError, outside, mt.matches, "1-2", [3, end])
    refuses(InvalidArgumentError, "ends has at most 200 items", mt.matches, "1-2", [3] * 201)
    assert mt.matches("1-3", [3] * 200) == ["1-3"] * 200
    things: list[Any] = [5, "5", None, 2.5]
    for thing in things:
        refuses(TypeError, f"ends must be a list of numbers, not {type(thing).__name__}", mt.matches, "1-2", thing)
    items: list[Any] = ["3", True, None, 2.5]
    for item in items:
        refuses(TypeError, f"ends must be an integer, not {type(item).__name__}", mt.matches, "1-2", [3, item])
    refuses(InvalidArgumentError, '"x" is no tile: write two numbers, such as "9-12"', mt.matches, "x", 5)


def assert_a_train(text: str, hand: list[brute.Tile], end: int, doubles: str) -> tuple[int, int]:
    """That this is a train out of the hand; its length and pips."""
    train = brute.tiles_from(text)
    assert brute.text_of(train) == text
    laid = [brute.plain(tile) for tile in train]
    assert len(set(laid)) == len(laid)
    assert set(laid) <= set(hand)
    for near, far in train:
        assert near == end
        end = far
    if doubles == "close" and train and len(train) < len(hand):
        assert not brute.is_double(train[-1])
    return len(train), brute.pips(laid)


@pytest.mark.parametrize("doubles", ["tile", "close"])
def test_longest_trains_by_brute_force(mt: Any, doubles: str) -> None:
    """MT-29."""
    chance = random.Random(8)
    apart = 0
    for _ in range(250):
        top = chance.choice((2, 3, 4, 5, 6, 9))
        hand = random_tiles(chance, top, chance.randint(0, 9))
        end = chance.randint(0, top)
        found = mt.longest_train(hand, end, doubles)
        assert type(found).__name__ == "LongestTrain"
        assert found._fields == ("longest", "heaviest")
        longest, heaviest = brute.longest_train(hand, end, doubles)
        assert assert_a_train(found.longest, hand, end, doubles) == longest
        length, weight = assert_a_train(found.heaviest, hand, end, doubles)
        assert (weight, length) == heaviest
        apart += longest[0] != length
    assert apart > 3


def test_longest_trains_worked_out(mt: Any) -> None:
    """MT-29, MT-17, MT-27."""
    assert mt.longest_train("", 5) == ("-", "-")
    assert mt.longest_train("1-2", 5) == ("-", "-")
    assert mt.longest_train("5-5", 5) == ("5-5", "5-5")
    assert mt.longest_train("5-5", 5, doubles="close") == ("5-5", "5-5")  # the whole hand
    assert mt.longest_train("5-5 1-2", 5, doubles="close") == ("-", "-")
    assert mt.longest_train("5-5 5-6 6-6 1-1", 5) == ("5-5 5-6 6-6", "5-5 5-6 6-6")
    assert mt.longest_train("5-5 5-6 6-6 1-1", 5, "close") == ("5-5 5-6", "5-5 5-6")
    assert mt.longest_train("5-5 5-6 6-6", 5, "close") == ("5-5 5-6 6-6", "5-5 5-6 6-6")
    assert mt.longest_train("5-1 1-2 5-0 0-0", 5) == ("5-0 0-0", "5-0 0-0")  # the double blank weighs 50
    assert mt.longest_train("5-1 1-2 5-18", 5) == ("5-1 1-2", "5-18")
    assert mt.longest_train("5-1 1-2 5-0 0-0", 5, "close").heaviest == "5-1 1-2"


def test_longest_trains_of_whole_hands(mt: Any) -> None:
    """Larger hands than brute force can do: no train that a random search finds is better."""
    chance = random.Random(6)
    for top, count in ((12, 16), (9, 15), (18, 25), (12, 25)):
        for doubles in ("tile", "close"):
            hand = random_tiles(chance, top, count)
            end = chance.randint(0, top)
            found = mt.longest_train(hand, end, doubles)
            length, weight = assert_a_train(found.longest, hand, end, doubles)
            heavy_length, heavy = assert_a_train(found.heaviest, hand, end, doubles)
            assert length >= heavy_length
            assert heavy >= weight
            for _ in range(300):
                train = random_train(chance, hand, end)
                if doubles == "close" and train and brute.is_double(train[-1]):
                    train.pop()
                pips = brute.pips([brute.plain(tile) for tile in train])
                assert (len(train), pips) <= (length, weight)
                assert (pips, len(train)) <= (heavy, heavy_length)


def random_train(chance: random.Random, hand: list[brute.Tile], end: int) -> list[brute.Tile]:
    left, train = list(hand), []
    while fitting := [tile for tile in left if end in tile]:
        tile = chance.choice(fitting)
        left.remove(tile)
        far = tile[1] if tile[0] == end else tile[0]
        train.append((end, far))
        end = far
    return train


def test_arguments_of_the_longest_train(mt: Any) -> None:
    hand = brute.tiles_of(6)[:26]
    message = "longest_train takes at most 25 tiles, this hand has 26"
    refuses(InvalidArgumentError, message, mt.longest_train, hand, 3)
    outside = "end is an integer from 0 to 18; this integer is outside that range"
    for end in (-1, 19, 10**30):
        refuses(InvalidArgumentError, outside, mt.longest_train, "1-2", end)
    things: list[Any] = ["3", True, None, 2.5]
    for thing in things:
        refuses(TypeError, f"end must be an integer, not {type(thing).__name__}", mt.longest_train, "1-2", thing)
    message = f'doubles is "tile" or "close", not "{"x" * 40}..."'
    refuses(InvalidArgumentError, message, mt.longest_train, "1-2", 3, "x" * 41)
    refuses(
        InvalidArgumentError, 'doubles is "tile" or "close", not "Tile"', mt.longest_train, "1-2", 3, doubles="Tile"
    )
    for wrong in (5, None, True):
        refuses(TypeError, f"doubles must be a str, not {shown_type(wrong)}", mt.longest_train, "1-2", 3, wrong)
    assert mt.longest_train("1-3", np.int64(3), doubles="tile").longest == "3-1"


# Many at once


def test_many_matching_tiles(mt: Any, backend: str) -> None:
    chance = random.Random(9)
    for fields in ({}, {"players": 2, "set": 3, "hand_size": 1}):
        rules, top = rules_of(backend, fields), fields.get("set", 12)
        tiles = brute.tiles_of(top)
        hands = [random_tiles(chance, top, chance.randint(0, 12)) for _ in range(40)]
        arrays = np.array([mt.tiles_array(hand, rules) for hand in hands])
        ends = np.array([[chance.randint(-1, top) for _ in range(3)] for _ in hands])
        found = mt.matches_many(arrays, ends, rules)
        assert (found.dtype, found.shape) == (np.bool_, (40, 3, len(tiles)))
        for k, hand in enumerate(hands):
            for j in range(3):
                fitting = [number for number, tile in enumerate(tiles) if tile in hand and ends[k, j] in tile]
                assert np.flatnonzero(found[k, j]).tolist() == fitting
        for kind in (np.int8, np.int32, np.int64):
            again = mt.matches_many(np.asfortranarray(arrays.astype(kind)), ends.astype(kind).tolist(), rules)
            assert np.array_equal(again, found)
        assert np.array_equal(mt.matches_many(arrays[::-1], ends[::-1], rules), found[::-1])
    assert mt.matches_many(np.zeros((0, 91), int), np.zeros((0, 4), int)).shape == (0, 4, 91)
    assert mt.matches_many(np.ones((2, 91), int), np.zeros((2, 0), int)).shape == (2, 0, 91)
    full = mt.matches_many([[1] * 91], [[12, -1]])
    assert full.sum(axis=2).tolist() == [[13, 0]]


def test_arrays_are_checked(mt: Any, backend: str) -> None:
    row = [0] * 91
    for wrong, message in (
        (row, "hands has the shape (91,): expected (n, 91)"),
        ([row[1:]], "hands has the shape (1, 90): expected (n, 91)"),
        ([[row]], "hands has the shape (1, 1, 91): expected (n, 91)"),
        (5, "hands has the shape (): expected (n, 91)"),
        ([row, row[1:]], "hands is ragged: expected the shape (n, 91)"),
        ([[*row[1:], 2]], "hands[0, 90] is 2: expected 0 to 1"),
        ([row, [-1, *row[1:]]], "hands[1, 0] is -1: expected 0 to 1"),
    ):
        refuses(InvalidArgumentError, message, mt.matches_many, wrong, [[1]])
    refuses(TypeError, "hands must be of an integer type, not float64", mt.matches_many, [[0.5, *row[1:]]], [[1]])
    refuses(TypeError, "hands must be of an integer type, not bool", mt.matches_many, [[True] * 91], [[1]])
    refuses(InvalidArgumentError, "ends[0, 1] is 13: expected -1 to 12", mt.matches_many, [row], [[0, 13]])
    refuses(InvalidArgumentError, "ends[0, 0] is -2: expected -1 to 12", mt.matches_many, [row], [[-2, 13]])
    refuses(TypeError, "ends must be of an integer type, not float64", mt.matches_many, [row], [[0.5]])
    ends: list[Any] = [[1], [[1], [1]], [[[1]]], 1]
    for each in ends:
        with pytest.raises(InvalidArgumentError) as caught:
            mt.matches_many([row], each)
        assert str(caught.value).startswith("ends has the shape (")
    small = rules_of(backend, SMALL[1])
    refuses(InvalidArgumentError, "hands has the shape (1, 91): expected (n, 10)", mt.matches_many, [row], [[1]], small)
    refuses(InvalidArgumentError, "ends[0, 0] is 4: expected -1 to 3", mt.matches_many, [[0] * 10], [[4]], small)
    message = "rules must be a Rules object of this game, not dict"
    refuses(TypeError, message, mt.matches_many, [row], [[1]], {})
    refuses(TypeError, message, mt.tiles_array, "1-2", {})
