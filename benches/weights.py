"""Train the weights in the wheel: `python benches/weights.py rummy`, or all without a name.

A training that was stopped is continued. Its file, `NAME.training.safetensors`, stays outside the
package; the weights are written to `python/oxideal/bots/weights/`, a byte for each.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import oxideal.bots
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._native import Training
from oxideal.bots import NetBot
from oxideal.bots.training import train

FOLDER = Path(oxideal.bots.__file__).parent / "weights"


class Plan(NamedTuple):
    """The rules by which the rounds are played in turn, how many decisions are learned from, and the width.

    With `only`, a network is added to those of a file that there is, which stay as they are.
    """

    rules: list[Any]
    decisions: int
    width: int | None = None
    only: int | None = None
    file: str | None = None


HUANLE = doudizhu.Rules.preset("huanle")

PLANS = {
    "doudizhu_3_players": Plan([doudizhu.Rules.preset("douzero"), doudizhu.Rules()], 804_000_000, 192),
    "doudizhu_3_players_answers": Plan(
        [HUANLE] * 4 + [doudizhu.Rules(auction="call"), doudizhu.Rules(doubling=True)],
        8_000_000,
        32,
        only=4,
        file="doudizhu_3_players",
    ),
    "doudizhu_4_players": Plan([doudizhu.Rules(players=4)], 226_000_000),
    "mexican_train": Plan([mexican_train.Rules(players=n) for n in (4, 2, 3, 4, 2, 5, 6, 8, 4, 2, 3, 7)], 85_000_000),
    "rummy": Plan([rummy.Rules(players=n) for n in (2, 4, 3, 2, 4, 6, 2, 4, 5)], 20_000_000),
    "foursquare": Plan([foursquare.Rules()], 12_000_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the weights in the wheel.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PLANS), default=list(PLANS))
    parser.add_argument("--threads", type=int, help="number of threads (default: all processors)")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in PLANS]
    if unknown:
        parser.error(f"there are no weights {unknown[0]}: they are {', '.join(PLANS)}")
    for name in options.names:
        plan = PLANS[name]
        file = Path(f"{name}.training.safetensors")
        seed, width, only = (None, None, None) if file.exists() else (1, plan.width, plan.only)
        train(
            plan.rules,
            file,
            decisions=plan.decisions,
            seed=seed,
            threads=options.threads,
            width=width,
            start=None if only is None else NetBot(),
            only=only,
            report=print,
        )
        name = plan.file or name
        part = FOLDER / f"{name}.part"
        part.write_bytes(Training.from_bytes(plan.rules, file.read_bytes()).weights(compact=True))
        part.replace(FOLDER / f"{name}.safetensors")


if __name__ == "__main__":
    main()
