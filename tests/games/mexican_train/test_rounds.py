"""Rounds worked out by hand, and random rounds checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from helpers.brute import mexican_train as brute
from helpers.cases import CASES, Case, begun, plain, rows, shows
from helpers.messages import says
from helpers.mexican_train import LARGE, SMALL, as_shown, assert_matches_model, dealt, rounds_of, rules_of
from helpers.observations import moments, push, shown, tiles, trains, turned
from helpers.refusal import refuses
from oxideal.random import Stream


def test_last_tile_is_announced(backend: str) -> None:
    """MT-15."""
    for row in rows("mexican_train", "rounds.json"):
        if "one_left" in row:
            state = begun("mexican_train", backend, row)
            for seat in range(state.rules.players):
                assert state.events(seat)[-1].endswith("one tile left") is row["one_left"], row["why"]


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_random_rounds_match_independent_bookkeeping(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    """MT-06 to MT-28: legal moves and their effects at every ply."""
    met: Counter[str] = Counter()
    for state, table in rounds_of(mt, backend, fields, range(80)):
        shown = as_shown(table)
        shows(state, shown, state.to_text())
        met["blocked"] += table.is_over and table.went_out is None
        met["out"] += table.went_out is not None
        met["dead"] += bool(shown["dead_doubles"])
        met["doubled"] += table.doubled
        met["must close"] += bool(shown["open_doubles"]) and not table.doubled
        met["several"] += len(shown["open_doubles"]) > 1
        met["marked"] += any(table.marked)
        tiles = [*table.on_table(), *table.boneyard, *(tile for hand in table.hands for tile in hand)]
        assert sorted(tiles) == sorted(brute.tiles_of(table.options.set))
    assert min(met["out"], met["marked"], met["must close"]) > 0
    if fields["set"] == 4:
        assert min(met["blocked"], met["doubled"], met["dead"]) > 0
    if fields["set"] == 6:
        assert min(met["doubled"], met["several"], met["dead"]) > 0


@pytest.mark.parametrize("fields", LARGE, ids=str)
def test_random_rounds_with_default_rules(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    for place, (state, table) in enumerate(rounds_of(mt, backend, fields, range(2))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 7 == 0 or table.is_over:
            assert_matches_model(state, table)


@pytest.mark.parametrize("fields", [*LARGE, *SMALL[:6]], ids=str)
def test_deals(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    rules = rules_of(backend, fields)
    options = brute.Options.of(fields)
    starters = Counter()  # type: ignore[var-annotated]
    for seed in range(30):
        for starter in (None, seed % rules.players):
            state = mt.State(rules, seed=seed, stream=5, dealer=starter)
            table = dealt(options, Stream(seed, 5), starter)
            assert_matches_model(state, table)
            assert state.hand_sizes == (rules.hand_size,) * rules.players
        starters[mt.State(rules, seed=seed, stream=5).turn] += 1
    assert len(starters) > 1


def test_boneyard_of_a_position_is_shuffled(mt: Any, backend: str) -> None:
    """All remaining tiles, ascending, are shuffled by the stream."""
    rules = rules_of(backend, {"players": 2, "set": 4, "hand_size": 2})
    trains = ["4-2 2-3", "-"]
    rest = brute.tiles_from("1-2 2-2 1-3 3-3 0-4 1-4 3-4")
    for seed, stream in ((0, 0), (5, 0), (2**255, 2**90)):
        order = [rest[place] for place in Stream(seed, stream).shuffled(len(rest))]
        state = mt.State.from_position(
            rules, hands=["0-0 0-1 1-1", "0-2 0-3"], turn=1, trains=trains, seed=seed, stream=stream
        )
        assert state.boneyard == brute.text_of(order)
        assert (state.seed, state.stream) == (None, None)
        assert state == mt.State.from_text(state.to_text())
    rest = [tile for tile in brute.tiles_of(4) if tile not in [(0, 0), (0, 1), (1, 1), (0, 2), (4, 4)]]
    for seed in (0, 7):
        order = [rest[place] for place in Stream(seed, 3).shuffled(len(rest))]
        state = mt.State.from_deal(rules, hands=["0-0 0-1", "0-2 1-1"], dealer=0, seed=seed, stream=3)
        assert state.boneyard == brute.text_of(order)
    hands = ["0-0 0-1", "0-2 1-1"]
    assert len({mt.State.from_deal(rules, hands=hands, dealer=0).boneyard for _ in range(9)}) == 9  # without a seed
    assert len({mt.State.from_position(rules, hands=hands, turn=0).boneyard for _ in range(9)}) == 9


def test_positions_accept_tiles_in_any_form(mt: Any, backend: str) -> None:
    rules = rules_of(backend, {"players": 2, "set": 3, "hand_size": 1})
    expected = mt.State.from_position(
        rules,
        hands=["0-1", "0-2"],
        turn=0,
        trains=["3-2 2-2", "-"],
        mexican="3-1",
        open_doubles=[2],
        marked=[1],
        seed=0,
    )
    found = mt.State.from_position(
        rules,
        hands=iter([[(1, 0)], ("2-0",)]),
        turn=np.int64(0),
        trains=([(np.int64(2), 3), "2-2"], []),
        mexican=iter(["1-3"]),
        marked=iter([np.int8(1)]),
        open_doubles=np.array([2]),
        seed=0,
    )
    assert found == expected
    message = says("rules_of_other_game", "dict")
    refuses(TypeError, message, mt.State.from_position, {}, hands=5, turn="x")
    refuses(TypeError, message, mt.State.from_deal, {}, hands=5, dealer="x")


SMALL_SET = "mexican_train players=2 set=3 engine=3 hand_size=2"


def test_draw_shows_missing_numbers_but_not_the_kept_tile(backend: str) -> None:
    """Seat 0 cannot play on 3, the end of all trains. It draws 1-1, keeps it and passes, so its hand has no 3."""
    state = trains(backend, f"{SMALL_SET}; hand 0 0-1 1-2; hand 1 0-0 2-3; boneyard 1-1 0-2 2-2 0-3 1-3; turn 0")
    push(state, "draw")
    # The last drawn tile can have a 3 (even be 3-3, as far as draws show); the two others cannot.
    assert shown(state, 1, "sizes") == [2, 3]
    assert shown(state, 1, "most") == [[3, 3, 3, 1]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1]]
    assert shown(state, 0, "most") == [[2, 2, 2, 2]]
    push(state, "pass")
    assert state.lacks == ((3,), ())
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    # Seat 1 plays 2-3 on the train of seat 0: nothing is known about 2s.
    push(state, "2-3@0")
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    # Seat 0 plays 1-2 there.
    push(state, "1-2@me")
    assert shown(state, 1, "sizes") == [1, 2]
    assert shown(state, 1, "most") == [[2, 2, 2, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    assert shown(state, 0, "most") == [[1, 1, 1, 1]]


def test_each_later_kept_draw_counts_once(backend: str) -> None:
    """Seat 0 keeps a draw at a 3, then passes at another number: the later draw can still have a 3."""
    text = f"{SMALL_SET}; hand 0 0-0 0-1; hand 1 2-3 2-2; boneyard 1-1 0-2 1-2 0-3 1-3; turn 0"
    state = trains(backend, text)
    push(state, "draw")
    push(state, "pass")
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    push(state, "2-3@0")
    # Ends open to seat 0: 2 on its own train, 3 on the Mexican train. It draws 0-2, which fits, and
    # plays it.
    push(state, "draw")
    assert shown(state, 1, "most") == [[4, 4, 1, 1]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1]]
    push(state, "0-2@me")
    assert shown(state, 1, "most") == [[3, 3, 0, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 0, 0]]


@pytest.mark.parametrize("case", [case for case in CASES if case.game == "mexican_train"], ids=str)
def test_maximum_is_zero_exactly_for_missing_numbers(case: Case) -> None:
    seen = 0
    for state in moments(case):
        for seat in range(case.rules.players):
            rows = shown(state, seat, "most")
            for other, row in zip(turned(range(case.rules.players), seat)[1:], rows, strict=True):
                size, lacking = state.hand_sizes[other], state.lacks[other]
                assert [n for n, most in enumerate(row) if most == 0 and size > 0] == [n for n in lacking if size > 0]
                seen += len(lacking)
                hand = tiles(state.hands[other])
                for n, most in enumerate(row):
                    held = [tile for tile in hand if str(n) in tile.split("-") and tile != f"{n}-{n}"]
                    assert len(held) <= most <= size
                doubles = shown(state, seat, "can_have_double")[(other - seat) % case.rules.players - 1]
                assert all(doubles[n] or f"{n}-{n}" not in hand for n in range(case.rules.set + 1))
    assert seen
