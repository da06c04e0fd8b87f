"""Two engines play the same game side by side and are compared at every step: does another one agree with oxideal?

    python -m oxideal.differential foursquare --games 100000 --jobs 4
    python -m oxideal.differential foursquare --right my_package.foursquare
    python -m oxideal.differential foursquare --replay fuzz-failures/foursquare-7-12.json

Whatever keeps the contract (`oxideal.interface.Game`) can stand on either side. Nothing here knows a game: what is
compared are the contract's methods and whatever else is public on a `State` or a `View`.

After every step: legal ids, current player, payoffs, scores, the position's text and that of every seat's view. The
rest is dearer, and done in parts, one of them on one step in `EVERY` and at the end, all chosen at random: every public
attribute; pictures, texts, bytes and copies; which earlier states this one equals; every seat's view; its events; what
is answered to illegal moves, and to damaged texts, events and bytes. Over many games each part comes to every kind of
position. Now and then some actions are taken back, and perhaps played again.

Where a difference shows, the game is played again with all parts at every step, which may show it earlier, and then
with fewer and fewer of its actions.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from .errors import InvalidArgumentError, InvalidRecordError, OxidealError

if TYPE_CHECKING:
    from .interface import Game

__all__ = ["EVERY", "GAMES", "TAKE_BACK", "Difference", "Pair", "backends", "main", "random_numbers"]

GAMES: dict[str, tuple[dict[str, Any], ...]] = {
    "foursquare": ({"diagonal": False}, {"diagonal": True}),
}
"""The games, each with the rules that are played in turn: all that set its backends apart in some way."""

TAKE_BACK = -1
"""Stands among the actions of a `Difference` where the last one is taken back."""

EVERY = 8
"""One part on one step in so many: then comparing costs about twice as much as the slower engine's own play."""

TRIES = 4
"""How many ids are pushed, legal or not, to compare what is said of them."""

KEPT = 8
"""How many earlier states are kept to be compared with later ones."""

_STRANGE = ' ;:,.()+-_x"0123456789TACDHS\t\n\u00a0\u00e9\u00b2\u0663\u2663\u2665\u3000\U0001f0a1\ud800'
"""Characters for damaged texts, among them digits and spaces that only Unicode takes for such, and a lone surrogate."""

Plain: TypeAlias = object
"""A value in a form that compares and prints alike for both engines; see `_plain`."""


def backends(name: str, left: str | None = None, right: str | None = None) -> Pair:
    """The two backends of a game, or other modules in place of one or both."""
    if name not in GAMES:
        raise InvalidArgumentError(f"there is no game {name!r}: the games are {', '.join(GAMES)}")
    needed = import_module(f"oxideal.reference.{name}").__all__
    return Pair(name, _engine(left or f"oxideal.{name}", needed), _engine(right or f"oxideal.reference.{name}", needed))


def _engine(module: str, needed: Sequence[str]) -> Game:
    """The module of this name, which has all that the game's module has to have."""
    try:
        engine = import_module(module)
    except ModuleNotFoundError as error:
        raise InvalidArgumentError(f"{module} cannot be imported: {error}") from None
    missing = [each for each in needed if not hasattr(engine, each)]
    if missing:
        raise InvalidArgumentError(f"{module} does not keep the contract: it has no {', '.join(missing)}")
    return cast("Game", engine)


def random_numbers(seed: int, stream: int) -> Iterator[int]:
    """The choices of one game, without end: the same for the same seed and stream."""
    chance = random.Random(f"{seed}/{stream}")
    while True:
        yield chance.getrandbits(32)


