"""Helpers for tests of records."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema

from helpers.cases import BACKENDS, CASES
from helpers.refusal import refuses
from oxideal.errors import InvalidRecordError
from oxideal.record import Record, schema
from oxideal.record import replay as replayed

VALIDATOR = jsonschema.Draft202012Validator(schema())


EACH = [case for case in CASES if case.backend == "rust"]
"""Each game with each of its rules; the reference's results are compared as well."""


FIELDS = sorted(schema()["properties"])


def replay(record: Record) -> Any:
    """Replay a record on both engines, and check that the results are equal."""
    here = replayed(record)
    assert replayed(record, "reference").to_bytes() == here.to_bytes()
    return here


def refused(record: Record, message: str) -> None:
    """Check that both engines refuse the record with the same message."""
    for backend in BACKENDS:
        refuses(InvalidRecordError, message, replayed, record, backend)


@cache
def played(game: str) -> Record:
    """Return a long random game."""
    case = next(each for each in EACH if each.game == game)
    longest = max((case.game_over(seed) for seed in range(10)), key=lambda state: len(state.history))
    return Record.of(longest, names=[f"bot {seat}" for seat in range(case.rules.players)])
