"""Nothing that can be got at from a view tells of what its seat may not know.

*Twins* are two rounds with the same public history, that differ only in what a seat may not know: the other hands, the
order of what is face down, what chance has still to bring. All that can be reached from the seat's view of the one is
compared with all that can be reached from its view of the other.
"""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, partial
from itertools import permutations
from math import sqrt
from types import FrameType, FunctionType, ModuleType
from typing import Any

import gymnasium
import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it is compiled, and has no types
import pytest

import oxideal.openspiel  # noqa: F401 (it makes the games known)
from helpers.cases import CASES, Case, module_of
from oxideal.arena import arena
from oxideal.bots import Limit, RandomBot, RuleBot, SearchBot
from oxideal.differential import GAMES
from oxideal.envs import doudizhu_v0, mexican_train_v0, rummy_v0
from oxideal.errors import OxidealError
from oxideal.reference.position import Position
from oxideal.reference.random import Stream
from oxideal.reference.state import Moment

# What can be reached from a view

PLAIN = (str, bytes, int, float, bool, type(None))

NOT_CALLED = {"__class__", "__init_subclass__", "__new__", "__slotnames__", "__subclasshook__"}
"""These belong to the class, not to what is asked."""


def answer(call: Callable[[], Any]) -> Any:
    """What the call gives, or the error that it raises."""
    try:
        return call()
    except Exception as error:
        return ("raised", type(error), str(error), error.args)


ADDRESS = re.compile(" at 0x[0-9a-f]+")


class Found(dict[str, Any]):
    """All that was found, by the path to it."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_into: set[tuple[type, str]] = set()

    def look(self, path: str, thing: Any) -> None:
        """Writes down everything that this thing is made of, and what its attributes are made of."""
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
        """All attributes of an object. What has a seat (a view, and what the reference makes it of) is asked for its
        private ones, too, and by its methods; a move or rules are what their public attributes say.
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
"""Of all ids so many are asked for, the legal ones first."""


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
    "from_events": lambda view: [answer(lambda: view.from_events(view.rules, view.seat, [])).__class__],
    "__eq__": lambda view: [view == other for other in (view, None, view.sample(1).view(view.seat), 7)],
    "__ne__": lambda view: [view != other for other in (view, None, view.sample(1).view(view.seat), 7)],
    "__dir__": lambda view: sorted(dir(view)),
    "__format__": lambda view: [format(view)],
    "__reduce_ex__": lambda view: [view.__reduce_ex__(protocol)[1:] for protocol in range(pickle.HIGHEST_PROTOCOL + 1)],
}
"""How the methods that take arguments are asked."""

BOTS = (RandomBot(seed=3), RuleBot(), SearchBot(Limit(iterations=8), seed=3))

OUTSIDE: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda view: [pickle.dumps(view, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)],
    "copy": lambda view: [copy.copy(view).to_bytes(), copy.deepcopy(view).to_bytes()],
    "str": str,
    "repr": repr,
    "size": lambda view: [sys.getsizeof(view), len(view.to_bytes()), len(pickle.dumps(view))],
    "length": lambda view: answer(lambda: len(view)),
    "truth": bool,
}
"""What else can be asked with a view in hand."""


def choice_of(bot: Any, view: Any) -> str:
    return str(answer(partial(bot.choose, view)))


THINKING: dict[str, Callable[[Any], Any]] = {
    "playouts": lambda view: tuple(sys.modules[type(view).__module__].playouts(view, 1, seed=5)),
    **{f"bot {bot.name}": partial(choice_of, bot) for bot in BOTS},
}
"""The same, where it takes longer."""


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
    """A round set up by hand and played on, on either backend."""

    text: str
    seed: int
    """Of what chance has still to bring."""
    actions: list[int] = field(default_factory=list)

    def state(self, module: Any, plies: int | None = None) -> Any:
        """After so many actions, or all."""
        state = module.State.from_text(self.text, seed=self.seed)
        for action in self.actions[:plies]:
            state.push(action)
        return state


def hidden_cards(text: str, seat: int) -> list[tuple[int, int]]:
    """Where in a state's text the cards stand that this seat may not know. A kitty is hidden until play begins."""
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
"""Fields of texts that say what follows from the history, which may be no more than what the seats have seen of it."""


