"""Every error that oxideal raises on purpose, on both backends.

Wrong *types* raise Python's own `TypeError`; everything else that a caller can get wrong raises one of these.
"""

from __future__ import annotations

__all__ = [
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
    """The base of all errors of this package."""


class InvalidMoveError(OxidealError):
    """No such move: the id is not in the table of actions, or the text names nothing."""


class IllegalMoveError(OxidealError):
    """A real move, but not now. `rule` is the id of the rule it breaks, `reason` says why in a sentence.

    >>> error = IllegalMoveError("FS-03", "2,2 is not next to a pile")
    >>> str(error)
    '2,2 is not next to a pile [FS-03]'
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)  # both in `args`, so that the error pickles
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


class InvalidRulesError(OxidealError):
    """Rules that no game is played by."""


class InvalidStateError(OxidealError):
    """A deal, position, text or bytes that cannot be a state or a view of the game."""


class InvalidRecordError(OxidealError):
    """Events or a record of a game that cannot have happened."""


class InvalidArgumentError(OxidealError):
    """A seat, seed, stream, size, thread count or array that the call cannot take."""
