"""Observations, by a third opinion: each field worked out anew, from what a view tells otherwise; and `recent`."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import Any

import numpy as np
import pytest

from helpers import codec
from helpers.brute.doudizhu import KINDS
from helpers.cases import CASES, Case, module_of, play, some
from helpers.refusal import refuses
from oxideal.errors import InvalidArgumentError, InvalidStateError
from oxideal.observation import Field, ObservationSpec

KEPT = 16
"""So many last actions are kept."""

SUITS = "CDHS"
SHOWN_RANKS = "A23456789TJQK"
DOU_DIZHU_RANKS = "3456789TJQKA2BR"

# The layout


LAYOUTS: list[tuple[str, dict[str, Any], list[tuple[str, tuple[int, ...], int]]]] = [
    (
        "foursquare",
        {},
        [
            ("to_move", (1,), 1),
            ("up", (7, 7), 10),
            ("down", (7, 7), 10),
            ("height", (7, 7), 4),
            ("card", (10,), 1),
            ("unseen", (10,), 4),
        ],
    ),
    (
        "doudizhu",
        {},
        [
            ("to_move", (3,), 1),
            ("phase", (3,), 1),
            ("hand", (15,), 4),
            ("unseen", (15,), 4),
            ("known", (2, 15), 4),
            ("kitty", (15,), 4),
            ("face_up", (15,), 1),
            ("face_up_by", (4,), 1),
            ("landlord", (3,), 1),
            ("first_bidder", (3,), 1),
            ("bids", (10,), 4),
            ("doublings", (1,), 255),
            ("left", (3,), 20),
            ("plays", (3,), 20),
            ("played", (3, 15), 4),
            ("to_beat", (15,), 4),
            ("to_beat_kind", (14,), 1),
            ("to_beat_rank", (15,), 1),
            ("to_beat_length", (1,), 12),
            ("to_beat_seat", (3,), 1),
            ("passes", (1,), 2),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 2),
            ("recent_bid", (16,), 3),
            ("recent_cards", (16, 15), 4),
        ],
    ),
    (
        "doudizhu",
        {"players": 4, "sequence_max": 5, "auction": False},
        [
            ("to_move", (4,), 1),
            ("phase", (3,), 1),
            ("hand", (15,), 8),
            ("unseen", (15,), 8),
            ("known", (3, 15), 8),
            ("kitty", (15,), 8),
            ("face_up", (15,), 1),
            ("face_up_by", (5,), 1),
            ("landlord", (4,), 1),
            ("first_bidder", (4,), 1),
            ("bids", (10,), 4),
            ("doublings", (1,), 255),
            ("left", (4,), 33),
            ("plays", (4,), 33),
            ("played", (4, 15), 8),
            ("to_beat", (15,), 8),
            ("to_beat_kind", (14,), 1),
            ("to_beat_rank", (15,), 1),
            ("to_beat_length", (1,), 12),
            ("to_beat_seat", (4,), 1),
            ("passes", (1,), 3),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 3),
            ("recent_bid", (16,), 3),
            ("recent_cards", (16, 15), 8),
        ],
    ),
    (
        "mexican_train",
        {},
        [
            ("to_move", (4,), 1),
            ("hand", (91,), 1),
            ("laid", (91,), 1),
            ("sizes", (4,), 91),
            ("boneyard", (1,), 91),
            ("ends", (5,), 12),
            ("marked", (4,), 1),
            ("open_doubles", (5,), 5),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), 4),
            ("most", (3, 13), 91),
            ("can_have_double", (3, 13), 1),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 3),
            ("recent_what", (16,), 3),
            ("recent_low", (16,), 12),
            ("recent_high", (16,), 12),
            ("recent_train", (16,), 4),
        ],
    ),
    (
        "mexican_train",
        {"players": 12, "set": 18, "hand_size": 15, "engine": 3},
        [
            ("to_move", (12,), 1),
            ("hand", (190,), 1),
            ("laid", (190,), 1),
            ("sizes", (12,), 190),
            ("boneyard", (1,), 190),
            ("ends", (13,), 18),
            ("marked", (12,), 1),
            ("open_doubles", (13,), 13),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), 12),
            ("most", (11, 19), 190),
            ("can_have_double", (11, 19), 1),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 11),
            ("recent_what", (16,), 3),
            ("recent_low", (16,), 18),
            ("recent_high", (16,), 18),
            ("recent_train", (16,), 12),
        ],
    ),
    (
        "mexican_train",
        {"players": 2, "set": 3, "hand_size": 2},
        [
            ("to_move", (2,), 1),
            ("hand", (10,), 1),
            ("laid", (10,), 1),
            ("sizes", (2,), 10),
            ("boneyard", (1,), 10),
            ("ends", (3,), 3),
            ("marked", (2,), 1),
            ("open_doubles", (3,), 3),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), 2),
            ("most", (1, 4), 10),
            ("can_have_double", (1, 4), 1),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 1),
            ("recent_what", (16,), 3),
            ("recent_low", (16,), 3),
            ("recent_high", (16,), 3),
            ("recent_train", (16,), 2),
        ],
    ),
    *(
        (
            "rummy",
            fields,
            [
                ("to_move", (players,), 1),
                ("hand", (52,), 1),
                ("taken", (players, 52), 1),
                ("hidden", (52,), 255),
                ("held", (4, players), 52),
                ("sizes", (players,), 52),
                ("stock", (1,), 52),
                ("groups", (52,), 1),
                ("run_starts", (56,), 1),
                ("run_ends", (56,), 1),
                ("discards", (52,), 52),
                ("drew", (1,), 1),
                ("laid", (1,), 1),
                ("took", (52,), 1),
                ("opened", (players,), 1),
                ("turns_left", (1,), 255),
                ("recent_count", (1,), 16),
                ("recent_seat", (16,), players - 1),
                ("recent_what", (16,), 6),
                ("recent_card", (16,), 52),
                ("recent_size", (16,), 14),
            ],
        )
        for players, fields in ((2, {}), (5, {"players": 5, "ace": "both", "turn_limit": 7}))
    ),
]
"""The tables of `docs/observations.md`, with numbers."""


@pytest.mark.parametrize(("game", "fields", "parts"), LAYOUTS, ids=lambda value: value if type(value) is str else "")
def test_the_layout_is_the_published_one(
    game: str, fields: dict[str, Any], parts: list[tuple[str, tuple[int, ...], int]], backend: str
) -> None:
    rules = module_of(game, backend).Rules(**fields)
    spec = rules.observation_spec()
    assert type(spec) is ObservationSpec
    assert all(type(field) is Field for field in spec.fields)
    assert [(field.name, field.shape, field.high) for field in spec.fields] == parts
    offset = 0
    for field in spec.fields:
        assert field.offset == offset
        offset += prod(field.shape)
    assert spec.size == offset
    assert (spec.version, spec.dtype) == (1, "uint8")
    assert type(spec.fields) is tuple
    assert spec == rules.observation_spec()
    assert spec.size == 490 or (game, fields) != ("doudizhu", {})


def test_the_layout_depends_on_the_rules_alone(case: Case) -> None:
    spec = case.rules.observation_spec()
    assert spec == case.rules.observation_spec() == case.other.Rules.from_dict(case.fields).observation_spec()
    assert len({field.name for field in spec.fields}) == len(spec.fields)
    assert spec.high.dtype == np.uint8
    assert spec.high.shape == (spec.size,)
    for field in spec.fields:
        assert (spec.high[field.offset : field.offset + prod(field.shape)] == field.high).all()
        assert type(field.offset) is type(field.high) is int


def test_observations_are_split_by_their_fields(case: Case) -> None:
    spec = case.rules.observation_spec()
    one = np.arange(spec.size, dtype=np.uint8)
    many = np.random.default_rng(1).integers(0, 256, (2, 3, spec.size), dtype=np.uint8)
    for array in (one, many, many[:0]):
        parts = spec.split(array)
        assert list(parts) == [field.name for field in spec.fields]
        for field in spec.fields:
            part = parts[field.name]
            assert part.shape == array.shape[:-1] + field.shape
            flat = array[..., field.offset : field.offset + prod(field.shape)]
            assert np.array_equal(part.reshape(flat.shape), flat)
            assert array.size == 0 or np.shares_memory(part, array)
    for shape in ((spec.size - 1,), (spec.size + 1, 1), (spec.size, 2), (0,), ()):
        message = f"observations has the shape {shape}: expected (..., {spec.size})"
        refuses(InvalidArgumentError, message, spec.split, np.zeros(shape, np.uint8))


# What the fields hold


def one_hot(length: int, place: int | None) -> list[int]:
    return [int(place == each) for each in range(length)]


def turned(items: Iterable[Any], seat: int) -> list[Any]:
    """One item a seat, counted from this one."""
    listed = list(items)
    return listed[seat:] + listed[:seat]


def padded(items: list[Any], length: int, empty: Any = 0) -> list[Any]:
    assert len(items) <= length
    return items + [empty] * (length - len(items))


def last_first(view: Any) -> list[tuple[int, Any]]:
    """The last actions, the last one first: the seat, counted from the observer, and the move."""
    players = view.rules.players
    return [((seat - view.seat) % players, view.rules.move(action)) for seat, action in reversed(view.recent)]


def recent_fields(view: Any, **what: Callable[[Any], Any]) -> dict[str, Any]:
    """How many there are, whose, and what they were: each of the functions given is told the move."""
    found = last_first(view)
    rest = {
        name: padded([function(move) for _, move in found], KEPT, np.zeros_like(function(view.rules.move(0))))
        for name, function in what.items()
    }
    return {"recent_count": [len(found)], "recent_seat": padded([seat for seat, _ in found], KEPT), **rest}


def to_move(view: Any) -> list[int]:
    current = view.current_player
    return turned(one_hot(view.rules.players, current), view.seat)


def foursquare(view: Any) -> dict[str, Any]:
    ranks = "A23456789T"
    height = np.zeros((7, 7), np.uint8)
    for (row, column), pile in view.piles.items():
        height[row + 3, column + 3] = len(pile)
    card = view.card
    return {
        "to_move": to_move(view),
        "up": view.grid.clip(0),
        "down": (-view.grid).clip(0),
        "height": height,
        "card": one_hot(10, None if card is None else ranks.index(card[0])),
        "unseen": [sum(each[0] == rank for each in view.unseen) for rank in ranks],
    }


def counts(cards: str | None) -> list[int]:
    return [(cards or "-").count(rank) for rank in DOU_DIZHU_RANKS]


def doudizhu(view: Any) -> dict[str, Any]:
    players, seat, beat = view.rules.players, view.seat, view.to_beat
    face, by = view.face_up, view.face_up_seat
    by_place = None if face is None else players if by is None else (by - seat) % players
    return {
        "to_move": to_move(view),
        "phase": one_hot(3, ("auction", "play", "over").index(view.phase)),
        "hand": counts(view.hand),
        "unseen": counts(view.unseen),
        "known": [counts(cards) for cards in turned(view.known, seat)[1:]],
        "kitty": counts(view.kitty),
        "face_up": one_hot(15, None if face is None else DOU_DIZHU_RANKS.index(face)),
        "face_up_by": one_hot(players + 1, by_place),
        "landlord": turned(one_hot(players, view.landlord), seat),
        "first_bidder": turned(one_hot(players, view.first_bidder), seat),
        "bids": padded([bid + 1 for bid in view.bids], 10),
        "doublings": [view.doublings],
        "left": turned(view.hand_sizes, seat),
        "plays": turned(view.plays, seat),
        "played": [counts(cards) for cards in turned(view.played, seat)],
        "to_beat": counts(beat and beat.cards),
        "to_beat_kind": one_hot(14, beat and KINDS.index(beat.kind)),
        "to_beat_rank": one_hot(15, beat and DOU_DIZHU_RANKS.index(beat.rank)),
        "to_beat_length": [0 if beat is None else beat.length],
        "to_beat_seat": turned(one_hot(players, view.to_beat_seat), seat),
        "passes": [view.passes],
        **recent_fields(
            view,
            recent_bid=lambda move: move.bid or 0,
            recent_cards=lambda move: counts(move.cards),
        ),
    }


def tiles(text: str) -> list[str]:
    """The tiles of a text, the lower number first."""
    each = [sorted(map(int, tile.split("-"))) for tile in text.split() if tile != "-"]
    return [f"{low}-{high}" for low, high in each]


def levels(view: Any) -> dict[int, tuple[int, dict[int, int], dict[int, int]]]:
    """For each seat of which its text says something: how many draws it has kept, and the levels of numbers and
    doubles, see "What passes and draws prove" in `docs/rules/mexican_train.md`.
    """
    found = {}
    for known in re.findall(r"; known ([^;]*)", view.to_text()):
        words = known.split()
        here: dict[str, list[str]] = {"kept": [], "lacks": [], "doubles": [], "played": []}
        for word in words[1:]:
            if word in here:
                part = here[word]
            else:
                part.append(word)
        pairs = [{int(n): int(level) for n, level in (e.split("=") for e in here[w])} for w in ("lacks", "doubles")]
        found[int(words[0])] = (int((here["kept"] or ["0"])[0]), pairs[0], pairs[1])
    return found


def mexican_train(view: Any) -> dict[str, Any]:
    rules, seat = view.rules, view.seat
    players, top = rules.players, rules.set
    numbers = range(top + 1)
    lanes = [*turned(view.trains, seat), view.mexican]
    laid = {tile for lane in lanes for tile in tiles(lane)} | {f"{rules.engine}-{rules.engine}"}
    order = [0] * (players + 1)
    for place, lane in enumerate(lanes):
        low, high = tiles(lane)[-1].split("-") if tiles(lane) else ("", "-")
        if low == high and int(low) in view.open_doubles:
            order[place] = 1 + view.open_doubles.index(int(low))
    most, can = [], []
    told = levels(view)
    for other in turned(range(players), seat)[1:]:
        kept, lacks, doubles = told.get(other, (0, {}, {}))
        size = view.hand_sizes[other]
        most.append([min(size, kept + 1 - lacks[n]) if n in lacks else size for n in numbers])
        can.append([int(doubles.get(n, 0) <= kept) for n in numbers])

    def number(place: int) -> Callable[[Any], int]:
        return lambda move: 0 if move.tile is None else int(move.tile.split("-")[place])

    found = {
        "to_move": to_move(view),
        "hand": [int(tile in tiles(view.hand)) for tile in rules.tiles],
        "laid": [int(tile in laid) for tile in rules.tiles],
        "sizes": turned(view.hand_sizes, seat),
        "boneyard": [view.boneyard_size],
        "ends": [*turned(view.ends, seat), view.mexican_end],
        "marked": turned(view.marked, seat),
        "open_doubles": order,
        "doubled": [view.doubled],
        "drew": [view.drew],
        "idle": [view.idle_passes],
        "most": most,
        "can_have_double": can,
        **recent_fields(
            view,
            recent_what=lambda move: ("pass", "draw", "play").index(move.kind) + 1,
            recent_low=number(0),
            recent_high=number(1),
        ),
    }
    trains = []
    for player, move in last_first(view):
        if move.train is None or move.train == "me":
            trains.append(0 if move.train is None else player)
        else:
            trains.append(players if move.train == "mexican" else (int(move.train) - seat) % players)
    return {**found, "recent_train": padded(trains, KEPT)}


def card_number(card: str) -> int:
    return 4 * SHOWN_RANKS.index(card[0]) + SUITS.index(card[1])


def cards(text: str | None) -> list[int]:
    return [card_number(card) for card in (text or "-").split() if card != "-"]


def marks(numbers: Iterable[int], length: int = 52) -> list[int]:
    found = [0] * length
    for each in numbers:
        found[each] = 1
    return found


def rummy(view: Any) -> dict[str, Any]:
    players, seat = view.rules.players, view.seat
    known = {card for taken in view.taken for card in cards(taken)}
    hidden = [0] * 52
    for card in set(cards(view.unseen)) - known:
        hidden[card] = 1
    for place, (text, _) in enumerate(view.earlier):
        for card in cards(text):
            if hidden[card]:
                hidden[card] = place + 2
    present = [
        size - len(cards(taken)) - sum(held[other] for _, held in view.earlier)
        for other, (size, taken) in enumerate(zip(view.hand_sizes, view.taken, strict=True))
    ]
    earlier = padded([turned(held, seat) for _, held in view.earlier][:3], 3, [0] * players)
    groups = []
    starts, ends = [], []
    for meld in view.table:
        inside = cards(meld)
        if inside[0] // 4 == inside[1] // 4:
            groups += inside
        else:
            starts.append(inside[0])
            ends.append(inside[-1] + 52 if inside[-1] < inside[-2] else inside[-1])
    pile = [0] * 52
    for place, card in enumerate(reversed(cards(view.discards))):
        pile[card] = place + 1

    def what(move: Any) -> int:
        inside = cards(move.cards)
        if move.kind == "meld":
            return 3 if inside[0] // 4 == inside[1] // 4 else 4
        return {"draw": 1, "take": 2, "lay_off": 5, "discard": 6}[move.kind]

    return {
        "to_move": to_move(view),
        "hand": marks(cards(view.hand)),
        "taken": [marks(cards(taken)) for taken in turned(view.taken, seat)],
        "hidden": hidden,
        "held": [turned(present, seat), *earlier],
        "sizes": turned(view.hand_sizes, seat),
        "stock": [view.stock_size],
        "groups": marks(groups),
        "run_starts": marks(starts, 56),
        "run_ends": marks(ends, 56),
        "discards": pile,
        "drew": [view.drew],
        "laid": [view.laid],
        "took": marks(cards(view.took)),
        "opened": turned(view.opened, seat),
        "turns_left": [min(255, view.rules.turn_limit - view.turns)],
        **recent_fields(
            view,
            recent_what=what,
            recent_card=lambda move: 0 if move.cards is None else 1 + cards(move.cards)[0],
            recent_size=lambda move: len(cards(move.cards)),
        ),
    }


DECODERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "foursquare": foursquare,
    "doudizhu": doudizhu,
    "mexican_train": mexican_train,
    "rummy": rummy,
}


def check(case: Case, view: Any) -> None:
    """That the view's observation is what its attributes and the last actions make of it."""
    spec = view.rules.observation_spec()
    found = view.observation()
    assert type(found) is np.ndarray
    assert (found.dtype, found.shape) == (np.uint8, (spec.size,))
    assert (found <= spec.high).all()
    expected = DECODERS[case.game](view)
    parts = spec.split(found)
    assert list(parts) == list(expected) or sorted(parts) == sorted(expected)
    for name, part in parts.items():
        assert np.array_equal(part, np.asarray(expected[name])), (name, view.to_text(), part.tolist(), expected[name])


