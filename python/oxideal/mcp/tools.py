"""The tools that a language model can call. They see a table only through its view and its events."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _registry
from .._arguments.checks import format_int, quoted
from ..errors import InvalidArgumentError
from ..schemas.values import Check, Fields, mapping, natural, text

if TYPE_CHECKING:
    from .tables import OpenTable, Tables

MAX_EVENTS = 1000
"""The maximum number of events in a result."""

MAX_MOVES = 200
"""The maximum number of legal moves in a result."""

RULES_PAGE = "https://github.com/oxideal/oxideal/blob/main/docs/rules/{}.md"

Result = tuple[Sequence[str], dict[str, Any]]
"""Texts for the model, and the same as JSON."""


@dataclass(frozen=True)
class Parameter:
    """An argument of a tool: its JSON Schema without the description, its check, and whether it can be left out."""

    schema: dict[str, Any]
    check: Check
    description: str
    optional: bool = False


@dataclass(frozen=True)
class Tool:
    """A tool, as the model is told of it, and the function that answers a call."""

    description: str
    parameters: dict[str, Parameter]
    run: Callable[..., Result]
    changes: bool = False
    """Whether a call changes a table."""

    def to_dict(self, name: str) -> dict[str, Any]:
        """Return the definition that a client lists."""
        return {
            "name": name,
            "description": self.description,
            "inputSchema": {
                "type": "object",
                "properties": {
                    key: {**each.schema, "description": each.description} for key, each in self.parameters.items()
                },
                "required": [key for key, each in self.parameters.items() if not each.optional],
                "additionalProperties": False,
            },
            "annotations": {"readOnlyHint": not self.changes, "openWorldHint": False},
        }

    def call(self, tables: Tables, arguments: dict[str, Any]) -> Result:
        """Answer a call. Raises `OxidealError`, whose text is for the model."""
        names = ", ".join(self.parameters) or "none"
        for name in arguments:
            if name not in self.parameters:
                raise InvalidArgumentError(f"unknown argument {quoted(name)}; expected {names}")
        given = Fields("arguments", arguments, InvalidArgumentError)
        for name, each in self.parameters.items():
            if name in arguments or not each.optional:
                given.get(name, each.check)
        return self.run(tables, **arguments)


def _opponents(value: object) -> str | None:
    is_list = type(value) is list and all(type(each) is str for each in value)
    return None if type(value) is str or is_list else "a string or a list of strings"


GAME = Parameter({"type": "string", "enum": list(_registry.NAMES)}, text, "Name of the game.")
RULES = Parameter({"type": "object"}, mapping, 'Options that differ from the default, e.g. {"players": 4}.', True)
SEAT = Parameter({"type": "integer", "minimum": 0}, natural, "Your seat, from 0. Default: 0.", True)
OPPONENTS = Parameter(
    {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    _opponents,
    "The bots on the other seats: level:1 (beginner) to level:10, random, rule, net, search or search:LIMIT "
    "(e.g. search:200ms, at most 2s). One name for all, or a list in the order of the seats. Default: rule.",
    True,
)
TABLE = Parameter({"type": "integer", "minimum": 1}, natural, "Number of the table, from start.")
TURN = Parameter({"type": "integer", "minimum": 1}, natural, "Number of the turn that this move is for.")
MOVE = Parameter({"type": "string"}, text, "Text of the move, as legal_moves lists it.")
OFFSET = Parameter({"type": "integer", "minimum": 0}, natural, "How many moves to skip. Default: 0.", True)
SINCE = Parameter(
    {"type": "integer", "minimum": 0},
    natural,
    "How many events to skip. Default: those that you have been told already.",
    True,
)


def games(_: Tables) -> Result:
    """Return the games and the default of each option of their rules."""
    found = []
    for name, info in _registry.GAMES.items():
        rules = info.module().Rules()
        page = RULES_PAGE.format(name)
        found.append({"game": name, "title": info.title, "rules": rules.to_dict(), "page": page})
    lines = [f"{each['game']} ({each['title']}), rules {json.dumps(each['rules'])}: {each['page']}" for each in found]
    return ["\n".join(lines)], {"games": found}


def start(
    tables: Tables, game: str, rules: dict[str, Any] | None = None, seat: int = 0, opponents: str | list[str] = "rule"
) -> Result:
    """Deal a round and let the bots before the model play."""
    table = tables.start(game, rules or {}, seat, opponents)
    table.advance()
    return report(table, 0)


def view(tables: Tables, table: int) -> Result:
    """Return what the seat knows, drawn and as JSON."""
    found = tables.get(table)
    known = found.view.to_dict()
    return [str(found.view), json.dumps(known)], {**status(found), "view": known}


def legal_moves(tables: Tables, table: int, offset: int = 0) -> Result:
    """Return some of the legal moves, shuffled."""
    found = tables.get(table)
    check_turn(found)
    moves = shuffled_moves(found)
    page = moves[offset : offset + MAX_MOVES]
    rest = len(moves) - offset - len(page)
    more = f"; {rest} more: call legal_moves with offset {offset + len(page)}" if rest > 0 else ""
    first = f"turn {found.turn}: {len(moves)} legal moves, in random order{more}"
    return ["\n".join([first, *page])], {**status(found), "total": len(moves), "offset": offset, "moves": page}


def move(tables: Tables, table: int, turn: int, move: str) -> Result:
    """Make a move of the model's and let the bots play."""
    found = tables.get(table)
    check_turn(found)
    if turn != found.turn:
        raise InvalidArgumentError(f"this is turn {found.turn}, not {format_int(turn)}: no move was made")
    found.play(move)
    found.advance()
    return report(found, found.told)


