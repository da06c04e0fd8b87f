"""A difference between two engines."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from .._internal.json import object_of
from .._registry import GAMES
from ..errors import InvalidRecordError
from ..interface import Forfeit
from ..interface.round import REASONS
from .values import NOT_ANSWERS

__all__ = ["TAKE_BACK", "Difference", "forfeit_entry", "forfeit_of"]

TAKE_BACK = -1
"""The entry in the actions of a `Difference` that takes back the last action."""

MAX_CHARACTERS = 2**22
"""Maximum length of a difference as JSON."""


def forfeit_entry(seat: int, reason: int) -> int:
    """Return the entry in the actions of a `Difference` for a forfeit: below `TAKE_BACK`."""
    return TAKE_BACK - 1 - seat * len(REASONS) - reason % len(REASONS)


def forfeit_of(entry: int) -> Forfeit | None:
    """Return the forfeit of an entry, or None if it is another one."""
    if entry >= TAKE_BACK:
        return None
    seat, reason = divmod(TAKE_BACK - 1 - entry, len(REASONS))
    return Forfeit(seat, REASONS[reason])


@dataclass(frozen=True)
class Difference:
    """A difference between two engines: the answer of each, and what is needed to reproduce it."""

    game: str
    rules: dict[str, Any]
    seed: int
    stream: int
    actions: tuple[int, ...]
    """The actions since the deal; `TAKE_BACK` takes back the last one, and lower numbers are forfeits."""
    what: str
    left: str
    right: str
    probe: int = 0
    """Seed of what the comparison tries, e.g. illegal moves and damaged texts."""

    def __str__(self) -> str:
        steps, position = self._played()
        lines = [
            f"{self.game} {json.dumps(self.rules)}, seed {self.seed}, stream {self.stream}",
            f"after {len(steps)} steps: {'; '.join(steps) or '(none)'}",
            self.what,
            f"  left:  {_indented(self.left)}",
            f"  right: {_indented(self.right)}",
            *position,
        ]
        return "\n".join(lines)

    def _played(self) -> tuple[list[str], list[str]]:
        """Return the moves, and lines with the position after them; ids and no lines if this package cannot play them.

        The difference can be a fault of this package's engine, which then fails here too.
        """
        ids = ["back" if action == TAKE_BACK else str(forfeit_of(action) or action) for action in self.actions]
        try:
            game: Any = GAMES[self.game].module("rust")
            state = game.State(game.Rules.from_dict(self.rules), seed=self.seed, stream=self.stream)
            steps = []
            for action in self.actions:
                if action == TAKE_BACK:
                    state.pop()
                    steps.append("back")
                elif (forfeit := forfeit_of(action)) is not None:
                    state.forfeit(*forfeit)
                    steps.append(str(forfeit))
                else:
                    steps.append(str(state.rules.move(action)))
                    state.push(action)
            return steps, [f"here: {state.to_text()}", "", str(state)]
        except NOT_ANSWERS:
            raise
        except BaseException:  # a panic of a Rust engine is not an Exception
            return ids, []

    def to_json(self) -> str:
        """Return the difference as JSON."""
        return json.dumps(asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Difference:
        """Return the difference with this JSON. Raises `InvalidRecordError` if it is not valid."""
        if len(text) > MAX_CHARACTERS:
            raise InvalidRecordError(f"a difference must have at most {MAX_CHARACTERS} characters")
        try:
            fields = object_of(text, "a difference", InvalidRecordError)
            return cls(**{**fields, "actions": tuple(fields["actions"])})
        except (TypeError, KeyError) as error:
            raise InvalidRecordError(f"invalid difference: {error}") from None


def _indented(text: str) -> str:
    return text.replace("\n", "\n         ")
