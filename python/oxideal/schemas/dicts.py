"""Make dicts of plain JSON values and read them, once for both engines, over the contract's interface.

Reading takes the object from the fields that determine it (the text, or the deal and the actions), makes the dict of
that object and compares all fields. So a dict is accepted only if `to_dict` can have returned it.
"""

from __future__ import annotations

import re
from typing import Any

from .. import _registry
from .._arguments.checks import quoted, text_of
from ..errors import InvalidArgumentError, InvalidMoveError, InvalidRecordError, InvalidStateError, OxidealError
from ..interface import Origin
from ..interface.round import REASONS
from .schema import FORMAT
from .values import Fields, array, check_format, check_same, decimal, forfeit_in, mapping, maybe, natural, text

_POSITION = "position "

_FORFEIT = ("forfeit", f"forfeit (?P<seat>[0-9]+) (?P<why>{'|'.join(REASONS)})")

MAX_ACTIONS = 100_000
"""The most actions that `State.from_dict` reads, as many as `State.from_bytes`."""

_MAX_EVENT = 10_000
"""The maximum length of an event other than a position."""


# Moves


def of_move(move: Any) -> dict[str, Any]:
    return {"id": int(move), "text": str(move), **_part(move).of_move(move)}


def to_move(rules: Any, fields: Any) -> Any:
    """Return the move of these rules with this dict. Raises `InvalidMoveError`."""
    move = rules.move(Fields("a move", fields, InvalidMoveError).get("id", natural))
    check_same("", fields, of_move(move), InvalidMoveError)
    return move


# Events


def of_event(rules: Any, event: Any) -> dict[str, Any]:
    """Return the dict of an event. Raises `InvalidRecordError` unless the text is one that `State.events` returns."""
    given = text_of("event", event)
    if given.startswith(_POSITION):
        return {"kind": "position", "text": given, "view": _view_of(rules, given.removeprefix(_POSITION)).to_dict()}
    part = _part(rules)
    for kind, pattern in (_FORFEIT, *part.EVENTS) if len(given) <= _MAX_EVENT else ():
        match = re.fullmatch(pattern, given)
        if match is not None:
            values = {name: _value(part, rules, name, found) for name, found in match.groupdict().items()}
            if not any(found is _INVALID for found in values.values()):
                return {"kind": kind, "text": given, **values}
            break
    raise InvalidRecordError(f"unknown event {quoted(given)}; expected a text as State.events returns it")


_INVALID = object()


def _value(part: Any, rules: Any, name: str, found: str | None) -> Any:
    """Return the value of a part of an event, None if the event has none, or `_INVALID`."""
    if found is None:
        return None
    if name == "seat":
        return int(found) if re.fullmatch("0|[1-9][0-9]?", found) and int(found) < rules.players else _INVALID
    if name == "why":
        return found
    if name == "move":
        try:
            move = rules.parse(found)
        except InvalidMoveError:
            return _INVALID
        return of_move(move) if str(move) == found else _INVALID
    value = part.event_value(rules, name, found)
    return _INVALID if value is None else value


def _view_of(rules: Any, shown: str) -> Any:
    """Return the view in an event that shows a position."""
    try:
        view = home(rules)[1].View.from_text(shown)
    except InvalidStateError as error:
        raise InvalidRecordError(str(error)) from None
    if view.to_text() != shown:
        raise InvalidRecordError(
            f"unknown event {quoted(_POSITION + shown)}; expected a text as State.events returns it"
        )
    if view.rules != rules:
        raise InvalidRecordError("the rules of the position differ from those given")
    return view


def to_event(rules: Any, fields: Any) -> str:
    """Return the text of the event with this dict. Raises `InvalidRecordError`."""
    event: str = Fields("an event", fields, InvalidRecordError).get("text", text)
    check_same("", fields, of_event(rules, event), InvalidRecordError)
    return event


# Views and states


def of_round(round_: Any) -> dict[str, Any]:
    game, _ = home(round_)
    part = game.part("schemas")
    if hasattr(type(round_), "seat"):  # a view; it may be of a class that extends ours
        own = {"seat": round_.seat, "text": round_.to_text(), **part.of_view(round_)}
    else:
        round_ = round_.copy()  # another thread may play on
        own = {"text": round_.to_text(), **_history(round_), **part.of_state(round_)}
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": round_.rules.to_dict(),
        **own,
        "current_player": round_.current_player,
        "payoffs": _listed(round_.payoffs),
        "winners": _listed(round_.winners),
        "scores": _listed(round_.scores),
        "forfeited": None if round_.forfeited is None else round_.forfeited._asdict(),
        "recent": _recent(round_.rules, round_.recent),
        **part.of_round(round_),
    }


