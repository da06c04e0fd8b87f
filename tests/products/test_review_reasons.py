"""Every reason that a review gives is true: checked in samples of the view and with the reference."""

# ruff: noqa: ARG005 (all checks take the same arguments)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest

from helpers.cases import module_of
from oxideal import doudizhu as dd
from oxideal import rummy as rm
from oxideal._registry import GAMES
from oxideal.bots import RandomBot, RuleBot
from oxideal.review import doudizhu, rummy
from oxideal.review.reasons import MOST, reasons_for, text_of
from oxideal.words import LANGUAGES, card, words

REFERENCE: Any = {game: module_of(game, "reference") for game in ("doudizhu", "mexican_train", "rummy")}

SAMPLES = 4


def after(view: Any, move: Any, seed: int = 0) -> Any:
    state = view.sample(seed)
    state.push(move)
    return state


def cards(text: Any) -> list[str]:
    return [card for card in str(text).split() if card != "-"]


# Each pattern has the numbers and names of its sentence; the check says whether they are right.

Check = Callable[..., bool]


def passes_round(state: Any, seat: int) -> bool:
    """Whether nobody can do anything but pass until it is this seat's turn again."""
    while not state.is_over and state.current_player != seat:
        if [str(move) for move in state.legal_moves()] != ["pass"]:
            return False
        state.push("pass")
    return True


def plays_of(view: Any, move: Any) -> int:
    rest = view.hand if move.kind == "pass" else view.hand - move
    return len(REFERENCE["doudizhu"].min_plays(str(rest))) if len(rest) else 0


def beating(view: Any, move: Any) -> int:
    rules = REFERENCE["doudizhu"].Rules.from_dict(view.rules.to_dict())
    return len(REFERENCE["doudizhu"].legal_plays(str(view.unseen), str(move), rules))


def gives_up(view: Any, played: Any, better: Any, bomb: list[str]) -> bool:
    held = all(str(view.hand).count(card) >= bomb.count(card) for card in bomb)
    return held and any(card in played.cards for card in bomb) and not any(card in better.cards for card in bomb)


DOUDIZHU: dict[str, Check] = {
    r"(\S.*) plays the whole hand and wins at once": lambda v, p, b, text: (
        text == str(b) and v.seat in after(v, b).winners
    ),
    r"your partner, seat (\d), was winning the trick with (.+)": lambda v, p, b, seat, text: (
        v.to_beat_seat == int(seat) != v.landlord
        and v.seat not in (v.landlord, int(seat))
        and str(v.to_beat) == text
        and str(b) == "pass" != str(p)
    ),
    r"nobody can beat (.+) any more": lambda v, p, b, text: (
        text == str(b) and all(passes_round(after(v, b, seed), v.seat) for seed in range(SAMPLES))
    ),
    r"seat (\d) has one card left, which may beat (.+)": lambda v, p, b, seat, text: (
        text == str(p)
        and v.hand_sizes[int(seat)] == 1
        and (int(seat) == v.landlord) != (v.seat == v.landlord)
        and any(dd.legal_plays(v.sample(seed).hands[int(seat)], p) for seed in range(200))
    ),
    r"(.+) leaves a hand of (\d+) plays? instead of (\d+)": lambda v, p, b, text, n, m: (
        text == str(b) and plays_of(v, b) == int(n) < int(m) == plays_of(v, p)
    ),
    r"(.+) gives up the (?:bomb of (\w+?)e?s|rocket)": lambda v, p, b, text, rank: (
        text == str(p)
        and gives_up(v, p, b, ["B", "R"] if rank is None else [rank.replace("10", "T")] * 4)
        and after(v, p).doublings == v.doublings
    ),
    r"(.+) doubles the stake": lambda v, p, b, text: (
        text == str(p) and after(v, p).doublings == v.doublings + 1 and after(v, b).doublings == v.doublings
    ),
    r"seat (\d) leads the trick and has (\d+) cards? left": lambda v, p, b, seat, n: (
        str(p) == "pass" != str(b)
        and v.to_beat_seat == int(seat)
        and v.hand_sizes[int(seat)] == int(n)
        and (int(seat) == v.landlord) != (v.seat == v.landlord)
    ),
    r"the unseen cards beat (.+) in (\d+) ways?, and (.+) in (\d+)": lambda v, p, b, t1, n, t2, m: (
        (t1, t2) == (str(b), str(p)) and beating(v, b) == int(n) < int(m) == beating(v, p)
    ),
    r"(.+) keeps ([2BR](?: and [2BR])*)": lambda v, p, b, text, kept: (
        text == str(b) and all(card in p.cards and card not in b.cards for card in kept.split(" and "))
    ),
    r"(.+) plays (\d+) cards instead of (\d+)": lambda v, p, b, text, n, m: (
        text == str(b)
        and v.to_beat is None
        and len(v.hand) - len(v.hand - b) == int(n) > int(m) == len(v.hand) - len(v.hand - p)
    ),
    r"the hand takes (\d+) plays? and has (\d+) cards? above the aces": lambda v, p, b, n, m: (
        v.landlord is None
        and len(REFERENCE["doudizhu"].min_plays(str(v.hand))) == int(n)
        and sum(map(str(v.hand).count, "2BR")) == int(m)
    ),
}


