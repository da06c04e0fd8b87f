"""Why a move is refused, or is none. The sentence is made only when it is asked for."""

from __future__ import annotations

from typing import NamedTuple

from .._arguments.checks import excerpt
from ..errors import IllegalMoveError, InvalidMoveError
from ..words import as_text, refusal

_MAX_CHARACTERS = 1000


class Sentence(NamedTuple):
    """A sentence of `oxideal.words` about a move that is refused, with its values; as text, in English."""

    key: str
    values: dict[str, str]

    def __str__(self) -> str:
        return refusal(self.key, "en", self.values)

    def error(self) -> InvalidMoveError:
        return InvalidMoveError(str(self), self.key, self.values)


def said(key: str, **values: object) -> Sentence:
    return Sentence(key, {name: as_text(value) for name, value in values.items()})


def not_a_move(game: str, text: str) -> Sentence:
    return said(f"{game}.not_a_move", text=excerpt(text))


def checked_length(text: str) -> str:
    """Return the text of a move. Raises `InvalidMoveError` if it is too long."""
    if len(text) > _MAX_CHARACTERS:
        raise said("common.text_of_move_too_long", most=_MAX_CHARACTERS, length=len(text)).error()
    return text


def lower(text: str) -> str:
    """Return a text in lower case, unless it is not ASCII: some other characters become ASCII letters in lower case."""
    return text.lower() if text.isascii() else text


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
