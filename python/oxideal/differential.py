"""Two engines play the same game side by side and are compared at every step: does another one agree with oxideal?

    python -m oxideal.differential foursquare --games 100000 --jobs 4
    python -m oxideal.differential foursquare --right my_package.foursquare
    python -m oxideal.differential foursquare --replay fuzz-failures/foursquare-7-12.json

Whatever keeps the contract (`oxideal.interface.Game`) can stand on either side. Nothing here knows a game: what is
compared are the contract's methods and whatever else is public on a `State` or a `View`.

After every step, these are compared: the ids and texts of the legal moves, in turn as one side's `legal_actions` and
the other's `legal_moves` have them; current player, end, payoffs and scores; the last actions; the texts of the
position and of every seat's view, and what every seat observes; what is answered when an illegal id of the table is
pushed, and one outside it, and that neither changes the text; and which of the last `KEPT` states this one equals, and
that equal ones have equal hashes, those that were reached again by taking back and playing on among them.

The rest is dearer, and done in seven parts, one of them on one step in `EVERY` and at the end, all chosen at random:
every public attribute; pictures, texts, bytes, copies and counts; every seat's view, with its bytes and a sample;
every seat's events; what is answered to more illegal moves, and to what is no move at all, and to damaged texts and
bytes; and playouts from here, from the state and from a seat's view. From step `EVERY * LONG` on a part comes on fewer
steps, one in a `LONG`-th of the steps so far: what needs the whole history would otherwise make long games take
forever. One playout from a deal and a short batch are compared in one game in `PLAYOUTS`, and how observations are laid
out in each. Over many games each part comes to every kind of position. Now and then up to three actions are taken
back, and perhaps played again.

With `--sparse N` all this is done on one step in N, chosen at random; on the other steps only the legal ids, the
current player and whether the round is over are compared, and at the end what is otherwise compared at every step, with
a part in one game in N. So many more games fit into the same time.

Where a difference shows, the game is played again with all parts at the last step and each of the first `THOROUGH`,
which may show it earlier, and then with fewer and fewer of its actions, at most `REPLAYS` times. Playouts from here
would take too long for that, so they are compared at the last step alone, where it is they that differed.
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
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import numpy as np

from .errors import InvalidArgumentError, InvalidRecordError, OxidealError

if TYPE_CHECKING:
    from .interface import Game

__all__ = [
    "EVERY",
    "GAMES",
    "KEPT",
    "LONG",
    "PLAYOUTS",
    "REPLAYS",
    "TAKE_BACK",
    "THOROUGH",
    "Difference",
    "Pair",
    "backends",
    "main",
    "random_numbers",
]

GAMES: dict[str, tuple[dict[str, Any], ...]] = {
    "doudizhu": (
        {
            "players": 3,
            "auction": True,
            "all_pass": "redeal",
            "sequence_max": 12,
            "spring": False,
            "kicker_repeat": 1,
            "kicker_both_jokers": False,
            "kicker_extends_chain": False,
            "quadplex": True,
        },
        {
            "players": 4,
            "auction": True,
            "all_pass": "redeal",
            "sequence_max": 12,
            "spring": False,
            "kicker_repeat": 1,
            "kicker_both_jokers": False,
            "kicker_extends_chain": False,
            "quadplex": True,
        },
        {
            "players": 3,
            "auction": False,
            "all_pass": "redeal",
            "sequence_max": 12,
            "spring": False,
            "kicker_repeat": 4,
            "kicker_both_jokers": True,
            "kicker_extends_chain": True,
            "quadplex": True,
        },
        {
            "players": 3,
            "auction": False,
            "all_pass": "redeal",
            "sequence_max": 12,
            "spring": False,
            "kicker_repeat": 3,
            "kicker_both_jokers": False,
            "kicker_extends_chain": False,
            "quadplex": True,
        },
        {
            "players": 3,
            "auction": True,
            "all_pass": "void",
            "sequence_max": 12,
            "spring": True,
            "kicker_repeat": 3,
            "kicker_both_jokers": False,
            "kicker_extends_chain": True,
            "quadplex": False,
        },
        {
            "players": 3,
            "auction": True,
            "all_pass": "redeal",
            "sequence_max": 5,
            "spring": True,
            "kicker_repeat": 2,
            "kicker_both_jokers": True,
            "kicker_extends_chain": False,
            "quadplex": True,
        },
        {
            "players": 4,
            "auction": False,
            "all_pass": "redeal",
            "sequence_max": 7,
            "spring": True,
            "kicker_repeat": 1,
            "kicker_both_jokers": False,
            "kicker_extends_chain": False,
            "quadplex": True,
        },
        {
            "players": 4,
            "auction": True,
            "all_pass": "void",
            "sequence_max": 5,
            "spring": False,
            "kicker_repeat": 4,
            "kicker_both_jokers": False,
            "kicker_extends_chain": True,
            "quadplex": True,
        },
    ),
    "foursquare": ({"diagonal": False}, {"diagonal": True}),
    "mexican_train": (
        {
            "players": 4,
            "set": 12,
            "engine": 12,
            "hand_size": 15,
            "follow_up": "available",
            "close_order": "laid",
        },
        {
            "players": 2,
            "set": 9,
            "engine": 9,
            "hand_size": 15,
            "follow_up": "available",
            "close_order": "reverse",
        },
        {
            "players": 3,
            "set": 9,
            "engine": 0,
            "hand_size": 13,
            "follow_up": "double",
            "close_order": "laid",
        },
        {
            "players": 4,
            "set": 9,
            "engine": 5,
            "hand_size": 10,
            "follow_up": "double",
            "close_order": "reverse",
        },
        {
            "players": 6,
            "set": 9,
            "engine": 7,
            "hand_size": 6,
            "follow_up": "available",
            "close_order": "laid",
        },
        {
            "players": 2,
            "set": 15,
            "engine": 6,
            "hand_size": 60,
            "follow_up": "available",
            "close_order": "reverse",
        },
        {
            "players": 2,
            "set": 18,
            "engine": 4,
            "hand_size": 90,
            "follow_up": "double",
            "close_order": "laid",
        },
        {
            "players": 12,
            "set": 5,
            "engine": 3,
            "hand_size": 1,
            "follow_up": "double",
            "close_order": "laid",
        },
        {
            "players": 8,
            "set": 6,
            "engine": 6,
            "hand_size": 3,
            "follow_up": "available",
            "close_order": "reverse",
        },
        {
            "players": 3,
            "set": 3,
            "engine": 3,
            "hand_size": 2,
            "follow_up": "available",
            "close_order": "laid",
        },
        {
            "players": 2,
            "set": 6,
            "engine": 1,
            "hand_size": 3,
            "follow_up": "double",
            "close_order": "reverse",
        },
    ),
    "rummy": (
        {
            "players": 2,
            "hand_size": 10,
            "ace": "low",
            "must_discard_out": False,
            "turn_limit": 1000,
        },
        {
            "players": 2,
            "hand_size": 10,
            "ace": "both",
            "must_discard_out": True,
            "turn_limit": 100,
        },
        {
            "players": 3,
            "hand_size": 7,
            "ace": "both",
            "must_discard_out": False,
            "turn_limit": 100,
        },
        {
            "players": 4,
            "hand_size": 7,
            "ace": "low",
            "must_discard_out": True,
            "turn_limit": 100,
        },
        {
            "players": 5,
            "hand_size": 6,
            "ace": "both",
            "must_discard_out": True,
            "turn_limit": 7,
        },
        {
            "players": 6,
            "hand_size": 6,
            "ace": "low",
            "must_discard_out": False,
            "turn_limit": 100,
        },
        {
            "players": 2,
            "hand_size": 3,
            "ace": "low",
            "must_discard_out": False,
            "turn_limit": 100,
        },
        {
            "players": 3,
            "hand_size": 17,
            "ace": "both",
            "must_discard_out": False,
            "turn_limit": 100,
        },
        {
            "players": 2,
            "hand_size": 20,
            "ace": "low",
            "must_discard_out": True,
            "turn_limit": 100,
        },
        {
            "players": 2,
            "hand_size": 2,
            "ace": "both",
            "must_discard_out": False,
            "turn_limit": 100,
        },
    ),
}
"""The games, each with the rules that are played in turn: all that set its backends apart in some way."""

TAKE_BACK = -1
"""Stands among the actions of a `Difference` where the last one is taken back."""

EVERY = 16
"""One part on one step in so many: then the parts cost about a third of what is compared at every step."""

LONG = 16
"""In a long game one part on one step in a sixteenth of the steps so far, so that a game's cost grows as its length."""

