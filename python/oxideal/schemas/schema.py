"""JSON Schemas, put together from the files `common.json` and `<game>.json`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import starmap
from typing import TYPE_CHECKING, Any

from .. import _registry
from .._arguments.checks import text_of
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from ..interface import Game

FORMAT = 1
"""Version of the dicts and their schemas. Views, states and results contain it as `format`."""

KINDS = (
    *("rules", "move", "event", "view", "state", "thinking", "solution", "review", "result", "ratings"),
    *("benchmark", "playouts", "match"),
    *("to_bot", "from_bot"),
)
"""The kinds of dicts that have a schema."""


def schema(kind: str, game: Game | str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the dicts of one kind in a game.

    `kind` is one of `KINDS`, `game` the name of a game or its module. "thinking" and "solution" are results of
    `oxideal.bots`, "review" is that of `oxideal.review`, "result", "ratings" and "benchmark" are those of
    `oxideal.arena`, and "match" is a match. "to_bot" and "from_bot" are the messages of the protocol for bots, which
    can have more fields than the schema.

    Raises `InvalidArgumentError` for any other kind or game.

    >>> schema("move", "foursquare")["$ref"]
    '#/$defs/move'
    >>> schema("view", "foursquare")["$defs"]["view"]["properties"]["format"]
    {'const': 1}
    """
    if text_of("kind", kind) not in KINDS:
        raise InvalidArgumentError(_registry.unknown("kind", kind, KINDS))
    game = str(_registry.module_of(game).__name__).rpartition(".")[2]
    if game not in _registry.GAMES:
        raise InvalidArgumentError(_registry.unknown("game", game, _registry.GAMES))
    common, own, protocol = _read("common"), _read(game), _read("protocol")
    # A view and a state of a game have the fields of all rounds, those of its rounds, and their own.
    objects = {
        name: {**common["objects"].get(name, {}), **own["objects"].get(name, {})} for name in _names(common, own)
    }
    round_ = objects.pop("round")
    for name in ("view", "state"):
        objects[name] = {**objects[name], **round_, "game": {"const": game}}
    for name in ("result", "ratings", "benchmark", "match"):
        objects[name]["game"] = {"const": game}
    events = {**own["events"], **common["events"]}
    event = {"anyOf": [_object({"kind": {"const": name}, "text": _TEXT, **events[name]}) for name in events]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A {kind} of {_registry.GAMES[game].title} in oxideal, format {FORMAT}",
        "$ref": f"#/$defs/{kind}",
        "$defs": {
            **common["values"],
            **own["values"],
            **{name: _object(fields) for name, fields in objects.items()},
            "event": event,
            **{name: _object(fields) for name, fields in protocol["objects"].items()},
            **{name: {"anyOf": [*starmap(_message, protocol[name].items())]} for name in ("to_bot", "from_bot")},
        },
    }


@cache
def messages_of_bots() -> dict[str, tuple[str, ...]]:
    """Return the kinds of messages that a bot sends, with the names of their fields."""
    return {
        kind: ("kind", *(name.removesuffix("?") for name in fields))
        for kind, fields in _read("protocol")["from_bot"].items()
    }


_TEXT = {"type": "string"}


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _message(kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a message, which can have other fields too. "?" ends the name of an optional field."""
    properties = {name.removesuffix("?"): value for name, value in fields.items()}
    required = [name for name in fields if not name.endswith("?")]
    return {"type": "object", "properties": {"kind": {"const": kind}, **properties}, "required": ["kind", *required]}


def _names(*parts: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for part in parts for name in part["objects"]))


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return found
