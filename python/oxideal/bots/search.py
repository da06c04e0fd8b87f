"""The search bot and its analysis."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, Generic, cast

from .. import _native
from .._arguments.checks import MAX_THREADS, counted, integer_within, type_name
from .._arguments.seeds import seed_number
from .._internal.html import signed, table
from .._internal.text import aligned
from ..interface import MoveT_co
from ..schemas.saved import from_dict, to_dict
from .bot import check_to_choose
from .limit import DEFAULT, Limit, check_limit
from .net import NetBot
from .remade import Remade

if TYPE_CHECKING:
    from ..interface import MoveT, Rules, View

__all__ = ["Choice", "SearchBot", "Thinking"]

SHOWN = 10
"""Number of choices that the text of a `Thinking` shows."""

HEAD = ["move", "share", "visits", "mean"]


@dataclass(frozen=True)
class Choice(Generic[MoveT_co]):
    """A move that a search considered, with its value.

    - `move`: the move
    - `visits`: number of playouts after this move
    - `mean`: their average utility for the seat: its payoff minus the average payoff of all seats. In Dou Dizhu, once
      there is a landlord, it is ±x^0.35, where x is the final payment divided by the current stake: about the share of
      rounds won minus the share lost
    - `error`: standard error of the mean; None with fewer than two playouts

    >>> from oxideal import foursquare
    >>> view = foursquare.State(seed=7).view(0)
    >>> SearchBot(Limit(iterations=20), seed=1).think(view).choices[0].move
    Move(0, 0)
    """

    move: MoveT_co
    visits: int
    mean: float
    error: float | None


@dataclass(frozen=True)
class Thinking(Generic[MoveT_co]):
    """The analysis of a search. `str(thinking)` is a table.

    - `move`: the best move
    - `choices`: a `Choice` for each move considered, best first
    - `line`: the best move and the moves expected after it
    - `deals`: number of deals sampled from the view
    - `iterations`: number of playouts
    - `nodes`: number of actions tried
    - `seconds`: time used

    >>> from oxideal import foursquare
    >>> view = foursquare.State(seed=7).view(0)
    >>> SearchBot(Limit(iterations=20), seed=1).think(view).move
    Move(0, 0)
    """

    move: MoveT_co
    choices: tuple[Choice[MoveT_co], ...]
    line: tuple[MoveT_co, ...]
    deals: int
    iterations: int
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, which `from_dict` reads."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, rules: Rules[MoveT], fields: dict[str, Any], /) -> Thinking[MoveT]:
        """Return the analysis that a dict describes, with moves of these rules: the inverse of `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field, and `InvalidMoveError` for a wrong move.
        """
        return Thinking(**from_dict(cls, "an analysis", fields, rules))

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return table(f"best: {self.move}", HEAD, self._rows(), self._notes())

    def __str__(self) -> str:
        rows = self._rows()
        more = [f"and {len(rows) - SHOWN} more"] if len(rows) > SHOWN else []
        return "\n".join([*aligned([HEAD, *rows[:SHOWN]]), *more, *self._notes()])

    def _rows(self) -> list[list[str]]:
        visits = max(sum(choice.visits for choice in self.choices), 1)
        return [
            [
                str(choice.move),
                f"{choice.visits / visits:.1%}",
                f"{choice.visits:,}",
                (signed(choice.mean, 2) if choice.visits else "-")
                + ("" if choice.error is None else f" ± {choice.error:.2f}"),
            ]
            for choice in self.choices
        ]

    def _notes(self) -> list[str]:
        work = (
            f"{counted(self.iterations, 'playout')} of {counted(self.deals, 'deal')}, {counted(self.nodes, 'action')}"
        )
        return [f"expected: {', '.join(map(str, self.line))}", f"{work}, {self.seconds:.3f} s"]


@dataclass(frozen=True)
class SearchBot(Remade):
    """A bot that samples deals that fit the view and searches them.

    If its limit has no time, its choice depends only on the seed, the number of threads and the view, which includes
    the last actions (`recent`). With a time limit it also depends on the speed of the machine.

    >>> from oxideal import doudizhu as dd
    >>> view = dd.State(dd.Rules.preset("douzero"), seed=7).view(2)
    >>> thinking = SearchBot(Limit(iterations=100), seed=1, threads=2).think(view)
    >>> thinking.move == thinking.choices[0].move
    True
    """

    limit: Limit = DEFAULT
    """The limit of calls that give none; 50 ms by default."""
    seed: Any = field(default=None, kw_only=True)
    """The seed, as an integer once the bot is made; None draws one from system entropy."""
    threads: int = field(default=1, kw_only=True)
    """Number of threads, 1 to 256."""
    net: NetBot | None = field(default=None, kw_only=True)
    """The bot that orders the moves and plays the playouts; None for quick rules."""
    _stop: _native.Stop = field(init=False, repr=False, compare=False)
    _stops: set[_native.Stop] = field(init=False, repr=False, compare=False)
    """One for each search of `athink`."""

    def __post_init__(self) -> None:
        check_limit(self.limit, optional=False)
        object.__setattr__(self, "seed", seed_number(self.seed))
        object.__setattr__(self, "threads", integer_within("threads", self.threads, 1, MAX_THREADS))
        if self.net is not None and not isinstance(self.net, NetBot):
            raise TypeError(f"net must be a NetBot or None, not {type_name(self.net)}")
        object.__setattr__(self, "_stop", _native.Stop())
        object.__setattr__(self, "_stops", set())

    @property
    def name(self) -> str:
        """The bot's name in tables and records, which `oxideal.bots.bot` reads."""
        threads = "" if self.threads == 1 else f":{self.threads}"
        return f"{'search' if self.net is None else 'netsearch'}:{self.limit}{threads}"

    def choose(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> MoveT:
        """Return the best move that `think` finds."""
        return self.think(view, limit).move

    def think(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> Thinking[MoveT]:
        """Search until this limit, or the bot's own, and return the analysis.

        Other Python threads run meanwhile. Ctrl-C interrupts the search; `stop` ends it with a result.
        """
        return self._think(view, limit, self._stop)

    async def achoose(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> MoveT:
        """Return the best move that `athink` finds."""
        return (await self.athink(view, limit)).move

    async def athink(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> Thinking[MoveT]:
        """Think in a thread, so that the event loop of asyncio runs meanwhile.

        Cancelling the task ends this search, but not others of this bot.

        >>> import asyncio
        >>> from oxideal import foursquare
        >>> view = foursquare.State(seed=7).view(0)
        >>> asyncio.run(SearchBot(seed=1).athink(view, Limit(iterations=20))).move
        Move(0, 0)
        """
        import asyncio
        from threading import Event

        stop, started, cancelled = _native.Stop(), Event(), Event()

        def think() -> Thinking[MoveT]:
            started.set()
            if cancelled.is_set():
                raise asyncio.CancelledError
            return self._think(view, limit, stop)

        self._stops.add(stop)
        search = asyncio.get_running_loop().run_in_executor(None, think)
        try:
            return await asyncio.shield(search)
        except asyncio.CancelledError:
            cancelled.set()
            while started.is_set() and not search.done():
                stop.stop()  # again, in case it has only just started
                await asyncio.wait([search], timeout=0.01)
            raise
        finally:
            self._stops.discard(stop)

    def _think(self, view: View[Any, MoveT, Any], limit: Limit | None, stop: _native.Stop) -> Thinking[MoveT]:
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
            stop,
            None if self.net is None else self.net.networks(view.rules),
        )
        move = view.rules.move
        found = tuple(
            Choice(move(action), visits, mean, error if isfinite(error) else None)
            for action, visits, mean, error in choices
        )
        return Thinking(found[0].move, found, tuple(move(action) for action in line), deals, iterations, nodes, seconds)

    def stop(self) -> None:
        """End all running searches of this bot, in any thread; they return what they have found."""
        for stop in (self._stop, *self._stops.copy()):
            stop.stop()
