"""The conformance test for programs: play odd and ordinary rounds, and report what the program does wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import _registry
from .._arguments.checks import counted, quoted
from ..clock import TimeControl
from ..differential.rules import GAMES
from ..errors import InvalidArgumentError, OxidealError
from ..protocol import messages
from ..protocol.lines import fields
from ..protocol.process import END_SECONDS, START_SECONDS, Program, ProgramError
from . import RandomBot, RuleBot

if TYPE_CHECKING:
    from .._internal.child import Trace

PAGE = "docs/protocol.md"

MAX_DECISIONS = 300
"""A round is stopped after this many decisions, which is a case to check too."""

NAMES = ('"}]', "\u540d\u524d\U0001f0cf", "\\", "question", "a b", "", *"fghijkl")
"""Names of players that a sloppy reader of JSON gets wrong."""

UNKNOWN = {"x-unknown": {"kind": "question", "id": 1, "legal": [{"id": 0, "text": "}"}]}}
"""A field that no message has."""


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    - `name`: what was checked
    - `problem`: what the program did wrong, None if nothing
    - `section`: the section of the page that says so; empty for a problem that an earlier finding has
    - `stderr`: the end of the program's standard error, after a problem
    """

    name: str
    problem: str | None = None
    section: str = ""
    stderr: str = ""

    def __str__(self) -> str:
        if self.problem is None:
            return f"ok     {self.name}"
        lines = [f"WRONG  {self.name}: {self.problem}"]
        if self.section:
            lines.append(f"       see {PAGE}#{self.section}")
        if self.stderr:
            lines += ["       standard error:", *(f"         {line}" for line in self.stderr.splitlines())]
        return "\n".join(lines)