def halves(tile: str) -> set[int]:
    return {int(half) for half in tile.split("-")}


def fitting(hand: Any, number: int) -> list[str]:
    return [tile for tile in cards(hand) if number in halves(tile)]


def open_ends(state: Any, seat: int) -> set[int]:
    ends = {state.ends[each] for each in range(len(state.ends)) if each == seat or state.marked[each]}
    return ends | {state.mexican_end}


def train_of(view: Any, move: Any) -> int:
    state = after(view, move)
    found = REFERENCE["mexican_train"].longest_train(str(state.hands[view.seat]), state.ends[view.seat])
    return len(cards(found.longest))


MEXICAN_TRAIN: dict[str, Check] = {
    r"(.+) leaves a double that no other tile of the hand can close": lambda v, p, b, text: (
        text == str(p)
        and len(halves(p.tile)) == 1
        and not fitting(v.hand - p.tile, min(halves(p.tile)))
        and (
            not (b.kind == "play" and len(halves(b.tile)) == 1)
            or bool(fitting(v.hand - b.tile, min(halves(b.tile))))
            or len(v.hand) == 1
        )
    ),
    r"seat (\d+) has shown to hold no (\d+)s, except perhaps the double": lambda v, p, b, seat, n: (
        int(seat) == (v.seat + 1) % v.rules.players
        and all({*fitting(v.sample(seed).hands[int(seat)], int(n))} <= {f"{n}-{n}"} for seed in range(SAMPLES))
        and int(n) in open_ends(after(v, b), int(seat))
    ),
    r"(.+) leaves a train of (\d+) tiles? for the own train instead of (\d+)": lambda v, p, b, text, n, m: (
        text == str(b) and train_of(v, b) == int(n) > int(m) == train_of(v, p)
    ),
    r"(.+) leaves (\d+) points? instead of (\d+) if somebody goes out": lambda v, p, b, text, n, m: (
        text == str(b)
        and [REFERENCE["mexican_train"].pips(str(after(v, each).hands[v.seat])) for each in (b, p)] == [int(n), int(m)]
        and int(n) < int(m)
    ),
    r"a play on the own train takes the marker off": lambda v, p, b: (
        v.marked[v.seat] and not after(v, b).marked[v.seat] and after(v, p).marked[v.seat]
    ),
    r"after (.+), (\d+) tiles? of the hand fit an open train instead of (\d+)": lambda v, p, b, text, n, m: (
        text == str(b)
        and int(n) > int(m)
        and [
            sum(bool(halves(tile) & open_ends(state, v.seat)) for tile in cards(state.hands[v.seat]))
            for state in (after(v, b), after(v, p))
        ]
        == [int(n), int(m)]
    ),
}


def goes_with(one: str, other: str) -> bool:
    ranks = "A23456789TJQK"
    apart = abs(ranks.index(one[0]) - ranks.index(other[0]))
    return (apart == 0) if one[1] != other[1] else apart == 1


