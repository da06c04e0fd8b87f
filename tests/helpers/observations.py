"""Helpers for tests of observations."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from helpers.brute.doudizhu import KINDS
from helpers.brute.doudizhu import RANKS as DOU_DIZHU_RANKS
from helpers.brute.rummy import PACK
from helpers.cases import Case, module_of, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_RECENT = 16
"""The number of last actions kept."""


# The contents of the fields


def one_hot(length: int, place: int | None) -> list[int]:
    return [int(place == each) for each in range(length)]


def turned(items: Iterable[Any], seat: int) -> list[Any]:
    """Return one item per seat, starting with this one."""
    listed = list(items)
    return listed[seat:] + listed[:seat]


def padded(items: list[Any], length: int, empty: Any = 0) -> list[Any]:
    assert len(items) <= length
    return items + [empty] * (length - len(items))


def last_first(view: Any) -> list[tuple[int, Any]]:
    """Return the last actions, latest first: the seat, relative to the observer, and the move."""
    players = view.rules.players
    return [((seat - view.seat) % players, view.rules.move(action)) for seat, action in reversed(view.recent)]


def recent_fields(view: Any, **what: Callable[[Any], Any]) -> dict[str, Any]:
    """Encode the last actions: how many there are, whose, and the given functions of each move."""
    found = last_first(view)
    rest = {
        name: padded([function(move) for _, move in found], MAX_RECENT, np.zeros_like(function(view.rules.move(0))))
        for name, function in what.items()
    }
    return {"recent_count": [len(found)], "recent_seat": padded([seat for seat, _ in found], MAX_RECENT), **rest}


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
        "unseen": [sum(each[0] == rank for each in view.unseen.split()) for rank in ranks],
    }


def counts(cards: str | None) -> list[int]:
    return [(cards or "-").count(rank) for rank in DOU_DIZHU_RANKS]


def redeals_left(view: Any) -> int:
    """Return how many redeals can still follow this auction, 255 for no limit (DD-09)."""
    rules = view.rules
    if rules.all_pass != "redeal" or view.phase != "auction" or any(view.bids):
        return 0
    return 255 if rules.max_redeals is None else int(rules.max_redeals - view.redeals)


def answers(view: Any) -> dict[str, Any]:
    """Encode what is said before the lead: who is asked what, who doubles, whether the hand is shown."""
    rules, players, phase = view.rules, view.rules.players, view.phase
    found: dict[str, Any] = {}
    if rules.doubling or rules.open_hand:
        found["asking"] = [phase == "doubling", phase == "showing"]
    if rules.doubling:
        asked = 0
        if view.landlord is not None:
            asked = (view.current_player - view.landlord) % players if phase == "doubling" else players
        order = [(seat - (view.landlord or 0)) % players for seat in range(players)]
        levels = [0 if place >= asked else 1 + doubled for place, doubled in zip(order, view.doubled, strict=True)]
        found["doubled"] = turned(levels, view.seat)
    if rules.open_hand:
        decided = view.landlord is not None and phase not in ("doubling", "showing")
        found["shown"] = [1 + view.shown if decided else 0]
    return found


SAID = {"call": 1, "rob": 2, "double": 4, "show": 5}
"""What `recent_bid` has for these moves."""


def doudizhu(view: Any) -> dict[str, Any]:
    players, seat, beat = view.rules.players, view.seat, view.to_beat
    face, by = view.face_up, view.face_up_seat
    by_place = None if face is None else players if by is None else (by - seat) % players
    return {
        "to_move": to_move(view),
        "phase": [view.phase == phase for phase in ("auction", "play", "over")],
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
        "redeals_left": [redeals_left(view)],
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
            recent_bid=lambda move: move.bid or SAID.get(move.kind, 0),
            recent_cards=lambda move: counts(move.cards),
        ),
        **answers(view),
    }


def tiles(text: str) -> list[str]:
    """Return the tiles of a text, lower number first."""
    each = [sorted(map(int, tile.split("-"))) for tile in text.split() if tile != "-"]
    return [f"{low}-{high}" for low, high in each]


def levels(view: Any) -> dict[int, tuple[int, dict[int, int], dict[int, int]]]:
    """For each seat mentioned in the text: the number of draws kept, and the levels of numbers and
    doubles; see "What passes and draws prove" in `docs/rules/mexican_train.md`.
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
    return {**found, "recent_train": padded(trains, MAX_RECENT)}


def cards(text: str | None) -> list[int]:
    return [PACK.index(card) for card in (text or "-").split() if card != "-"]


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
    """Check the view's observation against its attributes and the last actions."""
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


def play_greedily(state: Any, seed: int) -> Iterator[Any]:
    """Play to the end, preferring actions that use up cards, to reach states that random rounds rarely reach."""
    chance = random.Random(seed)
    yield state.copy()
    while legal := state.legal_actions():
        state.push(legal[-1] if chance.random() < 0.3 else chance.choice(legal))
        yield state.copy()


def moments(case: Case) -> Iterator[Any]:
    """Yield states at regular intervals of a few rounds, and at their ends."""
    for seed, way in enumerate((play, play_greedily, play)):
        listed = list(way(case.state(seed, 3), seed))
        step = 1 + len(listed) // 13
        yield from listed[seed % step :: step]
        yield from listed[-2:]


# The evidence of passes and draws, in small rounds of Mexican Train


def trains(backend: str, text: str) -> Any:
    return module_of("mexican_train", backend).State.from_text(text)


def shown(state: Any, seat: int, name: str) -> Any:
    return state.rules.observation_spec().split(state.view(seat).observation())[name].tolist()


def push(state: Any, text: str) -> None:
    state.push(state.parse(text))
