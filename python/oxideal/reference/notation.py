"""The parts of text formats that all games share.

A position is fields between semicolons: first the game and its rules, then the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from .._arguments.checks import quoted, tokens
from ..errors import InvalidRulesError, InvalidStateError
from .rules import Rules

RulesT = TypeVar("RulesT", bound=Rules[Any])

_FLAGS = {"true": True, "false": False}


class Form(NamedTuple, Generic[RulesT]):
    """How the positions of a game are written, and the examples that messages show."""

    rules_type: type[RulesT]
    title: str
    max_characters: int
    max_digits: int
    """The most digits of a rule that is a number."""
    rule: str
    """An example of a rule."""
    rules: str
    """Several examples of rules, as in a sentence."""
    fields: str
    """Several examples of fields, as in a sentence."""
    examples: Mapping[str, str]
    """The names of the fields, each with an example."""
    per_seat: tuple[str, ...] = ()
    """The names of the fields that each seat has."""
    repeated: tuple[str, ...] = ()
    """The names of the fields that a text can have several times: their values are lists."""

    def read(
        self, text: str, readers: Mapping[str, Callable[[list[str], RulesT], Any]]
    ) -> tuple[RulesT, dict[str, Any]]:
        """Return the rules and the values of the fields, each by its name and seat.

        `readers` return the value of a field from its words, or None if they are wrong.
        """
        rules, fields = self.split(text)
        values: dict[str, Any] = {name: [] for name in self.repeated}
        for field in fields:
            name, key, words = self.key_of(field, rules.players)
            value = readers[name](words, rules)
            if value is None:
                raise self.invalid_field(name, field)
            if name in self.repeated:
                values[name].append(value)
            elif key in values:
                raise InvalidStateError(duplicate_message(f'field "{key}"'))
            else:
                values[key] = value
        return rules, values

    def split(self, text: str) -> tuple[RulesT, list[str]]:
        """Return the rules that a text begins with, and the fields after them."""
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
        defaults = self.rules_type().to_dict()
        given: dict[str, Any] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if equals and value in _FLAGS and name in self.rules_type._word_or_flag:
                rule: object = _FLAGS[value]
            elif equals and value == "none" and name in self.rules_type._nullable:
                rule = None
            elif not equals or name not in defaults or (rule := self._rule(value, defaults[name])) is None:
                raise InvalidStateError(f"unknown rule {quoted(word)}; expected e.g. {self.rules}")
            if name in given:
                raise InvalidStateError(duplicate_message(f'rule "{name}"'))
            given[name] = rule
        try:
            return self.rules_type(**given)
        except InvalidRulesError as error:
            raise InvalidStateError(str(error)) from None

    def _rule(self, value: str, default: object) -> object:
        if isinstance(default, bool):
            return _FLAGS.get(value)
        if isinstance(default, int) or default is None:
            return read_number(value, self.max_digits)
        return value

    def name_of(self, field: str) -> tuple[str, list[str]]:
        name, *words = tokens(field) or [""]
        if name not in self.examples:
            raise InvalidStateError(f"unknown field {quoted(field)}; expected e.g. {self.fields}")
        return name, words

    def key_of(self, field: str, players: int) -> tuple[str, str, list[str]]:
        """Return the name of a field, the name with its seat if each seat has such a field, and the words after it."""
        name, words = self.name_of(field)
        if name not in self.per_seat:
            return name, name, words
        seat = read_seat(words.pop(0), players) if words else None
        if seat is None:
            raise self.invalid_field(name, field)
        return name, f"{name} {seat}", words

    def invalid_field(self, name: str, field: str) -> InvalidStateError:
        """Return the error for a field whose name is known but whose words are wrong."""
        return InvalidStateError(f'invalid field {quoted(field)}; expected e.g. "{self.examples[name]}"')


def non_default_fields(rules: Rules[Any], defaults: Mapping[str, Any]) -> list[str]:
    """Return the fields of the rules that differ from the defaults, as texts such as "players=4"."""
    return [
        f"{name}={str(value).lower() if value is None or isinstance(value, bool) else value}"
        for name, value in rules.to_dict().items()
        if value != defaults[name]
    ]


# Numbers


def read_number(word: str, max_digits: int) -> int | None:
    """Return a word as a number, or None if it is not one or has too many digits."""
    fits = word.isascii() and word.isdecimal() and len(word) <= max_digits
    return int(word) if fits else None


def read_seat(word: str, players: int, max_digits: int = 2) -> int | None:
    """Return a word as a seat, or None if the game has no such seat."""
    found = read_number(word, max_digits)
    return found if found is not None and found < players else None


# Required and forbidden fields


def check_given(values: Mapping[str, Any], names: Iterable[str]) -> None:
    """Raise unless all these fields are given."""
    for name in names:
        if name not in values:
            raise InvalidStateError(f'missing field "{name}"')


def check_not_given(values: Mapping[str, Any], names: Iterable[str], kind: str) -> None:
    """Raise if any of these fields is given in the text of a `kind` (a state or a view)."""
    for name in names:
        if name in values:
            raise InvalidStateError(f'field "{name}" is not allowed in a {kind}')


def check_hands(
    values: Mapping[str, Any],
    players: int,
    hidden: str,
    others: Iterable[str],
    *,
    of_state: bool,
    all_shown: bool,
) -> None:
    """Raise unless the fields are those of a state, or of a view whose seat sees its own hand or all hands.

    `hidden` is the field of the cards in no hand, and `others` are fields that both must have.
    """
    hands = [f"hand {seat}" for seat in range(players)]
    if of_state:
        check_not_given(values, ("seat", "sizes"), "state")
        check_given(values, (*hands, hidden, *others))
        return
    check_given(values, ["seat"])
    shown = hands if all_shown else [f"hand {values['seat']}"]
    check_not_given(values, [name for name in (*hands, hidden) if name not in shown], "view")
    check_given(values, (*shown, "sizes", *others))


# Messages


def too_long(what: str, text: str, most: int) -> str:
    return f"{what} must have at most {most} characters, got {len(text)}"


def duplicate_message(what: str) -> str:
    return f"duplicate {what}"
