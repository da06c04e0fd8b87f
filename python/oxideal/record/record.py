"""The record of a round: its start, its actions and its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from . import rounds
from .data import RecordData

if TYPE_CHECKING:
    from ..interface import Game, State


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

    def states(self, backend: str = "rust", *, game: Game | None = None) -> Iterator[State[Any, Any, Any]]:
        """Yield a new state for the start and after each action, with the checks of `replay`.

        >>> from oxideal import foursquare
        >>> state = foursquare.State(seed=7)
        >>> state.push("0,0")
        >>> [state.card for state in Record.of(state).states()]
        ['4S', '7S']
        """
        return rounds.states(self, backend, game)

    def to_html(self, theme: str | Mapping[str, str] | None = None) -> str:
        """Return an HTML page that steps through the round: one file, without a network."""
        from ..svg.page import page  # imported here: most users of records do not draw

        return str(page(self, theme=theme))