def wilful(state: Any, seed: int) -> Iterator[Any]:
    """Plays to the end by preferring what uses up cards, so that rounds get to where random ones seldom go."""
    chance = random.Random(seed)
    yield state.copy()
    while legal := state.legal_actions():
        state.push(legal[-1] if chance.random() < 0.3 else chance.choice(legal))
        yield state.copy()


def moments(case: Case) -> Iterator[Any]:
    """States at every so many plies of a few rounds, and at their ends."""
    for seed, way in enumerate((play, wilful, play)):
        listed = list(way(case.state(seed, 3), seed))
        step = 1 + len(listed) // 13
        yield from listed[seed % step :: step]
        yield from listed[-2:]


def test_observations_tell_what_the_view_tells(case: Case) -> None:
    seats = case.rules.players
    for place, state in enumerate(moments(case)):
        for seat in range(seats) if seats < 6 or state.is_over else ((place * 5 + each) % seats for each in range(3)):
            check(case, state.view(seat))


def test_observations_of_positions_set_up_by_hand(case: Case) -> None:
    """Of samples, which go on from the last actions, and of texts and what follows them."""
    for place, state in enumerate(case.states[::5]):
        seat = place % case.rules.players
        check(case, state.view(seat))
        check(case, state.view(seat).sample(place).view((seat + 1) % case.rules.players))
        read = case.module.State.from_text(state.to_text())
        for _ in range(3):
            check(case, read.view(seat))
            if read.is_over:
                break
            read.push(read.legal_actions()[0])
        view = case.module.View.from_text(state.view(seat).to_text())
        check(case, view)


