"""What the arguments of several commands are, checked one by one."""

from __future__ import annotations

import argparse
import json
from math import isfinite
from typing import Any

from .._input.checks import quoted
from .._registry import NAMES
from ..bots import Limit
from ..errors import InvalidArgumentError
from .parser import Parser, listed, no_such


def add_game(command: Parser) -> None:
    command.add_argument("game", type=game, metavar="GAME", help=listed(NAMES))


def add_rules(command: Parser) -> None:
    command.add_argument(
        "--rules", type=fields, metavar="JSON", help="fields of the rules, such as '{\"players\": 4}' (default: {})"
    )
    command.add_argument(
        "--preset", metavar="NAME", help="rules by name, such as douzero for doudizhu; --rules changes them"
    )


def add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON, for programs")


def game(text: str) -> str:
    if text not in NAMES:
        raise argparse.ArgumentTypeError(no_such("game", text, NAMES))
    return text


def natural(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 80):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no whole number from 0 on")
    return int(text)


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of seconds, such as 0.5")
    return number


def limit(text: str) -> Limit:
    try:
        return Limit.parse(text)
    except InvalidArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def fields(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no JSON object, such as {{}}")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("it names a field twice")
    return found
