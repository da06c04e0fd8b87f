"""Where two engines part."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import InvalidRecordError

__all__ = ["TAKE_BACK", "Difference"]

TAKE_BACK = -1
"""Stands among the actions of a `Difference` where the last one is taken back."""


@dataclass(frozen=True)
class Difference:
    """Where two engines part: enough to see it again, and what each of them said."""

    game: str
    rules: dict[str, Any]
    seed: int
    stream: int
    actions: tuple[int, ...]
    """Played since the deal; `TAKE_BACK` where the last one is taken back."""
    what: str
    left: str
    right: str
    probe: int = 0
    """Seeds what a full comparison tries: which illegal moves, which damaged texts."""

    def __str__(self) -> str:
        steps = ["back" if action == TAKE_BACK else str(action) for action in self.actions]
        return (
            f"{self.game} {json.dumps(self.rules)}, seed {self.seed}, stream {self.stream}\n"
            f"after {len(steps)} steps: {' '.join(steps) or '(none)'}\n"
            f"{self.what}\n"
            f"  left:  {_indented(self.left)}\n"
            f"  right: {_indented(self.right)}"
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Difference:
        """The inverse of `to_json`, or InvalidRecordError."""
        try:
            fields = json.loads(text)
            return cls(**{**fields, "actions": tuple(fields["actions"])})
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InvalidRecordError(f"this is no difference that was written here: {error}") from None


def _indented(text: str) -> str:
    return text.replace("\n", "\n         ")