PLAYOUTS = 8
"""One playout and one batch in one game in so many: they are games by themselves, the same whatever is played here."""

BATCH = 3
"""How many games a batch has."""

BATCH_STEPS = 40
"""How many steps of it are compared: in short games enough to deal anew."""

TRIES = 4
"""How many more ids are pushed, legal or not, in the part that compares what is said of them."""

KEPT = 8
"""How many earlier states are kept to be compared with later ones: more than are taken back and played again."""

BRANCHES = 64
"""Up to so many legal actions two steps are counted (`perft`), beyond them only one."""

THOROUGH = 64
"""All parts at each of so many steps when a difference is played again, and after them only at the last."""

REPLAYS = 400
"""How often a difference is played again to make it short. No time limit, so that the outcome is always the same."""

_STRANGE = ' ;:,.()+-_x"0123456789TACDHS\t\n\u00a0\u00e9\u00b2\u0663\u2663\u2665\u3000\U0001f0a1\ud800'
"""Characters for damaged texts, among them digits and spaces that only Unicode takes for such, and a lone surrogate."""

_PLAYOUT = "playouts of game"
"""How a difference between playouts is called."""

_PLAYOUT_FROM_HERE = "playouts from here of game"
"""The same where they begin with a state or a view."""

_BATCH = "batch of seed"
"""How a difference between batches is called."""

