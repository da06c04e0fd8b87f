"""Hands as values, as a user types it."""

from __future__ import annotations

from collections import Counter

from oxideal import doudizhu as dd
from oxideal import foursquare as fs
from oxideal import mexican_train as mt
from oxideal import rummy as rm
from oxideal.match import RoundResult

state = dd.State(seed=7)
state.push("bid 3")
view = state.view(2)
hand: dd.Cards = view.hand
text: str = hand
left: dd.Cards = hand - view.legal_moves()[0]
more: dd.Cards = left + "3" + ["4"]
pairs: list[str] = [rank for rank, number in Counter(hand).items() if number == 2]
unseen: int = view.unseen.count("2")
held: bool = "22" in hand
highest: str = max(hand, key=dd.RANKS.index)
others: dd.Cards = dd.DECK - hand

table: rm.Cards = rm.Cards("7C 7D 7S")
rest: rm.Cards = rm.Cards("7C 7D 7S KH") - table
melds: list[rm.Cards] = rm.melds(table)
top: str = rm.State(seed=7).discards[-1]
tiles: mt.Tiles = mt.Tiles([(9, 12), "3-4"])
twelves: int = tiles.count("12")
double_twelve: mt.Tiles = mt.TILES[:91]
stock: fs.Cards = fs.State(seed=7).stock
last: str = stock[-1]

played = mt.playouts(mt.Rules(), 10, seed=1)
same = type(played).from_dict(played.to_dict())
match = rm.Match(seed=1, rounds=1)
while not match.state.is_over:
    match.state.push(match.state.legal_actions()[0])
result: RoundResult[rm.Rules] = match.results[0]
