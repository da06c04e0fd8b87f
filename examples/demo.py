"""Games played by chance, in Rust and in plain Python: what `make demo` shows."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, cast

import numpy as np
from tqdm import tqdm

from oxideal import doudizhu, foursquare, mexican_train, rummy

if TYPE_CHECKING:
    from oxideal.interface import Game, Playouts

GAMES = {
    "doudizhu": (400_000, 400),
    "mexican_train": (200_000, 200),
    "rummy": (100_000, 60),
    "foursquare": (2_000_000, 2_000),
}
"""How many rounds are played in Rust and in plain Python."""

CHUNKS = 20
BAR = 40
WIDTHS = {"doudizhu": 10, "mexican_train": 20, "rummy": 200, "foursquare": 2}
"""How many lengths of a round share a line of the histogram."""


def main() -> None:
    """Plays, and prints."""
    show_doudizhu()
    compare("doudizhu")
    show_mexican_train()
    compare("mexican_train")
    show_rummy()
    compare("rummy")
    show_foursquare()
    compare("foursquare")


def show_doudizhu() -> None:
    """A round in which everybody bids 3 and then plays what leaves the fewest combinations in their hand."""
    state = doudizhu.State(doudizhu.Rules(), seed=2026)
    state.push(state.parse("bid 3"))
    print(f"Dou Dizhu, dealt, and bid by the first who was asked:\n\n{state}\n")
    while state.current_player is not None:
        move = min(state.legal_moves(), key=lambda move: left_after(state, move))
        print(f"  seat {state.current_player}  {move}")
        state.push(move)
    print(f"\n{str(state).splitlines()[0]}; they get {state.payoffs}\n")


def left_after(state: doudizhu.State, move: doudizhu.Move) -> tuple[int, int]:
    """How many combinations it takes to empty the hand after this move; and as little as possible is spent for it."""
    seat = state.current_player
    assert seat is not None
    state.push(move)
    left = len(doudizhu.min_plays(state.hands[seat], state.rules))
    state.pop()
    return left, int(move)


def show_mexican_train() -> None:
    """A match in which everybody lays the heaviest tile they can."""
    match = mexican_train.Match(mexican_train.Rules(players=4), seed=2026)
    print(f"Mexican Train, dealt:\n\n{match.state}\n")
    hand = match.state.hands[0]
    print(f"The longest train that seat 0 could lay on its own: {mexican_train.longest_train(hand, 12).longest}\n")
    while True:
        state = match.state
        while state.current_player is not None:
            state.push(max(state.legal_moves(), key=lambda move: mexican_train.pips(move.tile or "-")))
        print(f"  engine {state.rules.engine:2}: {str(state).splitlines()[0].rpartition(': ')[2]:16}  {state.scores}")
        if match.is_over:
            break
        match.next_round()
    seats = " and ".join(map(str, match.winners or ()))
    print(f"\nAfter {len(match.results)} rounds: {match.scores}; the lowest wins, seat {seats}\n")


def show_rummy() -> None:
    """A hand in which everybody lays down and off what they can, and discards so that little is left."""
    state = rummy.State(rummy.Rules(), seed=2026)
    print(f"Rummy, dealt:\n\n{state}\n")
    for seat, hand in enumerate(state.hands):
        best = rummy.best_partition(hand)
        print(
            f"  seat {seat} could lay down {' and '.join(best.melds) or 'nothing'}, {best.points} points would be left"
        )
    while state.current_player is not None:
        state.push(min(state.legal_moves(), key=lambda move: left_in_hand(state, move)))
    print(f"\nAfter {state.turns} turns:\n\n{state}\n\n  scores {state.scores}\n")


def left_in_hand(state: rummy.State, move: rummy.Move) -> tuple[bool, int, int]:
    """What the best partition leaves after this move; the discard is taken only where it can be put to use."""
    seat = state.turn
    if move.kind == "draw":
        return False, rummy.best_partition(state.hands[seat], state.table).points, 0
    state.push(move)
    left = rummy.best_partition(state.hands[seat], state.table).points
    state.pop()
    return move.kind == "discard", left, int(move)


def show_foursquare() -> None:
    """A game in which every placement turns as few cards as it can: how it goes, and how it ends."""
    state = foursquare.State(seed=2026)
    while state.card is not None:
        grid, card = state.grid, state.card
        state.push(min(state.legal_actions(), key=lambda cell: len(foursquare.flips(grid, cell, card))))
    print("FourSquare, in which every placement turns as few cards as it can (in parentheses: face down; x2: a pile).")
    print(f"\n{state}\n\nThe whole game, for a bug report or to go on from any move:")
    print(f"  State(seed={state.seed}), placements {' '.join(str(state.rules.move(a)) for a in state.history)}\n")


def compare(name: str) -> None:
    """Random rounds on both backends: how fast, how long, and that they are the same."""
    many, few = GAMES[name]
    fast, fast_speed = timed(f"oxideal.{name}", many)
    slow, plain_speed = timed(f"oxideal.reference.{name}", few)
    same = np.array_equal(fast.payoffs[:few], slow.payoffs) and np.array_equal(fast.lengths[:few], slow.lengths)
    print(f"How many actions {many:,} random rounds last:")
    show_lengths(fast, WIDTHS[name])
    print(f"\n  rounds a second, Rust          {fast_speed:12,.0f}")
    print(f"  rounds a second, plain Python  {plain_speed:12,.0f}")
    print(f"  ratio                          {fast_speed / plain_speed:12,.0f}")
    print(f"\nThe first {few:,} rounds end alike on both backends: {'yes' if same else 'NO'}\n")
    if not same:
        sys.exit("the two backends differ: this is a bug, please report it")


def timed(module: str, games: int) -> tuple[Playouts, float]:
    """Random games with a progress bar, and how many of them a second."""
    game = cast("Game", import_module(module))
    rules = game.Rules()
    game.playouts(rules, CHUNKS, seed=0)  # whatever is loaded at the first call is not timed
    chunk = games // CHUNKS
    seconds, parts = 0.0, []
    for number in tqdm(range(CHUNKS), desc=f"{module}, {games:,} rounds", leave=False, disable=not sys.stderr.isatty()):
        start = time.perf_counter()
        parts.append(game.playouts(rules, chunk, seed=7, first=number * chunk))
        seconds += time.perf_counter() - start
    payoffs, lengths = (np.concatenate([part[i] for part in parts]) for i in range(2))
    return type(parts[0])(payoffs, lengths), games / seconds


def show_lengths(games: Playouts, width: int) -> None:
    """A histogram."""
    counts = np.bincount(games.lengths // width)
    for place in np.flatnonzero(counts >= counts.max() / BAR):
        bar = "#" * round(BAR * counts[place] / counts.max())
        print(f"  {place * width:3} to {place * width + width - 1:3} {counts[place] / len(games.lengths):6.1%}  {bar}")
    print(f"  mean {games.lengths.mean():.2f}, longest {games.lengths.max()}")


if __name__ == "__main__":
    main()
