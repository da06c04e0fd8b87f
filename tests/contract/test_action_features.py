"""Features of actions: what a move is and what it leaves, against decoders that read only public attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from helpers import effort
from helpers.cases import CASES, Case, module_of, rows
from oxideal import mexican_train, rummy
from oxideal.differential import GAMES
from oxideal.schemas.observation import ObservationSpec

MOST = 12
"""How many actions of a view are decoded."""


def decode_doudizhu(view: Any, move: Any, fields: dict[str, Any]) -> None:
    ranks = "3456789TJQKA2BR"
    counts = [move.cards.count(rank) if move.kind not in ("pass", "bid") else 0 for rank in ranks]
    rest = [view.hand.count(rank) - count for rank, count in zip(ranks, counts, strict=True)]
    assert fields["pass"].tolist() == [move.kind == "pass"]
    assert fields["bid"].tolist() == [move.bid or 0]
    assert fields["cards"].tolist() == counts
    assert fields["rest"].tolist() == rest
    assert fields["rest_size"].tolist() == [sum(rest)]
    assert fields["rest_groups"].tolist() == [sum(min(count, 4) == size for count in rest) for size in (1, 2, 3, 4)]
    assert fields["length"].tolist() == [move.length if sum(counts) else 0]
    rank = ranks.index(move.rank) if sum(counts) and move.kind != "rocket" else None
    if move.kind == "rocket":
        rank = 14
    assert np.flatnonzero(fields["rank"]).tolist() == ([] if rank is None else [rank])
    higher = 0 if rank is None else sum(view.unseen.count(each) for each in ranks[rank + 1 :])
    assert fields["higher"].tolist() == [higher]
    assert fields["kind"].sum() == (rank is not None)


def decode_mexican_train(view: Any, move: Any, fields: dict[str, Any]) -> None:
    names = [str(tile) for tile in view.rules.tiles]
    players, own = view.rules.players, view.seat
    rest = [tile for tile in str(view.hand).split() if tile not in ("-", move.tile)]
    ends = {"me": view.ends[own], "mexican": view.mexican_end}
    place = {"me": 0, "mexican": players, None: None}.get(move.train, -1)
    if place == -1:
        place = (int(move.train) - own) % players
        ends["other"] = view.ends[int(move.train)]
    after = dict(ends)
    if move.tile is not None:
        train = move.train if move.train in ("me", "mexican") else "other"
        if place == 0:
            train = "me"
        low, high = map(int, move.tile.split("-"))
        after[train] = low + high - ends[train]
        assert np.flatnonzero(fields["end"]).tolist() == [after[train]]
    else:
        assert not fields["end"].any()
    assert np.flatnonzero(fields["what"]).tolist() == [("pass", "draw", "play").index(move.kind)]
    assert np.flatnonzero(fields["train"]).tolist() == ([] if place is None else [place])
    assert [names[each] for each in np.flatnonzero(fields["rest"])] == sorted(rest, key=names.index)
    assert [names[each] for each in np.flatnonzero(fields["tile"])] == ([move.tile] if move.tile else [])
    assert fields["rest_size"].tolist() == [len(rest)]
    assert fields["rest_pips"].tolist() == [min(mexican_train.pips(" ".join(rest) or "-"), 255)]
    for name, end in (("fits_own", after["me"]), ("fits_mexican", after["mexican"])):
        assert fields[name].tolist() == [sum(str(end) in tile.split("-") for tile in rest)]


def decode_rummy(view: Any, move: Any, fields: dict[str, Any]) -> None:
    ace = view.rules.ace
    hand = [] if view.hand == "-" else str(view.hand).split()
    moved = [] if move.kind in ("draw", "take") else str(move.cards).split()
    taken = [str(view.discards).split()[-1]] if move.kind == "take" else []
    rest = [card for card in hand if card not in moved] + taken
    what = {"draw": 0, "take": 1, "lay_off": 4, "discard": 5}.get(move.kind)
    if what is None:
        what = 2 if len({card[0] for card in moved}) == 1 else 3
    assert np.flatnonzero(fields["what"]).tolist() == [what]
    for name, cards in (("cards", moved + taken), ("rest", rest)):
        bits = sum(1 << int(place) for place in np.flatnonzero(fields[name]))
        assert bits == rummy.card_set(" ".join(cards) or "-")
    assert fields["rest_size"].tolist() == [len(rest)]
    left = rummy.best_partition(" ".join(rest) or "-", [str(meld) for meld in view.table], ace)
    kept = [] if left.rest == "-" else str(left.rest).split()
    assert fields["points"].tolist() == [min(left.points, 255)]
    assert fields["left_over"].tolist() == [len(kept)]
    places = [("A23456789TJQK".index(card[0]), card[1]) for card in rest]
    pairs = sum(
        one[0] == two[0] or (one[1] == two[1] and abs(one[0] - two[0]) <= 2)
        for number, one in enumerate(places)
        for two in places[:number]
    )
    assert fields["pairs"].tolist() == [min(pairs, 255)]
    fits = move.kind == "discard" and rummy.lay_offs(" ".join(moved), [str(meld) for meld in view.table], ace)
    assert fields["fits_table"].tolist() == [bool(fits)]


def decode_foursquare(view: Any, move: Any, fields: dict[str, Any]) -> None:
    before = np.array(view.grid)
    after = view.sample(seed=1)
    after.push(move)
    grid = np.array(after.grid)
    assert np.flatnonzero(fields["cell"]).tolist() == [int(move)]
    assert (fields["up"].astype(int) - fields["down"] == grid).all()
    assert fields["new_pile"].tolist() == [before.reshape(-1)[int(move)] == 0]
    others = np.arange(49).reshape(7, 7) != int(move)
    assert fields["turned_down"].tolist() == [((before > 0) & (grid < 0) & others).sum()]
    assert fields["turned_up"].tolist() == [((before < 0) & (grid > 0) & others).sum()]
    assert fields["piles"].tolist() == [(grid != 0).sum()]
    assert fields["face_down"].tolist() == [(grid < 0).sum()]


DECODERS: dict[str, Callable[[Any, Any, dict[str, Any]], None]] = {
    "doudizhu": decode_doudizhu,
    "mexican_train": decode_mexican_train,
    "rummy": decode_rummy,
    "foursquare": decode_foursquare,
}


def test_features_match_the_view(case: Case) -> None:
    spec = case.rules.action_features_spec()
    decoded = 0
    for place, state in enumerate(case.states[:: 2 if effort.level else 6]):
        if state.is_over:
            continue
        view = state.view(state.current_player)
        features, moves = view.action_features(), view.legal_moves()
        assert features.shape == (len(moves), spec.size)
        assert features.dtype == np.uint8
        assert (features <= spec.high).all()
        for number in range(place % 3, len(moves), max(len(moves) // MOST, 1)):
            DECODERS[case.game](view, moves[number], spec.split(features[number]))
            decoded += 1
    assert decoded > 5


def test_other_seats_and_ended_rounds_have_no_rows(case: Case) -> None:
    spec = case.rules.action_features_spec()
    for state in case.states[::5]:
        for seat in range(case.rules.players):
            view = state.view(seat)
            if seat != state.current_player:
                assert view.action_features().shape == (0, spec.size)


def test_features_are_new_arrays(case: Case) -> None:
    state = case.midway
    view = state.view(state.current_player)
    found, before = view.action_features(), view.action_features()
    found.fill(77)
    assert np.array_equal(view.action_features(), before)


def test_features_hold_nothing_hidden(case: Case) -> None:
    for state in case.states[::6]:
        if state.is_over:
            continue
        view = state.view(state.current_player)
        for seed in (1, 2):
            assert np.array_equal(view.sample(seed).view(view.seat).action_features(), view.action_features())


def test_backends_agree_on_features() -> None:
    cases = [case for case in CASES if case.backend != "rust"]
    for case in cases[:: 1 if effort.level else 3]:
        for state in case.states[::3]:
            twin = case.other.State.from_bytes(state.to_bytes())
            for seat in range(case.rules.players):
                assert np.array_equal(twin.view(seat).action_features(), state.view(seat).action_features())


def test_batches_have_the_features_of_their_views(case: Case) -> None:
    n = 5 if case.backend != "rust" else 300
    batch = case.module.Batch(case.rules, n, seed=3, threads=2)
    alone = case.module.Batch(case.rules, n, seed=3)
    for step in range(4):
        features, offsets = batch.action_features(), batch.legal_offsets
        assert features.shape == (len(batch.legal_ids), case.rules.action_features_spec().size)
        assert np.array_equal(alone.action_features(), features)
        for game in {0, n // 2, n - 1}:
            own = features[offsets[game] : offsets[game + 1]]
            assert np.array_equal(own, batch.view(game).action_features())
        actions = batch.sample_actions(step)
        batch.step(actions)
        alone.step(actions)


LAYOUTS = [(game, row) for game in GAMES for row in rows(game, "action_features.json")]
"""The tables of `docs/observations.md` with numbers filled in."""


@pytest.mark.parametrize(("game", "layout"), LAYOUTS, ids=lambda value: value if type(value) is str else "")
def test_layout_is_as_published(game: str, layout: dict[str, Any], backend: str) -> None:
    spec = module_of(game, backend).Rules(**layout["rules"]).action_features_spec()
    assert type(spec) is ObservationSpec
    assert [[field.name, list(field.shape), field.high] for field in spec.fields] == layout["fields"]
    assert (spec.size, spec.version, spec.dtype) == (layout["size"], layout.get("version", 1), "uint8")
