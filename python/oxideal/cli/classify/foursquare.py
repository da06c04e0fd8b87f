"""FourSquare has nothing to classify, and says so."""

from __future__ import annotations

import argparse
from typing import Any

from ...errors import InvalidArgumentError
from ..parser import add_command


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "foursquare",
        run,
        "nothing: cards are placed one by one",
        "FourSquare has no hands and no combinations. To see what a placement turns over, play it: oxideal play "
        "foursquare.",
        "",
    )
    command.add_argument("cards", nargs="*", metavar="CARD", help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:  # noqa: ARG001 (as all commands have it)
    raise InvalidArgumentError("foursquare has no hands and no combinations: its cards are placed one by one")
