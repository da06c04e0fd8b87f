"""A game as a line of JSON, and played again from it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import InvalidRecordError
from ..reference.arguments import integer, quoted, text_of, type_name
from .game import module_of

if TYPE_CHECKING:
    from ..interface import Game, State

FORMAT = 1
"""Of the records and of `Result.to_dict`."""


class Lines(Protocol):
    """What records can be written to."""

    def write(self, text: str, /) -> object: ...


@contextmanager
def writer(records: str | os.PathLike[str] | Lines | None) -> Iterator[Callable[[str], object]]:
    """What is to be called with the lines of some games."""
    if records is None:
        yield lambda _: None
    elif isinstance(records, str | os.PathLike):
        with Path(records).open("w", encoding="utf-8") as file:
            yield file.write
    elif hasattr(records, "write"):
        yield records.write
    else:
        raise TypeError(f"records must be a path or a file, not {type_name(records)}")


def record_of(game: str, state: Any, names: Sequence[str | None], note: str | None) -> str:
    """The line of a game that has come to this state, between the bots of these names, one for each seat."""
    fields = {
        "format": FORMAT,
        "game": game,
        "rules": state.rules.to_dict(),
        "seed": str(state.seed),
        "stream": state.stream,
        "names": names,
        "actions": [str(state.rules.move(action)) for action in state.history],
        "payoffs": state.payoffs,
        "scores": state.scores,
        "note": note,
    }
    return json.dumps(fields) + "\n"


def replay(record: str | Mapping[str, Any], *, game: Game | None = None) -> State[Any, Any, Any]:
    """The state at the end of a recorded game (a line of the records, or what it holds), played again and compared.
    `game` is the module where it is none of this package.
    """
    module = None if game is None else module_of(game)
    try:
        fields = json.loads(record) if isinstance(record, str) else record
        if integer("format", fields["format"]) != FORMAT:
            raise InvalidRecordError(f"this is a record of format {fields['format']}; this version reads {FORMAT}")
        module = module or module_of(text_of("game", fields["game"]))
        rules = module.Rules.from_dict(fields["rules"])
        state: State[Any, Any, Any] = module.State(rules, seed=_seed(fields["seed"]), stream=fields["stream"])
        for text in _list("actions", fields["actions"]):
            state.push(state.parse(text))
        for name in ("payoffs", "scores"):
            told, given = getattr(state, name), fields[name]
            if given is not None:
                given = tuple(integer(name, each) for each in _list(name, given))
            if told != given:
                raise InvalidRecordError(f"the {name} are {told}, but the record has {given}")
    except InvalidRecordError:
        raise
    except Exception as error:  # a mapping of any kind may have anything in it
        raise InvalidRecordError(f"this is no record of a game: {error}") from None
    return state


def _seed(text: object) -> int:
    """As a record has it: neither a number nor a text that `int` would read just as well."""
    if re.fullmatch("0|[1-9][0-9]{0,77}", text_of("seed", text)) is None:
        raise InvalidRecordError(f"the seed is a text of decimal digits, not {quoted(str(text))}")
    return int(str(text))


def _list(name: str, value: object) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{name} must be a list, not {type_name(value)}")
    return value
