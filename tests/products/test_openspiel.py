"""The games in OpenSpiel: its own tests, the same games as oxideal's, chance, copies, and some algorithms."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it is compiled, and has no types
import pytest

import oxideal.openspiel
from helpers.cases import module_of
from helpers.messages import says
from oxideal.bots import RandomBot, RuleBot
from oxideal.differential import GAMES
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRulesError,
    InvalidStateError,
)

SMALL = "python_oxideal_mexican_train(players=2,set=2,hand_size=1)"

LOADED = [
    "python_oxideal_doudizhu",
    "python_oxideal_doudizhu(players=4,spring=True)",
    "python_oxideal_doudizhu(all_pass=void,max_deals=1)",
    "python_oxideal_doudizhu(preset=douzero)",
    "python_oxideal_doudizhu(preset=openspiel)",
    "python_oxideal_foursquare",
    "python_oxideal_foursquare(diagonal=True)",
    "python_oxideal_mexican_train",
    "python_oxideal_mexican_train(players=2,set=1,hand_size=1)",
    "python_oxideal_mexican_train(players=3,set=9,engine=4,follow_up=double,close_order=reverse)",
    "python_oxideal_rummy(turn_limit=200)",
    "python_oxideal_rummy(players=4,hand_size=3,ace=both,must_discard_out=True,turn_limit=100)",
]

FEW = ["python_oxideal_doudizhu", "python_oxideal_foursquare", SMALL, "python_oxideal_rummy(hand_size=3,turn_limit=60)"]
"""One short game of each kind."""

RULES = [(game, fields) for game, each in GAMES.items() for fields in each]


def chance_outcome(state: Any, chance: random.Random) -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(chance.choices(outcomes, weights)[0])


def any_action(state: Any, chance: random.Random) -> int:
    return chance_outcome(state, chance) if state.is_chance_node() else chance.choice(state.legal_actions())


def random_game(name: str, seed: int) -> Iterator[Any]:
    """Play at random and yield copies of each state."""
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    yield state.clone()
    while not state.is_terminal():
        state.apply_action(any_action(state, chance))
        yield state.clone()


def dealt(name: str, seed: int) -> Any:
    """Return the first state in which a player is to move."""
    return next(state for state in random_game(name, seed) if state.is_player_node())


# OpenSpiel's own test


@pytest.mark.full
@pytest.mark.parametrize("name", LOADED)
def test_random_simulations(name: str) -> None:
    game = pyspiel.load_game(name)
    observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=True), {})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, observer=observer)


# The same games as oxideal's


def deal_of(game: str, state: Any) -> list[int]:
    """Return the chance outcomes that lead to this state, newly dealt by the engine."""
    if game == "foursquare":
        return ["A23456789T".index(state.card[0])]
    first, *_ = state.events(0)
    dealer = int(first.split()[1])
    if game == "mexican_train":
        return [dealer, *(state.rules.tiles.index(tile) for hand in state.hands for tile in hand.split())]
    if game == "rummy":
        texts = [card for hand in state.hands for card in hand.split()] + [str(state.discards)]
        return [dealer, *("A23456789TJQK".index(rank) * 4 + "CDHS".index(suit) for rank, suit in texts)]
    kitty = state.kitty if state.landlord is not None else ""
    where = state.rules.players if state.face_up_seat is None else state.face_up_seat
    outcomes = [state.dealer, "3456789TJQKA2BR".index(state.face_up), where]
    for seat, hand in enumerate(state.hands):
        cards = Counter(hand) - Counter(kitty if seat == state.landlord else "")
        cards -= Counter(state.face_up if seat == where else "")
        outcomes += ["3456789TJQKA2BR".index(card) for card in cards.elements()]
    return outcomes


def drawn_by(game: str, state: Any, seat: int, action: int) -> list[int]:
    """Return the chance outcomes after the last action, this seat's."""
    if game == "foursquare":
        return [] if state.is_over else deal_of(game, state)
    if game == "doudizhu":
        return deal_of(game, state)[1:] if state.phase == "auction" and not state.bids else []
    if str(state.rules.move(action)) != "draw":
        return []
    drawn = next(event for event in reversed(state.events(seat)) if event.startswith(f"{seat} draw")).split()[2]
    if game == "mexican_train":
        return [state.rules.tiles.index(drawn)]
    return ["A23456789TJQK".index(drawn[0]) * 4 + "CDHS".index(drawn[1])]


