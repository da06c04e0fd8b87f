"""The result of an arena: figures, and a table of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted, text_of
from .._internal.html import table
from .._internal.plot import intervals
from .._internal.text import aligned
from .._registry import title_of, unknown
from ..errors import InvalidArgumentError
from ..schemas.saved import Saved
from ..schemas.values import seat
from .fault import Fault
from .runner import MAX_GAME_ACTIONS
from .verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

_LABELS = {
    "wins": ("won, % of games", 100),
    "payment": ("payment per game", 1),
    "score": ("score per game", 1),
}

HEAD = ["", "won", "payment", "score", "decisions", "ms each", "longest", "forfeits"]

MAX_SHOWN = 3
"""The number of reasons per bot whose first fault is shown below the table."""

LONG = 1.0
"""Decisions that take at least this number of seconds are shown with their place."""


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with a 95% confidence interval: `mean` plus or minus `margin`.

    - `mean`: the mean over the deals
    - `margin`: half the width of the interval; None if there was only one deal

    >>> from oxideal.arena import arena
    >>> arena("foursquare", ["rule"], games=1, seed=7).rows[0].wins
    Estimate(mean=1.0, margin=None)
    """

    mean: float
    margin: float | None


@dataclass(frozen=True)
class Row:
    """The results of one bot.

    - `name`: the bot's name
    - `wins`: share of the games won; a game that several bots won is divided between them
    - `payment`: payoff per game minus the average payoff of all seats, added up over the bot's seats
    - `score`: the game's own score per seat, in finished games; None if there were none
    - `decisions`: number of decisions; positions with one legal move do not count
    - `seconds`: average time of a decision; None if there were none
    - `longest`: longest time of a decision, in seconds; None if there were none
    - `longest_deal`, `longest_seat`: number of the deal and seat of that decision
    - `forfeits`: number of forfeited games by reason
    - `details`: for each reason, the message of the first such game, if it has one

    >>> from oxideal.arena import arena
    >>> row = arena("rummy", ["rule", "random"], games=2, seed=7).rows[0]
    >>> row.name, row.forfeits
    ('rule', {})
    """

    _checks = {"longest_seat": seat}  # noqa: RUF012

    name: str
    wins: Estimate
    payment: Estimate
    score: Estimate | None
    decisions: int
    seconds: float | None
    longest: float | None
    longest_deal: int | None
    longest_seat: int | None
    forfeits: dict[str, int]
    details: dict[str, str]


