"""Convert the origin of a round between states and records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .._arguments.checks import quoted, seat_within
from ..errors import InvalidRecordError, OxidealError
from ..interface import Origin

if TYPE_CHECKING:
    from .data import RecordData


def origin_of(state: Any) -> dict[str, Any]:
    """Return the fields of a record for the origin of this state, its game and its rules."""
    origin: Origin = state.origin
    rules = state.rules
    fields = {"game": _name_of(state), "rules": rules.to_dict(), "seed": origin.seed, "stream": origin.stream}
    if origin.text is None:
        return {**fields, "dealer": origin.dealer}
    recent = [(seat, str(rules.move(action))) for seat, action in origin.recent]
    return {**fields, "start": origin.text, "drawn": origin.drawn, "recent": recent}


def start_of(record: RecordData, state_type: Any, rules: Any) -> Any:
    """Return the state in which a record starts. Raises `InvalidRecordError`."""
    field = "dealer" if record.start is None else "start"
    try:
        if record.start is None:
            state = state_type(rules, seed=record.seed, stream=record.stream, dealer=record.dealer)
        else:
            state = state_type.from_text(record.start, seed=0)  # replaced by the seed of the record, if any
    except OxidealError as error:
        raise InvalidRecordError(f"{field}: {error}") from None
    game = _name_of(state)
    if game != record.game:
        raise InvalidRecordError(f"this is a record of {record.game}, but the game is {game}")
    return state if record.start is None else _start_by_hand(record, state, rules)


def _start_by_hand(record: RecordData, state: Any, rules: Any) -> Any:
    """Return the same position with the seed and the last actions of the record."""
    if state.rules != rules:
        raise InvalidRecordError("start: its rules differ from those of the record")
    needs_seed = state.origin.seed is not None
    if needs_seed and record.seed is None:
        raise InvalidRecordError('start: missing field "seed": random events can follow this position')
    if record.seed is not None and not needs_seed:
        raise InvalidRecordError('start: field "seed" is not allowed: no random events can follow this position')
    recent = _recent(record, rules)
    origin = Origin(record.seed, record.stream, record.drawn, None, state.origin.text, recent)
    try:
        return type(state).from_origin(rules, origin)
    except OxidealError as error:
        raise InvalidRecordError(f"start: {error}") from None


def _recent(record: RecordData, rules: Any) -> tuple[tuple[int, int], ...]:
    """Return the last actions before the start as pairs of seat and action id."""
    found = []
    for number, (seat, text) in enumerate(record.recent):
        try:
            found.append((seat_within(seat, rules.players), int(rules.parse(text))))
        except OxidealError as error:
            raise InvalidRecordError(f"recent: item {number}, {quoted(text)}: {error}") from None
    return tuple(found)


def _name_of(state: Any) -> str:
    """Return the name of the game: the first word of every text."""
    return re.split(r"\W", state.to_text(), maxsplit=1)[0]
