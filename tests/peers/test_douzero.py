"""DouZero's move generator and detector against `Rules.preset("douzero")`: the table, whole games, and single hands.

Its plays are lists of numbers: 3 to 14 for the ranks up to the ace, 17 for a 2, 20 and 30 for the
jokers. A play has no reading: the detector infers from the cards what has to be beaten. The
generator then makes plays of that type, and a filter keeps the higher ones.

Exactly two differences are expected. Where they occur, DouZero's offers are predicted exactly:

- **RANK (DD-22: compared by the main part only).** The filter takes the rank of a sequence of
  triplets with cards, on either side, from the highest rank of which the play has exactly three
  cards, attached or not: `333444555 KKK` counts as a play of rank K. A higher chain is refused as
  an answer to it, and it is itself offered as an answer to a higher chain. This concerns plays with
  three attached cards of one rank above the chain.
- **UNKNOWN (DD-22).** The generator offers a leader chains of four or five triplets with three or
  four attached cards of one rank, for example `333444555666 7777`. The detector does not know them,
  and the only answers to them are bombs and the rocket.

The players of whole games choose among plays that both allow.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
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
    random_answer,
    random_duel,
    random_hand,
    runs,
    share,
    text,
    uniform_deal,
)


def without_torch(name: str) -> ModuleType:
    """Import a module of `douzero.env`. That package imports torch for its networks, which the rule
    modules do not need, so an empty package with the same name and path replaces it.
    """
    if "douzero.env" not in sys.modules:
        found = importlib.util.find_spec("douzero")
        assert found is not None
        assert found.submodule_search_locations
        package = ModuleType("douzero.env")
        package.__path__ = [str(Path(found.submodule_search_locations[0]) / "env")]
        sys.modules["douzero.env"] = package
    return importlib.import_module(f"douzero.env.{name}")


GameEnv: Any = without_torch("game").GameEnv
MovesGener: Any = without_torch("move_generator").MovesGener
detector = without_torch("move_detector")

CARDS = [*range(3, 15), 17, 20, 30]
RANK_OF = {card: rank for rank, card in enumerate(CARDS)}
SEATS = {"landlord": 0, "landlord_down": 1, "landlord_up": 2}

KINDS = {
    detector.TYPE_1_SINGLE: "single",
    detector.TYPE_2_PAIR: "pair",
    detector.TYPE_3_TRIPLE: "triplet",
    detector.TYPE_4_BOMB: "bomb",
    detector.TYPE_5_KING_BOMB: "rocket",
    detector.TYPE_6_3_1: "triplet_with_card",
    detector.TYPE_7_3_2: "triplet_with_pair",
    detector.TYPE_8_SERIAL_SINGLE: "sequence",
    detector.TYPE_9_SERIAL_PAIR: "sequence_of_pairs",
    detector.TYPE_10_SERIAL_TRIPLE: "sequence_of_triplets",
    detector.TYPE_11_SERIAL_3_1: "sequence_of_triplets_with_cards",
    detector.TYPE_12_SERIAL_3_2: "sequence_of_triplets_with_pairs",
    detector.TYPE_13_4_2: "quadplex_with_cards",
    detector.TYPE_14_4_22: "quadplex_with_pairs",
}

Keys = npt.NDArray[np.int64]
WEIGHTS = 5 ** np.arange(15, dtype=np.int64)
WEIGHT_OF = {card: int(WEIGHTS[rank]) for card, rank in RANK_OF.items()}
"""A set of cards as one number: its counts are the digits to base 5. The pass is 0."""


def keys_of(plays: Iterable[Sequence[int]]) -> set[int]:
    return {sum(WEIGHT_OF[card] for card in play) for play in plays}


def their_cards(hand: Sequence[int]) -> list[int]:
    """Return counts as a list of their cards, ascending."""
    return [card for card, n in zip(CARDS, hand, strict=True) for _ in range(int(n))]


class Match:
    """The mapping between their sets of cards and our actions."""

    def __init__(self, ours: Ours) -> None:
        self.ours = ours
        self.keys: list[int] = (ours.counts.astype(np.int64) @ WEIGHTS).tolist()
        """By our id."""
        self.actions: dict[int, list[int]] = {}
        """The readings of a set of cards, as our ids."""
        for action, key in enumerate(self.keys):
            self.actions.setdefault(key, []).append(action)
        self.chains = {i for i in ours.plays if ours.moves[i].kind == "sequence_of_triplets_with_cards"}
        self.bombs = {i for i in ours.plays if ours.moves[i].kind in ("bomb", "rocket")}
        self.filtered_by = {i: max(r for r, n in enumerate(ours.counts[i].tolist()) if n == 3) for i in self.chains}
        """The rank by which they filter such a play."""
        self.concerned = {i for i in self.chains if RANKS[self.filtered_by[i]] != ours.moves[i].rank}
        self.known = {key: self.reading(key) for key in self.actions if key}

    def taken_for(self, action: int) -> int:
        """Return the reading of the same cards that they assume, or the action itself if they know none."""
        known = self.known[self.keys[action]]
        return action if known is None else known

    def reading(self, key: int) -> int | None:
        """Return our action for their detector's reading of these cards, or None if it has none."""
        found = detector.get_move_type(their_cards(self.ours.counts[self.actions[key][0]].tolist()))
        if found["type"] == detector.TYPE_15_WRONG:
            return None
        for action in self.actions[key]:
            move = self.ours.moves[action]
            top = RANKS.index(move.rank) if move.kind != "rocket" else None
            lowest = None if top is None else top - move.length + 1
            if KINDS[found["type"]] == move.kind and found.get("len", 1) == move.length:
                rank = found.get("rank")
                if lowest == (None if rank is None else RANK_OF[rank]):
                    return action
        raise AssertionError(f"{text(self.ours.counts[self.actions[key][0]])}: they take it as {found}")

    def compare(self, theirs: set[int], to_beat: int, leads: list[int], answers: list[int], tally: Tally) -> None:
        """Return the sets of cards that they offer, without the pass. `to_beat` is our id, 0 for a
        lead; `leads` are the leads that we allow with this hand, `answers` the plays that we
        allow here.
        """
        expected = {self.keys[i] for i in answers}
        predicted = {self.keys[i] for i in self.offered(to_beat, leads, answers)}
        assert theirs == predicted, self.difference(to_beat, theirs, predicted)
        if theirs == expected:
            return
        name = "UNKNOWN" if self.known[self.keys[to_beat]] is None else "RANK"
        if name == "RANK":
            different = {i for key in theirs ^ expected for i in self.actions[key]}
            assert to_beat in self.concerned or self.concerned.issuperset(different)
        tally.add(f"explained: {name} (DD-22)")
        tally.add(f"{name}: plays refused", len(expected - theirs))
        tally.add(f"{name}: plays allowed", len(theirs - expected))

    def offered(self, to_beat: int, leads: list[int], answers: list[int]) -> list[int]:
        """Return what they should offer according to RANK and UNKNOWN."""
        if to_beat not in self.chains:
            return answers
        known = self.known[self.keys[to_beat]] is not None
        length = self.ours.moves[to_beat].length

        def passes(action: int) -> bool:
            same = action in self.chains and self.ours.moves[action].length == length
            return known and same and self.filtered_by[action] > self.filtered_by[to_beat]

        return [action for action in leads if action in self.bombs or passes(action)]

    def difference(self, to_beat: int, found: set[int], expected: set[int]) -> str:
        def names(keys: set[int]) -> list[str]:
            return [str(self.ours.moves[action]) for key in sorted(keys)[:10] for action in self.actions.get(key, [0])]

        told = f"on {self.ours.moves[to_beat]}"
        return f"{told}: theirs alone {names(found - expected)}, expected alone {names(expected - found)}"


