"""Validators of our JSON Schemas, each made once: `jsonschema.validate` checks the schema itself at every call."""

from __future__ import annotations

from functools import cache

import jsonschema

from oxideal.schemas import schema


@cache
def validator(kind: str, game: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(kind, game))
