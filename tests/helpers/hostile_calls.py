"""Every public function, constructor, method, attribute and operator of the package, found by
introspection, with valid arguments. New ones are covered without an edit if their parameter
names are known here.
"""

from __future__ import annotations

import importlib
import inspect
import io
import pkgutil
import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it is compiled, and has no types

import oxideal
from helpers.cases import examples, module_of
from oxideal import envs, openspiel, web
from oxideal._registry import GAMES
from oxideal.commitment import Commitment

if TYPE_CHECKING:
    from types import ModuleType

Example = Callable[["Setting"], Any]


@dataclass(frozen=True)
class Setting:
    """A game on one backend with its objects, recreated for each call because a call may
    change them.
    """

    game: str = "doudizhu"
    backend: str = "rust"

    @property
    def module(self) -> Any:
        return module_of(self.game, self.backend)

    @cached_property
    def rules(self) -> Any:
        return self.module.Rules.from_dict(examples(self.game)["rules"])

    @cached_property
    def _played(self) -> bytes:
        state = self.module.State(self.rules, seed=7, dealer=0)
        for _ in range(5):
            state.push(state.legal_actions()[-1])
        data: bytes = state.to_bytes()
        return data

    @property
    def state(self) -> Any:
        return self.module.State.from_bytes(self._played)

    @property
    def view(self) -> Any:
        state = self.state
        return state.view(state.current_player)

    @property
    def move(self) -> Any:
        return self.state.legal_moves()[-1]

    @property
    def event(self) -> Any:
        return self.state.events(self.view.seat)[0]

    @property
    def batch(self) -> Any:
        return self.module.Batch(self.rules, 3, seed=7)

    @property
    def record(self) -> Any:
        return oxideal.record.Record.of(self.state)

    @property
    def env(self) -> Any:
        module = importlib.import_module(str(GAMES[self.game].environment))
        return reset(getattr(module, f"{GAMES[self.game].class_name}Env" if GAMES[self.game].solitaire else "raw_env"))

    @cached_property
    def commitment(self) -> Any:
        return Commitment.new(self.game, self.rules)

    @property
    def spiel(self) -> Any:
        openspiel.register()
        return pyspiel.load_game(f"python_oxideal_{self.game}")

    @property
    def web_seat(self) -> Any:
        seat = web.Seat(self.rules, self.view.seat, ["a", "b", "c"])
        seat.see(self.state.events(self.view.seat))
        return seat

    @property
    def spiel_state(self) -> Any:
        """After the deal."""
        state = self.spiel.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        return state