@pytest.fixture
def match(backend: str, ours: Callable[[str, str], Ours]) -> Match:
    return Match(ours(backend, "douzero"))


def test_table(match: Match, tally: Tally) -> None:
    """Everything that their generator makes from the whole deck, up to 20 cards, equals our table
    as sets of cards.
    """
    deck = their_cards(DECK)
    generator = MovesGener(deck)
    plays: list[list[int]] = [
        *generator.gen_type_1_single(),
        *generator.gen_type_2_pair(),
        *generator.gen_type_3_triple(),
        *generator.gen_type_4_bomb(),
        *generator.gen_type_5_king_bomb(),
        *generator.gen_type_6_3_1(),
        *generator.gen_type_7_3_2(),
        *generator.gen_type_8_serial_single(),
        *generator.gen_type_9_serial_pair(),
        *generator.gen_type_10_serial_triple(),
        *generator.gen_type_13_4_2(),
        *generator.gen_type_14_4_22(),
    ]
    theirs = keys_of(play for play in plays if len(play) <= 20)
    for length in (2, 3, 4, 5):
        if length < 5:
            theirs |= keys_of(generator.gen_type_12_serial_3_2(repeat_num=length))
        # With every card of the deck there are millions of them, so one chain at a time.
        chains = generator.gen_type_10_serial_triple(repeat_num=length)
        for chain in chains:
            one = MovesGener(deck)
            one.gen_type_10_serial_triple = lambda repeat_num, chain=chain: [chain]  # noqa: ARG005
            lists = np.array(one.gen_type_11_serial_3_1(repeat_num=length))
            weight = np.zeros(31, np.int64)
            weight[CARDS] = WEIGHTS
            theirs |= set(np.unique(weight[lists].sum(axis=1)).tolist())
    assert theirs == set(match.actions) - {0}
    assert len(theirs) == 29_984
    readings = len(match.ours.plays)
    tally.add("sets of cards", len(theirs))
    tally.add("readings of them", readings)