def to_view(view_type: Any, fields: Any) -> Any:
    """Return the view of this class with this dict. Raises `InvalidStateError`."""
    given = Fields("a view", fields, InvalidStateError)
    _check_header(view_type, given)
    view = view_type.from_text(given.get("text", text))
    last = _read_recent(given)
    if last:
        # The last part of a view's bytes is its last actions, of which a view read from a text has none.
        numbers = [len(last), *(number for pair in last for number in pair)]
        view = view_type.from_bytes(view.to_bytes()[:-1] + b"".join(map(_leb128, numbers)))
    check_same("", fields, view.to_dict(), InvalidStateError)
    return view


def to_state(state_type: Any, fields: Any) -> Any:
    """Return the state of this class with this dict. Raises `InvalidStateError`."""
    given = Fields("a state", fields, InvalidStateError)
    _check_header(state_type, given)
    origin = Fields("origin", given.get("origin"), InvalidStateError)
    values = Origin(
        seed=_whole(origin.get("seed", maybe(decimal))),
        stream=_whole(origin.get("stream", maybe(decimal))),
        drawn=origin.get("drawn", natural),
        dealer=origin.get("dealer", maybe(natural)),
        text=origin.get("start", maybe(text)),
        recent=_read_recent(origin),
    )
    # A class of the reference says which rules it plays by, wherever it is defined.
    rules_type = getattr(state_type, "_rules_type", None) or home(state_type)[1].Rules
    known = given.get("rules", mapping)
    try:
        rules = rules_type.from_dict(known)
    except OxidealError as error:
        raise InvalidStateError(f"rules: {error}") from None
    try:
        state = state_type.from_origin(rules, values)
    except OxidealError as error:
        raise InvalidStateError(f"origin: {error}") from None
    history = given.get("history", array)
    if len(history) > MAX_ACTIONS:
        raise InvalidStateError(f"history must have at most {MAX_ACTIONS} actions, got {len(history)}")
    for number, move in enumerate(history):
        action = Fields(f"history[{number}]", move, InvalidStateError).get("id", natural)
        try:
            state.push(action)
        except OxidealError as error:
            raise InvalidStateError(f"history[{number}]: {error}") from None
    ended = given.get("forfeited")
    if type(ended) is dict:
        try:
            state.forfeit(*forfeit_in(Fields("forfeited", ended, InvalidStateError)))
        except InvalidArgumentError as error:
            raise InvalidStateError(f"forfeited: {error}") from None
    check_same("", fields, state.to_dict(), InvalidStateError)
    return state


def _history(state: Any) -> dict[str, Any]:
    origin, rules = state.origin, state.rules
    return {
        "origin": {
            "seed": None if origin.seed is None else str(origin.seed),
            "stream": None if origin.stream is None else str(origin.stream),
            "drawn": origin.drawn,
            "dealer": origin.dealer,
            "start": origin.text,
            "recent": _recent(rules, origin.recent),
        },
        "history": [of_move(rules.move(action)) for action in state.history],
    }


def _recent(rules: Any, last: Any) -> list[dict[str, Any]]:
    return [{"seat": seat, "move": of_move(rules.move(action))} for seat, action in last]


def _read_recent(given: Fields) -> tuple[tuple[int, int], ...]:
    pairs = []
    for number, each in enumerate(given.get("recent", array)):
        pair = Fields(f"recent[{number}]", each, InvalidStateError)
        move = Fields(f"recent[{number}].move", pair.get("move"), InvalidStateError)
        pairs.append((pair.get("seat", natural), move.get("id", natural)))
    return tuple(pairs)


def _check_header(round_type: Any, given: Fields) -> None:
    """Check the format and the game first: they decide which other fields there are."""
    check_format(given)
    name = home(round_type)[0].name
    found = given.get("game", text)
    if found != name:
        raise InvalidStateError(f"game must be {quoted(name)}, got {quoted(found)}")


# Helpers


def home(thing: Any) -> tuple[_registry.GameInfo, Any]:
    """Return the game of an object or class of either engine, and its module."""
    found = _registry.home_of(thing if isinstance(thing, type) else type(thing))
    assert found is not None
    return found


def _part(thing: Any) -> Any:
    return home(thing)[0].part("schemas")


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


def _whole(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _leb128(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + _leb128(number >> 7)