def test_observations_are_the_callers_own(case: Case) -> None:
    view = case.midway.view(0)
    found, before = view.observation(), view.observation()
    found.fill(77)
    assert np.array_equal(view.observation(), before)
    assert found.flags.writeable
    assert found.flags.c_contiguous


def test_both_backends_observe_the_same() -> None:
    for case in CASES:
        if case.backend == "rust":
            continue
        for state in case.states[::3]:
            twin = case.other.State.from_bytes(state.to_bytes())
            assert twin.recent == state.recent
            for seat in range(case.rules.players):
                assert np.array_equal(twin.view(seat).observation(), state.view(seat).observation())


# What comes up seldom


@pytest.mark.parametrize("players", [3, 4])
def test_the_face_up_card_may_lie_in_the_kitty(backend: str, players: int) -> None:
    """Or not be known at all, where a state was set up by hand (DD-05)."""
    dd: Any = module_of("doudizhu", backend)
    rules = dd.Rules(players=players)
    case = Case("doudizhu", backend, rules.to_dict())
    streams = [stream for stream in range(120) if dd.State(rules, seed=2, stream=stream).face_up_seat is None]
    assert streams
    for stream in streams[:3]:
        state = dd.State(rules, seed=2, stream=stream)
        deal = {"hands": state.hands, "kitty": state.kitty, "first_bidder": 1}
        for each in (state, dd.State.from_deal(rules, **deal)):
            for seat in range(players):
                check(case, each.view(seat))
        assert shown(state, 0, "face_up_by") == [0] * players + [1]
        unknown = dd.State.from_deal(rules, **deal)
        assert sum(shown(unknown, 0, "face_up") + shown(unknown, 0, "face_up_by")) == 0
        state.push(state.parse("bid 3"))
        for seat in range(players):
            check(case, state.view(seat))


