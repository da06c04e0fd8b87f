"""The command line: `oxideal`, or `python -m oxideal`.

    oxideal arena doudizhu search:50ms rule random -n 1000 --preset douzero
    oxideal play mexican_train --bots search:200ms --rules '{"players": 3}'

It ends with 0 where all went well, with 2 where the arguments were wrong, and with 1 where something else was.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import sys
import textwrap
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stderr, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from . import _native
from ._games import NAMES
from .arena import arena
from .arena.progress import is_open
from .bots import Bot, Limit, SearchBot, bot, bot_seed
from .errors import InvalidArgumentError, InvalidMoveError, InvalidRulesError, OxidealError
from .reference.arguments import integer_within, seat_within

__all__ = ["main"]

FEW = 40
"""Up to so many legal moves are all shown, of more only some of each kind."""

FEW_OF_A_KIND = 8

HELP = """\
Type a move as it is written in the list, or its number. Besides:
  ?     what a search would play, and why
  all   all legal moves
  look  what you see, once more
  q     leave"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns how it ended."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):  # no sign that cannot be read or written may cost a result
            with suppress(OSError, ValueError):  # a closed one, for which there is a message later on
                stream.reconfigure(errors=errors)
    with ExitStack() as stack:
        if not is_open(sys.stderr):
            stack.enter_context(redirect_stderr(stack.enter_context(Path(os.devnull).open("w", encoding="utf-8"))))
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    if not is_open(sys.stdout):
        print(f"{options.parser.prog}: there is no standard output", file=sys.stderr)
        return 1
    try:
        ended: int = options.run(options)
        sys.stdout.flush()
    except (InvalidArgumentError, InvalidRulesError) as error:
        options.parser.error(str(error))
    except BrokenPipeError:  # nobody reads on, and Python would say so once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 1
    except (OxidealError, OSError) as error:
        print(f"{options.parser.prog}: {error}", file=sys.stderr)
        return 1
    return ended


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="oxideal", description="Bots for table games: compare them, play with them.")
    parser.add_argument("--version", action="version", version=f"oxideal {_native.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (_add_arena, _add_play):
        command = add(commands)
        command.set_defaults(parser=command)
    return parser


def _add_game(command: argparse.ArgumentParser) -> None:
    """What all commands ask about the game."""
    command.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    command.add_argument("--rules", type=_fields, default={}, metavar="JSON", help="such as '{\"players\": 4}'")
    command.add_argument(
        "--preset", metavar="NAME", help="rules by name, such as douzero for doudizhu; --rules changes them"
    )
    command.add_argument("--seed", type=_whole, metavar="N", help="of the deals and the bots (default: a new one)")


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON object, such as {{}}")
    return fields


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 80):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def _limit(text: str) -> Limit:
    try:
        return Limit.parse(text)
    except InvalidArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _rules(options: argparse.Namespace) -> Any:
    rules = import_module(f"oxideal.{options.game}").Rules
    fields: dict[str, Any] = {}
    if options.preset is not None:
        if not hasattr(rules, "preset"):
            raise InvalidRulesError(f"{options.game} has no presets")
        fields = rules.preset(options.preset).to_dict()
    return rules.from_dict({**fields, **options.rules})


def _seed(options: argparse.Namespace) -> int:
    """Short where nobody gave one, as it may be typed again."""
    return secrets.randbits(32) if options.seed is None else int(options.seed)


# arena


def _add_arena(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "arena",
        help="let bots play each other on the same deals",
        description="Plays each deal once for each bot, which then begins, and compares what they got.",
    )
    _add_game(command)
    command.add_argument("bots", nargs="+", metavar="BOT", help="random, rule, search:50ms, search:1000it, …")
    command.add_argument("-n", "--games", type=_whole, default=1000, metavar="N", help="deals (default: %(default)s)")
    command.add_argument("--jobs", type=_whole, default=1, metavar="J", help="processes (default: %(default)s)")
    command.add_argument(
        "--grace", type=float, default=0.1, metavar="S", help="seconds a bot may be late (default: %(default)s)"
    )
    command.add_argument("--records", metavar="FILE", help="write a line of JSON for every game")
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.set_defaults(run=_run_arena)
    return command


def _run_arena(options: argparse.Namespace) -> int:
    result = arena(
        options.game,
        options.bots,
        options.games,
        _seed(options),
        rules=_rules(options),
        jobs=options.jobs,
        grace=options.grace,
        records=options.records,
    )
    print(json.dumps(result.to_dict(), indent=2) if options.json else result)
    if result.deals < result.wanted:
        print(f"ended early, after {result.deals} of {result.wanted} deals", file=sys.stderr)
        return 1
    return 0


# play


def _add_play(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "play", help="play a round against bots", description="A round at the terminal. ? asks a search what to play."
    )
    _add_game(command)
    command.add_argument("--seat", type=_whole, default=0, metavar="N", help="yours (default: %(default)s)")
    command.add_argument(
        "--bots", nargs="+", default=["search:200ms"], metavar="BOT", help="one for all other seats, or one each"
    )
    command.add_argument(
        "--hint", type=_limit, default=Limit(time=1), metavar="LIMIT", help="for ? (default: %(default)s)"
    )
    command.set_defaults(run=_run_play)
    return command


