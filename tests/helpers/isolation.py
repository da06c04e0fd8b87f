"""Rounds and their twins, which differ only in hidden cards, and everything that can be reached from a view."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import re
import sys
from dataclasses import dataclass, field
from functools import partial
from types import FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from helpers.cases import CASES, Case, module_of
from helpers.effort import times
from oxideal.errors import OxidealError
from oxideal.reference.position import Position
from oxideal.reference.random import Stream
from oxideal.reference.state import Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Reaching everything from a view

PLAIN = (str, bytes, int, float, bool, type(None))


NOT_CALLED = {"__class__", "__init_subclass__", "__new__", "__slotnames__", "__subclasshook__"}
"""Attributes of the class rather than of the object."""


def answer(call: Callable[[], Any]) -> Any:
    """Return the result of the call, or the error that it raises."""
    try:
        return call()
    except Exception as error:
        return ("raised", type(error), str(error), error.args)


ADDRESS = re.compile(" at 0x[0-9a-f]+")


class Found(dict[str, Any]):
    """Everything found, by path."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_into: set[tuple[type, str]] = set()

    def look(self, path: str, thing: Any) -> None:
        """Record everything that this object consists of, and its attributes recursively."""
        if isinstance(thing, PLAIN):
            self[path] = (type(thing), thing)
        elif isinstance(thing, tuple | list):
            self[path] = (type(thing), len(thing))
            for place, item in enumerate(thing):
                self.look(f"{path}[{place}]", item)
        elif isinstance(thing, dict):
            self[path] = (type(thing), list(map(repr, thing)))
            for key, value in thing.items():
                self.look(f"{path}[{key!r}]", value)
        elif isinstance(thing, set | frozenset):
            self[path] = (type(thing), sorted(map(repr, thing)))
        elif isinstance(thing, np.ndarray):
            self[path] = (thing.dtype, thing.shape, thing.strides, thing.tobytes())
            self.look(f"{path}.base", thing.base)
        elif isinstance(thing, type | ModuleType | FunctionType):
            self[path] = thing
        else:
            self[path] = found = (type(thing), ADDRESS.sub("", repr(thing)))
            if found not in self.looked_into:
                self.looked_into.add(found)
                self.look_into(path, thing)

    def look_into(self, path: str, thing: Any) -> None:
        """Record all attributes of an object. Objects with a seat (a view and the reference's parts
        of it) are also asked for private attributes and by their methods; moves and rules
        consist of their public attributes.
        """
        has_seat = hasattr(thing, "seat")
        for name in dir(thing):
            if name in NOT_CALLED or (name.startswith("_") and not has_seat):
                continue
            value = answer(partial(getattr, thing, name))
            if not callable(value):
                self.look(f"{path}.{name}", value)
            elif has_seat and name not in ASKED and "()" not in path:
                self.look(f"{path}.{name}()", answer(value))


IDS = 40
"""The number of ids to try, the legal ones first."""


def ids_of(view: Any) -> list[int]:
    number = view.rules.num_actions
    others = random.Random(1).sample(range(number), min(number, IDS))
    return [*view.legal_actions()[:IDS], *others, number, 2**70, -1]


def texts_of(view: Any) -> list[str]:
    return [*map(str, view.legal_moves()[:IDS]), "", "pass", "draw", "take", "0,0", "34567", "1-2@me", "discard 7S"]


def state_of(sample: Any) -> Any:
    return sample.to_bytes() if hasattr(sample, "to_bytes") else sample


ASKED: dict[str, Callable[[Any], list[Any]]] = {
    "is_legal": lambda view: [view.is_legal(action) for action in ids_of(view)],
    "parse": lambda view: [answer(partial(view.parse, text)) for text in texts_of(view)],
    "sample": lambda view: [state_of(answer(partial(view.sample, seed, 3))) for seed in (0, 7, 2**256 - 1)],
    "from_text": lambda view: [view.from_text(view.to_text()).to_bytes()],
    "from_bytes": lambda view: [view.from_bytes(view.to_bytes()).to_bytes()],
    "from_dict": lambda view: [view.to_dict(), view.from_dict(view.to_dict()).to_bytes()],
    "from_json": lambda view: [view.to_json(), view.from_json(view.to_json()).to_bytes()],
    "from_events": lambda view: [answer(lambda: view.from_events(view.rules, view.seat, [])).__class__],
    "__eq__": lambda view: [view == other for other in (view, None, view.sample(1).view(view.seat), 7)],
    "__ne__": lambda view: [view != other for other in (view, None, view.sample(1).view(view.seat), 7)],
    "__dir__": lambda view: sorted(dir(view)),
    "__format__": lambda view: [format(view)],
    "__reduce_ex__": lambda view: [view.__reduce_ex__(protocol)[1:] for protocol in range(pickle.HIGHEST_PROTOCOL + 1)],
}
"""Calls of the methods that take arguments."""


