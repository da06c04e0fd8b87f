"""The errors of this package. Both engines raise the same ones; `BotError` is the arena's.

All of them are `OxidealError`, which is a `ValueError`. A value of the wrong *type* raises `TypeError` instead; in the
fields of rules it raises `InvalidRulesError`.

>>> from oxideal import foursquare
>>> state = foursquare.State(seed=7)
>>> state.push("0,0")
>>> try:
...     state.push("2,2")
... except IllegalMoveError as error:
...     error.rule
'FS-03'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .arena import Fault

__all__ = [
    "BotError",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidMoveError",
    "InvalidRecordError",
    "InvalidRulesError",
    "InvalidStateError",
    "MoveError",
    "OxidealError",
]
__dir__ = __all__.copy  # `dir` shows these names alone

MAX_SHOWN = 40
"""How many characters of a value a message shows."""


class OxidealError(ValueError):
    """Base class of all errors of this package."""


class MoveError(OxidealError):
    """Base class of `InvalidMoveError` and `IllegalMoveError`: programs need not read the text."""

    key: str | None
    """The name of the sentence, e.g. "rummy.not_in_hand"; None for wrong JSON and games of other packages."""
    values: dict[str, str]
    """The values in the sentence."""

    def __init__(self, *args: str, key: str | None, values: Mapping[str, str] | None) -> None:
        super().__init__(*args)  # all that pickling needs
        self.key = key
        self.values = dict(values or {})

    def message(self, language: str = "en") -> str:
        """Return the text in a language of `oxideal.words`: without a key always `str(self)`.

        Raises `InvalidArgumentError` for an unknown language.
        """
        from .words import refusal

        known = checked_language(language)
        return str(self) if self.key is None else self._whole(refusal(self.key, known, self.values))

    def _whole(self, sentence: str) -> str:
        return sentence


class InvalidMoveError(MoveError):
    """Not a move: the id is not in the action table, or the text names no move.

    >>> from oxideal import doudizhu
    >>> try:
    ...     doudizhu.classify("3345")
    ... except InvalidMoveError as error:
    ...     str(error), error.key, error.message("zh")
    ('3345 is not a combination', 'doudizhu.not_a_combination', '3345 不成牌型')
    """

    def __init__(self, text: str, key: str | None = None, values: Mapping[str, str] | None = None) -> None:
        super().__init__(text, key=key, values=values)


class IllegalMoveError(MoveError):
    """A move that the rules do not allow now.

    >>> from oxideal import rummy
    >>> state = rummy.State(seed=7)
    >>> try:
    ...     state.push("discard 7S")
    ... except IllegalMoveError as error:
    ...     str(error), error.key, error.message("zh")
    ('draw a card first [RM-03]', 'rummy.must_draw_card_first', '先摸一张牌 [RM-03]')
    """

    rule: str
    """The id of the rule that it breaks."""
    reason: str
    """The explanation in English."""

    def __init__(self, rule: str, reason: str, key: str | None = None, values: Mapping[str, str] | None = None) -> None:
        super().__init__(rule, reason, key=key, values=values)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return self._whole(self.reason)

    def _whole(self, sentence: str) -> str:
        return f"{sentence} [{self.rule}]"


class InvalidRulesError(OxidealError):
    """Rules with an unknown field, or with a value that the game does not support."""


class InvalidStateError(OxidealError):
    """A deal, position, text or bytes that is not a valid state or view, or a call at the wrong time."""


class InvalidRecordError(OxidealError):
    """A record, a list of events or a commitment that is malformed or cannot have happened."""


class InvalidArgumentError(OxidealError):
    """An argument that is out of range or has the wrong shape, e.g. a seat, a seed or an array."""


class BotError(OxidealError):
    """A bot forfeited a game of an arena with `errors="raise"`; `fault` is the `Fault`.

    What the bot raised is the `__cause__`. The traceback ends there too, so that a debugger shows the bot's code.

    >>> from oxideal.arena import arena
    >>> class Broken:
    ...     def choose(self, view, limit=None):
    ...         return view.legal_moves()[0].colour
    >>> try:
    ...     arena("rummy", [Broken(), "random"], games=1, seed=7, errors="raise")
    ... except BotError as error:
    ...     error.fault.why, type(error.__cause__)
    ('raised AttributeError', <class 'AttributeError'>)
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)  # it must be in `args` for pickling
        self.fault = fault

    def __str__(self) -> str:
        return str(self.fault)


def checked_language(language: object) -> str:
    """Return a language of `oxideal.words`. Raises `InvalidArgumentError` for any other."""
    from .words import LANGUAGES

    text = plain_text(language)
    if text is None:
        raise TypeError(f"language must be a str, not {type_name(language)}")
    if text not in LANGUAGES:
        raise InvalidArgumentError(f"unknown language {quoted(text)}; expected one of {', '.join(LANGUAGES)}")
    return text


# Values in messages


def type_name(value: object) -> str:
    """Return the name of the type for a message, with its module for class names that every game has.

    A class itself is named as such, with a hint if it can be called without arguments.
    """
    is_class = issubclass(type(value), type)
    kind: Any = value if is_class else type(value)
    name = kind.__name__
    shown = f"{kind.__module__}.{name}" if name in ("Rules", "Move", "State", "View") else name
    if not is_class:
        return str(shown)
    hint = f"; pass an instance: {name}()" if name in ("Rules", "State") else ""
    return f"the class {shown}{hint}"


def plain_text(value: object) -> str | None:
    """Return `value` as a plain str, or None if it is not a str.

    Methods that a subclass overrides are bypassed, as in the Rust engine.
    """
    return str.__str__(value) if issubclass(type(value), str) else None


def quoted(text: str) -> str:
    """Return `text` in quotes for an error message, as an excerpt."""
    return f'"{excerpt(text)}"'


def excerpt(text: str) -> str:
    """Return `text` for an error message: cut to 40 characters, with "?" for anything but printable ASCII."""
    shown = "".join(character if " " <= character <= "~" else "?" for character in text[:MAX_SHOWN])
    return f"{shown}..." if len(text) > MAX_SHOWN else shown
