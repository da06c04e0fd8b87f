"""The result of a tournament: a rating of each bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted
from .._internal.html import signed, table
from .._internal.plot import intervals
from .._internal.text import aligned
from .._registry import title_of
from ..schemas.saved import Saved
from .fault import Fault
from .result import Estimate, first_faults, interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEAD = ["", "rating", "95% interval", "won", "decisions", "ms each", "forfeits"]


@dataclass(frozen=True)
class Rating:
    """The rating of one bot.

    - `name`: the bot's name
    - `rating`: points; 400 points more are ten times the wins. The anchor has 0 points, or the average of all bots
    - `low`, `high`: 95% interval
    - `wins`: share of the deals won, over all opponents
    - `decisions`: number of decisions; positions with one legal move do not count
    - `seconds`: average time of a decision; None if there were none
    - `forfeits`: number of forfeited games by reason

    >>> from oxideal.arena import tournament
    >>> ratings = tournament("rummy", ["random", "rule"], games=20, seed=7)
    >>> [(row.name, row.low < row.rating < row.high) for row in ratings.rows]
    [('rule', True), ('random', True)]
    """

    name: str
    rating: float
    low: float
    high: float
    wins: float
    decisions: int
    seconds: float | None
    forfeits: dict[str, int]


@dataclass(frozen=True)
class Pair:
    """The deals that two bots played against each other.

    - `first`, `second`: names of the bots
    - `wins`: share of the games that the first won; of a solitaire, share of the deals with the higher payoff

    >>> from oxideal.arena import tournament
    >>> pair = tournament("rummy", ["rule", "random"], games=20, seed=7).pairs[0]
    >>> pair.first, pair.second, pair.wins.mean > 0.8
    ('rule', 'random', True)
    """

    first: str
    second: str
    wins: Estimate


@dataclass(frozen=True)
class Ratings(Saved):
    """The result of a tournament. `str(ratings)` is a table.

    - `game`, `rules`, `seed`: as given; the rules as a dict
    - `wanted`: number of deals asked for
    - `deals`: number of deals that all pairs have played
    - `anchor`: name of the bot whose rating is 0; None if the average is 0
    - `stopped`: why the tournament ended early, as in `Result`; None if it did not
    - `rows`: a `Rating` for each bot, the best first
    - `pairs`: a `Pair` for each two bots that met
    - `faults`: a `Fault` for each of the first 3 games that each bot forfeited in one way against each other bot

    >>> from oxideal.arena import tournament
    >>> ratings = tournament("rummy", ["rule", "random"], games=20, seed=7)
    >>> ratings.deals, len(ratings.pairs), [row.name for row in ratings.rows]
    (20, 1, ['rule', 'random'])
    """

    _called = "the ratings"

    game: str
    rules: dict[str, Any]
    seed: int
    wanted: int
    deals: int
    anchor: str | None
    stopped: str | None
    rows: tuple[Rating, ...]
    pairs: tuple[Pair, ...]
    faults: tuple[Fault, ...]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the ratings with their 95% intervals with matplotlib, as `Result.plot` does.

        >>> from oxideal.arena import tournament
        >>> ax = tournament("rummy", ["rule", "random"], games=4, seed=7).plot()
        >>> [label.get_text() for label in ax.get_yticklabels()]
        ['rule', 'random']
        """
        rows = [(row.name, row.low, row.rating, row.high) for row in self.rows]
        return intervals(ax, self._title(), "rating, with 95% interval", rows)

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return table(self._title(), HEAD, [_cells(row) for row in self.rows], [*self._notes(), *self._stopped()])

    def __str__(self) -> str:
        lines = [self._title(), *aligned([HEAD, *(_cells(row) for row in self.rows)]), *self._notes()]
        faults = first_faults([row.name for row in self.rows], self.faults)
        return "\n".join([*lines, *faults, *self._stopped()])

    def _title(self) -> str:
        deals = counted(self.deals, "deal")
        if self.deals != self.wanted:
            deals = f"{self.deals:,} of {counted(self.wanted, 'deal')}"
        return f"{title_of(self.game)}, {deals}, each played by {counted(len(self.pairs), 'pair')}, seed {self.seed}"

    def _notes(self) -> list[str]:
        lines = [
            f"{row.name}: {counted(count, 'forfeit')}: {why}"
            for row in self.rows
            for why, count in row.forfeits.items()
        ]
        lines += [
            f"{pair.first} won {interval(pair.wins, 100, 1, '%')} against {pair.second}"
            for pair in self.pairs
            if len(self.pairs) <= MAX_SHOWN_PAIRS
        ]
        zero = "the average" if self.anchor is None else self.anchor
        return [*lines, f"rating: 400 points more are ten times the wins; 0 is {zero}"]

    def _stopped(self) -> list[str]:
        return [] if self.stopped is None else [f"stopped early: {self.stopped}"]


MAX_SHOWN_PAIRS = 10


def _cells(row: Rating) -> list[str]:
    return [
        row.name,
        signed(row.rating),
        f"{signed(row.low)} to {signed(row.high)}",
        f"{row.wins:.1%}",
        f"{row.decisions:,}",
        "-" if row.seconds is None else f"{row.seconds * 1000:.3f}",
        f"{sum(row.forfeits.values()):,}",
    ]