OUTSIDE: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda view: [pickle.dumps(view, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)],
    "copy": lambda view: [copy.copy(view).to_bytes(), copy.deepcopy(view).to_bytes()],
    "str": str,
    "repr": repr,
    "size": lambda view: [sys.getsizeof(view), len(view.to_bytes()), len(pickle.dumps(view))],
    "length": lambda view: answer(lambda: len(view)),
    "truth": bool,
}
"""Other calls that take a view."""


def everything(view: Any, *more: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    found = Found()
    found.look("view", view)
    for ways in (ASKED, OUTSIDE, *more):
        for name, ask in ways.items():
            found.look(f"{name}(view)", answer(partial(ask, view)))
    return found


def differences(one: dict[str, Any], two: dict[str, Any]) -> list[str]:
    return [path for path in {**one, **two} if one.get(path, "nothing") != two.get(path, "nothing")]


# Twins


@dataclass
class Twin:
    """A round set up by hand and continued, on either backend."""

    text: str
    seed: int
    """The chance ahead."""
    actions: list[int] = field(default_factory=list)

    def state(self, module: Any, plies: int | None = None) -> Any:
        """Return the state after this many actions, or after all."""
        state = module.State.from_text(self.text, seed=self.seed)
        for action in self.actions[:plies]:
            state.push(action)
        return state


def hidden_cards(text: str, seat: int) -> list[tuple[int, int]]:
    """Return the ranges of a state's text that this seat must not know. A kitty is hidden until play begins."""
    kitty = "; played" not in text
    places: list[tuple[int, int]] = []
    start = 0
    for part in text.split(";"):
        words, at = [], start
        for word in part.split(" "):
            words.append((word, at))
            at += len(word) + 1
        start += len(part) + 1
        (name, _), *rest = [each for each in words if each[0]] or [("", 0)]
        if name == "hand" and rest[0][0] != str(seat):
            rest = rest[1:]
        elif name == "hands":
            rest = [(card, at + i) for s, (hand, at) in enumerate(rest) if s != seat for i, card in enumerate(hand)]
        elif name == "kitty" and kitty:
            rest = [(card, at + i) for hand, at in rest for i, card in enumerate(hand)]
        elif name not in ("stock", "boneyard"):
            continue
        places += [(at, at + len(card)) for card, at in rest if card != "-"]
    return places


def with_two_swapped(text: str, one: tuple[int, int], two: tuple[int, int]) -> str:
    (a, b), (c, d) = sorted([one, two])
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


PROVED = ("known", "taken", "earlier")
"""Fields of texts that follow from the history and may show only what the seats have seen of it."""


def open_to(state: Any, seat: int) -> str:
    """Return the state's text without hidden cards: what the seat may see, regardless of views. At
    the end it is everything, for games whose views show hands.
    """
    text = str(state.to_text())
    if not (state.is_over and hasattr(state.view(seat), "hands")):
        for start, end in reversed(hidden_cards(text, seat)):
            text = f"{text[:start]}?{text[end:]}"
    return ";".join(part for part in text.split(";") if part.split()[0] not in PROVED)


def seen_by(module: Any, twin: Twin, seat: int) -> list[str] | None:
    """Return what is open to the seat from the start, or None if this cannot be played."""
    try:
        state = twin.state(module, 0)
        seen = [open_to(state, seat)]
        for action in twin.actions:
            state.push(action)
            seen.append(open_to(state, seat))
    except OxidealError:
        return None
    return seen


TRIES = 24


def twin_of(module: Any, twin: Twin, seat: int, chance: random.Random, tries: int = TRIES) -> Twin:
    """Return a twin: hidden cards of the start are swapped, two at a time, as long as the same
    actions can be played and the seat sees the same. Finally the chance ahead is replaced if
    possible.
    """
    wanted = seen_by(module, twin, seat)
    assert wanted is not None
    found = twin
    for _ in range(tries):
        places = hidden_cards(found.text, seat)
        text = with_two_swapped(found.text, *chance.sample(places, 2)) if len(places) > 1 else found.text
        other = Twin(text, found.seed, twin.actions)
        if seen_by(module, other, seat) == wanted:
            found = other
    other = Twin(found.text, found.seed + 1, twin.actions)
    return other if seen_by(module, other, seat) == wanted else found


def random_round(case: Case, seed: int, most: int) -> Twin:
    """Play up to this many random actions, on the Rust engine, since both backends read the same texts."""
    module: Any = module_of(case.game, "rust")
    state = module.State.from_text(module.State(module.Rules.from_dict(case.fields), seed=seed).to_text(), seed=seed)
    twin = Twin(state.to_text(), seed)
    chance = random.Random(seed)
    while len(twin.actions) < most and (legal := state.legal_actions()):
        twin.actions.append(chance.choice(legal))
        state.push(twin.actions[-1])
    return twin


ROUNDS = times(1)
"""For each length in each case."""


def twins(case: Case, most: int = 60) -> Iterator[tuple[int, int, Twin, Twin]]:
    """Return a seat, usually the one to move, and two rounds that it cannot distinguish after this
    many actions.
    """
    module: Any = module_of(case.game, "rust")
    chance = random.Random(str(case.fields))
    for number in range(ROUNDS):
        for length in (1, 2, 12, most):
            one = random_round(case, number * most + length, length)
            plies = chance.randint(len(one.actions) // 2, len(one.actions)) if length == most else len(one.actions)
            to_choose = one.state(module, plies).current_player
            seat = chance.randrange(case.rules.players) if length <= 2 or to_choose is None else to_choose
            yield seat, plies, one, twin_of(module, one, seat, chance)


def check_sent(case: Case, rounds: int, sent: Callable[[Twin, int], Any]) -> None:
    """Check that a seat is sent the same in rounds and their twins, and another seat something else."""
    module: Any = module_of(case.game, "rust")
    players = case.rules.players
    chance = random.Random(str(case.fields))
    different = total = 0
    for number in range(rounds):
        one = random_round(case, 9000 + number, chance.choice((2, 12, 60)))
        seat = chance.randrange(players)
        two = twin_of(module, one, seat, chance)
        first = sent(one, seat)
        assert sent(two, seat) == first
        total += len(first)
        different += one.state(module, 0) != two.state(module, 0)
    assert different > 0
    assert total > 0
    one = random_round(case, 1, 40)
    assert players == 1 or len({str(sent(one, seat)) for seat in range(players)}) > 1


def midway(case: Case, plies: int = 20) -> Any:
    """Return a round dealt from a seed and played for a while, with a seat to move."""
    state = case.state(7)
    chance = random.Random(7)
    while len(state.history) < plies and not state.is_over:
        state.push(chance.choice(state.legal_actions()))
    if state.is_over:
        state.pop()
    return state


# Reaching objects through Python itself

HIDDEN = (Position, Moment, Stream, random.Random)


NOT_FOLLOWED = (type, ModuleType, FrameType)
"""Everything in the program can be reached from these. An action table is large, and shared by all."""


def reachable(*things: object) -> Iterator[object]:
    """Return all objects that the garbage collector reaches from these; from functions through their closures."""
    seen: dict[int, object] = {}
    ahead = list(things)
    while ahead:
        thing = ahead.pop()
        if id(thing) in seen or isinstance(thing, NOT_FOLLOWED) or type(thing).__name__ == "Actions":
            continue
        seen[id(thing)] = thing
        yield thing
        ahead += (thing.__closure__ or ()) if isinstance(thing, FunctionType) else gc.get_referents(thing)


def hidden_among(case: Case, *things: object) -> list[object]:
    return [each for each in reachable(*things) if isinstance(each, (vars(case.module)["State"], *HIDDEN))]


# Seeds

RUST = [case for case in CASES if case.backend == "rust"]
