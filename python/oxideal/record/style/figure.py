"""A count out of a number of opportunities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Step(NamedTuple):
    """An action of a round."""

    before: Any
    """The state before it."""
    seat: int
    move: Any


@dataclass(frozen=True)
class Figure:
    """An average: an amount, and the number of rounds or decisions that it is of.

    - `amount`: e.g. how many bombs were played
    - `of`: e.g. in how many rounds

    >>> Figure(3, 12).mean
    0.25
    """

    amount: int = 0
    of: int = 0

    @property
    def mean(self) -> float | None:
        """The amount for each; None without any."""
        return self.amount / self.of if self.of else None

    def __add__(self, other: Figure) -> Figure:
        """Return the figure of both together."""
        if not isinstance(other, Figure):
            return NotImplemented
        return Figure(self.amount + other.amount, self.of + other.of)


class Sheet:
    """The figures of a seat in a round."""

    def __init__(self) -> None:
        self.figures: dict[str, Figure] = {}

    def count(self, name: str, amount: int, of: int = 1) -> None:
        """Add to a figure."""
        self.figures[name] = self.figures.get(name, Figure()) + Figure(amount, of)
