"""Where a round begins, as a state tells it and as a record holds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .._input.checks import quoted, seat_within
from ..errors import InvalidRecordError, OxidealError
from ..interface import Origin

if TYPE_CHECKING:
    from .data import RecordData


def origin_of(state: Any) -> dict[str, Any]:
    """The fields of a record that say where this state began, its game and its rules included."""
    origin: Origin = state.origin
    rules = state.rules
    fields = {"game": _name_of(state), "rules": rules.to_dict(), "seed": origin.seed, "stream": origin.stream}
    if origin.text is None:
        return {**fields, "dealer": origin.dealer}
    recent = [(seat, str(rules.move(action))) for seat, action in origin.recent]
    return {**fields, "start": origin.text, "drawn": origin.drawn, "recent": recent}


def start_of(record: RecordData, state_type: Any, rules: Any) -> Any:
    """The state in which a record begins."""
    called = "dealer" if record.start is None else "start"
    try:
        if record.start is None:
            state = state_type(rules, seed=record.seed, stream=record.stream, dealer=record.dealer)
        else:
            state = state_type.from_text(record.start)
    except OxidealError as error:
        raise InvalidRecordError(f"{called}: {error}") from None
    game = _name_of(state)
    if game != record.game:
        raise InvalidRecordError(f"this is a record of {record.game}, but the game is {game}")
    return state if record.start is None else _start_by_hand(record, state, rules)


def _start_by_hand(record: RecordData, state: Any, rules: Any) -> Any:
    """The same position with the chance and the last actions of the record."""
    if state.rules != rules:
        raise InvalidRecordError("start: the rules in its text are not those of the record")
    by_chance = state.origin.seed is not None
    if by_chance and record.seed is None:
        raise InvalidRecordError("start: chance may have a part in what follows, so a seed belongs to it")
    if record.seed is not None and not by_chance:
        raise InvalidRecordError("start: chance has no part in what follows, so no seed belongs to it")
    recent = _recent(record, rules)
    origin = Origin(record.seed, record.stream, record.drawn, None, state.origin.text, recent)
    try:
        return type(state).from_origin(rules, origin)
    except OxidealError as error:
        raise InvalidRecordError(f"start: {error}") from None


def _recent(record: RecordData, rules: Any) -> tuple[tuple[int, int], ...]:
    """The last actions before the start, with ids."""
    found = []
    for number, (seat, text) in enumerate(record.recent):
        try:
            found.append((seat_within(seat, rules.players), int(rules.parse(text))))
        except OxidealError as error:
            raise InvalidRecordError(f"recent: item {number}, {quoted(text)}: {error}") from None
    return tuple(found)


def _name_of(state: Any) -> str:
    """The name of the game, with which all its texts begin."""
    return re.split(r"\W", state.to_text(), maxsplit=1)[0]
