"""Events, knowledge and samples of views."""

from __future__ import annotations

from typing import Any

from helpers.brute import doudizhu as brute
from helpers.cases import play
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


def test_samples_follow_the_published_procedure(dd: Any, backend: str) -> None:
    """DD-35: the hidden cards, ascending, are shuffled by the stream: first to the other seats, then to the kitty.
    Until it is taken, a face-up card in the kitty stays there.
    """
    for options in (PLAIN, FOUR):
        rules = rules_of(backend, options)
        rounds = [dd.State(rules, seed=seed) for seed in range(40)]
        in_kitty = next(state for state in rounds if state.face_up_seat is None)
        moments = [moment for state in (in_kitty, *rounds[:3]) for moment in play(state, 3)]
        for place, moment in enumerate(moments):
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
