"""All that can be said before the lead, against a list: calls, robs, doublings, shown hands (DD-36 to DD-40)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from helpers.brute.doudizhu_calls import starts
from helpers.cases import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

HANDS = {
    3: ["33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222"],
    4: [deck[:25] for deck in (("".join(rank * 8 for rank in "3456789TJQKA2") + "BBRR")[k:] for k in (0, 25, 50, 75))],
}
KITTY = {3: "2BR", 4: "2222BBRR"}


def started(dd: Any, backend: str, first: int, **options: Any) -> Any:
    rules = rules_of("doudizhu", backend, options)
    players = rules.players
    return dd.State.from_deal(rules, hands=HANDS[players], kitty=KITTY[players], first_bidder=first)


def until_the_lead(
    state: Any, said: tuple[tuple[int, str], ...] = ()
) -> Iterator[tuple[tuple[tuple[int, str], ...], Any]]:
    """Yield each way to reach the lead or the end of the round, with what was said and the state there."""
    if state.phase in ("play", "over"):
        yield said, state
        return
    for move in state.legal_moves():
        after = state.copy()
        after.push(move)
        yield from until_the_lead(after, (*said, (state.current_player, str(move))))


OPTIONS = [
    (3, 0, True, True, None),
    (3, 1, True, True, 2),
    (3, 2, True, False, None),
    (3, 1, False, True, 0),
    (3, 0, False, False, None),
    (4, 3, True, True, None),
    (4, 1, True, True, 3),
    (4, 2, False, False, 1),
]


@pytest.mark.parametrize(("players", "first", "doubling", "open_hand", "most"), OPTIONS)
def test_everything_that_can_be_said(
    dd: Any, backend: str, players: int, first: int, doubling: bool, open_hand: bool, most: int | None
) -> None:
    options = {"players": players, "auction": "call", "all_pass": "void", "doubling": doubling, "open_hand": open_hand}
    state = started(dd, backend, first, max_doublings=most, **options)
    wanted = {}
    for start in starts(players, doubling=doubling, open_hand=open_hand, most=most):
        seats = [(first + seat) % players for seat in range(players)]
        doubled, stakes = [False] * players, [0] * players
        for seat in range(players):
            doubled[seats[seat]] = seat in start.doubled
            stakes[seats[seat]] = start.stakes[seat]
        said = tuple((seats[seat], text) for seat, text in start.said)
        wanted[said] = (seats[start.landlord], tuple(doubled), start.shown, tuple(stakes))
    found, void = {}, []
    for said, end in until_the_lead(state):
        if end.is_over:
            void.append(said)
            assert (end.is_void, end.landlord, end.payoffs, end.stakes) == (True, None, (0,) * players, None)
            continue
        assert end.current_player == end.landlord
        assert end.bid == 1
        found[said] = (end.landlord, end.doubled, end.shown, end.stakes)
    assert void == [tuple(((first + seat) % players, "pass") for seat in range(players))]
    assert found == wanted
    called = {3: 11, 4: 26}[players]
    assert len(found) == called * (2**players if doubling else 1) * (2 if open_hand else 1)


@pytest.mark.parametrize("auction", ["bid", "call"])
def test_first_bidder_takes_what_nobody_wants(dd: Any, backend: str, auction: str) -> None:
    """DD-09 with `all_pass="first"`: a landlord at a stake of 1, whatever the limit of redeals."""
    for players, redeals in product((3, 4), (1, None)):
        state = started(dd, backend, 2, players=players, auction=auction, all_pass="first", max_redeals=redeals)
        for _ in range(players):
            assert state.landlord is None
            state.push("pass")
        assert (state.landlord, state.bid, state.phase, state.redeals) == (2, 1, "play", 0)
        assert (state.is_void, state.bids, state.hand_sizes[2]) == (False, (0,) * players, 20 if players == 3 else 33)


def test_payoffs_are_the_stakes(dd: Any, backend: str) -> None:
    """Played to the end, each peasant pays or gets its stake, which bombs may have doubled, and the sum is zero."""
    for seed, players in product(range(6), (3, 4)):
        rules = rules_of(
            "doudizhu", backend, {"players": players, "auction": "call", "doubling": True, "open_hand": True}
        )
        state = dd.State(rules, seed=seed)
        while not state.is_over:
            moves = state.legal_moves()
            state.push(moves[(seed + len(state.history)) % len(moves)])
        won = state.hands[state.landlord] == "-"
        for seat, stake in enumerate(state.stakes):
            assert state.payoffs[seat] == (stake if won == (seat == state.landlord) else -stake)
        assert sum(state.payoffs) == 0
