"""OpenSpiel's `dou_dizhu` (pyspiel) against `Rules.preset("openspiel")`: the table, auctions, whole games and payoffs.

Its plays are texts, for example `333444-5T` or `(BWJ)`; a hyphen separates a sequence of triplets
from its attached cards. Its ids are those of the pass (0), the bids (1 to 3) and the plays. Chance
has separate ids: 0 to 50 for the place of the face-up card, and from 51 on the cards, 3 to 2 of
each suit in turn, then the two jokers.

Exactly two differences are expected:

- **FOUR (DD-19, DD-20, DD-21).** OpenSpiel starts no sequence with a rank of which the hand has all
  four cards, though a sequence may contain or end with one. Its description has no such rule.
- **ROCKET (DD-29).** It allows a bomb as an answer to a rocket. Its description says that a rocket
  beats everything.

The players of whole games choose among plays that both allow.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from common import (
    DECK,
    RANKS,
    SEQUENCES,
    Hand,
    Ours,
    Player,
    Tally,
    clumped_deal,
    counted,
    minus,
    plus,
    random_answer,
    random_hand,
    share,
    text,
    uniform_deal,
)

GAME = pyspiel.load_game("dou_dizhu")
PLACES = 51


class Match:
    """The mapping between their ids and ours."""

    def __init__(self, ours: Ours) -> None:
        self.ours = ours
        state = GAME.new_initial_state()
        self.texts = [state.action_to_string(0, action) for action in range(GAME.num_distinct_actions())]
        self.to_ours = [int(ours.rules.parse(our_text(theirs))) for theirs in self.texts]
        self.sizes = [int(ours.counts[action].sum()) for action in self.to_ours]
        """By their id."""
        self.begins = {action: lowest_rank(move) for action, move in enumerate(ours.moves) if move.kind in SEQUENCES}
        """The first rank of each sequence, by our id."""
        self.bombs = {move.rank: action for action, move in enumerate(ours.moves) if move.kind == "bomb"}

    def compare(self, theirs: list[int], hand: str, to_beat: int, ours: list[int], tally: Tally) -> None:
        """Compare the legal actions with this hand on our id (0 for a lead)."""
        fours = {rank for rank in RANKS if rank * 4 in hand}
        expected = set(ours)
        if fours:
            left_out = {action for action in ours if self.begins.get(action) in fours}
            expected -= left_out
            if left_out:
                tally.add("explained: FOUR (DD-19, DD-20, DD-21)")
                tally.add("FOUR: plays left out", len(left_out))
            if to_beat and self.ours.moves[to_beat].kind == "rocket":
                expected |= {self.bombs[rank] for rank in fours}
                tally.add("explained: ROCKET (DD-29)")
                tally.add("ROCKET: plays allowed", len(fours))
        found = {self.to_ours[action] for action in theirs}
        assert found == expected, self.difference(hand, to_beat, found, expected)

    def difference(self, hand: str, to_beat: int, found: set[int], expected: set[int]) -> str:
        def names(ids: set[int]) -> list[str]:
            return [str(self.ours.moves[action]) for action in sorted(ids)[:10]]

        told = f"hand {hand} on {self.ours.moves[to_beat]}"
        return f"{told}: theirs alone {names(found - expected)}, ours alone {names(expected - found)}"


def our_text(theirs: str) -> str:
    """Convert their text to ours."""
    cards = theirs.replace("(BWJ)", "B").replace("(CJ)", "R")
    if "-" in cards:
        return cards.replace("-", " ")
    triplets = len(cards) >= 6 and all(cards.count(rank) == 3 for rank in cards)
    return f"{cards} alone" if triplets else cards.lower()


def lowest_rank(move: Any) -> str:
    return RANKS[RANKS.index(move.rank) - move.length + 1]


def deal(rng: random.Random, hands: list[Hand], first: int) -> Any:
    """Return their state with these hands, in which this seat bids first. One card goes to each
    seat in turn, 17 times; a place is chosen in advance, and the seat that draws the card there
    bids first.
    """
    state = GAME.new_initial_state()
    state.apply_action(first + 3 * rng.randrange(17))
    suits = [0] * 15
    for seats in zip(*([rank for rank, n in enumerate(hand) for _ in range(n)] for hand in hands), strict=True):
        for rank in seats:
            state.apply_action(PLACES + (52 + rank - 13 if rank >= 13 else 13 * suits[rank] + rank))
            suits[rank] += 1
    return state


@pytest.fixture
def match(backend: str, ours: Callable[[str, str], Ours]) -> Match:
    return Match(ours(backend, "openspiel"))


def test_table(match: Match, tally: Tally) -> None:
    """Their actions correspond one-to-one to ours, including readings."""
    assert GAME.num_distinct_actions() == match.ours.rules.num_actions == 26_057
    assert sorted(match.to_ours) == list(range(26_057))
    for theirs, action in zip(match.texts, match.to_ours, strict=True):
        move = match.ours.moves[action]
        if "-" in theirs:
            assert our_text(theirs) == f"{move.main} {move.attached}"
            assert move.kind in ("sequence_of_triplets_with_cards", "sequence_of_triplets_with_pairs")
        elif move.kind not in ("pass", "bid"):
            assert counted(our_text(theirs).upper().split()[0]) == match.ours.counts[action].tolist()
    sets = {match.ours.counts[action].tobytes() for action in match.ours.plays}
    assert len(sets) == 25_661
    tally.add("actions: pass, three bids and 26,053 plays", len(match.texts))
    tally.add("distinct sets of cards among the plays", len(sets))


def test_auctions(match: Match, tally: Tally) -> None:
    """Every auction, for each first bidder: who bids, the legal bids, who becomes the landlord."""
    rng = random.Random(1)

    def walk(theirs: Any, ours: Any) -> None:
        assert theirs.is_terminal() == ours.is_over
        if ours.is_over:
            assert tuple(theirs.returns()) == ours.payoffs == (0, 0, 0)
            tally.add("auctions in which everybody passed")
            return
        assert theirs.current_player() == ours.current_player
        if ours.phase == "play":
            assert ours.current_player == ours.landlord
            assert 0 not in theirs.legal_actions(), "the leader cannot pass, so the other program is in the play too"
            tally.add("auctions with a landlord")
            return
        assert [match.to_ours[action] for action in theirs.legal_actions()] == ours.legal_actions()
        tally.add("positions")
        for action in theirs.legal_actions():
            after = ours.copy()
            after.push(match.to_ours[action])
            walk(theirs.child(action), after)

    for first in range(3):
        hands, kitty = uniform_deal(rng)
        walk(deal(rng, hands, first), from_deal(match, hands, kitty, first))


def from_deal(match: Match, hands: list[Hand], kitty: Hand, first: int) -> Any:
    return match.ours.module.State.from_deal(
        match.ours.rules, hands=[text(hand) for hand in hands], kitty=text(kitty), first_bidder=first
    )


def test_games(match: Match, tally: Tally) -> None:
    """Whole games, half of them with clumped deals: equal seats and legal actions at every step,
    equal payoffs at the end.
    """
    rng = random.Random(2)
    for number in range(share(10_000)):
        hands, kitty = (uniform_deal if number % 2 else clumped_deal)(rng)
        first = rng.randrange(3)
        theirs, ours = deal(rng, hands, first), from_deal(match, hands, kitty, first)
        players = Player.three(rng)
        while not theirs.is_terminal():
            seat, legal = theirs.current_player(), theirs.legal_actions()
            assert seat == ours.current_player
            if ours.phase == "auction":
                assert [match.to_ours[action] for action in legal] == ours.legal_actions()
                tally.add("positions: bidding")
                action = rng.choice(legal)
            else:
                to_beat = 0 if ours.to_beat is None else int(ours.to_beat)
                tally.add("positions: answering" if to_beat else "positions: leading")
                match.compare(legal, ours.hands[seat], to_beat, ours.legal_actions(), tally)
                allowed = set(ours.legal_actions())
                both = [action for action in legal if match.to_ours[action] in allowed]
                action = both[players[seat].choose([match.sizes[i] for i in both])]
            theirs.apply_action(action)
            ours.push(match.to_ours[action])
        assert ours.is_over
        assert tuple(theirs.returns()) == ours.payoffs
        tally.add("games")
        end_of_game(ours, tally)


def end_of_game(ours: Any, tally: Tally) -> None:
    """Count the kinds of ends, and check our payoffs against DD-30, DD-31 and DD-33."""
    if ours.landlord is None:
        tally.add("games in which everybody passed")
        return
    won = ours.payoffs[ours.landlord] > 0
    others = sum(ours.plays) - ours.plays[ours.landlord]
    spring = others == 0 if won else ours.plays[ours.landlord] == 1
    assert ours.payoffs[ours.landlord] == (2 if won else -2) * ours.bid * 2 ** (ours.doublings + spring)
    if spring:
        tally.add(f"games with spring, the landlord {'winning' if won else 'losing'}")
    if ours.doublings:
        tally.add("games with a bomb or rocket")


def at_table(rng: random.Random, cards: Hand, answer: Hand) -> tuple[Any, Hand, Hand]:
    """Return their state in which a landlord with these cards, and others, leads, and the next seat
    has the other cards; and both hands.
    """
    answerer = random_hand(rng, minus(DECK, cards), 17, answer)
    landlord = random_hand(rng, minus(DECK, answerer), 20, cards)
    dealt = random_hand(rng, landlord, 17)  # the landlord's other three cards are left over
    hands = [dealt, answerer, minus(DECK, plus(landlord, answerer))]
    first = rng.randrange(3)
    theirs = deal(rng, [hands[(seat - first) % 3] for seat in range(3)], first)
    theirs.apply_action(3)
    return theirs, landlord, answerer


def test_answers(match: Match, tally: Tally) -> None:
    """The landlord leads a play of any kind, and the next seat often has cards to answer it."""
    rng = random.Random(3)
    for _ in range(share(20_000)):
        play, answer = random_answer(rng, match.ours)
        theirs, landlord, answerer = at_table(rng, match.ours.counts[play].tolist(), answer)
        [lead] = match.ours.legal_plays([landlord], [0])
        match.compare(theirs.legal_actions(), text(landlord), 0, lead.tolist(), tally)
        tally.add("positions: leading")
        action = match.to_ours.index(play)
        if action not in theirs.legal_actions():
            continue  # FOUR, compared just now
        theirs.apply_action(action)
        [answers] = match.ours.legal_plays([answerer], [play])
        match.compare(theirs.legal_actions(), text(answerer), play, [0, *answers.tolist()], tally)
        tally.add("positions: answering")


def test_examples(match: Match) -> None:
    """Attached cards, the start of a deal, and the two differences."""
    assert {"333444555666", "333444555-666", "444555666-333", "QQQKKKAAA-222"} <= set(match.texts)
    assert {"333444-(BWJ)(CJ)", "333444555666-7777", "333345"}.isdisjoint(match.texts)

    places = GAME.new_initial_state().chance_outcomes()
    assert [place for place, _ in places] == list(range(PLACES)), "never in the kitty, other than in DD-05"

    rng = random.Random(4)
    sequence = match.texts.index("34567")
    four, _, _ = at_table(rng, counted("33334567"), counted("-"))
    assert sequence not in four.legal_actions()
    within, _, _ = at_table(rng, counted("34444567"), counted("3"))
    assert sequence in within.legal_actions()

    rocket, _, answerer = at_table(rng, counted("BR"), counted("3333"))
    rocket.apply_action(match.texts.index("(BWJ)(CJ)"))
    assert match.texts.index("3333") in rocket.legal_actions()
    [ours] = match.ours.legal_plays([answerer], [match.to_ours[match.texts.index("(BWJ)(CJ)")]])
    assert ours.tolist() == []
