"""The record of a round: its start, its actions and its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from .._arguments.checks import counted
from .._internal.html import signed, table
from .._registry import title_of
from . import rounds
from .data import RecordData
from .foreign_logs import state_of

if TYPE_CHECKING:
    from ..interface import Game, State
    from ..web import Html


class Record(RecordData):
    """The record of a round: its start, all actions and the result.

    Make one with `Record.of`. The constructor checks the fields one by one and raises `InvalidRecordError`; only
    `replay` checks that such a round can have been played.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> state.push(24)
    >>> Record.of(state, names=["ann"]).actions
    ('0,0',)
    """

    @classmethod
    def of(
        cls,
        state: State[Any, Any, Any],
        names: Sequence[str | None] | None = None,
        note: str | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> Self:
        """Return the record of the round up to this state, over or not.

        The round is replayed as a check. Raises `InvalidRecordError` if that leads elsewhere.
        """
        record = cls(**rounds.recorded(state), names=names, note=note, info=info)  # type: ignore[arg-type]
        rounds.check_that_it_leads_to(state, record)
        return record

    @classmethod
    def from_log(cls, log: object, program: str) -> Self:
        """Return the record of a round that another program has logged.

        - `log`: the log, as `json.loads` returns it
        - `program`: "botzone", for a match of Botzone's

        `docs/how-to/records.md` says what a log must contain. The round is played again by our rules. Raises
        `InvalidRecordError` if that fails.

        >>> Record.from_log({"log": []}, "botzone")
        Traceback (most recent call last):
        oxideal.errors.InvalidRecordError: the log is empty
        """
        state, note = state_of(log, program)
        return cls.of(state, note=note)

    def states(self, backend: str = "rust", *, game: Game | None = None) -> Iterator[State[Any, Any, Any]]:
        """Yield a new state for the start and after each action, the last one forfeited if the round was.

        The checks are those of `replay`.

        >>> from oxideal import foursquare
        >>> state = foursquare.State(seed=7)
        >>> state.push("0,0")
        >>> [state.card for state in Record.of(state).states()]
        ['4S', '7S']
        """
        return rounds.states(self, backend, game)

    def to_html(self, theme: str | None = None, progress: bool | None = None) -> Html:
        """Return an HTML page that steps through the round: one file, without a network. Notebooks show it in a frame.

        The arguments and limits are those of `web.page`.
        """
        from ..web import page  # imported here: most users of records do not draw

        return page(self, theme=theme, progress=progress)

    def _repr_html_(self) -> str:
        """Return the table that notebooks show: the seats with their results. The round is not replayed."""
        seats = [values for values in (self.names, self.payoffs, self.scores) if values is not None]
        count = len(seats[0]) if seats else 0
        rows = [
            [
                str(seat),
                "" if self.names is None else self.names[seat] or "",
                "" if self.payoffs is None else signed(self.payoffs[seat]),
                "" if self.scores is None else str(self.scores[seat]),
            ]
            for seat in range(count)
        ]
        end = [] if self.payoffs is not None else ["not over"]
        notes = end if self.note is None else [*end, self.note]
        title = f"{title_of(self.game)}, {counted(len(self.actions), 'action')}"
        return table(title, ["seat", "name", "payoff", "score"], rows, notes)
