"""Limits of a search: time, iterations or nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from .._arguments.checks import integer_within, quoted, real, text_of, type_name
from ..errors import InvalidArgumentError

__all__ = ["Limit"]

MAX_SECONDS = 86_400  # one day

MAX_COUNT = 2**48
"""The maximum for iterations and for nodes."""

_PART = re.compile(r"([0-9]{1,20}(?:\.[0-9]{1,20})?)(?:e([+-]?[0-9]{1,3}))?(ms|s|it|nodes)")


@dataclass(frozen=True)
class Limit:
    """How long a bot may think: until the first of the given limits is reached.

    - `time`: seconds, more than 0 and at most 86,400 (a day)
    - `iterations`: number of playouts, 1 to 2**48
    - `nodes`: number of actions tried, 1 to 2**48

    Raises `InvalidArgumentError` if no limit is given, or if one is out of range.

    >>> Limit(time=0.05), str(Limit(iterations=1000))
    (Limit(time=0.05, iterations=None, nodes=None), '1000it')
    """

    time: float | None = None
    iterations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None:
            object.__setattr__(self, "time", _seconds(self.time))
        for name in ("iterations", "nodes"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, integer_within(name, getattr(self, name), 1, MAX_COUNT))
        if self.time is None and self.iterations is None and self.nodes is None:
            raise InvalidArgumentError("a limit needs time, iterations or nodes, e.g. Limit(time=0.05)")

    @classmethod
    def parse(cls, text: str, /) -> Limit:
        """Read a limit: a number with `ms`, `s`, `it` or `nodes`, or several of them with commas between.

        >>> Limit.parse("2s"), Limit.parse("50ms,1e4it")
        (Limit(time=2.0, iterations=None, nodes=None), Limit(time=0.05, iterations=10000, nodes=None))
        """
        given: dict[str, float] = {}
        for part in text_of("text", text).split(","):
            found = _PART.fullmatch(part)
            if found is None:
                raise InvalidArgumentError(
                    f"invalid limit {quoted(text)}; expected e.g. 50ms, 2s, 1000it, 1e5nodes, or several with commas"
                )
            mantissa, exponent, unit = found[1], int(found[2] or 0), found[3]
            name = {"ms": "time", "s": "time", "it": "iterations", "nodes": "nodes"}[unit]
            if name in given:
                raise InvalidArgumentError(f"invalid limit {quoted(text)}: duplicate {name}")
            if name == "time":
                given[name] = float(f"{mantissa}e{exponent - 3 if unit == 'ms' else exponent}")
            else:
                number = Fraction(f"{mantissa}e{exponent}")
                if number.denominator != 1:
                    raise InvalidArgumentError(f"invalid limit {quoted(text)}: {name} must be a whole number")
                given[name] = int(number)
        return cls(**given)  # type: ignore[arg-type]  # the counts are integers

    def __str__(self) -> str:
        parts = []
        if self.time is not None:
            parts.append(_format_seconds(self.time))
        if self.iterations is not None:
            parts.append(f"{self.iterations}it")
        if self.nodes is not None:
            parts.append(f"{self.nodes}nodes")
        return ",".join(parts)


def check_limit(limit: object, *, optional: bool = True, name: str = "limit") -> None:
    """Raise an error unless this is a `Limit` or, if optional, None."""
    if not (isinstance(limit, Limit) or (optional and limit is None)):
        hint = ""
        if isinstance(limit, str):
            hint = "; Limit.parse() reads a text"
        elif type(limit) in (int, float) and 0 < limit <= MAX_SECONDS:  # type: ignore[operator]  # it is a number
            hint = f"; use Limit(time={limit!r})"
        raise TypeError(f"{name} must be a Limit, not {type_name(limit)}{hint}")


def _seconds(value: object) -> float:
    seconds = real("time", value, "a number of seconds")
    if not 0 < seconds <= MAX_SECONDS:
        raise InvalidArgumentError(f"time must be more than 0 and at most {MAX_SECONDS} seconds, got {seconds!r}")
    return seconds


def _format_seconds(seconds: float) -> str:
    """Return a text that `parse` reads as the same number."""
    if seconds >= 1:
        return repr(seconds).removesuffix(".0") + "s"
    if seconds < 1e-6:  # in milliseconds it would have a row of zeros
        return f"{seconds!r}s"
    sign, digits, exponent = Decimal(repr(seconds)).as_tuple()
    assert isinstance(exponent, int)
    return f"{Decimal((sign, digits, exponent + 3)):f}ms"  # built from digits: arithmetic would round


DEFAULT = Limit(time=0.05)
"""The limit of a search without one."""