@dataclass(frozen=True)
class Result(Saved):
    """The result of an arena. `str(result)` is a table.

    - `game`, `rules`, `seed`: as given; the rules as a dict
    - `wanted`: number of deals asked for
    - `deals`: number of deals played; fewer than `wanted` if the arena was stopped or its question was answered
    - `seatings`: number of games played with each deal
    - `unfinished`: number of games stopped because they did not end; nobody loses them
    - `stopped`: why the arena ended early, e.g. "Ctrl-C", or which bot ended its worker process; None if it did not
    - `verdict`: the answer to the question of `until`; None without a question
    - `rows`: a `Row` for each bot
    - `faults`: a `Fault` for each of the first 3 games that each bot forfeited in one way, in the order of the deals

    >>> from oxideal.arena import arena
    >>> result = arena("rummy", ["rule", "random"], games=2, seed=7)
    >>> result.deals, result.seatings, [row.name for row in result.rows]
    (2, 2, ['rule', 'random'])
    """

    _called = "a result"

    game: str
    rules: dict[str, Any]
    seed: int
    wanted: int
    deals: int
    seatings: int
    unfinished: int
    stopped: str | None
    verdict: Verdict | None
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]

    def plot(self, value: str = "wins", ax: Axes | None = None) -> Axes:
        """Draw the mean and 95% interval of each bot with matplotlib.

        `value` is "wins", "payment" or "score", as in `Row`. `ax` has the axes to draw on; None makes a new figure.
        Returns the axes. Raises `InvalidArgumentError` for any other value, and `ImportError` without matplotlib, which
        the extra `oxideal[plot]` installs.

        >>> from oxideal.arena import arena
        >>> ax = arena("rummy", ["rule", "random"], games=4, seed=7).plot("payment")
        >>> [label.get_text() for label in ax.get_yticklabels()]
        ['rule', 'random']
        """
        if text_of("value", value) not in _LABELS:
            raise InvalidArgumentError(unknown("value", value, list(_LABELS)))
        label, factor = _LABELS[value]
        rows = []
        for row in self.rows:
            if (of := getattr(row, value)) is not None:
                mean, margin = factor * of.mean, factor * (of.margin or 0)
                rows.append((row.name, mean - margin, mean, mean + margin))
        ax = intervals(ax, self._title(), label, rows)
        if value == "payment":
            ax.axvline(0, color="gray", linewidth=0.8, zorder=0)
        return ax

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        notes = [*self._notes(), *self._stopped()]
        if self.faults:
            notes.insert(-1 if self.stopped else len(notes), "print the result to see the first forfeits of each bot")
        return table(self._title(), HEAD, [_cells(row) for row in self.rows], notes)

    def __str__(self) -> str:
        lines = [self._title(), *aligned([HEAD, *(_cells(row) for row in self.rows)]), *self._notes()]
        faults = first_faults([row.name for row in self.rows], self.faults)
        return "\n".join([*lines, *faults, *self._stopped()])

    def _title(self) -> str:
        deals = counted(self.deals, "deal")
        if self.deals != self.wanted:
            deals = f"{self.deals:,} of {counted(self.wanted, 'deal')}"
        times = "once" if self.seatings == 1 else f"{self.seatings} times"
        return f"{title_of(self.game)}, {deals}, each played {times}, seed {self.seed}"

    def _notes(self) -> list[str]:
        lines = []
        for row in self.rows:
            for why, count in row.forfeits.items():
                detail = f": {row.details[why]}" if why in row.details else ""
                lines.append(f"{row.name}: {counted(count, 'forfeit')}: {why}{detail}")
        if self.verdict is not None:
            lines.append(self.verdict.describe([row.name for row in self.rows]))
        lines.append("won, payment, score: per game; ±: 95% margin")
        lines.append("payment: payoff minus the average of all seats; forfeits: games lost by an error or a late move")
        slowest = max(self.rows, key=lambda row: row.longest or 0.0, default=None)
        if slowest is not None and (slowest.longest or 0.0) >= LONG:
            lines.append(
                f"longest decision: {slowest.name} at seat {slowest.longest_seat} in deal {slowest.longest_deal}"
            )
        if self.unfinished:
            lines.append(f"{counted(self.unfinished, 'game')} did not end within {MAX_GAME_ACTIONS:,} actions")
        return lines

    def _stopped(self) -> list[str]:
        return [] if self.stopped is None else [f"stopped early: {self.stopped}"]


def first_faults(names: list[str], faults: Sequence[Fault]) -> list[str]:
    """Return the lines about the first fault of each reason, for the first reasons of each bot."""
    lines = []
    for name in names:
        first: dict[str, Fault] = {}
        for fault in faults:
            if fault.name == name:
                first.setdefault(fault.why, fault)
        for fault in [*first.values()][:MAX_SHOWN]:
            lines += ["", f"{fault.name} at seat {fault.seat} in deal {fault.deal}: {fault.why}"]
            lines += [f"    {line}".rstrip() for line in fault.traceback.splitlines()]
            lines += [f"    move: {fault.move}"] if fault.move else []
            lines.append(f"    view: {fault.view}")
        if len(first) > MAX_SHOWN:
            lines += ["", f"{name}: {len(first) - MAX_SHOWN} more in result.faults"]
    return lines


def _cells(row: Row) -> list[str]:
    return [
        row.name,
        interval(row.wins, 100, 1, "%"),
        interval(row.payment, 1, 3),
        "-" if row.score is None else interval(row.score, 1, 2),
        f"{row.decisions:,}",
        "-" if row.seconds is None else f"{row.seconds * 1000:.3f}",
        "-" if row.longest is None else f"{row.longest * 1000:.1f}",
        f"{sum(row.forfeits.values()):,}",
    ]


def interval(of: Estimate, factor: float, digits: int, unit: str = "") -> str:
    margin = "" if of.margin is None else f" ± {of.margin * factor:.{digits}f}"
    return f"{of.mean * factor:z.{digits}f}{unit}{margin}"
