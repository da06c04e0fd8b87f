"""A bot that searches, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

from .. import _native
from .._input.checks import integer_within, type_name
from .._input.seeds import seed_number
from .bot import check_to_choose
from .limit import DEFAULT, Limit, check_limit

if TYPE_CHECKING:
    from ..interface import View

__all__ = ["Choice", "SearchBot", "Thinking"]

MAX_THREADS = 256

SHOWN = 10
"""So many choices stand in the table of a `Thinking`."""


@dataclass(frozen=True)
class Choice:
    """One of the moves that a search has looked at."""

    move: Any
    visits: int
    """How many games were played out after it."""
    mean: float
    """What they were worth to the seat on average: in most games what it got more than all got on average. In Dou
    Dizhu, once there is a landlord, plus or minus the 0.35th power of how many times the present stake is paid: about
    the share of the rounds won, less that of the lost ones.
    """
    error: float
    """The standard error of that, infinite where there were fewer than two."""


@dataclass(frozen=True)
class Thinking:
    """What a search has found. As a text it is a table for people."""

    move: Any
    """What to play."""
    choices: tuple[Choice, ...]
    """What was looked at, the best first."""
    line: tuple[Any, ...]
    """The move, and what is expected after it."""
    deals: int
    """How many deals were drawn that the view allows."""
    iterations: int
    """How many games were played out."""
    nodes: int
    """How many actions were tried in all."""
    seconds: float

    def __str__(self) -> str:
        shown = self.choices[:SHOWN]
        visits = max(sum(choice.visits for choice in self.choices), 1)
        width = max([4, *(len(str(choice.move)) for choice in shown)])
        lines = [f"{'move':{width}}   share    visits      mean"]
        for choice in shown:
            error = f" ± {choice.error:.2f}" if isfinite(choice.error) else ""
            mean = f"{choice.mean:+10.2f}" if choice.visits else f"{'-':>10}"
            lines.append(f"{choice.move!s:{width}}  {choice.visits / visits:6.1%}  {choice.visits:8,}{mean}{error}")
        if len(self.choices) > len(shown):
            lines.append(f"and {len(self.choices) - len(shown)} more")
        lines.append(f"expected: {', '.join(map(str, self.line))}")
        lines.append(
            f"{self.iterations:,} games from {self.deals:,} deals, {self.nodes:,} actions, {self.seconds:.3f} s"
        )
        return "\n".join(lines)


@dataclass(frozen=True)
class SearchBot:
    """Draws deals that the view allows and searches in them. With a limit of iterations or nodes alone, what it plays
    depends on its seed, the number of its threads and the view, its last actions (`recent`) included.
    """

    limit: Limit = DEFAULT
    """How long it thinks where the call does not say otherwise."""
    seed: Any = field(default=None, kw_only=True)
    """As everywhere; it then holds the number, also where the system's entropy gave it."""
    threads: int = field(default=1, kw_only=True)
    """1 to 256."""
    _stop: _native.Stop = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_limit(self.limit, optional=False)
        object.__setattr__(self, "seed", seed_number(self.seed))
        object.__setattr__(self, "threads", integer_within("threads", self.threads, 1, MAX_THREADS))
        object.__setattr__(self, "_stop", _native.Stop())

    def __getstate__(self) -> dict[str, Any]:
        return {"limit": self.limit, "seed": self.seed, "threads": self.threads}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """A copy has searches of its own to stop."""
        if type(fields) is not dict:  # another may never end
            raise TypeError(f"fields must be a dict, not {type_name(fields)}")
        self.__dict__.update(vars(SearchBot(**fields)))

    @property
    def name(self) -> str:
        threads = "" if self.threads == 1 else f":{self.threads}"
        return f"search:{self.limit}{threads}"

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Any:
        """The move that `think` finds best."""
        return self.think(view, limit).move

    def think(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Thinking:
        """All that a search finds within this limit or the bot's own. Other threads go on meanwhile, Ctrl-C ends it."""
        check_to_choose(view)
        check_limit(limit)
        within = limit or self.limit
        choices, line, deals, iterations, nodes, seconds = _native.search(
            cast("Any", view),
            self.seed.to_bytes(32, "little"),
            within.time,
            within.iterations,
            within.nodes,
            self.threads,
            self._stop,
        )
        move = view.rules.move
        found = tuple(Choice(move(action), visits, mean, error) for action, visits, mean, error in choices)
        return Thinking(found[0].move, found, tuple(move(action) for action in line), deals, iterations, nodes, seconds)

    def stop(self) -> None:
        """Ends the searches of this bot that are running now, in whatever threads: they return what they have found."""
        self._stop.stop()
