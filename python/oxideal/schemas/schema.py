"""JSON Schemas, put together from the files `common.json` and `<game>.json`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from .. import _registry
from .._input.checks import text_of
from ..errors import InvalidArgumentError

FORMAT = 1
"""Version of the dicts and their schemas. Views, states and results contain it as `format`."""

KINDS = ("rules", "move", "event", "view", "state", "thinking", "solution", "result", "playouts", "round_result")
"""The kinds of dicts that have a schema."""


def schema(kind: str, game: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the dicts of one kind in a game.

    `kind` is one of `KINDS`. "thinking" and "solution" are results of `oxideal.bots`, "result" is that of an arena,
    "round_result" that of a round of a match.
    Raises `InvalidArgumentError` for any other kind or game.

    >>> schema("move", "foursquare")["$ref"]
    '#/$defs/move'
    >>> schema("view", "foursquare")["$defs"]["view"]["properties"]["format"]
    {'const': 1}
    """
    if text_of("kind", kind) not in KINDS:
        raise InvalidArgumentError(_registry.unknown("kind", kind, KINDS))
    if text_of("game", game) not in _registry.GAMES:
        raise InvalidArgumentError(_registry.unknown("game", game, _registry.GAMES))
    common, own = _read("common"), _read(game)
    # A view and a state of a game have the fields of all rounds, those of its rounds, and their own.
    objects = {
        name: {**common["objects"].get(name, {}), **own["objects"].get(name, {})} for name in _names(common, own)
    }
    round_ = objects.pop("round")
    for name in ("view", "state"):
        objects[name] = {**objects[name], **round_, "game": {"const": game}}
    objects["result"]["game"] = {"const": game}
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
        },
    }


_TEXT = {"type": "string"}


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _names(*parts: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for part in parts for name in part["objects"]))


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return found
