"""The parsers of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oxideal.cli.dispatch import parser

if TYPE_CHECKING:
    from oxideal.cli.parser import Parser


def commands(of: Parser | None = None) -> list[Parser]:
    """Return the parsers of all commands and subcommands and of the program itself."""
    whole = of or parser()
    inner = [] if whole.commands is None else whole.commands.choices.values()
    return [whole, *(each for command in inner for each in commands(command))]
