"""Events, knowledge and samples of views."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

from helpers.brute import doudizhu as brute
from helpers.cases import play
from helpers.chi_square import check_uniform
from helpers.doudizhu import FOUR, PLAIN, rules_of
from helpers.splitmix import samples
from oxideal.random import Stream


def test_events_of_a_round(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    state = dd.State(rules, seed=7, dealer=2)
    first, hands = state.first_bidder, state.hands
    face_up = f"face-up {state.face_up} " + ("in kitty" if state.face_up_seat is None else f"by {state.face_up_seat}")
    bids = [f"{first} pass", f"{(first + 1) % 3} bid 1", f"{(first + 2) % 3} bid 3"]
    for action in (0, 1, 3):
        state.push(action)
    landlord = (first + 2) % 3
    lead = state.legal_moves()[0]
    state.push(lead)
    state.push(0)
    rest = [f"kitty {state.kitty}", f"{landlord} {lead}", f"{first} pass"]
    for seat in range(3):
        assert state.events(seat) == ["dealer 2", face_up, f"hand {hands[seat]}", *bids, *rest]
    middle = dd.State.from_text(state.to_text())
    middle.push(0)
    for seat in range(3):
        expected = [f"position {state.view(seat).to_text()}", f"{(first + 1) % 3} pass"]
        assert middle.events(seat) == expected


# Views (DD-35)


def test_samples_are_uniform(dd: Any, backend: str) -> None:
    """DD-35: all deals that fit a view are sampled equally often."""
    rules = rules_of(backend, PLAIN)
    state = dd.State.from_position(rules, hands=["KA22B", "KAA2", "KKA2R"], landlord=0, kitty="2AB")
    state = dd.State.from_text(state.to_text().replace("first 0;", "first 0; face-up 2 by 0;"))
    for seat, known in ((0, ("-", "-", "-")), (1, ("A22B", "-", "-")), (2, ("A22B", "-", "-"))):
        view = state.view(seat)
        assert view.known == known
        expected = hidden_deals(view)
        assert len(expected) >= 3
        check_samples(view, expected)


def test_samples_during_the_auction_are_uniform(dd: Any, backend: str) -> None:
    """DD-35: before the kitty is taken it is hidden like a hand, but the face-up card stays where it was seen."""
    rules = rules_of(backend, PLAIN)
    seed = next(seed for seed in range(100) if dd.State(rules, seed=seed).face_up_seat is None)
    for state in (dd.State(rules, seed=seed), dd.State(rules, seed=next(iter({0, 1, 2, 3} - {seed})))):
        view = state.view(1)
        hidden = Counter(view.unseen)
        hidden[view.face_up] -= view.face_up_seat != 1
        places = [17, 0, 17, 3]
        holder = 3 if view.face_up_seat is None else view.face_up_seat
        places[holder] -= holder != 1
        found: list[Counter[str]] = [Counter(), Counter(), Counter(), Counter()]
        for stream in range(600):
            sample = view.sample(5, stream)
            assert sample.hands[1] == view.hand
            for place, cards in enumerate((*sample.hands, sample.kitty)):
                here = Counter(cards)
                if place != 1:
                    here[view.face_up] -= place == holder
                    assert min(here.values()) >= 0
                    found[place] += here
        for place in (0, 2, 3):
            for rank, count in hidden.items():
                mean = 600 * places[place] * count / sum(hidden.values())
                assert abs(found[place][rank] - mean) < 5 * mean**0.5 + 1e-9, (place, rank)


def test_samples_follow_the_published_procedure(dd: Any, backend: str) -> None:
    """The hidden cards, ascending, are shuffled by the stream: first to the other seats, then to the kitty."""
    for options in (PLAIN, FOUR):
        rules = rules_of(backend, options)
        for place, moment in enumerate(play(dd.State(rules, seed=3), 3)):
            view = moment.view(place % rules.players)
            known = [brute.counts(each) for each in view.known]
            if view.kitty is None and view.face_up is not None and view.face_up_seat is None:
                known.append(brute.counts(view.face_up))
            hidden = brute.counts(view.unseen)
            for each in known:
                hidden = tuple(a - b for a, b in zip(hidden, each, strict=True))
            cards = brute.text(hidden).replace("-", "")
            left = [cards[number] for number in Stream(place, samples(9, view.seat)).shuffled(len(cards))]
            sample = view.sample(place, 9)
            for seat in range(rules.players):
                if seat != view.seat:
                    needed = view.hand_sizes[seat] - sum(known[seat])
                    given, left = left[:needed], left[needed:]
                    hand = brute.counts("".join(given) + view.known[seat])
                    assert sample.hands[seat] == brute.text(hand)
            if view.kitty is None:
                rest = brute.counts("".join(left) + ("" if len(known) == rules.players else view.face_up))
                assert sample.kitty == brute.text(rest)
            else:
                assert not left


def hidden_deals(view: Any) -> Counter[tuple[str, ...]]:
    """Count the deals that fit a view, each with its weight: every permutation of the cards whose
    place is unknown is equally likely.
    """
    players, own = view.rules.players, view.seat
    known = [brute.counts(each) for each in view.known]
    hidden = [*brute.counts(view.unseen)]
    for each in known:
        hidden = [a - b for a, b in zip(hidden, each, strict=True)]
    sizes = [0 if seat == own else view.hand_sizes[seat] - sum(known[seat]) for seat in range(players)]
    kitty = view.kitty is None
    fixed = [*known, brute.NOTHING]
    if kitty:
        sizes.append(3 if players == 3 else 8)
        if view.face_up is not None and view.face_up_seat is None:
            fixed[players] = brute.counts(view.face_up)
            hidden = [a - b for a, b in zip(hidden, fixed[players], strict=True)]
            sizes[-1] -= 1
    else:
        sizes.append(0)
    found: Counter[tuple[str, ...]] = Counter()

    def give(seat: int, left: tuple[int, ...], hands: tuple[str, ...], ways: int) -> None:
        if seat > players:
            found[hands] += ways
            return
        for chosen in brute.subsets(left):
            if sum(chosen) == sizes[seat]:
                more = 1
                for have, take in zip(left, chosen, strict=True):
                    more *= comb(have, take)
                rest = tuple(a - b for a, b in zip(left, chosen, strict=True))
                hand = brute.text(tuple(a + b for a, b in zip(chosen, fixed[seat], strict=True)))
                give(seat + 1, rest, (*hands, hand), ways * more)

    give(0, tuple(hidden), (), 1)
    return found


def check_samples(view: Any, expected: Counter[tuple[str, ...]]) -> None:
    count, own = 3000, view.seat
    found: Counter[tuple[str, ...]] = Counter()
    for stream in range(count):
        sample = view.sample(3, stream)
        hands = tuple("-" if seat == own else hand for seat, hand in enumerate(sample.hands))
        found[(*hands, sample.kitty if view.kitty is None else "-")] += 1
    check_uniform(found, expected)