def without_suits(game: str, text: str) -> str:
    """FourSquare's outcomes are ranks."""
    return re.sub(r"([A2-9T])[CDHS]\b", r"\1", text) if game == "foursquare" else text


def assert_same(game: str, spiel: Any, state: Any) -> None:
    over = state.current_player is None
    assert spiel.is_terminal() == over
    assert spiel.current_player() == (pyspiel.PlayerId.TERMINAL if over else state.current_player)
    assert spiel.legal_actions() == state.legal_actions()
    assert spiel.returns() == ([0.0] * state.rules.players if state.payoffs is None else list(state.payoffs))
    for seat in range(state.rules.players):
        view = state.view(seat)
        text = spiel.information_state_string(seat)
        assert without_suits(game, text).split("\n") == [
            f"seat {seat}",
            *(without_suits(game, event) for event in state.events(seat)),
        ]
        assert type(view).from_events(state.rules, seat, text.split("\n")[1:]) == spiel.view(seat)
        assert without_suits(game, spiel.observation_string(seat)) == without_suits(game, view.to_text())
        assert spiel.observation_tensor(seat) == view.observation().tolist()
        assert game == "foursquare" or spiel.view(seat) == view


def parameters_of(fields: dict[str, Any]) -> dict[str, Any]:
    """OpenSpiel has no None: -1 means without a limit. Its parameters have one type: no auction is "none"."""
    found = {name: -1 if value is None else value for name, value in fields.items()}
    return found | {name: "none" for name in ("auction",) if fields.get(name) is False}


@pytest.mark.parametrize(("game", "fields"), RULES, ids=lambda value: value if isinstance(value, str) else "")
def test_games_match_the_engine(game: str, fields: dict[str, Any]) -> None:
    """Replay a random game of the engine in OpenSpiel: observations, legal actions and returns are equal."""
    module: Any = module_of(game, "rust")
    rules = module.Rules.from_dict(fields)
    loaded = pyspiel.load_game(f"python_oxideal_{game}", parameters_of(rules.to_dict()))
    for again in (loaded, pyspiel.load_game(str(loaded)), pickle.loads(pickle.dumps(loaded))):
        assert again.rules == rules
        assert str(again) == str(loaded)
        assert again.num_players() == rules.players
        assert again.num_distinct_actions() == rules.num_actions
        assert again.observation_tensor_shape() == [rules.observation_spec().size]
    chance = random.Random(7)
    state = module.State(rules, seed=7)
    spiel = loaded.new_initial_state()
    for outcome in deal_of(game, state):
        spiel.apply_action(outcome)
    deals = reshuffles = 0
    while not state.is_over and len(state.history) < 400:
        if len(state.history) < 40 or len(state.history) % 20 == 0:
            assert_same(game, spiel, state)
        seat = state.current_player
        action = chance.choice(state.legal_actions())
        if game == "doudizhu" and state.phase == "auction" and deals < 2:
            action = 0  # in the first deals nobody bids
        if game == "rummy" and chance.random() < 0.95:
            action = 0 if state.is_legal(0) else state.legal_actions()[-1]  # draw and discard: the stock runs out
        reshuffles += game == "rummy" and action == 0 and state.stock_size == 0
        state.push(action)
        spiel.apply_action(action)
        outcomes = drawn_by(game, state, seat, action)
        assert spiel.is_chance_node() == bool(outcomes)
        deals += game == "doudizhu" and bool(outcomes)
        for outcome in outcomes:
            spiel.apply_action(outcome)
    assert_same(game, spiel, state)
    redeals = game == "doudizhu" and rules.auction and rules.all_pass == "redeal"
    assert deals == (min(2, 2 if rules.max_redeals is None else rules.max_redeals) if redeals else 0)
    if game == "rummy" and fields["turn_limit"] >= 100 and fields["players"] * fields["hand_size"] < 51:
        assert reshuffles > 1


