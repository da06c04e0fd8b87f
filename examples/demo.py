"""FourSquare played by chance, in Rust and in plain Python: what `make demo` shows."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from oxideal import foursquare
from oxideal.reference import foursquare as plain

if TYPE_CHECKING:
    from oxideal.interface import FourSquare, Playouts

FAST_GAMES = 2_000_000
PLAIN_GAMES = 2_000
CHUNKS = 20
BAR = 40


def main() -> None:
    """Plays, and prints."""
    show_one_game()
    fast, fast_speed = timed("Rust", foursquare, FAST_GAMES)
    slow, plain_speed = timed("plain Python", plain, PLAIN_GAMES)
    same = np.array_equal(fast.payoffs[:PLAIN_GAMES], slow.payoffs) and np.array_equal(
        fast.lengths[:PLAIN_GAMES], slow.lengths
    )

    print(f"\nHow many placements {FAST_GAMES:,} random games last:")
    show_lengths(fast)
    print(f"\n  games a second, Rust          {fast_speed:12,.0f}")
    print(f"  games a second, plain Python  {plain_speed:12,.0f}")
    print(f"  ratio                         {fast_speed / plain_speed:12,.0f}")
    print(f"\nThe first {PLAIN_GAMES:,} games end alike on both backends: {'yes' if same else 'NO'}")
    if not same:
        sys.exit("the two backends differ: this is a bug, please report it")


def show_one_game() -> None:
    """A game in which every placement turns as few cards as it can: how it goes, and how it ends."""
    state = foursquare.State(seed=2026)
    while state.card is not None:
        grid, card = state.grid, state.card
        state.push(min(state.legal_actions(), key=lambda cell: len(foursquare.flips(grid, cell, card))))
    print(
        "A game in which every placement turns as few cards as it can (in parentheses: face down; x2: two in a pile)."
    )
    print(f"\n{state}\n\nThe whole game, for a bug report or to go on from any move:")
    print(f"  State(seed={state.seed}), placements {' '.join(str(state.rules.move(a)) for a in state.history)}\n")


def timed(name: str, game: FourSquare, games: int) -> tuple[Playouts, float]:
    """Random games with a progress bar, and how many of them a second."""
    rules = game.Rules()
    game.playouts(rules, CHUNKS, seed=0)  # whatever is loaded at the first call is not timed
    chunk = games // CHUNKS
    seconds, parts = 0.0, []
    for number in tqdm(range(CHUNKS), desc=f"{name}, {games:,} games", leave=False, disable=not sys.stderr.isatty()):
        start = time.perf_counter()
        parts.append(game.playouts(rules, chunk, seed=7, first=number * chunk))
        seconds += time.perf_counter() - start
    payoffs, lengths = (np.concatenate([part[i] for part in parts]) for i in range(2))
    return type(parts[0])(payoffs, lengths), games / seconds


def show_lengths(games: Playouts) -> None:
    """A histogram."""
    counts = np.bincount(games.lengths)
    for length in range(5, 31):
        bar = "#" * round(BAR * counts[length] / counts.max())
        print(f"  {length:3} {counts[length] / len(games.lengths):6.1%}  {bar}")
    print(f"  mean {games.lengths.mean():.2f}, longest {games.lengths.max()}, games won {(games.payoffs > 0).sum()}")


if __name__ == "__main__":
    main()
