"""The results of an arena: figures, and their text."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .runner import MAX_GAME_ACTIONS

FORMAT = 1
"""Of `Result.to_dict`."""


@dataclass(frozen=True)
class Estimate:
    """A mean over deals, and half the width of its 95 % interval, which takes at least two deals."""

    mean: float
    margin: float | None


@dataclass(frozen=True)
class Row:
    """The results of one bot."""

    name: str
    wins: Estimate
    """The part of the games won. In a game that several bots have won, it has a part of the win."""
    payment: Estimate
    """What it got a game beside what the table got on average, over all its seats."""
    score: Estimate | None
    """The game's own score a seat, over the games that were played to the end; None where there were none."""
    decisions: int
    """How often it was asked: not where there is but one legal move."""
    seconds: float | None
    """A decision, on average; None where there was none."""
    longest: float | None
    lost: dict[str, int]
    """How many games it lost otherwise than by the rules, and why."""


@dataclass(frozen=True)
class Result:
    """The results of an arena: `rows` has the figures; `str` gives a table."""

    game: str
    rules: dict[str, Any]
    seed: int
    wanted: int
    """How many deals were to be played."""
    deals: int
    """How many were played: fewer where Ctrl-C ended the arena."""
    seatings: int
    """How many games were played of each deal."""
    unfinished: int
    """Games broken off without anybody being at fault, because there was no end to them."""
    rows: tuple[Row, ...]

    def to_dict(self) -> dict[str, Any]:
        """All of it, fit for JSON."""
        fields = asdict(self)
        return {"format": FORMAT, **fields, "seed": str(self.seed), "rows": list(fields["rows"])}

    def __str__(self) -> str:
        ended = "" if self.deals == self.wanted else f" of {self.wanted:,}"
        times = "once" if self.seatings == 1 else f"{self.seatings} times"
        lines = [f"{self.game}, {self.deals:,}{ended} deals, each played {times}, seed {self.seed}"]
        head = ["", "won", "payment", "score", "decisions", "ms each", "longest", "lost"]
        rows = [head, *(_cells(row) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for cells in rows:
            first, *rest = (
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
            )
            lines.append("  ".join([first, *rest]).rstrip())
        for row in self.rows:
            lines += [f"{row.name}: {count:,} lost: {why}" for why, count in row.lost.items()]
        lines.append("won, payment, score: in a game; ±: half a 95 % interval")
        if self.unfinished:
            lines.append(f"{self.unfinished:,} games had no end after {MAX_GAME_ACTIONS:,} actions")
        return "\n".join(lines)


def _cells(row: Row) -> list[str]:
    return [
        row.name,
        _interval(row.wins, 100, 1, "%"),
        _interval(row.payment, 1, 3),
        "-" if row.score is None else _interval(row.score, 1, 2),
        f"{row.decisions:,}",
        "-" if row.seconds is None else f"{row.seconds * 1000:.3f}",
        "-" if row.longest is None else f"{row.longest * 1000:.1f}",
        f"{sum(row.lost.values()):,}",
    ]


def _interval(of: Estimate, factor: float, digits: int, unit: str = "") -> str:
    margin = "" if of.margin is None else f" ± {of.margin * factor:.{digits}f}"
    return f"{of.mean * factor:z.{digits}f}{unit}{margin}"
