"""Decoders of the features of actions, which read only public attributes of views and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from oxideal import mexican_train, rummy


def decode_doudizhu(view: Any, move: Any, fields: dict[str, Any]) -> None:
    ranks = "3456789TJQKA2BR"
    answers = {"bid": move.bid, "call": 1, "rob": 2, "double": 4, "show": 5}
    counts = [0 if move.kind in ("pass", *answers) else move.cards.count(rank) for rank in ranks]
    rest = [view.hand.count(rank) - count for rank, count in zip(ranks, counts, strict=True)]
    assert fields["pass"].tolist() == [move.kind == "pass"]
    assert fields["bid"].tolist() == [answers.get(move.kind, 0)]
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


_DECODERS: dict[str, Callable[[Any, Any, dict[str, Any]], None]] = {
    "doudizhu": decode_doudizhu,
    "mexican_train": decode_mexican_train,
    "rummy": decode_rummy,
    "foursquare": decode_foursquare,
}


def decode(game: str, view: Any, move: Any, fields: dict[str, Any]) -> None:
    """Check the features of a move."""
    _DECODERS[game](view, move, fields)
