"""`oxideal protocol`: test a bot in another language, and show the messages."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .._arguments.checks import printable
from .._registry import NAMES
from ..bots import Limit, ProgramBot, ProgramError, RuleBot
from ..bots.botzone import bridge_of
from ..errors import OxidealError
from .arguments import add_game, add_json, add_rules, file_name, game, limit
from .output import print_json
from .parser import add_command, add_commands, listed
from .start import add_seed, rules_of, seed_of
from .streams import serve

CHECK_EXAMPLES = """
  oxideal protocol check "node my_bot.js"
  oxideal protocol check "python my_bot.py" --game rummy --json
"""

TRACE_EXAMPLES = """
  oxideal protocol trace rummy "node my_bot.js" --seed 7
"""

BOTZONE_EXAMPLES = """
  oxideal arena doudizhu --rules '{"auction": false}' "exec:oxideal protocol botzone doudizhu ./my_bot" rule
"""

DEFAULT_LIMIT = Limit(time=1)


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "protocol",
        None,
        "test a bot in another language, and show the messages",
        "For authors of programs that play by the protocol of docs/protocol.md.",
        CHECK_EXAMPLES + TRACE_EXAMPLES.lstrip("\n"),
    )
    parts = add_commands(command)
    check = add_command(
        parts,
        "check",
        run_check,
        "play odd and ordinary rounds against a program",
        "Plays odd and ordinary rounds with a program and says what it does wrong, and which section of "
        "docs/protocol.md says so.",
        CHECK_EXAMPLES,
        "Exit status: 0 if nothing is wrong, 1 otherwise.",
    )
    check.add_argument("command", metavar="COMMAND", help="the program and its arguments, in one argument")
    check.add_argument(
        "--game",
        type=game,
        action="append",
        metavar="GAME",
        dest="games",
        help=f"play this game only, {listed(NAMES)}; repeat it for more (default: all that the program plays)",
    )
    add_common(check)
    check.add_argument(
        "--trace", type=file_name, metavar="FILE", help="write the dialogue to this file (default: none)"
    )
    add_json(check)
    trace = add_command(
        parts,
        "trace",
        run_trace,
        "play a round with a program and print the dialogue",
        "Plays a round against the bot rule and prints each message: > to the program, < from it, ! its standard "
        "error, ? what is odd about the line before. The program has the seat that begins.",
        TRACE_EXAMPLES,
    )
    add_game(trace)
    trace.add_argument("command", metavar="COMMAND", help="the program and its arguments, in one argument")
    trace.add_argument("--raw", action="store_true", help="print the lines as they are")
    add_common(trace)
    add_rules(trace)
    add_seed(trace, "seed of the deal")
    bridge = add_command(
        parts,
        "botzone",
        run_botzone,
        "let a bot for Botzone speak the protocol",
        "Plays by the protocol of docs/protocol.md with a bot that was written for Botzone, for now in Dou Dizhu only. "
        "The bot is started for each turn. docs/how-to/botzone.md says more.",
        BOTZONE_EXAMPLES,
    )
    add_game(bridge)
    bridge.add_argument("command", metavar="COMMAND", help="the bot and its arguments, in one argument")


def add_common(command: Any) -> None:
    command.add_argument(
        "--limit", type=limit, default=DEFAULT_LIMIT, metavar="TIME", help="time of a decision (default: %(default)s)"
    )


def run_botzone(options: argparse.Namespace) -> int:
    bridge = bridge_of(options.game)
    words = ProgramBot(options.command).words()
    return serve(lambda reader, writer: bridge.Bridge(words, reader, writer).run())


def run_check(options: argparse.Namespace) -> int:
    from ..bots.conformance import check
    from ..protocol.trace import tracer

    bot = ProgramBot(options.command, options.limit)
    findings = []
    with ExitStack() as stack:
        trace = None
        if options.trace is not None:
            trace = tracer(stack.enter_context(Path(options.trace).open("w", encoding="utf-8")).write)
        for finding in check(bot.words(), options.games, options.limit.time, trace):
            findings.append(finding)
            if not options.json:
                print(printable_lines(str(finding)), flush=True)
    wrong = sum(finding.problem is not None for finding in findings)
    if options.json:
        print_json({"command": options.command, "wrong": wrong, "findings": [asdict(each) for each in findings]})
    elif not wrong:
        print("nothing is wrong")
    return int(wrong > 0)


def printable_lines(text: str) -> str:
    return "\n".join(map(printable, text.splitlines()))


def run_trace(options: argparse.Namespace) -> int:
    from .._registry import module_of
    from ..protocol.trace import tracer

    def raw(direction: str, line: bytes) -> None:
        sys.stdout.write(f"{direction} {printable(line.decode(errors='replace'))}\n")

    rules = rules_of(options)
    state = module_of(options.game).State(rules, seed=seed_of(options))
    own, rule = state.current_player, RuleBot()
    names = [options.command if seat == own else rule.name for seat in range(rules.players)]
    with ProgramBot(options.command, options.limit, trace=raw if options.raw else tracer(sys.stdout.write)) as bot:
        seat = bot.seat(rules, own, names)
        try:
            while (player := state.current_player) is not None:
                legal, view = state.legal_actions(), state.view(player)
                if len(legal) == 1:
                    state.push(legal[0])
                elif player != own:
                    state.push(rule.choose(view))
                else:
                    move, _ = seat.ask(view, state.events(own))
                    try:
                        state.push(move)
                    except OxidealError as error:
                        seat.refuse(error)
                        seat.end(None)
                        print(f"oxideal protocol trace: illegal move: {error}", file=sys.stderr)
                        return 1
        except ProgramError as error:
            print(printable(f"oxideal protocol trace: the program {error}"), file=sys.stderr)
            return 1
        seat.end(state.view(own), state.events(own))
    return 0
