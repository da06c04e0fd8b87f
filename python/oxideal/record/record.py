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

    The constructor checks the fields one by one. `replay` checks that such a round can have been played.
    """

    @classmethod
    def of(
        cls,
        state: State[Any, Any, Any],
        names: Sequence[str | None] | None = None,
        note: str | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> Self:
        """The round that has come to this state, over or not. It is replayed to make sure of that."""
        record = cls(**rounds.recorded(state), names=names, note=note, info=info)  # type: ignore[arg-type]
        rounds.check_that_it_leads_to(state, record)
        return record

    def states(self, backend: str = "rust", *, game: Game | None = None) -> Iterator[State[Any, Any, Any]]:
        """The states from the start to the end, each of them the caller's own; everything is checked as by `replay`.

        >>> from oxideal import foursquare
        >>> state = foursquare.State(seed=7)
        >>> state.push(state.parse("0,0"))
        >>> [state.card for state in Record.of(state).states()]
        ['4S', '7S']
        """
        return rounds.states(self, backend, game)

    def to_html(self, theme: str | Mapping[str, str] | None = None) -> str:
        """A page that steps through the round: one file that needs nothing else."""
        from ..svg.page import page  # drawing is of no use to most who read records

        return str(page(self, theme=theme))
