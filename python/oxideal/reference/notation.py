"""What texts have in common in all games: positions (the game and its rules, then fields), moves and lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from .._input.checks import quoted, tokens
from ..errors import InvalidRulesError, InvalidStateError
from .rules import Rules

RulesT = TypeVar("RulesT", bound=Rules[Any])


class Form(NamedTuple, Generic[RulesT]):
    """How the positions of a game are written, and what messages show of it."""

    rules_type: type[RulesT]
    title: str
    max_characters: int
    max_digits: int
    """Of a rule that is a number."""
    rule: str
    """An example of a rule."""
    rules: str
    """Several of them, as in a sentence."""
    fields: str
    """Likewise some fields."""
    examples: Mapping[str, str]
    """The names of the fields, each with an example."""

    def split(self, text: str) -> tuple[RulesT, list[str]]:
        """The rules, and the fields after them."""
        if len(text) > self.max_characters:
            raise InvalidStateError(too_long("a position", text, self.max_characters))
        first, *fields = (field.strip(" ") for field in text.split(";"))
        word, *words = tokens(first) or [""]
        if word != self.rules_type._game:
            raise InvalidStateError(
                f'a {self.title} position must start with "{self.rules_type._game}" and any rules, e.g. '
                f'"{self.rules_type._game} {self.rule}", got {quoted(first)}'
            )
        return self._rules(words), fields

    def _rules(self, words: list[str]) -> RulesT:
        plain = self.rules_type().to_dict()
        given: dict[str, Any] = {}
        for word in words:
            name, equals, value = word.partition("=")
            rule = self._rule(value, plain[name]) if equals and name in plain else None
            if rule is None:
                raise InvalidStateError(f"unknown rule {quoted(word)}; expected e.g. {self.rules}")
            if name in given:
                raise InvalidStateError(duplicate_message(f'rule "{name}"'))
            given[name] = rule
        try:
            return self.rules_type(**given)
        except InvalidRulesError as error:
            raise InvalidStateError(str(error)) from None

    def _rule(self, value: str, plain: object) -> object:
        if isinstance(plain, bool):
            return {"true": True, "false": False}.get(value)
        return read_number(value, self.max_digits) if isinstance(plain, int) else value

    def name_of(self, field: str) -> tuple[str, list[str]]:
        """The name of a field, and the words after it."""
        name, *words = tokens(field) or [""]
        if name not in self.examples:
            raise InvalidStateError(f"unknown field {quoted(field)}; expected e.g. {self.fields}")
        return name, words

    def unreadable(self, name: str, field: str) -> InvalidStateError:
        return InvalidStateError(f'invalid field {quoted(field)}; expected e.g. "{self.examples[name]}"')


def rules_that_differ(rules: Rules[Any], plain: Mapping[str, Any]) -> list[str]:
    """The fields of these rules, as texts, whose values are not the plain ones."""
    return [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in rules.to_dict().items()
        if value != plain[name]
    ]


# Numbers


def read_number(word: str, max_digits: int) -> int | None:
    fits = word.isascii() and word.isdecimal() and len(word) <= max_digits
    return int(word) if fits else None


def read_seat(word: str, players: int, max_digits: int = 2) -> int | None:
    found = read_number(word, max_digits)
    return found if found is not None and found < players else None


# Whether all fields are there


def check_given(values: Mapping[str, Any], names: Iterable[str]) -> None:
    for name in names:
        if name not in values:
            raise InvalidStateError(f'missing field "{name}"')


def check_not_given(values: Mapping[str, Any], names: Iterable[str], kind: str) -> None:
    for name in names:
        if name in values:
            raise InvalidStateError(f'field "{name}" is not allowed in a {kind}')


# Messages


def too_long(what: str, text: str, most: int) -> str:
    return f"{what} must have at most {most} characters, got {len(text)}"


def duplicate_message(what: str) -> str:
    return f"duplicate {what}"
