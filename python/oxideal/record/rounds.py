"""Record a state, and replay a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._arguments.checks import quoted, type_name
from .._registry import NAMES, module_of, unknown
from ..errors import InvalidRecordError, OxidealError
from .data import RecordData
from .origin import origin_of, start_of

if TYPE_CHECKING:
    from ..interface import Game, State


def replay(record: RecordData, backend: str = "rust", *, game: Game | None = None) -> State[Any, Any, Any]:
    """Play a recorded round again, check every action and the result, and return the last state.

    `backend` is the engine, "rust" or "reference"; `game` is the module of a game of another package. Raises
    `InvalidRecordError` for the first action that is impossible, or for a wrong result.

    >>> from oxideal import foursquare
    >>> from oxideal.record import Record
    >>> state = foursquare.State(seed=7)
    >>> replay(Record.of(state)) == state
    True
    """
    end: State[Any, Any, Any]
    *_, end = _states_of(record, backend, game)  # all items are the same object
    return end


def states(record: RecordData, backend: str, game: Game | None) -> Iterator[State[Any, Any, Any]]:
    """Yield a copy of the state before each action, and at the end."""
    return (state.copy() for state in _states_of(record, backend, game))


def recorded(state: Any) -> dict[str, Any]:
    """Return the fields of a record that the state determines."""
    if not (hasattr(state, "history") and hasattr(state, "origin")):
        raise TypeError(f"state must be a State, not {type_name(state)}")
    actions = [str(state.rules.move(action)) for action in state.history]
    result = {"forfeited": state.forfeited, "payoffs": state.payoffs, "scores": state.scores}
    return {**origin_of(state), "actions": actions, **result}


def check_that_it_leads_to(state: Any, record: RecordData) -> None:
    """Replay the record and compare, so that a faulty engine is found before anything is written."""
    *_, end = _played(record, type(state), type(state.rules))
    if end.history != state.history or end != state:
        raise InvalidRecordError("replaying the actions of this state leads to a different state")


def _states_of(record: RecordData, backend: str, game: Game | None) -> Iterator[Any]:
    if not isinstance(record, RecordData):
        hint = "; loads() reads a text" if isinstance(record, str) else ""
        raise TypeError(f"record must be a Record, not {type_name(record)}{hint}")
    if game is None and record.game not in NAMES:
        raise InvalidRecordError(
            unknown("game", record.game, NAMES) + "; for a game of another package, give its module as game="
        )
    module = module_of(record.game if game is None else game, backend)
    return _played(record, module.State, module.Rules)


def _played(record: RecordData, state_type: Any, rules_type: Any) -> Iterator[Any]:
    """Yield one state object before each action and at the end, forfeited if the round was, then check the result."""
    try:
        rules = rules_type.from_dict(record.rules)
    except OxidealError as error:
        raise InvalidRecordError(f"rules: {error}") from None
    for name, values in (("names", record.names), ("payoffs", record.payoffs)):
        if values is not None and len(values) != rules.players:
            raise InvalidRecordError(f"{name} must have {rules.players} items, one per seat, got {len(values)}")
    state = start_of(record, state_type, rules)
    for number, text in enumerate(record.actions):
        yield state
        try:
            state.push(state.parse(text))
        except OxidealError as error:
            raise InvalidRecordError(f"action {number}, {quoted(text)}: {error}") from None
    if record.forfeited is not None:
        try:
            state.forfeit(*record.forfeited)
        except OxidealError as error:
            raise InvalidRecordError(f"forfeited: {error}") from None
    yield state
    _check_result(record, state)


def _check_result(record: RecordData, state: Any) -> None:
    count = len(record.actions)
    after = f"after {count} action{'s' * (count != 1)}"
    if record.payoffs is None and state.is_over:
        raise InvalidRecordError(f"the round is over {after}, but the record has no payoffs")
    if record.payoffs is not None and not state.is_over:
        raise InvalidRecordError(f"the round is not over {after}, but the record has payoffs")
    for name, recorded, found in (("payoffs", record.payoffs, state.payoffs), ("scores", record.scores, state.scores)):
        if recorded != found:
            raise InvalidRecordError(f"the {name} are {list(found)}, but the record has {list(recorded or ())}")
