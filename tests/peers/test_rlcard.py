"""RLCard's `doudizhu` against `Rules.preset("rlcard")`: the table with types and weights, whole games, single hands.

Its plays are texts of cards, ascending (`3444`), with our letters for the ranks. A leader is offered
the plays that a generator makes from the hand. Later players are offered the results of a search
through the table by types and weights.

No difference is expected.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from common import (
    DECK,
    RANKS,
    Hand,
    Ours,
    Player,
    Tally,
    clumped_deal,
    counted,
    minus,
    random_answer,
    random_hand,
    share,
    text,
)
from rlcard.games.doudizhu import Game, Judger
from rlcard.games.doudizhu import Player as TheirPlayer
from rlcard.games.doudizhu.utils import CARD_TYPE, ID_2_ACTION, cards2str, doudizhu_sort_card, get_gt_cards
from rlcard.utils import init_54_deck

KINDS = {
    "solo": "single",
    "pair": "pair",
    "trio": "triplet",
    "trio_solo": "triplet_with_card",
    "trio_pair": "triplet_with_pair",
    "solo_chain": "sequence",
    "pair_chain": "sequence_of_pairs",
    "trio_chain": "sequence_of_triplets",
    "trio_solo_chain": "sequence_of_triplets_with_cards",
    "trio_pair_chain": "sequence_of_triplets_with_pairs",
    "four_two_solo": "quadplex_with_cards",
    "four_two_pair": "quadplex_with_pairs",
    "bomb": "bomb",
    "rocket": "rocket",
}
"""Their types, without the length at the end of a chain's name (`trio_chain_4`)."""

WEIGHTS_FROM_1 = {"trio_solo", "trio_pair", "trio_solo_chain", "trio_pair_chain", "four_two_solo", "four_two_pair"}
"""The weight is the first rank of the main part: from 0 (a 3), or from 1 for these types."""


class Match:
    """The mapping between their texts and our ids."""

    def __init__(self, ours: Ours) -> None:
        self.ours = ours
        self.to_ours = {theirs: int(ours.rules.parse(theirs)) for theirs in ID_2_ACTION}
        self.to_theirs = {action: theirs for theirs, action in self.to_ours.items()}

    def compare(self, theirs: list[str], hand: str, expected: list[int]) -> None:
        assert len(set(theirs)) == len(theirs)
        found = {self.to_ours[cards] for cards in theirs}
        assert found == set(expected), (
            f"hand {hand}: theirs alone {sorted(self.to_theirs[i] for i in found - set(expected))[:10]}, "
            f"ours alone {sorted(self.to_theirs[i] for i in set(expected) - found)[:10]}"
        )


@pytest.fixture
def match(backend: str, ours: Callable[[str, str], Ours]) -> Match:
    return Match(ours(backend, "rlcard"))


def test_table(match: Match, tally: Tally) -> None:
    """Their 27,471 plays and the pass correspond one-to-one to our actions, with equal kind, length and rank."""
    assert len(ID_2_ACTION) == match.ours.rules.num_actions == 27_472
    assert sorted(match.to_ours.values()) == list(range(27_472))
    assert set(ID_2_ACTION) - {"pass"} == set(CARD_TYPE[0])
    for cards, types in CARD_TYPE[0].items():
        move = match.ours.moves[match.to_ours[cards]]
        assert match.ours.counts[int(move)].tolist() == counted(cards)
        [(name, weight)] = types
        base, _, length = name.rpartition("_") if name[-1].isdecimal() else (name, "", "1")
        assert (move.kind, move.length) == (KINDS[base], int(length))
        if move.kind != "rocket":
            assert int(weight) - (base in WEIGHTS_FROM_1) == RANKS.index(move.rank) - move.length + 1
    tally.add("plays with their types and weights", len(CARD_TYPE[0]))
    assert "QQQKKKAAA222" in CARD_TYPE[0], "2s are not next to aces"
    [[name, _]] = CARD_TYPE[0]["333444555666"]
    assert name == "trio_chain_4", "three of a rank next to the chain are never attached"


