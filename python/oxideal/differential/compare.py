"""Play one round on both engines and compare them after each step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from ..words import LANGUAGES
from . import limits
from .damage import damaged, damaged_bytes, damaged_list
from .difference import TAKE_BACK, Difference, forfeit_of
from .values import NOT_ANSWERS, Plain, Refusal, all_of, answer, format_value, plain, public, twin

if TYPE_CHECKING:
    from ..interface import Game

PLAYOUT = "playouts of game"
"""Start of the name of a difference between playouts."""

PLAYOUT_FROM_HERE = "playouts from here of game"
"""Start of the name of a difference between playouts that start from a state or a view."""

BATCH_OF = "batch of seed"
"""Start of the name of a difference between batches."""

_ARRAYS = (
    "observations",
    "current_player",
    "rewards",
    "terminated",
    "episode",
    "legal_offsets",
    "legal_ids",
)
"""The arrays of a batch."""

_T = TypeVar("_T")

_PARTS = 7
"""Number of parts of `PairedRound.compare_part`; the last one is the playouts from the current state."""


@dataclass
class Engines:
    """Two engines for one game, and how much of them to compare."""

    name: str
    left: Game
    right: Game
    sparse: int = 1
    """Interval in steps at which more than the legal actions is compared."""
    positions: int = field(default=0, compare=False)
    """Number of positions compared so far, over all games."""


class DifferenceFound(Exception):  # noqa: N818 (a result, not an error)
    """Raised at the first difference between the engines."""

    def __init__(self, what: str, left: Plain, right: Plain) -> None:
        super().__init__(what)
        self.what, self.left, self.right = what, left, right


@dataclass(frozen=True, slots=True)
class KeptState:
    """An earlier state, on both sides."""

    copies: tuple[Any, Any]
    hashes: tuple[int, int]
    place: int
    """The number of the actions that led there; see `PairedRound.place`."""

    def likeness(self, side: int, state: Any, its_hash: int) -> str:
        kept = self.copies[side]
        equal = kept == state
        if equal is (kept != state):
            return "?"
        return ("=" if self.hashes[side] == its_hash else "#") if equal else "-"


class PairedRound:
    """One round on both sides."""

    def __init__(self, engines: Engines, rules: Mapping[str, Any], seed: int, stream: int, *, thorough: bool) -> None:
        self.engines = engines
        self.fields, self.seed, self.stream, self.thorough = dict(rules), seed, stream, thorough
        self.actions: list[int] = []
        self.legal: list[int] = []
        self.probe = 0
        self.text = ""
        self.place = 0
        """A number for the actions that led here, without those taken back; 0 for the start."""
        self.places: dict[tuple[int, int], int] = {}
        """The place after an action, by the place before it and the action."""
        self.path: list[tuple[int, int]] = []
        """The actions played and not taken back, each after the place where it was played."""
        self.kept: list[KeptState] = []
        self.left_rules = engines.left.Rules.from_dict(rules)
        self.left: Any = engines.left.State(self.left_rules, seed=seed, stream=stream)
        self.right_rules: Any = None
        self.right: Any = None
        self.seats = range(self.left_rules.players)
        self.count = self.left_rules.num_actions

    def begin(self) -> None:
        """Deal on the right side. The left side has dealt already, so an error is a difference."""
        right = self.engines.right
        self.right_rules = self._made("Rules.from_dict(…)", lambda: right.Rules.from_dict(self.fields))
        self.right = self._made("State(…)", lambda: right.State(self.right_rules, seed=self.seed, stream=self.stream))

    def _made(self, what: str, make: Callable[[], _T]) -> _T:
        try:
            return make()
        except NOT_ANSWERS:
            raise
        except BaseException as error:  # as in `answer`
            raise DifferenceFound(what, "no error", Refusal(error)) from error

    def difference(self, found: DifferenceFound) -> Difference:
        return Difference(
            self.engines.name,
            self.fields,
            self.seed,
            self.stream,
            tuple(self.actions),
            found.what,
            format_value(found.left),
            format_value(found.right),
            self.probe,
        )

    # Steps

    def step(self, action: int, number: int) -> None:
        """Play, forfeit or take back on both sides, then compare."""
        self.actions.append(action)
        if action == TAKE_BACK:
            self.same("pop()", lambda state, _: state.pop())
            self.place, _ = self.path.pop()
        elif (forfeit := forfeit_of(action)) is not None:
            self.same(f"forfeit{tuple(forfeit)}", lambda state, _: state.forfeit(*forfeit))
        elif number & 0x8000:  # sometimes as an object, sometimes as an id
            self.same(f"push(move({action}))", lambda state, _: state.push(state.rules.move(action)))
        else:
            self.same(f"push({action})", lambda state, _: state.push(action))
        if action != TAKE_BACK:
            self.path.append((self.place, action))
            self.place = self.places.setdefault(self.path[-1], len(self.places) + 1)
        self.compare(number)

    def again(self, count: int, number: int, *, replay: bool = True) -> None:
        """Take back some actions and, with `replay`, play them again, as a search does."""
        last = [action for _, action in self.path[-count:]]
        before = {id(game): state.copy() for game, state in self.sides}
        for _ in last:
            self.step(TAKE_BACK, number)
        if replay:
            for action in last:
                self.step(action, number)
            self.same("state taken back and played again", lambda state, game: twin(before[id(game)], state))

    # Comparisons

    @property
    def sides(self) -> tuple[tuple[Game, Any], ...]:
        return (self.engines.left, self.left), (self.engines.right, self.right)

    def same(self, what: str, get: Callable[..., object], *given: object) -> Plain:
        """Return the answer of both sides; errors are answers that compare by their `facts`.

        `get` is called with the state, the module of the game and `given`. Raises `DifferenceFound`.
        """
        left, right = (answer(get, state, game, *given) for game, state in self.sides)
        if left != right:
            raise DifferenceFound(what, left, right)
        return left

    def both(self, what: str, get: Callable[[Any], _T]) -> tuple[_T, _T]:
        """Return the values of both sides, which are not comparable. Only their errors are compared."""
        try:
            return get(self.left), get(self.right)
        except NOT_ANSWERS:
            raise
        except BaseException as error:
            answer = self.same(what, lambda state, _: get(state))
            raise DifferenceFound(f"{what} fails", answer, answer) from error

    def compare(self, number: int) -> None:
        """Compare what is due after this step."""
        self.probe = number
        if not self.thorough and mixed(number, self.engines.sparse) and self.compare_sparsely():
            return
        self.compare_quickly()
        self._compare_refusals(number)
        self._compare_kept()
        steps = len(self.actions)
        if self.thorough:
            if steps <= limits.REPLAY_STEPS:
                self.compare_parts(number)
        elif (number >> 16) % max(limits.PART_INTERVAL, steps // limits.LONG_GAME_FACTOR) == 0:
            self.compare_part(number)

    def compare_parts(self, number: int) -> None:
        """Compare all parts except playouts, which are too slow here."""
        for part in range(_PARTS - 1):
            self.compare_part(number, part)

    def compare_sparsely(self) -> bool:
        """Compare only what can be played; return False if everything must be compared, as at the end of the round."""
        try:
            left, right = ((state.legal_actions(), state.current_player, state.is_over) for _, state in self.sides)
            if left != right or not left[0]:
                return False
        except NOT_ANSWERS:
            raise
        except BaseException:  # raised again by the full comparison
            return False
        self.engines.positions += 1
        self.legal = left[0]
        return True

    def compare_quickly(self) -> None:
        """Compare what is compared after every step."""
        self.engines.positions += 1
        # Most steps have no difference, so compare everything at once, and item by item only to find a difference.
        try:
            as_moves = self.probe >> 9 & 1
            left, right = self._glance(self.left, as_moves), self._glance(self.right, not as_moves)
            if left == right:
                self.legal, self.text = cast("list[int]", left[0]), cast("str", left[1])
                return
        except NOT_ANSWERS:
            raise
        except BaseException:  # raised again below
            pass
        self.same("legal_actions()", lambda state, _: state.legal_actions())
        self.legal = self.left.legal_actions()
        self.same("to_text()", lambda state, _: state.to_text())
        self.text = self.left.to_text()
        self.same("legal_moves()", lambda state, _: [*state.legal_moves()])
        for name in ("current_player", "is_over", "is_void", "payoffs", "scores", "recent"):
            self.same(name, lambda state, _, name: getattr(state, name), name)
        for seat in self.seats:
            self.same(f"view({seat}).to_text()", lambda state, _, seat: state.view(seat).to_text(), seat)
            self.same(f"view({seat}).recent", lambda state, _, seat: state.view(seat).recent, seat)
            self.same(f"view({seat}).observation()", lambda state, _, seat: state.view(seat).observation(), seat)
        for state in (self.left, self.right):
            ids, moves = state.legal_actions(), [*state.legal_moves()]
            if ids != list(map(int, moves)) or moves != list(map(state.rules.move, ids)):
                raise DifferenceFound("legal_moves() and legal_actions() differ", plain(ids), plain(moves))

    def _glance(self, state: Any, as_moves: object) -> tuple[object, ...]:
        # Listing legal moves is the slowest part for many engines, so each side does it once, in one of two ways.
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
            *((view.to_text(), view.recent, plain(view.observation())) for view in views),
        )

    def _compare_refusals(self, number: int) -> None:
        """Compare the errors for an illegal id and for one out of range, and check that the state is unchanged.

        The number determines the ids, so that a replay pushes the same ones.
        """
        illegal = self._illegal(mixed(number, self.count))
        if illegal is not None:
            if number & 0x80:  # sometimes as an object, sometimes as an id
                self._refused(f"push(move({illegal}))", lambda state, _: state.push(state.rules.move(illegal)))
            else:
                self._refused(f"push({illegal})", lambda state, _: state.push(illegal))
        near = self.legal[0] if self.legal else 0  # adding 2**32 or 2**64 must not overflow to this id
        outside = (-1, self.count, near + 2**32, near - 2**32, near + 2**64, 10**30)[(number >> 8) % 6]
        self._refused(f"push({outside})", lambda state, _: state.push(outside))
        seat, why = ((0, "time"), (len(self.seats), "left"), (0, "bored"))[(number >> 8) % 3 if self.legal else 0]
        if not self.legal or (seat, why) != (0, "time"):
            self._refused(f"forfeit({seat}, {why!r})", lambda state, _: state.forfeit(seat, why))
        self._unchanged()

    def _illegal(self, start: int) -> int | None:
        """Return the first illegal id from `start` on, cyclically.

        If an earlier action is removed, it is mostly the same id, which helps the shrinker.
        """
        legal = set(self.legal)
        return next((each for each in chain(range(start, self.count), range(start)) if each not in legal), None)

    def _refused(self, what: str, push: Callable[..., object], *given: object) -> None:
        if self.same(what, push, *given) is None:
            raise DifferenceFound(f"{what} is illegal, but raised no error", None, None)

    def _unchanged(self) -> None:
        after = self.same("to_text() after refused moves", lambda state, _: state.to_text())
        if after != self.text:
            raise DifferenceFound(f"to_text() after refused moves, and before them {self.text!r}", after, after)

    def _compare_kept(self) -> None:
        """Compare this state with the last ones, and check that equal states have equal hashes."""
        hashes = self.both("hash(state)", hash)
        copies = self.both("copy()", lambda state: state.copy())

        def likeness(state: Any, _: Game) -> str:
            side = int(state is not self.left)
            return "".join(each.likeness(side, state, hashes[side]) for each in self.kept)

        what = "equal (=), equal with another hash (#), unequal (-) or both (?) to the last states, the oldest first"
        found = self.same(what, likeness)
        wanted = self._wanted(found) if isinstance(found, str) else "no error"
        if found != wanted:
            raise DifferenceFound(f"{what}: {wanted} is right", found, found)
        self.kept.append(KeptState(copies, hashes, self.place))
        del self.kept[: -limits.MAX_KEPT_STATES]

    def _wanted(self, found: str) -> str:
        """Return the expected result: the same actions lead to equal states with equal hashes."""
        pairs = zip(self.kept, found, strict=True)
        return "".join(
            "=" if each == "#" or kept.place == self.place else each.replace("?", "-") for kept, each in pairs
        )

    def compare_playout(self, number: int) -> None:
        """Compare one playout, which does not depend on the actions of this round."""
        self.probe, self.actions = number, []
        what = f"{PLAYOUT} {number}"
        self.same(what, lambda state, game: game.playouts(state.rules, 1, self.seed, first=number))

    def compare_rules(self) -> None:
        """Compare what depends only on the rules."""
        self.same("rules.observation_spec()", lambda state, _: state.rules.observation_spec())
        self.same("rules.action_features_spec()", lambda state, _: state.rules.action_features_spec())

    def compare_batch(self, number: int) -> None:
        """Compare a short batch, which does not depend on the actions of this round."""
        self.probe, self.actions = number, []
        name = f"{BATCH_OF} {number}"
        batches: dict[int, Any] = {}

        def begin(state: Any, game: Any) -> None:
            batches[id(state)] = game.Batch(state.rules, limits.BATCH, number, threads=1 + number % 3)

        def same(what: str, get: Callable[..., object], *given: object) -> None:
            self.same(f"{name}, {what}", lambda state, _, *given: get(batches[id(state)], *given), *given)

        self.same(name, begin)
        if not batches:
            return  # both sides raised the same error
        for step in range(limits.BATCH_STEPS):
            for array in _ARRAYS:
                same(f"{array} after {step} steps", getattr, array)
            same(f"sample_actions({step})", lambda batch, step: batch.sample_actions(step), step)
            ids = batches[id(self.left)].sample_actions(step).tolist()
            tried = list(ids)
            tried[step % limits.BATCH] = mixed(number + step, self.count + 1)  # usually illegal
            for each in (tried, ids):
                same(f"step({each})", lambda batch, each: batch.step(each), each)
        same("action_features()", lambda batch: batch.action_features())
        same("legal_mask()", lambda batch: [batch.legal_mask().shape, np.flatnonzero(batch.legal_mask())])
        for place in range(limits.BATCH):
            same(f"view({place})", lambda batch, place: all_of(batch.view(place)), place)
            same(f"state({place})", lambda batch, place: all_of(batch.state(place)), place)

    def compare_playouts_from_here(self, number: int) -> None:
        """Compare a playout from the state, and one from the view of a seat."""
        what, seat = f"{PLAYOUT_FROM_HERE} {number}", mixed(number, len(self.seats))
        self.same(f"{what}, state", lambda state, game: game.playouts(state, 1, self.seed, first=number))
        self.same(
            f"{what}, view({seat})", lambda state, game: game.playouts(state.view(seat), 1, self.seed, first=number)
        )

    def compare_part(self, number: int, part: int | None = None) -> None:
        """Compare one part of the rest of the contract; `number` seeds what it tries."""
        chance = random.Random(number)
        drawn = chance.randrange(_PARTS)  # always drawn, so that a replay tries the same
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
        """Compare every public property of a state or view."""
        self.same(f"public names of {name}", lambda state, _: public(of(state, *given)))
        ours = of(self.left, *given)
        for attribute in public(ours):
            if not callable(getattr(ours, attribute)):
                self.same(f"{name}.{attribute}", lambda state, _, name: getattr(of(state, *given), name), attribute)

    def _compare_forms(self) -> None:
        """Compare `str`, texts, bytes, copies and `perft`; both sides read the same text and bytes."""
        self.same("str(state)", lambda state, _: str(state))
        self.same("repr(state)", lambda state, _: repr(state))
        text = self.left.to_text()
        self.same(
            "from_text(to_text())",
            lambda state, game: twin(state, game.State.from_text(text, seed=0), with_history=False),
        )
        data = self.same("to_bytes()", lambda state, _: state.to_bytes())
        self.same("from_bytes(to_bytes())", lambda state, game: twin(state, game.State.from_bytes(data)))
        json = self.same("to_json()", lambda state, _: state.to_json())
        self.same("from_json(to_json())", lambda state, game: twin(state, game.State.from_json(json)))
        self.same("to_json() of legal_moves()", lambda state, _: [move.to_json() for move in state.legal_moves()])
        for language in LANGUAGES:
            self.same(
                f"describe({language}) of legal_moves()",
                lambda state, _, language: [
                    state.rules.describe(move, language=language) for move in state.legal_moves()[: limits.DESCRIBED]
                ],
                language,
            )
            self.same(
                f"describe_options({language})",
                lambda state, _, language: state.rules.describe_options(language=language),
                language,
            )
        self.same("copy()", lambda state, _: twin(state, state.copy()))
        self.same("from_origin(origin)", lambda state, game: all_of(game.State.from_origin(state.rules, state.origin)))
        depth = 2 if len(self.legal) <= limits.BRANCHES else 1
        self.same(f"perft({depth})", lambda state, _: state.perft(depth))

    def _compare_view(self, seat: int, chance: random.Random) -> None:
        self.same(f"str(view({seat}))", lambda state, _: str(state.view(seat)))
        self.same(f"repr(view({seat}))", lambda state, _: repr(state.view(seat)))
        self.same(f"view({seat}).legal_moves()", lambda state, _: [*state.view(seat).legal_moves()])
        data = self.same(f"view({seat}).to_bytes()", lambda state, _: state.view(seat).to_bytes())
        self.same(
            f"View.from_bytes(view({seat}).to_bytes())",
            lambda state, game: twin(state.view(seat), game.View.from_bytes(data), with_history=False),
        )
        json = self.same(f"view({seat}).to_json()", lambda state, _: state.view(seat).to_json())
        self.same(
            f"View.from_json(view({seat}).to_json())",
            lambda state, game: twin(state.view(seat), game.View.from_json(json)),
        )
        number = chance.getrandbits(64)
        self.same(f"view({seat}).sample({number})", lambda state, _: all_of(state.view(seat).sample(number)))
        self.same(f"view({seat}).action_features()", lambda state, _: state.view(seat).action_features())

    def _compare_events(self, seat: int, chance: random.Random) -> None:
        self.same(f"events({seat})", lambda state, _: state.events(seat))
        events = self.left.events(seat)

        def from_events(state: Any, game: Game) -> object:
            return twin(state.view(seat), game.View.from_events(state.rules, seat, events), with_history=False)

        self.same(f"View.from_events of events({seat})", from_events)
        first = chance.randrange(len(events) + 2)
        self.same(f"events({seat}, first={first})", lambda state, _: state.events(seat, first=first))
        json = self.same(f"events_json({seat}, {first})", lambda state, _: state.events_json(seat, first))
        self.same(f"events_from_json of {first}", lambda state, _: state.rules.events_from_json(json))
        for event in [*events[first:][: limits.DESCRIBED], damaged(chance.choice(events), chance)]:
            language = chance.choice(LANGUAGES)
            self.same(
                f"describe_event({event!r}, {language})",
                lambda state, _, event, language: state.rules.describe_event(event, language=language),
                event,
                language,
            )

        def builder(state: Any, game: Game) -> object:
            half, whole = game.ViewBuilder(state.rules, seat), []
            for number, event in enumerate(events):
                if number == first:
                    whole.append(half.to_bytes())
                    half = game.ViewBuilder.from_bytes(whole[0])
                half.push(event)
            return whole, half.to_bytes(), all_of(half.view())

        self.same(f"ViewBuilder saved after {first} events({seat})", builder)
        given = damaged_list(events, chance)
        what = f"View.from_events of {given!r}"
        self.same(what, lambda state, game: game.View.from_events(state.rules, seat, given))

    def _compare_answers(self, chance: random.Random) -> None:
        """Compare the errors for more illegal moves and for values that are not moves, and check the state."""
        count = self.count
        tries: list[Any] = [chance.randrange(count) for _ in range(limits.EXTRA_TRIES)]
        tries += [chance.choice([-1, count, 10**30, -(10**30), True, False, 1.5, None, "0", "", b"0", [0]])]
        for move in tries:
            self.same(f"is_legal({move!r})", lambda state, _, move: state.is_legal(move), move)
            if type(move) is int and move in self.legal:
                continue
            self._refused(f"push({move!r})", lambda state, _, move: state.push(move), move)
        text = damaged(str(self.left_rules.move(chance.randrange(count))), chance)
        self.same(f"parse({text!r})", lambda state, _: state.parse(text))
        number = chance.choice([-1, self.left_rules.players, 10**30, True, "0", None])
        self.same(f"view({number!r})", lambda state, _: state.view(number))
        self._unchanged()

    def _compare_damaged(self, chance: random.Random) -> None:
        """Compare the answers to slightly damaged texts and bytes."""
        text = damaged(self.left.to_text(), chance)
        self.same(f"State.from_text({text!r})", lambda _, game: game.State.from_text(text, seed=0))
        text = damaged(self.left.view(chance.choice(self.seats)).to_text(), chance)
        self.same(f"View.from_text({text!r})", lambda _, game: game.View.from_text(text))
        data = damaged_bytes(self.left.to_bytes(), chance)
        self.same(f"State.from_bytes({data!r})", lambda _, game: game.State.from_bytes(data))
        data = damaged_bytes(self.left.view(chance.choice(self.seats)).to_bytes(), chance)
        self.same(f"View.from_bytes({data!r})", lambda _, game: game.View.from_bytes(data))


def mixed(number: int, below: int) -> int:
    """Return a hash of `number` below `below`."""
    return (number * 0x9E3779B1 & 0xFFFFFFFF) * below >> 32


def random_numbers(seed: int, stream: int) -> Iterator[int]:
    """Yield the random choices of one game without end; the same for the same seed and stream."""
    chance = random.Random(f"{seed}/{stream}")
    while True:
        yield chance.getrandbits(32)