def test_reshuffles_are_fair() -> None:
    """Chance outcomes are followed even after resampling, where the engine has its own seed."""
    chance = random.Random(7)
    seen = 0
    games = (random_game("python_oxideal_rummy(turn_limit=250)", seed) for seed in range(5))
    for state in (state for game in games for state in game):
        player = state.current_player()
        if state.is_player_node() and 0 in state.legal_actions() and "stock: 0" in str(state):
            seen += 1
            for each in (state.child(0), state.resample_from_infostate(player, chance.random).child(0)):
                pile = each.state.discards.split()[:-1]
                named = {each.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome in each.legal_actions()}
                assert named == {f"card {card}" for card in pile}
                for outcome in each.legal_actions():
                    after = each.child(outcome)
                    card = each.action_to_string(pyspiel.PlayerId.CHANCE, outcome).split()[1]
                    assert card in after.state.hands[player].split()
                    assert after.information_state_string(player).split("\n")[-1] == f"{player} draw {card}"
                    assert set(after.state.stock.split()) - {"-"} == set(pile) - {card}
    assert seen > 2


# Chance


@pytest.mark.parametrize("name", FEW)
def test_chance_nodes(name: str) -> None:
    game = pyspiel.load_game(name)
    nodes = 0
    for state in random_game(name, 7):
        if not state.is_chance_node():
            continue
        nodes += 1
        outcomes = state.chance_outcomes()
        assert [outcome for outcome, _ in outcomes] == state.legal_actions() == sorted(state.legal_actions())
        assert sum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)
        assert all(0 <= outcome < game.max_chance_outcomes() and probability > 0 for outcome, probability in outcomes)
        texts = {state.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome, _ in outcomes}
        assert len(texts) == len(outcomes)
        state.chance_outcomes().clear()  # a new list
        assert state.chance_outcomes() == outcomes
        wrong = game.max_chance_outcomes()
        before = str(state), state.history()
        with pytest.raises(InvalidArgumentError, match=f"invalid chance outcome {wrong}; expected one of "):
            state.apply_action(wrong)
        for number in (-1, wrong):
            with pytest.raises(InvalidArgumentError, match=f"invalid chance outcome {number}; expected one of "):
                state.action_to_string(pyspiel.PlayerId.CHANCE, number)
        assert (str(state), state.history()) == before
    assert 0 < nodes <= game.max_chance_nodes_in_history()


def test_draw_probabilities_follow_the_remaining_cards() -> None:
    for state in random_game("python_oxideal_foursquare", 3):
        if state.is_chance_node() and state.history():
            left = Counter(card[0] for card in state.state.stock.split())
            total = sum(left.values())
            wanted = {"A23456789T".index(rank): number / total for rank, number in left.items()}
            assert dict(state.chance_outcomes()) == pytest.approx(wanted)
    for state in random_game("python_oxideal_mexican_train", 3):
        if state.is_chance_node() and "waiting" in str(state):
            tiles = state.state.boneyard.split()
            wanted = {state.get_game().rules.tiles.index(tile): 1 / len(tiles) for tile in tiles}
            assert dict(state.chance_outcomes()) == pytest.approx(wanted)