def test_detector(match: Match, tally: Tally) -> None:
    """Their detector gives each set of cards one of our readings or, exactly where expected, none (UNKNOWN)."""
    moves = match.ours.moves
    for key, action in match.known.items():
        tally.add("sets of cards")
        readings = match.actions[key]
        unknown = all(i in match.chains and moves[i].length >= 4 and runs(moves[i].attached)[0] >= 3 for i in readings)
        assert (action is None) == unknown, moves[readings[0]]
        tally.add("explained: UNKNOWN (DD-22)", unknown)
        if action is not None and len(readings) > 1:
            assert moves[action].kind == "sequence_of_triplets"
            tally.add("sets with several readings, taken for the one without attached cards")
    tally.add("plays that RANK concerns", len(match.concerned))


class Side:
    """A player in their games that compares the legal plays with our state's and then chooses one."""

    def __init__(self, table: Table, player: Player) -> None:
        self.table = table
        self.player = player

    def act(self, infoset: Any) -> list[int]:
        table, ours = self.table, self.table.ours
        assert SEATS[infoset.player_position] == ours.current_player
        table.compare(infoset.player_hand_cards, infoset.legal_actions)
        allowed = set(ours.legal_actions())
        both = [play for play in sorted(infoset.legal_actions) if table.action(play) in allowed]
        play: list[int] = both[self.player.choose([len(play) for play in both])]
        ours.push(table.action(play))
        return play


class Table:
    """Our state alongside one of their games."""

    def __init__(self, match: Match, hands: list[Hand], kitty: Hand, tally: Tally) -> None:
        self.match = match
        self.tally = tally
        self.ours = match.ours.module.State.from_deal(
            match.ours.rules, hands=[text(hand) for hand in hands], kitty=text(kitty), first_bidder=0
        )

    def compare(self, hand: list[int], legal: list[list[int]]) -> None:
        theirs = keys_of(legal)
        answers = self.ours.legal_actions()
        counts = [hand.count(card) for card in CARDS]
        assert (0 in theirs) == (0 in answers), "the pass"
        to_beat = 0 if self.ours.to_beat is None else int(self.ours.to_beat)
        self.tally.add("positions in games: answering" if to_beat else "positions in games: leading")
        [leads] = self.match.ours.legal_plays([counts], [0])
        self.match.compare(theirs - {0}, to_beat, leads.tolist(), [i for i in answers if i], self.tally)

    def action(self, play: list[int]) -> int:
        """Return our id for one of their plays, by their reading of it."""
        [key] = keys_of([play])
        return self.match.taken_for(self.match.actions[key][0]) if key else 0