def open_to(state: Any, seat: int) -> str:
    """The state's text without the hidden cards: what the seat may see, whatever views say. At the end it is all that
    there is where a view can show hands.
    """
    text = str(state.to_text())
    if not (state.is_over and hasattr(state.view(seat), "hands")):
        for start, end in reversed(hidden_cards(text, seat)):
            text = f"{text[:start]}?{text[end:]}"
    return ";".join(part for part in text.split(";") if part.split()[0] not in PROVED)


def seen_by(module: Any, twin: Twin, seat: int) -> list[str] | None:
    """What lies open for the seat from the start on; None where this cannot be played."""
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
    """Hidden cards of the start change places, two at a time, as long as the same actions can be played and the seat
    sees the same. At last the chance to come is another one, where it can be.
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
    """Up to so many actions at random. The Rust engine plays it, as both backends read the same texts."""
    module: Any = module_of(case.game, "rust")
    state = module.State.from_text(module.State(module.Rules.from_dict(case.fields), seed=seed).to_text(), seed=seed)
    twin = Twin(state.to_text(), seed)
    chance = random.Random(seed)
    while len(twin.actions) < most and (legal := state.legal_actions()):
        twin.actions.append(chance.choice(legal))
        state.push(twin.actions[-1])
    return twin


ROUNDS = int(os.environ.get("ISOLATION_ROUNDS", "1"))
"""Of each length, in each case."""


def twins(case: Case, most: int = 60) -> Iterator[tuple[int, int, Twin, Twin]]:
    """A seat, mostly that which is to choose, and two rounds that it cannot tell apart after so many actions."""
    module: Any = module_of(case.game, "rust")
    chance = random.Random(str(case.fields))
    for number in range(ROUNDS):
        for length in (2, 12, most):
            one = random_round(case, number * most + length, length)
            plies = chance.randint(len(one.actions) // 2, len(one.actions)) if length == most else len(one.actions)
            to_choose = one.state(module, plies).current_player
            seat = chance.randrange(case.rules.players) if length == 2 or to_choose is None else to_choose
            yield seat, plies, one, twin_of(module, one, seat, chance)


def moments(case: Case) -> Iterator[tuple[int, Any, Any]]:
    """The same as states of the case's backend."""
    for seat, plies, one, two in twins(case):
        yield seat, one.state(case.module, plies), two.state(case.module, plies)


def midway(case: Case, plies: int = 20) -> Any:
    """A round that was dealt from a seed, some way on, with somebody to choose."""
    state = case.state(7)
    chance = random.Random(7)
    while len(state.history) < plies and not state.is_over:
        state.push(chance.choice(state.legal_actions()))
    if state.is_over:
        state.pop()
    return state


# Views


def refusals(state: Any) -> list[Any]:
    """What `push` says to some actions."""
    return [answer(partial(state.copy().push, action)) for action in ids_of(state)]


def test_views_of_twins(case: Case) -> None:
    different = 0
    for seat, one, two in moments(case):
        different += one != two
        assert one.events(seat) == two.events(seat)
        assert one.view(seat) == two.view(seat)
        assert differences(everything(one.view(seat)), everything(two.view(seat))) == []
        if one.current_player == seat:
            assert refusals(one) == refusals(two)
    assert different > 0


def test_what_bots_and_playouts_make_of_views(case: Case) -> None:
    *_, (seat, one, two) = moments(case)
    assert differences(everything(one.view(seat), THINKING), everything(two.view(seat), THINKING)) == []


def test_views_of_samples(case: Case) -> None:
    """They are those of the real round, whose deal came from a seed."""
    state = midway(case)
    seat = state.current_player
    real = everything(state.view(seat))
    for seed in (1, state.seed):
        sample = state.view(seat).sample(seed, state.stream)
        assert differences(everything(sample.view(seat)), real) == []


def test_every_method_with_arguments_is_asked(case: Case) -> None:
    """A new one has to be added to `ASKED`."""
    view = midway(case).view(0)
    for name in dir(type(view)):
        if not name.startswith("_") and callable(getattr(view, name)) and name not in ASKED:
            found = answer(getattr(view, name))
            assert not (isinstance(found, tuple) and found[:2] == ("raised", TypeError)), f"{name}: {found}"


