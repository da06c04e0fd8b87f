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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arena import Fault

__all__ = [
    "BotError",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidMoveError",
    "InvalidRecordError",
    "InvalidRulesError",
    "InvalidStateError",
    "OxidealError",
]


def __dir__() -> list[str]:
    return sorted(__all__)


class OxidealError(ValueError):
    """Base class of all errors of this package."""


class InvalidMoveError(OxidealError):
    """Not a move: the id is not in the action table, or the text names no move."""


class IllegalMoveError(OxidealError):
    """A move that the rules do not allow now.

    `rule` is the id of the rule that it breaks, `reason` the explanation.

    >>> error = IllegalMoveError("FS-03", "2,2 is not next to a pile")
    >>> str(error)
    '2,2 is not next to a pile [FS-03]'
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)  # both must be in `args` for pickling
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


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