class ClumpedShuffle(np.random.RandomState):
    """Deals them clumped hands: their dealer gives 17 consecutive cards to each seat, and the last
    3 to the landlord.
    """

    def __init__(self, rng: random.Random) -> None:
        super().__init__(0)
        self.rng = rng

    def shuffle(self, x: Any) -> None:
        hands, kitty = clumped_deal(self.rng)
        cards = {rank: [card for card in x if cards2str([card]) == rank] for rank in RANKS}
        x[:] = [cards[rank].pop() for part in (*hands, kitty) for rank in text(part)]


def test_games(match: Match, tally: Tally) -> None:
    """Whole games of their engine: equal seats and legal actions at every step, equal winners at the end."""
    rng = random.Random(1)
    for number in range(share(2_000)):
        game = Game()
        game.np_random = np.random.RandomState(number) if number % 2 else ClumpedShuffle(rng)
        state, seat = game.init_game()
        kitty = counted(cards2str(game.round.dealer.deck[-3:]))
        hands = [counted(cards2str(player.current_hand)) for player in game.players]
        hands[seat] = minus(hands[seat], kitty)
        ours = match.ours.module.State.from_deal(
            match.ours.rules, hands=[text(hand) for hand in hands], kitty=text(kitty), first_bidder=seat
        )
        players = Player.three(rng)
        while not game.is_over():
            assert seat == ours.current_player
            tally.add("positions in games: leading" if ours.to_beat is None else "positions in games: answering")
            theirs = sorted(state["actions"])
            match.compare(theirs, state["current_hand"], ours.legal_actions())
            cards = theirs[players[seat].choose([0 if cards == "pass" else len(cards) for cards in theirs])]
            ours.push(match.to_ours[cards])
            state, seat = game.step(cards)
        assert ours.is_over
        assert (game.winner_id == game.round.landlord_id) == (ours.payoffs[game.round.landlord_id] > 0)
        theirs_win = game.judger.judge_payoffs(game.round.landlord_id, game.winner_id)
        assert [payoff > 0 for payoff in ours.payoffs] == [payoff > 0 for payoff in theirs_win]
        tally.add("games")


def their_player(number: int, hand: Hand) -> TheirPlayer:
    """Return one of their players with this hand."""
    player = TheirPlayer(number, None)
    deck = init_54_deck()
    cards = {rank: [card for card in deck if cards2str([card]) == rank] for rank in RANKS}
    dealt = [cards[rank].pop() for rank in text(hand)]
    player.set_current_hand(sorted(dealt, key=functools.cmp_to_key(doudizhu_sort_card)))
    return player


def test_leading(match: Match, tally: Tally) -> None:
    """Their generator's plays from hands of 1 to 20 cards."""
    rng = random.Random(2)
    hands = [random_hand(rng, DECK, rng.randint(1, 20)) for _ in range(share(30_000))]
    for start in range(0, len(hands), 1000):
        some = hands[start : start + 1000]
        for hand, legal in zip(some, match.ours.legal_plays(some, [0] * len(some)), strict=True):
            theirs = Judger.playable_cards_from_hand(text(hand))
            match.compare(list(theirs), text(hand), legal.tolist())
            tally.add("positions: leading")


def test_answering(match: Match, tally: Tally) -> None:
    """Their answers to plays of any kind, from hands that can often answer."""
    rng = random.Random(3)
    pairs = [random_answer(rng, match.ours) for _ in range(share(50_000))]
    for start in range(0, len(pairs), 1000):
        some = pairs[start : start + 1000]
        legal = match.ours.legal_plays([hand for _, hand in some], [play for play, _ in some])
        for (play, hand), expected in zip(some, legal, strict=True):
            leader = their_player(0, match.ours.counts[play].tolist())
            leader.play(match.to_theirs[play])
            theirs = get_gt_cards(their_player(1, hand), leader)
            match.compare(theirs, text(hand), [0, *expected.tolist()])
            tally.add("positions: answering")
            tally.add("of them with a play besides the pass", len(theirs) > 1)