def test_what_lies_open_is_the_same_for_all(case: Case) -> None:
    """Whatever a state and its views both have is the same in all of them, but for what is shown later."""
    for state in [midway(case, plies) for plies in (0, 3, 20)] + [case.game_over()]:
        for name in set(dir(case.module.State)) & set(dir(case.module.View)):
            if name.startswith("_") or callable(value := getattr(state, name)):
                continue
            for seat in range(case.rules.players):
                shown = getattr(state.view(seat), name)
                if name == "hands":  # of views that show the own one, or all
                    assert all(mine in (None, real) for mine, real in zip(shown, value, strict=True))
                elif name != "kitty" or shown is not None:
                    assert repr(shown) == repr(value), name


def test_refusals_are_for_who_is_to_choose_alone() -> None:
    """They say what that player holds. So a referee must look who has sent a move before it is pushed."""
    module: Any = module_of("doudizhu", "rust")
    state = module.State(module.Rules.preset("douzero"), seed=7)
    assert state.current_player == 2
    samples = [state.view(0).sample(seed) for seed in range(20)]
    assert len({str(answer(partial(sample.push, sample.parse("44")))) for sample in samples}) > 2


# All deals of a small game


def test_all_deals_of_a_small_game(backend: str) -> None:
    """Mexican Train with five tiles: whatever order they are drawn in and whatever is played, those who have witnessed
    the same know the same.
    """
    module: Any = module_of("mexican_train", backend)
    rules = module.Rules(players=2, set=2, engine=0, hand_size=1)
    known: dict[tuple[int, str], tuple[Any, Any]] = {}

    def play(state: Any) -> None:
        for seat in range(2):
            events = repr((seat, state.events(seat)))
            view = state.view(seat)
            seen = (view.to_bytes(), hash(view), repr(view), view.observation().tobytes(), view.legal_actions())
            real = (state.hands, state.boneyard)
            first, others = known.setdefault((seat, events), (seen, set()))
            assert seen == first
            others.add(real)
        for action in state.legal_actions():
            after = state.copy()
            after.push(action)
            play(after)

    tiles = [tile for tile in rules.tiles if tile != "0-0"]
    for order in permutations(tiles):
        play(module.State.from_deal(rules, hands=order[:2], boneyard=order[2:], starter=0))
    assert len(known) > 500
    assert max(len(others) for _, others in known.values()) > 10


# Leaks that are planted


class Secret:
    """What no view may tell, at the moment."""

    number = 0


def leaking_error(secret: int) -> Any:
    raise ValueError(f"not while the others hold {secret}")


def leaking_array(secret: int) -> Any:
    """It is part of a larger one."""
    return np.array([secret, 0], np.uint8)[1:]


ATTRIBUTES: dict[str, Callable[[int], Any]] = {
    "array": leaking_array,
    "extra": lambda secret: secret,
    "recent": lambda secret: ((0, secret),),
    "_extra": lambda secret: {"of": [{secret}]},
}

METHODS: dict[str, Callable[[int], Any]] = {
    "error": leaking_error,
    "is_legal": lambda secret: secret % 2 == 0,
    "legal_actions": lambda secret: [secret],
    "method": lambda secret: [secret],
    "observation": leaking_array,
    "parse": leaking_error,
    "sample": lambda secret: secret,
    "to_bytes": bytes,
    "__bool__": lambda secret: secret % 2 == 0,
    "__dir__": lambda secret: [str(secret)],
    "__eq__": lambda secret: secret % 2 == 0,
    "__format__": str,
    "__hash__": int,
    "__len__": int,
    "__reduce__": lambda secret: (int, (secret,)),
    "__reduce_ex__": lambda secret: (int, (secret,)),
    "__repr__": str,
    "__sizeof__": int,
    "__str__": str,
    "_repr_svg_": str,
}


@pytest.mark.parametrize("name", [*ATTRIBUTES, *METHODS])
def test_planted_leaks_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Any = module_of("doudizhu", "reference").State(seed=7).view(0)
    tell = (ATTRIBUTES | METHODS)[name]
    told: Any = lambda *_: tell(Secret.number)  # noqa: E731 (it becomes a member of a class)
    members = {"__hash__": type(honest).__hash__, name: property(told) if name in ATTRIBUTES else told}
    view = type("View", (type(honest),), members)._of(honest._known, honest._recent)  # type: ignore[attr-defined]
    assert differences(everything(honest), everything(honest)) == []
    monkeypatch.setattr(Secret, "number", 10)
    first = everything(view)
    assert differences(first, everything(view)) == []
    monkeypatch.setattr(Secret, "number", 21)
    assert differences(first, everything(view)) != []


