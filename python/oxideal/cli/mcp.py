"""`oxideal mcp`: a server through which a language model plays."""

from __future__ import annotations

import argparse
from typing import Any

from .._arguments.seeds import seed_number
from .arguments import natural
from .parser import add_command
from .streams import serve

EXAMPLES = """
  oxideal mcp
  oxideal mcp --seed 7
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "mcp",
        run,
        "let a language model play, as a server of the Model Context Protocol",
        "Speaks the Model Context Protocol over standard input and output. A client starts it; "
        "docs/how-to/language-models.md says how.",
        EXAMPLES,
        "Ends with exit status 0 at the end of the input, and with 1 if the output is closed.",
    )
    command.add_argument(
        "--seed",
        type=natural,
        metavar="N",
        help="seed of the deals and of the bots, 0 to 2**256 - 1 (default: a new one)",
    )


def run(options: argparse.Namespace) -> int:
    from ..mcp.server import Server
    from ..mcp.tables import Tables

    tables = Tables(seed_number(options.seed))
    return serve(lambda reader, writer: Server(tables, reader, writer).run())