def wait(tables: Tables, table: int, since: int | None = None) -> Result:
    """Let the bots play on, and return events."""
    found = tables.get(table)
    found.advance()
    return report(found, found.told if since is None else since)


def result(tables: Tables, table: int) -> Result:
    """Return the payoffs of a finished round."""
    found = tables.get(table)
    known = found.view
    if not known.is_over:
        raise InvalidArgumentError("the round is not over")
    names = ("payoffs", "winners", "scores")
    made = {name: list(getattr(known, name)) for name in names}
    lines = [f"{name}: {', '.join(map(str, made[name])) or 'none'}" for name in names]
    return ["\n".join([f"you are seat {found.seat}", *lines])], {**status(found), **made}


def leave(tables: Tables, table: int) -> Result:
    """Close a table."""
    tables.leave(table)
    return [f"table {table} is closed"], {"table": table}


def check_turn(table: OpenTable) -> None:
    """Raise an error unless the model is to move."""
    known = table.view
    if known.is_over:
        raise InvalidArgumentError("the round is over: call result")
    if known.current_player != table.seat:
        raise InvalidArgumentError(f"seat {known.current_player} is to move, not you: call wait")


def shuffled_moves(table: OpenTable) -> list[str]:
    """Return the texts of the legal moves in an order that says nothing about them.

    It is the same whenever the model asks in this turn, and depends only on what the model knows.
    """
    moves = sorted(map(str, table.view.legal_moves()))
    random.Random(f"{table.number} {len(table.events)}").shuffle(moves)
    return moves


def status(table: OpenTable) -> dict[str, Any]:
    """Return what every result about a table has."""
    known = table.view
    return {
        "table": table.number,
        "seat": table.seat,
        "turn": table.turn,
        "current_player": known.current_player,
        "is_over": known.is_over,
        "events_so_far": len(table.events),
    }


def report(table: OpenTable, since: int) -> Result:
    """Return the events after the first `since`, and the present view."""
    known, events = table.view, table.events
    told = events[since : since + MAX_EVENTS]
    if told:
        table.told = max(table.told, since + len(told))
    if known.is_over:
        next_step = "the round is over: call result"
    elif known.current_player == table.seat:
        next_step = f"it is your turn, turn {table.turn}"
    else:
        next_step = f"seat {known.current_player} is to move: call wait"
    if table.told < len(events):
        next_step += "; there are more events: call wait"
    lines = [f"table {table.number}, you are seat {table.seat}; {next_step}", *told, "", str(known)]
    made = [table.rules.event_to_dict(each) for each in told]
    return ["\n".join(lines)], {**status(table), "events": made}


TOOLS = {
    "games": Tool(
        "List the games, the options of their rules with their defaults, and where the rules are.", {}, games
    ),
    "start": Tool(
        "Deal a round of a game and take a seat. Returns the number of the table, what has happened, and what you see.",
        {"game": GAME, "rules": RULES, "seat": SEAT, "opponents": OPPONENTS},
        start,
        changes=True,
    ),
    "view": Tool("Return what your seat knows: the table drawn as text, and as JSON.", {"table": TABLE}, view),
    "legal_moves": Tool(
        f"List the legal moves of your turn, at most {MAX_MOVES} at once, in random order.",
        {"table": TABLE, "offset": OFFSET},
        legal_moves,
    ),
    "move": Tool(
        "Make a move. Then the other seats play until it is your turn again. An illegal move is refused with the "
        "reason, and you can choose another one.",
        {"table": TABLE, "turn": TURN, "move": MOVE},
        move,
        changes=True,
    ),
    "wait": Tool(
        "Let the other seats play on if it is not your turn, and return the events since the last result.",
        {"table": TABLE, "since": SINCE},
        wait,
        changes=True,
    ),
    "result": Tool("Return the payoffs, winners and scores of a round that is over.", {"table": TABLE}, result),
    "leave": Tool("Close a table.", {"table": TABLE}, leave, changes=True),
}