# What Python itself lets one reach

HIDDEN = (Position, Moment, Stream, random.Random)
NOT_FOLLOWED = (type, ModuleType, FrameType)
"""From these everything in the program can be reached. A table of actions is large, and the same for all."""


def reachable(*things: object) -> Iterator[object]:
    """All objects that the collector of garbage gets to from these; from functions by what they enclose."""
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
    return [each for each in reachable(*things) if isinstance(each, (case.module.State, *HIDDEN))]


def test_no_object_leads_to_a_state(case: Case) -> None:
    state = midway(case)
    view = state.view(state.current_player)
    asked = [view.legal_moves(), view.observation(), view.rules, view.recent, view.__reduce__()[1]]
    assert hidden_among(case, view, *asked) == []
    assert hidden_among(case, [lambda: state]) != []


def test_no_error_of_a_view_leads_to_a_state(case: Case) -> None:
    """The reference's errors hold the frames in which they were raised."""
    state = midway(case)
    view = state.view(state.current_player)
    wrong: list[Callable[[], Any]] = [
        lambda: view.parse("nothing"),
        lambda: view.is_legal("7"),
        lambda: view.from_text("x"),
        lambda: view.from_bytes(b"x"),
        lambda: view.from_events(view.rules, 0, ["x"]),
        lambda: view.from_events(view.rules, 0, []),
        lambda: setattr(view, "seat", 1),
        lambda: view.hidden,
        lambda: type(view)(),
    ]
    for call in wrong:
        with pytest.raises((OxidealError, TypeError, AttributeError)) as caught:
            call()
        frames = [frame for frame, _ in traceback.walk_tb(caught.value.__traceback__)]
        inside = [frame for frame in frames if frame.f_globals is not globals()]
        held = [value for frame in inside for value in frame.f_locals.values()]
        assert hidden_among(case, held, caught.value.args, caught.value.__context__) == []


def test_caches_hold_no_rounds() -> None:
    """What functions remember from call to call can be got at by everybody."""
    cases = {case.game: case for case in reversed(CASES) if case.backend == "reference"}.values()
    for case in cases:
        state = midway(case)
        everything(state.view(state.current_player))
    caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
    ours = [cache for cache in caches if str(cache.__module__).startswith("oxideal.")]
    assert len(ours) > 3
    held = list(reachable(*ours))
    assert not [each for each in held if isinstance(each, (*HIDDEN, *(case.module.State for case in cases)))]


# Seeds

RUST = [case for case in CASES if case.backend == "rust"]


LAGS = range(-3, 4)


def hidden_in(state: Any, seat: int) -> list[str]:
    """The cards that this seat does not see, as they stand in the state's text."""
    text = state.to_text()
    return [text[start:end] for start, end in hidden_cards(text, seat)]


def alike(deal: list[str], guess: list[str]) -> list[Any]:
    """How many cards lie at the same place, and how well the order of the cards agrees, also where the places are
    shifted by a few.
    """
    numbers = {card: number for number, card in enumerate(sorted(set(deal)))}
    one, two = (np.array([numbers[card] for card in cards]) - (len(numbers) - 1) / 2 for cards in (deal, guess))
    n = len(one)
    products = [one[max(0, lag) : n + min(0, lag)] @ two[max(0, -lag) : n + min(0, -lag)] for lag in LAGS]
    return [np.count_nonzero(one == two), *products]


def nearness(case: Case, deals: int, guess: Callable[[int, int], tuple[int, int]]) -> float:
    """By how many standard errors, at most, guesses of this seed and stream agree better or worse with the deal than
    those of others.
    """
    chance = random.Random(1)
    found = []
    for seed in range(deals):
        stream = chance.randrange(3)
        state = case.module.State(case.rules, seed=seed, stream=stream)
        deal, view = hidden_in(state, 0), state.view(0)
        near, far = (hidden_in(view.sample(*each), 0) for each in (guess(seed, stream), (seed + 2**40, stream)))
        found.append(np.subtract(alike(deal, near), alike(deal, far)))
    return float(np.max(np.abs(np.mean(found, axis=0)) / (np.std(found, axis=0) / sqrt(deals) + 1e-9)))


