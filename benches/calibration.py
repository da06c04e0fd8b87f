"""Whether sampled deals are right about what will happen: `python benches/calibration.py`.

Bots of one kind play rounds against themselves. At every decision, the move they play is played out in
the weighted deals of a review, and what those deals expect is compared with the result of the round: the
share of wins, and the payment. Errors count rounds, since the decisions of a round share its result.

The column "true deal" is the same for playouts of the real deal. Where it is not 0, the playouts differ
from how the bots play, and no sampling of deals could mend that.

Rounds come from their seeds alone.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from oxideal import _native
from oxideal.bots import NetBot, bot
from oxideal.bots.payments import payments, wins

NET = NetBot()


class Variant(NamedTuple):
    """The rules of a table."""

    game: str
    fields: dict[str, Any]
    preset: str | None = None
    rounds: int = 40


VARIANTS = {
    "doudizhu3": Variant("doudizhu", {}, rounds=60),
    "doudizhu4": Variant("doudizhu", {"players": 4}, rounds=40),
    "douzero": Variant("doudizhu", {}, "douzero", rounds=80),
    "doudizhu4-fixed": Variant("doudizhu", {"players": 4, "auction": False}, rounds=40),
    "rummy2": Variant("rummy", {"players": 2}, rounds=80),
    "rummy4": Variant("rummy", {"players": 4}, rounds=40),
    "mexican_train2": Variant("mexican_train", {"players": 2}, rounds=60),
    "mexican_train4": Variant("mexican_train", {"players": 4}, rounds=30),
}


class Found(NamedTuple):
    """Sums over the decisions of a round: how many, expected and true wins, expected and true payments."""

    decisions: int
    win: float
    won: float
    payment: float
    paid: float
    square: float
    """Of the error of the expected share of wins."""
    open_win: float
    open_payment: float
    effective: float
    """The number of deals that would tell as much if all counted equally."""


def main() -> None:
    """Print a table for each variant."""
    parser = argparse.ArgumentParser(description="Whether sampled deals are right about what will happen.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=", ".join(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--bot", default="net", help="the bot in all seats (default: net)")
    parser.add_argument("--rounds", type=float, default=1.0, help="times the rounds of each variant (default: 1)")
    parser.add_argument("--deals", type=int, default=32, help="sampled deals for each decision (default: 32)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    unknown = [name for name in options.variants if name not in VARIANTS]
    if unknown:
        parser.error(f"there is no variant {unknown[0]}: the variants are {', '.join(VARIANTS)}")
    for name in options.variants:
        variant = VARIANTS[name]
        rounds = max(2, round(variant.rounds * options.rounds))
        started = time.process_time()
        rows = measure(variant, options.bot, rounds, options.deals, options.seed)
        print(
            f"\n## {name}: {rounds} rounds of {options.bot}, {options.deals} deals for each decision, "
            f"{time.process_time() - started:.0f} s of processor time\n"
        )
        print_table(rows)


def measure(variant: Variant, name: str, rounds: int, deals: int, seed: int) -> dict[str, list[Found]]:
    """Return the sums of each round by row."""
    module: Any = import_module(f"oxideal.{variant.game}")
    rules = module.Rules(**variant.fields) if variant.preset is None else module.Rules.preset(variant.preset)
    chooser: Any = bot(name)
    rows: dict[str, list[Found]] = defaultdict(list)
    for stream in range(rounds):
        state = module.State(rules, seed=seed, stream=stream)
        decisions = []
        while not state.is_over:
            view = state.view(state.current_player)
            move = chooser.choose(view)
            if len(view.legal_actions()) > 1:
                action = [rules.action(move)]
                payoffs, weights = outcomes(view, seed, action, deals)
                opened, _ = outcomes(view, seed, action, 4, deal=state)
                decisions.append((rows_of(view), view.seat, payoffs, weights, opened))
            state.push(move)
        if state.is_void:
            continue
        result = np.array(state.payoffs)
        paid, won = payments(result), wins(result)
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0] * len(Found._fields))
        for names, seat, payoffs, weights, opened in decisions:
            win = np.average(wins(payoffs)[:, 0, seat], weights=weights)
            payment = np.average(payments(payoffs)[:, 0, seat], weights=weights)
            effective = weights.sum() ** 2 / (weights**2).sum()
            both = (wins(opened)[:, 0, seat].mean(), payments(opened)[:, 0, seat].mean())
            own = (1, win, won[seat], payment, paid[seat], (win - won[seat]) ** 2, *both, effective)
            for row in names:
                sums[row] = [one + other for one, other in zip(sums[row], own, strict=True)]
        for row, each in sums.items():
            rows[row].append(Found(int(each[0]), *each[1:]))
    return rows


def outcomes(
    view: Any, seed: int, actions: list[int], deals: int, *, first: int = 0, deal: Any = None, quick: bool = False
) -> tuple[Any, Any]:
    """Return the payoffs after each action in weighted deals of a view, and the weights of the deals.

    A state instead of the deals is always its deal. The networks play on, or quick rules.
    """
    found = _native.Outcomes(view, seed, NET.networks(view.rules))
    payoffs, weights, _ = found.play(actions, first, deals, 1, quick, deal)
    return payoffs[weights > 0], weights[weights > 0]


def rows_of(view: Any) -> list[str]:
    """Return the rows that a decision belongs to: all, its role, its phase, the fewest cards that a seat has left."""
    role = phase = ""
    players = view.rules.players
    if hasattr(view, "landlord"):
        if view.landlord is None:
            return ["all", "bid"]
        place = (view.seat - view.landlord) % players
        role = "landlord" if place == 0 else f"{place} after the landlord"
        phase = "lead" if view.to_beat is None else "answer"
        if place == 0 and not any(view.plays):
            phase = "opening"
    elif hasattr(view, "drew"):
        phase = "after drawing" if view.drew else "before drawing"
    left = min(view.hand_sizes)
    cards = "1 to 3 left" if left <= 3 else "4 to 7 left" if left <= 7 else "8 or more left"
    return [row for row in ("all", role, phase, cards) if row]


def print_table(rows: dict[str, list[Found]]) -> None:
    """Print a line for each row: means over its decisions."""
    print(
        "| decisions | number | wins expected | true | difference | true deal | payment, difference "
        "| true deal | squared error | effective deals |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for row in sorted(rows, key=lambda row: (row != "all", row)):
        sums = np.array(rows[row], dtype=float)
        count = sums[:, 0]
        total = count.sum()
        win, won, square, effective = (sums[:, column].sum() / total for column in (1, 2, 5, 8))
        shown = [
            f"{mean:+.{digits}f} ± {2 * error:.{digits}f}"
            for mean, error, digits in (
                (*clustered(sums[:, one] - sums[:, other], count), digits)
                for one, other, digits in ((1, 2, 3), (6, 2, 3), (3, 4, 2), (7, 4, 2))
            )
        ]
        print(
            f"| {row} | {total:.0f} | {win:.3f} | {won:.3f} | {shown[0]} | {shown[1]} | {shown[2]} | {shown[3]} "
            f"| {square:.3f} | {effective:.1f} |",
            flush=True,
        )


def clustered(sums: Any, counts: Any) -> tuple[float, float]:
    """Return the mean of all decisions and its standard error, if rounds are independent but not their decisions."""
    mean = sums.sum() / counts.sum()
    rounds = len(sums)
    spread = np.sqrt((((sums - mean * counts) ** 2).sum()) * rounds / max(1, rounds - 1))
    return float(mean), float(spread / counts.sum())


if __name__ == "__main__":
    main()