_ARRAYS = (
    "observations",
    "current_player",
    "rewards",
    "terminated",
    "episode",
    "legal_offsets",
    "legal_ids",
)
"""What a batch tells."""

_T = TypeVar("_T")

Plain: TypeAlias = object
"""A value in a form that compares and prints alike for both engines; see `_plain`."""


def backends(name: str, left: str | None = None, right: str | None = None) -> Pair:
    """The two backends of a game, or other modules in place of one or both."""
    if name not in GAMES:
        raise InvalidArgumentError(f"there is no game {name!r}: the games are {', '.join(GAMES)}")
    # A match is played over the contract: whoever keeps the contract need not have one.
    needed = [each for each in import_module(f"oxideal.reference.{name}").__all__ if each != "Match"]
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
    sparse: int = 1
    """Not only what can be played is compared on one step in so many."""
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
        """One game, to its end or until the numbers run out; `thorough` with all parts at each of the first steps.

        Each number is a choice. Its lowest five bits say whether an action is played, or up to three are taken back
        (31), or taken back and played again (30); the other bits say which. Small numbers play low ids, which suits a
        shrinker.
        """
        game = _Round(self, rules, seed, stream, thorough=thorough)
        start = _mixed(stream, 1 << 32)
        try:
            game.begin()
            game.compare_rules()
            game.compare(start)
            for number in random_numbers(seed, stream) if numbers is None else numbers:
                kind, rest = number % 32, number // 32
                if not game.legal:
                    game.again(1 + rest % 3, number)
                    if _mixed(stream, self.sparse) == 0:
                        game.compare_part(number)
                    break
                if kind >= 30:
                    game.again(1 + rest % 3, number, replay=kind == 30)
                else:
                    game.step(game.legal[rest % len(game.legal)], number)
            if thorough or (start >> 12) % PLAYOUTS == 0:
                game.compare_playout(start)  # last: a difference between two steps says more
                game.compare_batch(start)
        except _Found as found:
            return game.difference(found)
        return None

    def replay(self, difference: Difference) -> Difference | None:
        """Plays the actions of a difference again, thoroughly: what shows first, if anything does.

        None also where the actions cannot be played.
        """
        game = _Round(self, difference.rules, difference.seed, difference.stream, thorough=True)
        try:
            game.begin()
            if difference.what.startswith(_PLAYOUT):
                game.compare_playout(difference.probe)
            if difference.what.startswith(_BATCH):
                game.compare_batch(difference.probe)
            game.compare_rules()
            game.compare(difference.probe)
            for action in difference.actions:
                if action not in game.legal and (action != TAKE_BACK or not game.way):
                    return None
                game.step(action, difference.probe)
            if len(game.actions) > THOROUGH:
                game.compare_parts(difference.probe)
            if difference.what.startswith(_PLAYOUT_FROM_HERE):
                game.compare_playouts_from_here(difference.probe)
        except _Found as found:
            return game.difference(found)
        return None

    def shrink(self, difference: Difference) -> Difference:
        """A difference with fewer actions, as long as leaving some out still leads to one (perhaps another one), and
        as far as `REPLAYS` games go.
        """
        best = self.replay(difference)
        if best is None:  # it depends on more than the actions, so nothing can be left out
            return difference
        replays = 1

        def shorter(fewer: Sequence[int]) -> bool:
            nonlocal best, replays
            assert best is not None
            if replays >= REPLAYS or len(fewer) >= len(best.actions):
                return False
            replays += 1
            found = self.replay(replace(best, actions=tuple(fewer)))
            if found is None or len(found.actions) >= len(best.actions):
                return False
            best = found
            return True

        # In a long game, not all has been compared on the way: it may show far earlier than it was seen.
        length = THOROUGH
        while length < len(best.actions) and not shorter(best.actions[:length]):
            length *= 2
        shorter(_without_detours(best.actions))
        before = len(best.actions) + 1
        while len(best.actions) < before and replays < REPLAYS:
            before = len(best.actions)
            size = 1 << before.bit_length() >> 2  # a power of two, so that an action and its taking back go as a pair
            while size:
                start = 0
                while start < len(best.actions) and replays < REPLAYS:
                    if not shorter(best.actions[:start] + best.actions[start + size :]):
                        # Windows side by side, as overlapping ones are too many; but few actions are tried in full.
                        start += size if len(best.actions) > THOROUGH else 1
                size //= 2
        return best