def _run_play(options: argparse.Namespace) -> int:
    rules = _rules(options)
    own = seat_within(options.seat, rules.players)
    others = [seat for seat in range(rules.players) if seat != own]
    if len(options.bots) not in (1, len(others)):
        raise InvalidArgumentError(
            f"there are {len(others)} other seats, but {len(options.bots)} bots: give one or {len(others)}"
        )
    state = import_module(f"oxideal.{options.game}").State(rules, seed=_seed(options))
    texts = options.bots if len(options.bots) == len(others) else options.bots * len(others)
    bots: dict[int, Bot] = {
        seat: bot(text, seed=bot_seed(state.seed, seat)) for seat, text in zip(others, texts, strict=True)
    }
    print(f"{options.game}, seed {state.seed}; you are seat {own}; type h for help\n")
    try:
        _Round(state, own, bots, dict(zip(others, texts, strict=True)), options.hint).play()
    except (KeyboardInterrupt, EOFError, _Leave):
        print("\nYou have left the game.")
        return 0
    print(f"\n{state}\n\npayoffs {state.payoffs}, scores {state.scores}; you are seat {own}")
    return 0


class _Leave(Exception):  # noqa: N818 (it is no error)
    """The person wants no more."""


class _Round:
    """A round between a person and bots."""

    def __init__(self, state: Any, own: int, bots: dict[int, Bot], names: dict[int, str], hint: Limit) -> None:
        self.state = state
        self.own = own
        self.bots = bots
        self.names = names
        self.hint = SearchBot(hint, seed=bot_seed(state.seed, own))
        rules = state.rules
        # Where cards are written as digits, a number of the list needs a sign of its own.
        digits = any(str(rules.move(action)).isdecimal() for action in range(rules.num_actions))
        self.sign = "#" if digits else ""

    def play(self) -> None:
        while (seat := self.state.current_player) is not None:
            legal = self.state.legal_moves()
            if seat != self.own:
                view = self.state.view(seat)
                move = legal[0] if len(legal) == 1 else self.bots[seat].choose(view)
                print(f"seat {seat} ({self.names[seat]}): {move}")
                self.state.push(move)
            elif len(legal) == 1:
                print(f"seat {seat} (you): {legal[0]}, the only move")
                self.state.push(legal[0])
            else:
                self.ask(legal)

    def ask(self, legal: list[Any]) -> None:
        """Until the person has played a move."""
        view = self.state.view(self.own)
        print(f"\n{view}\n\n{self.listed(legal, FEW)}")
        while True:
            if not is_open(sys.stdin):
                raise EOFError
            text = input("your move> ").strip()
            if not sys.stdin.isatty():
                print(text)
            if text in ("q", "quit", "exit"):
                raise _Leave
            if text in ("h", "help"):
                print(HELP)
            elif text == "?":
                print(self.hint.think(view))
            elif text == "all":
                print(self.listed(legal, len(legal)))
            elif text == "look":
                print(f"\n{view}\n\n{self.listed(legal, FEW)}")
            elif text:
                try:
                    self.state.push(self.named(text, legal))
                except OxidealError as error:
                    print(error)
                else:
                    return

    def named(self, text: str, legal: list[Any]) -> Any:
        """The move that a text or its number in the list names."""
        number = text.removeprefix("#")
        if number.isascii() and number.isdecimal() and (text != number or not self.sign):
            return legal[integer_within("number", int(number[:20]), 1, len(legal), called="the number of a move") - 1]
        try:
            return self.state.parse(text)
        except InvalidMoveError as error:
            raise InvalidMoveError(f"{error}; h shows what you can type") from None

    def listed(self, legal: list[Any], few: int) -> str:
        """The moves with their numbers, by kinds where there are several."""
        kinds: dict[str, list[str]] = {}
        for number, move in enumerate(legal, 1):
            kind = str(getattr(move, "kind", "move")).replace("_", " ")
            kinds.setdefault(kind, []).append(f"{self.sign}{number}: {move}")
        lines = []
        for kind, moves in kinds.items():
            shown = moves if len(legal) <= few else moves[:FEW_OF_A_KIND]
            more = [] if len(shown) == len(moves) else [f"and {len(moves) - len(shown)} more (all shows them)"]
            text = f"{kind}   " + "   ".join([*shown, *more]) if len(kinds) > 1 else "   ".join([*shown, *more])
            lines.append(_wrapped(text))
        return "\n".join(lines)


def _wrapped(text: str) -> str:
    """On lines of the terminal, broken between moves only."""
    glued = text.replace("   ", "\0").replace(" ", "\xa0").replace("\0", "   ")
    width = max(shutil.get_terminal_size().columns, 40)
    lines = textwrap.wrap(glued, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\xa0", " ")