def test_cards_of_a_deal_are_equally_likely() -> None:
    """Showing a card of Dou Dizhu, and who gets it, does not change the distribution of any place of the deal."""
    for players, hand, kitty in ((3, 17, 3), (4, 25, 8)):
        start = pyspiel.load_game(f"python_oxideal_doudizhu(players={players})").new_initial_state().child(0)
        cards = [4 * (players - 2)] * 13 + [players - 2] * 2
        first: Counter[int] = Counter()
        for shown, chance_of_shown in start.chance_outcomes():
            assert chance_of_shown == pytest.approx(cards[shown] / sum(cards))
            for place, chance_of_place in start.child(shown).chance_outcomes():
                assert chance_of_place == pytest.approx((kitty if place == players else hand) / sum(cards))
                for rank, chance_of_rank in start.child(shown).child(place).chance_outcomes():
                    together = chance_of_shown * chance_of_place * chance_of_rank
                    # Each card of seat 0 is the one shown with probability 1 / hand.
                    share = 1 / hand if place == 0 else 0
                    first[shown] += together * share
                    first[rank] += together * (1 - share)
        for rank, number in enumerate(cards):
            assert first[rank] == pytest.approx(number / sum(cards))


# States


@pytest.mark.parametrize("name", FEW)
def test_refused_action_changes_nothing(name: str) -> None:
    state = dealt(name, 7)
    if "rummy" in name:
        state.apply_action(1)  # the discard, so that another draw is one too many
    before = str(state), state.history()
    illegal = [action for action in range(10) if action not in state.legal_actions()]
    assert illegal
    for action in illegal:
        with pytest.raises(IllegalMoveError):
            state.apply_action(action)
    with pytest.raises(InvalidMoveError, match=r"^action \d+ out of range"):
        state.apply_action(state.num_distinct_actions())
    assert (str(state), state.history()) == before


@pytest.mark.parametrize("name", FEW)
def test_actions_have_texts(name: str) -> None:
    state = dealt(name, 7)
    for action in state.legal_actions():
        text = state.action_to_string(action)
        assert text == str(state.get_game().rules.move(action))
        assert state.string_to_action(text) == action
    with pytest.raises(InvalidArgumentError, match="invalid chance outcome 0: not a chance node"):
        state.action_to_string(pyspiel.PlayerId.CHANCE, 0)


@pytest.mark.parametrize("name", FEW)
def test_information_states_have_perfect_recall(name: str) -> None:
    """Information states of a player form a path: none repeats, and each extends the previous one."""
    states = list(random_game(name, 11))
    for seat in range(states[0].num_players()):
        texts = [state.information_state_string(seat) for state in states if not state.is_chance_node()]
        assert len(set(texts)) == len(texts)
        assert all(later.startswith(earlier) for earlier, later in pairwise(texts))
    # A player who draws knows this before knowing the card.
    for before, after in pairwise(states):
        if before.is_player_node() and after.is_chance_node():
            seat = before.current_player()
            assert after.information_state_string(seat) > before.information_state_string(seat)
    # Some algorithms keep the information states of all seats in one dictionary.
    firsts = [states[-1].information_state_string(seat).split("\n")[0] for seat in range(states[0].num_players())]
    assert len(set(firsts)) == len(firsts)


@pytest.mark.parametrize("name", FEW)
def test_resampling(name: str) -> None:
    chance = random.Random(7)
    others = different = 0
    for number, state in enumerate(random_game(name, 13)):
        if state.is_chance_node():
            with pytest.raises(InvalidStateError, match="cannot resample at a chance node"):
                state.resample_from_infostate(0, chance.random)
            continue
        if number % 3:
            continue
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, chance.random)
            again = other.resample_from_infostate(seat, chance.random)
            for each in (other, again, pickle.loads(pickle.dumps(other))):
                assert each.information_state_string(seat) == state.information_state_string(seat)
                assert each.observation_string(seat) == state.observation_string(seat)
                assert each.observation_tensor(seat) == state.observation_tensor(seat)
                assert each.current_player() == state.current_player()
                assert each.history() == state.history()
                if state.current_player() == seat:
                    assert each.legal_actions() == state.legal_actions()
            others += 1
            different += other.state.to_text() != state.state.to_text()
        while not other.is_terminal():
            other.apply_action(any_action(other, chance))
    assert different > others / 4


