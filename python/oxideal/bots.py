"""Players that are given a view and choose a move. `docs/bots.md` says how they play and how strong they are.

>>> from oxideal import doudizhu as dd
>>> from oxideal.bots import Limit, RuleBot, SearchBot
>>> state = dd.State(dd.Rules.preset("douzero"), seed=7)
>>> view = state.view(state.current_player)
>>> state.is_legal(RuleBot().choose(view))
True
>>> thinking = SearchBot(Limit(iterations=200), seed=1).think(view)
>>> thinking.iterations <= 200, thinking.move == thinking.choices[0].move
(True, True)
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Context, Decimal
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat, cast, runtime_checkable

from . import _native
from ._input.checks import integer_within, quoted, text_of, type_name
from ._input.seeds import seed_number
from .errors import InvalidArgumentError

if TYPE_CHECKING:
    from .interface import Move, Seed, State, View

__all__ = ["Bot", "Choice", "Limit", "RandomBot", "RuleBot", "SearchBot", "Solution", "Thinking", "bot", "solve"]

LONGEST = 86_400
"""A day, in seconds."""

MOST = 2**48
"""Iterations or nodes."""

MOST_THREADS = 256

_PART = re.compile(r"([0-9]{1,20}(?:\.[0-9]{1,340})?(?:e[+-]?[0-9]{1,3})?)(ms|s|it|nodes)")

_EXACT = Context(prec=800, rounding=ROUND_HALF_EVEN, Emin=-9999, Emax=9999, capitals=1, clamp=0, flags=[], traps=[])
"""In it all numbers of limits are exact, whatever the caller's own context is."""

_SHOWN = 10
"""So many choices stand in the table of a `Thinking`."""


@dataclass(frozen=True)
class Limit:
    """How long to think: whatever is given ends it, whichever comes first.

    >>> Limit(time=0.05), str(Limit(iterations=1000))
    (Limit(time=0.05, iterations=None, nodes=None), '1000it')
    """

    time: float | None = None
    """Seconds, more than 0, at most a day."""
    iterations: int | None = None
    """Games played out, 1 to 2**48."""
    nodes: int | None = None
    """Actions tried in all, 1 to 2**48."""

    def __post_init__(self) -> None:
        if self.time is not None:
            object.__setattr__(self, "time", _seconds(self.time))
        for name in ("iterations", "nodes"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, integer_within(name, getattr(self, name), 1, MOST))
        if self.time is None and self.iterations is None and self.nodes is None:
            raise InvalidArgumentError("a limit has a time, iterations or nodes; nothing is given")

    @classmethod
    def parse(cls, text: str, /) -> Limit:
        """The limit that this text names: a number and `ms`, `s`, `it` or `nodes`; several of them with commas.

        >>> Limit.parse("2s"), Limit.parse("50ms,1e4it")
        (Limit(time=2.0, iterations=None, nodes=None), Limit(time=0.05, iterations=10000, nodes=None))
        """
        given: dict[str, Any] = {}
        for part in text_of("text", text).split(","):
            found = _PART.fullmatch(part)
            if found is None:
                raise InvalidArgumentError(
                    f"{quoted(text)} is no limit: a limit is a number and ms, s, it or nodes, such as 50ms, 2s, 1000it "
                    "or 1e5nodes, or several of these with commas"
                )
            number, unit = Decimal(found[1]), found[2]
            name = {"ms": "time", "s": "time", "it": "iterations", "nodes": "nodes"}[unit]
            if name in given:
                raise InvalidArgumentError(f"{quoted(text)} is no limit: it gives the {name} twice")
            if name == "time":
                given[name] = float(_EXACT.scaleb(number, -3) if unit == "ms" else number)
            else:
                # A number beyond the range is refused as what it is, before it becomes an integer of a thousand digits.
                whole = number if number > MOST else number.to_integral_value(context=_EXACT)
                if whole != number:
                    raise InvalidArgumentError(f"{quoted(text)} is no limit: {name} are whole")
                given[name] = int(min(whole, Decimal(MOST + 1)))
        return cls(**given)

    def __str__(self) -> str:
        parts = []
        if self.time is not None:
            exact = Decimal(repr(self.time))  # as Python prints it, so that it is read as the same number
            parts.append(_plain(exact) + "s" if exact >= 1 else _plain(_EXACT.scaleb(exact, 3)) + "ms")
        if self.iterations is not None:
            parts.append(f"{self.iterations}it")
        if self.nodes is not None:
            parts.append(f"{self.nodes}nodes")
        return ",".join(parts)


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"time must be a number of seconds, not {type_name(value)}")
    number: SupportsFloat = value
    try:
        seconds = float(number)
    except OverflowError:
        seconds = float("inf")
    if not (isfinite(seconds) and 0 < seconds <= LONGEST):
        raise InvalidArgumentError(
            f"time is a number of seconds above 0 and at most {LONGEST}; this number is outside that range"
        )
    return seconds


