"""The observation of a seat, made from what it knows. `docs/observations.md` describes the fields."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ....schemas.observation import ObservationSpec
from ...observation import from_observer, last_actions, last_actions_fields, one_hot, relative
from . import cards
from .actions import PASS
from .cards import NO_CARDS, RANKS
from .combinations import Kind

if TYPE_CHECKING:
    from ...observation import Parts
    from ...recent import Recent
    from .knowledge import SeenPosition
    from .rules import Rules

VERSION = 2
ACTION_VERSION = 1

_PHASES = ("auction", "play", "over")
_MAX_BIDS = 10  # DD-07, four players: three pass, one bids 1, two pass, one bids 2, two pass, one bids 3
_MAX_DOUBLINGS = 255
_MAX_REDEALS = 255
_LONGEST = 12  # DD-19

_CODES = {"double": 4, "show": 5}

_NOTHING: dict[str, Any] = {"recent_bid": 0, "recent_cards": NO_CARDS}


@lru_cache
def spec(rules: Rules) -> ObservationSpec:
    players = rules.players
    ranks, of_rank = len(RANKS), max(cards.deck(players))
    most = cards.largest_hand(players)
    return ObservationSpec.of(
        VERSION,
        [
            ("to_move", (players,), 1),
            ("phase", (len(_PHASES),), 1),
            ("hand", (ranks,), of_rank),
            ("unseen", (ranks,), of_rank),
            ("known", (players - 1, ranks), of_rank),
            ("kitty", (ranks,), of_rank),
            ("face_up", (ranks,), 1),
            ("face_up_by", (players + 1,), 1),
            ("landlord", (players,), 1),
            ("first_bidder", (players,), 1),
            ("bids", (_MAX_BIDS,), 4),
            ("doublings", (1,), _MAX_DOUBLINGS),
            ("redeals_left", (1,), _MAX_REDEALS),
            ("left", (players,), most),
            ("plays", (players,), most),
            ("played", (players, ranks), of_rank),
            ("to_beat", (ranks,), of_rank),
            ("to_beat_kind", (len(Kind),), 1),
            ("to_beat_rank", (ranks,), 1),
            ("to_beat_length", (1,), _LONGEST),
            ("to_beat_seat", (players,), 1),
            ("passes", (1,), players - 1),
            *last_actions_fields(
                players, [("recent_bid", (), _largest_code(rules)), ("recent_cards", (ranks,), of_rank)]
            ),
            *([("asking", (2,), 1)] if rules.doubling or rules.open_hand else []),
            *([("doubled", (players,), 2)] if rules.doubling else []),
            *([("shown", (1,), 2)] if rules.open_hand else []),
        ],
    )


@lru_cache
def action_spec(rules: Rules) -> ObservationSpec:
    ranks, of_rank = len(RANKS), max(cards.deck(rules.players))
    return ObservationSpec.of(
        ACTION_VERSION,
        [
            ("pass", (1,), 1),
            ("bid", (1,), _largest_code(rules)),
            ("cards", (ranks,), of_rank),
            ("kind", (len(Kind),), 1),
            ("rank", (ranks,), 1),
            ("length", (1,), _LONGEST),
            ("higher", (1,), 255),
            ("rest", (ranks,), of_rank),
            ("rest_size", (1,), cards.largest_hand(rules.players)),
            ("rest_groups", (4,), ranks),
        ],
    )


def described(seen: SeenPosition, action: int) -> Parts:
    played = seen.rules._actions.combination(action)
    rest = seen.hand if played is None else cards.without(seen.hand, played.cards)
    sizes = [min(count, 4) for count in rest]
    return [
        ("pass", [action == PASS]),
        ("bid", [_code(seen.rules, action) if played is None else 0]),
        ("cards", NO_CARDS if played is None else played.cards),
        ("kind", one_hot(len(Kind), None if played is None else played.kind - Kind.SINGLE)),
        ("rank", one_hot(len(RANKS), None if played is None else played.rank)),
        ("length", [0 if played is None else played.length]),
        ("higher", [0 if played is None else sum(seen.unseen[played.rank + 1 :])]),
        ("rest", rest),
        ("rest_size", [sum(rest)]),
        ("rest_groups", [sizes.count(size) for size in (1, 2, 3, 4)]),
    ]


def observed(seen: SeenPosition, recent: Recent) -> Parts:
    rules, players, own = seen.rules, seen.rules.players, seen.seat

    def describe(_: int, action: int) -> dict[str, Any]:
        combination = rules._actions.combination(action)
        if combination is None:
            return {**_NOTHING, "recent_bid": _code(rules, action)}
        return {**_NOTHING, "recent_cards": combination.cards}

    def of_seat(seat: int | None) -> list[int]:
        return one_hot(players, relative(seat, own, players))

    others = [(own + place) % players for place in range(1, players)]
    return [
        ("to_move", of_seat(seen.current_player)),
        ("phase", [seen.phase == phase for phase in _PHASES]),
        ("hand", seen.hand),
        ("unseen", seen.unseen),
        ("known", [seen.known_cards(seat) for seat in others]),
        ("kitty", NO_CARDS if seen.kitty is None else seen.kitty),
        *_face_up(seen),
        ("landlord", of_seat(seen.landlord)),
        ("first_bidder", of_seat(seen.first_bidder)),
        ("bids", [*[1 + bid for bid in seen.bids], *((_MAX_BIDS - len(seen.bids)) * [0])]),
        ("doublings", [0 if seen.play is None else seen.play.doublings]),
        ("redeals_left", [_redeals_left(seen)]),
        ("left", from_observer(seen.hand_sizes, own)),
        ("plays", players * [0] if seen.play is None else from_observer(seen.play.plays, own)),
        ("played", from_observer(seen.played, own)),
        *_to_beat(seen),
        *last_actions(recent, own, players, _NOTHING, describe),
        *_answers(seen),
    ]


def _code(rules: Rules, action: int) -> int:
    """Return the number of a move without cards: a bid, 1 for a call and 2 for robbing, and 0 for a pass."""
    bid = rules._actions.bid_of(action)
    return _CODES[rules._actions.said[action]] if bid is None else bid


def _largest_code(rules: Rules) -> int:
    return max([3, *(_CODES[word] for word in rules._actions.said if word in _CODES)])


def _answers(seen: SeenPosition) -> Parts:
    """Return what players say before the lead: who is asked what, who doubles, and whether the hand is shown."""
    rules, play, players = seen.rules, seen.play, seen.rules.players
    parts: Parts = []
    if rules.doubling or rules.open_hand:
        parts.append(("asking", [seen.phase == "doubling", seen.phase == "showing"]))
    if rules.doubling:
        said = [0] * players
        if play is not None:
            for number, doubled in enumerate(play.doubling):
                said[(play.landlord + number) % players] = 1 + doubled
        parts.append(("doubled", from_observer(tuple(said), seen.seat)))
    if rules.open_hand:
        parts.append(("shown", [0 if play is None or play.shown is None else 1 + play.shown]))
    return parts


def _redeals_left(seen: SeenPosition) -> int:
    """Return how many redeals can still follow."""
    if not seen.chance_ahead:
        return 0
    return _MAX_REDEALS if seen.rules.max_redeals is None else seen.rules.max_redeals - seen.redeals


def _face_up(seen: SeenPosition) -> Parts:
    players, card = seen.rules.players, seen.face_up
    if card is None:
        return [("face_up", NO_CARDS), ("face_up_by", (players + 1) * [0])]
    by = players if card.seat is None else relative(card.seat, seen.seat, players)
    return [("face_up", one_hot(len(RANKS), card.rank)), ("face_up_by", one_hot(players + 1, by))]


def _to_beat(seen: SeenPosition) -> Parts:
    players = seen.rules.players
    trick = None if seen.play is None else seen.play.trick
    if trick is None or trick.to_beat is None:
        return [
            ("to_beat", NO_CARDS),
            ("to_beat_kind", len(Kind) * [0]),
            ("to_beat_rank", NO_CARDS),
            ("to_beat_length", [0]),
            ("to_beat_seat", players * [0]),
            ("passes", [0]),
        ]
    combination = trick.to_beat
    return [
        ("to_beat", combination.cards),
        ("to_beat_kind", one_hot(len(Kind), combination.kind - Kind.SINGLE)),
        ("to_beat_rank", one_hot(len(RANKS), combination.rank)),
        ("to_beat_length", [combination.length]),
        ("to_beat_seat", one_hot(players, relative(trick.seat, seen.seat, players))),
        ("passes", [trick.passes]),
    ]