@pytest.mark.parametrize(
    "given", [float("nan"), float("inf"), -0.1, 1.1, 10**400, "x", 1j, None], ids=lambda it: str(it)[:9]
)
def test_invalid_samplers_are_refused(given: object) -> None:
    state = dealt(SMALL, 7)
    with pytest.raises(InvalidArgumentError, match="the sampler must return numbers from 0 to 1"):
        state.resample_from_infostate(0, lambda: given)


def test_no_observation_before_the_deal() -> None:
    for name in FEW:
        state = pyspiel.load_game(name).new_initial_state()
        assert state.is_chance_node()
        assert state.information_state_string(0) == "seat 0"
        assert state.observation_string(0) == ""
        assert not any(state.observation_tensor(0))
        with pytest.raises(InvalidStateError, match="cards are being dealt"):
            state.view(0)
        with pytest.raises(InvalidStateError, match="cards are being dealt"):
            _ = state.state


@pytest.mark.parametrize("name", FEW)
def test_positions(name: str) -> None:
    """A position of oxideal can be the start of a state."""
    game = pyspiel.load_game(name)
    chance = random.Random(7)
    for number, moment in enumerate(random_game(name, 3)):
        if moment.is_chance_node() or number % 5 == 1:
            continue
        text = moment.state.to_text()
        state = game.new_initial_state(text)
        copies = [state, state.clone(), pickle.loads(pickle.dumps(state))]
        for each in copies:
            assert each.history() == []
            assert each.state.to_text() == text
            assert each.legal_actions() == moment.legal_actions()
            for seat in range(game.num_players()):
                assert each.observation_string(seat) == moment.observation_string(seat)
                assert each.information_state_string(seat) == f"seat {seat}\nposition {moment.view(seat).to_text()}"
    while not state.is_terminal():
        state.apply_action(any_action(state, chance))
    with pytest.raises(InvalidStateError):
        game.new_initial_state("nowhere")
    other = pyspiel.load_game("python_oxideal_foursquare(diagonal=True)")
    with pytest.raises(InvalidStateError, match="the rules of the position differ from those of the game"):
        other.new_initial_state(dealt("python_oxideal_foursquare", 7).state.to_text())


def test_observers() -> None:
    state = dealt("python_oxideal_rummy", 7)
    game = state.get_game()
    now = game.make_py_observer()
    now.set_from(state, 1)
    assert now.tensor.tolist() == state.view(1).observation().tolist()
    assert now.dict["hand"].sum() == 10
    assert list(now.dict) == [field.name for field in game.rules.observation_spec().fields]
    recall = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.tensor is None
    assert recall.string_from(state, 1) == state.information_state_string(1)
    with pytest.raises(InvalidArgumentError, match=r"perfect recall has no tensor: use information_state_string\(\)"):
        state.information_state_tensor(0)
    for seat in (-1, 2):
        for call in (now.set_from, now.string_from, recall.string_from):
            for each in (state, game.new_initial_state()):
                with pytest.raises(InvalidArgumentError, match=f"seat {seat} out of range: this game has seats"):
                    call(each, seat)
    for private, public in (
        (pyspiel.PrivateInfoType.ALL_PLAYERS, True),
        (pyspiel.PrivateInfoType.SINGLE_PLAYER, False),
    ):
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
        assert game.make_py_observer(kind) is None
    with pytest.raises(TypeError, match="iig_obs_type must be an IIGObservationType, not dict"):
        game.make_observer({"size": 3})
    with pytest.raises(InvalidArgumentError, match='no parameters, got "size"'):
        game.make_py_observer(None, {"size": 3})


