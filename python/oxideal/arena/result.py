"""The result of an arena: figures, and a table of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .runner import MAX_GAME_ACTIONS

FORMAT = 1
"""The format of `Result.to_dict`."""


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with a 95 % confidence interval: `mean` plus or minus `margin`.

    >>> from oxideal.arena import arena
    >>> arena("foursquare", ["rule"], games=1, seed=7).rows[0].wins
    Estimate(mean=1.0, margin=None)
    """

    mean: float
    margin: float | None
    """Half the width of the interval; None if there was only one deal."""


@dataclass(frozen=True)
class Row:
    """The results of one bot.

    >>> from oxideal.arena import arena
    >>> row = arena("rummy", ["rule", "random"], games=2, seed=7).rows[0]
    >>> row.name, row.lost
    ('rule', {})
    """

    name: str
    wins: Estimate
    """Share of the games won; a game that several bots won is divided between them."""
    payment: Estimate
    """Payoff per game minus the average payoff of all seats, added up over the bot's seats."""
    score: Estimate | None
    """The game's own score per seat, in finished games; None if there were none."""
    decisions: int
    """Number of decisions; positions with one legal move do not count."""
    seconds: float | None
    """Average time of a decision; None if there were none."""
    longest: float | None
    """Longest time of a decision; None if there were none."""
    lost: dict[str, int]
    """Number of forfeited games by reason."""


@dataclass(frozen=True)
class Result:
    """The result of an arena. `str(result)` is a table.

    >>> from oxideal.arena import arena
    >>> result = arena("rummy", ["rule", "random"], games=2, seed=7)
    >>> result.deals, result.seatings, [row.name for row in result.rows]
    (2, 2, ['rule', 'random'])
    """

    game: str
    rules: dict[str, Any]
    seed: int
    wanted: int
    """Number of deals asked for."""
    deals: int
    """Number of deals played; fewer than `wanted` after Ctrl-C."""
    seatings: int
    """Number of games played with each deal."""
    unfinished: int
    """Number of games stopped because they did not end; nobody loses them."""
    rows: tuple[Row, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON."""
        fields = asdict(self)
        return {"format": FORMAT, **fields, "seed": str(self.seed), "rows": list(fields["rows"])}

    def __str__(self) -> str:
        ended = "" if self.deals == self.wanted else f" of {self.wanted:,}"
        times = "once" if self.seatings == 1 else f"{self.seatings} times"
        deals = "deal" if self.wanted == 1 else "deals"
        lines = [f"{self.game}, {self.deals:,}{ended} {deals}, each played {times}, seed {self.seed}"]
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
        lines.append("won, payment, score: per game; ±: half of a 95 % interval")
        if self.unfinished:
            games = "game" if self.unfinished == 1 else "games"
            lines.append(f"{self.unfinished:,} {games} did not end within {MAX_GAME_ACTIONS:,} actions")
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