def points_after(view: Any, move: Any) -> int:
    return int(REFERENCE["rummy"].points(str(after(view, move).hands[view.seat])))


def chances(view: Any, move: Any) -> int:
    hand = cards(after(view, move).hands[view.seat])
    melds = REFERENCE["rummy"].melds
    return sum(any(card in cards(meld) for meld in melds(" ".join([*hand, card]))) for card in cards(view.unseen))


RUMMY: dict[str, Check] = {
    r"(.+) plays the last card and goes out": lambda v, p, b, text: text == str(b) and after(v, b).went_out == v.seat,
    r"(\S\S) makes a meld with the hand": lambda v, p, b, top: (
        (str(b), top) == ("take", cards(v.discards)[-1])
        and any(top in cards(meld) for meld in REFERENCE["rummy"].melds(f"{v.hand} {top}"))
    ),
    r"(\S\S) goes with (\S\S), which seat (\d) holds": lambda v, p, b, card, with_, seat: (
        card == p.cards
        and goes_with(card, with_)
        and int(seat) == (v.seat + 1) % v.rules.players
        and all(with_ in cards(v.sample(seed).hands[int(seat)]) for seed in range(SAMPLES))
    ),
    r"(\S\S) fits a meld on the table": lambda v, p, b, card: (
        card == p.cards and bool(REFERENCE["rummy"].lay_offs(card, [str(meld) for meld in v.table]))
    ),
    r"no card of this hand was played before: to go rummy would count double": lambda v, p, b: (
        not v.opened[v.seat] and not v.laid and p.kind in ("meld", "lay_off")
    ),
    r"(\S\S) goes with (\S\S)(?: and (\S\S))? in the hand": lambda v, p, b, top, *fits: (
        top == cards(v.discards)[-1]
        and str(b) == "take"
        and all(fit in cards(v.hand) and goes_with(top, fit) for fit in fits if fit)
    ),
    r"everybody sees that (\S\S) was taken, and nobody what is drawn": lambda v, p, b, top: (
        (str(p), str(b), top) == ("take", "draw", cards(v.discards)[-1])
        and top in cards(after(v, p).view((v.seat + 1) % v.rules.players).known[v.seat])
    ),
    r"after (.+), (\d+) unseen cards? would make a meld instead of (\d+)": lambda v, p, b, text, n, m: (
        text == str(b) and chances(v, b) == int(n) > int(m) == chances(v, p)
    ),
    r"(.+) leaves (\d+) points? in hand instead of (\d+) if somebody goes out": lambda v, p, b, text, n, m: (
        text == str(b) and points_after(v, b) == int(n) < int(m) == points_after(v, p)
    ),
}


def down(view: Any, move: Any) -> int:
    return int((after(view, move).grid < 0).sum())


FOURSQUARE: dict[str, Check] = {
    r"(.+) wins at once": lambda v, p, b, text: text == str(b) and after(v, b).is_won and not after(v, p).is_won,
    r"(.+) turns the (\d)th card face down and loses": lambda v, p, b, text, n: text == str(p)
    and down(v, p) == int(n) and after(v, p).payoffs == (0,) and down(v, b) <= 4,
    r"(.+) leaves (\d) cards? face down instead of (\d)": lambda v, p, b, text, n, m: text == str(b)
    and down(v, b) == int(n) < int(m) == down(v, p),
    r"(.+) begins pile (\d+) of 16, with (\d+) cards? left in the stock": lambda v, p, b, text, n, m: text == str(b)
    and len(after(v, b).piles) == int(n) == len(v.piles) + 1
    and len(after(v, p).piles) == len(v.piles)
    and v.stock_size == int(m),
    r"(.+) leaves (\d+) cells? for the next card instead of (\d+)": lambda v, p, b, text, n, m: text == str(b)
    and len(after(v, b, 1).legal_actions()) == int(n) > int(m) == len(after(v, p, 1).legal_actions()),
}  # fmt: skip

