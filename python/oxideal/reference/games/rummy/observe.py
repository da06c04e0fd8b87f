"""The observation of a seat, made from what it knows. `docs/observations.md` describes the fields."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from ....schemas.observation import ObservationSpec
from ...observation import from_observer, last_actions, last_actions_fields, one_hot, relative
from . import actions, cards
from .analysis import least_left
from .cards import NUMBER, rank, suit
from .meld import is_group

if TYPE_CHECKING:
    from ...observation import Parts
    from ...recent import Recent
    from .cards import CardSet
    from .knowledge import SeenPosition
    from .rules import Rules

VERSION = 1

_PLACES = NUMBER + 4  # places in runs: the high aces follow the kings (RM-15)
_STOCKS = 4  # the current one and three earlier ones
_MOST = 255

_DRAW, _TAKE, _GROUP, _RUN, _LAY_OFF, _DISCARD = range(1, 7)
_NOTHING = {"recent_what": 0, "recent_card": 0, "recent_size": 0}


@lru_cache
def spec(rules: Rules) -> ObservationSpec:
    players = rules.players
    return ObservationSpec.of(
        VERSION,
        [
            ("to_move", (players,), 1),
            ("hand", (NUMBER,), 1),
            ("taken", (players, NUMBER), 1),
            ("hidden", (NUMBER,), _MOST),
            ("held", (_STOCKS, players), NUMBER),
            ("sizes", (players,), NUMBER),
            ("stock", (1,), NUMBER),
            ("groups", (NUMBER,), 1),
            ("run_starts", (_PLACES,), 1),
            ("run_ends", (_PLACES,), 1),
            ("discards", (NUMBER,), NUMBER),
            ("drew", (1,), 1),
            ("laid", (1,), 1),
            ("took", (NUMBER,), 1),
            ("opened", (players,), 1),
            ("turns_left", (1,), _MOST),
            *last_actions_fields(
                players, [("recent_what", (), 6), ("recent_card", (), NUMBER), ("recent_size", (), 14)]
            ),
        ],
    )


ACTION_SPEC = ObservationSpec.of(
    1,
    [
        ("what", (_DISCARD,), 1),
        ("cards", (NUMBER,), 1),
        ("rest", (NUMBER,), 1),
        ("rest_size", (1,), NUMBER),
        ("points", (1,), _MOST),
        ("left_over", (1,), NUMBER),
        ("pairs", (1,), _MOST),
        ("fits_table", (1,), 1),
    ],
)


def described(seen: SeenPosition, action: int) -> Parts:
    ace = seen.rules.ace
    move = actions.actions_of(ace).all[action]
    taken = cards.one(seen.discards[-1]) if move.kind == "take" else 0
    rest = seen.hand & ~move.set | taken
    left = least_left(rest, seen.table, ace)
    fits = move.set & (seen.table.fits_group | seen.table.fits_low | seen.table.fits_high)
    return [
        ("what", one_hot(_DISCARD, _what(move) - 1)),
        ("cards", _bits(move.set | taken)),
        ("rest", _bits(rest)),
        ("rest_size", [rest.bit_count()]),
        ("points", [min(cards.points(left, ace), _MOST)]),
        ("left_over", [left.bit_count()]),
        ("pairs", [min(_pairs(rest), _MOST)]),
        ("fits_table", [move.kind == "discard" and fits != 0]),
    ]


def _what(move: actions.Action) -> int:
    what = {"draw": _DRAW, "take": _TAKE, "lay_off": _LAY_OFF, "discard": _DISCARD}.get(move.kind)
    if what is None:
        what = _GROUP if is_group(move.cards) else _RUN
    return what


def _pairs(among: CardSet) -> int:
    """Return how many pairs of cards may become part of a meld: of one rank, or of one suit and close in rank."""
    return sum(
        rank(one) == rank(other) or (suit(one) == suit(other) and rank(other) - rank(one) <= 2)
        for one, other in combinations(cards.cards_of(among), 2)
    )


def observed(seen: SeenPosition, recent: Recent) -> Parts:
    rules, players, own = seen.rules, seen.rules.players, seen.seat
    moves = actions.actions_of(rules.ace).all
    groups = [meld for meld in seen.table.melds if is_group(meld)]
    runs = [meld for meld in seen.table.melds if not is_group(meld)]
    discards = NUMBER * [0]
    for place, card in enumerate(reversed(seen.discards), start=1):
        discards[card] = place

    def describe(_: int, action: int) -> dict[str, int]:
        move = moves[action]
        first = 1 + move.cards[0] if move.cards else 0
        return {"recent_what": _what(move), "recent_card": first, "recent_size": len(move.cards)}

    return [
        ("to_move", one_hot(players, relative(seen.current_player, own, players))),
        ("hand", _bits(seen.hand)),
        ("taken", list(map(_bits, from_observer(seen.taken, own)))),
        ("hidden", _hidden(seen)),
        ("held", _held(seen)),
        ("sizes", from_observer(seen.sizes, own)),
        ("stock", [seen.stock_size]),
        ("groups", _bits(cards.set_of(card for meld in groups for card in meld))),
        ("run_starts", _at([meld[0] for meld in runs])),
        ("run_ends", _at([_place_of_end(meld[-1]) for meld in runs])),
        ("discards", discards),
        ("drew", [seen.drew]),
        ("laid", [seen.laid]),
        ("took", one_hot(NUMBER, seen.took)),
        ("opened", from_observer(seen.opened, own)),
        ("turns_left", [min(rules.turn_limit - seen.turns, _MOST)]),
        *last_actions(recent, own, players, _NOTHING, describe),
    ]


def _bits(among: CardSet) -> list[int]:
    """Return a 1 for each of these cards, and 0 for all others."""
    return [among >> card & 1 for card in range(NUMBER)]


def _at(places: list[int]) -> list[int]:
    return [int(place in places) for place in range(_PLACES)]


def _place_of_end(card: int) -> int:
    """Return the place of the last card of a run, where an ace is a high one."""
    return NUMBER + suit(card) if rank(card) == 0 else card


def _hidden(seen: SeenPosition) -> list[int]:
    """Return the stock that each hidden card came from: 1 for the current one, from 2 on for the earlier ones."""
    earlier = [each.cards & seen.unseen for each in seen.earlier]
    found = NUMBER * [0]
    for stock, among in enumerate([seen.from_current_stock, *earlier], start=1):
        for card in cards.cards_of(among):
            found[card] = stock
    return found


def _held(seen: SeenPosition) -> list[list[int]]:
    """Return how many hidden cards of each stock the seats hold."""
    players, own = seen.rules.players, seen.seat
    current = tuple(map(seen.hidden_from_current_stock, range(players)))
    stocks = [current, *[each.held for each in seen.earlier]][:_STOCKS]
    stocks += (_STOCKS - len(stocks)) * [players * (0,)]
    return [from_observer(held, own) for held in stocks]
