"""The type of a match: several rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex, TypeVar

from .round import StateT_co

if TYPE_CHECKING:
    from .random import Seed

__all__ = ["Match", "MatchClass"]

MatchT_co = TypeVar("MatchT_co", bound="Match[Any]", covariant=True)


class Match(Protocol[StateT_co]):
    """Several rounds of one game; `oxideal.match.Match` implements it for every game.

    >>> from oxideal import rummy
    >>> rummy.Match(rummy.Rules(players=3), seed=7).state.rules.players
    3
    """

    __slots__ = ()

    @property
    def state(self) -> StateT_co:
        """The current round, or the last one after the end of the match."""

    @property
    def dealer(self) -> int:
        """The seat that dealt the current round; in Mexican Train the seat that started it."""

    @property
    def seed(self) -> int:
        """The seed of all rounds."""

    @property
    def rounds(self) -> int | None:
        """The maximum number of rounds, or None."""

    @property
    def target(self) -> int | None:
        """The total that ends the match, or None."""

    @property
    def results(self) -> tuple[Any, ...]:
        """An `oxideal.match.RoundResult` for each finished round."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's payoffs, added up."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's scores, added up."""

    @property
    def is_over(self) -> bool:
        """Whether the last round is over."""

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest total, ascending; None before the end."""

    def next_round(self) -> StateT_co:
        """Start the next round and return its state."""

    def copy(self) -> Self:
        """Return an independent copy."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON."""

    def to_json(self) -> bytes:
        """Return the dict of `to_dict` as JSON in UTF-8."""


class MatchClass(Protocol[MatchT_co]):
    """The class `Match` of a game's module: how matches are made."""

    __slots__ = ()

    def __call__(
        self,
        rules: Any = None,
        *,
        seed: Seed = None,
        rounds: SupportsIndex | None = 1000,
        target: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
    ) -> MatchT_co:
        """Deal the first round."""

    def from_dict(self, fields: dict[str, Any], /) -> MatchT_co:
        """Return the match that a dict describes, made on either engine."""

    def from_json(self, data: bytes | str, /) -> MatchT_co:
        """Return the match that `to_json` wrote on either engine."""