def _without_detours(actions: Sequence[int]) -> list[int]:
    """The actions that have not been taken back."""
    kept: list[int] = []
    for action in actions:
        if action == TAKE_BACK:
            kept.pop()
        else:
            kept.append(action)
    return kept


_PARTS = 7
"""The parts of `_Round.compare_part`, playouts from here last."""


class _Found(Exception):  # noqa: N818 (it is a result, not an error)
    def __init__(self, what: str, left: Plain, right: Plain) -> None:
        super().__init__(what)
        self.what, self.left, self.right = what, left, right


@dataclass(frozen=True, slots=True)
class _Kept:
    """A state that was passed, on both sides."""

    copies: tuple[Any, Any]
    hashes: tuple[int, int]
    place: int
    """Stands for the actions that led there; see `_Round.place`."""

    def likeness(self, side: int, state: Any, its_hash: int) -> str:
        kept = self.copies[side]
        equal = kept == state
        if equal is (kept != state):
            return "?"
        return ("=" if self.hashes[side] == its_hash else "#") if equal else "-"


class _Round:
    """One game on both sides."""

    def __init__(self, pair: Pair, rules: Mapping[str, Any], seed: int, stream: int, *, thorough: bool) -> None:
        self.pair = pair
        self.fields, self.seed, self.stream, self.thorough = dict(rules), seed, stream, thorough
        self.actions: list[int] = []
        self.legal: list[int] = []
        self.probe = 0
        self.text = ""
        self.place = 0
        """The same number wherever the same actions, taken back ones left out, have led; 0 for none."""
        self.places: dict[tuple[int, int], int] = {}
        """The place that an action leads to from another."""
        self.way: list[tuple[int, int]] = []
        """The actions played and not taken back, each with the place that it was played at."""
        self.kept: list[_Kept] = []
        self.left_rules = pair.left.Rules.from_dict(rules)
        self.left: Any = pair.left.State(self.left_rules, seed=seed, stream=stream)
        self.right_rules: Any = None
        self.right: Any = None
        self.seats = range(self.left_rules.players)
        self.count = self.left_rules.num_actions

    def begin(self) -> None:
        """Deals on the right side: an error there, where the left has dealt, is a difference."""
        right = self.pair.right
        self.right_rules = self._begun("Rules.from_dict(…)", lambda: right.Rules.from_dict(self.fields))
        self.right = self._begun("State(…)", lambda: right.State(self.right_rules, seed=self.seed, stream=self.stream))

    def _begun(self, what: str, make: Callable[[], _T]) -> _T:
        try:
            return make()
        except _NO_ANSWERS:
            raise
        except BaseException as error:  # as in `_answer`
            raise _Found(what, "no error", (type(error).__name__, str(error))) from error

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
            self.place, _ = self.way.pop()
        elif number & 0x8000:  # moves as objects and as ids, in turn
            self.same(f"push(move({action}))", lambda state, _: state.push(state.rules.move(action)))
        else:
            self.same(f"push({action})", lambda state, _: state.push(action))
        if action != TAKE_BACK:
            self.way.append((self.place, action))
            self.place = self.places.setdefault(self.way[-1], len(self.places) + 1)
        self.compare(number)

    def again(self, count: int, number: int, *, replay: bool = True) -> None:
        """Takes back some actions, and may play the same again: the way of a search."""
        last = [action for _, action in self.way[-count:]]
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

    def both(self, what: str, get: Callable[[Any], _T]) -> tuple[_T, _T]:
        """What each side gives, which cannot be compared itself; only an error can."""
        try:
            return get(self.left), get(self.right)
        except _NO_ANSWERS:
            raise
        except BaseException as error:
            answer = self.same(what, lambda state, _: get(state))
            raise _Found(f"{what} fails", answer, answer) from error

    def compare(self, number: int) -> None:
        """What is compared after every step, and the parts whose turn it is."""
        self.probe = number
        if not self.thorough and _mixed(number, self.pair.sparse) and self.compare_sparsely():
            return
        self.compare_quickly()
        self._compare_refusals(number)
        self._compare_kept()
        steps = len(self.actions)
        if self.thorough:
            if steps <= THOROUGH:
                self.compare_parts(number)
        elif (number >> 16) % max(EVERY, steps // LONG) == 0:
            self.compare_part(number)

    def compare_parts(self, number: int) -> None:
        """All parts but the playouts, which are too dear for so many steps."""
        for part in range(_PARTS - 1):
            self.compare_part(number, part)

    def compare_sparsely(self) -> bool:
        """What is looked at where all else is left out: what can be played. At the end nothing is left out."""
        try:
            left, right = ((state.legal_actions(), state.current_player, state.is_over) for _, state in self.sides)
            if left != right or not left[0]:
                return False
        except _NO_ANSWERS:
            raise
        except BaseException:  # it comes again where all is compared
            return False
        self.pair.positions += 1
        self.legal = left[0]
        return True

    def compare_quickly(self) -> None:
        """What is looked at after every step."""
        self.pair.positions += 1
        # Most steps show no difference, so all is compared at once; only where it is not the same, one by one.
        try:
            as_moves = self.probe >> 9 & 1
            left, right = self._glance(self.left, as_moves), self._glance(self.right, not as_moves)
            if left == right:
                self.legal, self.text = cast("list[int]", left[0]), cast("str", left[1])
                return
        except _NO_ANSWERS:
            raise
        except BaseException:  # it comes again below, where it is compared
            pass
        self.same("legal_actions()", lambda state, _: state.legal_actions())
        self.legal = self.left.legal_actions()
        self.same("to_text()", lambda state, _: state.to_text())
        self.text = self.left.to_text()
        self.same("legal_moves()", lambda state, _: state.legal_moves())
        self.same("current_player", lambda state, _: state.current_player)
        self.same("is_over", lambda state, _: state.is_over)
        self.same("payoffs", lambda state, _: state.payoffs)
        self.same("scores", lambda state, _: state.scores)
        self.same("recent", lambda state, _: state.recent)
        for seat in self.seats:
            self.same(f"view({seat}).to_text()", lambda state, _, seat: state.view(seat).to_text(), seat)
            self.same(f"view({seat}).recent", lambda state, _, seat: state.view(seat).recent, seat)
            self.same(f"view({seat}).observation()", lambda state, _, seat: state.view(seat).observation(), seat)
        for state in (self.left, self.right):
            ids, moves = state.legal_actions(), state.legal_moves()
            if ids != list(map(int, moves)) or moves != list(map(state.rules.move, ids)):
                raise _Found("legal_moves() are not those of legal_actions()", _plain(ids), _plain(moves))

    def _glance(self, state: Any, as_moves: object) -> tuple[object, ...]:
        # Finding what is legal is the dearest thing here for many engines: each side does it once, in one of two ways.
        if as_moves:
            moves = state.legal_moves()
            ids = list(map(int, moves))
        else:
            ids = state.legal_actions()
            moves = map(state.rules.move, ids)
        views = list(map(state.view, self.seats))
        return (
            ids,
            state.to_text(),
            list(map(str, moves)),
            state.current_player,
            state.is_over,
            state.payoffs,
            state.scores,
            state.recent,
            *((view.to_text(), view.recent, _plain(view.observation())) for view in views),
        )

    def _compare_refusals(self, number: int) -> None:
        """One illegal id of the table and one outside it: the error's type and message, and that nothing has changed.
        The number says which, so that a replay pushes the same.
        """
        illegal = self._illegal(_mixed(number, self.count))
        if illegal is not None:
            if number & 0x80:  # as objects and as ids, in turn
                self._refused(f"push(move({illegal}))", lambda state, _: state.push(state.rules.move(illegal)))
            else:
                self._refused(f"push({illegal})", lambda state, _: state.push(illegal))
        near = self.legal[0] if self.legal else 0  # with 2**32 on top, or 2**64, it must not pass for this one
        outside = (-1, self.count, near + 2**32, near - 2**32, near + 2**64, 10**30)[(number >> 8) % 6]
        self._refused(f"push({outside})", lambda state, _: state.push(outside))
        self._unchanged()

    def _illegal(self, start: int) -> int | None:
        """The first illegal id from this one on, around the table. Where an action is left out before it, it is mostly
        the same one still, which helps a shrinker.
        """
        legal = set(self.legal)
        return next((each for each in chain(range(start, self.count), range(start)) if each not in legal), None)

    def _refused(self, what: str, push: Callable[..., object], *given: object) -> None:
        if self.same(what, push, *given) is None:
            raise _Found(f"{what} is no legal move, and yet it was played", None, None)

    def _unchanged(self) -> None:
        after = self.same("to_text() after refused moves", lambda state, _: state.to_text())
        if after != self.text:
            raise _Found(f"to_text() after refused moves, and before them {self.text!r}", after, after)

    def _compare_kept(self) -> None:
        """Which of the last states this one equals, and that equal ones have equal hashes."""
        hashes = self.both("hash(state)", hash)
        copies = self.both("copy()", lambda state: state.copy())

        def likeness(state: Any, _: Game) -> str:
            side = int(state is not self.left)
            return "".join(each.likeness(side, state, hashes[side]) for each in self.kept)

        what = "equal (=), equal with another hash (#), unequal (-) or both (?) to the last states, the oldest first"
        found = self.same(what, likeness)
        wanted = self._wanted(found) if isinstance(found, str) else "no error"
        if found != wanted:
            raise _Found(f"{what}: {wanted} is right", found, found)
        self.kept.append(_Kept(copies, hashes, self.place))
        del self.kept[:-KEPT]

    def _wanted(self, found: str) -> str:
        """What both sides should have found: the same actions lead to equal states, and these have the same hash."""
        pairs = zip(self.kept, found, strict=True)
        return "".join(
            "=" if each == "#" or kept.place == self.place else each.replace("?", "-") for kept, each in pairs
        )

    def compare_playout(self, number: int) -> None:
        """One playout, which is a game of its own: no action of this one leads to it."""
        self.probe, self.actions = number, []
        what = f"{_PLAYOUT} {number}"
        self.same(what, lambda state, game: game.playouts(state.rules, 1, self.seed, first=number))

    def compare_rules(self) -> None:
        """What the rules say of themselves, whatever is played."""
        self.same("rules.observation_spec()", lambda state, _: state.rules.observation_spec())

    def compare_batch(self, number: int) -> None:
        """A short batch, which is several games of its own."""
        self.probe, self.actions = number, []
        name = f"{_BATCH} {number}"
        batches: dict[int, Any] = {}

        def begin(state: Any, game: Any) -> None:
            batches[id(state)] = game.Batch(state.rules, BATCH, number, threads=1 + number % 3)

        def same(what: str, get: Callable[..., object], *given: object) -> None:
            self.same(f"{name}, {what}", lambda state, _, *given: get(batches[id(state)], *given), *given)

        self.same(name, begin)
        if not batches:
            return  # both sides have answered with the same error
        for step in range(BATCH_STEPS):
            for array in _ARRAYS:
                same(f"{array} after {step} steps", getattr, array)
            same(f"sample_actions({step})", lambda batch, step: batch.sample_actions(step), step)
            ids = batches[id(self.left)].sample_actions(step).tolist()
            tried = list(ids)
            tried[step % BATCH] = _mixed(number + step, self.count + 1)  # most often it cannot be played
            for each in (tried, ids):
                same(f"step({each})", lambda batch, each: batch.step(each), each)
        same("legal_mask()", lambda batch: [batch.legal_mask().shape, np.flatnonzero(batch.legal_mask())])
        for place in range(BATCH):
            same(f"view({place})", lambda batch, place: _all_of(batch.view(place)), place)
            same(f"state({place})", lambda batch, place: _all_of(batch.state(place)), place)

    def compare_playouts_from_here(self, number: int) -> None:
        """One playout from the state, and one from what a seat knows of it."""
        what, seat = f"{_PLAYOUT_FROM_HERE} {number}", _mixed(number, len(self.seats))
        self.same(f"{what}, state", lambda state, game: game.playouts(state, 1, self.seed, first=number))
        self.same(
            f"{what}, view({seat})", lambda state, game: game.playouts(state.view(seat), 1, self.seed, first=number)
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
                self._compare_answers(chance)
            case 5:
                self._compare_damaged(chance)
            case _:
                self.compare_playouts_from_here(number)

    def _compare_attributes(self, name: str, of: Callable[..., Any], *given: object) -> None:
        """Every public property of a state or view, whatever the game calls it."""
        self.same(f"public names of {name}", lambda state, _: _public(of(state, *given)))
        ours = of(self.left, *given)
        for attribute in _public(ours):
            if not callable(getattr(ours, attribute)):
                self.same(f"{name}.{attribute}", lambda state, _, name: getattr(of(state, *given), name), attribute)

    def _compare_forms(self) -> None:
        """Pictures, texts, bytes, each also read by the other side; and counts."""
        self.same("str(state)", lambda state, _: str(state))
        self.same("repr(state)", lambda state, _: repr(state))
        text = self.left.to_text()
        self.same("from_text(to_text())", lambda state, game: _twin(state, game.State.from_text(text), with_way=False))
        data = self.same("to_bytes()", lambda state, _: state.to_bytes())
        self.same("from_bytes(to_bytes())", lambda state, game: _twin(state, game.State.from_bytes(data)))
        self.same("copy()", lambda state, _: _twin(state, state.copy()))
        depth = 2 if len(self.legal) <= BRANCHES else 1
        self.same(f"perft({depth})", lambda state, _: state.perft(depth))

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
        self.same(f"view({seat}).sample({number})", lambda state, _: _all_of(state.view(seat).sample(number)))

    def _compare_events(self, seat: int, chance: random.Random) -> None:
        self.same(f"events({seat})", lambda state, _: state.events(seat))
        events = self.left.events(seat)

        def twin(state: Any, game: Game) -> object:
            return _twin(state.view(seat), game.View.from_events(state.rules, seat, events), with_way=False)

        self.same(f"View.from_events of events({seat})", twin)
        damaged = _damaged_list(events, chance)
        what = f"View.from_events of {damaged!r}"
        self.same(what, lambda state, game: game.View.from_events(state.rules, seat, damaged))

    def _compare_answers(self, chance: random.Random) -> None:
        """More illegal moves, and what is none: the error's type and message, and that nothing has changed."""
        count = self.count
        tries: list[Any] = [chance.randrange(count) for _ in range(TRIES)]
        tries += [chance.choice([-1, count, 10**30, -(10**30), True, False, 1.5, None, "0", "", b"0", [0]])]
        for move in tries:
            self.same(f"is_legal({move!r})", lambda state, _, move: state.is_legal(move), move)
            if type(move) is int and move in self.legal:
                continue
            self._refused(f"push({move!r})", lambda state, _, move: state.push(move), move)
        text = _damaged(str(self.left_rules.move(chance.randrange(count))), chance)
        self.same(f"parse({text!r})", lambda state, _: state.parse(text))
        number = chance.choice([-1, self.left_rules.players, 10**30, True, "0", None])
        self.same(f"view({number!r})", lambda state, _: state.view(number))
        self._unchanged()

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


# Values


_NO_ANSWERS = (KeyboardInterrupt, SystemExit, MemoryError)


def _answer(get: Callable[..., object], *given: object) -> Plain:
    try:
        return _plain(get(*given))
    except _NO_ANSWERS:
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


def _mixed(number: int, below: int) -> int:
    """A number below this one, far apart for numbers that are near to each other."""
    return (number * 0x9E3779B1 & 0xFFFFFFFF) * below >> 32


def _indented(text: str) -> str:
    return text.replace("\n", "\n         ")


def _public(value: object) -> list[str]:
    return [name for name in dir(value) if not name.startswith("_")]


def _all_of(one: Any) -> list[object]:
    """A state or a view with what its text does not tell."""
    return [one, one.recent, one.to_bytes()]


def _twin(one: Any, two: Any, *, with_way: bool = True) -> list[object]:
    """What is true of two objects that ought to be equal, and where they come from if that is to be kept too."""
    facts = [one == two, hash(one) == hash(two), two.to_text(), two.recent]
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
    sparse: int

    def run(self, start: int, stop: int) -> tuple[int, Difference | None]:
        """Games start to stop - 1 on one core: how many positions were compared, and the first difference, shrunk."""
        pair = replace(backends(self.game, self.left, self.right), sparse=self.sparse)
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
    parser.add_argument(
        "--sparse", type=_whole, default=1, metavar="N", help="all on one step in N only (default: %(default)s)"
    )
    parser.add_argument("--rules", type=_fields, metavar="JSON", help="play these only, an object or a list")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"), metavar="DIR", help="default: %(default)s")
    parser.add_argument("--left", metavar="MODULE", help="default: oxideal.GAME")
    parser.add_argument("--right", metavar="MODULE", help="default: oxideal.reference.GAME")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play one difference again, and nothing else")
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) >= 2**256:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def _fields(text: str) -> tuple[dict[str, Any], ...]:
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON: {error}") from None
    each = fields if isinstance(fields, list) else [fields]
    if not each or not all(isinstance(one, dict) for one in each):
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON object, such as {{}}, and no list of such")
    return tuple(each)


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
        for fields in options.rules or ():
            pair.left.Rules.from_dict(fields)
    except (OxidealError, TypeError, OSError, UnicodeDecodeError) as error:
        parser.error(str(error))

    seed = secrets.randbits(32) if options.seed is None else options.seed
    rules = options.rules or GAMES[options.game]
    task = _Task(options.game, options.left, options.right, rules, seed, max(options.sparse, 1))
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