# Games and their parameters


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("python_oxideal_rummy(players=7)", InvalidRulesError, says("out_of_range", "players", 2, 6, 7)),
        ("python_oxideal_mexican_train(players=2,set=2)", InvalidRulesError, "give hand_size"),
        ("python_oxideal_doudizhu(preset=chess)", InvalidRulesError, 'unknown preset "chess"'),
        (
            "python_oxideal_doudizhu(preset=rlcard,players=4)",
            InvalidRulesError,
            "preset and the parameters of the rules are mutually exclusive",
        ),
        ("python_oxideal_doudizhu(max_deals=0)", InvalidArgumentError, "max_deals must be 1 to 1000"),
        ("python_oxideal_foursquare(players=2)", pyspiel.SpielError, "Unknown parameter"),
        ("python_oxideal_rummy(players=two)", pyspiel.SpielError, "parameter"),
    ],
)
def test_wrong_parameters(name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        pyspiel.load_game(name)


# Bounds


@pytest.mark.parametrize("resampled", [False, True])
def test_round_without_bids_ends(resampled: bool) -> None:
    """After this many deals the round is void; each deal until then is new, by the same dealer."""
    game = pyspiel.load_game("python_oxideal_doudizhu(max_deals=3)")
    state = game.new_initial_state()
    chance = random.Random(7)
    actions = 0
    while not state.is_terminal() and actions < 100:
        actions += state.is_player_node()
        state.apply_action(0 if state.is_player_node() else chance_outcome(state, chance))
        if resampled and state.is_player_node():
            state = state.resample_from_infostate(0, chance.random)
    assert actions == 9 <= game.max_game_length()
    assert state.returns() == [0, 0, 0]
    assert len(state.history()) - actions <= game.max_chance_nodes_in_history()
    events = state.information_state_string(0).split("\n")
    assert sum(event.startswith("hand") for event in events) == 3
    assert sum(event.startswith("dealer") for event in events) == 1
    assert events.count("0 pass") == 3


def test_payoff_bounds() -> None:
    """The bounds were counted by hand."""
    game = pyspiel.load_game("python_oxideal_doudizhu(spring=True)")
    assert game.max_utility() == -game.min_utility() == 2 * 3 * 2**13
    assert pyspiel.load_game("python_oxideal_doudizhu(preset=douzero)").max_utility() == 2 * 2**13
    # Two losers with ten court cards each; the winner goes rummy.
    assert pyspiel.load_game("python_oxideal_rummy(players=3,hand_size=5)").max_utility() == 2 * 100
    assert pyspiel.load_game("python_oxideal_rummy(ace=both)").max_utility() == 2 * (4 * 15 + 6 * 10)
    # Tiles 0-0 (50), 0-1, 1-1, 0-2, 1-2 without the engine 2-2: one in the hand, and three can be
    # drawn.
    assert pyspiel.load_game(SMALL).min_utility() == -(50 + 3 + 2 + 2)
    assert pyspiel.load_game("python_oxideal_foursquare").max_utility() == 25


# Algorithms


def test_bots_of_both_libraries_play_together() -> None:
    """Our bots play in OpenSpiel, in both of its ways to play a game."""
    game = pyspiel.load_game("python_oxideal_mexican_train(players=2,set=6,hand_size=7)")
    ours = oxideal.openspiel.SpielBot(RuleBot())
    theirs = pyspiel.make_uniform_random_bot(1, 7)
    totals = np.zeros(2)
    for seed in range(30):
        totals += pyspiel.evaluate_bots(game.new_initial_state(), [ours, theirs], seed)
    assert totals[0] > totals[1]
    random_one = oxideal.openspiel.SpielBot(RandomBot(seed=7))
    assert len(pyspiel.evaluate_bots(game.new_initial_state(), [random_one, random_one], 7)) == 2
    assert repr(random_one) == "SpielBot(RandomBot(seed=7))"
