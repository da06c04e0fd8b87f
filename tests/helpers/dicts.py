"""Helpers for tests of dicts of plain JSON values."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import jsonschema

from oxideal.schemas import schema


@cache
def validator(kind: str, game: str) -> jsonschema.Draft202012Validator:
    """Return a validator that is made once: `jsonschema.validate` checks the schema itself at every call."""
    return jsonschema.Draft202012Validator(schema(kind, game))


def through_json(kind: str, game: str, thing: Any) -> dict[str, Any]:
    """Return the dict of a thing as another program reads it, after checking it against its schema."""
    fields: dict[str, Any] = json.loads(json.dumps(thing.to_dict(), allow_nan=False))
    validator(kind, game).validate(fields)
    return fields


def changed(fields: Any, path: Sequence[Any], value: Any) -> Any:
    """Return a copy in which the value at this path is another."""
    found = copy.deepcopy(fields)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return found
