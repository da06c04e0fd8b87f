"""Arguments that several commands share, with their checks."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from math import isfinite
from pathlib import Path
from typing import Any

from .._arguments.checks import quoted
from .._internal.json import object_of
from .._internal.options import add_jobs as add_jobs
from .._internal.options import natural as natural
from .._registry import GAMES, NAMES
from ..bots import Limit
from ..bots.factory import KINDS, LEVELS
from ..bots.factory import NAMES as BOT_NAMES
from ..bots.imported import bots_of_file
from ..clock import TimeControl
from ..errors import InvalidArgumentError
from .parser import Parser, listed, unknown_name

BOTS = (
    "random, rule, net (a neural network), netsearch:50ms, level:1 (weakest) to level:10, search:50ms, "
    "search:1000it (playouts), mybots.py:Plays (a class in Python) or exec:COMMAND (a program)"
)


def add_game(command: Parser, names: Iterable[str] = NAMES) -> None:
    completed(command.add_argument("game", type=game, metavar="GAME", help=listed(names)), lambda _: names)


def add_rules(command: Parser) -> None:
    group = command.group("rules and deal")
    group.add_argument(
        "--rules", type=fields, metavar="JSON", help="options of the rules, e.g. '{\"players\": 4}' (default: {})"
    )
    preset = group.add_argument(
        "--preset", metavar="NAME", help="rules by name, e.g. douzero for doudizhu; --rules changes them"
    )
    preset.completer = lambda parsed_args, **_: presets(getattr(parsed_args, "game", None))


def add_bots(command: Parser, *flags: str, text: str = BOTS) -> None:
    completed(command.add_argument(*flags, nargs="+", metavar="BOT", help=text), bot_names)


def add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object, for programs")


def completed(action: argparse.Action, names: Callable[[str], Iterable[str]]) -> None:
    """Let shells complete this argument: `names` gets what has been typed so far."""
    action.completer = lambda prefix, **_: names(prefix)  # type: ignore[attr-defined]  # argcomplete reads it


def presets(game: str | None) -> Iterable[str]:
    """Return the presets of this game, or of all games if none has been typed."""
    return [name for each in GAMES.values() if game in (None, each.name) for name in each.presets]


def bot_names(prefix: str) -> Iterable[str]:
    """Return the names of our bots, the Python files and folders that begin like this, and the bots in a file."""
    if prefix.startswith("level:"):
        yield from LEVELS
        return
    if ":" in prefix and (module := prefix.partition(":")[0]) not in KINDS:
        yield from (f"{module}:{name}" for name in bots_of_file(module))
        return
    folder, _, start = prefix.rpartition("/")
    where = Path(f"{folder}/" if folder or prefix.startswith("/") else ".")
    files = sorted(file for file in where.glob("*") if file.name.startswith(start) and not file.name.startswith("."))
    yield from BOT_NAMES
    for file in files:
        if file.is_dir():
            yield f"{prefix.removesuffix(start)}{file.name}/"
        elif file.suffix == ".py":
            yield f"{prefix.removesuffix(start)}{file.name}:"


def game(text: str) -> str:
    if text not in NAMES:
        raise argparse.ArgumentTypeError(unknown_name("game", text, NAMES))
    return text


def file_name(text: str) -> str:
    """Return the name of a file, checked: other texts raise errors when a file is opened."""
    try:
        possible = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise argparse.ArgumentTypeError(f"expected the name of a file, got {quoted(text)}")
    return text


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise argparse.ArgumentTypeError(f"expected a number of seconds, e.g. 0.5, got {quoted(text)}")
    return number


def time_control(text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except InvalidArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def limit(text: str) -> Limit:
    try:
        return Limit.parse(text)
    except InvalidArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def fields(text: str) -> dict[str, Any]:
    """Read a JSON object without duplicate fields."""
    try:
        return object_of(text, "the value", argparse.ArgumentTypeError, unique=True)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}; expected e.g. '{{\"players\": 4}}'") from None
