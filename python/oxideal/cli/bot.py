"""`oxideal bot`: a bot that speaks the protocol."""

from __future__ import annotations

import argparse
from typing import Any

from ..bots import bot
from ..bots.botzone import bridge_of
from .arguments import BOTS, bot_names, completed, game, natural
from .parser import add_command
from .streams import serve

EXAMPLES = """
  oxideal bot rule
  oxideal bot search:50ms --seed 1
  oxideal bot mybots.py:Plays
  oxideal bot search:500ms --botzone doudizhu
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "bot",
        run,
        "let a bot play by JSON messages, for programs in other languages",
        "Plays over standard input and output by the protocol of docs/protocol.md, one JSON object a line.",
        EXAMPLES,
        "Ends with exit status 0 after bye or at the end of the input, and with 1 if the output is closed.",
    )
    completed(command.add_argument("bot", metavar="BOT", help=BOTS), bot_names)
    command.add_argument("--seed", type=natural, metavar="N", help="seed of the bot (default: a new one)")
    command.add_argument(
        "--botzone",
        type=game,
        metavar="GAME",
        help="answer one turn of this game on Botzone, doudizhu, and end (default: speak the protocol)",
    )


def run(options: argparse.Namespace) -> int:
    from ..bots.protocol_server import Server

    made = bot(options.bot, seed=options.seed)
    if options.botzone is not None:
        bridge = bridge_of(options.botzone)
        return serve(lambda reader, writer: bridge.answer_turn(made, reader, writer))
    return serve(lambda reader, writer: Server(made, reader, writer).run())
