"""Rounds that other programs have logged: a file for each game, which lists its programs in `PROGRAMS`.

Each program has a function that takes a log, as values read from JSON. It returns the state at the end of the log and
a remark or None. It raises an error of ours for a log without such a round, or with a move that our rules do not allow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._arguments.checks import text_of
from ..._registry import parts_of, unknown
from ...errors import InvalidArgumentError, InvalidRecordError, OxidealError


def state_of(log: object, program: str) -> tuple[Any, str | None]:
    """Return the state at the end of a log, and a remark or None. Raises `InvalidRecordError`."""
    function = function_of(program)
    try:
        state, note = function(log)
    except InvalidRecordError:
        raise
    except OxidealError as error:
        raise InvalidRecordError(f"the log cannot be played by our rules: {error}") from None
    return state, note


def function_of(program: str) -> Callable[[object], tuple[Any, str | None]]:
    """Return the function for the logs of a program. Raises `InvalidArgumentError` if there is none."""
    known = {name: function for _, part in parts_of("record.foreign_logs") for name, function in part.PROGRAMS.items()}
    if text_of("program", program) not in known:
        raise InvalidArgumentError(unknown("program", program, known))
    function: Callable[[object], tuple[Any, str | None]] = known[program]
    return function
