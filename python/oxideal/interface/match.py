"""Several rounds, played to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex

from .round import StateT_co

if TYPE_CHECKING:
    from .random import Seed

__all__ = ["Match"]


class Match(Protocol[StateT_co]):
    """Rounds of one game to an end. `oxideal.match.Match` plays any game of this contract so."""

    def __init__(
        self,
        rules: Any = None,
        *,
        seed: Seed = None,
        rounds: SupportsIndex | None = None,
        target: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
    ) -> None:
        """The first round, dealt from this seed."""

    @property
    def state(self) -> StateT_co:
        """The current round; at the end of the match the last one."""

    @property
    def dealer(self) -> int:
        """Who dealt the current round or, where nobody deals, started it."""

    @property
    def seed(self) -> int:
        """The seed of all rounds."""

    @property
    def rounds(self) -> int | None:
        """The most rounds that the match has."""

    @property
    def target(self) -> int | None:
        """The total that ends the match."""

    @property
    def results(self) -> tuple[Any, ...]:
        """A `oxideal.match.RoundResult` for each round that is over."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The payoffs of each seat in all results."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of each seat in all results."""

    @property
    def is_over(self) -> bool: ...
    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest total; None before the end."""

    def next_round(self) -> StateT_co:
        """Begins the next round and returns its state."""

    def copy(self) -> Self:
        """An independent match."""