def _plain(number: Decimal) -> str:
    """Without an exponent and needless zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@runtime_checkable
class Bot(Protocol):
    """Whatever chooses a move from a view. An attribute `name` is used in tables, an attribute `limit` (a `Limit`) says
    how long it thinks where nobody says otherwise; neither is needed.
    """

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Move:
        """A legal move of the view's seat, which is to choose."""


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
    worlds: int
    """How many deals were drawn that the view allows."""
    iterations: int
    """How many games were played out."""
    nodes: int
    """How many actions were tried in all."""
    seconds: float

    def __str__(self) -> str:
        shown = self.choices[:_SHOWN]
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
            f"{self.iterations:,} games from {self.worlds:,} deals, {self.nodes:,} actions, {self.seconds:.3f} s"
        )
        return "\n".join(lines)


@dataclass(frozen=True)
class Solution:
    """What comes of perfect play by everybody, with all cards open."""

    payoffs: tuple[int, ...]
    """What each seat gets."""
    line: tuple[Any, ...]
    """The moves that lead there."""
    exact: bool
    """Whether that is proved; else it is the best that was found within the limit."""
    nodes: int
    """How many positions were looked at."""
    seconds: float


@dataclass(frozen=True)
class RandomBot:
    """Plays any legal move, each as likely as the others. What it plays depends on its seed and the view alone.

    >>> from oxideal import foursquare
    >>> view = foursquare.State(seed=7).view(0)
    >>> RandomBot(seed=1).choose(view)
    Move(0, 0)
    """

    seed: Any = None
    """As everywhere; it then holds the number, also where the system's entropy gave it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", seed_number(self.seed))

    @property
    def name(self) -> str:
        return "random"

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Any:
        """A legal move. It never thinks, so a limit changes nothing."""
        _check_to_choose(view)
        _check_limit(limit)
        # The text, not the bytes: equal views may have come about by different last actions, which the bytes hold.
        digest = hashlib.sha256(view.to_text().encode()).digest()
        legal = view.legal_actions()
        stream = _native.Stream(self.seed, int.from_bytes(digest[:12], "little"))
        return view.rules.move(legal[stream.below(len(legal))])


@dataclass(frozen=True)
class RuleBot:
    """Plays by rules of thumb, in microseconds, in FourSquare in tens of them."""

    @property
    def name(self) -> str:
        return "rule"

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Any:
        """A legal move. It hardly thinks, so a limit changes nothing."""
        _check_to_choose(view)
        _check_limit(limit)
        return view.rules.move(_native.rule(cast("Any", view)))


@dataclass(frozen=True)
class SearchBot:
    """Draws deals that the view allows and searches in them. With a limit of iterations or nodes alone, what it plays
    depends on its seed, the number of its threads and the view, its last actions (`recent`) included.
    """

    limit: Limit = Limit(time=0.05)
    """How long it thinks where the call does not say otherwise."""
    seed: Any = field(default=None, kw_only=True)
    """As everywhere; it then holds the number, also where the system's entropy gave it."""
    threads: int = field(default=1, kw_only=True)
    """1 to 256."""
    _stop: _native.Stop = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_limit(self.limit, optional=False)
        object.__setattr__(self, "seed", seed_number(self.seed))
        object.__setattr__(self, "threads", integer_within("threads", self.threads, 1, MOST_THREADS))
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
        _check_to_choose(view)
        _check_limit(limit)
        within = limit or self.limit
        choices, line, worlds, iterations, nodes, seconds = _native.search(
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
        return Thinking(
            found[0].move, found, tuple(move(action) for action in line), worlds, iterations, nodes, seconds
        )

    def stop(self) -> None:
        """Ends the searches of this bot that are running now, in whatever threads: they return what they have found."""
        self._stop.stop()


def solve(state: State[Any, Any, Any], limit: Limit | None = None) -> Solution | None:
    """What comes of perfect play from here, with all cards open: in Dou Dizhu and in FourSquare. None where nothing was
    found within the limit, a time or nodes (a day, where none is given), or the landlord is not yet known.
    """
    _check_limit(limit)
    if limit is not None and limit.iterations is not None:
        raise InvalidArgumentError("a solver plays no games out: its limit is a time or nodes, not iterations")
    within = limit or Limit(time=LONGEST)
    found = _native.solve(cast("Any", state), within.time, within.nodes, _native.Stop())
    if found is None:
        return None
    payoffs, line, exact, tried, seconds = found
    return Solution(tuple(payoffs), tuple(state.rules.move(action) for action in line), exact, tried, seconds)


def bot(text: str, *, seed: Seed = None) -> RandomBot | RuleBot | SearchBot:
    """The bot that this text names: `random`, `rule`, `search`, `search:LIMIT` or `search:LIMIT:THREADS`.

    >>> bot("rule"), bot("search:50ms,1000it:2", seed=7)
    (RuleBot(), SearchBot(limit=Limit(time=0.05, iterations=1000, nodes=None), seed=7, threads=2))
    """
    kind, *rest = text_of("text", text).split(":")
    if kind == "random" and not rest:
        return RandomBot(seed)
    if kind == "rule" and not rest:
        return RuleBot()
    if kind == "search" and len(rest) <= 2:
        limit = Limit.parse(rest[0]) if rest else Limit(time=0.05)
        return SearchBot(limit, seed=seed, threads=_threads(rest[1]) if len(rest) == 2 else 1)
    raise InvalidArgumentError(
        f"there is no bot {quoted(text)}: the bots are random, rule, search, search:LIMIT, such as search:50ms or "
        "search:1000it, and search:LIMIT:THREADS, such as search:50ms:2"
    )


def bot_seed(seed: int, number: int) -> bytes:
    """The seed of a bot that plays in games of this seed: not theirs, and not another bot's."""
    return hashlib.sha256(f"bot {number} of {seed}".encode()).digest()


def _threads(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise InvalidArgumentError(f"{quoted(text)} is no number of threads, such as 2 in search:50ms:2")
    return int(text)


def _check_to_choose(view: View[Any, Any, Any]) -> None:
    seat = getattr(view, "seat", None)
    if seat is None:
        hint = "; give it state.view(state.current_player)" if hasattr(view, "current_player") else ""
        raise TypeError(f"view must be a View of a game, not {type_name(view)}{hint}")
    if view.current_player is None:
        raise InvalidArgumentError("there is nothing to choose: the round is over")
    if view.current_player != seat:
        raise InvalidArgumentError(f"this is the view of seat {seat}, but seat {view.current_player} is to choose")


def _check_limit(limit: object, *, optional: bool = True) -> None:
    if not (isinstance(limit, Limit) or (optional and limit is None)):
        hint = "; Limit.parse() reads texts" if isinstance(limit, str) else ""
        raise TypeError(f"limit must be a Limit, not {type_name(limit)}{hint}")
