"""Why a move is refused. The sentence is made only when it is asked for."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import IllegalMoveError
from ..words import as_text, refusal


class Refusal(NamedTuple):
    """The rule that a move breaks, and the sentence of `oxideal.words` about it with its values."""

    rule: str
    key: str
    values: dict[str, str]

    @property
    def reason(self) -> str:
        return refusal(self.key, "en", self.values)

    def error(self) -> IllegalMoveError:
        return IllegalMoveError(self.rule, self.reason, self.key, self.values)


def refused(rule: str, key: str, **values: object) -> Refusal:
    return Refusal(rule, key, {name: as_text(value) for name, value in values.items()})