def reset(kind: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return an environment after its first reset."""
    made = kind(*given, **named)
    made.reset(seed=7)
    return made


_DISPLAY = {"allocation": [[*range(20)], [*range(20, 37)], [*range(37, 54)]], "publiccard": [0, 1, 2]}
_LOG = [{"output": {"display": _DISPLAY}}]
"""A match of Botzone before the first play."""

EXAMPLES: dict[str, Example] = {
    # all games
    "rules": lambda s: s.rules,
    "origin": lambda s: s.state.origin,
    "seed": lambda _: 7,
    "stream": lambda _: 1,
    "place": lambda _: 0,
    "dealer": lambda _: 0,
    "fields": lambda s: s.rules.to_dict(),
    "move": lambda s: s.move,
    "Rules.move.action": lambda _: 1,
    "State.forfeit.why": lambda _: "time",
    "Clock.players": lambda _: 2,
    "now": lambda _: 0.0,
    "Clock.from_dict.fields": lambda _: oxideal.clock.Clock(oxideal.clock.TimeControl(move=15), 2).to_dict(0.0),
    "TimeControl.from_dict.fields": lambda _: oxideal.clock.TimeControl(move=15).to_dict(),
    "TimeControl.move": lambda _: 15,
    "Clock.control": lambda _: oxideal.clock.TimeControl(move=15),
    "action": lambda s: int(s.move),
    "parse.text": lambda s: str(s.move),
    "State.from_text.text": lambda s: s.state.to_text(),
    "View.from_text.text": lambda s: s.view.to_text(),
    "State.from_bytes.data": lambda s: s.state.to_bytes(),
    "View.from_bytes.data": lambda s: s.view.to_bytes(),
    "Match.from_dict.fields": lambda s: s.module.Match(s.rules, seed=7).to_dict(),
    "Match.from_json.data": lambda s: s.module.Match(s.rules, seed=7).to_json(),
    "State.from_json.data": lambda s: s.state.to_json(),
    "View.from_json.data": lambda s: s.view.to_json(),
    "ViewBuilder.from_bytes.data": lambda s: s.module.ViewBuilder(s.rules, 0).to_bytes(),
    "Rules.from_json.data": lambda s: s.rules.to_json(),
    "move_from_json.data": lambda s: s.move.to_json(),
    "events_from_json.data": lambda s: s.state.events_json(s.view.seat),
    "State.from_dict.fields": lambda s: s.state.to_dict(),
    "View.from_dict.fields": lambda s: s.view.to_dict(),
    "move_from_dict.fields": lambda s: s.move.to_dict(),
    "event_from_dict.fields": lambda s: s.rules.event_to_dict(s.event),
    "event": lambda s: s.event,
    "kind": lambda _: "view",
    "schema.game": lambda s: s.game,
    "seat": lambda s: s.view.seat,
    "depth": lambda _: 1,
    "events": lambda s: s.state.events(s.view.seat),
    "n": lambda _: 3,
    "threads": lambda _: 1,
    "first": lambda _: 1,
    "start": lambda s: s.state,
    "legal_mask.out": lambda s: np.zeros((3, s.rules.num_actions), np.bool_),
    "k": lambda _: 1,
    "actions": lambda s: s.batch.sample_actions(1),
    "rounds": lambda _: 2,
    "target": lambda _: 100,
    # some games
    "grid": lambda _: Setting("foursquare").module.State(seed=7).grid,
    "grids": lambda _: np.zeros((2, 7, 7), np.int8),
    "cell": lambda _: 24,
    "cells": lambda _: [24, 25],
    "card": lambda _: "9S",
    "ranks": lambda _: [3, 4],
    "row": lambda _: 0,
    "column": lambda _: 1,
    "beats.other": lambda s: s.module.classify("3"),
    "why_not.other": lambda s: s.module.classify("3"),
    "name": lambda _: "douzero",
    "hand": lambda s: examples(s.game)["hand"],
    "cards": lambda s: examples(s.game)["hand"],
    "tiles": lambda s: examples(s.game)["hand"],
    "classify.cards": lambda _: "34567",
    "counts": lambda _: np.ones((2, 15), np.int64),
    "a": lambda _: [1, 2],
    "b": lambda _: [1, 2],
    "doudizhu.legal_plays_many.hands": lambda _: np.ones((2, 15), np.int64),
    "doudizhu.legal_plays_many.to_beat": lambda _: [0, 0],
    "doudizhu.legal_plays.to_beat": lambda _: "3",
    "matches_many.hands": lambda s: np.zeros((2, len(s.rules.tiles)), np.uint8),
    "matches_many.ends": lambda _: [[1, 2], [3, -1]],
    "ends": lambda _: [1, 2],
    "end": lambda _: 1,
    "table": lambda _: ["9C 9D 9S"],
    "number": lambda _: 33,
    "hands": lambda _: [2**20 - 1, 33],
    "tables": lambda _: [[7 << 4], [0]],
    # the package
    "Stream.below.n": lambda _: 6,
    "Stream.shuffled.n": lambda _: 6,
    "words": lambda _: 3,
    "view": lambda s: s.view,
    "limit": lambda _: oxideal.bots.Limit(iterations=5),
    "solve.state": lambda s: s.state,
    "solve.limit": lambda _: oxideal.bots.Limit(nodes=50),
    "time": lambda _: 0.01,
    "iterations": lambda _: 5,
    "nodes": lambda _: 5,
    "Seat.past.moves": lambda _: 0,
    "Seat.explain.meanings": lambda s: [str(s.move)],
    "Limit.parse.text": lambda _: "10it",
    "ProgramBot.command": lambda _: "true",
    "ProgramBot.limit": lambda _: oxideal.bots.Limit(time=0.05),
    "ProgramBot.choose.limit": lambda _: oxideal.bots.Limit(time=0.05),
    "ProgramBot.options": lambda _: {},
    "ProgramBot.grace": lambda _: 0.1,
    "ProgramBot.trace": lambda _: print,
    "ProgramBot.parse.text": lambda _: "exec:true",
    "ProgramBot.seat.seat": lambda _: 0,
    "ProgramBot.seat.names": lambda s: [f"seat {seat}" for seat in range(s.rules.players)],
    "ProgramBot.seat.totals": lambda s: [0] * s.rules.players,
    "ProgramBot.seat.grace": lambda _: 0.1,
    "bot.text": lambda _: "rule",
    "bot": lambda _: "rule",
    "bots": lambda _: ["rule", "random"],
    "arena.game": lambda _: "doudizhu",
    "games": lambda _: 1,
    "dataset.game": lambda _: "doudizhu",
    "dataset.out": lambda _: tempfile.mkdtemp(),
    "dataset.players": lambda _: "rule",
    "games_per_file": lambda _: 1,
    "grace": lambda _: 10.0,
    "until": lambda _: "better:0.02",
    "tournament.game": lambda _: "doudizhu",
    "benchmark.game": lambda _: "doudizhu",
    "benchmark.bot": lambda _: "level:1",
    "within": lambda _: 400,
    "ladder.game": lambda s: s.game,
    "level": lambda _: 1,
    "anchor": lambda _: "rule",
    "progress": lambda _: False,
    "records": lambda _: io.StringIO(),
    "review.limit": lambda _: oxideal.bots.Limit(iterations=40),
    "review_match.records": lambda s: [s.record],
    "review_match.limit": lambda _: oxideal.bots.Limit(iterations=40),
    "Review.from_dict.fields": lambda s: oxideal.review.review(s.record, oxideal.bots.Limit(nodes=1)).to_dict(),
    "state": lambda s: s.state,
    "state_or_view": lambda s: s.state,
    "names": lambda s: ["a", "b", "c", "d"][: s.rules.players],
    "note": lambda _: "a note",
    "info": lambda _: {"a": [1, {"b": None}]},
    "theme": lambda _: {"background": "#123456"},
    "width": lambda _: 300,
    "title": lambda _: "a title",
    "page.game": lambda s: s.record,
    "page.names": lambda s: ["a", "b", "c", "d"][: s.rules.players],
    "record": lambda s: s.record,
    "loads.text": lambda s: oxideal.record.dumps(s.record),
    "values": lambda s: s.record.to_dict(),
    "source": lambda s: io.StringIO(oxideal.record.dumps(s.record)),
    "Writer.target": lambda _: io.StringIO(),
    "Record.states.game": lambda s: s.module,
    "replay.game": lambda s: s.module,
    "observations": lambda s: s.view.observation(),
    "from_log.log": lambda _: _LOG,
    "from_log.program": lambda _: "botzone",
    "Record.game": lambda s: s.game,
    "Record.rules": lambda s: s.rules.to_dict(),
    "Record.seed": lambda _: 7,
    "Record.stream": lambda _: 0,
    "Record.dealer": lambda _: 0,
    "Record.names": lambda _: None,
    "Record.actions": lambda _: (),
    "Record.start": lambda _: None,
    "BatchEnv.game": lambda s: s.game,
    "SeatEnv.game": lambda s: s.game,
    "SeatVectorEnv.game": lambda s: s.game,
    "opponents": lambda _: "random",
    "agent": lambda _: "player_0",
    "observe.agent": lambda s: s.env.agent_selection,
    "num_envs": lambda _: 3,
    "options": lambda _: {"stream": 3},
    "max_steps": lambda _: 50,
    "SpielState.game": lambda s: s.spiel,
    "restart_at.state": lambda s: s.spiel_state,
    "step.state": lambda s: s.spiel_state,
    "inform_action.state": lambda s: s.spiel_state,
    "set_from.state": lambda s: s.spiel_state,
    "string_from.state": lambda s: s.spiel_state,
    "SpielBot.bot": lambda _: oxideal.bots.RuleBot(),
    "player": lambda _: 0,
    "sampler": lambda _: lambda: 0.5,
    "Commitment.new.game": lambda s: s.game,
    "published": lambda s: s.commitment.digest,
    "revealed": lambda s: s.commitment.reveal(),
    "contributions": lambda _: ["a"],
    "Commitment.from_text.text": lambda s: s.commitment.reveal(),
    # special methods
    "memo": lambda _: {},
    "_memo": lambda _: {},
    "value": lambda s: s.state,
    "other": lambda s: s.state,
    "__setattr__.name": lambda _: "rules",
    "__delattr__.name": lambda _: "rules",
    "__setstate__.position": lambda _: 1,
    # networks
    "train.out": lambda _: "weights",
    "train.hours": lambda _: None,
    "train.decisions": lambda _: 1,
    "train.seed": lambda _: None,
    "train.deals": lambda _: 2,
    # the page
    "line": lambda s: [str(s.move)],
    "error": lambda _: oxideal.errors.IllegalMoveError("DD-12", "the leader cannot pass"),
}


def example(setting: Setting, name: str, parameter: str) -> Any:
    """Return the most specific example: for `oxideal.rummy.State.push` and `move`, the one for
    `State.push.move` if any.
    """
    parts = [*name.split("."), parameter]
    for start in range(len(parts)):
        if (found := EXAMPLES.get(".".join(parts[start:]))) is not None:
            return found(setting)
    raise LookupError(f"no example of {parameter} for {name}: give it one in EXAMPLES")


INSTANCES: dict[str, Example] = {
    "State": lambda s: s.state,
    "View": lambda s: s.view,
    "Rules": lambda s: s.rules,
    "Move": lambda s: s.move,
    "Moves": lambda s: s.state.legal_moves(),
    "Batch": lambda s: s.batch,
    "ViewBuilder": lambda s: s.module.ViewBuilder(s.rules, s.view.seat),
    "Match": lambda s: s.module.Match(s.rules, seed=7),
    "RoundResult": lambda s: oxideal.match.RoundResult(s.rules, 0, (0,), (0,)),
    "BuildInfo": lambda _: oxideal.build_info(),
    "ProgramBot": lambda _: oxideal.bots.ProgramBot("true"),
    "ObservationSpec": lambda s: s.rules.observation_spec(),
    "Field": lambda s: s.rules.observation_spec().fields[0],
    "Record": lambda s: s.record,
    "Commitment": lambda s: s.commitment,
    "Benchmark": lambda _: oxideal.arena.benchmark("doudizhu", "level:1", 1, seed=7),
    "Ratings": lambda _: oxideal.arena.tournament("foursquare", ["rule", "random"], 1, seed=7),
    "Svg": lambda s: oxideal.svg.draw(s.state),
    "Html": lambda s: oxideal.web.page(s.record),
    "TableEnv": lambda s: s.env,
    "raw_env": lambda s: s.env,
    "FourSquareEnv": lambda s: s.env,
    "BatchEnv": lambda s: reset(envs.BatchEnv, s.game, 3),
    "SeatEnv": lambda s: reset(envs.SeatEnv, s.game, seat=0, max_steps=200),
    "SeatVectorEnv": lambda s: reset(envs.SeatVectorEnv, s.game, 3, seat=0, max_steps=200),
    "SpielGame": lambda s: s.spiel,
    "SpielState": lambda s: s.spiel_state,
    "SpielBot": lambda _: openspiel.SpielBot(oxideal.bots.RuleBot()),
    "Seat": lambda s: s.web_seat,
    "SpielObserver": lambda s: s.spiel.make_py_observer(),
}


@dataclass(frozen=True)
class Call:
    """A function, or a method of an object recreated for each call, and its valid arguments."""

    name: str
    setting: Setting
    owner: Callable[[], Any]
    """The object that has the method; for functions and class methods, the module or the class."""
    function: Callable[[Any], Callable[..., Any]]
    """The path from the object to the function."""
    parameters: tuple[inspect.Parameter, ...] = ()

    def __str__(self) -> str:
        return self.name

    def examples(self) -> dict[str, Any]:
        found = {}
        kept = AT_HAND.get(self.name.rsplit(".", 1)[-1])
        at_hand = deepcopy(examples(self.setting.game)[kept]) if kept else {}
        for each in self.parameters:
            if each.name in at_hand:
                found[each.name] = at_hand[each.name]
                continue
            try:
                found[each.name] = example(self.setting, self.name, each.name)
            except LookupError:
                if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
                    continue
                if each.default is each.empty:
                    raise
                found[each.name] = each.default
        return found

    def __call__(self, thing: Any, given: dict[str, Any]) -> Any:
        plain, named = [], {}
        for each in self.parameters:
            if each.name not in given:
                continue
            if each.kind is each.VAR_KEYWORD:
                named["hostile"] = given[each.name]
            elif each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD):
                named[each.name] = given[each.name]
            else:
                plain.append(given[each.name])
        return self.function(thing)(*plain, **named)


AT_HAND = {"from_position": "position", "from_deal": "deal"}
"""The arguments of these methods are in the examples of a game."""

ALWAYS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__setattr__", "__delattr__")
"""Operators covered even if a class inherits them from `object`."""


@cache
def public_modules() -> list[ModuleType]:
    names = ["oxideal", *(found.name for found in pkgutil.walk_packages(oxideal.__path__, "oxideal."))]
    public = [name for name in names if not any(part.startswith("_") for part in name.split("."))]
    return [module for module in map(importlib.import_module, public) if hasattr(module, "__all__")]


def is_ours(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).startswith("oxideal")


def signature(function: Any) -> tuple[inspect.Parameter, ...] | None:
    """Return None for what cannot be called."""
    try:
        return tuple(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None


def is_result(kind: type) -> bool:
    """Whether the class only holds results, so that a caller may construct it with any values."""
    return issubclass(kind, tuple | BaseException) or (is_dataclass(kind) and not hasattr(kind, "__post_init__"))


def calls_of_class(name: str, kind: type, setting: Setting) -> Iterator[Call]:
    """Yield its constructor and all methods that it defines itself."""
    if is_protocol(kind):
        return
    constructor = Call(name, setting, lambda: kind, lambda owner: owner, signature(kind) or ())
    if not is_result(kind):
        yield constructor

    def instance() -> Any:
        made = INSTANCES.get(kind.__name__)
        return constructor(kind, constructor.examples()) if made is None else made(setting)

    for attribute in sorted(dir(kind)):
        owner = next((each for each in kind.__mro__ if attribute in vars(each)), object)
        if attribute in NO_CALLS or (attribute.startswith("_") and not attribute.endswith("_")):
            continue
        if not is_ours(owner) and attribute not in ALWAYS:
            continue
        if is_dataclass(kind) and attribute in ("__setattr__", "__delattr__"):
            continue  # defined by the standard library
        static = inspect.getattr_static(kind, attribute)
        found = None if inspect.isclass(static) else signature(getattr(kind, attribute))
        if found is None:
            continue
        by_class = isinstance(static, classmethod) or type(static).__name__ == "classmethod_descriptor"
        if is_result(kind) and not by_class and kind.__name__ not in INSTANCES:
            continue

        def function(thing: Any, attribute: str = attribute) -> Any:
            return getattr(thing, attribute)

        yield Call(
            f"{name}.{attribute}",
            setting,
            (lambda: kind) if by_class else instance,
            function,
            found if by_class else found[1:],
        )


def is_protocol(kind: type) -> bool:
    return bool(getattr(kind, "_is_protocol", False))


NO_CALLS = {
    "__new__": "the constructor is walked",
    "__init__": "the constructor is walked",
    "__post_init__": "the constructor is walked",
    "__class__": "it is no method",
    "__init_subclass__": "of typing",
    "__class_getitem__": "of typing",
    "__subclasshook__": "of typing",
    "__getstate__": "of object",
}


def calls_of(module: ModuleType, setting: Setting) -> Iterator[Call]:
    """Yield all public names of a module."""
    for short in module.__all__:
        thing = getattr(module, short)
        name = f"{module.__name__}.{short}"
        if inspect.isclass(thing):
            yield from calls_of_class(name, thing, setting)
        elif inspect.isroutine(thing):
            yield Call(
                name, setting, partial(getattr, module, short), lambda function: function, signature(thing) or ()
            )