@dataclass(frozen=True)
class Difference:
    """Where two engines part: enough to see it again, and what each of them said."""

    game: str
    rules: dict[str, Any]
    seed: int
    stream: int
    actions: tuple[int, ...]
    """Played since the deal; `TAKE_BACK` where the last one is taken back."""
    what: str
    left: str
    right: str
    probe: int = 0
    """Seeds what a full comparison tries: which illegal moves, which damaged texts."""

    def __str__(self) -> str:
        steps = ["back" if action == TAKE_BACK else str(action) for action in self.actions]
        return (
            f"{self.game} {json.dumps(self.rules)}, seed {self.seed}, stream {self.stream}\n"
            f"after {len(steps)} steps: {' '.join(steps) or '(none)'}\n"
            f"{self.what}\n"
            f"  left:  {_indented(self.left)}\n"
            f"  right: {_indented(self.right)}"
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Difference:
        """The inverse of `to_json`, or InvalidRecordError."""
        try:
            fields = json.loads(text)
            return cls(**{**fields, "actions": tuple(fields["actions"])})
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InvalidRecordError(f"this is no difference that was written here: {error}") from None


@dataclass
class Pair:
    """Two engines for one game."""

    name: str
    left: Game
    right: Game
    positions: int = field(default=0, compare=False)
    """How many positions have been compared so far, over all games."""

    def play(
        self,
        rules: Mapping[str, Any],
        seed: int,
        stream: int = 0,
        numbers: Iterable[int] | None = None,
        *,
        thorough: bool = False,
    ) -> Difference | None:
        """One game, to its end or until the numbers run out; `thorough` with all parts of the comparison at every step.

        Each number is a choice. Its lowest five bits say whether an action is played, or up to three are taken back
        (31), or taken back and played again (30); the other bits say which. Small numbers play low ids, which suits a
        shrinker.
        """
        game = _Round(self, rules, seed, stream, thorough=thorough)
        try:
            game.compare(stream)
            for number in random_numbers(seed, stream) if numbers is None else numbers:
                kind, rest = number % 32, number // 32
                if not game.legal:
                    game.again(1 + rest % 3, number)
                    game.compare_part(number)
                    break
                if kind >= 30:
                    game.again(1 + rest % 3, number, replay=kind == 30)
                else:
                    game.step(game.legal[rest % len(game.legal)], number)
        except _Found as found:
            return game.difference(found)
        return None

    def replay(self, difference: Difference) -> Difference | None:
        """Plays the actions of a difference again, thoroughly: what shows first, if anything does.

        None also where the actions cannot be played.
        """
        game = _Round(self, difference.rules, difference.seed, difference.stream, thorough=True)
        try:
            game.compare(difference.probe)
            for action in difference.actions:
                if action not in game.legal and (action != TAKE_BACK or not game.left.history):
                    return None
                game.step(action, difference.probe)
        except _Found as found:
            return game.difference(found)
        return None

    def shrink(self, difference: Difference) -> Difference:
        """A difference with fewer actions, as long as leaving some out still leads to one (perhaps another one)."""
        best = self.replay(difference)
        if best is None:  # it depends on more than the actions, so nothing can be left out
            return difference
        before = len(best.actions) + 1
        while len(best.actions) < before:
            before = len(best.actions)
            size = 1 << before.bit_length() >> 2  # a power of two, so that an action and its taking back go as a pair
            while size:
                start = 0
                while start < len(best.actions):
                    fewer = best.actions[:start] + best.actions[start + size :]
                    found = self.replay(replace(best, actions=fewer))
                    if found is not None and len(found.actions) < len(best.actions):
                        best = found
                    else:
                        start += 1
                size //= 2
        return best


_PARTS = 7
"""The parts of `_Round.compare_part`."""


class _Found(Exception):  # noqa: N818 (it is a result, not an error)
    def __init__(self, what: str, left: Plain, right: Plain) -> None:
        super().__init__(what)
        self.what, self.left, self.right = what, left, right


class _Round:
    """One game on both sides."""

    def __init__(self, pair: Pair, rules: Mapping[str, Any], seed: int, stream: int, *, thorough: bool) -> None:
        self.pair = pair
        self.fields, self.seed, self.stream, self.thorough = dict(rules), seed, stream, thorough
        self.actions: list[int] = []
        self.legal: list[int] = []
        self.probe = 0
        self.kept: list[tuple[Any, Any]] = []
        self.left_rules = pair.left.Rules.from_dict(rules)
        self.right_rules = pair.right.Rules.from_dict(rules)
        self.left: Any = pair.left.State(self.left_rules, seed=seed, stream=stream)
        self.right: Any = pair.right.State(self.right_rules, seed=seed, stream=stream)
        self.seats = range(self.left_rules.players)

    def difference(self, found: _Found) -> Difference:
        return Difference(
            self.pair.name,
            self.fields,
            self.seed,
            self.stream,
            tuple(self.actions),
            found.what,
            _printed(found.left),
            _printed(found.right),
            self.probe,
        )

    # Steps

    def step(self, action: int, number: int) -> None:
        """Plays or takes back on both sides, then compares."""
        self.actions.append(action)
        if action == TAKE_BACK:
            self.same("pop()", lambda state, _: state.pop())
        elif number & 0x8000:  # moves as objects and as ids, in turn
            self.same(f"push(move({action}))", lambda state, _: state.push(state.rules.move(action)))
        else:
            self.same(f"push({action})", lambda state, _: state.push(action))
        self.compare(number)

    def again(self, count: int, number: int, *, replay: bool = True) -> None:
        """Takes back some actions, and may play the same again: the way of a search."""
        last = self.left.history[-count:]
        before = {id(game): state.copy() for game, state in self.sides}
        for _ in last:
            self.step(TAKE_BACK, number)
        if replay:
            for action in last:
                self.step(action, number)
            self.same("state taken back and played again", lambda state, game: _twin(before[id(game)], state))

    # Comparisons

    @property
    def sides(self) -> tuple[tuple[Game, Any], ...]:
        return (self.pair.left, self.left), (self.pair.right, self.right)

    def same(self, what: str, get: Callable[..., object], *given: object) -> Plain:
        """The one answer of both sides; an error is an answer too, its type and its message. `get` is called with the
        state, the game's module and whatever else is given.
        """
        left, right = (_answer(get, state, game, *given) for game, state in self.sides)
        if left != right:
            raise _Found(what, left, right)
        return left

    def compare(self, number: int) -> None:
        """What is compared after every step, and the parts whose turn it is."""
        self.probe = number
        self.compare_quickly()
        if self.thorough:
            for part in range(_PARTS):
                self.compare_part(number, part)
        elif (number >> 24) % EVERY == 0:
            self.compare_part(number)

    def compare_quickly(self) -> None:
        """What is looked at after every step."""
        self.pair.positions += 1
        # Most steps show no difference, so all is compared at once; only where it is not the same, one by one.
        try:
            left, right = self._glance(self.left), self._glance(self.right)
            if left == right:
                self.legal = cast("list[int]", left[0])
                return
        except Exception:  # it comes again below, where it is compared
            pass
        self.same("legal_actions()", lambda state, _: state.legal_actions())
        self.legal = self.left.legal_actions()
        self.same("current_player", lambda state, _: state.current_player)
        self.same("is_over", lambda state, _: state.is_over)
        self.same("payoffs", lambda state, _: state.payoffs)
        self.same("scores", lambda state, _: state.scores)
        self.same("to_text()", lambda state, _: state.to_text())
        for seat in self.seats:
            self.same(f"view({seat}).to_text()", lambda state, _, seat: state.view(seat).to_text(), seat)

    def _glance(self, state: Any) -> tuple[object, ...]:
        return (
            state.legal_actions(),
            state.current_player,
            state.is_over,
            state.payoffs,
            state.scores,
            state.to_text(),
            *(state.view(seat).to_text() for seat in self.seats),
        )

    def compare_part(self, number: int, part: int | None = None) -> None:
        """One of the parts in which the rest of the contract is compared; the number says what is tried."""
        chance = random.Random(number)
        drawn = chance.randrange(_PARTS)  # drawn in any case, so that a replay tries the same
        match drawn if part is None else part:
            case 0:
                self._compare_attributes("state", lambda state: state)
                for seat in self.seats:
                    self._compare_attributes(f"view({seat})", lambda state, seat: state.view(seat), seat)
            case 1:
                self._compare_forms()
            case 2:
                for seat in self.seats:
                    self._compare_view(seat, chance)
            case 3:
                for seat in self.seats:
                    self._compare_events(seat, chance)
            case 4:
                self._compare_refusals(chance)
            case 5:
                self._compare_damaged(chance)
            case _:
                self._compare_kept()

    def _compare_attributes(self, name: str, of: Callable[..., Any], *given: object) -> None:
        """Every public property of a state or view, whatever the game calls it."""
        self.same(f"public names of {name}", lambda state, _: _public(of(state, *given)))
        ours = of(self.left, *given)
        for attribute in _public(ours):
            if not callable(getattr(ours, attribute)):
                self.same(f"{name}.{attribute}", lambda state, _, name: getattr(of(state, *given), name), attribute)

    def _compare_forms(self) -> None:
        """Moves, pictures, texts, bytes, each also read by the other side."""
        self.same("legal_moves()", lambda state, _: state.legal_moves())
        self.same("str(state)", lambda state, _: str(state))
        self.same("repr(state)", lambda state, _: repr(state))
        text = self.left.to_text()
        self.same("from_text(to_text())", lambda state, game: _twin(state, game.State.from_text(text), with_way=False))
        data = self.same("to_bytes()", lambda state, _: state.to_bytes())
        self.same("from_bytes(to_bytes())", lambda state, game: _twin(state, game.State.from_bytes(data)))
        self.same("copy()", lambda state, _: _twin(state, state.copy()))
        self.same("perft(2)", lambda state, _: state.perft(2))
        one = self.probe
        self.same(f"playouts of game {one}", lambda state, game: game.playouts(state.rules, 1, self.seed, first=one))

    def _compare_view(self, seat: int, chance: random.Random) -> None:
        self.same(f"str(view({seat}))", lambda state, _: str(state.view(seat)))
        self.same(f"repr(view({seat}))", lambda state, _: repr(state.view(seat)))
        self.same(f"view({seat}).legal_moves()", lambda state, _: state.view(seat).legal_moves())
        data = self.same(f"view({seat}).to_bytes()", lambda state, _: state.view(seat).to_bytes())
        self.same(
            f"View.from_bytes(view({seat}).to_bytes())",
            lambda state, game: _twin(state.view(seat), game.View.from_bytes(data), with_way=False),
        )
        number = chance.getrandbits(64)
        self.same(f"view({seat}).sample({number})", lambda state, _: state.view(seat).sample(number))

    def _compare_events(self, seat: int, chance: random.Random) -> None:
        self.same(f"events({seat})", lambda state, _: state.events(seat))
        events = self.left.events(seat)

        def twin(state: Any, game: Game) -> object:
            return _twin(state.view(seat), game.View.from_events(state.rules, seat, events), with_way=False)

        self.same(f"View.from_events of events({seat})", twin)
        damaged = _damaged_list(events, chance)
        what = f"View.from_events of {damaged!r}"
        self.same(what, lambda state, game: game.View.from_events(state.rules, seat, damaged))

    def _compare_refusals(self, chance: random.Random) -> None:
        """Illegal and invalid moves: the error's type and message, and that nothing has changed."""
        count = self.left_rules.num_actions
        before = self.left.to_text()
        tries: list[Any] = [chance.randrange(count) for _ in range(TRIES)]
        tries += [chance.choice([-1, count, 10**30, -(10**30), True, False, 1.5, None, "0", "", b"0", [0]])]
        for move in tries:
            self.same(f"is_legal({move!r})", lambda state, _, move: state.is_legal(move), move)
            if type(move) is int and move in self.legal:
                continue
            answer = self.same(f"push({move!r})", lambda state, _, move: state.push(move), move)
            if answer is None:
                raise _Found(f"push({move!r}) is no legal move, and yet it was played", None, None)
        text = _damaged(str(self.left_rules.move(chance.randrange(count))), chance)
        self.same(f"parse({text!r})", lambda state, _: state.parse(text))
        number = chance.choice([-1, self.left_rules.players, 10**30, True, "0", None])
        self.same(f"view({number!r})", lambda state, _: state.view(number))
        if self.same("to_text() after refused moves", lambda state, _: state.to_text()) != before:
            raise _Found("a refused move changed the state", before, self.left.to_text())

    def _compare_damaged(self, chance: random.Random) -> None:
        """Texts and bytes that are nearly right."""
        text = _damaged(self.left.to_text(), chance)
        self.same(f"State.from_text({text!r})", lambda _, game: game.State.from_text(text))
        text = _damaged(self.left.view(chance.choice(self.seats)).to_text(), chance)
        self.same(f"View.from_text({text!r})", lambda _, game: game.View.from_text(text))
        data = _damaged_bytes(self.left.to_bytes(), chance)
        self.same(f"State.from_bytes({data!r})", lambda _, game: game.State.from_bytes(data))
        data = _damaged_bytes(self.left.view(chance.choice(self.seats)).to_bytes(), chance)
        self.same(f"View.from_bytes({data!r})", lambda _, game: game.View.from_bytes(data))

    def _compare_kept(self) -> None:
        """Which of the earlier states this one equals, and that equal ones have equal hashes."""
        for number, (left, right) in enumerate(self.kept):
            answers = [(one == two, one != two) for one, two in ((left, self.left), (right, self.right))]
            if answers[0] != answers[1]:
                raise _Found(f"equal to the {_nth(number)} kept state {left.to_text()!r}", *answers)
            hashes = [hash(one) == hash(two) for one, two in ((left, self.left), (right, self.right))]
            if answers[0][0] and not all(hashes):
                raise _Found(f"same hash as the {_nth(number)} kept state, which is equal", *hashes)
        self.kept.append((self.left.copy(), self.right.copy()))
        del self.kept[:-KEPT]


# Values


def _answer(get: Callable[..., object], *given: object) -> Plain:
    try:
        return _plain(get(*given))
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # a panic of a Rust engine is no Exception
        return type(error).__name__, str(error)


def _plain(value: object) -> Plain:
    """A value that can be compared between engines: their own objects by their texts, and the types of all else."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return value
    if isinstance(value, np.ndarray):
        return "array", str(value.dtype), value.shape, value.tolist()
    if isinstance(value, dict):
        return kind.__name__, [(_plain(key), _plain(each)) for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return kind.__name__, [_plain(each) for each in value]
    if isinstance(value, (set, frozenset)):
        return kind.__name__, sorted((_plain(each) for each in value), key=repr)
    if hasattr(value, "to_text"):
        return kind.__name__, value.to_text()
    if hasattr(value, "to_dict"):
        return kind.__name__, value.to_dict()
    if hasattr(value, "__int__"):
        return kind.__name__, int(value), str(value)
    return kind.__name__, repr(value)


def _printed(value: Plain) -> str:
    return value if isinstance(value, str) else repr(value)


def _indented(text: str) -> str:
    return text.replace("\n", "\n         ")


def _nth(number: int) -> str:
    return f"{number}." if number else "oldest"


def _public(value: object) -> list[str]:
    return [name for name in dir(value) if not name.startswith("_")]


def _twin(one: Any, two: Any, *, with_way: bool = True) -> list[object]:
    """What is true of two objects that ought to be equal, and where they come from if that is to be kept too."""
    facts = [one == two, hash(one) == hash(two), two.to_text()]
    return [*facts, two.history, two.seed, two.stream] if with_way else facts


# Damage


def _damaged(text: str, chance: random.Random) -> str:
    """The text with one or two small things wrong, or perhaps none."""
    for _ in range(chance.randint(1, 2)):
        at, to = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        kind = chance.randrange(6)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + chance.choice(_STRANGE) + text[at:]
        elif kind == 2:
            text = text[:at] + chance.choice(_STRANGE) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[to:]
        else:  # words that are moved, doubled or lost do more than letters
            words = text.split(" ")
            word = words.pop(chance.randrange(len(words)))
            for _ in range(chance.randrange(3)):
                words.insert(chance.randrange(len(words) + 1), word)
            text = " ".join(words)
    return text


def _damaged_list(texts: Sequence[str], chance: random.Random) -> list[str]:
    """Events that nearly happened."""
    texts = list(texts)
    kind = chance.randrange(4) if texts else 3
    at = chance.randrange(len(texts)) if texts else 0
    if kind == 0:
        del texts[at]
    elif kind == 1:
        texts[at] = _damaged(texts[at], chance)
    elif kind == 2:
        texts.insert(chance.randrange(len(texts) + 1), texts[at])
    else:
        del texts[at:]
    return texts


def _damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    kind = chance.randrange(5)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data + chance.randbytes(chance.randint(1, 3))
    if kind == 2:
        return data[:at] + data[at + 1 :]
    if kind == 3:
        return data[:at] + bytes([chance.choice([0, 1, 0x7F, 0x80, 0xFF])]) + data[at:]
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


# Command line


@dataclass(frozen=True)
class _Task:
    """What one run compares, and how a process is told."""

    game: str
    left: str | None
    right: str | None
    rules: tuple[dict[str, Any], ...]
    seed: int

    def run(self, start: int, stop: int) -> tuple[int, Difference | None]:
        """Games start to stop - 1 on one core: how many positions were compared, and the first difference, shrunk."""
        pair = backends(self.game, self.left, self.right)
        for stream in range(start, stop):
            found = pair.play(self.rules[stream % len(self.rules)], self.seed, stream)
            if found is not None:
                return pair.positions, pair.shrink(found)
        return pair.positions, None


CHUNK = 50
"""Games between two moves of the progress bar."""


def _chunks(games: int) -> Iterator[tuple[int, int]]:
    return ((start, min(start + CHUNK, games)) for start in range(0, games, CHUNK))


def _results(task: _Task, games: int, jobs: int) -> Iterator[tuple[int, int, Difference | None]]:
    """Games done, positions compared and perhaps a difference, chunk by chunk as they come in."""
    if jobs == 1:
        for start, stop in _chunks(games):
            yield stop - start, *task.run(start, stop)
        return
    chunks = _chunks(games)
    # Spawned, not forked: the modules under test may hold threads.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future[tuple[int, Difference | None]], int] = {}
        while True:
            for start, stop in islice(chunks, 2 * jobs - len(waiting)):
                waiting[pool.submit(task.run, start, stop)] = stop - start
            if not waiting:
                return
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(done), *done.result()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m oxideal.differential",
        description="Plays random games on two engines and compares them step by step.",
    )
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=_whole, default=10_000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=_whole, metavar="N", help="of the deals and the choices (default: a new one)")
    parser.add_argument("--jobs", type=_whole, default=1, metavar="J", help="processes (default: %(default)s)")
    parser.add_argument("--rules", type=_fields, metavar="JSON", help="play these only (default: all in turn)")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"), metavar="DIR", help="default: %(default)s")
    parser.add_argument("--left", metavar="MODULE", help="default: oxideal.GAME")
    parser.add_argument("--right", metavar="MODULE", help="default: oxideal.reference.GAME")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play one difference again, and nothing else")
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) >= 2**256:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON object, such as {{}}")
    return fields


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 when the engines agree, 1 when they do not."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.jobs < 1:
        parser.error("--jobs is at least 1")
    try:
        pair = backends(options.game, options.left, options.right)
        if options.replay is not None:
            return _replay(Difference.from_json(options.replay.read_text(encoding="utf-8")), pair)
        pair.left.Rules.from_dict(options.rules or {})
    except (OxidealError, TypeError, OSError, UnicodeDecodeError) as error:
        parser.error(str(error))

    seed = secrets.randbits(32) if options.seed is None else options.seed
    rules = GAMES[options.game] if options.rules is None else (options.rules,)
    task = _Task(options.game, options.left, options.right, rules, seed)
    print(f"{options.game}, seed {seed}, rules {json.dumps(rules)}")
    positions = 0
    with _progress(options.games) as done:
        for games, compared, found in _results(task, options.games, options.jobs):
            done(games)
            positions += compared
            if found is not None:
                break
        else:
            found = None
    if found is not None:
        return _report(found, options.out)
    print(f"{options.games} games, {positions} positions compared, no difference")
    return 0


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], object]]:
    """A bar where tqdm is installed, else a line now and then; gives what is to be called with the games just done."""
    try:
        from tqdm import tqdm
    except ImportError:
        total, told = 0, 0

        def done(more: int) -> None:
            nonlocal total, told
            total += more
            if total * 20 // max(games, 1) > told:
                told = total * 20 // games
                print(f"{total} of {games} games", file=sys.stderr)

        yield done
    else:
        with tqdm(total=games, unit="game") as bar:
            yield bar.update


def _report(found: Difference, folder: Path) -> int:
    print(found)
    file = folder / f"{found.game}-{found.seed}-{found.stream}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(found.to_json(), encoding="utf-8")
        print(f"written to {file}")
    except OSError as error:
        print(f"not written ({error}); this is what --replay reads:\n{found.to_json()}")
    return 1


def _replay(difference: Difference, pair: Pair) -> int:
    found = pair.replay(difference)
    print("no difference any more" if found is None else found)
    return 0 if found is None else 1


if __name__ == "__main__":
    sys.exit(main())