CHECKS = {"doudizhu": DOUDIZHU, "mexican_train": MEXICAN_TRAIN, "rummy": RUMMY, "foursquare": FOURSQUARE}
PARTS: dict[str, Any] = {game: GAMES[game].part("review") for game in CHECKS}


def positions(game: str, effort: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield views with pairs of moves, of games that bots have played."""
    chance = Random(7)
    for seed in range(effort):
        state: Any = module_of(game, "rust").State(seed=seed)
        bots: list[Any] = (
            [RuleBot(), RandomBot(seed=1)] if game != "foursquare" else [RuleBot(), RuleBot(), RandomBot(seed=1)]
        )
        while not state.is_over:
            view = state.view(state.current_player)
            moves = view.legal_moves()
            for pair in permutations(chance.sample(moves, min(len(moves), 3)), 2):
                yield view, *pair
            state.push(chance.choice(bots).choose(view))


@cache
def kinds_said(game: str, effort: int) -> frozenset[str]:
    """Check all reasons in some games, and return the patterns of those that were given."""
    said = set()
    for view, played, better in positions(game, effort):
        for reason in PARTS[game].REASONS:
            sentence = reason(view, played, better)
            if sentence is None:
                continue
            text = text_of(sentence, game)
            found = [(pattern, match) for pattern in CHECKS[game] if (match := re.fullmatch(pattern, text))]
            assert found, f"no check of the sentence: {text}"
            pattern, match = found[0]
            assert CHECKS[game][pattern](view, played, better, *match.groups()), (text, view.to_text(), played, better)
            said.add(pattern)
    return frozenset(said)


GAMES_PLAYED = {"doudizhu": 8, "mexican_train": 4, "rummy": 3, "foursquare": 6}


@pytest.mark.parametrize("game", CHECKS)
def test_reasons_are_true(game: str) -> None:
    rare = {r"(.+) plays the last card and goes out"}
    assert kinds_said(game, GAMES_PLAYED[game]) >= {*CHECKS[game]} - rare


def test_going_out_at_rummy_is_a_reason() -> None:
    state = rm.State.from_position(rm.Rules(hand_size=2), hands=["7C 7D 7S", "AH 5H"], turn=0, discards="2D", drew=True)
    view = state.view(0)
    meld, discard = (view.parse(text) for text in ("meld 7C 7D 7S", "discard 7C"))
    sentence = rummy.goes_out(view, discard, meld)
    assert sentence is not None
    text = text_of(sentence, "rummy")
    assert text == "meld 7C 7D 7S plays the last card and goes out"
    assert RUMMY[r"(.+) plays the last card and goes out"](view, discard, meld, str(meld))
    assert rummy.goes_out(view, meld, discard) is None


def test_a_card_that_is_known_is_not_a_threat() -> None:
    """Seat 1's last card is from the kitty: everybody has seen it."""
    state = dd.State.from_position(dd.Rules(), hands=["345678", "66 7", "4"], landlord=2, lead=0, kitty="4AA")
    view = state.view(0)
    single, chain = view.parse("3"), view.parse("345678")
    assert str(view.known[2]) == "4"
    threat = doudizhu.last_card(view, single, chain)
    assert threat is not None
    assert text_of(threat, "doudizhu") == "seat 2 has one card left, which may beat 3"
    assert doudizhu.last_card(view, view.parse("5"), chain) is None


def test_reasons_are_said_in_every_language() -> None:
    for game in CHECKS:
        for view, played, better in islice(positions(game, 2), 300):
            for sentence in reasons_for(view, played, better):
                said = [sentence.text(words(game, each), str, str, lambda text: card(text, "zh")) for each in LANGUAGES]
                assert len({*said}) == len(LANGUAGES)


def test_few_reasons_are_given() -> None:
    counts = set()
    for game in CHECKS:
        for view, played, better in islice(positions(game, 2), 500):
            found = reasons_for(view, played, better)
            said = [text for text in (reason(view, played, better) for reason in PARTS[game].REASONS) if text]
            assert list(found) == said[:MOST]
            counts.add(len(said))
    assert max(counts) > MOST
