"""Speed of the solvers, and how well FourSquare can be played with a known stock.

    python benches/solvers.py

Dou Dizhu: endgames with at most 8 cards per hand, reached by rule bots and by random play, and 24
cards dealt at random, 8 to each player. FourSquare: whole deals with a time limit each; the best
possible payoff is 25.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
from tqdm import tqdm

from oxideal import doudizhu as dd
from oxideal import foursquare as fs
from oxideal.bots import Limit, RandomBot, RuleBot, Solution, solve
from oxideal.random import Stream

RULES = dd.Rules.preset("douzero")
CARDS = 8
DECK = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BR"


def main() -> None:
    """Print all results."""
    parser = argparse.ArgumentParser(description="How fast the solvers are.")
    parser.add_argument("-n", type=int, default=1000, help="how many endgames; a tenth as many deals of FourSquare")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a deal of FourSquare")
    options = parser.parse_args()
    print(f"Dou Dizhu, at most {CARDS} cards a hand: seconds to the proof (median, 99th percentile, longest)")
    for name, positions in {
        "reached by good rules": played(RuleBot()),
        "reached by chance": played(RandomBot(seed=1)),
        "dealt": dealt(),
    }.items():
        times = [solved(next(positions)).seconds for _ in bar(options.n, name)]
        middle, late, longest = np.percentile(times, [50, 99, 100])
        print(f"  {name:22} {middle:.6f}  {late:.4f}  {longest:.4f}  of {options.n:,}")
    foursquare(options.n // 10, options.time)


def bar(n: int, name: str) -> tqdm[int]:
    return tqdm(range(n), desc=name, leave=False, disable=not sys.stderr.isatty())


def solved(state: dd.State) -> Solution[dd.Move]:
    solution = solve(state)
    assert solution is not None
    assert solution.exact
    return solution


def played(bot: RuleBot | RandomBot) -> Iterator[dd.State]:
    """Yield rounds by this bot, each as soon as all hands are small."""
    stream = 0
    while True:
        state = dd.State(RULES, seed=1, stream=stream)
        stream += 1
        while state.current_player is not None and max(state.hand_sizes) > CARDS:
            state.push(bot.choose(state.view(state.current_player)))
        if state.current_player is not None:
            yield state


def dealt() -> Iterator[dd.State]:
    """Yield random hands; the landlord leads."""
    stream = Stream(seed=1)
    while True:
        cards = [DECK[place] for place in stream.shuffled(len(DECK))]
        hands = ["".join(cards[CARDS * seat : CARDS * (seat + 1)]) for seat in range(3)]
        yield dd.State.from_position(RULES, hands=hands, landlord=0)


def foursquare(deals: int, seconds: float) -> None:
    """Print how many deals can be won, and how well."""
    found: Counter[int] = Counter()
    proved: Counter[int] = Counter()
    for stream in bar(deals, "FourSquare"):
        solution = solve(fs.State(seed=1, stream=stream), Limit(time=seconds))
        payoff = 0 if solution is None else solution.payoffs[0]
        found[payoff] += 1
        proved[payoff] += solution is not None and solution.exact
    print(
        f"FourSquare with the stock known, {seconds:g} s a deal, {deals:,} deals: a win in {deals - found[0]:,} of them"
    )
    for payoff in sorted(found, reverse=True):
        print(f"  payoff {payoff:2}: {found[payoff]:,}, {proved[payoff]:,} of them proved to be the best")


if __name__ == "__main__":
    main()
