"""Actions that a batch accepts and refuses."""

from __future__ import annotations

import pickle
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.batches import SEED, Twins, drawn, new, same, taken
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helpers.cases import Case


def test_actions_accept_any_integer_type(plain: Case) -> None:
    n = 3
    batch, twins = new(plain, n), Twins(plain, n)
    kinds: list[Callable[[list[int]], Any]] = [
        list,
        tuple,
        *(lambda actions, kind=kind: np.array(actions, kind) for kind in ("int32", "int64", "uint64", ">i4", "uint16")),
        lambda actions: np.array(actions, np.int32).repeat(2)[::2],
        lambda actions: [np.int16(action) for action in actions],
        lambda actions: np.array([[action] for action in actions])[:, 0],
    ]
    chance = random.Random(1)
    for kind in kinds:
        actions = twins.chosen(chance)
        given_now = kind(actions)
        assert batch.step(given_now) is None
        twins.step(actions)
        twins.check(batch)
        assert list(given_now) == actions
    if plain.rules.num_actions <= 256:
        actions = twins.chosen(chance)
        batch.step(np.array(actions, np.uint8))
        twins.step(actions)
        twins.check(batch)


def test_actions_of_wrong_type_or_shape_are_refused(plain: Case) -> None:
    n = 4
    batch, twins = new(plain, n), Twins(plain, n)
    batch.step(actions := twins.chosen(random.Random(1)))
    twins.step(actions)
    legal = twins.chosen(random.Random(2))
    of_type = "actions must be of an integer type, not"
    things: list[tuple[type[Exception], str, Any]] = [
        (TypeError, f"{of_type} float64", [float(action) for action in legal]),
        (TypeError, f"{of_type} float32", np.array(legal, np.float32)),
        (TypeError, f"{of_type} bool", [True] * n),
        (TypeError, f"{of_type} bool", np.ones(n, np.bool_)),
        (TypeError, f"{of_type} object", None),
        (TypeError, f"{of_type} object", np.array(legal, object)),
        (TypeError, f"{of_type} object", [10**30] * n),
        (TypeError, f"{of_type} object", [2**64] * n),
        (TypeError, f"{of_type} complex128", [1j] * n),
        (TypeError, f"{of_type} float64", np.zeros((n, 2))),  # the type is checked first
        (InvalidArgumentError, says("wrong_shape", n, n - 1), legal[1:]),
        (InvalidArgumentError, says("wrong_shape", n, n + 1), [*legal, 0]),
        (InvalidArgumentError, f"actions must have shape ({n},), got ({n}, 1)", [[action] for action in legal]),
        (InvalidArgumentError, says("wrong_shape", n, 0), []),
        (InvalidArgumentError, f"actions must have shape ({n},), got ()", 0),
        (InvalidArgumentError, f"actions must have shape ({n},), got (1, {n})", np.array([legal])),
        (InvalidArgumentError, f"actions is ragged, expected shape ({n},)", [[0], [0, 1], 2, 3]),
    ]
    for error, message, thing in things:
        refuses(error, message, batch.step, thing)
        twins.check(batch)
    with pytest.raises(TypeError, match=r"^actions must be of an integer type, not (<U|\|S)\d+$"):
        batch.step([str(action) for action in legal])
    twins.check(batch)


def wrong_ids(count: int) -> Iterator[tuple[Any, str]]:
    for action in (-1, count, 2**31, 2**32, 2**63 - 1, -(2**31) - 1, -(2**63)):
        yield action, str(action)
    yield 2**63, "9223372036854775807"
    yield 2**64 - 1, "9223372036854775807"


def test_error_names_first_wrong_game_and_no_game_moves(short: Case) -> None:
    n, count, chance = 5, short.rules.num_actions, random.Random(5)
    batch, twins = new(short, n), Twins(short, n)
    for _ in range(8):
        batch.step(actions := twins.chosen(chance))
        twins.step(actions)
    known = f"out of range: these rules have actions 0 to {count - 1}"
    for places in ([0], [n - 1], [2], [1, 3], [4, 2, 3], list(range(n))):
        legal = twins.chosen(chance)
        first = min(places)
        for action, shown in wrong_ids(count):
            wrong = np.array(legal, np.uint64 if action >= 2**63 else np.int64)
            wrong[places] = action
            message = f"game {first}: action {shown} {known}"
            refuses(InvalidMoveError, message, batch.step, wrong)
            if len(places) == n or action < 2**63:  # numpy makes a mixed list floats
                refuses(InvalidMoveError, message, batch.step, wrong.tolist())
        twins.check(batch)
        illegal = illegal_of(twins, chance)
        actions = [illegal[k] if k in places else action for k, action in enumerate(legal)]
        with pytest.raises(IllegalMoveError) as expected:
            twins.states[first].copy().push(actions[first])
        with pytest.raises(IllegalMoveError) as caught:
            batch.step(actions)
        assert type(caught.value) is IllegalMoveError
        assert caught.value.rule == expected.value.rule
        assert caught.value.reason == f"game {first}: {expected.value.reason}"
        assert str(caught.value) == f"game {first}: {expected.value}"
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
        twins.check(batch)
        for k in range(n):
            assert batch.state(k) == twins.states[k]
            assert batch.state(k).recent == twins.states[k].recent
        if len(places) > 1:  # one of each kind: the first one counts
            last = max(places)
            mixed = list(legal)
            mixed[first], mixed[last] = illegal[first], count
            with pytest.raises(IllegalMoveError, match=f"^game {first}: "):
                batch.step(mixed)
            mixed[first], mixed[last] = count, illegal[last]
            refuses(InvalidMoveError, f"game {first}: action {count} {known}", batch.step, mixed)
            twins.check(batch)
    assert batch.sample_actions(SEED).tolist() == drawn(twins, SEED)
    batch.step(actions := twins.chosen(chance))
    twins.step(actions)
    twins.check(batch)


def illegal_of(twins: Twins, chance: random.Random) -> list[int]:
    found = []
    for state in twins.states:
        legal = set(state.legal_actions())
        found.append(chance.choice([action for action in range(twins.rules.num_actions) if action not in legal]))
    return found


def test_first_wrong_game_is_named_on_any_thread(plain: Case) -> None:
    n = 600 if plain.backend == "rust" else 6
    batch, one = new(plain, n, threads=8), new(plain, n)
    for step in range(3):
        actions = batch.sample_actions(step)
        batch.step(actions)
        one.step(actions)
    before = taken(batch)
    chance = random.Random(1)
    count = plain.rules.num_actions
    for _ in range(12):
        places = chance.sample(range(n), chance.choice((1, 2, n // 2)))
        actions = batch.sample_actions(1)
        actions[places] = count
        message = f"game {min(places)}: action {count} out of range: these rules have actions 0 to {count - 1}"
        refuses(InvalidMoveError, message, batch.step, actions)
        same(taken(batch), before)
    actions = batch.sample_actions(2)
    batch.step(actions)
    one.step(actions)
    same(taken(batch), taken(one))