def test_games(match: Match, tally: Tally) -> None:
    """Whole games of their engine, with payoffs. The players choose among plays that both allow."""
    rng = random.Random(1)
    for number in range(share(500)):
        hands, kitty = (uniform_deal if number % 2 else clumped_deal)(rng)
        table = Table(match, hands, kitty, tally)
        players = Player.three(rng)
        game = GameEnv({position: Side(table, players[seat]) for position, seat in SEATS.items()})
        dealt = {position: their_cards(hands[seat]) for position, seat in SEATS.items()}
        dealt["landlord"] = sorted(dealt["landlord"] + their_cards(kitty))
        game.card_play_init({**dealt, "three_landlord_cards": their_cards(kitty)})
        while not game.game_over:
            game.step()
        tally.add("games")
        assert table.ours.is_over
        assert game.get_bomb_num() == table.ours.doublings
        landlord, farmer = game.num_scores["landlord"], game.num_scores["farmer"]
        assert table.ours.payoffs == (landlord, farmer, farmer)


def their_legal_plays(hand: Hand, rival: list[int]) -> set[int]:
    """Return what they allow with this hand on these cards (none for a lead), without the pass."""
    game = GameEnv(None)
    game.acting_player_position = "landlord_down"
    game.info_sets["landlord_down"].player_hand_cards = their_cards(hand)
    game.card_play_action_seq = [rival] if rival else []
    return keys_of(game.get_legal_card_play_actions()) - {0}


def test_leading(match: Match, tally: Tally) -> None:
    rng = random.Random(2)
    hands = [random_hand(rng, DECK, rng.randint(1, 20)) for _ in range(share(40_000))]
    for start in range(0, len(hands), 1000):
        some = hands[start : start + 1000]
        for hand, leads in zip(some, match.ours.legal_plays(some, [0] * len(some)), strict=True):
            match.compare(their_legal_plays(hand, []), 0, leads.tolist(), leads.tolist(), tally)
            tally.add("positions: leading")


@pytest.mark.parametrize("duels", [False, True], ids=["plays", "chains"])
def test_answering(match: Match, duels: bool, tally: Tally) -> None:
    """Plays of all kinds, and a hand that can often answer; then only plays that the differences
    may concern. If cards have several readings, our play to beat is the one they assume.
    """
    rng = random.Random(3)
    pairs = [
        random_duel(rng, match.ours, "sequence_of_triplets_with_cards", (3, 4))
        if duels
        else random_answer(rng, match.ours)
        for _ in range(share(10_000 if duels else 50_000))
    ]
    for start in range(0, len(pairs), 1000):
        some = [(match.taken_for(play), hand) for play, hand in pairs[start : start + 1000]]
        hands, plays = [hand for _, hand in some], [play for play, _ in some]
        legal = zip(match.ours.legal_plays(hands, [0] * len(some)), match.ours.legal_plays(hands, plays), strict=True)
        for (play, hand), (leads, answers) in zip(some, legal, strict=True):
            theirs = their_legal_plays(hand, their_cards(match.ours.counts[play].tolist()))
            match.compare(theirs, play, leads.tolist(), answers.tolist(), tally)
            tally.add("positions: answering")
            tally.add("of them with a play besides the pass", bool(theirs))


def test_examples(match: Match) -> None:
    """One example of each difference."""

    def both(hand: str, to_beat: str) -> tuple[set[str], set[str]]:
        """Return what they and we offer."""
        rival = int(match.ours.rules.parse(to_beat))
        theirs = their_legal_plays(counted(hand), their_cards(match.ours.counts[rival].tolist()))
        [answers] = match.ours.legal_plays([counted(hand)], [rival])
        moves = match.ours.moves
        return {str(moves[match.actions[key][0]]) for key in theirs}, {str(moves[action]) for action in answers}

    assert both("6667778889TJ", "333444555 KKK") == (set(), {"666777888 9TJ"}), "RANK"
    assert both("333444555KKK", "666777888 9TJ") == ({"333444555 KKK"}, set()), "RANK"
    assert both("888999TTTJJJ3456", "333444555666 7777") == (set(), {"888999TTTJJJ 3456"}), "UNKNOWN"
    assert both("JJJQQQKKKAAA3456", "333444555666 8889") == (set(), {"JJJQQQKKKAAA 3456"}), "UNKNOWN"
    # Both offer this one as cards, and in play theirs counts as a sequence of four triplets, even
    # here (DD-27).
    assert both("444555666777", "333444555 89T") == ({"444555666777 alone"}, {"444555666 777", "555666777 444"})