@pytest.mark.parametrize("case", RUST, ids=str)
def test_the_seed_of_the_deal_is_no_help_in_guessing(case: Case) -> None:
    """A bot may have been given the seed of the game by chance, small numbers being what people take."""
    for guess in (lambda seed, stream: (seed, stream), lambda seed, stream: (seed, stream + 1)):
        assert nearness(case, 100 * ROUNDS, guess) < 5


ENOUGH = {"doudizhu": 2500, "foursquare": 50, "mexican_train": 300, "rummy": 100}
"""Deals. In Dou Dizhu hands are sets, which shows less of the order in which the cards were dealt."""


@pytest.mark.parametrize(("game", "deals"), ENOUGH.items())
def test_guesses_from_the_words_of_the_deal_would_be_found(game: str, deals: int) -> None:
    """`sample` draws from another stream than the one that it is given, so here we give it one that comes to that."""
    case = next(case for case in RUST if case.game == game)
    assert nearness(case, deals, lambda seed, stream: (seed, stream ^ 16 << 91)) > 5
    assert nearness(case, deals, lambda seed, stream: (seed, stream)) < 5


def test_views_do_not_depend_on_seed_and_stream(case: Case) -> None:
    """The same cards, with another chance to come."""
    state = midway(case)
    seat = state.current_player
    found = [
        everything(case.module.State.from_text(state.to_text(), seed=seed, stream=stream).view(seat))
        for seed, stream in ((0, 0), (state.seed, state.stream), (2**256 - 1, 2**96 - 1))
    ]
    assert differences(found[0], found[1]) == differences(found[0], found[2]) == []


# Batches


def test_batches_show_no_more_than_views(case: Case) -> None:
    """With other hidden cards, a view has what the batch has for the seat that is to move."""
    n = 5
    batch = case.module.Batch(case.rules, n, seed=7)
    for step in range(9 * ROUNDS):
        k = step % n
        view = batch.view(k)
        seat = batch.current_player[k]
        sample = batch.state(k).view(seat).sample(step)
        legal = batch.legal_ids[batch.legal_offsets[k] : batch.legal_offsets[k + 1]]
        mask = batch.legal_mask()[k]
        for other in (view, sample.view(seat)):
            assert np.array_equal(batch.observations[k], other.observation())
            assert legal.tolist() == other.legal_actions() == np.flatnonzero(mask).tolist()
        if step == 7:
            assert differences(everything(view), everything(sample.view(seat))) == []
        batch.step(batch.sample_actions(step))


# The arena


class Spy:
    """A bot that keeps what it is given."""

    name = "spy"

    def __init__(self) -> None:
        self.given: list[Any] = []

    def choose(self, *given: Any, **named: Any) -> Any:
        self.given.append((given, named))
        return given[0].legal_moves()[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_arena_gives_bots_views_alone(game: str) -> None:
    spy = Spy()
    case = next(case for case in RUST if case.game == game)
    arena(game, [spy, RandomBot(seed=1)], 1, rules=case.rules, seed=7)
    assert len(spy.given) > 5
    for given, named in spy.given:
        assert named == {}
        view, limit = given
        assert type(view) is case.module.View
        assert limit is None
        assert view.seat == view.current_player
        assert hidden_among(case, given) == []


# Environments


def shown_by(env: Any, agent: str, state: Any) -> Found:
    """All that the environment tells an agent, with this round on its table."""
    inside = env.unwrapped
    inside._state = state
    if state.current_player is not None:
        inside.agent_selection = inside.possible_agents[state.current_player]
    shown = {
        "observation": inside.observe(agent),
        "view": inside.view(agent).to_bytes(),
        "last": inside.last() if inside.agent_selection == agent else None,
        "info": inside.infos[agent],
        "public": [inside.agent_selection, inside.agents, inside.rewards, inside.terminations, inside.truncations],
    }
    found = Found()
    found.look("env", shown)
    return found


@pytest.mark.parametrize("case", [case for case in RUST if case.rules.players > 1], ids=str)
def test_environments_of_tables(case: Case) -> None:
    made = {"doudizhu": doudizhu_v0, "mexican_train": mexican_train_v0, "rummy": rummy_v0}[case.game]
    for seat, plies, one, two in twins(case):
        found = []
        state = one.state(case.module, plies)
        wrong = next(action for action in range(case.rules.num_actions) if not state.is_legal(action))
        for twin in (one, two):
            env = made.env(rules=case.fields, illegal_reward=-1.0)
            agent = env.possible_agents[seat]
            env.reset(seed=1)
            state = twin.state(case.module, plies)
            found.append([shown_by(env, agent, state)])
            if plies < len(twin.actions):
                env.step(twin.actions[plies])
                found[-1].append(shown_by(env, agent, env.unwrapped.round))
            if state.current_player == seat:
                env.reset(seed=1)
                shown_by(env, agent, twin.state(case.module, plies))
                env.step(wrong)
                found[-1].append(shown_by(env, agent, env.unwrapped.round))
                assert "illegal" in env.infos[agent]
        assert [differences(*each) for each in zip(*found, strict=True)] == len(found[0]) * [[]]


@pytest.mark.parametrize("case", [case for case in RUST if case.game == "foursquare"], ids=str)
def test_environment_of_foursquare(case: Case) -> None:
    for _, plies, one, two in twins(case):
        found = []
        for twin in (one, two):
            env: Any = gymnasium.make("oxideal/FourSquare-v0", rules=case.fields)
            env.reset(seed=1)
            env.unwrapped._state = twin.state(case.module, plies)
            shown = Found()
            shown.look("actions", env.unwrapped.action_masks())
            shown.look("view", env.unwrapped.view)
            for action in [*twin.actions[plies:], 0]:
                shown.look("step", env.step(action))
                shown.look("view after it", env.unwrapped.view)
                break
            found.append(shown)
        assert differences(*found) == []


# OpenSpiel


def told_to(state: Any, player: int) -> list[Any]:
    """What OpenSpiel's state tells a player."""
    strings = [state.information_state_string(player), state.observation_string(player)]
    game = state.get_game()
    for recalls in (False, True):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recalls))
        strings.append(observer.string_from(state, player))
    return [*strings, list(state.observation_tensor(player)), state.current_player(), state.is_terminal()]


