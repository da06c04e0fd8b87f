"""A game as a line of JSON, and played again from it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import InvalidRecordError
from ..reference.arguments import type_name
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
    try:
        fields = json.loads(record) if isinstance(record, str) else record
        if fields["format"] != FORMAT:
            raise InvalidRecordError(f"this is a record of format {fields['format']}; this version reads {FORMAT}")
        module = module_of(game or fields["game"])
        rules = module.Rules.from_dict(fields["rules"])
        state: State[Any, Any, Any] = module.State(rules, seed=int(fields["seed"]), stream=fields["stream"])
        for text in fields["actions"]:
            state.push(state.parse(text))
        for name in ("payoffs", "scores"):
            told, given = getattr(state, name), fields[name]
            if told != (None if given is None else tuple(given)):
                raise InvalidRecordError(f"the {name} are {told}, but the record has {given}")
    except InvalidRecordError:
        raise
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise InvalidRecordError(f"this is no record of a game: {error}") from None
    return state
