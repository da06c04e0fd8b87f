"""`oxideal play`: play a round at the terminal."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from .._input.checks import integer_within, seat_within
from .._progress import is_open
from .._registry import game_of, module_of
from ..bots import Bot, Limit, SearchBot, bot, bot_seed
from ..errors import InvalidArgumentError, InvalidMoveError, OxidealError
from ..record import Record, Writer
from .arguments import add_game, add_rules, file_name, limit, natural
from .parser import add_command
from .start import add_seed, rules_of, seed_of

MAX_SHOWN = 40
"""With more legal moves than this, the list shows only some of each kind."""

MAX_SHOWN_OF_A_KIND = 8

MAX_NAME_LENGTH = 60
"""Maximum length of a name in records; the name of a bot can be longer."""

HELP = """\
Type a move as shown in the list, or {number}. Other commands:
  ?     what a search would play, and why
  all   list all legal moves
  look  show the table again
  h     show this help
  q     leave the game"""

EXAMPLES = """
  oxideal play doudizhu
  oxideal play foursquare --hint 5s
  oxideal play mexican_train --seat 2 --bots rule --rules '{"players": 3}'
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "play",
        run,
        "play a round against bots, here in the terminal",
        "Plays a round between you and bots. You see what your seat knows and the legal moves: type a move or its "
        "number. Type ? for a hint, h for help, q to leave.",
        EXAMPLES,
    )
    add_game(command)
    command.add_argument("--seat", type=natural, default=0, metavar="N", help="your seat (default: %(default)s)")
    command.add_argument(
        "--bots",
        nargs="+",
        metavar="BOT",
        help="one bot for all other seats, or one for each: random, rule, search:50ms, ... (default: search:200ms)",
    )
    command.add_argument(
        "--hint",
        type=limit,
        default=Limit(time=1),
        metavar="LIMIT",
        help="how long the search for a hint takes (default: %(default)s)",
    )
    command.add_argument(
        "--records",
        type=file_name,
        metavar="FILE",
        help="append a record of the round to this file, finished or not (default: none)",
    )
    add_rules(command)
    add_seed(command, "seed of the deal and the bots")


def run(options: argparse.Namespace) -> int:
    rules = rules_of(options)
    own = seat_within(options.seat, rules.players)
    others = [seat for seat in range(rules.players) if seat != own]
    texts = bots_of(options, len(others))
    state = module_of(options.game).State(rules, seed=seed_of(options))
    bots: dict[int, Bot[Any]] = {
        seat: bot(text, seed=bot_seed(state.seed, seat)) for seat, text in zip(others, texts, strict=True)
    }
    names = dict(zip(others, texts, strict=True))
    with ExitStack() as stack:
        # Opened before the game, so that a file that cannot be written is found now and not after it.
        writer = stack.enter_context(Writer(options.records, append=True)) if options.records is not None else None
        try:
            print(f"{options.game}, seed {state.seed}; you are seat {own}; type h for help\n")
            _Round(state, own, bots, names, options.hint).play()
        except (KeyboardInterrupt, EOFError, _Leave):
            print("\nYou left the game.")
        else:
            print(f"\n{state}\n\n{outcome(state.payoffs, own)}")
            print(f"payoffs {state.payoffs}, scores {state.scores}; you are seat {own}")
        finally:  # also if the output pipe is closed, or a bot fails
            if writer is not None:
                sat = [names.get(seat, "person")[:MAX_NAME_LENGTH] for seat in range(rules.players)]
                writer.write(Record.of(state, names=sat))
    return 0


def bots_of(options: argparse.Namespace, others: int) -> list[str]:
    """Return the names of the bots in the other seats."""
    texts: list[str] = options.bots or ["search:200ms"]
    if options.bots and not others:
        raise InvalidArgumentError(f"{options.game} has one seat: --bots does not apply")
    if len(texts) not in (1, others):
        raise InvalidArgumentError(f"--bots must name 1 bot or one per other seat ({others}), got {len(texts)}")
    return texts if len(texts) == others else texts * others


def outcome(payoffs: Sequence[int], own: int) -> str:
    """Return a sentence about the result for this seat."""
    mine, best = payoffs[own], max(payoffs)
    if len(payoffs) == 1:
        return "You won." if mine > 0 else "You lost."
    if min(payoffs) == best:
        return "Nobody won."
    if mine > 0:
        return f"You won {mine}."
    if mine == best:  # the payoff of a winner can be 0 or less
        return "You won."
    return f"You lost {-mine}." if mine else "You lost nothing."


class _Leave(Exception):  # noqa: N818 (not an error)
    """The person leaves the game."""


class _Round:
    """A round between a person and bots."""

    def __init__(self, state: Any, own: int, bots: dict[int, Bot[Any]], names: dict[int, str], hint: Limit) -> None:
        self.state = state
        self.own = own
        self.bots = bots
        self.names = names
        self.hint = SearchBot(hint, seed=bot_seed(state.seed, own))
        rules = state.rules
        # In a game with moves like "3", numbers of the list need a sign.
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
        """Ask the person until they play a move."""
        view = self.state.view(self.own)
        print(f"\n{view}\n\n{self.listed(legal, MAX_SHOWN)}")
        while True:
            if not is_open(sys.stdin):
                raise EOFError
            text = input("your move> ").strip()
            if not sys.stdin.isatty():
                print(text)
            if text in ("q", "quit", "exit"):
                raise _Leave
            if text in ("h", "help"):
                print(HELP.format(number="# and its number (#4)" if self.sign else "its number"))
                if (game := game_of(self.state)) is not None and game.notation:
                    print(game.notation)
            elif text == "?":
                print(self.hint.think(view))
                print("mean: expected result for you, higher is better; ±: standard error")
            elif text == "all":
                print(self.listed(legal, len(legal)))
            elif text == "look":
                print(f"\n{view}\n\n{self.listed(legal, MAX_SHOWN)}")
            elif text:
                try:
                    self.state.push(self.named(text, legal))
                except OxidealError as error:
                    print(error)
                else:
                    return

    def named(self, text: str, legal: list[Any]) -> Any:
        """Return the move with this text, or with this number in the list."""
        number = text.removeprefix("#")
        if number.isascii() and number.isdecimal() and (text != number or not self.sign):
            return legal[integer_within("number", int(number[:20]), 1, len(legal), called="move number") - 1]
        try:
            return self.state.parse(text)
        except InvalidMoveError as error:
            raise InvalidMoveError(f"{error}; type h for help") from None

    def listed(self, legal: list[Any], few: int) -> str:
        """Return the list of moves with their numbers, grouped by kind if there are several kinds."""
        kinds: dict[str, list[str]] = {}
        for number, move in enumerate(legal, 1):
            kind = str(getattr(move, "kind", "move")).replace("_", " ")
            kinds.setdefault(kind, []).append(f"{self.sign}{number}: {move}")
        lines = []
        for kind, moves in kinds.items():
            shown = moves if len(legal) <= few else moves[:MAX_SHOWN_OF_A_KIND]
            more = [] if len(shown) == len(moves) else [f'and {len(moves) - len(shown)} more (type "all")']
            text = f"{kind}   " + "   ".join([*shown, *more]) if len(kinds) > 1 else "   ".join([*shown, *more])
            lines.append(_wrapped(text))
        return "\n".join(lines)


def _wrapped(text: str) -> str:
    """Wrap a text for the terminal, between moves only."""
    glued = text.replace("   ", "\0").replace(" ", "\xa0").replace("\0", "   ")
    width = max(shutil.get_terminal_size().columns, 40)
    lines = textwrap.wrap(glued, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\xa0", " ")