def equal_to(one: Any, two: Any, player: int) -> bool:
    """Whether the player knows the same in both, as far as views say that."""
    views = [state._play.view_or_none(player) for state in (one, two)]
    return bool(one.is_chance_node() == two.is_chance_node() and views[0] == views[1])


def drawn_alike(one: Any, two: Any, player: int, chance: random.Random) -> Any:
    """What comes of an outcome of chance in each, often not the same one, after which the player's views are equal."""
    outcomes = [[outcome for outcome, _ in state.chance_outcomes()] for state in (one, two)]
    first = one.child(chance.choice(outcomes[0]))
    for outcome in chance.sample(outcomes[1], min(20, len(outcomes[1]))):
        second = two.child(outcome)
        if equal_to(first, second, player):
            return first, second
    return None


@pytest.mark.parametrize("case", RUST, ids=str)
def test_openspiel(case: Case) -> None:
    game = pyspiel.load_game(f"python_oxideal_{case.game}", case.fields)
    chance = random.Random(3)
    for seat, plies, one, two in twins(case):
        pair: Any = [game.new_initial_state(twin.state(case.module, plies).to_text()) for twin in (one, two)]
        assert told_to(pair[0], seat) == told_to(pair[1], seat)
        for _ in range(12 * ROUNDS):
            if pair[0].is_terminal():
                break
            after: Any = None
            if pair[0].is_chance_node():
                after = drawn_alike(pair[0], pair[1], seat, chance)
            else:
                action = chance.choice(pair[0].legal_actions())
                after = [state.child(action) for state in pair] if action in pair[1].legal_actions() else None
            if after is None or not equal_to(after[0], after[1], seat):
                break
            pair = after
            assert told_to(pair[0], seat) == told_to(pair[1], seat)


@pytest.mark.parametrize("case", [case for case in RUST if case.rules.players > 1], ids=str)
def test_openspiel_while_cards_are_dealt(case: Case) -> None:
    game = pyspiel.load_game(f"python_oxideal_{case.game}", case.fields)
    state = game.new_initial_state()
    chance = random.Random(1)
    nothing = [told_to(state, seat) for seat in range(case.rules.players)]
    while True:
        state.apply_action(chance.choice([outcome for outcome, _ in state.chance_outcomes()]))
        if not state.is_chance_node():
            break
        assert [told_to(state, seat) for seat in range(case.rules.players)] == nothing
    assert [told_to(state, seat) for seat in range(case.rules.players)] != nothing
