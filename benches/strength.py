"""Strength of the bots: `make bench-bots`, or `python benches/strength.py doudizhu-search-rule
--deals 100`.

Each row is an arena: the same deals for all, each bot once in the seat that starts. The equivalent
command is printed above each table; only RLCard's agent, `rlcard_bot.py`, has no name there, and
needs RLCard.

All rows take hours on one core, nearly all of it search; `--deals` plays fewer deals, which widens
the intervals.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from typing import Any, NamedTuple

from oxideal.arena import arena

RLCARD = "rlcard"

AUCTION_BOTS = ("AlwaysPasses", "AlwaysRobs", "NeverDoubles")


class Row(NamedTuple):
    """The bots of a row."""

    game: str
    bots: list[str]
    deals: int
    fields: dict[str, Any] = {}  # noqa: RUF012  # nobody changes it
    preset: str | None = None


ROWS = {
    "doudizhu-rule-rlcard": Row("doudizhu", ["rule", RLCARD], 1000, preset="douzero"),
    "doudizhu-search-rlcard": Row("doudizhu", ["search:50ms", RLCARD], 1000, preset="douzero"),
    "doudizhu-net-rlcard": Row("doudizhu", ["net", RLCARD], 1000, preset="douzero"),
    "doudizhu-net-rule": Row("doudizhu", ["net", "rule"], 10_000, preset="douzero"),
    "doudizhu-netsearch-rlcard": Row("doudizhu", ["netsearch:50ms", RLCARD], 300, preset="douzero"),
    "doudizhu-netsearch-rule": Row("doudizhu", ["netsearch:50ms", "rule"], 300, preset="douzero"),
    "doudizhu-netsearch250-rule": Row("doudizhu", ["netsearch:250ms", "rule"], 150, preset="douzero"),
    "doudizhu-netsearch-net": Row("doudizhu", ["netsearch:50ms", "net"], 500, preset="douzero"),
    "doudizhu-search2-rule": Row("doudizhu", ["search:2ms", "rule"], 1000, preset="douzero"),
    "doudizhu-search10-rule": Row("doudizhu", ["search:10ms", "rule"], 1000, preset="douzero"),
    "doudizhu-search-rule": Row("doudizhu", ["search:50ms", "rule"], 1000, preset="douzero"),
    "doudizhu-search250-rule": Row("doudizhu", ["search:250ms", "rule"], 300, preset="douzero"),
    "doudizhu-rule-random": Row("doudizhu", ["rule", "random"], 1000),
    "doudizhu4-rule-random": Row("doudizhu", ["rule", "random"], 1000, {"players": 4}),
    "doudizhu-net-auction": Row("doudizhu", ["net", "rule"], 10_000),
    "doudizhu4-net-auction": Row("doudizhu", ["net", "rule"], 5000, {"players": 4}),
    "doudizhu-auction": Row("doudizhu", ["search:50ms", "rule"], 300),
    "doudizhu-netsearch-auction": Row("doudizhu", ["netsearch:50ms", "rule"], 100),
    "doudizhu4-auction": Row("doudizhu", ["search:50ms", "rule"], 200, {"players": 4}),
    **{
        f"huanle-{bot.partition(':')[0]}-{other.rpartition(':')[2].lower()}": Row(
            "doudizhu", [bot, other], 600 if bot.startswith("search") else 10_000, preset="huanle"
        )
        for bot in ("rule", "net", "search:20ms")
        for other in ("rule", *(f"examples/auction_bots.py:{name}" for name in AUCTION_BOTS))
        if bot != other
    },
    "mexican_train2-rule-random": Row("mexican_train", ["rule", "random"], 1000, {"players": 2}),
    "mexican_train4-rule-random": Row("mexican_train", ["rule", "random"], 1000, {"players": 4}),
    "mexican_train2-net-rule": Row("mexican_train", ["net", "rule"], 20_000, {"players": 2}),
    "mexican_train4-net-rule": Row("mexican_train", ["net", "rule"], 20_000, {"players": 4}),
    "mexican_train2-search-rule": Row("mexican_train", ["search:50ms", "rule"], 500, {"players": 2}),
    "mexican_train4-search-rule": Row("mexican_train", ["search:50ms", "rule"], 500, {"players": 4}),
    "mexican_train2-netsearch-search": Row("mexican_train", ["netsearch:500it", "search:500it"], 200, {"players": 2}),
    "mexican_train4-netsearch-search": Row("mexican_train", ["netsearch:500it", "search:500it"], 200, {"players": 4}),
    "rummy2-rule-random": Row("rummy", ["rule", "random"], 1000, {"players": 2}),
    "rummy4-rule-random": Row("rummy", ["rule", "random"], 1000, {"players": 4}),
    "rummy2-net-rule": Row("rummy", ["net", "rule"], 10_000, {"players": 2}),
    "rummy4-net-rule": Row("rummy", ["net", "rule"], 10_000, {"players": 4}),
    "rummy2-search-rule": Row("rummy", ["search:50ms", "rule"], 500, {"players": 2}),
    "rummy4-search-rule": Row("rummy", ["search:50ms", "rule"], 500, {"players": 4}),
    "rummy2-netsearch-search": Row("rummy", ["netsearch:1000it", "search:1000it"], 250, {"players": 2}),
    "rummy4-netsearch-search": Row("rummy", ["netsearch:1000it", "search:1000it"], 150, {"players": 4}),
    "foursquare": Row("foursquare", ["search:50ms", "net", "rule", "random"], 500),
}


def main() -> None:
    """Play the named rows, or all, and print their tables."""
    parser = argparse.ArgumentParser(description="How strong the bots are.")
    parser.add_argument("names", nargs="*", metavar="ROW", help=", ".join(ROWS), default=list(ROWS))
    parser.add_argument("--deals", type=int, help="how many, in place of each row's own number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; no more than there are cores")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in ROWS]
    if unknown:
        parser.error(f"there is no row {unknown[0]}: the rows are {', '.join(ROWS)}")
    for name in options.names:
        row = ROWS[name]
        deals = row.deals if options.deals is None else options.deals
        print(f"\n## {name}\n\n    {command(row, deals, options.seed)}\n")
        print(play(row, deals, options.seed, options.jobs), flush=True)


def command(row: Row, deals: int, seed: int) -> str:
    """Return the row as a command line."""
    words = ["oxideal arena", row.game, *row.bots, f"-n {deals} --seed {seed}"]
    if row.preset is not None:
        words.append(f"--preset {row.preset}")
    if row.fields:
        words.append(f"--rules '{json.dumps(row.fields)}'")
    return " ".join(words)


def play(row: Row, deals: int, seed: int, jobs: int) -> object:
    """Return the row's table."""
    rules_class: Any = import_module(f"oxideal.{row.game}").Rules
    rules = rules_class(**row.fields) if row.preset is None else rules_class.preset(row.preset)
    return arena(row.game, [bot_of(name) for name in row.bots], deals, seed, rules=rules, jobs=jobs)


def bot_of(name: str) -> Any:
    """Return a bot by its text; RLCard's agent is not one of ours."""
    if name != RLCARD:
        return name
    from rlcard_bot import RlcardRuleBot

    return RlcardRuleBot()


if __name__ == "__main__":
    main()