@pytest.mark.parametrize("players", [3, 4])
def test_every_kind_of_combination_is_told(backend: str, players: int) -> None:
    dd: Any = module_of("doudizhu", backend)
    rules = dd.Rules(players=players)
    case = Case("doudizhu", backend, rules.to_dict())
    deck = [4 * (players - 2)] * 13 + [players - 2] * 2
    found: dict[str, list[Any]] = {}
    for action in range(rules.num_actions):
        found.setdefault(rules.move(action).kind, []).append(rules.move(action))
    assert len(found) == {3: 16, 4: 12}[players]
    for kind in KINDS:
        for move in {found[kind][0], found[kind][len(found[kind]) // 2], found[kind][-1]} if kind in found else ():
            free = [place for place, count in enumerate(counts(move.cards)) if count < deck[place]]
            hands = [DOU_DIZHU_RANKS[place] for place in free[: players - 1]]
            if len(move.cards) < {3: 20, 4: 33}[players]:
                hands.insert(1, move.cards + DOU_DIZHU_RANKS[free[players - 1]])
            else:  # a whole hand, in the first trick
                left = zip(DOU_DIZHU_RANKS, deck, counts(move.cards), strict=True)
                rest = "".join(rank * (all_of_it - used) for rank, all_of_it, used in left)
                each = len(rest) // (players - 1)
                hands = [rest[place * each : (place + 1) * each] for place in range(players - 1)]
                hands.insert(1, move.cards)
            state = dd.State.from_position(rules, hands=hands, landlord=1, lead=1)
            state.push(move)
            for seat in range(players):
                check(case, state.view(seat))
            assert shown(state, 0, "to_beat_kind") == one_hot(14, KINDS.index(kind))
            assert shown(state, 0, "to_beat_seat")[1] == 1
            assert shown(state, 1, "recent_cards")[0] == counts(move.cards)


def test_all_that_rummy_may_show(backend: str) -> None:
    """Runs with high and low aces, a card that was taken in this turn, a limit that is far away."""
    rummy_module: Any = module_of("rummy", backend)
    rules = rummy_module.Rules(players=3, hand_size=9, ace="both", turn_limit=1000)
    case = Case("rummy", backend, rules.to_dict())
    state = rummy_module.State.from_position(
        rules,
        hands=["2C 3C 4D 9D 9H", "4C 4H 5H 9S 7D 7H", "2H 2S 6S"],
        turn=1,
        discards="5D 6D 5S TC TD",
        table=["8C 8D 8H 8S", "QS KS AS", "JC QC KC AC", "AD 2D 3D"],
        drew=True,
        took="7H",
        turns=700,
    )
    for seat in range(3):
        check(case, state.view(seat))
    assert np.flatnonzero(shown(state, 2, "run_ends")).tolist() == [9, 52, 55]
    assert np.flatnonzero(shown(state, 2, "run_starts")).tolist() == [1, 40, 47]
    assert np.flatnonzero(shown(state, 2, "took")).tolist() == [26]
    assert shown(state, 2, "turns_left") == [255]
    late = rummy_module.State.from_text(state.to_text().replace("turns 700", "turns 745"))
    assert shown(late, 0, "turns_left") == [255]
    late = rummy_module.State.from_text(state.to_text().replace("turns 700", "turns 746"))
    assert shown(late, 0, "turns_left") == [254]


def test_hands_that_are_laid_open_are_not_hidden(backend: str) -> None:
    """When somebody has gone out in Rummy, only the stock is."""
    pack = [rank + suit for rank in SHOWN_RANKS for suit in SUITS]
    stock = " ".join(card for card in pack if card not in ["7S", "8H", "9H", "6C", "6D", "6H", "6S", "4C"])
    text = (
        f"rummy hand_size=3; hand 0 7S; hand 1 8H 9H; stock {stock}; table 6C 6D 6H 6S; discards 4C; "
        "turn 0 drew; turns 40; earlier 7S 8H 9H by 1 2"
    )
    state = module_of("rummy", backend).State.from_text(text)
    case = Case("rummy", backend, state.rules.to_dict())
    for seat in (0, 1):
        check(case, state.view(seat))
    assert [each for each in shown(state, 0, "hidden") if each > 1] == [2, 2]
    push(state, "discard 7S")
    for seat in (0, 1):
        check(case, state.view(seat))
        assert np.array_equal(shown(state, seat, "hidden"), marks(cards(stock)))
        assert shown(state, seat, "held")[1] == [[0, 2], [2, 0]][seat]


# What it may not tell


def test_observations_hold_nothing_hidden(case: Case) -> None:
    different = 0
    states = case.states[::4]
    for place, state in enumerate(states):
        for seat in {place % case.rules.players, (place + 1) % case.rules.players}:
            view = state.view(seat)
            one, two = (view.sample(seed) for seed in (1, 2))
            different += one != two
            for sample in (one, two):
                assert sample.view(seat).recent == sample.recent == view.recent
                assert np.array_equal(sample.view(seat).observation(), view.observation())
    assert different > len(states) // 2


# What passes and draws prove, in small rounds of Mexican Train


def trains(backend: str, text: str) -> Any:
    return module_of("mexican_train", backend).State.from_text(text)


def shown(state: Any, seat: int, name: str) -> Any:
    return state.rules.observation_spec().split(state.view(seat).observation())[name].tolist()


SMALL_SET = "mexican_train players=2 set=3 engine=3 hand_size=2"


def test_nothing_is_told_before_somebody_draws(backend: str) -> None:
    state = trains(backend, f"{SMALL_SET}; hand 0 0-1 1-2; hand 1 0-0 2-3; boneyard 1-1 0-2 2-2 0-3 1-3; turn 0")
    for seat in (0, 1):
        assert shown(state, seat, "most") == [[2, 2, 2, 2]]
        assert shown(state, seat, "can_have_double") == [[1, 1, 1, 1]]


def test_a_draw_tells_and_a_kept_tile_may_be_anything(backend: str) -> None:
    """Seat 0 cannot play on 3, the end of all trains: it draws 1-1, which it keeps, and passes; so no 3 in its hand."""
    state = trains(backend, f"{SMALL_SET}; hand 0 0-1 1-2; hand 1 0-0 2-3; boneyard 1-1 0-2 2-2 0-3 1-3; turn 0")
    push(state, "draw")
    # The tile just drawn can have a 3; the two before cannot. It can be the 3-3 as well, as far as draws tell.
    assert shown(state, 1, "sizes") == [2, 3]
    assert shown(state, 1, "most") == [[3, 3, 3, 1]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1]]
    assert shown(state, 0, "most") == [[2, 2, 2, 2]]
    push(state, "pass")
    assert state.lacks == ((3,), ())
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    # Seat 1 plays 2-3 on the train of seat 0: of 2s nothing is known.
    push(state, "2-3@0")
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    # Seat 0 lays 1-2 there.
    push(state, "1-2@me")
    assert shown(state, 1, "sizes") == [1, 2]
    assert shown(state, 1, "most") == [[2, 2, 2, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    assert shown(state, 0, "most") == [[1, 1, 1, 1]]


def test_a_tile_drawn_and_played_at_once_is_not_kept(backend: str) -> None:
    state = trains(backend, f"{SMALL_SET}; hand 0 0-1 1-2; hand 1 0-0 2-3; boneyard 1-3 0-2 2-2 0-3 1-1; turn 0")
    push(state, "draw")
    assert shown(state, 1, "most") == [[3, 3, 3, 1]]
    push(state, "1-3@me")
    assert shown(state, 1, "most") == [[2, 2, 2, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    push(state, "2-3@mexican")
    # Seat 0 plays a tile of its first hand: what is known stays.
    push(state, "0-1@me")
    assert shown(state, 1, "most") == [[1, 1, 1, 0]]


def test_a_draw_after_a_double_tells_of_the_double_alone(backend: str) -> None:
    """The double 2-2 lies open on a train, laid in an earlier turn: who draws now has shown to have no 2."""
    text = f"{SMALL_SET}; hand 0 0-1 1-1; hand 1 0-0; boneyard 0-3 0-2 1-2 1-3; train 1 3-2 2-2; open 2; turn 0"
    state = trains(backend, text)
    push(state, "draw")
    assert shown(state, 1, "most") == [[3, 3, 1, 3]]
    push(state, "pass")
    assert shown(state, 1, "most") == [[3, 3, 0, 3]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 0, 1]]
    # Seat 1 cannot close it either; but with what it draws it can.
    push(state, "draw")
    assert shown(state, 0, "most") == [[2, 2, 1, 2]]
    push(state, "0-2@me")
    assert shown(state, 0, "most") == [[1, 1, 0, 1]]


def test_draws_that_were_kept_since_count_one_each(backend: str) -> None:
    """Seat 0 keeps a draw at a 3, then passes at another number: the later draw can still be a 3."""
    text = f"{SMALL_SET}; hand 0 0-0 0-1; hand 1 2-3 2-2; boneyard 1-1 0-2 1-2 0-3 1-3; turn 0"
    state = trains(backend, text)
    push(state, "draw")
    push(state, "pass")
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    push(state, "2-3@0")
    # All ends open to seat 0: 2 on its own train, 3 on the Mexican one. It draws 0-2, which fits, and plays it.
    push(state, "draw")
    assert shown(state, 1, "most") == [[4, 4, 1, 1]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1]]
    push(state, "0-2@me")
    assert shown(state, 1, "most") == [[3, 3, 0, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 0, 0]]


def test_levels_of_a_text_are_what_the_field_tells(backend: str) -> None:
    """With several kept draws, as a text has them: what was shown at the first draw bars all but the later ones."""
    text = (
        "mexican_train players=2 set=6 hand_size=3; hand 0 0-1 0-2 0-3 0-4 0-5; hand 1 1-1 1-2 1-3; "
        "boneyard 1-4 1-5 2-2 2-3 2-4 2-5 3-3 3-4 3-5 4-4 4-5 5-5 0-0 0-6 1-6 2-6 3-6 4-6 5-6; "
        "marked 0; turn 1; known 0 kept 2 lacks 4=2 6=3 doubles 4=2 6=3"
    )
    state = trains(backend, text)
    assert shown(state, 1, "most")[0][4] == 1
    assert shown(state, 1, "most")[0][6] == 0
    assert shown(state, 1, "most")[0][1] == 5
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1, 1, 1, 0]]


def push(state: Any, text: str) -> None:
    state.push(state.parse(text))


@pytest.mark.parametrize("case", [case for case in CASES if case.game == "mexican_train"], ids=str)
def test_most_is_nothing_just_where_a_number_is_lacking(case: Case) -> None:
    seen = 0
    for state in moments(case):
        for seat in range(case.rules.players):
            rows = shown(state, seat, "most")
            for other, row in zip(turned(range(case.rules.players), seat)[1:], rows, strict=True):
                size, lacking = state.hand_sizes[other], state.lacks[other]
                assert [n for n, most in enumerate(row) if most == 0 and size > 0] == [n for n in lacking if size > 0]
                seen += len(lacking)
                hand = tiles(state.hands[other])
                for n, most in enumerate(row):
                    held = [tile for tile in hand if str(n) in tile.split("-") and tile != f"{n}-{n}"]
                    assert len(held) <= most <= size
                doubles = shown(state, seat, "can_have_double")[(other - seat) % case.rules.players - 1]
                assert all(doubles[n] or f"{n}-{n}" not in hand for n in range(case.rules.set + 1))
    assert seen


# The last actions


def played_with_seats(state: Any, seed: int) -> Iterator[tuple[Any, list[tuple[int, int]]]]:
    """A round played at random, with all that has been played in it."""
    chance = random.Random(seed)
    log: list[tuple[int, int]] = []
    yield state.copy(), []
    while legal := state.legal_actions():
        log.append((state.current_player, chance.choice(legal)))
        state.push(log[-1][1])
        yield state.copy(), list(log)


def plain(recent: Any) -> None:
    assert type(recent) is tuple
    assert all(type(each) is tuple and list(map(type, each)) == [int, int] for each in recent)


def test_recent_are_the_last_actions(case: Case) -> None:
    players = case.rules.players
    for place, (state, log) in enumerate(some(list(played_with_seats(case.state(1), 1)))):
        last = tuple(log[-KEPT:])
        plain(state.recent)
        assert state.recent == last
        assert all(state.view(seat).recent == last for seat in range(players))
        seat = place % players
        assert case.module.View.from_events(case.rules, seat, state.events(seat)).recent == last


KEEPING: dict[str, Callable[[Any], Any]] = {
    "copy": lambda thing: copy.copy(thing),
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "bytes": lambda thing: type(thing).from_bytes(thing.to_bytes()),
}


@pytest.mark.parametrize("way", KEEPING)
def test_recent_are_kept(case: Case, way: str) -> None:
    for place, state in enumerate(case.states[list(KEEPING).index(way) :: 8]):
        view = state.view(place % case.rules.players)
        for thing in (state, view):
            twin = KEEPING[way](thing)
            assert twin == thing
            assert twin.recent == thing.recent
            plain(twin.recent)
        assert np.array_equal(KEEPING[way](view).observation(), view.observation())
        twin = KEEPING[way](state)
        if legal := state.legal_actions():
            twin.push(legal[0])
            assert twin.recent == (*state.recent, (state.current_player, legal[0]))[-KEPT:]
            assert len(state.recent) <= KEPT


def test_samples_go_on_from_the_last_actions(case: Case) -> None:
    for place, (state, log) in enumerate(some(list(played_with_seats(case.state(5), 5)))):
        seat = place % case.rules.players
        sample = state.view(seat).sample(place)
        assert sample.history == ()
        assert sample.recent == sample.copy().recent == tuple(log[-KEPT:])
        for other in range(case.rules.players):
            assert sample.view(other).recent == sample.recent
        again = list(log)
        for _ in range(3):
            if sample.is_over:
                break
            again.append((sample.current_player, sample.legal_actions()[-1]))
            sample.push(again[-1][1])
            assert sample.recent == tuple(again[-KEPT:])
        twin = case.other.State.from_bytes(sample.to_bytes())
        assert twin.recent == sample.recent
        assert twin.to_bytes() == sample.to_bytes()
        # A sample of a sample's view knows the same, and what was played before is not among its events.
        assert sample.view(seat).sample(1).recent == sample.recent
        played = again[len(log) :]
        for other in range(case.rules.players):
            view = case.module.View.from_events(case.rules, other, sample.events(other))
            assert view == sample.view(other)
            assert view.recent == tuple(played)
        while sample.history:
            sample.pop()
            again.pop()
            assert sample.recent == tuple(again[-KEPT:])


def test_pop_brings_back_the_earlier_last_actions(case: Case) -> None:
    state, seen = case.state(3), []
    for moment, log in played_with_seats(state.copy(), 3):
        seen.append(moment.recent)
        if log:
            state.push(log[-1][1])
        if len(log) > 60:
            break
    while state.history:
        assert state.recent == seen.pop()
        state.pop()
    assert state.recent == ()


def test_texts_forget_the_last_actions(case: Case) -> None:
    for state in case.states[1::6]:
        read = case.module.State.from_text(state.to_text())
        assert read.recent == ()
        for seat in range(case.rules.players):
            view = case.module.View.from_text(state.view(seat).to_text())
            assert view.recent == read.view(seat).recent == ()
            assert view == state.view(seat)  # they are history, no part of what is equal
            assert hash(view) == hash(state.view(seat))
            assert view.sample(3).recent == ()
            position = f"position {state.view(seat).to_text()}"
            assert case.module.View.from_events(case.rules, seat, [position]).recent == ()
        if legal := read.legal_actions():
            read.push(legal[0])
            assert list(read.recent) == [(state.current_player, legal[0])]


def test_states_are_equal_with_other_last_actions(case: Case) -> None:
    found = 0
    for place, state in enumerate(case.states[2::5]):
        sample = state.view(0).sample(place)
        with_them, without = codec.recent(sample.recent) + codec.history(()), codec.recent(()) + codec.history(())
        data = sample.to_bytes()
        assert data.endswith(with_them)
        read = case.module.State.from_bytes(data[: -len(with_them)] + without)
        assert read.recent == ()
        assert read == sample
        assert hash(read) == hash(sample)
        for seat in range(case.rules.players):
            assert read.view(seat) == sample.view(seat)
        found += sample.recent != ()
    assert found


# Bytes


def kept_chance(view: Any, seed: int) -> bytes:
    """What the bytes of its samples say of chance, if anything."""
    sample = view.sample(seed)
    data, text = sample.to_bytes(), codec.sized(sample.to_text())
    after = data.index(text) + len(text)
    tail = codec.recent(sample.recent) + codec.history(())
    assert data.endswith(tail)
    return bytes(data[after : len(data) - len(tail)])


def test_bytes_hold_the_last_actions(case: Case) -> None:
    for place, state in enumerate(case.states[::5]):
        for seat in range(case.rules.players):
            view = state.view(seat)
            head = codec.header("V", case.game, codec.rules_of(view.to_bytes(), case.game))
            position = codec.number(seat) + codec.sized(view.to_text())
            assert view.to_bytes() == head + position + codec.recent(view.recent)
        view = state.view(place % case.rules.players)
        ahead = kept_chance(view, place)
        assert len(ahead) in (0, 52)
        sample = view.sample(place)
        head = codec.header("S", case.game, codec.rules_of(sample.to_bytes(), case.game))
        begin = head + codec.by_hand(sample.to_text(), ahead, sample.recent)
        assert sample.to_bytes() == begin + codec.history(())
        if legal := sample.legal_actions():
            sample.push(legal[0])
            assert sample.to_bytes() == begin + codec.history((legal[0],))


def damaged(case: Case) -> Iterator[tuple[bytes, str]]:
    """Wrong last actions, and what is said of them."""
    count, players = case.rules.num_actions, case.rules.players
    no_seat = f": the seats of this game are 0 to {players - 1}"
    no_action = f": the ids of this table are 0 to {count - 1}"
    for many in (17, 18, 200, 2**32 - 1):
        yield codec.number(many), f"at most 16 last actions are kept; these bytes have {many}"
        yield codec.number(many) + bytes(400), f"at most 16 last actions are kept; these bytes have {many}"
    for seat in (players, 255, 256, 2**32 - 1):
        yield codec.recent([(0, 0), (seat, 0)]), f"there is no seat {seat}{no_seat}"
        yield codec.recent([(seat, count)]), f"there is no seat {seat}{no_seat}"  # the seat stands first
        yield codec.number(3) + codec.number(seat), f"there is no seat {seat}{no_seat}"
    for action in (count, 2**31, 2**32 - 1):
        yield codec.recent([(0, 0)] * 15 + [(0, action)]), f"there is no action {action}{no_action}"
        yield codec.number(3) + b"\0" + codec.number(action), f"there is no action {action}{no_action}"
    yield b"\xff" * 5, "a number in these bytes is too large"
    yield b"\x01\x80\x80\x80\x80\x10", "a number in these bytes is too large"
    yield b"\x01\x00\xff\xff\xff\xff\x1f", "a number in these bytes is too large"
    yield b"\x02\x00\x00\x00", "the bytes end too early"
    yield b"\x01", "the bytes end too early"
    yield b"", "the bytes end too early"


def test_damaged_last_actions_are_refused(case: Case) -> None:
    state = case.midway
    view, sample = state.view(0), state.view(0).sample(1)
    rules = codec.rules_of(view.to_bytes(), case.game)
    views = codec.header("V", case.game, rules) + codec.number(0) + codec.sized(view.to_text())
    ahead = kept_chance(view, 1)
    states = codec.header("S", case.game, rules) + codec.by_hand(sample.to_text(), ahead, None)
    for wrong, message in damaged(case):
        refuses(InvalidStateError, message, case.module.View.from_bytes, views + wrong)
        refuses(InvalidStateError, message, case.module.State.from_bytes, states + wrong)
        if "early" not in message:  # what comes behind does not matter
            refuses(InvalidStateError, message, case.module.State.from_bytes, states + wrong + codec.history((0,)))
            refuses(InvalidStateError, message, case.module.View.from_bytes, views + wrong + bytes(99))


def test_whatever_last_actions_bytes_have_are_read(case: Case) -> None:
    """Any actions of the table by any seats: whether they could have been played is not asked."""
    count, players = case.rules.num_actions, case.rules.players
    view, sample = case.midway.view(players - 1), case.midway.view(0).sample(1)
    rules = codec.rules_of(view.to_bytes(), case.game)
    views = codec.header("V", case.game, rules) + codec.number(players - 1) + codec.sized(view.to_text())
    states = codec.header("S", case.game, rules) + codec.by_hand(
        sample.to_text(), kept_chance(case.midway.view(0), 1), None
    )
    chance = random.Random(1)
    for many in (0, 1, 15, 16):
        pairs = tuple((chance.randrange(players), chance.randrange(count)) for _ in range(many))
        if many == 16:
            pairs = ((players - 1, count - 1), *pairs[1:])
        for module in (case.module, case.other):
            read = module.View.from_bytes(views + codec.recent(pairs))
            assert read.recent == pairs
            assert read.to_bytes() == views + codec.recent(pairs)
            state = module.State.from_bytes(states + codec.recent(pairs) + codec.history(()))
            assert state.recent == pairs
            assert state.to_bytes() == states + codec.recent(pairs) + codec.history(())
        again = case.module.View.from_bytes(views + codec.recent(pairs))
        assert again == view
        assert hash(again) == hash(view)
        check(case, again)
