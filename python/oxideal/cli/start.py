"""From where a game is played, counted or solved: a deal or a position, and moves that are made in it first."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._progress import is_open
from .._registry import module_of
from ..errors import InvalidArgumentError, InvalidRulesError
from .arguments import add_game, add_rules, natural

if TYPE_CHECKING:
    from .parser import Parser

MAX_TEXT_LENGTH = 10_000
"""Of a position, in characters: far above any that there is, and no file of any size is read whole."""


def add_seed(command: Parser, what: str) -> None:
    command.add_argument("--seed", type=natural, metavar="N", help=f"{what}, 0 to 2**256 - 1 (default: a new one)")


def add_start(command: Parser) -> None:
    """The options that `start` reads."""
    add_game(command)
    add_rules(command)
    add_seed(command, "of the deal")
    command.add_argument("--stream", type=natural, metavar="K", help="which deal of this seed (default: 0)")
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="a position in place of a deal, as state.to_text() gives it: the text, @FILE, or - for standard input",
    )
    command.add_argument(
        "--push",
        action="append",
        default=[],
        metavar="MOVE",
        help="a move to make first, such as 'bid 3'; may be given several times",
    )


def rules_of(options: argparse.Namespace, backend: str = "rust") -> Any:
    rules = module_of(options.game, backend).Rules
    fields: dict[str, Any] = {}
    if options.preset is not None:
        if not hasattr(rules, "preset"):
            raise InvalidRulesError(f"{options.game} has no presets")
        fields = rules.preset(options.preset).to_dict()
    return rules.from_dict({**fields, **(options.rules or {})})


def seed_of(options: argparse.Namespace) -> int:
    """Short where nobody gave one, as it may be typed again."""
    return secrets.randbits(32) if options.seed is None else int(options.seed)


def start(options: argparse.Namespace, backend: str = "rust") -> Any:
    """The state that the options say."""
    module = module_of(options.game, backend)
    if options.position is None:
        state = module.State(rules_of(options, backend), seed=seed_of(options), stream=options.stream or 0)
    else:
        for name in ("rules", "preset"):
            if getattr(options, name) is not None:
                raise InvalidArgumentError(f"a position says its rules itself: --{name} goes with a deal")
        text = position(options.position)
        state = module.State.from_text(text, seed=options.seed or 0, stream=options.stream or 0)
    for text in options.push:
        state.push(state.parse(text))
    return state


def position(given: str) -> str:
    """The text, or what the file or the standard input has."""
    if given == "-":
        if not is_open(sys.stdin):
            raise InvalidArgumentError("there is no standard input to read a position from")
        text = sys.stdin.read(MAX_TEXT_LENGTH)
    elif given.startswith("@"):
        with Path(given[1:]).open(encoding="utf-8", errors="replace") as file:
            text = file.read(MAX_TEXT_LENGTH)
    else:
        return given
    if not text.strip():
        raise InvalidArgumentError("there is no position in what was read")
    return text.strip()


def origin(state: Any, moves: Sequence[str] = ()) -> str:
    """Where the state comes from, in words, for the first line of the output."""
    where = "a position" if state.seed is None else f"seed {state.seed}"
    if state.stream:
        where += f", stream {state.stream}"
    return ", ".join([where, *moves])


def start_fields(game: str, state: Any) -> dict[str, Any]:
    """The same as fields of JSON: the moves since the deal, and the position after them."""
    return {
        "game": game,
        "rules": state.rules.to_dict(),
        "seed": None if state.seed is None else str(state.seed),
        "stream": None if state.stream is None else str(state.stream),
        "moves": [str(state.rules.move(action)) for action in state.history],
        "position": state.to_text(),
    }
