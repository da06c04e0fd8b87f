"""The time that players have, without any waiting: whoever uses a clock says what time it is.

>>> from oxideal.clock import Clock, TimeControl
>>> clock = Clock(TimeControl(move=15, bank=60), 3)
>>> clock.start(0, now=100.0)
>>> clock.left(0, now=120.0)
55.0
>>> clock.stop(now=120.0)
>>> clock.left(0, now=120.0)
70.0
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Self, SupportsIndex

from ._arguments.checks import finite, integer_within, quoted, seat_within, text_of, type_name
from .errors import InvalidArgumentError, InvalidRecordError, InvalidStateError
from .schemas.values import Fields, mapping, maybe, natural

__all__ = ["Clock", "TimeControl"]
__dir__ = __all__.copy  # `dir` shows these names alone

MAX_SECONDS = 86_400  # one day

_TIME = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m)"
_TEXT = re.compile(rf"(?:{_TIME})?(?:/{_TIME}(?:\+{_TIME})?)?")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}


@dataclass(frozen=True)
class TimeControl:
    """How much time a player has for a round, in seconds, each 0 to 86,400 (a day), rounded to milliseconds.

    - `move`: for each decision; what is left of it is lost
    - `bank`: for the whole round, used up when the time for the decision is over
    - `increment`: added to the bank after each decision

    With `move` alone it is a time for each decision, with `bank` and `increment` a chess clock, with `move` and `bank`
    the clock of the big apps. Raises `InvalidArgumentError` for a number out of range, or if both `move` and `bank` are
    0.

    >>> TimeControl(bank=300, increment=2), str(TimeControl(move=15, bank=60))
    (TimeControl(move=0.0, bank=300.0, increment=2.0), '15s/60s')
    """

    move: float = 0.0
    bank: float = 0.0
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("move", "bank", "increment"):
            object.__setattr__(self, name, _seconds(name, getattr(self, name)))
        if self.move + self.bank == 0:
            raise InvalidArgumentError("a time control needs move or bank, e.g. TimeControl(move=15)")

    @classmethod
    def parse(cls, text: str, /) -> TimeControl:
        """Read a time control as the command line has it: `15s`, `15s/60s`, `/5m+2s`.

        The time for a decision is first, then, after a slash, the bank with its increment.

        >>> TimeControl.parse("/5m+2s")
        TimeControl(move=0.0, bank=300.0, increment=2.0)
        """
        found = _TEXT.fullmatch(text_of("text", text))
        if found is None or not text:
            raise InvalidArgumentError(f"invalid clock {quoted(text)}; expected e.g. 15s, 15s/60s or /5m+2s")
        move, bank, increment = (
            float(found[place]) * _UNITS[found[place + 1]] if found[place] else 0.0 for place in (1, 3, 5)
        )
        return cls(move, bank, increment)

    def __str__(self) -> str:
        more = "" if self.increment == 0 else f"+{_format(self.increment)}"
        bank = f"/{_format(self.bank)}{more}" if self.bank or more else ""
        return (_format(self.move) if self.move else "") + bank

    def to_dict(self) -> dict[str, int]:
        """Return everything in whole milliseconds, ready for JSON."""
        return {name: round(getattr(self, name) * 1000) for name in ("move", "bank", "increment")}

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> TimeControl:
        """Return the time control that a dict describes: the inverse of `to_dict`.

        Missing fields are 0. Raises `InvalidRecordError` for any other or wrong field.
        """
        given = Fields("a clock", fields, InvalidRecordError)
        values = {name: given.optional(name, natural, 0) for name in ("move", "bank", "increment")}
        unknown = next((name for name in fields if name not in values), None)
        if unknown is not None:
            raise given.error(f"unknown field {quoted(str(unknown))}; expected move, bank or increment")
        try:
            return cls(**{name: value / 1000 for name, value in values.items()})
        except InvalidArgumentError as error:
            raise given.error(str(error)) from None


class Clock:
    """The clocks of all seats in one round.

    `now` is any number of seconds that only grows, such as `time.monotonic()`. A clock never looks at the time by
    itself, so programs can store it, and tests do not have to wait. One seat's time runs at a time.
    """

    __slots__ = ("_banks", "_since", "_turn", "control")

    def __init__(self, control: TimeControl, players: SupportsIndex) -> None:
        if not isinstance(control, TimeControl):
            raise TypeError(f"control must be a TimeControl, not {type_name(control)}")
        self.control: TimeControl = control
        """How much time the players have."""
        self._banks = [control.bank] * integer_within("players", players, 1, 100)
        self._turn: int | None = None
        self._since = 0.0

    @property
    def turn(self) -> int | None:
        """The seat whose time runs, or None."""
        return self._turn

    @property
    def banks(self) -> tuple[float, ...]:
        """The seconds in the bank of each seat, without the decision that is running."""
        return tuple(self._banks)

    @property
    def deadline(self) -> float | None:
        """When the time of the seat whose time runs is over; None if no time runs."""
        return None if self._turn is None else self._since + self.control.move + self._banks[self._turn]

    def start(self, seat: SupportsIndex, now: float) -> None:
        """Start the time of the seat that has to decide. Raises `InvalidStateError` if another time runs."""
        number = seat_within(seat, len(self._banks))
        if self._turn is not None:
            raise InvalidStateError(f"the time of seat {self._turn} is running; stop it first")
        self._turn, self._since = number, _now(now)

    def left(self, seat: SupportsIndex, now: float) -> float:
        """Return the seconds that a seat has for its present decision, or for its next one: 0 if its time is over."""
        number = seat_within(seat, len(self._banks))
        used = _now(now) - self._since if number == self._turn else 0.0
        return max(0.0, self.control.move + self._banks[number] - max(0.0, used))

    def is_over(self, now: float) -> bool:
        """Return whether the seat whose time runs has none left."""
        deadline = self.deadline
        return deadline is not None and _now(now) >= deadline

    def stop(self, now: float) -> None:
        """Note that the seat whose time runs has decided. Raises `InvalidStateError` if no time runs."""
        if self._turn is None:
            raise InvalidStateError("no time is running")
        beyond = max(0.0, _now(now) - self._since - self.control.move)
        self._banks[self._turn] = max(0.0, self._banks[self._turn] - beyond) + self.control.increment
        self._turn = None

    def cancel(self) -> None:
        """Stop the time that runs as if it had not run, e.g. after a move has been taken back."""
        self._turn = None

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)(self.control, len(self._banks))
        other._banks, other._turn, other._since = self._banks.copy(), self._turn, self._since
        return other

    __copy__ = copy

    def to_dict(self, now: float) -> dict[str, Any]:
        """Return everything in milliseconds, ready for JSON, with the time that the present decision has taken."""
        used = 0.0 if self._turn is None else max(0.0, _now(now) - self._since)
        banks = [round(bank * 1000) for bank in self._banks]
        return {"control": self.control.to_dict(), "banks": banks, "turn": self._turn, "used": round(used * 1000)}

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /, now: float) -> Self:
        """Return the clock that a dict describes, as if no time had passed since `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field.

        >>> clock = Clock(TimeControl(move=15), 2)
        >>> clock.start(1, now=0.0)
        >>> Clock.from_dict(clock.to_dict(now=5.0), now=1000.0).left(1, now=1001.0)
        9.0
        """
        given = Fields("a clock", fields, InvalidRecordError)
        given.check_names("control", "banks", "turn", "used")
        banks = given.items("banks", natural)
        if not 1 <= len(banks) <= 100:
            raise given.error(f"banks must have 1 to 100 items, got {len(banks)}")
        clock = cls(TimeControl.from_dict(given.get("control", mapping)), len(banks))
        clock._banks = [bank / 1000 for bank in banks]
        turn, used = given.get("turn", maybe(natural)), given.get("used", natural)
        if turn is not None:
            if turn >= len(banks):
                raise given.error(f"turn must be below {len(banks)}, got {turn}")
            clock.start(turn, _now(now) - used / 1000)
        return clock

    def __repr__(self) -> str:
        return f"<Clock {self.control}, banks {self._banks}, turn {self._turn}>"


def _seconds(name: str, value: object) -> float:
    seconds = finite(name, value, "a number of seconds")
    if not 0 <= seconds <= MAX_SECONDS:
        raise InvalidArgumentError(f"{name} must be 0 to {MAX_SECONDS} seconds, got {seconds!r}")
    return round(seconds, 3)


def _now(value: object) -> float:
    return finite("now", value, "a number of seconds")


def _format(seconds: float) -> str:
    """Return a text that `parse` reads as the same time, to the millisecond."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".") + "s"
