"""`oxideal play`: play a match at the terminal."""

from __future__ import annotations

import argparse
import sys
import traceback
from contextlib import ExitStack, suppress
from typing import Any

from ..._arguments.checks import printable, seat_within
from ..._registry import NAMES, module_of
from ...bots import Limit
from ...errors import InvalidArgumentError
from ...record import Writer
from ...words import LANGUAGES
from ..arguments import add_bots, add_rules, completed, file_name, game, limit, natural
from ..parser import INTERRUPTED, add_command, listed
from ..start import add_seed, new_seed, rules_of, seed_of
from .screen import Screen
from .session import BotFailed, Leave, NewMatch, Session, is_typed
from .setup import Setup

EXAMPLES = """
  oxideal play doudizhu
  oxideal play rummy --bots level:3
  oxideal play foursquare --practice --hint 5s
  oxideal play mexican_train --seat 2 --bots rule --rules '{"players": 3}'
  oxideal play rummy --web
"""


NOT_IN_BROWSER = {
    "plain": "",
    "records": "",
    "seed": ": the page contributes to the seed of each deal",
    "language": ": the page has a button for its language",
}
"""The options that --web excludes, and why."""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "play",
        run,
        "play against bots, in the terminal or in a browser",
        "Plays a match between you and bots. You see what your seat knows and the legal moves: type a move, its "
        "number, or a part of it. /help lists the commands, /rules shows the rules, /quit leaves.",
        EXAMPLES,
    )
    completed(command.add_argument("game", type=game, metavar="GAME", help=listed(NAMES)), lambda _: NAMES)
    command.add_argument("--seat", type=natural, metavar="N", help="your seat (default: 0)")
    add_bots(
        command,
        "--bots",
        text="one bot for all other seats, or one for each: level:1 (beginner) to level:10, search:1s, "
        "mybots.py:Plays, ... (default: level:5)",
    )
    command.add_argument("--practice", action="store_true", help="allow /undo; records say so")
    command.add_argument(
        "--hint",
        type=limit,
        default=Limit(time=1),
        metavar="LIMIT",
        help="how long the search for a hint takes (default: %(default)s)",
    )
    command.add_argument("--plain", action="store_true", help="plain lines without boxes, colours and suit symbols")
    command.add_argument("--language", choices=LANGUAGES, help="language of the game (default: en)")
    command.add_argument(
        "--records",
        type=file_name,
        metavar="FILE",
        help="append a record of each round to this file, finished or not (default: none)",
    )
    add_rules(command)
    add_seed(command, "seed of the deals and the bots")
    group = command.group("in a browser")
    group.add_argument("--web", action="store_true", help="play in a browser instead; requires oxideal[serve]")
    group.add_argument("--no-browser", action="store_true", help="with --web: print the address, and open no browser")


def run(options: argparse.Namespace) -> int:
    if options.web:
        return play_in_browser(options)
    if is_typed():
        with suppress(ImportError):  # not on all systems
            import readline  # noqa: F401 (lets `input` edit lines)
    setup = new_setup(options)
    screen = Screen(plain=options.plain)
    with ExitStack() as stack:
        # Opened before the game, so that a file that cannot be written is found now and not after it.
        writer = stack.enter_context(Writer(options.records, append=True)) if options.records is not None else None
        while True:
            session = Session(setup, screen, options.hint, writer, options.language or "en")
            try:
                try:
                    session.play()
                except NewMatch:
                    setup = another(setup)
                except Leave:
                    session.say_goodbye()
                    return 0
                except BotFailed as failed:
                    session.say_goodbye()
                    print_failure(failed)
                    return 1
                except KeyboardInterrupt:
                    print()
                    session.say_goodbye()
                    return INTERRUPTED
                finally:  # also if the output pipe is closed, or a bot fails
                    session.end()
            except KeyboardInterrupt:  # within these lines
                session.end()
                raise


def print_failure(failed: BotFailed) -> None:
    if (cause := failed.__cause__) is not None:
        traceback.print_exception(type(cause), cause, cause.__traceback__ and cause.__traceback__.tb_next)
    for line in failed.stderr.splitlines():
        print(printable(line), file=sys.stderr)
    print(f"oxideal play: {failed}", file=sys.stderr)


def play_in_browser(options: argparse.Namespace) -> int:
    """Serve one table until Ctrl-C."""
    from .web import serve_table

    for name, why in NOT_IN_BROWSER.items():
        if getattr(options, name) not in (None, False):
            raise InvalidArgumentError(f"--{name} and --web are mutually exclusive{why}")
    rules = rules_of(options)
    seat = seat_within(options.seat or 0, rules.players)
    seats = bots_of(options.bots, options.game, rules.players - 1)
    seats.insert(seat, "person")
    return serve_table(options.game, rules, seats, options.practice, options.hint, opens=not options.no_browser)


def new_setup(options: argparse.Namespace) -> Setup:
    rules = rules_of(options)
    seat = seat_within(options.seat or 0, rules.players)
    match = module_of(options.game).Match(rules, seed=seed_of(options))
    return Setup(options.game, match, seat, bots_of(options.bots, options.game, rules.players - 1), options.practice)


def another(setup: Setup) -> Setup:
    """Return a new match with the same rules and bots."""
    results = setup.match.results
    rules = results[0].rules if results else setup.match.state.rules
    match = type(setup.match)(rules, seed=new_seed())
    return Setup(setup.game, match, setup.seat, setup.bots, setup.practice)


def bots_of(given: list[str] | None, game: str, others: int) -> list[str]:
    texts = given or ["level:5"]
    if given and not others:
        raise InvalidArgumentError(f"{game} has one seat: --bots does not apply")
    if others and len(texts) not in (1, others):
        raise InvalidArgumentError(f"--bots must name 1 bot or one per other seat ({others}), got {len(texts)}")
    return texts if len(texts) == others else texts[:1] * others