class Wrong(Exception):  # noqa: N818 (it is about the program, not an error of the check)
    """The program did something wrong that a `Program` does not notice."""

    def __init__(self, problem: str, section: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.section = section


SECTIONS = {
    "could not be started": "start-and-end",
    "did not say hello": "hello",
    "took longer": "time",
    "did not read": "start-and-end",
    "did not answer a ping": "ping",
    "reported an error": "error",
    "broke the protocol": "lines",
    "left": "start-and-end",
}
"""The section about each reason of a `ProgramError`; the others are about the end of the process."""

KINDS = {"hello": "hello", "answer": "answer", "info": "info", "pong": "ping", "error": "error", "bye": "start-and-end"}
"""The section about each message of a program."""


def section_of(error: ProgramError) -> str:
    """Return the section that says what the program should have done."""
    if error.detail.startswith("ignored "):
        return "lines"  # a misspelt name is why there was no answer
    for kind, section in KINDS.items():
        if str(error).startswith(f"broke the protocol: {kind}: "):
            return section
    return next((SECTIONS[each] for each in SECTIONS if error.why.startswith(each)), "start-and-end")


def check(
    command: list[str], games: list[str] | None = None, time: float = 1.0, trace: Trace | None = None
) -> Iterator[Finding]:
    """Yield the findings about a program, which may take `time` seconds for a decision.

    Without `games`, it plays those that it names in its hello, or all. The check ends at a program that cannot start.
    """
    checker = Checker(command, time, trace)
    hello = checker.finding("hello", checker.hello)
    yield hello
    if not checker.games:
        return
    names = checker.games
    for game in games or names:
        if game not in names:
            raise InvalidArgumentError(f"the program plays {', '.join(names)}, not {quoted(game)}")
    yield checker.finding("ping", checker.sync)
    yield checker.finding("unknown messages are ignored", checker.unknown)
    for game in games or names:
        for name, part in checker.parts(game):
            yield checker.finding(f"{game}, {name}", part)
    yield checker.finding("end of a match", checker.end_match)
    yield checker.finding("bye", checker.bye)
    yield checker.finding("end of the input without bye", checker.end_of_input)


class Checker:
    """A program under check. After a problem it is started again."""

    def __init__(self, command: list[str], time: float, trace: Trace | None) -> None:
        self.command = command
        self.time = time
        self.trace = trace
        self.program: Program | None = None
        self.games: tuple[str, ...] = ()
        self.answers = 0
        self.where = ""
        """The round that is played."""
        self.problems: set[str] = set()
        """The causes that have been reported."""
        self.pings = 0
        self.has_pong = True

    def finding(self, name: str, part: Callable[[], None]) -> Finding:
        self.where, self.answers = "", 0
        try:
            part()
            self._check_names()
        except Wrong as wrong:
            return self._problem(name, wrong.problem, wrong.problem, wrong.section)
        except ProgramError as error:
            # The same detail is the same mistake, whatever the time limit was.
            cause = error.detail if error.reason == "time" else ""
            return self._problem(name, cause or str(error), str(error), section_of(error), error.stderr)
        except BaseException:
            self.end()
            raise
        return Finding(f"{name}: {counted(self.answers, 'answer')}" if self.answers else name)

    def _problem(self, name: str, cause: str, problem: str, section: str, stderr: str = "") -> Finding:
        program = self.program
        self.end()
        if cause in self.problems:
            return Finding(name, "as above")
        self.problems.add(cause)
        if program is not None:
            stderr = program.stderr
        return Finding(name, self.where + problem, section, stderr)

    def _check_names(self) -> None:
        """Report a message of unknown kind, or an unknown field, which hosts ignore, once for each name."""
        ignored = self.program.ignored if self.program is not None else ""
        if ignored and ignored not in self.problems:
            raise Wrong(ignored, "lines")

    def end(self) -> None:
        if self.program is not None:
            self.program.kill()
            self.program = None

    def running(self) -> Program:
        if self.program is None:
            program = Program(self.command, self.trace)
            self.program = program
            program.greet({})
        return self.program

    # The checks

    def hello(self) -> None:
        program = self.running()
        unknown = [game for game in program.games or () if game not in _registry.NAMES]
        if unknown:
            raise Wrong(f"games has an unknown game {quoted(unknown[0])}", "hello")
        for want in program.wants:
            if want not in messages.WANTS:
                raise Wrong(f"wants has an unknown name {quoted(want)}; expected legal or view", "hello")
        self.games = _registry.NAMES if program.games is None else program.games

    def unknown(self) -> None:
        program = self.running()
        program.tell({"kind": "x-unknown", **UNKNOWN}, seconds=START_SECONDS)
        self.sync()

    def sync(self) -> None:
        """Check that a ping is answered, and that nothing comes unasked before the answer."""
        program = self.running()
        if not self.has_pong:
            return  # one finding about it is enough
        self.pings, self.has_pong = self.pings + 1, False
        program.tell({"kind": "ping", "id": self.pings, **UNKNOWN}, seconds=START_SECONDS)
        deadline = monotonic() + START_SECONDS
        with program.guarded("did not answer a ping"):
            while (message := program.receive(deadline))["kind"] != "pong":
                self.has_pong = True
                if message["kind"] == "answer":
                    raise Wrong(f"sent an answer that nobody asked for: {quoted(str(message))}", "answer")
                if message["kind"] == "error":
                    raise Wrong(f"sent an error: {quoted(str(message.get('text')))}", "error")
            if fields(message).get("id") != self.pings:
                raise Wrong(f"the pong must have the id of the ping, {self.pings}, got {message.get('id')}", "ping")
        self.has_pong = True

    def parts(self, game: str) -> Iterator[tuple[str, Callable[[], None]]]:
        module = _registry.module_of(game)
        ordinary, *odd = (module.Rules.from_dict(given) for given in GAMES[game])

        def each_seat() -> None:
            for seat in {0, ordinary.players - 1}:
                self.round(module, ordinary, seat, 1)

        def odd_rules() -> None:
            for number, rules in enumerate(odd):
                self.round(module, rules, number % rules.players, 2)

        def positions() -> None:
            for stream in (3, 4):
                self.round(module, ordinary, stream % ordinary.players, stream, start=8)

        def stopped_early() -> None:
            self.round(module, ordinary, 0, 5, most=2)
            self.round(module, ordinary, 0, 6, most=2)

        def told_to_stop() -> None:
            self.round(module, ordinary, 0, 7, time=0.001, grace=self.time, most=10)

        yield "ordinary rounds", each_seat
        yield "odd rules", odd_rules
        yield "rounds that begin with a position", positions
        yield "rounds that are stopped", stopped_early
        yield "stop after a millisecond", told_to_stop

    def round(
        self,
        module: Any,
        rules: Any,
        seat: int,
        stream: int,
        *,
        start: int = 0,
        time: float | None = None,
        grace: float | None = None,
        most: int = MAX_DECISIONS,
    ) -> None:
        """Play a round of deal `stream` of seed 1. With `start`, others play that many actions first."""
        program = self.running()
        time = self.time if time is None else time
        grace = messages.grace_for(time) if grace is None else grace
        default = module.Rules().to_dict()
        changed = {name: value for name, value in rules.to_dict().items() if value != default[name]}
        self.where = f"deal {stream}, rules {json.dumps(changed)}, seat {seat}: "
        state = module.State(rules, seed=1, stream=stream)
        rule, random = RuleBot(), RandomBot(seed=1)
        for _ in range(start):
            state.push(rule.choose(state.view(state.current_player)))
            if state.is_over:
                state.pop()
                break
        if start:
            state = module.State.from_text(state.to_text(), seed=1)
        clock = TimeControl(move=time), grace
        news = [messages.new_round(rules, seat, NAMES[: rules.players], clock, (0,) * rules.players)]
        told, decisions = 0, 0
        while (player := state.current_player) is not None and decisions < most:
            view = state.view(player)
            if player != seat:
                state.push((rule if len(state.history) % 3 else random).choose(view))
                continue
            if len(view.legal_actions()) == 1:
                state.push(view.legal_actions()[0])
                continue
            texts = state.events(seat)
            news += messages.events(rules, texts[told:])
            told, decisions = len(texts), decisions + 1
            move, _ = program.ask(view, [{**each, **UNKNOWN} for each in news], time, grace)
            self.answers += 1
            news = []
            try:
                state.push(move)
            except (OxidealError, TypeError) as error:
                raise Wrong(f"answered {_move_text(rules, move)}, which is not legal: {error}", "answer") from None
        news += messages.events(rules, state.events(seat)[told:])
        program.tell(*news, messages.end_round(state.view(seat), program.wants), seconds=grace)
        self.sync()
        self.where = ""

    def end_match(self) -> None:
        self.running().tell(messages.end_match((3, -3), (0,)), seconds=START_SECONDS)
        self.sync()

    def bye(self) -> None:
        self._ended(self.running().close(), "bye")

    def end_of_input(self) -> None:
        self._ended(self.running().close(say_bye=False), "the end of its input")

    def _ended(self, status: int | None, after: str) -> None:
        program, self.program = self.program, None
        if status != 0:
            self.program = program
            how = f"did not end within {END_SECONDS} s" if status is None else f"ended with status {status}, not 0,"
            raise Wrong(f"{how} after {after}", "start-and-end")


def _move_text(rules: Any, move: object) -> str:
    """Return an answer as it was sent, with the text of the move that an id names."""
    if isinstance(move, str):
        return quoted(move)
    try:
        return f"{move} ({rules.move(move)})"
    except OxidealError:
        return quoted(str(move))
