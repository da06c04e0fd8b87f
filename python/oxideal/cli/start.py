"""Options for the start of a game: a deal or a position, and moves to play first."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._internal.progress import is_open
from .._registry import module_of
from ..errors import InvalidArgumentError, InvalidRulesError
from .arguments import add_rules, file_name, natural

if TYPE_CHECKING:
    from .parser import Parser

MAX_TEXT_LENGTH = 10_000
"""Maximum characters of a position: far more than any has, so that a huge file is not read whole."""


def add_seed(command: Parser, what: str, default: str = "a new one") -> None:
    command.group("rules and deal").add_argument(
        "--seed", type=natural, metavar="N", help=f"{what}, 0 to 2**256 - 1 (default: {default})"
    )


def add_start(command: Parser) -> None:
    """Add the options that `start` reads, beside the game."""
    add_rules(command)
    add_seed(command, "seed of the deal")
    group = command.group("rules and deal")
    group.add_argument("--stream", type=natural, metavar="K", help="number of the deal of this seed (default: 0)")
    group.add_argument(
        "--position",
        metavar="TEXT",
        help="start from a position instead of a deal: text of state.to_text(), @FILE, or - for standard input",
    )
    group.add_argument(
        "--push",
        action="append",
        default=[],
        metavar="MOVE",
        help="play this move first, e.g. 'bid 3'; repeat it for more moves",
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
    return new_seed() if options.seed is None else int(options.seed)


def new_seed() -> int:
    """Return a random seed that is short enough to type again."""
    return secrets.randbits(32)


def start(options: argparse.Namespace, backend: str = "rust") -> Any:
    """Return the state that the options describe."""
    module = module_of(options.game, backend)
    if options.position is None:
        state = module.State(rules_of(options, backend), seed=seed_of(options), stream=options.stream or 0)
    else:
        for name in ("rules", "preset"):
            if getattr(options, name) is not None:
                raise InvalidArgumentError(f"--{name} and --position are mutually exclusive: a position has its rules")
        text = position(options.position)
        state = module.State.from_text(text, seed=options.seed, stream=options.stream or 0)
    for text in options.push:
        state.push(text)
    return state


def position(given: str) -> str:
    """Return the text itself, or the content of a file or standard input."""
    if given == "-":
        if not is_open(sys.stdin):
            raise InvalidArgumentError("cannot read a position: standard input is closed")
        text = sys.stdin.read(MAX_TEXT_LENGTH)
    elif given.startswith("@"):
        try:
            file_name(given[1:])
        except argparse.ArgumentTypeError as error:
            raise InvalidArgumentError(f"--position: {error}") from None
        with Path(given[1:]).open(encoding="utf-8", errors="replace") as file:
            text = file.read(MAX_TEXT_LENGTH)
    else:
        return given
    if not text.strip():
        raise InvalidArgumentError("the input has no position")
    return text.strip()


def origin(state: Any, moves: Sequence[str] = ()) -> str:
    """Describe how the state began, for the first line of the output."""
    where = "a position" if state.seed is None else f"seed {state.seed}"
    if state.stream:
        where += f", stream {state.stream}"
    return ", ".join([where, *moves])


def start_fields(game: str, state: Any) -> dict[str, Any]:
    """Describe the state for JSON: its origin, the moves since, and the position after them."""
    return {
        "game": game,
        "rules": state.rules.to_dict(),
        "seed": None if state.seed is None else str(state.seed),
        "stream": None if state.stream is None else str(state.stream),
        "moves": [str(state.rules.move(action)) for action in state.history],
        "position": state.to_text(),
    }
