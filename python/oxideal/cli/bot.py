"""`oxideal bot`: a bot that speaks the protocol."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from ..bots import bot
from ..errors import InvalidArgumentError
from .arguments import bot_names, completed, natural
from .parser import add_command

EXAMPLES = """
  oxideal bot rule
  oxideal bot search:50ms --seed 1
  oxideal bot mybots.py:Plays
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "bot",
        run,
        "let a bot speak the protocol, for servers and user interfaces",
        "Plays over standard input and output by the protocol of docs/protocol.md, one JSON object a line.",
        EXAMPLES,
        "Ends with exit status 0 after bye or at the end of the input, and with 1 if the output is closed.",
    )
    completed(
        command.add_argument("bot", metavar="BOT", help="random, rule, search:50ms or mybots.py:Plays"), bot_names
    )
    command.add_argument("--seed", type=natural, metavar="N", help="seed of the bot (default: a new one)")


def run(options: argparse.Namespace) -> int:
    from ..protocol.server import Server

    made = bot(options.bot, seed=options.seed)
    try:
        reader, writer = sys.stdin.buffer, sys.stdout.buffer
    except AttributeError:
        raise InvalidArgumentError("standard input and output must be binary streams") from None
    status = Server(made, reader, writer).run()
    if status:
        os.dup2(os.open(os.devnull, os.O_WRONLY), writer.fileno())  # Python flushes it again at exit
    return status
